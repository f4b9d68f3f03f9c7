"""The riichi notebook sets published figures beside ours, and tells 役 from ドラ."""

from __future__ import annotations

from pathlib import Path

import pytest

from analytics.games.riichi import ANCHORS_SOURCE
from events.formats import read
from store import DuckStore
from tests.analytics.notebooks import run
from tests.analytics.paper import items

LOG = Path(__file__).parent.parent / "events" / "formats" / "data" / "four_players.mjlog"

# statistics.md 6.4: Tenhou 鳳凰 2016.
PUBLISHED = {
    "和了率": 0.211,
    "放铳率": 0.125,
    "报听率": 0.170,  # 立直率
    "副露率": 0.344,
    "黄庄率（流局率）": 0.162,
    "平均打点": 5647,
}

# The three hands of the log that count, as test_tenhou_statistics.py has them on paper.
OURS = {
    "和了率": (4, 12),
    "放铳率": (2, 12),
    "报听率": (1, 12),
    "副露率": (3, 12),
    "黄庄率（流局率）": (0, 3),
    "平均打点": (3000 + 5800 + 2000 + 3900, 4),
}


@pytest.fixture
def shown(tmp_path, monkeypatch):
    """What the notebook shows of a hand-written log."""
    path = tmp_path / "table.duckdb"
    with DuckStore(path, create=True) as store:
        for match in read(LOG.read_bytes(), LOG.name):
            store.record(list(match.events))
    return run("riichi", monkeypatch, path)


def test_six_published_figures_stand_beside_ours(shown):
    outputs, defs = shown
    rows = list(defs["anchors"].iter_rows(named=True))
    assert {row["zh"]: row["published"] for row in rows} == PUBLISHED
    assert len(rows) == 6
    assert {row["zh"]: (row["n"], row["d"]) for row in rows} == OURS
    for row in rows:
        n, d = OURS[row["zh"]]
        assert row["value"] == pytest.approx(n / d)
        inside = None if row["lo"] is None else row["lo"] <= row["published"] <= row["hi"]
        assert row["within"] == inside
    assert any(ANCHORS_SOURCE in getattr(output, "text", "") for output in outputs)


def test_dora_is_no_yaku(shown):
    """The four wins of the log, as it names them: 0 52, 7 24, 7 8 and 3 7 8."""
    _, defs = shown
    assert items(defs["yaku"], "lines") == {
        "RI-Y0": (1, 4), "RI-Y3": (1, 4), "RI-Y7": (3, 4), "RI-Y8": (2, 4), "RI-Y24": (1, 4),
    }  # fmt: skip
    assert items(defs["dora"], "lines") == {"RI-Y52": (1, 4)}


def test_value_on_paper(shown):
    """Of 2,000, 3,000, 3,900 and 5,800."""
    _, defs = shown
    value = {row["id"]: row["value"] for row in defs["value"].iter_rows(named=True)}
    assert value["value_median"] == 3000
    assert value["value_p90"] == 5800
    assert items(defs["value_spread"], "value_distribution") == {
        "2000": (1, 4), "3000": (1, 4), "3900": (1, 4), "5800": (1, 4),
    }  # fmt: skip


def test_without_a_database_matches_are_simulated(monkeypatch):
    outputs, defs = run("riichi", monkeypatch)
    assert defs["facts"].hands["match"].n_unique() == 60
    assert any("模拟 simulated: 60" in getattr(output, "text", "") for output in outputs)
    assert len(defs["anchors"]) == 6
    assert defs["anchors"]["value"].null_count() == 0
