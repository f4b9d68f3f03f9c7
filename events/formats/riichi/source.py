"""A file of riichi hands: opened, taken hand by hand, and put together again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any, NamedTuple

from events.formats.content import MAX_LINES, unpack
from events.formats.reading import (
    HandRead,
    MatchRead,
    Places,
    Remark,
    State,
    Unreadable,
    WallCheck,
    refused,
    whole,
)
from events.formats.riichi.hand import Hand
from events.model import RECORD_VERSION, AnyEvent, Close, Match, Player, Source

GAME = "riichi"
RULES = "1"
LACKS = ("times", "passes", "beaten claims", "wall")
MAX_HANDS = 5_000
"""A file of more hands is refused."""
MAX_ACTS = 5_000
"""Most acts of one hand; the longest real hands have some 400."""


class Opened(NamedTuple):
    """The text inside a file. ``cut``: its data end early."""

    text: bytes
    data: bytes
    cut: bool
    notes: tuple[Remark, ...]


class Part(NamedTuple):
    """One hand of a source: where it stands, and what fills it.

    ``fill`` puts events into the hand, and raises :class:`Unreadable` for what it cannot read.
    ``cut``: the source ends in it.
    """

    start: int
    end: int
    fill: Callable[[Hand], WallCheck | None]
    cut: bool = False


def opened(name: str, data: bytes) -> Opened | MatchRead:
    """The text inside ``data``, in UTF-8, or the refusal of a file that has none."""
    content = unpack(data)
    if isinstance(content, Remark):
        return refused(name, data, content)
    text, notes = content.text, content.notes
    if not text.strip():
        return refused(name, data, whole("empty", "the file is empty"))
    if text.count(b"\n") > MAX_LINES:
        return refused(name, data, whole("too_large", f"more than {MAX_LINES:,} lines"))
    try:
        text.decode()
    except UnicodeDecodeError as error:
        text = text.decode("utf-8", "replace").encode()
        note = whole("encoding", f"no UTF-8 from byte {error.start} on; read as far as possible")
        notes = (*notes, note)
    return Opened(text, data, content.cut, notes)


def match_event(
    opened: Opened,
    client: str,
    format_name: str,
    players: Sequence[Player],
    options: dict[str, Any],
    ref: str | None = None,
    x: dict[str, Any] | None = None,
) -> Match:
    """The match event of a source; ``options``: what differs from the defaults."""
    return Match(
        v=RECORD_VERSION,
        game=GAME,
        rules=RULES,
        options=options,
        players=tuple(players),
        source=Source(
            client=client,
            format=format_name,
            sha256=sha256(opened.data).hexdigest(),
            ref=ref,
            x=x or None,
        ),
    )


class Gathered:
    """The hands of a match, gathered one after the other under gapless seqs."""

    def __init__(self, source: Opened, players: int) -> None:
        self.text = source.text
        self.source = source
        self.places = Places(source.text)
        self.players = players
        self.hands: list[HandRead] = []
        self.last: Hand | None = None
        self._seq = 1
        self._number = 0

    def add(self, part: Part, notes: Sequence[Remark] = ()) -> Hand | None:
        """Read the next hand; None when it had to be put into quarantine."""
        hand = Hand(self.players, self._number, self._seq)
        hand.at = part.start
        self._number += 1
        fault: Remark | None = None
        state: State = "whole"
        wall: WallCheck | None = None
        try:
            wall = part.fill(hand)
            self._check_length(hand, part)
        except Unreadable as error:
            state = "quarantined"
            fault = self.places.remark(error.code, error.message, error.offset)
        else:
            if not hand.settled:
                state, fault = "incomplete", self._unsettled(part)
        events = tuple(hand.events) if state != "quarantined" else ()
        self._append(part, state, events, fault, number=hand.number, notes=notes, wall=wall)
        self.last = hand if state != "quarantined" else None
        return self.last

    def lost(self, start: int, end: int, fault: Unreadable) -> None:
        """Something that is no hand and could not be read."""
        part = Part(start, end, lambda hand: None)
        remark = self.places.remark(fault.code, fault.message, fault.offset)
        self._append(part, "quarantined", (), remark, number=None)

    def _append(
        self,
        part: Part,
        state: State,
        events: tuple[AnyEvent, ...],
        fault: Remark | None,
        *,
        number: int | None,
        notes: Sequence[Remark] = (),
        wall: WallCheck | None = None,
    ) -> None:
        self.hands.append(
            HandRead(
                number=number,
                state=state,
                events=events,
                first=self._seq,
                line=self.places.line(part.start),
                start=part.start,
                end=part.end,
                fault=fault,
                raw=b"" if state == "whole" else self.text[part.start : part.end],
                notes=tuple(notes),
                wall=wall,
            )
        )
        self._seq += len(events)

    def _check_length(self, hand: Hand, part: Part) -> None:
        if len(hand.events) > MAX_ACTS:
            raise Unreadable("too_long", f"more than {MAX_ACTS:,} acts", part.start)

    def _unsettled(self, part: Part) -> Remark:
        if part.cut or self.source.cut:
            return self.places.remark("cut", "the source ends in the middle of the hand", part.end)
        return self.places.remark("unsettled", "the hand has no result", part.end)

    def match(
        self,
        match: Match,
        close: Close | None = None,
        notes: Sequence[Remark] = (),
        lacks: Sequence[str] = LACKS,
    ) -> MatchRead:
        """All that was gathered, as one match."""
        assert match.source is not None and match.source.format is not None
        return MatchRead(
            format=match.source.format,
            match=match,
            hands=tuple(self.hands),
            tail=(close,) if close is not None else (),
            notes=(*self.source.notes, *notes),
            lacks=tuple(lacks),
        )


def integer(value: object, low: int, high: int, what: str, offset: int) -> int:
    """``value`` as a whole number from ``low`` to ``high``."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable("bad_value", f"{what}: {value!r:.40} is no whole number", offset)
    if not low <= value <= high:
        raise Unreadable("bad_value", f"{what}: {value} is not between {low} and {high}", offset)
    return value


def points(value: object, players: int, what: str, offset: int) -> list[int]:
    """``value`` as points, one number a seat; a fourth seat that does not play is left out."""
    if not isinstance(value, list) or len(value) not in (players, 4):
        raise Unreadable("bad_value", f"{what}: {value!r:.60} is not one number a seat", offset)
    return [integer(number, -(10**9), 10**9, what, offset) for number in value[:players]]


def array(value: object, what: str, offset: int) -> list[Any]:
    """``value`` as a list."""
    if not isinstance(value, list):
        raise Unreadable("bad_value", f"{what}: {value!r:.40} is no list", offset)
    return value


def mapping(value: object, what: str, offset: int) -> dict[str, Any]:
    """``value`` as an object."""
    if not isinstance(value, dict):
        raise Unreadable("bad_value", f"{what}: {value!r:.40} is no object", offset)
    return value
