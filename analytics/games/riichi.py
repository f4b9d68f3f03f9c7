"""立直麻将: points with the riichi sticks, and what a win is worth."""

from __future__ import annotations

import polars as pl

from analytics.definitions import Statistic
from analytics.games import Facts, GameFacts
from engine.replay import Hand
from events import Settlement

GAME = "riichi"

AFTER_A_KONG = "RI-Y4"
"""嶺上開花: the record calls such a win a self-draw like any other, its lines tell."""


def seat_facts(hand: Hand, settlement: Settlement | None, seat: int) -> Facts:
    """The stick that the seat put on the table is lost with the hand (the deltas leave it out)."""
    if settlement is None:
        return {}
    facts: Facts = {}
    if settlement.deltas is not None and seat < len(settlement.deltas):
        facts["net"] = settlement.deltas[seat] - hand.table.own.sticks[seat]
    lines = [win.lines for win in settlement.wins or () if win.seat == seat]
    known = all(line is not None for line in lines)
    clauses = {clause for own in lines for clause, _ in own or ()}
    facts["kong_win"] = AFTER_A_KONG in clauses if known else None
    return facts


STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        id="value", zh="平均打点", en="value of a win", unit="点", rows="win", kind="ratio",
        game=GAME, text="What the hand is worth, without 本場 and riichi sticks, ÷ hands won.",
        numerator="points that won hands are worth", denominator="hands won",
        n=pl.col("value"),
    ),
)  # fmt: skip

FACTS = GameFacts(seat=seat_facts, measure="番", statistics=STATISTICS)
