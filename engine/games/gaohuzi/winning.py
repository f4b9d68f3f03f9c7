"""告胡子: who could win on what lies open, what a win is worth, and how a hand settles."""

from __future__ import annotations

from typing import cast

from engine.case import Answer, CaseError
from engine.games.gaohuzi import NAMES, patterns, scoring
from engine.games.gaohuzi.payment import wasted
from engine.games.gaohuzi.table import END, OPEN, Table
from engine.settlement import won
from events.model import Settlement, Win


def by_now(t: Table, seat: int) -> patterns.By:
    """How a win by ``seat`` on what is given now comes about (the case's ``by``)."""
    given = t.given
    assert given is not None
    if given.what == "draw":
        return "own_draw" if given.seat == seat else "other_draw"
    return "discard" if given.what == "discard" else "dealt"


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` has seven groups and enough 胡息 with the card that is given (W1, W2)."""
    side, given = t.seats[seat], t.given
    if given is None or given.tile < 0 or not side.known():
        return False
    hand, by = side.counts, by_now(t, seat)
    if by == "dealt":
        if seat != t.dealer or not hand[given.tile]:
            return False
        hand = hand.copy()
        hand[given.tile] -= 1
    melds = [(cast(patterns.Act, m.kind), m.named()) for m in side.melds]
    least = t.options.min_huxi
    found = patterns.readings(hand, melds, given.tile, by)
    return any(scoring.huxi(reading) >= least for reading in found)


def case(t: Table, seat: int, tile: str) -> scoring.Case:
    """The score case of a win by ``seat`` on what is given now (``docs/score-case.md``)."""
    given, by = t.given, by_now(t, seat)
    assert given is not None and t.dealer is not None
    side = t.seats[seat]
    held = side.tiles()
    if by == "dealt" and tile in held:
        held.remove(tile)
    melds = tuple(
        (cast(patterns.Act, m.kind), " ".join(NAMES[kind] for kind in m.named()))
        for m in side.melds
    )
    seats = [scoring.SeatCase()] * len(t.seats)
    seats[seat] = scoring.SeatCase(hand=" ".join(held), melds=melds, dealt_ti=side.dealt)
    win = scoring.WinCase(
        seat=seat,
        tile=tile,
        by=by,
        from_=given.seat if by in ("other_draw", "discard") else None,
        last=t.last_card(),
        first="heaven" if by == "dealt" else "earth" if t.laying and by == "discard" else None,
    )
    return scoring.Case(options=t.options, dealer=t.dealer, seats=tuple(seats), win=win)


# -- the settlement ------------------------------------------------------------------------------


def over(t: Table) -> bool:
    """P12: the last card of the stock was taken, or lies there."""
    return t.phase == END or (t.phase == OPEN and t.last_card())


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """The settlement that the hand should have.

    ``None`` while it is not over, or when it cannot be told: a winner's cards are not known.
    """
    if t.hand is None or t.dealer is None:
        return None
    if not t.winners:
        return wasted(t.hand, t.dealer, len(t.seats)) if over(t) else None
    claim = t.winners[0]
    if t.given is None or not t.seats[claim.seat].known():
        return None
    finished = case(t, claim.seat, claim.tile)
    answer = score(finished)
    if answer is None or not answer.legal:
        return None
    told = recorded.wins[0].first if recorded is not None and recorded.wins else None
    first = finished.win.first
    if first is not None and told != first and t.seats[claim.seat].dealt > 1:
        first = None  # two dealt 提: neither 天胡 nor 地胡, whatever the record calls it
    facts = Win(
        seat=claim.seat,
        by=finished.win.by,
        tile=claim.tile,
        from_=finished.win.from_,
        first=first,
        last=finished.win.last or None,
    )
    return won(t.hand, None, [(facts, answer)], len(t.seats))


def score(finished: scoring.Case) -> Answer | None:
    """The answer to a case; ``None`` when the record tells of a hand that cannot be."""
    try:
        return scoring.score(finished)
    except CaseError:
        return None
