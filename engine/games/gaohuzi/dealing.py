"""告胡子: what is checked of 打坨, the deal, and the dealt 提 laid after it (GH-E, GH-P9)."""

from __future__ import annotations

from collections import Counter

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.gaohuzi import CARDS, COPIES, HAND, HIDDEN, INDEX, NAMES
from engine.games.gaohuzi.table import Table
from engine.order import broken
from events.model import Claim, Deal, Declare, Discard, Draw
from events.tiles import UNKNOWN, ZIPAI

# -- the deal ------------------------------------------------------------------------------------


def asked(t: Table, e: Declare) -> Violation | None:
    """X5: each player chooses 打坨 or not, once, before the first hand."""
    if t.options.datuo == "off":
        return broken(t, "GH-X5", "not-asked", f"{e.act}: nobody is asked here", stops=False)
    if t.choices[e.seat] is None:
        return None
    return broken(t, "GH-X5", "asked-twice", f"seat {e.seat} chooses again", stops=False)


def all_asked(t: Table, e: Deal) -> Violation | None:
    """X5: everybody has chosen before the first hand."""
    if t.options.datuo == "off" or e.hand > 0 or None not in t.choices:
        return None
    seats = [seat for seat, choice in enumerate(t.choices) if choice is None]
    message = f"the hand is dealt before seats {seats} chose 打坨 or not"
    return broken(t, "GH-X5", "not-chosen", message, stops=False)


def deal_size(t: Table, e: Deal) -> Violation | None:
    """E2, E3: a hand for every player, the dealer 21 cards, the others 20."""
    if len(e.hands) != len(t.seats):
        message = f"{len(e.hands)} hands are dealt to {len(t.seats)} players"
        return broken(t, "GH-E2", "hands", message)
    for seat, text in enumerate(e.hands):
        n, should = len(ZIPAI.parse(text)), HAND + (seat == e.dealer)
        if n != should:
            message = f"seat {seat} is dealt {n} cards, it is {should}"
            found = broken(t, "GH-E3", "hand-size", message)
            return replace(found, seat=seat, recorded=n, expected=should)
    return None


def deal_cards(t: Table, e: Deal) -> Violation | None:
    """E1: 80 cards, four of each kind."""
    wall = ZIPAI.parse(e.wall or "")
    if wall and len(wall) != CARDS:
        return broken(t, "GH-E1", "wall-size", f"the wall has {len(wall)} cards, it is {CARDS}")
    for what, cards in (("hands", ZIPAI.parse(" ".join(e.hands))), ("wall", wall)):
        for card, n in Counter(cards).items():
            if n > COPIES and card != UNKNOWN:
                message = f"{n} {card} in the {what}, there are {COPIES}"
                return broken(t, "GH-E1", "too-many-alike", message)
    return None


def deal_wall(t: Table, e: Deal) -> Violation | None:
    """E3, R13: the cards that are dealt are the first ones of the recorded wall."""
    if not e.wall:
        return None
    dealt = ZIPAI.parse(" ".join(e.hands))
    front = ZIPAI.parse(e.wall)[: len(dealt)]
    if UNKNOWN in dealt or UNKNOWN in front or Counter(dealt) == Counter(front):
        return None
    found = broken(t, "GH-E3", "deal-wall", "other cards are dealt than the first ones of the wall")
    return replace(found, recorded=ZIPAI.format(dealt), expected=ZIPAI.format(front))


def deal_shown(t: Table, e: Deal) -> Violation | None:
    """E3: the shown card is one card of the dealer's hand."""
    if e.open is None:
        return None
    shown, held = ZIPAI.parse(e.open), ZIPAI.parse(e.hands[e.dealer])
    if len(shown) != 1:
        return broken(t, "GH-E3", "shown-card", f"{len(shown)} cards of the dealer are shown")
    if shown[0] in (*held, UNKNOWN) or UNKNOWN in held:
        return None
    message = f"the shown card {shown[0]} is none of the dealer's"
    return broken(t, "GH-E3", "shown-card", message, stops=False)


def deal_dealer(t: Table, e: Deal) -> Violation | None:
    """E4: the dealer is who the hand before made dealer."""
    should = t.carry.dealer
    if should is None or e.dealer == should:
        return None
    message = f"seat {e.dealer} deals, it is seat {should}'s deal"
    found = broken(t, "GH-E4", "dealer", message, stops=False)
    return replace(found, seat=e.dealer, recorded=e.dealer, expected=should)


# -- dealt 提 ------------------------------------------------------------------------------------


def laid_in_order(t: Table, e: Declare | Draw) -> Violation | None:
    """P9: the dealer before his first discard, the others on it, in seat order."""
    act = "draws an extra card" if isinstance(e, Draw) else "lays a dealt 提"
    if t.opening:
        if e.seat == t.dealer:
            return None
        message = f"{act} before the dealer's first discard"
        return broken(t, "GH-P9", "too-early", message, e.seat)
    if not t.laying or e.seat == t.dealer:
        return broken(t, "GH-P9", "too-late", f"{act} too late", e.seat)
    for seat in t.after(t.turn):
        if seat == e.seat:
            return None
        waits = t.seats[seat].unlaid() or (isinstance(e, Draw) and t.seats[seat].owed() > 0)
        if waits:
            message = f"{act}; seat {seat} comes before it [{t.describe(seat)}]"
            return broken(t, "GH-P9", "laying-order", message, e.seat)
    return None


def four_alike(t: Table, e: Declare) -> Violation | None:
    """M2: a dealt 提 is four alike in hand."""
    kinds = [INDEX[card] for card in ZIPAI.parse(e.tiles or "")]
    if len(kinds) != 4 or len(set(kinds)) != 1:
        return broken(t, "GH-M2", "no-four", f"lays {e.tiles or 'nothing'} as 提", e.seat)
    side, kind = t.seats[e.seat], kinds[0]
    if not side.holds(kind, 4):
        message = f"lays {e.tiles}, which it does not hold"
        return broken(t, "GH-M2", "tile-not-held", message, e.seat)
    if kind != HIDDEN and t.shown[kind] > side.counts[kind]:
        return broken(t, "GH-E1", "too-many-alike", f"shows a fifth {NAMES[kind]}", e.seat)
    return None


def extra_owed(t: Table, e: Draw) -> Violation | None:
    """P9: N dealt 提 give N − 1 extra cards, drawn when all are laid."""
    side = t.seats[e.seat]
    if side.unlaid():
        return broken(t, "GH-P9", "not-laid", "draws an extra card with a 提 in hand", e.seat)
    if side.owed() > 0:
        return None
    message = f"draws an extra card for {side.dealt} dealt 提"
    return broken(t, "GH-P9", "extra-card", message, e.seat)


def extras_drawn(t: Table, e: Claim) -> Violation | None:
    """P9, N10: the dealer is complete with his extra cards."""
    side = t.seats[e.seat]
    if side.owed() <= 0 and not (side.unlaid() and side.unlaid() + side.dealt > 1):
        return None
    return broken(t, "GH-P9", "not-laid", "wins before its extra cards are drawn", e.seat)


def own_laid(t: Table, e: Discard) -> Violation | None:
    """P9: the dealer's 提 are laid and the extra cards drawn before his first discard."""
    side = t.seats[e.seat]
    if not t.opening or not (side.unlaid() or side.owed() > 0):
        return None
    return broken(t, "GH-P9", "not-laid", "has a dealt 提 to lay or an extra card to draw", e.seat)


def all_laid(t: Table, e: Claim | Draw) -> Violation | None:
    """P9: on the dealer's first discard all dealt 提 are laid before any claim."""
    if not t.laying:
        return None
    for seat in t.after(t.turn):
        side = t.seats[seat]
        if side.unlaid() or side.owed() > 0:
            message = "has a dealt 提 to lay or an extra card to draw"
            return broken(t, "GH-P9", "not-laid", message, seat)
    return None
