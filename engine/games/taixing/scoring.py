"""泰兴麻将: what a finished hand is worth (TX-W, TX-H, TX-F, TX-X1)."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, ValidationError, convert

from engine.case import Answer, CaseError
from engine.case import Line as Scored
from engine.games.taixing import COPIES, FLOWERS, KINDS, PLAYERS, Options, payment
from engine.games.taixing import patterns as hand
from engine.games.taixing.patterns import By, Finished, First, Meld, Won
from engine.intake import one_kind, refusal
from engine.lines import Line, add_up, hits
from engine.mahjong.cases import Shown, Tiles, check_copies, impossible_giver, read_seat
from engine.mahjong.hands import KONGS, Act
from engine.mahjong.table import KINDS as ALL_KINDS
from events.model import Die, Seat
from events.tiles import MAHJONG


class MeldCase(Struct, frozen=True, array_like=True):
    """A set: how it was laid, its tile, and the seat that gave the claimed tile.

    The giver is absent for ``concealed_kong``; for ``added_kong`` it is the one of the pung.
    """

    act: Act
    tile: str
    giver: Seat | None = None


RawMeld = Annotated[tuple[str | int, ...], Meta(min_length=2, max_length=3)]


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand`` (empty when left out), flower tiles in front, 天听.

    ``melds``: arrays that are :class:`MeldCase`; they are read apart, so that one of a wrong length
    is refused at its own place.
    """

    hand: str = ""
    melds: Annotated[tuple[RawMeld, ...], Meta(max_length=4)] = ()
    flowers: Annotated[int, Meta(ge=0, le=8)] = 0
    ready: bool = False


class WinCase(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_": "from"},
):
    """The win: who, on which tile, how, and from whom (absent for an own draw)."""

    seat: Seat
    tile: str
    by: By
    from_: Seat | None = None
    last: bool = False
    first: First | None = None


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One finished hand (``docs/score-case.md``); ``id`` is given back as it is.

    ``debt``: how many doubled hands are owed from 荒庄 before this hand.
    """

    game: Literal["taixing"] = "taixing"
    id: Any = UNSET
    options: Options = Options()
    dealer: Seat
    dice: tuple[Die, Die] = (1, 2)
    debt: Annotated[int, Meta(ge=0, le=2**31)] = 0
    seats: Annotated[tuple[SeatCase, ...], Meta(min_length=PLAYERS, max_length=PLAYERS)]
    win: WinCase


# The tables of lines. 花 and 番 add up apart, their product is the unit (TX-X1).

HUA: tuple[Line[Finished], ...] = (
    Line("TX-H1", "硬花", 1, hand.flowers),
    Line("TX-H2", "风碰", 1, hand.wind_pungs),
    Line("TX-H3", "明杠", 1, hand.exposed_suit_kongs),
    Line("TX-H4", "暗杠", 2, hand.concealed_suit_kongs),
    Line("TX-H5", "风杠", 2, hand.exposed_honour_kongs),
    Line("TX-H6", "风暗杠", 3, hand.concealed_honour_kongs),
    Line("TX-H7", "风暗刻", "concealed_wind_triplet", hand.wind_triplets),
)

FLOOR: tuple[Line[Finished], ...] = (
    Line("TX-H8", "自摸底", 6, hand.drawn),
    Line("TX-H8", "放炮底", 3, hand.given),
    Line("TX-H8", "杠开底", 9, hand.kong_draw),
)
"""The least 花 of a win: the line says what is added to reach it."""

SMALL = "TX-F1"
"""小胡: no line of :data:`FAN`, or the base on which some of them may stand (BIG_ON_SMALL)."""

BIG_ON_SMALL = {"TX-F3", "TX-F4"}
"""The lines that ``big_line_base`` sets on 小胡's 番 when no other is there."""

OTHERS = ("TX-F2", "TX-F3", "TX-F4", "TX-F5", "TX-F6", "TX-F7", "TX-F8", "TX-F10", "TX-F11")

FAN: tuple[Line[Finished], ...] = (
    Line("TX-F2", "混一色", 2, hand.one_suit_with_honours),
    Line("TX-F3", "一条龙", 3, hand.straight),
    Line("TX-F4", "对对胡", 3, hand.all_triplets),
    Line("TX-F5", "七对", 3, hand.seven_pairs),
    Line("TX-F6", "清一色", 3, hand.one_suit),
    Line("TX-F7", "大吊车", 3, hand.pair_last),
    Line("TX-F8", "风一色", 8, hand.wind_hand),
    Line("TX-F9", "花胡", 8, hand.eight_flowers, OTHERS),
    Line("TX-F10", "天听", 8, hand.declared_or_dealt),
    Line("TX-F11", "杠开", 8, hand.kong_draw),
    Line("TX-F12", "抢杠", 8, hand.robbed),
)

DOUBLE_FIRST, DOUBLE_LAST = ("TX-E6", 2), ("TX-X4", 2)
"""豹子 and the 荒庄 debt: each doubles the unit, and they stand around the other lines."""

LEAST_HUA, LEAST_HARD = 3, 2
"""TX-W5: 花 that a 小胡 needs; 硬花 that will do for a self-draw."""


def score(case: Case) -> Answer:
    """What the hand is worth, and who pays what.

    Raises :class:`engine.case.CaseError` when the case describes no possible hand.
    """
    return worth(read(case), case.id)


def worth(won: Won, id: Any = UNSET) -> Answer:
    """The answer to a win whose tiles are read (:func:`read`, or a table's position).

    A hand that is no winning shape breaks TX-W1, one with three suits TX-W2, a 小胡 that lacks 花
    TX-W5; none of them is paid.
    """
    readings = hand.readings(won)
    if not readings:
        return Answer(id=id, legal=False, clause="TX-W1", value=0, hua=0, fan=0)
    suits, winds = hand.suits(won.counts, won.melds), hand.has_winds(won)
    read_as = [
        Finished(won=won, by=won.by, melds=won.melds, suits=suits, honours=winds, reading=reading)
        for reading in readings
    ]
    own = add_up(hits(HUA, read_as[0], won.options))
    fan_lines = max((fan_of(finished) for finished in read_as), key=_sum)
    fan = _sum(fan_lines)
    lines = own + floor(read_as[0], _sum(own))
    hua = _sum(lines)
    first, last = (DOUBLE_FIRST,) * won.alike, (DOUBLE_LAST,) * won.owed
    value = hua * fan * prod(factor for _, factor in first + last)
    lines = (*first, *lines, *fan_lines, *last)
    broken = illegal(won, suits, _sum(own), fan_lines)
    if broken is not None:
        return Answer(id=id, legal=False, clause=broken, value=value, hua=hua, fan=fan, lines=lines)
    paid = payment.payments(value, won.seat, won.giver, won.melds)
    return Answer(
        id=id,
        legal=True,
        value=value,
        hua=hua,
        fan=fan,
        lines=lines,
        payments=paid,
        deltas=payment.deltas(won.seat, paid),
    )


def fan_of(finished: Finished) -> tuple[Scored, ...]:
    """The 番 lines of one reading, 小胡 where there is none (TX-F1)."""
    lines = add_up(hits(FAN, finished, finished.won.options))
    if not lines:
        return ((SMALL, 1),)
    base = finished.won.options.big_line_base
    if base and BIG_ON_SMALL.issuperset(clause for clause, _ in lines):
        return ((SMALL, base), *lines)
    return lines


def floor(finished: Finished, own: int) -> tuple[Scored, ...]:
    """TX-H8: what the floor adds to the hand's ``own`` 花."""
    return tuple(
        (line.clause, least - own)
        for line, least in hits(FLOOR, finished, finished.won.options)
        if least > own
    )


def illegal(won: Won, suits: int, own: int, fan_lines: tuple[Scored, ...]) -> str | None:
    """TX-W2, TX-W5: the first clause that a complete hand breaks; ``own``: 花 before the floor."""
    if suits > 2 and won.tile not in FLOWERS:
        return "TX-W2"
    if fan_lines != ((SMALL, 1),) or own >= LEAST_HUA:
        return None
    return None if won.by == "self_draw" and won.flowers >= LEAST_HARD else "TX-W5"


def _sum(lines: tuple[Scored, ...]) -> int:
    return sum(amount for _, amount in lines)


# What a case must be to describe a hand at all


class Table(NamedTuple):
    """A case with its tiles read: the seats, the winner's sets and the winning kind."""

    seats: list[Shown]
    melds: list[MeldCase]
    tile: int


NAMED = {MAHJONG.tiles[kind]: kind for kind in KINDS}
TILES = Tiles(NAMED, COPIES, FLOWERS, "TX-E1", "TX-E4")


def read(case: Case) -> Won:
    """The win of a case; :class:`CaseError` when it, or the tiles, cannot be."""
    win = case.win
    tile = one_kind(win.tile, MAHJONG, NAMED, "$.win.tile")
    melds = [_melds(case, seat) for seat in range(PLAYERS)]
    seats = [_seat(case, seat, tile, melds[seat]) for seat in range(PLAYERS)]
    table = Table(seats, melds[win.seat], tile)
    check_copies(table.seats, [()] * PLAYERS, tile, TILES)
    _check_flowers(case, table)
    fault = impossible(case, table)
    if fault is not None:
        path, message = fault
        raise CaseError("impossible", message, path)
    given, shown = case.seats[win.seat], table.seats[win.seat]
    counts = [0] * ALL_KINDS
    for kind in (*shown.held, tile):
        counts[kind] += 1
    if tile in FLOWERS:
        counts[tile] = 0  # it is one of the eight in ``flowers``
    return Won(
        options=case.options,
        seat=win.seat,
        tile=tile,
        by=win.by,
        giver=win.from_,
        heaven=win.first == "heaven",
        ready=given.ready,
        flowers=given.flowers,
        melds=tuple(
            Meld(act, kind, meld.giver)
            for (act, kind), meld in zip(shown.melds, table.melds, strict=True)
        ),
        counts=counts,
        alike=case.dice[0] == case.dice[1],
        owed=case.debt > 0,
    )


def _seat(case: Case, seat: int, tile: int, melds: Sequence[MeldCase]) -> Shown:
    given = case.seats[seat]
    sizes = [13 - 3 * len(melds)]
    if tile in FLOWERS and not melds and case.win.seat != case.dealer:
        # 花胡 in the opening: the dealer has not discarded, the winner replaces no more (TX-W4).
        sizes += [14] if seat == case.dealer else [12] if seat == case.win.seat else []
    laid = [(meld.act, meld.tile) for meld in melds]
    return read_seat(seat, given.hand, laid, TILES, winner=seat == case.win.seat, sizes=sizes)


def _melds(case: Case, seat: int) -> list[MeldCase]:
    """The sets of a seat; a pung or a kong was claimed from another, a concealed kong from none."""
    found = []
    for i, raw in enumerate(case.seats[seat].melds):
        path = f"$.seats[{seat}].melds[{i}]"
        try:
            meld = convert(raw, MeldCase)
        except ValidationError as error:
            raise refusal(error, Options, path) from error
        if (meld.giver is None) != (meld.act == "concealed_kong"):
            says = "lacks the seat that gave its tile" if meld.giver is None else "has no giver"
            raise CaseError("field", f"the {meld.act} {says}", path)
        if meld.giver == seat:
            raise CaseError("impossible", "nobody claims a tile of his own", f"{path}[2]")
        found.append(meld)
    return found


def _check_flowers(case: Case, table: Table) -> None:
    """TX-E1: eight flowers, one of each, in front and in hand."""
    seen = 0
    for seat, shown in enumerate(table.seats):
        held = [kind for kind in shown.held if kind >= FLOWERS[0]]
        seen += case.seats[seat].flowers + len(held)
        if seen > len(FLOWERS) or len(set(held)) < len(held):
            message = f"more than {len(FLOWERS)} flowers, one of each (TX-E1)"
            raise CaseError("five_of_a_kind", message, f"$.seats[{seat}]")


def impossible(case: Case, table: Table) -> tuple[str, str] | None:
    """Why the win cannot have come about as the case says: (path, sentence), ``None`` if it can."""
    win = case.win
    return (
        impossible_giver(win.seat, win.by, win.from_)
        or _impossible_flowers(case, table)
        or _impossible_kong(case, table)
        or _impossible_ready(case, table)
        or _impossible_first(case, table)
    )


def _impossible_flowers(case: Case, table: Table) -> tuple[str, str] | None:
    win, eight = case.win, case.seats[case.win.seat].flowers == len(FLOWERS)
    if table.tile not in FLOWERS:
        if eight:
            return "$.win.tile", "who has eight flowers wins with the eighth at once (TX-W4)"
        return None
    if win.from_ is not None:
        return "$.win.tile", "a flower is never discarded and in no kong (TX-E4)"
    if not eight:
        return f"$.seats[{win.seat}].flowers", "a flower wins only as the eighth (TX-W4)"
    if win.by != "self_draw":
        return "$.win.by", "花胡 is a self-draw, a flower drawn for a kong no 杠开 (TX-F9)"
    return None


def _impossible_kong(case: Case, table: Table) -> tuple[str, str] | None:
    win = case.win
    if win.by == "kong_draw" and not any(act in KONGS for act, _ in table.seats[win.seat].melds):
        return "$.win.by", "杠开 without a kong of the winner's (TX-F11)"
    if win.by == "rob_kong" and win.from_ is not None:
        if win.last:
            return "$.win.last", "without a tile in the wall there is no kong (TX-P6)"
        if ("pung", table.tile) not in table.seats[win.from_].melds:
            return f"$.seats[{win.from_}].melds", "抢杠 without the robbed player's pung (TX-P4)"
    return None


def _impossible_ready(case: Case, table: Table) -> tuple[str, str] | None:
    for seat, shown in enumerate(table.seats):
        if not case.seats[seat].ready:
            continue
        if seat != case.dealer:
            return f"$.seats[{seat}].ready", "天听 is the dealer's alone (TX-P5)"
        if any(act != "concealed_kong" for act, _ in shown.melds):
            return f"$.seats[{seat}].ready", "天听 goes with concealed kongs only (TX-P5)"
    return None


def _impossible_first(case: Case, table: Table) -> tuple[str, str] | None:
    """The dealt hand (TX-F10): what cannot have happened before. 地胡 scores nothing here."""
    win, path = case.win, "$.win.first"
    if win.first != "heaven":
        return None
    if win.seat != case.dealer or win.by != "self_draw":
        return path, "天胡 is the dealer's self-draw (TX-F10)"
    if win.last:
        return path, "the first tile is not the last one of the wall"
    if case.seats[win.seat].ready or any(shown.melds for shown in table.seats):
        return path, "before the dealer's first discard nobody lays a set or declares 天听"
    return None
