"""Other clients' logs, and our own records, as events.

A format is a module with a :class:`~events.formats.reading.Format` in this list; nothing else
knows of it. :func:`detect` says which format a file is in, :func:`read` what is in it.
"""

from __future__ import annotations

from collections.abc import Iterator

from events.formats import (
    botzone,
    ijcai,
    kobalab,
    majsoul,
    mjai,
    paipu,
    tenhou6,
    tenhou_mjlog,
    tziakcha,
)
from events.formats.content import MAX_BYTES, head
from events.formats.reading import (
    CODES,
    Format,
    HandRead,
    MatchRead,
    Remark,
    WallCheck,
)

FORMATS: dict[str, Format] = {
    format_.name: format_
    for format_ in (
        paipu.FORMAT,
        tenhou_mjlog.FORMAT,
        tenhou6.FORMAT,
        mjai.FORMAT,
        kobalab.FORMAT,
        majsoul.FORMAT,
        ijcai.FORMAT,
        botzone.FORMAT,
        tziakcha.FORMAT,
    )
}
"""The formats by name, in the order in which a file is held against them."""

__all__ = [
    "CODES",
    "FORMATS",
    "MAX_BYTES",
    "Format",
    "HandRead",
    "MatchRead",
    "Remark",
    "WallCheck",
    "detect",
    "read",
]


def detect(data: bytes, name: str = "") -> str | None:
    """The name of the format that ``data`` are in, gzip or not; None when it is none we know.

    The content decides. Where it says nothing (an empty or damaged file), the file's ``name`` does,
    so that the reader of that format can say what is wrong.
    """
    text = head(data)
    for format_ in FORMATS.values():
        if format_.looks_like(text):
            return format_.name
    stem = name.lower().removesuffix(".gz")
    for format_ in FORMATS.values():
        if stem.endswith(format_.suffixes):
            return format_.name
    return None


def read(data: bytes, name: str = "", format_name: str | None = None) -> Iterator[MatchRead]:
    """The matches in ``data``, read as ``format_name`` or as what :func:`detect` makes of them.

    :class:`KeyError` for a format that is not in :data:`FORMATS`, or when none is recognised.
    """
    chosen = format_name or detect(data, name)
    if chosen is None:
        raise KeyError("no known format")
    return FORMATS[chosen].read(data, name)
