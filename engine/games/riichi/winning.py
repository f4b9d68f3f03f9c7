"""立直麻将: who could win now, with what, and who was ready: questions about a hand under way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.games.riichi import EAST, WINDS, patterns
from engine.games.riichi.patterns import plain, plain_counts
from engine.games.riichi.payment import STICK
from engine.games.riichi.scoring import NOTHING, Finished, Worth, worth
from engine.mahjong.table import HIDDEN, INDEX, NAMES, OPEN, TURN, Seat, Table
from events.model import Settlement
from events.tiles import UNKNOWN

ROBBED = ("added_kong", "concealed_kong", "kita")
"""What lies open for a moment when it is laid (RI-P12)."""

CONCEALED = 64
"""Added to the kind of a concealed kong in the list of tiles given: only 国士無双 robs it."""


def waits(t: Table, seat: int) -> frozenset[int]:
    """The kinds that complete the seat's hand as it stands between its turns."""
    side = t.seats[seat]
    return patterns.waits(plain_counts(side.counts), len(side.melds))


def tile_given(t: Table) -> int:
    """The kind of the tile that can be won on, a red five apart; hidden when it is not known."""
    given = t.given
    assert given is not None
    laid: int = t.own.laid
    return laid if given.what in ROBBED else given.tile


def ura(t: Table, number: int) -> tuple[int, ...]:
    """RI-E4: the first ``number`` ura indicators; none where the wall does not tell them all."""
    wall: Any = t.wall
    tiles = []
    for nth, turned in enumerate(t.own.dora[:number]):
        upper, under = wall.indicator(nth), wall.indicator(nth, ura=True)
        # With three players the wall does not say which of the last two lies above.
        tiles.append(upper if nth >= wall.lying and NAMES[turned] == under else under)
    return () if None in tiles or UNKNOWN in tiles else tuple(INDEX[tile] for tile in tiles)


def finished(t: Table, seat: int, tile: int) -> Finished:
    """The hand of ``seat`` finished by the kind ``tile``, which is given or drawn now."""
    given, side, own = t.given, t.seats[seat], t.own
    assert given is not None and t.dealer is not None
    drawn = given.what == "draw"
    held = [kind for kind, n in enumerate(side.counts) for _ in range(n)]
    if not drawn:
        held.append(tile)
    riichi, dora = own.riichi[seat], tuple(kind for kind in own.dora or () if kind != HIDDEN)
    return Finished(
        options=t.options,
        players=len(t.seats),
        seat=(seat - t.dealer) % len(t.seats),
        wind=EAST + WINDS.index((t.carry.round or "E")[0]),
        held=held,
        tile=tile,
        melds=[(meld.kind, meld.tiles) for meld in side.melds],
        by=_by(given.what, given.after_kong),
        last=t.wall.left == 0,
        first=_first(t, seat, given.what),
        riichi=riichi,
        ippatsu=own.ippatsu[seat],
        kita=len(side.flowers),
        dora=dora,
        ura=ura(t, len(own.dora)) if own.dora and riichi and t.options.ura_dora else (),
    )


def _by(what: str, after_kong: bool) -> str:
    if what == "draw":
        return "kong_draw" if after_kong else "self_draw"
    if what == "kita":
        return "rob_kita"
    return "rob_kong" if what in ROBBED else "discard"


def _first(t: Table, seat: int, what: str) -> str | None:
    """天和, 地和, 人和: the very first tile, before anything was claimed or laid."""
    side = t.seats[seat]
    if not t.own.first_round or side.discards:
        return None
    if what == "draw":
        return "heaven" if seat == t.dealer else "earth"
    return "man" if seat != t.dealer and not side.draws and what == "discard" else None


def worth_now(t: Table, hand: Finished, seat: int) -> Worth | None:
    """What a hand is worth, asked of the library once."""
    known = t.own.worths.get(seat)
    if known is not None and known[0] == hand:
        found: Worth | None = known[1]
        return found
    found = worth(hand)
    t.own.worths[seat] = (hand, found)
    return found


def furiten(t: Table, seat: int) -> str | None:
    """振聴: the clause (RI-W3…W5) that keeps ``seat`` from winning on another's tile."""
    wanted = waits(t, seat)
    own = t.own
    if any(own.thrown[seat] >> kind & 1 for kind in wanted):
        return "RI-W3"
    passed = own.given[own.since[seat] : -1]
    orphans = len(wanted) > 0 and bool(patterns.orphan_waits(plain_counts(t.seats[seat].counts)))
    for kind in passed:
        if kind in wanted or (orphans and t.options.kokushi_robs and kind - CONCEALED in wanted):
            return "RI-W5" if own.riichi[seat] else "RI-W4"
    return None


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` could win on the tile that another has given, furiten included."""
    given, side = t.given, t.seats[seat]
    if given is None or given.what == "draw" or seat == given.seat or side.unknown:
        return False
    tile = tile_given(t)
    if tile == HIDDEN or plain(tile) not in waits(t, seat) or furiten(t, seat):
        return False
    if given.what == "concealed_kong" and not robs_concealed(t, seat):
        return False
    return worth_now(t, finished(t, seat, tile), seat) not in (None, NOTHING)


def robs_concealed(t: Table, seat: int) -> bool:
    """RI-P12: a concealed kong is robbed by 国士無双 alone, where the house allows it."""
    side = t.seats[seat]
    if not t.options.kokushi_robs or side.melds:
        return False
    return bool(patterns.orphan_waits(plain_counts(side.counts)))


def could_win_drawn(t: Table, seat: int) -> bool:
    """Whether ``seat`` could win with the tile that it has just drawn."""
    side = t.seats[seat]
    if t.phase != TURN or seat != t.turn or t.drawn in (None, HIDDEN) or side.unknown:
        return False
    assert t.drawn is not None
    flat = plain_counts(side.counts)
    flat[plain(t.drawn)] -= 1
    if plain(t.drawn) not in patterns.waits(flat, len(side.melds)):
        return False
    return worth_now(t, finished(t, seat, t.drawn), seat) not in (None, NOTHING)


def barred_after(t: Table, claimed: int, own: Sequence[int]) -> frozenset[int]:
    """RI-P3: 喰い替え, the plain kinds that may not go after a claim with ``own``."""
    rule = t.options.swap_calls
    if rule == "yes":
        return frozenset()
    return patterns.swapped(claimed, own, other_end=rule == "no")


# -- how a hand ends without a win ---------------------------------------------------------------


def wall_over(t: Table) -> bool:
    """RI-P13: the live wall is empty and the last discard lies there."""
    return t.wall.left == 0 and t.phase == OPEN


def ready_seats(t: Table, settlement: Settlement | None = None) -> frozenset[int] | None:
    """RI-P13: the seats that count as ready at a draw; ``None`` when that is not known.

    Those that showed their hands, where the record says so; otherwise those that are ready.
    """
    shown = (settlement.x or {}).get("shown") if settlement is not None else None
    hidden = any(side.unknown for side in t.seats)
    if isinstance(shown, list) and (hidden or t.options.hide_ready):
        return frozenset(seat for seat in range(len(t.seats)) if seat in shown)
    if hidden:
        return None
    return frozenset(seat for seat in range(len(t.seats)) if waits(t, seat))


def nagashi_seats(t: Table) -> list[int]:
    """RI-X9: whose discards were all terminals and honours, none of them claimed."""
    if not t.options.nagashi:
        return []
    return [
        seat
        for seat, side in enumerate(t.seats)
        if side.river and all(patterns.orphan(d.tile) and not d.claimed for d in side.river)
    ]


def nine_orphans(t: Table) -> bool:
    """RI-P14: 九種九牌, with the first own draw and before anything was claimed or laid."""
    side = t.seats[t.turn]
    return (
        t.phase == TURN
        and t.own.first_round
        and t.drawn is not None
        and not side.discards
        and patterns.nine_orphans(side.counts)
    )


def four_winds(t: Table) -> bool:
    """RI-P15: 四風連打, the first four discards are one wind."""
    if t.phase != OPEN or len(t.seats) != 4 or not t.own.first_round:
        return False
    if any(side.discards != 1 for side in t.seats):
        return False
    return patterns.same_wind([side.river[0].tile for side in t.seats])


def four_riichi(t: Table) -> bool:
    """RI-P16: 四家立直, all four have declared."""
    return t.phase == OPEN and len(t.seats) == 4 and all(side.ready for side in t.seats)


def four_kongs(t: Table) -> bool:
    """RI-P17: 四槓散了, four kongs by two players or more, and the discard after the fourth."""
    owners = t.own.kongs
    return t.phase == OPEN and len(owners) == 4 and len(set(owners)) > 1


def three_wins(t: Table) -> bool:
    """RI-P18: 三家和, all three others could win on the tile given."""
    given = t.given
    if t.phase != OPEN or len(t.seats) != 4 or t.options.max_winners != 2 or given is None:
        return False
    return all(could_win(t, seat) for seat in t.after(given.seat))


def reason(settlement: Settlement | None) -> str | None:
    """The word that a record has for how a hand was drawn; ``None`` when it has none."""
    told = (settlement.x or {}).get("reason") if settlement is not None else None
    return told if isinstance(told, str) else None


ABORTS = {
    "ron3": three_wins,
    "kan4": four_kongs,
    "reach4": four_riichi,
    "kaze4": four_winds,
    "yao9": nine_orphans,
}
"""途中流局 by their words in a record, and whether they are open now."""


def abort_reason(t: Table, told: str | None = None) -> str | None:
    """The 途中流局 that ends the hand now: the one that the record tells, if it is open, or any."""
    if not t.options.abortive_draws:
        return None
    names = [told] if told in ABORTS else list(ABORTS) if told is None else []
    return next((name for name in names if ABORTS[name](t)), None)


def must_end(t: Table) -> str | None:
    """The 途中流局 that leaves no choice once nobody wins on the discard."""
    if not t.options.abortive_draws:
        return None
    return next((name for name in ("kan4", "reach4", "kaze4") if ABORTS[name](t)), None)


def stakes(t: Table) -> Sequence[int]:
    """RI-P9: what each seat has put on the table in this hand.

    The stick of a riichi whose discard still lies open counts, unless three could win on it.
    """
    own = t.own
    seat = own.pending
    if seat is None or t.phase != OPEN or own.said is False or three_wins(t):
        found: Sequence[int] = own.sticks
        return found
    return [points + STICK * (i == seat) for i, points in enumerate(own.sticks)]


def concealed(side: Seat) -> bool:
    """門前: nothing claimed."""
    return all(meld.giver is None for meld in side.melds)
