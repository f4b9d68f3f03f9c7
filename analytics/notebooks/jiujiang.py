"""九江麻将 in numbers: 炮, 跟庄 and rates of a database, or of simulated matches without one.

Open it with ``marimo edit analytics/notebooks/jiujiang.py -- --db FILE``, or name the file in the
environment as ``PAIPU_DB``.
"""

import marimo

app = marimo.App(width="medium", app_title="九江麻将 Jiujiang mahjong")


@app.cell
def _():
    import os
    import random
    from pathlib import Path

    import altair as alt
    import marimo as mo
    import polars as pl

    import analytics
    from engine.simulate import simulate
    from store import DuckStore, StoreError

    return DuckStore, Path, StoreError, alt, analytics, mo, os, pl, random, simulate


@app.cell
def _(DuckStore, Path, StoreError, analytics, mo, os, random, simulate):
    _matches, _hands = 60, 16
    problem = "库里没有九江麻将的局 There is no hand of jiujiang in it."
    _db = mo.cli_args().get("db") or os.environ.get("PAIPU_DB")
    if _db:
        source = f"`{_db}`"
        facts = analytics.build(())
        try:
            with DuckStore(Path(str(_db)), read_only=True) as _store:
                facts = analytics.of_store(_store)
        except StoreError as _error:
            problem = f"打不开 Cannot be read: {_error}"
    else:
        source = f"模拟 simulated: {_matches} × {_hands} 局 hands"
        facts = analytics.build(
            (f"simulated-{_seed}", simulate("jiujiang", random.Random(_seed), hands=_hands))
            for _seed in range(1, _matches + 1)
        )
    return facts, problem, source


@app.cell
def _(facts, mo, pl, problem, source):
    _played = (
        facts.hands.filter(pl.col("game") == "jiujiang")
        .group_by("ruleset", "options")
        .agg(pl.len())
        .sort("len", "ruleset", descending=[True, False])
    )
    mo.stop(_played.is_empty(), mo.callout(mo.md(f"{source}: {problem}"), kind="danger"))
    _names = {f"{_rules} ({_n} 局)": _id for _id, _rules, _n in _played.iter_rows()}
    ruleset = mo.ui.dropdown(_names, value=next(iter(_names)), label="规则 options that differ")
    mo.vstack([mo.md(f"# 九江麻将 Jiujiang mahjong\n\n数据 data: {source}"), ruleset])
    return (ruleset,)


@app.cell
def _(analytics, facts, pl, ruleset):
    def _report(group_by=None):
        """The statistics of this ruleset, with names as they are shown: Chinese, then English."""
        found = analytics.report(facts, game="jiujiang", group_by=group_by)
        both = pl.concat_str("item_zh", "item_en", separator=" ")
        return found.filter(pl.col("ruleset") == ruleset.value).with_columns(
            name=pl.concat_str("zh", "en", separator=" "),
            label=pl.when(pl.col("item_zh").str.ends_with(pl.col("item_en")))
            .then("item_zh")
            .otherwise(both),
        )

    stats, sides, players = _report(), _report("dealer"), _report("player")
    return players, sides, stats


@app.cell
def _(alt, mo, pl):
    def only(frame, *ids):
        return frame.filter(pl.col("id").is_in(ids))

    def table(frame, *names):
        """The numbers behind a chart."""
        columns = [*names, "value", "lo", "hi", "n", "d", "interval", "missing", "excluded"]
        return frame.select(columns)

    def intervals(frame, y, title, x, percent=True, by=None):
        """A point a row, and its 95 % interval as a line; one colour for each of ``by``."""
        if frame.is_empty():
            return mo.md(f"*{title}: 没有 none*")
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
        return (ranges + points).properties(title=title, width=480)

    return intervals, only, table


@app.cell
def _(intervals, mo, only, sides, stats, table):
    _ids = ("win_rate", "self_draw_rate", "self_draw_share", "deal_in_rate", "hit_rate", "by_rate")
    rates = only(
        stats, *_ids, "draw_rate", "dealer_repeats", "ready_rate", "open_rate", "kong_rate"
    )
    rates_chart = intervals(rates, "name", "比率 rates, 95 % 区间 intervals", "占比 share")
    _sides = only(sides, *_ids).with_columns(
        group=sides.filter(sides["id"].is_in(_ids))["group"].replace(
            {"dealer": "庄 dealer", "other": "闲 others"}
        )
    )
    sides_chart = intervals(_sides, "name", "庄与闲 dealer and others", "占比 share", by="group")
    mo.vstack([mo.md("## 比率 Rates"), rates_chart, table(rates, "zh", "en"), sides_chart])
    return rates, rates_chart, sides_chart


@app.cell
def _(alt, mo, only, pl, stats, table):
    pao = only(stats, "pao", "pao_eaten", "pao_median", "pao_p90", "pao_ten")
    spread = only(stats, "pao_distribution").with_columns(pao=pl.col("item").cast(pl.Int64))
    _axis = "炮（自己的，不算吃的）own 炮, nothing eaten"
    _bars = (
        alt.Chart(spread)
        .mark_bar(size=5)
        .encode(
            alt.X("pao", title=_axis),
            alt.Y("n", title="和牌 wins"),
            tooltip=["pao", "n", "d", "value", "lo", "hi"],
        )
    )
    _marks = only(pao, "pao_median", "pao_p90")
    _rules = (
        alt.Chart(_marks)
        .mark_rule(size=2)
        .encode(
            alt.X("value", title=_axis),
            color=alt.Color("name", title=None),
            tooltip=["name", "value"],
        )
    )
    pao_chart = (_bars + _rules).properties(title="炮分布 wins by 炮", width=520)
    mo.vstack([mo.md("## 炮"), pao_chart, table(pao, "zh", "en")])
    return pao, pao_chart, spread


@app.cell
def _(intervals, mo, only, stats, table):
    lines = only(stats, "lines")
    lines_chart = intervals(lines, "label", "各项占比 share of each line", "和牌占比 of wins")
    mo.vstack([mo.md("## 各项 Lines"), lines_chart, table(lines, "label")])
    return lines, lines_chart


@app.cell
def _(intervals, mo, only, stats, table):
    follow = only(stats, "follow_rate", "follow_rate_chance", "follow_second")
    kinds = only(stats, "follow_by_kind")
    kinds_chart = intervals(
        kinds,
        "label",
        "跟庄率（按牌）跟庄 by the dealer's first discard",
        "每次机会 per opportunity",
    )
    chain = only(stats, "follow_chain", "follow_broken")
    chain_chart = intervals(
        only(chain, "follow_chain"), "label", "跟庄人数 followers in turn", "占比 share of hands"
    )
    mo.vstack(
        [
            mo.md("## 跟庄 Following the dealer"),
            table(follow, "zh", "en"),
            kinds_chart,
            table(kinds, "label"),
            chain_chart,
            table(chain, "zh", "label"),
        ]
    )
    return chain, chain_chart, follow, kinds, kinds_chart


@app.cell
def _(intervals, mo, only, stats, table):
    units = only(stats, "unit", "unit_moved", "follow_unit")
    units_chart = intervals(
        only(units, "unit"), "label", "倍数分布 hands by unit", "占比 share of hands"
    )
    moved_chart = intervals(
        only(units, "unit_moved"), "label", "每局输赢 points moved per hand, by unit", "点 points",
        percent=False,
    )  # fmt: skip
    after_chart = intervals(
        only(units, "follow_unit"), "label", "跟庄后的倍数 unit after a 跟庄", "占比 share"
    )
    mo.vstack(
        [
            mo.md("## 倍数 The unit"),
            units_chart,
            moved_chart,
            after_chart,
            table(units, "zh", "label"),
        ]
    )
    return after_chart, moved_chart, units, units_chart


@app.cell
def _(intervals, mo, only, players, table):
    _most = 20
    people = only(players, "win_rate", "deal_in_rate", "net")
    _shown = people["group"].unique(maintain_order=True).head(_most)
    _people = people.filter(people["group"].is_in(_shown.implode()))
    people_chart = intervals(
        only(_people, "win_rate", "deal_in_rate"), "group", "玩家 players", "占比 share", by="name"
    )
    net_chart = intervals(
        only(_people, "net"), "group", "局收支 net per hand", "点 points", percent=False
    )
    mo.vstack(
        [mo.md("## 玩家 Players"), people_chart, net_chart, table(people, "zh", "client", "group")]
    )
    return net_chart, people, people_chart


@app.cell
def _(analytics, mo, only, pl, stats):
    counted = only(stats, "hands", "excluded").select("zh", "en", "label", "n", "d")
    meanings = pl.DataFrame(analytics.explained("jiujiang")).select(
        "zh", "en", "text", "numerator", "denominator", "unit", "kind"
    )
    mo.vstack([mo.md("## 定义 Definitions"), counted, meanings])
    return counted, meanings


if __name__ == "__main__":
    app.run()
