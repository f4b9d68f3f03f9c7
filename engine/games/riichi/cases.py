"""立直麻将: one finished hand as a case, what it must be to describe a hand at all, its answer.

The fields are those of ``docs/score-case.md``.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct

from engine.case import Answer, CaseError
from engine.games.riichi import EAST, NORTH, WINDS, Options, payment
from engine.games.riichi.patterns import plain
from engine.games.riichi.scoring import NOTHING, Act, By, Finished, First, Worth, worth
from engine.games.riichi.table import book
from engine.intake import HIDDEN, kinds, one_kind
from engine.mahjong.cases import impossible_giver
from engine.mahjong.table import KONGS, NAMES
from events.model import Seat
from events.tiles import MAHJONG

SIZES = {"chow": 3, "pung": 3}


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand``, ``melds`` as ``(act, tiles)``, norths laid aside, riichi declared."""

    hand: str = ""
    melds: Annotated[tuple[tuple[Act, str], ...], Meta(max_length=4)] = ()
    kita: Annotated[int, Meta(ge=0, le=4)] = 0
    riichi: Literal["single", "double"] | None = None


class WinCase(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_": "from"},
):
    """The win: who, on which tile, how, from whom (absent for an own draw), and who is liable."""

    seat: Seat
    tile: str
    by: By
    from_: Seat | None = None
    last: bool = False
    first: First | None = None
    ippatsu: bool = False
    pao: Seat | None = None


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One finished hand (``docs/score-case.md``); ``dora`` and ``ura`` are indicators."""

    game: Literal["riichi"] = "riichi"
    id: Any = UNSET
    options: Options = Options()
    dealer: Seat
    round: Literal["E", "S", "W", "N"] = "E"
    honba: Annotated[int, Meta(ge=0, le=10_000)] = 0
    sticks: Annotated[int, Meta(ge=0, le=10_000)] = 0
    dora: str = ""
    ura: str = ""
    seats: Annotated[tuple[SeatCase, ...], Meta(min_length=3, max_length=4)]
    win: WinCase


def score(case: Case) -> Answer:
    """What the hand is worth, and who pays what.

    A hand that is no winning shape breaks RI-W1, one without a yaku RI-W2; neither is paid. Raises
    :class:`engine.case.CaseError` when the case describes no possible hand.
    """
    hand = read(case)
    found = worth(hand)
    if found is None or found is NOTHING:
        return Answer(
            id=case.id, legal=False, clause="RI-W1" if found is None else "RI-W2", value=0
        )
    win = case.win
    won = payment.Won(
        options=case.options,
        players=len(case.seats),
        dealer=case.dealer,
        seat=win.seat,
        giver=win.from_,
        honba=case.honba,
        liable=_liable(case, found),
    )
    paid = payment.payments(won, found)
    counted = {} if found.yakuman else _counted(found)
    return Answer(
        id=case.id,
        legal=True,
        value=payment.value(won, paid),
        lines=found.lines,
        limit=found.limit,
        payments=paid,
        deltas=payment.deltas(won, paid, case.sticks),
        **counted,
    )


def _counted(found: Worth) -> dict[str, Any]:
    return {"han": found.han, "fu": found.fu, "fu_lines": found.fu_lines}


def _liable(case: Case, found: Worth) -> dict[str, int]:
    """RI-X7: the liable seat answers for the yakuman that 包 is known for."""
    if case.win.pao is None:
        return {}
    lines = ["RI-Y39", "RI-Y49", *(["RI-Y51"] if case.options.pao_four_kongs else [])]
    liable = {line: case.win.pao for line, _ in found.lines if line in lines}
    if not liable:
        message = "a liable seat without 大三元 or 大四喜 (RI-X7)"
        raise CaseError("impossible", message, "$.win.pao")
    return liable


def read(case: Case) -> Finished:
    """The hand of a case; :class:`CaseError` when its tiles, or the win, cannot be."""
    win, players = case.win, len(case.seats)
    for path, seat in (("dealer", case.dealer), ("win.seat", win.seat), ("win.from", win.from_)):
        if seat is not None and seat >= players:
            raise CaseError("field", f"there is no seat {seat}", f"$.{path}")
    known = _known(players, case.options.red_fives)
    tile = one_kind(win.tile, MAHJONG, known, "$.win.tile")
    seats = [_seat(case, seat, known) for seat in range(players)]
    indicators = {
        name: [kind for kind in kinds(text, MAHJONG, known, f"$.{name}") if kind != HIDDEN]
        for name, text in (("dora", case.dora), ("ura", case.ura))
    }
    _check_copies(case, tile, seats, indicators)
    fault = impossible(case)
    if fault is not None:
        raise CaseError("impossible", fault[1], fault[0])
    held, melds = seats[win.seat]
    riichi = case.seats[win.seat].riichi
    return Finished(
        options=case.options,
        players=players,
        seat=(win.seat - case.dealer) % players,
        wind=EAST + WINDS.index(case.round),
        held=[*held, tile],
        tile=tile,
        melds=melds,
        by=win.by,
        last=win.last,
        first=win.first,
        riichi=0 if riichi is None else 1 + (riichi == "double"),
        ippatsu=win.ippatsu,
        kita=case.seats[win.seat].kita,
        dora=indicators["dora"],
        ura=indicators["ura"],
    )


@cache
def _known(players: int, red_fives: bool) -> dict[str, int]:
    """RI-E1: the tiles of a table by name."""
    return {NAMES[kind]: kind for kind in book(players, red_fives).tiles}


Melds = list[tuple[str, list[int]]]


def _seat(case: Case, seat: int, known: dict[str, int]) -> tuple[list[int], Melds]:
    given, winner = case.seats[seat], seat == case.win.seat
    path = f"$.seats[{seat}]"
    melds: Melds = [
        (act, _meld(act, text, known, f"{path}.melds[{i}]", len(case.seats)))
        for i, (act, text) in enumerate(given.melds)
    ]
    held = kinds(given.hand, MAHJONG, known, f"{path}.hand")
    if winner and HIDDEN in held:
        raise CaseError("tile", "the winner's hand must be known", f"{path}.hand")
    size = 13 - 3 * len(melds)
    if len(held) != size and (held or winner):
        raise CaseError(
            "hand_size",
            f"seat {seat} with {len(melds)} melds holds {size} tiles beside the winning tile, "
            f"not {len(held)}",
            f"{path}.hand",
        )
    if given.kita and len(case.seats) != 3:
        raise CaseError("impossible", "抜きドラ with three players only (RI-P6)", f"{path}.kita")
    return [kind for kind in held if kind != HIDDEN], melds


def _meld(act: str, text: str, known: dict[str, int], path: str, players: int) -> list[int]:
    """The tiles of a meld; a pung or kong may be named by one tile."""
    tiles = kinds(text, MAHJONG, known, f"{path}[1]")
    size = SIZES.get(act, 4)
    if len(tiles) == 1 and act != "chow":
        tiles *= size
    tiles = sorted(tiles, key=plain)
    flat = [plain(kind) for kind in tiles]
    if act == "chow":
        low = flat[0]
        fits = flat == [low, low + 1, low + 2] and low < EAST and low % 9 <= 6 and players == 4
    else:
        fits = len(set(flat)) == 1
    if HIDDEN in tiles or len(tiles) != size or not fits:
        raise CaseError("tile", f"{text!r} is no {act} (RI-P2, RI-P4)", f"{path}[1]")
    return tiles


def _check_copies(
    case: Case, tile: int, seats: list[tuple[list[int], Melds]], dora: dict[str, list[int]]
) -> None:
    """RI-E1: no more of a kind than there are, over everything that the case shows."""
    seen: dict[int, int] = {tile: 1}
    copies = book(len(seats), case.options.red_fives).copies
    shown = [
        (f"$.seats[{seat}]", [*held, *(k for _, meld in melds for k in meld)])
        for seat, (held, melds) in enumerate(seats)
    ]
    shown += [(f"$.{name}", tiles) for name, tiles in dora.items()]
    shown += [(f"$.seats[{i}].kita", [NORTH] * side.kita) for i, side in enumerate(case.seats)]
    for path, tiles in shown:
        for kind in tiles:
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] > copies[kind]:
                message = f"more than {copies[kind]} {NAMES[kind]}, winning tile included (RI-E1)"
                raise CaseError("five_of_a_kind", message, path)


def impossible(case: Case) -> tuple[str, str] | None:
    """Why the win cannot have come about as the case says: (path, sentence), ``None`` if it can."""
    win, side = case.win, case.seats[case.win.seat]
    opened = any(act != "concealed_kong" for act, _ in side.melds)
    konged = side.kita or any(act in KONGS for act, _ in side.melds)
    if fault := impossible_giver(win.seat, win.by, win.from_):
        return fault
    if win.by == "kong_draw" and not konged:
        return "$.win.by", "嶺上開花 without a kong of the winner's (RI-Y4)"
    if win.by == "rob_kita" and (len(case.seats) != 3 or win.tile != "N"):
        return "$.win.by", "with three players a north is laid aside (RI-P6)"
    if side.riichi and opened:
        return f"$.seats[{win.seat}].riichi", "riichi goes with concealed kongs only (RI-P8)"
    if win.ippatsu and not side.riichi:
        return "$.win.ippatsu", "一発 without riichi (RI-Y2)"
    if win.last and win.by in ("rob_kong", "rob_kita"):
        return "$.win.last", "without a tile in the wall there is no kong (RI-P4)"
    if win.pao == win.seat:
        return "$.win.pao", "nobody is liable to himself (RI-X7)"
    return _impossible_first(case)


def _impossible_first(case: Case) -> tuple[str, str] | None:
    """天和, 地和, 人和: what cannot have happened before them."""
    win, side, path = case.win, case.seats[case.win.seat], "$.win.first"
    if win.first is None:
        return None
    if side.melds or side.kita or side.riichi or win.last:
        return path, "the winner has already declared or laid something, or the wall is over"
    dealer = win.seat == case.dealer
    fits = {
        "heaven": dealer and win.by == "self_draw",
        "earth": not dealer and win.by == "self_draw",
        "man": not dealer and win.by == "discard",
    }
    if fits[win.first]:
        return None
    return path, "天和 is the dealer's own draw, 地和 another's, 人和 another's on a discard"
