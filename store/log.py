"""The logic of an append-only log, once for every backend: versions, retries, conflicts, reading.

A backend keeps rows and gives them back; it says nothing about when one may be added.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from threading import RLock
from typing import NamedTuple, TypeVar

from events import AnyEvent, MalformedInput, Match, from_canonical
from store.contract import Appended, Hand, Head, MatchInfo, Origin, Page, Recorded, Stored
from store.errors import Conflict, StoreError
from store.stream import RowTuple, Tip, encode, match_key, rows, same_match

T = TypeVar("T")

Raw = tuple[int, int, int, bytes, bytes]
"""A row as it is read: match, seq, pos, hash, payload."""


class Begun(NamedTuple):
    """A match that a batch begins."""

    match: int
    key: bytes
    event: Match


class Batch(NamedTuple):
    """What one transaction adds: rows that continue one match, and what goes with them."""

    rows: list[RowTuple]
    begun: Begun | None
    origin: Origin | None
    first: int
    stop: int


class Log(ABC):
    """A log over a backend's rows. ``_tips``, ``_keys`` and ``_next`` mirror what is committed."""

    def __init__(self) -> None:
        self._lock = RLock()
        self._tips: dict[int, Tip] = {}
        self._keys: dict[bytes, int] = {}
        self._next = 0
        self._next_match = 1

    # What a backend does.

    @abstractmethod
    def _write(self, batch: Batch) -> None:
        """Keep a batch, all of it or nothing; on return it is durable."""

    @abstractmethod
    def _events(self, match: int, start: int, stop: int) -> list[Raw]:
        """The rows of a match with ``start`` <= seq < ``stop``, in order."""

    @abstractmethod
    def _hand_events(self, match: int, hand: int) -> list[Raw]:
        """The rows of a hand, in order."""

    @abstractmethod
    def _log_events(self, pos: int, stop: int) -> list[Raw]:
        """The rows with ``pos`` <= position < ``stop``, in order."""

    @abstractmethod
    def _first_events(self, low: int, high: int) -> list[tuple[int, bytes, bytes]]:
        """Match, key and first payload of the matches ``low`` to ``high``, both included."""

    @abstractmethod
    def hands(self, match: int) -> list[Hand]:
        """The hands of a match in order."""

    @abstractmethod
    def _ready(self) -> None:
        """Raise ``closed`` when the store is; attach what a failure has detached."""

    # Adding.

    def append(
        self,
        match: int | None,
        expected: int,
        events: Sequence[AnyEvent],
        origin: Origin | None = None,
    ) -> Appended:
        """See :meth:`store.EventStore.append`."""
        payloads = encode(events, expected)
        with self._lock:
            self._ready()
            if match is None:
                match, begun = self._place(expected, events)
            else:
                begun = None
            if begun is None:
                tip = self._tip(match)
                if expected != tip.version:
                    return self._again(match, tip, expected, payloads)
            else:
                tip = Tip()
            return self._extend(match, tip, events, payloads, begun, origin)

    def record(self, events: Sequence[AnyEvent], origin: Origin | None = None) -> Recorded:
        """See :meth:`store.EventStore.record`."""
        payloads = encode(events, 0)
        with self._lock:
            self._ready()
            match, begun = self._place(0, events)
            if begun is not None:
                tip = Tip()
            else:
                tip = self._tip(match)
                self._agree(match, tip.version, events, payloads)
            had = tip.version
            if len(events) > had:
                added = self._extend(match, tip, events[had:], payloads[had:], begun, origin)
                return Recorded(match, had, added.version, added.head)
            return Recorded(match, had, had, tip.hash)

    def _place(self, expected: int, events: Sequence[AnyEvent]) -> tuple[int, Begun | None]:
        """The match that a batch from the beginning belongs to, or the one that it begins."""
        first = events[0]
        if expected or not isinstance(first, Match):
            raise StoreError("not_a_stream", "a new match begins with event 0")
        key = match_key(events)
        if key is None:
            raise StoreError("not_a_stream", "a match is stored from its first deal on")
        match = self._keys.get(key)
        if match is not None:
            return match, None
        return self._next_match, Begun(self._next_match, key, first)

    def _extend(
        self,
        match: int,
        tip: Tip,
        events: Sequence[AnyEvent],
        payloads: Sequence[bytes],
        begun: Begun | None,
        origin: Origin | None,
    ) -> Appended:
        built, new = rows(events, payloads, match, self._next, tip)
        self._write(Batch(built, begun, origin, tip.version, new.version))
        self._tips[match] = new
        self._next += len(built)
        if begun is not None:
            self._keys[begun.key] = match
            self._next_match = match + 1
        return Appended(match, tip.version, new.version, new.hash, _cursor(self._next))

    def _again(self, match: int, tip: Tip, expected: int, payloads: Sequence[bytes]) -> Appended:
        """The answer to a batch for a place that is taken: the first one's when it is the same."""
        stop = expected + len(payloads)
        there = self._events(match, expected, stop)
        if len(there) == len(payloads) and [row[4] for row in there] == list(payloads):
            _, _, pos, head, _ = there[-1]
            return Appended(match, expected, stop, head, _cursor(pos + 1))
        raise Conflict(match, expected, tip.version, self.read(match, expected))

    def _agree(
        self, match: int, version: int, events: Sequence[AnyEvent], payloads: Sequence[bytes]
    ) -> None:
        """Raise :class:`Conflict` at the first event of a record that is not the stored one."""
        there = self._events(match, 0, min(version, len(payloads)))
        for (_, seq, _, _, stored), payload in zip(there, payloads, strict=False):
            if stored == payload:
                continue
            if seq == 0:
                mine, theirs = events[0], event_of(stored, match, 0)
                assert isinstance(mine, Match)
                if isinstance(theirs, Match) and same_match(mine) == same_match(theirs):
                    continue
            raise Conflict(match, seq, version, self.read(match, seq))

    # Reading.

    def find(self, key: bytes) -> int | None:
        """See :meth:`store.EventStore.find`."""
        self._ready()
        return self._keys.get(key)

    def head(self, match: int) -> Head:
        """See :meth:`store.EventStore.head`."""
        self._ready()
        tip = self._tip(match)
        return Head(tip.version, tip.hash)

    def heads(self) -> dict[int, Head]:
        """See :meth:`store.EventStore.heads`."""
        self._ready()
        return {match: Head(tip.version, tip.hash) for match, tip in list(self._tips.items())}

    def read(self, match: int, start: int = 0, stop: int | None = None) -> list[Stored]:
        """See :meth:`store.EventStore.read`."""
        self._ready()
        version = self._tip(match).version
        stop = version if stop is None else min(stop, version)
        return stored(self._events(match, start, stop) if 0 <= start < stop else [])

    def read_hand(self, match: int, hand: int) -> list[Stored]:
        """See :meth:`store.EventStore.read_hand`."""
        self._ready()
        self._tip(match)
        there = self._hand_events(match, hand) if 0 <= hand < 2**31 else []
        if not there:
            raise StoreError("unknown", f"match {match} has no hand {hand}")
        return stored(there)

    def read_all(self, after: str | None = None, limit: int = 10_000) -> Page[Stored]:
        """See :meth:`store.EventStore.read_all`."""
        self._ready()
        return paged(after, limit, self._next, lambda at, to: stored(self._log_events(at, to)))

    def match(self, match: int) -> MatchInfo:
        """See :meth:`store.EventStore.match`."""
        self._ready()
        self._tip(match)
        return self._infos(match, match)[0]

    def matches(self, after: str | None = None, limit: int = 100) -> Page[MatchInfo]:
        """See :meth:`store.EventStore.matches`."""
        self._ready()
        return paged(after, limit, self._next_match - 1, lambda at, to: self._infos(at + 1, to))

    def _infos(self, low: int, high: int) -> list[MatchInfo]:
        infos = []
        for match, key, payload in self._first_events(low, high):
            tip = self._tip(match)
            first = event_of(payload, match, 0)
            if not isinstance(first, Match):
                raise _unreadable(match, 0, "it is no match event")
            infos.append(MatchInfo(match, key, first, tip.hands, Head(tip.version, tip.hash)))
        return infos

    def _tip(self, match: int) -> Tip:
        try:
            return self._tips[match]
        except KeyError:
            raise StoreError("unknown", f"there is no match {match}") from None


def stored(raw: Iterable[Raw]) -> list[Stored]:
    """Rows with their events; ``damaged`` names the first that cannot be read."""
    return [
        Stored(match, seq, pos, hash_, event_of(payload, match, seq))
        for match, seq, pos, hash_, payload in raw
    ]


def event_of(payload: bytes, match: int, seq: int) -> AnyEvent:
    """The event behind a stored payload; ``damaged`` when it is none."""
    try:
        return from_canonical(payload)
    except MalformedInput as error:
        raise _unreadable(match, seq, str(error)) from error


def paged(after: str | None, limit: int, end: int, fetch: Callable[[int, int], list[T]]) -> Page[T]:
    """At most ``limit`` of ``end`` things after a cursor; ``fetch(start, stop)`` gets them.

    Raises ``bad_cursor`` for a cursor that is none of ours.
    """
    if after is not None and not (after.isascii() and after.isdigit() and len(after) <= 18):
        raise StoreError("bad_cursor", f"{after[:40]!r} is no cursor of this store")
    start = int(after or 0)
    stop = max(start, min(start + limit, end))
    return Page(fetch(start, stop) if start < stop else [], _cursor(stop), stop < end)


def _cursor(number: int) -> str:
    return str(number)


def _unreadable(match: int, seq: int, why: str) -> StoreError:
    return StoreError(
        "damaged",
        f"match {match}, seq {seq}: the stored payload cannot be read ({why}); run an audit",
    )
