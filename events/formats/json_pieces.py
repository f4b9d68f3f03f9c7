"""JSON taken apart by place, so that one bad value spoils itself and not the whole file.

A file that is cut or damaged is no JSON as a whole, though most of what is in it can be read.
:func:`elements` and :func:`members` walk over an array or object of the text and say where each
value stands; :func:`decode` decodes one of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from events.formats.reading import Unreadable

_SPACE = re.compile(rb"[\s,]*")
_TOKEN = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+("?)|[\[\]{}]', re.DOTALL)
_ATOM = re.compile(rb"[^\s,\[\]{}\":]+")
_KEY = re.compile(rb'"([^"\\]*+(?:\\.[^"\\]*+)*+)"\s*:\s*', re.DOTALL)


MAX_DEPTH = 200
MAX_TOKENS = 2_000_000
"""Values nested deeper, or of more strings and brackets, are taken for cut: no log has them."""


class Piece(NamedTuple):
    """A value in a text: its key, if it is a member of an object, and from where to where it is.

    ``cut``: the text ends before the value does.
    """

    key: str
    start: int
    end: int
    cut: bool = False


def begin(text: bytes, at: int = 0) -> int:
    """Where the first value from ``at`` on begins."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def value(text: bytes, at: int, key: str = "") -> Piece:
    """The value that begins at ``at``."""
    first = text[at : at + 1]
    if first in (b"[", b"{"):
        return _bracketed(text, at, key)
    if first == b'"':
        found = _TOKEN.match(text, at)
        end = found.end() if found else len(text)
        return Piece(key, at, end, cut=not (found and found[1]))
    found = _ATOM.match(text, at)
    end = found.end() if found else at
    return Piece(key, at, end, cut=end == at or end == len(text))


def _bracketed(text: bytes, at: int, key: str) -> Piece:
    depth = 0
    for count, token in enumerate(_TOKEN.finditer(text, at)):
        mark = text[token.start()]
        if mark in b"[{":
            depth += 1
            if depth > MAX_DEPTH or count > MAX_TOKENS:
                break
        elif mark in b"]}":
            depth -= 1
            if not depth:
                return Piece(key, at, token.end())
    return Piece(key, at, len(text), cut=True)


def elements(text: bytes, at: int) -> Iterator[Piece]:
    """The values of the array that begins at ``at``, up to its end or to where the text breaks."""
    if text[at : at + 1] != b"[":
        return
    at = begin(text, at + 1)
    while at < len(text) and text[at] not in b"]}:":
        piece = value(text, at)
        yield piece
        if piece.cut:
            return
        at = begin(text, piece.end)


def members(text: bytes, at: int) -> Iterator[Piece]:
    """The members of the object that begins at ``at``, up to its end or where the text breaks."""
    if text[at : at + 1] != b"{":
        return
    at = begin(text, at + 1)
    while found := _KEY.match(text, at):
        piece = value(text, found.end(), found[1].decode("utf-8", "replace"))
        yield piece
        if piece.cut:
            return
        at = begin(text, piece.end)


def decode(text: bytes, piece: Piece) -> Any:
    """The value itself; :class:`Unreadable` when it is cut, broken or nested without end."""
    if piece.cut and text[piece.start : piece.start + 1] in b'[{"':
        message = "the text ends in the middle of a value, or it is too large"
        raise Unreadable("cut", message, piece.start)
    return decoded(text[piece.start : piece.end], piece.start)


def decoded(raw: bytes, offset: int) -> Any:
    """The value that ``raw``, which stands at ``offset``, is."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable("broken_json", f"no JSON: {error}", offset) from None
    except RecursionError:
        raise Unreadable("broken_json", "no JSON: it is nested too deeply", offset) from None
