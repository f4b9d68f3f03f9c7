"""Out of the store: a match as a record, the events as Parquet, quarantined bytes as they came.

A file that is there is never overwritten, and a file that could not be finished is not left behind.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from events import record
from store.contract import EventStore
from store.duck import DuckStore
from store.errors import StoreError


def export_record(store: EventStore, match: int, target: Path) -> Path:
    """Write a match as a paipu record; into a folder as ``match-N.paipu.jsonl``. Its path."""
    data = record.write(stored.event for stored in store.read(match))
    return save(_inside(target, f"match-{match}{record.SUFFIX}"), [data])


def export_parquet(store: DuckStore, target: Path) -> Path:
    """Write all events as Parquet (zstd); into a folder as ``events.parquet``. Its path."""
    with _new(_inside(target, "events.parquet")) as (path, part):
        store.copy_events(part)
    return path


def export_quarantined(store: EventStore, id: int, target: Path) -> Path:
    """Write the bytes of a quarantine entry as they came; into a folder as ``quarantine-ID``."""
    return save(_inside(target, f"quarantine-{id}"), store.quarantined_bytes(id))


def save(target: Path, pieces: Iterable[bytes]) -> Path:
    """Write a new file; ``exists`` when there is one of that name."""
    with _new(target) as (path, part), part.open("wb") as file:
        for piece in pieces:
            file.write(piece)
        file.flush()
        os.fsync(file.fileno())
    return path


@contextmanager
def _new(target: Path) -> Iterator[tuple[Path, Path]]:
    """A name that is ours from now on, and a file beside it that gets the name once it is whole."""
    try:
        target.open("xb").close()
    except FileExistsError:
        raise StoreError("exists", f"{target} is there already; name another file") from None
    except OSError as error:
        raise StoreError("failed", f"{target}: {error.strerror}") from error
    part = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        yield target, part
        part.replace(target)
    except BaseException as error:
        part.unlink(missing_ok=True)
        target.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise StoreError("failed", f"{target}: {error.strerror}") from error
        raise


def _inside(target: Path, name: str) -> Path:
    return target / name if target.is_dir() else target
