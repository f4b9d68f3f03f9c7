"""九江麻将: who pays the winner, and what is eaten from each payer (JJ-X)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from engine.case import PaymentAnswer
from engine.games.jiujiang import DRAGONS, PLAYERS, Options, patterns
from engine.games.jiujiang.patterns import Meld
from engine.lines import Line, add_up, hits


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
    Line("JJ-X4", "吃杠 明杠红中白板", 3, patterns.exposed_dragon_kongs),
    Line("JJ-X4", "吃杠 暗杠红中白板", 4, patterns.concealed_dragon_kongs),
    Line("JJ-X5", "吃红中白板", 1, patterns.laid_dragon_pungs),
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
