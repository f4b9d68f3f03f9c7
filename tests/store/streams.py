"""Small matches to store: they look like play, and nothing here depends on its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from events import AnyEvent, Close, Deal, Discard, Draw, Match, Player, Settlement, Source
from store import DuckStore

TILES = ["1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "4p"]


def opening(ref: str = "a", digest: str | None = None) -> Match:
    """The first event of a match; ``ref`` tells matches apart."""
    return Match(
        v=1,
        game="jiujiang",
        players=tuple(Player(id=name) for name in ("东方", "南", "西", "北")),
        source=Source(client="hand-made", ref=ref, sha256=digest),
    )


def hand(number: int, turns: int = 4) -> list[AnyEvent]:
    """A deal, ``turns`` draws and discards, and a drawn hand's settlement: 2 + 2 * turns events."""
    events: list[AnyEvent] = [Deal(hand=number, dealer=number % 4, hands=(" ".join(TILES),) * 4)]
    for turn in range(turns):
        tile = TILES[(turn + number) % len(TILES)]
        events += [Draw(seat=turn % 4, tile=tile), Discard(seat=turn % 4, tile=tile, drawn=True)]
    return [*events, Settlement(hand=number, outcome="draw", deltas=(0, 0, 0, 0))]


def sitting(ref: str = "a", hands: int = 2, digest: str | None = None) -> list[AnyEvent]:
    """A whole match of so many hands."""
    events: list[AnyEvent] = [opening(ref, digest)]
    for number in range(hands):
        events += hand(number)
    return [*events, Close(totals=(0, 0, 0, 0))]


def fill(path: Path, refs: Sequence[str] = ("a", "b"), hands: int = 2) -> None:
    """A store file with a match for each of ``refs``, closed again."""
    with DuckStore(path, create=True) as store:
        for ref in refs:
            store.record(sitting(ref, hands))


def unchanged(path: Path, action: Callable[[], object]) -> bool:
    """Whether ``action`` leaves the bytes of a file that no one has open as they are."""
    before = path.read_bytes()
    action()
    return path.read_bytes() == before
