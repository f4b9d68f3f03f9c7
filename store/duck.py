"""The store in a DuckDB file: one writer, any number of reading threads, nothing is ever changed.

One process has the file at a time. A write is durable before it is answered. When DuckDB fails in
the middle of one, the file is attached anew and the caller told that the outcome is in doubt.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import duckdb

from events import KINDS, Deal, Settlement
from store import quarantine, schema
from store.attach import Attachment, check_path, explain, first_line
from store.audit import audit
from store.contract import Arrival, Audit, Hand, Origin, Page, Place, Quarantined
from store.errors import InDoubt, StoreError
from store.incoming import Incoming, insert_about
from store.log import Batch, Log, Raw, paged
from store.stream import Row, Tip


class DuckStore(Log):
    """An event store in the file ``path``.

    ``create``: make the file when it is not there. ``read_only``: several processes may read one
    file while none writes it. ``memory_limit`` is DuckDB's (``512MB`` or more), ``threads`` what
    one query may use; small queries are fastest with one. Raises :class:`store.StoreError`.
    """

    def __init__(
        self,
        path: str | Path,
        *,
        create: bool = False,
        read_only: bool = False,
        memory_limit: str = "1GB",
        threads: int = 1,
    ) -> None:
        super().__init__()
        self.path = Path(os.path.realpath(path))
        self.read_only = read_only
        self._create = create
        self._limits = (memory_limit, threads)
        self._closed = False
        self._db: Attachment | None = None
        self._load()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Attaching.

    def _load(self) -> None:
        """Attach the file and mirror what is in it."""
        check_path(self.path, create=self._create, read_only=self.read_only)
        memory_limit, threads = self._limits
        db = Attachment(
            self.path, read_only=self.read_only, memory_limit=memory_limit, threads=threads
        )
        try:
            schema.prepare(db.writer, self.path, create=self._create, read_only=self.read_only)
            self._mirror(db.writer)
            if not self.read_only:
                self._incoming = Incoming(db.writer)
        except duckdb.Error as error:
            db.close()
            raise explain(error, self.path, opening=True) from error
        except BaseException:
            db.close()
            raise
        self._db = db
        self._create = False  # a file that is gone later is missing, not new

    def _mirror(self, con: duckdb.DuckDBPyConnection) -> None:
        rows = con.execute(_TIPS, {"deal": KINDS[Deal], "settlement": KINDS[Settlement]}).fetchall()
        self._tips = {
            match: Tip(version, hash_, hand, settled, hands)
            for match, version, hash_, hand, settled, hands, _ in rows
        }
        known = con.execute("SELECT key, match_id FROM store.matches").fetchall()
        self._keys = dict(known)
        self._next_match = max((match for _, match in known), default=0) + 1
        ((self._next, there),) = con.execute(
            "SELECT coalesce(max(pos), -1) + 1, count(*) FROM store.events"
        ).fetchall()
        self._whole = self._next == there and all(row[1] == row[6] for row in rows)

    def _attached(self) -> Attachment:
        """The file, attached again when a failure let go of it."""
        db = self._db
        if db is not None:
            return db
        with self._lock:
            if self._closed:
                raise StoreError("closed", f"{self.path}: the store is closed")
            if self._db is None:
                self._load()
            assert self._db is not None
            return self._db

    def _ready(self) -> None:
        self._attached()

    def _recover(self) -> None:
        """Let go of a file whose database has failed and attach it anew, now or when next asked."""
        db, self._db = self._db, None
        if db is not None:
            with suppress(duckdb.Error):
                db.close()
        with suppress(StoreError):
            self._load()

    def close(self) -> None:
        """Write the log into the file and let go of it. Raises ``failed`` when the first fails."""
        with self._lock:
            db, self._db, self._closed = self._db, None, True
            if db is None:
                return
            try:
                if not self.read_only and db.wal:
                    db.checkpoint()
            finally:
                db.close()

    # Writing.

    def _write(self, batch: Batch) -> None:
        con = self._writable().writer
        self._incoming.fill(batch.rows)
        try:
            if batch.begun is None and batch.origin is None:
                con.execute(Incoming.INSERT)  # one statement is one transaction
            else:
                con.begin()
                con.execute(Incoming.INSERT)
                insert_about(con, batch)
                con.commit()
        except duckdb.Error as error:
            self._recover()
            raise InDoubt(first_line(error)) from error
        except BaseException:
            self._recover()
            raise

    def _writable(self) -> Attachment:
        db = self._attached()
        if self.read_only:
            raise StoreError("read_only", f"{self.path}: opened for reading only")
        if not self._whole:
            raise StoreError(
                "damaged", f"{self.path}: events are not there that were; run an audit"
            )
        return db

    @contextmanager
    def _transaction(self) -> Iterator[duckdb.DuckDBPyConnection]:
        with self._lock:
            db = self._writable()
            try:
                db.writer.begin()
                yield db.writer
                db.writer.commit()
            except duckdb.Error as error:
                self._recover()
                raise InDoubt(first_line(error)) from error
            except BaseException:
                with suppress(duckdb.Error):
                    db.writer.rollback()
                raise

    def quarantine(
        self, file: str, format: str, place: Place, code: str, reason: str, data: bytes | BinaryIO
    ) -> Quarantined:
        """See :meth:`store.EventStore.quarantine`."""
        with self._lock:
            return quarantine.keep(self._transaction, file, format, place, code, reason, data)

    # Reading.

    def _query(self, sql: str, args: Sequence[Any] | dict[str, Any] = ()) -> list[Any]:
        """All rows of a query, on a cursor of its own; again when the file was attached anew."""
        while True:
            db = self._attached()
            try:
                with db.reading() as cursor:
                    return cursor.execute(sql, args).fetchall()
            except duckdb.Error as error:
                with self._lock:
                    if self._db is db:
                        if isinstance(error, duckdb.FatalException):
                            self._recover()
                        raise explain(error, self.path) from error

    def _events(self, match: int, start: int, stop: int) -> list[Raw]:
        return self._query(
            f"SELECT {_RAW} FROM store.events "
            "WHERE match_id = ? AND seq >= ? AND seq < ? ORDER BY seq",
            [match, start, stop],
        )

    def _hand_events(self, match: int, hand: int) -> list[Raw]:
        return self._query(
            f"SELECT {_RAW} FROM store.events WHERE match_id = ? AND hand = ? ORDER BY seq",
            [match, hand],
        )

    def _log_events(self, pos: int, stop: int) -> list[Raw]:
        return self._query(
            f"SELECT {_RAW} FROM store.events WHERE pos >= ? AND pos < ? ORDER BY pos", [pos, stop]
        )

    def _first_events(self, low: int, high: int) -> list[tuple[int, bytes, bytes]]:
        return self._query(
            "SELECT match_id, key, payload FROM store.events JOIN store.matches USING (match_id) "
            "WHERE match_id BETWEEN ? AND ? AND seq = 0 ORDER BY match_id",
            [low, high],
        )

    def hands(self, match: int) -> list[Hand]:
        """See :meth:`store.EventStore.hands`."""
        self._ready()
        self._tip(match)
        return [Hand(*row) for row in self._query(_HANDS, [KINDS[Settlement], match])]

    def arrivals(self, digest: str) -> list[Arrival]:
        """See :meth:`store.EventStore.arrivals`."""
        found = self._query(
            "SELECT match_id, first_seq, stop_seq, file, format, at_us FROM store.arrivals "
            "WHERE sha256 = ? ORDER BY match_id, first_seq",
            [digest],
        )
        return [
            Arrival(match, first, stop, Origin(file, format, digest), at_us)
            for match, first, stop, file, format, at_us in found
        ]

    def quarantined(self, after: str | None = None, limit: int = 100) -> Page[Quarantined]:
        """See :meth:`store.EventStore.quarantined`."""
        ((end,),) = self._query("SELECT coalesce(max(id), 0) FROM store.quarantine")
        return paged(
            after,
            limit,
            end,
            lambda start, stop: [
                quarantine.entry(row) for row in self._query(quarantine.ENTRIES, [start, stop])
            ],
        )

    def quarantined_bytes(self, id: int) -> Iterator[bytes]:
        """See :meth:`store.EventStore.quarantined_bytes`."""
        found = []
        if 0 < id < 2**63:
            found = self._query("SELECT size, sha256 FROM store.quarantine WHERE id = ?", [id])
        if not found:
            raise StoreError("unknown", f"there is no entry {id} in quarantine")
        return self._pieces(id, *found[0])

    def _pieces(self, id: int, size: int, digest: str) -> Iterator[bytes]:
        seen, got = sha256(), 0
        for part in count(0, quarantine.TOGETHER):
            found = self._query(
                "SELECT bytes FROM store.quarantine_bytes "
                "WHERE id = ? AND part >= ? AND part < ? ORDER BY part",
                [id, part, part + quarantine.TOGETHER],
            )
            for (piece,) in found:
                seen.update(piece)
                got += len(piece)
                yield piece
            if not found or got >= size:
                break
        if seen.hexdigest() != digest:
            raise StoreError("damaged", f"{self.path}: the bytes of quarantine entry {id} changed")

    def audit(self, limit: int = 100) -> Audit:
        """See :meth:`store.EventStore.audit`."""
        self._ready()
        return audit(self, limit)

    def rows_from(self, pos: int, limit: int) -> list[Row]:
        """See :class:`store.audit.Auditable`."""
        columns = ", ".join("match_id" if name == "match" else name for name in Row._fields)
        found = self._query(
            f"SELECT {columns} FROM store.events WHERE pos >= ? ORDER BY pos LIMIT ?", [pos, limit]
        )
        return [Row._make(row) for row in found]

    def begun(self) -> list[tuple[int, bytes]]:
        """See :class:`store.audit.Auditable`."""
        return self._query("SELECT match_id, key FROM store.matches ORDER BY match_id")

    def arrived(self) -> dict[int, int]:
        """See :class:`store.audit.Auditable`."""
        return dict(
            self._query("SELECT match_id, max(stop_seq) FROM store.arrivals GROUP BY match_id")
        )

    def ping(self) -> None:
        """See :meth:`store.EventStore.ping`."""
        self._query("SELECT value FROM store.meta")

    def copy_events(self, target: Path) -> int:
        """Write the events into a new Parquet file (zstd), with their kinds' names; how many."""
        quoted = str(target).replace("'", "''")
        ((copied,),) = self._query(
            "COPY (SELECT events.*, name AS type FROM store.events JOIN store.kinds ON code = kind "
            f"ORDER BY pos) TO '{quoted}' (FORMAT parquet, COMPRESSION zstd)"
        )
        return int(copied)


_RAW = "match_id, seq, pos, hash, payload"

_TIPS = """
SELECT match_id, max(seq) + 1, arg_max(hash, seq), arg_max(hand, seq) FILTER (kind = $deal),
       coalesce(max(seq) FILTER (kind = $settlement) > coalesce(max(seq) FILTER (kind = $deal), -1),
                false),
       count(*) FILTER (kind = $deal), count(*)
FROM store.events GROUP BY match_id
"""

_HANDS = """
SELECT hand, min(seq), max(seq), bool_or(kind = ?), arg_max(hash, seq)
FROM store.events WHERE match_id = ? AND hand IS NOT NULL GROUP BY hand ORDER BY hand
"""
