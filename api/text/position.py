"""A position as text: what just happened, whose turn it is, and every seat's tiles."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from api.terminal import table
from api.usecases.positions import Position
from events import (
    AnyEvent,
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Pass,
    Ruling,
    Settlement,
)

_KNOWN = {"hand", "dealer", "turn", "drawn", "given", "wall_left", "seats", "phase"}
_SEAT_KNOWN = {"seat", "hand", "melds", "flowers", "river", "ready"}


def position(told: Position) -> str:
    """The text of a position. Tiles that the seat cannot see are ``?``."""
    view = told.table
    eyes = "" if told.seat is None else f" · as seat {told.seat} sees it"
    head = f"{told.title} · hand {view.get('hand')} · after event {told.seq} (line {told.line})"
    parts = [f"{head}{eyes}", f"{describe(told.event)}", " · ".join(_facts(view))]
    rows = [row for side in view.get("seats", ()) for row in _seat(told, side, view.get("dealer"))]
    return "\n".join([*parts, table(rows)])


def _facts(view: dict[str, Any]) -> Iterator[str]:
    if view.get("wall_left") is not None:
        yield f"{view['wall_left']} tiles left in the wall"
    if view.get("phase") is not None:
        yield f"phase {view['phase']}"
    if view.get("turn") is not None:
        yield f"turn of seat {view['turn']}"
    if view.get("drawn") is not None:
        yield f"drawn {view['drawn']}"
    if view.get("given"):
        yield f"open: {view['given']['tile']} of seat {view['given']['seat']}"
    for name, value in view.items():
        if name not in _KNOWN and value not in (None, [], {}, ""):
            yield f"{name} {_plain(value)}"


def _seat(told: Position, side: dict[str, Any], dealer: int | None) -> Iterator[list[str]]:
    index = side["seat"]
    name = told.players[index] if index < len(told.players) else ""
    marks = [name, "庄" if index == dealer else "", "报听" if side.get("ready") else ""]
    yield [f"seat {index}", " ".join(mark for mark in marks if mark), side.get("hand", "")]
    for meld in side.get("melds", ()):
        giver = meld.get("from")
        came = "" if giver is None else f"  ← seat {giver}"
        yield ["", meld["kind"], f"{meld['tiles']}{came}"]
    if side.get("flowers"):
        yield ["", "flowers", side["flowers"]]
    if side.get("river"):
        yield ["", "river", " ".join(_thrown(thrown) for thrown in side["river"])]
    for key, value in side.items():
        if key not in _SEAT_KNOWN and value not in (None, [], {}, "", False):
            yield ["", key, _plain(value)]


def _thrown(thrown: dict[str, Any]) -> str:
    """A discard: ``(3s)`` was claimed, ``3s'`` was the tile just drawn."""
    tile = f"{thrown['tile']}'" if thrown.get("drawn") else thrown["tile"]
    return f"({tile})" if thrown.get("claimed") else tile


def _plain(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(_plain(one) for one in value)
    if isinstance(value, dict):
        return " ".join(f"{name} {_plain(one)}" for name, one in value.items())
    return str(value)


def describe(event: AnyEvent) -> str:
    """One event in a few words."""
    match event:
        case Match():
            return f"match of {event.game}"
        case Deal():
            return f"hand {event.hand} is dealt by seat {event.dealer}"
        case Draw():
            end = "" if event.end in (None, "head") else f" from the {event.end}"
            return f"seat {event.seat} draws {event.tile}{end}"
        case Discard():
            return f"seat {event.seat} discards {event.tile}{' as drawn' if event.drawn else ''}"
        case Claim():
            own = f" with {event.with_}" if event.with_ else ""
            return f"seat {event.seat} claims {event.act} on {event.tile}{own} of event {event.of}"
        case Declare():
            tiles = f" {event.tiles}" if event.tiles else ""
            return f"seat {event.seat} declares {event.act}{tiles}"
        case Pass():
            declined = " ".join(event.declined or ())
            return f"seat {event.seat} passes on event {event.of} {declined}".rstrip()
        case Settlement():
            return f"hand {event.hand} is settled: {event.outcome}"
        case Ruling():
            return f"ruling on hand {event.hand}: {event.verdict}"
        case Close():
            return "the match is closed"
