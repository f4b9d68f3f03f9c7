"""One fault put into a clean record, and what a verification must say of it.

A mutant is a record with one event dropped, repeated, swapped with the next, or changed in one
field. :func:`judge` compares the first finding with where the fault lies and what kind it is;
:func:`innocent` names the mutants that are legal records all the same, each by an argument that
does not ask the verifier.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.case import CaseError
from engine.verify import verify
from events.model import (
    AnyEvent,
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Pass,
    Settlement,
    Win,
)
from events.tiles import ALPHABETS, UNKNOWN


class Mutant(NamedTuple):
    """A record with one fault: what was done, to which event, and which clause names it, if any."""

    kind: str
    at: int
    events: list[AnyEvent]
    clause: str | None = None


class Verdict(NamedTuple):
    """What came of a mutant: ``found``, ``missed``, ``misplaced``, ``misnamed``, ``innocent``."""

    verdict: str
    mutant: Mutant
    why: str


def mutants(events: Sequence[AnyEvent], rng: random.Random, n: int) -> Iterator[Mutant]:
    """``n`` mutants of a record, each different from it, three in ten at a hand's ends."""
    made = 0
    ends = [i for i, e in enumerate(events) if isinstance(e, Settlement | Deal | Close)]
    while made < n:
        at = rng.choice(ends) if rng.random() < 0.3 else rng.randrange(1, len(events))
        event = events[at]
        kind = rng.choice(("drop", "repeat", "swap", "change", "change", "change"))
        mutant = _mutate(kind, list(events), at, event, rng)
        if mutant is not None and mutant.events != list(events):
            made += 1
            yield mutant


def _mutate(
    kind: str, events: list[AnyEvent], at: int, event: AnyEvent, rng: random.Random
) -> Mutant | None:
    if kind == "drop":
        return Mutant(kind, at, events[:at] + events[at + 1 :])
    if kind == "repeat":
        return Mutant(kind, at, events[: at + 1] + events[at:])
    if kind == "swap":
        if at + 1 == len(events):
            return None
        events[at], events[at + 1] = events[at + 1], events[at]
        return Mutant(kind, at, events)
    changed = _change(event, _game(events), rng)
    if changed is None:
        return None
    what, new, clause = changed
    events[at] = new
    return Mutant(what, at, events, clause)


Changed = tuple[str, AnyEvent, str | None]


def _change(event: AnyEvent, start: Match, rng: random.Random) -> Changed | None:
    seats = len(start.players)
    match event:
        case Settlement():
            return _change_settlement(event, seats, rng)
        case Deal():
            return _change_deal(event, start, rng)
        case Close():
            if event.totals is None:
                return None
            return "total", replace(event, totals=_bump(event.totals, rng)), "R11"
        case Draw() | Discard() | Claim() | Declare() | Pass():
            return _change_act(event, start, rng)
    return None


def _change_act(event: Any, start: Match, rng: random.Random) -> Changed | None:
    fields = ["seat"]
    if getattr(event, "tile", UNKNOWN) != UNKNOWN:
        fields.append("tile")
    if isinstance(event, Declare) and event.tiles:
        fields.append("tiles")
    if isinstance(event, Claim | Pass):
        fields.append("of")
    if isinstance(event, Claim) and event.with_:
        fields.append("with_")
    field = rng.choice(fields)
    if field == "seat":
        others = [seat for seat in range(len(start.players)) if seat != event.seat]
        return "seat", replace(event, seat=rng.choice(others)), None
    if field == "of":
        return "of", replace(event, of=max(0, event.of + rng.choice((-3, -2, -1, 1)))), None
    text = getattr(event, field)
    tiles = text.split()
    i = rng.randrange(len(tiles))
    tiles[i] = rng.choice([tile for tile in _tiles(start) if tile != tiles[i]])
    return field.rstrip("_"), replace(event, **{field: " ".join(tiles)}), None


def _change_deal(event: Deal, start: Match, rng: random.Random) -> Changed:
    what = rng.choice(("dealer", "hand", "tile"))
    if what == "dealer":
        others = [seat for seat in range(len(start.players)) if seat != event.dealer]
        return "dealer", replace(event, dealer=rng.choice(others)), None
    if what == "hand":
        return "hand", replace(event, hand=event.hand + rng.choice((1, 2))), "R8"
    hands = list(event.hands)
    seat = rng.choice([i for i, hand in enumerate(hands) if hand])
    tiles = hands[seat].split()
    i = rng.randrange(len(tiles))
    tiles[i] = rng.choice([tile for tile in _tiles(start) if tile != tiles[i]])
    hands[seat] = " ".join(tiles)
    return "dealt tile", replace(event, hands=tuple(hands)), None


def _change_settlement(event: Settlement, seats: int, rng: random.Random) -> Changed | None:
    choices = ["total", "delta", "outcome"]
    if event.wins:
        choices += ["line", "payment", "payer", "value", "winner"]
    what = rng.choice(choices)
    if what == "total" and event.totals is not None:
        return what, replace(event, totals=_bump(event.totals, rng)), "R11"
    if what == "delta" and event.deltas is not None:
        return what, replace(event, deltas=_bump(event.deltas, rng)), None
    if what == "outcome":
        others = [o for o in ("win", "draw") if o != event.outcome]
        return what, replace(event, outcome=rng.choice(others)), None
    if not event.wins:
        return None
    i = rng.randrange(len(event.wins))
    changed = _change_win(what, event.wins[i], seats, rng)
    if changed is None:
        return None
    win, clause = changed
    wins = (*event.wins[:i], win, *event.wins[i + 1 :])
    return what, replace(event, wins=wins), clause


def _change_win(
    what: str, win: Win, seats: int, rng: random.Random
) -> tuple[Win, str | None] | None:
    if what == "line" and win.lines:
        i = rng.randrange(len(win.lines))
        clause, amount = win.lines[i]
        lines = list(win.lines)
        if rng.randrange(2):
            lines[i] = (clause, amount + rng.choice((-1, 1, 5)))
        else:
            del lines[i]
        return replace(win, lines=tuple(lines)), clause
    if what in ("payment", "payer") and win.payments:
        i = rng.randrange(len(win.payments))
        payments = list(win.payments)
        if what == "payment":
            points = payments[i].points + rng.choice((-2, -1, 1, 2))
            payments[i] = replace(payments[i], points=points)
        else:
            taken = {win.seat, *(payment.from_ for payment in payments)}
            free = [seat for seat in range(seats) if seat not in taken]
            if not free:
                return None
            payments[i] = replace(payments[i], from_=rng.choice(free))
        return replace(win, payments=tuple(payments)), None
    if what == "value" and win.value is not None:
        return replace(win, value=win.value + rng.choice((-1, 1, 10))), None
    if what == "winner":
        return replace(win, seat=(win.seat + rng.randrange(1, seats)) % seats), None
    return None


def _bump(amounts: tuple[int, ...], rng: random.Random) -> tuple[int, ...]:
    i = rng.randrange(len(amounts))
    return (*amounts[:i], amounts[i] + rng.choice((-2, -1, 1, 2)), *amounts[i + 1 :])


def _game(events: Sequence[AnyEvent]) -> Match:
    start = events[0]
    assert isinstance(start, Match)
    return start


def _tiles(start: Match) -> list[str]:
    """The alphabet's tiles, foreign ones of the family among them."""
    return list(ALPHABETS[start.game].tiles)


# -- judging --------------------------------------------------------------------------------------


def judge(original: Sequence[AnyEvent], mutant: Mutant) -> Verdict:
    """What the verifier makes of a mutant.

    The first finding stands at the fault or, where the fault only shows later, at a later event of
    the same hand or at the deal that follows it; it never stands before the fault. A changed line
    is named by its own clause, a changed total by R11.
    """
    try:
        report = verify(mutant.events)
    except CaseError as error:
        return Verdict("found", mutant, f"refused: {error}")
    if report.clean:
        excuse = innocent(original, mutant)
        return Verdict("innocent" if excuse else "missed", mutant, excuse or "no finding")
    first = report.findings[0]
    says = f"{first.seq} {first.clause} {first.code}: {first.message}"
    if first.seq < mutant.at or first.seq > _last_place(original, mutant):
        return Verdict("misplaced", mutant, says)
    if mutant.clause is not None and first.clause != mutant.clause:
        return Verdict("misnamed", mutant, says)
    return Verdict("found", mutant, says)


def _last_place(original: Sequence[AnyEvent], mutant: Mutant) -> int:
    """The last event at which a finding still speaks of the fault: the deal after its hand."""
    deals = [i for i, event in enumerate(original) if isinstance(event, Deal) and i > mutant.at]
    return (deals[0] if deals else len(original)) + 2


def innocent(original: Sequence[AnyEvent], mutant: Mutant) -> str | None:
    """Why the mutant is a legal record after all; ``None`` when nothing shows that it is."""
    event = original[mutant.at]
    after = original[mutant.at + 1] if mutant.at + 1 < len(original) else None
    if mutant.kind in ("drop", "swap") and Close in (type(event), type(after)):
        still = not isinstance(event, Settlement) or not any(event.deltas or (1,))
        return "a record may end anywhere, a close may stand anywhere" if still else None
    if mutant.kind == "drop" and after is None:
        return "a record may end anywhere"
    if mutant.kind == "drop" and isinstance(event, Pass):
        return "a missing pass says nothing (R3)"
    if mutant.kind == "tile" and isinstance(event, Discard):
        return _another_held(original, mutant)
    return None


def _another_held(original: Sequence[AnyEvent], mutant: Mutant) -> str | None:
    """A discard of another tile that the hand held, never to be seen again."""
    thrown = mutant.events[mutant.at]
    assert isinstance(thrown, Discard)
    start = max(i for i, e in enumerate(original[: mutant.at]) if isinstance(e, Deal))
    deal = original[start]
    assert isinstance(deal, Deal)
    held = Counter(deal.hands[thrown.seat].split())
    for event in original[start + 1 : mutant.at]:
        if getattr(event, "seat", None) != thrown.seat:
            continue
        match event:
            case Draw():
                held[event.tile] += 1
            case Discard():
                held[event.tile] -= 1
            case Claim():
                held.subtract((event.with_ or "").split())
            case Declare():
                held.subtract((event.tiles or "").split())
    was = original[mutant.at]
    assert isinstance(was, Discard)
    if held[thrown.tile] < 1 or thrown.drawn:
        return None
    return f"seat {thrown.seat} held {thrown.tile} as well as {was.tile}, and neither shows again"


def report(verdicts: Sequence[Verdict]) -> str:
    """How the mutants fared, by kind of fault, and every one that was not found."""
    table: dict[str, Counter[str]] = {}
    for verdict in verdicts:
        table.setdefault(verdict.mutant.kind, Counter())[verdict.verdict] += 1
    heads = ("found", "missed", "misplaced", "misnamed", "innocent")
    lines = ["fault        " + "".join(f"{head:>11}" for head in heads)]
    for kind, counts in sorted(table.items()):
        lines.append(f"{kind:13}" + "".join(f"{counts[head]:11}" for head in heads))
    for verdict in verdicts:
        if verdict.verdict not in ("found", "innocent"):
            mutant = verdict.mutant
            event = mutant.events[min(mutant.at, len(mutant.events) - 1)]
            lines.append(
                f"{verdict.verdict}: {mutant.kind} at {mutant.at}: {event}\n   {verdict.why}"
            )
    return "\n".join(lines)
