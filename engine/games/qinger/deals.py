"""青儿: arranged deals, so that rare acts and lines come up in a simulation.

Each theme says what some of the three hold, what the 见张 is and which cards come next; luck fills
the rest. Every wall is a possible one: an arranged deal is as legal as any other, only rarer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.games.qinger import COPIES, HAND, PLAYING
from engine.simulate import Rng, shuffled
from events.tiles import CARDS

TILES = [tile for tile, n in zip(CARDS.tiles, COPIES, strict=True) for _ in range(n)]
"""All 126 cards."""

DEALT = PLAYING * HAND + 1
GHOSTS = ["BJ", "BJ", "BJ", "LJ", "LJ"]
FLOWERS = (*GHOSTS, "AD")
FACES = ("HJ", "HQ", "HK")


class Plan(NamedTuple):
    """What a theme arranges: cards by place from the dealer, the 见张, the next cards of the stock.

    ``poor``: the hands that are arranged are dealt no flower and no ♣ J Q K beyond that.
    """

    hands: dict[int, list[str]]
    jian: str | None = None
    draws: Sequence[str] = ()
    poor: bool = False


def arranged(rng: Rng) -> list[str]:
    """A wall of 126 cards whose deal follows one of :data:`THEMES`: the dealer's hand first."""
    return wall(THEMES[rng.randrange(len(THEMES))](rng), rng)


def wall(plan: Plan, rng: Rng) -> list[str]:
    """A wall in drawing order: the hands from the dealer round, the 见张, the stock."""
    pool = list(TILES)
    for held in [*plan.hands.values(), plan.draws, [plan.jian] if plan.jian else []]:
        for tile in held:
            pool.remove(tile)
    pool = shuffled(pool, rng)
    dealt: list[str] = []
    for place in range(PLAYING):
        held = list(plan.hands.get(place, ()))
        for _ in range(HAND + (place == 0) - len(held)):
            bad = _RICH if plan.poor and place in plan.hands else ()
            held.append(pool.pop(next(i for i, tile in enumerate(pool) if tile not in bad)))
        dealt += held
    return [*dealt, plan.jian or pool.pop(), *plan.draws, *pool]


_RICH = (*FLOWERS, "CJ", "CQ", "CK")


def _run(low: int, suit: str) -> list[str]:
    return [f"{suit}{rank}" for rank in range(low, low + 3)]


def _suit(rng: Rng) -> str:
    return "SHC"[rng.randrange(3)]


def _kind(rng: Rng) -> str:
    return f"{_suit(rng)}{1 + rng.randrange(9)}"


def complete(rng: Rng, alike: int, begun: Sequence[str] = ()) -> list[str]:
    """23 cards: seven groups and a pair, ``begun`` being the first groups.

    ``alike`` in ten of the other groups are three alike, the rest are runs.
    """
    tiles = list(begun)
    while len(tiles) < 3 * 7:
        same = rng.randrange(10) < alike
        group = [_kind(rng)] * 3 if same else _run(1 + rng.randrange(7), _suit(rng))
        if all((tiles + group).count(tile) <= 4 for tile in group):
            tiles += group
    while True:
        pair = _kind(rng)
        if tiles.count(pair) <= 2:
            return [*tiles, pair, pair]


def _waiting(rng: Rng, tiles: list[str]) -> tuple[list[str], str]:
    """A complete hand without one of its cards, and that card."""
    mixed = shuffled(tiles, rng)
    return mixed[1:], mixed[0]


def _soon(rng: Rng, tiles: list[str], jian: str | None = None) -> Plan:
    """Somebody waits with 22 of ``tiles``; the last is in the stock, or the dealer holds it."""
    held, last = _waiting(rng, tiles)
    place = 1 + rng.randrange(2)
    if rng.randrange(2):
        return Plan({place: held, 0: [last]}, jian, poor=True)
    draws = [tile for tile in ("C9", "H9", "S9") if tiles.count(tile) < 4][: place - 1]
    return Plan({place: held}, jian, [*draws, last], poor=True)


def dealt_complete(rng: Rng) -> Plan:
    """QE-W4: the dealer's 23 cards are a winning hand, now and then after a flower is replaced."""
    tiles = complete(rng, 0)
    if rng.randrange(3) == 0:
        return Plan({0: [*tiles[1:], "BJ"]}, draws=[tiles[0]])
    return Plan({0: tiles})


def all_runs(rng: Rng) -> Plan:
    """青儿 (QE-A4), with ♠1-2-3 (QE-A3) now and then."""
    wenqian = _run(1, "S") * rng.randrange(4)
    return _soon(rng, complete(rng, 0, wenqian))


def wenqian(rng: Rng) -> Plan:
    """文钱 (QE-A3): two, three or four ♠1-2-3, which may be read as three alike too."""
    return _soon(rng, complete(rng, 4, _run(1, "S") * (2 + rng.randrange(3))))


def all_alike(rng: Rng) -> Plan:
    """飘胡 (QE-D5): groups of three alike."""
    return _soon(rng, complete(rng, 10))


def five_ghosts(rng: Rng) -> Plan:
    """五喜起飞 (QE-P3, QE-B4), or all five in 补花 (QE-B3)."""
    return Plan({rng.randrange(PLAYING): list(GHOSTS)}, jian=_kind(rng))


def four_ghosts(rng: Rng) -> Plan:
    """A ghost as 见张 and the four others in one hand (QE-B6)."""
    jian = GHOSTS[rng.randrange(5)]
    rest = list(GHOSTS)
    rest.remove(jian)
    return Plan({rng.randrange(PLAYING): rest}, jian)


def ghost_jian(rng: Rng) -> Plan:
    """A ghost as 见张 and ghosts and 广告 in several hands (QE-B6), or a poor winner (QE-D4)."""
    jian = GHOSTS[rng.randrange(5)]
    rest = shuffled([*GHOSTS, "AD"], rng)
    rest.remove(jian)
    if rng.randrange(2):
        return _soon(rng, complete(rng, 3), jian)
    return Plan({0: rest[:2], 1: rest[2:4], 2: rest[4:]}, jian)


def three_red(rng: Rng) -> Plan:
    """三红: of a winner (QE-D1), or of somebody who only holds them (QE-D2)."""
    if rng.randrange(2):
        held = [face for face in FACES for _ in range(3)]
        return Plan({rng.randrange(PLAYING): held})
    faces = shuffled(list(FACES), rng)
    tiles = [faces[0]] * 3 + [faces[1]] * 3
    tiles = complete(rng, 5, tiles)[:-2] + [faces[2]] * 2
    return _soon(rng, tiles)


def flying(rng: Rng) -> Plan:
    """起飞: fours in several hands, one of them of a face (QE-E2)."""
    kinds = shuffled([_kind(rng) for _ in range(6)], rng)
    hands: dict[int, list[str]] = {0: [], 1: [], 2: []}
    for i, kind in enumerate(dict.fromkeys(kinds)):
        hands[i % PLAYING] += [kind] * 4
    face = FACES[rng.randrange(3)]
    hands[rng.randrange(PLAYING)] += [face, face, face, "C" + face[1]]
    return Plan(hands)


def jian_fourth(rng: Rng) -> Plan:
    """The three other copies of the 见张 in one hand (QE-J4)."""
    if rng.randrange(3):
        kind = _kind(rng)
        return Plan({rng.randrange(PLAYING): [kind] * 3}, kind)
    face = FACES[rng.randrange(3)]
    return Plan({rng.randrange(PLAYING): [face, face, "C" + face[1]]}, face)


def robbing(rng: Rng) -> Plan:
    """抢笃 (QE-P5): a 碰 of the dealer's spare card, its fourth drawn when another waits for it.

    The next player collects pairs and draws the fourth; the opposite one waits once he has drawn.
    """
    suit, rank = _suit(rng), 2 + rng.randrange(7)
    tile = f"{suit}{rank}"
    while True:
        waits = complete(rng, 0, [f"{suit}{rank - 1}", tile, f"{suit}{rank + 1}"])
        first = complete(rng, 0)
        both = [*waits, *first]
        if both.count(tile) == 1 and all(both.count(t) + (t == tile) <= 4 for t in both):
            break
    drawn = waits[3]
    held = [t for t in waits[4:] if t != tile]
    held += [waits[0], waits[2], "HK"]
    spare = [t for t in shuffled(sorted({*TILES} - {*_RICH}), rng) if both.count(t) <= 1]
    pairs = [t for t in spare if t != tile and t not in ("HK", "S1")][:9]
    place = {0: [*first[:22], tile], 1: [tile, tile, *pairs, *pairs], 2: held}
    return Plan(place, draws=[drawn, "HK", tile], poor=True)


def clubs(rng: Rng) -> Plan:
    """♣ J Q K in hands where they are and are not the own card (QE-B7)."""
    cards = shuffled(["CJ", "CQ", "CK"], rng)
    return Plan({place: [cards[place]] for place in range(PLAYING)})


THEMES: tuple[Callable[[Rng], Plan], ...] = (
    dealt_complete,
    all_runs,
    wenqian,
    all_alike,
    five_ghosts,
    four_ghosts,
    ghost_jian,
    three_red,
    flying,
    jian_fourth,
    robbing,
    clubs,
)
"""One function a theme; each is as likely as the others."""
