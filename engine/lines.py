"""Tables of scored lines: what a rule book prints, and how its rows are added up.

A game's ``scoring.py`` and ``payment.py`` hold the tables; the questions they ask stand in its
``patterns.py``. Nothing here knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from msgspec import Struct

from engine import case

Subject = TypeVar("Subject", contravariant=True)


@dataclass(frozen=True, slots=True)
class Line(Generic[Subject]):
    """A row: ``times`` says how often (yes is once) it scores ``points`` on a hand.

    ``points`` is an amount in the game's unit, or the name of the option that says it. A row that
    scores takes the rows of the clauses that it ``replaces`` out of the count.
    """

    clause: str
    name: str
    points: int | str
    times: Callable[[Subject], int]
    replaces: tuple[str, ...] = ()


def hits(
    table: Iterable[Line[Subject]], subject: Subject, options: Struct
) -> list[tuple[Line[Subject], int]]:
    """The rows of ``table`` that score on ``subject``, in their order, each with its amount."""
    found = []
    for line in table:
        if times := line.times(subject):
            points = line.points
            amount = times * (getattr(options, points) if isinstance(points, str) else points)
            if amount:
                found.append((line, amount))
    return found


def add_up(found: list[tuple[Line[Subject], int]]) -> tuple[case.Line, ...]:
    """What stands after replacements, as ``(clause, amount)``; rows of one clause are one line."""
    replaced = {clause for line, _ in found for clause in line.replaces}
    summed: dict[str, int] = {}
    for line, amount in found:
        if line.clause not in replaced:
            summed[line.clause] = summed.get(line.clause, 0) + amount
    return tuple(summed.items())
