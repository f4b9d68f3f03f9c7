"""立直麻将: when a hand is over, and what lies on the table then (RI-P13…P18)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.riichi import winning
from engine.games.riichi.payment import STICK
from engine.mahjong import rules
from engine.mahjong.rules import broken
from engine.mahjong.table import Table
from events.model import Settlement

REASONS = {
    "yao9": "RI-P14",
    "kaze4": "RI-P15",
    "reach4": "RI-P16",
    "kan4": "RI-P17",
    "ron3": "RI-P18",
}
"""The clause of each 途中流局 by its word in a record."""


def ended(t: Table, e: Settlement) -> Violation | None:
    """RI-P13…P18, R8: a hand ends when it is won, the wall has run out, or it is aborted."""
    if e.outcome != "abort":
        return rules.ended(t, e, winning.wall_over(t))
    told = winning.reason(e)
    if not t.winners and winning.abort_reason(t, told) is not None:
        return None
    clause = REASONS.get(str(told), "R8")
    if any(side.unknown for side in t.seats) and t.options.abortive_draws and not t.winners:
        t.note(clause, "the abortive draw: not all tiles that it needs are known")
        return None
    message = f"the hand is aborted ({told or 'no reason given'}): that was not open"
    return broken(t, clause, "abort", message)


def on_table(t: Table, e: Settlement) -> Violation | None:
    """RI-X4, RI-X5: 本場 and sticks that the settlement speaks of are those that lie there."""
    ba = (e.x or {}).get("ba")
    if not isinstance(ba, list) or len(ba) != 2 or t.carry.sticks is None:
        return None
    should = [t.carry.honba, t.carry.sticks + sum(winning.stakes(t)) // STICK]
    for clause, what, says, right in zip(
        ("RI-X4", "RI-X5"), ("本場", "riichi sticks"), ba, should, strict=True
    ):
        if right is not None and says != right:
            found = broken(t, clause, "on-table", f"{says} {what} are spoken of, {right} lie there")
            return replace(found, recorded=says, expected=right, stops=False)
    return None


def shown(t: Table, e: Settlement) -> Violation | None:
    """RI-P13: who shows a hand at a draw is ready; who has declared riichi shows it."""
    seats = (e.x or {}).get("shown")
    if e.outcome != "draw" or not isinstance(seats, list) or not t.options.hide_ready:
        return None
    for seat, side in enumerate(t.seats):
        if (seat in seats and not side.unknown and not winning.waits(t, seat)) or (
            side.ready and seat not in seats
        ):
            return broken(t, "RI-P13", "shown", "shows a hand that is not ready, or hides it", seat)
    return None
