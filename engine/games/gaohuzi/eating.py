"""告胡子: 吃 and 比 (GH-M9, GH-P3, GH-P4): which cards of a hand go with one that is eaten."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from engine.games.gaohuzi import KINDS
from engine.games.gaohuzi.patterns import mixed

Counts = Sequence[int]


class Eating(NamedTuple):
    """One way to eat a card: the two hand cards that join it, and the groups of 比."""

    pair: tuple[int, int]
    bi: tuple[tuple[int, ...], ...]


def _partners(kind: int) -> tuple[tuple[int, int], ...]:
    size = kind - kind % 10
    near = [k for k in range(size, size + 10) if abs(k - kind) < 3 or k % 10 in (1, 6, 9)]
    other = (kind + 10) % KINDS
    cards = [*near, other, other]
    found = {(a, b) for i, a in enumerate(cards) for b in cards[i + 1 :] if mixed((kind, a, b))}
    return tuple(sorted(found))


PARTNERS = tuple(_partners(kind) for kind in range(KINDS))
"""By kind: the pairs of kinds that make a 句 or a 绞 with it."""


def free(counts: Counts) -> list[int]:
    """The cards of a hand that may be played: those of no 坎 and no 提 (GH-M1, GH-M2)."""
    return [n if n < 3 else 0 for n in counts]


def without(counts: Counts, cards: Iterable[int]) -> list[int] | None:
    """The counts less some cards; ``None`` when they are not all there."""
    left = list(counts)
    for kind in cards:
        if not left[kind]:
            return None
        left[kind] -= 1
    return left


def eatings(counts: Counts, kind: int) -> Iterator[Eating]:
    """Every way in which a hand can eat ``kind``: 比 is done and a card is left to discard."""
    playable = free(counts)
    for pair in PARTNERS[kind]:
        left = without(playable, pair)
        if left is not None:
            for bi in dict.fromkeys(_laid_too(left, kind)):
                yield Eating(pair, bi)


def _laid_too(left: Counts, kind: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every way to lay all further ``kind``, with something left over."""
    if not left[kind]:
        if any(left):
            yield ()
        return
    for pair in PARTNERS[kind]:
        group = (kind, *pair)
        rest = without(left, group)
        if rest is not None:
            for more in _laid_too(rest, kind):
                yield tuple(sorted((group, *more)))
