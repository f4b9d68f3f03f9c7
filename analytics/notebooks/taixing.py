"""泰兴麻将 in numbers: 花, 番, 荒庄 and 包牌 of a database, or of simulated matches without one.

Open it with ``marimo edit analytics/notebooks/taixing.py -- --db FILE``, or name the file in the
environment as ``PAIPU_DB``.
"""

import marimo

app = marimo.App(width="medium", app_title="泰兴麻将 Taixing mahjong")


@app.cell
def _():
    import os

    import marimo as mo

    from analytics import charts

    game = "taixing"
    return charts, game, mo, os


@app.cell
def _(charts, game, mo, os):
    facts, source, problem = charts.load(
        game, mo.cli_args().get("db") or os.environ.get("PAIPU_DB")
    )
    _names = charts.rulesets(facts, game)
    mo.stop(not _names, mo.callout(mo.md(f"{source}: {problem}"), kind="danger"))
    ruleset = mo.ui.dropdown(_names, value=next(iter(_names)), label="规则 options that differ")
    mo.vstack([mo.md(f"# 泰兴麻将 Taixing mahjong\n\n数据 data: {source}"), ruleset])
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
    hua = charts.only(stats, "hua", "own_hua", "hua_median", "hua_p90", "floored")
    hua_spread = charts.only(stats, "hua_distribution")
    hua_chart = charts.distribution(
        hua_spread,
        charts.only(hua, "hua_median", "hua_p90"),
        "花分布 wins by 花",
        "花（算底）花, raised to the floor",
    )
    own_spread = charts.only(stats, "own_hua_distribution")
    own_chart = charts.distribution(
        own_spread,
        charts.only(hua, "own_hua").head(0),
        "花分布（不计底） wins by 花, before the floor",
        "自己的花 own 花",
    )
    hua_lines = charts.of_clauses(charts.only(stats, "lines"), "TX-H")
    hua_lines_chart = charts.intervals(
        hua_lines, "label", "各花占比 share of each line of 花", "和牌占比 of wins"
    )
    mo.vstack(
        [
            mo.md("## 花"),
            hua_chart,
            own_chart,
            charts.table(hua, "zh", "en"),
            hua_lines_chart,
            charts.table(hua_lines, "label"),
        ]
    )
    return hua, hua_chart, hua_lines, hua_lines_chart, hua_spread, own_chart, own_spread


@app.cell
def _(charts, mo, stats):
    fan = charts.only(stats, "fan", "fan_median", "fan_p90")
    fan_spread = charts.only(stats, "fan_distribution")
    fan_chart = charts.distribution(
        fan_spread, charts.only(fan, "fan_median", "fan_p90"), "番分布 wins by 番", "番"
    )
    fan_lines = charts.of_clauses(charts.only(stats, "lines"), "TX-F")
    fan_lines_chart = charts.intervals(
        fan_lines, "label", "各番占比 share of each line of 番", "和牌占比 of wins"
    )
    mo.vstack(
        [
            mo.md("## 番"),
            fan_chart,
            charts.table(fan, "zh", "en"),
            fan_lines_chart,
            charts.table(fan_lines, "label"),
        ]
    )
    return fan, fan_chart, fan_lines, fan_lines_chart, fan_spread


@app.cell
def _(charts, mo, stats):
    special = charts.only(
        stats, "draw_rate", "debt_hands", "debt_doubled", "dice_alike", "fed", "liable_rate",
        "multi_win",
    )  # fmt: skip
    special_chart = charts.intervals(
        special, "name", "荒庄、豹子、包牌、一炮多响 what doubles, and who pays", "占比 share"
    )
    debts = charts.only(stats, "debt_distribution")
    debts_chart = charts.intervals(
        debts, "label", "欠荒庄局数 hands by debt", "占比 share of hands"
    )
    mo.vstack(
        [
            mo.md("## 荒庄与包牌 Drawn hands, and paying for feeding"),
            special_chart,
            charts.table(special, "zh", "en"),
            debts_chart,
            charts.table(debts, "label"),
        ]
    )
    return debts, debts_chart, special, special_chart


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
