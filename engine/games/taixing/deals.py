"""泰兴麻将: arranged deals, so that rare acts and lines come up in a simulation.

Each theme says what some seats hold and which tiles come next from the wall; luck fills the rest.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.games.taixing import COPIES, FLOWERS, KINDS
from engine.mahjong.deals import Plan, Want, complete, next_suit, run, some_seat, some_suit
from engine.mahjong.deals import arranged as lay
from engine.mahjong.table import NAMES
from engine.simulate import Rng, shuffled

TILES = [NAMES[kind] for kind in KINDS for _ in range(1 if kind in FLOWERS else COPIES)]
"""The 144 tiles (TX-E1)."""

HONOURS = "ESWNPFC"
BLOSSOMS = tuple(NAMES[kind] for kind in FLOWERS)


def arranged(dealer: int, rng: Rng) -> list[str]:
    """A wall whose deal follows one of :data:`THEMES`."""
    plan = THEMES[rng.randrange(len(THEMES))](rng)
    return lay(plan, dealer, TILES, rng)


def two_suits(rng: Rng) -> str:
    """Two suits of the three: a hand of them lacks one (TX-W2)."""
    first = some_suit(rng)
    return first + next_suit(first, 1 + rng.randrange(2))


def dealt(rng: Rng) -> Plan:
    """The dealer's dealt hand is complete, now and then with a flower to replace first."""
    tiles = complete(rng, two_suits(rng))
    if rng.randrange(2):
        flower = BLOSSOMS[rng.randrange(8)]
        return Plan({0: [*tiles[1:], flower]}, tail=[tiles[0]], bare=BLOSSOMS)
    return Plan({0: tiles}, bare=BLOSSOMS)


def declared(rng: Rng) -> Plan:
    """天听: the dealer is ready with his first discard, perhaps after a concealed kong."""
    suits = two_suits(rng)
    if rng.randrange(2):
        kong = [f"9{suits[1]}"] * 4
        rest = [*run(1, suits[0]), *run(4, suits[0]), f"8{suits[0]}", f"8{suits[0]}"]
        return Plan({0: [*kong, *rest, f"2{suits[1]}", f"3{suits[1]}"]})
    tiles = complete(rng, suits)
    return Plan({0: [*shuffled(tiles, rng)[:13], HONOURS[rng.randrange(7)]]})


def eight(rng: Rng) -> Plan:
    """花胡: seven flowers dealt, the eighth drawn: in the opening, for a kong, or on a turn."""
    flowers = shuffled(list(BLOSSOMS), rng)
    seat = some_seat(rng)
    where = rng.randrange(3)
    held = flowers[:7] if where else flowers[: 4 + rng.randrange(4)]
    rest = flowers[len(held) :]
    if where == 0:
        return Plan({seat: held}, tail=rest)
    suit = some_suit(rng)
    if where == 1:
        return Plan({seat: [*held, *[f"5{suit}"] * 4]}, tail=[*_seven(suit), *rest])
    return Plan({seat: held}, draws=[f"1{suit}", f"9{suit}", *rest])


def _seven(suit: str) -> list[str]:
    other = next_suit(suit)
    return [f"{rank}{other}" for rank in range(1, 8)]


def winds(rng: Rng) -> Plan:
    """风一色: thirteen honours, in pairs, triplets or no shape at all."""
    pool = shuffled([tile for tile in HONOURS for _ in range(4)], rng)
    form = rng.randrange(3)
    if form == 0:
        return Plan({some_seat(rng): pool[: 11 + rng.randrange(3)]})
    each = 2 if form == 1 else 3
    kinds = shuffled(list(HONOURS), rng)
    held = [tile for tile in kinds for _ in range(each)][:13]
    return Plan({some_seat(rng): held})


def straight(rng: Rng) -> Plan:
    """一条龙, with a pair of honours or of another suit, and some flowers for luck."""
    suit = some_suit(rng)
    more = ["E", "E"] if rng.randrange(2) else [f"5{next_suit(suit)}"] * 2
    return Plan({some_seat(rng): [f"{rank}{suit}" for rank in range(1, 10)] + more})


def pairs(rng: Rng) -> Plan:
    """七对, four alike among them, of two suits and honours."""
    suits = two_suits(rng)
    kinds = shuffled([f"{rank}{suit}" for rank in range(1, 10) for suit in suits] + ["E", "P"], rng)
    return Plan({some_seat(rng): [*[kinds[0]] * 4, *(t for t in kinds[1:5] for _ in range(2))]})


def one_suit(rng: Rng) -> Plan:
    """清一色 and 混一色: many tiles of one suit in one hand."""
    suit = some_suit(rng)
    mixed = shuffled([f"{rank}{suit}" for rank in range(1, 10) for _ in range(4)], rng)
    honours = ["S", "S", "C"] if rng.randrange(2) else []
    return Plan({some_seat(rng): mixed[:10] + honours})


def kongs(rng: Rng) -> Plan:
    """Kongs of every sort: four alike, three alike, and honours among them."""
    suit = some_suit(rng)
    wind = HONOURS[rng.randrange(7)]
    held = [wind] * (3 + rng.randrange(2)) + [f"{1 + rng.randrange(9)}{suit}"] * 4
    three = [f"{1 + rng.randrange(9)}{next_suit(suit)}"] * 3
    return Plan({some_seat(rng): held + three})


def after_kong(rng: Rng) -> Plan:
    """杠开: a hand that waits, with a concealed kong to make and the tile at the tail."""
    suit = some_suit(rng)
    other = next_suit(suit)
    tiles = [*[f"9{suit}"] * 4, *run(1, other), *run(4, other), f"8{other}", f"8{other}"]
    tail = [f"4{suit}"] if rng.randrange(2) else [BLOSSOMS[rng.randrange(8)], f"4{suit}"]
    return Plan({0: [*tiles, f"2{suit}", f"3{suit}"]}, tail=tail, bare=BLOSSOMS)


def fed(rng: Rng) -> Plan:
    """包牌 and 大吊车: pairs in one hand, their third tiles all in one other, or in three."""
    suit = some_suit(rng)
    ranks = [f"{rank}{suit}" for rank in range(1, 10)]
    kinds = shuffled([*ranks, *HONOURS[:4]], rng)[:5]
    seat = some_seat(rng)
    hands: Want = {seat: [tile for tile in kinds for _ in range(2)]}
    alone = rng.randrange(3) > 0
    feeder = 1 + rng.randrange(3)
    for i, tile in enumerate(kinds[:4]):
        giver = feeder if alone else 1 + i % 3
        hands.setdefault((seat + giver) % 4, []).append(tile)
    return Plan(hands)


def robbing(rng: Rng) -> Plan:
    """抢杠: a pung, its fourth tile soon drawn, and others who wait for it."""
    if rng.randrange(4) == 0:
        return _bare_robbing(rng)
    suit = some_suit(rng)
    rank = 3 + rng.randrange(5)
    tile, below, above = (f"{r}{suit}" for r in (rank, rank - 1, rank + 1))
    other = next_suit(suit)
    last = next_suit(suit, 2)
    waiting = [below, above, *run(1, other), *run(4, other), *run(7, other), f"1{suit}", f"1{suit}"]
    twice = [below, above, *run(1, last), *run(4, last), *run(7, last), f"9{suit}", f"9{suit}"]
    hands: Want = {0: [tile], 1: [tile, tile, "C", "C"], 3: waiting}
    if rng.randrange(2):
        hands[2] = twice
    return Plan(hands, ["N", "S", "W", "P", tile], bare=BLOSSOMS)


def _bare_robbing(rng: Rng) -> Plan:
    """A bare 风一色 robs a kong of 风 (TX-P4)."""
    pool = [tile for tile in HONOURS[1:] for _ in range(4)]
    held = shuffled(pool, rng)[:13]
    return Plan({0: ["E"], 1: ["E", "E"], 3: held}, ["1m", "9m", "1p", "9p", "E"], bare=BLOSSOMS)


def several(rng: Rng) -> Plan:
    """一炮多响: two or three seats wait for the tile that the dealer holds alone."""
    suit = some_suit(rng)
    a, b = next_suit(suit), next_suit(suit, 2)
    tile = f"5{suit}"
    half = [f"4{suit}", f"6{suit}"]
    hands: Want = {
        0: [tile],
        1: [*half, *run(1, a), *run(4, a), *run(7, a), f"9{suit}", f"9{suit}"],
        2: [*half, *run(1, b), *run(4, b), *run(7, b), f"1{suit}", f"1{suit}"],
    }
    if rng.randrange(2):
        hands[3] = [*half, *[f"2{suit}"] * 3, *[f"8{suit}"] * 3, *run(1, a), "W", "W"]
    return Plan(hands)


THEMES: tuple[Callable[[Rng], Plan], ...] = (
    dealt,
    declared,
    eight,
    winds,
    straight,
    pairs,
    one_suit,
    kongs,
    after_kong,
    fed,
    robbing,
    several,
)
"""One function a theme; each is as likely as the others."""
