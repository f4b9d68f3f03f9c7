"""One hand of tenhou.net/6: its rows become events, in the order that uses them all up.

Such an order must also end as the result says. Not one hand is known that has two of them; one that
had would say so.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from events.formats.reading import Unreadable
from events.formats.riichi import tiles
from events.formats.riichi.hand import WINDS, Hand
from events.formats.riichi.source import MAX_ACTS, array, integer, points
from events.formats.tenhou6.order import Giving, Rows, Step, Taking, giving, readings, taking
from events.formats.tenhou6.result import Result, result, settle

HEAD = 4
"""Entries before the seats' rows: round, points, indicators, ura indicators."""


class Written(NamedTuple):
    """A hand as it is written: everything but the order of its acts."""

    dealer: int
    carry: dict[str, Any]
    hands: list[list[str]]
    dora: list[str]
    ura: list[str]
    rows: Rows
    result: Result


def written(value: object, players: int, offset: int) -> Written:
    """The parts of a hand's array."""
    entries = array(value, "hand", offset)
    seats = (len(entries) - HEAD - 1) // 3
    if len(entries) != HEAD + 3 * seats + 1 or seats not in (players, 4):
        raise Unreadable("bad_value", f"a hand has {len(entries)} entries", offset)
    counts = array(entries[0], "round", offset)
    if len(counts) != 3:
        raise Unreadable("bad_value", "the round is not round, honba and sticks", offset)
    number, honba, sticks = (integer(count, 0, 10**4, "round", offset) for count in counts)
    if number > 15 or number % 4 >= players:
        raise Unreadable("bad_value", f"there is no round {number}", offset)
    totals = points(entries[1], players, "points", offset)
    dora, ura = ([tiles.number(t, offset) for t in array(e, "dora", offset)] for e in entries[2:4])
    if not dora:
        raise Unreadable("bad_value", "there is no indicator", offset)
    rows = [array(entry, "row", offset) for entry in entries[HEAD:-1]]
    if any(len(row) > MAX_ACTS for row in rows):
        raise Unreadable("too_long", f"more than {MAX_ACTS:,} acts", offset)
    return Written(
        dealer=number % 4,
        carry={
            "totals": totals,
            "honba": honba,
            "sticks": sticks,
            "round": f"{WINDS[number // 4]}{number % 4 + 1}",
        },
        hands=[[tiles.number(t, offset) for t in row] for row in rows[: 3 * players : 3]],
        dora=dora,
        ura=ura,
        rows=Rows(
            [[taking(entry, offset) for entry in row] for row in rows[1 : 3 * players : 3]],
            [[giving(entry, offset) for entry in row] for row in rows[2 : 3 * players : 3]],
        ),
        result=result(entries[-1], players, offset),
    )


def fill(hand: Hand, value: object, *, marked: bool = True) -> int:
    """Read a hand's array into ``hand``; how many orders of its acts fit equally well.

    ``marked``: the dealer's first draw is one. Exports from other clients make it up out of his
    fourteen tiles, so that whether he discards it is not known.
    """
    told = written(value, hand.players, hand.at)
    orders = readings(told.rows, told.dealer, hand.at)
    if len(orders) > 1:
        orders = [order for order in orders if _plays(hand, told, order)] or orders[:1]
    _play(hand, told, orders[0], marked)
    return len(orders)


def _plays(hand: Hand, told: Written, steps: tuple[Step, ...]) -> bool:
    """The acts in this order contradict neither themselves nor the result."""
    attempt = Hand(hand.players, hand.number, hand.first)
    try:
        _play(attempt, told, steps)
    except Unreadable:
        return False
    return True


def _play(hand: Hand, told: Written, steps: tuple[Step, ...], marked: bool = True) -> None:
    hand.deal(told.dealer, told.hands, told.dora[:1], told.carry)
    turner = _Turner(hand, told.dora[1:])
    for step in steps:
        if step.what == "take":
            _take(hand, turner, step.seat, told.rows.taken[step.seat][step.place])
        else:
            given = told.rows.given[step.seat][step.place]
            known = marked or step.seat != told.dealer or step.place > 0
            _give(hand, turner, step.seat, given, given.drawn if known else None)
    turner.end()
    settle(hand, told.result, told.ura)


class _Turner:
    """Turns the further indicators as Tenhou does.

    A concealed kong's is turned before its replacement is drawn, another's before the next discard
    or the next kong's replacement; a kong that is robbed turns none.
    """

    def __init__(self, hand: Hand, left: list[str]) -> None:
        self.hand = hand
        self.left = list(left)
        self._due = 0
        self._fresh = 0

    def kong(self, concealed: bool) -> None:
        """A kong was laid."""
        if concealed:
            self._due += 1
        else:
            self._fresh += 1

    def draw(self) -> None:
        """A tile is about to be drawn."""
        self._turn(self._due)
        self._due, self._fresh = self._fresh, 0

    def discard(self) -> None:
        """A tile is about to be discarded."""
        self._turn(self._due)
        self._due = 0

    def end(self) -> None:
        """The hand is over; other clients turn what Tenhou does not turn any more."""
        if len(self.left) > self._due + self._fresh:
            message = f"{len(self.left)} more indicators are shown than kongs turn"
            raise self.hand.no("inconsistent", message)
        self._turn(len(self.left))

    def _turn(self, count: int) -> None:
        # Other clients turn it after the discard, and not at all when that was won.
        for tile in self.left[:count]:
            self.hand.dora(tile)
        del self.left[:count]


def _take(hand: Hand, turner: _Turner, seat: int, taken: Taking) -> None:
    if taken.act == "draw":
        turner.draw()
        hand.draw(seat, taken.tile)
        return
    assert hand.given is not None
    hand.claim(seat, taken.act, taken.tile, taken.own, hand.given.seat)
    if taken.act == "exposed_kong":
        turner.kong(concealed=False)


def _give(hand: Hand, turner: _Turner, seat: int, given: Giving, drawn: bool | None) -> None:
    if given.act == "discard":
        turner.discard()
        if given.ready:
            hand.ready(seat)
        tile = hand.draws[-1][0] if given.drawn else given.tile
        hand.discard(seat, tile, drawn)
    elif given.act != "filler":
        hand.lay(seat, given.act, given.tiles)
        if given.act != "kita":
            turner.kong(concealed=given.act == "concealed_kong")
