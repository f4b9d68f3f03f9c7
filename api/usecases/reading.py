"""One stream of events out of any source: our records, other clients' logs, or the store.

What could not be read is an item of the stream too, so that the rest goes on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from api.usecases.sources import load, shown
from engine.case import CaseError
from engine.findings import Finding, Unchecked, Violation
from engine.game import GAMES
from engine.replay import Hand, Replay
from engine.verify import Verifier
from events import AnyEvent, Deal, Declare, MalformedInput, Match, Ruling, Settlement
from events.formats import FORMATS, HandRead, MatchRead, Remark, detect
from events.formats import paipu as paipu_format
from events.formats import read as read_format
from events.formats.content import unpack
from events.record import scan


class Item(NamedTuple):
    """One event where it stands, or what could not be read there.

    ``seq`` counts the events of the match from 0, ``line`` the lines of the source from 1. An
    ``error`` without an event says why there is none; with ``cut`` the source merely ends there.
    """

    seq: int
    line: int
    event: AnyEvent | None
    error: MalformedInput | None = None
    cut: bool = False


def matches(data: bytes, name: str, format_name: str | None = None) -> Iterator[Iterable[Item]]:
    """The matches in ``data``, each as its items in order.

    ``format_name`` is one of :data:`events.formats.FORMATS`, None: what the content looks like.
    :class:`MalformedInput` where it is in no known format or cannot be unpacked.
    """
    if not data:
        raise MalformedInput("the file is empty", file=name)
    chosen = format_name or detect(data, name)
    if chosen is None:
        known = ", ".join(FORMATS)
        raise MalformedInput(f"in no format that is read here ({known})", file=name)
    if chosen == paipu_format.NAME:
        yield _record_items(data, name)
        return
    for match in read_format(data, name, chosen):
        if match.match is None:
            raise _malformed(match.fault, name)
        yield log_items(match, name)


def _record_items(data: bytes, name: str) -> Iterator[Item]:
    content = unpack(data)
    if isinstance(content, Remark):
        raise _malformed(content, name)
    whole = content.text.endswith(b"\n") and not content.cut
    last = content.text.count(b"\n") + 1
    for number, _, event, error in scan(content.text, name):
        cut = event is None and number == last and not whole and number > 1
        yield Item(number - 1, number, event, error, cut)


def log_items(match: MatchRead, name: str) -> Iterator[Item]:
    """The items of a match that a format's reader has read; ``name`` is the file's."""
    assert match.match is not None
    yield Item(0, 1, match.match)
    seq, line = 1, 1
    for hand in match.hands:
        seq, line = hand.first, hand.line
        for event in hand.events:
            yield Item(seq, line, event)
            seq += 1
        if hand.fault is not None:
            yield Item(seq, line, None, _malformed(hand.fault, name), _ends_early(hand))
    for event in match.tail:
        yield Item(seq, line, event)
        seq += 1


def _ends_early(hand: HandRead) -> bool:
    return hand.state == "incomplete" or (hand.fault is not None and hand.fault.code == "cut")


def _malformed(remark: Remark | None, name: str) -> MalformedInput:
    assert remark is not None
    return MalformedInput(remark.message, file=name, line=remark.line)


def begin(replay: Replay, match: Match, file: str = "", line: int | None = 1) -> None:
    """Apply a match event; :class:`MalformedInput` for a game or options not known here."""
    if match.game not in GAMES:
        known = ", ".join(GAMES)
        raise MalformedInput(
            f"the game {match.game!r} is not played here; known: {known}",
            file=file,
            line=line,
            path="$.game",
        )
    try:
        replay.apply(match)
    except CaseError as error:
        raise MalformedInput(error.message, file=file, line=line, path=error.path) from error


class _Rest(Replay):
    """The rest of a match after events that could not be read: it begins with any hand."""

    def _check_number(self, event: Deal) -> list[Violation]:
        first = not self.hands and (self.hand is None or self.hand.table.hand is None)
        return [] if first else super()._check_number(event)


class Walk:
    """A verified replay of one match that goes on after what could not be read.

    The hand in which something could not be read is not judged any further; the next one begins
    anew, with what it says of dealer, unit and totals believed. ``hands`` are the settled hands of
    the whole match by number.
    """

    def __init__(self, file: str = "") -> None:
        self.file = file
        self.match: Match | None = None
        self.findings: list[Finding] = []
        self.unchecked: list[Unchecked] = []
        self.errors: list[MalformedInput] = []
        self.hands: dict[int, Hand] = {}
        self.events = 0
        self.dealt = 0
        self.checked = 0
        self.incomplete = False
        self._verifier = Verifier()
        self._lost = False
        self._settled = False

    @property
    def replay(self) -> Replay:
        """The match as far as it went; its ``hand`` is None while a hand cannot be followed."""
        return self._verifier.replay

    @property
    def lost(self) -> bool:
        """Whether the position is not known, because an event before could not be read."""
        return self._lost

    def feed(self, item: Item) -> list[Finding]:
        """The findings of the next item; :class:`MalformedInput` where no match begins with it."""
        if item.event is None:
            assert item.error is not None
            self._miss(item, item.error)
            return []
        self.events += 1
        if self.match is None:
            self._start(item, item.event)
            return []
        if self._lost and not self._resumes(item):
            return []
        if isinstance(item.event, Ruling) and self._of_other_part(item.event):
            return []
        found = self._verifier.feed(item.event)
        if isinstance(item.event, Settlement):
            self.hands.update(self.replay.hands)
        self.findings += found
        return found

    def finish(self) -> None:
        """The source has ended: add up what was checked."""
        if self.match is not None:
            self._close_part()

    def _start(self, item: Item, event: AnyEvent) -> None:
        if not isinstance(event, Match):
            raise MalformedInput(
                "a record begins with its match event", file=self.file, line=item.line
            )
        begin(self.replay, event, self.file, item.line)
        self.match = event

    def _miss(self, item: Item, error: MalformedInput) -> None:
        if self.match is None:
            raise error
        if item.cut:
            self.incomplete = True
            return
        self.errors.append(error)
        if self._lost:
            return
        number, hand = None, self.replay.hand
        if hand is not None and hand.settlement is None:
            number = hand.table.hand
            notes = hand.table.notes
            self.unchecked += [Unchecked(hand=number, clause=c, reason=r) for c, r in notes]
            self.replay.hand = None
        reason = f"line {item.line} cannot be read, so neither can what follows it in the hand"
        self.unchecked.append(Unchecked(hand=number, clause=None, reason=reason, seq=item.seq))
        self._close_part()
        self._lost, self._settled = True, False

    def _resumes(self, item: Item) -> bool:
        """Whether a hand begins with this event, after events that were lost; then follow again."""
        event = item.event
        if isinstance(event, Settlement):
            self._settled = True
        if not isinstance(event, Deal) and not (self._settled and isinstance(event, Declare)):
            return False
        assert self.match is not None
        self._verifier, self._lost = Verifier(), False
        self._verifier.replay = _Rest()
        self.replay.apply(self.match)
        self.replay.seq = item.seq
        return True

    def _of_other_part(self, ruling: Ruling) -> bool:
        """A ruling on a hand from before the lost events: its totals are not known any more."""
        known = self.replay.hands
        if ruling.hand in known or ruling.hand not in self.hands:
            return False
        self.hands[ruling.hand].ruling = ruling
        self.replay.seq += 1
        return True

    def _close_part(self) -> None:
        report = self._verifier.report()
        self.unchecked += report.unchecked
        self.dealt += report.hands
        self.checked += report.checked
        self.incomplete = self.incomplete or report.incomplete
        self._verifier = Verifier()


def only_match(path: str, format_name: str | None = None) -> Iterable[Item]:
    """The items of the one match in a file; ``-`` is the standard input.

    :class:`OSError` where it cannot be read, :class:`MalformedInput` where it is no record or log,
    or holds several matches.
    """
    name = shown(path)
    found = list(matches(load(path), name, format_name))
    if len(found) != 1:
        raise MalformedInput(f"{len(found)} matches in one file", file=name)
    return found[0]
