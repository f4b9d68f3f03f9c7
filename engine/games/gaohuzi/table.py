"""告胡子: what the table keeps of a hand, how events change it, and what it looks like.

Nothing here decides what is allowed; that is ``play.py``. Kinds are the numbers of
:data:`events.tiles.ZIPAI`; -1 is a card that the record does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.games.gaohuzi import CARDS, HIDDEN, INDEX, KINDS, NAMES
from engine.games.gaohuzi.patterns import FOURS, WEI
from engine.games.gaohuzi.seat import Given, Meld, Seat, Stock, Thrown
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass, Settlement
from events.tiles import UNKNOWN, ZIPAI

# The phases of a hand: who may do what next.
DEAL = "deal"  # not dealt yet
TURN = "turn"  # a discard of ``turn`` is due; before the first one the dealer may lay and win
OPEN = "open"  # the card of ``given`` lies open; without a claim the next player draws
NEXT = "next"  # there is no discard: the next player draws
END = "end"  # the last card is taken: nobody has won
WON = "won"
SETTLED = "settled"


class Table:
    """A hand of 告胡子.

    ``turn`` is the seat that has to discard, or that gave the open card, or after which the next
    player draws. ``forced`` is who has to take the open card, and as what (P6). ``took`` is the
    last claim's act, ``taken`` the event whose card it took. ``opening``: the dealer has not
    discarded yet; ``laying``: he has made his first discard and nobody has taken it (P9).
    ``choices`` holds who chose 打坨, ``None`` for who was not asked.
    """

    def __init__(self, options: Any, players: int, carry: Any) -> None:
        self.options = options
        self.carry = carry
        self.seats = [Seat() for _ in range(players)]
        self.choices: list[bool | None] = list(carry.knocked or (None,) * players)
        self.hand: int | None = None
        self.dealer: int | None = None
        self.deal_seq = -1
        self.shown_card: int | None = None
        self.wall = Stock(0)
        self.phase = DEAL
        self.turn = 0
        self.given: Given | None = None
        self.forced: tuple[int, str] | None = None
        self.took = ""
        self.taken = -1
        self.opening = False
        self.laying = False
        self.winners: list[Claim] = []
        self.passed: dict[int, frozenset[str] | None] = {}
        self.shown = [0] * KINDS
        self.doubtful = False
        self.notes: list[tuple[str | None, str]] = []

    # -- asking -----------------------------------------------------------------------------------

    def next_seat(self, seat: int) -> int:
        """The seat after ``seat`` in order of play."""
        return (seat + 1) % len(self.seats)

    def after(self, seat: int) -> Iterator[int]:
        """The other seats in order of play, nearest first."""
        n = len(self.seats)
        return ((seat + i) % n for i in range(1, n))

    def last_card(self) -> bool:
        """P12: whether what lies open is the last card of the stock."""
        given = self.given
        return self.wall.left == 0 and given is not None and given.what == "draw"

    def note(self, clause: str | None, reason: str) -> None:
        """Say once that something could not be checked in this hand."""
        if (clause, reason) not in self.notes:
            self.notes.append((clause, reason))

    def describe(self, seat: int) -> str:
        """A seat's cards in one line: hand, groups on the table, 死手."""
        side = self.seats[seat]
        parts = [" ".join(side.tiles()) or "-"]
        parts += [f"[{m.kind} {' '.join(NAMES[kind] for kind in m.named())}]" for m in side.melds]
        if side.dead:
            parts.append("死手")
        return " ".join(parts)

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """The position as plain data: the whole table, or as ``seat`` sees it.

        A seat does not see the others' hands, two cards of their 偎, their dealt 提 before the
        dealer's first discard, nor which 碰 they declined.
        """
        given = self.given
        return {
            "hand": self.hand,
            "dealer": self.dealer,
            "shown_card": None if self.shown_card is None else NAMES[self.shown_card],
            "phase": self.phase,
            "turn": self.next_seat(self.turn) if self.phase == NEXT else self.turn,
            "given": None
            if given is None or self.phase not in (OPEN, WON)
            else {
                "seq": given.seq,
                "seat": given.seat,
                "tile": NAMES[given.tile],
                "what": given.what,
            },
            "wall_left": self.wall.left,
            "datuo": self.choices if self.options.datuo != "off" else None,
            "seats": [self._side(i, seat is None or seat == i) for i in range(len(self.seats))],
        }

    def _side(self, index: int, face_up: bool) -> dict[str, Any]:
        side = self.seats[index]
        tiles = side.tiles()
        return {
            "seat": index,
            "hand": " ".join(tiles if face_up else [UNKNOWN] * len(tiles)),
            "melds": [
                {
                    "kind": meld.kind,
                    "tiles": " ".join(NAMES[kind] for kind in self._faces(meld, face_up)),
                    "from": meld.giver,
                    "seq": meld.seq,
                }
                for meld in side.melds
            ],
            "river": [
                {
                    "seq": card.seq,
                    "tile": NAMES[card.tile],
                    "drawn": card.drawn,
                    "claimed": card.claimed,
                }
                for card in side.river
            ],
            "stuck": side.dead,
            "no_chi": _names(side.no_chi),
            "no_peng": _names(side.no_peng) if face_up else None,
        }

    def _faces(self, meld: Meld, face_up: bool) -> Sequence[int]:
        """The cards of a group as they lie: face down is ``HIDDEN``."""
        if not face_up and meld.kind in WEI:
            return (meld.tiles[0], HIDDEN, HIDDEN)
        if not face_up and meld.kind == "ti" and self.opening:
            return (HIDDEN,) * len(meld.tiles)
        return meld.tiles


def _names(kinds: set[int]) -> str:
    return " ".join(NAMES[kind] for kind in sorted(kinds))


def table(options: Any, players: int, carry: Any) -> Table:
    """The table of the next hand, before its deal."""
    return Table(options, players, carry)


def secret(event: AnyEvent) -> bool:
    """P1, P9: a drawn card lies open; an extra card does not, nor a dealt 提 when it is laid.

    The dealer's 提 are shown after his first discard, those of the others lie on the table.
    """
    if isinstance(event, Draw):
        return event.end == "extra"
    return isinstance(event, Declare) and event.act == "ti"


# -- applying ------------------------------------------------------------------------------------


def apply(t: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event.

    Never argues: what is not held is not taken away, what the game does not know changes nothing.
    """
    kind = type(event)
    change = _CHANGES.get(kind)
    if change is not None and (t.phase != DEAL or kind in (Deal, Declare)):
        change(t, seq, event)


def _deal(t: Table, seq: int, e: Deal) -> None:
    t.hand, t.dealer, t.deal_seq, dealt = e.hand, e.dealer, seq, 0
    for seat, (side, text) in enumerate(zip(t.seats, e.hands, strict=False)):
        for card in ZIPAI.parse(text):
            dealt += 1
            _put_in(t, side, INDEX[card])
        if side.unknown:
            for clause, what in (("GH-P5", "what is dead for 碰"), ("GH-P6", "what it must take")):
                t.note(clause, f"seat {seat}: {what}; its hand is not known")
    left = CARDS - dealt - (t.options.two_player_removed if len(t.seats) == 2 else 0)
    wall = ZIPAI.parse(e.wall)[dealt : dealt + left] if e.wall else None
    t.wall = Stock(left, wall if wall and len(wall) == left else None)
    shown = ZIPAI.parse(e.open or "")
    t.shown_card = INDEX[shown[0]] if shown else None
    t.given = Given(seq, e.dealer, HIDDEN if t.shown_card is None else t.shown_card, "deal")
    t.turn, t.phase, t.opening = e.dealer, TURN, True
    if None not in t.choices:
        t.carry = replace(t.carry, knocked=tuple(t.choices))


def _put_in(t: Table, side: Seat, kind: int) -> None:
    if kind < 0:
        side.unknown += 1
    else:
        side.counts[kind] += 1
        t.shown[kind] += 1


def _take_out(t: Table, side: Seat, kind: int) -> None:
    """Take one card out of a hand; where it is not held, an unknown one, which shows it."""
    if kind >= 0 and side.counts[kind]:
        side.counts[kind] -= 1
    elif side.unknown:
        side.unknown -= 1
        if kind >= 0:
            t.shown[kind] += 1


def _draw(t: Table, seq: int, e: Draw) -> None:
    kind, side = INDEX[e.tile], t.seats[e.seat]
    if e.end == "extra":
        _put_in(t, side, kind)
        side.extras += 1
        t.wall.take()
        if t.laying and t.given is not None:
            t.forced = _forced(t, t.given)  # the card may have made a 坎
        return
    if t.phase == TURN:
        t.seats[t.turn].dead = True  # P10: of a hand that is not all known it shows only now
    _leave(t, None, "")
    t.wall.take()
    if kind >= 0:
        t.shown[kind] += 1
    _lay_open(t, Given(seq, e.seat, kind, "draw"))


def _discard(t: Table, seq: int, e: Discard) -> None:
    kind, side = INDEX[e.tile], t.seats[e.seat]
    first = t.opening
    _take_out(t, side, kind)
    side.no_chi.add(kind)
    _lay_open(t, Given(seq, e.seat, kind, "discard"))
    t.laying = first


def _lay_open(t: Table, given: Given) -> None:
    t.seats[given.seat].river.append(Thrown(given.seq, given.tile, given.what == "draw"))
    t.given, t.turn, t.phase = given, given.seat, OPEN
    t.opening = t.laying = False
    t.passed.clear()
    t.forced = _forced(t, given)


def _forced(t: Table, given: Given) -> tuple[int, str] | None:
    """P6: who has to take the open card, and as what, as far as the hands are known."""
    for seat in (given.seat, *t.after(given.seat)):
        act = takes(t, seat, given)
        if act and not t.seats[seat].dead:
            return seat, act
    return None


def _leave(t: Table, taker: int | None, act: str) -> None:
    """P5: what the open card makes dead, taken by ``taker`` as ``act`` or by nobody."""
    given = t.given
    if t.phase != OPEN or given is None or given.tile < 0:
        return
    kind, giver = given.tile, given.seat
    if given.what == "draw" and not (taker == giver and act == "chi"):
        t.seats[giver].no_chi.add(kind)
    if taker is None:
        t.seats[t.next_seat(giver)].no_chi.add(kind)
    for seat in t.after(giver):
        side = t.seats[seat]
        if side.counts[kind] == 2 and seat != taker and not side.dead and not t.last_card():
            side.no_peng.add(kind)
            # The other way round there is nothing to do: who left a 吃 and has a pair left the 碰.
            if t.options.dead_scope == "both":
                side.no_chi.add(kind)


def _claim(t: Table, seq: int, e: Claim) -> None:
    kind, side, given = claimed(t, e), t.seats[e.seat], t.given
    if e.act == "win":
        t.winners.append(e)
        t.phase = WON
        return
    if e.act not in ACTS:
        return
    last, giver = t.last_card(), None
    _leave(t, e.seat, e.act)
    if t.phase == OPEN and given is not None:
        giver = given.seat if given.seat != e.seat else None
        row = t.seats[given.seat].river
        row[-1] = row[-1]._replace(claimed=True)
        if given.tile < 0 <= kind:
            t.shown[kind] += 1
    own = joined(t, e)
    groups = []
    if e.act == "chi":
        groups = [[INDEX[card] for card in ZIPAI.parse(text)] for text in e.bi or ()]
    for card in (*own, *(card for group in groups for card in group)):
        _take_out(t, side, card)
    four = e.act in FOURS
    if four:
        _lay_four(side, kind, e.act, giver, seq)
    else:
        if e.act != "chi":
            side.threes[kind] = len(side.melds)
        side.melds.append(Meld(e.act, (kind, *own), giver, seq))
        side.melds += [Meld("bi", tuple(group), None, seq) for group in groups]
    t.turn, t.took, t.taken = e.seat, e.act, e.of
    t.given = t.forced = None
    t.laying = t.opening = False
    t.passed.clear()
    t.phase = END if last else NEXT if four and side.fours > 1 else TURN
    if t.phase == TURN and side.stuck():
        side.dead, t.phase = True, NEXT


ACTS = frozenset({"wei", "chou_wei", "ti", "pao", "peng", "chi"})


def claimed(t: Table, e: Claim) -> int:
    """The kind that is claimed; where the claim does not name it, that of the open card."""
    kind = INDEX[e.tile]
    return t.given.tile if kind == HIDDEN and t.given is not None else kind


def joined(t: Table, e: Claim) -> list[int]:
    """The own cards that join a claim; where the record does not name them, those that must."""
    if e.with_ is not None:
        return [INDEX[card] for card in ZIPAI.parse(e.with_)]
    kind = claimed(t, e)
    if e.act == "chi":
        return []
    if e.act in FOURS:
        return [] if kind in t.seats[e.seat].threes else [kind] * 3
    return [kind] * 2


def _lay_four(side: Seat, kind: int, act: str, giver: int | None, seq: int) -> None:
    """A 提 or 跑: out of the hand, or out of a laid 偎 or 碰, which it replaces."""
    side.fours += 1
    meld = Meld(act, (kind,) * 4, giver, seq)
    at = side.threes.pop(kind, None)
    if at is None:
        side.melds.append(meld)
    else:
        side.melds[at] = meld


def _declare(t: Table, seq: int, e: Declare) -> None:
    side = t.seats[e.seat]
    if e.act in ("datuo", "no_datuo"):
        t.choices[e.seat] = e.act == "datuo"
    if e.act != "ti":
        return
    kinds = [INDEX[card] for card in ZIPAI.parse(e.tiles or "")]
    for kind in kinds:
        _take_out(t, side, kind)
    side.melds.append(Meld(e.act, tuple(kinds), None, seq))
    side.fours += 1
    side.dealt += 1


def _pass(t: Table, seq: int, e: Pass) -> None:
    before = t.passed.get(e.seat, frozenset())
    now = None if e.declined is None else frozenset(e.declined)
    t.passed[e.seat] = None if now is None or before is None else before | now


def _settle(t: Table, seq: int, e: Settlement) -> None:
    t.phase = SETTLED


_CHANGES: dict[type, Any] = {
    Deal: _deal,
    Draw: _draw,
    Discard: _discard,
    Claim: _claim,
    Declare: _declare,
    Pass: _pass,
    Settlement: _settle,
}


# -- asking --------------------------------------------------------------------------------------


def takes(t: Table, seat: int, given: Given) -> str:
    """M2–M5: as what ``seat`` takes the open card with three or four alike, 碰 aside; or nothing.

    Unknown cards of its hand are not counted.
    """
    side, kind = t.seats[seat], given.tile
    if kind < 0:
        return ""
    held, laid = side.counts[kind], ""
    if kind in side.threes:
        laid = side.melds[side.threes[kind]].kind
    if given.seat == seat:
        if given.what != "draw":
            return ""
        if held == 3 or laid in WEI:
            return "ti"
        if held == 2:
            return "chou_wei" if kind in side.no_peng else "wei"
        return "pao" if laid == "peng" else ""
    if held == 3 or laid in WEI or (laid == "peng" and given.what == "draw"):
        return "pao"
    return ""
