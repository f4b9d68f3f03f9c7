"""From events to rows: what a stream is, its key, and the typed columns beside each payload."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any, NamedTuple

from msgspec.structs import replace

from events import (
    GENESIS,
    KINDS,
    AnyEvent,
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    MalformedInput,
    Match,
    Pass,
    Ruling,
    Settlement,
    Source,
    canonical,
    from_canonical,
    link,
)
from store.errors import StoreError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


class Row(NamedTuple):
    """One event as it is stored. ``payload`` is its canonical bytes; the typed columns repeat it.

    ``hand``: the hand it belongs to (R8), None for ``match`` and ``close``. ``seat``: who acts, the
    dealer of a deal. ``act``: of a claim or declaration, the outcome of a settlement, the verdict
    of a ruling. ``tile``: drawn, discarded or claimed; the tiles of a declaration. ``at_us``: the
    event's ``at`` in microseconds since 1970, UTC.
    """

    pos: int
    match: int
    seq: int
    hand: int | None
    kind: int
    seat: int | None
    act: str | None
    tile: str | None
    at_us: int | None
    payload: bytes
    hash: bytes


RowTuple = tuple[
    int, int, int, int | None, int, int | None, str | None, str | None, int | None, bytes, bytes
]
"""A :class:`Row` as a plain tuple."""


class Tip(NamedTuple):
    """The end of a stream: its length and chain value, the hand it is in, and the deals so far."""

    version: int = 0
    hash: bytes = GENESIS
    hand: int | None = None
    settled: bool = False
    hands: int = 0


def match_key(events: Iterable[AnyEvent]) -> bytes | None:
    """What a match is found again by: SHA-256 over its match event and first deal; None without.

    The digest of the original bytes is left out of it: a log that was cut short and the whole one
    tell of the same match.
    """
    first: Match | None = None
    for event in events:
        if isinstance(event, Match) and first is None:
            first = event
        elif isinstance(event, Deal):
            return None if first is None else key_of(first, event)
    return None


def key_of(match: Match, deal: Deal) -> bytes:
    """The key of a match that begins with these."""
    return sha256(canonical(same_match(match)) + canonical(deal)).digest()


def same_match(match: Match) -> Match:
    """The match event without the digest of the bytes that it was read from."""
    if match.source is None or match.source.sha256 is None:
        return match
    source = replace(match.source, sha256=None)
    return replace(match, source=None if source == Source() else source)


def encode(events: Sequence[AnyEvent], first: int) -> list[bytes]:
    """The canonical bytes of a batch whose first event has seq ``first``, checked to be readable.

    Raises ``not_a_stream`` for a match event anywhere but at the beginning, or none there, and
    :class:`MalformedInput` for a value out of range.
    """
    if not events:
        raise StoreError("not_a_stream", "there is no event to store")
    types = [type(event) for event in events]
    if first == 0 and types[0] is not Match:
        raise StoreError("not_a_stream", "a match begins with its match event")
    begun = 1 if first == 0 else 0
    if Match in types[begun:]:
        seq = first + types.index(Match, begun)
        raise StoreError("not_a_stream", f"event {seq} is a second match event")
    payloads = [canonical(event) for event in events]
    for seq, payload in enumerate(payloads, first):
        try:
            from_canonical(payload)
        except MalformedInput as error:
            raise MalformedInput(f"event {seq}: {error.message}", path=error.path) from error
    return payloads


def rows(
    events: Sequence[AnyEvent], payloads: Sequence[bytes], match: int, pos: int, tip: Tip
) -> tuple[list[RowTuple], Tip]:
    """The rows that continue a stream at its ``tip``, from ``pos`` on, and its new tip."""
    seq, head, hand, settled, hands = tip
    built: list[RowTuple] = []
    for event, payload in zip(events, payloads, strict=True):
        head = link(head, payload)
        kind, seat, act, tile = _FACTS[type(event)](event)
        at_us = None if event.at is None else microseconds(event.at, seq)
        belongs = hand
        if kind in _STEPS:
            belongs = hand_of(event, hand, settled)
            if isinstance(event, Deal):
                hand, settled, hands = event.hand, False, hands + 1
            elif isinstance(event, Settlement):
                settled = True
        # A plain tuple is half the price of a Row, and this loop is the price of an append.
        built.append((pos, match, seq, belongs, kind, seat, act, tile, at_us, payload, head))
        seq += 1
        pos += 1
    return built, Tip(seq, head, hand, settled, hands)


def hand_of(event: AnyEvent, hand: int | None, settled: bool) -> int | None:
    """The hand that an event belongs to, after a deal of ``hand`` that is ``settled`` or not (R8).

    What is declared between a settlement and the next deal belongs to the hand to come.
    """
    match event:
        case Match() | Close():
            return None
        case Deal() | Settlement() | Ruling():
            return event.hand
        case Declare():
            if hand is None:
                return 0
            return hand + 1 if settled else hand
    return hand


def microseconds(at: str, seq: int = 0) -> int:
    """The time ``at`` (RFC 3339) in microseconds since 1970, UTC; finer parts are cut off."""
    try:
        return (datetime.fromisoformat(at) - _EPOCH) // _MICROSECOND
    except ValueError as error:
        raise MalformedInput(f"event {seq}: no such time: {error}", path="$.at") from error


_Facts = tuple[int, int | None, str | None, str | None]
_FACTS: dict[type, Callable[[Any], _Facts]] = {
    Match: lambda event: (KINDS[Match], None, None, None),
    Deal: lambda event: (KINDS[Deal], event.dealer, None, None),
    Draw: lambda event: (KINDS[Draw], event.seat, None, event.tile),
    Discard: lambda event: (KINDS[Discard], event.seat, None, event.tile),
    Claim: lambda event: (KINDS[Claim], event.seat, event.act, event.tile),
    Declare: lambda event: (KINDS[Declare], event.seat, event.act, event.tiles),
    Pass: lambda event: (KINDS[Pass], event.seat, None, None),
    Settlement: lambda event: (KINDS[Settlement], None, event.outcome, None),
    Ruling: lambda event: (KINDS[Ruling], None, event.verdict, None),
    Close: lambda event: (KINDS[Close], None, None, None),
}
"""The typed columns ``kind``, ``seat``, ``act`` and ``tile`` of each type of event."""

_STEPS = frozenset(KINDS[type_] for type_ in (Match, Deal, Declare, Settlement, Ruling, Close))
"""The kinds that do not simply belong to the hand in play."""
