"""One DuckDB file attached to an in-memory root, and DuckDB's errors in our words.

The file is never opened in this process by anything but DuckDB: closing any handle of it would drop
its POSIX lock, and another process could write to it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Condition

import duckdb

from store.errors import StoreError

STORAGE_VERSION = "v1.5.0"
"""The file format: DuckDB 1.5 and 2.0 both read and write it."""

Config = dict[str, str | bool | int | float | list[str]]

WAL_LIMIT = "256MB"
"""DuckDB writes the log into the file by itself beyond this; otherwise only closing does."""


class Attachment:
    """A root connection with the file attached as ``store``; one cursor writes, others read."""

    def __init__(self, path: Path, *, read_only: bool, memory_limit: str, threads: int) -> None:
        """Attach ``path``; a file that is not there is made. Raises :class:`StoreError`."""
        self.path = path
        self._readers = 0
        self._changed = Condition()
        self._open = True
        options = ["TYPE duckdb"]
        if read_only:
            options.append("READ_ONLY")
        elif not path.exists():
            options.append(f"STORAGE_VERSION '{STORAGE_VERSION}'")
        config: Config = {
            "threads": threads,
            "memory_limit": memory_limit,
            "temp_directory": f"{path}.tmp",
            "autoinstall_known_extensions": "false",
            "autoload_known_extensions": "false",
        }
        try:
            try:
                self._attach(config, options, strict=True)
            except duckdb.SerializationException:
                if not _cut_short(path):
                    raise
                self._attach(config, options, strict=False)
        except duckdb.Error as error:
            raise explain(error, path, opening=True) from error

    def _attach(self, config: Config, options: list[str], *, strict: bool) -> None:
        self.root = duckdb.connect(":memory:", config=config)
        try:
            # Otherwise an unreadable end of the log is left out without a word.
            self.root.execute(f"SET debug_abort_on_wal_failure = {strict}")
            self.root.execute(f"SET wal_autocheckpoint = '{WAL_LIMIT}'")
            self.root.execute("PRAGMA disable_checkpoint_on_shutdown")
            quoted = str(self.path).replace("'", "''")
            self.root.execute(f"ATTACH '{quoted}' AS store ({', '.join(options)})")
            self.root.execute("USE store")
            self.writer = self.root.cursor()
            self.writer.execute("USE store")
            self.writer.execute("PRAGMA disable_optimizer")  # there is nothing to optimise
        except duckdb.Error:
            self.root.close()
            raise

    @contextmanager
    def reading(self) -> Iterator[duckdb.DuckDBPyConnection]:
        """A cursor of the calling thread's own; it sees what was committed when it first asks."""
        with self._changed:
            if not self._open:
                raise duckdb.ConnectionException("the store is being attached anew")
            self._readers += 1
        try:
            cursor = self.root.cursor()
            try:
                yield cursor
            finally:
                cursor.close()
        finally:
            with self._changed:
                self._readers -= 1
                self._changed.notify_all()

    def checkpoint(self) -> None:
        """Write the log into the file, so that the file alone is whole."""
        try:
            self.writer.execute("CHECKPOINT store")
        except duckdb.Error as error:
            raise StoreError(
                "failed",
                f"{self.path}: the log could not be written into the file "
                f"({first_line(error)}); nothing is lost: keep {self.path.name}.wal beside it",
            ) from error

    def close(self) -> None:
        """Let go of the file, when the last reader is done. The log is left as it is."""
        with self._changed:
            self._open = False
            self._changed.wait_for(lambda: self._readers == 0)
        self.root.close()

    @property
    def wal(self) -> int:
        """The size of the write-ahead log in bytes."""
        try:
            return os.stat(f"{self.path}.wal").st_size
        except OSError:
            return 0


def _cut_short(path: Path) -> bool:
    from store.wal import cut_short  # rarely needed, and it brings numpy

    return cut_short(Path(f"{path}.wal"))


def check_path(path: Path, *, create: bool, read_only: bool) -> None:
    """Raise what can be said about a path without touching the file."""
    try:
        str(path).encode()
        _check_path(path, create=create, read_only=read_only)
    except UnicodeEncodeError:
        name = os.fsencode(path).decode(errors="backslashreplace")
        raise StoreError("failed", f"{name}: a store's name must be Unicode") from None
    except OSError as error:
        raise StoreError("failed", f"{path}: {error.strerror}") from error


def _check_path(path: Path, *, create: bool, read_only: bool) -> None:
    if path.is_dir():
        raise StoreError("is_directory", f"{path} is a folder, not a store; name a file in it")
    if not path.exists():
        if not create or read_only:
            raise StoreError("missing", f"{path}: no such store; import records into it first")
        if not path.parent.is_dir():
            raise StoreError("missing", f"{path.parent}: no such folder; make it first")
    if read_only:
        return
    for place in (path, path.parent):
        if place.exists() and not os.access(place, os.W_OK):
            raise StoreError(
                "read_only",
                f"{path}: {'the file' if place == path else 'its folder'} cannot be written; "
                "open it for reading, or copy it to a place of your own while no one has it open",
            )


def explain(error: duckdb.Error, path: Path, *, opening: bool = False) -> StoreError:
    """What a DuckDB error at ``path`` means, and what to do about it.

    A file that DuckDB cannot open for a reason that is not known here counts as ``damaged``.
    """
    text = str(error)
    meanings = [*_MEANINGS, (r"^(.*)", "damaged", _DAMAGED)] if opening else _MEANINGS
    for pattern, code, advice in meanings:
        if found := re.search(pattern, text):
            told = advice.format(*found.groups(), wal=f"{path.name}.wal")
            return StoreError(code, f"{path}: {told}")
    return StoreError("failed", f"{path}: {first_line(error)}")


_DAMAGED = (
    "damaged ({0}); nothing was changed: copy it and {wal} aside, then import the original "
    "records into a new store or put a backup in its place"
)
_MEANINGS: tuple[tuple[str, str, str], ...] = (
    (
        r"Conflicting lock is held in .*?\(PID (\d+)\)",
        "locked",
        "open in another process (PID {0}); one process has a store at a time: "
        "stop that one, or ask it over HTTP",
    ),
    (r"(?:Could not set lock|Conflicting lock)", "locked", "open in another process"),
    (r"Unique file handle conflict", "locked", "already open in this process"),
    (r"not a valid DuckDB database file", "foreign", "no paipu store (not a DuckDB file)"),
    (
        r"(?:version number (\d+), but|newer version of DuckDB|storage version)",
        "newer",
        "written by a later DuckDB; open it with the version that wrote it",
    ),
    (
        r"(No space left on device|File too large|Disk quota exceeded)",
        "full",
        "no room to write ({0}); make room, nothing that was acknowledged is lost",
    ),
    (
        r"(?:Permission denied|Read-only file system|Operation not permitted)",
        "read_only",
        "cannot be written; open it for reading, or copy it to a place of your own",
    ),
    (r"(?:No such file or directory|database does not exist)", "missing", "no such store"),
    (r"(?i)((?:corrupt|(?:computed )?checksum|serialization error).{0,200})", "damaged", _DAMAGED),
)
"""What DuckDB's messages mean, most telling first: pattern, code, advice."""


def first_line(error: duckdb.Error) -> str:
    """DuckDB's message without its further explanations."""
    return str(error).strip().partition("\n")[0][:300]
