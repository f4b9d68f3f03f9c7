"""Events in the eyes of one seat."""

from __future__ import annotations

from msgspec.structs import replace

from api.usecases.positions import seen_by
from engine.game import Game
from events import AnyEvent, Match, Pass, Ruling, Settlement


def as_seen(event: AnyEvent, seat: int, rules: Game) -> AnyEvent:
    """The event without what ``seat`` did not see.

    Beside the tiles that :func:`api.usecases.positions.seen_by` hides: what others could have
    claimed and declined, which tells of their hands, and everything that a client keeps under
    ``x``, which may hold anything (some keep the seed of the wall there).
    """
    event = seen_by(event, seat, rules)
    match event:
        case Pass() if event.seat != seat:
            return replace(event, declined=None)
        case Match():
            players = tuple(replace(player, x=None) for player in event.players)
            source = None if event.source is None else replace(event.source, x=None)
            return replace(event, players=players, source=source)
        case Settlement():
            return _plain(event)
        case Ruling() if event.settlement is not None:
            return replace(event, settlement=_plain(event.settlement))
    return event


def _plain(settled: Settlement) -> Settlement:
    wins = settled.wins and tuple(replace(win, x=None) for win in settled.wins)
    return replace(settled, wins=wins, x=None)
