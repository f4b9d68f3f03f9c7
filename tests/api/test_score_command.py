"""``paipu score``: one answer a line, errors among them; and for people with the clauses' texts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.api.tools import Paipu

# F4 清一色, ready, by discard: 20 + 10 + 5; seat 1 pays and has nothing to be eaten (rule book).
CASE: dict[str, Any] = {
    "id": "one-suit",
    "game": "jiujiang",
    "dealer": 0,
    "seats": [
        {"hand": "1m 2m 3m 3m 4m 5m 5m 6m 7m 8m 8m 8m 9m", "ready": True},
        {},
        {},
        {},
    ],
    "win": {"seat": 0, "tile": "9m", "by": "discard", "from": 1},
}


@pytest.fixture
def cases(tmp_path: Path) -> str:
    path = tmp_path / "cases.jsonl"
    bad = {**CASE, "id": "five", "seats": [{"hand": "1m 1m 1m 1m 1m"}, {}, {}, {}]}
    path.write_text("\n".join(map(json.dumps, [CASE, bad, {"game": "chess"}, CASE])) + "\n\n{")
    return str(path)


def test_one_answer_a_line_in_order_and_errors_are_answers(paipu: Paipu, cases: str) -> None:
    ran = paipu("score", cases)
    assert ran.code == 0 and ran.err == ""
    first, five, chess, again, empty, cut = ran.rows
    assert first == again and first["id"] == "one-suit" and first["value"] == 35
    assert first["lines"] == [["JJ-F4", 20], ["JJ-F10", 10], ["JJ-F16", 5]]
    assert first["payments"] == [{"from": 1, "points": 35, "lines": []}]
    assert first["deltas"] == [35, -35, 0, 0]
    assert five["id"] == "five" and "error" in five
    assert chess["error"]["code"] == "game" and chess["error"]["path"] == "$.game"
    assert empty["error"]["code"] == cut["error"]["code"] == "json"


def test_for_people_with_the_clauses(paipu: Paipu, cases: str) -> None:
    ran = paipu("score", "--explain", cases)
    assert ran.code == 0
    assert "case 1 one-suit: 35 炮" in ran.out
    assert "清一色：只有一色，没有红中、白板" in ran.out
    assert "增减 change: 0 号位 seat 0 +35 · 1 号位 seat 1 -35" in ran.out
    assert "case 3: ✗ game $.game: no game 'chess' is scored here" in ran.out


def test_a_win_that_does_not_stand_cites_its_clause(paipu: Paipu, tmp_path: Path) -> None:
    weak = {
        **CASE,
        "seats": [
            {"hand": "1m 2m 3m 4p 5p 6p 7s 8s 9s 1s", "melds": [["pung", "9p"]]},
            {},
            {},
            {},
        ],
        "win": {"seat": 0, "tile": "1s", "by": "discard", "from": 1},
    }
    path = tmp_path / "weak.json"
    path.write_text(json.dumps(weak))
    (told,) = paipu("score", path).rows
    assert (told["legal"], told["clause"], told["value"]) == (False, "JJ-W1", 1)
    assert "✗ JJ-W1 二炮起胡" in paipu("score", "--explain", path).out


def test_the_published_examples(paipu: Paipu, shared: Path, tmp_path: Path) -> None:
    pairs = [json.loads(line) for line in (shared / "rules/examples/jiujiang.jsonl").open("rb")]
    path = tmp_path / "examples.jsonl"
    path.write_text("".join(json.dumps(pair["case"]) + "\n" for pair in pairs))
    ran = paipu("score", path)
    assert len(ran.rows) == len(pairs) == 300
    for told, pair in zip(ran.rows, pairs, strict=True):
        wanted = [pair["answer"], *pair["answer"].get("alternatives", [])]
        wanted[0].pop("alternatives", None)
        assert told in wanted, pair["case"]["id"]


def test_input_that_cannot_be_used(paipu: Paipu, tmp_path: Path) -> None:
    (tmp_path / "empty").write_bytes(b"")
    for path, says in (
        (tmp_path / "missing", "No such file or directory"),
        (tmp_path, "Is a directory"),
        (tmp_path / "empty", "there is no case in it"),
    ):
        ran = paipu("score", path)
        assert (ran.code, ran.out) == (2, "")
        assert ran.err == f"paipu: {path}: {says}\n"


def test_a_line_that_is_too_long_is_one_answer(paipu: Paipu, tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    path.write_bytes(b'{"game":"' + b"x" * 3_000_000 + b'"}\n' + json.dumps(CASE).encode() + b"\n")
    first, second = paipu("score", path).rows
    assert first["error"]["code"] == "json" and second["value"] == 35
