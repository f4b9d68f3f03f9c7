"""立直: from hand to hand, and when a match is over (RI-P19…P21, RI-X11)."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.riichi import Options
from engine.games.riichi.carry import Carry, first_of, last_totals, next_round, over
from engine.simulate import simulate
from engine.verify import verify
from events.model import AnyEvent, Deal, Settlement

EVEN = (25_000,) * 4

# round played | next dealer and round | outcome | points | over | options that are not the default
ENDS: list[tuple[str, int, str, str, tuple[int, ...], bool, dict[str, Any]]] = [
    ("S3", 3, "S4", "win", (40_000, 20_000, 20_000, 20_000), False, {}),
    ("S4", 0, "W1", "win", (30_000, 28_000, 22_000, 20_000), True, {}),
    ("S4", 0, "W1", "draw", (29_900, 28_100, 22_000, 20_000), False, {}),
    ("S4", 0, "W1", "draw", (29_900, 28_100, 22_000, 20_000), True, {"extension": "no"}),
    # the dealer, seat 3, stays: he leads and has won (real games: it ends), he does not lead
    ("S4", 3, "S4", "win", (20_100, 35_800, 5_200, 38_900), True, {}),
    ("S4", 3, "S4", "win", (20_000, 35_400, 10_200, 34_400), False, {}),
    ("S4", 3, "S4", "win", (27_600, 27_600, 18_300, 26_500), False, {}),
    ("S4", 3, "S4", "win", (20_100, 35_800, 5_200, 38_900), False, {"stop_when_first": "no"}),
    # he leads and was ready at a draw: in the games of 2009 it goes on
    ("S4", 3, "S4", "draw", (19_000, 34_400, 9_200, 37_400), False, {}),
    ("S4", 3, "S4", "draw", (19_000, 34_400, 9_200, 37_400), True, {"stop_when_first": "ready"}),
    ("S4", 3, "S4", "abort", (19_000, 34_400, 9_200, 37_400), False, {"stop_when_first": "ready"}),
    # 西入: over as soon as the deal passes on and somebody has 30,000
    ("W1", 1, "W2", "win", (27_900, 24_600, 17_500, 30_000), True, {}),
    ("W1", 1, "W2", "win", (21_900, 20_600, 29_000, 28_500), False, {}),
    ("W1", 0, "W1", "draw", (20_200, 20_700, 30_900, 28_200), False, {}),
    ("W1", 0, "W1", "draw", (20_200, 20_700, 30_900, 28_200), True, {"extension": "sudden_death"}),
    ("W3", 2, "W3", "win", (29_100, 21_600, 31_300, 18_000), True, {}),
    ("W4", 0, "N1", "win", (27_700, 24_600, 21_100, 26_600), True, {}),
    # 飛び: below nothing, not with nothing
    ("E1", 0, "E1", "win", (85_300, 8_900, 8_900, -3_100), True, {}),
    ("E1", 0, "E1", "win", (82_200, 8_900, 8_900, 0), False, {}),
    ("E1", 0, "E1", "win", (85_300, 8_900, 8_900, -3_100), False, {"bust": False}),
    # the other lengths
    ("E4", 0, "S1", "win", (30_000, 28_000, 22_000, 20_000), True, {"length": "east"}),
    ("E4", 0, "S1", "win", (29_900, 28_100, 22_000, 20_000), False, {"length": "east"}),
    ("S4", 0, "W1", "win", (29_900, 28_100, 22_000, 20_000), True, {"length": "east"}),
    ("E1", 1, "E2", "win", EVEN, True, {"length": "one"}),
    ("S4", 0, "W1", "win", (40_000, 20_000, 20_000, 20_000), False, {"length": "full"}),
    ("N4", 0, "E1", "win", (40_000, 20_000, 20_000, 20_000), True, {"length": "full"}),
    ("S4", 0, "W1", "win", (30_000, 28_000, 22_000, 20_000), False, {"target": 35_000}),
    # three players: 東 3 and 南 3, 40,000
    ("S3", 0, "W1", "win", (40_000, 35_000, 30_000), True, {}),
    ("S3", 0, "W1", "win", (39_000, 36_000, 30_000), False, {}),
    ("E3", 0, "S1", "win", (40_000, 35_000, 30_000), True, {"length": "east"}),
]


@pytest.mark.parametrize(("now", "dealer", "coming", "outcome", "totals", "ended", "options"), ENDS)
def test_when_a_match_is_over(
    now: str,
    dealer: int,
    coming: str,
    outcome: str,
    totals: tuple[int, ...],
    ended: bool,
    options: dict[str, Any],
) -> None:
    """RI-P21."""
    after = Carry(totals=totals, dealer=dealer, round=coming)
    assert over(Options(**options), totals, now, after, outcome) is ended


@pytest.mark.parametrize(
    ("now", "players", "coming"),
    [("E1", 4, "E2"), ("E4", 4, "S1"), ("S4", 4, "W1"), ("N4", 4, "E1"), ("E3", 3, "S1")],
)
def test_the_rounds_in_order(now: str, players: int, coming: str) -> None:
    """RI-E5."""
    assert next_round(now, players) == coming


def test_of_equals_the_one_nearest_to_the_first_dealer_leads() -> None:
    """RI-X11: and gets the sticks that are left."""
    # 西 1 is dealt by seat 2, so seat 2 dealt 東 1
    carry = Carry(totals=(30_000, 20_000, 20_000, 30_000), dealer=2, round="W1", sticks=2)
    assert first_of(carry.totals or (), carry) == 3
    assert last_totals(carry) == (30_000, 20_000, 20_000, 32_000)
    carry = replace(carry, dealer=0)
    assert last_totals(carry) == (32_000, 20_000, 20_000, 30_000)
    assert last_totals(replace(carry, sticks=None)) is None


def matches() -> list[list[AnyEvent]]:
    return [
        list(simulate("riichi", random.Random(f"carry {n}"), hands=6, rare=0.1)) for n in range(8)
    ]


def deals(events: list[AnyEvent]) -> list[int]:
    return [i for i, event in enumerate(events) if isinstance(event, Deal)]


def test_who_deals_and_how_many_counters() -> None:
    """RI-P19, RI-P20, said once more from the settlements alone."""
    seen = set()
    for events in matches():
        places = deals(events)
        for at, then in pairwise(places):
            first, second = events[at], events[then]
            settled = events[then - 1]
            assert isinstance(first, Deal) and isinstance(second, Deal)
            assert isinstance(settled, Settlement) and settled.wins is not None
            shown = (settled.x or {}).get("shown", [])
            if settled.outcome == "win":
                stays = first.dealer in [win.seat for win in settled.wins]
            else:
                stays = settled.outcome == "abort" or first.dealer in shown
            assert first.carry is not None and second.carry is not None
            assert (second.dealer == first.dealer) is stays
            assert (second.carry["round"] == first.carry["round"]) is stays
            more = stays or settled.outcome != "win"
            assert second.carry["honba"] == (first.carry["honba"] + 1 if more else 0)
            seen.add((settled.outcome, stays))
    assert {("win", True), ("win", False), ("draw", True), ("draw", False)} <= seen


@pytest.mark.parametrize(
    ("name", "value", "clause"),
    [("round", "S2", "RI-P19"), ("honba", 7, "RI-P20"), ("sticks", 9, "RI-P20")],
)
def test_what_a_hand_begins_with_follows(name: str, value: object, clause: str) -> None:
    events = matches()[0]
    at = deals(events)[1]
    deal = events[at]
    assert isinstance(deal, Deal) and deal.carry is not None
    events[at] = replace(deal, carry={**deal.carry, name: value})
    first = verify(events).findings[0]
    assert (first.seq, first.clause) == (at, clause)


def test_nobody_deals_out_of_turn() -> None:
    events = matches()[0]
    at = deals(events)[1]
    deal = events[at]
    assert isinstance(deal, Deal)
    events[at] = replace(deal, dealer=(deal.dealer + 1) % 4)
    first = verify(events).findings[0]
    assert (first.seq, first.clause) in ((at, "RI-P19"), (at, "RI-E2"))


def test_no_hand_is_dealt_after_the_end() -> None:
    """RI-P21."""
    one = list(simulate("riichi", random.Random(1), hands=3, options={"length": "one"}))
    two = list(simulate("riichi", random.Random(1), hands=3))
    assert one[1:-1] == two[1 : len(one) - 1]  # the same luck, the same first hands
    further = [*one[:-1], *two[len(one) - 1 :]]
    first = verify(further).findings[0]
    assert (first.seq, first.clause) == (len(one) - 1, "RI-P21")
