"""告胡子: cases with their answers, made by a scorer that shares nothing with ours."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.score import answer

HERE = Path(__file__).parent


def examples(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def agrees(example: Any) -> bool:
    """Whether our answer is the given one.

    GH-W3 leaves no tie: of the readings that ``alternatives`` lists the one in the answer counts.
    """
    wanted = {key: value for key, value in example["answer"].items() if key != "alternatives"}
    given = json.loads(msgspec.json.encode(answer(json.dumps(example["case"]).encode())))
    return bool(given == wanted)


@pytest.mark.parametrize("example", examples(HERE / "cases.jsonl"), ids=lambda e: e["case"]["id"])
def test_a_case_is_answered(example: Any) -> None:
    assert agrees(example)


def test_the_cases_here_have_every_line() -> None:
    """But for the clauses that are no line: W, H7, N12, X."""
    answers = [example["answer"] for example in examples(HERE / "cases.jsonl")]
    cited = {clause for given in answers for clause, _ in given["lines"]}
    assert cited == {*(f"GH-H{n}" for n in range(1, 7)), *(f"GH-N{n}" for n in range(1, 12))}


def test_every_shared_example_is_answered(shared: Path) -> None:
    given = examples(shared / "rules" / "examples" / "gaohuzi.jsonl")
    assert len(given) >= 300
    assert [example["case"]["id"] for example in given if not agrees(example)] == []
