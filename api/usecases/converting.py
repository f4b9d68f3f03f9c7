"""Matches in another format: a record or a log in, a file for other people's tools out."""

from __future__ import annotations

from collections.abc import Iterable

from api.usecases.errors import NotThere
from events import AnyEvent, record
from events.formats import detect, read
from events.formats.writing import WRITERS, CannotWrite, write

OURS = "paipu"

FORMATS = (OURS, *WRITERS)
"""The formats that can be written."""


def written(events: Iterable[AnyEvent], to: str) -> bytes:
    """A match in the format ``to``; :class:`NotThere` where the format has no words for it."""
    if to not in FORMATS:
        raise NotThere("format", f"{to!r} is none of {', '.join(FORMATS)}")
    if to == OURS:
        return record.write(events)
    try:
        return write(events, to)
    except CannotWrite as error:
        raise NotThere("format", f"{to} cannot tell this match: {error}") from error


def convert(data: bytes, file: str, to: str, format_name: str | None = None) -> bytes:
    """Every match of a file in the format ``to``, one after the other.

    :class:`NotThere` where the file is in no format that is read, where nothing in it can be read,
    or where ``to`` has no words for it. Hands that could not be read are left out.
    """
    chosen = format_name or detect(data, file)
    if chosen is None:
        raise NotThere("unknown_format", f"{file} is in no format that is read here")
    matches = list(read(data, file, chosen))
    for match in matches:
        if match.match is None:
            reason = match.fault.message if match.fault is not None else "it cannot be read"
            raise NotThere("unreadable", f"{file}: {reason}")
    return b"".join(written(match.events, to) for match in matches)
