"""How a hand of riichi ended: lines, payments and reasons in the shape that all readers share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from events.formats.riichi import yaku
from events.formats.riichi.hand import Hand
from events.model import Discard, Line, Payment

YAKUMAN_HAN = 13

ABORTS = ("yao9", "reach4", "ron3", "kan4", "kaze4")
"""九種九牌, 四家立直, 三家和, 四槓散了, 四風連打."""

LIMITS = ("", "満貫", "跳満", "倍満", "三倍満", "役満")
"""The limits by number, as ``win.x.limit`` has them; 0 is none."""


def lines(hand: Hand, seat: int, found: Iterable[tuple[int, int]]) -> tuple[Line, ...]:
    """The lines of yaku and their han; what is worth nothing is left out.

    A yaku that is named without its tile (自風) gets it, and 抜きドラ are dora.
    """
    wind = (seat - hand.dealer) % hand.players
    han: dict[int, int] = {}
    for number, worth in found:
        for which in yaku.which(number, wind, hand.round, hand.dragons(seat)):
            worth_each = 1 if number == yaku.DRAGON else worth
            han[which] = han.get(which, 0) + worth_each
    return tuple((f"RI-Y{number}", worth) for number, worth in han.items() if worth)


def worth(lines: Sequence[Line]) -> dict[str, Any]:
    """What ``win.x`` says of the lines: ``han``, or ``yakuman`` with their numbers."""
    numbers = [int(clause.removeprefix("RI-Y")) for clause, _ in lines]
    # 人和 is a yakuman in some clients and a mangan in Tenhou.
    yakuman = [
        number
        for number, (_, points) in zip(numbers, lines, strict=True)
        if yaku.is_yakuman(number) and points >= YAKUMAN_HAN
    ]
    if yakuman:
        return {"yakuman": yakuman}
    return {"han": sum(points for _, points in lines)} if lines else {}


def payments(seat: int, deltas: Sequence[int]) -> tuple[Payment, ...]:
    """What each payer pays in all."""
    return tuple(
        Payment(from_=payer, points=-delta)
        for payer, delta in enumerate(deltas)
        if delta < 0 and payer != seat
    )


def summed(wins: Iterable[Sequence[int] | None], players: int) -> list[int] | None:
    """The changes by several wins together; None where one of them is not known."""
    total = [0] * players
    for deltas in wins:
        if deltas is None:
            return None
        total = [before + delta for before, delta in zip(total, deltas, strict=True)]
    return total


def reason(hand: Hand, deltas: Sequence[int] | None) -> str | None:
    """Why a hand was drawn, where the source does not say and only one reason fits."""
    if hand.live == 0:
        return "nm" if deltas and any(abs(d) >= 4000 for d in deltas) else "exhaustive"
    kongs = sum(act.endswith("_kong") for melds in hand.melds for act, _ in melds)
    discards = [event for event in hand.events if isinstance(event, Discard)]
    fits = {
        "reach4": len(hand.is_ready) == hand.players,
        "kan4": kongs == 4,
        "kaze4": len(discards) == 4
        and len({e.tile for e in discards}) == 1
        and discards[0].tile in "ESWN",
        "yao9": hand.given is not None
        and hand.given.act == "draw"
        and len(discards) < hand.players,
    }
    found = [name for name, fit in fits.items() if fit]
    return found[0] if len(found) == 1 else None


def draw(
    hand: Hand,
    reason: str | None,
    deltas: Sequence[int] | None,
    totals: Sequence[int] | None = None,
    shown: Sequence[int] = (),
) -> None:
    """Settle a hand that nobody won; an abort moves no points."""
    x: dict[str, Any] = {}
    if reason:
        x["reason"] = reason
    if shown:
        x["shown"] = list(shown)
    abort = reason in ABORTS or (reason is None and hand.live > 0)
    if abort and deltas is None:
        deltas = [0] * hand.players
    hand.settle("abort" if abort else "draw", deltas, totals, **x)
