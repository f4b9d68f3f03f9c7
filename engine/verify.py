"""Verification: a fold of ``check`` beside ``apply``, and what it found.

After a finding that makes the hand impossible to continue, the rest of that hand is applied but not
checked, and checking goes on with the next hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.findings import Finding, Unchecked, Violation
from engine.replay import Replay
from events.model import AnyEvent, Deal


class Report(Struct, frozen=True, kw_only=True):
    """What a verification says of a record.

    ``findings`` in the order of the events; ``unchecked`` what could not be checked and why;
    ``events`` and ``hands`` how many were read, ``checked`` how many hands were checked to
    their end; ``incomplete`` whether the record ends in the middle of a hand.
    """

    findings: tuple[Finding, ...]
    unchecked: tuple[Unchecked, ...]
    events: int
    hands: int
    checked: int
    incomplete: bool

    @property
    def clean(self) -> bool:
        """Whether nothing was found."""
        return not self.findings


class Verifier:
    """A verification under way: feed it the events of one match in order.

    ``replay`` is the match as far as it went. :meth:`feed` gives the findings of one event.
    """

    def __init__(self) -> None:
        self.replay = Replay()
        self.findings: list[Finding] = []
        self.hands = 0
        self._stopped: set[int | None] = set()

    def feed(self, event: AnyEvent) -> list[Finding]:
        """Check the next event, then apply it.

        Raises :class:`engine.case.CaseError` for options that the game does not have.
        """
        replay = self.replay
        hand = replay.hand
        skip = hand is not None and hand.table.doubtful and hand.settlement is None
        violations = [] if skip and not isinstance(event, Deal) else replay.check(event)
        seq = replay.seq
        replay.apply(event)
        hand = replay.hand
        if isinstance(event, Deal):
            self.hands += 1
        if not violations:
            return []
        number = hand.table.hand if hand is not None else None
        found = [_finding(number, seq, violation) for violation in violations]
        self.findings += found
        if hand is not None and any(violation.stops for violation in violations):
            hand.table.doubtful = True
            self._stopped.add(number)
        return found

    def report(self) -> Report:
        """What was found so far."""
        replay = self.replay
        hand = replay.hand
        incomplete = hand is not None and hand.settlement is None
        tables = [h.table for h in replay.hands.values()]
        if incomplete and hand is not None:
            tables.append(hand.table)
        unchecked = [
            Unchecked(hand=table.hand, clause=clause, reason=reason)
            for table in tables
            for clause, reason in table.notes
        ]
        unchecked += [
            Unchecked(hand=number, clause=None, reason="the hand cannot go on after its finding")
            for number in sorted(n for n in self._stopped if n is not None)
        ]
        if incomplete and hand is not None:
            unchecked.append(
                Unchecked(hand=hand.table.hand, clause=None, reason="the record ends in the hand")
            )
        settled = sum(h.table.hand not in self._stopped for h in replay.hands.values())
        return Report(
            findings=tuple(self.findings),
            unchecked=tuple(unchecked),
            events=replay.seq,
            hands=self.hands,
            checked=settled,
            incomplete=incomplete,
        )


def verify(events: Iterable[AnyEvent]) -> Report:
    """Check a whole match; :class:`engine.case.CaseError` for options the game does not have."""
    verifier = Verifier()
    for event in events:
        verifier.feed(event)
    return verifier.report()


def findings(events: Iterable[AnyEvent]) -> Iterator[Finding]:
    """The findings of a match, each as soon as its event is read."""
    verifier = Verifier()
    for event in events:
        yield from verifier.feed(event)


def _finding(hand: int | None, seq: int, violation: Violation) -> Finding:
    return Finding(
        hand=hand,
        seq=seq,
        code=violation.code,
        clause=violation.clause,
        message=violation.message,
        seat=violation.seat,
        recorded=violation.recorded,
        expected=violation.expected,
    )
