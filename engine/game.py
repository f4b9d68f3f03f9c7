"""What every game offers to the shared machinery, and the list of games.

A game is a folder under ``engine/games`` with the same files as its siblings; its ``__init__``
builds one :class:`Game` out of them. Nothing outside that folder knows a rule of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from typing import Any, Protocol

from engine.case import Answer
from engine.findings import Violation
from engine.settlement import Pair, consistent
from events.model import AnyEvent, Close, Deal, Draw, Settlement
from events.tiles import Alphabet

GAMES = ("jiujiang", "taixing", "qinger", "gaohuzi", "riichi", "mcr")
"""The games that this version knows, by the name that a record's match event gives."""


NO_END = "R8"
"""The clause that forbids a deal after the close, in a game whose match never ends by itself."""


class Carry(Protocol):
    """What stands between two hands of a match: totals, the next dealer, and the game's own.

    A frozen struct whose fields are ``None`` while they are not known; ``over``: the match has
    ended.
    """

    totals: tuple[int, ...] | None
    dealer: int | None

    @property
    def over(self) -> bool:
        """Whether the match has ended; false while that is not known."""
        ...


class Table(Protocol):
    """One hand as it stands: built by ``apply``, never argued with.

    ``notes`` collects what could not be checked, as (clause, reason); ``doubtful`` is set by a
    verification once the hand cannot have gone as recorded.
    """

    hand: int | None
    dealer: int | None
    carry: Any
    doubtful: bool
    notes: list[tuple[str | None, str]]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The position as JSON-ready data, whole or as ``seat`` sees it."""
        ...

    def note(self, clause: str | None, reason: str) -> None:
        """Say once that something could not be checked."""
        ...

    def describe(self, seat: int) -> str:
        """A seat's tiles in notation, as messages show them."""
        ...


def forget(carry: Any) -> Any:
    """A carry of which nothing is known: after a hand that nobody settled."""
    return type(carry)()


def totals_as_they_stand(carry: Any) -> tuple[int, ...] | None:
    """The totals at the end of a match in a game where nothing is left to share out."""
    totals: tuple[int, ...] | None = carry.totals
    return totals


def nothing_more(options: Any, expected: Settlement) -> Mapping[str, str]:
    """The clauses behind a settlement in a game where they are the same for every one."""
    return {}


def no_pairs(table: Any, settlement: Settlement) -> Sequence[Pair]:
    """What every two players settle in a game where only a winner is paid: nothing."""
    return ()


def drawn(event: AnyEvent) -> bool:
    """What others do not see in a game of hidden draws: the tile that a seat draws."""
    return isinstance(event, Draw)


def plain_close(replay: Any) -> Close:
    """The end of a match in a game that settles nothing apart from its totals."""
    return Close(totals=replay.carry.totals)


def no_final(options: Any, carry: Any, event: Close) -> list[Violation]:
    """The check of a ``close`` in a game whose match settles nothing apart from its totals."""
    return []


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: its names, its options and tiles, and its rules as functions.

    What stands between hands is the carry: ``begin(options, players)`` before the first hand,
    ``believe(carry, deal)`` with what only the deal tells, ``carry_on(carry, table, settlement)``
    after a hand, ``forget(carry)`` after one that nobody settled.

    One hand is a table: ``table(options, players, carry)`` before its deal,
    ``apply(table, seq, event)`` changes it, ``check(table, seq, event, every=False)`` lists what an
    event breaks, ``legal(table, seat)`` the acts open to a seat. ``settle(table, recorded)`` is
    the settlement that the hand should have, ``None`` when it is not over or cannot be told.
    ``secret(event)`` says whether only its own seat sees the tiles of a draw or declaration, and
    whether nobody sees yet the card that a deal turns up.

    ``staked(table)`` is what each seat has put on the table in the hand (``None``: nothing ever);
    ``balanced(settlement)`` checks what a settlement can be asked alone (by default that deltas
    follow from payments and add up to nothing); ``pairs(table, settlement)`` is what every two
    players settle by it, where everybody settles with everybody. ``last_totals(carry)`` are the
    totals that a match closes with, ``check_close(options, carry, close)`` checks its end. ``cite``
    names the clauses that stand behind the parts of a settlement, ``cite_more(options, expected)``
    those that depend on what it should be, ``match_end`` the one that ends a match.

    ``unit`` is what most lines are counted in, ``measures`` what the others are, by the beginning
    of their clause (泰兴: ``TX-F`` counts 番).

    ``case`` is the type of its score cases and ``score(case)`` their answer (``None``: this version
    scores no single hands of it). Simulation:
    ``seeded(options, players, rng, rare)`` gives the players of one match
    (:class:`engine.simulate.Players`; ``None``: this version has none), ``close(replay)`` the
    match's last event.
    """

    name: str
    title: str
    english: str
    unit: str
    players: tuple[int, ...]
    options: type[Any]
    alphabet: Alphabet
    cite: Mapping[str, str]
    begin: Callable[[Any, int], Any]
    believe: Callable[[Any, Deal], Any]
    carry_on: Callable[[Any, Any, Settlement], Any]
    table: Callable[[Any, int, Any], Any]
    apply: Callable[[Any, int, AnyEvent], None]
    check: Callable[..., Sequence[Violation]]
    legal: Callable[[Any, int], Sequence[AnyEvent]]
    settle: Callable[[Any, Settlement | None], Settlement | None]
    secret: Callable[[AnyEvent], bool] = drawn
    forget: Callable[[Any], Any] = forget
    balanced: Callable[[Settlement], Sequence[Violation]] = consistent
    pairs: Callable[[Any, Settlement], Sequence[Pair]] = no_pairs
    staked: Callable[[Any], Sequence[int]] | None = None
    last_totals: Callable[[Any], tuple[int, ...] | None] = totals_as_they_stand
    cite_more: Callable[[Any, Settlement], Mapping[str, str]] = nothing_more
    case: type[Any] | None = None
    score: Callable[[Any], Answer] | None = None
    seeded: Callable[[Any, int, Any, float], Any] | None = None
    close: Callable[[Any], Close] = plain_close
    check_close: Callable[[Any, Any, Close], Sequence[Violation]] = no_final
    match_end: str = NO_END

    @property
    def endless(self) -> bool:
        """Whether a match never ends by itself."""
        return self.match_end == NO_END

    measures: Mapping[str, str] = field(default_factory=dict)

    def measure(self, clause: str) -> str:
        """What a line of ``clause`` is counted in: 炮, 花, 番, 胡息, 倍 (a factor) …"""
        for start, measure in self.measures.items():
            if clause.startswith(start):
                return measure
        return self.unit


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
