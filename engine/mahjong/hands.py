"""Questions about a finished hand that the mahjong games ask alike: its sets, suits and shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, Protocol

from engine import shapes

Act = Literal["pung", "exposed_kong", "added_kong", "concealed_kong"]
"""How a set came to lie on the table."""

EXPOSED_KONGS = ("exposed_kong", "added_kong")
CONCEALED_KONG = ("concealed_kong",)
KONGS = (*EXPOSED_KONGS, *CONCEALED_KONG)
OWN_DRAWS = ("self_draw", "kong_draw")
"""The ways to win on an own draw (``by`` of a win)."""

HONOUR = 27
"""The first kind that is of no suit: winds and dragons run from here to 33."""


class Laid(Protocol):
    """Sets on the table, each beginning with its act and its kind."""

    @property
    def melds(self) -> Sequence[tuple[Any, ...]]:
        """The sets in the order in which they were laid."""
        ...


class Hand(Laid, Protocol):
    """A winning hand in one of its readings, and how it was won."""

    @property
    def by(self) -> str:
        """How the win came about."""
        ...

    @property
    def suits(self) -> int:
        """How many suits the hand has, sets on the table included."""
        ...

    @property
    def honours(self) -> bool:
        """Whether it has a tile of no suit."""
        ...

    @property
    def reading(self) -> shapes.Reading:
        """How its concealed part is read."""
        ...


def any_hand(h: Hand) -> bool:
    """Every winning hand."""
    return True


def own_draw(h: Hand) -> bool:
    """自摸, 杠上开花 included."""
    return h.by in OWN_DRAWS


def seven_pairs(h: Hand) -> bool:
    """七对."""
    return len(h.reading.pairs) == 7


def all_triplets(h: Hand) -> bool:
    """对对胡, 碰碰胡: four triplets or kongs and a pair."""
    return not h.reading.runs and len(h.reading.pairs) == 1


def straight(h: Hand) -> bool:
    """一条龙: 123 456 789 of one suit, each a run of its own."""
    runs = h.reading.runs
    return len(runs) > 2 and any({low, low + 3, low + 6} <= set(runs) for low in (0, 9, 18))


def one_suit(h: Hand) -> bool:
    """清一色: one suit and nothing else."""
    return h.suits == 1 and not h.honours


def one_suit_with_honours(h: Hand) -> bool:
    """混一色, 臭一色: one suit and at least one tile of none."""
    return h.suits == 1 and h.honours


def laid_honour_pungs(laid: Laid) -> int:
    """Pungs of honours on the table."""
    return _laid(laid, ("pung",), honours=True)


def exposed_suit_kongs(laid: Laid) -> int:
    """Exposed and added kongs of suit tiles."""
    return _laid(laid, EXPOSED_KONGS, honours=False)


def concealed_suit_kongs(laid: Laid) -> int:
    """Concealed kongs of suit tiles."""
    return _laid(laid, CONCEALED_KONG, honours=False)


def exposed_honour_kongs(laid: Laid) -> int:
    """Exposed and added kongs of honours."""
    return _laid(laid, EXPOSED_KONGS, honours=True)


def concealed_honour_kongs(laid: Laid) -> int:
    """Concealed kongs of honours."""
    return _laid(laid, CONCEALED_KONG, honours=True)


def _laid(laid: Laid, acts: tuple[str, ...], *, honours: bool) -> int:
    count = 0
    for meld in laid.melds:
        if meld[0] in acts and (meld[1] >= HONOUR) == honours:
            count += 1
    return count
