"""What games of claimed discards share: the table as it stands, and how events change it.

Nothing here decides what is allowed and no clause is named: a game's ``play.py`` does both. Kinds
are the numbers of the game's alphabet, for mahjong :data:`INDEX` and :data:`NAMES`; -1 is a tile
that the record does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Literal, NamedTuple

from engine.mahjong.walls import Wall
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass, Settlement
from events.tiles import MAHJONG, UNKNOWN, Alphabet


@cache
def numbering(alphabet: Alphabet) -> tuple[dict[str, int], tuple[str, ...]]:
    """The kind of each notation, and the notation by kind; the unknown tile is kind -1."""
    return {**alphabet.index, UNKNOWN: -1}, (*alphabet.tiles, UNKNOWN)


INDEX, NAMES = numbering(MAHJONG)
KINDS = len(MAHJONG.tiles)
HIDDEN = -1

# The phases of a hand: who may do what next.
DEAL, TURN, REPLACE, OPEN, WON, SETTLED = "deal", "turn", "replace", "open", "won", "settled"

KONGS = frozenset({"exposed_kong", "added_kong", "concealed_kong"})


class Acts(NamedTuple):
    """What a game calls its sets: three and four claimed, and a fourth tile added to the three."""

    pung: str = "pung"
    exposed: str = "exposed_kong"
    added: str = "added_kong"


class Book(NamedTuple):
    """What a game tells the shared table and rules: its tiles, and which clause says what.

    ``tiles``: the kinds in play; ``flowers``: the kinds that are laid out and replaced; ``copies``:
    how many of a kind there are; ``wall``: tiles in all; ``kong_die``: a die names the stack of a
    kong's replacement. ``cite`` names the clause for each role that a shared rule plays.
    ``replaced_from``: the end that replacements come from; ``aside``: how many tiles the deal turns
    up that nobody holds or draws; ``robbed``: the acts that a win may rob.
    """

    tiles: frozenset[int]
    flowers: frozenset[int]
    copies: Mapping[int, int]
    wall: int
    kong_die: bool
    flower: str
    cite: Mapping[str, str]
    alphabet: Alphabet = MAHJONG
    replaced_from: Literal["head", "tail"] = "tail"
    aside: int = 0
    acts: Acts = Acts()
    robbed: tuple[str, ...] = ("added_kong", "exposed_kong")


class Meld(NamedTuple):
    """A laid set: the kind of meld, its tiles, who gave the claimed tile, and the event's seq."""

    kind: str
    tiles: tuple[int, ...]
    giver: int | None
    seq: int

    @property
    def tile(self) -> int:
        """The kind of a pung's or kong's tile; of a chow's lowest. Hidden where none is told."""
        return self.tiles[0] if self.tiles else HIDDEN

    @property
    def size(self) -> int:
        """How many tiles lie in it."""
        return len(self.tiles)


class Thrown(NamedTuple):
    """A discard in a river: its seq, kind, whether it was just drawn, and who claimed it."""

    seq: int
    tile: int
    drawn: bool | None
    claimed: bool = False


class Given(NamedTuple):
    """The tile that can be claimed: the event, the seat, the kind, and what made it open.

    ``what`` is ``discard``, ``draw``, ``added_kong``, ``exposed_kong`` or ``deal``; ``after_kong``:
    it is a kong's replacement, or the discard that directly follows one.
    """

    seq: int
    seat: int
    tile: int
    what: str
    after_kong: bool


class Seat:
    """One player's side of the table."""

    __slots__ = ("counts", "discards", "draws", "flowers", "melds", "ready", "river", "unknown")

    def __init__(self, kinds: int = KINDS) -> None:
        self.counts = [0] * kinds
        self.unknown = 0
        self.melds: list[Meld] = []
        self.flowers: list[int] = []
        self.river: list[Thrown] = []
        self.ready = False
        self.discards = 0
        self.draws = 0

    def tiles(self, names: Sequence[str] = NAMES) -> list[str]:
        """The concealed tiles in printing order, unknown ones last."""
        held = [names[kind] for kind, n in enumerate(self.counts) for _ in range(n)]
        return held + [UNKNOWN] * self.unknown

    def size(self) -> int:
        """How many concealed tiles the seat holds."""
        return sum(self.counts) + self.unknown

    def holds(self, kind: int, n: int = 1) -> bool:
        """Whether the seat may hold ``n`` tiles of ``kind``, unknown tiles counted for it."""
        held = self.counts[kind] if kind >= 0 else 0
        return held >= n or held + self.unknown >= n

    def take_out(self, kind: int, n: int = 1) -> int:
        """Remove ``n`` of ``kind``, unknown ones where it holds none; how many were unknown."""
        known = min(self.counts[kind], n) if kind >= 0 else 0
        if known:
            self.counts[kind] -= known
        hidden = min(n - known, self.unknown)
        self.unknown -= hidden
        return hidden

    def pung_of(self, kind: int) -> Meld | None:
        """The seat's pung of ``kind``, if it has one."""
        for meld in self.melds:
            if meld.kind == "pung" and meld.tiles[0] == kind:
                return meld
        return None


class Table:
    """One hand. ``own`` holds what one game alone keeps of it, ``out`` the seat that sits it out.

    ``turn`` is the seat that acts, or that has just discarded while the phase is ``open``;
    ``kong_seq``: the last kong that showed its tile. ``doubtful``: a check found that the hand
    cannot have gone this way. ``due`` counts the replacement draws owed by ``due_seat`` for
    ``due_for`` (``flower``, ``kong``).
    """

    def __init__(self, book: Book, options: Any, players: int, carry: Any, own: Any) -> None:
        self.book = book
        self.options = options
        self.carry = carry
        self.own = own
        self.alphabet = book.alphabet
        self.index, self.names = numbering(book.alphabet)
        self.seats = [Seat(len(book.alphabet.tiles)) for _ in range(players)]
        self.out: int | None = None
        self.hand: int | None = None
        self.dealer: int | None = None
        self.dice: tuple[int, ...] = ()
        self.deal_seq = self.kong_seq = -1
        self.wall = Wall(book.wall, 0)
        self.phase = DEAL
        self.turn = 0
        self.drawn: int | None = None
        self.due = 0
        self.due_seat = 0
        self.due_for = ""
        self.given: Given | None = None
        self.open = False
        self.after_kong = False
        self.untouched = True
        self.readying = False
        self.winners: list[Claim] = []
        self.passed: dict[int, frozenset[str] | None] = {}
        self.shown = [0] * len(book.alphabet.tiles)
        self.doubtful = False
        self.notes: list[tuple[str | None, str]] = []

    # -- asking -----------------------------------------------------------------------------------

    def next_seat(self, seat: int) -> int:
        """The seat after ``seat`` in order of play."""
        after = (seat + 1) % len(self.seats)
        return after if after != self.out else self.next_seat(after)

    def after(self, seat: int) -> Iterator[int]:
        """The other seats in order of play, nearest first."""
        n = len(self.seats)
        return (at for i in range(1, n) if (at := (seat + i) % n) != self.out)

    def holds_flower(self, seat: int) -> bool:
        """Whether a known flower is in the seat's hand."""
        counts = self.seats[seat].counts
        return any(counts[kind] for kind in self.book.flowers)

    def replacement(self, event: Draw) -> int:
        """Where in the wall the draw ``event`` takes its tile, as the table stands before it."""
        if event.end != "tail":
            return self.wall.head()
        if event.die is not None:
            return self.wall.stack(event.die)
        if places := self.thrown(event):
            return places[0]
        return self.wall.tail()

    def thrown(self, event: Draw) -> list[int]:
        """The places that some throw gives a kong's replacement from, where no die is recorded."""
        if event.die is not None or self.due_for != "kong" or not self.book.kong_die:
            return []
        if self.wall.tiles is None:
            return []
        places = dict.fromkeys(self.wall.stack(die) for die in range(1, 7))
        fits = (event.tile, UNKNOWN)
        return [at for at in places if event.tile == UNKNOWN or self.wall.at(at) in fits]

    def note(self, clause: str | None, reason: str) -> None:
        """Say once that something could not be checked in this hand."""
        if (clause, reason) not in self.notes:
            self.notes.append((clause, reason))

    def describe(self, seat: int) -> str:
        """A seat's tiles in one line: hand, melds, flowers."""
        side = self.seats[seat]
        parts = [" ".join(side.tiles(self.names)) or "-"]
        parts += [f"[{meld.kind} {self.names[meld.tile]}]" for meld in side.melds]
        if side.flowers:
            parts.append("flowers " + " ".join(self.names[kind] for kind in side.flowers))
        return " ".join(parts)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The position as plain data: the whole table, or with the other hands hidden."""
        given = self.given
        hide_draw = seat is not None and self.turn != seat and not self.winners
        return {
            "hand": self.hand,
            "dealer": self.dealer,
            "dice": list(self.dice),
            "phase": self.phase,
            "turn": self.due_seat if self.phase == REPLACE else self.turn,
            "drawn": None
            if self.drawn is None
            else UNKNOWN
            if hide_draw
            else self.names[self.drawn],
            "given": None
            if given is None or not self.open
            else {"seq": given.seq, "seat": given.seat, "tile": self.names[given.tile]},
            "wall_left": self.wall.left,
            "seats": [self._side(i, seat is None or seat == i) for i in range(len(self.seats))],
        }

    def _side(self, index: int, face_up: bool) -> dict[str, Any]:
        side = self.seats[index]
        tiles = side.tiles(self.names) if face_up else [UNKNOWN] * side.size()
        return {
            "seat": index,
            "hand": " ".join(tiles),
            "melds": [
                {
                    "kind": meld.kind,
                    "tiles": " ".join(self.names[kind] for kind in meld.tiles),
                    "from": meld.giver,
                    "seq": meld.seq,
                }
                for meld in side.melds
            ],
            "flowers": " ".join(self.names[kind] for kind in side.flowers),
            "river": [
                {
                    "seq": thrown.seq,
                    "tile": self.names[thrown.tile],
                    "drawn": thrown.drawn,
                    "claimed": thrown.claimed,
                }
                for thrown in side.river
            ],
            "ready": side.ready,
        }


# -- applying ------------------------------------------------------------------------------------


def apply(table: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event. Never argues: what is not held is simply not taken away."""
    change = _CHANGES.get(type(event))
    if change is not None and (table.phase != DEAL or change is _deal):
        change(table, seq, event)


def _deal(table: Table, seq: int, event: Deal) -> None:
    table.hand, table.dealer, table.deal_seq = event.hand, event.dealer, seq
    table.dice = event.dice or ()
    dealt = 0
    for side, text in zip(table.seats, event.hands, strict=False):
        for tile in table.alphabet.parse(text):
            dealt += 1
            put_in(table, side, table.index[tile])
    wall = table.alphabet.parse(event.wall) if event.wall else None
    dealt += table.book.aside
    table.wall = Wall(len(wall) if wall else table.book.wall, dealt, wall)
    table.turn = event.dealer
    table.given = Given(seq, event.dealer, HIDDEN, "deal", False)
    table.phase = TURN


def put_in(table: Table, side: Seat, kind: int) -> None:
    """Add a tile to a hand; a known one shows from now on."""
    if kind < 0:
        side.unknown += 1
    else:
        side.counts[kind] += 1
        table.shown[kind] += 1


def take_out(table: Table, side: Seat, kind: int, n: int = 1) -> None:
    """Take tiles out of a hand; those that were not known show from now on."""
    hidden = side.take_out(kind, n)
    if hidden and kind >= 0:
        table.shown[kind] += hidden


def _draw(table: Table, seq: int, event: Draw) -> None:
    kind = table.index[event.tile]
    side = table.seats[event.seat]
    unsure = event.end == "tail" and len(table.thrown(event)) > 1
    table.wall.take(table.replacement(event))
    if unsure:
        table.wall.tiles = None
        table.note(None, "the wall: a die is not recorded and several throws give its tile")
    put_in(table, side, kind)
    side.draws += 1
    if table.due:
        table.due -= 1
        if table.due_for == "kong":
            table.after_kong = True
    else:
        table.turn = event.seat
        table.open = False
        table.after_kong = False
        table.passed.clear()
    if table.open:
        # A replacement before the turn (the discard stays open): the seat's turn has not begun.
        table.phase = REPLACE if table.due else OPEN
        return
    if event.seat == table.turn:
        table.drawn = kind
        table.given = Given(seq, event.seat, kind, "draw", table.after_kong)
    table.phase = REPLACE if table.due else TURN


def _discard(table: Table, seq: int, event: Discard) -> None:
    kind = table.index[event.tile]
    side = table.seats[event.seat]
    take_out(table, side, kind)
    side.river.append(Thrown(seq, kind, event.drawn))
    side.discards += 1
    table.turn = event.seat
    table.given = Given(seq, event.seat, kind, "discard", table.after_kong)
    table.open, table.phase = True, OPEN
    table.drawn, table.after_kong = None, False
    table.untouched = table.readying = False
    table.passed.clear()


def _claim(table: Table, seq: int, event: Claim) -> None:
    if event.act == "win":
        if not table.winners:
            _undo_robbed(table)
        table.winners.append(event)
        table.phase = WON
        return
    given, side = table.given, table.seats[event.seat]
    kind = table.index[event.tile]
    if event.with_ is not None:
        own = [table.index[tile] for tile in table.alphabet.parse(event.with_)]
    else:
        own = [kind] * (3 if event.act == table.book.acts.exposed else 2)
    for tile in own:
        take_out(table, side, tile)
    giver = given.seat if given is not None else None
    if giver is not None and table.seats[giver].river:
        river = table.seats[giver].river
        river[-1] = river[-1]._replace(claimed=True)
    side.melds.append(Meld(event.act, tuple(sorted([kind, *own])), giver, seq))
    table.turn, table.open, table.drawn = event.seat, False, None
    table.after_kong = table.untouched = False
    table.passed.clear()
    if event.act == table.book.acts.exposed:
        table.given = Given(seq, event.seat, kind, event.act, False)
        table.kong_seq = seq
        owe(table, event.seat, 1, "kong")
    else:
        table.phase = TURN


def _undo_robbed(table: Table) -> None:
    """A robbed kong is not made: an added one stays a pung, an exposed one three in hand."""
    given, acts = table.given, table.book.acts
    if given is None or table.phase != REPLACE or given.what not in table.book.robbed:
        return
    side = table.seats[given.seat]
    for i, meld in enumerate(side.melds):
        if meld.kind != given.what or given.tile not in meld.tiles:
            continue
        if given.what == acts.added:
            tiles = list(meld.tiles)
            tiles.remove(given.tile)
            side.melds[i] = Meld(acts.pung, tuple(tiles), meld.giver, meld.seq)
        elif meld.seq == given.seq:
            del side.melds[i]
            side.counts[given.tile] += 3
    table.due = 0


def _declare(table: Table, seq: int, event: Declare) -> None:
    side = table.seats[event.seat]
    kinds = [table.index[tile] for tile in table.alphabet.parse(event.tiles or "")]
    match event.act:
        case "flower":
            for kind in kinds:
                take_out(table, side, kind)
                side.flowers.append(kind)
            owe(table, event.seat, len(kinds), "flower")
        case "concealed_kong":
            for kind in kinds:
                take_out(table, side, kind)
            side.melds.append(Meld("concealed_kong", tuple(kinds), None, seq))
            table.untouched = False
            owe(table, event.seat, 1, "kong")
        case "added_kong":
            _add_to_pung(table, seq, event.seat, kinds[0] if kinds else HIDDEN)
        case "ready":
            side.ready = table.readying = True


def _add_to_pung(table: Table, seq: int, seat: int, kind: int) -> None:
    side = table.seats[seat]
    take_out(table, side, kind)
    for i, meld in enumerate(side.melds):
        if meld.kind == "pung" and meld.tiles[0] == kind:
            side.melds[i] = Meld("added_kong", (*meld.tiles, kind), meld.giver, meld.seq)
    table.given = Given(seq, seat, kind, "added_kong", False)
    table.kong_seq = seq
    table.passed.clear()
    table.untouched = False
    owe(table, seat, 1, "kong")


def owe(table: Table, seat: int, n: int, what: str) -> None:
    """From now on ``seat`` has to draw ``n`` replacements for ``what`` (``flower``, ``kong``)."""
    table.due, table.due_seat, table.due_for = n, seat, what
    table.phase = REPLACE


def _pass(table: Table, seq: int, event: Pass) -> None:
    table.passed[event.seat] = None if event.declined is None else frozenset(event.declined)


def _settle(table: Table, seq: int, event: Settlement) -> None:
    table.phase = SETTLED


_CHANGES: dict[type, Any] = {
    Deal: _deal,
    Draw: _draw,
    Discard: _discard,
    Claim: _claim,
    Declare: _declare,
    Pass: _pass,
    Settlement: _settle,
}
