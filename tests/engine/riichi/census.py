"""立直: how often each clause of the book comes up in records, counted from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.games.riichi.ending import REASONS
from engine.games.riichi.winning import furiten, waits
from engine.replay import Replay
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement

ROBBED = ("added_kong", "concealed_kong", "kita")


def census(matches: Iterable[Sequence[AnyEvent]]) -> Counter[str]:
    """Occasions by clause, over whole matches."""
    fired: Counter[str] = Counter()
    for events in matches:
        replay = Replay()
        for event in events:
            if replay.hand is not None and replay.hand.settlement is None:
                fired.update(_before(replay.hand.table, event))
            replay.apply(event)
            if isinstance(event, Deal):
                fired.update(("RI-E1", "RI-E2", "RI-E3", "RI-E4", "RI-E5"))
            if isinstance(event, Settlement):
                fired.update(_settled(replay, event))
        fired["RI-P21"] += replay.carry.over
        fired["RI-X11"] += bool(replay.carry.sticks)
    return fired


def _before(t: Any, event: AnyEvent) -> list[str]:
    """What an event is an occasion of, as the table stands before it."""
    kinds = ["RI-P7"] if "dora" in (event.x or {}) else []
    match event:
        case Draw():
            kinds.append("RI-P5" if t.due else "RI-P1")
            if t.own.pending is not None:
                kinds.append("RI-P9")
        case Discard():
            kinds += ["RI-P10"] * t.own.locked[event.seat] + ["RI-P3"] * bool(t.own.barred)
        case Declare():
            kinds.append({"ready": "RI-P8", "kita": "RI-P6"}.get(event.act, "RI-P4"))
        case Claim(act="win"):
            kinds += ["RI-P11", "RI-W1", "RI-W2"]
            kinds += ["RI-P12"] * (t.given.what in ROBBED) + ["RI-X6"] * bool(t.winners)
        case Claim():
            kinds.append("RI-P2")
    if isinstance(event, Draw | Claim) and t.phase == "open":
        kinds += _let_go(t, event)
    return kinds


def _let_go(t: Any, event: Draw | Claim) -> list[str]:
    """振聴: who waits for the discard and may not win on it."""
    tile = t.given.tile
    seats = [s for s in t.after(t.given.seat) if tile in waits(t, s)] if tile < 34 else []
    return [clause for seat in seats if (clause := furiten(t, seat)) and event.seat != seat]


def _settled(replay: Replay, event: Settlement) -> list[str]:
    hand = replay.hand
    assert hand is not None and event.x is not None
    kinds = ["RI-P19", "RI-P20"]
    if event.outcome == "draw":
        kinds += ["RI-P13", "RI-X9" if event.x["reason"] == "nm" else "RI-X8"]
    if event.outcome == "abort":
        kinds.append(REASONS[event.x["reason"]])
    honba, sticks = event.x["ba"]
    for win in event.wins or ():
        assert win.x is not None
        kinds += [clause for clause, _ in win.lines or ()]
        kinds += [clause for clause, _ in win.x.get("fu_lines", ())]
        kinds += ["RI-X1"] + ["RI-X2"] * bool(win.x["limit"]) + ["RI-X3"] * ("yakuman" in win.x)
        kinds += ["RI-X4"] * bool(honba) + ["RI-X5"] * bool(sticks) + ["RI-X7"] * ("pao" in win.x)
        kinds += ["RI-X10"] * (replay.players == 3 and win.by == "self_draw")
    return kinds
