"""雀渣 (tziakcha): a record of one hand of 国标麻将, as JSON with its script packed or unpacked.

``script`` is the script in zlib and base64, or ``<Decoded>`` where the object ``step`` holds it.
How a hand becomes events of the game ``mcr``:

- Seat 0 is east and deals. ``i`` is the number of the hand in its session: its round's wind becomes
  ``first_wind``; one deal. The session, the rules (``g``) and ``i`` stand in the source's ``x``.
- With the wall ``w`` the deal is the wall's, and the wall stands in the deal if every draw came
  from it. Without it a hand is as far known as it came to light (discards, sets, the winner's
  hand); the rest is ``?``, and the dealer's fourteenth tile with it.
- A flower is laid and replaced from the tail; so is a kong. A draw marked as from the back is from
  the tail.
- Sets are told by their kind; what was claimed is the discard before, and whether a kong is
  concealed, added or exposed follows from what came before it.
- A pass that a player made by hand, and 弃, is a ``pass``; the client's own passes are not kept.
- ``at`` is the time of the act. ``y`` brings lines and 番, ``s`` the deltas.

A false win (错和), after which the client plays on, is not read.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from events.formats import json_pieces
from events.formats.content import MAX_BYTES
from events.formats.mcr import WINDS, Play, Told, clause, in_order, one_hand, options
from events.formats.reading import (
    Format,
    MatchRead,
    Places,
    Unreadable,
    WallCheck,
    refused,
    whole,
)
from events.formats.riichi.source import opened
from events.model import Deal, Draw, Line, Player, Settlement, Win
from events.tiles import MAHJONG, UNKNOWN

NAME = "tziakcha"
LACKS = ("beaten claims",)
MAX_ACTS = 5_000

KINDS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *WINDS,
    *"CFP",
)
"""Tiles by number: four of each kind one after the other, then the flowers from 136 on."""

_FANS = (
    "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺 清幺九 小四喜 小三元 字一色 四暗刻 "
    "一色双龙会 一色四同顺 一色四节高 一色四步高 一色四连环 三杠 混幺九 七对 七星不靠 全双刻 "
    "清一色 一色三同顺 一色三节高 全大 全中 全小 清龙 三色双龙会 一色三步高 一色三连环 全带五 "
    "三同刻 三暗刻 全不靠 组合龙 大于五 小于五 三风刻 花龙 推不倒 三色三同顺 三色三节高 无番和 "
    "妙手回春 海底捞月 杠上开花 抢杠和 碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻 全带幺 "
    "不求人 双明杠 和绝张 箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺 一般高 "
    "喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌 明暗杠"
)
FANS = tuple(_FANS.split())
"""The client's numbers of the 番, from 1 on."""

_LOOKS = re.compile(rb'\s*\{.*?"script"\s*:\s*"(?:<Decoded>|[A-Za-z0-9+/])', re.DOTALL)


def looks_like(head: bytes) -> bool:
    """A JSON object with a script."""
    return _LOOKS.match(head) is not None and b'"log"' not in head[:200]


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The match in a record; see :mod:`events.formats.reading`."""
    source = opened(NAME, data)
    if isinstance(source, MatchRead):
        yield source
        return
    text = source.text
    try:
        record = json_pieces.decode(text, json_pieces.value(text, json_pieces.begin(text)))
        step = _step(record)
        told, play = _told(record, step), Play(1)
    except Unreadable as error:
        fault = Places(text).remark(error.code, error.message, error.offset)
        yield refused(NAME, data, fault)
        return
    problem: Unreadable | None = None
    wall = None
    try:
        wall = _Hand(step, play).read()
    except Unreadable as error:
        problem = error
    notes = list(source.notes)
    if wall is not None and wall.state == "differs":
        notes.append(whole("wall_differs", f"{wall.message}; the wall is left out"))
    if wall is None or wall.state != "proved":
        told = told._replace(lacks=(*LACKS, "wall"))
    yield one_hand(told, data, text, play, problem, notes, wall)


FORMAT = Format(name=NAME, suffixes=(".tziakcha.json",), looks_like=looks_like, read=read)


def _step(record: Any) -> dict[str, Any]:
    """The script of a record, unpacked."""
    if not isinstance(record, dict) or not isinstance(record.get("script"), str):
        raise Unreadable("not_this_format", "there is no script in it", 0)
    step = record.get("step")
    if record["script"] != "<Decoded>":
        step = json_pieces.decoded(_unpacked(record["script"]), 0)
    if not isinstance(step, dict):
        raise Unreadable("no_match", "the script is no object", 0)
    return step


def _unpacked(script: str) -> bytes:
    try:
        packed = b64decode(script, validate=True)
        worker = zlib.decompressobj()
        text = worker.decompress(packed, MAX_BYTES)
    except (Error, ValueError, zlib.error) as error:
        raise Unreadable("no_match", f"the script cannot be unpacked: {error}", 0) from None
    if worker.unconsumed_tail:
        raise Unreadable("too_large", f"the script unpacks to more than {MAX_BYTES:,} bytes", 0)
    if not worker.eof:
        raise Unreadable("cut", "the script ends early", 0)
    return text


def _told(record: dict[str, Any], step: dict[str, Any]) -> Told:
    number, people = step.get("i"), step.get("p")
    if type(number) is not int or not 0 <= number < 10**6:
        raise Unreadable("no_match", "the number of the hand (i) is missing", 0)
    if not isinstance(people, list) or len(people) != 4:
        raise Unreadable("no_match", "the four players (p) are missing", 0)
    players = []
    for seat, person in enumerate(people):
        who = person if isinstance(person, dict) else {}
        kept = {key: who[key] for key in ("e", "s") if type(who.get(key)) is int}
        small = {key: value for key, value in kept.items() if abs(value) < 2**53}
        name = str(who.get("n", ""))[:200]
        id = str(who.get("i") or name or f"seat-{seat}")[:200]
        players.append(Player(id=id, name=name or None, x=small or None))
    about = {"belongs": str(record.get("belongs", ""))[:200], "i": number}
    ref = record.get("id")
    return Told(
        format=NAME,
        client="tziakcha",
        ref=ref[:200] if isinstance(ref, str) else None,
        players=tuple(players),
        options=options(number // 4 % 4),
        lacks=LACKS,
        x=about,
    )


class _Hand:
    """One hand being read."""

    def __init__(self, step: dict[str, Any], play: Play) -> None:
        self.step, self.play = step, play
        self.acts = [_act(raw) for raw in _list(step, "a")]
        start = step.get("t")
        self.start = start if type(start) is int and 0 <= start < 2**48 else None
        self.wall = _wall(step)
        self.winners: list[int] = []

    def read(self) -> WallCheck:
        """Fill the play; how the wall fits."""
        if len(self.acts) > MAX_ACTS:
            raise Unreadable("too_long", f"more than {MAX_ACTS:,} acts", 0)
        if not self.acts:
            raise Unreadable("no_deal", "there is no act in the script", 0)
        hands, first = self._dealt()
        deal = Deal(
            hand=0,
            dealer=0,
            hands=tuple(hands),
            at=self._at(0),
            carry={"deal_no": 1},
        )
        self.play.deal(deal)
        self.play.draw(0, first, at=self._at(0))
        opening = any(act == 0 for act, _, _, _ in self.acts)
        for act, seat, data, ms in self.acts:
            opening = opening and act != 0
            self._one(act, seat, data, ms, opening=opening)
        self._settle()
        return self._prove()

    def _at(self, ms: int) -> str | None:
        return None if self.start is None else moment(self.start + ms)

    def _one(self, act: int, seat: int, data: int, ms: int, *, opening: bool) -> None:
        play, at = self.play, self._at(ms)
        match act:
            case 1:
                play.flower(seat, tile_of(136 + (data >> 8 & 15)), at=at)
                self._replaced(seat, tile_of(data & 0xFF), at)
            case 2:
                drawn = None if play.drawn is None else not data >> 8 & 1
                play.discard(seat, tile_of(data & 0xFF), drawn, at=at)
            case 3 | 4 if data:
                own = self._own(act, data)
                play.claim(seat, "chow" if act == 3 else "pung", own, 0, at=at)
            case 5 if data:
                self._kong(seat, data, at)
            case 6:
                if data >> 1 == 0:
                    raise Unreadable("bad_value", "a false win (错和) is not read", 0)
                if not self.winners:
                    play.win(seat, 0, at=at)
                self.winners.append(seat)
            case 7:
                play.draw(seat, tile_of(data & 0xFF), "tail" if data >> 8 else None, at=at)
            case 8 | 9 if data == 0 and not opening:
                play.decline(seat, at=at)

    def _replaced(self, seat: int, tile: str, at: str | None) -> None:
        """The replacement of a flower, which in the opening does not end the dealer's draw."""
        given, drawn = self.play.given, self.play.drawn
        self.play.draw(seat, tile, "tail", at=at)
        if given is not None and given.seat != seat:
            self.play.given, self.play.drawn = given, drawn

    def _own(self, act: int, data: int) -> list[str]:
        given = self.play.given
        claimed = given.tile if given is not None else ""
        if act == 4:
            return [_kind(data)] * 2
        run = [tile_of(number) for number in chow(data)]
        if claimed not in run:
            raise Unreadable("inconsistent", "a chow without the tile discarded last", 0)
        run.remove(claimed)
        return run

    def _kong(self, seat: int, data: int, at: str | None) -> None:
        tile, play = _kind(data), self.play
        given = play.given
        if given is not None and given.what == "discard" and given.seat != seat:
            play.claim(seat, "exposed_kong", [tile] * 3, 0, at=at)
        elif tile in play.pungs[seat]:
            play.kong(seat, "added_kong", tile, at=at)
        else:
            play.kong(seat, "concealed_kong", tile, at=at)

    def _settle(self) -> None:
        deltas = self.step.get("s")
        told = isinstance(deltas, list) and len(deltas) == 4
        if not told or not all(type(n) is int and abs(n) < 10**6 for n in deltas or ()):
            raise Unreadable("unsettled", "the script has no four deltas (s)", 0)
        wins = []
        for seat in self.winners:
            told_of = _list(self.step, "y")
            found = told_of[seat] if seat < len(told_of) and isinstance(told_of[seat], dict) else {}
            fan = found.get("f")
            wins.append(
                Win(
                    seat=seat,
                    value=fan if type(fan) is int and 0 <= fan < 10**4 else None,
                    lines=_lines(found.get("t")),
                )
            )
        settlement = Settlement(
            hand=0,
            outcome="win" if wins else "draw",
            wins=tuple(wins),
            deltas=tuple(deltas or ()),
            totals=tuple(deltas or ()),
        )
        self.play.events.append(settlement)

    # -- the deal

    def _dealt(self) -> tuple[list[str], str]:
        """The four hands and the dealer's first draw: the wall's, or what came to light of them."""
        if self.wall:
            hands: list[list[str]] = [[], [], [], []]
            for place, tile in enumerate(self.wall[:52]):
                hands[place // 4 % 4 if place < 48 else place - 48].append(tile)
            return [MAHJONG.format(held) for held in hands], self.wall[52]
        shown = self._came_to_light()
        for seat, held in enumerate(shown):
            if len(held) > 14 - (seat > 0):
                message = f"seat {seat} plays more tiles than it was dealt and drew"
                raise Unreadable("inconsistent", message, 0)
        padded = [sorted(held, key=MAHJONG.index.__getitem__)[:13] for held in shown]
        return [" ".join([*held, *[UNKNOWN] * (13 - len(held))]) for held in padded], UNKNOWN

    def _came_to_light(self) -> list[list[str]]:
        """By seat the tiles that it showed and never drew: those it was dealt."""
        drew: list[set[int]] = [set() for _ in range(4)]
        used: list[set[int]] = [set() for _ in range(4)]
        sets: list[list[tuple[str, int]]] = [[] for _ in range(4)]
        last, punged = -1, set()
        for act, seat, data, _ in self.acts:
            match act:
                case 1:
                    used[seat].add(136 + (data >> 8 & 15))
                    drew[seat].add(data & 0xFF)
                case 2:
                    last = data & 0xFF
                    used[seat].add(last)
                case 3 if data:
                    used[seat].update(number for number in chow(data) if number // 4 != last // 4)
                case 4 if data:
                    sets[seat].append((_kind(data), 2))
                    punged.add((seat, _kind(data)))
                case 5 if data:
                    n = 1 if (seat, _kind(data)) in punged else 3 if last >= 0 else 4
                    sets[seat].append((_kind(data), n))
                case 7:
                    drew[seat].add(data & 0xFF)
                    last = -1
        for seat, told in enumerate(_list(self.step, "y")[:4]):
            shown = told.get("h") if isinstance(told, dict) else None
            held = shown.get("s") if isinstance(shown, dict) else None
            for number in held if isinstance(held, list) else ():
                if type(number) is int and number != last:
                    used[seat].add(number)
        return [_dealt(used[seat], drew[seat], sets[seat]) for seat in range(4)]

    # -- the wall

    def _prove(self) -> WallCheck:
        """Hold the wall against every draw; the deal gets it when it fits."""
        if not self.wall:
            return WallCheck(state="no seed", message="the script does not tell its wall")
        draws = [event for event in self.play.events if isinstance(event, Draw)]
        tails = [event.tile for event in draws if event.end == "tail"]
        heads = [event.tile for event in draws if event.end != "tail"]
        if heads != self.wall[52 : 52 + len(heads)]:
            message = "a tile drawn from the front is not the wall's"
            return WallCheck(state="differs", message=message)
        for wall in (self.wall, turned(self.wall, len(tails))):
            if tails == [wall[_tail(len(wall), n)] for n in range(len(tails))]:
                deal = self.play.events[0]
                assert isinstance(deal, Deal)
                self.play.events[0] = replace(deal, wall=" ".join(wall))
                return WallCheck(state="proved", draws=len(draws))
        return WallCheck(state="differs", message="a tile drawn from the back is not the wall's")


def _tail(size: int, n: int) -> int:
    """The place of the ``n``-th tile from the tail: the last stack first, its top first."""
    return size - 2 - 2 * (n // 2) + n % 2


def turned(wall: list[str], n: int) -> list[str]:
    """A wall of which ``n`` tiles were drawn one by one from the end, as stacks, top first."""
    found = list(wall)
    for i in range(0, n, 2):
        at = len(wall) - 2 - i
        found[at], found[at + 1] = found[at + 1], found[at]
    return found


def _dealt(used: set[int], drew: set[int], sets: Sequence[tuple[str, int]]) -> list[str]:
    dealt = [tile_of(number) for number in sorted(used - drew)]
    free = [tile_of(number) for number in sorted(drew - used)]
    for tile, n in sets:
        for _ in range(n):
            if tile in free:
                free.remove(tile)
            else:
                dealt.append(tile)
    return dealt


def _wall(step: dict[str, Any]) -> list[str]:
    """The wall from the first tile dealt; empty where the script does not tell it."""
    told, dice = step.get("w"), step.get("d")
    if not isinstance(told, str) or type(dice) is not int:
        return []
    try:
        numbers = list(bytes.fromhex(told))
    except ValueError:
        raise Unreadable("bad_value", "the wall (w) is not hexadecimal", 0) from None
    if sorted(numbers) != list(range(144)):
        raise Unreadable("bad_value", "the wall (w) is not the 144 tiles", 0)
    thrown = [dice >> shift & 15 for shift in (0, 4, 8, 12)]
    start = (12 - (thrown[0] + thrown[1] - 1)) % 4 * 36 + 2 * sum(thrown)
    return [tile_of(numbers[(start + n) % 144]) for n in range(144)]


def _act(raw: Any) -> tuple[int, int, int, int]:
    """Act, seat, data and milliseconds of an entry."""
    if not isinstance(raw, list) or len(raw) < 3:
        raise Unreadable("bad_value", "an act that is no three numbers", 0)
    combined, data, ms = raw[:3]
    if not all(type(n) is int and 0 <= n < 2**40 for n in (combined, data, ms)):
        raise Unreadable("bad_value", "an act that is no three numbers", 0)
    return combined & 15, combined >> 4 & 3, data, ms


def tile_of(number: int) -> str:
    """The tile that the client numbers so."""
    if 0 <= number < 136:
        return KINDS[number // 4]
    if number < 144:
        return f"{number - 135}f"
    raise Unreadable("bad_value", f"there is no tile {number}", 0)


def _kind(data: int) -> str:
    """The kind that a pung or a kong names."""
    if data & 0x3F >= len(KINDS):
        raise Unreadable("bad_value", f"there is no kind {data & 0x3F}", 0)
    return KINDS[data & 0x3F]


def chow(data: int) -> list[int]:
    """The three tiles of a chow: around its middle, each with its copy."""
    middle = (data & 0x3F) << 2
    return [middle + 4 * step + (data >> 12 + 2 * step & 3) for step in (-1, 0, 1)]


def _lines(fans: Any) -> tuple[Line, ...] | None:
    """The lines of a win: a number of 番, and in a number the amount and how often it counts."""
    found: list[Line] = []
    for number, told in fans.items() if isinstance(fans, dict) else ():
        known = number.isdecimal() and 0 < int(number) <= len(FANS) and len(number) < 4
        id = clause(FANS[int(number) - 1]) if known else None
        if id is None or type(told) is not int or not 0 < told < 2**16:
            return None
        found.append((id, (told & 0xFF) * ((told >> 8) + 1)))
    return in_order(found) if found else None


def _list(step: dict[str, Any], key: str) -> list[Any]:
    found = step.get(key)
    return found if isinstance(found, list) else []


def moment(ms: int) -> str:
    """The time ``ms`` milliseconds after 1970 began, in UTC (RFC 3339)."""
    days, rest = divmod(ms, 86_400_000)
    year = 1970
    while days >= (length := 366 if _leap(year) else 365):
        days, year = days - length, year + 1
    month = 1
    while days >= (length := _month(year, month)):
        days, month = days - length, month + 1
    seconds, fraction = divmod(rest, 1000)
    hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
    date = f"{year:04}-{month:02}-{days + 1:02}"
    return f"{date}T{hour:02}:{minute:02}:{second:02}.{fraction:03}Z"


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _month(year: int, month: int) -> int:
    if month == 2:
        return 29 if _leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31
