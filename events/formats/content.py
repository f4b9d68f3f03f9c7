"""The text inside a file: gzip or plain, UTF-8 or UTF-16, and never more than 64 MiB of it."""

from __future__ import annotations

import zlib
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE

from msgspec import Struct

from events.formats.reading import Remark, whole

MAX_BYTES = 64 * 2**20
"""A file that unpacks to more is refused: it is no record of a match."""

MAX_LINES = 500_000
"""A file of more lines is refused as well."""

HEAD_BYTES = 64 * 2**10
"""How much of a file is looked at to tell its format."""

_GZIP = b"\x1f\x8b"
_WBITS = 31  # a gzip header is expected and its checksum verified


class Content(Struct, frozen=True):
    """The text of a file: UTF-8, no byte order mark. ``cut``: gzip data that end early."""

    text: bytes
    cut: bool = False
    notes: tuple[Remark, ...] = ()


def unpack(data: bytes, limit: int = MAX_BYTES) -> Content | Remark:
    """The text inside ``data``, or why there is none."""
    cut = False
    if data.startswith(_GZIP):
        try:
            data, cut = _gunzip(data, limit)
        except zlib.error as error:
            return whole("damaged_gzip", f"the compressed data are damaged: {error}")
    if len(data) > limit:
        return whole("too_large", f"more than {limit:,} bytes when unpacked")
    content = _decode(data, cut)
    if not cut:
        return content
    note = whole("not_closed", "the compressed data end early")
    return Content(content.text, cut, (*content.notes, note))


def head(data: bytes) -> bytes:
    """The beginning of the text inside ``data``; empty when it cannot be unpacked."""
    if data.startswith(_GZIP):
        try:
            data = zlib.decompressobj(_WBITS).decompress(data, HEAD_BYTES)
        except zlib.error:
            return b""
    return _decode(data[:HEAD_BYTES], cut=True).text


def _gunzip(data: bytes, limit: int) -> tuple[bytes, bool]:
    """All members of a gzip file, at most one byte more than ``limit``; True when it ends early."""
    pieces: list[bytes] = []
    room = limit + 1
    while data.startswith(_GZIP) and room > 0:
        member = zlib.decompressobj(_WBITS)
        pieces.append(member.decompress(data, room))
        room -= len(pieces[-1])
        if not member.eof:
            return b"".join(pieces), True
        data = member.unused_data
    if room > 0 and data.strip(b"\0"):
        raise zlib.error("bytes after the end of the compressed data")
    return b"".join(pieces), False


def _decode(data: bytes, cut: bool) -> Content:
    if data.startswith(BOM_UTF8):
        return Content(data[len(BOM_UTF8) :], cut)
    for mark, encoding in ((BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            text = data[len(mark) :].decode(encoding, "replace").encode("utf-8", "replace")
            note = whole("encoding", f"read as {encoding.upper()}")
            return Content(text, cut, (note,))
    return Content(data, cut)
