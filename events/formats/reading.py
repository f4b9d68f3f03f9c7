"""What the reader of a format yields: matches, their hands, and whatever could not be read.

A reader takes the bytes of a file and its name and does no I/O. It yields one :class:`MatchRead`
for each match in the file, in order, and never raises for bad input: what cannot be read stands
in the result with a code, a sentence and its place, beside its own bytes, and everything else
goes on.

``seq`` numbers run without a gap from the match event (0) over the events of the hands that could
be read to the tail, so that :attr:`MatchRead.events` can be stored as it is. Offsets are bytes
and lines count from 1, both in the unpacked source (the text inside a gzip file, in UTF-8).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct

from events.model import AnyEvent, Close, Match

State = Literal["whole", "incomplete", "quarantined"]
"""``whole``: from its deal to its settlement. ``incomplete``: all that is there could be read,
but the settlement is missing. ``quarantined``: could not be read, and has no events."""

CODES = {
    # of a whole source
    "empty": "there is nothing in it",
    "too_large": "more than any match can be: 64 MiB unpacked, 500,000 lines or tags",
    "damaged_gzip": "the compressed data are damaged",
    "not_this_format": "nothing in it belongs to the format it is read as",
    "no_match": "what says who plays which game is missing or cannot be read",
    # of a hand (some of them of a whole source too)
    "cut": "the source ends in the middle",
    "unsettled": "the hand has no settlement",
    "no_deal": "play without a deal before it",
    "bad_line": "a line that is no event",
    "second_match": "a match event that is not the first",
    "broken_tag": "not a well-formed tag, or text between tags",
    "broken_json": "no well-formed JSON",
    "missing_attribute": "a tag lacks what it must say",
    "bad_value": "a value that is no number, or out of range",
    "inconsistent": "it contradicts what the same source said before",
    "too_long": "more of it than any hand can have",
    # notes: nothing is lost by these
    "unknown_tag": "a tag that the format does not know, kept under x",
    "unknown_attribute": "an attribute that the format does not know, kept under x",
    "not_closed": "the source has no proper end",
    "doctype": "a document type or processing instruction, not followed",
    "encoding": "the text was not UTF-8",
    "ambiguous": "several orders of the acts fit what the source says",
    "seed": "the seed of the wall cannot be used",
    "wall_differs": "what was dealt is not what the seed gives; the wall is left out",
}
"""Every code of a :class:`Remark` and what it stands for."""


class Remark(Struct, frozen=True, kw_only=True):
    """Something about a source: a code of :data:`CODES`, a sentence, and where it stands."""

    code: str
    message: str
    line: int
    offset: int


class WallCheck(Struct, frozen=True, kw_only=True):
    """The wall that the source gives, against what was dealt and drawn.

    ``proved``: the starting hands, the dice, every draw and every indicator shown are those of
    the wall, which then stands in the deal event. ``differs``: they are not, ``message`` says
    where first, and the wall is left out. ``no seed``: the source does not say. ``draws``: how
    many draws were compared and agreed.
    """

    state: Literal["proved", "differs", "no seed"]
    draws: int = 0
    message: str = ""


class HandRead(Struct, frozen=True, kw_only=True):
    """One hand of a source, or another part of it that could not be read.

    ``number`` counts the hands of the source from 0, those that could not be read included; None
    for a part that is no hand. ``events[0]`` has the seq ``first`` in the match. The part runs
    from byte ``start``, on line ``line``, up to byte ``end``. ``fault`` says why it is not whole;
    ``raw`` is the part's own bytes unless it is whole. ``wall`` is None where there was nothing
    to compare.
    """

    number: int | None
    state: State
    events: tuple[AnyEvent, ...] = ()
    first: int
    line: int
    start: int
    end: int
    fault: Remark | None = None
    raw: bytes = b""
    notes: tuple[Remark, ...] = ()
    wall: WallCheck | None = None


class MatchRead(Struct, frozen=True, kw_only=True):
    """One match of a source.

    ``match`` is None where the match itself could not be read: then ``fault`` says why, ``raw`` is
    the whole file as it was given, and there are no hands. ``tail`` stands after the last hand: the
    close. ``lacks`` names what the source does not tell: ``times``, ``passes``, ``beaten claims``,
    ``wall``, ``length`` (how long the match is).
    """

    format: str
    match: Match | None
    hands: tuple[HandRead, ...] = ()
    tail: tuple[AnyEvent, ...] = ()
    fault: Remark | None = None
    raw: bytes = b""
    notes: tuple[Remark, ...] = ()
    lacks: tuple[str, ...] = ()

    @property
    def events(self) -> Iterator[AnyEvent]:
        """Every event that could be read, in the order of its seq."""
        if self.match is not None:
            yield self.match
        for hand in self.hands:
            yield from hand.events
        yield from self.tail

    @property
    def finished(self) -> bool:
        """The source tells the end of the match."""
        return any(isinstance(event, Close) for event in self.events)


class Format(Struct, frozen=True, kw_only=True):
    """A format: its name, how its files are called, how they look, and its reader.

    ``looks_like`` is asked about the beginning of an unpacked file.
    """

    name: str
    suffixes: tuple[str, ...]
    looks_like: Callable[[bytes], bool]
    read: Callable[[bytes, str], Iterator[MatchRead]]


class Unreadable(Exception):  # noqa: N818
    """Raised inside a reader for a part that cannot be read; it never leaves the reader."""

    def __init__(self, code: str, message: str, offset: int) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.offset = offset


class Places:
    """Where the lines of a text begin: makes remarks about places in it."""

    def __init__(self, text: bytes) -> None:
        self._breaks = [found.start() for found in re.finditer(b"\n", text)]

    def line(self, offset: int) -> int:
        """The line, from 1, on which the byte at ``offset`` stands."""
        return bisect_left(self._breaks, offset) + 1

    def remark(self, code: str, message: str, offset: int) -> Remark:
        """A remark about the byte at ``offset``."""
        assert code in CODES
        return Remark(code=code, message=message, line=self.line(offset), offset=offset)


def whole(code: str, message: str) -> Remark:
    """A remark about a whole source."""
    assert code in CODES
    return Remark(code=code, message=message, line=1, offset=0)


def refused(format_name: str, data: bytes, fault: Remark) -> MatchRead:
    """The result for a source of which nothing can be read."""
    return MatchRead(format=format_name, match=None, fault=fault, raw=data)
