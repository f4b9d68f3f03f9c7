"""国标麻将: who pays the winner (MC-X1, MC-X2), what an error costs (MC-X3), what carries on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.case import PaymentAnswer
from engine.findings import Violation
from engine.games.mcr import BASE, PENALTY, PLAYERS, WINDS
from engine.mahjong.table import Table
from engine.settlement import adds_up, consistent
from events.model import Deal, Settlement


def payments(fan: int, winner: int, giver: int | None) -> tuple[PaymentAnswer, ...]:
    """MC-X1, MC-X2: who gave the tile, or each of three, pays the 番 and 8; the others pay 8."""
    paid = []
    for seat in range(PLAYERS):
        if seat != winner:
            points = BASE + (fan if giver in (None, seat) else 0)
            paid.append(PaymentAnswer(from_=seat, points=points))
    return tuple(paid)


def deltas(winner: int, paid: Sequence[PaymentAnswer]) -> tuple[int, ...]:
    """What every seat wins or loses by one win, in points; they add up to nothing."""
    change = [0] * PLAYERS
    for payment in paid:
        change[winner] += payment.points
        change[payment.from_] -= payment.points
    return tuple(change)


# -- errors --------------------------------------------------------------------------------------


def penalty(hand: int, offender: int) -> Settlement:
    """MC-X3: an error that ends the hand: the offender pays each of the others 10."""
    amounts = [PENALTY] * PLAYERS
    amounts[offender] = -PENALTY * (PLAYERS - 1)
    return Settlement(
        hand=hand,
        outcome="draw",
        wins=(),
        seat_lines=tuple((("MC-X3", amount),) for amount in amounts),
        deltas=tuple(amounts),
    )


def offender(recorded: Settlement | None) -> int | None:
    """MC-X3: the seat whose error a recorded settlement says ended the hand, if it says so."""
    if recorded is None or recorded.outcome != "draw":
        return None
    for seat, lines in enumerate(recorded.seat_lines or ()):
        if dict(lines).get("MC-X3", 0) < 0:
            return seat
    return None


def balanced(recorded: Settlement) -> Sequence[Violation]:
    """What a settlement can be asked alone (R11); the points of an error are no payments."""
    if offender(recorded) is None or adds_up(recorded):
        return consistent(recorded)
    return []


def cite_more(options: Any, expected: Settlement) -> Mapping[str, str]:
    """The clauses behind who pays what: a self-draw's, or an error's."""
    if expected.seat_lines:
        return {"deltas": "MC-X3", "outcome": "MC-X3"}
    if any(win.from_ is None for win in expected.wins or ()):
        return dict.fromkeys(("by", "from_", "payer", "points", "deltas"), "MC-X2")
    return {}


# -- what carries to the next hand ---------------------------------------------------------------


class Carry(Struct, frozen=True):
    """What stands between two hands; ``None``: not known.

    ``deal_no``: the how-manieth hand of the match is next, from 1 (MC-E5); ``over``: the match has
    ended.
    """

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    deal_no: int | None = None
    over: bool = False


def begin(options: Any, players: int) -> Carry:
    """Before the first hand: all totals 0, the dealer as recorded, the first deal."""
    return Carry(totals=(0,) * players, deal_no=1)


def believe(carry: Carry, deal: Deal) -> Carry:
    """What the deal says that the hand begins with, where the hands before do not tell."""
    deal_no = (deal.carry or {}).get("deal_no")
    if carry.deal_no is None and type(deal_no) is int and deal_no >= 1:
        carry = replace(carry, deal_no=deal_no)
    return carry


def carry_on(carry: Carry, t: Table, settlement: Settlement) -> Carry:
    """MC-E5: the deal passes on after every hand; an abort is dealt again (R9)."""
    if settlement.outcome == "abort":
        return replace(carry, dealer=t.dealer)
    assert t.dealer is not None
    if carry.deal_no is None:
        return replace(carry, dealer=t.next_seat(t.dealer))
    if carry.deal_no >= t.options.deals:
        return replace(carry, dealer=None, over=True)
    return replace(carry, dealer=t.next_seat(t.dealer), deal_no=carry.deal_no + 1)


def round_wind(options: Any, carry: Carry) -> int | None:
    """MC-E5: 圈风 of the hand that begins with ``carry``: 0–3 from east on; ``None``: not known."""
    if carry.deal_no is None:
        return None
    return (WINDS.index(options.first_wind) + (carry.deal_no - 1) // PLAYERS) % 4
