"""立直麻将 in numbers: rates, 打点 and 役 of a database, or of simulated matches without one.

Open it with ``marimo edit analytics/notebooks/riichi.py -- --db FILE``, or name the file in the
environment as ``PAIPU_DB``.
"""

import marimo

app = marimo.App(width="medium", app_title="立直麻将 Riichi mahjong")


@app.cell
def _():
    import os

    import marimo as mo

    from analytics import charts
    from analytics.games.riichi import ANCHORS, ANCHORS_SOURCE, DORA

    game = "riichi"
    return ANCHORS, ANCHORS_SOURCE, DORA, charts, game, mo, os


@app.cell
def _(charts, game, mo, os):
    facts, source, problem = charts.load(
        game, mo.cli_args().get("db") or os.environ.get("PAIPU_DB")
    )
    _names = charts.rulesets(facts, game)
    mo.stop(not _names, mo.callout(mo.md(f"{source}: {problem}"), kind="danger"))
    ruleset = mo.ui.dropdown(_names, value=next(iter(_names)), label="规则 options that differ")
    mo.vstack([mo.md(f"# 立直麻将 Riichi mahjong\n\n数据 data: {source}"), ruleset])
    return facts, ruleset


@app.cell
def _(charts, facts, game, ruleset):
    stats, sides, players = (
        charts.statistics(facts, game, ruleset.value, group_by)
        for group_by in (None, "dealer", "player")
    )
    return players, sides, stats


@app.cell
def _(charts, mo, sides, stats):
    rates = charts.only(stats, *charts.MORE_RATES)
    rates_chart = charts.intervals(rates, "name", "比率 rates, 95 % 区间 intervals", "占比 share")
    sides_chart = charts.intervals(
        charts.by_side(sides), "name", "庄与闲 dealer and others", "占比 share", by="group"
    )
    mo.vstack([mo.md("## 比率 Rates"), rates_chart, charts.table(rates, "zh", "en"), sides_chart])
    return rates, rates_chart, sides_chart


@app.cell
def _(ANCHORS, ANCHORS_SOURCE, charts, mo, stats):
    anchors = charts.beside(stats, ANCHORS)
    mo.vstack(
        [
            mo.md(
                "## 已发表的数 Published figures\n\n"
                f"{ANCHORS_SOURCE}.\n\n模拟的局不是那里的人打的，数字不必相近。 Simulated hands "
                "are not played as on those tables: their figures need not be near."
            ),
            anchors,
        ]
    )
    return (anchors,)


@app.cell
def _(charts, mo, stats):
    ready = charts.only(stats, "ready_rate", "ready_win_rate", "ready_deal_in_rate")
    ready_chart = charts.intervals(ready, "name", "立直 riichi", "占比 share")
    mo.vstack([mo.md("## 立直 Riichi"), ready_chart, charts.table(ready, "zh", "en")])
    return ready, ready_chart


@app.cell
def _(charts, mo, stats):
    value = charts.only(stats, "value", "value_median", "value_p90", "win_income", "deal_in_cost")
    value_spread = charts.only(stats, "value_distribution")
    value_chart = charts.distribution(
        value_spread,
        charts.only(value, "value_median", "value_p90"),
        "打点分布 wins by value",
        "打点（不计本场和立直棒） points, 本場 and riichi sticks aside",
    )
    mo.vstack([mo.md("## 打点 Value"), value_chart, charts.table(value, "zh", "en")])
    return value, value_chart, value_spread


@app.cell
def _(DORA, charts, mo, stats):
    _lines = charts.of_clauses(charts.only(stats, "lines"), "RI-Y")
    dora = charts.of_clauses(_lines, *DORA)
    yaku = _lines.join(dora, on="item", how="anti", maintain_order="left")
    yaku_chart = charts.intervals(yaku, "label", "各役占比 share of each 役", "和牌占比 of wins")
    dora_chart = charts.intervals(dora, "label", "有宝牌的和牌 wins with dora", "和牌占比 of wins")
    mo.vstack(
        [
            mo.md("## 役"),
            yaku_chart,
            charts.table(yaku, "label"),
            dora_chart,
            charts.table(dora, "label"),
        ]
    )
    return dora, dora_chart, yaku, yaku_chart


@app.cell
def _(charts, mo, players):
    people = charts.only(players, "win_rate", "deal_in_rate", "net")
    _people = charts.first_players(people)
    people_chart = charts.intervals(
        charts.only(_people, "win_rate", "deal_in_rate"),
        "group",
        "玩家 players",
        "占比 share",
        by="name",
    )
    net_chart = charts.intervals(
        charts.only(_people, "net"), "group", "局收支 net per hand", "点 points", percent=False
    )
    mo.vstack(
        [
            mo.md("## 玩家 Players"),
            people_chart,
            net_chart,
            charts.table(people, "zh", "client", "group"),
        ]
    )
    return net_chart, people, people_chart


@app.cell
def _(charts, game, mo, stats):
    counted, meanings = charts.counted(stats), charts.meanings(game)
    mo.vstack([mo.md("## 定义 Definitions"), counted, meanings])
    return counted, meanings


if __name__ == "__main__":
    app.run()
