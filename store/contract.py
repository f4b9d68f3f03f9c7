"""What every event store offers, and the plain values it answers with.

A backend is one class with these methods; the contract tests run against each of them. Nothing
above this folder sees SQL or files, and a place in a list is an opaque cursor.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import BinaryIO, Generic, NamedTuple, Protocol, TypeVar

from events import AnyEvent, Match

T = TypeVar("T")


class Stored(NamedTuple):
    """An event where it stands: ``seq`` in its match, ``pos`` in the whole log, both from 0.

    ``hash`` is the chain value after it (32 bytes).
    """

    match: int
    seq: int
    pos: int
    hash: bytes
    event: AnyEvent


class Origin(NamedTuple):
    """Where a batch came from: file name, format, and the SHA-256 (hex) of the original bytes."""

    file: str
    format: str
    sha256: str


class Arrival(NamedTuple):
    """That the events from seq ``first`` to before ``stop`` of a match came from ``origin``.

    ``at_us``: when they were stored, in microseconds since 1970, UTC.
    """

    match: int
    first: int
    stop: int
    origin: Origin
    at_us: int


class Appended(NamedTuple):
    """A batch that is kept: it is the events ``first`` to ``version`` - 1 of the match.

    ``head`` is the chain value after it, ``cursor`` the place in the log after it. The same batch
    sent again gets an equal answer.
    """

    match: int
    first: int
    version: int
    head: bytes
    cursor: str


class Recorded(NamedTuple):
    """A record that is kept: ``had`` of its events were there before, ``version`` are there now.

    Events before ``had`` are duplicates, later ones new; ``had`` is 0 for a new match.
    """

    match: int
    had: int
    version: int
    head: bytes


class Head(NamedTuple):
    """Where a match stands: the number of its events and the chain value after the last."""

    version: int
    hash: bytes


class Hand(NamedTuple):
    """A hand of a match: its number, first and last ``seq``, and the chain value after its last.

    A ruling belongs to its hand however late it comes. ``settled``: its settlement is there.
    """

    hand: int
    first: int
    last: int
    settled: bool
    head: bytes


class MatchInfo(NamedTuple):
    """A match: its number, its key (32 bytes), its first event, its hands begun, and its head."""

    match: int
    key: bytes
    event: Match
    hands: int
    head: Head


class Place(NamedTuple):
    """Where in a file something stands: lines from 1, both included, or a byte offset from 0."""

    first_line: int | None = None
    last_line: int | None = None
    offset: int | None = None


class Quarantined(NamedTuple):
    """Bytes that an import could not take: where they stood, what is wrong, and their SHA-256."""

    id: int
    file: str
    format: str
    place: Place
    code: str
    reason: str
    size: int
    sha256: str
    at_us: int


class Page(NamedTuple, Generic[T]):
    """Some items in order; ``cursor`` goes on after them, now or later; ``more``: it gives more."""

    items: list[T]
    cursor: str
    more: bool


class Fault(NamedTuple):
    """What an audit found at one event; ``seq`` and ``pos`` are None for a match as a whole."""

    match: int
    seq: int | None
    pos: int | None
    code: str
    message: str

    def __str__(self) -> str:
        at = "" if self.seq is None else f", seq {self.seq} (position {self.pos})"
        return f"match {self.match}{at}: {self.message}"


class Audit(NamedTuple):
    """An audit: how many events of how many matches were checked, and the faults in log order.

    ``faults`` holds the first of them only, ``found`` is how many there are.
    """

    events: int
    matches: int
    found: int
    faults: list[Fault]


class EventStore(Protocol):
    """An append-only log of matches. Methods may be called from several threads at once.

    Every method may raise :class:`store.StoreError`; only the special cases are named below.
    """

    def append(
        self,
        match: int | None,
        expected: int,
        events: Sequence[AnyEvent],
        origin: Origin | None = None,
    ) -> Appended:
        """Add ``events`` to a match that has ``expected`` events: all of them or none.

        With ``match`` None the match is found by its key, or begun; ``expected`` is then 0 and the
        batch holds the match event and a deal. A batch that already stands at that place is
        answered as it was the first time. Raises :class:`store.Conflict` when others stand there,
        :class:`store.InDoubt` when it is not known whether it was kept, and
        :class:`events.MalformedInput` for an event with a value out of its range.
        """
        ...

    def record(self, events: Sequence[AnyEvent], origin: Origin | None = None) -> Recorded:
        """Keep a whole record: begin its match, or add what goes beyond the events that are there.

        Raises :class:`store.Conflict` at the first event that differs from the one stored.
        """
        ...

    def find(self, key: bytes) -> int | None:
        """The match of that key (:func:`store.match_key`), None when it is not here."""
        ...

    def head(self, match: int) -> Head:
        """Where a match stands; ``unknown`` when it is not here."""
        ...

    def heads(self) -> dict[int, Head]:
        """Where every match stands."""
        ...

    def read(self, match: int, start: int = 0, stop: int | None = None) -> list[Stored]:
        """The events of a match from seq ``start`` to before ``stop`` (None: to the end)."""
        ...

    def read_hand(self, match: int, hand: int) -> list[Stored]:
        """The events of one hand, rulings included; ``unknown`` when it is not here."""
        ...

    def read_all(self, after: str | None = None, limit: int = 10_000) -> Page[Stored]:
        """The events of all matches in the order in which they were stored, from a cursor on."""
        ...

    def hands(self, match: int) -> list[Hand]:
        """The hands of a match in order."""
        ...

    def match(self, match: int) -> MatchInfo:
        """One match."""
        ...

    def matches(self, after: str | None = None, limit: int = 100) -> Page[MatchInfo]:
        """Matches in the order in which they were begun, from a cursor on."""
        ...

    def arrivals(self, digest: str) -> list[Arrival]:
        """What came from the original bytes with that SHA-256 (hex)."""
        ...

    def quarantine(
        self, file: str, format: str, place: Place, code: str, reason: str, data: bytes | BinaryIO
    ) -> Quarantined:
        """Keep bytes that could not be imported; the same bytes of the same place are kept once.

        ``data`` may be an open binary file, which is read to its end in pieces.
        """
        ...

    def quarantined(self, after: str | None = None, limit: int = 100) -> Page[Quarantined]:
        """What is in quarantine, in the order of coming, from a cursor on."""
        ...

    def quarantined_bytes(self, id: int) -> Iterator[bytes]:
        """The bytes of an entry, in pieces, as they came."""
        ...

    def audit(self, limit: int = 100) -> Audit:
        """Check every event (:mod:`store.audit`); the first ``limit`` faults are listed."""
        ...

    def ping(self) -> None:
        """Run a query: the store can answer."""
        ...

    def close(self) -> None:
        """Let go of the files. Further calls raise ``closed``."""
        ...
