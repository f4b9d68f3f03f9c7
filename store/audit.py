"""The audit: is every event still the one that was stored?

Walks the whole log once in its order. Positions and seqs must have no gap, the chain is computed
again from the payloads, the typed columns must say what the payload says, and every match must be
found by the key that its first events give.
"""

from __future__ import annotations

from collections import Counter
from typing import Protocol

from events import GENESIS, Deal, MalformedInput, Match, from_canonical, link
from store.contract import Audit, Fault
from store.stream import Row, RowTuple, Tip, key_of, rows

WINDOW = 20_000
"""Rows are read this many at a time."""

Found = tuple[str, str] | None
"""Code and message of a fault, or none."""


class Auditable(Protocol):
    """What an audit asks of a backend."""

    def rows_from(self, pos: int, limit: int) -> list[Row]:
        """The first ``limit`` rows at ``pos`` or later, by position, with every column."""
        ...

    def begun(self) -> list[tuple[int, bytes]]:
        """Number and key of each match in the table of matches."""
        ...

    def arrived(self) -> dict[int, int]:
        """For each match that came from a file: the number of events that it had afterwards."""
        ...


def audit(store: Auditable, limit: int = 100) -> Audit:
    """Check everything; one fault at most for each event, the most telling one."""
    walk = _Walk(limit)
    pos = -(2**63)
    while window := store.rows_from(pos, WINDOW):
        for row in window:
            walk.row(row)
        pos = window[-1].pos + 1
    walk.matches(store.begun(), store.arrived())
    return Audit(walk.events, len(walk.streams), walk.found, walk.faults)


class _Stream:
    """What the walk knows of one match: where it is, and its two first events."""

    def __init__(self) -> None:
        self.tip = Tip()
        # After a fault in the chain the stored or the computed value may be the true one.
        self.stored = self.computed = GENESIS
        self.first: Match | None = None
        self.key: bytes | None = None


class _Walk:
    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.events = 0
        self.found = 0
        self.next = 0
        self.faults: list[Fault] = []
        self.streams: dict[int, _Stream] = {}

    def row(self, row: Row) -> None:
        """Check one row and go on after it, whatever is wrong with it."""
        stream = self.streams.setdefault(row.match, _Stream())
        told, tip, unreadable = _tell(row, stream)
        chain = _chain(row, stream, unreadable)
        fault = self._position(row) or _seq(row, stream) or chain or _columns(row, told, unreadable)
        if fault is not None:
            self._report(Fault(row.match, row.seq, row.pos, *fault))
        self.events += 1
        self.next = max(self.next, row.pos + 1)
        stream.tip = tip._replace(version=row.seq + 1)

    def matches(self, begun: list[tuple[int, bytes]], arrived: dict[int, int]) -> None:
        """Check the table of matches against the events."""
        numbers = Counter(match for match, _ in begun)
        for match, key in begun:
            stream = self.streams.get(match)
            if stream is None:
                self._match(match, "lost", "its events are not there")
            elif numbers[match] > 1:
                self._match(match, "match", "it is listed twice")
            elif stream.key != key:
                self._match(match, "match", "its key is not that of its first events")
        for match in sorted(self.streams.keys() - set(numbers)):
            self._match(match, "match", "it is not in the table of matches")
        for match, stop in sorted(arrived.items()):
            there = self.streams[match].tip.version if match in self.streams else 0
            if there < stop:
                self._match(match, "lost", f"{stop} events came, {there} are there")

    def _position(self, row: Row) -> Found:
        if row.pos == self.next:
            return None
        if row.pos < self.next:
            return "position", f"position {row.pos} is taken twice or below 0"
        gone = row.pos - self.next
        return "position", f"before it {gone} positions from {self.next} on are not there"

    def _match(self, match: int, code: str, message: str) -> None:
        self._report(Fault(match, None, None, code, message))

    def _report(self, fault: Fault) -> None:
        self.found += 1
        if len(self.faults) < self.limit:
            self.faults.append(fault)


def _tell(row: Row, stream: _Stream) -> tuple[RowTuple | None, Tip, str]:
    """What the payload says the row should be, the tip after it, and why it cannot be read."""
    try:
        event = from_canonical(row.payload)
        (told,), tip = rows([event], [row.payload], row.match, row.pos, stream.tip)
    except MalformedInput as error:
        return None, stream.tip, str(error)
    if isinstance(event, Match) and stream.first is None:
        stream.first = event
    elif isinstance(event, Deal) and stream.first is not None and stream.key is None:
        stream.key = key_of(stream.first, event)
    return told, tip, ""


def _seq(row: Row, stream: _Stream) -> Found:
    wanted = stream.tip.version
    if row.seq == wanted:
        return None
    if row.seq < wanted:
        return "seq", f"it stands after seq {wanted - 1}"
    return "seq", f"before it seq {wanted} to {row.seq - 1} are not there"


def _chain(row: Row, stream: _Stream, unreadable: str) -> Found:
    computed = link(stream.computed, row.payload)
    if row.hash in (computed, link(stream.stored, row.payload)):
        stream.stored = stream.computed = row.hash
        return None
    stream.stored, stream.computed = row.hash, computed
    also = f"; the payload cannot be read: {unreadable}" if unreadable else ""
    return "chain", f"the payload does not give the chain value stored with it{also}"


def _columns(row: Row, told: RowTuple | None, unreadable: str) -> Found:
    if told is None:
        return "payload", f"the payload cannot be read: {unreadable}"
    for name, stored, wanted in zip(Row._fields[3:9], row[3:9], told[3:9], strict=True):
        if stored != wanted:
            return "column", f"{name} says {stored!r}, the payload {wanted!r}"
    return None
