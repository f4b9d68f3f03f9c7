"""A whole file of mjai: its games, their hands, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from events.formats.json_pieces import decoded
from events.formats.mjai.play import Act, Before, fill
from events.formats.reading import MatchRead, Unreadable, refused, whole
from events.formats.riichi.hand import Hand
from events.formats.riichi.source import (
    LACKS,
    MAX_ACTS,
    MAX_HANDS,
    Gathered,
    Opened,
    Part,
    match_event,
    opened,
    points,
)
from events.model import Close, Match, Player

NAME = "mjai"
CLIENT = "mjai"

_TALK = frozenset({"hello", "none", "error", "possible_actions", "end_kyoku"})
"""What a player and its server say to each other beside the game."""
_START = ("type", "names", "kyoku_first", "gametype", "aka_flag", "meta", "logs")


@dataclass
class _Hand:
    start: int
    end: int = 0
    acts: list[Act] = field(default_factory=list)
    fault: Unreadable | None = None
    ended: bool = False
    cut: bool = False


@dataclass
class _Game:
    start: int
    first: dict[str, Any] | None = None
    fault: Unreadable | None = None
    hands: list[_Hand] = field(default_factory=list)
    last: Act | None = None
    loose: list[tuple[int, int, Unreadable]] = field(default_factory=list)


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The matches of a file; see :mod:`events.formats.reading`."""
    source = opened(NAME, data)
    if isinstance(source, MatchRead):
        yield source
        return
    if b'"type"' not in source.text:
        message = "no line of it has a type"
        yield refused(NAME, data, whole("not_this_format", message))
        return
    if source.text.count(b'"start_kyoku"') > MAX_HANDS:
        yield refused(NAME, data, whole("too_large", f"more than {MAX_HANDS:,} hands"))
        return
    for game in _games(source):
        yield _match(source, game)


def _games(source: Opened) -> list[_Game]:
    text = source.text
    games: list[_Game] = []
    at = 0
    while at < len(text):
        end = text.find(b"\n", at) + 1 or len(text)
        raw = text[at:end]
        if raw.strip():
            if not games:
                games.append(_Game(at))
            _line(games, raw, at, end, torn=end == len(text) and not raw.endswith(b"\n"))
        at = end
    return games


def _line(games: list[_Game], raw: bytes, at: int, end: int, torn: bool) -> None:
    game = games[-1]
    try:
        fields = decoded(raw, at)
        if not isinstance(fields, dict) or not isinstance(fields.get("type"), str):
            raise Unreadable("bad_line", "a line that is no object with a type", at)
    except Unreadable as error:
        _broken(game, error, at, end, torn)
        return
    act = Act(fields, at)
    match act.type:
        case "start_game":
            if game.first is not None or game.hands:
                games.append(game := _Game(at))
            game.first = fields
        case "start_kyoku":
            game.hands.append(_Hand(at, end, [act]))
        case "end_game":
            game.last = act
        case "end_kyoku" if game.hands:
            game.hands[-1].ended = True
            game.hands[-1].end = end
        case kind if kind in _TALK:
            pass
        case _ if not game.hands or game.hands[-1].ended or game.last is not None:
            # Play after the end of a hand: the line that begins the next one is lost.
            fault = Unreadable("no_deal", f"{act.type:.40} without a deal before it", at)
            if game.loose and game.loose[-1][1] == at:
                game.loose[-1] = (game.loose[-1][0], end, game.loose[-1][2])
            else:
                game.loose.append((at, end, fault))
        case _:
            hand = game.hands[-1]
            hand.acts.append(act)
            hand.end = end


def _broken(game: _Game, error: Unreadable, at: int, end: int, torn: bool) -> None:
    if torn and game.hands and not game.hands[-1].ended:
        game.hands[-1].cut = True
        game.hands[-1].end = end
    elif game.hands and not game.hands[-1].ended:
        game.hands[-1].fault = game.hands[-1].fault or error
        game.hands[-1].end = end
    else:
        fault = Unreadable("cut", "the source ends in the middle of a line", at) if torn else error
        game.loose.append((at, end, fault))


def _match(source: Opened, game: _Game) -> MatchRead:
    gathered = Gathered(source, 4)
    try:
        names, players = _names(game)
    except Unreadable as error:
        fault = gathered.places.remark(error.code, error.message, error.offset)
        return refused(NAME, source.data, fault)
    gathered.players = players
    before = Before()
    for told in game.hands:
        before = _hand(gathered, told, before, last=told is game.hands[-1] and game.last is None)
    for start, end, fault_ in game.loose:
        gathered.lost(start, end, fault_)
    match = _event(source, game.first or {}, names)
    close = _close(game.last, players)
    return gathered.match(match, close, lacks=(*LACKS, "length"))


def _hand(gathered: Gathered, told: _Hand, before: Before, *, last: bool) -> Before:
    def filled(hand: Hand) -> None:
        if told.fault is not None:
            raise told.fault
        if len(told.acts) > MAX_ACTS:
            raise Unreadable("too_long", f"more than {MAX_ACTS:,} lines", told.start)
        fill(hand, told.acts, before)

    hand = gathered.add(Part(told.start, told.end, filled, told.cut or last))
    if hand is None or not hand.settled or hand.points is None:
        return Before()
    return Before(totals=list(hand.points))


def _names(game: _Game) -> tuple[list[str], int]:
    """The players' names, and how many play. A game may begin without its first line."""
    start = game.hands[0].acts[0].fields if game.hands else {}
    if game.first is None and not game.hands:
        raise Unreadable("no_match", "there is no start_game and no hand", game.start)
    names = (game.first or {}).get("names")
    rows = start.get("tehais")
    scores = start.get("scores")
    players = 4
    for row in (names, scores, rows):
        if isinstance(row, list) and (len(row) == 3 or (len(row) == 4 and _empty_fourth(row))):
            players = 3
    if names is None:
        # The first dialect's servers name nobody.
        names = [f"{seat}" for seat in range(players)]
    if not isinstance(names, list) or len(names) < players:
        raise Unreadable("no_match", "start_game does not name three or four players", game.start)
    if not all(isinstance(name, str) for name in names):
        raise Unreadable("bad_value", "a player's name is no text", game.start)
    return names[:players], players


def _empty_fourth(row: list[Any]) -> bool:
    """Three names, or three hands, and nothing in the fourth place."""
    return row[3] in ([], "") and all(row[:3])


def _event(source: Opened, first: dict[str, Any], names: list[str]) -> Match:
    options: dict[str, Any] = {}
    if len(names) == 3:
        options["players"] = 3
    if first.get("gametype") == "tonpu" or first.get("kyoku_first") == 4:
        options["length"] = "east"
    if first.get("aka_flag") is False:
        options["red_fives"] = False
    players = [Player(id=name, name=name) for name in names]
    x = {key: value for key, value in first.items() if key not in _START}
    for key in ("gametype", "kyoku_first", "aka_flag"):
        if key in first:
            x[key] = first[key]
    return match_event(source, CLIENT, NAME, players, options, x=x)


def _close(last: Act | None, players: int) -> Close | None:
    if last is None:
        return None
    try:
        totals = points(last.fields.get("scores"), players, "scores", last.offset)
    except Unreadable:
        return Close()
    return Close(totals=tuple(totals))
