"""青儿: how a hand can be read, and yes/no (and how many) questions about what it holds; no points.

A hand of 23 cards has thousands of readings, but the rule book asks little of one: how the winning
card completes it, how many ♠1-2-3 it has, and whether its groups are all runs or all alike. So each
block of cards that no run crosses is split once (and remembered) into the few :class:`Part` that
differ in that, and a reading is one part a block.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from engine.games.qinger import (
    ADVERT,
    ALIKE,
    FACES,
    GHOSTS,
    KINDS,
    RANKED,
    SETS,
    Options,
)

Act = Literal["peng", "ming_du", "an_du", "qi_fei"]
By = Literal["discard", "self_draw"]

Meld = tuple[Act, int]
"""A set on the table: how it came there, and the card that names it."""

# What QE-B8 pays: a set of each sort, of a kind that is not 见 and of one that is. ``Held.sets``
# counts them in this order.
PENG, HAND, MING, AN, FEI = range(0, 10, 2)
PLAIN, JIAN = 0, 1
_WHAT = {"peng": PENG, "ming_du": MING, "an_du": AN, "qi_fei": FEI}


class Reading(NamedTuple):
    """What one way to read a winning hand comes to; two ways that come to the same are one.

    ``alone``: the winning card is in a group or pair that it alone could complete (单调, 边, 嵌).
    ``wenqian``: how many ♠1-2-3 there are. ``runs``: there are other runs. ``triplets``: there are
    three alike, sets on the table aside.
    """

    alone: bool
    wenqian: int
    runs: bool
    triplets: bool


class Part(NamedTuple):
    """What one way to split a block comes to: as :class:`Reading`, and whether it has the pair."""

    pair: bool
    alone: bool
    wenqian: int
    runs: bool
    triplets: bool


class Held(Struct, frozen=True, kw_only=True):
    """What one player has at the end of a hand, and in which reading if it won.

    ``ghost``: the 见张 is a ghost. ``big``, ``small``, ``adverts``: 大鬼, 小鬼 and 广告 drawn;
    ``together``: 五喜起飞. ``own_clubs``, ``other_clubs``: how many of ♣ J Q K were drawn;
    ``club_held``: one is among the cards. ``sets``: how many of each sort QE-B8 pays. ``faces``:
    how many cards of the kinds J, Q and K. ``open``: sets lie on the table. ``reading``: ``None``
    for who did not win.
    """

    options: Options
    ghost: bool
    big: int
    small: int
    adverts: int
    together: bool
    own_clubs: int
    other_clubs: int
    club_held: bool
    sets: tuple[int, ...]
    faces: tuple[int, ...]
    open: bool
    reading: Reading | None = None


# -- 见牌 ----------------------------------------------------------------------------------------


def jian_kinds(jian: int) -> tuple[bool, ...]:
    """QE-J1, QE-J2, QE-J3: which kinds are 见牌 when the card ``jian`` is the 见张."""
    if jian in (*GHOSTS, ADVERT):
        return (True,) * KINDS
    group = _rank(ALIKE[jian]) % 3
    return tuple(
        kind >= RANKED or _rank(kind) in (0, 8) or _rank(kind) % 3 == group for kind in range(KINDS)
    )


def _rank(kind: int) -> int:
    """The rank of a kind from 0; J, Q and K stand for 1, 2 and 3."""
    return kind % 9 if kind < RANKED else kind - RANKED


_JIAN_KINDS = [jian_kinds(card) for card in range(len(ALIKE))]


# -- the shape -----------------------------------------------------------------------------------


def alike(cards: Sequence[int]) -> list[int]:
    """The counts of the kinds of groups out of the counts of the cards: J Q K of both suits as one.

    Ghosts and 广告 are left out.
    """
    counts = list(cards[:KINDS])
    for face, club in enumerate(cards[KINDS : KINDS + 3]):
        counts[RANKED + face] += club
    return counts


def complete(counts: Sequence[int], melds: int) -> bool:
    """QE-W1: whether the concealed kinds, winning card included, are a pair and the missing groups.

    ``counts`` as :func:`alike` gives them.
    """
    if sum(counts) != 2 + 3 * (SETS - melds):
        return False
    blocks = _blocks(counts)
    # A block without the pair holds three a group; the one with the pair two more.
    rest = [sum(block) % 3 for block in blocks]
    if 1 in rest or rest.count(2) != 1:
        return False
    return all(_parts(block, place == 0, -1) for place, block in enumerate(blocks))


def readings(counts: Sequence[int], melds: int, won: int) -> set[Reading]:
    """QE-W3: what the readings of a hand come to; empty when it is no winning shape.

    ``counts`` as for :func:`complete`; ``won``: the kind of the winning card, one of them.
    """
    if not complete(counts, melds):
        return set()
    found = {Part(False, False, 0, False, False)}
    for place, block in enumerate(_blocks(counts)):
        within = won - 9 * place if 0 <= won - 9 * place < len(block) else -1
        found = {
            _joined(one, other) for one in found for other in _parts(block, place == 0, within)
        }
    return {Reading(*part[1:]) for part in found}


Block = tuple[int, ...]


def _blocks(counts: Sequence[int]) -> tuple[Block, Block, Block, Block]:
    """♠, ♥, ♣ by rank, and J Q K."""
    return tuple(counts[:9]), tuple(counts[9:18]), tuple(counts[18:27]), tuple(counts[27:30])


def _joined(one: Part, other: Part) -> Part:
    return Part(
        one.pair or other.pair,
        one.alone or other.alone,
        one.wenqian + other.wenqian,
        one.runs or other.runs,
        one.triplets or other.triplets,
    )


@lru_cache(maxsize=2**17)
def _parts(block: Block, spades: bool, won: int) -> frozenset[Part]:
    """What the ways to split a block into groups and at most one pair come to.

    ``won``: the place of the winning card in the block, -1 when it is in another.
    """
    return frozenset(_split(block, 0, sum(block) % 3 == 2, spades, won))


def _split(block: Block, at: int, pair: bool, spades: bool, won: int) -> set[Part]:
    """As :func:`_parts`, from place ``at`` on; ``pair``: the pair is still to be found."""
    while at < len(block) and not block[at]:
        at += 1
    if at == len(block):
        return set() if pair else {Part(False, False, 0, False, False)}
    found: set[Part] = set()
    for two, three in ((0, 0), (0, 1), (1, 0)) if pair else ((0, 0), (0, 1)):
        run = block[at] - 2 * two - 3 * three  # every other card of the kind begins a run
        if run < 0 or (run and not _room(block, at, run)):
            continue
        rest = list(block)
        rest[at] = 0
        if run:
            rest[at + 1] -= run
            rest[at + 2] -= run
        first = Part(
            bool(two),
            bool(two and at == won) or bool(run and _alone(at, won)),
            run if spades and at == 0 else 0,
            bool(run) and not (spades and at == 0),
            bool(three),
        )
        tails = _split(tuple(rest), at + 1, pair and not two, spades, won)
        found.update(_joined(first, tail) for tail in tails)
    return found


def _room(block: Block, at: int, run: int) -> bool:
    return len(block) == 9 and at < 7 and block[at + 1] >= run and block[at + 2] >= run


def _alone(low: int, won: int) -> bool:
    """边 or 嵌: the run from ``low`` on could be completed by the winning card alone."""
    return won == low + 1 or (low == 0 and won == 2) or (low == won == 6)


# -- what a player has ---------------------------------------------------------------------------


def sets(jian: int, melds: Sequence[Meld], held: Sequence[int], won: int | None) -> tuple[int, ...]:
    """QE-B8: how many sets of each sort a player has, as ``Held.sets`` wants them.

    ``held``: the counts of the own concealed kinds, an own winning draw included; ``won``: the kind
    of a winning card that another player gave.
    """
    counted = [0] * 10
    special = _JIAN_KINDS[jian]
    for act, card in melds:
        counted[_WHAT[act] + special[ALIKE[card]]] += 1
    for kind, n in enumerate(held):
        if n >= 3:
            counted[HAND + special[kind]] += 1
        elif n == 2 and kind == won:
            counted[PENG + special[kind]] += 1
    return tuple(counted)


def faces(melds: Sequence[Meld], held: Sequence[int]) -> tuple[int, ...]:
    """How many cards of the kinds J, Q and K a player has, sets on the table included."""
    laid = [ALIKE[card] for _, card in melds]
    return tuple(held[face] + 3 * laid.count(face) for face in FACES)


def number(what: int, jian: int) -> Callable[[Held], int]:
    """The question how many sets of one sort there are."""
    place = what + jian

    def times(h: Held) -> int:
        return h.sets[place]

    return times


# -- A: the winner -------------------------------------------------------------------------------


def any_hand(h: Held) -> bool:
    """Every winning hand."""
    return h.reading is not None


def alone(h: Held) -> bool:
    """单调, 边 or 嵌."""
    return h.reading is not None and h.reading.alone


def one_wenqian(h: Held) -> bool:
    """文钱: one ♠1-2-3."""
    return _wenqian(h) == 1


def two_wenqian(h: Held) -> bool:
    """文钱: two ♠1-2-3."""
    return _wenqian(h) == 2


def three_wenqian(h: Held) -> bool:
    """文钱: three or four ♠1-2-3."""
    return _wenqian(h) >= 3


def _wenqian(h: Held) -> int:
    return h.reading.wenqian if h.reading is not None else 0


def qing_er(h: Held) -> bool:
    """青儿: nothing 碰, 笃 or 起飞, and no three alike in the reading."""
    return h.reading is not None and not h.open and not h.reading.triplets


# -- B: ghosts, 广告, ♣ J Q K --------------------------------------------------------------------


def one_big(h: Held) -> int:
    """One 大鬼; twice with a ghost as 见张."""
    return (h.big == 1) << h.ghost


def two_big(h: Held) -> int:
    """Two 大鬼; twice with a ghost as 见张."""
    return (h.big == 2) << h.ghost


def three_big(h: Held) -> int:
    """All three 大鬼 (结婚); twice with a ghost as 见张."""
    return (h.big == 3) << h.ghost


def one_small(h: Held) -> int:
    """One 小鬼; twice with a ghost as 见张."""
    return (h.small == 1) << h.ghost


def two_small(h: Held) -> int:
    """Both 小鬼 (结婚); twice with a ghost as 见张."""
    return (h.small == 2) << h.ghost


def five_ghosts(h: Held) -> bool:
    """All five ghosts."""
    return h.big + h.small == 5


def five_together(h: Held) -> bool:
    """五喜起飞 of all five."""
    return five_ghosts(h) and h.together


def four_ghosts_apart(h: Held) -> bool:
    """All four ghosts that are left beside the 见张, not laid out together."""
    return _four_ghosts(h) and not h.together


def four_ghosts_together(h: Held) -> bool:
    """五喜起飞 of the four that are left beside the 见张."""
    return _four_ghosts(h) and h.together


def _four_ghosts(h: Held) -> bool:
    return h.ghost and h.big + h.small == 4


def advert(h: Held) -> int:
    """广告; twice with a ghost as 见张."""
    return h.adverts << h.ghost


def own_club(h: Held) -> int:
    """The own card of ♣ J Q K: K of the dealer, Q of the next player, J of the opposite one."""
    return h.own_clubs


def other_clubs(h: Held) -> int:
    """How many of the other two."""
    return h.other_clubs


# -- doublings -----------------------------------------------------------------------------------


def three_red_won(h: Held) -> bool:
    """三红 of the winner: two of J Q K at three or more, the third at two or more."""
    low, middle, _ = sorted(h.faces)
    return h.reading is not None and low >= 2 and middle >= 3


def three_red(h: Held) -> bool:
    """三红 of another player: all of J Q K at three or more."""
    return h.reading is None and min(h.faces) >= 3


def poor(h: Held) -> bool:
    """穷狠: no ghost and no 广告 laid out, no ♣ J Q K, and the 见张 is no ghost."""
    flowers = h.big + h.small + h.adverts
    return h.reading is not None and not h.ghost and not flowers and not _clubs(h)


def poor_with_ghost(h: Held) -> bool:
    """穷穷狠: 穷狠 with a ghost as 见张; where the option looks at the hand, just no ghost."""
    if h.reading is None or not h.ghost or h.big + h.small:
        return False
    return h.options.qiong_clubs == "held" or not (h.adverts or _clubs(h))


def _clubs(h: Held) -> bool:
    """♣ J, Q or K drawn or held, as the option says."""
    return h.club_held if h.options.qiong_clubs == "held" else h.own_clubs + h.other_clubs > 0


def all_alike(h: Held) -> bool:
    """飘胡: all groups three or four alike; ♠1-2-3 among them where the option allows it."""
    if h.reading is None or h.reading.runs:
        return False
    return not h.reading.wenqian or h.options.piao_allows_wenqian
