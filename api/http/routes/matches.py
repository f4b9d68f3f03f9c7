"""Stored matches: their events, positions, findings and settlements."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get, post
from litestar.params import QueryParameter, RawBody
from msgspec.structs import replace

from api.http.answers import (
    NDJSON,
    answer,
    fixed,
    lines,
    next_page,
    plain,
    store_of,
    unchanged,
)
from api.http.guards import RECORDS
from api.http.parameters import (
    EVENTS,
    MOST,
    PAGE,
    Cursor,
    HandNumber,
    Limit,
    MatchNumber,
    Seat,
    whole,
)
from api.http.problems import Refused
from api.http.shapes import (
    Continued,
    End,
    EventLine,
    Explained,
    HandSummary,
    Matches,
    MatchSummary,
    OneMatch,
    OnePosition,
    Report,
    events_as_lines,
    typed,
)
from api.usecases import appending
from api.usecases.errors import NotThere
from api.usecases.seen import as_seen
from api.usecases.stored import explain_hand, position_of, verify_match
from engine.game import game
from events import AnyEvent, record

TAGS = ["matches"]

From = Annotated[
    int, QueryParameter(name="from", ge=0, le=MOST, description="The seq of the first event.")
]
To = Annotated[
    int | None, whole("to", "The seq of the last event, which is included; without it the last.")
]
Max = Annotated[
    int,
    QueryParameter(
        name="max", ge=1, le=EVENTS, description="The most events; `next` of the end goes on."
    ),
]
At = Annotated[int | None, whole("at", "The seq of the event; without it the last.")]
OfHand = Annotated[int | None, whole("hand", "The last event of this hand, from 0.")]
Expected = Annotated[
    int,
    QueryParameter(
        name="expected", ge=0, le=MOST, description="How many events the sender believes are there."
    ),
]
Check = Annotated[
    bool, QueryParameter(name="check", description="Refuse events that break a rule.")
]


POSITION_CODES = ("unknown", "no_event", "no_hand", "other_hand", "no_seat")
EXPLANATION_CODES = ("unknown", "no_hand", "not_settled")


@get("/matches", tags=TAGS, sync_to_thread=True, opt={"paged": True})
def matches(
    request: Request[Any, Any, Any], cursor: Cursor = None, limit: Limit = PAGE
) -> Response[Matches]:
    """The matches that are stored, in the order in which they were begun."""
    found = Matches.of(store_of(request).matches(cursor, limit))
    return answer(request, found, headers=next_page(request, found.next))


@get("/matches/{match:int}", tags=TAGS, sync_to_thread=True, opt={"problems": ("unknown",)})
def one_match(request: Request[Any, Any, Any], match: MatchNumber) -> Response[OneMatch]:
    """One match with its hands."""
    store = store_of(request)
    hands = tuple(HandSummary.of(hand) for hand in store.hands(match))
    return answer(request, typed(OneMatch, MatchSummary.of(store.match(match)), each=hands))


@get(
    "/matches/{match:int}/events",
    tags=TAGS,
    sync_to_thread=True,
    media_type=NDJSON,
    opt={"problems": ("unknown", "no_seat")},
)
def events(
    request: Request[Any, Any, Any],
    match: MatchNumber,
    first: From = 0,
    to: To = None,
    seat: Seat = None,
    most: Max = EVENTS,
) -> Response[EventLine | End]:
    """The events of a match, one JSON object a line; the last line is the `end`.

    The ETag is the chain value after the last event answered: what lies in the past never changes.
    """
    store = store_of(request)
    info = store.match(match)
    _check_seat(seat, len(info.event.players))
    version = info.head.version
    stop = version if to is None else min(to + 1, version)
    last = max(first, min(stop, first + most))
    next_ = last if last < stop else None
    chain = info.head.hash
    if last < version:
        (before,) = store.read(match, last - 1, last)
        chain = before.hash
    tag = _tag(chain, seat, next_)
    if same := unchanged(request, tag):
        return same
    found = store.read(match, first, last)
    if seat is None:
        told = events_as_lines(found)
    else:
        rules = game(info.event.game)
        told = tuple(EventLine(seq=s.seq, event=as_seen(s.event, seat, rules)) for s in found)
    return fixed(lines(told, len(told), next_), NDJSON, tag)


@post(
    "/matches/{match:int}/events",
    tags=TAGS,
    status_code=200,
    sync_to_thread=True,
    opt={
        "accepts": RECORDS,
        "body": "events",
        "problems": ("unknown", "conflict", "malformed", "not_a_stream", "illegal"),
    },
)
def append(
    request: Request[Any, Any, Any],
    match: MatchNumber,
    body: RawBody,
    expected: Expected,
    check: Check = False,
) -> Response[Continued]:
    """Add events to a match that has `expected` of them: all of them, or none.

    The body holds one event a line, as in a record. The same batch sent again gets the same answer;
    where other events stand, the problem has the match's version and the events that the sender
    misses. With `check` events that break a rule are refused, and the findings say why; without it
    they are kept as what happened, and the match has findings.
    """
    store = store_of(request)
    new = appending.read_lines(store, match, body)
    if check and (found := appending.broken(store, match, expected, new)):
        one = found[0]
        raise Refused(
            "illegal",
            one.message,
            line=one.seq - expected + 1,
            match=match,
            hand=one.hand,
            seq=one.seq,
            seat=one.seat,
            clause=one.clause,
            findings=found,
        )
    return plain(Continued.of(store.append(match, expected, new)))


@get(
    "/matches/{match:int}/record",
    tags=TAGS,
    sync_to_thread=True,
    media_type=NDJSON,
    opt={"problems": ("unknown",)},
)
def download(request: Request[Any, Any, Any], match: MatchNumber) -> Response[AnyEvent]:
    """The whole match as a record, one event a line: for `paipu verify` or another service."""
    store = store_of(request)
    tag = _tag(store.head(match).hash)
    if same := unchanged(request, tag):
        return same
    found = store.read(match)
    tag = _tag(found[-1].hash)
    name = f"match-{match}{record.SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    body = record.write(stored.event for stored in found)
    return fixed(body, NDJSON, tag, headers=headers)


@get(
    "/matches/{match:int}/position",
    tags=TAGS,
    sync_to_thread=True,
    opt={"problems": POSITION_CODES},
)
def position(
    request: Request[Any, Any, Any],
    match: MatchNumber,
    at: At = None,
    hand: OfHand = None,
    seat: Seat = None,
) -> Response[OnePosition]:
    """The table after an event: whole, or as one seat sees it."""
    told = position_of(store_of(request), match, at, hand, seat)
    if seat is not None:
        told = replace(told, event=as_seen(told.event, seat, game(told.game)))
    return answer(request, typed(OnePosition, told))


@get(
    "/matches/{match:int}/findings", tags=TAGS, sync_to_thread=True, opt={"problems": ("unknown",)}
)
def findings(request: Request[Any, Any, Any], match: MatchNumber) -> Response[Report]:
    """What is wrong with a match: every event, settlement line, payment and total is checked."""
    return answer(request, Report.of(verify_match(store_of(request), match)))


@get(
    "/matches/{match:int}/hands/{hand:int}/explanation",
    tags=TAGS,
    sync_to_thread=True,
    opt={"problems": EXPLANATION_CODES},
)
def explanation(
    request: Request[Any, Any, Any], match: MatchNumber, hand: HandNumber
) -> Response[Explained]:
    """Where every point of a settled hand comes from: each line with its clause, payer by payer.

    What was recorded stands beside what it should be; where they differ, each difference has its
    clause, and `owed` says who has to give whom how much.
    """
    return answer(request, typed(Explained, explain_hand(store_of(request), match, hand)))


def _tag(chain: bytes, seat: int | None = None, next_: int | None = None) -> str:
    """An ETag out of a chain value; what else the answer depends on stands behind it."""
    seen = "" if seat is None else f".seat{seat}"
    more = "" if next_ is None else ".more"
    return f'"{chain.hex()}{seen}{more}"'


def _check_seat(seat: int | None, players: int) -> None:
    if seat is not None and seat >= players:
        raise NotThere("no_seat", f"no seat {seat}; the seats are 0 to {players - 1}")


HANDLERS = (
    matches,
    one_match,
    events,
    append,
    download,
    position,
    findings,
    explanation,
)
