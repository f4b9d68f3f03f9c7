"""泰兴麻将: yes/no (and how many) questions about a finished hand; no points."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from engine import shapes
from engine.games.taixing import FLOWERS, Options
from engine.mahjong.hands import (
    HONOUR,
    Act,
    all_triplets,
    concealed_honour_kongs,
    concealed_suit_kongs,
    exposed_honour_kongs,
    exposed_suit_kongs,
    laid_honour_pungs,
    one_suit,
    one_suit_with_honours,
    own_draw,
    seven_pairs,
    straight,
)

By = Literal["discard", "self_draw", "kong_draw", "rob_kong"]
First = Literal["heaven", "earth"]

NO_SHAPE = shapes.Reading(())
"""How 花胡 and a bare 风一色 are read."""

__all__ = [
    "Act",
    "all_triplets",
    "concealed_honour_kongs",
    "concealed_suit_kongs",
    "exposed_honour_kongs",
    "exposed_suit_kongs",
    "laid_honour_pungs",
    "one_suit",
    "one_suit_with_honours",
    "own_draw",
    "seven_pairs",
    "straight",
]


class Meld(NamedTuple):
    """A set on the table: how it came there, its kind, and who gave the tile that was claimed."""

    act: Act
    kind: int
    giver: int | None


class Won(Struct, frozen=True, kw_only=True):
    """A win with its tiles read.

    ``tile``: the winning kind. ``counts``: the concealed part with it, by kind, flowers left out.
    ``flowers``: how many the winner has. ``heaven``: it is the dealer's dealt hand. ``alike``:
    equal dice (TX-E6); ``owed``: a doubled hand is owed from 荒庄 (TX-X4).
    """

    options: Options
    seat: int
    tile: int
    by: By
    giver: int | None
    heaven: bool
    ready: bool
    flowers: int
    melds: tuple[Meld, ...]
    counts: Sequence[int]
    alike: bool
    owed: bool


class Finished(Struct, frozen=True, kw_only=True):
    """A winning hand in one of its readings.

    ``suits``: how many suits the hand has, melds included; ``honours``: whether it has a 风.
    """

    won: Won
    by: By
    melds: tuple[Meld, ...]
    suits: int
    honours: bool
    reading: shapes.Reading


# The shape


def eight_flowers(h: Finished) -> bool:
    """花胡 (TX-W4): the eighth flower has come."""
    return h.won.tile in FLOWERS


def readings(won: Won) -> list[shapes.Reading]:
    """The readings that TX-W6 chooses from (TX-W1, TX-W3); empty: no winning shape."""
    if won.tile in FLOWERS:
        return [NO_SHAPE]
    counts, melds = won.counts, won.melds
    found = shapes.readings(counts, len(melds))
    if not melds and shapes.seven_pairs(counts):
        found.append(shapes.pairs_reading(counts))
    if not found and all_winds(counts, melds):
        return [NO_SHAPE]
    return found


def all_winds(counts: Sequence[int], melds: Sequence[tuple[Act, int, int | None]]) -> bool:
    """风一色 (TX-W3): no suit tile in the hand, none in its melds."""
    return not any(counts[:HONOUR]) and all(meld[1] >= HONOUR for meld in melds)


def suits(counts: Sequence[int], melds: Sequence[tuple[Act, int, int | None]]) -> int:
    """How many of 万 筒 条 the hand has, melds included (TX-W2)."""
    found = {meld[1] // 9 for meld in melds if meld[1] < HONOUR}
    return sum(suit in found or any(counts[9 * suit : 9 * suit + 9]) for suit in range(3))


def has_winds(won: Won) -> bool:
    """Whether the hand has a 风, melds included."""
    return any(won.counts[HONOUR:34]) or any(meld.kind >= HONOUR for meld in won.melds)


def wind_hand(h: Finished) -> bool:
    """风一色."""
    return not h.suits


def pair_last(h: Finished) -> bool:
    """大吊车: four melds on the table, and the last tile makes the pair."""
    return len(h.melds) == 4 and bool(h.reading.pairs)


# The win


def declared_or_dealt(h: Finished) -> bool:
    """天听 declared, or the dealer's dealt hand."""
    return h.won.ready or h.won.heaven


def kong_draw(h: Finished) -> bool:
    """杠开."""
    return h.by == "kong_draw"


def robbed(h: Finished) -> bool:
    """抢杠."""
    return h.by == "rob_kong"


def drawn(h: Finished) -> bool:
    """自摸, 杠开 apart."""
    return h.by == "self_draw"


def given(h: Finished) -> bool:
    """On another player's tile: a discard, or 抢杠."""
    return h.by in ("discard", "rob_kong")


# 花


def flowers(h: Finished) -> int:
    """How many flower tiles (硬花)."""
    return h.won.flowers


def wind_pungs(h: Finished) -> int:
    """Pungs of 风, a triplet that another player's tile completes included."""
    return laid_honour_pungs(h) + _completed(h)


def wind_triplets(h: Finished) -> int:
    """Kinds of 风 of which three or four are in hand, one that counts as a pung left out."""
    return sum(n >= 3 for n in h.won.counts[HONOUR:34]) - _completed(h)


def _completed(h: Finished) -> bool:
    """Whether another player's 风 is the third of its kind in the winner's hand."""
    return given(h) and h.won.tile >= HONOUR and h.won.counts[h.won.tile] == 3
