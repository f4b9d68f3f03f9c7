"""Reports: rows with labels, as the command line prints and the service sends them."""

from __future__ import annotations

import json

from analytics import as_rows, build, explained, report
from analytics.report import COLUMNS


def rows(four_hands, **how):
    return as_rows(report([("m", four_hands.events)], **how))


def test_a_row_of_a_report(four_hands):
    (row,) = rows(four_hands, ids=["self_draw_share"])
    assert tuple(row) == COLUMNS
    assert (row["zh"], row["en"], row["unit"]) == ("自摸占比", "self-draw share of wins", "%")
    assert (row["n"], row["d"], row["value"]) == (1, 3, 1 / 3)
    assert isinstance(row["n"], int)
    assert row["game"] == "jiujiang"


def test_items_have_names(four_hands):
    names = {row["item"]: (row["item_zh"], row["item_en"]) for row in rows(four_hands)}
    assert names["suit"] == ("数牌", "suit tile")
    assert names["JJ-F1"] == ("臭一色 JJ-F1", "JJ-F1")
    assert names["12"] == ("12", "12")
    assert names[None] == (None, None)


def test_reports_are_json(four_hands):
    for group_by in (None, "player", "seat", "dealer"):
        text = json.dumps(rows(four_hands, group_by=group_by), allow_nan=False, ensure_ascii=False)
        assert "和了率" in text
    json.dumps(explained(), allow_nan=False)


def test_fact_tables_and_events_give_the_same_report(four_hands):
    events = [("m", four_hands.events)]
    assert report(build(events)).equals(report(events))


def test_a_game_that_is_not_there_has_no_row(four_hands):
    assert rows(four_hands, game="riichi") == []
    assert rows(four_hands, game="jiujiang") == rows(four_hands)


def test_definitions_as_data():
    known = {row["id"]: row for row in explained("jiujiang")}
    assert known["follow_rate_chance"]["denominator"] == "opportunities"
    assert known["win_rate"]["game"] is None
    assert "pao" not in {row["id"] for row in explained("riichi")}
