"""One hand of kobalab's 牌譜: its records become events, one after the other.

All seats and rows of four count from the dealer of the hand; :class:`Play` turns them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from events.formats.reading import Unreadable
from events.formats.riichi import ending, tiles, yaku
from events.formats.riichi.hand import WINDS, Hand
from events.formats.riichi.source import MAX_ACTS, array, integer, mapping, points
from events.model import Line

PLAYERS = 4
GIVERS = {"+": 1, "=": 2, "-": 3}
"""The mark behind a called tile: how many seats after the caller the giver sits."""

REASONS = {
    "荒牌平局": "exhaustive",
    "流局": "exhaustive",
    "流し満貫": "nm",
    "九種九牌": "yao9",
    "四風連打": "kaze4",
    "四家立直": "reach4",
    "四開槓": "kan4",
    "三家和": "ron3",
}

_CALL = re.compile(r"([mpsz])(\d*)(\d)([-=+])(\d*)")
_DISCARD = re.compile(r"([mpsz]\d)(_?)(\*?)")


class Play:
    """Fills a hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.wins: list[list[int] | None] = []
        self._handlers: dict[str, Callable[[dict[str, Any]], None]] = {
            "qipai": self._deal,
            "zimo": self._draw,
            "gangzimo": self._draw,
            "dapai": self._discard,
            "fulou": self._call,
            "gang": self._kong,
            "kaigang": self._dora,
            "hule": self._win,
            "pingju": self._drawn_game,
        }

    def add(self, record: object) -> None:
        """Take one record, an object with one member."""
        hand = self.hand
        fields = mapping(record, "record", hand.at)
        known = [key for key in fields if key in self._handlers]
        if len(known) != 1:
            if hand.events:
                hand.append_note("unknown", fields)
                return
            raise hand.no("no_deal", f"a hand that begins with {list(fields)!r:.60}")
        [name] = known
        if name != "qipai" and not hand.events:
            raise hand.no("no_deal", f"{name} without a deal before it")
        if name == "qipai" and hand.events:
            raise hand.no("inconsistent", "the hand is dealt a second time")
        if hand.settled or (self.wins and name != "hule"):
            raise hand.no("inconsistent", f"{name} after the hand was over")
        self._handlers[name](mapping(fields[name], name, hand.at))
        extra = {key: value for key, value in fields.items() if key != name}
        if extra:
            hand.append_note("unknown", extra)

    def finish(self) -> None:
        """The last record has been taken: settle what was won."""
        if self.wins:
            self.hand.settle("win", ending.summed(self.wins, PLAYERS))

    # -- the beginning

    def _deal(self, fields: dict[str, Any]) -> None:
        hand = self.hand
        dealer = integer(fields.get("jushu"), 0, 3, "jushu", hand.at)
        hand.dealer = dealer
        wind = integer(fields.get("zhuangfeng"), 0, 3, "zhuangfeng", hand.at)
        carry: dict[str, Any] = {"totals": self._points(fields, "defen")}
        for key, name in (("changbang", "honba"), ("lizhibang", "sticks")):
            carry[name] = integer(fields.get(key), 0, 10**4, key, hand.at)
        carry["round"] = f"{WINDS[wind]}{dealer + 1}"
        rows = array(fields.get("shoupai"), "shoupai", hand.at)
        if len(rows) != PLAYERS:
            raise hand.no("bad_value", f"{len(rows)} hands are dealt")
        hands = self._turned([tiles.kobalab(row, hand.at) for row in rows])
        hand.deal(dealer, hands, tiles.kobalab(fields.get("baopai"), hand.at), carry)

    # -- play

    def _draw(self, fields: dict[str, Any]) -> None:
        self.hand.draw(self._seat(fields), self._one(fields.get("p")))

    def _discard(self, fields: dict[str, Any]) -> None:
        hand, seat = self.hand, self._seat(fields)
        text = fields.get("p")
        found = _DISCARD.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise hand.no("bad_value", f"dapai: {text!r:.40} is no discard")
        if found[3]:
            hand.ready(seat)
        hand.discard(seat, self._one(found[1]), found[2] == "_")

    def _call(self, fields: dict[str, Any]) -> None:
        hand, seat = self.hand, self._seat(fields)
        suit, before, called, mark, after = self._meld(fields)
        own = tiles.kobalab(suit + before + after, hand.at) if before + after else []
        tile = self._one(suit + called)
        alike = len({tiles.plain(other) for other in (*own, tile)}) == 1
        act = {(2, True): "pung", (2, False): "chow", (3, True): "exposed_kong"}.get(
            (len(own), alike)
        )
        if act is None:
            raise hand.no("bad_value", f"fulou: {fields.get('m')!r:.40} is no call")
        hand.claim(seat, act, tile, own, (seat + GIVERS[mark]) % PLAYERS)

    def _kong(self, fields: dict[str, Any]) -> None:
        hand, seat = self.hand, self._seat(fields)
        text = fields.get("m")
        if isinstance(text, str) and any(mark in text for mark in GIVERS):
            suit, *_, after = self._meld(fields)
            hand.lay(seat, "added_kong", [self._one(suit + after)])
            return
        four = tiles.kobalab(text, hand.at)
        if len(four) != 4 or len({tiles.plain(tile) for tile in four}) != 1:
            raise hand.no("bad_value", f"gang: {text!r:.40} is no kong")
        hand.lay(seat, "concealed_kong", four)

    def _dora(self, fields: dict[str, Any]) -> None:
        self.hand.dora(self._one(fields.get("baopai")))

    # -- the end

    def _win(self, fields: dict[str, Any]) -> None:
        hand, seat = self.hand, self._seat(fields)
        giver = fields.get("baojia")
        if giver is not None:
            giver = self._absolute(integer(giver, 0, 3, "baojia", hand.at))
        deltas = self._points(fields, "fenpei")
        x: dict[str, Any] = {"dora": " ".join(hand.indicators), "deltas": deltas}
        if fields.get("fu") is not None:
            x["fu"] = integer(fields["fu"], 0, 10**3, "fu", hand.at)
        lines = self._lines(fields, seat, x)
        if "han" not in x and "yakuman" not in x and fields.get("fanshu") is not None:
            x["han"] = integer(fields["fanshu"], 0, 10**3, "fanshu", hand.at)
        if fields.get("fubaopai"):
            x["ura"] = " ".join(
                self._one(tile) for tile in array(fields["fubaopai"], "fubaopai", hand.at)
            )
        hand.win(
            seat,
            giver,
            value=integer(fields.get("defen"), 0, 10**9, "defen", hand.at),
            lines=lines,
            payments=ending.payments(seat, deltas),
            x=x,
        )
        self.wins.append(deltas)

    def _lines(
        self, fields: dict[str, Any], seat: int, x: dict[str, Any]
    ) -> tuple[Line, ...] | None:
        """The lines, and what ``x`` says of them; a yakuman's 飜 are written as stars."""
        hand = self.hand
        found: list[tuple[int, int]] = []
        unknown: list[Any] = []
        for entry in array(fields.get("hupai") or [], "hupai", hand.at):
            match entry:
                case {"name": str(name), "fanshu": int() | str() as fanshu}:
                    number = yaku.named(name)
                    han = ending.YAKUMAN_HAN * len(fanshu) if fanshu in ("*", "**") else fanshu
                    if number is None or not isinstance(han, int):
                        unknown.append(entry)
                        continue
                    found.append((number, han))
                    liable = GIVERS.get(str(entry.get("baojia")))
                    if liable:
                        x["pao"] = (seat + liable) % PLAYERS
                case _:
                    unknown.append(entry)
        if unknown:
            x["unknown"] = unknown
            return None
        lines = ending.lines(hand, seat, found)
        x |= ending.worth(lines)
        return lines

    def _drawn_game(self, fields: dict[str, Any]) -> None:
        hand = self.hand
        name = fields.get("name")
        reason = REASONS.get(name) if isinstance(name, str) else None
        if reason is None:
            raise hand.no("bad_value", f"pingju: {name!r:.40} is not known")
        rows = array(fields.get("shoupai") or [""] * PLAYERS, "shoupai", hand.at)
        shown = [
            seat
            for seat, row in enumerate(self._turned(rows))
            if isinstance(row, str) and row and "_" not in row
        ]
        ending.draw(hand, reason, self._points(fields, "fenpei"), shown=shown)

    # -- values

    def _absolute(self, place: int) -> int:
        """The seat that sits ``place`` seats after the dealer."""
        return (self.hand.dealer + place) % PLAYERS

    def _turned(self, row: Sequence[Any]) -> list[Any]:
        """A row that begins with the dealer, by seat."""
        if len(row) != PLAYERS:
            raise self.hand.no("bad_value", f"a row of {len(row)}, not one for each seat")
        return [row[(seat - self.hand.dealer) % PLAYERS] for seat in range(PLAYERS)]

    def _points(self, fields: dict[str, Any], key: str) -> list[int]:
        return self._turned(points(fields.get(key), PLAYERS, key, self.hand.at))

    def _seat(self, fields: dict[str, Any]) -> int:
        return self._absolute(integer(fields.get("l"), 0, 3, "l", self.hand.at))

    def _one(self, text: object) -> str:
        found = tiles.kobalab(text, self.hand.at)
        if len(found) != 1:
            raise self.hand.no("bad_value", f"{text!r:.40} is not one tile")
        return found[0]

    def _meld(self, fields: dict[str, Any]) -> tuple[str, str, str, str, str]:
        """Suit, ranks before the called tile, its rank, the giver's mark, ranks behind it."""
        text = fields.get("m")
        found = _CALL.fullmatch(text) if isinstance(text, str) else None
        if found is None:
            raise self.hand.no("bad_value", f"{text!r:.40} is no meld")
        return found[1], found[2], found[3], found[4], found[5]


def fill(hand: Hand, value: object) -> None:
    """Read the records of a hand."""
    records = array(value, "hand", hand.at)
    if len(records) > MAX_ACTS:
        raise Unreadable("too_long", f"more than {MAX_ACTS:,} records", hand.at)
    play = Play(hand)
    for record in records:
        play.add(record)
    play.finish()
