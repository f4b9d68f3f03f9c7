"""青儿: cases with their answers, made by a scorer that shares nothing with ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.score import answer

HERE = Path(__file__).parent
LINES = {
    *(f"QE-A{n}" for n in range(1, 5)),
    *(f"QE-B{n}" for n in range(1, 10)),
    *(f"QE-D{n}" for n in range(1, 6)),
}


def examples(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def agrees(example: Any) -> bool:
    """Whether our answer is the given one, the winner's lines being those of any tied reading."""
    wanted = dict(example["answer"])
    ties = wanted.pop("alternatives", [])
    given = json.loads(msgspec.json.encode(answer(json.dumps(example["case"]).encode())))
    if given == wanted:
        return True
    if given.get("lines") not in ties:
        return False
    seat = example["case"]["win"]["seat"]
    lines = [*wanted["seat_lines"][:seat], given["lines"], *wanted["seat_lines"][seat + 1 :]]
    return bool(given == {**wanted, "lines": given["lines"], "seat_lines": lines})


@pytest.mark.parametrize("example", examples(HERE / "cases.jsonl"), ids=lambda e: e["case"]["id"])
def test_a_case_is_answered(example: Any) -> None:
    assert agrees(example)


def test_the_cases_here_have_every_line() -> None:
    answers = [example["answer"] for example in examples(HERE / "cases.jsonl")]
    cited = {
        clause
        for given in answers
        for lines in given.get("seat_lines", [given["lines"]])
        for clause, _ in lines
    }
    assert cited == LINES


def test_every_shared_example_is_answered(shared: Path) -> None:
    given = examples(shared / "rules" / "examples" / "qinger.jsonl")
    assert len(given) >= 300
    assert [example["case"]["id"] for example in given if not agrees(example)] == []
