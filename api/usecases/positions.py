"""The table as it stood, and a settled hand explained, out of any stream of events."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from api.usecases.errors import NotThere
from api.usecases.reading import Item, Walk
from engine.explain import Explanation
from engine.explain import explain as explain_settled
from engine.game import Game, game
from events import AnyEvent, Close, Deal, Declare, Draw
from events.tiles import UNKNOWN


class Position(Struct, frozen=True, kw_only=True):
    """A table after event ``seq``: whole, or as ``seat`` sees it with the other hands hidden.

    ``event`` is what happened last, with ``seat`` without what others alone saw of it; ``line`` is
    where it stands in its source, from 1. ``players`` are names or ids by seat; ``table`` is the
    game's own view of the position.
    """

    game: str
    title: str
    players: tuple[str, ...]
    seq: int
    line: int
    event: AnyEvent
    seat: int | None
    table: dict[str, Any]


def position(
    items: Iterable[Item],
    at: int | None = None,
    hand: int | None = None,
    seat: int | None = None,
    file: str = "",
) -> Position:
    """The table after event ``at``; without it after the last event, of ``hand`` if that is given.

    Raises :class:`NotThere` for an event or hand that the match does not have, an event that is not
    of that ``hand``, a position that is not known because an event before could not be read, and a
    seat beyond the table.
    """
    walk = Walk(file)
    found: tuple[Any, Item] | None = None
    last = -1
    for item in items:
        if at is not None and item.seq > at:
            break
        walk.feed(item)
        if item.event is None:
            continue
        last = item.seq
        now = walk.replay.hand
        if hand is not None and isinstance(item.event, Close):
            continue
        if now is not None and at in (None, item.seq) and hand in (None, now.table.hand):
            found = now.table, item
    if found is None:
        raise _no_position(walk, at, hand, last)
    return _look(walk, *found, seat)


def _look(walk: Walk, table: Any, item: Item, seat: int | None) -> Position:
    assert walk.match is not None and item.event is not None
    players = tuple(player.name or player.id for player in walk.match.players)
    if seat is not None and not 0 <= seat < len(players):
        raise NotThere("no_seat", f"no seat {seat}; the seats are 0 to {len(players) - 1}")
    played = game(walk.match.game)
    return Position(
        game=played.name,
        title=played.title,
        players=players,
        seq=item.seq,
        line=item.line,
        event=item.event if seat is None else seen_by(item.event, seat, played),
        seat=seat,
        table=table.view(seat),
    )


def seen_by(event: AnyEvent, seat: int, rules: Game) -> AnyEvent:
    """The event as ``seat`` saw it: no tiles that the game keeps secret, no wall, no ``x``."""
    alphabet = rules.alphabet
    if isinstance(event, Draw) and event.seat != seat and rules.secret(event):
        return replace(event, tile=UNKNOWN, x=None)
    if isinstance(event, Declare) and event.seat != seat and rules.secret(event):
        hidden = event.tiles and " ".join(UNKNOWN for _ in alphabet.parse(event.tiles))
        return replace(event, tiles=hidden, x=None)
    if isinstance(event, Deal):
        hands = tuple(
            text if owner == seat else " ".join(UNKNOWN for _ in alphabet.parse(text))
            for owner, text in enumerate(event.hands)
        )
        shown = None if rules.secret(event) else event.open
        return replace(event, hands=hands, wall=None, open=shown, x=None)
    return replace(event, x=None)


def _no_position(walk: Walk, at: int | None, hand: int | None, last: int) -> NotThere:
    if at is not None and at > last:
        return NotThere("no_event", f"no event {at}; the last one is event {last}")
    if at is not None and walk.lost:
        line = walk.errors[-1].line
        return NotThere("lost", f"the position at event {at} is not known: see line {line}")
    if hand is None:
        place = "the match" if at is None else f"event {at}"
        return NotThere("no_hand", f"no hand has begun at {place}")
    if at is None:
        return _no_hand(walk, hand)
    now = walk.replay.hand
    belongs = "no hand" if now is None else f"hand {now.table.hand}"
    return NotThere("other_hand", f"event {at} belongs to {belongs}, not to hand {hand}")


def explain(items: Iterable[Item], hand: int, file: str = "") -> Explanation:
    """The settlement of ``hand`` explained, beside the recorded one.

    Raises :class:`NotThere` for a hand that the match does not have, that is not settled, or that
    cannot be followed because an event of it could not be read.
    """
    walk = Walk(file)
    for item in items:
        walk.feed(item)
    settled = walk.hands.get(hand)
    if settled is None or walk.match is None:
        raise _no_hand(walk, hand)
    return explain_settled(game(walk.match.game), settled, walk.findings)


def _no_hand(walk: Walk, hand: int) -> NotThere:
    unread = [note for note in walk.unchecked if note.hand == hand and note.seq is not None]
    if unread:
        return NotThere("unreadable", f"hand {hand} cannot be followed: {unread[0].reason}")
    now = walk.replay.hand
    if now is not None and now.settlement is None and now.table.hand == hand:
        return NotThere("not_settled", f"hand {hand} is not settled: the record ends in it")
    if not walk.hands:
        return NotThere("no_hand", f"no hand {hand}; no hand is settled in the record")
    first, last = min(walk.hands), max(walk.hands)
    known = f"hands {first} to {last} are" if last > first else f"hand {first} is"
    return NotThere("no_hand", f"no hand {hand}; {known} settled in the record")
