"""青儿: the hand on the table as a score case, and the settlement that it should have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec.structs import replace

from engine.case import CaseError
from engine.findings import Violation
from engine.games.qinger import CLUBS, FLOWERS, PLAYING, payment, scoring
from engine.games.qinger import patterns as hand
from engine.games.qinger.cases import Case, SeatCase, WinCase
from engine.games.qinger.scoring import Worth
from engine.mahjong.rules import broken
from engine.mahjong.table import HIDDEN, OPEN, REPLACE, TURN, Meld, Seat, Table
from engine.settlement import Pair, nobody_pays
from events.model import Claim, Payment, Settlement, Win


def case(t: Table, win: Claim | None) -> Case:
    """The score case of the hand as it stands, the dealer as seat 0 (``docs/score-case.md``).

    ``win``: the claim that wins, not yet applied or applied; ``None``: nobody does. A hand that is
    not known is left out.
    """
    own, given = t.own, t.given
    assert own.jian is not None and given is not None
    drawn = win is not None and _drawn(t, win)
    robbed = given.seq if win is not None and given.what == "added_du" else -1
    seats = []
    for seat in own.order:
        side = t.seats[seat]
        counts = side.counts.copy()
        if win is not None and drawn and seat == win.seat:
            counts[t.index[win.tile]] -= 1
        flowers = [card for card in FLOWERS for _ in range(counts[card])]
        seats.append(
            SeatCase(
                hand=_hand(t, side, counts),
                melds=tuple(_named(t, meld, meld.seq == robbed) for meld in side.melds),
                flowers=" ".join(t.names[card] for card in (*side.flowers, *flowers)),
                wu_xi=seat in own.together,
                clubs=" ".join(t.names[card] for card in sorted(own.clubs[seat])),
                knocked=bool(own.knocked(seat)),
            )
        )
    return Case(
        game="qinger",
        options=t.options,
        dealer=0,
        jian=t.names[own.jian],
        seats=tuple(seats),
        win=None if win is None else _won_by(t, win, drawn),
    )


def _hand(t: Table, side: Seat, counts: Sequence[int]) -> str:
    if side.unknown:
        return ""
    return " ".join(
        t.names[card] for card, n in enumerate(counts) if card not in FLOWERS for _ in range(n)
    )


def _drawn(t: Table, win: Claim) -> bool:
    """Whether a win is on an own draw, or on the dealt cards."""
    given = t.given
    return given is not None and given.what in ("draw", "deal") and given.seat == win.seat


def _won_by(t: Table, win: Claim, drawn: bool) -> WinCase:
    assert t.given is not None
    order = t.own.order
    return WinCase(
        seat=order.index(win.seat),
        tile=win.tile,
        by="self_draw" if drawn else "discard",
        from_=None if drawn else order.index(t.given.seat),
    )


def _named(t: Table, meld: Meld, robbed: bool) -> tuple[hand.Act, str]:
    """A set as a case names it: by its ♣ J, Q or K if it has one; a robbed 笃 is still the 碰."""
    cards = list(meld.tiles)
    if robbed and meld.kind == "added_du" and t.given is not None:
        cards.remove(t.given.tile)
    act = "peng" if robbed else "ming_du" if meld.kind == "added_du" else meld.kind
    clubs = [card for card in cards if card in CLUBS]
    return cast(hand.Act, act), t.names[clubs[0] if clubs else cards[0]]


def stock_over(t: Table) -> bool:
    """QE-P6: the stock is empty, and a card must be drawn: by the next player, or for a flower."""
    if t.wall.left:
        return False
    if t.phase == TURN:
        return t.drawn in (HIDDEN, *FLOWERS)
    return t.phase in (OPEN, REPLACE)


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """The settlement that the hand should have (QE-P6, QE-X1).

    ``None`` while it is not over, or when nothing of it can be told. What a player has whose hand
    is not known is believed as ``recorded``; what cannot be told then is left out.
    """
    if t.hand is None:
        return None
    if t.own.refused:
        return nobody_pays(t.hand, "abort", len(t.seats))
    win = t.winners[0] if t.winners else None
    if t.own.jian is None or (win is None and not stock_over(t)):
        return None
    worths = _worths(t, win, recorded)
    if worths is None:
        return None
    points = {seat: worth.total for seat, worth in worths.items() if worth is not None}
    lines = {seat: worth.lines for seat, worth in worths.items() if worth is not None}
    settled = _pairs(t, points)
    return Settlement(
        hand=t.hand,
        outcome="draw" if win is None else "win",
        wins=() if win is None else (_win(t, win, worths[win.seat], settled, recorded),),
        points=_by_seat(t, points, 0),
        seat_lines=_by_seat(t, lines, ()),
        deltas=None if settled is None else payment.deltas(settled, len(t.seats)),
    )


def pairs(t: Table, settlement: Settlement) -> tuple[Pair, ...]:
    """QE-X1: what each two of the three settle by a settlement; none when it cannot be told."""
    points = settlement.points
    if points is None or len(points) != len(t.seats):
        return ()
    return _pairs(t, {seat: points[seat] for seat in t.own.order}) or ()


def _pairs(t: Table, points: Mapping[int, int]) -> tuple[Pair, ...] | None:
    knocked = {seat: told for seat, told in t.own.knocks if seat in points}
    if len(points) < PLAYING or len(knocked) < PLAYING:
        return None
    return payment.pairs(points, knocked, t.options)


def _worths(
    t: Table, win: Claim | None, recorded: Settlement | None
) -> dict[int, Worth | None] | None:
    """What each of the three has, by seat; ``None`` when the record tells of what cannot be."""
    known = win is not None and not t.seats[win.seat].unknown
    try:
        clause, found = scoring.count(case(t, win if known else None))
    except CaseError:
        return None
    if clause is not None:
        return None
    worths = dict(zip(t.own.order, found, strict=True))
    for seat, worth in worths.items():
        if worth is None:
            t.note("QE-X1", f"the points of seat {seat} are believed: its hand is not known")
            worths[seat] = _believed(recorded, seat)
    return worths


def _believed(recorded: Settlement | None, seat: int) -> Worth | None:
    """What the record says that a seat has; its points follow from its lines (QE-B9, QE-D1–D5)."""
    if recorded is None:
        return None
    wins = [win for win in recorded.wins or () if win.seat == seat]
    lines = wins[0].lines if wins else None
    if recorded.seat_lines is not None and seat < len(recorded.seat_lines):
        lines = recorded.seat_lines[seat]
    if lines is not None:
        return Worth(scoring.total(lines), lines)
    if recorded.points is not None and seat < len(recorded.points):
        return Worth(recorded.points[seat], ())
    return None


def _win(
    t: Table,
    win: Claim,
    worth: Worth | None,
    settled: Sequence[Pair] | None,
    recorded: Settlement | None,
) -> Win:
    assert t.given is not None
    drawn = _drawn(t, win)
    theirs = [one for one in (recorded and recorded.wins) or () if one.seat == win.seat]
    return Win(
        seat=win.seat,
        by="self_draw" if drawn else "discard",
        tile=win.tile,
        from_=None if drawn else t.given.seat,
        # No clause scores these two: they stand only where the record says so, and truly.
        first="heaven" if win.of == t.deal_seq and any(one.first for one in theirs) else None,
        last=(t.wall.left == 0 and any(one.last for one in theirs)) or None,
        value=None if worth is None else worth.total,
        lines=None if worth is None else worth.lines,
        payments=None
        if settled is None
        else tuple(
            Payment(from_=one.from_, points=one.points)
            for one in payment.payments(settled, win.seat)
        ),
    )


def _by_seat(t: Table, of: dict[int, Any], nothing: Any) -> tuple[Any, ...] | None:
    """One a seat, nothing for who sits out; ``None`` when not all that play are known."""
    if len(of) < PLAYING:
        return None
    return tuple(of.get(seat, nothing) for seat in range(len(t.seats)))


def best_reading(t: Table, e: Settlement) -> Violation | None:
    """QE-W3: the winner's hand is not counted in a reading that is worth less than another.

    Where the two differ in QE-A2 alone, that line says more.
    """
    win, told = t.winners[0], [win for win in e.wins or () if win.seat == t.winners[0].seat]
    if e.outcome != "win" or not told or t.seats[win.seat].unknown or t.own.jian is None:
        return None
    counted = (told[0].value, told[0].lines)
    ways = scoring.ways(case(t, win))
    if counted == ways[0] or counted not in ways:
        return None
    differ = set(ways[0].lines) ^ set(told[0].lines or ())
    if {clause for clause, _ in differ} == {"QE-A2"}:
        return None
    message = f"is worth {ways[0].total} in another reading than the one worth {counted[0]}"
    found = broken(t, "QE-W3", "reading", message, win.seat, stops=False)
    return replace(found, recorded=counted[0], expected=ways[0].total)
