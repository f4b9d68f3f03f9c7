"""Score cases: one finished hand in, one answer out (``docs/score-case.md``).

The case's common parts and the answer; each game's ``scoring.py`` adds its own seat and win fields.
Replay builds the same structures, so that a hand is scored by one piece of code.
"""

from __future__ import annotations

from typing import Any

from msgspec import UNSET, Struct, UnsetType

Line = tuple[str, int]


class CaseError(ValueError):
    """A case that describes no possible hand: ``code``, a sentence, and the field's path."""

    def __init__(self, code: str, message: str, path: str = "$") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path


class PaymentAnswer(Struct, frozen=True, rename={"from_": "from"}):
    """What one seat pays the winner: points, and the lines that are this payer's alone."""

    from_: int
    points: int
    lines: tuple[Line, ...] = ()


class Answer(Struct, frozen=True, kw_only=True):
    """What a case is worth.

    ``legal`` and, if not, the first clause broken; ``value`` in the game's unit; ``lines`` in rule
    book order. ``payments`` and ``deltas`` (points, one a seat) only for a legal hand. The rest is
    there for the games that have it.
    """

    id: Any = UNSET
    legal: bool
    clause: str | UnsetType = UNSET
    value: int
    hua: int | UnsetType = UNSET
    fan: int | UnsetType = UNSET
    huxi: int | UnsetType = UNSET
    factor: int | UnsetType = UNSET
    han: int | UnsetType = UNSET
    fu: int | UnsetType = UNSET
    limit: int | UnsetType = UNSET
    fu_lines: tuple[Line, ...] | UnsetType = UNSET
    lines: tuple[Line, ...] = ()
    totals: tuple[int, ...] | UnsetType = UNSET
    seat_lines: tuple[tuple[Line, ...], ...] | UnsetType = UNSET
    payments: tuple[PaymentAnswer, ...] | UnsetType = UNSET
    deltas: tuple[int, ...] | UnsetType = UNSET


class ErrorAnswer(Struct, frozen=True, kw_only=True):
    """The answer to a case that cannot be scored: ``error`` has ``code``, ``message``, ``path``."""

    id: Any = UNSET
    error: dict[str, Any]
