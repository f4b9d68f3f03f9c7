"""告胡子: how often each clause of the book comes up in records, counted from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from engine.games.gaohuzi import eating, patterns
from engine.games.gaohuzi.patterns import FOURS, PAO
from engine.games.gaohuzi.winning import by_now, could_win
from engine.replay import Replay
from events.model import AnyEvent, Claim, Close, Deal, Declare, Discard, Draw, Settlement
from events.tiles import ZIPAI


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
                fired.update(["GH-E1", "GH-E3"] + ["GH-E2"] * (replay.players == 2))
            elif isinstance(event, Draw | Discard):
                assert replay.hand is not None
                fired.update(_open(replay.hand.table))
            elif isinstance(event, Settlement):
                fired.update(_settled(replay, event))
            elif isinstance(event, Close):
                fired.update(["GH-X4", "GH-X5"])
    return fired


MEANS = {"wei": "GH-M4", "chou_wei": "GH-M5", "ti": "GH-M2", "pao": "GH-M3", "peng": "GH-M6"}


def _before(t: Any, event: AnyEvent) -> list[str]:
    """What an event is an occasion of, as the table stands before it."""
    match event:
        case Draw():
            after = ["GH-P10"] * (t.phase == "next" and t.seats[t.turn].dead)
            return [*after, "GH-P9" if event.end == "extra" else "GH-P1"]
        case Discard():
            return ["GH-M1"] if 3 in t.seats[event.seat].counts else []
        case Declare(act="ti"):
            return ["GH-P9", "GH-M2"]
        case Claim(act="win"):
            return _win(t, event.seat)
        case Claim(act="chi"):
            cards = [ZIPAI.index[card] for card in ZIPAI.parse(f"{event.tile} {event.with_}")]
            groups = len(event.bi or ())
            kinds = ["GH-P3", "GH-M7" if patterns.run(cards) else "GH-M8"]
            return kinds + ["GH-M9", "GH-P4", f"GH-P4 {groups} groups"] * (groups > 0)
        case Claim():
            kinds = [MEANS[event.act]] + ["GH-P6"] * (event.act != "peng")
            if event.act in FOURS and t.seats[event.seat].fours:
                kinds.append("GH-P8")
            return kinds
    return []


def _open(t: Any) -> list[str]:
    """What a card that lies open now is an occasion of."""
    given = t.given
    if given is None or given.what == "deal":
        return []
    kinds = ["GH-P12"] * t.last_card()
    others = [s for s in t.after(given.seat) if could_win(t, s)]
    if t.forced is not None and t.forced[1] != "pao" and others:
        kinds.append("GH-P7")
    if t.options.discard_win == "forced" and given.what == "discard" and others:
        kinds.append("GH-P11")
    reach = [given.seat] * (given.what == "draw") + [t.next_seat(given.seat)]
    for seat in reach:
        side = t.seats[seat]
        if given.tile in side.no_chi and any(eating.eatings(side.counts, given.tile)):
            kinds.append("GH-P5")
    for seat in t.after(given.seat):
        if given.tile in t.seats[seat].no_peng and t.seats[seat].counts[given.tile] == 2:
            kinds.append("GH-P5 peng")
    kinds += ["GH-P10 forced"] * (
        t.forced is None and any(side.dead and side.counts[given.tile] == 3 for side in t.seats)
    )
    return kinds


def _win(t: Any, seat: int) -> list[str]:
    side, given = t.seats[seat], t.given
    kinds = ["GH-W1", "GH-W2"] + ["GH-W5"] * (given.what == "deal")
    hand, by = side.counts.copy(), by_now(t, seat)
    hand[given.tile] -= by == "dealt"
    melds = [(m.kind, m.named()) for m in side.melds]
    found = patterns.readings(hand, melds, given.tile, by)
    kinds += ["GH-W3"] * (len(found) > 1)
    kinds += ["GH-H7"] * any(sum(reading.groups) < 7 for reading in found)
    if t.forced is not None and t.forced[1] == "pao":
        kinds += ["GH-P2", "GH-W4"]
        laid = sum(m.kind == "pao" for m in side.melds)
        kept = [sum(reading.groups[PAO : PAO + 2]) == laid for reading in found]
        kinds += ["GH-P6 破跑"] * (t.forced[0] == seat and all(kept))
    return kinds


def _settled(replay: Replay, event: Settlement) -> list[str]:
    assert replay.hand is not None
    kinds = ["GH-E4"] + ["GH-E6"] * replay.carry.over
    if event.outcome == "draw":
        return [*kinds, "GH-E5"]
    options = replay.options
    for win in event.wins or ():
        kinds += [clause for clause, _ in win.lines or ()]
        kinds += ["GH-N12"] * any(clause.startswith("GH-N") for clause, _ in win.lines or ())
        kinds.append("GH-X2" if win.by == "discard" else "GH-X1")
        scored = (100 * _hundreds(win, options) or win.huxi or 0) * (win.factor or 1)
        gained = (event.deltas or ())[win.seat]
        kinds += ["GH-X3"] * (scored != win.value or gained != win.value)
    return kinds


def _hundreds(win: Any, options: Any) -> int:
    n = sum(amount == 100 for clause, amount in win.lines if clause.startswith("GH-N"))
    return min(n, 1) if options.hundreds == "single" else n
