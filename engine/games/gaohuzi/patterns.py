"""告胡子: how a finished hand can be read, and yes/no (and how many) questions about it; no points.

A hand is seven groups (GH-W1). Those on the table and every 坎 are fixed; the free cards, held once
or twice, are split in every way, and the winning card goes wherever GH-W4 lets it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from engine.games.gaohuzi import KINDS, RED

Act = Literal["ti", "pao", "wei", "chou_wei", "peng", "chi", "bi"]
By = Literal["own_draw", "other_draw", "discard", "dealt"]
First = Literal["heaven", "earth"]

Meld = tuple[Act, tuple[int, ...]]
"""A group on the table: how it came there, and its kinds: one for all alike, three for 句 or 绞."""

FOURS = ("ti", "pao")
WEI = ("wei", "chou_wei")
MIXED = ("chi", "bi")

# The groups that have 胡息, each small and big: where Reading.groups counts them.
PENG, KAN, PAO, TI, LOW, STT = range(0, 12, 2)
SMALL, BIG = 0, 1
_WHAT = {"peng": PENG, "wei": KAN, "chou_wei": KAN, "pao": PAO, "ti": TI}


class Reading(NamedTuple):
    """One way to read a complete hand.

    ``groups[what + size]`` is how many groups of a sort there are: ``what`` is ``PENG``, ``KAN``
    (偎 and 臭偎 too), ``PAO``, ``TI``, ``LOW`` (一二三) or ``STT`` (二七十), ``size`` ``SMALL`` or
    ``BIG``. ``red``: the most red cards in one group, the pair aside, if three or more; else 0.
    """

    groups: tuple[int, ...]
    red: int


class Finished(Struct, frozen=True, kw_only=True):
    """A winning hand in one of its readings, and how it was won.

    ``red``: how many red cards it has. ``dealt``: how many 提 the winner was dealt. ``huxi``: what
    the groups of the reading are worth.
    """

    by: By
    first: First | None
    last: bool
    red: int
    dealt: int
    huxi: int
    reading: Reading


# -- groups --------------------------------------------------------------------------------------


def run(kinds: Sequence[int]) -> bool:
    """GH-M7, 句: three consecutive of one size, or 2-7-10 of one size. ``kinds``: three of them."""
    low, middle, high = sorted(kinds)
    if low // 10 != high // 10:
        return False
    return (middle, high) == (low + 1, low + 2) or (low % 10, middle % 10, high % 10) == (1, 6, 9)


def twist(kinds: Sequence[int]) -> bool:
    """GH-M8, 绞: a pair of one size and one of the same number in the other. ``kinds``: three."""
    return len(set(kinds)) == 2 and len({kind % 10 for kind in kinds}) == 1


def mixed(kinds: Sequence[int]) -> bool:
    """Whether three kinds are a 句 or a 绞."""
    return run(kinds) or twist(kinds)


# -- the free cards ------------------------------------------------------------------------------

Split = tuple[int, int, int, int, int]
"""一二三 small and big, 二七十 small and big, and 3 where some group is three red cards, else 0."""

_NOTHING: Split = (0, 0, 0, 0, 0)
_ONE = [1 << 2 * kind for kind in range(KINDS)]
_TWIST_RED = [3 if kind in RED else 0 for kind in range(KINDS)]


def packed(counts: Sequence[int]) -> int:
    """Counts of the kinds, each 0 to 3, in one number: two bits a kind."""
    number = 0
    for kind, n in enumerate(counts):
        if n:
            number |= n << 2 * kind
    return number


@lru_cache(maxsize=2**17)
def splits(free: int, pair: bool) -> frozenset[Split]:
    """Every way to part the ``free`` cards (:func:`packed`) into 句, 绞 and, if ``pair``, one pair.

    Three alike are no group here. Empty when there is none.
    """
    if not free:
        return frozenset() if pair else frozenset((_NOTHING,))
    found: set[Split] = set()
    for rest, still, got in _first_group(free, pair):
        for low_s, low_b, stt_s, stt_b, red in splits(rest, still):
            found.add(
                (
                    low_s + got[0],
                    low_b + got[1],
                    stt_s + got[2],
                    stt_b + got[3],
                    red or got[4],
                )
            )
    return frozenset(found)


def _first_group(free: int, pair: bool) -> Iterator[tuple[int, bool, Split]]:
    """Every group that the lowest of the free cards can be in: what it leaves, and what it is."""
    kind = ((free & -free).bit_length() - 1) // 2
    one, rank, big = _ONE[kind], kind % 10, kind // 10
    held = free >> 2 * kind & 3
    if pair and held > 1:
        yield free - 2 * one, False, _NOTHING
    if rank < 8 and free >> 2 * kind + 2 & 3 and free >> 2 * kind + 4 & 3:
        rest = free - one - _ONE[kind + 1] - _ONE[kind + 2]
        yield rest, pair, _NOTHING if rank else (1 - big, big, 0, 0, 0)
    if rank == 1 and free >> 2 * kind + 10 & 3 and free >> 2 * kind + 16 & 3:
        yield free - one - _ONE[kind + 5] - _ONE[kind + 8], pair, (0, 0, 1 - big, big, 3)
    if big:
        return  # with no small card left there is no 绞
    other = free >> 2 * kind + 20 & 3
    if other:
        got = (0, 0, 0, 0, _TWIST_RED[kind])
        if held > 1:
            yield free - 2 * one - _ONE[kind + 10], pair, got
        if other > 1:
            yield free - one - 2 * _ONE[kind + 10], pair, got


# -- the readings --------------------------------------------------------------------------------


class Parts(NamedTuple):
    """What a place of the winning card leaves fixed in the hand, and the free cards' counts.

    ``alike``: the 坎 and 提 of the hand, and what the winning card makes; ``replaces``: that stands
    in place of the laid 碰 or 偎 of its kind.
    """

    alike: list[Meld]
    free: list[int]
    replaces: bool = False


def parts(hand: Sequence[int], melds: Sequence[Meld], tile: int, by: By) -> Iterator[Parts]:
    """GH-W4, GH-W5: every place that the winning ``tile`` can take.

    ``hand``: the counts without it; the dealer's shown card is a card of his hand like any other.
    """
    held = hand[tile]
    laid = next((act for act, kinds in melds if kinds[0] == tile and act not in MIXED), None)
    if by == "dealt":
        yield _parts(hand, tile, held + 1)
    elif by == "own_draw" and held > 1:
        yield _parts(hand, tile, 0, "wei" if held == 2 else "ti")
    elif by == "own_draw" and laid in WEI:
        yield _parts(hand, tile, 0, "ti", replaces=True)
    elif held == 3:
        yield _parts(hand, tile, 0, "pao")
        yield _parts(hand, tile, 1, "wei")
    elif held == 2:
        yield _parts(hand, tile, 0, "peng")
        yield _parts(hand, tile, 3, split=True)
    else:
        if laid in WEI or (laid == "peng" and by != "discard"):
            yield _parts(hand, tile, held, "pao", replaces=True)
        yield _parts(hand, tile, held + 1)


def _parts(
    hand: Sequence[int],
    tile: int,
    n: int,
    made: Act | None = None,
    *,
    split: bool = False,
    replaces: bool = False,
) -> Parts:
    """The hand with ``n`` of ``tile`` in it, every 坎 and 提 set apart, and the group ``made``.

    ``split``: three of ``tile`` are free.
    """
    free = list(hand)
    free[tile] = n
    alike: list[Meld] = [(made, (tile,))] if made else []
    if max(free) > 2:
        for kind, held in enumerate(free):
            if held > 2 and not (split and kind == tile):
                alike.append(("wei" if held == 3 else "ti", (kind,)))
                free[kind] = 0
    return Parts(alike, free, replaces)


def readings(hand: Sequence[int], melds: Sequence[Meld], tile: int, by: By) -> list[Reading]:
    """Every way to read the hand as seven groups (GH-W1); empty when it is no such shape."""
    found: set[Reading] = set()
    fours = any(act in FOURS for act, _ in melds)
    for alike, free, replaces in parts(hand, melds, tile, by):
        pair = fours or any(act in FOURS for act, _ in alike)
        missing = 7 - len(melds) - len(alike) + replaces
        if sum(free) != 3 * missing - pair:
            continue
        ways = splits(packed(free), pair)
        if ways:
            gone = (tile,) if replaces else None
            fixed = [*(m for m in melds if m[0] in MIXED or m[1] != gone), *alike]
            found.update(_read(fixed, ways))
    return sorted(found)


def _read(fixed: Sequence[Meld], ways: Iterable[Split]) -> Iterator[Reading]:
    """The reading with the ``fixed`` groups for each way to split the free cards."""
    groups, red = [0] * 12, 0
    for meld in fixed:
        slot, reds = _counted(meld)
        red = max(red, reds)
        if slot is not None:
            groups[slot] += 1
    for low_small, low_big, stt_small, stt_big, reds in ways:
        full = groups.copy()
        full[LOW] += low_small
        full[LOW + 1] += low_big
        full[STT] += stt_small
        full[STT + 1] += stt_big
        yield Reading(tuple(full), max(red, reds))


@lru_cache(maxsize=2**10)
def _counted(meld: Meld) -> tuple[int | None, int]:
    """Where ``Reading.groups`` counts a group, and how many red cards it has if three or more."""
    act, kinds = meld
    size = kinds[0] // 10
    if act not in MIXED:
        return _WHAT[act] + size, (4 if act in FOURS else 3) if kinds[0] in RED else 0
    red = 3 if RED.issuperset(kinds) else 0
    if not run(kinds):
        return None, red
    if red:
        return STT + size, red
    return LOW + size if min(kinds) % 10 == 0 else None, red


# -- questions -----------------------------------------------------------------------------------


def number(what: int, size: int) -> Callable[[Reading], int]:
    """The question how many groups of a sort and size a reading has."""
    return lambda reading: reading.groups[what + size]


def own_draw(h: Finished) -> bool:
    """自摸: on the own draw; complete from the deal with two or more dealt 提 counts as such."""
    return h.by == "own_draw" or (h.by == "dealt" and h.dealt > 1)


def heaven(h: Finished) -> bool:
    """天胡: complete from the deal, with at most one dealt 提."""
    return h.by == "dealt" and h.dealt < 2


def earth(h: Finished) -> bool:
    """地胡: on the dealer's first discard, with at most one dealt 提."""
    return h.first == "earth" and h.dealt < 2


def last(h: Finished) -> bool:
    """海底胡: on the last card of the stock."""
    return h.last


def no_red(h: Finished) -> bool:
    """乌胡."""
    return h.red == 0


def one_red(h: Finished) -> bool:
    """一点红."""
    return h.red == 1


def one_red_group(h: Finished) -> bool:
    """一条扁: three or four red cards, all in one group that is no pair."""
    return h.red in (3, 4) and h.reading.red == h.red


def ten_red(h: Finished) -> bool:
    """十红."""
    return 10 <= h.red <= 12


def thirteen_red(h: Finished) -> bool:
    """十三红."""
    return h.red > 12


def exactly_thirty(h: Finished) -> bool:
    """卡胡 30."""
    return h.huxi == 30


def exactly_twenty(h: Finished) -> bool:
    """卡胡 20."""
    return h.huxi == 20
