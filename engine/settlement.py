"""Comparing a recorded settlement with the one that the hand should have, line by line.

Only what the record says is compared: an importer may leave out what its source lacks. The first
difference in the order of the settlement's own fields comes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET, Struct
from msgspec.structs import replace

from engine.case import Answer
from engine.findings import Violation
from events.model import Line, Outcome, Payment, Settlement, Win

WIN_FACTS = ("by", "tile", "from_", "first", "last")
WIN_AMOUNTS = ("hua", "fan", "huxi", "factor", "value")


class Pair(Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What two players settle where everybody settles with everybody.

    ``from_`` pays ``to`` ``points``: the ``difference`` of what the two hands are worth × ``rate``.
    """

    from_: int
    to: int
    difference: int
    rate: int
    points: int


def compare(recorded: Settlement, expected: Settlement, cite: Mapping[str, str]) -> list[Violation]:
    """Where ``recorded`` differs from ``expected``.

    ``cite`` names the clause for what no line stands for: ``outcome``, ``unit``, ``winner``, the
    fields of a win, ``payer``, ``points``, or one value of them (``first:heaven``); a missing name
    cites R11. A line cites its own clause.
    """
    if recorded.outcome != expected.outcome:
        return [_differs("outcome", cite, None, recorded.outcome, expected.outcome)]
    found: list[Violation] = []
    if recorded.unit is not None and expected.unit is not None and recorded.unit != expected.unit:
        found.append(_differs("unit", cite, None, recorded.unit, expected.unit))
    won = _wins(recorded.wins, expected.wins or (), cite) if recorded.wins is not None else []
    counted: list[Violation] = []
    for name in ("seat_lines", "points"):
        theirs, ours = getattr(recorded, name), getattr(expected, name)
        if theirs is not None and ours is not None:
            counted += _seatwise(name, theirs, ours, cite)
    # What every seat counts stands before what follows from it, unless another seat won.
    found += [*won, *counted] if won and won[0].code == "winner" else [*counted, *won]
    if recorded.deltas is not None and expected.deltas is not None:
        found += _seatwise("deltas", recorded.deltas, expected.deltas, cite)
    return found + _extras(recorded.x, expected.x, cite, None)


def adds_up(recorded: Settlement) -> list[Violation]:
    """What deltas can be asked alone: nothing after an abort (R9), nothing in sum (R11)."""
    deltas = recorded.deltas
    if deltas is None:
        return []
    if recorded.outcome == "abort" and any(deltas):
        return [_plain("abort-pays", "R9", "an aborted hand changes no points", deltas, None)]
    if sum(deltas):
        message = f"the deltas add up to {sum(deltas)}, not to 0"
        return [_plain("deltas", "R11", message, deltas, None)]
    return []


def consistent(recorded: Settlement) -> list[Violation]:
    """What a settlement can be asked alone (R11): deltas follow from payments, add to nothing."""
    deltas, found = recorded.deltas, adds_up(recorded)
    if found or deltas is None:
        return found
    if recorded.wins is None and recorded.outcome == "win":
        return []
    sums = [0] * len(deltas)
    for win in recorded.wins or ():
        if win.payments is None:
            return []
        for payment in win.payments:
            if payment.from_ < len(sums) and win.seat < len(sums):
                sums[payment.from_] -= payment.points
                sums[win.seat] += payment.points
    if tuple(sums) != deltas:
        return [
            _plain("deltas", "R11", "the deltas are not the sums of the payments", deltas, sums)
        ]
    return []


def _wins(recorded: Sequence[Win], expected: Sequence[Win], cite: Mapping[str, str]) -> list[Any]:
    theirs, ours = [win.seat for win in recorded], [win.seat for win in expected]
    if theirs != ours:
        return [_differs("winner", cite, None, theirs, ours)]
    found: list[Violation] = []
    for their, our in zip(recorded, expected, strict=True):
        found += _win(their, our, cite)
    return found


def _win(recorded: Win, expected: Win, cite: Mapping[str, str]) -> list[Violation]:
    seat = recorded.seat
    found: list[Violation] = []
    if recorded.lines is not None:
        found += _lines(recorded.lines, expected.lines or (), seat, "")
    found += [
        _differs(name, cite, seat, theirs, getattr(expected, name))
        for name in WIN_FACTS
        if (theirs := getattr(recorded, name)) is not None
        and theirs != getattr(expected, name)
        and not (theirs is False and getattr(expected, name) is None)
        and not (name == "tile" and expected.tile is None)
    ]
    found += [
        _differs(name, cite, seat, theirs, ours)
        for name in WIN_AMOUNTS
        if (theirs := getattr(recorded, name)) is not None
        and (ours := getattr(expected, name)) is not None
        and theirs != ours
    ]
    if recorded.payments is not None and expected.payments is not None:
        found += _payments(recorded.payments, expected.payments, seat, cite)
    return found + _extras(recorded.x, expected.x, cite, seat)


def _extras(
    recorded: Mapping[str, Any] | None,
    expected: Mapping[str, Any] | None,
    cite: Mapping[str, str],
    seat: int | None,
) -> list[Violation]:
    """What both say under ``x``: a game's own words for its settlement (fu, han, who was ready)."""
    theirs = recorded or {}
    return [
        _differs(name, cite, seat, theirs[name], should)
        for name, should in (expected or {}).items()
        if name in theirs and theirs[name] != should
    ]


def _lines(
    recorded: Sequence[Line], expected: Sequence[Line], seat: int, where: str
) -> list[Violation]:
    """Lines clause by clause, in the order of the book as far as both have them."""
    theirs, ours = dict(recorded), dict(expected)
    found = []
    for clause in [*ours, *(clause for clause in theirs if clause not in ours)]:
        was, should = theirs.get(clause), ours.get(clause)
        if was == should:
            continue
        if was is None:
            message = f"the line {clause} ({should}) is missing{where}"
        elif should is None:
            message = f"the line {clause} ({was}) does not belong there{where}"
        else:
            message = f"the line {clause} says {was}, it is worth {should}{where}"
        found.append(
            Violation(
                code="line",
                clause=clause,
                seat=seat,
                message=message,
                recorded=was,
                expected=should,
            )
        )
    if not found and len(recorded) != len(theirs):
        twice = next(c for i, (c, _) in enumerate(recorded) if c in dict(recorded[:i]))
        message = f"the line {twice} stands twice{where}"
        found.append(Violation(code="line", clause=twice, seat=seat, message=message))
    return found


def _payments(
    recorded: Sequence[Payment], expected: Sequence[Payment], winner: int, cite: Mapping[str, str]
) -> list[Violation]:
    theirs = {payment.from_: payment for payment in recorded}
    ours = {payment.from_: payment for payment in expected}
    if sorted(payment.from_ for payment in recorded) != sorted(ours):
        payers = sorted(payment.from_ for payment in recorded)
        return [_differs("payer", cite, winner, payers, sorted(ours))]
    found: list[Violation] = []
    with_lines = any(payment.lines for payment in recorded)
    for seat, our in ours.items():
        their = theirs[seat]
        if with_lines:
            where = f" in the payment of seat {seat}"
            found += _lines(their.lines or (), our.lines or (), seat, where)
        if their.points != our.points:
            found.append(_differs("points", cite, seat, their.points, our.points))
    return found


def _seatwise(
    name: str, recorded: Sequence[Any], expected: Sequence[Any], cite: Mapping[str, str]
) -> list[Violation]:
    if len(recorded) != len(expected):
        return [_differs(name, cite, None, recorded, expected)]
    pairs = enumerate(zip(recorded, expected, strict=True))
    if name == "seat_lines":
        return [v for seat, (was, should) in pairs for v in _lines(was, should, seat, "")]
    wrong = [(seat, was, should) for seat, (was, should) in pairs if was != should]
    return [_differs(name, cite, *wrong[0])] if wrong else []


_SAYS = {
    "outcome": "the outcome is {was}, it is {should}",
    "unit": "the hand is settled at unit {was}, it is {should}",
    "winner": "the winners are seats {was}, they are {should}",
    "by": "the win is called {was}, it is {should}",
    "tile": "the winning tile is called {was}, it is {should}",
    "from_": "the win is said to come from seat {was}, it is {should}",
    "first": "the win is called {was}, it is {should}",
    "last": "last tile: the record says {was}, it is {should}",
    "value": "the value is {was}, it is {should}",
    "payer": "seats {was} pay, it is for seats {should}",
    "points": "this seat pays {was} points, it is {should}",
    "deltas": "this seat's points change by {was}, it is {should}",
}


def _differs(
    what: str, cite: Mapping[str, str], seat: int | None, was: Any, should: Any
) -> Violation:
    says = _SAYS.get(what, what + " is {was}, it is {should}")
    named = [clause for value in (should, was) if (clause := cite.get(f"{what}:{value}"))]
    return Violation(
        code=what.rstrip("_"),
        clause=named[0] if named else cite.get(what, "R11"),
        seat=seat,
        message=says.format(was=_plainly(was), should=_plainly(should)),
        recorded=was,
        expected=should,
    )


def _plainly(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ", ".join(str(v) for v in value) or "none"
    return str(value)


def _plain(code: str, clause: str, message: str, recorded: Any, expected: Any) -> Violation:
    return Violation(
        code=code, clause=clause, message=message, recorded=recorded, expected=expected
    )


def won(hand: int, unit: int | None, wins: Sequence[tuple[Win, Answer]], seats: int) -> Settlement:
    """The settlement of a won hand: each winner's facts with what the hand is worth.

    Deltas are the sums over all winners; totals are the match's to add.
    """
    deltas = [0] * seats
    full = []
    for facts, answer in wins:
        payments = None
        if isinstance(answer.payments, tuple):
            payments = tuple(
                Payment(from_=p.from_, points=p.points, lines=p.lines or None)
                for p in answer.payments
            )
        for seat, points in enumerate(answer.deltas or ()):
            deltas[seat] += points
        extras = {
            name: getattr(answer, name)
            for name in ("hua", "fan", "huxi", "factor")
            if getattr(answer, name) is not UNSET
        }
        full.append(
            replace(facts, value=answer.value, lines=answer.lines, payments=payments, **extras)
        )
    return Settlement(hand=hand, outcome="win", unit=unit, wins=tuple(full), deltas=tuple(deltas))


def nobody_pays(hand: int, outcome: Outcome, seats: int) -> Settlement:
    """The settlement of a hand in which no points change hands."""
    return Settlement(hand=hand, outcome=outcome, wins=(), deltas=(0,) * seats)
