"""九江麻将: yes/no (and how many) questions about a finished hand; no points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

from engine import shapes
from engine.games.jiujiang import DRAGONS, FA, Options
from engine.mahjong.hands import (
    KONGS,
    OWN_DRAWS,
    Act,
    all_triplets,
    any_hand,
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

__all__ = [
    "KONGS",
    "OWN_DRAWS",
    "Act",
    "all_triplets",
    "any_hand",
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

By = Literal["discard", "self_draw", "kong_draw", "kong_discard", "rob_kong"]
First = Literal["heaven", "earth"]

Meld = tuple[Act, int]
"""A set on the table: how it came there, and its kind."""


class Finished(Struct, frozen=True, kw_only=True):
    """A winning hand in one of its readings, and how it was won.

    ``tile``: the winning kind. ``fa``: how many ``F`` lie in front. ``suits``: how many suits the
    hand has, melds included; ``honours``: whether it has ``C`` or ``P``. ``edge_or_middle`` and
    ``pair_wait``: what the wait on this tile alone was (JJ-W3), in whichever reading.
    """

    options: Options
    tile: int
    by: By
    first: First | None
    last: bool
    fa: int
    ready: bool
    melds: tuple[Meld, ...]
    suits: int
    honours: bool
    edge_or_middle: bool
    pair_wait: bool
    reading: shapes.Reading


# The shape


def readings(counts: Sequence[int], melds: int) -> list[shapes.Reading]:
    """The readings that JJ-W2 chooses from: seven pairs (JJ-W0) go before all others.

    ``counts``: the concealed part with the winning tile. Empty: no winning shape, or ``F`` in it.
    """
    if counts[FA]:
        return []
    if not melds and shapes.seven_pairs(counts):
        return [shapes.pairs_reading(counts)]
    return shapes.readings(counts, melds)


def single_wait(
    counts: Sequence[int], melds: Sequence[Meld], tile: int, found: Iterable[shapes.Reading]
) -> tuple[bool, bool]:
    """JJ-W3: whether ``tile`` was the only wait and made (边 or 卡, 单掉) in some reading.

    ``counts``: the concealed part without the winning tile; ``found``: the readings with it.
    """
    run = any(_fills(tile, low) for reading in found for low in reading.runs)
    pair = any(tile in reading.pairs for reading in found)
    if not (run or pair):
        return False, False
    used_up = {kind for act, kind in melds if act != "pung" or counts[kind]}
    alone = all(kind == tile or kind in used_up for kind in shapes.waits(counts, len(melds)))
    return run and alone, pair and alone


def _fills(tile: int, low: int) -> bool:
    """Whether ``tile`` is the middle of the run from ``low`` on, or its edge at 12 or 89."""
    return tile == low + 1 or (tile == low + 2 and low % 9 == 0) or (tile == low and low % 9 == 6)


def all_claimed(h: Finished) -> bool:
    """全求人: four pungs or exposed kongs, so that the winning tile makes the pair."""
    return sum(act != "concealed_kong" for act, _ in h.melds) == 4


def steps(h: Finished) -> int:
    """潇洒: how far runs of consecutive pairs or triplets reach beyond two, summed up."""
    if seven_pairs(h):
        return _steps(h.reading.pairs)
    if all_triplets(h):
        return _steps((*h.reading.triplets, *(kind for _, kind in h.melds)))
    return 0


def _steps(kinds: Iterable[int]) -> int:
    held = {kind for kind in kinds if kind not in DRAGONS}
    return sum(
        kind % 9 >= 2 and kind - 1 in held and kind - 2 in held  # each third in a row is a step
        for kind in held
    )


def fours(h: Finished) -> int:
    """豪华: how many fours of a kind a 七对 has."""
    return len(h.reading.pairs) - len(set(h.reading.pairs))


def fairies_given(h: Finished) -> bool:
    """七仙女 on another player's tile."""
    return not own_draw(h) and _fairies(h)


def fairies_drawn(h: Finished) -> bool:
    """七仙女 on an own draw."""
    return own_draw(h) and _fairies(h)


def _fairies(h: Finished) -> bool:
    return one_suit(h) and seven_pairs(h) and _steps(h.reading.pairs) == 5


# The win


def ready(h: Finished) -> bool:
    """报听 declared."""
    return h.ready


def heaven(h: Finished) -> bool:
    """天胡."""
    return h.first == "heaven"


def earth(h: Finished) -> bool:
    """地胡."""
    return h.first == "earth"


def by_kong(h: Finished) -> bool:
    """抢杠, 杠上流泪, 杠上开花."""
    return h.by in ("rob_kong", "kong_discard", "kong_draw")


def last_drawn(h: Finished) -> bool:
    """海底捞月: the own draw of the last tile."""
    return h.last and own_draw(h)


def last_given(h: Finished) -> bool:
    """海底放炮: the last discard."""
    return h.last and not own_draw(h)


def edge_or_middle(h: Finished) -> bool:
    """边 or 卡."""
    return h.edge_or_middle


def pair_alone(h: Finished) -> bool:
    """单掉, and in no reading 边 or 卡."""
    return h.pair_wait and not h.edge_or_middle


def single(h: Finished) -> bool:
    """边, 卡 or 单掉."""
    return h.edge_or_middle or h.pair_wait


def concealed(h: Finished) -> bool:
    """门清 (JJ-W4): no pung, no exposed or added kong."""
    return all(act == "concealed_kong" for act, _ in h.melds)


def concealed_and_ready(h: Finished) -> bool:
    """门清 with 报听 declared."""
    return h.ready and concealed(h)


def concealed_not_ready(h: Finished) -> bool:
    """门清 without 报听."""
    return not h.ready and concealed(h)


# Additions


def fa(h: Finished) -> int:
    """How many ``F`` lie in front."""
    return h.fa


def four_fa_replace(h: Finished) -> bool:
    """四个发财 where they stand in place of the four singles."""
    return h.fa == 4 and h.options.four_fa == "replace"


def four_fa_add(h: Finished) -> bool:
    """四个发财 where they are added to the four singles."""
    return h.fa == 4 and h.options.four_fa == "add"


def dragon_pungs(h: Finished) -> int:
    """Pungs of ``C`` or ``P``, a triplet that another player's tile completes included."""
    completed = h.tile in DRAGONS and h.tile in h.reading.triplets and not own_draw(h)
    return laid_honour_pungs(h) + completed


def dragon_triplets(h: Finished) -> int:
    """Concealed triplets of ``C`` or ``P``."""
    held = sum(kind in DRAGONS for kind in h.reading.triplets)
    return held + laid_honour_pungs(h) - dragon_pungs(h)


def red_flag(h: Finished) -> bool:
    """红旗飘飘: a triplet or kong of both ``C`` and ``P``."""
    return h.honours and {*h.reading.triplets, *(kind for _, kind in h.melds)}.issuperset(DRAGONS)
