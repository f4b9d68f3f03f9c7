"""九江麻将: 跟庄 and the unit of every hand, and the statistics of 跟庄 and of 炮."""

from __future__ import annotations

from typing import Any

import polars as pl

from analytics.definitions import DEAL_IN, ONE, WIN, Labels, Statistic, over
from analytics.games import Facts, GameFacts, Schema
from engine.games.jiujiang.payment import factor
from engine.mahjong.table import HIDDEN, NAMES, Table
from engine.replay import Hand
from events import Settlement

GAME = "jiujiang"

COLUMNS: Schema = {
    "follow_chance": pl.Boolean(),
    "followed": pl.Boolean(),
    "follow_lead": pl.String(),
    "follow_kind": pl.String(),
    "followers": pl.Int8(),
    "follow_broken": pl.String(),
    "second_lead": pl.String(),
    "second_followers": pl.Int8(),
    "second_broken": pl.String(),
    "factor": pl.Int64(),
    "next_unit": pl.Int64(),
}
"""跟庄 (JJ-P14) on the dealer's first discard, and the chain on his second.

``follow_chance``: the four first discards were made in turn, no claim and no kong among them;
``followed``: all three others threw the dealer's tile. ``follow_lead``: that tile;
``follow_kind``: ``suit``, ``C`` or ``P``. ``followers``: 0–3, in strict order; ``follow_broken``:
what ended the chain before the third: ``other`` (tile), ``claim``, ``kong``, or ``end`` of the
hand. ``factor``: what the hand makes of the next unit, 1, 2 or 4; ``next_unit``: the unit of the
next hand (JJ-P15). Where a first discard is not shown nobody knows whether it followed.
"""

BROKEN: Labels = {
    "other": ("打别的牌", "another tile"),
    "claim": ("有人碰", "a claim"),
    "kong": ("有人杠", "a kong"),
    "end": ("该局结束", "the hand ended"),
}
KIND: Labels = {"suit": ("数牌", "suit tile"), "C": ("红中", "C"), "P": ("白板", "P")}


def hand_facts(hand: Hand, settlement: Settlement | None, after: Any) -> Facts:
    """The columns of this game for one hand, and its unit where the settlement leaves it out."""
    table: Table = hand.table
    facts: Facts = {
        "follow_chance": chance(table),
        "followed": False,
        "factor": factor(table),
        "next_unit": None if after is None else after.unit,
    }
    if settlement is not None and settlement.unit is None:
        facts["unit"] = hand.before.unit
    chains = table.own.chains
    if any(side.river and side.river[0].tile == HIDDEN for side in table.seats):
        facts["followed"] = facts["factor"] = None
    elif chains:
        lead = NAMES[chains[0].leads]
        facts["followed"] = chains[0].followers == 3
        facts["follow_lead"] = lead
        facts["follow_kind"] = lead if lead in ("C", "P") else "suit"
        facts["followers"] = chains[0].followers
        facts["follow_broken"] = _broken(chains[0])
    if len(chains) > 1:
        facts["second_lead"] = NAMES[chains[1].leads]
        facts["second_followers"] = chains[1].followers
        facts["second_broken"] = _broken(chains[1])
    return facts


def chance(table: Table) -> bool:
    """Whether 跟庄 could be had: the dealer's first discard and one of each other seat in turn
    followed one another, with no claim and no kong between (JJ-P14)."""
    assert table.dealer is not None
    order = [table.dealer, *table.after(table.dealer)]
    if any(not table.seats[seat].river for seat in order):
        return False
    firsts = [table.seats[seat].river[0].seq for seat in order]
    if firsts != sorted(firsts):
        return False
    laid = (meld.seq for side in table.seats for meld in side.melds)
    return not any(firsts[0] < seq < firsts[-1] for seq in laid)


def _broken(chain: Any) -> str | None:
    return None if chain.followers == 3 else chain.broken or "end"


def _has(clause: str) -> pl.Expr:
    return pl.col("clauses").list.contains(clause)


_VALUE, _FOLLOWED = pl.col("value"), pl.col("followed")
_HAS_LEAD = pl.col("follow_lead").is_not_null()

STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        id="pao", zh="平均炮", en="炮 per win, own", unit="炮", rows="win", kind="ratio", game=GAME,
        text="The winner's own 炮, nothing eaten, ÷ hands won.",
        numerator="own 炮 of winners", denominator="hands won", n=_VALUE,
    ),
    Statistic(
        id="pao_eaten", zh="平均吃炮", en="炮 eaten per paying leg", unit="炮", rows="win",
        kind="ratio", game=GAME,
        text="炮 that winners eat from payers ÷ paying legs: one a payer and win (JJ-X2).",
        numerator="炮 eaten", denominator="paying legs", n=pl.col("eaten"), d=pl.col("legs"),
    ),
    Statistic(
        id="pao_median", zh="炮中位数", en="median 炮", unit="炮", rows="win", kind="quantile",
        game=GAME, text="The own 炮 that half of the wins do not exceed.",
        numerator="own 炮", denominator="hands won", n=_VALUE, share=0.5,
    ),
    Statistic(
        id="pao_p90", zh="炮九成分位", en="90th percentile of 炮", unit="炮", rows="win",
        kind="quantile", game=GAME, text="The own 炮 that nine wins in ten do not exceed.",
        numerator="own 炮", denominator="hands won", n=_VALUE, share=0.9,
    ),
    Statistic(
        id="pao_ten", zh="十炮以上占比", en="wins of 10 炮 or more", unit="%", rows="win",
        kind="proportion", game=GAME, text="Wins of at least 10 own 炮 ÷ hands won.",
        numerator="wins of 10 炮 or more", denominator="hands won", n=_VALUE >= 10,
    ),
    Statistic(
        id="pao_distribution", zh="炮分布", en="wins by 炮", unit="%", rows="win",
        kind="proportion", game=GAME, text="Wins of exactly that many own 炮 ÷ hands won.",
        numerator="wins of that many 炮", denominator="hands won",
        n=pl.when(_VALUE.is_not_null()).then(ONE), split=_VALUE,
    ),
    Statistic(
        id="net_pao", zh="局收支（不计倍数）", en="net 炮 per hand", unit="炮", rows="sitting",
        kind="ratio", game=GAME, text="Points ÷ the unit of the hand, ÷ hands played.",
        numerator="net 炮", denominator="hands played", n=pl.col("net_base"),
    ),
    Statistic(
        id="win_income_pao", zh="平均和牌收入（不计倍数）", en="炮 received per win", unit="炮",
        rows="win", kind="ratio", game=GAME,
        text="Net points of won hands ÷ the unit of each, ÷ hands won.",
        numerator="net 炮 of won hands", denominator="hands won", n=pl.col("net_base"),
    ),
    Statistic(
        id="deal_in_cost_pao", zh="平均铳点（不计倍数）", en="炮 per deal-in", unit="炮",
        rows="sitting", kind="ratio", game=GAME,
        text="Points lost in hands dealt in ÷ the unit of each, ÷ hands dealt in.",
        numerator="炮 lost in hands dealt in", denominator="hands dealt in",
        n=over(DEAL_IN, -pl.col("net_base")), d=DEAL_IN,
    ),
    Statistic(
        id="follow_rate", zh="跟庄率（每局）", en="跟庄 per hand", unit="%", rows="deal",
        kind="proportion", game=GAME,
        text="Hands whose dealer's first discard all three others followed (JJ-P14) ÷ hands.",
        numerator="hands with 跟庄", denominator="hands", n=_FOLLOWED,
    ),
    Statistic(
        id="follow_rate_chance", zh="跟庄率（每次机会）", en="跟庄 per opportunity", unit="%",
        rows="deal", kind="proportion", game=GAME,
        text="Hands with 跟庄 ÷ hands in which all four first discards were made in turn, with no "
        "claim and no kong among them.",
        numerator="hands with 跟庄", denominator="opportunities",
        n=_FOLLOWED, d=pl.col("follow_chance"),
    ),
    Statistic(
        id="follow_by_kind", zh="跟庄率（按牌）", en="跟庄 per opportunity, by tile", unit="%",
        rows="deal", kind="proportion", game=GAME,
        text="As 跟庄 per opportunity, for each kind of first discard alone.",
        numerator="hands with 跟庄", denominator="opportunities with that first discard",
        n=_FOLLOWED, d=pl.col("follow_chance"), split=pl.col("follow_kind"), within=True,
        items=KIND,
    ),
    Statistic(
        id="follow_chain", zh="跟庄人数", en="followers in turn", unit="%", rows="deal",
        kind="proportion", game=GAME,
        text="Hands with that many followers of the dealer's first discard, in strict order of "
        "seats, ÷ hands with a first discard.",
        numerator="hands with that many followers", denominator="hands with a first discard",
        n=ONE, d=_HAS_LEAD, split=pl.col("followers"),
    ),
    Statistic(
        id="follow_broken", zh="断跟原因", en="what broke the chain", unit="%", rows="deal",
        kind="proportion", game=GAME,
        text="Hands whose chain this ended before the third follower ÷ hands with a first discard.",
        numerator="chains ended by this", denominator="hands with a first discard",
        n=pl.col("follow_broken").is_not_null(), d=_HAS_LEAD, split=pl.col("follow_broken"),
        items=BROKEN,
    ),
    Statistic(
        id="follow_second", zh="第二张跟庄率", en="second discard followed", unit="%", rows="deal",
        kind="proportion", game=GAME,
        text="Hands whose dealer's second discard all three others followed ÷ hands with one.",
        numerator="second discards followed", denominator="hands with a second discard",
        n=pl.col("second_followers").eq_missing(3), d=pl.col("second_lead").is_not_null(),
    ),
    Statistic(
        id="follow_unit", zh="跟庄后的倍数", en="unit after a 跟庄", unit="%", rows="deal",
        kind="proportion", game=GAME,
        text="Hands with 跟庄 whose next hand has that unit (JJ-P15) ÷ hands with 跟庄.",
        numerator="hands with 跟庄 and that next unit", denominator="hands with 跟庄",
        n=pl.when(~_FOLLOWED | pl.col("next_unit").is_not_null()).then(_FOLLOWED), d=_FOLLOWED,
        split=pl.col("next_unit"),
    ),
    Statistic(
        id="unit", zh="倍数分布", en="hands by unit", unit="%", rows="deal", kind="proportion",
        game=GAME, text="Hands played at that unit ÷ hands.",
        numerator="hands at that unit", denominator="hands",
        n=pl.when(pl.col("unit").is_not_null()).then(ONE), split=pl.col("unit"),
    ),
    Statistic(
        id="unit_moved", zh="每局输赢（按倍数）", en="points moved per hand, by unit", unit="点",
        rows="deal", kind="ratio", game=GAME,
        text="Points that winners got ÷ hands, for each unit alone; drawn hands count with 0.",
        numerator="points moved at that unit", denominator="hands at that unit",
        n=pl.col("moved"), split=pl.col("unit"), within=True,
    ),
    Statistic(
        id="heaven", zh="天胡率", en="天胡 per player and hand", unit="%", rows="sitting",
        kind="rare", game=GAME, text="天胡 (JJ-F11) ÷ hands played.",
        numerator="天胡", denominator="hands played", n=over(WIN, _has("JJ-F11")),
    ),
    Statistic(
        id="earth", zh="地胡率", en="地胡 per player and hand", unit="%", rows="sitting",
        kind="rare", game=GAME, text="地胡 (JJ-F12) ÷ hands played.",
        numerator="地胡", denominator="hands played", n=over(WIN, _has("JJ-F12")),
    ),
    Statistic(
        id="fairies", zh="七仙女率", en="七仙女 per win", unit="%", rows="win", kind="rare",
        game=GAME, text="七仙女 (JJ-F9) ÷ hands won.",
        numerator="七仙女", denominator="hands won", n=_has("JJ-F9"),
    ),
)  # fmt: skip

FACTS = GameFacts(hands=COLUMNS, hand=hand_facts, statistics=STATISTICS)
