"""告胡子: what a win changes (GH-X1–X3), what carries on, and how the match settles (GH-X4, X5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.case import PaymentAnswer
from engine.findings import Violation
from engine.games.gaohuzi import Options
from events.model import Close, Deal, Settlement

MOST_LOST = 100
"""GH-X2: the most that a discarder loses in a hand."""

WASTED = -10
"""GH-E5: what 荒庄 costs the dealer."""


def capped(score: int, options: Options) -> int:
    """GH-X3: the score of a win after ``cap``."""
    return min(score, options.cap) if isinstance(options.cap, int) else score


def gained(value: int, options: Options) -> int:
    """GH-X3: what the winner takes of ``value`` on 放炮."""
    cap = options.discard_gain_cap
    return min(value, cap) if isinstance(cap, int) else value


def payments(value: int, thrower: int | None) -> tuple[PaymentAnswer, ...]:
    """GH-X2: what the discarder loses; nobody else pays. ``thrower``: who discarded, if anybody."""
    if thrower is None:
        return ()
    return (PaymentAnswer(from_=thrower, points=min(value, MOST_LOST)),)


def deltas(
    value: int, winner: int, thrower: int | None, seats: int, options: Options
) -> tuple[int, ...]:
    """GH-X1–X3: what every running total changes by; they do not add up to nothing."""
    change = [0] * seats
    change[winner] = value
    if thrower is not None:
        change[winner] = gained(value, options)
        change[thrower] = -min(value, MOST_LOST)
    return tuple(change)


def wasted(hand: int, dealer: int, seats: int) -> Settlement:
    """GH-E5: the settlement of 荒庄."""
    dealt = [seat == dealer for seat in range(seats)]
    return Settlement(
        hand=hand,
        outcome="draw",
        wins=(),
        seat_lines=tuple((("GH-E5", WASTED),) if own else () for own in dealt),
        deltas=tuple(WASTED if own else 0 for own in dealt),
    )


# -- what is checked of a settlement -------------------------------------------------------------

CITE: dict[str, str] = {
    "winner": "GH-P2",
    "by": "GH-X1",
    "from_": "GH-X1",
    "tile": "R6",
    "first:heaven": "GH-N10",
    "first:earth": "GH-N11",
    "last": "GH-N5",
    "huxi": "GH-W2",
    "factor": "GH-N12",
    "value": "GH-N12",
    "payer": "GH-X1",
    "points": "GH-X2",
    "deltas": "GH-X1",
}


def cite_more(options: Options, expected: Settlement) -> dict[str, str]:
    """The clauses behind a settlement: 荒庄, 放炮 and the caps have their own."""
    if expected.outcome == "draw":
        return {"deltas": "GH-E5"}
    more: dict[str, str] = {}
    for win in expected.wins or ():
        assert win.value is not None
        if win.by == "discard":
            more |= {"payer": "GH-X2", "deltas": "GH-X2"}
            if gained(win.value, options) < win.value:
                more["deltas"] = "GH-X3"
        if win.value == options.cap:
            more["value"] = "GH-X3"
    return more


def balanced(recorded: Settlement) -> list[Violation]:
    """What a settlement can be asked alone (R11): seat lines and payments are what is lost."""
    deltas = recorded.deltas
    if deltas is None:
        return []
    if recorded.outcome == "abort":
        if any(deltas):
            return [_says("R9", "abort-pays", "an aborted hand changes no points", deltas)]
        return []
    lost = {}
    if recorded.outcome == "draw":
        own_lines = enumerate(recorded.seat_lines or ())
        lost = {seat: sum(points for _, points in lines) for seat, lines in own_lines}
    for win in recorded.wins or ():
        for paid in win.payments or ():
            lost[paid.from_] = -paid.points
    if all(deltas[seat] == points for seat, points in lost.items() if seat < len(deltas)):
        return []
    return [_says("R11", "deltas", "the deltas are not what lines and payments say", deltas)]


def _says(clause: str, code: str, message: str, recorded: Any, expected: Any = None) -> Violation:
    return Violation(
        code=code, clause=clause, message=message, recorded=recorded, expected=expected
    )


# -- what carries to the next hand ---------------------------------------------------------------


class Carry(Struct, frozen=True):
    """What stands between two hands: totals, the next dealer; ``None``: not known.

    ``target`` is the total that ends the match, ``knocked`` who chose 打坨 (``None``: not asked).
    """

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    target: int | None = None
    knocked: tuple[bool, ...] | None = None

    @property
    def over(self) -> bool:
        """GH-E6: a running total has reached the target."""
        if self.totals is None or self.target is None:
            return False
        return any(total >= self.target for total in self.totals)


def begin(options: Options, players: int) -> Carry:
    """Before the first hand: all totals 0, the dealer as recorded (GH-E4)."""
    return Carry(totals=(0,) * players, target=options.target)


def believe(carry: Carry, deal: Deal) -> Carry:
    """A deal tells nothing beside the totals."""
    return carry


def forget(carry: Carry) -> Carry:
    """After a hand that nobody settled: what was chosen before the first hand still stands."""
    return replace(carry, totals=None, dealer=None)


def carry_on(carry: Carry, t: Any, settlement: Settlement) -> Carry:
    """GH-E4: the winner deals; after 荒庄 the dealer stays, after an abort too (R9)."""
    dealer = t.dealer
    if settlement.outcome == "win":
        dealer = settlement.wins[0].seat if settlement.wins else None
    return replace(carry, dealer=dealer, knocked=t.carry.knocked)


# -- the end of the match ------------------------------------------------------------------------


def rounded(total: int) -> int:
    """GH-X4: to tens, half away from zero."""
    tens = (abs(total) + 5) // 10 * 10
    return tens if total >= 0 else -tens


def final(
    totals: Sequence[int],
    knocked: Sequence[bool],
    options: Options,
    rounding: Callable[[int], int] = rounded,
) -> tuple[int, ...]:
    """GH-X5: what the match settles at: every pair the difference of their rounded totals × m."""
    both = 3 if options.datuo == "3" else 4
    settled = [0] * len(totals)
    for a, b in combinations(range(len(totals)), 2):
        m = (1, 2, both)[knocked[a] + knocked[b]] if options.datuo != "off" else 1
        points = (rounding(totals[a]) - rounding(totals[b])) * m
        settled[a] += points
        settled[b] -= points
    return tuple(settled)


def close(replay: Any) -> Close:
    """The end of a match: the totals as they stand, and what it settles at."""
    carry = replay.carry
    knocked = carry.knocked or (False,) * replay.players
    return Close(totals=carry.totals, final=final(carry.totals, knocked, replay.options))


_OTHERWISE: tuple[Callable[[int], int], ...] = (
    lambda total: total,
    lambda total: int(total / 10) * 10,
    lambda total: total // 10 * 10,
    lambda total: (total + 5) // 10 * 10,
    lambda total: round(total / 10) * 10,
    lambda total: -rounded(-total - 1) if total % 10 == 5 else rounded(total),
)
"""Other ways to round than GH-X4's: a record that follows one of them rounds wrongly."""


def check_close(options: Options, carry: Carry, event: Close) -> list[Violation]:
    """GH-X4, GH-X5: the final settlement, from the totals as they stand; it adds up to nothing."""
    if event.final is None:
        return []
    totals, knocked = carry.totals, carry.knocked
    if knocked is None and (options.datuo == "off" or not any(totals or ())):
        knocked = (False,) * len(totals or ())
    if totals is None or knocked is None or len(knocked) != len(totals):
        # What there is to settle, or who chose 打坨, is not known.
        says = f"the final settlement adds up to {sum(event.final)}, not to 0"
        return [_says("R11", "final", says, event.final)] if sum(event.final) else []
    should = final(totals, knocked, options)
    if event.final == should:
        return []
    for rounding in _OTHERWISE:
        if event.final == final(totals, knocked, options, rounding):
            says = "the totals are rounded to tens, half away from zero"
            return [_says("GH-X4", "final", says, event.final, should)]
    return [_says("GH-X5", "final", "the match settles otherwise", event.final, should)]
