"""The process is killed while it appends: what was acknowledged is there, and nothing by halves."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from store import DuckStore
from tests.store.streams import hand

ROOT = Path(__file__).resolve().parents[2]
HAND = len(hand(0, turns=20))

Acknowledged = dict[int, tuple[int, str]]
"""For each match the version and chain value of the last batch that was answered."""


def killed(path: Path, hands: int, checkpoint: str, luck: random.Random) -> list[str]:
    """Lines that an appending program wrote before SIGKILL met it at a random moment."""
    with subprocess.Popen(
        [sys.executable, "-m", "tests.store.appender", str(path), str(hands), checkpoint],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
        time.sleep(luck.uniform(0.001, 0.12))
        child.send_signal(signal.SIGKILL)
        lines = child.stdout.read().splitlines(keepends=True)
    assert child.returncode == -signal.SIGKILL
    return [line.strip() for line in lines if line.endswith("\n")]


def check(path: Path, acknowledged: Acknowledged, hands: int) -> int:
    """Reopen and compare; how many batches are there that were never answered."""
    extra = 0
    with DuckStore(path) as store:
        audit = store.audit()
        assert audit.faults == []
        heads = store.heads()
        for match, (version, head) in acknowledged.items():
            assert store.read(match, version - 1, version)[0].hash.hex() == head
        for match, head in heads.items():
            assert (head.version - 1 - HAND) % (HAND * hands) == 0, "a batch is there in part"
            assert all(found.settled for found in store.hands(match))
            version, _ = acknowledged.get(match, (1 + HAND - HAND * hands, ""))
            extra += (head.version - version) // (HAND * hands)
        assert audit.events == sum(head.version for head in heads.values())
        acknowledged.update(
            {match: (head.version, head.hash.hex()) for match, head in heads.items()}
        )
    return extra


@pytest.mark.parametrize(
    ("hands", "checkpoint", "kills"),
    [(1, "256MB", 10), (40, "256MB", 8), (3, "32KB", 8)],
    ids=["a hand a commit", "large commits", "checkpoints all the time"],
)
def test_nothing_acknowledged_is_lost_and_nothing_is_partial(
    path: Path, hands: int, checkpoint: str, kills: int
) -> None:
    luck = random.Random(hands)
    acknowledged: Acknowledged = {}
    answers = 0
    for _ in range(kills):
        for line in killed(path, hands, checkpoint, luck):
            match, version, head = line.split()
            acknowledged[int(match)] = (int(version), head)
            answers += 1
        assert check(path, acknowledged, hands) <= 1
    assert answers > kills
