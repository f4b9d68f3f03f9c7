"""青儿: every two players settle the difference of their points (QE-X), and what carries on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.case import PaymentAnswer
from engine.games.qinger import Options
from engine.mahjong.table import Table
from engine.settlement import Pair
from events.model import Deal, Settlement


def rate(options: Options, knocked: int) -> int:
    """QE-X2: points per 分 between two players of whom ``knocked`` (0–2) knocked."""
    return int(options.rates.split("-")[knocked])


def pairs(
    points: Mapping[int, int], knocked: Mapping[int, bool], options: Options
) -> tuple[Pair, ...]:
    """QE-X1: what each two of the players settle, the one with fewer ``points`` paying.

    ``points`` and ``knocked``: of the three who play, by seat.
    """
    found = []
    for one, other in combinations(sorted(points), 2):
        payer, taker = (one, other) if points[one] <= points[other] else (other, one)
        difference = points[taker] - points[payer]
        times = rate(options, knocked[one] + knocked[other])
        found.append(
            Pair(
                from_=payer,
                to=taker,
                difference=difference,
                rate=times,
                points=difference * times,
            )
        )
    return tuple(found)


def deltas(settled: Sequence[Pair], seats: int) -> tuple[int, ...]:
    """What every seat wins or loses, in points; they add up to nothing."""
    change = [0] * seats
    for pair in settled:
        change[pair.to] += pair.points
        change[pair.from_] -= pair.points
    return tuple(change)


def payments(settled: Sequence[Pair], winner: int) -> tuple[PaymentAnswer, ...]:
    """What the winner gets, from each who pays him."""
    return tuple(
        PaymentAnswer(from_=pair.from_, points=pair.points)
        for pair in settled
        if pair.to == winner and pair.points
    )


# -- what carries to the next hand ---------------------------------------------------------------


class Carry(Struct, frozen=True):
    """What stands between two hands: totals and the next dealer; ``None``: not known.

    ``dealer_by``: the clause behind the next dealer.
    """

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    over: bool = False
    dealer_by: str = "QE-E8"


def begin(options: Any, players: int) -> Carry:
    """Before the first hand: all totals 0, the dealer as recorded (QE-E3)."""
    return Carry(totals=(0,) * players)


def believe(carry: Carry, deal: Deal) -> Carry:
    """Nothing that a deal tells has to be believed."""
    return carry


def carry_on(carry: Carry, t: Table, settlement: Settlement) -> Carry:
    """QE-E6, QE-E8: the dealer of the next hand; after an abort he stays (R9)."""
    if settlement.outcome == "abort":
        by = "QE-E6" if t.own.refused else "R9"
        return replace(carry, dealer=t.dealer, dealer_by=by)
    return replace(carry, dealer=next_dealer(t, settlement), dealer_by="QE-E8")


def next_dealer(t: Table, settlement: Settlement) -> int | None:
    """QE-E8: who deals next; ``None`` when the settlement does not say who won."""
    assert t.dealer is not None
    if t.options.dealer_rotation == "winner" and settlement.outcome == "win":
        wins = settlement.wins or ()
        return wins[0].seat if wins else None
    return (t.dealer + 1) % len(t.seats)
