"""The tags of a Tenhou log: a flat stream, taken apart by a tokenizer and not as an XML tree.

A log may end after any byte, and one bad tag must not cost the rest, so each tag stands for itself.
No entity but XML's five and character references is replaced, and no document type is followed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from events.formats.reading import Unreadable

MAX_TAG = 64 * 2**10
"""Longest tag, in bytes; the longest real one (a seed) has 3,400."""

_SKIP = re.compile(rb"\s++|<!--.*?-->|<\?xml\s[^<>]*\?>", re.DOTALL)
_FOREIGN = re.compile(rb"<\?[^<]*?\?>|<!DOCTYPE[^\[<>]*+(?:\[[^\]]{0,4096}+\]\s*+)?+>")
_TAG = re.compile(
    rb"<(?P<close>/?+)(?P<letter>[TUVWDEFG](?=\d))?+(?P<name>[\w.:-]++)"
    rb"(?P<attributes>(?:\s++[\w.:-]++\s*+=\s*+(?:\"[^\"<]*+\"|'[^'<]*+'))*+)\s*+/?+>"
)
_NAME = re.compile(rb"<?/?([A-Za-z]*)")
_ATTRIBUTE = re.compile(rb"([\w.:-]+)\s*=\s*(?:\"([^\"]*)\"|'([^']*)')")
_REFERENCE = re.compile(r"&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));")
_ENTITIES = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
_INTEGER = re.compile(r"[+-]?[0-9]{1,9}")
_DECIMAL = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,3})?")


class Tag(NamedTuple):
    """One tag and its bytes in the log. ``<T12/>`` has the name ``T`` and the number 12."""

    name: str
    number: str
    attributes: dict[str, str]
    start: int
    end: int


class Broken(NamedTuple):
    """Bytes that are no tag. ``name`` is what it was meant to be, if that can be told."""

    name: str
    code: str
    message: str
    start: int
    end: int


Token = Tag | Broken
"""``Broken`` with the code ``cut`` is the last token: the log ends in the middle of a tag. With
``doctype`` it is something that is left aside."""


def tokens(text: bytes) -> Iterator[Token]:
    """Every tag of a log, and every stretch of it that is none, in order."""
    at = 0
    while at < len(text):
        if found := _SKIP.match(text, at):
            at = found.end()
            continue
        if text.startswith(b"<!--", at):
            yield Broken("", "cut", "the log ends inside a comment", at, len(text))
            return
        token = _token(text, at)
        yield token
        at = token.end


def _token(text: bytes, at: int) -> Token:
    if found := _TAG.match(text, at):
        if found.end() - at > MAX_TAG:
            return _broken(text, at, found.end(), "the tag is longer than 64 KiB")
        return _tag(text, found)
    if found := _FOREIGN.match(text, at):
        message = "a document type or processing instruction is not followed"
        return Broken("", "doctype", message, at, found.end())
    following = text.find(b"<", at + 1)
    end = following if following >= 0 else len(text)
    if text[at : at + 1] != b"<":
        return _broken(text, at, end, "text between the tags")
    if following < 0 and b">" not in text[at:]:
        name = _NAME.match(text, at)
        meant = name[1].decode() if name else ""
        return Broken(meant, "cut", "the log ends inside a tag", at, end)
    return _broken(text, at, end, "not a well-formed tag")


def _tag(text: bytes, found: re.Match[bytes]) -> Token:
    attributes: dict[str, str] = {}
    for key, double, single in _ATTRIBUTE.findall(found["attributes"]):
        name = key.decode("utf-8", "backslashreplace")
        if name in attributes:
            return _broken(text, found.start(), found.end(), f"the attribute {name} stands twice")
        attributes[name] = _value(double or single)
    name = found["name"].decode("utf-8", "backslashreplace")
    closing, letter = found["close"].decode(), (found["letter"] or b"").decode()
    if letter and name.isdigit():
        return Tag(closing + letter, name, attributes, found.start(), found.end())
    return Tag(closing + letter + name, "", attributes, found.start(), found.end())


def _broken(text: bytes, start: int, end: int, message: str) -> Broken:
    name = _NAME.match(text, start)
    meant = name[1].decode() if name and text.startswith(b"<", start) else ""
    shown = text[start : min(end, start + 40)].decode("utf-8", "backslashreplace")
    return Broken(meant, "broken_tag", f"{message}: {shown!r}", start, end)


def _value(raw: bytes) -> str:
    text = raw.decode("utf-8", "backslashreplace")
    return _REFERENCE.sub(_character, text) if "&" in text else text


def _character(reference: re.Match[str]) -> str:
    name, decimal, hexadecimal = reference.groups()
    if name:
        return _ENTITIES[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    legal = 0 < code < 0xD800 or 0xDFFF < code <= 0x10FFFF
    return chr(code) if legal else reference[0]


def has(tag: Tag, name: str) -> bool:
    """The attribute is there and says something."""
    return bool(tag.attributes.get(name, "").strip())


def text(tag: Tag, name: str) -> str:
    """The attribute ``name``, which must be there."""
    try:
        return tag.attributes[name]
    except KeyError:
        message = f"{tag.name} has no {name}"
        raise Unreadable("missing_attribute", message, tag.start) from None


def integer(tag: Tag, name: str, low: int, high: int) -> int:
    """The attribute ``name``: one whole number from ``low`` to ``high``."""
    return _whole_number(tag, name, text(tag, name), low, high)


def integers(tag: Tag, name: str, low: int, high: int) -> list[int]:
    """The attribute ``name``: whole numbers with commas between them; none when it is empty."""
    value = text(tag, name)
    if not value.strip():
        return []
    return [_whole_number(tag, name, part, low, high) for part in value.split(",")]


def thousandths(tag: Tag, name: str) -> list[int]:
    """The attribute ``name``: decimal numbers with commas between them, times a thousand."""
    numbers: list[int] = []
    for part in text(tag, name).split(","):
        if not _DECIMAL.fullmatch(part.strip()):
            raise Unreadable(
                "bad_value", f"{_place(tag, name)}: {part!r:.40} is no number", tag.start
            )
        numbers.append(int(Decimal(part.strip()) * 1000))
    return numbers


def tile_number(tag: Tag) -> int:
    """The tile of ``<T12/>``, 0–135."""
    return _whole_number(tag, "", tag.number, 0, 135)


def _whole_number(tag: Tag, name: str, value: str, low: int, high: int) -> int:
    stripped = value.strip()
    if not _INTEGER.fullmatch(stripped):
        message = f"{_place(tag, name)}: {value!r:.40} is no whole number"
        raise Unreadable("bad_value", message, tag.start)
    number = int(stripped)
    if not low <= number <= high:
        message = f"{_place(tag, name)}: {number} is not between {low} and {high}"
        raise Unreadable("bad_value", message, tag.start)
    return number


def _place(tag: Tag, name: str) -> str:
    return f"{tag.name} {name}" if name else f"{tag.name}{tag.number}"
