"""Files and folders that somebody names, and the bytes in them."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import BinaryIO

from events import MalformedInput
from events.formats import FORMATS, MAX_BYTES, detect

STDIN = "-"
"""The name that stands for the standard input."""

_HEAD = 64 * 2**10


def expand(path: str) -> list[str]:
    """The files behind ``path``, a folder standing for the logs in it, in a fixed order.

    Of a folder only those files are taken that look like a log, by name or by content; what begins
    with a dot is left alone. A file that is named is always taken. :class:`MalformedInput` for a
    folder without any log, :class:`OSError` for one that cannot be read.
    """
    folder = Path(path)
    if path == STDIN or not folder.is_dir():
        return [path]
    found = [
        str(inner)
        for inner in sorted(folder.rglob("*"))
        if not any(part.startswith(".") for part in inner.relative_to(folder).parts)
        and inner.is_file()
        and _is_log(inner)
    ]
    if not found:
        raise MalformedInput("no log in this folder", file=path)
    return found


def _is_log(path: Path) -> bool:
    suffixes = tuple(suffix for format_ in FORMATS.values() for suffix in format_.suffixes)
    if path.name.lower().removesuffix(".gz").endswith(suffixes):
        return True
    with path.open("rb") as stream:
        return detect(stream.read(_HEAD), path.name) is not None


def load(path: str) -> bytes:
    """All bytes of a file, or of the standard input for ``-``.

    :class:`OSError` where it cannot be read, a folder included; :class:`MalformedInput` where it is
    larger than any record (64 MiB), which is found out without reading it all.
    """
    with open_binary(path) as stream:
        data = stream.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise MalformedInput(
            "the file is larger than 64 MiB; no record of a match is", file=shown(path)
        )
    return data


def open_binary(path: str) -> BinaryIO:
    """A file, or the standard input for ``-``, open for reading bytes."""
    if path == STDIN:
        if sys.stdin is None:
            raise OSError(errno.EBADF, "the standard input is closed")
        return open(sys.stdin.fileno(), "rb", closefd=False)
    return open(path, "rb")


def shown(path: str) -> str:
    """The name by which people know a source; bytes in it that are no UTF-8 are written out."""
    return "<stdin>" if path == STDIN else os.fsencode(path).decode("utf-8", "backslashreplace")
