"""立直: simulated play comes upon every clause of the book now and then."""

from __future__ import annotations

import os
import random
from typing import Any

import pytest

from engine.clauses import clauses
from engine.simulate import simulate
from engine.verify import verify
from events.model import AnyEvent
from tests.engine.riichi.census import census

MATCHES = int(os.environ.get("PAIPU_CENSUS_MATCHES", "100"))

RARE = {"RI-Y3", "RI-Y5", "RI-Y16", "RI-Y17", "RI-Y35", "RI-Y51", "RI-P18", "RI-X7"}
"""What may fail to come up in so few matches (the rounds of 西 and 北 are hardly ever played)."""

BY_OPTION = {"RI-Y36"}
"""人和 is played only where the house has it."""

HOUSES: list[dict[str, Any]] = [
    {"kong_dora": "at_once", "max_winners": 3, "kokushi_robs": True, "double_yakuman": True,
     "pao": "part", "pao_honba": "discarder", "pao_four_kongs": True, "renhou": "yakuman",
     "swap_calls": "other_end"},
    {"kong_dora": "after_discard", "max_winners": 1, "length": "east", "red_fives": False,
     "open_tanyao": False, "abortive_draws": False, "nagashi": False, "riichi_kong": "no",
     "dealer_stays": "win", "double_wind_fu": 2, "rounded_mangan": True, "swap_calls": "yes",
     "extension": "sudden_death", "stop_when_first": "ready", "renhou": "mangan"},
    {"riichi_kong": "same_shape", "honba": 500, "last_riichi": True, "riichi_on_credit": True,
     "bust": False, "hide_ready": True, "ippatsu": False, "ura_dora": False, "pao": "no",
     "counted_yakuman": False, "added_yakuman": False, "noten_payment": False,
     "dealer_stays": "draw", "length": "full"},
]  # fmt: skip


def played(n: int, **more: Any) -> list[list[AnyEvent]]:
    return [list(simulate("riichi", random.Random(f"1/{i}"), hands=8, **more)) for i in range(n)]


def test_every_clause_comes_up_in_simulated_play() -> None:
    three = played(MATCHES // 4, players=3, options={"players": 3})
    fired = census([*played(MATCHES, rare=0.9), *played(MATCHES // 2), *three])
    print(*(f"{clause:14}{n:8}" for clause, n in sorted(fired.items())), sep="\n")
    missing = {clause for clause in clauses("riichi") if not fired[clause]}
    assert missing - RARE == BY_OPTION


@pytest.mark.parametrize("options", HOUSES)
def test_every_house_plays_by_its_rules(options: dict[str, Any]) -> None:
    for events in played(12, options=options, rare=0.5):
        report = verify(events)
        assert report.clean and not report.unchecked, report


def test_three_play_by_their_rules() -> None:
    for events in played(20, players=3, options={"players": 3}, rare=0.5):
        report = verify(events)
        assert report.clean and not report.unchecked, report
