"""九江麻将: simulated play comes upon every clause of the book now and then."""

from __future__ import annotations

import os
import random

from engine.clauses import clauses
from engine.simulate import simulate
from events.model import AnyEvent
from tests.engine.jiujiang.census import census, passed_up

MATCHES = int(os.environ.get("PAIPU_CENSUS_MATCHES", "60"))
BY_OPTION = {"JJ-X8"}  # several winners need multi_win


def played(options: dict[str, object], n: int) -> list[list[AnyEvent]]:
    return [
        list(simulate("jiujiang", random.Random(f"1/{i}"), hands=16, options=options))
        for i in range(n)
    ]


def test_every_clause_comes_up_in_simulated_play() -> None:
    matches = played({}, MATCHES)
    fired = census(matches) + passed_up(matches)
    print(*(f"{clause:14}{n:8}" for clause, n in sorted(fired.items())), sep="\n")
    assert set(clauses("jiujiang")) - set(fired) == BY_OPTION


def test_several_winners_come_up_with_multi_win() -> None:
    fired = census(played({"multi_win": True, "rob": "any_exposed"}, 30))
    assert fired["JJ-X8"] and fired["JJ-P11"] and fired["JJ-P10"]
