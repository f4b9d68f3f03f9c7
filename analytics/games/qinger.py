"""青儿: points of every player, 敲 and what it brings, 起牌, 见牌 and doublings.

Every two players settle the difference of their points, whoever won, and also when nobody did: a
hand's classes go by how it was won, nets of drawn hands are not 0, and nobody is liable for a card.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl

from analytics.definitions import Labels, Statistic, known
from analytics.games import Facts, GameFacts, Schema
from engine.games.qinger import ADVERT, ALIKE, GHOSTS, RANKED
from engine.games.qinger.patterns import jian_kinds
from engine.mahjong.table import HIDDEN, Table
from engine.replay import Hand
from events import Settlement

GAME = "qinger"

HANDS: Schema = {"refused": pl.Boolean(), "jian_group": pl.String()}
"""``refused``: all three refused to play (QE-E6), so that the hand is excluded as ``abort``;
``jian_group``: what the 见张 made 见牌 (QE-J1, QE-J3): ``147``, ``258``, ``369`` or ``all``.
"""

SEATS: Schema = {
    "points": pl.Int64(),
    "knocked": pl.Boolean(),
    "asked": pl.Boolean(),
    "refuses": pl.Boolean(),
    "sets": pl.Int8(),
    "jian_sets": pl.Int8(),
}
"""``points``: A + B, doubled; ``knocked``: 敲; ``asked``: whether to play (起牌), and ``refuses``.
``sets``: 碰, 笃 and 起飞 on the table; ``jian_sets``: those of 见牌.
"""

GROUPS = ("147", "258", "369")
JIAN: Labels = {
    "147": ("147", "147"),
    "258": ("258", "258"),
    "369": ("369", "369"),
    "all": ("喜喜见", "every card"),
}
PARTS: Labels = {
    "W": ("胡家", "winner"),
    "other": ("未胡", "others in a won hand"),
    "Q": ("无人胡", "hand without a winner"),
}
KNOCKED: Labels = {"true": ("敲", "knocked"), "false": ("不敲", "not knocked")}


def hand_facts(hand: Hand, settlement: Settlement | None, after: Any) -> Facts:
    """The columns of this game for one hand."""
    table: Table = hand.table
    facts: Facts = {}
    if settlement is not None or _refused(hand):
        facts["refused"] = settlement is None
    if table.own.jian is not None:
        facts["jian_group"] = group(table.own.jian)
    return facts


def group(jian: int) -> str:
    """QE-J1, QE-J3: what the card ``jian`` makes 见牌 beside 1, 9, J, Q and K."""
    if jian in (*GHOSTS, ADVERT):
        return "all"
    kind = ALIKE[jian]
    return GROUPS[kind % 9 % 3 if kind < RANKED else kind - RANKED]


def seat_facts(hand: Hand, settlement: Settlement | None, seat: int) -> Facts:
    """The columns of this game for one seat, and its 笃 and 起飞 as kongs; nobody wins on one's
    replacement, or declares himself ready."""
    table: Table = hand.table
    facts: Facts = {"ready": None, "kong_win": None, **laid(table, seat)}
    if seat in table.own.order and (settlement is not None or _refused(hand)):
        facts |= _asked(table, seat)
    if settlement is None:
        return facts
    facts["robbed"] = _robbed(table, seat)
    won = next((win for win in settlement.wins or () if win.seat == seat), None)
    lines, points = (None, None) if won is None else (won.lines, won.value)
    if settlement.points is not None and seat < len(settlement.points):
        points = settlement.points[seat]
    if settlement.seat_lines is not None and seat < len(settlement.seat_lines):
        lines = settlement.seat_lines[seat]
    facts["points"] = points
    facts["clauses"] = None if lines is None else [clause for clause, _ in lines]
    return facts


def laid(table: Table, seat: int) -> Facts:
    """What lies before a seat: sets, and as kongs 暗笃 and 起飞 (concealed), 明笃 of both kinds."""
    melds = table.seats[seat].melds
    kinds = Counter(meld.kind for meld in melds)
    concealed = kinds["an_du"] + kinds["qi_fei"]
    facts: Facts = {
        "open": len(melds) > concealed,
        "kongs_concealed": concealed,
        "kongs_exposed": kinds["ming_du"],
        "kongs_added": kinds["added_du"],
        "sets": len(melds),
    }
    if table.own.jian is not None and all(meld.tile != HIDDEN for meld in melds):
        jian = jian_kinds(table.own.jian)
        facts["jian_sets"] = sum(jian[ALIKE[meld.tile]] for meld in melds)
    return facts


def _asked(table: Table, seat: int) -> Facts:
    """QE-E4, QE-E6: what a seat said before the game, and whether it was asked."""
    own, place = table.own, table.own.order.index(seat)
    asked, last = place < own.asked, place == own.asked - 1
    return {
        "knocked": own.knocked(seat),
        "asked": asked,
        "refuses": asked and not (own.started and last),
    }


def _refused(hand: Hand) -> bool:
    """QE-E6: whether the hand ended with three refusals, and nothing is wrong with that."""
    settled = hand.settlement is not None and hand.settlement.outcome == "abort"
    stands = hand.ruling is None or hand.ruling.verdict == "upheld"
    return settled and hand.table.own.refused and not hand.table.doubtful and stands


def _robbed(table: Table, seat: int) -> bool:
    """QE-P5: whether another won on the card that the seat added to its 碰 (抢笃)."""
    given = table.given
    if not table.winners or given is None:
        return False
    return (given.what, given.seat) == ("added_du", seat)


_POINTS, _KNOCKED, _CLAUSES = pl.col("points"), pl.col("knocked"), pl.col("clauses")
_FACTORS = _CLAUSES.list.filter(pl.element().str.starts_with("QE-D"))
_PART = pl.when(pl.col("result").is_in(["W", "Q"])).then("result").otherwise(pl.lit("other"))

STATISTICS: tuple[Statistic, ...] = (
    Statistic(
        id="points", zh="每局分数", en="points per hand", unit="分", rows="sitting",
        kind="ratio", game=GAME,
        text="Points of a player (A and B, doubled; not what he nets) ÷ hands played: of who won "
        "it, of the two others, and of hands without a winner, each alone.",
        numerator="points of such players", denominator="hands played as such",
        n=_POINTS, split=_PART, within=True, items=PARTS,
    ),
    Statistic(
        id="points_median", zh="胡牌分数中位数", en="median points of a win", unit="分",
        rows="win", kind="quantile", game=GAME,
        text="The winner's points that half of the wins do not exceed.",
        numerator="winner's points", denominator="hands won", n=_POINTS, share=0.5,
    ),
    Statistic(
        id="points_p90", zh="胡牌分数九成分位", en="90th percentile of points of a win", unit="分",
        rows="win", kind="quantile", game=GAME,
        text="The winner's points that nine wins in ten do not exceed.",
        numerator="winner's points", denominator="hands won", n=_POINTS, share=0.9,
    ),
    Statistic(
        id="points_distribution", zh="胡牌分数分布", en="wins by points", unit="%", rows="win",
        kind="proportion", game=GAME,
        text="Wins of exactly that many points (more than 60, QE-W2) ÷ hands won.",
        numerator="wins of that many points", denominator="hands won",
        n=known(_POINTS), split=_POINTS,
    ),
    Statistic(
        id="knock_rate", zh="敲率", en="knocks", unit="%", rows="seated", kind="proportion",
        game=GAME,
        text="Hands before which the player knocked (QE-E4) ÷ hands before which he was asked; "
        "those that all three then refused to play count.",
        numerator="knocks", denominator="times asked whether to knock", n=_KNOCKED,
    ),
    Statistic(
        id="knock_net", zh="敲与不敲的收支", en="net per hand, knocked or not", unit="点",
        rows="sitting", kind="ratio", game=GAME,
        text="Net points of hands with the player's own knock, and of those without, ÷ such "
        "hands, each alone.",
        numerator="net points of such hands", denominator="such hands",
        n=pl.col("net"), split=_KNOCKED, within=True, items=KNOCKED,
    ),
    Statistic(
        id="refusal_rate", zh="不起率", en="refusals to play", unit="%", rows="seated",
        kind="proportion", game=GAME,
        text="Times a player refused to play (起牌, QE-E6) ÷ times he was asked.",
        numerator="refusals", denominator="times asked whether to play",
        n=pl.col("refuses"), d=pl.col("asked"),
    ),
    Statistic(
        id="refused_hands", zh="三家不起率", en="hands that all refused", unit="%", rows="dealt",
        kind="proportion", game=GAME,
        text="Hands that all three refused to play (QE-E6) ÷ those and the hands that count. They "
        "are the ones excluded as aborted.",
        numerator="hands that all three refused", denominator="hands dealt and asked for",
        n=pl.col("refused"),
    ),
    Statistic(
        id="jian_groups", zh="见张分布", en="hands by the 见张's group", unit="%", rows="hand",
        kind="proportion", game=GAME,
        text="Hands whose 见张 makes that group 见牌 (QE-J1), or every card (喜喜见, QE-J3), ÷ "
        "hands.",
        numerator="hands with that group", denominator="hands whose 见张 is known",
        n=known(pl.col("jian_group")), split=pl.col("jian_group"), items=JIAN,
    ),
    Statistic(
        id="jian_share", zh="见牌占比", en="见牌 among sets laid out", unit="%", rows="sitting",
        kind="proportion", game=GAME,
        text="碰, 笃 and 起飞 of 见牌 (QE-J2) ÷ all on the table; what is in hand is not seen.",
        numerator="sets of 见牌", denominator="sets laid out",
        n=pl.col("jian_sets"), d=pl.col("sets"),
    ),
    Statistic(
        id="doublings", zh="各项翻倍率", en="share of each doubling", unit="%", rows="sitting",
        kind="proportion", game=GAME,
        text="Hands in which the player's points were doubled by that (QE-D1 to QE-D5) ÷ hands "
        "played; what only a winner can have is found per win among 各项占比.",
        numerator="hands with the doubling", denominator="hands played with lines known",
        n=known(_CLAUSES), split=_FACTORS, clauses=True,
    ),
    Statistic(
        id="doubled_wins", zh="胡牌翻倍占比", en="wins doubled", unit="%", rows="win",
        kind="proportion", game=GAME,
        text="Hands won with at least one doubling ÷ hands won.",
        numerator="wins doubled", denominator="wins with lines known",
        n=_FACTORS.list.len() > 0,
    ),
)  # fmt: skip

FACTS = GameFacts(hands=HANDS, seats=SEATS, hand=hand_facts, seat=seat_facts, statistics=STATISTICS)
