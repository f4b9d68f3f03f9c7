"""泰兴麻将: who pays the winner (TX-X2, TX-X3), and what carries on (TX-E5, TX-X4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.case import PaymentAnswer
from engine.games.taixing import DEALS, PLAYERS
from engine.games.taixing.patterns import Meld
from engine.mahjong.table import Table
from events.model import Deal, Settlement

FED = 3
"""TX-X3: from how many sets on whoever gave the tiles of them is liable."""


def liable(melds: Iterable[Meld]) -> int | None:
    """TX-X3: who gave the tiles of at least three pungs and exposed or added kongs, if anybody."""
    fed = Counter(meld.giver for meld in melds if meld.act != "concealed_kong")
    return next((seat for seat, n in fed.items() if n >= FED), None)


def payments(
    unit: int, winner: int, giver: int | None, melds: Iterable[Meld]
) -> tuple[PaymentAnswer, ...]:
    """TX-X2: the discarder or the robbed player pays one unit, or each of three does.

    With 包牌 (TX-X3) the liable player alone pays what is due; his line says how many points.
    """
    feeder = liable(melds)
    if feeder is not None:
        points = unit if giver is not None else unit * (PLAYERS - 1)
        return (PaymentAnswer(from_=feeder, points=points, lines=(("TX-X3", points),)),)
    paying = [giver] if giver is not None else [s for s in range(PLAYERS) if s != winner]
    return tuple(PaymentAnswer(from_=seat, points=unit) for seat in paying)


def deltas(winner: int, paid: Sequence[PaymentAnswer]) -> tuple[int, ...]:
    """What every seat wins or loses by one win, in points; they add up to nothing."""
    change = [0] * PLAYERS
    for payment in paid:
        change[winner] += payment.points
        change[payment.from_] -= payment.points
    return tuple(change)


KONG_WINS: Mapping[str, str] = {"kong_draw": "TX-F11", "rob_kong": "TX-F12"}
"""The clause behind a win that was called something else."""


def cite_more(options: Any, expected: Settlement) -> Mapping[str, str]:
    """The clauses behind a settlement's parts where they depend on the hand.

    Who pays, and how much, is TX-X3's where somebody is liable; how it was won, a kong's.
    """
    more = {}
    for win in expected.wins or ():
        if (by := KONG_WINS.get(win.by or "")) is not None:
            more["by"] = by
        if any(payment.lines for payment in win.payments or ()):
            more.update(payer="TX-X3", points="TX-X3")
    return more


# -- what carries to the next hand ---------------------------------------------------------------


class Carry(Struct, frozen=True):
    """What stands between two hands; ``None``: not known.

    ``debt``: how many doubled hands are owed from 荒庄 (TX-X4); ``deal_no``: the how-manieth of the
    sixteen deals is next, from 1 (TX-E5); ``over``: the match has ended.
    """

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    debt: int | None = None
    deal_no: int | None = None
    over: bool = False


def begin(options: Any, players: int) -> Carry:
    """Before the first hand: all totals 0, the dealer as recorded, no debt, the first deal."""
    return Carry(totals=(0,) * players, debt=0, deal_no=1)


def believe(carry: Carry, deal: Deal) -> Carry:
    """What the deal says that the hand begins with, where the hands before do not tell."""
    told = deal.carry or {}
    debt, deal_no = told.get("debt"), told.get("deal_no")
    if carry.debt is None and isinstance(debt, int) and debt >= 0:
        carry = replace(carry, debt=debt)
    if carry.deal_no is None and isinstance(deal_no, int) and 1 <= deal_no <= DEALS:
        carry = replace(carry, deal_no=deal_no)
    return carry


def carry_on(carry: Carry, t: Table, settlement: Settlement) -> Carry:
    """TX-E5, TX-X4: dealer, deal and debt of the next hand; an abort leaves all three (R9)."""
    if settlement.outcome == "abort":
        return replace(carry, dealer=t.dealer)
    debt, dealer, deal_no = carry.debt, t.dealer, carry.deal_no
    drawn = settlement.outcome == "draw"
    if debt is not None:
        debt = debt + 1 if drawn else max(0, debt - 1)
    elif not drawn and not _doubled(settlement):
        debt = 0
    steps_down = _steps_down(t, settlement, deal_no)
    if steps_down is None:
        return replace(carry, dealer=None, debt=debt, deal_no=None)
    if not steps_down:
        return replace(carry, dealer=dealer, debt=debt)
    assert dealer is not None
    if deal_no == DEALS:
        return replace(carry, dealer=None, debt=debt, over=True)
    if deal_no is not None:
        deal_no += 1
    return replace(carry, dealer=t.next_seat(dealer), debt=debt, deal_no=deal_no)


def _doubled(settlement: Settlement) -> bool:
    """Whether a recorded win may have been doubled for a debt: it says so, or has no lines."""
    lines = [win.lines for win in settlement.wins or ()]
    return not lines or any(own is None or "TX-X4" in dict(own) for own in lines)


def _steps_down(t: Table, settlement: Settlement, deal_no: int | None) -> bool | None:
    """TX-E5: whether the dealer steps down after the hand; ``None``: it cannot be told."""
    if settlement.outcome == "draw":
        # A match never ends on a 荒庄: the last dealer deals until a hand is decided.
        if t.options.dealer_after_draw == "stay" or deal_no == DEALS:
            return False
        return True if deal_no is not None else None
    wins = settlement.wins
    return all(win.seat != t.dealer for win in wins) if wins else None
