"""Every game's notebook runs from start to end, and its charts and tables hold its statistics."""

from __future__ import annotations

import random

import altair as alt
import marimo as mo
import polars as pl
import pytest

import analytics
from engine.simulate import simulate
from store import DuckStore
from tests.analytics.notebooks import FOLDER, drawn, run

# By game: the tables that must hold something, and the statistics that the charts draw.
SHOWN = {
    "taixing": (
        ("rates", "hua", "hua_spread", "own_spread", "hua_lines", "fan", "fan_spread", "fan_lines",
         "special", "debts", "people"),
        ("rates_chart", "sides_chart", "hua_chart", "own_chart", "hua_lines_chart", "fan_chart",
         "fan_lines_chart", "special_chart", "debts_chart", "people_chart", "net_chart"),
    ),
    "gaohuzi": (
        ("rates", "routes", "huxi", "spread", "groups", "names", "scores", "finals", "settled",
         "people"),
        ("rates_chart", "sides_chart", "routes_chart", "huxi_chart", "groups_chart", "names_chart",
         "settled_chart", "people_chart", "net_chart"),
    ),
    "qinger": (
        ("rates", "points", "wins", "spread", "asked", "knocks", "jian", "doublings", "lines",
         "people"),
        ("rates_chart", "sides_chart", "points_chart", "spread_chart", "asked_chart",
         "knocks_chart", "jian_chart", "doublings_chart", "lines_chart", "people_chart",
         "net_chart"),
    ),
    "riichi": (
        ("rates", "ready", "value", "value_spread", "yaku", "dora", "people"),
        ("rates_chart", "sides_chart", "ready_chart", "value_chart", "yaku_chart", "dora_chart",
         "people_chart", "net_chart"),
    ),
}  # fmt: skip


def check(game, defs, facts):
    tables, charts = SHOWN[game]
    for name in tables:
        assert isinstance(defs[name], pl.DataFrame), name
        assert not defs[name].is_empty(), name
    for name in charts:
        assert drawn(defs[name]), name
    assert {name for name in defs if isinstance(defs[name], alt.LayerChart)} == set(charts)
    whole = analytics.report(facts, game=game)
    for name in tables:
        shown = defs[name].filter(pl.col("group").is_null()).select(whole.columns)
        ids = shown["id"].unique().implode()
        assert set(shown.iter_rows()) <= set(whole.filter(pl.col("id").is_in(ids)).iter_rows())


@pytest.mark.parametrize("game", SHOWN)
def test_on_a_database(game, tmp_path, monkeypatch):
    path = tmp_path / "table.duckdb"
    with DuckStore(path, create=True) as store:
        for seed in range(12):
            store.record(list(simulate(game, random.Random(seed), hands=8, rare=0.4)))
    outputs, defs = run(game, monkeypatch, path)
    assert any(output is not None for output in outputs)
    with DuckStore(path, read_only=True) as store:
        check(game, defs, analytics.of_store(store))


@pytest.mark.parametrize("game", SHOWN)
def test_on_simulated_matches(game, monkeypatch):
    _, defs = run(game, monkeypatch)
    assert defs["facts"].hands["match"].n_unique() == 60
    check(game, defs, defs["facts"])


@pytest.mark.parametrize("game", SHOWN)
def test_a_database_without_the_game_says_so(game, tmp_path, monkeypatch):
    path = tmp_path / "table.duckdb"
    with DuckStore(path, create=True) as store:
        store.record(list(simulate("jiujiang", random.Random(1), hands=1)))
    outputs, defs = run(game, monkeypatch, path)
    assert "rates" not in defs
    said = " ".join(output.text for output in outputs if isinstance(output, mo.Html))
    assert str(path) in said
    assert game in said


def test_the_folder_holds_nothing_importable():
    """A script's own folder shadows packages of the same name; a package would be shipped."""
    names = {file.stem for file in FOLDER.iterdir() if file.suffix == ".py"}
    assert names == {"jiujiang", *SHOWN}
