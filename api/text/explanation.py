"""A settled hand explained, as text: lines with their clauses, what each seat pays, what is owed.

One table: with one settlement its amounts, with two the recorded ones beside ours, and a mark where
they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeVar

from api.terminal import table
from api.words import Lang, both, seat_name, word
from engine.explain import Difference, Explanation, Owed, Paid, Reckoning, ScoredLine, Text, Won
from engine.settlement import Pair

Thing = TypeVar("Thing")
MARK = "≠"
SUMS = {"hua": "花", "fan": "番", "huxi": "胡息", "factor": "倍", "han": "番"}
"""What a win's lines come to, where a game counts them apart."""


class Row(NamedTuple):
    """A row: what it is, what each settlement says of it (None: nothing), and why."""

    label: str
    amounts: tuple[int | None, ...] = ()
    why: str = ""
    signed: bool = False
    unit: str = ""


def explanation(told: Explanation, lang: Lang = "both", recorded: bool = False) -> str:
    """The text of an explanation; ``recorded``: what the record says stands beside ours."""
    ours = told.expected or told.recorded
    sides = (told.recorded, told.expected) if recorded and told.expected else (ours,)
    head = [
        f"{told.title} · {both(f'第 {told.hand} 把', f'hand {told.hand}', lang)}",
        _event(told.last, lang),
    ]
    if told.dealer is not None:
        head.append(f"{word('dealer', lang)} {seat_name(told.dealer, lang)}")
    parts = [" · ".join(head), _table(sides, told.unit, lang)]
    if told.expected is None and told.recorded.outcome != "abort":
        parts.append(f"{word('untold', lang)}.")
    parts += [_verdict(told, lang)]
    return "\n".join(part for part in parts if part)


def _table(sides: tuple[Reckoning, ...], unit: str, lang: Lang) -> str:
    """The settlement as a table; more than one side: side by side, with marks."""
    compared = len(sides) > 1
    cells = [_cells(row, len(sides)) for row in _rows(sides, unit, lang)]
    head = ["", word("recorded", lang), word("expected", lang), "", ""] if compared else []
    return table(cells, head, right=range(1, len(sides) + 1))


def _cells(row: Row, sides: int) -> list[str]:
    amounts = [_amount(amount, row) for amount in row.amounts] or [""] * sides
    if sides > 1:
        amounts.append(MARK if len(set(row.amounts)) > 1 else "")
    return [row.label, *amounts, row.why]


def _amount(amount: int | None, row: Row) -> str:
    if amount is None:
        return "–" if any(other is not None for other in row.amounts) else ""
    number = f"{amount:+d}" if row.signed else str(amount)
    return f"{number} {row.unit}".rstrip()


def _rows(sides: tuple[Reckoning, ...], unit: str, lang: Lang) -> Iterator[Row]:
    outcomes = " ≠ ".join(dict.fromkeys(word(side.outcome, lang) for side in sides))
    if any(side.unit is not None for side in sides):
        yield Row(f"{outcomes} · {word('unit', lang)}", tuple(side.unit for side in sides))
    else:
        yield Row(outcomes)
    for wins in _paired([side.wins for side in sides], lambda win: win.seat):
        yield from _win_rows(wins, unit, lang)
    for index, lines in _by_seat([side.seat_lines for side in sides]):
        yield Row(seat_name(index, lang))
        yield from _line_rows([column or () for column in lines], "  ", lang)
    yield from _amount_rows("points", sides, lang)
    for settled in _paired([side.pairs for side in sides], lambda p: frozenset((p.from_, p.to))):
        yield _pair_row(settled, lang)
    for name in ("deltas", "totals"):
        yield from _amount_rows(name, sides, lang)


def _amount_rows(name: str, sides: tuple[Reckoning, ...], lang: Lang) -> Iterator[Row]:
    for index, amounts in _by_seat([getattr(side, name) for side in sides]):
        if index == 0:
            yield Row(word(name, lang))
        yield Row(f"  {seat_name(index, lang)}", amounts, signed=True)


def _pair_row(settled: tuple[Pair | None, ...], lang: Lang) -> Row:
    """What two players settle: the difference of their points × the rate."""
    pair = next(p for p in reversed(settled) if p is not None)
    return Row(
        f"{seat_name(pair.from_, lang)} → {seat_name(pair.to, lang)}",
        tuple(p.points if p else None for p in settled),
        f"{pair.difference} × {pair.rate}",
    )


def _win_rows(wins: tuple[Won | None, ...], unit: str, lang: Lang) -> Iterator[Row]:
    win = next(w for w in reversed(wins) if w is not None)
    yield Row(f"{seat_name(win.seat, lang)} {word('win', lang)}", why=_how(win, lang))
    yield from _line_rows([w.lines if w else () for w in wins], "  ", lang)
    for name, measure in SUMS.items():
        sums = tuple(getattr(w, name) if w else None for w in wins)
        if any(amount is not None for amount in sums):
            yield Row("  Σ", sums, unit=measure)
    yield from _fu_rows(wins, lang)
    values = tuple(w.value if w else None for w in wins)
    if any(value is not None for value in values):
        yield Row(f"  = {word('own', lang)}", values, unit=unit)
    for paid in _paired([w.payments if w else () for w in wins], lambda pay: pay.from_):
        pay = next(p for p in reversed(paid) if p is not None)
        points = tuple(p.points if p else None for p in paid)
        yield Row(f"← {seat_name(pay.from_, lang)} {word('pays', lang)}", points, _sum(pay, lang))
        yield from _line_rows([p.lines if p else () for p in paid], "    ", lang)


def _fu_rows(wins: tuple[Won | None, ...], lang: Lang) -> Iterator[Row]:
    """The fu line by line; a side that tells only their sum is not held against one that tells."""
    columns = [w.fu_lines if w else () for w in wins]
    told = next((column for column in reversed(columns) if column), ())
    yield from _line_rows([column or told for column in columns], "  ", lang)
    sums = tuple(w.fu if w else None for w in wins)
    if any(amount is not None for amount in sums):
        yield Row("  Σ", sums, unit="符")


def _how(win: Won, lang: Lang) -> str:
    says = [" ".join(part for part in (win.by and word(win.by, lang), win.tile) if part)]
    if win.from_ is not None:
        says.append(f"← {seat_name(win.from_, lang)}")
    says += [word(key, lang) for key in (win.first, "last" if win.last else None) if key]
    return "  ".join(part for part in (*says, win.hand) if part)


def _sum(pay: Paid, lang: Lang) -> str:
    """Own and eaten apart, where the payment is what they come to."""
    if pay.own is None or pay.eaten is None or pay.unit is None:
        return ""
    if (pay.own + pay.eaten) * pay.unit != pay.points:
        return ""
    own, eaten = f"{word('own', lang)} {pay.own}", f"{word('eaten', lang)} {pay.eaten}"
    return f"({own} + {eaten}) × {pay.unit}"


def _line_rows(columns: Sequence[Sequence[ScoredLine]], indent: str, lang: Lang) -> Iterator[Row]:
    for pair in _paired(columns, lambda line: line.clause):
        line = next(found for found in reversed(pair) if found is not None)
        amounts = tuple(found.amount if found else None for found in pair)
        label = f"{indent}{line.clause} {line.name}"
        yield Row(label, amounts, why(line, lang), unit=line.unit)


def why(line: Text, lang: Lang) -> str:
    """A clause's text in one language, or in both on a line each."""
    zh, en = line.zh.replace("`", ""), line.en.replace("`", "")
    return f"{zh}\n{en}".strip() if lang == "both" and zh != en else both(zh, en, lang)


def _paired(
    columns: Sequence[Sequence[Thing]], key: Callable[[Thing], object]
) -> Iterator[tuple[Thing | None, ...]]:
    """The things of each column that have the same key, in the order of the last column first."""
    by_key = [{key(thing): thing for thing in column} for column in columns]
    order = [key(thing) for column in reversed(columns) for thing in column]
    for wanted in dict.fromkeys(order):
        yield tuple(column.get(wanted) for column in by_key)


def _by_seat(
    columns: Sequence[Sequence[Thing] | None],
) -> Iterator[tuple[int, tuple[Thing | None, ...]]]:
    for index in range(max((len(column) for column in columns if column is not None), default=0)):
        yield (
            index,
            tuple(
                column[index] if column is not None and index < len(column) else None
                for column in columns
            ),
        )


def _verdict(told: Explanation, lang: Lang) -> str:
    parts = []
    if told.differences:
        parts.append(f"✗ {word('differs', lang)}:")
        parts += [_difference(found, lang) for found in told.differences]
    elif told.expected is not None:
        parts.append(f"✓ {word('agrees', lang)}.")
    parts += [f"  → {_owes(owed, lang)}" for owed in told.owed]
    if told.play:
        parts.append(f"✗ {word('play', lang)}:")
        parts += [_difference(found, lang) for found in told.play]
    for note in told.unchecked:
        cite = f"{note.clause} {note.name} " if note.clause else ""
        parts.append(f"? {word('unknown', lang)}: {cite}{note.en}")
    return "\n".join([*parts, *_ruling(told, lang)])


def _event(seq: int, lang: Lang) -> str:
    """Where to look: the number that ``paipu replay --at`` takes."""
    return f"{both('事件', 'event', lang)} {seq}"


def _owes(owed: Owed, lang: Lang) -> str:
    zh = f"{owed.from_} 号位应补给 {owed.to} 号位 {owed.points} 分"
    points = "point" if owed.points == 1 else "points"
    return both(zh, f"seat {owed.from_} owes seat {owed.to} {owed.points} {points}", lang)


def _difference(found: Difference, lang: Lang) -> str:
    seat = "" if found.seat is None else f"{seat_name(found.seat, lang)}  "
    return f"  {_event(found.seq, lang)}  {found.clause} {found.name}  {seat}{found.message}"


def _ruling(told: Explanation, lang: Lang) -> list[str]:
    ruling = told.ruling
    if ruling is None:
        return []
    cite = f" {ruling.clause} {ruling.name}" if ruling.clause else ""
    reason = f": {ruling.reason}" if ruling.reason else ""
    parts = [f"§ {word('ruling', lang)}: {word(ruling.verdict, lang)}{cite}{reason}"]
    if ruling.settlement is not None:
        parts.append(_table((ruling.settlement,), told.unit, lang))
    return parts
