"""青儿: what the table keeps of a hand, how events change it, and what can be asked of it.

Nothing here decides what is allowed; that is ``play.py``. The shared part is
:mod:`engine.mahjong.table`; 敲, 起牌, the opening and sets of ♥ and ♣ J Q K are 青儿's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.games.qinger import ALIKE, CLUBS, COPIES, FLOWERS, PLAYING
from engine.games.qinger import patterns as hand
from engine.mahjong import table as shared
from engine.mahjong.table import (
    DEAL,
    HIDDEN,
    TURN,
    Acts,
    Book,
    Given,
    Meld,
    Seat,
    owe,
    take_out,
)
from engine.mahjong.table import apply as change
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw
from events.tiles import CARDS, UNKNOWN

BOOK = Book(
    tiles=frozenset(range(len(COPIES))),
    flowers=frozenset(FLOWERS),
    copies=dict(enumerate(COPIES)),
    wall=sum(COPIES),
    kong_die=False,
    flower="ghost or 广告",
    cite={
        "tiles": "QE-E1",
        "turn": "QE-P7",
        "flower_draw": "QE-P4",
        "claim": "QE-P1",
        "kong": "QE-P2",
        "kong_draw": "QE-P2",
        "rob": "QE-P5",
        "winners": "QE-P1",
        "wall_empty": "QE-P6",
    },
    alphabet=CARDS,
    replaced_from="head",
    aside=1,
    acts=Acts("peng", "ming_du", "added_du"),
    robbed=("added_du",),
)

# The phases that 青儿 has beside the shared ones: 起牌, then all until the dealer's first turn.
ASKING, OPENING = "asking", "opening"
FLYING, BLOOMING = "flying", "blooming"


class Own:
    """What 青儿 alone keeps of a hand.

    ``knocks``: who was asked before the deal and whether he knocked, in that order. ``order``: the
    three who play, the dealer first. ``jian``: the 见张, ``None`` while it is not known. ``asked``:
    how many were asked to play, ``started``: one said yes. ``stage``: what the opening has come to
    (起飞, then 补花), ``at``: which place in ``order`` it has come to. ``clubs``: the ♣ J Q K that
    each seat drew; ``together``: who laid out 五喜起飞; ``no_draw``: the last act was a set that
    draws no replacement (QE-J4).
    """

    __slots__ = (
        "asked",
        "at",
        "clubs",
        "jian",
        "knocks",
        "no_draw",
        "order",
        "stage",
        "started",
        "together",
    )

    def __init__(self, players: int) -> None:
        self.knocks: list[tuple[int, bool]] = []
        self.order: tuple[int, ...] = ()
        self.jian: int | None = None
        self.asked = 0
        self.started = False
        self.stage = FLYING
        self.at = 0
        self.clubs: list[set[int]] = [set() for _ in range(players)]
        self.together: set[int] = set()
        self.no_draw = False

    @property
    def refused(self) -> bool:
        """Whether all three refused to play (QE-E6)."""
        return not self.started and self.asked >= PLAYING

    def knocked(self, seat: int) -> bool | None:
        """Whether a seat knocked; ``None``: it was not asked."""
        return dict(self.knocks).get(seat)


class Table(shared.Table):
    """A hand of 青儿; the shared table with what the position shows of ``own``."""

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """As :meth:`engine.mahjong.table.Table.view`.

        ``jian`` is the 见张, face up from the first yes on. Each seat says whether it ``knocked``,
        which ♣ J Q K it drew, and whether it sits the hand out.
        """
        own = self.own
        told = super().view(seat)
        face_up = seat is None or own.started
        told["jian"] = None if own.jian is None else self.names[own.jian] if face_up else UNKNOWN
        if self.phase == ASKING and not own.refused:
            told["turn"] = own.order[own.asked]
        for side in told["seats"]:
            index = side["seat"]
            side["knocked"] = own.knocked(index)
            side["sits_out"] = index == self.out
            if seat in (None, index):
                side["clubs"] = " ".join(self.names[card] for card in sorted(own.clubs[index]))
        return told


def table(options: Any, players: int, carry: Any) -> Table:
    """The table of the next hand, before its deal."""
    return Table(BOOK, options, players, carry, Own(players))


# -- applying ------------------------------------------------------------------------------------


def apply(t: shared.Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event; before the deal only 敲 does, who sits out never does."""
    if t.phase == DEAL and not isinstance(event, Deal):
        if isinstance(event, Declare) and event.act in ("knock", "no_knock"):
            t.own.knocks.append((event.seat, event.act == "knock"))
        return
    if t.out is not None and getattr(event, "seat", None) == t.out:
        return
    t.own.no_draw = False
    match event:
        case Deal():
            _deal(t, seq, event)
        case Declare():
            _DECLARES.get(event.act, _nothing)(t, seq, event)
        case Claim() if event.act != "win":
            _claim(t, seq, event)
        case Draw():
            _draw(t, seq, event)
        case _:
            if isinstance(event, Discard):
                _drew_clubs(t, event.seat, [t.index[event.tile]])
            change(t, seq, event)


def _deal(t: shared.Table, seq: int, event: Deal) -> None:
    own, players = t.own, len(t.seats)
    t.out = (event.dealer + PLAYING) % players if players > PLAYING else None
    own.order = tuple((event.dealer + i) % players for i in range(PLAYING))
    change(t, seq, event)
    jian = [t.index[card] for card in CARDS.parse(event.open or "")]
    if len(jian) == 1 and jian[0] != HIDDEN:
        own.jian = jian[0]
        t.shown[own.jian] += 1
    for seat, side in enumerate(t.seats):
        own.clubs[seat].update(card for card in CLUBS if side.counts[card])
    t.phase = ASKING


def _draw(t: shared.Table, seq: int, event: Draw) -> None:
    given, opening = t.given, t.own.started and not _dealer_acted(t)
    change(t, seq, event)
    _drew_clubs(t, event.seat, [t.index[event.tile]])
    if opening:
        # What the opening replaces is part of the deal (R6).
        t.given, t.drawn = given, None
        if t.phase == TURN:
            t.phase = OPENING


def _dealer_acted(t: shared.Table) -> bool:
    """Whether the dealer's first turn has begun, which ends the opening."""
    assert t.dealer is not None
    side = t.seats[t.dealer]
    return side.discards > 0 or any(meld.kind != "qi_fei" for meld in side.melds)


def _drew_clubs(t: shared.Table, seat: int, cards: list[int]) -> None:
    """QE-B7: ♣ J Q K that come out of a hand were drawn by it, shown then or not."""
    t.own.clubs[seat].update(card for card in cards if card in CLUBS)


def _claim(t: shared.Table, seq: int, event: Claim) -> None:
    card, n = t.index[event.tile], 3 if event.act == "ming_du" else 2
    if event.with_ is None and card != HIDDEN:
        own = cards_of(t.seats[event.seat], ALIKE[card], n)
        event = replace(event, with_=" ".join(t.names[c] for c in own))
    _drew_clubs(t, event.seat, [t.index[word] for word in CARDS.parse(event.with_ or "")])
    change(t, seq, event)


def cards_of(side: Seat, kind: int, n: int) -> list[int]:
    """``n`` cards of a kind out of a hand, ♥ first; unknown ones where it does not hold so many."""
    held = [
        card for card, like in enumerate(ALIKE) if like == kind for _ in range(side.counts[card])
    ]
    return [*held, *[kind] * n][:n]


def _take(t: shared.Table, seat: int, cards: list[int]) -> None:
    for card in cards:
        take_out(t, t.seats[seat], card)
    _drew_clubs(t, seat, cards)


def _nothing(t: shared.Table, seq: int, event: Declare) -> None:
    pass


def _answer(t: shared.Table, seq: int, event: Declare) -> None:
    if t.phase != ASKING:
        return
    t.own.asked += 1
    if event.act == "play":
        t.own.started = True
        t.phase = OPENING


def _flower(t: shared.Table, seq: int, event: Declare) -> None:
    cards = _declared(t, event)
    _opening_at(t, event.seat, FLYING if event.act == "wu_xi" else BLOOMING)
    t.seats[event.seat].flowers += cards
    if event.act == "wu_xi":
        t.own.together.add(event.seat)
    owe(t, event.seat, len(cards), "flower")


def _set(t: shared.Table, seq: int, event: Declare) -> None:
    """暗笃 or 起飞, of four cards or of three and the 见张."""
    cards = _declared(t, event)
    _opening_at(t, event.seat, FLYING)
    if cards:
        t.seats[event.seat].melds.append(Meld(event.act, tuple(sorted(cards)), None, seq))
    t.own.no_draw = len(cards) == 3
    if not t.own.no_draw:
        owe(t, event.seat, 1, "kong")
    elif event.act == "an_du":
        t.phase = TURN


def _added(t: shared.Table, seq: int, event: Declare) -> None:
    cards = _declared(t, event)
    card = cards[0] if cards else HIDDEN
    melds = t.seats[event.seat].melds
    for i, meld in enumerate(melds):
        if meld.kind == "peng" and ALIKE[meld.tile] == ALIKE[card]:
            melds[i] = Meld("added_du", tuple(sorted([*meld.tiles, card])), meld.giver, seq)
    t.given = Given(seq, event.seat, card, "added_du", False)
    t.kong_seq = seq
    t.passed.clear()
    owe(t, event.seat, 1, "kong")


def _declared(t: shared.Table, event: Declare) -> list[int]:
    cards = [t.index[card] for card in CARDS.parse(event.tiles or "")]
    _take(t, event.seat, cards)
    return cards


def _opening_at(t: shared.Table, seat: int, stage: str) -> None:
    """The opening has come to ``stage`` and to this seat."""
    if t.phase == OPENING and seat in t.own.order:
        t.own.stage, t.own.at = stage, t.own.order.index(seat)


_DECLARES = {
    "play": _answer,
    "refuse": _answer,
    "qi_fei": _set,
    "an_du": _set,
    "added_du": _added,
    "wu_xi": _flower,
    "flower": _flower,
}


# -- asking --------------------------------------------------------------------------------------


def holds_alike(side: Seat, kind: int, n: int) -> bool:
    """Whether the seat may hold ``n`` cards of a kind, unknown cards counted for it."""
    held = sum(side.counts[card] for card, like in enumerate(ALIKE) if like == kind)
    return held + side.unknown >= n


def lacking(t: shared.Table, seat: int, cards: Sequence[int]) -> int:
    """How many of ``cards`` must be among the unknown ones of the seat's hand."""
    counts = t.seats[seat].counts
    unseen = sum(max(0, cards.count(card) - counts[card]) for card in {*cards} - {HIDDEN})
    return unseen + cards.count(HIDDEN)


def peng_of(side: Seat, card: int) -> Meld | None:
    """The seat's 碰 of the card's kind, if it has one."""
    for meld in side.melds:
        if meld.kind == "peng" and ALIKE[meld.tile] == ALIKE[card]:
            return meld
    return None


def completes_given(t: shared.Table, seat: int) -> bool:
    """Whether the card given now gives the seat's hand a winning shape."""
    side, given = t.seats[seat], t.given
    if given is None or given.tile in (HIDDEN, *FLOWERS) or side.unknown:
        return False
    counts = hand.alike(side.counts)
    counts[ALIKE[given.tile]] += 1
    return hand.complete(counts, len(side.melds))


def completes_drawn(t: shared.Table, seat: int) -> bool:
    """Whether the hand on turn has a winning shape."""
    side = t.seats[seat]
    return not side.unknown and hand.complete(hand.alike(side.counts), len(side.melds))


def secret(event: AnyEvent) -> bool:
    """What others do not see: a drawn card; and the 见张, until the first yes (QE-E5)."""
    return isinstance(event, Draw | Deal)
