"""泰兴麻将: cases with their answers, made by a scorer that shares nothing with ours."""

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
    """Whether our answer is the given one, or one of the readings that tie with it."""
    wanted = dict(example["answer"])
    ties = wanted.pop("alternatives", [])
    given = json.loads(msgspec.json.encode(answer(json.dumps(example["case"]).encode())))
    return any(given == {**wanted, **tie} for tie in [{}, *ties])


@pytest.mark.parametrize("example", examples(HERE / "cases.jsonl"), ids=lambda e: e["case"]["id"])
def test_a_case_is_answered(example: Any) -> None:
    assert agrees(example)


def test_the_cases_here_have_every_line() -> None:
    """Every H and F line, both doublings, 包牌, and each clause that a hand can break."""
    answers = [example["answer"] for example in examples(HERE / "cases.jsonl")]
    cited = {clause for given in answers for clause, _ in given["lines"]}
    cited |= {
        clause
        for given in answers
        for payment in given.get("payments", [])
        for clause, _ in payment["lines"]
    }
    assert cited == {
        *(f"TX-H{n}" for n in range(1, 9)),
        *(f"TX-F{n}" for n in range(1, 13)),
        *("TX-E6", "TX-X3", "TX-X4"),
    }
    broken = {given["clause"] for given in answers if not given["legal"]}
    assert broken == {"TX-W1", "TX-W2", "TX-W5"}


def test_every_shared_example_is_answered(shared: Path) -> None:
    given = examples(shared / "rules" / "examples" / "taixing.jsonl")
    assert len(given) >= 300
    assert [example["case"]["id"] for example in given if not agrees(example)] == []
