"""Any well-formed events replay and verify: a finding, never a crash; and a view of every table."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.explain import explain
from engine.game import GAMES, game
from engine.simulate import simulate
from engine.verify import Verifier
from events.model import CLAIM_ACTS, DECLARE_ACTS, AnyEvent, Claim, Declare, Discard, Draw, Pass
from events.tiles import ALPHABETS

SIMULATED = [name for name in GAMES if game(name).seeded is not None]
ACTS = sorted(CLAIM_ACTS | DECLARE_ACTS | {"draw", "discard", "deal", "nothing"})


def any_event(name: str, rng: random.Random) -> AnyEvent:
    tiles = [*ALPHABETS[name].tiles, "?"]
    seat = rng.randrange(4)
    some = " ".join(rng.choice(tiles) for _ in range(rng.randrange(5)))
    facts: dict[str, Any] = {"seat": seat}
    match rng.randrange(5):
        case 0:
            end = rng.choice(["head", "tail", "extra", None])
            return Draw(**facts, tile=rng.choice(tiles), end=end, die=rng.choice([None, 6]))
        case 1:
            return Discard(**facts, tile=rng.choice(tiles), drawn=rng.choice([None, True, False]))
        case 2:
            return Claim(
                **facts,
                act=rng.choice(ACTS),
                tile=rng.choice(tiles),
                with_=rng.choice([None, some]),
                of=rng.randrange(60),
                bi=rng.choice([None, (some,)]),
            )
        case 3:
            return Declare(**facts, act=rng.choice(ACTS), tiles=rng.choice([None, some]))
    return Pass(**facts, of=rng.randrange(60), declined=rng.choice([None, ("win", "pung")]))


@pytest.mark.parametrize("name", SIMULATED)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_events_in_a_hand_are_findings_and_no_crash(name: str, seed: int) -> None:
    rng = random.Random(seed)
    events = list(simulate(name, random.Random(seed % 20), hands=2))
    for _ in range(rng.randrange(1, 4)):
        events.insert(rng.randrange(1, len(events)), any_event(name, rng))
    verifier = Verifier()
    for event in events:
        verifier.feed(event)
        hand = verifier.replay.hand
        if hand is not None and rng.random() < 0.2:
            for seat in (None, *range(verifier.replay.players)):
                hand.table.view(seat)
    verifier.report()
    for hand in verifier.replay.hands.values():
        explain(game(name), hand, verifier.findings)
