"""告胡子: simulated play comes upon every clause of the book now and then."""

from __future__ import annotations

import os
import random
from collections import Counter
from typing import Any

from engine.clauses import clauses
from engine.simulate import simulate
from tests.engine.gaohuzi.census import census

MATCHES = int(os.environ.get("PAIPU_CENSUS_MATCHES", "40"))

HOUSES: list[tuple[int, dict[str, Any]]] = [
    (3, {}),
    (2, {}),
    (3, {"datuo": "3", "cap": 200, "discard_win": "forced", "target": 200}),
    (2, {"datuo": "4", "dead_scope": "both", "discard_gain_cap": 100, "two_player_removed": 10}),
]
MORE = {"GH-P4 1 groups", "GH-P4 2 groups", "GH-P5 peng", "GH-P6 破跑", "GH-P10 forced"}


def test_every_clause_comes_up_in_simulated_play() -> None:
    """``MORE`` too: 比 with one and two groups, a dead 碰, 破跑, 死手 that leaves a 跑."""
    fired: Counter[str] = Counter()
    for players, options in HOUSES:
        for number in range(MATCHES):
            luck = random.Random(f"1/{number}")
            match = list(simulate("gaohuzi", luck, hands=16, players=players, options=options))
            fired += census([match])
    print(*(f"{clause:18}{n:8}" for clause, n in sorted(fired.items())), sep="\n")
    assert (set(clauses("gaohuzi")) | MORE) - set(fired) == set()
