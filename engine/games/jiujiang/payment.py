"""九江麻将: who pays the winner, what is eaten from each payer (JJ-X), and what carries on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.case import PaymentAnswer
from engine.games.jiujiang import DRAGONS, PLAYERS, Options, patterns
from engine.games.jiujiang.patterns import Meld
from engine.lines import Line, add_up, hits
from engine.mahjong.table import Table
from events.model import Deal, Settlement


class Payer(Struct, frozen=True):
    """What a payer has that can be eaten: ``melds`` those eaten one by one, ``flag`` 红旗飘飘."""

    fa: int
    melds: tuple[Meld, ...]
    flag: bool
    ready: bool


def some_fa(payer: Payer) -> int:
    """How many ``F`` lie in front, unless it is all four."""
    return payer.fa % 4


def four_fa(payer: Payer) -> bool:
    """All four ``F`` in front."""
    return payer.fa == 4


def flag(payer: Payer) -> bool:
    """红旗飘飘 laid out."""
    return payer.flag


def ready(payer: Payer) -> bool:
    """报听 declared."""
    return payer.ready


EATEN: tuple[Line[Payer], ...] = (
    Line("JJ-X3", "吃发财", 1, some_fa),
    Line("JJ-X3", "吃发财 四个", 8, four_fa),
    Line("JJ-X4", "吃杠 明杠", 1, patterns.exposed_suit_kongs),
    Line("JJ-X4", "吃杠 暗杠", 2, patterns.concealed_suit_kongs),
    Line("JJ-X4", "吃杠 明杠红中白板", 3, patterns.exposed_honour_kongs),
    Line("JJ-X4", "吃杠 暗杠红中白板", 4, patterns.concealed_honour_kongs),
    Line("JJ-X5", "吃红中白板", 1, patterns.laid_honour_pungs),
    Line("JJ-X6", "吃红旗飘飘", 10, flag),
    Line("JJ-X7", "吃报听", 10, ready),
)


def payer(fa: int, melds: tuple[Meld, ...], declared: bool, options: Options) -> Payer:
    """What a seat with these things on the table can lose beside the winner's own 炮 (JJ-X6)."""
    laid = {kind for _, kind in melds}
    both = laid.issuperset(DRAGONS)
    if both and options.flag_eaten == "replace":
        melds = tuple(meld for meld in melds if meld[1] not in DRAGONS)
    return Payer(fa, melds, both, declared)


def payers(winner: int, giver: int | None) -> list[int]:
    """JJ-X1: the seats that pay: who gave the tile (discarder, robbed player), else the others."""
    if giver is not None:
        return [giver]
    return [seat for seat in range(PLAYERS) if seat != winner]


def payments(
    value: int, unit: int, paying: Iterable[tuple[int, Payer]], options: Options
) -> tuple[PaymentAnswer, ...]:
    """JJ-X2: each payer's points, (own 炮 + what is eaten from this payer) × unit."""
    found = []
    for seat, who in paying:
        eaten = add_up(hits(EATEN, who, options))
        points = (value + sum(pao for _, pao in eaten)) * unit
        found.append(PaymentAnswer(from_=seat, points=points, lines=eaten))
    return tuple(found)


def deltas(winner: int, paid: Sequence[PaymentAnswer]) -> tuple[int, ...]:
    """What every seat wins or loses by one win, in points; they add up to nothing."""
    change = [0] * PLAYERS
    for payment in paid:
        change[winner] += payment.points
        change[payment.from_] -= payment.points
    return tuple(change)


# -- what carries to the next hand ---------------------------------------------------------------


class Carry(Struct, frozen=True):
    """What stands between two hands: totals, the next dealer, the unit; ``None``: not known."""

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    unit: int | None = None
    over: bool = False


def begin(options: Any, players: int) -> Carry:
    """Before the first hand: all totals 0, the dealer as recorded (JJ-P13), unit 1."""
    return Carry(totals=(0,) * players, unit=1)


def believe(carry: Carry, deal: Deal) -> Carry:
    """The unit that the deal says the hand begins with, where the hands before tell none."""
    unit = (deal.carry or {}).get("unit")
    if carry.unit is not None or not isinstance(unit, int) or unit < 1:
        return carry
    return replace(carry, unit=unit)


def factor(t: Table) -> int:
    """P14: what 跟庄 in this hand makes of the next unit: 1, 2 or 4."""
    followed = [chain.followers == 3 for chain in t.own.chains]
    if not followed or not followed[0]:
        return 1
    both = len(followed) > 1 and followed[1]
    return 4 if both or t.own.chains[0].leads in DRAGONS else 2


def carry_on(carry: Carry, t: Table, settlement: Settlement) -> Carry:
    """P13, JJ-P15: the dealer and the unit of the next hand; an abort leaves both (R9)."""
    if settlement.outcome == "abort":
        return replace(carry, dealer=t.dealer)
    dealer = next_dealer(t, settlement)
    if carry.unit is None or dealer is None or t.doubtful:
        return replace(carry, dealer=dealer, unit=None)
    kept = carry.unit if dealer == t.dealer else 1
    times = factor(t)
    unit = max(kept, times) if t.options.follow_stack == "max" else kept * times
    return replace(carry, dealer=dealer, unit=unit)


def next_dealer(t: Table, settlement: Settlement) -> int | None:
    """P13: who deals next; ``None`` when the settlement does not say who won."""
    assert t.dealer is not None
    passed_on = t.next_seat(t.dealer)
    if settlement.outcome == "draw":
        return t.dealer if t.options.dealer_after_draw == "stay" else passed_on
    wins = settlement.wins or ()
    if not wins:
        return None
    winners = {win.seat for win in wins}
    if t.options.dealer_after_win == "next_seat_unless_dealer":
        return t.dealer if t.dealer in winners else passed_on
    if len(wins) == 1:
        return wins[0].seat
    giver = wins[0].from_
    return t.given.seat if giver is None and t.given is not None else giver
