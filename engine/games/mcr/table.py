"""国标麻将: what the table keeps of a hand, how events change it, and what can be asked of it.

Nothing here decides what is allowed; that is ``play.py``. The shared part is
:mod:`engine.mahjong.table`; the dealer's first draw and the wall in quarters are this game's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, cast

from engine.case import Answer
from engine.games.mcr import COPIES, FLOWERS, PLAYERS, TILES, patterns, payment, scoring
from engine.games.mcr.patterns import By, Meld, Won, may_win
from engine.mahjong import table as shared
from engine.mahjong.hands import OWN_DRAWS
from engine.mahjong.table import (
    HIDDEN,
    INDEX,
    OPEN,
    REPLACE,
    Book,
    Table,
)
from engine.mahjong.walls import Wall
from engine.settlement import nobody_pays, won
from events.model import AnyEvent, Claim, Deal, Declare, Draw, Settlement, Win
from events.tiles import UNKNOWN

FIRST = "first"
"""The phase in which the dealer draws the first tile (MC-E2)."""

DEALT = 13 * PLAYERS
VISIBLE = ("chow", "pung", "exposed_kong", "added_kong")
"""The melds whose tiles everybody sees; a concealed kong lies face down (MC-F58)."""


@cache
def book(flowers: bool, quarters: bool) -> Book:
    """MC-E1, MC-E4: the tiles, how many of each, and which end replacements come from."""
    copies = dict.fromkeys(TILES, COPIES)
    if flowers:
        copies |= dict.fromkeys(FLOWERS, 1)
    return Book(
        tiles=frozenset(copies),
        flowers=frozenset(FLOWERS) if flowers else frozenset(),
        copies=copies,
        wall=sum(copies.values()),
        kong_die=False,
        flower="flower",
        cite={
            "tiles": "MC-E1",
            "deal": "MC-E2",
            "dealing": "MC-E4",
            "wall": "MC-E4",
            "dealer": "MC-E5",
            "turn": "MC-P1",
            "flower_draw": "MC-E3",
            "claim": "MC-P3",
            "kong": "MC-P4",
            "kong_draw": "MC-P4",
            "winners": "MC-P5",
            "rob": "MC-P6",
            "wall_empty": "MC-P7",
        },
        replaced_from="head" if quarters else "tail",
        robbed=("added_kong",),
    )


class Quarters:
    """MC-E4: a wall of which every seat draws its own part, replacements too.

    ``tiles`` is the recorded wall, or ``None``: the hands of seats 0–3 as dealt, then what is left
    of the part of seat 0 in drawing order, of seat 1, and so on. ``left``: tiles in all parts.
    """

    __slots__ = ("_size", "_taken", "left", "tiles")

    def __init__(self, size: int, tiles: Sequence[str] | None) -> None:
        self.tiles = tiles
        self._size = (size - DEALT) // PLAYERS
        self._taken = [0] * PLAYERS
        self.left = self._size * PLAYERS

    def of(self, seat: int) -> int:
        """How many tiles are left in a seat's own part."""
        return self._size - self._taken[seat]

    def next(self, seat: int) -> int:
        """The place of a seat's next draw; -1 when its part is empty."""
        return DEALT + self._size * seat + self._taken[seat] if self.of(seat) else -1

    def at(self, place: int) -> str | None:
        """The recorded tile at a place; ``None`` when it is not known."""
        if self.tiles is None or not 0 <= place < len(self.tiles):
            return None
        return self.tiles[place]

    def take(self, place: int) -> None:
        """Draw the tile at ``place``; nothing is drawn where none lies."""
        if place >= DEALT and self._size:
            self._taken[(place - DEALT) // self._size] += 1
            self.left -= 1

    def rest(self) -> list[str] | None:
        """The recorded tiles that are left, part by part; ``None`` when they are not known."""
        if self.tiles is None:
            return None
        found: list[str] = []
        for seat in range(PLAYERS):
            end = DEALT + self._size * (seat + 1)
            found += self.tiles[end - self.of(seat) : end]
        return found


class OwnTable(Table):
    """One hand. ``own``: how far the opening's flowers have come, in seats after the dealer."""

    def replacement(self, event: Draw) -> int:
        """Where in the wall the draw ``event`` takes its tile, as the table stands before it."""
        if isinstance(self.wall, Quarters):
            return self.wall.next(event.seat)
        return super().replacement(event)


def table(options: Any, players: int, carry: Any) -> Table:
    """The table of the next hand, before its deal."""
    return OwnTable(book(options.flowers, options.wall == "quarters"), options, players, carry, 0)


# -- applying ------------------------------------------------------------------------------------


def apply(t: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event."""
    fresh = t.phase == shared.DEAL
    if isinstance(event, Declare) and event.act == "flower" and t.untouched and not fresh:
        t.own = max(t.own, after_dealer(t, event.seat))
    shared.apply(t, seq, event)
    if fresh and isinstance(event, Deal):
        _deal(t, event)


def _deal(t: Table, event: Deal) -> None:
    """MC-E2: after the deal the dealer draws, as if the seat before him had discarded."""
    wall = t.alphabet.parse(event.wall) if event.wall else None
    if t.options.wall == "quarters":
        t.wall = Quarters(t.book.wall, wall)  # type: ignore[assignment]
    else:
        t.wall = Wall(len(wall) if wall else t.book.wall, DEALT, wall)
    t.phase = FIRST
    t.turn = (event.dealer - 1) % len(t.seats)
    if t.options.flowers and any(UNKNOWN in text for text in event.hands):
        t.note("MC-E3", "the order of the opening's flowers: not all hands are known")


# -- asking --------------------------------------------------------------------------------------


def after_dealer(t: Table, seat: int) -> int:
    """How many seats after the dealer's ``seat`` is (0: the dealer's own)."""
    return (seat - (t.dealer or 0)) % len(t.seats)


def left_for(t: Table, seat: int) -> int:
    """How many tiles ``seat`` may still draw."""
    return t.wall.of(seat) if isinstance(t.wall, Quarters) else t.wall.left


def is_last(t: Table, seat: int) -> bool:
    """MC-P7: the tile that ``seat`` draws or discards is the last: the next seat has none."""
    return left_for(t, t.next_seat(seat)) <= 0


def wall_over(t: Table) -> bool:
    """MC-P7: the last discard lies there, or a last flower that nothing replaces."""
    if t.phase == REPLACE:
        return t.due_for == "flower" and left_for(t, t.due_seat) <= 0
    return t.phase == OPEN and is_last(t, t.turn)


def by_now(t: Table) -> By:
    """How a win on what is given now comes about (the case's ``by``)."""
    given = t.given
    assert given is not None
    if given.what == "discard":
        return "discard"
    if given.what == "added_kong":
        return "rob_kong"
    return "kong_draw" if given.after_kong else "self_draw"


def visible(t: Table, kind: int) -> int:
    """How many of a kind lie open to everybody: discards and melds."""
    n = 0
    for side in t.seats:
        n += sum(thrown.tile == kind and not thrown.claimed for thrown in side.river)
        n += sum(meld.tiles.count(kind) for meld in side.melds if meld.kind in VISIBLE)
    return n


def finished(t: Table, seat: int, kind: int) -> Won:
    """The win of ``seat`` on the tile given now."""
    given, side, by = t.given, t.seats[seat], by_now(t)
    assert given is not None
    counts = side.counts
    if by not in OWN_DRAWS:
        counts = counts.copy()
        counts[kind] += 1
    shown = visible(t, kind) - (by == "discard")
    return Won(
        options=t.options,
        seat=seat,
        tile=kind,
        by=by,
        giver=None if by in OWN_DRAWS else given.seat,
        last=by != "rob_kong" and is_last(t, given.seat),
        fourth=by == "rob_kong" or shown == COPIES - 1,
        flowers=len(side.flowers),
        melds=tuple(Meld(cast(Any, meld.kind), meld.tile) for meld in side.melds),
        counts=counts,
        round=payment.round_wind(t.options, t.carry) or 0,
        wind=after_dealer(t, seat),
    )


def answer(t: Table, seat: int, kind: int) -> Answer:
    """What a win by ``seat`` on the tile given now would be worth."""
    return scoring.worth(finished(t, seat, kind))


def hidden(t: Table, seat: int, kind: int) -> str | None:
    """Why the worth of a win cannot be told, if it cannot."""
    if not patterns.available():
        return patterns.MISSING
    if t.seats[seat].unknown or kind == HIDDEN:
        return "its hand is not known"
    if any(HIDDEN in meld.tiles for meld in t.seats[seat].melds):
        return "its melds are not known"
    if any(thrown.tile == HIDDEN for side in t.seats for thrown in side.river):
        return "not all discards are known, and with them 和绝张"
    if payment.round_wind(t.options, t.carry) is None:
        return "the wind of the round is not known"
    return None


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` could win now: on the tile of another that is open, or on its own draw."""
    given = t.given
    if given is None or given.tile == HIDDEN or hidden(t, seat, given.tile):
        return False
    if given.what == "draw":
        if seat != t.turn or t.drawn is None:
            return False
        counts = t.seats[seat].counts.copy()
        counts[given.tile] -= 1
    elif seat == given.seat or given.what not in ("discard", "added_kong"):
        return False
    else:
        counts = t.seats[seat].counts
    if not may_win(counts, len(t.seats[seat].melds), given.tile):
        return False
    return answer(t, seat, given.tile).legal


# -- the settlement ------------------------------------------------------------------------------


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """The settlement that the hand should have.

    ``None`` while it is not over, or when a winner's tiles are not known.
    """
    assert t.hand is not None
    if t.winners:
        return _settled(t, t.winners[0])
    guilty = payment.offender(recorded)
    if guilty is not None and t.options.errors == "end":
        t.note("MC-X3", "the error that ended the hand is no event: who made it is believed")
        return payment.penalty(t.hand, guilty)
    return nobody_pays(t.hand, "draw", len(t.seats)) if wall_over(t) else None


def _settled(t: Table, claim: Claim) -> Settlement | None:
    assert t.hand is not None
    kind = INDEX[claim.tile]
    why = hidden(t, claim.seat, kind)
    if why is not None:
        t.note("MC-W1", f"the win of seat {claim.seat}: {why}")
        return None
    win = finished(t, claim.seat, kind)
    found = scoring.worth(win)
    if not found.legal and t.options.errors == "end":
        return payment.penalty(t.hand, claim.seat)
    facts = Win(seat=claim.seat, by=win.by, tile=claim.tile, from_=win.giver, last=win.last or None)
    return won(t.hand, None, [(facts, found)], len(t.seats))
