"""立直麻将: what is staked and paid, and what carries to the next hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.findings import Violation
from engine.mahjong.table import Table
from events.model import Deal, Settlement


class Carry(Struct, frozen=True):
    """What stands between two hands: totals, and the riichi sticks that lie on the table.

    Who deals is taken as recorded.
    """

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    sticks: int | None = None
    over: bool = False


def begin(options: Any, players: int) -> Carry:
    """Before the first hand: the record tells the points that everybody starts with."""
    return Carry()


def believe(carry: Carry, deal: Deal) -> Carry:
    """Nothing more than the totals is taken over from a deal."""
    return carry


def carry_on(carry: Carry, t: Table, settlement: Settlement) -> Carry:
    """RI-X1: a win takes the sticks, a draw leaves them; the totals are the match's to add."""
    ba = (settlement.x or {}).get("ba")
    if settlement.outcome == "win":
        return replace(carry, sticks=0)
    return replace(carry, sticks=ba[1] if isinstance(ba, list) and len(ba) == 2 else None)


def last_totals(carry: Carry) -> tuple[int, ...] | None:
    """RI-X1: what is left of the sticks goes to who is first at the end."""
    if carry.totals is None or carry.sticks is None:
        return None
    first = carry.totals.index(max(carry.totals))
    return tuple(
        points + 1000 * carry.sticks * (seat == first) for seat, points in enumerate(carry.totals)
    )


def staked(t: Table) -> Sequence[int]:
    """RI-P4: what each seat has put on the table in this hand: 1,000 with an accepted riichi."""
    return tuple(t.own.sticks)


def balanced(settlement: Settlement) -> list[Violation]:
    """RI-X1: what is won is what is paid and what lay on the table; a draw moves points only."""
    deltas = settlement.deltas
    if deltas is None:
        return []
    ba = (settlement.x or {}).get("ba")
    on_table = 1000 * ba[1] if isinstance(ba, list) and len(ba) == 2 else None
    should = on_table if settlement.outcome == "win" else 0
    if should is None or sum(deltas) == should:
        return []
    message = f"the deltas add up to {sum(deltas)}; {should} points of riichi sticks were taken"
    return [
        Violation(
            code="deltas", clause="RI-X1", message=message, recorded=sum(deltas), expected=should
        )
    ]
