"""A whole file of kobalab's 牌譜: one game or several, with their players and final scores."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from events.formats import json_pieces
from events.formats.kobalab.play import PLAYERS, fill
from events.formats.reading import MatchRead, Places, Remark, Unreadable, WallCheck, refused, whole
from events.formats.riichi import tables
from events.formats.riichi.documents import Document, documents, faults
from events.formats.riichi.hand import Hand
from events.formats.riichi.source import (
    LACKS,
    MAX_HANDS,
    Gathered,
    Opened,
    Part,
    match_event,
    opened,
)
from events.model import Close, Match, Player

NAME = "kobalab"
CLIENT = "kobalab"

_LOG = re.compile(rb'"log"\s*:\s*\[')
_HEAD = ("player", "qijia", "defen", "rank", "point")


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The matches of a file; see :mod:`events.formats.reading`."""
    source = opened(NAME, data)
    if isinstance(source, MatchRead):
        yield source
        return
    if not _LOG.search(source.text):
        yield refused(NAME, data, whole("not_this_format", "there is no log of hands in it"))
        return
    found = documents(source.text)
    if found is None:
        yield refused(NAME, data, whole("too_large", f"more than {MAX_HANDS:,} hands"))
        return
    for document in found:
        yield _match(source, document)


def _match(source: Opened, document: Document) -> MatchRead:
    try:
        match, first = _event(source, document)
    except Unreadable as error:
        fault = Places(source.text).remark(error.code, error.message, error.offset)
        return refused(NAME, source.data, fault)
    gathered = Gathered(source, PLAYERS)
    notes: list[Remark] = faults(document, gathered)
    for hand in document.hands:
        _hand(gathered, source.text, hand)
    return gathered.match(match, _close(document.head, first), notes, LACKS)


def _hand(gathered: Gathered, text: bytes, piece: json_pieces.Piece) -> None:
    def filled(hand: Hand) -> WallCheck | None:
        fill(hand, json_pieces.decode(text, piece))
        return None

    gathered.add(Part(piece.start, piece.end, filled, piece.cut))


def _event(source: Opened, document: Document) -> tuple[Match, int]:
    """The match event, and which of ``player`` deals first: he sits in seat 0.

    A document that is cut before its players still has them: the dealer of the first hand is the
    first of four without a name.
    """
    head = document.head
    names = head.get("player")
    if names is None and document.hands:
        names = [f"{seat}" for seat in range(PLAYERS)]
    if not isinstance(names, list) or len(names) != PLAYERS:
        code = "cut" if document.cut else "no_match"
        raise Unreadable(code, "the document does not name four players", document.start)
    if not all(isinstance(name, str) for name in names):
        raise Unreadable("bad_value", "a player's name is no text", document.start)
    first = head.get("qijia", 0)
    if not isinstance(first, int) or not 0 <= first < PLAYERS:
        raise Unreadable("bad_value", f"qijia {first!r:.40} is no player", document.start)
    x = {key: value for key, value in head.items() if key not in _HEAD}
    x["qijia"] = first
    players = [Player(id=name, name=name) for name in _by_seat(names, first)]
    return match_event(source, CLIENT, NAME, players, dict(tables.KOBALAB), x=x), first


def _by_seat(row: list[Any], first: int) -> list[Any]:
    """A row that follows ``player``, by seat."""
    return [row[(seat + first) % PLAYERS] for seat in range(PLAYERS)]


def _close(head: dict[str, Any], first: int) -> Close | None:
    """Final points, and the final score (ポイント) in points; None where the game was cut."""
    defen, point = head.get("defen"), head.get("point")
    if not isinstance(defen, list) or len(defen) != PLAYERS:
        return None
    if not all(isinstance(n, int) and abs(n) < 10**9 for n in defen):
        return None
    final = None
    if isinstance(point, list) and len(point) == PLAYERS:
        try:
            final = tuple(round(1000 * float(n)) for n in _by_seat(point, first))
        except (TypeError, ValueError, OverflowError):
            final = None
    return Close(totals=tuple(_by_seat(defen, first)), final=final)
