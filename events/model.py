"""The ten event types of the paipu record, version 1.

Every event is a frozen struct whose fields are those of the published format
(``docs/record-format.md``). ``None`` means that the record does not say; a field that is given,
even with its default, is kept and written again. Seats are 0-based in order of play, points are
whole numbers, tiles are text in the notation of :mod:`events.tiles`.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

RECORD_VERSION = 1
"""The version of the record format that this package writes."""

Seat = Annotated[int, Meta(ge=0, le=3)]
Seq = Annotated[int, Meta(ge=0, le=2**31 - 1)]
Die = Annotated[int, Meta(ge=1, le=6)]
HandNo = Annotated[int, Meta(ge=0, le=1_000_000)]
Points = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Tile = Annotated[str, Meta(min_length=1, max_length=4)]
Tiles = Annotated[str, Meta(max_length=4096)]
Word = Annotated[str, Meta(max_length=64, pattern=r"^[a-z0-9][a-z0-9_\-]*$")]
Clause = Annotated[str, Meta(max_length=32)]
Timestamp = Annotated[
    str,
    Meta(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$"),
]
Line = tuple[Clause, Points]
"""A scored line: the clause and what it is worth (炮, 花, 番, 胡息, 分 or a factor)."""

Outcome = Literal["win", "draw", "abort"]
Verdict = Literal["upheld", "corrected", "annulled"]


class Fact(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A piece of an event: only what is known is written."""


class Player(Fact, frozen=True, kw_only=True):
    """Who sits in a seat. ``id`` is the player's own, in the client that recorded the match."""

    id: str
    name: str | None = None
    x: dict[str, Any] | None = None


class Source(Fact, frozen=True, kw_only=True):
    """Where a record came from: client, format, and the SHA-256 (hex) of the original bytes."""

    client: str | None = None
    format: str | None = None
    sha256: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    ref: str | None = None
    x: dict[str, Any] | None = None


class Event(Fact, frozen=True, kw_only=True, tag_field="type"):
    """What every event may carry: ``at``, when it happened (RFC 3339), and ``x``, kept verbatim."""

    at: Timestamp | None = None
    x: dict[str, Any] | None = None


class Match(Event, frozen=True, kw_only=True, tag="match"):
    """The first event: one sitting of a game under one set of options; player i sits in seat i."""

    v: int
    game: Word
    rules: Annotated[str, Meta(max_length=32)] | None = None
    options: dict[str, Any] | None = None
    players: Annotated[tuple[Player, ...], Meta(min_length=2, max_length=4)]
    source: Source | None = None


class Deal(Event, frozen=True, kw_only=True, tag="deal", rename={"break_": "break"}):
    """A hand begins: the dealer, the starting hands and, where known, dice, wall and open card.

    ``wall`` runs from the first tile dealt; ``break`` is ``[seat, stack]``; ``carry`` is what the
    hand begins with (unit, debt, running totals).
    """

    hand: HandNo
    dealer: Seat
    dice: Annotated[tuple[Die, ...], Meta(max_length=8)] | None = None
    break_: tuple[Seat, Annotated[int, Meta(ge=0, le=99)]] | None = None
    hands: Annotated[tuple[Tiles, ...], Meta(min_length=2, max_length=4)]
    wall: Tiles | None = None
    open: Tiles | None = None
    carry: dict[str, Any] | None = None


class Draw(Event, frozen=True, kw_only=True, tag="draw"):
    """A seat takes a tile: from the ``head`` (default), the ``tail``, or as an ``extra`` card."""

    seat: Seat
    tile: Tile
    end: Literal["head", "tail", "extra"] | None = None
    die: Die | None = None


class Discard(Event, frozen=True, kw_only=True, tag="discard"):
    """A seat plays a tile; ``drawn``: it is the tile just drawn."""

    seat: Seat
    tile: Tile
    drawn: bool | None = None


class Claim(Event, frozen=True, kw_only=True, tag="claim", rename={"with_": "with"}):
    """A seat takes the tile of event ``of``; ``with_`` are the own tiles that join it."""

    seat: Seat
    act: Word
    tile: Tile
    with_: Tiles | None = None
    of: Seq
    bi: tuple[Tiles, ...] | None = None


class Declare(Event, frozen=True, kw_only=True, tag="declare"):
    """An act of the own turn, or before the deal, that claims nothing."""

    seat: Seat
    act: Word
    tiles: Tiles | None = None


class Pass(Event, frozen=True, kw_only=True, tag="pass"):
    """A seat leaves the tile of event ``of``; ``declined`` lists what it could have done."""

    seat: Seat
    of: Seq
    declined: tuple[Word, ...] | None = None


class Payment(Fact, frozen=True, kw_only=True, rename={"from_": "from"}):
    """What one seat pays the winner, with the lines eaten from this payer alone."""

    from_: Seat
    points: Points
    lines: tuple[Line, ...] | None = None


class Win(Fact, frozen=True, kw_only=True, rename={"from_": "from"}):
    """One winner of a hand; ``value`` is in the game's own unit (炮, 花 × 番, 分, 胡息 score)."""

    seat: Seat
    by: Word | None = None
    tile: Tile | None = None
    value: Points | None = None
    from_: Seat | None = None
    first: Literal["heaven", "earth"] | None = None
    last: bool | None = None
    hua: Points | None = None
    fan: Points | None = None
    huxi: Points | None = None
    factor: Points | None = None
    lines: tuple[Line, ...] | None = None
    payments: tuple[Payment, ...] | None = None
    x: dict[str, Any] | None = None


class Settlement(Event, frozen=True, kw_only=True, tag="settlement"):
    """How a hand ended: the outcome, its wins, what every seat gains or loses, and running totals.

    ``deltas`` and ``totals`` are in points, one a seat. ``points`` and ``seat_lines`` are every
    seat's own total and lines where the game counts them.
    """

    hand: HandNo
    outcome: Outcome
    unit: Points | None = None
    wins: tuple[Win, ...] | None = None
    points: tuple[Points, ...] | None = None
    seat_lines: tuple[tuple[Line, ...], ...] | None = None
    deltas: tuple[Points, ...] | None = None
    totals: tuple[Points, ...] | None = None


class Ruling(Event, frozen=True, kw_only=True, tag="ruling"):
    """A referee's decision on a settled hand; ``settlement`` only where it is ``corrected``."""

    hand: HandNo
    verdict: Verdict
    clause: Clause | None = None
    reason: str | None = None
    settlement: Settlement | None = None


class Close(Event, frozen=True, kw_only=True, tag="close"):
    """The end of the match; ``final`` where the match settles apart from its totals."""

    totals: tuple[Points, ...] | None = None
    final: tuple[Points, ...] | None = None


CLAIM_ACTS = frozenset(
    {"win", "chow", "pung", "exposed_kong"}
    | {"peng", "ming_du"}  # 青儿
    | {"chi", "peng", "wei", "chou_wei", "pao", "ti"}  # 告胡子
)
"""The acts that a claim can have, over all games."""

DECLARE_ACTS = frozenset(
    {"concealed_kong", "added_kong", "flower", "ready", "kita"}
    | {"knock", "no_knock", "play", "refuse", "qi_fei", "wu_xi", "an_du", "added_du"}  # 青儿
    | {"datuo", "no_datuo", "ti"}  # 告胡子
)
"""The acts that a declare can have, over all games."""

AnyEvent = Match | Deal | Draw | Discard | Claim | Declare | Pass | Settlement | Ruling | Close
"""Any event of the record."""

KINDS: dict[type, int] = {
    Match: 0,
    Deal: 1,
    Draw: 2,
    Discard: 3,
    Claim: 4,
    Declare: 5,
    Pass: 6,
    Settlement: 7,
    Ruling: 8,
    Close: 9,
}
"""A small number for each event type; numbers are only ever added."""
