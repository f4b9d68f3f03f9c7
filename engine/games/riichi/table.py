"""立直麻将: what the table keeps of a hand, and how events change it.

Nothing here decides what is allowed; that is ``play.py``. The shared part is
:mod:`engine.mahjong.table`; riichi, 振聴, indicators and 包 are riichi's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.riichi import NORTH, RED, payment
from engine.games.riichi.patterns import DRAGONS, WINDS, plain
from engine.games.riichi.winning import CONCEALED, abort_reason, barred_after, reason, stakes
from engine.mahjong.table import DEAL, INDEX, KONGS, Book, Given, Meld, Table, owe, take_out
from engine.mahjong.table import apply as change
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement

REPLACEMENTS = {4: 4, 3: 8}
"""RI-E3: tiles in the dead wall that are drawn for kongs and 抜きドラ, by number of players."""

INDICATORS = {4: 5, 3: 3}
"""RI-E4: dora indicators that lie in the dead wall from the start, as many ura under them."""

DEAD = 14
"""RI-E3: tiles in the dead wall: replacements, indicators, and those under them."""

FOUR_TILES = range(34)
THREE_TILES = (0, 8, *range(9, 34))
"""RI-E1: with three players 2m–8m are left out."""

CITE = {
    "tiles": "RI-E1",
    "deal": "RI-E2",
    "wall": "RI-E3",
    "turn": "RI-P1",
    "claim": "RI-P2",
    "kong": "RI-P4",
    "kong_draw": "RI-P5",
    "ready": "RI-P8",
    "winners": "RI-P11",
    "rob": "RI-P12",
    "wall_empty": "RI-P13",
    "dealer": "RI-P19",
}


def book(players: int, red_fives: bool) -> Book:
    """RI-E1: the tiles of a table, and how many of each there are."""
    kinds = FOUR_TILES if players == 4 else THREE_TILES
    copies = dict.fromkeys(kinds, 4)
    for red, five in RED.items():
        if red_fives and five in copies:
            copies[red], copies[five] = 1, 3
    return Book(
        tiles=frozenset(copies),
        flowers=frozenset(),
        copies=copies,
        wall=4 * len(kinds),
        kong_die=False,
        flower="",
        cite=CITE,
        robbed=("added_kong", "concealed_kong", "kita"),
    )


class LiveWall:
    """The wall of a riichi table: a live part drawn from the head, and replacements behind it.

    ``left``: tiles that may still be drawn; each replacement takes one off the live end. ``tiles``
    is the recorded wall in drawing order (as dealt, the live wall, the replacements, the dora
    indicators, the ura indicators), or ``None``; ``lying``: how many indicators lie in its dead
    part.
    """

    __slots__ = ("_extra", "_head", "_live", "left", "lying", "tiles")

    def __init__(self, size: int, players: int, tiles: Sequence[str] | None) -> None:
        self.tiles = tiles
        self._head = 13 * players
        self._live = size - DEAD
        self._extra = 0
        self.lying = INDICATORS[players]
        self.left = self._live - self._head

    def head(self) -> int:
        """The place of the next head draw; -1 when the live wall is empty."""
        return self._head if self.left else -1

    def tail(self) -> int:
        """The place of the next replacement."""
        return self._live + self._extra

    def stack(self, die: int) -> int:
        """A replacement is no matter of dice here."""
        return self.tail()

    def at(self, place: int) -> str | None:
        """The recorded tile at a place; ``None`` when it is not known."""
        if self.tiles is None or not 0 <= place < len(self.tiles):
            return None
        return self.tiles[place]

    def indicator(self, nth: int, *, ura: bool = False) -> str | None:
        """The ``nth`` dora indicator from 0, or the one under it; ``None``: not known.

        With three players the fourth and fifth are the last tiles of the live wall, the upper one
        of each two as a rule the last but one.
        """
        if nth < self.lying:
            dead = self._live + DEAD - 2 * self.lying
            return self.at(dead + nth + (self.lying if ura else 0))
        return self.at(self._live - 2 * (nth - self.lying + 1) + ura)

    def take(self, place: int) -> None:
        """Draw the tile at ``place``."""
        if place == self._head:
            self._head += 1
        else:
            self._extra += 1
        self.left = max(0, self.left - 1)

    def rest(self) -> list[str] | None:
        """The recorded live tiles that are left, in drawing order."""
        if self.tiles is None:
            return None
        return list(self.tiles[self._head : self._head + self.left])


class Own:
    """What riichi alone keeps of a hand.

    By seat: ``sticks``, points staked; ``locked``, who discards what he draws; ``riichi``, 0, 1, or
    2 for 両立直; ``ippatsu``; ``thrown``, the plain kinds discarded as bits; ``since``, from where
    on in ``given`` a tile that was let go makes 振聴; ``liable``, who answers for which 役満.

    ``pending``: the seat whose riichi discard lies open, its stick not yet paid, and ``said``, what
    the record tells of it. ``given``: all tiles that could be won on, by kind. ``dora``: the
    indicators turned, ``None`` where the record shows none; ``kongs``: who made them; ``late``: the
    last one's indicator is not to be turned yet. ``first_round``: nothing was claimed or laid.
    ``barred``: what may not be discarded now (喰い替え). ``laid``: the kind that was laid last.
    ``reason``: the 途中流局 that ended the hand.
    """

    __slots__ = (
        "barred", "dora", "first_round", "given", "ippatsu", "kongs", "laid", "late", "liable",
        "locked", "pending", "reason", "riichi", "said", "since", "sticks", "thrown", "worths",
    )  # fmt: skip

    def __init__(self, players: int) -> None:
        self.sticks = [0] * players
        self.locked = [False] * players
        self.riichi = [0] * players
        self.ippatsu = [False] * players
        self.thrown = [0] * players
        self.since = [0] * players
        self.liable: list[dict[str, int]] = [{} for _ in range(players)]
        self.pending: int | None = None
        self.said: bool | None = None
        self.given: list[int] = []
        self.dora: list[int] | None = None
        self.kongs: list[int] = []
        self.late = False
        self.first_round = True
        self.barred: frozenset[int] = frozenset()
        self.laid = -1
        self.reason: str | None = None
        self.worths: dict[int, tuple[Any, Any]] = {}

    def pay(self) -> None:
        """RI-P9: nobody has won on the riichi discard, its stick is paid."""
        if self.pending is not None:
            self.sticks[self.pending] = payment.STICK
            self.pending = None

    def interrupt(self) -> None:
        """A tile was claimed or laid aside: no 一発, no first round any more."""
        self.first_round = False
        if True in self.ippatsu:
            self.ippatsu = [False] * len(self.ippatsu)


class RiichiTable(Table):
    """One hand of riichi; the position shows the round, what lies on the table, the indicators."""

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The position as plain data."""
        shown = super().view(seat)
        dora = [self.names[kind] for kind in self.own.dora or ()]
        shown["round"] = self.carry.round
        shown["honba"] = self.carry.honba
        shown["sticks"] = None
        if self.carry.sticks is not None:
            shown["sticks"] = self.carry.sticks + sum(self.own.sticks) // payment.STICK
        shown["dora"] = " ".join(dora)
        return shown


def table(options: Any, players: int, carry: Any) -> RiichiTable:
    """The table of the next hand, before its deal."""
    return RiichiTable(book(players, options.red_fives), options, players, carry, Own(players))


# -- applying ------------------------------------------------------------------------------------


def apply(t: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event; one of a seat that is not there changes nothing."""
    kind = type(event)
    if (t.phase == DEAL and kind is not Deal) or getattr(event, "seat", 0) >= len(t.seats):
        return
    _CHANGES.get(kind, change)(t, seq, event)
    x = event.x
    if x is not None and "dora" in x and t.own.dora is not None:
        t.own.dora += turned(t, x["dora"])


def turned(t: Table, told: Any) -> list[int]:
    """The indicators that a record says are turned now, as kinds."""
    try:
        return [INDEX[tile] for tile in t.alphabet.parse(told)] if isinstance(told, str) else []
    except ValueError:
        return []


def _deal(t: Table, seq: int, event: Deal) -> None:
    change(t, seq, event)
    wall = t.alphabet.parse(event.wall) if event.wall else None
    t.wall = LiveWall(t.book.wall, len(t.seats), wall)  # type: ignore[assignment]
    if event.open:
        t.own.dora = turned(t, event.open)


def _draw(t: Table, seq: int, event: Draw) -> None:
    own = t.own
    if own.pending is not None:
        own.pay()
    if t.due:
        own.interrupt()
    change(t, seq, event)


def _discard(t: Table, seq: int, event: Discard) -> None:
    own, seat = t.own, event.seat
    side = t.seats[seat]
    kind = plain(INDEX[event.tile])
    own.ippatsu[seat] = False
    declared = t.readying
    if declared:
        own.riichi[seat] = 2 if own.first_round and not side.discards else 1
        own.ippatsu[seat] = True
        own.pending, own.said = seat, (event.x or {}).get("accepted")
    change(t, seq, event)
    own.given.append(kind)
    if kind >= 0:
        own.thrown[seat] |= 1 << kind
    if declared or not side.ready:
        own.since[seat] = len(own.given)
    own.locked[seat] = side.ready
    own.barred = frozenset()
    own.late = False


def _claim(t: Table, seq: int, event: Claim) -> None:
    own, given = t.own, t.given
    if event.act == "win":
        if given is not None and given.what == "discard" and own.pending == given.seat:
            own.pending = None  # RI-P9: won, the stick is not paid
        if given is not None and given.what == "kita" and not t.winners:
            t.seats[given.seat].flowers = t.seats[given.seat].flowers[:-1]
        change(t, seq, event)
        return
    own.pay()
    own.interrupt()
    giver = given.seat if given is not None else event.seat
    change(t, seq, event)
    melds = t.seats[event.seat].melds
    meld = melds[-1] = melds[-1]._replace(tiles=tuple(sorted(melds[-1].tiles, key=plain)))
    if event.act in KONGS:
        own.kongs.append(event.seat)
        own.late = t.options.kong_dora != "at_once"
    else:
        with_ = [plain(INDEX[tile]) for tile in t.alphabet.parse(event.with_ or "")]
        own.barred = barred_after(t, plain(INDEX[event.tile]), with_)
    _answer(t, event.seat, giver, meld)


def _answer(t: Table, seat: int, giver: int, meld: Meld) -> None:
    """RI-X7: who gives the set that makes sure of 大三元, 大四喜 or 四槓子 is liable for it."""
    laid = [m for m in t.seats[seat].melds if m.kind != "chow"]
    liable = t.own.liable[seat]
    kinds = {plain(m.tile) for m in laid}
    for line, group in (("RI-Y39", DRAGONS), ("RI-Y49", WINDS)):
        if plain(meld.tile) in group and kinds.issuperset(group):
            liable[line] = giver
    if t.options.pao_four_kongs and sum(m.kind in KONGS for m in laid) == 4 and meld.kind in KONGS:
        liable["RI-Y51"] = giver


def _declare(t: Table, seq: int, event: Declare) -> None:
    own = t.own
    if event.act == "ready":
        change(t, seq, event)
        return
    kind = INDEX[t.alphabet.parse(event.tiles or ("N" if event.act == "kita" else "?"))[0]]
    own.laid = kind
    if event.act == "concealed_kong":
        change(t, seq, event)
        own.kongs.append(event.seat)
        own.given.append(plain(kind) + CONCEALED)
        own.late = False
    elif event.act == "added_kong":
        _add(t, seq, event, kind)
        own.kongs.append(event.seat)
        own.given.append(plain(kind))
        own.late = t.options.kong_dora != "at_once"
    else:
        _kita(t, event)
        own.given.append(NORTH)
        own.late = own.late and len(own.dora or ()) <= len(own.kongs)
    t.given = Given(seq, event.seat, plain(kind), event.act, False)
    t.untouched = False


def _kita(t: Table, event: Declare) -> None:
    """抜きドラ (RI-P6): a north is laid beside the hand and replaced."""
    side = t.seats[event.seat]
    take_out(t, side, NORTH)
    side.flowers.append(NORTH)
    owe(t, event.seat, 1, "kong")


def _add(t: Table, seq: int, event: Declare, kind: int) -> None:
    """The fourth tile of an own pung, a red five being a five."""
    side = t.seats[event.seat]
    take_out(t, side, kind)
    for i, meld in enumerate(side.melds):
        if meld.kind == "pung" and plain(meld.tile) == plain(kind):
            side.melds[i] = Meld("added_kong", (*meld.tiles, kind), meld.giver, meld.seq)
    t.kong_seq = seq
    t.passed.clear()
    owe(t, event.seat, 1, "kong")


def _settle(t: Table, seq: int, event: Settlement) -> None:
    if event.outcome == "abort":
        t.own.reason = abort_reason(t, reason(event))
    t.own.sticks, t.own.pending = list(stakes(t)), None
    change(t, seq, event)


_CHANGES: dict[type, Any] = {
    Deal: _deal,
    Draw: _draw,
    Discard: _discard,
    Claim: _claim,
    Declare: _declare,
    Settlement: _settle,
}
