"""九江麻将: what a finished hand is worth (JJ-W, JJ-S, JJ-F, JJ-A)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct

from engine import shapes
from engine.case import Answer, CaseError
from engine.games.jiujiang import COPIES, DRAGONS, FA, KINDS, PLAYERS, Options, payment
from engine.games.jiujiang import patterns as hand
from engine.games.jiujiang.patterns import KONGS, Act, By, Finished, First
from engine.intake import one_kind
from engine.lines import Line, add_up, hits
from engine.mahjong.cases import Shown, Tiles, check_copies, impossible_giver, read_seat
from events.model import Seat
from events.tiles import MAHJONG

Unit = Annotated[int, Meta(ge=1, le=2**40)]
"""Points per 炮."""


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand`` (empty when left out), ``melds`` as ``(act, tile)``, ``F`` in front."""

    hand: str = ""
    melds: Annotated[tuple[tuple[Act, str], ...], Meta(max_length=4)] = ()
    fa: Annotated[int, Meta(ge=0, le=4)] = 0
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
    """One finished hand (``docs/score-case.md``); ``id`` is given back as it is."""

    game: Literal["jiujiang"] = "jiujiang"
    id: Any = UNSET
    options: Options = Options()
    unit: Unit = 1
    dealer: Seat
    seats: Annotated[tuple[SeatCase, ...], Meta(min_length=PLAYERS, max_length=PLAYERS)]
    win: WinCase


# The table of lines. A hand with a line of FLOWER is a flower hand (见花十炮): that line replaces
# the base, and the bonuses are those of FLOWER_BONUS in place of PLAIN_BONUS.

BASE: tuple[Line[Finished], ...] = (Line("JJ-S1", "平胡", 1, hand.any_hand),)

PLAIN_BONUS: tuple[Line[Finished], ...] = (
    Line("JJ-S2", "自摸", 1, hand.own_draw),
    Line("JJ-S3", "边卡", 1, hand.edge_or_middle),
    Line("JJ-S3", "边卡 单掉", "pair_wait_on_plain", hand.pair_alone),
    Line("JJ-S4", "门清", 1, hand.concealed),
)

FAIRIES = ("JJ-S1", "JJ-F4", "JJ-F5", "JJ-F7", "JJ-F14", "JJ-F15", "JJ-F16")

FLOWER: tuple[Line[Finished], ...] = (
    Line("JJ-F1", "臭一色", 10, hand.one_suit_with_honours, ("JJ-S1",)),
    Line("JJ-F2", "一条龙", 10, hand.straight, ("JJ-S1",)),
    Line("JJ-F3", "碰碰胡", 15, hand.all_triplets, ("JJ-S1",)),
    Line("JJ-F4", "清一色", 20, hand.one_suit, ("JJ-S1",)),
    Line("JJ-F5", "七对", 20, hand.seven_pairs, ("JJ-S1", "JJ-F15", "JJ-F16")),
    Line("JJ-F6", "全求人", 35, hand.all_claimed, ("JJ-S1", "JJ-F3", "JJ-F15")),
    Line("JJ-F7", "潇洒", 5, hand.steps, ("JJ-S1",)),
    Line("JJ-F8", "豪华", 5, hand.fours, ("JJ-S1",)),
    Line("JJ-F9", "七仙女 点炮", 65, hand.fairies_given, FAIRIES),
    Line("JJ-F9", "七仙女 自摸", 70, hand.fairies_drawn, FAIRIES),
    Line("JJ-F10", "报听", 10, hand.ready, ("JJ-S1",)),
    Line("JJ-F11", "天胡", 20, hand.heaven, ("JJ-S1", "JJ-F14", "JJ-F15")),
    Line("JJ-F12", "地胡", 20, hand.earth, ("JJ-S1", "JJ-F14")),
    Line("JJ-F13", "抢杠 杠上流泪 杠上开花", 10, hand.by_kong),
)

FLOWER_BONUS: tuple[Line[Finished], ...] = (
    Line("JJ-F14", "自摸", 5, hand.own_draw),
    Line("JJ-F15", "边卡单掉", 5, hand.single),
    Line("JJ-F16", "门清 报听", 5, hand.concealed_and_ready),
    Line("JJ-F16", "门清", "concealed_on_flower", hand.concealed_not_ready),
)

ADDED: tuple[Line[Finished], ...] = (
    Line("JJ-A1", "发财", 1, hand.fa),
    Line("JJ-A2", "四个发财", 8, hand.four_fa_replace, ("JJ-A1",)),
    Line("JJ-A2", "四个发财", 8, hand.four_fa_add),
    Line("JJ-A3", "碰红中白板", 1, hand.dragon_pungs),
    Line("JJ-A4", "立着的红中白板", 2, hand.dragon_triplets),
    Line("JJ-A5", "明杠", 1, hand.exposed_suit_kongs),
    Line("JJ-A6", "暗杠", 2, hand.concealed_suit_kongs),
    Line("JJ-A7", "明杠红中白板", 3, hand.exposed_honour_kongs),
    Line("JJ-A8", "暗杠红中白板", 4, hand.concealed_honour_kongs),
    Line("JJ-A9", "红旗飘飘", 5, hand.red_flag),
    Line("JJ-A10", "海底捞月", "haidi", hand.last_drawn),
    Line("JJ-A10", "海底放炮", "haidi_discard", hand.last_given),
)

LINES = (*BASE, *PLAIN_BONUS, *FLOWER, *FLOWER_BONUS, *ADDED)
"""All rows in the order of the rule book."""


def score(case: Case) -> Answer:
    """What the hand is worth, and who pays what.

    A hand that is no winning shape breaks JJ-W0, one with too few own 炮 JJ-W1; neither is paid.
    Raises :class:`engine.case.CaseError` when the case describes no possible hand.
    """
    table = read(case)
    win, winner = case.win, table.seats[case.win.seat]
    readings = hand.readings(shapes.tally([*winner.held, table.tile]), len(winner.melds))
    if not readings:
        return Answer(id=case.id, legal=False, clause="JJ-W0", value=0)
    value, lines = max(
        (own_lines(finished) for finished in _finished(case, table, readings)),
        key=lambda scored: scored[0],
    )
    if value < case.options.min_pao:
        return Answer(id=case.id, legal=False, clause="JJ-W1", value=value, lines=lines)
    paying = [
        (seat, payment.payer(given.fa, shown.melds, given.ready, case.options))
        for seat in payment.payers(win.seat, win.from_)
        for given, shown in [(case.seats[seat], table.seats[seat])]
    ]
    paid = payment.payments(value, case.unit, paying, case.options)
    return Answer(
        id=case.id,
        legal=True,
        value=value,
        lines=lines,
        payments=paid,
        deltas=payment.deltas(win.seat, paid),
    )


def own_lines(finished: Finished) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The winner's own 炮, nothing eaten, and the lines that they are made of."""
    options = finished.options
    flower = hits(FLOWER, finished, options)
    lines = add_up(
        [
            *hits(BASE, finished, options),
            *([] if flower else hits(PLAIN_BONUS, finished, options)),
            *flower,
            *(hits(FLOWER_BONUS, finished, options) if flower else []),
            *hits(ADDED, finished, options),
        ]
    )
    return sum(pao for _, pao in lines), lines


def _finished(case: Case, table: Table, readings: list[shapes.Reading]) -> Iterator[Finished]:
    win, winner = case.win, table.seats[case.win.seat]
    before = shapes.tally(winner.held)
    edge_or_middle, pair_wait = hand.single_wait(before, winner.melds, table.tile, readings)
    shown = {*winner.held, table.tile, *(kind for _, kind in winner.melds)}
    suits = shown.difference(DRAGONS)
    for reading in readings:
        yield Finished(
            options=case.options,
            tile=table.tile,
            by=win.by,
            first=win.first,
            last=win.last,
            fa=case.seats[win.seat].fa,
            ready=case.seats[win.seat].ready,
            melds=winner.melds,
            suits=len({kind // 9 for kind in suits}),
            honours=len(suits) < len(shown),
            edge_or_middle=edge_or_middle,
            pair_wait=pair_wait,
            reading=reading,
        )


# What a case must be to describe a hand at all


class Table(NamedTuple):
    """A case with its tiles read: the seats and the winning kind."""

    seats: list[Shown]
    tile: int


NAMED = {MAHJONG.tiles[kind]: kind for kind in KINDS}
TILES = Tiles(NAMED, COPIES, (FA,), "JJ-E1", "JJ-P2")


def read(case: Case) -> Table:
    """The tiles of a case; :class:`CaseError` when they, or the win, cannot be."""
    tile = one_kind(case.win.tile, MAHJONG, NAMED, "$.win.tile")
    table = Table([_seat(case, seat) for seat in range(PLAYERS)], tile)
    check_copies(table.seats, [[FA] * given.fa for given in case.seats], tile, TILES)
    fault = impossible(case, table)
    if fault is not None:
        path, message = fault
        raise CaseError("impossible", message, path)
    return table


def _seat(case: Case, seat: int) -> Shown:
    given, sizes = case.seats[seat], (13 - 3 * len(case.seats[seat].melds),)
    winner = seat == case.win.seat
    return read_seat(seat, given.hand, given.melds, TILES, winner=winner, sizes=sizes)


def impossible(case: Case, table: Table) -> tuple[str, str] | None:
    """Why the win cannot have come about as the case says: (path, sentence), ``None`` if it can."""
    return (
        _impossible_giver(case, table)
        or _impossible_kong(case, table)
        or _impossible_ready(case, table)
        or _impossible_first(case, table)
    )


def _impossible_giver(case: Case, table: Table) -> tuple[str, str] | None:
    win = case.win
    fault = impossible_giver(win.seat, win.by, win.from_)
    if fault is None and win.from_ is not None and table.tile == FA:
        return "$.win.tile", "F is never discarded and in no kong (JJ-P2)"
    return fault


def _impossible_kong(case: Case, table: Table) -> tuple[str, str] | None:
    win = case.win
    if win.by == "kong_draw" and not _has_kong(table.seats[win.seat]):
        return "$.win.by", "杠上开花 without a kong of the winner's (JJ-F13)"
    if win.from_ is None:
        return None
    giver = table.seats[win.from_]
    if win.by == "kong_discard" and not _has_kong(giver):
        return "$.win.by", "杠上流泪 without a kong of the discarder's (JJ-F13)"
    if win.by == "rob_kong":
        if win.last:
            return "$.win.last", "without a tile in the wall there is no kong (JJ-P12)"
        in_hand = giver.held.count(table.tile) + giver.hidden >= 3 or not case.seats[win.from_].hand
        exposed = case.options.rob == "any_exposed" and in_hand
        if ("pung", table.tile) not in giver.melds and not exposed:
            return f"$.seats[{win.from_}].melds", "抢杠 without the robbed player's pung (JJ-P10)"
    return None


def _impossible_ready(case: Case, table: Table) -> tuple[str, str] | None:
    for seat, shown in enumerate(table.seats):
        if case.seats[seat].ready and any(act != "concealed_kong" for act, _ in shown.melds):
            return f"$.seats[{seat}].ready", "报听 goes with concealed kongs only (JJ-P8)"
    return None


def _impossible_first(case: Case, table: Table) -> tuple[str, str] | None:
    """天胡 (JJ-F11) and 地胡 (JJ-F12): what cannot have happened before them."""
    win, path = case.win, "$.win.first"
    if win.first is None:
        return None
    if win.last:
        return path, "the first tile is not the last one of the wall"
    if table.seats[win.seat].melds or case.seats[win.seat].ready:
        return path, "the winner has already laid a set or declared 报听"
    others = [seat for seat in range(PLAYERS) if seat != case.dealer]
    if win.first == "heaven":
        if win.seat != case.dealer or win.by != "self_draw":
            return path, "天胡 is the dealer's self-draw (JJ-F11)"
    elif win.seat == case.dealer or (win.by, win.from_) not in (
        ("self_draw", None),
        ("discard", case.dealer),
        ("kong_discard", case.dealer),
    ):
        return path, "地胡 is a non-dealer's, on the dealer's discard or an own draw (JJ-F12)"
    if win.first == "heaven" or win.from_ is not None:
        if any(table.seats[seat].melds or case.seats[seat].ready for seat in others):
            return path, "before the dealer's first discard nobody else lays a set or declares 报听"
        if any(act != "concealed_kong" for act, _ in table.seats[case.dealer].melds):
            return path, "before the dealer's first discard he has nothing to claim"
    return None


def _has_kong(shown: Shown) -> bool:
    return any(act in KONGS for act, _ in shown.melds)
