"""立直: what is true of real games, whole, with a fault, or with something not shown."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from engine.explain import explain
from engine.game import game
from engine.replay import Replay, replay
from engine.simulate import simulate
from engine.verify import Verifier, verify
from events import formats
from events.model import (
    AnyEvent,
    Claim,
    Deal,
    Declare,
    Discard,
    Draw,
    Pass,
    Settlement,
    Win,
)
from events.tiles import MAHJONG
from tests.laws.mutations import Verdict, judge, mutants, report

STEP = int(os.environ.get("PAIPU_MUTATED_STEP", "12"))
PER_MATCH = int(os.environ.get("PAIPU_MUTANTS", "40"))
HANDS = 3
RIICHI = game("riichi")


def real_games(shared: Path) -> Iterator[list[AnyEvent]]:
    """Every so-manieth game of several hands, its first ones."""
    files = [f for f in sorted((shared / "data" / "tenhou_mjlog").rglob("*")) if f.is_file()]
    for file in files[::STEP]:
        (read,) = formats.read(file.read_bytes(), file.name)
        events = list(read.events)
        deals = [i for i, event in enumerate(events) if isinstance(event, Deal)]
        if len(deals) > 1:
            yield events[: deals[HANDS]] if len(deals) > HANDS else events


# -- one fault -----------------------------------------------------------------------------------


def judged(games: Iterator[list[AnyEvent]], *, wall: bool) -> list[Verdict]:
    rng = random.Random("mutants of real games")
    verdicts = []
    for events in games:
        if not wall:
            events = [replace(e, wall=None) if isinstance(e, Deal) else e for e in events]
        verdicts += [judge(events, mutant) for mutant in mutants(events, rng, PER_MATCH)]
    print(report(verdicts))
    return verdicts


@pytest.mark.parametrize(("wall", "least"), [(True, 0.995), (False, 0.95)])
def test_faults_in_real_games_are_found(shared: Path, wall: bool, least: float) -> None:
    """Without the wall a dealt or drawn tile that nobody sees again may be any that is left."""
    verdicts = judged(real_games(shared), wall=wall)
    guilty = [verdict for verdict in verdicts if verdict.verdict != "innocent"]
    found = [verdict for verdict in guilty if verdict.verdict == "found"]
    assert len(guilty) > 0.9 * len(verdicts)
    assert len(found) >= least * len(guilty), report(verdicts)


# -- what is not shown ---------------------------------------------------------------------------


def seen_by(seat: int, event: AnyEvent) -> AnyEvent:
    """An event as ``seat`` sees it: the others' tiles are hidden."""
    if isinstance(event, Deal):
        hands = [h if i == seat else " ".join(["?"] * 13) for i, h in enumerate(event.hands)]
        return replace(event, hands=tuple(hands), wall=None)
    if isinstance(event, Draw) and event.seat != seat:
        return replace(event, tile="?")
    return event


@pytest.mark.parametrize("seat", [0, 2])
def test_what_one_player_saw_is_checked_as_far_as_it_goes(shared: Path, seat: int) -> None:
    notes = set()
    for events in real_games(shared):
        found = verify([seen_by(seat, event) for event in events])
        assert found.clean, found.findings[0]
        notes |= {note.clause for note in found.unchecked}
    assert {"RI-P8", "RI-W1", "RI-W3"} <= notes


def without_indicators(event: AnyEvent) -> AnyEvent:
    if isinstance(event, Deal):
        return replace(event, open=None, wall=None)
    if isinstance(event, Settlement) and event.wins:
        wins = [
            replace(win, x={k: v for k, v in (win.x or {}).items() if k not in ("dora", "ura")})
            for win in event.wins
        ]
        return replace(event, wins=tuple(wins))
    if event.x and "dora" in event.x:
        return replace(event, x={k: v for k, v in event.x.items() if k != "dora"})
    return event


def test_dora_that_no_indicator_shows_are_believed(shared: Path) -> None:
    """All else of the settlement is compared as ever: fu, han, points, payments."""
    notes = set()
    for events in real_games(shared):
        found = verify([without_indicators(event) for event in events])
        assert found.clean, found.findings[0]
        notes |= {note.clause for note in found.unchecked}
    assert {"RI-Y52", "RI-Y53"} <= notes


# -- what is open --------------------------------------------------------------------------------


def act(event: Any) -> tuple[Any, ...]:
    """What an act is, whatever else an event tells of it."""
    if isinstance(event, Discard):
        return "discard", event.tile
    if isinstance(event, Claim):
        return event.act, event.tile, sorted((event.with_ or "").split())
    return event.act, sorted((event.tiles or "").split())


def test_every_act_of_a_real_game_was_open(shared: Path) -> None:
    played = 0
    for events in real_games(shared):
        state = Replay()
        for event in events:
            if isinstance(event, Discard | Claim | Declare):
                assert state.hand is not None
                acts = RIICHI.legal(state.hand.table, event.seat)
                assert act(event) in [act(open_) for open_ in acts], event
                played += 1
            state.apply(event)
    assert played > 500


# -- anything at all -----------------------------------------------------------------------------


def anything(rng: random.Random) -> AnyEvent:
    """An event that makes no sense as a rule, with things under ``x`` that make none either."""
    seat, tiles = rng.randrange(4), [*MAHJONG.tiles, "?"]
    junk = rng.choice([None, True, -1, 3, "E1", "5mr 5p", "? ?", [1, 2], [0, "a"], {}, [True, 1]])
    x: Any = rng.choice([None, *({key: junk} for key in ("dora", "accepted", "totals", "ba"))])
    some = " ".join(rng.choice(tiles) for _ in range(rng.randrange(5)))
    match rng.randrange(6):
        case 0:
            end = rng.choice(["head", "tail", None])
            return Draw(seat=seat, tile=rng.choice(tiles), end=end, x=x)
        case 1:
            return Discard(seat=seat, tile=rng.choice(tiles), drawn=rng.choice([None, True]), x=x)
        case 2:
            word = rng.choice(["win", "win", "chow", "pung", "exposed_kong"])
            tile, of = rng.choice(tiles), rng.randrange(60)
            return Claim(seat=seat, act=word, tile=tile, with_=some or None, of=of, x=x)
        case 3:
            word = rng.choice(["kita", "ready", "concealed_kong", "added_kong"])
            return Declare(seat=seat, act=word, tiles=some or None, x=x)
        case 4:
            return Pass(seat=seat, of=rng.randrange(60), declined=("win", "chow", "ready"))
    told: Any = rng.choice([None, {"ba": junk, "reason": junk, "shown": junk}])
    win = Win(seat=seat, lines=(("RI-Y52", 2),), x={"dora": junk, "ura": junk, "fu": junk})
    return Settlement(
        hand=rng.randrange(2),
        outcome=rng.choice(["win", "draw", "abort"]),
        wins=rng.choice([None, (), (win,)]),
        deltas=rng.choice([None, (0, 0, 0, 0), (1, 2)]),
        x=told,
    )


@pytest.mark.parametrize("seed", range(60))
def test_any_events_replay_and_verify_without_a_crash(seed: int) -> None:
    rng = random.Random(seed)
    players = rng.choice([4, 4, 3])
    options = {"players": 3} if players == 3 else {}
    events = list(simulate("riichi", rng, hands=2, players=players, options=options, rare=0.5))
    for _ in range(rng.randrange(1, 7)):
        events.insert(rng.randrange(1, len(events)), anything(rng))
    for hand in replay(events).hands.values():
        explain(RIICHI, hand)
        RIICHI.legal(hand.table, 0)
    verifier = Verifier()
    for event in events:
        verifier.feed(event)
    for hand in verifier.replay.hands.values():
        explain(RIICHI, hand, verifier.findings)
    assert verifier.report().events == len(events)
