"""立直麻将: what a deal must be (RI-E2…E4), and what it begins with (RI-P19, RI-P20)."""

from __future__ import annotations

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.riichi.carry import told_by
from engine.games.riichi.table import INDICATORS
from engine.mahjong.rules import broken
from engine.mahjong.table import HIDDEN, INDEX, Table
from events.model import Deal
from events.tiles import UNKNOWN


def deal_size(t: Table, e: Deal) -> Violation | None:
    """RI-E2: thirteen tiles each; the dealer draws his fourteenth."""
    if len(e.hands) != len(t.seats) or e.dealer >= len(t.seats):
        message = f"{len(e.hands)} hands for {len(t.seats)} players, seat {e.dealer} deals"
        return broken(t, "deal", "hand-size", message)
    for seat, text in enumerate(e.hands):
        n = len(t.alphabet.parse(text))
        if n != 13:
            return broken(t, "deal", "hand-size", f"seat {seat} is dealt {n} tiles, it is 13")
    return None


def deal_wall(t: Table, e: Deal) -> Violation | None:
    """RI-E2, RI-E3: three rounds of four tiles and one each, from the dealer on."""
    if e.wall is None:
        return None
    wall = t.alphabet.parse(e.wall)
    n = len(t.seats)
    hands: list[list[str]] = [[] for _ in range(n)]
    at = 0
    for tiles in (4, 4, 4, 1):
        for i in range(n):
            hands[(e.dealer + i) % n] += wall[at : at + tiles]
            at += tiles
    for seat, should in enumerate(hands):
        held = t.alphabet.parse(e.hands[seat])
        if UNKNOWN not in held and UNKNOWN not in should and sorted(held) != sorted(should):
            return broken(t, "deal", "deal-wall", f"seat {seat} holds other tiles than the wall's")
    return None


def deal_open(t: Table, e: Deal) -> Violation | None:
    """RI-E4: one indicator is turned at the deal, a tile that nobody holds."""
    if e.open is None:
        return None
    shown = t.alphabet.parse(e.open)
    kind = INDEX[shown[0]] if len(shown) == 1 else HIDDEN
    if kind not in t.book.tiles:
        return broken(t, "RI-E4", "indicator", f"{e.open or 'nothing'} is turned as the indicator")
    held = sum(t.alphabet.parse(text).count(shown[0]) for text in e.hands)
    if held >= t.book.copies[kind]:
        return broken(t, "RI-E1", "too-many-alike", f"one {e.open} too many, the indicator counted")
    if e.wall is None:
        return None
    wall = t.alphabet.parse(e.wall)
    should = wall[len(wall) - 2 * INDICATORS[len(t.seats)]]
    if should in (shown[0], UNKNOWN):
        return None
    found = broken(t, "RI-E4", "indicator", f"{e.open} is turned; the wall has {should} there")
    return replace(found, recorded=e.open, expected=should)


def deal_carry(t: Table, e: Deal) -> Violation | None:
    """RI-P19, RI-P20: round, 本場 and sticks follow from the hands before."""
    for name, says in told_by(e).items():
        should = getattr(t.carry, name)
        if should is not None and says != should:
            message = f"the hand begins with {name} {says}, it is {should}"
            clause = "RI-P19" if name == "round" else "RI-P20"
            found = broken(t, clause, name, message, stops=False)
            return replace(found, recorded=says, expected=should)
    return None
