"""九江麻将: yes/no (and how many) questions about a finished hand; no points."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Protocol

from msgspec import Struct

from engine import shapes
from engine.games.jiujiang import DRAGONS, FA, Options

Act = Literal["pung", "exposed_kong", "added_kong", "concealed_kong"]
By = Literal["discard", "self_draw", "kong_draw", "kong_discard", "rob_kong"]
First = Literal["heaven", "earth"]

Meld = tuple[Act, int]
"""A set on the table: how it came there, and its kind."""

OWN_DRAWS = ("self_draw", "kong_draw")
EXPOSED_KONGS = ("exposed_kong", "added_kong")
KONGS = (*EXPOSED_KONGS, "concealed_kong")


class Laid(Protocol):
    """Sets on the table: the winner's, or those of a player who pays."""

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The sets in the order in which they were laid."""
        ...


class Finished(Struct, frozen=True, kw_only=True):
    """A winning hand in one of its readings, and how it was won.

    ``tile``: the winning kind. ``fa``: how many ``F`` lie in front. ``suits``: how many suits the
    hand has, melds included; ``dragons``: whether it has ``C`` or ``P``. ``edge_or_middle`` and
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
    dragons: bool
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


def seven_pairs(h: Finished) -> bool:
    """七对."""
    return len(h.reading.pairs) == 7


def all_triplets(h: Finished) -> bool:
    """碰碰胡: four triplets or kongs and a pair."""
    return not h.reading.runs and len(h.reading.pairs) == 1


def all_claimed(h: Finished) -> bool:
    """全求人: four pungs or exposed kongs, so that the winning tile makes the pair."""
    return sum(act != "concealed_kong" for act, _ in h.melds) == 4


def one_suit(h: Finished) -> bool:
    """清一色: one suit, neither ``C`` nor ``P``."""
    return h.suits == 1 and not h.dragons


def one_suit_with_dragons(h: Finished) -> bool:
    """臭一色: one suit and at least one ``C`` or ``P``."""
    return h.suits == 1 and h.dragons


def straight(h: Finished) -> bool:
    """一条龙: 123 456 789 of one suit, each a run of its own."""
    runs = h.reading.runs
    return len(runs) > 2 and any({low, low + 3, low + 6} <= set(runs) for low in (0, 9, 18))


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


def any_hand(h: Finished) -> bool:
    """Every winning hand."""
    return True


def own_draw(h: Finished) -> bool:
    """自摸, 杠上开花 included."""
    return h.by in OWN_DRAWS


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
    return laid_dragon_pungs(h) + completed


def dragon_triplets(h: Finished) -> int:
    """Concealed triplets of ``C`` or ``P``."""
    held = sum(kind in DRAGONS for kind in h.reading.triplets)
    return held + laid_dragon_pungs(h) - dragon_pungs(h)


def red_flag(h: Finished) -> bool:
    """红旗飘飘: a triplet or kong of both ``C`` and ``P``."""
    return h.dragons and {*h.reading.triplets, *(kind for _, kind in h.melds)}.issuperset(DRAGONS)


def laid_dragon_pungs(laid: Laid) -> int:
    """Pungs of ``C`` or ``P`` on the table."""
    return _laid(laid, ("pung",), dragons=True)


def exposed_suit_kongs(laid: Laid) -> int:
    """Exposed and added kongs of suit tiles."""
    return _laid(laid, EXPOSED_KONGS, dragons=False)


def concealed_suit_kongs(laid: Laid) -> int:
    """Concealed kongs of suit tiles."""
    return _laid(laid, ("concealed_kong",), dragons=False)


def exposed_dragon_kongs(laid: Laid) -> int:
    """Exposed and added kongs of ``C`` or ``P``."""
    return _laid(laid, EXPOSED_KONGS, dragons=True)


def concealed_dragon_kongs(laid: Laid) -> int:
    """Concealed kongs of ``C`` or ``P``."""
    return _laid(laid, ("concealed_kong",), dragons=True)


def _laid(laid: Laid, acts: tuple[str, ...], *, dragons: bool) -> int:
    count = 0
    for act, kind in laid.melds:
        if act in acts and (kind in DRAGONS) == dragons:
            count += 1
    return count
