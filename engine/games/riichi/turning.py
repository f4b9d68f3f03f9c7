"""立直麻将: what a player may do on his turn: draw, discard, kong, lay a north aside, riichi."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.riichi import NORTH, winning
from engine.games.riichi.patterns import kong_keeps, plain, plain_counts, ready_discards, waits
from engine.games.riichi.payment import STICK
from engine.mahjong import rules
from engine.mahjong.rules import broken
from engine.mahjong.table import HIDDEN, INDEX, NAMES, Table
from events.model import Declare, Discard, Draw
from events.tiles import UNKNOWN

MOST_KONGS = 4
"""RI-P4: kongs of all players together."""

# -- draws and discards --------------------------------------------------------------------------


def first_draw(t: Table, e: Draw) -> Violation | None:
    """RI-P1: the dealer draws first; afterwards nobody draws on a turn."""
    if not t.untouched or t.drawn is not None:
        return broken(t, "turn", "not-on-turn", f"draws on the turn of seat {t.turn}", e.seat)
    if e.seat != t.dealer:
        return broken(t, "turn", "not-on-turn", f"draws; seat {t.dealer} is the dealer", e.seat)
    return None


def indicators(t: Table, e: Any) -> Violation | None:
    """RI-P7: so many indicators are turned as kongs have been made.

    Before a replacement there may be less: some clients turn a kong's indicator with it.
    """
    dora = t.own.dora
    if dora is None:
        return None
    should = 1 + len(t.own.kongs) - t.own.late
    if t.own.late and isinstance(e, Discard) and t.options.kong_dora == "before_discard":
        should += 1
    if len(dora) == should or (len(dora) < should and isinstance(e, Draw) and t.due):
        return None
    message = f"{len(dora)} indicators are turned before this, it is {should}"
    found = broken(t, "RI-P7", "indicators", message, e.seat, stops=False)
    return replace(found, recorded=len(dora), expected=should)


def has_drawn(t: Table, e: Discard) -> Violation | None:
    """RI-P1: a turn is a draw or a claim, and then a discard."""
    if t.drawn is not None or not t.untouched:
        return None
    return broken(t, "turn", "no-draw", "discards before the dealer has drawn", e.seat)


def locked(t: Table, e: Discard) -> Violation | None:
    """RI-P10: after riichi the drawn tile is discarded."""
    if not t.own.locked[e.seat] or t.drawn in (INDEX[e.tile], HIDDEN):
        return None
    message = f"discards {e.tile} after riichi, not the tile just drawn"
    return broken(t, "RI-P10", "ready-hand-changed", message, e.seat)


def swapped(t: Table, e: Discard) -> Violation | None:
    """RI-P3: 喰い替え, what was just claimed is not discarded."""
    if not t.own.barred or plain(INDEX[e.tile]) not in t.own.barred:
        return None
    return broken(t, "RI-P3", "swapped", f"discards {e.tile} right after it claimed it", e.seat)


def riichi_discard(t: Table, e: Discard) -> Violation | None:
    """RI-P8: the hand left after the declaration waits for a tile; RI-P9: then a stick is paid."""
    if not t.readying:
        return None
    side = t.seats[e.seat]
    if side.unknown:
        t.note("RI-P8", f"whether seat {e.seat} was ready at riichi: its hand is not known")
        return None
    left = plain_counts(side.counts)
    left[plain(INDEX[e.tile])] -= 1
    if not waits(left, len(side.melds)):
        message = f"declares riichi and discards {e.tile}: the hand left waits for nothing"
        return broken(t, "ready", "not-ready", message, e.seat)
    told, totals = (e.x or {}).get("totals"), t.carry.totals
    if not isinstance(told, list) or totals is None or (e.x or {}).get("accepted") is False:
        return None
    paid = [*t.own.sticks]
    paid[e.seat] = STICK
    should = [total - stick for total, stick in zip(totals, paid, strict=True)]
    if told == should:
        return None
    found = broken(t, "RI-P9", "totals", "the points after the stick do not follow", stops=False)
    return replace(found, recorded=told, expected=should)


# -- kongs and 抜きドラ ----------------------------------------------------------------------------


def kong_open(t: Table, e: Declare) -> Violation | None:
    """RI-P4: a kong is laid after an own draw, while the wall has a tile, four in all."""
    return _after_draw(t, e, "kong") or room_for_kong(t, e)


def room_for_kong(t: Table, e: Any) -> Violation | None:
    """RI-P4: no fifth kong."""
    if len(t.own.kongs) < MOST_KONGS:
        return None
    return broken(t, "kong", "fifth-kong", "makes the fifth kong of the hand", e.seat)


def _after_draw(t: Table, e: Any, role: str) -> Violation | None:
    if t.drawn is None:
        return broken(t, role, "no-draw", f"declares {e.act} without an own draw", e.seat)
    return rules.tile_in_wall(t, e)


def four_alike(t: Table, e: Declare) -> Violation | None:
    """RI-P4: a concealed kong is four alike in hand, a red five being a five."""
    kinds = [INDEX[tile] for tile in t.alphabet.parse(e.tiles or "")]
    if len(kinds) != 4 or len({plain(kind) for kind in kinds}) != 1:
        return broken(t, "kong", "no-kong", f"declares a kong of {e.tiles or 'nothing'}", e.seat)
    return held(t, e, kinds)


def fourth(t: Table, e: Declare) -> Violation | None:
    """RI-P4: an added kong is the fourth tile of an own pung."""
    kinds = [INDEX[tile] for tile in t.alphabet.parse(e.tiles or "")]
    pungs = {plain(m.tile) for m in t.seats[e.seat].melds if m.kind == "pung"}
    if len(kinds) != 1 or plain(kinds[0]) not in pungs:
        return broken(t, "kong", "no-pung", f"adds {e.tiles or 'nothing'} to no pung", e.seat)
    return held(t, e, kinds)


def riichi_kong(t: Table, e: Declare) -> Violation | None:
    """RI-P10: after riichi a concealed kong of the drawn tile, and no wait changes."""
    side = t.seats[e.seat]
    if not side.ready:
        return None
    kind = plain(INDEX[t.alphabet.parse(e.tiles or UNKNOWN)[0]])
    if t.drawn == HIDDEN or side.unknown:
        t.note("RI-P10", f"whether the kong of seat {e.seat} changed its wait: hand not known")
        return None
    assert t.drawn is not None
    if plain(t.drawn) != kind or t.options.riichi_kong == "no":
        return broken(t, "RI-P10", "ready-kong", "kongs after riichi what it did not draw", e.seat)
    shape = t.options.riichi_kong == "same_shape"
    if kong_keeps(plain_counts(side.counts), len(side.melds), kind, shape=shape):
        return None
    return broken(t, "RI-P10", "ready-kong", "changes its hand by a kong after riichi", e.seat)


def north(t: Table, e: Declare) -> Violation | None:
    """RI-P6: 抜きドラ, with three players: a north from the hand, after an own draw."""
    if len(t.seats) != 3 or (e.tiles or "N") != "N":
        return broken(t, "RI-P6", "kita", f"lays {e.tiles or 'N'} aside", e.seat)
    if t.seats[e.seat].ready and t.drawn not in (NORTH, HIDDEN):
        return broken(t, "RI-P10", "kita", "lays aside after riichi what it did not draw", e.seat)
    return _after_draw(t, e, "RI-P6") or held(t, e, [NORTH])


def held(t: Table, e: Any, kinds: list[int]) -> Violation | None:
    """R10: a tile is played only from the hand that holds it."""
    side = t.seats[e.seat]
    if all(side.holds(kind, kinds.count(kind)) for kind in kinds):
        return None
    names = " ".join(NAMES[kind] for kind in kinds)
    return broken(t, "R10", "tile-not-held", f"plays {names}, which it does not hold", e.seat)


# -- riichi --------------------------------------------------------------------------------------


def riichi_declared(t: Table, e: Declare) -> Violation | None:
    """RI-P8: with nothing claimed, a ready hand, 1,000 points, and a turn to come in the wall."""
    side = t.seats[e.seat]
    if e.tiles:
        return broken(t, "R5", "ready-tiles", "names tiles with riichi", e.seat)
    if side.ready or not winning.concealed(side):
        message = "declares riichi again" if side.ready else "declares riichi with an open hand"
        return broken(t, "ready", "ready-late", message, e.seat)
    if t.drawn is None:
        return broken(t, "ready", "ready-late", "declares riichi without an own draw", e.seat)
    if t.wall.left < len(t.seats) and not t.options.last_riichi:
        message = f"declares riichi with {t.wall.left} tiles in the wall"
        return broken(t, "ready", "ready-wall", message, e.seat)
    totals = t.carry.totals
    if totals is not None and totals[e.seat] < STICK and not t.options.riichi_on_credit:
        message = f"declares riichi with {totals[e.seat]} points"
        return broken(t, "ready", "ready-points", message, e.seat)
    if side.unknown or ready_discards(plain_counts(side.counts), len(side.melds)):
        return None
    return broken(t, "ready", "not-ready", "declares riichi and no discard leaves a wait", e.seat)
