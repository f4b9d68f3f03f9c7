"""告胡子: who could win on what lies open, what a win is worth, and how a hand settles."""

from __future__ import annotations

from typing import cast

from engine.case import Answer, CaseError
from engine.games.gaohuzi import COPIES, INDEX, NAMES, patterns, scoring
from engine.games.gaohuzi.payment import wasted
from engine.games.gaohuzi.seat import Meld
from engine.games.gaohuzi.table import END, OPEN, Table
from engine.settlement import won
from events.model import Settlement, Win
from events.tiles import UNKNOWN


def by_now(t: Table, seat: int) -> patterns.By:
    """How a win by ``seat`` on what is given now comes about (the case's ``by``)."""
    given = t.given
    assert given is not None
    if given.what == "draw":
        return "own_draw" if given.seat == seat else "other_draw"
    return "discard" if given.what == "discard" else "dealt"


def standing(t: Table, seat: int, tile: int) -> tuple[list[int], list[Meld]] | None:
    """A hand without the winning card ``tile``, and the groups on the table.

    At 天胡 the winning card is one of the hand: a laid 提 that has it stands in the hand (W5).
    ``None`` where the hand is not known, or has no such card.
    """
    side = t.seats[seat]
    if not side.known():
        return None
    counts, melds = side.counts.copy(), side.melds
    if by_now(t, seat) == "dealt":
        if not counts[tile] and any(meld.tiles[0] == tile for meld in melds):
            melds = [meld for meld in melds if meld.tiles[0] != tile]
            counts[tile] = COPIES
        if not counts[tile]:
            return None
        counts[tile] -= 1
    return counts, melds


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` has seven groups and enough 胡息 with the card that is given (W1, W2)."""
    given = t.given
    if given is None or given.tile < 0 or (given.what == "deal" and seat != t.dealer):
        return False
    stands = standing(t, seat, given.tile)
    if stands is None:
        return False
    counts, melds = stands
    groups = [(cast(patterns.Act, meld.kind), meld.named()) for meld in melds]
    least = t.options.min_huxi
    found = patterns.readings(counts, groups, given.tile, by_now(t, seat))
    return any(scoring.huxi(reading) >= least for reading in found)


def case(t: Table, seat: int, tile: str) -> scoring.Case | None:
    """The score case of a win by ``seat`` on what is given now (``docs/score-case.md``).

    ``None`` where the hand is not known, or has no such card.
    """
    given, by = t.given, by_now(t, seat)
    assert given is not None and t.dealer is not None
    stands = standing(t, seat, INDEX[tile]) if tile != UNKNOWN else None
    if stands is None:
        return None
    counts, laid = stands
    melds = tuple(
        (cast(patterns.Act, meld.kind), " ".join(NAMES[kind] for kind in meld.named()))
        for meld in laid
    )
    held = " ".join(NAMES[kind] for kind, n in enumerate(counts) for _ in range(n))
    seats = [scoring.SeatCase()] * len(t.seats)
    seats[seat] = scoring.SeatCase(hand=held, melds=melds, dealt_ti=t.seats[seat].dealt)
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
    finished = case(t, claim.seat, claim.tile) if t.given is not None else None
    answer = score(finished) if finished is not None else None
    if finished is None or answer is None or not answer.legal:
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
