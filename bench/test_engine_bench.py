"""The engine: rebuild with and without checks, scoring, simulation; beside PyPI peers."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from eventsourcing.domain import Aggregate, event
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig

from bench.conftest import Rate
from bench.peers import eventsourcing_app
from engine.game import GAMES, game
from engine.replay import replay
from engine.simulate import simulate
from engine.verify import verify
from events.model import AnyEvent

SIMULATED = [name for name in GAMES if game(name).seeded is not None]
ROOT = Path(__file__).resolve().parent.parent
HANDS = 16


def matches(name: str, n: int = 6) -> list[list[AnyEvent]]:
    return [list(simulate(name, random.Random(f"bench {i}"), hands=HANDS)) for i in range(n)]


@pytest.mark.benchmark(group="rebuild")
@pytest.mark.parametrize("name", SIMULATED)
def test_validated_rebuild(rate: Rate, name: str) -> None:
    played = matches(name)
    n = sum(map(len, played))
    rate(f"{name}: validated rebuild", "events", n, lambda: [verify(m) for m in played])


@pytest.mark.benchmark(group="rebuild")
@pytest.mark.parametrize("name", SIMULATED)
def test_plain_fold(rate: Rate, name: str) -> None:
    played = matches(name)
    n = sum(map(len, played))
    rate(f"{name}: plain fold", "events", n, lambda: [replay(m) for m in played])


class Hand(Aggregate):
    """A hand as an ``eventsourcing`` aggregate: one method and one event an act."""

    def __init__(self) -> None:
        self.acts: list[tuple[int, str]] = []

    @event("Acted")
    def act(self, seat: int, tile: str) -> None:
        self.acts.append((seat, tile))


@pytest.mark.benchmark(group="rebuild")
def test_peer_eventsourcing_rebuild(rate: Rate, tmp_path: Any) -> None:
    app = eventsourcing_app(tmp_path)
    hand = Hand()
    for i in range(1500):
        hand.act(i % 4, "5m")
        if i % 100 == 99:
            app.save(hand)
    app.save(hand)
    rate(
        "peer: eventsourcing (SQLite) rebuild", "events", 1501, lambda: app.repository.get(hand.id)
    )


def cases(name: str) -> list[Any]:
    """The score cases that the game's tests keep, as the scorer takes them."""
    file = ROOT / "tests" / "engine" / name / "cases.jsonl"
    lines = [json.loads(line)["case"] for line in file.read_text(encoding="utf-8").splitlines()]
    return [msgspec.convert(case, game(name).case) for case in lines]


@pytest.mark.benchmark(group="score")
@pytest.mark.parametrize("name", SIMULATED)
def test_score_with_explanation(rate: Rate, name: str) -> None:
    hands = cases(name) * 10
    score = game(name).score
    rate(f"{name}: score, lines and payments", "hands", len(hands), lambda: [*map(score, hands)])


def peer_hand(rng: random.Random) -> tuple[list[int], int]:
    """A random complete hand and its winning tile, as the peer numbers tiles (0–135)."""
    while True:
        counts = [0] * 34
        for _ in range(4):
            if rng.random() < 0.75:
                low = 9 * rng.randrange(3) + rng.randrange(7)
                for kind in (low, low + 1, low + 2):
                    counts[kind] += 1
            else:
                counts[rng.randrange(34)] += 3
        counts[rng.randrange(34)] += 2
        if max(counts) <= 4:
            tiles = [4 * kind + i for kind, n in enumerate(counts) for i in range(n)]
            return tiles, rng.choice(tiles)


@pytest.mark.benchmark(group="score")
def test_peer_mahjong_scoring(rate: Rate) -> None:
    calculator, config = HandCalculator(), HandConfig(is_tsumo=True)
    rng = random.Random("peer")
    hands = [peer_hand(rng) for _ in range(400)]

    def work() -> None:
        for tiles, win in hands:
            calculator.estimate_hand_value(tiles, win, config=config)

    for tiles, win in hands:
        assert calculator.estimate_hand_value(tiles, win, config=config).error is None
    rate("peer: mahjong (riichi) scoring", "hands", len(hands), work)


@pytest.mark.benchmark(group="simulate")
@pytest.mark.parametrize("name", SIMULATED)
def test_simulation(rate: Rate, name: str) -> None:
    def work() -> None:
        for i in range(3):
            list(simulate(name, random.Random(i), hands=HANDS))

    rate(f"{name}: simulation", "hands", 3 * HANDS, work)
