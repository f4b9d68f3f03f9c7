"""告胡子: what a finished hand is worth (GH-W, GH-H, GH-N)."""

from __future__ import annotations

from operator import add, mul
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct
from msgspec.structs import replace

from engine.case import Answer, CaseError
from engine.games.gaohuzi import COPIES, HAND, KINDS, NAMES, RED, UNIT, Options, payment
from engine.games.gaohuzi import patterns as hand
from engine.games.gaohuzi.patterns import (
    BIG,
    FOURS,
    KAN,
    LOW,
    MIXED,
    PAO,
    PENG,
    SMALL,
    STT,
    TI,
    Act,
    By,
    Finished,
    First,
    Meld,
    Reading,
    number,
)
from engine.intake import HIDDEN, kinds, one_kind
from engine.lines import Line, add_up, hits
from events.model import Seat
from events.tiles import ZIPAI


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand``, ``melds`` as ``(act, cards)``, and how many 提 it was dealt."""

    hand: str = ""
    melds: Annotated[tuple[tuple[Act, str], ...], Meta(max_length=7)] = ()
    dealt_ti: Annotated[int, Meta(ge=0, le=5)] = 0


class WinCase(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_": "from"},
):
    """The win: who, on which card, how, and from whom (absent for an own draw or the deal)."""

    seat: Seat
    tile: str
    by: By
    from_: Seat | None = None
    last: bool = False
    first: First | None = None


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One finished hand (``docs/score-case.md``); ``id`` is given back as it is."""

    game: Literal["gaohuzi"] = "gaohuzi"
    id: Any = UNSET
    options: Options = Options()
    dealer: Seat
    seats: Annotated[tuple[SeatCase, ...], Meta(min_length=2, max_length=3)]
    win: WinCase


# The tables of the rule book: 胡息 by group, small and big (GH-H7: no other group has any), then
# the names and their effects.

HUXI: tuple[Line[Reading], ...] = (
    Line("GH-H1", "碰 小字", 1, number(PENG, SMALL)),
    Line("GH-H1", "碰 大字", 3, number(PENG, BIG)),
    Line("GH-H2", "坎 偎 臭偎 小字", 3, number(KAN, SMALL)),
    Line("GH-H2", "坎 偎 臭偎 大字", 6, number(KAN, BIG)),
    Line("GH-H3", "跑 小字", 6, number(PAO, SMALL)),
    Line("GH-H3", "跑 大字", 9, number(PAO, BIG)),
    Line("GH-H4", "提 小字", 9, number(TI, SMALL)),
    Line("GH-H4", "提 大字", 12, number(TI, BIG)),
    Line("GH-H5", "一二三", 3, number(LOW, SMALL)),
    Line("GH-H5", "壹贰叁", 6, number(LOW, BIG)),
    Line("GH-H6", "二七十", 3, number(STT, SMALL)),
    Line("GH-H6", "贰柒拾", 6, number(STT, BIG)),
)

DOUBLE, HUNDRED = 2, 100

NAMED: tuple[Line[Finished], ...] = (
    Line("GH-N1", "自摸", DOUBLE, hand.own_draw),
    Line("GH-N2", "一点红", DOUBLE, hand.one_red),
    Line("GH-N3", "一条扁", DOUBLE, hand.one_red_group),
    Line("GH-N4", "乌胡", HUNDRED, hand.no_red),
    Line("GH-N5", "海底胡", DOUBLE, hand.last),
    Line("GH-N6", "十三红", HUNDRED, hand.thirteen_red),
    Line("GH-N7", "十红", DOUBLE, hand.ten_red),
    Line("GH-N8", "卡胡 30", HUNDRED, hand.exactly_thirty),
    Line("GH-N9", "卡胡 20", DOUBLE, hand.exactly_twenty),
    Line("GH-N10", "天胡", HUNDRED, hand.heaven),
    Line("GH-N11", "地胡", HUNDRED, hand.earth),
)

LINES: tuple[Line[Any], ...] = (*HUXI, *NAMED)
"""All rows in the order of the rule book."""

MEASURES: dict[str, str] = {
    line.clause: UNIT if line.points == HUNDRED else "倍" for line in reversed(NAMED)
}
"""What the names count in; 天胡 and 地胡 first, whose ids begin like 自摸's."""

HUXI_OF = tuple(int(line.points) for line in HUXI)
"""What each entry of ``Reading.groups`` is worth; the rows stand in its order."""


class Worth(NamedTuple):
    """What one reading is worth; of two readings the one with the greater worth counts (GH-W3).

    ``score`` is that of GH-N12, ``groups`` the 胡息 of every H clause in the order of the book,
    ``factor`` the product of the doublings.
    """

    score: int
    huxi: int
    groups: tuple[int, ...]
    factor: int
    lines: tuple[tuple[str, int], ...]


def score(case: Case) -> Answer:
    """What the hand is worth, and what every total changes by.

    A hand that is no seven groups breaks GH-W1, one with too few 胡息 GH-W2; neither is paid.
    Raises :class:`engine.case.CaseError` when the case describes no possible hand.
    """
    win, winner = case.win, read(case)
    found = hand.readings(winner.counts, winner.melds, winner.tile, win.by)
    if not found:
        return Answer(id=case.id, legal=False, clause="GH-W1", value=0, huxi=0, factor=1)
    worths = [worth(case, winner, reading) for reading in found]
    enough = [one for one in worths if one.huxi >= case.options.min_huxi]
    best = max(enough or worths)
    value = payment.capped(best.score, case.options)
    answer = Answer(
        id=case.id,
        legal=bool(enough),
        clause=UNSET if enough else "GH-W2",
        value=value,
        huxi=best.huxi,
        factor=best.factor,
        lines=best.lines,
    )
    if not enough:
        return answer
    thrower = win.from_ if win.by == "discard" else None
    return replace(
        answer,
        payments=payment.payments(value, thrower),
        deltas=payment.deltas(value, win.seat, thrower, len(case.seats), case.options),
    )


def huxi(reading: Reading) -> int:
    """What the groups of a reading are worth (GH-H)."""
    return sum(map(mul, reading.groups, HUXI_OF))


def worth(case: Case, winner: Winner, reading: Reading) -> Worth:
    """GH-N12: 100 for every 100-name, or else the 胡息; doubled by every other name."""
    options, win = case.options, case.win
    groups, sum_of_groups = hits(HUXI, reading, options), huxi(reading)
    finished = Finished(
        by=win.by,
        first=win.first,
        last=win.last,
        red=winner.red,
        dealt=winner.dealt,
        huxi=sum_of_groups,
        reading=reading,
    )
    names = hits(NAMED, finished, options)
    hundreds = sum(amount == HUNDRED for _, amount in names)
    factor = DOUBLE ** (len(names) - hundreds)
    if options.hundreds == "single":
        hundreds = min(hundreds, 1)
    lines = add_up(groups)
    by_clause = dict(lines)
    return Worth(
        score=(hundreds * HUNDRED or sum_of_groups) * factor,
        huxi=sum_of_groups,
        groups=tuple(by_clause.get(clause, 0) for clause in H_CLAUSES),
        factor=factor,
        lines=lines + add_up(names),
    )


H_CLAUSES = tuple(dict.fromkeys(line.clause for line in HUXI))


# What a case must be to describe a hand at all


class Winner(NamedTuple):
    """A case with its cards read: the winner's hand without the winning card, and his melds.

    ``red`` counts all red cards, the winning one too; ``dealt`` the 提 that he was dealt.
    """

    counts: list[int]
    melds: tuple[Meld, ...]
    tile: int
    red: int
    dealt: int


CARDS = {NAMES[kind]: kind for kind in range(KINDS)}


def read(case: Case) -> Winner:
    """The winner's cards; :class:`CaseError` when they, or the win, cannot be."""
    win = case.win
    _check_seats(case)
    tile = one_kind(win.tile, ZIPAI, CARDS, "$.win.tile")
    shown = [_seat(case, seat) for seat in range(len(case.seats))]
    seen = _check_copies(shown, tile)
    counts, melds = shown[win.seat]
    fours = sum(act in FOURS for act, _ in melds)
    in_hand = sum(n + (kind == tile and win.by == "dealt") == 4 for kind, n in enumerate(counts))
    _check_size(case, melds, fours + in_hand if win.by == "dealt" else fours)
    fault = impossible(case, melds, in_hand)
    if fault is not None:
        path, message = fault
        raise CaseError("impossible", message, path)
    dealt = case.seats[win.seat].dealt_ti
    if win.by == "dealt" or win.first == "earth":
        dealt = fours + in_hand
    red = sum(n for kind, n in enumerate(seen[win.seat]) if kind in RED) + (tile in RED)
    return Winner(counts, melds, tile, red, dealt)


Shown = tuple[list[int], tuple[Meld, ...]]
"""What a case tells of a seat: the counts of the known cards of its hand, and its melds."""


def _check_seats(case: Case) -> None:
    n, win = len(case.seats), case.win
    for seat, path in (
        (case.dealer, "$.dealer"),
        (win.seat, "$.win.seat"),
        (win.from_, "$.win.from"),
    ):
        if seat is not None and seat >= n:
            raise CaseError("field", f"the seats are 0 to {n - 1}, there is no seat {seat}", path)


def _seat(case: Case, seat: int) -> Shown:
    given, path = case.seats[seat], f"$.seats[{seat}]"
    melds = tuple(
        (act, _meld(act, text, f"{path}.melds[{i}][1]"))
        for i, (act, text) in enumerate(given.melds)
    )
    counts = [0] * KINDS
    for kind in kinds(given.hand, ZIPAI, CARDS, f"{path}.hand"):
        if kind != HIDDEN:
            counts[kind] += 1
        elif seat == case.win.seat:
            raise CaseError("tile", "the winner's hand must be known", f"{path}.hand")
    return counts, melds


def _meld(act: Act, text: str, path: str) -> tuple[int, ...]:
    if act not in MIXED:
        return (one_kind(text, ZIPAI, CARDS, path),)
    named = kinds(text, ZIPAI, CARDS, path)
    if HIDDEN in named:
        raise CaseError("tile", "every card of a meld must be known", path)
    if len(named) != 3 or not hand.mixed(named):
        raise CaseError("impossible", f"{text!r} is no 句 and no 绞 (GH-M7, GH-M8)", path)
    return tuple(named)


def _check_copies(shown: list[Shown], tile: int) -> list[list[int]]:
    """GH-E1: no more than four of a kind anywhere. Every seat's cards, melds included."""
    seen = []
    total = [0] * KINDS
    total[tile] = 1
    for seat, (counts, melds) in enumerate(shown):
        cards = counts.copy()
        for act, named in melds:
            for kind in named:
                cards[kind] += 1 if act in MIXED else 4 if act in FOURS else 3
        seen.append(cards)
        total = list(map(add, total, cards))
        if max(total) > COPIES:
            card = NAMES[total.index(max(total))]
            raise CaseError(
                "five_of_a_kind",
                f"more than {COPIES} {card}, winning card included (GH-E1)",
                f"$.seats[{seat}]",
            )
    return seen


def _check_size(case: Case, melds: tuple[Meld, ...], fours: int) -> None:
    """GH-W1: how many cards the winner holds beside the winning card."""
    win = case.win
    size = HAND + max(0, fours - 1) - sum(4 if act in FOURS else 3 for act, _ in melds)
    held = len(ZIPAI.parse(case.seats[win.seat].hand))
    if held != size:
        raise CaseError(
            "hand_size",
            f"with {len(melds)} melds and {fours} fours seat {win.seat} holds {size} cards beside "
            f"the winning card, not {held} (GH-W1)",
            f"$.seats[{win.seat}].hand",
        )


def impossible(case: Case, melds: tuple[Meld, ...], in_hand: int) -> tuple[str, str] | None:
    """Why the win cannot have come about as the case says: (path, sentence), ``None`` if it can.

    ``in_hand``: how many fours the winner still holds.
    """
    win, path = case.win, f"$.seats[{case.win.seat}]"
    gives = win.by in ("other_draw", "discard")
    if gives and win.from_ is None:
        return "$.win.from", "the seat that drew or discarded the winning card is missing"
    if not gives and win.from_ is not None:
        return "$.win.from", "an own draw and the dealt hand come from nobody"
    if win.from_ == win.seat:
        return "$.win.from", "what the winner drew himself is an own draw"
    if win.last and win.by in ("discard", "dealt"):
        return "$.win.last", "only a drawn card is the last one of the stock (GH-N5)"
    if in_hand and win.by != "dealt":
        return f"{path}.hand", "four alike are laid, not held (GH-P9)"
    laid = sum(act == "ti" for act, _ in melds)
    if case.seats[win.seat].dealt_ti > laid + in_hand:
        return f"{path}.dealt_ti", "more dealt 提 than the winner has"
    return _impossible_first(case, laid < len(melds))


def _impossible_first(case: Case, moved: bool) -> tuple[str, str] | None:
    """天胡 (GH-N10) and 地胡 (GH-N11): what cannot have happened before them.

    ``moved``: something beside a 提 lies before the winner.
    """
    win, dealer = case.win, case.dealer
    if win.by == "dealt" and win.seat != dealer:
        return "$.win.by", "only the dealer is complete before the first discard (GH-N10)"
    if (win.first == "heaven") > (win.by == "dealt"):
        return "$.win.first", "天胡 is won with the dealt hand (GH-N10)"
    if win.first == "earth" and (win.by != "discard" or win.from_ != dealer):
        return "$.win.first", "地胡 is won on the dealer's discard (GH-N11)"
    if moved and (win.by == "dealt" or win.first == "earth"):
        return f"$.seats[{win.seat}].melds", "before the first claim only 提 are laid (GH-P9)"
    return None
