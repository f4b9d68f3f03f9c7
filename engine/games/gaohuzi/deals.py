"""告胡子: arranged deals, so that rare acts and names come up in a simulation.

Each theme says what some seats hold and which cards come next from the stock; luck fills the rest.
Every wall is a possible one: an arranged deal is as legal as any other, only rarer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.games.gaohuzi import COPIES, HAND, KINDS, RED, patterns
from engine.games.gaohuzi.scoring import huxi
from engine.simulate import Rng, chance, shuffled

Cards = list[int]


class Plan(NamedTuple):
    """What a theme arranges: cards by seat from the dealer, the next draws, the last."""

    hands: dict[int, Cards]
    draws: Sequence[int] = ()
    last: int | None = None


def dealt_hands(wall: Sequence[int], dealer: int, seats: int) -> list[Cards]:
    """What the wall deals: one card each in turn, then one more for the dealer, which is shown."""
    hands: list[Cards] = [[] for _ in range(seats)]
    for at in range(HAND * seats + 1):
        hands[(dealer + at) % seats].append(wall[at])
    return hands


def arranged(dealer: int, seats: int, removed: int, rng: Rng) -> Cards:
    """A wall of 80 cards whose deal follows one of :data:`THEMES`."""
    plan = THEMES[rng.randrange(len(THEMES))](rng, seats)
    pool = shuffled([kind for kind in range(KINDS) for _ in range(COPIES)], rng)
    last = [] if plan.last is None else [plan.last]
    for held in [*plan.hands.values(), plan.draws, last]:
        for kind in held:
            pool.remove(kind)
    wall: list[int | None] = [None] * (KINDS * COPIES)
    for seat in range(seats):
        held = list(plan.hands.get(seat, ()))
        for at in range(seat, HAND * seats + (seat == 0), seats):
            if held:
                wall[at] = held.pop()
    front = HAND * seats + 1
    for at, kind in enumerate(plan.draws):
        wall[front + at] = kind
    if last:
        wall[len(wall) - removed - 1] = last[0]
    return [pool.pop() if kind is None else kind for kind in wall]


# -- complete hands ------------------------------------------------------------------------------


def _group(rng: Rng, kinds: Sequence[int], alike: float) -> Cards:
    """A group out of ``kinds``: three alike with the chance ``alike``, else a 句 or a 绞."""
    kind = kinds[rng.randrange(len(kinds))]
    if chance(rng, alike):
        return [kind] * 3
    other = (kind + 10) % KINDS
    size = kind - kind % 10
    choices = [[kind, kind, other], [size + 1, size + 6, size + 9], [kind, kind + 1, kind + 2]]
    found = choices[rng.randrange(3)]
    return found if all(k in kinds for k in found) and patterns.mixed(found) else [kind] * 3


ALL = tuple(range(KINDS))
BLACK = tuple(kind for kind in ALL if kind not in RED)
REDS = tuple(sorted(RED))


def complete(rng: Rng, kinds: Sequence[int] = ALL, fours: int = 0, alike: float = 0.5) -> Cards:
    """A winning hand as it is dealt: ``fours`` 提, groups, a pair where there is a 提."""
    while True:
        cards: Cards = []
        for _ in range(fours):
            cards += [kinds[rng.randrange(len(kinds))]] * 4
        groups = 6 - fours if fours else 7
        few = ALL if kinds is REDS and chance(rng, 0.5) else kinds
        for _ in range(groups):
            cards += _group(rng, kinds if len(cards) < 13 else few, alike)
        if fours:
            cards += [kinds[rng.randrange(len(kinds))]] * 2
        counts = [cards.count(kind) for kind in range(KINDS)]
        if max(counts) > COPIES or counts.count(4) != fours:
            continue
        counts[cards[0]] -= 1
        found = patterns.readings(counts, (), cards[0], "dealt")
        if any(huxi(reading) >= 15 for reading in found):
            return shuffled(cards, rng)


def _waiting(rng: Rng, kinds: Sequence[int] = ALL, alike: float = 0.5) -> tuple[Cards, int]:
    """Twenty cards that wait, and what they wait for."""
    *held, tile = complete(rng, kinds, 0, alike)
    return held, tile


# -- themes --------------------------------------------------------------------------------------


def heaven(rng: Rng, seats: int) -> Plan:
    """天胡, now and then with one dealt 提."""
    return Plan({0: complete(rng, fours=rng.randrange(2))})


def heaven_with_two(rng: Rng, seats: int) -> Plan:
    """Complete from the deal with two dealt 提 and the extra card: 自摸."""
    cards = complete(rng, fours=2)
    at = next(i for i, kind in enumerate(cards) if cards.count(kind) < 4)
    return Plan({0: cards[:at] + cards[at + 1 :]}, [cards[at]])


def earth(rng: Rng, seats: int) -> Plan:
    """地胡: a non-dealer waits from the deal, and the dealer has the card and six 坎 beside it."""
    held, tile = _waiting(rng)
    free = [kind for kind in ALL if kind not in held and kind != tile]
    if len(free) < 6:
        return Plan({1: held}, [tile])
    kan = shuffled(free, rng)[:6]
    return Plan(
        {1 + rng.randrange(seats - 1): held, 0: [tile, *(k for k in kan for _ in "坎坎坎")]}
    )


def earth_with_ti(rng: Rng, seats: int) -> Plan:
    """One or two dealt 提 of a non-dealer who waits from the deal."""
    fours = 1 + rng.randrange(2)
    cards = complete(rng, fours=fours)
    single = [i for i, kind in enumerate(cards) if cards.count(kind) < 4]
    tile = cards.pop(single[0])
    draws: Cards = []
    if fours == 2:
        draws = [cards.pop(next(i for i, k in enumerate(cards) if cards.count(k) < 4))]
    free = [kind for kind in ALL if kind not in cards and kind not in (tile, *draws)]
    kan = shuffled(free, rng)[:6]
    return Plan({1: cards, 0: [tile, *(k for k in kan for _ in "坎坎坎")]}, draws)


def tis(rng: Rng, seats: int) -> Plan:
    """Dealt 提 at one or two seats, and an extra card that completes another."""
    kinds = shuffled(list(ALL), rng)
    seat = rng.randrange(seats)
    hands = {seat: [*kinds[:1] * 4, *kinds[1:2] * 4, *kinds[2:3] * 3]}
    if chance(rng, 0.5):
        hands[(seat + 1) % seats] = [*kinds[3:4] * 4, *kinds[4:5] * (3 + rng.randrange(2))]
    return Plan(hands, [kinds[2]] if chance(rng, 0.7) else [])


def fours(rng: Rng, seats: int) -> Plan:
    """跑, 提 and 重跑: several 坎, their fourth cards among the next draws."""
    kinds = shuffled(list(ALL), rng)[:5]
    seat = rng.randrange(seats)
    held = [kind for kind in kinds[:4] for _ in range(3)]
    return Plan({seat: held, (seat + 1) % seats: [kinds[4]] * 4}, shuffled(kinds[:4], rng))


def stuck(rng: Rng, seats: int) -> Plan:
    """死手: 坎 and pairs, so that soon nothing can be discarded."""
    kinds = shuffled(list(ALL), rng)
    held = [*(k for k in kinds[:5] for _ in range(3)), *(k for k in kinds[5:7] for _ in range(2))]
    more = [kinds[7]]
    seat = 1 + rng.randrange(seats - 1)
    draws = [kinds[5], kinds[8], kinds[6], kinds[9], kinds[5], kinds[7]]
    return Plan({seat: [*held, *more]}, draws)


def compare(rng: Rng, seats: int) -> Plan:
    """比: one or two further cards of a kind, each with a group of its own."""
    size = 10 * rng.randrange(2)
    low = size + rng.randrange(5)
    mid = low + 2
    held = [mid, low, low + 1, low + 3, low + 4, *([mid] if chance(rng, 0.6) else [])]
    held += [(mid + 10) % KINDS] * 2
    # The previous player of seat 1 is the dealer, who draws last in the first round.
    others = shuffled(
        [kind for kind in ALL if abs(kind - mid) > 4 and kind != (mid + 10) % 20], rng
    )
    return Plan({1: held}, [*others[: seats - 1], mid])


def stinking(rng: Rng, seats: int) -> Plan:
    """臭偎: a pair whose third card another draws first, and then its owner."""
    kind, *rest = shuffled(list(ALL), rng)
    seat = rng.randrange(seats)
    draws = rest[: 3 * seats]
    own = (seat - 1) % seats  # draws begin with seat 1
    draws[(own + 1) % seats] = draws[own + seats] = kind
    return Plan({seat: [kind, kind]}, draws)


def breaking(rng: Rng, seats: int) -> Plan:
    """破跑: the card that wins in a 句 is the fourth of an own 坎."""
    size = 10 * rng.randrange(2)
    low = size + rng.randrange(8)
    tile = low + rng.randrange(3)
    rest = [kind for kind in range(low, low + 3) if kind != tile]
    held = [tile] * 3 + rest
    kinds = shuffled([kind for kind in ALL if kind not in (low, low + 1, low + 2)], rng)
    held += [kind for kind in kinds[:5] for _ in range(3)]
    first = shuffled([kind for kind in ALL if kind not in held and kind != tile], rng)
    return Plan({1 + rng.randrange(seats - 1): held}, [*first[: rng.randrange(3)], tile])


def last(rng: Rng, seats: int) -> Plan:
    """海底胡: the last card of the stock is waited for."""
    held, tile = _waiting(rng, alike=0.7)
    return Plan({1: held}, last=tile)


def coloured(rng: Rng, seats: int) -> Plan:
    """乌胡, 一点红, 一条扁, 十红, 十三红: a hand that waits, and its card among the next draws."""
    kinds = (BLACK, BLACK, REDS, (*BLACK, REDS[rng.randrange(6)]))[rng.randrange(4)]
    held, tile = _waiting(rng, kinds, alike=0.4)
    others = shuffled([kind for kind in ALL if kind not in held and kind != tile], rng)
    return Plan({1 + rng.randrange(seats - 1): held}, [*others[: rng.randrange(4)], tile])


THEMES: tuple[Callable[[Rng, int], Plan], ...] = (
    heaven,
    heaven_with_two,
    earth,
    earth_with_ti,
    tis,
    fours,
    stuck,
    compare,
    stinking,
    breaking,
    last,
    coloured,
)
"""One function a theme; each is as likely as the others."""
