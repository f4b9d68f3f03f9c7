"""九江麻将: what the table keeps of a hand, how events change it, and what can be asked of it.

Nothing here decides what is allowed; that is ``play.py``. The shared part is
:mod:`engine.mahjong.table`; 过胡 and 跟庄 are 九江's own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

import msgspec

from engine.case import Answer, CaseError
from engine.games.jiujiang import FA, KINDS, patterns, payment, scoring
from engine.mahjong.table import (
    HIDDEN,
    INDEX,
    KONGS,
    NAMES,
    OPEN,
    REPLACE,
    TURN,
    Book,
    Given,
    Table,
)
from engine.mahjong.table import apply as change
from engine.settlement import nobody_pays, won
from engine.shapes import completes, waits
from events.model import AnyEvent, Claim, Declare, Discard, Draw, Pass, Payment, Settlement, Win

BOOK = Book(
    tiles=frozenset(KINDS),
    flowers=frozenset({FA}),
    copies=dict.fromkeys(KINDS, 4),
    wall=120,  # JJ-E2: four walls of 15 stacks
    kong_die=True,
    flower="发财",
    cite={
        "tiles": "JJ-E1",
        "deal": "JJ-E4",
        "dealing": "JJ-E4",
        "wall": "JJ-E5",
        "turn": "JJ-P1",
        "flower_draw": "JJ-P2",
        "claim": "JJ-P4",
        "kong": "JJ-P5",
        "kong_draw": "JJ-P6",
        "ready": "JJ-P8",
        "rob": "JJ-P10",
        "winners": "JJ-P11",
        "wall_empty": "JJ-P12",
        "dealer": "JJ-P13",
    },
)
NO_BAR, NON_DEALERS, ALL = 0, 1, 2


class Chain:
    """跟庄 on one of the dealer's first two discards (JJ-P14).

    ``leads`` is its kind, ``followers`` how many of the three followed in turn, ``broken`` what
    ended the chain before the third (``other`` tile, ``claim``, ``kong``), ``None`` while nothing
    did.
    """

    __slots__ = ("broken", "followers", "leads")

    def __init__(self, leads: int) -> None:
        self.leads = leads
        self.followers = 0
        self.broken: str | None = None

    @property
    def live(self) -> bool:
        """Whether another follower may still come."""
        return self.broken is None and self.followers < 3


class Own:
    """What 九江 alone keeps of a hand.

    ``bars``: 过胡 of each seat; ``fourth``: kinds whose fourth tile was drawn beside the own pung;
    ``chains``: 跟庄 on the dealer's first and second discard.
    """

    __slots__ = ("bars", "chains", "fourth")

    def __init__(self) -> None:
        self.bars = [NO_BAR] * 4
        self.fourth: list[set[int]] = [set(), set(), set(), set()]
        self.chains: list[Chain] = []

    def break_chain(self, by: str) -> None:
        """The 跟庄 under way, if any, ends here."""
        if self.chains and self.chains[-1].live:
            self.chains[-1].broken = by


def table(options: Any, players: int, carry: Any) -> Table:
    """The table of the next hand, before its deal."""
    return Table(BOOK, options, players, carry, Own())


# -- applying ------------------------------------------------------------------------------------


def apply(t: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event."""
    kind = type(event)
    if t.open and kind is not Pass and not _still_open(t, event):
        _pass_up(t, event)
    if kind is Discard:
        _follow(t, event)  # type: ignore[arg-type]
    elif kind is Draw:
        _note_draw(t, event)  # type: ignore[arg-type]
    elif kind is Claim or kind is Declare:
        act = event.act  # type: ignore[union-attr]
        if act not in ("win", "flower", "ready"):
            t.own.break_chain("kong" if act in KONGS else "claim")
    change(t, seq, event)


def _still_open(t: Table, event: AnyEvent) -> bool:
    """P3: the discard stays open while the next seat replaces its 发财."""
    if isinstance(event, Declare):
        return event.act == "flower"
    return isinstance(event, Draw) and t.due > 0


def _pass_up(t: Table, event: AnyEvent) -> None:
    """P9: whoever could have won on the discard and did not is barred."""
    given = t.given
    assert given is not None
    if given.tile == HIDDEN or (isinstance(event, Claim) and event.act == "win"):
        return
    bars = t.own.bars
    for seat, bar in enumerate(bars):
        if seat == given.seat or bar == ALL or (bar == NON_DEALERS and given.seat != t.dealer):
            continue
        if could_win(t, seat):
            bars[seat] = ALL if bar else NON_DEALERS


def _follow(t: Table, event: Discard) -> None:
    """P14: 跟庄, the dealer's first two discards and the three that follow each."""
    own, kind = t.own, INDEX[event.tile]
    if event.seat == t.dealer:
        own.break_chain("other")
        if t.seats[event.seat].discards < 2:
            own.chains.append(Chain(kind))
    elif own.chains and own.chains[-1].live:
        chain = own.chains[-1]
        assert t.dealer is not None
        if kind == chain.leads != HIDDEN and event.seat == (t.dealer + chain.followers + 1) % 4:
            chain.followers += 1
        else:
            chain.broken = "other"


def _note_draw(t: Table, event: Draw) -> None:
    """P9 ends with the own draw; JJ-P7 begins when the fourth tile of an own pung is drawn."""
    kind = INDEX[event.tile]
    t.own.bars[event.seat] = NO_BAR
    if kind >= 0 and t.seats[event.seat].pung_of(kind):
        t.own.fourth[event.seat].add(kind)


# -- asking --------------------------------------------------------------------------------------


def face_down(t: Table, seat: int) -> bool:
    """Whether the seat has a concealed kong whose tile the record does not show."""
    return any(meld.tile == HIDDEN for meld in t.seats[seat].melds)


def unseen(t: Table, seat: int) -> bool:
    """Whether some of the seat's tiles are not known, a kong laid face down included."""
    return t.seats[seat].unknown > 0 or face_down(t, seat)


def wait_kinds(counts: Sequence[int], t: Table, seat: int) -> frozenset[int]:
    """W3: the kinds that complete the concealed ``counts``; none of which all four are its own."""
    melds = t.seats[seat].melds
    own = list(counts)
    for meld in melds:
        own[meld.tile] += meld.size
    return frozenset(k for k in waits(counts, len(melds)) if own[k] < 4)


def by_now(t: Table, seat: int) -> str:
    """How a win by ``seat`` comes about on the tile that is given now (the case's ``by``)."""
    given = t.given
    assert given is not None
    if given.what == "discard":
        return "kong_discard" if given.after_kong else "discard"
    if given.what in ("added_kong", "exposed_kong"):
        return "rob_kong"
    return "kong_draw" if given.after_kong else "self_draw"


def pays_unseen(t: Table, winner: int) -> bool:
    """Whether who pays the winner has a kong laid face down, so that nobody can say what is eaten.

    Asked of a win on the tile that is given now.
    """
    assert t.given is not None
    drawn = by_now(t, winner) in ("self_draw", "kong_draw")
    return any(
        face_down(t, seat) for seat in payment.payers(winner, None if drawn else t.given.seat)
    )


def case(t: Table, seat: int, tile: str, by: str, unit: int = 1) -> scoring.Case:
    """The score case of a win by ``seat`` on what is given now (``docs/score-case.md``)."""
    given = t.given
    assert given is not None and t.dealer is not None
    drawn = by in ("self_draw", "kong_draw")
    # A kong laid face down is of some kind that shows nowhere else.
    down = (kind for kind in KINDS if kind != FA and not t.shown[kind])
    seats = []
    for i, side in enumerate(t.seats):
        counts = side.counts
        if i == seat and drawn:
            counts = counts.copy()
            counts[INDEX[tile]] -= 1
        held = [NAMES[kind] for kind, n in enumerate(counts) for _ in range(n)]
        melds = [(m.kind, m.tile if m.tile != HIDDEN else next(down, HIDDEN)) for m in side.melds]
        seats.append(
            scoring.SeatCase(
                hand=" ".join(held + ["?"] * side.unknown),
                melds=tuple((cast(patterns.Act, act), NAMES[kind]) for act, kind in melds),
                fa=len(side.flowers),
                ready=side.ready,
            )
        )
    if by == "rob_kong":
        _show_robbed(seats, given)
    win = scoring.WinCase(
        seat=seat,
        tile=tile,
        by=cast(patterns.By, by),
        from_=None if drawn else given.seat,
        last=t.wall.left == 0,
        first=first_win(t, seat, by),
    )
    return scoring.Case(
        game="jiujiang", options=t.options, unit=unit, dealer=t.dealer, seats=tuple(seats), win=win
    )


def _show_robbed(seats: list[scoring.SeatCase], given: Given) -> None:
    """The robbed player shows the pung, or the three tiles that stay in hand, not the kong."""
    robbed, tile = seats[given.seat], NAMES[given.tile]
    melds = list(robbed.melds)
    kinds: list[tuple[str, str]] = [*melds]
    if (given.what, tile) not in kinds:
        return
    at = kinds.index((given.what, tile))
    hand = robbed.hand
    if given.what == "added_kong":
        melds[at] = ("pung", tile)
    else:
        del melds[at]
        hand = " ".join([hand or "", tile, tile, tile]).strip()
    seats[given.seat] = msgspec.structs.replace(robbed, melds=tuple(melds), hand=hand)


def first_win(t: Table, seat: int, by: str) -> Literal["heaven", "earth"] | None:
    """F11 天胡 and JJ-F12 地胡: whether this is a win on the first tile."""
    given, side = t.given, t.seats[seat]
    assert given is not None
    if by == "self_draw" and side.discards == 0 and not side.melds:
        if seat == t.dealer:
            return "heaven"
        return "earth" if side.draws - len(side.flowers) == 1 else None
    if by in ("discard", "kong_discard") and given.seat == t.dealer and seat != t.dealer:
        return "earth" if t.seats[given.seat].discards == 1 else None
    return None


def completes_given(t: Table, seat: int) -> bool:
    """Whether the tile given now gives the seat's hand a winning shape."""
    side, given = t.seats[seat], t.given
    if given is None or given.tile == HIDDEN or side.unknown or side.counts[FA]:
        return False
    return completes(side.counts, len(side.melds), given.tile)


def completes_drawn(t: Table, seat: int, kind: int) -> bool:
    """Whether the hand on turn has a winning shape, ``kind`` being one of its tiles."""
    side = t.seats[seat]
    if kind == HIDDEN or side.unknown or side.counts[FA] or not side.counts[kind]:
        return False
    rest = side.counts.copy()
    rest[kind] -= 1
    return completes(rest, len(side.melds), kind)


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` could win on the open tile now, JJ-W1 included, bars aside."""
    if not completes_given(t, seat):
        return False
    assert t.given is not None
    answer = _score(case(t, seat, NAMES[t.given.tile], by_now(t, seat)))
    return answer is not None and answer.legal


def could_win_now(t: Table, seat: int) -> bool:
    """Whether the hand whose turn it is is complete and may win with the tile just drawn."""
    if t.drawn is None or not completes_drawn(t, seat, t.drawn):
        return False
    answer = _score(case(t, seat, NAMES[t.drawn], by_now(t, seat)))
    return answer is not None and answer.legal


def _score(finished: scoring.Case) -> Answer | None:
    """The answer to a case; ``None`` when the record tells of a hand that cannot be."""
    try:
        return scoring.score(finished)
    except CaseError:
        return None


# -- the settlement ------------------------------------------------------------------------------


def wall_over(t: Table) -> bool:
    """P12: the wall is empty and the last discard lies there, or the last tile was 发财."""
    if t.wall.left:
        return False
    if t.phase == TURN:
        return t.drawn in (FA, HIDDEN)  # a last tile that is not shown may be one
    return t.phase == OPEN or (t.phase == REPLACE and t.due_for == "flower")


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """The settlement that the hand should have.

    ``None`` while it is not over, or when it cannot be told: a winner's tiles, a payer's kong or
    the unit are not known. A unit that no hand before tells is believed as recorded. With
    ``multi_win`` each winner is paid on its own (JJ-X8).
    """
    assert t.hand is not None
    if not t.winners:
        return nobody_pays(t.hand, "draw", 4) if wall_over(t) else None
    unit = t.carry.unit or (recorded.unit if recorded is not None else None)
    if unit is None or any(unseen(t, claim.seat) for claim in t.winners):
        return None
    wins = []
    for claim in t.winners:
        if pays_unseen(t, claim.seat):
            return None
        finished = case(t, claim.seat, claim.tile, by_now(t, claim.seat), unit)
        answer = _score(finished)
        if answer is None:
            return None
        wins.append((_win(finished, claim), answer))
    return won(t.hand, unit, wins, 4)


def paid_as_told(t: Table, claim: Claim, win: Win, unit: int | None) -> Win:
    """``win`` with the payments that follow from its own 炮 as recorded (JJ-X1–JJ-X7).

    Without a value or a unit the points are as recorded too.
    """
    shown = case(t, claim.seat, claim.tile, by_now(t, claim.seat))
    told = {paid.from_: paid.points for paid in win.payments or ()}
    paying = []
    for seat in payment.payers(claim.seat, shown.win.from_):
        side = shown.seats[seat]
        melds = tuple((act, INDEX[tile]) for act, tile in side.melds)
        paying.append((seat, payment.payer(side.fa, melds, side.ready, t.options)))
    known = win.value is not None and unit is not None
    paid = payment.payments(win.value or 0, unit or 1, paying, t.options)
    return msgspec.structs.replace(
        win,
        payments=tuple(
            Payment(
                from_=p.from_,
                points=p.points if known else told.get(p.from_, p.points),
                lines=p.lines or None,
            )
            for p in paid
        ),
    )


def _win(finished: scoring.Case, claim: Claim) -> Win:
    facts = finished.win
    heaven = facts.first == "heaven"
    return Win(
        seat=claim.seat,
        by=facts.by,
        tile=None if heaven else claim.tile,
        from_=facts.from_,
        first=facts.first,
        last=facts.last or None,
    )
