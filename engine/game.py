"""What every game offers to the shared machinery, and the list of games.

A game is a folder under ``engine/games`` with the same files as its siblings; its ``__init__`` builds
one :class:`Game` out of them. Nothing outside that folder knows a rule of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from engine.case import Answer
from engine.findings import Violation
from events.model import AnyEvent, Settlement
from events.tiles import Alphabet

GAMES = ("jiujiang", "riichi")
"""The games that this version knows, by the name that a record's match event gives."""


class Rng(Protocol):
    """Luck, passed in: the methods of :class:`random.Random` that play needs."""

    def random(self) -> float:
        """A number in [0, 1)."""
        ...

    def randrange(self, stop: int, /) -> int:
        """A whole number in [0, stop)."""
        ...


class Carry(Protocol):
    """What stands between two hands of a match: totals, the next dealer, and the game's own."""

    totals: list[int] | None
    dealer: int | None
    over: bool


class Table(Protocol):
    """One hand as it stands: built by ``apply``, never argued with.

    ``notes`` collects what could not be checked; ``settled`` is true once the hand has ended in play
    and its settlement is due.
    """

    hand: int | None
    dealer: int | None
    notes: list[tuple[str | None, str]]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The position as JSON-ready data, whole or as ``seat`` sees it."""
        ...

    def describe(self, seat: int) -> str:
        """A seat's tiles in notation, as messages show them."""
        ...


@dataclass(frozen=True)
class Game:
    """A game: its names, its options and tiles, and its rules as functions.

    ``begin(options, players)`` gives the carry of a match before its first hand; ``table(options,
    players, carry)`` the table of the next hand. ``check(table, seq, event)`` lists what an event
    breaks, ``apply(table, seq, event)`` only applies. ``settle(table)`` is the settlement that the
    hand should have, ``None`` while it is not over. ``carry_on(carry, table, settlement)`` is what the
    next hand begins with. ``legal(table, seat)`` lists the acts open to a seat now.
    """

    name: str
    title: str
    english: str
    unit: str
    players: tuple[int, ...]
    options: type[Any]
    alphabet: Alphabet
    begin: Callable[[Any, int], Any]
    table: Callable[[Any, int, Any], Any]
    check: Callable[[Any, int, AnyEvent], Sequence[Violation]]
    apply: Callable[[Any, int, AnyEvent], None]
    legal: Callable[[Any, int], Sequence[AnyEvent]]
    settle: Callable[[Any], Settlement | None]
    carry_on: Callable[[Any, Any, Settlement], Any]
    case: type[Any]
    score: Callable[[Any], Answer]
    deal: Callable[[Any, Rng], AnyEvent]
    player: Callable[[Any, int, Rng], AnyEvent | None]


@cache
def game(name: str) -> Game:
    """The game of that name. :class:`KeyError` when there is none."""
    if name not in GAMES:
        raise KeyError(name)
    built: Game = import_module(f"engine.games.{name}").GAME
    return built


def games() -> Mapping[str, Game]:
    """All games by name."""
    return {name: game(name) for name in GAMES}
