"""The store: a hand a commit and reading one hand back, beside ``eventsourcing`` with SQLite.

Both keep the same simulated play durably in a file, with one fsync a commit. ``eventsourcing`` gets
each event as a plain dictionary and saves 100 at a time; it is measured with making its own event
objects, as an application must, and with saving alone.
"""

from __future__ import annotations

import random
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from eventsourcing.domain import Aggregate, event

from bench.conftest import Rate
from bench.peers import eventsourcing_app
from engine.simulate import simulate
from events import AnyEvent, Deal
from store import DuckStore

HANDS = 60
A_SAVE = 100
ROUNDS = 8
"""Rounds of a benchmark, with the one that warms up."""


def play() -> list[list[AnyEvent]]:
    """A simulated match, hand by hand; the match event goes with the first."""
    hands: list[list[AnyEvent]] = [[]]
    for fact in simulate("jiujiang", random.Random("bench"), hands=HANDS):
        if isinstance(fact, Deal) and any(isinstance(before, Deal) for before in hands[-1]):
            hands.append([])
        hands[-1].append(fact)
    return hands


def hundreds(hands: list[list[AnyEvent]]) -> list[list[AnyEvent]]:
    """The same events without the match event, 100 at a time."""
    events = [fact for hand in hands for fact in hand][1:]
    whole = len(events) - len(events) % A_SAVE
    return [events[at : at + A_SAVE] for at in range(0, whole, A_SAVE)]


def append(rate: Rate, folder: Path, what: str, batches: list[list[AnyEvent]]) -> None:
    """One commit a batch, at the end of one match that grows from round to round."""
    with DuckStore(folder / "bench.duckdb", create=True) as store:
        version = store.append(None, 0, play()[0]).version

        def work() -> None:
            nonlocal version
            for batch in batches:
                version = store.append(1, version, batch).version

        rate(what, "events", sum(map(len, batches)), work)


@pytest.mark.benchmark(group="append")
def test_append_a_hand_a_commit(rate: Rate, tmp_path: Path) -> None:
    append(rate, tmp_path, "store: a hand a commit", play()[1:])


@pytest.mark.benchmark(group="append")
def test_append_a_hundred_a_commit(rate: Rate, tmp_path: Path) -> None:
    append(rate, tmp_path, "store: 100 a commit", hundreds(play()))


@pytest.mark.benchmark(group="append")
def test_append_a_match_a_commit(rate: Rate, tmp_path: Path) -> None:
    match = [fact for hand in play()[1:] for fact in hand]
    append(rate, tmp_path, "store: a match a commit", [match])


class Play(Aggregate):
    """Play as an ``eventsourcing`` aggregate: each event holds one of ours as a dictionary."""

    def __init__(self) -> None:
        self.told = 0

    @event("Told")
    def tell(self, fact: dict[str, Any]) -> None:
        self.told += 1


@pytest.mark.benchmark(group="append")
def test_peer_eventsourcing_makes_and_saves(rate: Rate, tmp_path: Path) -> None:
    app, plays = eventsourcing_app(tmp_path), Play()
    batches = [msgspec.to_builtins(batch) for batch in hundreds(play())]
    app.save(plays)

    def work() -> None:
        for batch in batches:
            for fact in batch:
                plays.tell(fact)
            app.save(plays)

    rate("peer: eventsourcing (SQLite), 100 a save", "events", sum(map(len, batches)), work)


@pytest.mark.benchmark(group="append")
def test_peer_eventsourcing_saves(rate: Rate, tmp_path: Path) -> None:
    app, plays = eventsourcing_app(tmp_path), Play()
    batches = [msgspec.to_builtins(batch) for batch in hundreds(play())]
    app.save(plays)

    made = []
    for batch in batches * ROUNDS:
        for fact in batch:
            plays.tell(fact)
        made.append(plays.collect_events())
    left = iter(made)

    def work() -> None:
        for events in islice(left, len(batches)):
            app.events.put(events)

    rate("peer: the same, saving alone", "events", sum(map(len, batches)), work)


@pytest.mark.benchmark(group="read one hand")
def test_read_one_hand(rate: Rate, tmp_path: Path) -> None:
    hands = play()
    with DuckStore(tmp_path / "bench.duckdb", create=True) as store:
        store.record([fact for hand in hands for fact in hand])
        numbers = cycle(range(1, HANDS))
        rate("store: read one hand", "hands", 20, lambda: [
            store.read_hand(1, next(numbers)) for _ in range(20)
        ])  # fmt: skip


@pytest.mark.benchmark(group="read one hand")
def test_peer_eventsourcing_reads_a_hundred(rate: Rate, tmp_path: Path) -> None:
    app, plays = eventsourcing_app(tmp_path), Play()
    for fact in msgspec.to_builtins([fact for batch in hundreds(play()) for fact in batch]):
        plays.tell(fact)
    app.save(plays)
    starts = cycle(range(0, plays.version - A_SAVE, A_SAVE))

    def read() -> None:
        start = next(starts)
        events = list(app.events.get(plays.id, gt=start, lte=start + A_SAVE))
        assert len(events) == A_SAVE

    rate("peer: eventsourcing (SQLite), 100 events", "hands", 20, lambda: [
        read() for _ in range(20)
    ])  # fmt: skip
