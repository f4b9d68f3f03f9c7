"""Shapes of a mahjong hand: four melds and a pair, seven pairs, readings and waits.

A hand is its concealed part as *counts*: a list or tuple where ``counts[kind]`` is how many tiles
of that kind it holds, with the kinds of :data:`events.tiles.MAHJONG`: 万 筒 条 0–8, 9–17, 18–26,
winds and dragons 27–33. Later kinds (flowers) are part of no shape. ``melds`` is the number of sets
beside it, kongs among them. Honours form pairs and triplets only.

No game's rule stands here: what wins, and which wait counts, is for the games to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple

Counts = Sequence[int]

HONOURS = slice(27, 34)
BLOCKS = (slice(0, 9), slice(9, 18), slice(18, 27), HONOURS)
"""The blocks of kinds that no run crosses: three suits, and the winds and dragons."""

# The rate of a block, packed so that the rates of a hand's blocks can be added up: bits 0–4 its
# tiles, bits 5–9 its kinds of odd number, from bit 10 on its form: _MELDS, _PAIR or _NONE.
_SIZE = 31
_ODD = 31 << 5
_MELDS, _PAIR, _NONE = 0, 1 << 10, 1 << 12
_CACHE = 2**16


class Reading(NamedTuple):
    """One way to read a complete hand; kinds in ascending order.

    ``pairs``: the pair, or the seven of seven pairs (a kind held four times twice). ``runs``: the
    lowest kind of each run. ``triplets``: the kind of each concealed triplet.
    """

    pairs: tuple[int, ...]
    runs: tuple[int, ...] = ()
    triplets: tuple[int, ...] = ()


def tally(kinds: Iterable[int]) -> list[int]:
    """The counts of some kinds, each named as often as it is held."""
    counts = [0] * HONOURS.stop
    for kind in kinds:
        counts[kind] += 1
    return counts


def four_melds(counts: Counts, melds: int = 0) -> bool:
    """Whether the hand, winning tile included, is a pair and what lacks of four melds."""
    return _is_four_melds(_total(counts), melds)


def seven_pairs(counts: Counts) -> bool:
    """Whether the hand, winning tile included, is seven pairs; four of a kind are two of them."""
    return _is_seven_pairs(_total(counts))


def completes(counts: Counts, melds: int, kind: int) -> bool:
    """Whether a tile of ``kind`` gives the hand, of 13 tiles less 3 a meld, either shape.

    Seven pairs only without melds. Made for the usual answer, no: that one takes a look at the
    block of the tile alone. Whether a fifth tile of a kind exists is not asked.
    """
    if kind >= HONOURS.stop:
        return False
    number = kind // 9
    block = BLOCKS[number]
    changed = [*counts[block]]
    changed[kind - block.start] += 1
    total = _RATE[number](tuple(changed))
    if total >= _NONE and (melds or total & _ODD):
        return False
    for other, (block, rate) in enumerate(zip(BLOCKS, _RATE, strict=True)):
        if other != number:
            total += rate(tuple(counts[block]))
    return _is_complete(total, melds)


def waits(counts: Counts, melds: int = 0, *, pairs: bool = True) -> list[int]:
    """The kinds that give the hand, of 13 tiles less 3 a meld, either shape, in ascending order.

    A kind of which the hand itself holds all four is none; what lies in melds is not known here.
    ``pairs``: seven pairs, four of a kind being two, are a shape.
    """
    pairs = pairs and not melds
    blocks = [tuple(counts[block]) for block in BLOCKS]
    total = _total(counts)
    found = []
    for block, rate, tiles in zip(BLOCKS, _RATE, blocks, strict=True):
        rest = total - rate(tiles)
        if rest < _NONE or pairs:
            for offset, gained in _gains(tiles, rate):
                after = rest + gained
                if _is_four_melds(after, melds) or (pairs and _is_seven_pairs(after)):
                    found.append(block.start + offset)
    return found


def readings(counts: Counts, melds: int = 0) -> list[Reading]:
    """Every way to read the hand, winning tile included, as a pair and what lacks of four melds.

    Empty when there is none. Seven pairs are not among them: see :func:`pairs_reading`.
    """
    if not four_melds(counts, melds):
        return []
    splits = [_splits(tuple(counts[block]), block.start) for block in BLOCKS]
    found = []
    for parts in product(*splits):
        pairs, runs, triplets = zip(*parts, strict=True)
        found.append(Reading(sum(pairs, ()), sum(runs, ()), sum(triplets, ())))
    return found


def pairs_reading(counts: Counts) -> Reading:
    """The reading of a hand that is :func:`seven_pairs`."""
    return Reading(tuple(k for k, held in enumerate(counts) for _ in range(held // 2)))


def _total(counts: Counts) -> int:
    a, b, c, d = BLOCKS
    return (
        _rate_suit(tuple(counts[a]))
        + _rate_suit(tuple(counts[b]))
        + _rate_suit(tuple(counts[c]))
        + _rate_honours(tuple(counts[d]))
    )


def _is_four_melds(total: int, melds: int) -> bool:
    return total & ~_ODD == _PAIR | 14 - 3 * melds


def _is_seven_pairs(total: int) -> bool:
    return total & (_SIZE | _ODD) == 14


def _is_complete(total: int, melds: int) -> bool:
    return _is_four_melds(total, melds) or (not melds and _is_seven_pairs(total))


@lru_cache(_CACHE)
def _rate_suit(tiles: tuple[int, ...]) -> int:
    return _rate(tiles, bool(_splits(tiles, 0)))


@lru_cache(_CACHE)
def _rate_honours(tiles: tuple[int, ...]) -> int:
    return _rate(tiles, bool(_splits(tiles, HONOURS.start)))


_RATE = (_rate_suit, _rate_suit, _rate_suit, _rate_honours)


def _rate(tiles: tuple[int, ...], splits: bool) -> int:
    size = sum(tiles)
    form = _NONE if not splits else _PAIR if size % 3 else _MELDS
    return size | sum(held & 1 for held in tiles) << 5 | form


@lru_cache(_CACHE)
def _gains(
    tiles: tuple[int, ...], rate: Callable[[tuple[int, ...]], int]
) -> tuple[tuple[int, int], ...]:
    """The tiles that a block can gain to some use, by offset, and its rate after that."""
    found = []
    for offset, held in enumerate(tiles):
        if held < 4:
            rated = rate((*tiles[:offset], held + 1, *tiles[offset + 1 :]))
            if rated < _NONE or not rated & _ODD:
                found.append((offset, rated))
    return tuple(found)


@lru_cache(_CACHE)
def _splits(tiles: tuple[int, ...], start: int) -> tuple[Reading, ...]:
    """Every way to split the block from kind ``start`` on into melds and at most one pair."""
    if sum(tiles) % 3 == 0:
        return tuple(_melds(tiles, start, 0))
    if sum(tiles) % 3 == 1:
        return ()
    found = []
    for offset, held in enumerate(tiles):
        if held >= 2:
            rest = (*tiles[:offset], held - 2, *tiles[offset + 1 :])
            found += [split._replace(pairs=(start + offset,)) for split in _melds(rest, start, 0)]
    return tuple(found)


def _melds(tiles: tuple[int, ...], start: int, at: int) -> Iterator[Reading]:
    """The ways to split what lies from offset ``at`` on into runs and triplets."""
    while at < len(tiles) and not tiles[at]:
        at += 1
    if at == len(tiles):
        yield Reading(())
        return
    held = tiles[at]
    for triplet in (0, 1):
        run = held - 3 * triplet  # every tile that is in no triplet begins a run
        if run < 0 or (run and not _room_for_runs(tiles, start, at, run)):
            continue
        rest = list(tiles)
        rest[at] = 0
        if run:
            rest[at + 1] -= run
            rest[at + 2] -= run
        kind = start + at
        for split in _melds(tuple(rest), start, at + 1):
            yield Reading((), (kind,) * run + split.runs, (kind,) * triplet + split.triplets)


def _room_for_runs(tiles: tuple[int, ...], start: int, at: int, run: int) -> bool:
    if start == HONOURS.start or at + 2 >= len(tiles):
        return False
    return tiles[at + 1] >= run and tiles[at + 2] >= run
