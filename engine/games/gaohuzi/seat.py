"""告胡子: one player's side of the table, and what lies on it.

Kinds are the numbers of :data:`events.tiles.ZIPAI`; -1 is a card that the record does not show.
"""

from __future__ import annotations

from typing import NamedTuple

from engine.games.gaohuzi import HIDDEN, KINDS, NAMES, patterns
from engine.games.gaohuzi.patterns import FOURS, MIXED
from events.tiles import UNKNOWN


class Meld(NamedTuple):
    """A laid group: how it came there, its cards, who gave the claimed one, the event's seq."""

    kind: str
    tiles: tuple[int, ...]
    giver: int | None
    seq: int

    def named(self) -> tuple[int, ...]:
        """The cards that name it: one where all are alike."""
        return self.tiles if self.kind in MIXED else self.tiles[:1]

    def sound(self) -> bool:
        """Whether its cards are known and make such a group."""
        if HIDDEN in self.tiles:
            return False
        if self.kind in MIXED:
            return len(self.tiles) == 3 and patterns.mixed(self.tiles)
        n = 4 if self.kind in FOURS else 3
        return len(self.tiles) == n and len(set(self.tiles)) == 1


class Thrown(NamedTuple):
    """A card in a player's row: discarded from the hand, or ``drawn``; ``claimed``: taken away."""

    seq: int
    tile: int
    drawn: bool
    claimed: bool = False


class Given(NamedTuple):
    """The card that lies open: its event, who drew or discarded it, its kind.

    ``what`` is ``deal`` (the dealer's shown card), ``draw`` or ``discard``.
    """

    seq: int
    seat: int
    tile: int
    what: str


class Stock:
    """The cards not drawn: ``left`` of them, ``tiles`` the recorded ones in order, if known."""

    __slots__ = ("left", "tiles")

    def __init__(self, left: int, tiles: list[str] | None = None) -> None:
        self.left = left
        self.tiles = tiles

    def first(self) -> str | None:
        """The card that is drawn next; ``None`` where it is not known."""
        return self.tiles[-self.left] if self.tiles and self.left else None

    def take(self) -> None:
        """Draw the next card."""
        self.left -= self.left > 0


class Seat:
    """One player's side of the table.

    ``threes`` are the kinds of laid 碰 and 偎, with their place in ``melds``; ``fours`` counts laid
    提 and 跑, ``dealt`` the dealt 提 among them, ``extras`` the extra cards drawn. ``no_chi`` and
    ``no_peng`` are the kinds that are dead (P5); ``dead``: 死手 (P10).
    """

    __slots__ = (
        "counts",
        "dead",
        "dealt",
        "extras",
        "fours",
        "melds",
        "no_chi",
        "no_peng",
        "river",
        "threes",
        "unknown",
    )

    def __init__(self) -> None:
        self.counts = [0] * KINDS
        self.unknown = 0
        self.melds: list[Meld] = []
        self.threes: dict[int, int] = {}
        self.river: list[Thrown] = []
        self.fours = 0
        self.dealt = 0
        self.extras = 0
        self.no_chi: set[int] = set()
        self.no_peng: set[int] = set()
        self.dead = False

    def tiles(self) -> list[str]:
        """The cards in hand in printing order, unknown ones last."""
        held = [NAMES[kind] for kind, n in enumerate(self.counts) for _ in range(n)]
        return held + [UNKNOWN] * self.unknown

    def holds(self, kind: int, n: int = 1) -> bool:
        """Whether the seat may hold ``n`` cards of ``kind``, unknown cards counted for it."""
        held = self.counts[kind] if kind >= 0 else 0
        return held + self.unknown >= n

    def known(self) -> bool:
        """Whether every card is known, and every group on the table is one."""
        return not self.unknown and all(meld.sound() for meld in self.melds)

    def unlaid(self) -> int:
        """P9: how many dealt 提 are still in hand."""
        return self.counts.count(4)

    def owed(self) -> int:
        """P9: how many extra cards the laid 提 of the deal still give."""
        return max(0, self.dealt - 1) - self.extras

    def stuck(self) -> bool:
        """P10: whether the hand is known and nothing in it may be discarded."""
        return not self.unknown and 1 not in self.counts and 2 not in self.counts
