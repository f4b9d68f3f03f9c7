"""国标麻将: what is true of every simulated match under every set of options."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from engine.replay import Replay, replay
from engine.simulate import simulate
from engine.verify import verify
from events.model import AnyEvent, Claim, Declare, Settlement

OPTIONS: dict[str, dict[str, Any]] = {
    "as it is": {},
    "without flowers": {"flowers": False},
    "in quarters": {"flowers": False, "wall": "quarters", "errors": "end"},
    "few 番": {"min_fan": 1, "first_wind": "N"},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_a_simulated_match_keeps_every_rule(options: dict[str, Any]) -> None:
    for seed in range(4):
        events = list(simulate("mcr", random.Random(seed), hands=8, options=options, rare=0.4))
        report = verify(events)
        assert not report.findings
        assert not report.unchecked


def test_every_act_and_way_to_win_comes_up() -> None:
    acts: Counter[str] = Counter()
    for seed in range(12):
        for event in simulate("mcr", random.Random(seed), hands=16, rare=0.5):
            if isinstance(event, Claim | Declare):
                acts[event.act] += 1
            elif isinstance(event, Settlement):
                acts[event.outcome] += 1
                acts.update(win.by or "" for win in event.wins or ())
    assert set(acts) == {
        "flower", "chow", "pung", "exposed_kong", "concealed_kong", "added_kong", "win", "draw",
        "discard", "self_draw", "kong_draw", "rob_kong",
    }  # fmt: skip


def chows(state: Replay, seat: int) -> list[AnyEvent]:
    assert state.game is not None and state.hand is not None
    acts = state.game.legal(state.hand.table, seat)
    return [act for act in acts if isinstance(act, Claim) and act.act == "chow"]


def test_every_chow_that_was_made_was_among_the_legal_acts() -> None:
    made = 0
    for seed in range(6):
        state = Replay()
        for event in simulate("mcr", random.Random(seed), hands=4):
            if isinstance(event, Claim) and event.act == "chow":
                made += 1
                assert event in chows(state, event.seat)
                assert not chows(state, (event.seat + 1) % 4)
            state.apply(event)
    assert made > 20


def test_points_of_a_win_add_up_to_nothing_and_to_the_fan() -> None:
    for seed in range(6):
        for hand in replay(simulate("mcr", random.Random(seed), hands=8, rare=0.4)).hands.values():
            assert hand.settlement is not None
            deltas = hand.settlement.deltas or ()
            assert sum(deltas) == 0
            for win in hand.settlement.wins or ():
                fan = sum(amount for _, amount in win.lines or ())
                assert win.value == fan
                assert deltas[win.seat] == (24 + fan if win.from_ is not None else 24 + 3 * fan)
