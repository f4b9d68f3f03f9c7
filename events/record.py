"""The paipu record: a match as JSON lines, one event a line, the line number being the ``seq``.

:func:`scan` reads a record line by line and goes on after a bad one; :func:`read` wants the whole
record and stops at the first. Both check what a single line can be asked: its fields, and that
every tile is one of the game's alphabet. Whether the events are legal play, the engine says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import BinaryIO, NamedTuple

from events.codec import from_json, to_json
from events.errors import MalformedInput
from events.model import (
    RECORD_VERSION,
    AnyEvent,
    Claim,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Pass,
    Settlement,
)
from events.tiles import ALPHABETS, Alphabet, TileError

MAX_LINE = 4 * 2**20
"""Longest line of a record, in bytes: a line beyond it is no event and is not held in memory."""

SUFFIX = ".paipu.jsonl"


class Scanned(NamedTuple):
    """One line of a record: its number from 1, its bytes, and the event or what is wrong."""

    line: int
    raw: bytes
    event: AnyEvent | None
    error: MalformedInput | None


def scan(source: bytes | BinaryIO, name: str = "") -> Iterator[Scanned]:
    """Every line of a record, good or bad, in order. ``name`` is the file named in errors.

    An empty last line is no line; any other empty line is an error. An over-long line is skipped
    in pieces (``raw`` holds its beginning only).
    """
    stream = BytesIO(source) if isinstance(source, bytes) else source
    alphabet: Alphabet | None = None
    seats = number = 0
    while raw := stream.readline(MAX_LINE + 1):
        number += 1
        if len(raw) > MAX_LINE and not raw.endswith(b"\n"):
            _skip_line(stream)
            yield Scanned(
                number, raw[:200], None, _at("the line is longer than 4 MiB", name, number)
            )
            continue
        line = raw.rstrip(b"\r\n")
        try:
            event = from_json(line)
            if isinstance(event, Match):
                alphabet, seats = _alphabet(event), len(event.players)
            elif number == 1:
                raise MalformedInput("a record begins with its match event", path="$.type")
            if alphabet is not None:
                check_tiles(event, alphabet)
                check_seats(event, seats)
        except MalformedInput as error:
            yield Scanned(number, line, None, _at(error.message, name, number, error.path))
        else:
            yield Scanned(number, line, event, None)


def read(source: bytes | BinaryIO, name: str = "") -> list[AnyEvent]:
    """All events of a record; :class:`MalformedInput` at its first bad line or when it is empty."""
    events: list[AnyEvent] = []
    for scanned in scan(source, name):
        if scanned.event is None:
            assert scanned.error is not None
            raise scanned.error
        events.append(scanned.event)
    if not events:
        raise MalformedInput("the file is empty", file=name)
    return events


def write(events: Iterable[AnyEvent]) -> bytes:
    """The record of ``events``; :func:`read` gives them back."""
    return b"".join(to_json(event) + b"\n" for event in events)


def check_tiles(event: AnyEvent, alphabet: Alphabet) -> None:
    """Raise :class:`MalformedInput` for the first word in ``event`` that is no tile."""
    for path, text in tile_texts(event):
        try:
            if path.endswith(".tile"):
                alphabet.one(text)
            else:
                alphabet.parse(text)
        except TileError as error:
            raise MalformedInput(str(error), path=path) from error


def check_seats(event: AnyEvent, seats: int) -> None:
    """Raise :class:`MalformedInput` for the first seat in ``event`` where nobody sits."""
    for path, seat in seats_named(event):
        if seat >= seats:
            raise MalformedInput(f"there is no seat {seat} with {seats} players", path=path)


def seats_named(event: AnyEvent) -> Iterator[tuple[str, int]]:
    """Each seat that an event names, with its path."""
    match event:
        case Draw() | Discard() | Claim() | Declare() | Pass():
            yield "$.seat", event.seat
        case Deal():
            yield "$.dealer", event.dealer
            if event.break_ is not None:
                yield "$.break[0]", event.break_[0]
        case Settlement():
            for i, win in enumerate(event.wins or ()):
                yield f"$.wins[{i}].seat", win.seat
                if win.from_ is not None:
                    yield f"$.wins[{i}].from", win.from_
                for j, payment in enumerate(win.payments or ()):
                    yield f"$.wins[{i}].payments[{j}].from", payment.from_


def tile_texts(event: AnyEvent) -> Iterator[tuple[str, str]]:
    """Each text of an event that names tiles, with its path."""
    match event:
        case Draw() | Discard():
            yield "$.tile", event.tile
        case Claim():
            yield "$.tile", event.tile
            if event.with_:
                yield "$.with", event.with_
            for i, text in enumerate(event.bi or ()):
                yield f"$.bi[{i}]", text
        case Declare():
            if event.tiles:
                yield "$.tiles", event.tiles
        case Deal():
            for i, text in enumerate(event.hands):
                yield f"$.hands[{i}]", text
            if event.wall:
                yield "$.wall", event.wall
            if event.open:
                yield "$.open", event.open
        case Settlement():
            for i, win in enumerate(event.wins or ()):
                if win.tile:
                    yield f"$.wins[{i}].tile", win.tile


def _alphabet(event: Match) -> Alphabet:
    if event.v != RECORD_VERSION:
        raise MalformedInput(
            f"record version {event.v} is not known; this reads version {RECORD_VERSION}",
            path="$.v",
        )
    try:
        return ALPHABETS[event.game]
    except KeyError:
        known = ", ".join(sorted(ALPHABETS))
        raise MalformedInput(
            f"unknown game {event.game!r}; known: {known}", path="$.game"
        ) from None


def _at(message: str, file: str, line: int, path: str = "$") -> MalformedInput:
    return MalformedInput(message, file=file, line=line, path=path)


def _skip_line(stream: BinaryIO) -> None:
    while (piece := stream.readline(MAX_LINE)) and not piece.endswith(b"\n"):
        pass
