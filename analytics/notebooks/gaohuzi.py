"""告胡子 in numbers: 胡息, 名堂 and settlements of a database, or of simulated matches without one.

Open it with ``marimo edit analytics/notebooks/gaohuzi.py -- --db FILE``, or name the file in the
environment as ``PAIPU_DB``.
"""

import marimo

app = marimo.App(width="medium", app_title="告胡子 Gaohuzi")


@app.cell
def _():
    import os

    import marimo as mo

    from analytics import charts

    game = "gaohuzi"
    return charts, game, mo, os


@app.cell
def _(charts, game, mo, os):
    facts, source, problem = charts.load(
        game, mo.cli_args().get("db") or os.environ.get("PAIPU_DB")
    )
    _names = charts.rulesets(facts, game)
    mo.stop(not _names, mo.callout(mo.md(f"{source}: {problem}"), kind="danger"))
    ruleset = mo.ui.dropdown(_names, value=next(iter(_names)), label="规则 options that differ")
    mo.vstack([mo.md(f"# 告胡子 Gaohuzi\n\n数据 data: {source}"), ruleset])
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
def _(charts, mo, stats):
    routes = charts.only(stats, "routes")
    routes_chart = charts.intervals(routes, "label", "胡牌方式 wins by route", "胡牌占比 of wins")
    mo.vstack([mo.md("## 胡牌方式 Routes"), routes_chart, charts.table(routes, "label")])
    return routes, routes_chart


@app.cell
def _(charts, mo, stats):
    huxi = charts.only(stats, "huxi", "huxi_median", "huxi_p90")
    spread = charts.only(stats, "huxi_distribution")
    huxi_chart = charts.distribution(
        spread,
        charts.only(huxi, "huxi_median", "huxi_p90"),
        "胡息分布 wins by 胡息",
        "胡息（不算名堂）胡息, before any 名堂",
    )
    groups = charts.of_clauses(charts.only(stats, "lines"), "GH-H")
    groups_chart = charts.intervals(
        groups, "label", "胡息来源 where 胡息 come from", "胡牌占比 of wins"
    )
    mo.vstack(
        [
            mo.md("## 胡息"),
            huxi_chart,
            charts.table(huxi, "zh", "en"),
            groups_chart,
            charts.table(groups, "label"),
        ]
    )
    return groups, groups_chart, huxi, huxi_chart, spread


@app.cell
def _(charts, mo, stats):
    names = charts.only(stats, "names")
    names_chart = charts.intervals(
        names, "label", "名堂占比 share of each 名堂", "胡牌占比 of wins"
    )
    scores = charts.only(
        stats, "names_count", "no_names", "score", "score_median", "score_p90", "win_income"
    )
    mo.vstack(
        [
            mo.md("## 名堂与得分 名堂 and scores"),
            names_chart,
            charts.table(names, "label"),
            charts.table(scores, "zh", "en"),
        ]
    )
    return names, names_chart, scores


@app.cell
def _(charts, mo, players, stats):
    finals = charts.only(stats, "final", "final_gain", "final_won")
    settled = charts.only(players, "final")
    settled_chart = charts.intervals(
        charts.first_players(settled), "group", "每场结算 settlement per match", "点 points",
        percent=False,
    )  # fmt: skip
    mo.vstack(
        [
            mo.md("## 结算 Settlements of matches"),
            charts.table(finals, "zh", "en"),
            settled_chart,
            charts.table(settled, "client", "group"),
        ]
    )
    return finals, settled, settled_chart


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
