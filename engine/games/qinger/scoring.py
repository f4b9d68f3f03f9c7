"""青儿: what every player's hand is worth (QE-W, QE-A, QE-B, QE-D)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from engine.case import Answer, CaseError
from engine.games.qinger import (
    ADVERT,
    ALIKE,
    BIG,
    CLUBS,
    COPIES,
    FACES,
    FLOWERS,
    GHOSTS,
    HAND,
    INDEX,
    PLAYING,
    RANKED,
    SETS,
    SMALL,
    Options,
    payment,
)
from engine.games.qinger import patterns as hand
from engine.games.qinger.patterns import AN, FEI, JIAN, MING, PENG, PLAIN, Act, By, Held, Meld
from engine.games.qinger.patterns import HAND as IN_HAND
from engine.intake import HIDDEN, kinds, one_kind
from engine.lines import Line, add_up, hits
from engine.mahjong.cases import impossible_giver
from events.tiles import CARDS

Place = Annotated[int, Meta(ge=0, le=PLAYING - 1)]
"""One of the three who play, in order of play."""


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand``, ``melds`` as ``(act, card)``, and the cards laid out as ``flowers``.

    ``wu_xi``: the ghosts among them were laid together at the opening. ``clubs``: every ♣ J Q K
    that the seat drew, still held or not. ``knocked``: 敲.
    """

    hand: str = ""
    melds: Annotated[tuple[tuple[Act, str], ...], Meta(max_length=SETS)] = ()
    flowers: str = ""
    wu_xi: bool = False
    clubs: str = ""
    knocked: bool = False


class WinCase(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_": "from"},
):
    """The win: who, on which card, how, and from whom (absent for an own draw)."""

    seat: Place
    tile: str
    by: By
    from_: Place | None = None
    last: bool = False
    first: Literal["heaven", "earth"] | None = None


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One finished hand (``docs/score-case.md``); ``win`` is ``None`` when nobody won."""

    game: Literal["qinger"] = "qinger"
    id: Any = UNSET
    options: Options = Options()
    dealer: Place
    jian: str
    seats: Annotated[tuple[SeatCase, ...], Meta(min_length=PLAYING, max_length=PLAYING)]
    win: WinCase | None


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
    Line("QE-B8", "碰 非见牌", 1, hand.number(PENG, PLAIN)),
    Line("QE-B8", "碰 见牌", 4, hand.number(PENG, JIAN)),
    Line("QE-B8", "手里三张 非见牌", 2, hand.number(IN_HAND, PLAIN)),
    Line("QE-B8", "手里三张 见牌", 8, hand.number(IN_HAND, JIAN)),
    Line("QE-B8", "明笃 非见牌", 4, hand.number(MING, PLAIN)),
    Line("QE-B8", "明笃 见牌", 16, hand.number(MING, JIAN)),
    Line("QE-B8", "暗笃 非见牌", 6, hand.number(AN, PLAIN)),
    Line("QE-B8", "暗笃 见牌", 24, hand.number(AN, JIAN)),
    Line("QE-B8", "起飞 非见牌", 8, hand.number(FEI, PLAIN)),
    Line("QE-B8", "起飞 见牌", 32, hand.number(FEI, JIAN)),
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
    table = read(case)
    counted = [_held(case, table, place) for place in range(PLAYING)]
    worths = [None if held is None else worth(held) for held in counted]
    value, lines = 0, ()
    if case.win is not None:
        held = counted[case.win.seat]
        assert held is not None, "the winner's hand is known"
        best = _best(case, table, held)
        if best is None:
            return Answer(id=case.id, legal=False, clause="QE-W1", value=0)
        value, lines = worths[case.win.seat] = best
        if value <= LEAST:
            return Answer(id=case.id, legal=False, clause="QE-W2", value=value, lines=lines)
    known = [one for one in worths if one is not None]
    if len(known) < PLAYING:
        return Answer(id=case.id, legal=True, value=value, lines=lines)
    totals = tuple(one.total for one in known)
    settled = payment.pairs(totals, [seat.knocked for seat in case.seats], case.options)
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
    return Worth(total((*points, *sets), factors), (*points, *sets, *factors))


def total(points: Sequence[tuple[str, int]], factors: Sequence[tuple[str, int]]) -> int:
    """A + B, doubled."""
    return sum(amount for _, amount in points) * prod(factor for _, factor in factors)


def _best(case: Case, table: Table, held: Held) -> Worth | None:
    """QE-W3: the reading that is worth most; of two alike the one of three alike (飘胡)."""
    assert case.win is not None
    winner = table.seats[case.win.seat]
    counts = _kinds([*winner.held, table.tile])
    found = hand.readings(counts, len(winner.melds), ALIKE[table.tile])
    # All that the readings differ in is told by a few of them: no run stands last.
    ways = sorted(found, key=lambda reading: reading.wenqian + reading.runs)
    worths = [worth(replace(held, reading=reading)) for reading in ways]
    return max(worths, key=lambda one: one.total, default=None)


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
        _club_in_four(case, table, meld) is not None for meld in fours
    )


def _club_in_four(case: Case, table: Table, meld: Meld) -> int | None:
    """The ♣ J, Q or K in a 笃 or 起飞: in all of these kinds, unless it is the 见张 (QE-J4)."""
    kind = ALIKE[meld[1]]
    if kind < RANKED or CLUBS[kind - RANKED] == table.jian:
        return None
    return CLUBS[kind - RANKED]


def _kinds(cards: Sequence[int]) -> list[int]:
    """The counts of the kinds that groups are made of."""
    counts = [0] * len(COPIES)
    for card in cards:
        counts[card] += 1
    return hand.alike(counts)


# What a case must be to describe a hand at all


class Shown(NamedTuple):
    """What a case tells of a seat, by card: its hand as far as known, sets, flowers, ♣ J Q K."""

    held: list[int]
    melds: tuple[Meld, ...]
    flowers: list[int]
    clubs: list[int]


class Table(NamedTuple):
    """A case with its cards read: the seats, the 见张 and the winning card (-1: nobody won)."""

    seats: list[Shown]
    jian: int
    tile: int


def read(case: Case) -> Table:
    """The cards of a case; :class:`CaseError` when they, or the win, cannot be."""
    jian = one_kind(case.jian, CARDS, INDEX, "$.jian")
    tile = -1
    if case.win is not None:
        tile = one_kind(case.win.tile, CARDS, INDEX, "$.win.tile")
    table = Table([_seat(case, place) for place in range(PLAYING)], jian, tile)
    _check_copies(case, table)
    fault = _impossible_win(case, table) or _impossible_cards(case, table)
    if fault is not None:
        path, message = fault
        raise CaseError("impossible", message, path)
    return table


def _seat(case: Case, place: int) -> Shown:
    given = case.seats[place]
    path = f"$.seats[{place}]"
    melds = []
    for i, (act, text) in enumerate(given.melds):
        card = one_kind(text, CARDS, INDEX, f"{path}.melds[{i}][1]")
        if card in FLOWERS:
            message = f"{text} is part of no set (QE-P4)"
            raise CaseError("tile", message, f"{path}.melds[{i}][1]")
        melds.append((act, card))
    held = kinds(given.hand, CARDS, INDEX, f"{path}.hand")
    winner = case.win is not None and place == case.win.seat
    if winner and HIDDEN in held:
        raise CaseError("tile", "the winner's hand must be known", f"{path}.hand")
    size = HAND - 3 * len(melds)
    if len(held) != size and (held or winner):
        beside = " beside the winning card" if winner else ""
        raise CaseError(
            "hand_size",
            f"seat {place} with {len(melds)} sets holds {size} cards{beside}, not {len(held)}",
            f"{path}.hand",
        )
    return Shown(
        [card for card in held if card != HIDDEN],
        tuple(melds),
        _only(given.flowers, FLOWERS, "a ghost or 广告 (QE-P4)", f"{path}.flowers"),
        _only(given.clubs, CLUBS, "one of ♣ J Q K (QE-B7)", f"{path}.clubs"),
    )


def _only(text: str, allowed: Sequence[int], what: str, path: str) -> list[int]:
    """The cards of ``text``, each of them one of ``allowed``."""
    cards = kinds(text, CARDS, INDEX, path)
    for card in cards:
        if card not in allowed:
            name = "?" if card == HIDDEN else CARDS.tiles[card]
            raise CaseError("tile", f"{name} is not {what}", path)
    return cards


def _check_copies(case: Case, table: Table) -> None:
    """QE-E1, QE-E2: no more of a card or kind than there are, over all that the case shows."""
    cards, laid, drawn = [0] * len(COPIES), [0] * len(COPIES), [0] * len(COPIES)
    for card in (table.jian, table.tile):
        if card >= 0:
            cards[card] += 1
    drawn[table.jian] += 1
    for place, shown in enumerate(table.seats):
        for card in (*shown.held, *shown.flowers):
            cards[card] += 1
        for act, card in shown.melds:
            fourth = case.options.jian_counts_as_fourth and act in ("an_du", "qi_fei")
            three = act == "peng" or (fourth and ALIKE[card] == ALIKE[table.jian])
            laid[ALIKE[card]] += 3 if three else 4
        for card in shown.clubs:
            drawn[card] += 1
        for card, n in enumerate(cards):
            kind = n + laid[card] + (cards[card + 3] if card in FACES else 0)
            if n > COPIES[card] or kind > max(4, COPIES[card]) or drawn[card] > COPIES[card]:
                raise CaseError(
                    "five_of_a_kind",
                    f"more {CARDS.tiles[card]} than there are, 见张 and winning card included "
                    "(QE-E1, QE-E2)",
                    f"$.seats[{place}]",
                )


def _impossible_win(case: Case, table: Table) -> tuple[str, str] | None:
    win = case.win
    if win is None:
        return None
    fault = impossible_giver(win.seat, win.by, win.from_)
    if fault is not None:
        return fault
    if win.by == "discard" and table.tile in FLOWERS:
        return "$.win.tile", "a ghost or 广告 is never discarded (QE-P4)"
    if win.first == "heaven" and (win.seat != case.dealer or win.by != "self_draw"):
        return "$.win.first", "only the dealer wins with the dealt cards (QE-W4)"
    return None


def _impossible_cards(case: Case, table: Table) -> tuple[str, str] | None:
    """五喜起飞 without the ghosts (QE-P3), ♣ J Q K that nobody drew (QE-B7)."""
    ghosts = sum(COPIES[card] for card in GHOSTS) - (table.jian in GHOSTS)
    for place, shown in enumerate(table.seats):
        laid = sum(card in GHOSTS for card in shown.flowers)
        if case.seats[place].wu_xi and laid != ghosts:
            path = f"$.seats[{place}].wu_xi"
            return path, f"五喜起飞 lays out {ghosts} ghosts, not {laid} (QE-P3)"
        own = [card for card in shown.held if card in CLUBS]
        own += [
            club
            for meld in shown.melds
            if meld[0] in ("an_du", "qi_fei")
            and (club := _club_in_four(case, table, meld)) is not None
        ]
        win = case.win
        if win is not None and place == (win.seat if win.from_ is None else win.from_):
            own += [table.tile] if table.tile in CLUBS else []
        for card in own:
            if card not in shown.clubs:
                path = f"$.seats[{place}].clubs"
                return path, f"{CARDS.tiles[card]} is not among the ♣ J Q K drawn (QE-B7)"
    return None
