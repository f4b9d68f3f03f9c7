"""青儿: what every player's hand is worth (QE-W, QE-A, QE-B, QE-D)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import NamedTuple

from msgspec.structs import replace

from engine.case import Answer
from engine.games.qinger import (
    ADVERT,
    ALIKE,
    BIG,
    CLUBS,
    COPIES,
    GHOSTS,
    HAND,
    PLAYING,
    SMALL,
    payment,
)
from engine.games.qinger import patterns as hand
from engine.games.qinger.cases import Case, Table, club_in_four, read
from engine.games.qinger.patterns import AN, FEI, JIAN, MING, PENG, PLAIN, Held
from engine.games.qinger.patterns import HAND as IN_HAND
from engine.lines import Line, add_up, hits

# The tables of the rule book: points of the winner, points of every player, factors.

WINNER: tuple[Line[Held], ...] = (
    Line("QE-A1", "底分", 20, hand.any_hand),
    Line("QE-A2", "单调 边 嵌", 10, hand.alone),
    Line("QE-A3", "文钱 一套", 20, hand.one_wenqian),
    Line("QE-A3", "文钱 两套", 50, hand.two_wenqian),
    Line("QE-A3", "文钱 三套", 80, hand.three_wenqian),
    Line("QE-A4", "青儿", 100, hand.qing_er),
)

SINGLE_GHOSTS = ("QE-B1", "QE-B2")

EVERYBODY: tuple[Line[Held], ...] = (
    Line("QE-B1", "大鬼 一张", 10, hand.one_big),
    Line("QE-B1", "大鬼 两张", 20, hand.two_big),
    Line("QE-B1", "大鬼 三张", 50, hand.three_big),
    Line("QE-B2", "小鬼 一张", 20, hand.one_small),
    Line("QE-B2", "小鬼 两张", 50, hand.two_small),
    Line("QE-B3", "五鬼", 200, hand.five_ghosts, SINGLE_GHOSTS),
    Line("QE-B4", "五喜起飞", 400, hand.five_together, (*SINGLE_GHOSTS, "QE-B3")),
    Line("QE-B5", "广告", 30, hand.advert),
    Line("QE-B6", "鬼见 四鬼", 300, hand.four_ghosts_apart, SINGLE_GHOSTS),
    Line("QE-B6", "鬼见 四鬼起飞", 560, hand.four_ghosts_together, SINGLE_GHOSTS),
    Line("QE-B7", "草花 自己的", 20, hand.own_club),
    Line("QE-B7", "草花", 10, hand.other_clubs),
)

SETS_OF: tuple[Line[Held], ...] = (
    Line("QE-B8", "碰笃起飞: 碰, 非见牌", 1, hand.number(PENG, PLAIN)),
    Line("QE-B8", "碰笃起飞: 碰, 见牌", 4, hand.number(PENG, JIAN)),
    Line("QE-B8", "碰笃起飞: 手里三张, 非见牌", 2, hand.number(IN_HAND, PLAIN)),
    Line("QE-B8", "碰笃起飞: 手里三张, 见牌", 8, hand.number(IN_HAND, JIAN)),
    Line("QE-B8", "碰笃起飞: 明笃, 非见牌", 4, hand.number(MING, PLAIN)),
    Line("QE-B8", "碰笃起飞: 明笃, 见牌", 16, hand.number(MING, JIAN)),
    Line("QE-B8", "碰笃起飞: 暗笃, 非见牌", 6, hand.number(AN, PLAIN)),
    Line("QE-B8", "碰笃起飞: 暗笃, 见牌", 24, hand.number(AN, JIAN)),
    Line("QE-B8", "碰笃起飞: 起飞, 非见牌", 8, hand.number(FEI, PLAIN)),
    Line("QE-B8", "碰笃起飞: 起飞, 见牌", 32, hand.number(FEI, JIAN)),
)

ROUNDED = ("QE-B9", 10)
"""The clause that rounds the sum of B8 up, and what to."""

FACTORS: tuple[Line[Held], ...] = (
    Line("QE-D1", "三红 胡", 2, hand.three_red_won),
    Line("QE-D2", "三红 未胡", 2, hand.three_red),
    Line("QE-D3", "穷狠", 2, hand.poor),
    Line("QE-D4", "穷穷狠", 4, hand.poor_with_ghost),
    Line("QE-D5", "飘胡", 2, hand.all_alike),
)

_FACTORS = frozenset(line.clause for line in FACTORS)

LINES = (*WINNER, *EVERYBODY, *SETS_OF, *FACTORS)
"""All rows in the order of the rule book; QE-B9 has none, it rounds."""

LEAST = 60
"""QE-W2: a win must be worth more."""


def score(case: Case) -> Answer:
    """What every player's hand is worth, and who pays whom.

    A hand that is no winning shape breaks QE-W1, one that is worth too little QE-W2; neither is
    paid. Where not all hands are known, what depends on them is left out. Raises
    :class:`engine.case.CaseError` when the case describes no possible hand.
    """
    clause, worths = count(case)
    won = worths[case.win.seat] if case.win is not None else None
    value, lines = won or (0, ())
    if clause is not None:
        return Answer(id=case.id, legal=False, clause=clause, value=value, lines=lines)
    known = [one for one in worths if one is not None]
    if len(known) < PLAYING:
        return Answer(id=case.id, legal=True, value=value, lines=lines)
    totals = tuple(one.total for one in known)
    knocked = {place: seat.knocked for place, seat in enumerate(case.seats)}
    settled = payment.pairs(dict(enumerate(totals)), knocked, case.options)
    return Answer(
        id=case.id,
        legal=True,
        value=value,
        lines=lines,
        totals=totals,
        seat_lines=tuple(one.lines for one in known),
        payments=() if case.win is None else payment.payments(settled, case.win.seat),
        deltas=payment.deltas(settled, PLAYING),
    )


def count(case: Case) -> tuple[str | None, list[Worth | None]]:
    """The clause that the win breaks, if any, and what every player's hand is worth.

    ``None`` for a hand that is not known. Raises :class:`engine.case.CaseError` as :func:`score`.
    """
    table = read(case)
    held = [_held(case, table, place) for place in range(PLAYING)]
    worths = [None if one is None else worth(one) for one in held]
    if case.win is None:
        return None, worths
    found = _ways(case, table)
    worths[case.win.seat] = found[0] if found else None
    if not found:
        return "QE-W1", worths
    return (None if found[0].total > LEAST else "QE-W2"), worths


def ways(case: Case) -> list[Worth]:
    """QE-W3: what the winner's hand is worth in each reading, the most first; [] for no shape.

    Of two alike the one of three alike (飘胡) is first. Raises :class:`engine.case.CaseError` as
    :func:`score`.
    """
    return _ways(case, read(case))


class Worth(NamedTuple):
    """A player's final total and the lines that it is made of, in the order of the book."""

    total: int
    lines: tuple[tuple[str, int], ...]


def worth(held: Held) -> Worth:
    """QE-A, QE-B, QE-D: the total of one player, in one reading if it is the winner."""
    options = held.options
    points = add_up([*hits(WINNER, held, options), *hits(EVERYBODY, held, options)])
    sets = add_up(hits(SETS_OF, held, options))
    clause, step = ROUNDED
    more = -sum(amount for _, amount in sets) % step
    if more:
        sets = (*sets, (clause, more))
    factors = add_up(hits(FACTORS, held, options))
    lines = (*points, *sets, *factors)
    return Worth(total(lines), lines)


def total(lines: Sequence[tuple[str, int]]) -> int:
    """What lines come to: A + B, times the factors of D."""
    return sum(amount for clause, amount in lines if clause not in _FACTORS) * prod(
        amount for clause, amount in lines if clause in _FACTORS
    )


def _ways(case: Case, table: Table) -> list[Worth]:
    assert case.win is not None, "somebody won"
    held = _held(case, table, case.win.seat)
    assert held is not None, "the winner's hand is known"
    winner = table.seats[case.win.seat]
    counts = _kinds([*winner.held, table.tile])
    found = hand.readings(counts, len(winner.melds), ALIKE[table.tile])
    few_runs = sorted(found, key=lambda reading: reading.wenqian + reading.runs)
    worths = [worth(replace(held, reading=reading)) for reading in few_runs]
    return sorted(worths, key=lambda one: one.total, reverse=True)


def _held(case: Case, table: Table, place: int) -> Held | None:
    """What the player has, without a reading; ``None`` when not all of it is known."""
    shown = table.seats[place]
    if len(shown.held) < HAND - 3 * len(shown.melds):
        return None
    win = case.win if case.win is not None and case.win.seat == place else None
    drawn = win is not None and win.by == "self_draw"
    own = _kinds([*shown.held, table.tile] if drawn else shown.held)
    every = own if win is None or drawn else _kinds([*shown.held, table.tile])
    won = ALIKE[table.tile] if win is not None and not drawn else None
    mine = CLUBS[2 - (place - case.dealer) % PLAYING]  # K, Q, J from the dealer round
    ghosts = [*shown.flowers, *shown.held]
    return Held(
        options=case.options,
        ghost=table.jian in GHOSTS,
        big=ghosts.count(BIG),
        small=ghosts.count(SMALL),
        adverts=ghosts.count(ADVERT),
        together=case.seats[place].wu_xi,
        own_clubs=shown.clubs.count(mine),
        other_clubs=len(shown.clubs) - shown.clubs.count(mine),
        club_held=_club_held(case, table, place),
        sets=hand.sets(table.jian, shown.melds, own, won),
        faces=hand.faces(shown.melds, every),
        open=bool(shown.melds),
    )


def _club_held(case: Case, table: Table, place: int) -> bool:
    """Whether one of ♣ J Q K is among the player's cards: in hand, the winning one, or in a set."""
    shown = table.seats[place]
    cards = list(shown.held)
    if case.win is not None and case.win.seat == place:
        cards.append(table.tile)
    cards += [card for act, card in shown.melds if act == "peng"]
    fours = [meld for meld in shown.melds if meld[0] != "peng"]
    return any(card in CLUBS for card in cards) or any(
        club_in_four(meld, table.jian) is not None for meld in fours
    )


def _kinds(cards: Sequence[int]) -> list[int]:
    """The counts of the kinds that groups are made of."""
    counts = [0] * len(COPIES)
    for card in cards:
        counts[card] += 1
    return hand.alike(counts)
