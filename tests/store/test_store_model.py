"""Any sequence of appends, retries, conflicts, reads and reopenings agrees with lists in memory."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from events import AnyEvent, Deal, Declare, Discard, Draw, Ruling, Settlement, chain
from store import Conflict, DuckStore, EventStore, MemoryStore
from tests.store.streams import TILES, opening

SEATS = st.integers(0, 3)
EVENTS: st.SearchStrategy[AnyEvent] = st.one_of(
    st.builds(Draw, seat=SEATS, tile=st.sampled_from(TILES)),
    st.builds(Discard, seat=SEATS, tile=st.sampled_from(TILES), drawn=st.none() | st.booleans()),
    st.builds(Declare, seat=SEATS, act=st.sampled_from(["ready", "flower"])),
    st.builds(Deal, hand=st.integers(0, 5), dealer=SEATS, hands=st.just(("1m", "2m"))),
    st.builds(Settlement, hand=st.integers(0, 5), outcome=st.just("draw")),
    st.builds(Ruling, hand=st.integers(0, 5), verdict=st.just("upheld")),
)
BATCHES = st.lists(EVENTS, min_size=1, max_size=6)
BEGINNINGS = st.builds(
    lambda ref, dealer: [opening(ref), Deal(hand=0, dealer=dealer, hands=("1m", "2m"))],
    st.sampled_from("abc"),
    SEATS,
)


class Model(RuleBasedStateMachine):
    """The store under test beside a list of matches, each a list of events."""

    def __init__(self) -> None:
        super().__init__()
        self.matches: list[list[AnyEvent]] = []
        self.log: list[tuple[int, int]] = []
        self.store = self.open()

    def open(self) -> EventStore:
        return MemoryStore()

    def number(self, beginning: list[AnyEvent]) -> int | None:
        return next(
            (n for n, events in enumerate(self.matches, 1) if events[:2] == beginning), None
        )

    def add(self, match: int, events: list[AnyEvent]) -> None:
        stream = self.matches[match - 1]
        self.log += [(match, seq) for seq in range(len(stream), len(stream) + len(events))]
        stream += events

    @rule(beginning=BEGINNINGS, more=st.lists(EVENTS, max_size=4))
    def begin(self, beginning: list[AnyEvent], more: list[AnyEvent]) -> None:
        events, match = [*beginning, *more], self.number(beginning)
        if match is None:
            self.matches.append([])
            assert self.store.append(None, 0, events).match == len(self.matches)
            self.add(len(self.matches), events)
        else:
            self.expect(match, 0, events, as_new=True)

    @rule(data=st.data(), events=BATCHES)
    def append(self, data: st.DataObject, events: list[AnyEvent]) -> None:
        if self.matches:
            match = data.draw(st.integers(1, len(self.matches)))
            version = len(self.matches[match - 1])
            done = self.store.append(match, version, events)
            assert (done.first, done.version) == (version, version + len(events))
            self.add(match, events)

    @rule(data=st.data(), events=BATCHES)
    def append_anywhere(self, data: st.DataObject, events: list[AnyEvent]) -> None:
        if self.matches:
            match = data.draw(st.integers(1, len(self.matches)))
            version = len(self.matches[match - 1])
            expected = data.draw(st.integers(1, version + 2).filter(lambda n: n != version))
            self.expect(match, expected, events)

    @rule(data=st.data())
    def append_again(self, data: st.DataObject) -> None:
        if self.matches:
            match = data.draw(st.integers(1, len(self.matches)))
            stream = self.matches[match - 1]
            first = data.draw(st.integers(0, len(stream) - 1))
            stop = data.draw(st.integers(first + 1, len(stream)))
            if first or stop > 1:
                self.expect(match, first, stream[first:stop])

    def expect(
        self, match: int, expected: int, events: list[AnyEvent], as_new: bool = False
    ) -> None:
        """The answer to a batch for a place that is taken, or beyond the end."""
        stream = self.matches[match - 1]
        number = None if as_new else match
        if stream[expected : expected + len(events)] == events:
            done = self.store.append(number, expected, events)
            assert (done.match, done.version) == (match, expected + len(events))
            assert done.head == list(chain(stream))[done.version - 1]
            return
        try:
            self.store.append(number, expected, events)
        except Conflict as conflict:
            assert (conflict.match, conflict.version) == (match, len(stream))
            assert [stored.event for stored in conflict.missing] == stream[expected:]
        else:
            raise AssertionError("a conflict went unseen")

    @rule(data=st.data(), more=BATCHES)
    def record(self, data: st.DataObject, more: list[AnyEvent]) -> None:
        """A whole record: cut short, as it is, or with more at its end."""
        if self.matches:
            match = data.draw(st.integers(1, len(self.matches)))
            stream = self.matches[match - 1]
            cut = data.draw(st.integers(2, len(stream)))
            events = stream[:cut] if cut < len(stream) else [*stream, *more]
            done = self.store.record(events)
            assert (done.match, done.had) == (match, len(stream))
            self.add(match, events[len(stream) :])

    @rule()
    def reopen(self) -> None:
        """A memory store cannot be reopened; see :class:`FileModel`."""

    @rule(start=st.integers(0, 30), limit=st.integers(1, 9))
    def read_all(self, start: int, limit: int) -> None:
        page = self.store.read_all(str(start), limit)
        wanted = self.log[start : start + limit]
        assert [(stored.match, stored.seq) for stored in page.items] == wanted
        assert [stored.event for stored in page.items] == [
            self.matches[match - 1][seq] for match, seq in wanted
        ]
        assert page.more == (start + limit < len(self.log))

    @invariant()
    def the_streams_agree(self) -> None:
        for match, events in enumerate(self.matches, 1):
            stored = self.store.read(match)
            assert [row.event for row in stored] == events
            assert [row.hash for row in stored] == list(chain(events))
            assert self.store.head(match) == (len(events), stored[-1].hash)
        assert len(self.store.heads()) == len(self.matches)

    def teardown(self) -> None:
        audit = self.store.audit()
        assert (audit.events, audit.matches, audit.faults) == (
            len(self.log),
            len(self.matches),
            [],
        )
        self.store.close()


class FileModel(Model):
    """The same with a DuckDB file, which may be closed and opened at any moment."""

    def open(self) -> EventStore:
        self.folder = Path(tempfile.mkdtemp())
        return DuckStore(self.folder / "events.duckdb", create=True)

    @rule()
    def reopen(self) -> None:
        self.store.close()
        self.store = DuckStore(self.folder / "events.duckdb")

    def teardown(self) -> None:
        super().teardown()
        shutil.rmtree(self.folder)


Model.TestCase.settings = settings(max_examples=40, stateful_step_count=25, deadline=None)
FileModel.TestCase.settings = settings(max_examples=15, stateful_step_count=20, deadline=None)

TestMemoryAgainstTheModel = Model.TestCase
TestFileAgainstTheModel = FileModel.TestCase
