"""国标麻将: 番 of every win, with the flowers and without, and wins of just the 8 that it takes."""

from __future__ import annotations

import polars as pl

from analytics.definitions import Statistic, known
from analytics.games import Facts, GameFacts, Schema
from engine.replay import Hand
from events import Settlement

GAME = "mcr"

FLOWERS = "MC-F81"
LEAST = 8
"""八番起和, the 番 that a win needs by the rule book (MC-W2), whatever the house asks."""

SEATS: Schema = {"plain_fan": pl.Int64()}
"""Of a winner: 番 without the flowers, which help nobody to reach the least (MC-F81, MC-W2)."""


def seat_facts(hand: Hand, settlement: Settlement | None, seat: int) -> Facts:
    """The columns of this game for one seat. Nothing is eaten: all that is paid is 番 and base."""
    if settlement is None:
        return {}
    facts: Facts = {"eaten": None}
    won = next((win for win in settlement.wins or () if win.seat == seat), None)
    if won is None:
        return facts
    if won.lines is not None:
        facts["plain_fan"] = sum(fan for clause, fan in won.lines if clause != FLOWERS)
        if won.value is None:
            facts["value"] = sum(fan for _, fan in won.lines)
    elif not hand.table.options.flowers:
        facts["plain_fan"] = won.value
    return facts


_FAN, _PLAIN = pl.col("value"), pl.col("plain_fan")

STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        id="win_fan", zh="平均和牌番数", en="番 of a win", unit="番", rows="win", kind="ratio",
        game=GAME, text="番 of won hands, flowers included, ÷ hands won.",
        numerator="番 of won hands", denominator="hands won", n=_FAN,
    ),
    Statistic(
        id="plain_fan", zh="平均和牌番数（不计花）", en="番 of a win, without flowers", unit="番",
        rows="win", kind="ratio", game=GAME,
        text="番 of won hands, flowers (MC-F81) aside, ÷ hands won.",
        numerator="番 of won hands, flowers aside", denominator="hands won", n=_PLAIN,
    ),
    Statistic(
        id="win_fan_median", zh="和牌番数中位数", en="median 番 of a win", unit="番", rows="win",
        kind="quantile", game=GAME,
        text="The 番, flowers included, that half of the wins do not exceed.",
        numerator="番", denominator="hands won", n=_FAN, share=0.5,
    ),
    Statistic(
        id="win_fan_p90", zh="和牌番数九成分位", en="90th percentile of 番 of a win", unit="番",
        rows="win", kind="quantile", game=GAME,
        text="The 番, flowers included, that nine wins in ten do not exceed.",
        numerator="番", denominator="hands won", n=_FAN, share=0.9,
    ),
    Statistic(
        id="win_fan_distribution", zh="和牌番数分布", en="wins by 番", unit="%", rows="win",
        kind="proportion", game=GAME,
        text="Wins of exactly that many 番, flowers included, ÷ hands won.",
        numerator="wins of that many 番", denominator="hands won", n=known(_FAN), split=_FAN,
    ),
    Statistic(
        id="plain_fan_distribution", zh="和牌番数分布（不计花）",
        en="wins by 番, without flowers", unit="%", rows="win", kind="proportion", game=GAME,
        text="Wins of exactly that many 番, flowers (MC-F81) aside, ÷ hands won.",
        numerator="wins of that many 番, flowers aside", denominator="hands won",
        n=known(_PLAIN), split=_PLAIN,
    ),
    Statistic(
        id="least_fan", zh="八番和占比", en="wins of just 8 番", unit="%", rows="win",
        kind="proportion", game=GAME,
        text="Wins of exactly 8 番, flowers aside: the least that wins (MC-W2), ÷ hands won.",
        numerator="wins of 8 番, flowers aside", denominator="hands won", n=_PLAIN == LEAST,
    ),
)  # fmt: skip

FACTS = GameFacts(seats=SEATS, seat=seat_facts, statistics=STATISTICS)
