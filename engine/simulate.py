"""Simulation: whole legal matches from seeded players, event by event.

Luck is passed in (:class:`Rng`), so the same luck gives the same events. Which act a player
chooses, and how the tiles are shuffled, is the game's ``players.py``; the fold is the replay's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from engine.game import game
from engine.replay import Replay
from events.model import AnyEvent, Match, Player, Settlement, Source


class Rng(Protocol):
    """Luck: the methods of :class:`random.Random` that play needs."""

    def random(self) -> float:
        """A number in [0, 1)."""
        ...

    def randrange(self, stop: int, /) -> int:
        """A whole number in [0, stop)."""
        ...


class Players(Protocol):
    """What a game's ``players.py`` offers: seeded players for all seats of one match."""

    def next(self, replay: Replay) -> AnyEvent | None:
        """The next event of the hand under way; ``None`` when the hand is over and is settled."""
        ...


Tile = TypeVar("Tile")


def shuffled(tiles: list[Tile], rng: Rng) -> list[Tile]:
    """A new list of ``tiles`` in random order (Fisher–Yates, from the end)."""
    mixed = list(tiles)
    for i in range(len(mixed) - 1, 0, -1):
        j = rng.randrange(i + 1)
        mixed[i], mixed[j] = mixed[j], mixed[i]
    return mixed


def chance(rng: Rng, share: float) -> bool:
    """True with probability ``share``."""
    return rng.random() < share


def simulate(
    name: str,
    rng: Rng,
    *,
    hands: int,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    rare: float = 0.15,
    label: str = "",
) -> Iterator[AnyEvent]:
    """The events of one match of ``name``: at most ``hands`` hands, or until the match ends.

    ``players``: how many sit (the game's first number by default). ``options``: those that are not
    the default. ``rare``: the share of deals that are arranged so that rare acts and lines come up
    now and then; 0 for luck alone. ``label`` goes into the source of the record.

    Raises :class:`KeyError` for an unknown game, :class:`ValueError` for one without seeded players
    or for a number of players that it does not have, :class:`engine.case.CaseError` for options.
    """
    rules = game(name)
    if rules.seeded is None:
        raise ValueError(f"{name} has no seeded players in this version")
    seats = players or rules.players[0]
    if seats not in rules.players:
        raise ValueError(f"{name} is played by {' or '.join(map(str, rules.players))}, not {seats}")
    start = Match(
        v=1,
        game=name,
        rules="1",
        options=dict(options or {}),
        players=tuple(Player(id=f"bot-{seat}") for seat in range(seats)),
        source=Source(client="paipu-simulate", format="paipu", ref=label or None),
    )
    replay = Replay()
    replay.apply(start)
    yield start
    minds = rules.seeded(replay.options, seats, rng, rare)
    for _ in range(hands):
        while (event := minds.next(replay)) is not None:
            replay.apply(event)
            yield event
        assert replay.hand is not None
        settled = _settled(replay)
        replay.apply(settled)
        yield settled
        if replay.carry.over:
            break
    yield rules.close(replay)


def _settled(replay: Replay) -> Settlement:
    assert replay.game is not None and replay.hand is not None
    table = replay.hand.table
    settlement = replay.game.settle(table, None)
    assert settlement is not None, f"hand {table.hand} is not over: {table.view()}"
    return replace(settlement, totals=replay.totals_after(replay.hand, settlement))
