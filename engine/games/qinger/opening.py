"""青儿: what is asked and laid out before the dealer's first turn: 敲, the deal, 起牌, 起飞, 补花.

Rules of the table of play in ``play.py``, each a question about one event.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.qinger import COPIES, GHOSTS, HAND, PLAYING
from engine.games.qinger.table import BLOOMING, lacking
from engine.mahjong import rules
from engine.mahjong.rules import broken
from engine.mahjong.table import HIDDEN, Table
from events.model import Deal, Declare, Settlement
from events.tiles import CARDS, UNKNOWN

# -- before the deal, and the deal ---------------------------------------------------------------


def knocks_once(t: Table, e: Declare) -> Violation | None:
    """QE-E4: each of the three is asked once; in which order, the deal will tell."""
    if e.tiles:
        code, message = "knock-cards", "names cards with 敲"
    elif t.own.knocked(e.seat) is not None:
        code, message = "knock-twice", "is asked twice whether it knocks"
    elif len(t.own.knocks) == PLAYING:
        code, message = "knock-fourth", "is asked as the fourth"
    else:
        return None
    return broken(t, "QE-E4", code, message, e.seat, stops=False)


def deal_players(t: Table, e: Deal) -> Violation | None:
    """QE-E3: three play, and a fourth at the table has no hand."""
    n = len(t.seats)
    if len(e.hands) != n:
        message = f"{len(e.hands)} hands are dealt at a table of {n}"
        return broken(t, "QE-E3", "hand-size", message)
    out = (e.dealer + PLAYING) % n
    if n > PLAYING and e.hands[out].strip():
        found = broken(t, "QE-E3", "sits-out", f"seat {out} sits out and is dealt cards")
        return replace(found, seat=out)
    return None


def deal_dealer(t: Table, e: Deal) -> Violation | None:
    """QE-E6, QE-E8: the dealer is who the hand before made dealer."""
    found = rules.deal_dealer(t, e)
    return found and replace(found, clause=t.carry.dealer_by)


def deal_knocks(t: Table, e: Deal) -> Violation | None:
    """QE-E4: before the deal each was asked, the dealer first."""
    asked = tuple(seat for seat, _ in t.own.knocks)
    should = tuple((e.dealer + i) % len(t.seats) for i in range(PLAYING))
    if asked == should:
        return None
    message = f"seats {_list(asked)} were asked whether they knock, it is {_list(should)}"
    found = broken(t, "QE-E4", "knocks", message, stops=False)
    return replace(found, recorded=asked, expected=should)


def _list(seats: tuple[int, ...]) -> str:
    return ", ".join(map(str, seats)) or "none"


def deal_size(t: Table, e: Deal) -> Violation | None:
    """QE-E5: the dealer 23 cards, the others 22; one more is the 见张."""
    for i in range(PLAYING):
        seat = (e.dealer + i) % len(t.seats)
        n, should = len(CARDS.parse(e.hands[seat])), HAND + (seat == e.dealer)
        if n != should:
            message = f"seat {seat} is dealt {n} cards, it is {should}"
            found = broken(t, "QE-E5", "hand-size", message)
            return replace(found, seat=seat, recorded=n, expected=should)
    if e.open is not None and len(CARDS.parse(e.open)) != 1:
        return broken(t, "QE-E5", "jian", f"the 见张 is {e.open!r}, it is one card")
    if not e.open or UNKNOWN in CARDS.parse(e.open):
        t.note("QE-J1", "what the hands are worth: the 见张 is not known")
    if any(UNKNOWN in text for text in e.hands):
        t.note("QE-E7", "whether every flower was laid out in turn: not all hands are known")
    return None


def deal_wall(t: Table, e: Deal) -> Violation | None:
    """QE-E5: the recorded stock begins with the cards dealt and the 见张, in whatever order."""
    if e.wall is None:
        return None
    wall = CARDS.parse(e.wall)
    dealt = CARDS.parse(" ".join(e.hands))
    n = len(dealt)
    if UNKNOWN not in (*dealt, *wall[:n]) and sorted(dealt) != sorted(wall[:n]):
        return broken(t, "QE-E5", "deal-wall", "the hands are not the first cards of the stock")
    if e.open and UNKNOWN not in (e.open, wall[n]) and e.open != wall[n]:
        message = f"the 见张 is {e.open}, the card after those dealt is {wall[n]}"
        found = broken(t, "QE-E5", "jian", message)
        return replace(found, recorded=e.open, expected=wall[n])
    return None


# -- 起牌 ----------------------------------------------------------------------------------------


def asked_in_turn(t: Table, e: Declare) -> Violation | None:
    """QE-E6: from the dealer round, until one says yes or all three refuse."""
    if t.own.refused:
        return broken(t, "QE-E6", "refused", "is asked after all three refused", e.seat)
    should = t.own.order[t.own.asked]
    if e.tiles:
        return broken(t, "QE-E6", "asked-cards", "names cards with 起牌", e.seat)
    if e.seat == should:
        return None
    return broken(t, "QE-E6", "not-asked", f"is asked before seat {should}", e.seat)


def all_refused(t: Table, e: Settlement) -> Violation | None:
    """QE-E6: three refusals settle the hand as aborted; fewer do not."""
    if e.outcome == "abort" and (t.own.refused or not t.own.asked):
        return None
    says = "all three refused" if t.own.refused else "not all three have refused to play it"
    return broken(t, "QE-E6", "outcome", f"the hand is settled as {e.outcome}; {says}")


# -- the opening ---------------------------------------------------------------------------------


def may_fly(t: Table, e: Declare) -> Violation | None:
    """QE-E7: 起飞 in turn from the dealer, before any 补花."""
    if t.own.stage == BLOOMING:
        return broken(t, "QE-E7", "fly-late", "lays out 起飞 after 补花 has begun", e.seat)
    return _in_turn(t, e, "lays out 起飞")


def may_bloom(t: Table, e: Declare) -> Violation | None:
    """QE-E7: 补花 in turn from the dealer, each until no flower is left."""
    place = t.own.order.index(e.seat)
    for seat in t.own.order[:place]:
        if t.holds_flower(seat):
            message = f"lays out flowers before seat {seat} has laid out all of its own"
            return broken(t, "QE-E7", "bloom-order", message, e.seat)
    return _in_turn(t, e, "lays out flowers") if t.own.stage == BLOOMING else None


def _in_turn(t: Table, e: Declare, does: str) -> Violation | None:
    if t.own.order.index(e.seat) >= t.own.at:
        return None
    message = f"{does} after the turn has come to seat {t.own.order[t.own.at]}"
    return broken(t, "QE-E7", "opening-order", message, e.seat)


def dealer_acts(t: Table, e: Any) -> Violation | None:
    """QE-E7: after the opening it is the dealer's turn."""
    if e.seat == t.dealer:
        return None
    return broken(t, "QE-E7", "not-on-turn", f"acts before the dealer, seat {t.dealer}", e.seat)


def opening_over(t: Table, e: Any) -> Violation | None:
    """QE-E7: the dealer's turn begins when no flower is left in any hand."""
    for seat in t.own.order:
        if t.holds_flower(seat):
            message = f"acts while seat {seat} still holds a flower"
            return broken(t, "QE-E7", "flower-in-hand", message, e.seat)
    return None


def five_fly(t: Table, e: Declare) -> Violation | None:
    """QE-P3: all five ghosts, the four others with a ghost as 见张."""
    cards = sorted(t.index[card] for card in CARDS.parse(e.tiles or ""))
    jian = t.own.jian
    should = [card for card in GHOSTS for _ in range(COPIES[card] - (card == jian))]
    if HIDDEN in cards or (jian is None and len(cards) in (4, 5)):
        return None
    if cards != should:
        message = f"lays out {e.tiles or 'nothing'} as 五喜起飞"
        return broken(t, "QE-P3", "not-all-ghosts", message, e.seat)
    if lacking(t, e.seat, cards) <= t.seats[e.seat].unknown:
        return None
    return broken(t, "QE-P3", "tile-not-held", "lays out ghosts that it does not hold", e.seat)
