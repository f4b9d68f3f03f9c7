"""Running ``paipu`` as people do, inside the test's own process."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from api.cli import run
from tests.api.tools import RECORDS, Paipu, Ran, Record, Save


@pytest.fixture
def paipu(capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Paipu:
    """Run a subcommand: ``paipu("verify", path)``. The terminal has 100 columns."""
    monkeypatch.setenv("COLUMNS", "100")

    def command(*args: object) -> Ran:
        capsysbinary.readouterr()
        code = run([str(arg) for arg in args])
        out, err = capsysbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return command


@pytest.fixture
def record() -> Record:
    """The record as data, to be changed at will."""
    text = (RECORDS / "three_payers.paipu.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a record and give its path."""

    def write(events: Record, name: str = "match.paipu.jsonl") -> str:
        path = tmp_path / name
        path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
        return str(path)

    return write
