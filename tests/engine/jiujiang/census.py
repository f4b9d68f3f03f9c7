"""九江麻将: how often each clause of the book comes up in records, counted from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.games.jiujiang import FA
from engine.games.jiujiang.payment import factor
from engine.games.jiujiang.table import completes_given, could_win
from engine.mahjong.table import KONGS
from engine.replay import Replay
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement


def census(matches: Iterable[Sequence[AnyEvent]]) -> Counter[str]:
    """Occasions by clause, over whole matches."""
    fired: Counter[str] = Counter()
    for events in matches:
        replay = Replay()
        for event in events:
            if replay.hand is not None:
                fired.update(_before(replay.hand.table, event))
            replay.apply(event)
            if isinstance(event, Deal):
                fired.update(("JJ-E1", "JJ-E2", "JJ-E3", "JJ-E4"))
            elif isinstance(event, Settlement):
                fired.update(_settled(replay, event))
    return fired


def _before(t: Any, event: AnyEvent) -> list[str]:
    """What an event is an occasion of, as the table stands before it."""
    match event:
        case Draw():
            kinds = ["JJ-E5"]
            if t.due:
                kinds.append("JJ-P6" if t.due_for == "kong" else "JJ-P2")
            return kinds
        case Discard():
            held = t.own.fourth[event.seat] and t.seats[event.seat].counts
            fourth = held and any(held[kind] for kind in t.own.fourth[event.seat])
            return ["JJ-P1", *(["JJ-P7"] if fourth else [])]
        case Declare(act="flower"):
            return ["JJ-P3"] if t.drawn != FA else []
        case Declare(act="ready"):
            return ["JJ-P8"]
        case Declare():
            return ["JJ-P5"]
        case Claim(act="win"):
            return _win(t, event)
        case Claim():
            return ["JJ-P4", *(["JJ-P5"] if event.act in KONGS else [])]
    return []


def _win(t: Any, event: Claim) -> list[str]:
    kinds = ["JJ-W0"]
    given = t.given
    if t.phase == "replace":
        kinds.append("JJ-P10")
    others = [s for s in t.after(given.seat) if s != event.seat and t.phase in ("open", "replace")]
    if any(could_win(t, seat) for seat in others):
        kinds.append("JJ-P11")
    return kinds


def _settled(replay: Replay, event: Settlement) -> list[str]:
    hand = replay.hand
    assert hand is not None
    t = hand.table
    kinds = ["JJ-P13"]
    if event.outcome == "draw" or t.wall.left == 0:
        kinds.append("JJ-P12")
    if factor(t) > 1:
        kinds.append("JJ-P14")
    if hand.before.unit and hand.before.unit > 1:
        kinds.append("JJ-P15")
    for win in event.wins or ():
        kinds += [clause for clause, _ in win.lines or ()] + ["JJ-X1", "JJ-W1", "JJ-W2"]
        kinds += ["JJ-W3"] * any(c in ("JJ-S3", "JJ-F15") for c, _ in win.lines or ())
        kinds += ["JJ-W4"] * any(c in ("JJ-S4", "JJ-F16") for c, _ in win.lines or ())
        for payment in win.payments or ():
            kinds += ["JJ-X2", *(clause for clause, _ in payment.lines or ())]
    if len(event.wins or ()) > 1:
        kinds.append("JJ-X8")
    return kinds


def passed_up(matches: Iterable[Sequence[AnyEvent]]) -> Counter[str]:
    """JJ-P9: how often a seat came under the bar of 过胡; JJ-W1: a shape worth too little."""
    fired: Counter[str] = Counter()
    for events in matches:
        replay = Replay()
        for event in events:
            hand = replay.hand
            bars = list(hand.table.own.bars) if hand is not None else []
            if hand is not None and hand.table.phase == "open" and isinstance(event, Draw):
                t = hand.table
                fired["JJ-W1 refused"] += sum(
                    completes_given(t, s) and not could_win(t, s) for s in t.after(t.given.seat)
                )
            replay.apply(event)
            if hand is not None and hand is replay.hand:
                now = hand.table.own.bars
                fired["JJ-P9"] += sum(b > a for a, b in zip(bars, now, strict=True))
    return fired
