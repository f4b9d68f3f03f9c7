"""A settled hand explained: the numbers of the rule book, line by line and payer by payer."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from engine.explain import Explanation, explain
from engine.game import game
from engine.verify import Verifier
from events import from_json

RECORD = Path(__file__).parents[1] / "api" / "records" / "three_payers.paipu.jsonl"
Lines = list[dict[str, Any]]


@pytest.fixture
def record() -> Lines:
    return [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]


def explained(record: Lines, hand: int = 0) -> Explanation:
    verifier = Verifier()
    for line in record:
        verifier.feed(from_json(json.dumps(line).encode()))
    settled = verifier.replay.hands[hand]
    return explain(game("jiujiang"), settled, verifier.findings)


def settlement(record: Lines) -> dict[str, Any]:
    return next(event for event in record if event["type"] == "settlement")


def test_every_line_comes_with_its_clause_in_both_languages(record: Lines) -> None:
    told = explained(record)
    assert told.agrees and told.expected is not None
    (win,) = told.expected.wins
    assert [(line.clause, line.amount, line.unit) for line in win.lines] == [
        ("JJ-S1", 1, "炮"),
        ("JJ-S2", 1, "炮"),
        ("JJ-A1", 1, "炮"),
        ("JJ-A3", 1, "炮"),
    ]
    assert win.value == 4
    assert win.lines[3].name == "碰红中白板"
    assert "碰红中或白板" in win.lines[3].zh and "pung of `C` or `P`" in win.lines[3].en


def test_own_and_eaten_stand_apart_for_each_payer(record: Lines) -> None:
    told = explained(record)
    assert told.expected is not None
    payments = told.expected.wins[0].payments
    assert [(p.from_, p.own, p.eaten, p.unit, p.points) for p in payments] == [
        (0, 4, 1, 1, 5),
        (1, 4, 1, 1, 5),
        (3, 4, 1, 1, 5),
    ]
    assert [p.lines[0].clause for p in payments] == ["JJ-X3", "JJ-X5", "JJ-X4"]
    assert told.expected.deltas == (-5, -5, 15, -5)
    assert told.expected.totals == (-5, -5, 15, -5)


def test_an_eaten_line_left_out_is_named_and_what_is_owed_is_told(record: Lines) -> None:
    settled = settlement(record)
    settled["wins"][0]["payments"][0] = {"from": 0, "points": 4}
    settled["deltas"] = settled["totals"] = [-4, -5, 14, -5]
    told = explained(record)
    assert not told.agrees
    first = told.differences[0]
    assert (first.code, first.clause, first.seat) == ("line", "JJ-X3", 0)
    assert first.expected == 1 and first.recorded is None
    assert "面前的发财" in first.zh
    assert [(owed.from_, owed.to, owed.points) for owed in told.owed] == [(0, 2, 1)]
    assert told.recorded.wins[0].payments[0].points == 4
    assert told.expected is not None and told.expected.wins[0].payments[0].points == 5


def test_the_wrong_winner_gives_back_what_was_paid(record: Lines) -> None:
    settled = settlement(record)
    settled["wins"][0]["seat"] = 3
    settled["wins"][0]["payments"][2]["from"] = 2
    settled["deltas"] = settled["totals"] = [-5, -5, -5, 15]
    told = explained(record)
    assert told.differences[0].code == "winner"
    assert [(owed.from_, owed.to, owed.points) for owed in told.owed] == [(3, 2, 20)]


def test_what_was_not_written_down_is_owed_nowhere(record: Lines) -> None:
    settled = settlement(record)
    for name in ("deltas", "totals"):
        del settled[name]
    del settled["wins"][0]["payments"]
    del record[-1]["totals"]
    told = explained(record)
    assert told.agrees and told.owed == ()


def test_a_hand_that_broke_a_rule_in_play_is_not_vouched_for(record: Lines) -> None:
    discard = next(e for e in record if e["type"] == "discard")
    discard["tile"] = "7p"
    told = explained(record)
    assert told.expected is None and told.owed == ()
    assert told.play and told.play[0].seq == record.index(discard)
    assert told.recorded.wins[0].value == 4


def test_a_ruling_is_shown_with_its_settlement(record: Lines) -> None:
    corrected = copy.deepcopy(settlement(record))
    corrected["deltas"] = corrected["totals"] = [-6, -5, 16, -5]
    corrected["wins"][0]["payments"][0]["points"] = 6
    record.insert(
        -1,
        {
            "type": "ruling",
            "hand": 0,
            "verdict": "corrected",
            "clause": "JJ-X3",
            "reason": "two F lay in front of seat 0",
            "settlement": corrected,
        },
    )
    del record[-1]["totals"]
    ruling = explained(record).ruling
    assert ruling is not None and ruling.settlement is not None
    assert (ruling.verdict, ruling.clause, ruling.name) == ("corrected", "JJ-X3", "吃发财")
    assert ruling.reason == "two F lay in front of seat 0"
    assert ruling.settlement.deltas == (-6, -5, 16, -5)


def test_a_hand_without_settlement_cannot_be_explained(record: Lines) -> None:
    verifier = Verifier()
    for line in record[:20]:
        verifier.feed(from_json(json.dumps(line).encode()))
    assert verifier.replay.hand is not None
    with pytest.raises(ValueError, match="not settled"):
        explain(game("jiujiang"), verifier.replay.hand)
