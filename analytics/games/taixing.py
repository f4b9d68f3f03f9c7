"""泰兴麻将: 花 and 番 of every win, the debt of 荒庄, who pays for feeding (包牌), 一炮多响."""

from __future__ import annotations

from typing import Any

import polars as pl

from analytics.definitions import Statistic, known
from analytics.games import Facts, GameFacts, Schema
from engine.replay import Hand
from events import Settlement, Win

GAME = "taixing"

HUA = ("TX-H1", "TX-H2", "TX-H3", "TX-H4", "TX-H5", "TX-H6", "TX-H7")
FLOOR, DEBT, LIABLE = "TX-H8", "TX-X4", "TX-X3"

HANDS: Schema = {
    "debt": pl.Int64(),
    "doubled": pl.Boolean(),
    "dice_alike": pl.Boolean(),
    "fed": pl.Boolean(),
}
"""``debt``: how many doubled hands are owed before this one (TX-X4); ``doubled``: it was won, and
doubled for one of them; ``dice_alike``: 豹子 (TX-E6); ``fed``: a feeder paid (包牌, TX-X3).
"""

SEATS: Schema = {
    "hua": pl.Int64(),
    "fan": pl.Int64(),
    "own_hua": pl.Int64(),
    "floored": pl.Boolean(),
    "liable": pl.Boolean(),
}
"""Of a winner: ``hua`` and ``fan``, whose product is the unit; ``own_hua``, before the floor, and
whether that raised it (``floored``). Of all: ``liable``, who paid for feeding (包牌).
"""


def hand_facts(hand: Hand, settlement: Settlement | None, after: Any) -> Facts:
    """The columns of this game for one hand."""
    facts: Facts = {"debt": hand.before.debt}
    if len(hand.table.dice) == 2:
        facts["dice_alike"] = hand.table.dice[0] == hand.table.dice[1]
    if settlement is not None:
        wins = settlement.wins or ()
        fed = [liable(wins, seat) for seat in range(len(hand.table.seats))]
        facts["fed"] = None if None in fed else any(fed)
        if all(win.lines is not None for win in wins):
            facts["doubled"] = any(DEBT in dict(win.lines or ()) for win in wins)
    return facts


def seat_facts(hand: Hand, settlement: Settlement | None, seat: int) -> Facts:
    """The columns of this game for one seat. Nothing is eaten: what a payer's line says is 包牌."""
    if settlement is None:
        return {}
    wins = settlement.wins or ()
    facts: Facts = {"eaten": None, "liable": liable(wins, seat)}
    won = next((win for win in wins if win.seat == seat), None)
    if won is not None:
        facts |= {"hua": won.hua, "fan": won.fan}
        if won.lines is not None:
            lines = dict(won.lines)
            facts["own_hua"] = sum(lines.get(clause, 0) for clause in HUA)
            facts["floored"] = FLOOR in lines
            if won.hua is None:
                facts["hua"] = facts["own_hua"] + lines.get(FLOOR, 0)
            if won.fan is None:
                facts["fan"] = sum(n for clause, n in won.lines if clause.startswith("TX-F"))
    return facts


def liable(wins: tuple[Win, ...], seat: int) -> bool | None:
    """TX-X3: whether ``seat`` paid for feeding a winner; None where the payments are not told.

    Its line says so, or that it pays for all three, or in the place of who gave the tile.
    """
    if any(win.payments is None for win in wins):
        return None
    return any(
        paid.from_ == seat and (LIABLE in dict(paid.lines or ()) or _for_others(win))
        for win in wins
        for paid in win.payments or ()
    )


def _for_others(win: Win) -> bool:
    payers = [paid.from_ for paid in win.payments or ()]
    return len(payers) == 1 and payers[0] != win.from_


_WON = pl.col("outcome") == "win"
_HUA, _OWN_HUA, _FAN = pl.col("hua"), pl.col("own_hua"), pl.col("fan")
_DEBT = pl.col("debt")


def _of_won(fact: pl.Expr) -> pl.Expr:
    return pl.when(_WON).then(fact).otherwise(False)


STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        id="hua", zh="平均花", en="花 per win", unit="花", rows="win", kind="ratio", game=GAME,
        text="花 of won hands, raised to the floor (TX-H8), ÷ hands won.",
        numerator="花 of won hands, floored", denominator="hands won", n=_HUA,
    ),
    Statistic(
        id="own_hua", zh="平均花（不计底）", en="花 per win, before the floor", unit="花",
        rows="win", kind="ratio", game=GAME,
        text="花 that winners have of their own (TX-H1 to TX-H7) ÷ hands won.",
        numerator="own 花 of winners", denominator="hands won", n=_OWN_HUA,
    ),
    Statistic(
        id="fan", zh="平均番", en="番 per win", unit="番", rows="win", kind="ratio", game=GAME,
        text="Sums of 番 of won hands, doublings aside, ÷ hands won.",
        numerator="番 of won hands", denominator="hands won", n=_FAN,
    ),
    Statistic(
        id="hua_median", zh="花中位数", en="median 花", unit="花", rows="win", kind="quantile",
        game=GAME, text="The 花, floored, that half of the wins do not exceed.",
        numerator="花", denominator="hands won", n=_HUA, share=0.5,
    ),
    Statistic(
        id="hua_p90", zh="花九成分位", en="90th percentile of 花", unit="花", rows="win",
        kind="quantile", game=GAME, text="The 花, floored, that nine wins in ten do not exceed.",
        numerator="花", denominator="hands won", n=_HUA, share=0.9,
    ),
    Statistic(
        id="fan_median", zh="番中位数", en="median 番", unit="番", rows="win", kind="quantile",
        game=GAME, text="The 番 that half of the wins do not exceed.",
        numerator="番", denominator="hands won", n=_FAN, share=0.5,
    ),
    Statistic(
        id="fan_p90", zh="番九成分位", en="90th percentile of 番", unit="番", rows="win",
        kind="quantile", game=GAME, text="The 番 that nine wins in ten do not exceed.",
        numerator="番", denominator="hands won", n=_FAN, share=0.9,
    ),
    Statistic(
        id="hua_distribution", zh="花分布", en="wins by 花", unit="%", rows="win",
        kind="proportion", game=GAME, text="Wins of exactly that many 花, floored, ÷ hands won.",
        numerator="wins of that many 花", denominator="hands won", n=known(_HUA), split=_HUA,
    ),
    Statistic(
        id="own_hua_distribution", zh="花分布（不计底）", en="wins by 花, before the floor",
        unit="%", rows="win", kind="proportion", game=GAME,
        text="Wins of exactly that many own 花 (TX-H1 to TX-H7) ÷ hands won.",
        numerator="wins of that many own 花", denominator="hands won",
        n=known(_OWN_HUA), split=_OWN_HUA,
    ),
    Statistic(
        id="fan_distribution", zh="番分布", en="wins by 番", unit="%", rows="win",
        kind="proportion", game=GAME, text="Wins of exactly that many 番 ÷ hands won.",
        numerator="wins of that many 番", denominator="hands won", n=known(_FAN), split=_FAN,
    ),
    Statistic(
        id="floored", zh="见底占比", en="wins raised to the floor", unit="%", rows="win",
        kind="proportion", game=GAME,
        text="Wins whose 花 the floor raised (底, TX-H8) ÷ hands won whose lines are known.",
        numerator="wins with the line TX-H8", denominator="wins with lines known",
        n=pl.col("floored"),
    ),
    Statistic(
        id="debt_hands", zh="欠荒庄局占比", en="hands begun with a debt", unit="%", rows="hand",
        kind="proportion", game=GAME,
        text="Hands before which doubled hands were owed for 荒庄 (TX-X4) ÷ hands.",
        numerator="hands begun with a debt", denominator="hands", n=_DEBT > 0,
    ),
    Statistic(
        id="debt_distribution", zh="欠荒庄局数分布", en="hands by debt", unit="%", rows="hand",
        kind="proportion", game=GAME,
        text="Hands before which that many doubled hands were owed ÷ hands.",
        numerator="hands begun with that debt", denominator="hands",
        n=known(_DEBT), split=_DEBT,
    ),
    Statistic(
        id="debt_doubled", zh="荒庄翻倍占比", en="won hands doubled for a debt", unit="%",
        rows="hand", kind="proportion", game=GAME,
        text="Won hands that were doubled for a debt of 荒庄 (TX-X4) ÷ won hands.",
        numerator="won hands doubled for a debt", denominator="won hands",
        n=_of_won(pl.col("doubled")), d=_WON,
    ),
    Statistic(
        id="dice_alike", zh="豹子率", en="豹子 per hand", unit="%", rows="hand", kind="proportion",
        game=GAME, text="Hands doubled for equal dice (TX-E6) ÷ hands whose dice are recorded.",
        numerator="hands with equal dice", denominator="hands with dice", n=pl.col("dice_alike"),
    ),
    Statistic(
        id="fed", zh="包牌占比", en="won hands that a feeder paid", unit="%", rows="hand",
        kind="proportion", game=GAME,
        text="Won hands that somebody paid for feeding the winner (包牌, TX-X3) ÷ won hands.",
        numerator="won hands with 包牌", denominator="won hands",
        n=_of_won(pl.col("fed")), d=_WON,
    ),
    Statistic(
        id="liable_rate", zh="包牌率", en="paid for feeding", unit="%", rows="sitting",
        kind="proportion", game=GAME,
        text="Hands in which the player paid for feeding the winner (包牌, TX-X3) ÷ hands played; "
        "whoever gave the winning tile.",
        numerator="hands with 包牌 paid", denominator="hands played", n=pl.col("liable"),
    ),
    Statistic(
        id="multi_win", zh="一炮多响率", en="several winners on one tile", unit="%", rows="hand",
        kind="proportion", game=GAME,
        text="Hands with at least two winners ÷ hands won by discard or robbed kong (TX-P2).",
        numerator="hands with several winners", denominator="hands won on a tile given",
        n=pl.col("winners") > 1, d=pl.col("given"),
    ),
)  # fmt: skip

FACTS = GameFacts(hands=HANDS, seats=SEATS, hand=hand_facts, seat=seat_facts, statistics=STATISTICS)
