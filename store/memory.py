"""A store in memory: the same log without a file, for tests and for work that is not kept."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import BinaryIO

from events import KINDS, Settlement
from store.audit import audit
from store.contract import Arrival, Audit, Hand, Origin, Page, Place, Quarantined
from store.errors import StoreError
from store.log import Batch, Begun, Log, Raw, paged
from store.quarantine import now_us, pieces, printable
from store.stream import Row


class MemoryStore(Log):
    """An event store that lasts as long as the object."""

    def __init__(self) -> None:
        super().__init__()
        self._rows: list[Row] = []
        self._streams: dict[int, list[Row]] = {}
        self._begun: dict[int, Begun] = {}
        self._arrivals: list[Arrival] = []
        self._quarantine: list[tuple[Quarantined, bytes]] = []
        self._closed = False

    def _ready(self) -> None:
        if self._closed:
            raise StoreError("closed", "the store is closed")

    def _write(self, batch: Batch) -> None:
        new = [Row._make(row) for row in batch.rows]
        match = new[0].match
        if batch.begun is not None:
            self._begun[match] = batch.begun
        self._streams.setdefault(match, []).extend(new)
        self._rows.extend(new)
        if batch.origin is not None:
            origin = Origin(*map(printable, batch.origin))
            self._arrivals.append(Arrival(match, batch.first, batch.stop, origin, now_us()))

    def _events(self, match: int, start: int, stop: int) -> list[Raw]:
        return [_raw(row) for row in self._streams[match][max(start, 0) : max(stop, 0)]]

    def _hand_events(self, match: int, hand: int) -> list[Raw]:
        return [_raw(row) for row in self._streams[match] if row.hand == hand]

    def _log_events(self, pos: int, stop: int) -> list[Raw]:
        return [_raw(row) for row in self._rows[pos:stop]]

    def _first_events(self, low: int, high: int) -> list[tuple[int, bytes, bytes]]:
        return [
            (match, self._begun[match].key, self._streams[match][0].payload)
            for match in range(low, high + 1)
            if match in self._begun
        ]

    def hands(self, match: int) -> list[Hand]:
        """See :meth:`store.EventStore.hands`."""
        self._ready()
        self._tip(match)
        found: dict[int, Hand] = {}
        for row in self._streams[match]:
            if row.hand is None:
                continue
            old = found.get(row.hand)
            settled = row.kind == KINDS[Settlement] or (old is not None and old.settled)
            first = row.seq if old is None else old.first
            found[row.hand] = Hand(row.hand, first, row.seq, settled, row.hash)
        return sorted(found.values())

    def arrivals(self, digest: str) -> list[Arrival]:
        """See :meth:`store.EventStore.arrivals`."""
        self._ready()
        return [arrival for arrival in self._arrivals if arrival.origin.sha256 == digest]

    def quarantine(
        self, file: str, format: str, place: Place, code: str, reason: str, data: bytes | BinaryIO
    ) -> Quarantined:
        """See :meth:`store.EventStore.quarantine`."""
        file, reason = printable(file), printable(reason)
        kept = b"".join(pieces(data))
        digest = sha256(kept).hexdigest()
        with self._lock:
            self._ready()
            for entry, _ in self._quarantine:
                if (entry.file, entry.place, entry.sha256) == (file, place, digest):
                    return entry
            entry = Quarantined(
                len(self._quarantine) + 1,
                file,
                format,
                place,
                code,
                reason,
                len(kept),
                digest,
                now_us(),
            )
            self._quarantine.append((entry, kept))
            return entry

    def quarantined(self, after: str | None = None, limit: int = 100) -> Page[Quarantined]:
        """See :meth:`store.EventStore.quarantined`."""
        self._ready()
        return paged(after, limit, len(self._quarantine), self._entries)

    def _entries(self, start: int, stop: int) -> list[Quarantined]:
        return [entry for entry, _ in self._quarantine[start:stop]]

    def quarantined_bytes(self, id: int) -> Iterator[bytes]:
        """See :meth:`store.EventStore.quarantined_bytes`."""
        self._ready()
        if not 1 <= id <= len(self._quarantine):
            raise StoreError("unknown", f"there is no entry {id} in quarantine")
        return iter([self._quarantine[id - 1][1]])

    def audit(self, limit: int = 100) -> Audit:
        """See :meth:`store.EventStore.audit`."""
        self._ready()
        return audit(self, limit)

    def rows_from(self, pos: int, limit: int) -> list[Row]:
        """See :class:`store.audit.Auditable`."""
        return self._rows[max(pos, 0) : max(pos, 0) + limit]

    def begun(self) -> list[tuple[int, bytes]]:
        """See :class:`store.audit.Auditable`."""
        return [(match, begun.key) for match, begun in self._begun.items()]

    def arrived(self) -> dict[int, int]:
        """See :class:`store.audit.Auditable`."""
        stops: dict[int, int] = {}
        for arrival in self._arrivals:
            stops[arrival.match] = max(arrival.stop, stops.get(arrival.match, 0))
        return stops

    def ping(self) -> None:
        """See :meth:`store.EventStore.ping`."""
        self._ready()

    def close(self) -> None:
        """See :meth:`store.EventStore.close`."""
        self._closed = True


def _raw(row: Row) -> Raw:
    return row.match, row.seq, row.pos, row.hash, row.payload
