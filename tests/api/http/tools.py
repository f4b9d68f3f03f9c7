"""What the tests of the service share: bodies to send, and how to read what comes back."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from httpx import Response

from api.usecases.simulating import simulate_matches
from tests.api.tools import RECORDS

ROOT = Path(__file__).resolve().parents[3]
RECORD = (RECORDS / "three_payers.paipu.jsonl").read_bytes()
LINES = RECORD.splitlines(keepends=True)
LOG = (ROOT / "demo" / "tenhou_hand_written.mjlog").read_bytes()

CASE = {
    "game": "jiujiang",
    "dealer": 0,
    "seats": [{"hand": "1m2m3m 4p5p6p 7s8s 5s5s", "melds": [["pung", "9m"]]}, {}, {}, {}],
    "win": {"seat": 0, "tile": "6s", "by": "self_draw"},
}
"""The first example of a test table in the rule book: S1 and S2, two 炮 from each."""


@cache
def simulated() -> tuple[bytes, ...]:
    """Two records of simulated matches."""
    return tuple(found.record for found in simulate_matches("jiujiang", 1, 2, 3))


def rows(response: Response) -> list[Any]:
    """The lines of a stream; every one ends with a line break, the last one too."""
    assert response.headers["content-type"] == "application/x-ndjson"
    assert response.text.endswith("\n")
    return [json.loads(line) for line in response.text.splitlines()]


def refused(response: Response, status: int, code: str) -> dict[str, Any]:
    """The problem that a request was answered with."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    told: dict[str, Any] = response.json()
    assert (told["status"], told["code"]) == (status, code), told
    assert told["type"] == f"/docs#problem-{code}"
    assert told["title"] and told["detail"]
    return told


class Live(NamedTuple):
    """A service in a process of its own."""

    process: subprocess.Popen[str]
    port: int
    url: str


@contextmanager
def start(path: Path) -> Iterator[Live]:
    """Serve a database in a process of its own on a free port; it is told to stop afterwards."""
    code = "import sys; from api.http import serve; serve(sys.argv[1], port=0)"
    command = [sys.executable, "-c", code, str(path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stderr is not None
        try:
            said = ""
            while (found := re.search(r"http://127\.0\.0\.1:(\d+)", said)) is None:
                line = process.stderr.readline()
                assert line, said
                said += line
            port = int(found[1])
            yield Live(process, port, f"http://127.0.0.1:{port}")
        finally:
            process.terminate()
            process.communicate(timeout=30)
