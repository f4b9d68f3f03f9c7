"""国标麻将: arranged deals, so that rare acts and 番 come up in a simulation.

Most themes give a seat a hand that waits for one tile of a finished hand, and let that tile come
soon: from the wall, from another's hand, after a kong. Luck fills the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.games.mcr import COPIES, FLOWERS, TILES
from engine.mahjong.deals import Plan, next_suit, run, some_seat, some_suit
from engine.mahjong.deals import arranged as lay
from engine.mahjong.table import NAMES
from engine.simulate import Rng, shuffled
from events.tiles import MAHJONG

PLAIN = [NAMES[kind] for kind in TILES for _ in range(COPIES)]
BLOSSOMS = [NAMES[kind] for kind in FLOWERS]
HONOURS = "ESWNPFC"
KEEP, TRIPLETS = "keep", "triplets"
"""Plans: to keep to the hand that was dealt, and to pung what can be punged."""

HANDS = (
    "EEE SSS WWW NNN 55p", "EEE SSS WWW NN 555p", "PPP FFF CCC 234m 99s", "PPP FFF CC 345p 666s",
    "EESSWWNNPPFFCC", "222334466888s FF", "1112345678999m 5m", "22334455667788s",
    "19m19p19sESWNPFC E", "111m 999m 111p 999p 11s", "EEE SSS FFF WWW NN", "222m 444p 777s 888m EE",
    "112233778899p 55p", "222233334444s FF", "222333444555s 99p", "123234345456m EE",
    "123345567789p 11p", "11m99m11p99pEESSWW", "1133557799m22pPP", "147m25p36sESWNPFC",
    "147m258p69sESWNPF", "222444666888m 66p", "123456789m 123m 99m", "111222333m 456p EE",
    "789m 789p 789s 777m 99p", "456m 456p 456s 555m 66p", "123m 123p 123s 222m 33p",
    "123456789s 234m 55p", "123789m 123789p 55s", "123234345m 678p 22s", "345m 456p 567s 555p 55m",
    "222m 222p 222s 345m 88p", "111m 222p 333s 789m 44s", "147m258p369s 234m 55p",
    "678m 789p 678s 999m 66p", "123m 234p 123s 444p 22m", "EEE SSS WWW 234m 55p",
    "123m 456p 789s 234m 55p", "123p 456s 888p PPP 99s", "345m 345p 345s 678m 22p",
    "222m 333p 444s 678m 99s", "234m 345p 456s 678m 99p", "123m 456p 789s EEE CC",
    "PPP CCC 234m 567p 99s", "123m 789p 999s EEE 11s",
)  # fmt: skip
"""Finished hands, so chosen that every 番 of a shape is in one of them."""


class Deal(NamedTuple):
    """An arranged wall, and what some seats, counted from the dealer, plan for their hands."""

    wall: list[str]
    plans: dict[int, str]


def tiles(flowers: bool) -> list[str]:
    """The 144 or 136 tiles (MC-E1)."""
    return PLAIN + (BLOSSOMS if flowers else [])


def arranged(dealer: int, rng: Rng, flowers: bool) -> Deal:
    """A wall, dealt as one wall is, that follows one of :data:`THEMES`."""
    plan, plans = THEMES[rng.randrange(len(THEMES))](rng)
    if flowers:
        plan = plan._replace(bare=BLOSSOMS)
    else:
        plain = {seat: _plain(held) for seat, held in plan.hands.items()}
        plan = plan._replace(hands=plain, tail=_plain(plan.tail))
    return Deal(lay(plan, dealer, tiles(flowers), rng), plans)


def _plain(held: Sequence[str]) -> list[str]:
    return [tile for tile in held if tile not in BLOSSOMS]


Theme = tuple[Plan, dict[int, str]]


def finished(rng: Rng) -> list[str]:
    """A finished hand of :data:`HANDS`, in an order by luck."""
    return shuffled(MAHJONG.parse(HANDS[rng.randrange(len(HANDS))]), rng)


def drawn(rng: Rng) -> Theme:
    """A seat waits, and draws the tile in its first rounds."""
    *held, last = finished(rng)
    seat = some_seat(rng)
    draws = [""] * 9
    draws[(seat - 1) % 4 + 4 * rng.randrange(2)] = last
    return Plan({seat: held}, _fill(draws, [*held, last], rng)), {seat: KEEP}


def given(rng: Rng) -> Theme:
    """A seat waits, and another draws the tile that it does not need."""
    *held, last = finished(rng)
    seat = some_seat(rng)
    giver = (seat + 1 + rng.randrange(3)) % 4
    draws = [""] * 9
    draws[(giver - 1) % 4] = last
    plan = Plan({seat: held}, _fill(draws, [*held, last], rng))
    return plan, {seat: KEEP, giver: KEEP}


def _fill(draws: Sequence[str], used: list[str], rng: Rng) -> list[str]:
    """Draws by luck where the plan names none."""
    pool = list(PLAIN)
    for tile in [*used]:
        pool.remove(tile)
    pool = shuffled(pool, rng)
    return [tile or pool.pop() for tile in draws]


def after_kong(rng: Rng) -> Theme:
    """杠上开花: a hand that waits, a concealed kong to make, and the tile at the tail."""
    suit = some_suit(rng)
    other = next_suit(suit)
    held = [*[f"9{suit}"] * 4, *run(1, other), *run(4, other), f"7{other}", f"8{other}", f"2{suit}"]
    tail = [f"2{suit}"] if rng.randrange(2) else [BLOSSOMS[rng.randrange(8)], f"2{suit}"]
    return Plan({0: held}, [f"9{other}"], tail), {}


def robbing(rng: Rng) -> Theme:
    """抢杠和: a pung, its fourth tile soon drawn, and a seat that waits for it."""
    suit = some_suit(rng)
    rank = 3 + rng.randrange(5)
    tile, below, above = (f"{r}{suit}" for r in (rank, rank - 1, rank + 1))
    other, third = next_suit(suit), next_suit(suit, 2)
    waiting = [below, above, *run(1, other), *run(1, other), *run(6, third), "N", "N"]
    draws = ["W", "P", "F", tile, "E", "S", "W", tile]
    return Plan({1: [tile, tile, "C", "C"], 3: waiting}, draws), {0: KEEP, 1: TRIPLETS, 3: KEEP}


def kongs(rng: Rng) -> Theme:
    """Kongs of every sort: four alike, three alike, honours among them."""
    suit = some_suit(rng)
    honours = shuffled(list(HONOURS), rng)[:2]
    ranks = shuffled([f"{rank}{next_suit(suit)}" for rank in range(1, 10)], rng)[:2]
    held = [tile for tile in (*honours, *ranks) for _ in range(3)]
    return Plan({some_seat(rng): [*held, honours[0]]}), {}


def one_suit(rng: Rng) -> Theme:
    """清一色 and 混一色: many tiles of one suit in one hand."""
    suit = some_suit(rng)
    mixed = shuffled([f"{rank}{suit}" for rank in range(1, 10) for _ in range(4)], rng)
    honours = ["F", "F", "F"] if rng.randrange(2) else []
    return Plan({some_seat(rng): mixed[:10] + honours}), {}


def pairs(rng: Rng) -> Theme:
    """七对: six pairs, four alike among them now and then."""
    kinds = shuffled(sorted(set(PLAIN)), rng)
    return Plan({some_seat(rng): [t for t in kinds[:6] for _ in range(2)]}), {}


def blossoms(rng: Rng) -> Theme:
    """Flowers in the opening, replaced by further flowers."""
    flowers = shuffled(BLOSSOMS, rng)
    return Plan({some_seat(rng): flowers[:3]}, tail=flowers[3:6]), {}


THEMES: tuple[Callable[[Rng], Theme], ...] = (
    *[drawn] * 6, *[given] * 4, after_kong, robbing, kongs, *[one_suit] * 2, pairs, blossoms,
)  # fmt: skip
"""One function a theme; each place is as likely as the others."""
