"""Arranged deals: walls in which some seats hold what a theme wants, and luck fills the rest.

Every wall is a possible one: an arranged deal is as legal as any other, only rarer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.mahjong.rules import dealt_hands
from engine.simulate import Rng, shuffled

SUITS = "mps"
DEALT = 53
Want = dict[int, list[str]]


class Plan(NamedTuple):
    """What a theme arranges: tiles by seat counted from the dealer, the next head and tail draws.

    ``bare``: kinds of tile that nobody is dealt beyond what the plan says.
    """

    hands: Want
    draws: Sequence[str] = ()
    tail: Sequence[str] = ()
    bare: Sequence[str] = ()


def arranged(plan: Plan, dealer: int, tiles: Sequence[str], rng: Rng) -> list[str]:
    """A wall of ``tiles`` in drawing order whose deal and first draws follow the plan."""
    pool = list(tiles)
    for held in [*plan.hands.values(), plan.draws, plan.tail]:
        for tile in held:
            pool.remove(tile)
    pool = shuffled(pool, rng)
    if plan.bare:
        pool.sort(key=lambda tile: tile not in plan.bare)  # what is dealt comes off the end
    wall = [""] * len(tiles)
    for seat, places in enumerate(_places(dealer)):
        wanted = list(plan.hands.get((seat - dealer) % 4, ()))
        for place in places:
            wall[place] = wanted.pop() if wanted else pool.pop()
    for at, tile in enumerate(plan.draws):
        wall[DEALT + at] = tile
    for at, tile in enumerate(plan.tail):
        wall[len(wall) - 2 - 2 * (at // 2) + at % 2] = tile
    if plan.bare:
        pool = shuffled(pool, rng)
    return [tile or pool.pop() for tile in wall]


def _places(dealer: int) -> list[list[int]]:
    """Which places of the wall each seat is dealt."""
    names = [str(place) for place in range(DEALT)]
    return [[int(name) for name in held] for held in dealt_hands(names, dealer)]


def some_suit(rng: Rng) -> str:
    """A suit by luck."""
    return SUITS[rng.randrange(3)]


def some_seat(rng: Rng) -> int:
    """A seat by luck, counted from the dealer."""
    return rng.randrange(4)


def next_suit(suit: str, by: int = 1) -> str:
    """Another suit."""
    return SUITS[(SUITS.index(suit) + by) % 3]


def run(low: int, suit: str) -> list[str]:
    """A run of three from rank ``low`` on."""
    return [f"{rank}{suit}" for rank in range(low, low + 3)]


def complete(rng: Rng, among: Sequence[str] = SUITS) -> list[str]:
    """Fourteen tiles: four melds and a pair, each of a suit by luck out of ``among``."""
    suits = [among[rng.randrange(len(among))] for _ in range(5)]
    tiles: list[str] = []
    while len(tiles) < 12:
        suit = suits[len(tiles) // 3]
        low = 1 + rng.randrange(7)
        meld = run(low, suit) if rng.randrange(4) else [f"{low}{suit}"] * 3
        if all((tiles + meld).count(tile) <= 4 for tile in meld):
            tiles += meld
    while True:
        pair = f"{1 + rng.randrange(9)}{suits[4]}"
        if tiles.count(pair) <= 2:
            return [*tiles, pair, pair]
