"""The end of DuckDB's write-ahead log: was a write cut short there, or was something lost?

A process that is killed while it writes leaves the log with a transaction that has no end. It was
never acknowledged, and DuckDB leaves it out when it is asked to be lenient. But lenient it also
leaves out finished transactions behind a damaged length, without a word. So the store opens
strictly, and leniently only when this module finds the log whole up to its unfinished end.

The log is a head, then entries: size and checksum (8 bytes each, little-endian), then the data.
What does not look exactly like that is answered with "no": then the file counts as damaged.
"""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np

_HEAD = re.compile(
    rb"d\0be\0\x02f\0\x10(?:[\x80-\xff]?[\0-\x7f]){16}g\0[\x80-\xff]*[\0-\x7f]\xff\xff", re.DOTALL
)
"""Version 2, the identity of the database (16 numbers), and how often it was checkpointed."""

_SHORTEST = 100
"""A log with a finished transaction is longer than this, in bytes."""

_LONGEST = 2**26
"""An entry is shorter than this: 2,048 rows at most."""

_WORD = 2**64 - 1


def cut_short(wal: Path) -> bool:
    """Whether every entry is whole but the last, and that one was not written to its end."""
    data = wal.read_bytes()
    head = _HEAD.match(data)
    if head is None:
        return len(data) < _SHORTEST
    at = head.end()
    while at + 16 <= len(data):
        size, checksum = _header(data, at)
        if at + 16 + size > len(data):
            # A size that was damaged hides an entry that is all there.
            return size < _LONGEST and not _hides(data[at + 16 :], checksum)
        if not _whole(data, at):
            return False
        at += 16 + size
    return True


def _header(data: bytes, at: int) -> tuple[int, int]:
    return (
        int.from_bytes(data[at : at + 8], "little"),
        int.from_bytes(data[at + 8 : at + 16], "little"),
    )


def _whole(data: bytes, at: int) -> bool:
    """Whether the entry at ``at`` has its checksum."""
    size, checksum = _header(data, at)
    body = data[at + 16 : at + 16 + size]
    return _sums(body)[-1] ^ _rest(body[size & ~7 :]) == checksum


def _hides(body: bytes, checksum: int) -> bool:
    """Whether some beginning of ``body`` has this checksum."""
    sums = _sums(body)
    return any(
        sums[size >> 3] ^ _rest(body[size & ~7 : size]) == checksum
        for size in range(1, len(body) + 1)
    )


def _sums(body: bytes) -> list[int]:
    """DuckDB's checksum of the first 0, 1, 2, ... eight-byte words of ``body``."""
    words = np.frombuffer(body, dtype="<u8", count=len(body) // 8)
    mixed = np.bitwise_xor.accumulate(words * np.uint64(0xBF58476D1CE4E5B9))
    return [5381, *(int(word) ^ 5381 for word in mixed)]


def _rest(tail: bytes) -> int:
    """DuckDB's checksum of the last 1 to 7 bytes (MurmurHash64A); 0 when there are none."""
    if not tail:
        return 0
    factor = 0xC6A4A7935BD1E995
    mixed = 0xE17A1465 ^ (len(tail) * factor & _WORD)
    mixed = (mixed ^ int.from_bytes(tail, "little")) * factor & _WORD
    mixed = (mixed ^ mixed >> 47) * factor & _WORD
    return mixed ^ mixed >> 47
