"""What the formats of 国标麻将 have in common: names of tiles and 番, and a hand's events.

Used by :mod:`.ijcai`, :mod:`.botzone` and :mod:`.tziakcha`, which say what each of them means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.formats.reading import (
    HandRead,
    MatchRead,
    Places,
    Remark,
    State,
    Unreadable,
    WallCheck,
)
from events.model import (
    RECORD_VERSION,
    AnyEvent,
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    Line,
    Match,
    Pass,
    Player,
    Settlement,
    Source,
)
from events.tiles import MAHJONG

GAME, RULES = "mcr", "1"
WINDS = "ESWN"

TILES = {
    **{f"{code}{rank}": f"{rank}{suit}" for code, suit in zip("WBT", "mps", strict=True)
       for rank in range(1, 10)},
    **{f"F{i}": wind for i, wind in enumerate(WINDS, 1)},
    **{f"J{i}": dragon for i, dragon in enumerate("CFP", 1)},
    **{f"H{i}": f"{i}f" for i in range(1, 9)},
}  # fmt: skip
"""Botzone's names of tiles: W 万, B 饼, T 条, F 东南西北, J 中发白, H flowers."""

TABLE = {
    88: "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺",
    64: "清幺九 小四喜 小三元 字一色 四暗刻 一色双龙会",
    48: "一色四同顺 一色四节高",
    32: "一色四步高 三杠 混幺九",
    24: "七对 七星不靠 全双刻 清一色 一色三同顺 一色三节高 全大 全中 全小",
    16: "清龙 三色双龙会 一色三步高 全带五 三同刻 三暗刻",
    12: "全不靠 组合龙 大于五 小于五 三风刻",
    8: "花龙 推不倒 三色三同顺 三色三节高 无番和 妙手回春 海底捞月 杠上开花 抢杠和",
    6: "碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻",
    4: "全带幺 不求人 双明杠 和绝张",
    2: "箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺",
    1: "一般高 喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌",
    5: "明暗杠",
}
"""The 番 in the rule book's order by what they score: the n-th is the clause MC-Fn."""

FANS = {name: fan for fan, names in TABLE.items() for name in names.split()}

_PLACES = {name: place for place, name in enumerate(FANS, 1)}
_OTHER_NAMES = {
    "独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将", "嵌张": "坎张",
    "单钓": "单钓将", "十三么": "十三幺", "混么九": "混幺九", "清么九": "清幺九",
    "一色四连环": "一色四步高", "一色三连环": "一色三步高",
}  # fmt: skip


def clause(name: str) -> str | None:
    """The clause of the 番 that a client calls ``name``; ``None`` for a name that is not known."""
    place = _PLACES.get(_OTHER_NAMES.get(name, name))
    return None if place is None else f"MC-F{place}"


def worth(name: str) -> int:
    """What the 番 that a client calls ``name`` scores once; 0 for a name that is not known."""
    return FANS.get(_OTHER_NAMES.get(name, name), 0)


def in_order(lines: Iterable[Line]) -> tuple[Line, ...]:
    """Lines in the rule book's order, those of one clause added up."""
    summed: dict[str, int] = {}
    for name, amount in lines:
        summed[name] = summed.get(name, 0) + amount
    return tuple(sorted(summed.items(), key=lambda line: int(line[0].removeprefix("MC-F"))))


class Given(NamedTuple):
    """The tile that can be taken now: its event's seq, the seat, the tile, and what gave it."""

    seq: int
    seat: int
    tile: str
    what: str


class Play:
    """The events of one hand, whose first has the seq ``first``.

    What cannot be an event at all raises :class:`Unreadable`; whether an act is allowed is not
    asked here. ``offset`` is where the act stands in the source.
    """

    def __init__(self, first: int) -> None:
        self.first = first
        self.events: list[AnyEvent] = []
        self.given: Given | None = None
        self.held: list[list[str]] = []
        self.pungs: list[set[str]] = [set() for _ in range(4)]
        self.drawn: str | None = None

    @property
    def seq(self) -> int:
        """The seq of the next event."""
        return self.first + len(self.events)

    def deal(self, event: Deal) -> None:
        """The hand begins."""
        self.held = [MAHJONG.parse(text) for text in event.hands]
        self.events.append(event)

    def draw(self, seat: int, tile: str, end: str | None = None, **more: Any) -> None:
        """A seat draws from the wall."""
        self.held[seat].append(tile)
        self.drawn = tile
        self.given = Given(self.seq, seat, tile, "draw")
        self.events.append(Draw(seat=seat, tile=tile, end=end, **more))  # type: ignore[arg-type]

    def discard(self, seat: int, tile: str, drawn: bool | None = None, **more: Any) -> None:
        """A seat discards; whether the tile drawn, follows where the source does not say."""
        if drawn is None and self.drawn is not None:
            drawn = tile == self.drawn
            if drawn and self.held[seat].count(tile) > 1:
                drawn = None
        self._take(seat, [tile])
        self.given = Given(self.seq, seat, tile, "discard")
        self.drawn = None
        self.events.append(Discard(seat=seat, tile=tile, drawn=drawn, **more))

    def claim(self, seat: int, act: str, own: Sequence[str], offset: int, **more: Any) -> None:
        """A seat takes the discard that lies open, with tiles of its own."""
        given = self.open("discard", seat, act, offset)
        self._take(seat, own)
        if act == "pung":
            self.pungs[seat].add(given.tile)
        self.drawn = self.given = None
        self.events.append(
            Claim(
                seat=seat,
                act=act,
                tile=given.tile,
                with_=MAHJONG.format(own),
                of=given.seq,
                **more,
            )
        )

    def kong(self, seat: int, act: str, tile: str, **more: Any) -> None:
        """A concealed or an added kong."""
        own = [tile] * (4 if act == "concealed_kong" else 1)
        self._take(seat, own)
        self.given = Given(self.seq, seat, tile, act)
        self.events.append(Declare(seat=seat, act=act, tiles=" ".join(own), **more))

    def flower(self, seat: int, tile: str, **more: Any) -> None:
        """A flower is laid out."""
        self._take(seat, [tile])
        self.events.append(Declare(seat=seat, act="flower", tiles=tile, **more))

    def win(self, seat: int, offset: int, tile: str | None = None, **more: Any) -> Given:
        """A seat wins what was given last: its own draw, or another's tile."""
        given = self.given
        own = given is not None and given.what == "draw"
        if given is None or own != (given.seat == seat) or given.what == "concealed_kong":
            raise Unreadable("inconsistent", f"seat {seat} wins what nobody gave it", offset)
        if tile not in (None, given.tile):
            message = f"seat {seat} wins {tile}; the tile given last is {given.tile}"
            raise Unreadable("inconsistent", message, offset)
        self.events.append(Claim(seat=seat, act="win", tile=given.tile, of=given.seq, **more))
        return given

    def decline(self, seat: int, **more: Any) -> None:
        """A seat passes on what was given last."""
        if self.given is not None:
            self.events.append(Pass(seat=seat, of=self.given.seq, **more))

    def open(self, what: str, seat: int, act: str, offset: int) -> Given:
        """The tile given last, which must be another seat's ``what``."""
        given = self.given
        if given is None or given.what != what or given.seat == seat:
            message = f"seat {seat} claims as {act} what does not lie open"
            raise Unreadable("inconsistent", message, offset)
        return given

    def note(self, key: str, value: Any) -> None:
        """Keep something under ``x`` of the last event."""
        last = self.events[-1]
        kept = dict(last.x or {})
        kept.setdefault(key, []).append(value)
        self.events[-1] = replace(last, x=kept)

    def _take(self, seat: int, tiles: Sequence[str]) -> None:
        for tile in tiles:
            if tile in self.held[seat]:
                self.held[seat].remove(tile)


def run_around(middle: str, claimed: str, offset: int) -> list[str]:
    """The two own tiles of a chow whose ``middle`` is known, with the ``claimed`` one."""
    rank, suit = middle[:1], middle[1:]
    if suit not in ("m", "p", "s") or not "2" <= rank <= "8":
        raise Unreadable("bad_value", f"{middle} is not the middle of a chow", offset)
    run = [f"{int(rank) + step}{suit}" for step in (-1, 0, 1)]
    if claimed not in run:
        message = f"the chow around {middle} does not hold {claimed}, discarded last"
        raise Unreadable("inconsistent", message, offset)
    run.remove(claimed)
    return run


def tile_of(code: str, offset: int) -> str:
    """The tile that Botzone calls ``code``."""
    if code not in TILES:
        raise Unreadable("bad_value", f"{code:.20} is no tile", offset)
    return TILES[code]


def options(wind: int, **more: Any) -> Mapping[str, Any]:
    """A match of one hand: the round's wind, and what the platform has different."""
    first = {"first_wind": WINDS[wind]} if wind else {}
    return {**more, **first, "deals": 1}


class Told(NamedTuple):
    """What a source of one hand tells beside the hand: who, where, and under which options."""

    format: str
    client: str
    ref: str | None
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    lacks: tuple[str, ...]
    x: dict[str, Any] | None = None


def match_event(told: Told, data: bytes) -> Match:
    """The match event of a source whose bytes are ``data``."""
    return Match(
        v=RECORD_VERSION,
        game=GAME,
        rules=RULES,
        options=dict(told.options),
        players=told.players,
        source=Source(
            client=told.client,
            format=told.format,
            sha256=sha256(data).hexdigest(),
            ref=told.ref,
            x=told.x,
        ),
    )


def one_hand(
    told: Told,
    data: bytes,
    text: bytes,
    play: Play,
    fault: Unreadable | None,
    notes: Sequence[Remark] = (),
    wall: WallCheck | None = None,
) -> MatchRead:
    """A match of one hand that fills the whole ``text``.

    ``fault``: why it is not whole. A hand that is ``cut`` or ``unsettled`` keeps its events if it
    was dealt; with any other fault it is quarantined.
    """
    places = Places(text)
    state: State = "whole"
    if fault is not None:
        kept = fault.code in ("cut", "unsettled") and play.events
        state = "incomplete" if kept else "quarantined"
    events = tuple(play.events) if state != "quarantined" else ()
    hand = HandRead(
        number=0,
        state=state,
        events=events,
        first=1,
        line=1,
        start=0,
        end=len(text),
        fault=None if fault is None else places.remark(fault.code, fault.message, fault.offset),
        raw=b"" if state == "whole" else text,
        wall=wall,
    )
    last = events[-1] if state == "whole" else None
    tail = (Close(totals=last.totals),) if isinstance(last, Settlement) else ()
    return MatchRead(
        format=told.format,
        match=match_event(told, data),
        hands=(hand,),
        tail=tail,
        notes=tuple(notes),
        lacks=told.lacks,
    )
