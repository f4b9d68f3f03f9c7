"""青儿: how often each clause of the book comes up in records, counted from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.games.qinger import ADVERT, ALIKE, CLUBS, GHOSTS, scoring
from engine.games.qinger.patterns import alike, readings
from engine.games.qinger.settling import case
from engine.games.qinger.table import completes_given
from engine.replay import Replay
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement
from events.tiles import CARDS


def census(matches: Iterable[Sequence[AnyEvent]]) -> Counter[str]:
    """Occasions by clause, over whole matches; ``QE-W2``: a shape that is worth too little."""
    fired: Counter[str] = Counter()
    for events in matches:
        replay = Replay()
        for event in events:
            if replay.hand is not None and replay.hand.table.hand is not None:
                fired.update(_before(replay.hand.table, event))
            replay.apply(event)
            if isinstance(event, Deal):
                fired.update(_dealt(replay))
            elif isinstance(event, Settlement):
                fired.update(_settled(replay, event))
    return fired


def _dealt(replay: Replay) -> list[str]:
    assert replay.hand is not None
    t = replay.hand.table
    kinds = ["QE-E1", "QE-E4", "QE-E5"]
    kinds.append("QE-J3" if t.own.jian in (*GHOSTS, ADVERT) else "QE-J1")
    return kinds + ["QE-E3"] * (t.out is not None)


def _before(t: Any, event: AnyEvent) -> list[str]:
    """What an event is an occasion of, as the table stands before it."""
    match event:
        case Draw():
            return ["QE-P7", *_too_poor(t, event)]
        case Discard():
            return ["QE-P7"]
        case Declare(act="play" | "refuse"):
            return ["QE-E6"]
        case Declare(act="flower"):
            return ["QE-P4", *(["QE-E7"] if t.phase == "opening" else [])]
        case Declare(act="wu_xi"):
            return ["QE-P3", "QE-E7"]
        case Declare(act="qi_fei" | "an_du" | "added_du"):
            three = ["QE-J4"] if len((event.tiles or "").split()) == 3 else []
            return ["QE-P2", *three, *_both_suits(event.tiles or "")]
        case Claim(act="win"):
            return _win(t, event)
        case Claim():
            du = ["QE-P2"] if event.act == "ming_du" else []
            return ["QE-P1", *du, *_both_suits(f"{event.tile} {event.with_}")]
    return []


def _both_suits(text: str) -> list[str]:
    cards = {CARDS.index[tile] for tile in text.split()}
    return ["QE-E2"] if cards & {*CLUBS} and len(cards) > 1 else []


def _win(t: Any, event: Claim) -> list[str]:
    kinds = ["QE-W1", "QE-P1"]
    if t.given.what == "deal":
        kinds.append("QE-W4")
    if t.given.what == "added_du":
        kinds.append("QE-P5")
    counts = alike(t.seats[event.seat].counts)
    card = CARDS.index[event.tile]
    if t.given.what not in ("draw", "deal"):
        counts[ALIKE[card]] += 1
    ways = readings(counts, len(t.seats[event.seat].melds), ALIKE[card])
    return kinds + ["QE-W3"] * (len(ways) > 1)


def _too_poor(t: Any, event: Draw) -> list[str]:
    """QE-W2: somebody has a winning shape on the discard that is left lying, and may not win."""
    if t.phase != "open":
        return []
    found = []
    for seat in t.after(t.given.seat):
        if completes_given(t, seat):
            win = Claim(seat=seat, act="win", tile=t.names[t.given.tile], of=t.given.seq)
            found += ["QE-W2"] * (scoring.count(case(t, win))[0] == "QE-W2")
    return found


def _settled(replay: Replay, event: Settlement) -> list[str]:
    assert replay.hand is not None
    t = replay.hand.table
    if event.outcome == "abort":
        return ["QE-E6"]
    kinds = ["QE-E8", "QE-X1"]
    if any(knocked for _, knocked in t.own.knocks):
        kinds.append("QE-X2")
    if t.wall.left == 0:
        kinds.append("QE-P6")
    for lines in event.seat_lines or ():
        kinds += [clause for clause, _ in lines]
        kinds += ["QE-J2"] * any(clause == "QE-B8" and amount > 7 for clause, amount in lines)
    return kinds
