"""The answer to a score case, as text."""

from __future__ import annotations

from msgspec import UNSET

from api.terminal import table
from api.text.explanation import why
from api.usecases.scoring import Scored
from api.words import Lang, seat_name, word
from engine.case import Answer, ErrorAnswer
from engine.explain import scored, text_of
from engine.game import Game


def answer(told: Scored, lang: Lang) -> str:
    """What a case is worth, line by line with the clauses' texts; or why it cannot be scored."""
    found = told.answer
    head = f"case {told.line}" if found.id is UNSET else f"case {told.line} {found.id}"
    if isinstance(found, ErrorAnswer):
        error = found.error
        return f"{head}: ✗ {error['code']} {error['path']}: {error['message']}"
    assert told.game is not None
    parts = [f"{head}: {found.value} {told.game.unit}"]
    if not found.legal and isinstance(found.clause, str):
        broken = text_of(told.game, found.clause)
        parts[0] += f", ✗ {broken.clause} {broken.name}"
        parts.append(table([("", why(broken, lang))]))
    parts.append(_lines(told.game, found, lang))
    if isinstance(found.deltas, tuple):
        changes = (f"{seat_name(i, lang)} {delta:+d}" for i, delta in enumerate(found.deltas))
        parts.append(f"{word('deltas', lang)}: {' · '.join(changes)}")
    return "\n".join(part for part in parts if part)


def _lines(played: Game, found: Answer, lang: Lang) -> str:
    rows = [
        (f"  {line.clause}", line.name, f"{line.amount} {line.unit}", why(line, lang))
        for line in scored(played, found.lines)
    ]
    for pay in found.payments if isinstance(found.payments, tuple) else ():
        rows.append((f"← {seat_name(pay.from_, lang)}", word("pays", lang), str(pay.points), ""))
        rows += [
            (f"  {line.clause}", line.name, f"{line.amount} {line.unit}", why(line, lang))
            for line in scored(played, pay.lines)
        ]
    if isinstance(found.seat_lines, tuple):
        for seat, lines in enumerate(found.seat_lines):
            rows.append((seat_name(seat, lang), "", "", ""))
            rows += [
                (f"  {line.clause}", line.name, f"{line.amount} {line.unit}", why(line, lang))
                for line in scored(played, lines)
            ]
    return table(rows, right=(2,)) if rows else ""
