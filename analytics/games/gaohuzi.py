"""告胡子: 胡息 and 名堂 of every win, by which card it came, and what a match settles at.

A win adds to one running total and takes from none, or from the discarder's (GH-X1, GH-X2): the
nets of a hand do not add up to nothing. Its classes go by how the hand was won all the same: 放炮
is D, and with 平胡, on another's draw, all others are B.
"""

from __future__ import annotations

import polars as pl

from analytics.definitions import Labels, Statistic, known
from analytics.games import Facts, GameFacts, Schema
from engine.replay import Hand
from events import Settlement

GAME = "gaohuzi"

SEATS: Schema = {"huxi": pl.Int64(), "factor": pl.Int64(), "names": pl.List(pl.String())}
"""Of a winner: ``huxi``, all 胡息 before any 名堂; ``factor``, what the doublings make (1, 2, 4 …);
``names``, the clauses of his 名堂.
"""

ROUTES: Labels = {
    "own_draw": ("自摸", "own draw"),
    "other_draw": ("平胡", "another's draw"),
    "discard": ("放炮", "another's discard"),
    "dealt": ("天胡", "the dealt hand"),
}


def seat_facts(hand: Hand, settlement: Settlement | None, seat: int) -> Facts:
    """The columns of this game for one seat; there is no kong to rob, or to win on."""
    if settlement is None:
        return {}
    facts: Facts = {"robbed": None, "kong_win": None}
    won = next((win for win in settlement.wins or () if win.seat == seat), None)
    if won is not None:
        facts |= {"huxi": won.huxi, "factor": won.factor}
        if won.lines is not None:
            facts["names"] = [clause for clause, _ in won.lines if clause.startswith("GH-N")]
            if won.huxi is None:
                facts["huxi"] = sum(n for clause, n in won.lines if clause.startswith("GH-H"))
    return facts


_HUXI, _NAMES, _FINAL = pl.col("huxi"), pl.col("names"), pl.col("final")
_SETTLED = _FINAL.is_not_null()

STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        id="routes", zh="胡牌方式", en="wins by route", unit="%", rows="win", kind="proportion",
        game=GAME,
        text="Hands won on an own draw (自摸), on another's draw (平胡), on a discard (放炮) or "
        "with the dealt hand (天胡) ÷ hands won.",
        numerator="hands won that way", denominator="hands won",
        n=known(pl.col("by")), split=pl.col("by"), items=ROUTES,
    ),
    Statistic(
        id="huxi", zh="平均胡息", en="胡息 per win", unit="胡息", rows="win", kind="ratio",
        game=GAME, text="胡息 of won hands, before any 名堂, ÷ hands won.",
        numerator="胡息 of winners", denominator="hands won", n=_HUXI,
    ),
    Statistic(
        id="huxi_median", zh="胡息中位数", en="median 胡息", unit="胡息", rows="win",
        kind="quantile", game=GAME, text="The 胡息 that half of the wins do not exceed.",
        numerator="胡息", denominator="hands won", n=_HUXI, share=0.5,
    ),
    Statistic(
        id="huxi_p90", zh="胡息九成分位", en="90th percentile of 胡息", unit="胡息", rows="win",
        kind="quantile", game=GAME, text="The 胡息 that nine wins in ten do not exceed.",
        numerator="胡息", denominator="hands won", n=_HUXI, share=0.9,
    ),
    Statistic(
        id="huxi_distribution", zh="胡息分布", en="wins by 胡息", unit="%", rows="win",
        kind="proportion", game=GAME, text="Wins of exactly that many 胡息 ÷ hands won.",
        numerator="wins of that many 胡息", denominator="hands won",
        n=known(_HUXI), split=_HUXI,
    ),
    Statistic(
        id="names", zh="名堂占比", en="share of each 名堂", unit="%", rows="win",
        kind="proportion", game=GAME,
        text="Hands won with that 名堂 (GH-N1 to GH-N11) ÷ hands won whose lines are known.",
        numerator="wins with the 名堂", denominator="wins with lines known",
        n=known(_NAMES), split=_NAMES, clauses=True,
    ),
    Statistic(
        id="names_count", zh="每胡名堂数", en="名堂 per win", unit="", rows="win", kind="ratio",
        game=GAME, text="名堂 of won hands, doublings and 100-names alike, ÷ hands won.",
        numerator="名堂 of winners", denominator="wins with lines known", n=_NAMES.list.len(),
    ),
    Statistic(
        id="no_names", zh="无名堂占比", en="wins without 名堂", unit="%", rows="win",
        kind="proportion", game=GAME, text="Hands won without any 名堂 ÷ hands won.",
        numerator="wins without 名堂", denominator="wins with lines known",
        n=_NAMES.list.len() == 0,
    ),
    Statistic(
        id="score", zh="平均得分", en="score per win", unit="点", rows="win", kind="ratio",
        game=GAME,
        text="Scores of won hands (GH-N12), limited by the cap (GH-X3), ÷ hands won; the points "
        "that the winner then gets are 平均和牌收入.",
        numerator="scores of won hands", denominator="hands won", n=pl.col("value"),
    ),
    Statistic(
        id="score_median", zh="得分中位数", en="median score", unit="点", rows="win",
        kind="quantile", game=GAME, text="The score that half of the wins do not exceed.",
        numerator="score", denominator="hands won", n=pl.col("value"), share=0.5,
    ),
    Statistic(
        id="score_p90", zh="得分九成分位", en="90th percentile of the score", unit="点",
        rows="win", kind="quantile", game=GAME,
        text="The score that nine wins in ten do not exceed.",
        numerator="score", denominator="hands won", n=pl.col("value"), share=0.9,
    ),
    Statistic(
        id="final", zh="每场结算", en="settlement per match", unit="点", rows="seated",
        kind="ratio", game=GAME,
        text="What matches settled at for a player when they were closed (GH-X4, GH-X5) ÷ such "
        "matches. Over all players it is 0.",
        numerator="points settled", denominator="matches settled, once a player",
        n=_FINAL.fill_null(0), d=_SETTLED,
    ),
    Statistic(
        id="final_gain", zh="每场结算赢分", en="points won at the settlement", unit="点",
        rows="seated", kind="ratio", game=GAME,
        text="What a player got at settlements where he got anything ÷ all matches settled: how "
        "much a settlement moves.",
        numerator="points got at settlements", denominator="matches settled, once a player",
        n=_FINAL.clip(lower_bound=0).fill_null(0), d=_SETTLED,
    ),
    Statistic(
        id="final_won", zh="结算赢场率", en="matches won at the settlement", unit="%",
        rows="seated", kind="proportion", game=GAME,
        text="Matches that settled at more than 0 for the player ÷ all matches settled.",
        numerator="matches settled with a gain", denominator="matches settled, once a player",
        n=(_FINAL > 0).fill_null(False), d=_SETTLED,
    ),
)  # fmt: skip

FACTS = GameFacts(seats=SEATS, seat=seat_facts, statistics=STATISTICS)
