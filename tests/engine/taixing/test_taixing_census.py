"""泰兴麻将: simulated play comes upon every clause of the book now and then."""

from __future__ import annotations

import os
import random

from engine.clauses import clauses
from engine.simulate import simulate
from events.model import AnyEvent
from tests.engine.taixing.census import census

MATCHES = int(os.environ.get("PAIPU_CENSUS_MATCHES", "30"))
BY_OPTION = {"TX-H7"}  # nothing by default


def played(options: dict[str, object], n: int, rare: float = 0.15) -> list[list[AnyEvent]]:
    return [
        list(simulate("taixing", random.Random(f"1/{i}"), hands=99, options=options, rare=rare))
        for i in range(n)
    ]


def test_every_clause_comes_up_in_simulated_play() -> None:
    """Whole matches of four 圈, each to its end (TX-E5)."""
    fired = census(played({}, MATCHES))
    print(*(f"{clause:14}{n:8}" for clause, n in sorted(fired.items())), sep="\n")
    assert set(clauses("taixing")) - {clause for clause, n in fired.items() if n} == BY_OPTION
    assert fired["TX-E5 over"] == MATCHES
    assert fired["TX-W2 refused"] and fired["TX-W5 refused"] and fired["TX-X4 owed"]


def test_concealed_triplets_of_winds_come_up_by_option() -> None:
    fired = census(played({"concealed_wind_triplet": 1, "big_line_base": 1}, 3, rare=0.3))
    assert fired["TX-H7"]
