"""青儿 in numbers: points, 敲, 起牌, 见牌, doublings of a database, or of simulated matches.

Open it with ``marimo edit analytics/notebooks/qinger.py -- --db FILE``, or name the file in the
environment as ``PAIPU_DB``.
"""

import marimo

app = marimo.App(width="medium", app_title="青儿 Qing'er")


@app.cell
def _():
    import os

    import marimo as mo

    from analytics import charts

    game = "qinger"
    return charts, game, mo, os


@app.cell
def _(charts, game, mo, os):
    facts, source, problem = charts.load(
        game, mo.cli_args().get("db") or os.environ.get("PAIPU_DB")
    )
    _names = charts.rulesets(facts, game)
    mo.stop(not _names, mo.callout(mo.md(f"{source}: {problem}"), kind="danger"))
    ruleset = mo.ui.dropdown(_names, value=next(iter(_names)), label="规则 options that differ")
    mo.vstack([mo.md(f"# 青儿 Qing'er\n\n数据 data: {source}"), ruleset])
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
    points = charts.only(stats, "points")
    points_chart = charts.intervals(
        points, "label", "每局分数 points per hand", "分 points of the hand", percent=False
    )
    wins = charts.only(stats, "points_median", "points_p90", "doubled_wins", "win_income")
    spread = charts.only(stats, "points_distribution")
    spread_chart = charts.distribution(
        spread,
        charts.only(wins, "points_median", "points_p90"),
        "胡牌分数分布 wins by points",
        "胡家分数 points of the winner",
    )
    mo.vstack(
        [
            mo.md("## 分数 Points"),
            points_chart,
            charts.table(points, "label"),
            spread_chart,
            charts.table(wins, "zh", "en"),
        ]
    )
    return points, points_chart, spread, spread_chart, wins


@app.cell
def _(charts, mo, stats):
    asked = charts.only(stats, "knock_rate", "refusal_rate", "refused_hands", "draw_rate")
    asked_chart = charts.intervals(
        asked, "name", "敲、起牌 before the game, and hands without a winner", "占比 share"
    )
    knocks = charts.only(stats, "knock_net")
    knocks_chart = charts.intervals(
        knocks, "label", "敲与不敲的收支 net per hand, knocked or not", "点 points", percent=False
    )
    mo.vstack(
        [
            mo.md("## 敲与起牌 Knocking, and whether to play"),
            asked_chart,
            charts.table(asked, "zh", "en"),
            knocks_chart,
            charts.table(knocks, "label"),
        ]
    )
    return asked, asked_chart, knocks, knocks_chart


@app.cell
def _(charts, mo, stats):
    jian = charts.only(stats, "jian_groups", "jian_share")
    jian_chart = charts.intervals(
        charts.only(jian, "jian_groups"),
        "label",
        "见张分布 hands by the 见张's group",
        "占比 share",
    )
    doublings = charts.only(stats, "doublings")
    doublings_chart = charts.intervals(
        doublings, "label", "各项翻倍率 share of each doubling", "占比 of hands played"
    )
    mo.vstack(
        [
            mo.md("## 见牌与翻倍 见牌 and doublings"),
            jian_chart,
            charts.table(jian, "zh", "label"),
            doublings_chart,
            charts.table(doublings, "label"),
        ]
    )
    return doublings, doublings_chart, jian, jian_chart


@app.cell
def _(charts, mo, stats):
    lines = charts.only(stats, "lines")
    lines_chart = charts.intervals(
        lines, "label", "各项占比 share of each line", "和牌占比 of wins"
    )
    mo.vstack([mo.md("## 各项 Lines"), lines_chart, charts.table(lines, "label")])
    return lines, lines_chart


@app.cell
def _(charts, mo, players):
    people = charts.only(players, "win_rate", "deal_in_rate", "knock_rate", "net")
    _people = charts.first_players(people)
    people_chart = charts.intervals(
        charts.only(_people, "win_rate", "deal_in_rate", "knock_rate"),
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
