"""One hand of mjai: its lines become events, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.formats.reading import Unreadable
from events.formats.riichi import ending, tiles, yaku
from events.formats.riichi.hand import STICK, WINDS, Hand
from events.formats.riichi.source import array, integer, points
from events.model import Deal, Line
from events.tiles import UNKNOWN

IGNORED = frozenset({"type", "meta", "logs"})
"""What bots and reviewers add to any line; it is no part of the game."""

FIELDS: dict[str, frozenset[str]] = {
    "start_kyoku": frozenset(
        ("bakaze", "kyoku", "honba", "kyotaku", "oya", "dora_marker", "tehais", "scores")
    ),
    "haipai": frozenset(("actor", "pais")),
    "tsumo": frozenset(("actor", "pai")),
    "dahai": frozenset(("actor", "pai", "tsumogiri")),
    **dict.fromkeys(("chi", "pon", "daiminkan"), frozenset(("actor", "target", "pai", "consumed"))),
    "kakan": frozenset(("actor", "pai", "consumed")),
    "ankan": frozenset(("actor", "consumed")),
    "kita": frozenset(("actor", "pai")),
    "nukidora": frozenset(("actor", "pai")),
    "dora": frozenset(("dora_marker",)),
    "reach": frozenset(("actor",)),
    "reach_accepted": frozenset(("actor", "deltas", "scores")),
    "hora": frozenset(
        (
            *("actor", "target", "pai", "uradora_markers", "uradora_marker", "ura_markers"),
            *("hora_tehais", "yakus", "fu", "fan", "hora_points", "deltas", "scores"),
        )
    ),
    "ryukyoku": frozenset(("reason", "tehais", "tenpais", "deltas", "scores", "actor")),
    "end_kyoku": frozenset(),
}
"""The lines that a hand is made of, and their fields over all dialects."""

REASONS = {
    "fanpai": "exhaustive",
    "howanpai": "exhaustive",
    "nagashimangan": "nm",
    "kyushukyuhai": "yao9",
    "suchareach": "reach4",
    "suchariichi": "reach4",
    "suuchariichi": "reach4",
    "sanchaho": "ron3",
    "sukaikan": "kan4",
    "suukaikan": "kan4",
    "sukansanra": "kan4",
    "suufonrenta": "kaze4",
    "sufonrenta": "kaze4",
}
"""Why a hand was drawn."""

CALLS = {"chi": "chow", "pon": "pung", "daiminkan": "exposed_kong"}


class Act(NamedTuple):
    """A line of a hand and where it stands."""

    fields: dict[str, Any]
    offset: int

    @property
    def type(self) -> str:
        """What kind of line it is."""
        return str(self.fields.get("type"))


class Before(NamedTuple):
    """What a hand needs to know of the one before it, where its own first line lacks it."""

    totals: list[int] | None = None
    round: int = -1


class Play:
    """Fills a hand. ``before``: how the hand before it ended."""

    def __init__(self, hand: Hand, before: Before) -> None:
        self.hand = hand
        self.before = before
        self.wins: list[list[int] | None] = []
        self._waiting: dict[str, Any] | None = None
        self._hands: dict[int, list[str]] = {}
        self._totals: list[int] | None = None
        self._handlers: dict[str, Callable[[dict[str, Any]], None]] = {
            "start_kyoku": self._start,
            "haipai": self._haipai,
            "tsumo": self._tsumo,
            "dahai": self._dahai,
            "chi": self._call,
            "pon": self._call,
            "daiminkan": self._call,
            "kakan": self._kong,
            "ankan": self._kong,
            "kita": self._kita,
            "nukidora": self._kita,
            "dora": self._dora,
            "reach": lambda line: self.hand.ready(self._actor(line)),
            "reach_accepted": self._accepted,
            "hora": self._hora,
            "ryukyoku": self._ryukyoku,
        }

    def add(self, act: Act) -> None:
        """Take one line."""
        hand = self.hand
        hand.at = act.offset
        kind = act.type
        handler = self._handlers.get(kind)
        if handler is not None:
            if kind not in ("start_kyoku", "haipai") and not hand.events:
                raise hand.no("no_deal", f"{kind} without a deal before it")
            if hand.settled:
                raise hand.no("inconsistent", f"{kind} after the hand was drawn")
            if self.wins and kind != "hora":
                raise hand.no("inconsistent", f"{kind} after a win")
            handler(act.fields)
        known = FIELDS.get(kind)
        extra = act.fields.keys() - (known or frozenset()) - IGNORED
        if (known is None or extra) and hand.events:
            kept = act.fields if known is None else {key: act.fields[key] for key in extra}
            hand.append_note(
                "unknown", {k: v for k, v in kept.items() if k not in IGNORED - {"type"}}
            )

    def finish(self) -> None:
        """The last line has been taken: settle what was won."""
        if self.wins:
            deltas = ending.summed(self.wins, self.hand.players)
            self.hand.settle("win", deltas, self._totals)
        self._begin_points()

    # -- the beginning

    def _start(self, line: dict[str, Any]) -> None:
        hand = self.hand
        if hand.events or self._waiting is not None:
            raise hand.no("inconsistent", "the hand begins a second time")
        if "tehais" not in line:
            self._waiting = line
            return
        rows = array(line["tehais"], "tehais", hand.at)
        self._deal(line, [self._tiles(row) for row in rows[: hand.players]])

    def _haipai(self, line: dict[str, Any]) -> None:
        hand = self.hand
        if self._waiting is None:
            raise hand.no("no_deal", "haipai without a start_kyoku before it")
        self._hands[self._actor(line)] = self._tiles(line.get("pais"))
        if len(self._hands) == hand.players:
            self._deal(self._waiting, [self._hands[seat] for seat in range(hand.players)])

    def _deal(self, line: dict[str, Any], hands: list[list[str]]) -> None:
        hand = self.hand
        self._waiting = None
        hands = [row[:13] if len(row) == 14 else row for row in hands]
        dealer = integer(line.get("oya", 0), 0, hand.players - 1, "oya", hand.at)
        carry: dict[str, Any] = {}
        if line.get("scores") is not None:
            carry["totals"] = points(line["scores"], hand.players, "scores", hand.at)
        elif self.before.totals is not None:
            carry["totals"] = self.before.totals
        for key, name in (("honba", "honba"), ("kyotaku", "sticks")):
            if key in line:
                carry[name] = integer(line[key], 0, 10**4, key, hand.at)
        if "bakaze" in line:
            wind = line["bakaze"]
            if not isinstance(wind, str) or wind not in WINDS or not wind:
                raise hand.no("bad_value", f"bakaze {wind!r:.40} is no wind")
            kyoku = integer(line.get("kyoku", dealer + 1), 1, 4, "kyoku", hand.at)
            carry["round"] = f"{wind}{kyoku}"
        marker = line.get("dora_marker")
        indicators = [] if marker is None else [tiles.mjai(marker, hand.at)]
        hand.deal(dealer, hands, indicators, carry)

    def _begin_points(self) -> None:
        """Points at the beginning, worked out from the end where no line before tells them."""
        hand = self.hand
        if not hand.settled or not hand.points:
            return
        deal, settlement = hand.events[0], hand.events[-1]
        deltas = getattr(settlement, "deltas", None)
        if isinstance(deal, Deal) and "totals" not in (deal.carry or {}) and deltas is not None:
            totals = [
                after - delta + STICK * hand.staked.count(seat)
                for seat, (after, delta) in enumerate(zip(hand.points, deltas, strict=True))
            ]
            hand.events[0] = replace(deal, carry={**(deal.carry or {}), "totals": totals})

    # -- play

    def _tsumo(self, line: dict[str, Any]) -> None:
        self.hand.draw(self._actor(line), self._tile(line, "pai"))

    def _dahai(self, line: dict[str, Any]) -> None:
        drawn = line.get("tsumogiri")
        if drawn is not None and not isinstance(drawn, bool):
            raise self.hand.no("bad_value", f"tsumogiri: {drawn!r:.40} is not true or false")
        self.hand.discard(self._actor(line), self._tile(line, "pai"), drawn)

    def _call(self, line: dict[str, Any]) -> None:
        hand = self.hand
        target = integer(line.get("target"), 0, hand.players - 1, "target", hand.at)
        act = CALLS[line["type"]]
        own = self._tiles(line.get("consumed"))
        if len(own) != (3 if act == "exposed_kong" else 2):
            raise hand.no("bad_value", f"{line['type']} with {len(own)} tiles of the hand")
        hand.claim(self._actor(line), act, self._tile(line, "pai"), own, target)

    def _kong(self, line: dict[str, Any]) -> None:
        if line["type"] == "kakan":
            self.hand.lay(self._actor(line), "added_kong", [self._tile(line, "pai")])
            return
        four = self._tiles(line.get("consumed"))
        if len(four) != 4:
            raise self.hand.no("bad_value", f"ankan with {len(four)} tiles")
        self.hand.lay(self._actor(line), "concealed_kong", four)

    def _kita(self, line: dict[str, Any]) -> None:
        self.hand.lay(self._actor(line), "kita", ["N"])

    def _dora(self, line: dict[str, Any]) -> None:
        self.hand.dora(self._tile(line, "dora_marker"))

    def _accepted(self, line: dict[str, Any]) -> None:
        hand = self.hand
        seat = self._actor(line)
        given = hand.given
        if given is None or (given.act, given.seat) != ("discard", seat) or seat in hand.staked:
            raise hand.no("inconsistent", f"seat {seat} pays for a riichi it has not just declared")
        hand.stake()
        if seat not in hand.staked:
            raise hand.no("inconsistent", f"seat {seat} pays for a riichi it has not just declared")
        if line.get("scores") is not None:
            hand.points = points(line["scores"], hand.players, "scores", hand.at)
            hand.note("totals", list(hand.points))

    # -- the end

    def _hora(self, line: dict[str, Any]) -> None:
        hand = self.hand
        seat = self._actor(line)
        target = integer(line.get("target", seat), 0, hand.players - 1, "target", hand.at)
        deltas = self._points(line, "deltas")
        x: dict[str, Any] = {"dora": " ".join(hand.indicators)}
        fu, han = line.get("fu"), line.get("fan")
        if fu is not None:
            x["fu"] = integer(fu, 0, 10**3, "fu", hand.at)
        lines = self._lines(line, seat, x)
        if "han" not in x and "yakuman" not in x and han is not None:
            x["han"] = integer(han, 0, 10**3, "fan", hand.at)
        ura = next((line[k] for k in ("ura_markers", "uradora_markers") if line.get(k)), None)
        if ura is None and line.get("uradora_marker") is not None:
            ura = [line["uradora_marker"]]
        if ura:
            x["ura"] = " ".join(self._tiles(ura))
        if deltas is not None:
            x["deltas"] = deltas
        value = line.get("hora_points")
        hand.win(
            seat,
            target if target != seat else None,
            value=integer(value, 0, 10**9, "hora_points", hand.at) if value is not None else None,
            lines=lines,
            payments=ending.payments(seat, deltas) if deltas is not None else None,
            x=x,
        )
        self.wins.append(deltas)
        self._totals = self._points(line, "scores")

    def _lines(self, line: dict[str, Any], seat: int, x: dict[str, Any]) -> tuple[Line, ...] | None:
        """The lines, and what ``x`` says of them; None where the source has no yaku."""
        hand = self.hand
        if not line.get("yakus"):
            return None
        found: list[tuple[int, int]] = []
        unknown: list[Any] = []
        for pair in array(line["yakus"], "yakus", hand.at):
            match pair:
                case [str(name), int(han)] if name in yaku.MJAI and 0 <= han < 10**4:
                    number = yaku.MJAI[name]
                    # Some dialects count a yakuman as a hundred han.
                    yakuman = yaku.is_yakuman(number) and han >= 13
                    found.append(
                        (number, ending.YAKUMAN_HAN * max(1, han // 100))
                        if yakuman
                        else (number, han)
                    )
                case _:
                    unknown.append(pair)
        if unknown:
            x["unknown"] = unknown
            return None
        lines = ending.lines(hand, seat, found)
        x |= ending.worth(lines)
        return lines

    def _ryukyoku(self, line: dict[str, Any]) -> None:
        hand = self.hand
        deltas = self._points(line, "deltas")
        totals = self._points(line, "scores")
        given = line.get("reason")
        reason = REASONS.get(given) if isinstance(given, str) else None
        if reason is None:
            reason = ending.reason(hand, deltas)
        shown: list[int] = []
        rows = line.get("tehais")
        if isinstance(rows, list):
            shown = [
                seat
                for seat, row in enumerate(rows[: hand.players])
                if isinstance(row, list) and row and UNKNOWN not in row
            ]
        ending.draw(hand, reason, deltas, totals, shown)
        if given is not None and REASONS.get(given) is None:
            hand.append_note("unknown", {"reason": given})

    # -- values

    def _actor(self, line: dict[str, Any]) -> int:
        return integer(line.get("actor"), 0, self.hand.players - 1, "actor", self.hand.at)

    def _tile(self, line: dict[str, Any], key: str) -> str:
        return tiles.mjai(line.get(key), self.hand.at)

    def _tiles(self, value: object) -> list[str]:
        return [tiles.mjai(tile, self.hand.at) for tile in array(value, "tiles", self.hand.at)]

    def _points(self, line: dict[str, Any], key: str) -> list[int] | None:
        if line.get(key) is None:
            return None
        return points(line[key], self.hand.players, key, self.hand.at)


def fill(hand: Hand, acts: list[Act], before: Before) -> None:
    """Read the lines of a hand."""
    play = Play(hand, before)
    for act in acts:
        if act.fields.get("type") is None:
            raise Unreadable("bad_line", "a line without a type", act.offset)
        play.add(act)
    play.finish()
