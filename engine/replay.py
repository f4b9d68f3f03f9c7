"""A replay: the fold of a match's events into the table as it stands, and of a check beside it.

``apply`` only applies, so that a stored stream always replays; ``check`` says what an event breaks.
What holds for every game is here: the order of hands, running totals, rulings, the end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from engine.case import CaseError
from engine.findings import Violation
from engine.game import Game, game
from engine.options import decode
from engine.settlement import compare, nobody_pays
from events.model import (
    AnyEvent,
    Close,
    Deal,
    Declare,
    Match,
    Ruling,
    Settlement,
    Win,
)

RULES = "1"
"""The version of the rule books that records are checked by."""


class Hand:
    """One hand of a replay: its table, what it began with, and how it was settled.

    ``expected`` is the settlement that the hand should have (``None`` when it cannot be told),
    ``settlement`` the recorded one, ``ruling`` the last decision on it, if any. ``first`` and
    ``last`` are the seqs of its first event and its settlement.
    """

    __slots__ = (
        "before",
        "expected",
        "first",
        "last",
        "ruling",
        "settlement",
        "table",
    )

    def __init__(self, table: Any, before: Any, first: int) -> None:
        self.table = table
        self.before = before
        self.first = first
        self.last: int | None = None
        self.settlement: Settlement | None = None
        self.expected: Settlement | None = None
        self.ruling: Ruling | None = None


class Replay:
    """A match as far as its events were applied.

    ``seq`` is the number of events applied, ``hand`` the current or last hand, ``hands`` the
    settled ones by number. Feed it from the ``match`` event on.
    """

    def __init__(self) -> None:
        self.seq = 0
        self.game: Game | None = None
        self.match: Match | None = None
        self.options: Any = None
        self.players = 0
        self.carry: Any = None
        self.hand: Hand | None = None
        self.hands: dict[int, Hand] = {}
        self.closed = False
        self._apply: Any = None
        self._check: Any = None

    # -- applying ---------------------------------------------------------------------------------

    def apply(self, event: AnyEvent) -> None:
        """Apply the next event; that of a seat where nobody sits changes nothing.

        Raises :class:`engine.case.CaseError` for a match that the game does not know (its options,
        the number of its players), or for an event before the match event.
        """
        hand = self.hand
        if self._seat(event) >= self.players and type(event) is not Match:
            self._nobody(event)
        elif hand is not None and hand.settlement is None and type(event) not in _BETWEEN:
            self._apply(hand.table, self.seq, event)
        else:
            self._between(event)
        self.seq += 1

    @staticmethod
    def _seat(event: AnyEvent) -> int:
        return event.dealer if type(event) is Deal else getattr(event, "seat", 0)

    def _nobody(self, event: AnyEvent) -> str:
        if self.match is None:
            raise CaseError("match", "a record begins with its match event", "$.type")
        return f"there is no seat {self._seat(event)} with {self.players} players"

    def _between(self, event: AnyEvent) -> None:
        match event:
            case Match():
                self._start(event)
            case Deal() | Declare():
                self._begin_hand(event)
            case Settlement():
                self._settle(event)
            case Ruling():
                self._rule(event)
            case Close():
                self.closed = True

    def _start(self, event: Match) -> None:
        if self.match is not None:
            return
        self.game = game(event.game)
        self._apply, self._check = self.game.apply, self.game.check
        self.match, self.players = event, len(event.players)
        if self.players not in self.game.players:
            wanted = " or ".join(map(str, self.game.players))
            message = f"{event.game} is played by {wanted}, not by {self.players}"
            raise CaseError("players", message, "$.players")
        self.options = decode(self.game.options, event.options)
        self.carry = self.game.begin(self.options, self.players)

    def _begin_hand(self, event: Deal | Declare) -> None:
        assert self.game is not None
        hand = self.hand
        if isinstance(event, Deal):
            if hand is not None and hand.settlement is None and hand.table.hand is not None:
                # The hand before was never settled: nothing of it is known to carry on.
                self.carry, hand = self.game.forget(hand.table.carry), None
            known, self.carry = self.carry, self._believed(event)
        if hand is None or hand.settlement is not None:
            table = self.game.table(self.options, self.players, self.carry)
            hand = self.hand = Hand(table, self.carry, self.seq)
        else:
            hand.before = hand.table.carry = self.carry
        self._apply(hand.table, self.seq, event)
        if isinstance(event, Deal) and event.hand > 0 and self.carry != known:
            hand.table.note(None, "what the hand begins with is believed: nothing before it tells")
        if self.match is not None and self.match.rules not in (None, RULES):
            reason = f"played by version {self.match.rules} of the rule book, checked by {RULES}"
            hand.table.note(None, reason)

    def _believed(self, event: Deal) -> Any:
        """The carry of a hand that is dealt now: what is not known is believed as the deal says."""
        assert self.game is not None
        carry = self.carry
        dealt = self.hand is not None and self.hand.table.hand is not None
        if event.hand > 0 and not self.hands and not dealt:
            carry = self.game.forget(carry)
        if carry.totals is None:
            totals = (event.carry or {}).get("totals")
            if isinstance(totals, list) and [type(n) for n in totals] == [int] * self.players:
                carry = replace(carry, totals=tuple(totals))
        return self.game.believe(carry, event)

    def _settle(self, event: Settlement) -> None:
        assert self.game is not None
        hand = self.hand
        if hand is None or hand.settlement is not None:
            return
        dealt = hand.table.hand is not None
        if dealt and hand.expected is None and not hand.table.doubtful:
            hand.expected = self.game.settle(hand.table, event)
        self._apply(hand.table, self.seq, event)
        hand.settlement, hand.last = event, self.seq
        self.hands[event.hand] = hand
        self._carry_on(hand, event)

    def _carry_on(self, hand: Hand, settlement: Settlement) -> None:
        assert self.game is not None
        carry = self.game.forget(self.carry)
        if settlement.wins is None:
            settlement = replace(settlement, wins=self._winners(hand))
        if hand.table.dealer is not None:
            carry = self.game.carry_on(hand.before, hand.table, settlement)
        self.carry = replace(carry, totals=self.totals_after(hand, settlement))

    @staticmethod
    def _winners(hand: Hand) -> tuple[Win, ...] | None:
        """Who won a settled hand: as recorded, or as it should be; ``None``: not known."""
        for settlement in (hand.settlement, hand.expected):
            if settlement is not None and settlement.wins is not None:
                return settlement.wins
        return None

    def totals_after(self, hand: Hand, settlement: Settlement) -> tuple[int, ...] | None:
        """Running totals after a settlement: the recorded ones, or the sum; ``None``: not known."""
        if settlement.totals is not None:
            return settlement.totals
        deltas = settlement.deltas
        if deltas is None and hand.expected is not None:
            deltas = hand.expected.deltas
        return _add(self._at_stake(hand), deltas)

    def _at_stake(self, hand: Hand) -> tuple[int, ...] | None:
        """The totals before a settlement: those of the hand's beginning less what was staked."""
        assert self.game is not None
        totals: tuple[int, ...] | None = hand.before.totals
        if totals is None or self.game.staked is None:
            return totals
        return _add(totals, tuple(-points for points in self.game.staked(hand.table)))

    def _rule(self, event: Ruling) -> None:
        """R9: before the next deal a ruling decides what carries on; after it, only totals."""
        hand = self.hands.get(event.hand)
        if hand is None or self.game is None:
            return
        old, hand.ruling = _ruled(hand), event
        new = _ruled(hand)
        if self.hand is hand:
            if new is None:
                new = nobody_pays(event.hand, "abort", self.players)
            elif new.wins is None:
                # Who won, the ruling leaves as it was.
                new = replace(new, wins=self._winners(hand))
            carry = self.game.carry_on(hand.before, hand.table, new)
            self.carry = replace(carry, totals=_change(self.carry.totals, old, new))
        else:
            self.carry = replace(self.carry, totals=_change(self.carry.totals, old, new))
            if self.hand is not None and self.hand.settlement is None:
                before = replace(self.hand.before, totals=self.carry.totals)
                self.hand.before = self.hand.table.carry = before

    # -- checking ---------------------------------------------------------------------------------

    def check(self, event: AnyEvent) -> list[Violation]:
        """What the next event breaks, the first reason first; [] when it is right."""
        hand = self.hand
        if self._seat(event) >= self.players and type(event) is not Match:
            return [replace(_r("R10", "no-such-seat", self._nobody(event)), stops=True)]
        if hand is not None and hand.settlement is None and type(event) not in _BETWEEN:
            found: list[Violation] = self._check(hand.table, self.seq, event)
            return found
        match event:
            case Match():
                return [] if self.match is None else [_r("R1", "second-match", "a second match")]
            case Deal() | Declare():
                return self._check_begin(event)
            case Settlement():
                return self._check_settlement(event)
            case Ruling():
                return self._check_ruling(event)
            case Close():
                return self._check_close(event)
        act = getattr(event, "act", None) or type(event).__name__.lower()
        return [replace(_r("R8", "outside-hand", f"{act} stands outside a hand"), seat=event.seat)]

    def _check_begin(self, event: Deal | Declare) -> list[Violation]:
        assert self.game is not None
        hand = self.hand
        fresh = hand is None or hand.settlement is not None
        if isinstance(event, Declare):
            if not fresh and hand is not None:
                return list(self._check(hand.table, self.seq, event))
            table = self.game.table(self.options, self.players, self.carry)
            return list(self._check(table, self.seq, event))
        found = self._check_number(event)
        if found:
            return found
        carry = self._believed(event)
        if fresh or hand is None:
            table = self.game.table(self.options, self.players, carry)
        elif hand.table.hand is None:
            table = hand.table
        else:
            return [_r("R8", "not-settled", "a hand is dealt before the last one was settled")]
        found = list(self._check(table, self.seq, event))
        return found or self._check_totals_carried(event, carry.totals)

    def _check_number(self, event: Deal) -> list[Violation]:
        if self.closed or (self.carry is not None and self.carry.over):
            return [self._over(event)]
        last = self.hand.table.hand if self.hand is not None else None
        if last is None and self.hands:
            last = max(self.hands)
        should = 0 if last is None else last + 1
        if event.hand == should or (last is None and event.carry):
            # A record that begins later says what that hand begins with, and is believed.
            return []
        place = "is the first of the match" if last is None else f"follows hand {last}"
        found = _r("R8", "hand-number", f"hand {event.hand} {place}; hands count without a gap")
        return [replace(found, recorded=event.hand, expected=should)]

    def _over(self, event: Deal) -> Violation:
        assert self.game is not None
        clause = "R8" if self.closed else self.game.match_end
        return replace(
            _r(clause, "match-over", "a hand is dealt although the match is over"), stops=True
        )

    @staticmethod
    def _check_totals_carried(event: Deal, known: tuple[int, ...] | None) -> list[Violation]:
        given = (event.carry or {}).get("totals")
        if given is None or known is None or not isinstance(given, list) or tuple(given) == known:
            return []
        found = _r("R11", "totals", "the totals that the hand begins with do not follow")
        return [replace(found, recorded=given, expected=list(known))]

    def _check_settlement(self, event: Settlement) -> list[Violation]:
        assert self.game is not None
        hand = self.hand
        if hand is None or hand.settlement is not None:
            return [_r("R8", "outside-hand", "a settlement without a hand")]
        if event.hand != hand.table.hand:
            found = _r("R8", "hand-number", f"the settlement is called that of hand {event.hand}")
            return [replace(found, recorded=event.hand, expected=hand.table.hand)]
        violations = list(self._check(hand.table, self.seq, event))
        if violations:
            return violations
        if event.outcome != "abort":
            hand.expected = self.game.settle(hand.table, event)
            if hand.expected is not None:
                more = self.game.cite_more(self.options, hand.expected)
                violations = compare(event, hand.expected, {**self.game.cite, **more})
            else:
                hand.table.note(None, "the settlement: not all tiles that it needs are known")
        return [*violations, *self.game.balanced(event), *self._check_totals(hand, event)]

    def _check_totals(self, hand: Hand, event: Settlement) -> list[Violation]:
        should = _add(self._at_stake(hand), event.deltas)
        if event.totals is None or should is None or event.totals == should:
            return []
        found = _r("R11", "totals", "the totals are not those before plus the deltas")
        return [replace(found, recorded=event.totals, expected=should)]

    def _check_ruling(self, event: Ruling) -> list[Violation]:
        assert self.game is not None
        if event.hand not in self.hands:
            return [_r("R8", "ruling", f"a ruling on hand {event.hand}, which is not settled")]
        if (event.settlement is not None) != (event.verdict == "corrected"):
            return [_r("R9", "ruling", f"verdict {event.verdict} with or without a settlement")]
        if event.settlement is not None:
            if event.settlement.hand != event.hand:
                return [_r("R8", "hand-number", "the corrected settlement is of another hand")]
            return [
                *self.game.balanced(event.settlement),
                *self._check_ruled_totals(self.hands[event.hand], event.settlement),
            ]
        return []

    def _check_ruled_totals(self, hand: Hand, new: Settlement) -> list[Violation]:
        """R11: running totals, as they stand now or as they should have stood after the hand."""
        now = _change(self.carry.totals, _ruled(hand), new)
        if new.totals is None or now is None:
            return []
        if new.totals in (now, _add(self._at_stake(hand), new.deltas)):
            return []
        found = _r("R11", "totals", "the ruling's totals are not those before plus its deltas")
        return [replace(found, recorded=new.totals, expected=now)]

    def _check_close(self, event: Close) -> list[Violation]:
        assert self.game is not None
        if self.closed:
            return [_r("R8", "closed", "the match is closed already")]
        known = self.game.last_totals(self.carry)
        if event.totals is not None and known is not None and event.totals != known:
            found = _r("R11", "totals", "the closing totals are not those of the last hand")
            return [replace(found, recorded=event.totals, expected=known)]
        if event.final is not None and known is None and self.hand is not None:
            self.hand.table.note(None, "the final settlement: the totals are not known")
        return list(self.game.check_close(self.options, self.carry, event))


_BETWEEN = frozenset({Match, Deal, Settlement, Ruling, Close})


def replay(events: Iterable[AnyEvent]) -> Replay:
    """The match after all ``events``."""
    state = Replay()
    for event in events:
        state.apply(event)
    return state


def _r(clause: str, code: str, message: str) -> Violation:
    return Violation(code=code, clause=clause, message=message)


def _ruled(hand: Hand) -> Settlement | None:
    """The settlement that counts for the totals after rulings; ``None`` for an annulled hand."""
    if hand.ruling is None or hand.ruling.verdict == "upheld":
        return hand.settlement
    return hand.ruling.settlement


def _add(totals: tuple[int, ...] | None, deltas: tuple[int, ...] | None) -> tuple[int, ...] | None:
    if totals is None or deltas is None or len(totals) != len(deltas):
        return None
    return tuple(a + b for a, b in zip(totals, deltas, strict=True))


def _change(
    totals: tuple[int, ...] | None, old: Settlement | None, new: Settlement | None
) -> tuple[int, ...] | None:
    """``totals`` with one settlement's deltas put in place of another's."""
    if totals is None:
        return None
    was = old.deltas if old is not None else (0,) * len(totals)
    now = new.deltas if new is not None else (0,) * len(totals)
    if was is None or now is None or not len(totals) == len(was) == len(now):
        return None
    return tuple(t - a + b for t, a, b in zip(totals, was, now, strict=True))
