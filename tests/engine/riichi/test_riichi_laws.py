"""立直: one fault in a real game is found, at its event; with the wall known, and without it.

Without the wall a dealt or drawn tile that nobody sees again may be any that is left.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from events import formats
from events.model import AnyEvent, Deal
from tests.laws.mutations import Verdict, judge, mutants, report

STEP = int(os.environ.get("PAIPU_MUTATED_STEP", "12"))
PER_MATCH = int(os.environ.get("PAIPU_MUTANTS", "40"))
HANDS = 3


def real_games(shared: Path) -> Iterator[list[AnyEvent]]:
    """Every so-manieth game of several hands, its first ones."""
    files = [f for f in sorted((shared / "data" / "tenhou_mjlog").rglob("*")) if f.is_file()]
    for file in files[::STEP]:
        (read,) = formats.read(file.read_bytes(), file.name)
        events = list(read.events)
        deals = [i for i, event in enumerate(events) if isinstance(event, Deal)]
        if len(deals) > 1:
            yield events[: deals[HANDS]] if len(deals) > HANDS else events


def judged(games: Iterator[list[AnyEvent]], *, wall: bool) -> list[Verdict]:
    rng = random.Random("mutants of real games")
    verdicts = []
    for events in games:
        if not wall:
            events = [replace(e, wall=None) if isinstance(e, Deal) else e for e in events]
        verdicts += [judge(events, mutant) for mutant in mutants(events, rng, PER_MATCH)]
    print(report(verdicts))
    return verdicts


@pytest.mark.parametrize(("wall", "least"), [(True, 0.995), (False, 0.95)])
def test_faults_in_real_games_are_found(shared: Path, wall: bool, least: float) -> None:
    verdicts = judged(real_games(shared), wall=wall)
    guilty = [verdict for verdict in verdicts if verdict.verdict != "innocent"]
    found = [verdict for verdict in guilty if verdict.verdict == "found"]
    assert len(guilty) > 0.9 * len(verdicts)
    assert len(found) >= least * len(guilty), report(verdicts)
