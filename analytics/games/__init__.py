"""What a game adds to the fact tables and to the statistics: one module a game, named as the game.

A game without a module has the facts and statistics that every game has.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from typing import Any

import polars as pl

from analytics.definitions import Statistic
from engine.replay import Hand
from events import Settlement

Schema = dict[str, pl.DataType]
Facts = dict[str, Any]


def _no_hand_facts(hand: Hand, settlement: Settlement | None, after: Any) -> Facts:
    return {}


def _no_seat_facts(hand: Hand, settlement: Settlement | None, seat: int) -> Facts:
    return {}


@dataclass(frozen=True, kw_only=True)
class GameFacts:
    """What one game adds.

    ``hands``, ``seats``: its own columns of the tables of hands and of seats; games may share one.
    ``hand(hand, settlement, after)`` and ``seat(hand, settlement, seat)`` give the values of those
    and, where the general ones do not fit, of others; ``settlement`` is the one that counts (None:
    none does), ``after`` what the game carries to the next hand (None: not known). ``measure``:
    what its settlement lines are counted in, where that is not what the engine says.
    """

    hands: Schema = field(default_factory=dict)
    seats: Schema = field(default_factory=dict)
    hand: Callable[[Hand, Settlement | None, Any], Facts] = _no_hand_facts
    seat: Callable[[Hand, Settlement | None, int], Facts] = _no_seat_facts
    measure: str | None = None
    statistics: tuple[Statistic, ...] = ()


@cache
def added_by(game: str) -> GameFacts:
    """What ``game`` adds; nothing where it has no module here."""
    return modules().get(game, GameFacts())


@cache
def modules() -> Mapping[str, GameFacts]:
    """Every module of this folder, by the name of its game."""
    found: dict[str, GameFacts] = {}
    spec = find_spec(__name__)
    assert spec is not None
    for module in iter_modules(spec.submodule_search_locations):
        found[module.name] = import_module(f"{__name__}.{module.name}").FACTS
    return found
