"""九江麻将: arranged deals, so that rare acts and lines come up in a simulation.

Each theme says what some seats hold and which tiles come next from the head; luck fills the rest.
Every wall is a possible one: an arranged deal is as legal as any other, only rarer.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.games.jiujiang import KINDS
from engine.mahjong.deals import SUITS, Plan, Want, complete, next_suit, run, some_seat, some_suit
from engine.mahjong.deals import arranged as lay
from engine.mahjong.table import NAMES
from engine.simulate import Rng, shuffled

TILES = [NAMES[kind] for kind in KINDS for _ in range(4)]
"""The 120 tiles (JJ-E1)."""


def arranged(dealer: int, rng: Rng) -> list[str]:
    """A wall whose deal follows one of :data:`THEMES`."""
    plan = THEMES[rng.randrange(len(THEMES))](rng)
    return lay(plan, dealer, TILES, rng)


def heaven(rng: Rng) -> Plan:
    """天胡: the dealer is complete, now and then with 发财 to replace first."""
    tiles = complete(rng)
    if rng.randrange(2):
        return Plan({0: [*tiles[1:], "F"]}, tail=[tiles[0]])
    return Plan({0: tiles})


def earth(rng: Rng) -> Plan:
    """地胡: a player waits from the deal and draws the tile, or the dealer holds it alone."""
    tiles = shuffled(complete(rng), rng)
    seat = 1 + rng.randrange(3)
    if rng.randrange(2):
        if rng.randrange(2):
            return Plan({1: tiles[:13]}, draws=["F"], tail=[tiles[13]])
        return Plan({1: tiles[:13]}, draws=[tiles[13]])
    return Plan({seat: tiles[:13], 0: [tiles[13]]})


def fairies(rng: Rng) -> Plan:
    """七仙女: seven consecutive pairs of one suit, one tile short."""
    suit, low = some_suit(rng), 1 + rng.randrange(3)
    pairs = [f"{rank}{suit}" for rank in range(low, low + 7) for _ in range(2)]
    tiles = shuffled(pairs, rng)
    return Plan({some_seat(rng): tiles[:13]})


def pairs(rng: Rng) -> Plan:
    """七对, 豪华, 潇洒: six pairs, some of them four alike."""
    suit, low = some_suit(rng), 1 + rng.randrange(6)
    run = [f"{rank}{suit}" for rank in range(low, low + 4) for _ in range(2)]
    other = SUITS[(SUITS.index(suit) + rng.randrange(3)) % 3]
    four = [f"{9 if low + 3 < 9 else 1}{other}"] * 4
    return Plan({some_seat(rng): run + four})


def four_fa(rng: Rng) -> Plan:
    """四个发财, three in hand and the last one among the next draws."""
    seat = some_seat(rng)
    return Plan({seat: ["F", "F", "F", *complete(rng)[:9]]}, tail=["F"])


def red_flag(rng: Rng) -> Plan:
    """红旗飘飘: 红中 and 白板 in threes or pairs."""
    n = 2 + rng.randrange(2)
    return Plan({some_seat(rng): ["C"] * n + ["P"] * n + complete(rng)[:6]})


def straight(rng: Rng) -> Plan:
    """一条龙, with something of the same suit or of 红中."""
    suit = some_suit(rng)
    more = ["C", "C"] if rng.randrange(2) else [f"5{suit}", f"5{suit}", f"6{suit}"]
    return Plan({some_seat(rng): [f"{rank}{suit}" for rank in range(1, 10)] + more})


def kongs(rng: Rng) -> Plan:
    """Kongs of every sort: four alike, three alike, and dragons among them."""
    suit = some_suit(rng)
    dragon = "CP"[rng.randrange(2)]
    held = [dragon] * (3 + rng.randrange(2)) + [f"{1 + rng.randrange(9)}{suit}"] * 4
    three = [f"{1 + rng.randrange(9)}{next_suit(suit)}"] * 3
    return Plan({some_seat(rng): held + three})


def begging(rng: Rng) -> Plan:
    """全求人: pairs in one hand, their third tiles in the others'."""
    suit = some_suit(rng)
    kinds = shuffled([f"{rank}{suit}" for rank in range(1, 10)] + ["C", "P"], rng)[:5]
    seat = some_seat(rng)
    hands: Want = {seat: [tile for tile in kinds for _ in range(2)]}
    for i, tile in enumerate(kinds[:4]):
        hands.setdefault((seat + 1 + i % 3) % 4, []).append(tile)
    return Plan(hands)


def one_suit(rng: Rng) -> Plan:
    """清一色, 臭一色, 潇洒碰碰胡: many tiles of one suit in one hand."""
    suit = some_suit(rng)
    if rng.randrange(2):
        low = 1 + rng.randrange(6)
        held = [f"{rank}{suit}" for rank in range(low, low + 4) for _ in range(3)]
        return Plan({some_seat(rng): held[: 10 + rng.randrange(3)]})
    mixed = shuffled([f"{rank}{suit}" for rank in range(1, 10) for _ in range(4)], rng)
    dragons = ["C", "C", "P"] if rng.randrange(2) else []
    return Plan({some_seat(rng): mixed[:10] + dragons})


def follow(rng: Rng) -> Plan:
    """跟庄: everybody holds the dealer's lonely tile, sometimes a second one too."""
    first = ["C", "P", "1m", "9s"][rng.randrange(4)]
    hands: Want = {seat: [first] for seat in range(4)}
    if rng.randrange(2):
        second = "9p" if first != "9p" else "1s"
        hands = {seat: [first, second] for seat in range(4)}
    blocks = [["1s", "2s", "3s", "5s", "6s", "7s"], ["4p", "5p", "6p", "6m", "7m", "8m"]]
    for seat in (0, 1):
        if first != "9s":
            hands[seat] += blocks[seat]
    return Plan(hands)


def robbing(rng: Rng) -> Plan:
    """抢杠: a pung, its fourth tile soon drawn, and another who waits for it."""
    suit = some_suit(rng)
    rank = 3 + rng.randrange(5)
    tile, below, above = (f"{r}{suit}" for r in (rank, rank - 1, rank + 1))
    other = next_suit(suit)
    waiting = [below, above, *run(1, other), *run(4, other), f"9{other}", f"9{other}"]
    last = next_suit(suit, 2)
    return Plan(
        {0: [tile], 1: [tile, tile, "C", "C"], 3: [*waiting, *run(2, last)]},
        ["F", f"9{suit}", f"1{suit}", "P", tile],
    )


THEMES: tuple[Callable[[Rng], Plan], ...] = (
    heaven,
    earth,
    fairies,
    pairs,
    four_fa,
    red_flag,
    straight,
    kongs,
    begging,
    one_suit,
    follow,
    robbing,
)
"""One function a theme; each is as likely as the others."""
