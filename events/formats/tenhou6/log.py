"""A whole file of tenhou.net/6: one document with many hands, or one hand in each line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote_to_bytes

from events.formats import json_pieces
from events.formats.json_pieces import Piece
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
from events.formats.tenhou6.play import fill
from events.model import Close, Match, Player

NAME = "tenhou6"
CLIENT = "tenhou"

_URL = re.compile(rb"\s*(https?://\S*#)?(json=)", re.IGNORECASE)
_LOG = re.compile(rb'"log"\s*:\s*\[')
_DISP = re.compile(r"(三?[般上特鳳技若琥]?|.*?)([東南])(喰?)(赤?)(速?)")
_ROOM = re.compile(r"三?[般上特鳳技若琥]?")
_PER_PLAYER = {"dan": "dan", "rate": "rate", "sx": "sex"}
_HEAD = ("ver", "ref", "title", "name", "rule", "ratingc", "dan", "rate", "sx", "sc", "lobby")
_TABLE = ("title", "ver", "rule", "ratingc", "lobby", "connection")
RED = re.compile(rb"\b5[123]\b")


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The matches of a file; see :mod:`events.formats.reading`."""
    source = opened(NAME, data)
    if isinstance(source, MatchRead):
        yield source
        return
    address = _URL.match(source.text)
    if address:
        json = unquote_to_bytes(source.text[address.end() :].strip())
        source = source._replace(text=json)
    if not _LOG.search(source.text):
        message = "there is no log of hands in it"
        yield refused(NAME, data, whole("not_this_format", message))
        return
    found = documents(source.text)
    if found is None:
        yield refused(NAME, data, whole("too_large", f"more than {MAX_HANDS:,} hands"))
        return
    for group in _matches(source.text, found):
        yield _match(source, group)


def _matches(text: bytes, told: list[Document]) -> Iterator[list[Document]]:
    """Documents of one hand each belong together as long as table and order fit."""
    group: list[Document] = []
    for document in told:
        if group and not _goes_on(text, group[-1], document):
            yield group
            group = []
        group.append(document)
    if group:
        yield group


def _goes_on(text: bytes, before: Document, document: Document) -> bool:
    if not document.hands or not before.hands:
        return True
    if max(len(before.hands), len(document.hands)) > 1:
        return False
    same = _table(before) == _table(document) or document.cut
    return same and _round(text, before.hands[-1]) < _round(text, document.hands[0])


def _table(document: Document) -> list[Any]:
    """What hands of one match have in common."""
    return [document.head.get(key) for key in ("ref", "title", "name", "rule")]


def _round(text: bytes, hand: Piece) -> tuple[int, ...]:
    """Round and honba of a hand, as far as they can be read."""
    found = re.match(rb"\[\s*\[\s*(\d{1,3})\s*,\s*(\d{1,3})", text[hand.start : hand.end])
    return (int(found[1]), int(found[2])) if found else (10**3,)


def _match(source: Opened, told: list[Document]) -> MatchRead:
    text = source.text
    head = next((d.head for d in told if "name" in d.head), told[0].head)
    places = Places(text)
    try:
        names = _names(head, told[0].start)
    except Unreadable as error:
        code = "cut" if told[0].cut else error.code
        fault = places.remark(code, error.message, error.offset)
        return refused(NAME, source.data, fault)
    players = 3 if _three(head, names) else 4
    gathered = Gathered(source, players)
    notes: list[Remark] = []
    marked = _is_tenhou(_disp(head)) or tables.WORDS["kobalab"] in _disp(head)
    for document in told:
        notes += faults(document, gathered)
        for hand in document.hands:
            notes += _hand(gathered, text, hand, marked)
    match = _event(source, head, names[:players], told)
    return gathered.match(match, _close(head, players), notes, LACKS)


def _hand(gathered: Gathered, text: bytes, piece: Piece, marked: bool) -> list[Remark]:
    fits: list[int] = []

    def filled(hand: Hand) -> WallCheck | None:
        fits.append(fill(hand, json_pieces.decode(text, piece), marked=marked))
        return None

    gathered.add(Part(piece.start, piece.end, filled, piece.cut))
    if fits and fits[0] > 1:
        message = f"{fits[0]} orders of the acts fit; the likeliest is taken"
        return [gathered.places.remark("ambiguous", message, piece.start)]
    return []


def _names(head: dict[str, Any], offset: int) -> list[str]:
    names = head.get("name")
    if not isinstance(names, list) or len(names) not in (3, 4):
        raise Unreadable("no_match", "the document does not name three or four players", offset)
    if not all(isinstance(name, str) for name in names):
        raise Unreadable("bad_value", "a player's name is no text", offset)
    return names


def _disp(head: dict[str, Any]) -> str:
    rule = head.get("rule")
    disp = rule.get("disp") if isinstance(rule, dict) else None
    return disp if isinstance(disp, str) else ""


def _three(head: dict[str, Any], names: list[str]) -> bool:
    disp = _disp(head)
    sanma = disp.startswith("三") or "三人" in disp or "3-Player" in disp
    return len(names) == 3 or sanma or (names[3] == "" and any(names))


def _is_tenhou(disp: str) -> bool:
    """The table has a name in Tenhou's words, or none."""
    found = _DISP.fullmatch(disp)
    return not disp or (found is not None and _ROOM.fullmatch(found[1]) is not None)


def _options(head: dict[str, Any], players: int, red: bool) -> dict[str, Any]:
    """The table's name, ``鳳南喰赤``, and ``aka`` (or ``aka51`` …), as options."""
    disp = _disp(head)
    chosen = tables.named(disp)
    if players == 3:
        chosen["players"] = 3
    rule = head.get("rule")
    rule = rule if isinstance(rule, dict) else {}
    found = _DISP.fullmatch(disp)
    akas = [rule[key] for key in ("aka", "aka51", "aka52", "aka53") if key in rule]
    has_red = any(akas) if akas else (bool(found[4]) if found else True)
    if not has_red and not red:
        chosen["red_fives"] = False
    # Other clients' names do not say so as a rule: 玉の間南.
    says = found is not None and (_is_tenhou(disp) or bool(found[4]))
    if found and says and not found[3]:
        chosen["open_tanyao"] = False
    if (found and found[2] == "東") or re.search(r"東|\bEast\b", disp):
        chosen["length"] = "east"
    if found and found[5]:
        chosen["fast"] = True
    return chosen


def _event(source: Opened, head: dict[str, Any], names: list[str], told: list[Document]) -> Match:
    players = []
    for seat, name in enumerate(names):
        about = {}
        for key, kept in _PER_PLAYER.items():
            values = head.get(key)
            if isinstance(values, list) and seat < len(values):
                about[kept] = values[seat]
        players.append(Player(id=name, name=name, x=about or None))
    red = any(RED.search(source.text, h.start, h.end) for d in told for h in d.hands)
    ref = head.get("ref")
    x = {key: head[key] for key in _TABLE if key in head}
    unknown = {k: v for k, v in head.items() if k not in (*_HEAD, "connection")}
    return match_event(
        source,
        CLIENT,
        NAME,
        players,
        _options(head, len(names), red),
        ref if isinstance(ref, str) else None,
        x | ({"unknown": unknown} if unknown else {}),
    )


def _close(head: dict[str, Any], players: int) -> Close | None:
    """``sc``: final points and final score of each seat, one after the other."""
    sc = head.get("sc")
    if not isinstance(sc, list) or len(sc) < 2 * players:
        return None
    if not all(isinstance(n, int | float) and abs(n) < 10**9 for n in sc):
        return None
    return Close(
        totals=tuple(int(n) for n in sc[: 2 * players : 2]),
        final=tuple(round(1000 * n) for n in sc[1 : 2 * players : 2]),
    )
