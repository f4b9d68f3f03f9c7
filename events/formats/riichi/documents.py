"""Files of JSON documents that each hold a ``log`` of hands: tenhou.net/6 and kobalab.

A document that is cut or damaged still gives the hands that stand whole in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from events.formats import json_pieces
from events.formats.json_pieces import Piece
from events.formats.reading import Remark, Unreadable, whole
from events.formats.riichi.source import MAX_HANDS, Gathered


@dataclass
class Document:
    """One JSON document: its members by key, and where its hands stand."""

    start: int
    end: int
    head: dict[str, Any] = field(default_factory=dict)
    hands: list[Piece] = field(default_factory=list)
    faults: list[Unreadable] = field(default_factory=list)
    cut: bool = False


def documents(text: bytes) -> list[Document] | None:
    """The documents of a text: one, one a line, or the elements of one array.

    None when there are more of them, or of their hands, than any file of matches has.
    """
    found: list[Document] = []
    hands = 0
    for document in _documents(text):
        found.append(document)
        hands += len(document.hands)
        if max(hands, len(found)) > MAX_HANDS:
            return None
    return found


def _documents(text: bytes) -> Iterator[Document]:
    at = json_pieces.begin(text)
    if text[at : at + 1] == b"[":
        at = json_pieces.begin(text, at + 1)
    while at < len(text):
        if text[at : at + 1] == b"]" and not text[at + 1 :].strip():
            return
        if text[at : at + 1] != b"{":
            # Not a document: up to the next line.
            end = text.find(b"\n", at) + 1 or len(text)
            document = Document(at, end)
            document.faults.append(Unreadable("broken_json", "a line that is no document", at))
            yield document
        else:
            piece = json_pieces.value(text, at)
            end = piece.end
            if piece.cut:
                # A later line may still be whole.
                end = text.find(b"\n{", at) + 1 or len(text)
            yield _document(text[:end], at, end, piece.cut)
        at = json_pieces.begin(text, end)


def _document(text: bytes, start: int, end: int, cut: bool) -> Document:
    document = Document(start, end, cut=cut)
    for member in json_pieces.members(text, start):
        if member.key == "log":
            document.hands += islice(json_pieces.elements(text, member.start), MAX_HANDS + 1)
            continue
        try:
            document.head[member.key] = json_pieces.decode(text, member)
        except Unreadable as error:
            if not member.cut:
                document.faults.append(error)
    return document


def faults(document: Document, gathered: Gathered) -> list[Remark]:
    """What is wrong with a document beside its hands; without hands it is a part of its own."""
    notes = []
    for broken in document.faults:
        if document.hands:
            notes.append(gathered.places.remark(broken.code, broken.message, broken.offset))
        else:
            gathered.lost(document.start, document.end, broken)
    if document.cut:
        notes.append(whole("not_closed", "the document ends early"))
        if not document.hands:
            early = Unreadable("cut", "the document ends before its hands", document.start)
            gathered.lost(document.start, document.end, early)
    return notes
