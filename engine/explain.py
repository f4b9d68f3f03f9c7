"""Where every point of a settled hand comes from: lines with their clauses, payer by payer.

The recorded settlement stands beside the one that the hand should have; where they differ, the
differences name the line and the clause, and what is owed says who has to give whom how much.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct

from engine.clauses import clause
from engine.findings import Finding
from engine.game import Game
from engine.replay import Hand
from engine.settlement import Pair
from events.model import Line, Payment, Ruling, Settlement, Win


class Text(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A clause as people read it: its id, its name, and its text in both languages."""

    clause: str
    name: str = ""
    zh: str = ""
    en: str = ""


class ScoredLine(Text, frozen=True, kw_only=True, omit_defaults=True):
    """A scored line: its clause and ``amount``, counted in ``unit`` (炮, 花, 番, 胡息, 分, 倍)."""

    amount: int
    unit: str


class Paid(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """What one seat pays the winner: ``points``, (``own`` + ``eaten``) × ``unit`` where known.

    ``own`` is the winner's value, ``eaten`` the sum of those ``lines`` that are counted in the
    game's unit, which are eaten from this payer alone; both in that unit.
    """

    from_: int
    points: int
    own: int | None = None
    eaten: int | None = None
    unit: int | None = None
    lines: tuple[ScoredLine, ...] = ()


class Won(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """One winner: how the win came about, what it is worth line by line, and who pays.

    ``hand`` are the winner's tiles at the end; ``value`` is counted in the game's unit. ``fu`` and
    its lines where a game counts them apart from its ``han`` (riichi).
    """

    seat: int
    hand: str
    by: str | None = None
    tile: str | None = None
    from_: int | None = None
    first: str | None = None
    last: bool | None = None
    value: int | None = None
    hua: int | None = None
    fan: int | None = None
    huxi: int | None = None
    factor: int | None = None
    han: int | None = None
    fu: int | None = None
    lines: tuple[ScoredLine, ...] = ()
    fu_lines: tuple[ScoredLine, ...] = ()
    payments: tuple[Paid, ...] = ()


class Reckoning(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A settlement with its lines explained. ``deltas`` and ``totals`` are points, one a seat.

    ``unit`` is what one 炮 costs in this hand; ``points`` and ``seat_lines`` are every seat's own
    count where the game has one, ``pairs`` what every two players settle by it.
    """

    outcome: str
    unit: int | None = None
    wins: tuple[Won, ...] = ()
    points: tuple[int, ...] | None = None
    seat_lines: tuple[tuple[ScoredLine, ...], ...] | None = None
    pairs: tuple[Pair, ...] = ()
    deltas: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None


class Difference(Text, frozen=True, kw_only=True, omit_defaults=True):
    """Something that is not as it should be: its code, clause and sentence, and the event's seq."""

    seq: int
    code: str
    message: str
    seat: int | None = None
    recorded: Any = None
    expected: Any = None


class Owed(Struct, frozen=True, kw_only=True, omit_defaults=True, rename={"from_": "from"}):
    """What puts the recorded settlement right: ``from_`` gives ``to`` so many points."""

    from_: int
    to: int
    points: int


class Ruled(Text, frozen=True, kw_only=True, omit_defaults=True):
    """A referee's decision; ``settlement`` is the corrected one."""

    clause: str = ""
    verdict: str
    reason: str = ""
    settlement: Reckoning | None = None


class Explanation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A settled hand explained.

    ``recorded`` is what the record says, ``expected`` what the hand is worth, ``None`` where that
    cannot be told. ``play`` is what was found before the settlement, ``differences`` what was found
    at it (``agrees``: nothing), ``unchecked`` what is not known and so could not be checked.
    ``first`` and ``last`` are the seqs of the hand's first event and of its settlement; ``unit`` is
    what its lines are counted in.
    """

    game: str
    title: str
    unit: str
    hand: int
    dealer: int | None
    first: int
    last: int
    recorded: Reckoning
    expected: Reckoning | None = None
    agrees: bool
    differences: tuple[Difference, ...] = ()
    owed: tuple[Owed, ...] = ()
    play: tuple[Difference, ...] = ()
    unchecked: tuple[Text, ...] = ()
    ruling: Ruled | None = None


def explain(game: Game, hand: Hand, findings: Iterable[Finding] = ()) -> Explanation:
    """The explanation of a settled ``hand``.

    ``findings``: what the verification that built ``hand`` found; those of other hands are ignored.
    :class:`ValueError` for a hand that has no settlement.
    """
    recorded, last = hand.settlement, hand.last
    if recorded is None or last is None:
        raise ValueError("the hand is not settled")
    number = recorded.hand
    own = [_difference(game, finding) for finding in findings if finding.hand == hand.table.hand]
    expected = hand.expected if recorded.outcome != "abort" else None
    differences = tuple(d for d in own if d.seq == last)
    return Explanation(
        game=game.name,
        title=game.title,
        unit=game.unit,
        hand=number,
        dealer=hand.table.dealer,
        first=hand.first,
        last=last,
        recorded=_reckoning(game, hand, recorded, recorded.totals),
        expected=None
        if expected is None
        else _reckoning(game, hand, expected, _totals(hand, expected)),
        agrees=not differences,
        differences=differences,
        owed=_owed(recorded, expected),
        play=tuple(d for d in own if d.seq < last),
        unchecked=tuple(_unchecked(game, cite, reason) for cite, reason in hand.table.notes),
        ruling=None if hand.ruling is None else _ruled(game, hand, hand.ruling),
    )


def text_of(game: Game, cite: str) -> Text:
    """The clause that a line or finding of ``game`` cites; without texts when it is not known."""
    found = clause(game.name, cite)
    if found is None:
        return Text(clause=cite)
    return Text(clause=cite, name=found.name, zh=found.zh, en=found.en)


def _fields(game: Game, cite: str | None) -> dict[str, str]:
    if cite is None:
        return {"clause": ""}
    found = text_of(game, cite)
    return {"clause": cite, "name": found.name, "zh": found.zh, "en": found.en}


def _difference(game: Game, finding: Finding) -> Difference:
    return Difference(
        **_fields(game, finding.clause),
        seq=finding.seq,
        code=finding.code,
        message=finding.message,
        seat=finding.seat,
        recorded=finding.recorded,
        expected=finding.expected,
    )


def _unchecked(game: Game, cite: str | None, reason: str) -> Text:
    # What could not be checked is a sentence of its own, the clause's text would hide it.
    name = text_of(game, cite).name if cite else ""
    return Text(clause=cite or "", name=name, en=reason)


def _reckoning(
    game: Game, hand: Hand, settled: Settlement, totals: tuple[int, ...] | None
) -> Reckoning:
    seat_lines = settled.seat_lines
    return Reckoning(
        outcome=settled.outcome,
        unit=settled.unit,
        wins=tuple(_won(game, hand, win, settled.unit) for win in settled.wins or ()),
        points=settled.points,
        seat_lines=None
        if seat_lines is None
        else tuple(scored(game, lines) for lines in seat_lines),
        pairs=tuple(game.pairs(hand.table, settled)),
        deltas=settled.deltas,
        totals=totals,
    )


def _won(game: Game, hand: Hand, win: Win, unit: int | None) -> Won:
    here = win.seat < len(hand.table.seats)
    x = win.x or {}
    return Won(
        seat=win.seat,
        hand=hand.table.describe(win.seat) if here else "",
        by=win.by,
        tile=win.tile,
        from_=win.from_,
        first=win.first,
        last=win.last,
        value=win.value,
        hua=win.hua,
        fan=win.fan,
        huxi=win.huxi,
        factor=win.factor,
        han=_number(x.get("han")),
        fu=_number(x.get("fu")),
        lines=scored(game, win.lines),
        fu_lines=scored(game, _lines(x.get("fu_lines"))),
        payments=tuple(_paid(game, pay, win.value, unit) for pay in win.payments or ()),
    )


def _number(told: Any) -> int | None:
    return told if isinstance(told, int) else None


def _lines(told: Any) -> list[Line]:
    """Lines that stand under ``x``, as far as they are lines."""
    return [
        (line[0], line[1])
        for line in (told if isinstance(told, list) else ())
        if isinstance(line, list) and [type(part) for part in line] == [str, int]
    ]


def _paid(game: Game, pay: Payment, value: int | None, unit: int | None) -> Paid:
    eaten = sum(amount for cite, amount in pay.lines or () if game.measure(cite) == game.unit)
    return Paid(
        from_=pay.from_,
        points=pay.points,
        own=value,
        eaten=None if value is None else eaten,
        unit=unit,
        lines=scored(game, pay.lines),
    )


def scored(game: Game, lines: Sequence[Line] | None) -> tuple[ScoredLine, ...]:
    """Lines of a settlement or an answer with their clauses' texts; none for ``None``."""
    return tuple(
        ScoredLine(**_fields(game, cite), amount=amount, unit=game.measure(cite))
        for cite, amount in lines or ()
    )


def _ruled(game: Game, hand: Hand, ruling: Ruling) -> Ruled:
    corrected = ruling.settlement
    return Ruled(
        **_fields(game, ruling.clause),
        verdict=ruling.verdict,
        reason=ruling.reason or "",
        settlement=None
        if corrected is None
        else _reckoning(game, hand, corrected, corrected.totals),
    )


def _totals(hand: Hand, settled: Settlement) -> tuple[int, ...] | None:
    """Running totals after a settlement of ours; ``None`` where those before are not known."""
    before, deltas = hand.before.totals, settled.deltas
    if before is None or deltas is None or len(before) != len(deltas):
        return None
    return tuple(a + b for a, b in zip(before, deltas, strict=True))


def changed(settled: Settlement, seats: int) -> tuple[int, ...] | None:
    """What every seat won or lost by a settlement: its deltas, or the sums of its payments."""
    if settled.deltas is not None:
        return settled.deltas
    change = [0] * seats
    for win in settled.wins or ():
        if win.payments is None:
            return None
        for pay in win.payments:
            if pay.from_ < seats and win.seat < seats:
                change[pay.from_] -= pay.points
                change[win.seat] += pay.points
    return tuple(change)


def _owed(recorded: Settlement, expected: Settlement | None) -> tuple[Owed, ...]:
    """The payments that turn what was recorded into what is right, the nearest seats first.

    Nothing where either is not known, or where the two do not balance.
    """
    if expected is None or expected.deltas is None:
        return ()
    was = changed(recorded, len(expected.deltas))
    if was is None or len(was) != len(expected.deltas):
        return ()
    due = [should - did for did, should in zip(was, expected.deltas, strict=True)]
    if sum(due):
        return ()
    found = []
    for giver in range(len(due)):
        for taker in range(len(due)):
            points = min(-due[giver], due[taker])
            if points > 0:
                due[giver] += points
                due[taker] -= points
                found.append(Owed(from_=giver, to=taker, points=points))
    return tuple(found)
