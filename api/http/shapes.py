"""The answers as structs, so that the OpenAPI document says exactly what is sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct

from api.usecases.catalog import GameInfo
from api.usecases.importing import HandResult
from api.usecases.positions import Position
from api.usecases.verifying import Checked, Found
from engine.case import Answer
from engine.clauses import Clause
from engine.explain import Explanation, Text
from engine.findings import Unchecked
from events import AnyEvent, Player, Source
from store import Appended, Hand, MatchInfo, Page, Quarantined, Stored

T = TypeVar("T", bound=Struct)


class Body(Struct, frozen=True, kw_only=True, tag_field="type"):
    """Everything that is answered says what it is."""


def typed(cls: type[T], value: Struct, **more: Any) -> T:
    """``value`` as ``cls``, a struct with the same fields and perhaps ``more``."""
    return cls(**msgspec.structs.asdict(value), **more)


# -- the service, games and statistics ------------------------------------------------------------


class Health(Body, frozen=True, kw_only=True, tag="health"):
    """The service answers, and so does its store: a query was run."""

    status: Literal["ok"] = "ok"
    version: str
    matches: int
    events: int


class Games(Body, frozen=True, kw_only=True, tag="games"):
    """The games that are played here."""

    games: tuple[GameInfo, ...]


class OneGame(GameInfo, frozen=True, kw_only=True, tag_field="type", tag="game"):
    """A game with its options."""


class Clauses(Body, frozen=True, kw_only=True, tag="clauses"):
    """A rule book in its order, then the clauses of the record format."""

    game: str
    clauses: tuple[Clause, ...]


class OneClause(Clause, frozen=True, kw_only=True, tag_field="type", tag="clause"):
    """A clause of a rule book or of the record format."""


class Row(Struct, frozen=True, kw_only=True):
    """One statistic, or one ``item`` of it, for one game, ruleset and group.

    ``value`` = ``n`` ÷ ``d``; with ``unit`` ``%`` it is a fraction. ``lo`` and ``hi`` are the ends
    of the 95 % interval, ``interval`` how it came about. ``missing``: rows without the fact;
    ``excluded``: hands that are not counted.
    """

    game: str
    ruleset: str
    client: str | None
    group: str | None
    id: str
    zh: str
    en: str
    item: str | None
    item_zh: str | None
    item_en: str | None
    value: float | None
    unit: str
    n: int | float | None
    d: int
    lo: float | None
    hi: float | None
    interval: str | None
    missing: int
    excluded: int


class Statistics(Body, frozen=True, kw_only=True, tag="statistics"):
    """Statistics over everything that is stored, in the order of their definitions."""

    rows: tuple[Row, ...]


class Definition(Struct, frozen=True, kw_only=True):
    """What a statistic says and how it is counted; ``game``: the only one that has it."""

    id: str
    zh: str
    en: str
    text: str
    unit: str
    game: str | None
    counts: str
    numerator: str
    denominator: str
    kind: str


class Definitions(Body, frozen=True, kw_only=True, tag="definitions"):
    """The definitions of the statistics, in the order in which they are shown."""

    definitions: tuple[Definition, ...]


class Scored(Answer, frozen=True, kw_only=True):
    """What a case is worth, as ``paipu score`` answers it; ``id`` is given back as it came."""

    id: Any = UNSET


# -- matches --------------------------------------------------------------------------------------


class MatchSummary(Body, frozen=True, kw_only=True, omit_defaults=True, tag="match"):
    """A stored match: who played what, how many hands were begun, and where it stands.

    ``events`` is its version; ``head`` the chain value (SHA-256, hex) after the last; ``key`` what
    it is found again by.
    """

    match: int
    key: str
    game: str
    rules: str | None = None
    options: dict[str, Any] | None = None
    players: tuple[Player, ...]
    source: Source | None = None
    at: str | None = None
    hands: int
    events: int
    head: str

    @classmethod
    def of(cls, info: MatchInfo) -> MatchSummary:
        """The summary of a match of the store."""
        event = info.event
        return cls(
            match=info.match,
            key=info.key.hex(),
            game=event.game,
            rules=event.rules,
            options=event.options,
            players=event.players,
            source=event.source,
            at=event.at,
            hands=info.hands,
            events=info.head.version,
            head=info.head.hash.hex(),
        )


class Matches(Body, frozen=True, kw_only=True, tag="matches"):
    """Matches in the order in which they were begun; ``next`` is the cursor of those after them."""

    matches: tuple[MatchSummary, ...]
    next: str | None

    @classmethod
    def of(cls, page: Page[MatchInfo]) -> Matches:
        """A page of the store."""
        found = tuple(MatchSummary.of(info) for info in page.items)
        return cls(matches=found, next=page.cursor if page.more else None)


class HandSummary(Struct, frozen=True, kw_only=True):
    """A hand: the seqs of its first and last event, and the chain value after the last (hex)."""

    hand: int
    first: int
    last: int
    settled: bool
    head: str

    @classmethod
    def of(cls, hand: Hand) -> HandSummary:
        """The summary of a hand of the store."""
        return cls(
            hand=hand.hand,
            first=hand.first,
            last=hand.last,
            settled=hand.settled,
            head=hand.head.hex(),
        )


class OneMatch(MatchSummary, frozen=True, kw_only=True, omit_defaults=True, tag="match"):
    """A stored match with its hands."""

    each: tuple[HandSummary, ...]


class EventLine(Body, frozen=True, kw_only=True, tag="event"):
    """One event of a match with its seq."""

    seq: int
    event: AnyEvent


class End(Body, frozen=True, kw_only=True, tag="end"):
    """The last line of a stream: how many came before it, and where to go on (null: nowhere)."""

    count: int
    next: int | None


def events_as_lines(events: Iterable[Stored]) -> tuple[EventLine, ...]:
    """Stored events as they are answered."""
    return tuple(EventLine(seq=stored.seq, event=stored.event) for stored in events)


class OnePosition(Position, frozen=True, kw_only=True, tag_field="type", tag="position"):
    """A table after an event: whole, or as one seat sees it."""


class Explained(Explanation, frozen=True, kw_only=True, tag_field="type", tag="explanation"):
    """Where every point of a settled hand comes from, as recorded and as it should be."""


class LocatedFinding(Found, frozen=True, kw_only=True, omit_defaults=True):
    """A finding with the ``line`` of the source on which it stands, from 1."""

    line: int


class Unread(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of a record that could not be read, and where it stands."""

    line: int | None = None
    path: str | None = None
    message: str


class Report(Body, frozen=True, kw_only=True, tag="report"):
    """What a check says of one match.

    ``texts`` are the clauses that findings cite; ``unchecked`` what could not be checked and why;
    ``unread`` what could not be read. ``hands`` were dealt, ``checked`` of them checked to their
    end; ``incomplete``: the record ends in a hand.
    """

    file: str
    game: str
    clean: bool
    events: int
    hands: int
    checked: int
    incomplete: bool
    findings: tuple[LocatedFinding, ...]
    texts: dict[str, Text]
    unchecked: tuple[Unchecked, ...]
    unread: tuple[Unread, ...]

    @classmethod
    def of(cls, checked: Checked) -> Report:
        """The report of a check."""
        located = zip(checked.findings, checked.lines, strict=True)
        return cls(
            file=checked.file,
            game=checked.game,
            clean=not checked.findings and not checked.errors,
            events=checked.events,
            hands=checked.hands,
            checked=checked.checked,
            incomplete=checked.incomplete,
            findings=tuple(typed(LocatedFinding, found, line=line) for found, line in located),
            texts=dict(sorted(checked.texts.items())),
            unchecked=checked.unchecked,
            unread=tuple(
                Unread(
                    line=error.line,
                    path=None if error.path == "$" else error.path,
                    message=error.message,
                )
                for error in checked.errors
            ),
        )


class Verified(Body, frozen=True, kw_only=True, tag="verified"):
    """The reports of all matches in a body."""

    reports: tuple[Report, ...]


# -- what is sent in ------------------------------------------------------------------------------


class HandLine(HandResult, frozen=True, kw_only=True, tag_field="type", tag="hand"):
    """What became of one hand."""


class Imported(Body, frozen=True, kw_only=True, tag="import"):
    """What became of each hand of a body, and how many there are of each status."""

    dry_run: bool
    created: int
    duplicate: int
    incomplete: int
    quarantined: int
    results: tuple[HandLine, ...]


class Continued(Body, frozen=True, kw_only=True, tag="appended"):
    """Events that are kept: they are ``first`` to ``version`` - 1 of the match."""

    match: int
    first: int
    version: int
    head: str

    @classmethod
    def of(cls, done: Appended) -> Continued:
        """The answer to an append."""
        return cls(match=done.match, first=done.first, version=done.version, head=done.head.hex())


class QuarantineEntry(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Bytes that an import could not take: where they stood and what is wrong with them.

    ``line`` from 1 and ``offset`` from 0 in the source; ``at``: when they came, in microseconds
    since 1970, UTC.
    """

    id: int
    file: str
    format: str
    line: int | None = None
    offset: int | None = None
    code: str
    reason: str
    size: int
    sha256: str
    at_us: int

    @classmethod
    def of(cls, entry: Quarantined) -> QuarantineEntry:
        """An entry of the store."""
        return cls(
            id=entry.id,
            file=entry.file,
            format=entry.format,
            line=entry.place.first_line,
            offset=entry.place.offset,
            code=entry.code,
            reason=entry.reason,
            size=entry.size,
            sha256=entry.sha256,
            at_us=entry.at_us,
        )


class QuarantineList(Body, frozen=True, kw_only=True, tag="quarantine"):
    """Entries in the order in which they came; ``next`` is the cursor of those after them."""

    entries: tuple[QuarantineEntry, ...]
    next: str | None

    @classmethod
    def of(cls, page: Page[Quarantined]) -> QuarantineList:
        """A page of the store."""
        found = tuple(QuarantineEntry.of(entry) for entry in page.items)
        return cls(entries=found, next=page.cursor if page.more else None)
