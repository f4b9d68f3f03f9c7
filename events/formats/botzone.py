"""A match of Botzone's Chinese-Standard-Mahjong: JSON of the judge's records and the answers.

The file is an array of records, or an object that holds one under ``logs``. Records of the judge
(``output``) tell what happened in ``output.display``; between them stand the four seats' answers.
How a match becomes events of the game ``mcr``:

- ``options``: no flowers, a wall in quarters, ``errors`` = ``end``, the wind of ``quan`` as
  ``first_wind``, one deal. Seat 0 is east and deals.
- ``CHI`` and ``PENG`` tell the claim and the discard that follows it; what was claimed is the
  discard before. ``GANG`` is a concealed kong on an own draw and an exposed one on a discard.
- An answer that wanted a tile and did not get it stands under ``x.beaten`` of the act that did.
- The wall of ``initdata.walltiles`` (34 tiles a seat, drawn from the end) stands in the deal if
  all that was dealt and drawn came from it.
- ``HU`` brings lines, 番 and deltas. ``WH``, a win that does not stand, is the claim and a
  settlement by MC-X3; ``WA`` and any other code of an answer that ended the match is the
  settlement alone, with the code and the answer under ``x``.

It tells no passes but by silence, and no time of day. Matches with flowers are not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from events.formats import json_pieces
from events.formats.json_pieces import Piece
from events.formats.mcr import (
    Play,
    Told,
    clause,
    in_order,
    one_hand,
    options,
    run_around,
    tile_of,
)
from events.formats.reading import (
    Format,
    MatchRead,
    Places,
    Remark,
    Unreadable,
    WallCheck,
    refused,
    whole,
)
from events.formats.riichi.source import Opened, opened
from events.model import Deal, Draw, Line, Player, Settlement, Win
from events.tiles import MAHJONG

NAME = "botzone"
LACKS = ("times", "passes")
MAX_RECORDS = 4_000
PART = 34
"""Tiles of the wall that are one seat's."""

_LOOKS = re.compile(rb'\s*[\[{].*?"display"\s*:\s*\{', re.DOTALL)
_KNOWN = re.compile(rb'"action"\s*:\s*"(?:INIT|DEAL|DRAW|PLAY)"')
_WANTS = {"HU": "win", "PENG": "pung", "GANG": "exposed_kong", "CHI": "chow"}


def looks_like(head: bytes) -> bool:
    """JSON with the judge's ``display`` of an action in it."""
    return _LOOKS.match(head) is not None and _KNOWN.search(head) is not None


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The match in a file; see :mod:`events.formats.reading`."""
    source = opened(NAME, data)
    if isinstance(source, MatchRead):
        yield source
        return
    array, head = _array(source.text)
    if array is None:
        yield refused(NAME, data, whole("not_this_format", "there is no array of records in it"))
        return
    yield _Match(source, array, head, name).read()


FORMAT = Format(name=NAME, suffixes=(".botzone.json",), looks_like=looks_like, read=read)


def _array(text: bytes) -> tuple[int | None, dict[str, Any]]:
    """Where the array of records begins, and the other members of the object around it."""
    at = json_pieces.begin(text)
    if text[at : at + 1] == b"[":
        return at, {}
    found, head = None, {}
    for member in json_pieces.members(text, at):
        if member.key in ("logs", "log"):
            found = member.start if text[member.start : member.start + 1] == b"[" else found
        elif member.end - member.start < 2**16:
            try:
                head[member.key] = json_pieces.decode(text, member)
            except Unreadable:
                continue
    return found, head


class _Match:
    """One match being read, record by record."""

    def __init__(self, source: Opened, array: int, head: dict[str, Any], name: str) -> None:
        self.source, self.array, self.head = source, array, head
        self.play = Play(1)
        self.quan: int | None = None
        self.init: dict[str, Any] = _dict(head.get("initdata"))
        self.answers: dict[str, Any] = {}
        self.over = False
        id = head.get("_id") or head.get("id")
        self.ref = id if isinstance(id, str) else re.sub(r"\.\w+$", "", name.split("/")[-1]) or None

    def read(self) -> MatchRead:
        """The match: its event, its hand, its close."""
        fault = self._records()
        if self.quan is None and isinstance(self.init.get("quan"), int):
            self.quan = self.init["quan"]
        quan = self.quan
        if quan is None or quan not in range(4):
            message = "the wind of the round (quan) is missing"
            place = fault.offset if fault is not None else self.array
            code = fault.code if fault is not None else "no_match"
            places = Places(self.source.text)
            return refused(NAME, self.source.data, places.remark(code, message, place))
        wall, notes = self._wall()
        told = Told(
            format=NAME,
            client="botzone",
            ref=self.ref,
            players=tuple(Player(id=f"{self.ref or 'botzone'}-{seat}") for seat in range(4)),
            options=options(quan, flowers=False, wall="quarters", errors="end"),
            lacks=LACKS if wall.state == "proved" else (*LACKS, "wall"),
            x={"srand": str(self.init["srand"])} if "srand" in self.init else None,
        )
        notes = [*self.source.notes, *notes]
        text = self.source.text
        return one_hand(told, self.source.data, text, self.play, fault, notes, wall)

    def _records(self) -> Unreadable | None:
        """Read every record; why the hand is not whole, if it is not."""
        count, end, torn = 0, self.array + 1, False
        try:
            for piece in json_pieces.elements(self.source.text, self.array):
                count, end, torn = count + 1, piece.end, piece.cut
                if count > MAX_RECORDS:
                    raise Unreadable("too_long", f"more than {MAX_RECORDS:,} records", piece.start)
                self._record(json_pieces.decode(self.source.text, piece), piece)
        except Unreadable as error:
            return error
        if self.over:
            return None
        closed = json_pieces.begin(self.source.text, end)
        if torn or self.source.text[closed : closed + 1] != b"]":
            return Unreadable("cut", "the file ends in the middle of the match", end)
        return Unreadable("unsettled", "the match has no end", end)

    def _record(self, record: Any, piece: Piece) -> None:
        if not isinstance(record, dict):
            raise Unreadable("bad_value", "a record that is no object", piece.start)
        if "output" not in record:
            self.answers = record
            return
        output = _dict(record["output"])
        self.init = self.init or _dict(output.get("initdata"))
        display = _dict(output.get("display"))
        if self.over:
            raise Unreadable("inconsistent", "a record after the end of the match", piece.start)
        self._display(display, piece.start)

    def _display(self, display: dict[str, Any], at: int) -> None:
        action = display.get("action")
        if action is None or action == "INIT":
            if isinstance(display.get("quan"), int):
                self.quan = display["quan"]
            return
        if action == "DEAL":
            self._deal(display.get("hand"), at)
            return
        if not self.play.events:
            raise Unreadable("no_deal", f"{action} before the hands are dealt", at)
        beaten = self._beaten(display)
        before = len(self.play.events)
        self._act(str(action), display, at)
        for each in beaten if before < len(self.play.events) else ():
            event = self.play.events[before]
            kept = {**(event.x or {}), "beaten": [*((event.x or {}).get("beaten") or []), each]}
            self.play.events[before] = replace(event, x=kept)

    def _act(self, action: str, display: dict[str, Any], at: int) -> None:
        play = self.play
        if action == "HUANG":
            self._settle(Settlement(hand=0, outcome="draw", wins=()), (0, 0, 0, 0), None)
            return
        seat = _seat(display, at)
        if action not in ("DRAW", "PLAY", "CHI", "PENG", "GANG", "BUGANG", "HU", "BUHUA"):
            self._error(action, seat, display, at)
            return
        if action == "HU":
            self._win(seat, display, at)
            return
        tile = tile_of(str(display.get("tile")), at)
        match action:
            case "DRAW":
                play.draw(seat, tile)
            case "PLAY":
                play.discard(seat, tile)
            case "CHI":
                given = play.open("discard", seat, "chow", at)
                middle = tile_of(str(display.get("tileCHI")), at)
                play.claim(seat, "chow", run_around(middle, given.tile, at), at)
                play.discard(seat, tile)
            case "PENG":
                given = play.open("discard", seat, "pung", at)
                play.claim(seat, "pung", [given.tile] * 2, at)
                play.discard(seat, tile)
            case "GANG":
                self._kong(seat, tile, at)
            case "BUGANG":
                play.kong(seat, "added_kong", tile)
            case _:
                raise Unreadable("bad_value", "matches with flowers are not read", at)

    def _kong(self, seat: int, tile: str, at: int) -> None:
        given = self.play.given
        if given is not None and given.what == "draw" and given.seat == seat:
            self.play.kong(seat, "concealed_kong", tile)
            return
        given = self.play.open("discard", seat, "exposed_kong", at)
        self.play.claim(seat, "exposed_kong", [given.tile] * 3, at)

    def _deal(self, hand: Any, at: int) -> None:
        hands = [hand.get(str(seat)) for seat in range(4)] if isinstance(hand, dict) else hand
        if self.play.events or not isinstance(hands, list) or len(hands) != 4:
            raise Unreadable("bad_value", "a deal that is no four hands, or a second one", at)
        dealt = []
        for seat, held in enumerate(hands):
            if not isinstance(held, list) or len(held) != 13:
                raise Unreadable("bad_value", f"seat {seat} is not dealt 13 tiles", at)
            dealt.append(MAHJONG.format(tile_of(str(code), at) for code in held))
        self.play.deal(Deal(hand=0, dealer=0, hands=tuple(dealt), carry={"deal_no": 1}))

    def _beaten(self, display: dict[str, Any]) -> list[dict[str, Any]]:
        """Answers that wanted the open tile and did not get it."""
        given, found = self.play.given, []
        if given is None or given.what not in ("discard", "added_kong"):
            return []
        for seat in range(4):
            answer = str(_dict(self.answers.get(str(seat))).get("response") or "").split()
            if answer and answer[0] in _WANTS and seat not in (given.seat, display.get("player")):
                found.append({"seat": seat, "act": _WANTS[answer[0]]})
        return found

    def _win(self, seat: int, display: dict[str, Any], at: int) -> None:
        given = self.play.win(seat, at)
        value = display.get("fanCnt")
        win = Win(
            seat=seat,
            tile=given.tile,
            value=value if type(value) is int and 0 <= value < 10**4 else None,
            lines=_lines(display.get("fan")),
        )
        deltas = _score(display, at)
        self._settle(Settlement(hand=0, outcome="win", wins=(win,)), deltas, None)

    def _error(self, code: str, seat: int, display: dict[str, Any], at: int) -> None:
        """MC-X3: an answer that no rule allows ended the match."""
        deltas = _score(display, at)
        if code == "WH":
            self.play.win(seat, at)
        answer = _dict(self.answers.get(str(seat)))
        told = {key: str(answer[key]) for key in ("verdict", "response") if key in answer}
        lines = tuple((("MC-X3", points),) for points in deltas)
        settlement = Settlement(hand=0, outcome="draw", wins=(), seat_lines=lines)
        x: dict[str, Any] = {"error": code, "seat": seat}
        self._settle(settlement, deltas, x | told)

    def _settle(
        self, settlement: Settlement, deltas: tuple[int, ...], x: dict[str, Any] | None
    ) -> None:
        self.over = True
        self.play.events.append(replace(settlement, deltas=deltas, totals=deltas, x=x))

    # -- the wall

    def _wall(self) -> tuple[WallCheck, list[Remark]]:
        """Hold the wall against what was dealt and drawn; the deal gets it when it fits."""
        told = self.init.get("walltiles")
        tiles = told.split() if isinstance(told, str) else told
        if not isinstance(tiles, list) or not self.play.events:
            return WallCheck(state="no seed", message="the match does not tell its wall"), []
        parts, problem = _parts(tiles)
        draws = 0
        if not problem:
            draws, problem = self._agrees(parts)
        if problem:
            note = whole("wall_differs", f"{problem}; the wall is left out")
            return WallCheck(state="differs", draws=draws, message=problem), [note]
        deal = self.play.events[0]
        assert isinstance(deal, Deal)
        wall = [tile for part in parts for tile in part[:13]]
        wall += [tile for part in parts for tile in part[13:]]
        self.play.events[0] = replace(deal, wall=" ".join(wall))
        return WallCheck(state="proved", draws=draws), []

    def _agrees(self, parts: list[list[str]]) -> tuple[int, str]:
        """How many draws came from the wall, and the first that did not."""
        deal = self.play.events[0]
        assert isinstance(deal, Deal)
        for seat, text in enumerate(deal.hands):
            if MAHJONG.format(parts[seat][:13]) != text:
                return 0, f"seat {seat} was dealt other tiles than the wall has"
        drawn = [0] * 4
        for event in self.play.events:
            if isinstance(event, Draw):
                at = 13 + drawn[event.seat]
                if at >= PART or parts[event.seat][at] != event.tile:
                    return sum(drawn), f"draw {drawn[event.seat] + 1} of seat {event.seat} differs"
                drawn[event.seat] += 1
        return sum(drawn), ""


def _parts(tiles: list[Any]) -> tuple[list[list[str]], str]:
    """The seats' parts of the wall in drawing order, or what is wrong with the wall."""
    if len(tiles) != 4 * PART:
        return [], f"the wall has {len(tiles)} tiles, not {4 * PART}"
    try:
        named = [tile_of(str(code), 0) for code in tiles]
    except Unreadable as error:
        return [], error.message
    return [named[PART * seat : PART * (seat + 1)][::-1] for seat in range(4)], ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _seat(display: dict[str, Any], at: int) -> int:
    seat = display.get("player")
    if type(seat) is not int or not 0 <= seat < 4:
        raise Unreadable("bad_value", "the player of an act is no seat", at)
    return seat


def _score(display: dict[str, Any], at: int) -> tuple[int, ...]:
    score = display.get("score")
    if isinstance(score, dict):
        score = [score.get(str(seat)) for seat in range(4)]
    if not isinstance(score, list) or len(score) != 4:
        raise Unreadable("bad_value", "the score is no four numbers", at)
    if not all(type(points) is int and abs(points) < 10**6 for points in score):
        raise Unreadable("bad_value", "the score is no four numbers", at)
    return tuple(score)


def _lines(fans: Any) -> tuple[Line, ...] | None:
    """The lines of a win; ``None`` where a name or number cannot be read."""
    found: list[Line] = []
    for fan in fans if isinstance(fans, list) else ():
        name, value, times = (_dict(fan).get(key) for key in ("name", "value", "cnt"))
        id = clause(str(name))
        if id is None or type(value) is not int or type(times) is not int:
            return None
        if not 0 < value * times < 10**4:
            return None
        found.append((id, value * times))
    return in_order(found) if found else None
