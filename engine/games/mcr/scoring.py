"""国标麻将: what a finished hand is worth (MC-W, MC-F, MC-X)."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct

from engine.case import Answer, CaseError
from engine.case import Line as Scored
from engine.games.mcr import COPIES, FLOWERS, PLAYERS, TILES, WINDS, Options, patterns, payment
from engine.games.mcr.patterns import By, Meld, MeldAct, Won
from engine.intake import kinds, one_kind
from engine.mahjong.cases import impossible_giver
from engine.mahjong.hands import HONOUR, KONGS
from engine.mahjong.table import KINDS, NAMES
from events.model import Seat
from events.tiles import MAHJONG


class Row(NamedTuple):
    """A row of the table of 番: clause, name, what it scores."""

    clause: str
    name: str
    fan: int


FANS = (
    Row("MC-F1", "大四喜", 88),
    Row("MC-F2", "大三元", 88),
    Row("MC-F3", "绿一色", 88),
    Row("MC-F4", "九莲宝灯", 88),
    Row("MC-F5", "四杠", 88),
    Row("MC-F6", "连七对", 88),
    Row("MC-F7", "十三幺", 88),
    Row("MC-F8", "清幺九", 64),
    Row("MC-F9", "小四喜", 64),
    Row("MC-F10", "小三元", 64),
    Row("MC-F11", "字一色", 64),
    Row("MC-F12", "四暗刻", 64),
    Row("MC-F13", "一色双龙会", 64),
    Row("MC-F14", "一色四同顺", 48),
    Row("MC-F15", "一色四节高", 48),
    Row("MC-F16", "一色四步高", 32),
    Row("MC-F17", "三杠", 32),
    Row("MC-F18", "混幺九", 32),
    Row("MC-F19", "七对", 24),
    Row("MC-F20", "七星不靠", 24),
    Row("MC-F21", "全双刻", 24),
    Row("MC-F22", "清一色", 24),
    Row("MC-F23", "一色三同顺", 24),
    Row("MC-F24", "一色三节高", 24),
    Row("MC-F25", "全大", 24),
    Row("MC-F26", "全中", 24),
    Row("MC-F27", "全小", 24),
    Row("MC-F28", "清龙", 16),
    Row("MC-F29", "三色双龙会", 16),
    Row("MC-F30", "一色三步高", 16),
    Row("MC-F31", "全带五", 16),
    Row("MC-F32", "三同刻", 16),
    Row("MC-F33", "三暗刻", 16),
    Row("MC-F34", "全不靠", 12),
    Row("MC-F35", "组合龙", 12),
    Row("MC-F36", "大于五", 12),
    Row("MC-F37", "小于五", 12),
    Row("MC-F38", "三风刻", 12),
    Row("MC-F39", "花龙", 8),
    Row("MC-F40", "推不倒", 8),
    Row("MC-F41", "三色三同顺", 8),
    Row("MC-F42", "三色三节高", 8),
    Row("MC-F43", "无番和", 8),
    Row("MC-F44", "妙手回春", 8),
    Row("MC-F45", "海底捞月", 8),
    Row("MC-F46", "杠上开花", 8),
    Row("MC-F47", "抢杠和", 8),
    Row("MC-F48", "碰碰和", 6),
    Row("MC-F49", "混一色", 6),
    Row("MC-F50", "三色三步高", 6),
    Row("MC-F51", "五门齐", 6),
    Row("MC-F52", "全求人", 6),
    Row("MC-F53", "双暗杠", 6),
    Row("MC-F54", "双箭刻", 6),
    Row("MC-F55", "全带幺", 4),
    Row("MC-F56", "不求人", 4),
    Row("MC-F57", "双明杠", 4),
    Row("MC-F58", "和绝张", 4),
    Row("MC-F59", "箭刻", 2),
    Row("MC-F60", "圈风刻", 2),
    Row("MC-F61", "门风刻", 2),
    Row("MC-F62", "门前清", 2),
    Row("MC-F63", "平和", 2),
    Row("MC-F64", "四归一", 2),
    Row("MC-F65", "双同刻", 2),
    Row("MC-F66", "双暗刻", 2),
    Row("MC-F67", "暗杠", 2),
    Row("MC-F68", "断幺", 2),
    Row("MC-F69", "一般高", 1),
    Row("MC-F70", "喜相逢", 1),
    Row("MC-F71", "连六", 1),
    Row("MC-F72", "老少副", 1),
    Row("MC-F73", "幺九刻", 1),
    Row("MC-F74", "明杠", 1),
    Row("MC-F75", "缺一门", 1),
    Row("MC-F76", "无字", 1),
    Row("MC-F77", "边张", 1),
    Row("MC-F78", "坎张", 1),
    Row("MC-F79", "单钓将", 1),
    Row("MC-F80", "自摸", 1),
    Row("MC-F81", "花牌", 1),
    Row("MC-F82", "明暗杠", 5),
)
"""The 81 番 of the rule book in its order, and 明暗杠, which the platforms score beside them."""

BY_NAME = {row.name: row for row in FANS}
PLACE = {row.clause: place for place, row in enumerate(FANS)}
FLOWER = "MC-F81"


def worth(won: Won, id: Any = UNSET) -> Answer:
    """The answer to a win whose tiles are known.

    A hand that is no winning shape breaks MC-W1, one with too few 番 MC-W2; neither is paid.
    """
    found = patterns.fans(won)
    if found is None:
        return Answer(id=id, legal=False, clause="MC-W1", value=0)
    lines = _lines(found)
    value = sum(amount for _, amount in lines)
    if value - dict(lines).get(FLOWER, 0) < won.options.min_fan:
        return Answer(id=id, legal=False, clause="MC-W2", value=value, lines=lines)
    paid = payment.payments(value, won.seat, won.giver)
    return Answer(
        id=id,
        legal=True,
        value=value,
        lines=lines,
        payments=paid,
        deltas=payment.deltas(won.seat, paid),
    )


def _lines(found: tuple[patterns.Fan, ...]) -> tuple[Scored, ...]:
    """What the library found, as lines in rule-book order; the table says what each scores."""
    lines = [(BY_NAME[name].clause, BY_NAME[name].fan * times) for name, _, times in found]
    return tuple(sorted(lines, key=lambda line: PLACE[line[0]]))


# -- score cases -----------------------------------------------------------------------------------


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand`` (empty when left out), melds, and how many flowers lie in front.

    ``melds``: the act and the tile; of a chow the lowest.
    """

    hand: str = ""
    melds: Annotated[tuple[tuple[MeldAct, str], ...], Meta(max_length=4)] = ()
    flowers: Annotated[int, Meta(ge=0, le=8)] = 0


class WinCase(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_": "from"},
):
    """The win: who, on which tile, how, from whom (absent for an own draw).

    ``last``: no tile is left after it; ``fourth``: its three others lie open (MC-F58).
    """

    seat: Seat
    tile: str
    by: By
    from_: Seat | None = None
    last: bool = False
    fourth: bool = False


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One finished hand (``docs/score-case.md``); ``id`` is given back as it is.

    ``round``: the wind of the round. Only the winner's seat matters; the others may be ``{}``.
    """

    game: Literal["mcr"] = "mcr"
    id: Any = UNSET
    options: Options = Options()
    dealer: Seat
    round: Literal["E", "S", "W", "N"] = "E"
    seats: Annotated[tuple[SeatCase, ...], Meta(min_length=PLAYERS, max_length=PLAYERS)]
    win: WinCase


NAMED = {NAMES[kind]: kind for kind in TILES}
NAMED_WITH_FLOWERS = {**NAMED, **{NAMES[kind]: kind for kind in FLOWERS}}


def score(case: Case) -> Answer:
    """What the hand is worth, and who pays what.

    Raises :class:`engine.case.CaseError` when the case describes no possible hand.
    """
    won = read(case)
    if not patterns.available():
        raise CaseError("game", patterns.MISSING, "$.game")
    return worth(won, case.id)


def read(case: Case) -> Won:
    """The win of a case; :class:`CaseError` when it, or the tiles, cannot be."""
    win, seen = case.win, [0] * KINDS
    tile = one_kind(win.tile, MAHJONG, NAMED, "$.win.tile")
    seen[tile] += 1
    melds = [_melds(case, seat, seen) for seat in range(PLAYERS)]
    hands = [_hand(case, seat, len(melds[seat]), seen) for seat in range(PLAYERS)]
    counts = [0] * KINDS
    for kind in (*hands[win.seat], tile):
        counts[kind] += 1
    found = impossible_giver(win.seat, win.by, win.from_) or _impossible(case, melds, tile)
    if found is not None:
        raise CaseError("impossible", found[1], found[0])
    return Won(
        options=case.options,
        seat=win.seat,
        tile=tile,
        by=win.by,
        giver=win.from_,
        last=win.last,
        fourth=win.fourth or win.by == "rob_kong",
        flowers=case.seats[win.seat].flowers,
        melds=melds[win.seat],
        counts=counts,
        round=WINDS.index(case.round),
        wind=(win.seat - case.dealer) % PLAYERS,
    )


def _melds(case: Case, seat: int, seen: list[int]) -> tuple[Meld, ...]:
    found = []
    for i, (act, text) in enumerate(case.seats[seat].melds):
        path = f"$.seats[{seat}].melds[{i}][1]"
        kind = one_kind(text, MAHJONG, NAMED, path)
        if act == "chow" and (kind >= HONOUR or kind % 9 > 6):
            raise CaseError("tile", f"no chow begins with {text} (MC-P2)", path)
        for each in meld_kinds(act, kind):
            seen[each] += 1
        found.append(Meld(act, kind))
    return tuple(found)


def meld_kinds(act: str, kind: int) -> tuple[int, ...]:
    """The tiles of a meld."""
    if act == "chow":
        return kind, kind + 1, kind + 2
    return (kind,) * (4 if act in KONGS else 3)


def _hand(case: Case, seat: int, melds: int, seen: list[int]) -> list[int]:
    """The known concealed tiles of a seat; only the winner's must be complete."""
    text, path = case.seats[seat].hand, f"$.seats[{seat}].hand"
    winner = seat == case.win.seat
    held = kinds(text, MAHJONG, NAMED if winner else NAMED_WITH_FLOWERS, path)
    should = 13 - 3 * melds
    if len(held) != should and (winner or held):
        message = f"seat {seat} with {melds} melds holds {should} tiles, not {len(held)}"
        raise CaseError("hand_size", message, path)
    if winner and min(held, default=0) < 0:
        raise CaseError("tile", "the winner's hand must be known", path)
    known = [kind for kind in held if kind >= 0]
    for kind in known:
        seen[kind] += 1
    worst = max(range(KINDS), key=lambda kind: seen[kind] / (1 if kind in FLOWERS else COPIES))
    if seen[worst] > (1 if worst in FLOWERS else COPIES):
        message = f"{seen[worst]} {NAMES[worst]}, winning tile included (MC-E1)"
        raise CaseError("five_of_a_kind", message, f"$.seats[{seat}]")
    return known


def _impossible(case: Case, melds: list[tuple[Meld, ...]], tile: int) -> tuple[str, str] | None:
    """Why the win cannot have come about as the case says: (path, sentence)."""
    win = case.win
    if not case.options.flowers and any(seat.flowers for seat in case.seats):
        return "$.seats", "there are no flowers without ``flowers`` (MC-E1)"
    if sum(seat.flowers for seat in case.seats) > len(FLOWERS):
        return "$.seats", f"more than {len(FLOWERS)} flowers (MC-E1)"
    if win.by == "kong_draw" and not any(meld.act in KONGS for meld in melds[win.seat]):
        return "$.win.by", "杠上开花 without a kong of the winner's (MC-F46)"
    if win.by == "rob_kong" and win.from_ is not None:
        if win.last:
            return "$.win.last", "without a tile in the wall there is no kong (MC-P7)"
        if Meld("pung", tile) not in melds[win.from_]:
            return f"$.seats[{win.from_}].melds", "抢杠和 without the robbed pung (MC-P6)"
    return None
