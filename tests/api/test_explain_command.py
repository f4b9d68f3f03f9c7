"""``paipu explain``: the settlement for people and as data, and the dispute side by side."""

from __future__ import annotations

from tests.api.tools import SETTLED, Paipu, Record, Save


def test_each_line_with_its_clause_and_each_payer_apart(
    paipu: Paipu, record: Record, save: Save
) -> None:
    ran = paipu("explain", save(record), "--hand", 0, "--lang", "zh")
    assert ran.code == 0
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["JJ-A3", "碰红中白板", "1", "炮"] in [row[:4] for row in rows]
    assert ["←", "0", "号位", "付", "5", "(自己的", "4", "+", "吃", "1)", "×", "1"] in rows
    assert "牌谱与规则相符" in ran.out


def test_a_dispute_says_which_line_which_clause_and_who_owes_whom(
    paipu: Paipu, record: Record, save: Save
) -> None:
    record[SETTLED]["wins"][0]["payments"][0] = {"from": 0, "points": 4}
    record[SETTLED]["deltas"] = record[SETTLED]["totals"] = [-4, -5, 14, -5]
    path = save(record)
    ran = paipu("explain", path, "--hand", 0, "--lang", "en")
    assert ran.code == 1
    assert "the record differs from the rules" in ran.out
    assert "event 30  JJ-X3 吃发财  seat 0  the line JJ-X3 (1) is missing" in ran.out
    assert "→ seat 0 owes seat 2 1 point" in ran.out
    beside = paipu("explain", path, "--hand", 0, "--lang", "en", "--recorded").out
    row = next(line.split() for line in beside.splitlines() if "JJ-X3" in line)
    assert row[:6] == ["JJ-X3", "吃发财", "–", "1", "炮", "≠"]
    row = next(line.split() for line in beside.splitlines() if "← seat 0" in line)
    assert row[3:7] == ["pays", "4", "5", "≠"]


def test_both_languages_by_default(paipu: Paipu, record: Record, save: Save) -> None:
    ran = paipu("explain", save(record), "--hand", 0)
    assert "自己面前每张发财" in ran.out and "each F in front" in ran.out


def test_as_data(paipu: Paipu, record: Record, save: Save) -> None:
    record[SETTLED]["wins"][0]["payments"][0] = {"from": 0, "points": 4}
    record[SETTLED]["deltas"] = record[SETTLED]["totals"] = [-4, -5, 14, -5]
    (told,) = paipu("explain", save(record), "--hand", 0, "--json").rows
    assert told["agrees"] is False
    assert told["owed"] == [{"from": 0, "to": 2, "points": 1}]
    assert told["differences"][0]["clause"] == "JJ-X3"
    assert told["expected"]["deltas"] == [-5, -5, 15, -5]


def test_hands_that_cannot_be_explained(paipu: Paipu, record: Record, save: Save) -> None:
    path = save(record[:25])
    ran = paipu("explain", path, "--hand", 0)
    assert ran.code == 2
    assert "hand 0 is not settled: the record ends in it" in ran.err
    ran = paipu("explain", path, "--hand", 5)
    assert ran.code == 2 and "no hand 5" in ran.err


def test_no_line_is_wider_than_the_terminal_needs(
    paipu: Paipu, record: Record, save: Save, monkeypatch: object
) -> None:
    ran = paipu("explain", save(record), "--hand", 0)
    assert all(not line.endswith(" ") for line in ran.out.splitlines())
