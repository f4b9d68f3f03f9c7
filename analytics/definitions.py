"""What a statistic is: its definition as data, and the ones that every game has.

A statistic is Σ numerator ÷ Σ denominator over rows of one table, both as expressions on its
columns (:mod:`analytics.facts`): a ratio of sums, never a mean of players' or matches' own rates. A
row whose numerator or denominator is null does not contain the fact: it is counted as ``missing``,
not as 0.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import polars as pl

Rows = Literal["dealt", "hand", "deal", "dealership", "seated", "sitting", "win"]
"""The rows that a statistic counts.

``dealt``: every hand that was dealt, excluded or not; of one player: those that he sat in.
``hand``: every counted hand; of one player: those that he sat in. ``deal``: the same; of one
player: those that he dealt. ``dealership``: consecutive hands with one dealer. ``seated``: a
player's part in a hand that was dealt, excluded or not; ``sitting``: in a counted hand. ``win``: a
winner's part in a won hand.
"""

Kind = Literal["proportion", "rare", "ratio", "quantile", "greatest", "count"]
"""How the value and its interval come about.

``proportion``: of trials that succeed or not; Wilson, or resampling where several trials are of one
hand. ``rare``: events per trial; exact Poisson. ``ratio``: of any two sums; resampling by match.
``quantile`` (at ``share``) and ``greatest``: of the numerator's values; order statistics, and none.
``count``: the numerator itself; none.
"""

Labels = Mapping[str, tuple[str, str]]
"""What an item is called, in Chinese and in English."""

ONE = pl.lit(1, pl.Int64)


@dataclass(frozen=True, kw_only=True)
class Statistic:
    """One statistic: its names, what it says, and how it is counted.

    ``unit``: ``%`` (values are fractions, 0–1), 炮, 点 (points), 局 (hands), 手 (discards), or
    empty for plain numbers. ``numerator`` and ``denominator`` say in words what ``n`` and ``d``
    compute. ``split``: one row an item of this expression, labelled by ``items`` (or by the name
    of the clause that the item is, if ``clauses``); the denominator is that of all items
    together, or of each alone if ``within``. A hand in which only the numerator's facts are
    missing has a null there. ``game``: the only game that has it.
    """

    id: str
    zh: str
    en: str
    text: str
    unit: str
    rows: Rows
    kind: Kind
    numerator: str
    denominator: str
    n: pl.Expr
    d: pl.Expr = ONE
    game: str | None = None
    split: pl.Expr | None = None
    within: bool = False
    items: Labels = field(default_factory=dict)
    clauses: bool = False
    share: float = 0.5


def is_result(*results: str) -> pl.Expr:
    """Whether the player's part in the hand was one of ``results`` (W D L B Q)."""
    return pl.col("result").is_in(results)


def over(condition: pl.Expr, value: pl.Expr) -> pl.Expr:
    """``value`` where ``condition`` holds, 0 where it does not; null where either is not known."""
    return pl.when(condition).then(value).when(~condition).then(0)


def known(value: pl.Expr) -> pl.Expr:
    """1 in every row where ``value`` is known: what a distribution of it counts."""
    return pl.when(value.is_not_null()).then(ONE)


WIN, DEAL_IN, PAID, STOOD_BY = (is_result(result) for result in "WDLB")
_SELF = pl.col("self_drawn")
_KONGS = pl.sum_horizontal("kongs_concealed", "kongs_exposed", "kongs_added", ignore_nulls=False)

EXCLUDED: Labels = {
    "incomplete": ("记录不完整", "the record ends in the hand"),
    "abort": ("流局作废", "aborted"),
    "annulled": ("裁定作废", "annulled by a ruling"),
    "illegal": ("违规，未裁定", "not playable as recorded, no ruling"),
    "untold": ("胜者不明", "the settlement does not say who won or how"),
    "repeated": ("局号重复", "a hand of that number stands before it"),
    "game": ("未知玩法", "the game is not known"),
    "options": ("未知规则选项", "the match's options are not the game's"),
}
"""Why a hand is not counted, in this order of precedence."""

GENERAL: tuple[Statistic, ...] = (
    Statistic(
        id="hands", zh="局数", en="hands", unit="局", rows="dealt", kind="count",
        text="Completed hands: won or drawn, and not annulled, aborted, cut short or illegal.",
        numerator="completed hands", denominator="hands dealt",
        n=pl.col("excluded").is_null(),
    ),
    Statistic(
        id="excluded", zh="不计入的局", en="hands not counted", unit="局", rows="dealt",
        kind="count", text="Hands that no other statistic counts, by the reason.",
        numerator="hands not counted for this reason", denominator="hands dealt",
        n=pl.col("excluded").is_not_null(), split=pl.col("excluded"), items=EXCLUDED,
    ),
    Statistic(
        id="win_rate", zh="和了率", en="win rate", unit="%", rows="sitting", kind="proportion",
        text="A player's won hands ÷ hands played.",
        numerator="hands won", denominator="hands played", n=WIN,
    ),
    Statistic(
        id="self_draw_rate", zh="自摸率", en="self-draw rate", unit="%", rows="sitting",
        kind="proportion", text="Hands won by own draw ÷ hands played. Not 自摸占比.",
        numerator="hands won by own draw", denominator="hands played", n=WIN & _SELF,
    ),
    Statistic(
        id="self_draw_share", zh="自摸占比", en="self-draw share of wins", unit="%", rows="win",
        kind="proportion", text="Hands won by own draw ÷ hands won. Not 自摸率.",
        numerator="hands won by own draw", denominator="hands won", n=_SELF,
    ),
    Statistic(
        id="discard_share", zh="点和率", en="share of wins by another's tile", unit="%", rows="win",
        kind="proportion", text="Hands won on another's tile ÷ hands won.",
        numerator="hands won on another's tile", denominator="hands won", n=~_SELF,
    ),
    Statistic(
        id="deal_in_rate", zh="放铳率", en="deal-in rate", unit="%", rows="sitting",
        kind="proportion",
        text="Hands in which the player gave a winning tile (discarded it, or was robbed of it) ÷ "
        "hands played; a hand with several winners counts once.",
        numerator="hands dealt in", denominator="hands played", n=DEAL_IN,
    ),
    Statistic(
        id="deal_in_events", zh="放铳次数率", en="deal-ins per hand", unit="", rows="sitting",
        kind="ratio", text="Wins given away ÷ hands played; each of several winners counts.",
        numerator="wins given away", denominator="hands played", n=pl.col("deal_ins"),
    ),
    Statistic(
        id="deal_in_share", zh="放铳占比", en="share of others' discard wins dealt in", unit="%",
        rows="sitting", kind="proportion",
        text="Hands dealt in ÷ hands that others won on a tile that was given.",
        numerator="hands dealt in", denominator="hands won by others on a tile given",
        n=DEAL_IN, d=(DEAL_IN | STOOD_BY) & pl.col("given"),
    ),
    Statistic(
        id="hit_rate", zh="被自摸率", en="hit by another's self-draw", unit="%", rows="sitting",
        kind="proportion",
        text="Hands that another won by own draw ÷ hands played, whoever pays for it: under 包牌 "
        "one of three, in 告胡子 nobody.",
        numerator="hands that another won by own draw", denominator="hands played", n=PAID,
    ),
    Statistic(
        id="by_rate", zh="旁观率", en="stood by", unit="%", rows="sitting", kind="proportion",
        text="Hands that others won, not by own draw and not on this player's tile, ÷ hands "
        "played; in 告胡子 on another's draw, too (平胡).",
        numerator="hands stood by", denominator="hands played", n=STOOD_BY,
    ),
    Statistic(
        id="draw_rate", zh="黄庄率（流局率）", en="drawn hands", unit="%", rows="hand",
        kind="proportion", text="Hands that nobody won (黄庄, 荒庄, 流局) ÷ hands.",
        numerator="drawn hands", denominator="hands", n=pl.col("outcome") == "draw",
    ),
    Statistic(
        id="ready_rate", zh="报听率", en="ready declared", unit="%", rows="sitting",
        kind="proportion", text="Hands with 报听 (立直) declared ÷ hands played.",
        numerator="hands with 报听", denominator="hands played", n=pl.col("ready"),
    ),
    Statistic(
        id="ready_win_rate", zh="报听后和率", en="win rate after ready", unit="%", rows="sitting",
        kind="proportion", text="Hands won after 报听 ÷ hands with 报听.",
        numerator="hands won after 报听", denominator="hands with 报听",
        n=pl.col("ready") & WIN, d=pl.col("ready"),
    ),
    Statistic(
        id="ready_deal_in_rate", zh="报听后放铳率", en="deal-in rate after ready", unit="%",
        rows="sitting", kind="proportion",
        text="Hands dealt in with 报听 ÷ hands with 报听; the declaring discard counts.",
        numerator="hands dealt in with 报听", denominator="hands with 报听",
        n=pl.col("ready") & DEAL_IN, d=pl.col("ready"),
    ),
    Statistic(
        id="open_rate", zh="副露率", en="open meld", unit="%", rows="sitting", kind="proportion",
        text="Hands with at least one open meld ÷ hands played; a concealed kong is not open.",
        numerator="hands with an open meld", denominator="hands played", n=pl.col("open"),
    ),
    Statistic(
        id="kong_rate", zh="杠率", en="hands with a kong", unit="%", rows="sitting",
        kind="proportion", text="Hands with at least one kong ÷ hands played.",
        numerator="hands with a kong", denominator="hands played", n=_KONGS > 0,
    ),
    Statistic(
        id="concealed_kongs", zh="暗杠数", en="concealed kongs per hand", unit="", rows="sitting",
        kind="ratio", text="Concealed kongs ÷ hands played.",
        numerator="concealed kongs", denominator="hands played", n=pl.col("kongs_concealed"),
    ),
    Statistic(
        id="exposed_kongs", zh="明杠数", en="exposed kongs per hand", unit="", rows="sitting",
        kind="ratio", text="Directly exposed kongs ÷ hands played.",
        numerator="exposed kongs", denominator="hands played", n=pl.col("kongs_exposed"),
    ),
    Statistic(
        id="added_kongs", zh="补杠数", en="added kongs per hand", unit="", rows="sitting",
        kind="ratio", text="Kongs added to a pung, and not robbed, ÷ hands played.",
        numerator="added kongs", denominator="hands played", n=pl.col("kongs_added"),
    ),
    Statistic(
        id="kong_win_rate", zh="杠开率", en="wins on a kong's replacement per kong", unit="%",
        rows="sitting", kind="rare", text="Wins on the replacement of a kong ÷ kongs made.",
        numerator="wins on a kong's replacement", denominator="kongs",
        n=pl.col("kong_win"), d=_KONGS,
    ),
    Statistic(
        id="robbed_rate", zh="被抢杠率", en="kong robbed", unit="%", rows="sitting", kind="rare",
        text="Hands in which the player's kong was robbed ÷ hands played.",
        numerator="hands with a kong robbed", denominator="hands played", n=pl.col("robbed"),
    ),
    Statistic(
        id="net", zh="局收支", en="net per hand", unit="点", rows="sitting", kind="ratio",
        text="Points won and lost ÷ hands played. Over all players of a game it is 0 but for what "
        "stays on the table (riichi sticks); not so in 告胡子, where it is what a running total "
        "changes by (GH-X1, GH-X2).",
        numerator="net points", denominator="hands played", n=pl.col("net"),
    ),
    Statistic(
        id="win_income", zh="平均和牌收入", en="points per win", unit="点", rows="win",
        kind="ratio", text="Net points of won hands ÷ hands won, the unit included.",
        numerator="net points of won hands", denominator="hands won", n=pl.col("net"),
    ),
    Statistic(
        id="deal_in_cost", zh="平均铳点", en="points per deal-in", unit="点", rows="sitting",
        kind="ratio", text="Points lost in hands dealt in ÷ hands dealt in, the unit included.",
        numerator="points lost in hands dealt in", denominator="hands dealt in",
        n=over(DEAL_IN, -pl.col("net")), d=DEAL_IN,
    ),
    Statistic(
        id="turns", zh="每局手数", en="discards per hand", unit="手", rows="hand", kind="ratio",
        text="Discards of all players ÷ hands.",
        numerator="discards", denominator="hands", n=pl.col("turns"),
    ),
    Statistic(
        id="win_turn", zh="和了巡目", en="own turn of the win", unit="手", rows="win", kind="ratio",
        text="The winner's own discards, and 1 for a winning draw, ÷ hands won.",
        numerator="own turns of winners", denominator="hands won", n=pl.col("turns"),
    ),
    Statistic(
        id="dealer_repeats", zh="连庄率", en="dealer keeps the deal", unit="%", rows="deal",
        kind="proportion",
        text="Hands whose dealer also dealt the hand before ÷ hands with one before in the record.",
        numerator="hands dealt again", denominator="hands that follow another",
        n=pl.col("streak") > 1, d=pl.col("follows"),
    ),
    Statistic(
        id="dealership", zh="平均坐庄局数", en="hands per dealership", unit="局", rows="dealership",
        kind="ratio",
        text="Hands ÷ dealerships; a dealership is a run of hands with one dealer (连庄), as far "
        "as the record shows it.",
        numerator="hands", denominator="dealerships", n=pl.col("length"),
    ),
    Statistic(
        id="longest_dealership", zh="最长连庄", en="longest dealership", unit="局",
        rows="dealership", kind="greatest", text="The most hands that one dealer dealt in a row.",
        numerator="hands of the longest dealership", denominator="dealerships",
        n=pl.col("length"),
    ),
    Statistic(
        id="dealerships", zh="坐庄局数分布", en="dealerships by length", unit="%",
        rows="dealership", kind="proportion", text="Dealerships of that many hands ÷ dealerships.",
        numerator="dealerships of that length", denominator="dealerships",
        n=ONE, split=pl.col("length"),
    ),
    Statistic(
        id="lines", zh="各项占比", en="share of each line", unit="%", rows="win",
        kind="proportion",
        text="Hands won with the line among the winner's own ÷ hands won whose lines are known.",
        numerator="wins with the line", denominator="wins with lines known",
        n=pl.when(pl.col("clauses").is_not_null()).then(ONE), split=pl.col("clauses"),
        clauses=True,
    ),
)  # fmt: skip
"""The statistics of every game; one whose facts a game lacks is left out there."""
