"""青儿: simulated play comes upon every clause of the book now and then."""

from __future__ import annotations

import os
import random

from engine.clauses import clauses
from engine.simulate import simulate
from events.model import AnyEvent
from tests.engine.qinger.census import census

MATCHES = int(os.environ.get("PAIPU_CENSUS_MATCHES", "60"))
BY_OPTION = {"QE-J4"}  # the 见张 as fourth card needs jian_counts_as_fourth
WITH_FOUR = {"QE-E3"}  # somebody sits out only where four are at the table


def played(players: int, options: dict[str, object], n: int) -> list[list[AnyEvent]]:
    return [
        list(
            simulate("qinger", random.Random(f"1/{i}"), hands=16, players=players, options=options)
        )
        for i in range(n)
    ]


def test_every_clause_comes_up_in_simulated_play() -> None:
    fired = census(played(3, {}, MATCHES))
    print(*(f"{clause:14}{n:8}" for clause, n in sorted(fired.items())), sep="\n")
    assert set(clauses("qinger")) - set(fired) == BY_OPTION | WITH_FOUR


def test_the_rest_comes_up_with_four_players_and_the_option() -> None:
    fired = census(played(4, {"jian_counts_as_fourth": True}, 10))
    assert fired["QE-J4"] and fired["QE-E3"]
