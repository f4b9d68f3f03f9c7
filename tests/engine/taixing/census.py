"""泰兴麻将: how often each clause of the book comes up in records, counted from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.games.taixing.patterns import readings
from engine.games.taixing.play import OPPOSITE
from engine.games.taixing.table import (
    EIGHTH,
    answer,
    completes_drawn,
    completes_given,
    could_win,
    finished,
)
from engine.mahjong.table import INDEX, KONGS
from engine.replay import Replay
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement


def census(matches: Iterable[Sequence[AnyEvent]]) -> Counter[str]:
    """Occasions by clause, over whole matches; ``refused``: a shape that may not win."""
    fired: Counter[str] = Counter()
    for events in matches:
        replay = Replay()
        for event in events:
            if replay.hand is not None:
                fired.update(_before(replay.hand.table, event))
            replay.apply(event)
            if isinstance(event, Deal):
                fired.update(("TX-E1", "TX-E3"))
                fired["TX-E2"] += sum(event.dice or ()) in OPPOSITE
            elif isinstance(event, Settlement):
                fired.update(_settled(replay, event))
        fired["TX-E5 over"] += replay.carry.over
    return fired


def _before(t: Any, event: AnyEvent) -> list[str]:
    """What an event is an occasion of, as the table stands before it."""
    match event:
        case Draw():
            return ["TX-E7", *(["TX-P3" if t.due_for == "kong" else "TX-E4"] if t.due else [])]
        case Discard():
            return ["TX-P1", *_refused(t, event.seat)]
        case Declare(act="flower"):
            return ["TX-E4"]
        case Declare(act="ready"):
            return ["TX-P5"]
        case Declare():
            return ["TX-P3"]
        case Claim(act="win"):
            return _win(t, event)
        case Claim():
            return ["TX-P1", *(["TX-P3"] if event.act in KONGS else []), *_refused(t, None)]
    return []


def _refused(t: Any, seat: int | None) -> list[str]:
    """Shapes that could be claimed as a win now, but for TX-W2 or TX-W5."""
    if seat is not None:
        if t.drawn is None or not completes_drawn(t, seat, t.drawn):
            return []
        given = answer(t, seat, t.drawn)
        return [] if given.legal else [f"{given.clause} refused"]
    others = [other for other in t.after(t.given.seat) if completes_given(t, other)]
    answers = [answer(t, other, t.given.tile) for other in others]
    return [f"{given.clause} refused" for given in answers if not given.legal]


def _win(t: Any, event: Claim) -> list[str]:
    kinds = ["TX-W1"]
    if t.phase == EIGHTH:
        return ["TX-W4"]
    if t.phase == "replace":
        kinds.append("TX-P4")
    if t.phase in ("open", "replace"):
        others = [seat for seat in t.after(t.given.seat) if seat != event.seat]
        kinds += ["TX-P2"] * any(could_win(t, seat) for seat in others)
    won = finished(t, event.seat, INDEX[event.tile], doubled=(False, False))
    return [*kinds, *(["TX-W6"] if len(readings(won)) > 1 else [])]


def _settled(replay: Replay, event: Settlement) -> list[str]:
    hand = replay.hand
    assert hand is not None
    t = hand.table
    kinds = ["TX-E5"]
    kinds += ["TX-P6"] * (event.outcome == "draw")
    kinds += ["TX-X4 owed"] * (event.outcome == "draw" and hand.before.debt > 0)
    for win in event.wins or ():
        lines = dict(win.lines or ())
        kinds += [*lines, "TX-X1", "TX-W2"]
        kinds += ["TX-W3"] * ("TX-F8" in lines)
        kinds += ["TX-W5"] * ("TX-F1" in lines)
        kinds += ["TX-H7"] * ("TX-H7" in lines)
        liable = any(payment.lines for payment in win.payments or ())
        kinds.append("TX-X3" if liable else "TX-X2")
    return kinds + ["TX-E7 wall"] * (t.wall.left == 0)
