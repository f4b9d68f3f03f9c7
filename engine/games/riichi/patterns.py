"""立直麻将: yes/no questions about tiles, ready hands and finished ones. No points here.

Counts are lists with one number a kind, as :mod:`engine.shapes` has them; a red five is a kind of
its own there until :func:`plain_counts` makes it a five.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from engine import shapes
from engine.games.riichi import EAST, NORTH, RED, WHITE

KINDS = shapes.HONOURS.stop
TERMINALS = tuple(kind for low in (0, 9, 18) for kind in (low, low + 8))
ORPHANS = (*TERMINALS, *range(EAST, KINDS))
"""幺九牌: the terminals, winds and dragons."""

_ORPHANS = frozenset(ORPHANS)
WINDS = range(EAST, NORTH + 1)
DRAGONS = range(WHITE, KINDS)


def plain(kind: int) -> int:
    """The kind that a tile counts as: a red five is a five (RI-E1)."""
    return RED.get(kind, kind)


def plain_counts(counts: Sequence[int]) -> list[int]:
    """The counts of the 34 kinds, red fives counted as fives."""
    flat = list(counts[:KINDS])
    for red, kind in RED.items():
        if counts[red]:
            flat[kind] += counts[red]
    return flat


def orphan(kind: int) -> bool:
    """幺九牌: a terminal, a wind or a dragon."""
    return kind in _ORPHANS


def waits(flat: Sequence[int], melds: int) -> frozenset[int]:
    """The kinds that complete a hand of 13 tiles less 3 a meld (RI-W1).

    ``flat``: its concealed tiles by :func:`plain_counts`. A kind of which they hold all four is
    none.
    """
    found = shapes.waits(flat, melds, pairs=False)
    if not melds:
        return frozenset((*found, *_pair_waits(flat), *orphan_waits(flat)))
    return frozenset(found)


def _pair_waits(flat: Sequence[int]) -> set[int]:
    """七対子: six pairs and a single, seven kinds."""
    if flat.count(2) == 6 and flat.count(1) == 1:
        return {flat.index(1)}
    return set()


def orphan_waits(flat: Sequence[int]) -> set[int]:
    """国士無双: the missing kind, or all thirteen."""
    held = [flat[kind] for kind in ORPHANS]
    if sum(held) != 13:
        return set()
    missing = [kind for kind in ORPHANS if not flat[kind]]
    if not missing:
        return set(ORPHANS)
    return set(missing) if len(missing) == 1 else set()


def ready_discards(flat: list[int], melds: int) -> list[int]:
    """The kinds of a hand of 14 less 3 a meld that can go and leave it ready (聴牌)."""
    found = []
    for kind, n in enumerate(flat):
        if n:
            flat[kind] -= 1
            if waits(flat, melds):
                found.append(kind)
            flat[kind] += 1
    return found


def nine_orphans(counts: Sequence[int]) -> bool:
    """九種九牌: nine kinds of terminals and honours or more."""
    return len([kind for kind in ORPHANS if counts[kind]]) >= 9


def kong_keeps(flat: Sequence[int], melds: int, kind: int, *, shape: bool) -> bool:
    """RI-P10: whether a concealed kong of the drawn ``kind`` leaves all waits as they are.

    ``flat``: the hand with the drawn tile. ``shape``: every reading of the finished hand as well.
    """
    before, after = list(flat), list(flat)
    before[kind] -= 1
    after[kind] = 0
    if waits(before, melds) != waits(after, melds + 1):
        return False
    return not shape or _readings(before, melds) == _readings(after, melds + 1)


def _readings(flat: list[int], melds: int) -> int:
    """In how many ways the hand is read, over all tiles that complete it."""
    number = 0
    for kind in shapes.waits(flat, melds, pairs=False):
        flat[kind] += 1
        number += len(shapes.readings(flat, melds))
        flat[kind] -= 1
    return number


def swapped(claimed: int, own: Collection[int], *, other_end: bool) -> frozenset[int]:
    """喰い替え: the kinds that may not be discarded after a claim (RI-P3).

    ``claimed`` and ``own`` are plain kinds; ``other_end``: the far end of a run counts as well.
    """
    barred = {claimed}
    if other_end and len(own) == len(set(own)) == 2:
        low, high = sorted(own)
        if high == low + 1:
            far = low - 1 if claimed > high else high + 1
            if far // 9 == claimed // 9 and far >= 0:
                barred.add(far)
    return frozenset(barred)


def same_wind(kinds: Sequence[int]) -> bool:
    """四風連打: four discards of one wind."""
    return len(set(kinds)) == 1 and kinds[0] in WINDS
