"""泰兴麻将: what the table keeps of a hand, how events change it, and what can be asked of it.

Nothing here decides what is allowed; that is ``play.py``. The shared part is
:mod:`engine.mahjong.table`; the eighth flower and the order of 补花 are 泰兴's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from engine import shapes
from engine.case import Answer
from engine.games.taixing import COPIES, FLOWERS, KINDS, WINDS, patterns, scoring
from engine.mahjong.hands import HONOUR, OWN_DRAWS
from engine.mahjong.table import (
    HIDDEN,
    INDEX,
    OPEN,
    REPLACE,
    TURN,
    Book,
    Given,
    Seat,
    Table,
)
from engine.mahjong.table import apply as change
from engine.settlement import nobody_pays, won
from events.model import AnyEvent, Claim, Deal, Declare, Draw, Settlement, Win
from events.tiles import UNKNOWN

BOOK = Book(
    tiles=frozenset(KINDS),
    flowers=frozenset(FLOWERS),
    copies={kind: 1 if kind in FLOWERS else COPIES for kind in KINDS},
    wall=144,
    kong_die=False,
    flower="flower",
    cite={
        "tiles": "TX-E1",
        "deal": "TX-E3",
        "dealing": "TX-E7",
        "wall": "TX-E7",
        "turn": "TX-P1",
        "flower_draw": "TX-E4",
        "claim": "TX-P1",
        "kong": "TX-P3",
        "kong_draw": "TX-P3",
        "ready": "TX-P5",
        "rob": "TX-P4",
        "winners": "TX-P2",
        "wall_empty": "TX-P6",
        "dealer": "TX-E5",
    },
)
BLOSSOMS = slice(FLOWERS[0], FLOWERS[-1] + 1)
"""Where the flowers stand in counts of tiles by kind."""

EIGHTH = "eighth"
"""The phase in which a seat has its eighth flower and nothing but 花胡 may follow (TX-W4)."""


class Own:
    """What 泰兴 alone keeps of a hand.

    ``laying``: how far 补花 of the opening has come, in seats after the dealer (TX-E4). ``drew``:
    the last draw.
    """

    __slots__ = ("drew", "laying")

    def __init__(self) -> None:
        self.laying = 0
        self.drew = Given(-1, -1, HIDDEN, "draw", False)


def table(options: Any, players: int, carry: Any) -> Table:
    """The table of the next hand, before its deal."""
    return Table(BOOK, options, players, carry, Own())


# -- applying ------------------------------------------------------------------------------------


def apply(t: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event."""
    kind = type(event)
    if kind is Draw:
        _draw(t, seq, event)  # type: ignore[arg-type]
    elif kind is Declare:
        _declare(t, seq, event)  # type: ignore[arg-type]
    elif kind is Claim and unseen_eighth(t, event):
        _eighth(t, t.own.drew._replace(tile=INDEX[event.tile]))  # type: ignore[union-attr]
        change(t, seq, event)
    else:
        change(t, seq, event)
        if kind is Deal:
            _deal(t, seq, event)  # type: ignore[arg-type]


def _draw(t: Table, seq: int, event: Draw) -> None:
    change(t, seq, event)
    tile = INDEX[event.tile]
    t.own.drew = drew = Given(seq, event.seat, tile, "draw", False)
    if tile in BOOK.flowers and flowers_of(t.seats[event.seat]) == len(FLOWERS):
        _eighth(t, drew)


def _declare(t: Table, seq: int, event: Declare) -> None:
    eighth = t.given if t.phase == EIGHTH else None
    flower = event.act == "flower"
    if flower and t.untouched:
        t.own.laying = max(t.own.laying, after_dealer(t, event.seat))
    change(t, seq, event)
    if flower and eighth is None and len(t.seats[event.seat].flowers) == len(FLOWERS):
        # It was drawn, or dealt, unseen: any flower may have been the eighth.
        drew = t.own.drew if t.own.drew.seat == event.seat else t.own.drew._replace(seq=t.deal_seq)
        eighth = drew._replace(seat=event.seat, tile=FLOWERS[-1], what="deal")
    if flower and eighth is not None:
        _eighth(t, eighth)


def _deal(t: Table, seq: int, event: Deal) -> None:
    for seat, side in enumerate(t.seats):
        if flowers_of(side) == len(FLOWERS):
            _eighth(t, Given(seq, seat, FLOWERS[-1], "deal", False))
    if any(UNKNOWN in text for text in event.hands):
        t.note("TX-E4", "whether all flowers were replaced: not all hands are known")
        t.note("TX-W4", "whether a seat held all eight flowers: not all hands are known")


def _eighth(t: Table, given: Given) -> None:
    """TX-W4: the eighth flower wins at once; what is still owed is not drawn."""
    t.given, t.phase, t.open = given, EIGHTH, False


# -- asking --------------------------------------------------------------------------------------


def flowers_of(side: Seat) -> int:
    """How many flowers a seat shows and holds."""
    return len(side.flowers) + sum(side.counts[BLOSSOMS])


def holds_flower(side: Seat) -> bool:
    """Whether a known flower is in the seat's hand."""
    return any(side.counts[BLOSSOMS])


def unseen_eighth(t: Table, event: AnyEvent) -> bool:
    """TX-W4: whether this may be 花胡 with a tile, or a hand, that the record does not show.

    Either the win, or the flower that is laid out before it while other replacements are owed.
    """
    drew = t.own.drew
    match event:
        case Claim(act="win") if t.phase in (TURN, REPLACE) and event.of == drew.seq:
            tile = INDEX[event.tile]
        case Declare(act="flower") if t.phase == REPLACE and event.tiles in INDEX:
            tile = INDEX[event.tiles]
        case _:
            return False
    if tile not in BOOK.flowers or event.seat != drew.seat:
        return False
    side = t.seats[event.seat]
    others = any(flowers_of(other) for other in t.seats if other is not side)
    return side.unknown > 0 and drew.tile in (HIDDEN, tile) and not others


def after_dealer(t: Table, seat: int) -> int:
    """How many seats after the dealer's ``seat`` is (0: the dealer's own)."""
    return (seat - (t.dealer or 0)) % len(t.seats)


def complete(counts: Sequence[int], side: Seat, tile: int) -> bool:
    """TX-W1, TX-W3: whether ``tile`` makes the concealed ``counts`` and the melds a shape."""
    melds = side.melds
    if shapes.completes(counts, len(melds), tile):
        return True
    if tile not in WINDS or any(counts[:HONOUR]):
        return False
    return all(meld.tile >= HONOUR for meld in melds)


def waits(t: Table, seat: int, counts: Sequence[int]) -> bool:
    """TX-P5: whether the concealed ``counts`` are ready: some tile makes a hand that keeps TX-W2.

    A kind of which all four are in the seat's own hand and melds is none.
    """
    side = t.seats[seat]
    found = shapes.waits(counts, len(side.melds))
    laid = [_set(meld.kind, meld.tile, meld.giver) for meld in side.melds]
    if patterns.all_winds(counts, laid):
        found = list(WINDS)
    own = list(counts)
    for meld in side.melds:
        own[meld.tile] += meld.size
    for kind in found:
        if own[kind] < COPIES:
            with_it = list(counts)
            with_it[kind] += 1
            if patterns.suits(with_it, laid) < 3:
                return True
    return False


def by_now(t: Table) -> patterns.By:
    """How a win on what is given now comes about (the case's ``by``)."""
    given = t.given
    assert given is not None
    if given.what == "discard":
        return "discard"
    if given.what in ("added_kong", "exposed_kong"):
        return "rob_kong"
    return "kong_draw" if given.after_kong else "self_draw"


def dealt(t: Table, seat: int) -> bool:
    """TX-F10: whether a win now is the dealer's with the dealt hand, no kong made."""
    side = t.seats[seat]
    return seat == t.dealer and not side.discards and not side.melds and by_now(t) in OWN_DRAWS


def doublings(t: Table, recorded: Settlement | None = None) -> list[tuple[bool, bool]]:
    """TX-E6, TX-X4: how the hand may be doubled, by the dice and for a debt; the likeliest first.

    More than one where the dice or the debt are not known and the lines recorded do not tell.
    """
    alike = [t.dice[0] == t.dice[1]] if len(t.dice) == 2 else _told(recorded, "TX-E6")
    owed = [t.carry.debt > 0] if t.carry.debt is not None else _told(recorded, "TX-X4")
    return [(by_dice, by_debt) for by_dice in alike for by_debt in owed]


def _told(recorded: Settlement | None, clause: str) -> list[bool]:
    for win in (recorded.wins if recorded is not None else None) or ():
        if win.lines is not None:
            return [clause in dict(win.lines)]
    return [False, True]


def finished(t: Table, seat: int, kind: int, *, doubled: tuple[bool, bool]) -> patterns.Won:
    """The win of ``seat`` on the tile given now; ``doubled``: by TX-E6, and by TX-X4."""
    given, side = t.given, t.seats[seat]
    assert given is not None
    by = by_now(t)
    counts = side.counts.copy()
    flowers = len(side.flowers)
    if kind in BOOK.flowers:
        flowers = len(FLOWERS)
        counts[BLOSSOMS] = [0] * len(FLOWERS)
    elif by not in OWN_DRAWS:
        counts[kind] += 1
    return patterns.Won(
        options=t.options,
        seat=seat,
        tile=kind,
        by=by,
        giver=None if by in OWN_DRAWS else given.seat,
        heaven=dealt(t, seat),
        ready=side.ready,
        flowers=flowers,
        melds=tuple([_set(meld.kind, meld.tile, meld.giver) for meld in side.melds]),
        counts=counts,
        alike=doubled[0],
        owed=doubled[1],
    )


def _set(act: str, kind: int, giver: int | None) -> patterns.Meld:
    return patterns.Meld(cast(Any, act), kind, giver)


def answer(t: Table, seat: int, kind: int) -> Answer:
    """What a win by ``seat`` on the tile given now would be worth, doublings aside."""
    return scoring.worth(finished(t, seat, kind, doubled=(False, False)))


def completes_given(t: Table, seat: int) -> bool:
    """Whether the tile given now gives the seat's hand a winning shape."""
    side, given = t.seats[seat], t.given
    if given is None or given.tile == HIDDEN or side.unknown or holds_flower(side):
        return False
    return complete(side.counts, side, given.tile)


def completes_drawn(t: Table, seat: int, kind: int) -> bool:
    """Whether the hand on turn has a winning shape, ``kind`` being one of its tiles."""
    side = t.seats[seat]
    if kind == HIDDEN or side.unknown or holds_flower(side) or not side.counts[kind]:
        return False
    rest = side.counts.copy()
    rest[kind] -= 1
    return complete(rest, side, kind)


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` could win now: on the tile of another that is open, or on its own turn."""
    given = t.given
    assert given is not None
    if t.phase == EIGHTH:
        return seat == given.seat
    if given.what in ("draw", "deal"):
        drawn = t.drawn
        if drawn is None and seat == t.dealer:
            drawn = next((kind for kind, n in enumerate(t.seats[seat].counts) if n), None)
        if seat != t.turn or drawn is None or not completes_drawn(t, seat, drawn):
            return False
        return answer(t, seat, drawn).legal
    if seat == given.seat or not completes_given(t, seat):
        return False
    return answer(t, seat, given.tile).legal


# -- the settlement ------------------------------------------------------------------------------


def wall_over(t: Table) -> bool:
    """TX-P6: the wall is empty and the last discard lies there, or the last tile was a flower.

    A last tile that the record does not show may have been one.
    """
    if t.wall.left:
        return False
    if t.phase == TURN:
        return t.drawn == HIDDEN or t.drawn in BOOK.flowers
    return t.phase == OPEN or (t.phase == REPLACE and t.due_for == "flower")


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """The settlement that the hand should have.

    ``None`` while it is not over, or when a winner's tiles are not known. A doubling that nothing
    tells is believed as recorded.
    """
    assert t.hand is not None
    if not t.winners:
        return nobody_pays(t.hand, "draw", len(t.seats)) if wall_over(t) else None
    if any(hidden(t, claim) for claim in t.winners):
        return None
    if len(t.dice) != 2:
        t.note("TX-E6", "the dice are not recorded: whether they double the hand is believed")
    maybe = [_settled(t, doubled, recorded) for doubled in doublings(t, recorded)]
    return next((settled for settled in maybe if _agrees(recorded, settled)), maybe[0])


def _settled(t: Table, doubled: tuple[bool, bool], recorded: Settlement | None) -> Settlement:
    assert t.hand is not None
    wins = []
    for claim in t.winners:
        win = finished(t, claim.seat, INDEX[claim.tile], doubled=doubled)
        wins.append((_facts(t, win, claim, recorded), scoring.worth(win)))
    return won(t.hand, None, wins, len(t.seats))


def _agrees(recorded: Settlement | None, settled: Settlement) -> bool:
    """Whether the record's amounts are those of ``settled``."""
    if recorded is None or recorded.deltas == settled.deltas:
        return True
    pairs = zip(recorded.wins or (), settled.wins or (), strict=False)
    return any(was.value == should.value for was, should in pairs)


def hidden(t: Table, claim: Claim) -> bool:
    """Whether the worth of a win cannot be told for tiles that the record does not show."""
    if INDEX[claim.tile] in BOOK.flowers and not t.options.concealed_wind_triplet:
        return False  # 花胡, whatever the hand
    return t.seats[claim.seat].unknown > 0


def _facts(t: Table, win: patterns.Won, claim: Claim, recorded: Settlement | None) -> Win:
    """What a settlement says of a win; the dealt hand may name any tile.

    What no clause scores (天胡 beside 花胡, 地胡, the last tile) is not written, but a record may
    say it where it is true.
    """
    told = next((w for w in (recorded and recorded.wins) or () if w.seat == claim.seat), None)
    flower = win.tile in FLOWERS
    first: patterns.First | None = "heaven" if win.heaven and not flower else None
    if first is None and told is not None and told.first == first_tile(t, win):
        first = told.first
    last = t.wall.left == 0 and told is not None and told.last
    return Win(
        seat=claim.seat,
        by=win.by,
        tile=None if win.heaven and not flower else claim.tile,
        from_=win.giver,
        first=first,
        last=last or None,
    )


def first_tile(t: Table, win: patterns.Won) -> patterns.First | None:
    """Whether the win came on the first tile: 天胡, or 地胡, which scores nothing here."""
    side = t.seats[win.seat]
    if win.heaven:
        return "heaven"
    if win.seat == t.dealer or win.melds:
        return None
    if win.giver is not None:
        early = win.giver == t.dealer and t.seats[win.giver].discards == 1
        return "earth" if early and win.by == "discard" else None
    return "earth" if not side.discards else None
