"""Questions about what is stored: its matches, their events, positions and findings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from api.usecases.positions import Position, explain, position
from api.usecases.reading import Item
from api.usecases.verifying import Checked, verify_items
from engine.explain import Explanation
from store import DuckStore, EventStore, MatchInfo, Quarantined


def open_store(path: str, *, create: bool = False, read_only: bool = False) -> DuckStore:
    """The store in the file ``path``; :class:`store.StoreError` says what is wrong with it."""
    return DuckStore(Path(path), create=create, read_only=read_only)


def items(store: EventStore, match: int) -> Iterator[Item]:
    """The events of a stored match as items; ``unknown`` when it is not here."""
    for stored in store.read(match):
        yield Item(stored.seq, stored.seq + 1, stored.event)


def verify_match(store: EventStore, match: int) -> Checked:
    """Check a stored match."""
    return verify_items(items(store, match), f"match {match}")


def position_of(
    store: EventStore,
    match: int,
    at: int | None = None,
    hand: int | None = None,
    seat: int | None = None,
) -> Position:
    """A position of a stored match; see :func:`api.usecases.positions.position`."""
    return position(items(store, match), at, hand, seat, f"match {match}")


def explain_hand(store: EventStore, match: int, hand: int) -> Explanation:
    """A settled hand of a stored match explained; see :func:`api.usecases.positions.explain`."""
    return explain(items(store, match), hand, f"match {match}")


def all_matches(store: EventStore) -> Iterator[MatchInfo]:
    """Every match in the order in which they were begun."""
    cursor: str | None = None
    while True:
        page = store.matches(cursor)
        yield from page.items
        if not page.more:
            return
        cursor = page.cursor


def all_quarantined(store: EventStore) -> Iterator[Quarantined]:
    """Everything in quarantine in the order of coming."""
    cursor: str | None = None
    while True:
        page = store.quarantined(cursor)
        yield from page.items
        if not page.more:
            return
        cursor = page.cursor
