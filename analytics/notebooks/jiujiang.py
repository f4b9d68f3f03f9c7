"""九江麻将 in numbers: 炮, 跟庄 and rates of a database, or of simulated matches without one.

Open it with ``marimo edit analytics/notebooks/jiujiang.py -- --db FILE``, or name the file in the
environment as ``PAIPU_DB``.
"""

import marimo

app = marimo.App(width="medium", app_title="九江麻将 Jiujiang mahjong")


@app.cell
def _():
    import os

    import marimo as mo

    from analytics import charts

    game = "jiujiang"
    return charts, game, mo, os


@app.cell
def _(charts, game, mo, os):
    facts, source, problem = charts.load(
        game, mo.cli_args().get("db") or os.environ.get("PAIPU_DB")
    )
    _names = charts.rulesets(facts, game)
    mo.stop(not _names, mo.callout(mo.md(f"{source}: {problem}"), kind="danger"))
    ruleset = mo.ui.dropdown(_names, value=next(iter(_names)), label="规则 options that differ")
    mo.vstack([mo.md(f"# 九江麻将 Jiujiang mahjong\n\n数据 data: {source}"), ruleset])
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
    pao = charts.only(stats, "pao", "pao_eaten", "pao_median", "pao_p90", "pao_ten")
    spread = charts.only(stats, "pao_distribution")
    pao_chart = charts.distribution(
        spread,
        charts.only(pao, "pao_median", "pao_p90"),
        "炮分布 wins by 炮",
        "炮（自己的，不算吃的）own 炮, nothing eaten",
    )
    mo.vstack([mo.md("## 炮"), pao_chart, charts.table(pao, "zh", "en")])
    return pao, pao_chart, spread


@app.cell
def _(charts, mo, stats):
    lines = charts.only(stats, "lines")
    lines_chart = charts.intervals(
        lines, "label", "各项占比 share of each line", "和牌占比 of wins"
    )
    mo.vstack([mo.md("## 各项 Lines"), lines_chart, charts.table(lines, "label")])
    return lines, lines_chart


@app.cell
def _(charts, mo, stats):
    follow = charts.only(stats, "follow_rate", "follow_rate_chance", "follow_second")
    kinds = charts.only(stats, "follow_by_kind")
    kinds_chart = charts.intervals(
        kinds,
        "label",
        "跟庄率（按牌）跟庄 by the dealer's first discard",
        "每次机会 per opportunity",
    )
    chain = charts.only(stats, "follow_chain", "follow_broken")
    chain_chart = charts.intervals(
        charts.only(chain, "follow_chain"),
        "label",
        "跟庄人数 followers in turn",
        "占比 share of hands",
    )
    mo.vstack(
        [
            mo.md("## 跟庄 Following the dealer"),
            charts.table(follow, "zh", "en"),
            kinds_chart,
            charts.table(kinds, "label"),
            chain_chart,
            charts.table(chain, "zh", "label"),
        ]
    )
    return chain, chain_chart, follow, kinds, kinds_chart


@app.cell
def _(charts, mo, stats):
    units = charts.only(stats, "unit", "unit_moved", "follow_unit")
    units_chart = charts.intervals(
        charts.only(units, "unit"), "label", "倍数分布 hands by unit", "占比 share of hands"
    )
    moved_chart = charts.intervals(
        charts.only(units, "unit_moved"),
        "label",
        "每局输赢 points moved per hand, by unit",
        "点 points",
        percent=False,
    )
    after_chart = charts.intervals(
        charts.only(units, "follow_unit"),
        "label",
        "跟庄后的倍数 unit after a 跟庄",
        "占比 share",
    )
    mo.vstack(
        [
            mo.md("## 倍数 The unit"),
            units_chart,
            moved_chart,
            after_chart,
            charts.table(units, "zh", "label"),
        ]
    )
    return after_chart, moved_chart, units, units_chart


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
