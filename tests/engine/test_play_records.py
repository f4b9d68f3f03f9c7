"""Played records with what a check must say: ``<game>/play.jsonl``, and all of the shared ones.

``expect`` is ``{"clean": true}``, or where the first finding stands (``seq``, or one of
``seqs``) and the clauses one of which it cites (``uncited``: a clause of the record format, or
none, will do).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.game import GAMES
from engine.verify import verify
from events import record
from tests.conftest import shared_folder

HERE = Path(__file__).parent


def played() -> Iterator[Any]:
    for name in GAMES:
        files = [HERE / name / "play.jsonl"]
        if (shared := shared_folder()) is not None:
            files.append(shared / "rules" / "play" / f"{name}.jsonl")
        seen: set[str] = set()
        for file in files:
            if not file.exists():
                continue
            for line in file.read_text(encoding="utf-8").splitlines():
                case = json.loads(line)
                if case["id"] not in seen:
                    seen.add(case["id"])
                    yield pytest.param(case, id=f"{case['id']}: {case['title']}")


@pytest.mark.parametrize("case", list(played()))
def test_the_check_says_what_a_referee_would(case: dict[str, Any]) -> None:
    lines = [json.dumps(event, ensure_ascii=False) for event in case["record"]]
    report = verify(record.read("\n".join(lines).encode(), case["id"]))
    expect = case["expect"]
    if expect.get("clean"):
        assert report.clean, report.findings[0]
        return
    assert report.findings, f"nothing found; expected {expect}"
    first = report.findings[0]
    assert first.seq in expect.get("seqs", [expect["seq"]]), first
    of_the_format = first.clause is None or first.clause.startswith("R")
    assert first.clause in expect["clauses"] or (expect.get("uncited") and of_the_format), first
