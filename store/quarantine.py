"""Bytes that an import could not take, kept in pieces so that no size is too large."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from hashlib import sha256
from itertools import islice
from typing import Any, BinaryIO

import duckdb

from store.contract import Place, Quarantined
from store.errors import StoreError

PIECE = 2**16
"""Bytes are kept in pieces of this size, so that a vector of them (2048) fits into memory."""

TOGETHER = 512
"""So many pieces are written in one transaction and read in one query."""

Transaction = Callable[[], AbstractContextManager[duckdb.DuckDBPyConnection]]


def pieces(data: bytes | BinaryIO) -> Iterator[bytes]:
    """Bytes, or what is left of an open file, piece by piece."""
    if isinstance(data, bytes):
        yield from (data[at : at + PIECE] for at in range(0, len(data), PIECE))
    else:
        while piece := data.read(PIECE):
            yield piece


def keep(
    transaction: Transaction,
    file: str,
    format: str,
    place: Place,
    code: str,
    reason: str,
    data: bytes | BinaryIO,
) -> Quarantined:
    """Add an entry, or find the one that has these bytes of this place already.

    The entry itself is written last, so that it is there with all its pieces or not at all.
    """
    file, reason = printable(file), printable(reason)
    digest, size = _measure(data)
    with transaction() as con:
        if there := _find(con, file, place, digest):
            return there
        ((id,),) = con.execute(_NEXT).fetchall()
    rest, written = enumerate(pieces(data)), sha256()
    while True:
        group = list(islice(rest, TOGETHER))
        with transaction() as con:
            for part, piece in group:
                con.execute(
                    "INSERT INTO store.quarantine_bytes VALUES (?, ?, ?)", [id, part, piece]
                )
                written.update(piece)
            if len(group) == TOGETHER:
                continue
            if written.hexdigest() != digest:
                raise StoreError("failed", f"{file} changed while it was read; import it again")
            row = (id, file, format, *place, code, reason, size, digest, now_us())
            con.execute(f"INSERT INTO store.quarantine VALUES ({', '.join('?' * len(row))})", row)
            return entry(row)


def printable(text: str) -> str:
    """Text with what is no Unicode (parts of a file's name, say) written as an escape."""
    return text.encode("utf-8", "backslashreplace").decode()


def now_us() -> int:
    """The time now in microseconds since 1970, UTC."""
    return time.time_ns() // 1000


_COLUMNS = "id, file, format, first_line, last_line, byte_offset, code, reason, size, sha256, at_us"

ENTRIES = f"SELECT {_COLUMNS} FROM store.quarantine WHERE id > ? AND id <= ? ORDER BY id"
"""The entries after one id and up to another, for :func:`entry`."""

_NEXT = """
SELECT greatest((SELECT coalesce(max(id), 0) FROM store.quarantine),
                (SELECT coalesce(max(id), 0) FROM store.quarantine_bytes)) + 1
"""


def entry(row: tuple[Any, ...]) -> Quarantined:
    """An entry out of its row."""
    id, file, format, first, last, offset, *rest = row
    return Quarantined(id, file, format, Place(first, last, offset), *rest)


def _measure(data: bytes | BinaryIO) -> tuple[str, int]:
    """SHA-256 (hex) and size; a file is left where it was."""
    start = 0 if isinstance(data, bytes) else data.tell()
    digest, size = sha256(), 0
    for piece in pieces(data):
        digest.update(piece)
        size += len(piece)
    if not isinstance(data, bytes):
        data.seek(start)
    return digest.hexdigest(), size


def _find(
    con: duckdb.DuckDBPyConnection, file: str, place: Place, digest: str
) -> Quarantined | None:
    found = con.execute(
        f"SELECT {_COLUMNS} FROM store.quarantine WHERE sha256 = ? AND file = ?", [digest, file]
    ).fetchall()
    return next((same for same in map(entry, found) if same.place == place), None)
