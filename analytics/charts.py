"""What the notebooks share: where their numbers come from, and how numbers are drawn.

The notebooks stand in ``analytics/notebooks``, one a game; nothing else needs this module, or the
libraries that it draws with.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import altair as alt
import marimo as mo
import polars as pl

from analytics.cache import of_store
from analytics.facts import Facts, build, nothing
from analytics.report import explained, report
from analytics.statistics import GroupBy, definition
from engine.game import game as rules_of
from engine.simulate import simulate
from store import DuckStore, StoreError

RATES = (
    "win_rate", "self_draw_rate", "self_draw_share", "deal_in_rate", "hit_rate", "by_rate",
)  # fmt: skip
"""How hands end for a player."""

MORE_RATES = (*RATES, "draw_rate", "dealer_repeats", "ready_rate", "open_rate", "kong_rate")

SIDES = {"dealer": "庄 dealer", "other": "闲 others"}
NUMBERS = ("value", "lo", "hi", "n", "d", "interval", "missing", "excluded")
MOST = 20
"""How many players a chart shows."""


# -- numbers --------------------------------------------------------------------------------------


class Loaded(NamedTuple):
    """Fact tables, where they are from (Markdown), and why there may be none of the game."""

    facts: Facts
    source: str
    problem: str


def load(game: str, db: object = None, *, matches: int = 60, hands: int = 16) -> Loaded:
    """The facts of the database file ``db``, or of simulated matches of ``game`` without one.

    ``hands``: the most that a simulated match has. A file that cannot be read gives no facts, and
    says so in ``problem``.
    """
    if not db:
        seeds = range(1, matches + 1)
        played = ((f"simulated-{n}", simulate(game, Random(n), hands=hands)) for n in seeds)
        facts = build(played)
        source = f"模拟 simulated: {matches} 场 matches, {len(facts.hands)} 局 hands"
        return Loaded(facts, source, "")
    source = f"`{db}`"
    try:
        with DuckStore(Path(str(db)), read_only=True) as store:
            none = f"库里没有{rules_of(game).title}的局 There is no hand of {game} in it."
            return Loaded(of_store(store), source, none)
    except StoreError as error:
        return Loaded(nothing(), source, f"打不开 Cannot be read: {error}")


def rulesets(facts: Facts, game: str) -> dict[str, str]:
    """The rulesets that ``game`` was played under, the one with most hands first, by a label."""
    played = (
        facts.hands.filter(pl.col("game") == game)
        .group_by("ruleset", "options")
        .agg(pl.len())
        .sort("len", "ruleset", descending=[True, False])
    )
    return {f"{options} ({n} 局)": ruleset for ruleset, options, n in played.iter_rows()}


def statistics(
    facts: Facts, game: str, ruleset: str, group_by: GroupBy | None = None
) -> pl.DataFrame:
    """The statistics of one ruleset; ``name`` and ``label`` as shown: Chinese, then English."""
    both = pl.concat_str("item_zh", "item_en", separator=" ")
    found = report(facts, game=game, group_by=group_by)
    return found.filter(pl.col("ruleset") == ruleset).with_columns(
        name=pl.concat_str("zh", "en", separator=" "),
        label=pl.when(pl.col("item_zh").str.ends_with(pl.col("item_en")))
        .then("item_zh")
        .otherwise(both),
    )


def only(frame: pl.DataFrame, *ids: str) -> pl.DataFrame:
    """The rows of these statistics, in the order of their definitions."""
    return frame.filter(pl.col("id").is_in(ids))


def of_clauses(frame: pl.DataFrame, *starts: str) -> pl.DataFrame:
    """The rows whose item is a clause that begins with one of ``starts``."""
    return frame.filter(pl.any_horizontal(pl.col("item").str.starts_with(s) for s in starts))


def table(frame: pl.DataFrame, *names: str) -> pl.DataFrame:
    """The numbers behind a chart, behind the columns ``names``."""
    return frame.select(*names, *NUMBERS)


def by_side(sides: pl.DataFrame) -> pl.DataFrame:
    """How hands end for the dealer and for the others, with the sides named."""
    return only(sides, *RATES).with_columns(pl.col("group").replace(SIDES))


def first_players(players: pl.DataFrame) -> pl.DataFrame:
    """The rows of as many players as a chart can show."""
    shown = players["group"].unique(maintain_order=True).head(MOST)
    return players.filter(pl.col("group").is_in(shown.implode()))


def beside(stats: pl.DataFrame, published: Mapping[str, float]) -> pl.DataFrame:
    """Published figures, one a row, and ours beside them; null where these rows have none.

    ``published``: figures by statistic, none of which has items. ``within``: the published one lies
    in our 95 % interval.
    """
    named = [(id, definition(id).zh, definition(id).en, at) for id, at in published.items()]
    anchors = pl.DataFrame(
        named,
        schema={"id": pl.String, "zh": pl.String, "en": pl.String, "published": pl.Float64},
        orient="row",
    )
    return anchors.join(
        stats.select("id", *NUMBERS), on="id", how="left", maintain_order="left"
    ).select(
        "id", "zh", "en", "published", *NUMBERS,
        within=pl.col("published").is_between("lo", "hi"),
    )  # fmt: skip


def counted(stats: pl.DataFrame) -> pl.DataFrame:
    """How many hands count, and why others do not."""
    return only(stats, "hands", "excluded").select("zh", "en", "label", "n", "d")


def meanings(game: str) -> pl.DataFrame:
    """What every statistic of ``game`` says."""
    columns = ("zh", "en", "text", "numerator", "denominator", "unit", "kind")
    return pl.DataFrame(explained(game)).select(columns)


# -- charts ---------------------------------------------------------------------------------------


def intervals(
    frame: pl.DataFrame, y: str, title: str, x: str, percent: bool = True, by: str | None = None
) -> alt.LayerChart | mo.Html:
    """A point a row, and its 95 % interval as a line; one colour for each of ``by``.

    ``y`` names the column of the rows' labels, ``x`` the axis of the values. Without rows a line
    of text that there are none.
    """
    if frame.is_empty():
        return _none(title)
    axis = alt.Axis(format="%") if percent else alt.Axis()
    tips = [y, "value", "lo", "hi", "n", "d", "interval"]
    base = alt.Chart(frame).encode(alt.Y(y, sort=None, title=None))
    if by:
        base = base.encode(color=alt.Color(by, title=None), yOffset=alt.YOffset(by))
    # Layers share one axis, and its title is that of all of them: each says the same.
    ranges = base.mark_rule().encode(alt.X("lo", title=x, axis=axis), x2="hi")
    points = base.mark_point(filled=True, size=60).encode(
        alt.X("value", title=x, axis=axis), tooltip=tips
    )
    chart: alt.LayerChart = (ranges + points).properties(title=title, width=480)
    return chart


def distribution(
    frame: pl.DataFrame, marks: pl.DataFrame, title: str, x: str, y: str = "和牌 wins"
) -> alt.LayerChart | mo.Html:
    """How often each number came, as bars, and ``marks`` (quantiles) as lines.

    ``frame``: the rows of a statistic whose items are whole numbers.
    """
    if frame.is_empty():
        return _none(title)
    numbers = frame.with_columns(amount=pl.col("item").cast(pl.Int64))
    bars = (
        alt.Chart(numbers)
        .mark_bar(size=5)
        .encode(
            alt.X("amount", title=x),
            alt.Y("n", title=y),
            tooltip=["amount", "n", "d", "value", "lo", "hi"],
        )
    )
    lines = (
        alt.Chart(marks)
        .mark_rule(size=2)
        .encode(
            alt.X("value", title=x),
            color=alt.Color("name", title=None),
            tooltip=["name", "value"],
        )
    )
    chart: alt.LayerChart = (bars + lines).properties(title=title, width=520)
    return chart


def _none(title: str) -> mo.Html:
    return mo.md(f"*{title}: 没有 none*")
