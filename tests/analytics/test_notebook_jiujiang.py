"""The notebook runs from start to end, and its charts and tables are there with numbers in them."""

from __future__ import annotations

import random

import polars as pl
import pytest

import analytics
from engine.simulate import simulate
from store import DuckStore
from tests.analytics.notebooks import drawn, run

TABLES = ("rates", "pao", "spread", "lines", "follow", "kinds", "chain", "units", "people")
CHARTS = (
    "rates_chart", "sides_chart", "pao_chart", "lines_chart", "kinds_chart", "chain_chart",
    "units_chart", "moved_chart", "people_chart", "net_chart",
)  # fmt: skip


def check(defs, facts):
    expected = analytics.report(facts, game="jiujiang")
    for name in TABLES:
        assert isinstance(defs[name], pl.DataFrame), name
        assert not defs[name].is_empty(), name
    for name in CHARTS:
        assert drawn(defs[name]), name
    rate = expected.filter(pl.col("id") == "win_rate")["value"].item()
    assert defs["rates"].filter(pl.col("id") == "win_rate")["value"].item() == rate
    assert defs["spread"]["n"].sum() == (facts.seats["result"] == "W").sum()
    assert defs["kinds"]["d"].sum() == facts.hands["follow_chance"].sum()
    units = defs["units"].filter(pl.col("id") == "unit")
    assert units["n"].sum() == facts.hands["excluded"].is_null().sum()


def test_on_a_database(tmp_path, monkeypatch):
    path = tmp_path / "table.duckdb"
    with DuckStore(path, create=True) as store:
        for seed in range(8):
            store.record(list(simulate("jiujiang", random.Random(seed), hands=8)))
    outputs, defs = run("jiujiang", monkeypatch, path)
    assert any(output is not None for output in outputs)
    with DuckStore(path, read_only=True) as store:
        check(defs, analytics.of_store(store))


def test_on_simulated_matches(monkeypatch):
    _, defs = run("jiujiang", monkeypatch)
    assert len(defs["facts"].hands) == 60 * 16
    check(defs, defs["facts"])


@pytest.mark.parametrize("what", ["missing", "foreign", "empty"])
def test_a_file_that_is_no_store_is_named(tmp_path, monkeypatch, what):
    path = tmp_path / "table.duckdb"
    if what == "foreign":
        path.write_text("not a database")
    if what == "empty":
        DuckStore(path, create=True).close()
    outputs, defs = run("jiujiang", monkeypatch, path)
    assert "rates" not in defs
    said = " ".join(output.text for output in outputs if hasattr(output, "text"))
    assert str(path) in said
