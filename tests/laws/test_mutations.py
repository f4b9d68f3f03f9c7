"""One fault in a clean record is found, at its event, by its clause (see :mod:`mutations`)."""

from __future__ import annotations

import os
import random

import pytest

from engine.game import GAMES, game
from engine.simulate import simulate
from tests.laws.mutations import judge, mutants, report

SIMULATED = [name for name in GAMES if game(name).seeded is not None]
MATCHES = int(os.environ.get("PAIPU_MUTATED_MATCHES", "6"))
PER_MATCH = int(os.environ.get("PAIPU_MUTANTS", "60"))


@pytest.mark.parametrize("name", SIMULATED)
def test_at_least_995_of_1000_faults_are_found_at_their_event(name: str) -> None:
    rng = random.Random(f"mutants of {name}")
    verdicts = []
    for number in range(MATCHES):
        events = list(simulate(name, random.Random(f"{name} {number}"), hands=4))
        verdicts += [judge(events, mutant) for mutant in mutants(events, rng, PER_MATCH)]
    said = report(verdicts)
    print(said)
    guilty = [verdict for verdict in verdicts if verdict.verdict != "innocent"]
    found = [verdict for verdict in guilty if verdict.verdict == "found"]
    assert len(guilty) > 0.9 * len(verdicts), said
    assert len(found) >= 0.995 * len(guilty), said
