"""What is true of every simulated match of every game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.game import GAMES, game
from engine.replay import Replay, replay
from engine.simulate import simulate
from engine.verify import verify
from events import canonical, from_canonical, record
from events.model import AnyEvent, Deal, Discard, Draw, Settlement

SIMULATED = [name for name in GAMES if game(name).seeded is not None]
seeds = st.integers(0, 2**32)
some = settings(max_examples=8, deadline=None)


def match_of(name: str, seed: int, hands: int = 2) -> list[AnyEvent]:
    return list(simulate(name, random.Random(seed), hands=hands, rare=0.3))


@pytest.mark.parametrize("name", SIMULATED)
@some
@given(seed=seeds)
def test_a_simulated_match_keeps_every_rule(name: str, seed: int) -> None:
    report = verify(match_of(name, seed))
    assert not report.findings
    assert not report.unchecked
    assert report.checked == report.hands


@pytest.mark.parametrize("name", SIMULATED)
@some
@given(seed=seeds)
def test_the_same_luck_gives_the_same_bytes(name: str, seed: int) -> None:
    assert record.write(match_of(name, seed)) == record.write(match_of(name, seed))


@pytest.mark.parametrize("name", SIMULATED)
@some
@given(seed=seeds)
def test_written_read_and_stored_events_are_the_events(name: str, seed: int) -> None:
    events = match_of(name, seed)
    assert record.read(record.write(events)) == events
    assert [from_canonical(canonical(event)) for event in events] == events


@pytest.mark.parametrize("name", SIMULATED)
@some
@given(seed=seeds)
def test_a_replay_of_stored_bytes_folds_to_the_same_table(name: str, seed: int) -> None:
    events = match_of(name, seed)
    stored = [from_canonical(canonical(event)) for event in events]
    for a, b in zip(replay(events).hands.values(), replay(stored).hands.values(), strict=True):
        assert a.table.view() == b.table.view()
        assert a.expected == b.expected


@pytest.mark.parametrize("name", SIMULATED)
@some
@given(seed=seeds)
def test_every_legal_act_is_accepted_and_every_other_discard_refused(name: str, seed: int) -> None:
    rules = game(name)
    state = Replay()
    for event in match_of(name, seed, hands=1):
        hand = state.hand
        if hand is not None and isinstance(event, Draw | Discard):
            for seat in range(state.players):
                acts = rules.legal(hand.table, seat)
                assert all(not state.check(act) for act in acts)
                thrown = {act.tile for act in acts if isinstance(act, Discard)}
                others = [t for t in rules.alphabet.tiles if t not in thrown]
                assert all(state.check(Discard(seat=seat, tile=tile)) for tile in others)
        state.apply(event)


@pytest.mark.parametrize("name", SIMULATED)
def test_different_luck_gives_different_matches(name: str) -> None:
    assert len({record.write(match_of(name, seed)) for seed in range(5)}) == 5


@pytest.mark.parametrize("name", SIMULATED)
def test_totals_are_the_sums_of_the_deltas(name: str) -> None:
    """Less what was staked in the hand, in a game that has stakes."""
    staked = game(name).staked
    state = Replay()
    for event in match_of(name, 7, hands=8):
        if isinstance(event, Settlement):
            assert state.hand is not None and event.deltas is not None
            before = state.hand.before.totals
            stakes = staked(state.hand.table) if staked else (0,) * len(event.deltas)
            after = zip(before, stakes, event.deltas, strict=True)
            assert event.totals == tuple(total - stake + delta for total, stake, delta in after)
        state.apply(event)


@pytest.mark.parametrize("name", SIMULATED)
def test_hands_are_numbered_without_a_gap(name: str) -> None:
    deals = [event.hand for event in match_of(name, 11, hands=6) if isinstance(event, Deal)]
    assert deals == list(range(len(deals)))
