"""Helpers of the format tests: the small logs written for them, and events told in short lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from events import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement

DATA = Path(__file__).parent / "data"


@pytest.fixture
def four_players() -> bytes:
    """Four hands: kongs of every kind, a double win, a robbed kong, nine terminals."""
    return (DATA / "four_players.mjlog").read_bytes()


@pytest.fixture
def three_players() -> bytes:
    """One hand of three players, with a North laid aside."""
    return (DATA / "three_players.mjlog").read_bytes()


@pytest.fixture
def told() -> Callable[[Iterable[AnyEvent]], list[str]]:
    """Play as lines: ``2 pung C (C C) of 3``, with what stands under ``x`` behind it."""

    def tell(events: Iterable[AnyEvent]) -> list[str]:
        return [line for event in events if (line := _line(event))]

    return tell


def _line(event: AnyEvent) -> str:
    match event:
        case Draw():
            line = f"{event.seat} draw {event.tile}" + (f" {event.end}" if event.end else "")
        case Discard():
            how = {True: " drawn", False: " held", None: ""}[event.drawn]
            line = f"{event.seat} discard {event.tile}{how}"
        case Claim():
            own = f" ({event.with_})" if event.with_ else ""
            line = f"{event.seat} {event.act} {event.tile}{own} of {event.of}"
        case Declare():
            line = f"{event.seat} {event.act}" + (f" {event.tiles}" if event.tiles else "")
        case Deal() | Settlement():
            return ""
        case _:
            return type(event).__name__
    noted = " ".join(f"{key}={value}" for key, value in (event.x or {}).items())
    return f"{line} | {noted}" if noted else line
