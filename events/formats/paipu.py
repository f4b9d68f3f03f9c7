"""The paipu record (``docs/record-format.md``) through the shape that all formats share.

A line that is no event spoils the hand it stands in and nothing else: that hand is quarantined,
the events of the others are renumbered without a gap, and every ``of`` is moved so that it points
at the same event as before.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from events.formats.content import MAX_LINES, unpack
from events.formats.reading import (
    Format,
    HandRead,
    MatchRead,
    Places,
    Remark,
    State,
    refused,
    whole,
)
from events.model import AnyEvent, Claim, Close, Deal, Declare, Match, Pass, Ruling, Settlement
from events.record import SUFFIX, Scanned, scan

NAME = "paipu"

_MATCH = re.compile(rb'\s*\{[^\n]*"type"\s*:\s*"match"')
_TYPE = re.compile(rb'"type"\s*:\s*"([a-z]{1,16})"')


def looks_like(head: bytes) -> bool:
    """The first line is a JSON object that calls itself a match event."""
    return _MATCH.match(head) is not None


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The match in a record. One record holds one match; see :mod:`events.formats.reading`."""
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
    lines = list(_lines(text, name))
    if not isinstance(lines[0].scanned.event, Match):
        yield refused(NAME, data, whole("no_match", lines[0].message))
        return
    match = _Record(text, lines[0].scanned.event, lines[1:], content.cut).read()
    yield replace(match, notes=content.notes)


FORMAT = Format(name=NAME, suffixes=(SUFFIX,), looks_like=looks_like, read=read)


class _Line:
    """A line of a record: its place, its event, and what kind of event it is or was meant to be."""

    def __init__(self, scanned: Scanned, start: int) -> None:
        self.scanned = scanned
        self.start = start
        self.seq = scanned.line - 1
        event = scanned.event
        self.event = None if isinstance(event, Match) else event
        self.kind = type(event) if event is not None else _meant(scanned.raw)

    @property
    def message(self) -> str:
        """Why there is no event."""
        error = self.scanned.error
        if error is None:
            return "a record has one match event, its first line"
        return error.message if error.path == "$" else f"{error.path}: {error.message}"


class _Record:
    """One record being taken apart into its hands."""

    def __init__(self, text: bytes, match: Match, lines: list[_Line], cut: bool) -> None:
        self.text = text
        self.places = Places(text)
        self.match = match
        self.torn: _Line | None = None
        if lines and lines[-1].event is None and (cut or not text.endswith(b"\n")):
            self.torn = lines.pop()
        self.cut = cut or self.torn is not None
        self.parts = _split(lines)
        self.tail = _take_tail(self.parts)
        self.seqs = {0: 0}

    def read(self) -> MatchRead:
        """The hands, the tail, and the lines behind the last hand that could not be read."""
        loose = [line for line in self.tail if line.event is None]
        if self.torn is not None and (self.tail or not self.parts or _settled(self.parts[-1])):
            loose.append(self.torn)
        end = min([line.start for line in (*self.tail, *loose)] or [len(self.text)])
        stops = [*(part[0].start for part in self.parts), end][1:]
        judged = [self._judge(part) for part in self.parts]
        for part, (state, _) in zip(self.parts, judged, strict=True):
            if state != "quarantined":
                self._number(part)
        self._number([line for line in self.tail if line.event is not None])
        hands: list[HandRead] = []
        for part, stop, (state, fault) in zip(self.parts, stops, judged, strict=True):
            hands.append(self._hand(part, stop, state, fault, hands))
        hands += [self._loose(line) for line in loose]
        tail = tuple(self._moved(line) for line in self.tail if line.event is not None)
        return MatchRead(format=NAME, match=self.match, hands=tuple(hands), tail=tail)

    def _judge(self, part: list[_Line]) -> tuple[State, Remark | None]:
        """Whether a part of the record is whole, and why not."""
        for line in part:
            if line.event is None:
                code = "second_match" if line.kind is Match else "bad_line"
                return "quarantined", self.places.remark(code, line.message, line.start)
        kinds = {line.kind for line in part}
        if Deal not in kinds and not kinds <= {Declare, Ruling, Close}:
            message = "play without a deal before it"
            return "quarantined", self.places.remark("no_deal", message, part[0].start)
        if Settlement in kinds:
            return "whole", None
        if part is self.parts[-1] and self.cut:
            at = self.torn.start if self.torn is not None else len(self.text)
            return "incomplete", self.places.remark("cut", "the record ends in the middle", at)
        message = "the hand has no settlement"
        return "incomplete", self.places.remark("unsettled", message, part[-1].start)

    def _number(self, lines: list[_Line]) -> None:
        for line in lines:
            self.seqs[line.seq] = len(self.seqs)

    def _hand(
        self,
        part: list[_Line],
        stop: int,
        state: State,
        fault: Remark | None,
        before: list[HandRead],
    ) -> HandRead:
        start = part[0].start
        kept = part if state != "quarantined" else []
        return HandRead(
            number=_hand_number(part, before),
            state=state,
            events=tuple(self._moved(line) for line in kept),
            first=before[-1].first + len(before[-1].events) if before else 1,
            line=part[0].scanned.line,
            start=start,
            end=stop,
            fault=fault,
            raw=b"" if state == "whole" else self.text[start:stop],
        )

    def _loose(self, line: _Line) -> HandRead:
        """A line behind the last hand that is no event."""
        code, message = "bad_line", line.message
        if line is self.torn:
            code, message = "cut", "the record ends in the middle"
        end = self.text.find(b"\n", line.start) + 1 or len(self.text)
        return HandRead(
            number=None,
            state="quarantined",
            first=len(self.seqs),
            line=line.scanned.line,
            start=line.start,
            end=end,
            fault=self.places.remark(code, message, line.start),
            raw=self.text[line.start : end],
        )

    def _moved(self, line: _Line) -> AnyEvent:
        """The line's event under its new seq: ``of`` points at what it pointed at before."""
        event = line.event
        assert event is not None
        seq = self.seqs[line.seq]
        if not isinstance(event, Claim | Pass) or seq == line.seq:
            return event
        # What pointed at no event that is left stays wrong, and is found so: it points at itself.
        return replace(event, of=self.seqs.get(event.of, seq))


def _split(lines: list[_Line]) -> list[list[_Line]]:
    """The lines of each hand: from the declares before its deal to its settlement and rulings."""
    parts: list[list[_Line]] = []
    dealt, settled = False, True
    for line in lines:
        begins = line.kind not in (Ruling, Close) if settled else line.kind is Deal and dealt
        if begins or not parts:
            parts.append([])
            dealt = settled = False
        parts[-1].append(line)
        dealt = dealt or line.kind is Deal
        settled = settled or line.kind in (Settlement, Close)
    return parts


def _take_tail(parts: list[list[_Line]]) -> list[_Line]:
    """Cut from the last hand what follows it: the close and whatever stands behind that."""
    tail: list[_Line] = []
    while parts and all(line.kind in (None, Match, Ruling, Close) for line in parts[-1]):
        tail = parts.pop() + tail
    if not parts:
        return tail
    last = parts[-1]
    at = next((i for i, line in enumerate(last) if line.kind is Close), len(last))
    tail = last[at:] + tail
    del last[at:]
    return tail


def _settled(part: list[_Line]) -> bool:
    return any(line.kind is Settlement for line in part)


def _hand_number(part: list[_Line], before: list[HandRead]) -> int | None:
    """The number that the deal gives, or the next one where there is play but no deal to read."""
    for line in part:
        if isinstance(line.event, Deal):
            return line.event.hand
    if all(line.kind in (None, Match, Settlement, Ruling, Close) for line in part):
        return None
    known = [hand.number for hand in before if hand.number is not None]
    return known[-1] + 1 if known else 0


def _lines(text: bytes, name: str) -> Iterator[_Line]:
    start = 0
    for scanned in scan(text, name):
        yield _Line(scanned, start)
        start = text.find(b"\n", start) + 1


_KINDS: dict[bytes, type] = {
    b"match": Match,
    b"deal": Deal,
    b"declare": Declare,
    b"settlement": Settlement,
    b"ruling": Ruling,
    b"close": Close,
}


def _meant(raw: bytes) -> type | None:
    """What a line that is no event was meant to be, if it says so; a claim stands for all play."""
    found = _TYPE.search(raw)
    return _KINDS.get(found[1], Claim) if found else None
