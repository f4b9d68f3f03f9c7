"""立直麻将: what the table keeps of a hand, how events change it, and what can be asked of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.riichi import NORTH, RED
from engine.mahjong.table import (
    INDEX,
    REPLACE,
    TURN,
    Book,
    Given,
    Meld,
    Table,
    owe,
    take_out,
)
from engine.mahjong.table import apply as change
from events.model import AnyEvent, Deal, Declare, Discard, Settlement

REPLACEMENTS = {4: 4, 3: 8}
"""RI-E3: tiles in the dead wall that are drawn for kongs and 抜きドラ, by number of players."""

DEAD = 14
"""RI-E3: tiles in the dead wall: replacements, indicators, and those under them."""

FOUR_TILES = range(34)
THREE_TILES = (0, 8, *range(9, 34))
"""RI-E1: with three players 2m–8m are left out."""


def book(players: int, red_fives: bool) -> Book:
    """RI-E1: the tiles of a table, and how many of each there are."""
    kinds = FOUR_TILES if players == 4 else THREE_TILES
    copies = dict.fromkeys(kinds, 4)
    for red, plain in RED.items():
        if red_fives and plain in copies:
            copies[red], copies[plain] = 1, 3
    return Book(
        tiles=frozenset(copies),
        flowers=frozenset(),
        copies=copies,
        wall=4 * len(kinds),
        kong_die=False,
        flower="",
        cite={
            "tiles": "RI-E1",
            "deal": "RI-E2",
            "wall": "RI-E3",
            "turn": "RI-P1",
            "claim": "RI-P2",
            "kong": "RI-P3",
            "kong_draw": "RI-P3",
            "ready": "RI-P4",
            "winners": "RI-P5",
            "rob": "RI-P5",
            "wall_empty": "RI-P6",
        },
        robbed=("added_kong", "concealed_kong", "kita"),
    )


class LiveWall:
    """The wall of a riichi table: a live part drawn from the head, and replacements behind it.

    ``left``: tiles that may still be drawn; each replacement takes one off the live end. ``tiles``
    is the recorded wall in the order of ``docs/record-format.md``, or ``None``.
    """

    __slots__ = ("_extra", "_head", "_live", "left", "tiles")

    def __init__(self, size: int, dealt: int, tiles: Sequence[str] | None) -> None:
        self.tiles = tiles
        self._head = dealt
        self._live = size - DEAD
        self._extra = 0
        self.left = self._live - dealt

    def head(self) -> int:
        """The place of the next head draw; -1 when the live wall is empty."""
        return self._head if self.left else -1

    def tail(self) -> int:
        """The place of the next replacement."""
        return self._live + self._extra

    def stack(self, die: int) -> int:
        """A replacement is no matter of dice here."""
        return self.tail()

    def at(self, place: int) -> str | None:
        """The recorded tile at a place; ``None`` when it is not known."""
        if self.tiles is None or not 0 <= place < len(self.tiles):
            return None
        return self.tiles[place]

    def take(self, place: int) -> None:
        """Draw the tile at ``place``."""
        if place == self._head:
            self._head += 1
        else:
            self._extra += 1
        self.left = max(0, self.left - 1)

    def rest(self) -> list[str] | None:
        """The recorded live tiles that are left, in drawing order."""
        if self.tiles is None:
            return None
        return list(self.tiles[self._head : self._head + self.left])


class Own:
    """What riichi alone keeps of a hand.

    ``sticks``: points that each seat staked in this hand; ``sticks_before``: sticks on the table
    from hands before, where the deal tells; ``locked``: who discards what he draws.
    """

    __slots__ = ("locked", "sticks", "sticks_before")

    def __init__(self, players: int) -> None:
        self.sticks_before: int | None = None
        self.sticks = [0] * players
        self.locked = [False] * players


def plain(kind: int) -> int:
    """The kind that a tile counts as: a red five is a five."""
    return RED.get(kind, kind)


def table(options: Any, players: int, carry: Any) -> Table:
    """The table of the next hand, before its deal."""
    return Table(book(players, options.red_fives), options, players, carry, Own(players))


def apply(t: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event."""
    match event:
        case Declare(act="kita"):
            _kita(t, seq, event)
            return
        case Declare(act="added_kong"):
            _add(t, seq, event)
            return
        case Discard() if (event.x or {}).get("accepted"):
            t.own.sticks[event.seat] = 1000  # RI-P4: the stick is paid once nobody wins the tile
    change(t, seq, event)
    match event:
        case Deal():
            wall = t.alphabet.parse(event.wall) if event.wall else None
            before = (event.carry or {}).get("sticks")
            t.own.sticks_before = before if isinstance(before, int) else None
            t.wall = LiveWall(t.book.wall, 13 * len(t.seats), wall)  # type: ignore[assignment]
        case Declare(act="concealed_kong"):
            kind = INDEX[t.alphabet.parse(event.tiles or "?")[0]]
            t.given = Given(seq, event.seat, plain(kind), "concealed_kong", False)
        case Discard():
            t.own.locked[event.seat] = t.seats[event.seat].ready


def _kita(t: Table, seq: int, event: Declare) -> None:
    """抜きドラ (RI-P3): a north is laid beside the hand and replaced."""
    side = t.seats[event.seat]
    take_out(t, side, NORTH)
    side.flowers.append(NORTH)
    t.given = Given(seq, event.seat, NORTH, "kita", False)
    t.untouched = False
    owe(t, event.seat, 1, "kong")


def _add(t: Table, seq: int, event: Declare) -> None:
    """The fourth tile of an own pung, a red five being a five."""
    side = t.seats[event.seat]
    kind = INDEX[t.alphabet.parse(event.tiles or "?")[0]]
    take_out(t, side, kind)
    for i, meld in enumerate(side.melds):
        if meld.kind == "pung" and plain(meld.tile) == plain(kind):
            side.melds[i] = Meld("added_kong", (*meld.tiles, kind), meld.giver, meld.seq)
    t.given = Given(seq, event.seat, plain(kind), "added_kong", False)
    t.kong_seq, t.untouched = seq, False
    t.passed.clear()
    owe(t, event.seat, 1, "kong")


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """Not told by this version: what a hand is worth is taken as recorded."""
    return None


def wall_over(t: Table) -> bool:
    """RI-P6: the live wall is empty and the last discard lies there."""
    return t.wall.left == 0 and t.phase not in (TURN, REPLACE)
