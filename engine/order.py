"""The order of play as a table, for any game: rows of rules, and what an event breaks of its row.

A game's ``play.py`` has a row for each sentence of its rule book: by phase and act the rules that
the act keeps there. An act without a row is forbidden. A rule answers with the violation or
``None``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.findings import Violation
from events.model import CLAIM_ACTS, DECLARE_ACTS, KINDS, AnyEvent, Claim, Declare

Rule = Callable[[Any, Any], Violation | None]
Play = Mapping[tuple[str, str], tuple[Rule, ...]]

_TYPES = {kind: kind.__name__.lower() for kind in KINDS if kind not in (Claim, Declare)}


def word(event: AnyEvent) -> str:
    """The name of an event in a table of play: its act, or its type.

    An act that this type of event cannot have is named with the type, and so has no row.
    """
    kind = _TYPES.get(type(event))
    if kind is not None:
        return kind
    if isinstance(event, Claim):
        return event.act if event.act in CLAIM_ACTS else f"claim {event.act}"
    assert isinstance(event, Declare)
    return event.act if event.act in DECLARE_ACTS else f"declare {event.act}"


def broken(
    t: Any, clause: str, code: str, message: str, seat: int | None = None, *, stops: bool = True
) -> Violation:
    """A violation at table ``t``; with a seat, its position ends the message."""
    if seat is not None:
        message = f"seat {seat} {message} [{t.describe(seat)}]"
    return Violation(code=code, clause=clause, message=message, seat=seat, stops=stops)


def breaks(rules: Sequence[Rule], t: Any, event: AnyEvent, every: bool) -> list[Violation]:
    """The first of ``rules`` that the event breaks, or with ``every`` all of them."""
    found: list[Violation] = []
    for rule in rules:
        violation = rule(t, event)
        if violation is not None:
            found.append(violation)
            if not every:
                break
    return found
