"""A whole record of 雀魂, decoded to JSON: its head, its hands, and what players did beside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any, NamedTuple

from events.formats import json_pieces
from events.formats.json_pieces import Piece
from events.formats.majsoul.play import Play
from events.formats.reading import MatchRead, Places, Unreadable, WallCheck, refused, whole
from events.formats.riichi import tables
from events.formats.riichi.hand import Hand
from events.formats.riichi.source import (
    LACKS,
    MAX_HANDS,
    Gathered,
    Opened,
    Part,
    match_event,
    opened,
)
from events.model import Close, Match, Pass, Player

NAME = "majsoul"
CLIENT = "majsoul"

_RECORD = re.compile(rb'"\.?(?:lq\.)?Record(?:NewRound|DiscardTile|DealTile)"')
_NEW_ROUND = "RecordNewRound"
_ROUND = re.compile(rb'"(?:\.lq\.)?RecordNewRound"')
MAX_PIECES = 500_000
"""Most records and inputs of a file."""
MAX_RECORDS = 20_000
"""Most records and inputs of one hand."""
_KEPT = ("start_time", "end_time", "config")
EAST = (1, 11)
"""Modes of a match of one wind; from 11 on three play."""


class _Stretch(NamedTuple):
    """The records of one hand."""

    start: int
    end: int
    pieces: list[Piece]


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The match of a record; see :mod:`events.formats.reading`."""
    source = opened(NAME, data)
    if isinstance(source, MatchRead):
        yield source
        return
    if not _RECORD.search(source.text):
        message = "there is no record of 雀魂 in it"
        yield refused(NAME, data, whole("not_this_format", message))
        return
    if len(_ROUND.findall(source.text)) > MAX_HANDS:
        yield refused(NAME, data, whole("too_large", f"more than {MAX_HANDS:,} hands"))
        return
    yield _Record(source).read()


class _Record:
    """One record being taken apart."""

    def __init__(self, source: Opened) -> None:
        self.source = source
        self.text = source.text
        self.head: dict[str, Any] = {}
        self.version: object = None
        self.pieces: list[Piece] = []
        self.cut = source.cut
        self._walk(json_pieces.begin(self.text), 0)

    def _walk(self, at: int, depth: int) -> None:
        """Find the head and the list of records, which keepers wrap differently."""
        for member in json_pieces.members(self.text, at):
            self.cut = self.cut or member.cut
            if member.key == "head":
                try:
                    value = json_pieces.decode(self.text, member)
                except Unreadable:
                    continue
                self.head = value if isinstance(value, dict) else {}
            elif member.key == "version":
                self.version = self.text[member.start : member.end].decode("utf-8", "replace")
            elif member.key in ("records", "actions"):
                records = json_pieces.elements(self.text, member.start)
                self.pieces += islice(records, MAX_PIECES + 1 - len(self.pieces))
            elif member.key in ("data", "record", "details") and depth < 4:
                self._walk(member.start, depth + 1)

    def read(self) -> MatchRead:
        """The match."""
        places = Places(self.text)
        if len(self.pieces) > MAX_PIECES:
            fault = whole("too_large", f"more than {MAX_PIECES:,} records")
            return refused(NAME, self.source.data, fault)
        first = next((self._named(p) for p in self.pieces if self._is_new_round(p)), None)
        if first is None:
            fault = places.remark("no_match", "no hand can be found in it", 0)
            return refused(NAME, self.source.data, fault)
        players = self._count(first)
        gathered = Gathered(self.source, players)
        stretches = list(self._stretches())
        for stretch in stretches:
            self._hand(gathered, stretch, last=stretch is stretches[-1])
        told = {"times"} if self._timed else set()
        if any(hand.wall and hand.wall.state == "proved" for hand in gathered.hands):
            told.add("wall")
        if any(isinstance(event, Pass) for hand in gathered.hands for event in hand.events):
            told.add("passes")
        lacks = tuple(what for what in LACKS if what not in told)
        notes = [whole("not_closed", "the record ends early")] if self.cut else []
        return gathered.match(self._match(players), self._close(players), notes, lacks)

    @property
    def _timed(self) -> bool:
        return self.version is not None and isinstance(self.head.get("start_time"), int)

    def _is_new_round(self, piece: Piece) -> bool:
        return _ROUND.search(self.text, piece.start, piece.end) is not None

    def _stretches(self) -> Iterator[_Stretch]:
        """The records from each deal to the next; those before the first deal are no hand's."""
        begun: list[Piece] = []
        for piece in self.pieces:
            if self._is_new_round(piece):
                if begun:
                    yield _Stretch(begun[0].start, piece.start, begun)
                begun = [piece]
            elif begun:
                begun.append(piece)
        if begun:
            yield _Stretch(begun[0].start, begun[-1].end, begun)

    def _named(self, piece: Piece) -> tuple[str, dict[str, Any], dict[str, Any]]:
        """A record's name and fields, and what is round it (``passed``, a player's input)."""
        try:
            value = json_pieces.decode(self.text, piece)
        except Unreadable:
            return "", {}, {}
        return _taken_apart(value)

    def _hand(self, gathered: Gathered, stretch: _Stretch, *, last: bool) -> None:
        def filled(hand: Hand) -> WallCheck | None:
            if len(stretch.pieces) > MAX_RECORDS:
                raise Unreadable("too_long", f"more than {MAX_RECORDS:,} records", stretch.start)
            play = Play(hand)
            for piece in stretch.pieces:
                if piece.cut:
                    break
                hand.at = piece.start
                name, fields, around = _taken_apart(json_pieces.decode(self.text, piece))
                hand.when = self._time(around)
                if name:
                    play.add(name, fields)
                elif isinstance(around.get("user_input"), dict):
                    play.input(around["user_input"])
            return play.finish()

        gathered.add(Part(stretch.start, stretch.end, filled, self.cut and last))

    def _time(self, around: dict[str, Any]) -> str | None:
        """When a record was made: ``passed`` milliseconds after the start."""
        passed = around.get("passed")
        start = self.head.get("start_time")
        if not isinstance(passed, int) or not isinstance(start, int):
            return None
        if not 0 <= passed < 10**9 or not 0 <= start < 2**33:
            return None
        at = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=start, milliseconds=passed)
        return at.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _count(self, first: tuple[str, dict[str, Any], dict[str, Any]]) -> int:
        scores = first[1].get("scores")
        return 3 if isinstance(scores, list) and len(scores) == 3 else 4

    def _match(self, players: int) -> Match:
        names = [f"CPU{seat}" for seat in range(players)]
        about: list[dict[str, Any]] = [{} for _ in range(players)]
        for account in self._list("accounts"):
            seat = account.get("seat", 0)
            if isinstance(seat, int) and 0 <= seat < players:
                names[seat] = str(account.get("nickname", names[seat]))
                about[seat] = {k: account[k] for k in ("level", "level3") if k in account}
        config = self.head.get("config")
        options: dict[str, Any] = _options(config if isinstance(config, dict) else {}, players)
        uuid = self.head.get("uuid")
        x: dict[str, Any] = {key: self.head[key] for key in _KEPT if key in self.head}
        if self.version is not None:
            x["version"] = self.version
        seats = [
            Player(id=name, name=name, x=more or None)
            for name, more in zip(names, about, strict=True)
        ]
        ref = uuid if isinstance(uuid, str) else None
        return match_event(self.source, CLIENT, NAME, seats, options, ref, x)

    def _list(self, key: str) -> list[dict[str, Any]]:
        values = self.head.get(key)
        return [v for v in values if isinstance(v, dict)] if isinstance(values, list) else []

    def _close(self, players: int) -> Close | None:
        """Final points, and the final score in points, from the head."""
        result = self.head.get("result")
        rows = result.get("players") if isinstance(result, dict) else None
        if self.cut or not isinstance(rows, list) or len(rows) != players:
            return None
        totals, final = [0] * players, [0] * players
        for row in rows:
            match row:
                case {"total_point": int(total), "part_point_1": int(points)}:
                    seat = row.get("seat", 0)
                    if not isinstance(seat, int) or not 0 <= seat < players:
                        return None
                    totals[seat], final[seat] = points, total
                case _:
                    return None
        if any(abs(n) > 10**9 for n in (*totals, *final)):
            return None
        return Close(totals=tuple(totals), final=tuple(final))


def _taken_apart(value: object) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A record's name, its fields, and what is round it; no name for what is no record.

    Version 0 has the records themselves, version 210715 wraps them in ``result``.
    """
    if not isinstance(value, dict):
        return "", {}, {}
    record = value.get("result", value)
    if not isinstance(record, dict) or not isinstance(record.get("name"), str):
        return "", {}, value
    fields = record.get("data")
    return record["name"].rpartition(".")[2], fields if isinstance(fields, dict) else {}, value


def _options(config: dict[str, Any], players: int) -> dict[str, Any]:
    """The table: its mode, and the rules of a table of friends."""
    chosen: dict[str, Any] = dict(tables.MAJSOUL)
    if players == 3:
        chosen["players"] = 3
    mode = config.get("mode")
    mode = mode if isinstance(mode, dict) else {}
    if mode.get("mode") in EAST:
        chosen["length"] = "east"
    rule = mode.get("detail_rule")
    rule = rule if isinstance(rule, dict) else {}
    if rule.get("dora_count") == 0:
        chosen["red_fives"] = False
    if rule.get("shiduan") == 0:
        chosen["open_tanyao"] = False
    if rule.get("guyi_mode") == 1:
        chosen["renhou"] = "yakuman"
    target = rule.get("fandian")
    if isinstance(target, int) and 0 < target < 10**7:
        chosen["target"] = target
    return chosen
