"""The text of the IJCAI Mahjong AI Competition: Botzone matches of 国标麻将, one hand each.

A file holds many matches, one after the other, one act a line; CRLF or LF, the last line with or
without its end. How a match becomes events of the game ``mcr``:

- ``options``: no flowers, a wall in quarters (Botzone deals so), the wind of the ``Wind`` line as
  ``first_wind``, one deal. Seat 0 is east and deals.
- ``Chi X`` names the middle of the chow; what was claimed is the discard before it. A ``Hu``
  straight after ``BuGang`` robs the kong.
- ``Ignore Player k …`` is a claim that was beaten: under ``x.beaten`` of the act that it stands
  behind.
- The names of the 番 become ``lines`` where every one can be read, in UTF-8 or GB18030; otherwise
  the text stays under ``x.fans`` of the win, and the number of 番 is compared alone.
- ``Score`` gives ``deltas`` and, the match being one hand, ``totals``.

It tells no times, no passes, no wall, and no copies of tiles: whether a discard was the tile just
drawn is left out where the hand held another one like it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from events.formats.content import MAX_LINES, unpack
from events.formats.mcr import (
    GAME,
    RULES,
    Play,
    clause,
    in_order,
    options,
    run_around,
    tile_of,
    worth,
)
from events.formats.reading import (
    Format,
    HandRead,
    MatchRead,
    Places,
    Remark,
    State,
    Unreadable,
    refused,
    whole,
)
from events.model import RECORD_VERSION, Close, Deal, Line, Match, Player, Settlement, Source, Win
from events.tiles import MAHJONG

NAME = "ijcai"
LACKS = ("times", "passes", "wall")
MAX_HAND_LINES = 2_000

_MATCH = re.compile(rb"^Match[ \t]+(\S{1,64})[ \t]*\r?$", re.MULTILINE)
_LOOKS = re.compile(rb"\s*Match[ \t]+\S{1,64}[ \t]*\r?\n\s*(?:Wind|Player|$)")
_WIND = re.compile(rb"Wind\s+([0-3])", re.IGNORECASE)
_ACT = re.compile(
    rb"Player\s+([0-3])\s+(Deal|Draw|Play|Chi|Peng|Gang|AnGang|BuGang|Hu)"
    rb"((?:\s+[A-Z][1-9])+)((?:\s+Ignore\s+Player\s+[0-3]\s+(?:CHI|PENG|GANG|HU)\s+[A-Z][1-9])*)",
    re.IGNORECASE,
)
_IGNORED = re.compile(rb"Player\s+([0-3])\s+(CHI|PENG|GANG|HU)\s+([A-Z][1-9])", re.IGNORECASE)
_FAN = re.compile(rb"Fan\s+(\d{1,4})(?:\s+(.*))?", re.IGNORECASE | re.DOTALL)
_SCORE = re.compile(rb"Score((?:\s+-?\d{1,6}){4})", re.IGNORECASE)
_ACTS = {b"chi": "chow", b"peng": "pung", b"gang": "exposed_kong", b"hu": "win"}


def looks_like(head: bytes) -> bool:
    """The first line names a match, the second a wind or a player."""
    return _LOOKS.match(head) is not None


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The matches of a file; see :mod:`events.formats.reading`."""
    content = unpack(data)
    if isinstance(content, Remark):
        yield refused(NAME, data, content)
        return
    text = content.text
    if not text.strip():
        yield refused(NAME, data, whole("empty", "the file is empty"))
        return
    if text.count(b"\n") > MAX_LINES:
        yield refused(NAME, data, whole("too_large", f"more than {MAX_LINES:,} lines"))
        return
    starts = [found.start() for found in _MATCH.finditer(text)]
    if not starts:
        yield refused(NAME, data, whole("not_this_format", "there is no line that names a match"))
        return
    source = sha256(data).hexdigest()
    places = Places(text)
    if text[: starts[0]].strip():
        yield refused(NAME, data, whole("no_match", "text before the first match"))
    for number, (start, end) in enumerate(zip(starts, [*starts[1:], len(text)], strict=True)):
        reader = _Reader(text, places, start, end)
        read = reader.read(number, source, data)
        yield read if number else _noted(read, content.notes)


def _noted(read: MatchRead, notes: tuple[Remark, ...]) -> MatchRead:
    return MatchRead(
        format=NAME,
        match=read.match,
        hands=read.hands,
        tail=read.tail,
        fault=read.fault,
        raw=read.raw,
        notes=(*notes, *read.notes),
        lacks=read.lacks,
    )


FORMAT = Format(name=NAME, suffixes=(".ijcai.txt",), looks_like=looks_like, read=read)


class _Row(NamedTuple):
    """A line of a match: its text without its end, its place, and whether it has an end."""

    text: bytes
    offset: int
    ended: bool


class _Reader:
    """Reads one match: the bytes from ``start`` to ``end`` of the text."""

    def __init__(self, text: bytes, places: Places, start: int, end: int) -> None:
        self.places, self.start, self.end = places, start, end
        self.raw = text[start:end]
        self.last = end == len(text)
        self.rows = self._rows()
        self.play = Play(1)
        self.deals: dict[int, str] = {}
        self.fan: tuple[int, bytes] | None = None
        self.winner: int | None = None
        self.huang = False
        self.settlement: Settlement | None = None

    def _rows(self) -> list[_Row]:
        rows, at = [], self.start
        for piece in self.raw.split(b"\n"):
            ended = at + len(piece) < self.end
            if piece.strip():
                rows.append(_Row(piece.strip(), at, ended))
            at += len(piece) + 1
        return rows

    def read(self, number: int, source: str, data: bytes) -> MatchRead:
        """The match: its event, its hand, its close."""
        id = self.rows[0].text.split()[1].decode("utf-8", "backslashreplace")
        wind = _WIND.fullmatch(self.rows[1].text) if len(self.rows) > 1 else None
        if wind is None:
            cut = self.last and (len(self.rows) == 1 or not self.rows[1].ended)
            code = "cut" if cut else "no_match"
            message = f"match {id} does not tell its wind"
            return refused(NAME, data, self.places.remark(code, message, self.start))
        match = Match(
            v=RECORD_VERSION,
            game=GAME,
            rules=RULES,
            options=dict(options(int(wind[1]), flowers=False, wall="quarters")),
            players=tuple(Player(id=f"{id}-{seat}") for seat in range(4)),
            source=Source(
                client="botzone", format=NAME, sha256=source, ref=id, x={"document": number}
            ),
        )
        hand = self._hand()
        tail: tuple[Close, ...] = ()
        if hand.state == "whole" and self.settlement is not None:
            tail = (Close(totals=self.settlement.totals),)
        return MatchRead(format=NAME, match=match, hands=(hand,), tail=tail, lacks=LACKS)

    def _hand(self) -> HandRead:
        try:
            cut = self._lines()
        except Unreadable as error:
            return self._done("quarantined", error)
        if self.settlement is not None:
            return self._done("whole", None)
        if not self.play.events:
            code = "cut" if self.last else "no_deal"
            return self._done(
                "quarantined", Unreadable(code, "not all hands are dealt", self.start)
            )
        code = "cut" if cut or self.last else "unsettled"
        return self._done("incomplete", Unreadable(code, "the hand has no score", self.end))

    def _lines(self) -> bool:
        """Read every line; true when the text ends inside one."""
        if len(self.rows) > MAX_HAND_LINES:
            message = f"more than {MAX_HAND_LINES:,} lines"
            raise Unreadable("too_long", message, self.rows[0].offset)
        for row in self.rows[2:]:
            try:
                self._line(row)
            except Unreadable:
                if self.last and not row.ended:
                    return True
                raise
        return False

    def _line(self, row: _Row) -> None:
        if self.settlement is not None:
            raise Unreadable("bad_line", "a line after the score", row.offset)
        if found := _ACT.fullmatch(row.text):
            self._act(int(found[1]), found[2].lower(), found[3].split(), row)
            for beaten in _IGNORED.finditer(found[4]):
                act = _ACTS[beaten[2].lower()]
                tile = tile_of(beaten[3].decode().upper(), row.offset)
                self.play.note("beaten", {"seat": int(beaten[1]), "act": act, "tile": tile})
        elif found := _FAN.fullmatch(row.text):
            self.fan = int(found[1]), found[2] or b""
        elif row.text.lower() == b"huang":
            self.huang = True
        elif found := _SCORE.fullmatch(row.text):
            self._score(tuple([int(number) for number in found[1].split()]), row)
        else:
            message = f"no line of this format: {row.text[:60].decode('utf-8', 'replace')}"
            raise Unreadable("bad_line", message, row.offset)

    def _act(self, seat: int, verb: bytes, words: list[bytes], row: _Row) -> None:
        tiles = [tile_of(word.decode().upper(), row.offset) for word in words]
        if verb == b"deal":
            self._deal(seat, tiles, row)
            return
        if not self.play.events:
            raise Unreadable("no_deal", "play before all hands are dealt", row.offset)
        if len(tiles) != 1 or self.winner is not None or self.huang:
            raise Unreadable("bad_line", "an act that cannot stand here", row.offset)
        tile, play = tiles[0], self.play
        match verb:
            case b"draw":
                play.draw(seat, tile)
            case b"play":
                play.discard(seat, tile)
            case b"chi":
                given = play.open("discard", seat, "chow", row.offset)
                play.claim(seat, "chow", run_around(tile, given.tile, row.offset), row.offset)
            case b"peng" | b"gang":
                self._same(seat, tile, row)
                act, n = ("pung", 2) if verb == b"peng" else ("exposed_kong", 3)
                play.claim(seat, act, [tile] * n, row.offset)
            case b"angang":
                play.kong(seat, "concealed_kong", tile)
            case b"bugang":
                play.kong(seat, "added_kong", tile)
            case _:
                play.win(seat, row.offset, tile)
                self.winner = seat

    def _same(self, seat: int, tile: str, row: _Row) -> None:
        given = self.play.open("discard", seat, "pung", row.offset)
        if given.tile != tile:
            message = f"seat {seat} claims {tile}; {given.tile} was discarded last"
            raise Unreadable("inconsistent", message, row.offset)

    def _deal(self, seat: int, tiles: list[str], row: _Row) -> None:
        if seat in self.deals or self.play.events:
            raise Unreadable("inconsistent", f"seat {seat} is dealt twice", row.offset)
        if len(tiles) != 13:
            message = f"seat {seat} is dealt {len(tiles)} tiles, not 13"
            raise Unreadable("bad_value", message, row.offset)
        self.deals[seat] = MAHJONG.format(tiles)
        if len(self.deals) == 4:
            hands = tuple(self.deals[each] for each in range(4))
            self.play.deal(Deal(hand=0, dealer=0, hands=hands, carry={"deal_no": 1}))

    def _score(self, deltas: tuple[int, ...], row: _Row) -> None:
        if not self.play.events:
            raise Unreadable("no_deal", "a score before all hands are dealt", row.offset)
        if not row.ended and sum(deltas) != 0:
            raise Unreadable("cut", "the score is cut", row.offset)
        wins: tuple[Win, ...] = ()
        if self.winner is not None and self.fan is not None:
            lines, x = _fans(self.fan[1])
            tile = self.play.given.tile if self.play.given is not None else None
            wins = (Win(seat=self.winner, tile=tile, value=self.fan[0], lines=lines, x=x),)
        elif not self.huang or self.winner is not None:
            raise Unreadable("inconsistent", "a score without Fan or Huang", row.offset)
        self.settlement = Settlement(
            hand=0, outcome="win" if wins else "draw", wins=wins, deltas=deltas, totals=deltas
        )
        self.play.events.append(self.settlement)

    def _done(self, state: State, error: Unreadable | None) -> HandRead:
        kept = self.play.events if state != "quarantined" else []
        fault = None
        if error is not None:
            fault = self.places.remark(error.code, error.message, error.offset)
        return HandRead(
            number=0,
            state=state,
            events=tuple(kept),
            first=1,
            line=self.places.line(self.start),
            start=self.start,
            end=self.end,
            fault=fault,
            raw=b"" if state == "whole" else self.raw,
        )


_AMOUNTS = re.compile(r"([^*+]{1,16})\*(\d{1,3})")


def _fans(raw: bytes) -> tuple[tuple[Line, ...] | None, dict[str, Any] | None]:
    """The lines that a ``Fan`` line names, or its text where a name cannot be read."""
    for encoding in ("utf-8", "gb18030"):
        try:
            text = raw.decode(encoding)
        except UnicodeDecodeError:
            continue
        pieces = [_AMOUNTS.fullmatch(piece.strip()) for piece in text.split("+")]
        lines = [
            (found, int(piece[2]) * worth(piece[1].strip()))
            for piece in pieces
            if piece is not None and (found := clause(piece[1].strip())) is not None
        ]
        if len(lines) == len(pieces):
            return in_order(lines), None
    return None, {"fans": raw.decode("utf-8", "backslashreplace")}
