"""立直麻将: points with the riichi sticks, what a win is worth, and published figures beside it."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from analytics.definitions import Statistic, known
from analytics.games import Facts, GameFacts
from engine.replay import Hand
from events import Settlement

GAME = "riichi"

AFTER_A_KONG = "RI-Y4"
"""嶺上開花: the record calls such a win a self-draw like any other, its lines tell."""

DORA = ("RI-Y52", "RI-Y53", "RI-Y54")
"""ドラ, 裏ドラ and 赤ドラ: lines that add 番 and are no 役."""

ANCHORS: Mapping[str, float] = {
    "win_rate": 0.211,
    "deal_in_rate": 0.125,
    "ready_rate": 0.170,
    "open_rate": 0.344,
    "draw_rate": 0.162,
    "value": 5647,
}
"""Published figures, by statistic, to hold ours against: :data:`ANCHORS_SOURCE`."""

ANCHORS_SOURCE = "Tenhou 天鳳, 鳳凰 tables of 2016, four players, as published by kobalab"


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


_VALUE = pl.col("value")

STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        id="value", zh="平均打点", en="value of a win", unit="点", rows="win", kind="ratio",
        game=GAME, text="What the hand is worth, without 本場 and riichi sticks, ÷ hands won.",
        numerator="points that won hands are worth", denominator="hands won",
        n=_VALUE,
    ),
    Statistic(
        id="value_median", zh="打点中位数", en="median value of a win", unit="点", rows="win",
        kind="quantile", game=GAME, text="The 打点 that half of the wins do not exceed.",
        numerator="打点", denominator="hands won", n=_VALUE, share=0.5,
    ),
    Statistic(
        id="value_p90", zh="打点九成分位", en="90th percentile of the value of a win", unit="点",
        rows="win", kind="quantile", game=GAME,
        text="The 打点 that nine wins in ten do not exceed.",
        numerator="打点", denominator="hands won", n=_VALUE, share=0.9,
    ),
    Statistic(
        id="value_distribution", zh="打点分布", en="wins by value", unit="%", rows="win",
        kind="proportion", game=GAME, text="Wins of exactly that 打点 ÷ hands won.",
        numerator="wins of that 打点", denominator="hands won", n=known(_VALUE), split=_VALUE,
    ),
)  # fmt: skip

FACTS = GameFacts(seat=seat_facts, measure="番", statistics=STATISTICS)
