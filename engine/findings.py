"""What a check says: a violation of a rule by one event, and where in a record it stands."""

from __future__ import annotations

from typing import Any

from msgspec import Struct


class Violation(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One rule that an event breaks.

    ``code`` is a stable word for the kind of fault, ``clause`` the clause of the game's rule book
    or of the record format (``R1``–``R13``) that it breaks, ``message`` a sentence with the seat's
    position in tile notation. ``recorded`` and ``expected`` are given where two values differ.
    ``stops``: the hand cannot be judged beyond this event.
    """

    code: str
    clause: str | None
    message: str
    seat: int | None = None
    recorded: Any = None
    expected: Any = None
    stops: bool = False


class Finding(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A violation with its place in a record: the hand's number and the event's ``seq``."""

    hand: int | None
    seq: int
    code: str
    clause: str | None
    message: str
    seat: int | None = None
    recorded: Any = None
    expected: Any = None


class Unchecked(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What could not be checked in a hand, under which clause, and why."""

    hand: int | None
    clause: str | None
    reason: str
    seq: int | None = None
