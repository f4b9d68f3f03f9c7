"""Bringing records and other clients' logs into a store: one result a hand, nothing lost.

A bad hand or file never stops the rest; the bytes of what could not be taken are kept in
quarantine. Hands with findings are stored all the same: disputes are what the store is for.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from api.usecases.reading import Walk, begin, log_items
from api.usecases.sources import STDIN, load, open_binary, shown
from api.usecases.stored import all_quarantined
from engine.replay import Replay
from events import MalformedInput, canonical
from events.formats import MAX_BYTES, HandRead, MatchRead, detect, paipu, read
from events.formats.content import Content, unpack
from store import Conflict, EventStore, Origin, Place, match_key

Status = Literal["created", "duplicate", "incomplete", "quarantined"]


class HandResult(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What became of one hand, or of a part of a file that is none (``hand`` None).

    ``created``: stored. ``duplicate``: it is there already. ``incomplete``: stored as far as it
    goes; a longer version of the same log continues it. ``quarantined``: not stored as events; its
    bytes are entry ``quarantine``. ``line`` counts from 1 in the source; ``code`` and ``reason``
    say why a hand is not whole; ``findings`` is how many the check of a stored hand made; ``wall``:
    ``proved``, ``differs`` or ``no seed`` where a source gives the seed of its wall.
    """

    file: str
    format: str | None = None
    match: int | None = None
    hand: int | None = None
    line: int | None = None
    status: Status
    code: str | None = None
    reason: str | None = None
    findings: int = 0
    wall: str | None = None
    quarantine: int | None = None


class _Standing(NamedTuple):
    """Where a match stands: its number, its events before and after, and where it conflicts."""

    match: int | None
    had: int
    conflict: int | None


class _Bad(NamedTuple):
    """Bytes that cannot be taken, and why."""

    code: str
    reason: str
    data: bytes
    line: int | None = None
    offset: int | None = None


def import_file(
    store: EventStore | None, path: str, format_name: str | None = None, dry_run: bool = False
) -> Iterator[HandResult]:
    """Import a file; ``-`` is the standard input. :class:`OSError` where it cannot be read."""
    if path != STDIN and Path(path).is_file() and Path(path).stat().st_size > MAX_BYTES:
        yield _oversize(store, path, format_name, dry_run)
        return
    yield from import_bytes(store, load(path), shown(path), format_name, dry_run)


def retry(store: EventStore, dry_run: bool = False) -> Iterator[HandResult]:
    """Try everything in quarantine again, as after an update of the readers.

    A whole file is imported from the bytes that were kept. A part of a file cannot be put back
    into the middle of its stored match: its result says what to do. What was taken meanwhile is
    passed over; what is still refused keeps its entry.
    """
    for entry in list(all_quarantined(store)):
        if store.arrivals(entry.sha256):
            continue
        if entry.place.offset:
            yield HandResult(
                file=entry.file,
                format=entry.format or None,
                line=entry.place.first_line,
                status="quarantined",
                code=entry.code,
                reason=f"{entry.reason}; a part of its file: import the file into a new database",
                quarantine=entry.id,
            )
            continue
        data = b"".join(store.quarantined_bytes(entry.id))
        yield from import_bytes(store, data, entry.file, None, dry_run)


def _oversize(
    store: EventStore | None, path: str, format_name: str | None, dry_run: bool
) -> HandResult:
    reason = "the file is larger than 64 MiB; no record of a match is"
    kept = None
    if store is not None and not dry_run:
        with open_binary(path) as stream:
            entry = store.quarantine(path, format_name or "", Place(), "too_large", reason, stream)
        kept = entry.id
    return HandResult(
        file=path,
        format=format_name,
        status="quarantined",
        code="too_large",
        reason=reason,
        quarantine=kept,
    )


def import_bytes(
    store: EventStore | None,
    data: bytes,
    file: str,
    format_name: str | None = None,
    dry_run: bool = False,
) -> Iterator[HandResult]:
    """Import everything in ``data``, which ``file`` is the name of; a result for each hand.

    ``format_name``: one of :data:`events.formats.FORMATS`, None: what the content looks like. With
    ``dry_run`` nothing is written; ``store`` may then be None, for one that is not there yet.
    Raises :class:`store.StoreError` when the store itself fails.
    """
    chosen = format_name or detect(data, file)
    importer = _Importer(store, data, file, chosen, dry_run)
    if chosen is None:
        code, reason = ("unknown_format", "in no format that is read here")
        if not data:
            code, reason = "empty", "the file is empty"
        yield importer.quarantined(_Bad(code, reason, data))
        return
    for match in read(data, file, chosen):
        yield from importer.take(_final(match))


class _Importer:
    """The import of one file."""

    def __init__(
        self,
        store: EventStore | None,
        data: bytes,
        file: str,
        format_name: str | None,
        dry_run: bool,
    ) -> None:
        self.store = store
        self.data = data
        self.file = file
        self.format = format_name
        self.dry_run = dry_run

    def take(self, match: MatchRead) -> Iterator[HandResult]:
        """Store one match of the file; a result for each of its hands."""
        if match.match is None:
            fault = match.fault
            assert fault is not None
            yield self.quarantined(_Bad(fault.code, fault.message, match.raw, fault.line))
            return
        try:
            begin(Replay(), match.match, self.file)
            if not any(hand.events for hand in match.hands):
                yield from self._without_hands(match)
                return
            found = self._findings(match)
            standing = self._keep(match)
        except MalformedInput as error:
            code = "not_played" if error.path.startswith("$.") else "bad_value"
            reason = error.message if error.path == "$" else f"{error.path}: {error.message}"
            yield self.quarantined(_Bad(code, reason, self.data, error.line))
            return
        for hand in match.hands:
            yield self._result(hand, standing, found)
        if standing.conflict is not None and standing.conflict >= _end(match):
            tail = self._text()[match.hands[-1].end :]
            yield self.quarantined(_conflict(standing, tail, None, match.hands[-1].end))

    def _without_hands(self, match: MatchRead) -> Iterator[HandResult]:
        for hand in match.hands:
            yield self._bad_hand(hand)
        if not match.hands:
            yield self.quarantined(_Bad("no_hand", "there is no hand in it", self.data, 1))

    def _findings(self, match: MatchRead) -> dict[int, int]:
        """How many findings each hand has, by the hand's first seq."""
        walk = Walk(self.file)
        for item in log_items(match, self.file):
            walk.feed(item)
        begun = [hand.first for hand in match.hands if hand.events]
        count = dict.fromkeys(begun, 0)
        for finding in walk.findings:
            count[max((first for first in begun if first <= finding.seq), default=begun[0])] += 1
        return count

    def _keep(self, match: MatchRead) -> _Standing:
        """Store the match, or see what storing it would do."""
        events = list(match.events)
        if self.store is None or self.dry_run:
            return _would(self.store, match)
        origin = Origin(self.file, match.format, sha256(self.data).hexdigest())
        try:
            kept = self.store.record(events, origin)
        except Conflict as conflict:
            return _Standing(conflict.match, conflict.version, conflict.expected)
        return _Standing(kept.match, kept.had, None)

    def _result(self, hand: HandRead, standing: _Standing, found: dict[int, int]) -> HandResult:
        if hand.state == "quarantined":
            return self._bad_hand(hand)
        stop = hand.first + len(hand.events)
        if standing.conflict is not None and stop > standing.conflict:
            text = self._text()[hand.start : hand.end]
            bad = _conflict(standing, text, hand.line, hand.start)
            return self.quarantined(bad, hand.number, standing.match)
        status: Status = "created" if hand.state == "whole" else "incomplete"
        if stop <= standing.had:
            status = "duplicate"
        fault = hand.fault
        return HandResult(
            file=self.file,
            format=self.format,
            match=standing.match,
            hand=hand.number,
            line=hand.line,
            status=status,
            code=None if fault is None else fault.code,
            reason=None if fault is None else fault.message,
            findings=found[hand.first],
            wall=None if hand.wall is None else hand.wall.state,
        )

    def _bad_hand(self, hand: HandRead) -> HandResult:
        fault = hand.fault
        assert fault is not None
        reason = fault.message if fault.line == hand.line else f"line {fault.line}: {fault.message}"
        bad = _Bad(fault.code, reason, hand.raw, hand.line, hand.start)
        return self.quarantined(bad, hand.number)

    def quarantined(
        self, bad: _Bad, hand: int | None = None, match: int | None = None
    ) -> HandResult:
        """The result for bytes that cannot be taken; they are kept unless nothing is written."""
        kept = None
        if self.store is not None and not self.dry_run:
            place = Place(first_line=bad.line, offset=bad.offset)
            entry = self.store.quarantine(
                self.file, self.format or "", place, bad.code, bad.reason, bad.data
            )
            kept = entry.id
        return HandResult(
            file=self.file,
            format=self.format,
            match=match,
            hand=hand,
            line=bad.line,
            status="quarantined",
            code=bad.code,
            reason=bad.reason,
            quarantine=kept,
        )

    def _text(self) -> bytes:
        content = unpack(self.data)
        return content.text if isinstance(content, Content) else self.data


def _final(match: MatchRead) -> MatchRead:
    """The match without its last event where a log breaks off behind it in the middle of a hand.

    Other clients say some things about an event only after it (a new dora, a stick that is paid,
    who left), and what is stored never changes: a longer version brings the event whole.
    """
    last = match.hands[-1] if match.hands else None
    if match.format == paipu.NAME or last is None or last.state != "incomplete" or match.tail:
        return match
    if len(last.events) < 2:
        return match
    shorter = replace(last, events=last.events[:-1])
    return replace(match, hands=(*match.hands[:-1], shorter))


def _end(match: MatchRead) -> int:
    """The seq after the last hand."""
    return max(hand.first + len(hand.events) for hand in match.hands)


def _conflict(standing: _Standing, data: bytes, line: int | None, offset: int) -> _Bad:
    reason = (
        f"match {standing.match} is stored with another event {standing.conflict}; "
        "nothing of what is stored changes"
    )
    return _Bad("conflict", reason, data, line, offset)


def _would(store: EventStore | None, match: MatchRead) -> _Standing:
    """What storing a match would find, without writing."""
    key = match_key(match.events)
    number = store.find(key) if store is not None and key is not None else None
    if store is None or number is None:
        return _Standing(None, 0, None)
    there = store.read(number)
    # Event 0 is what the match was found by; the digest of the source in it may differ.
    for stored, mine in zip(there[1:], list(match.events)[1:], strict=False):
        if canonical(stored.event) != canonical(mine):
            return _Standing(number, len(there), stored.seq)
    return _Standing(number, len(there), None)
