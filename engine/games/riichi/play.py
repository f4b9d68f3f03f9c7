"""立直麻将: who may do what, when. The order of play is the table :data:`PLAY`.

This version asks for turns, tiles and targets; furiten, 喰い替え and what wins are not asked yet.
"""

from __future__ import annotations

from typing import Any

from engine.findings import Violation
from engine.games.riichi import NORTH
from engine.games.riichi.table import plain, wall_over
from engine.mahjong import rules
from engine.mahjong.rules import broken, check_row
from engine.mahjong.table import (
    DEAL,
    HIDDEN,
    INDEX,
    KONGS,
    NAMES,
    OPEN,
    REPLACE,
    SETTLED,
    TURN,
    WON,
    Table,
)
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement


def deal_size(t: Table, e: Deal) -> Violation | None:
    """RI-E2: thirteen tiles each; the dealer draws his fourteenth."""
    if len(e.hands) != len(t.seats):
        return broken(t, "deal", "hand-size", f"{len(e.hands)} hands for {len(t.seats)} players")
    for seat, text in enumerate(e.hands):
        n = len(t.alphabet.parse(text))
        if n != 13:
            return broken(t, "deal", "hand-size", f"seat {seat} is dealt {n} tiles, it is 13")
    return None


def deal_wall(t: Table, e: Deal) -> Violation | None:
    """RI-E2, RI-E3: three rounds of four tiles and one each, from the dealer on."""
    if e.wall is None:
        return None
    wall = t.alphabet.parse(e.wall)
    n = len(t.seats)
    hands: list[list[str]] = [[] for _ in range(n)]
    at = 0
    for tiles in (4, 4, 4, 1):
        for i in range(n):
            hands[(e.dealer + i) % n] += wall[at : at + tiles]
            at += tiles
    for seat, should in enumerate(hands):
        if sorted(t.alphabet.parse(e.hands[seat])) != sorted(should):
            return broken(t, "deal", "deal-wall", f"seat {seat} holds other tiles than the wall's")
    return None


def first_draw(t: Table, e: Draw) -> Violation | None:
    """RI-P1: the dealer draws first; afterwards nobody draws on a turn."""
    if not t.untouched or t.drawn is not None:
        return broken(t, "turn", "not-on-turn", f"draws on the turn of seat {t.turn}", e.seat)
    if e.seat != t.dealer:
        return broken(t, "turn", "not-on-turn", f"draws; seat {t.dealer} is the dealer", e.seat)
    return None


def locked(t: Table, e: Discard) -> Violation | None:
    """RI-P4: after riichi the drawn tile is discarded."""
    if not t.own.locked[e.seat] or t.drawn in (INDEX[e.tile], HIDDEN):
        return None
    return broken(t, "ready", "ready-hand-changed", f"discards {e.tile} after riichi", e.seat)


def four_alike(t: Table, e: Declare) -> Violation | None:
    """RI-P3: a concealed kong is four alike in hand, a red five being a five."""
    kinds = [INDEX[tile] for tile in t.alphabet.parse(e.tiles or "")]
    if len(kinds) != 4 or len({plain(kind) for kind in kinds}) != 1:
        return broken(t, "kong", "no-kong", f"declares a kong of {e.tiles or 'nothing'}", e.seat)
    return _held(t, e, kinds)


def fourth(t: Table, e: Declare) -> Violation | None:
    """RI-P3: an added kong is the fourth tile of an own pung."""
    kinds = [INDEX[tile] for tile in t.alphabet.parse(e.tiles or "")]
    pungs = {plain(m.tile) for m in t.seats[e.seat].melds if m.kind == "pung"}
    if len(kinds) != 1 or plain(kinds[0]) not in pungs:
        return broken(t, "kong", "no-pung", f"adds {e.tiles or 'nothing'} to no pung", e.seat)
    return _held(t, e, kinds)


def north(t: Table, e: Declare) -> Violation | None:
    """RI-P3: 抜きドラ, with three players: a north from the hand."""
    if len(t.seats) != 3 or (e.tiles or "N") != "N":
        return broken(t, "kong", "kita", f"lays {e.tiles} aside", e.seat)
    return _held(t, e, [NORTH])


def _held(t: Table, e: Any, kinds: list[int]) -> Violation | None:
    side = t.seats[e.seat]
    if all(side.holds(kind, kinds.count(kind)) for kind in kinds):
        return None
    names = " ".join(NAMES[kind] for kind in kinds)
    return broken(t, "R10", "tile-not-held", f"plays {names}, which it does not hold", e.seat)


def closed(t: Table, e: Declare) -> Violation | None:
    """RI-P4: riichi is declared once, with nothing claimed."""
    side = t.seats[e.seat]
    open_meld = any(meld.giver is not None for meld in side.melds)
    if not side.ready and not open_meld:
        return None
    return broken(t, "ready", "ready-late", "declares riichi twice or with an open hand", e.seat)


def lies_open(t: Table, e: Claim) -> Violation | None:
    """RI-P2: the tile that lies open, given by another."""
    given = t.given
    assert given is not None
    if e.of != given.seq:
        return rules.not_open(t, e)
    if e.seat == given.seat:
        return broken(t, "claim", "own-discard", "claims its own discard", e.seat)
    if given.tile in (INDEX[e.tile], HIDDEN) or plain(given.tile) == plain(INDEX[e.tile]):
        return None
    message = f"claims {e.tile}; the tile given is {NAMES[given.tile]}"
    return broken(t, "claim", "other-tile", message, e.seat)


def forms_set(t: Table, e: Claim) -> Violation | None:
    """RI-P2: a pung, a kong, or a run with the previous player's discard."""
    own = [INDEX[tile] for tile in t.alphabet.parse(e.with_ or "")]
    kinds = sorted(plain(kind) for kind in [*own, INDEX[e.tile]])
    size = 4 if e.act in KONGS else 3
    if e.act == "chow":
        if e.seat != t.next_seat(t.turn) or len(t.seats) == 3:
            return broken(t, "claim", "chow", "chows what is not the previous player's", e.seat)
        low = kinds[0]
        fits = kinds == [low, low + 1, low + 2] and low < 27 and low % 9 <= 6
    else:
        fits = len(set(kinds)) == 1
    if len(kinds) != size or not fits:
        message = f"claims {e.tile} as {e.act} with {e.with_ or 'nothing'}"
        return broken(t, "claim", "with-tiles", message, e.seat)
    return _held(t, e, own)


def not_riichi(t: Table, e: Claim) -> Violation | None:
    """RI-P4: no claims after riichi."""
    if not t.seats[e.seat].ready:
        return None
    return broken(t, "ready", "ready-claims", "claims a discard after riichi", e.seat)


def robs(t: Table, e: Claim) -> Violation | None:
    """RI-P5: an added kong, a concealed one (国士無双) or a north laid aside can be robbed."""
    given = t.given
    assert given is not None
    if given.what in t.book.robbed and e.of == given.seq and e.seat != given.seat:
        return None
    return broken(t, "rob", "not-open", "claims what cannot be robbed", e.seat)


def own_draw(t: Table, e: Claim) -> Violation | None:
    """R6: a self-draw claims the own draw."""
    given = t.given
    assert given is not None
    if e.seat != t.turn:
        return rules.not_open(t, e)
    if t.drawn is None or e.of != given.seq:
        return broken(t, "R6", "win-of", f"wins on event {e.of}, which gave it nothing", e.seat)
    return None


def ended(t: Table, e: Settlement) -> Violation | None:
    """RI-P6, R8: a hand is settled when it was won, when the live wall ran out, or aborted."""
    return rules.ended(t, e, wall_over(t))


def sticks(t: Table, e: Settlement) -> Violation | None:
    """RI-X1: the sticks that the settlement speaks of are those that lie there."""
    ba = (e.x or {}).get("ba")
    if not isinstance(ba, list) or len(ba) != 2 or t.own.sticks_before is None:
        return None
    should = t.own.sticks_before + sum(t.own.sticks) // 1000
    if ba[1] == should:
        return None
    message = f"{ba[1]} riichi sticks are spoken of, {should} lie on the table"
    return broken(t, "RI-X1", "sticks", message, stops=False)


CLAIMING: tuple[rules.Rule, ...] = (
    lies_open, rules.tile_in_wall, not_riichi, forms_set, rules.not_passed,
)  # fmt: skip

PLAY: rules.Play = {
    (DEAL, "deal"): (deal_size, rules.deal_tiles, deal_wall),
    # RI-P1: the dealer draws; a turn is a draw or a claim, and a discard.
    (TURN, "draw"): (first_draw, rules.from_head, rules.wall_order, rules.no_more_alike),
    (TURN, "discard"): (
        rules.own_turn, rules.holds, rules.drawn_mark, locked, rules.no_more_alike,
    ),
    (TURN, "concealed_kong"): (rules.own_turn, rules.not_readying, four_alike),
    (TURN, "added_kong"): (rules.own_turn, rules.not_readying, fourth),
    (TURN, "kita"): (rules.own_turn, rules.not_readying, north),
    (TURN, "ready"): (rules.own_turn, rules.not_readying, closed),
    (TURN, "win"): (own_draw,),
    (TURN, "pass"): (rules.passes_open,),
    # RI-P3: what is laid is replaced at once; RI-P5: some of it can be robbed before.
    (REPLACE, "draw"): (rules.owed, rules.wall_order, rules.no_more_alike),
    (REPLACE, "win"): (robs, rules.not_passed),
    (REPLACE, "pass"): (rules.passes_open,),
    # RI-P2: a discard lies open to the others until the next draw.
    (OPEN, "chow"): CLAIMING,
    (OPEN, "pung"): CLAIMING,
    (OPEN, "exposed_kong"): CLAIMING,
    (OPEN, "win"): (lies_open, rules.not_passed),
    (OPEN, "pass"): (rules.passes_open,),
    (OPEN, "draw"): (
        rules.next_draws, rules.tile_in_wall, rules.from_head, rules.wall_order,
        rules.no_more_alike,
    ),
    # RI-P5: several may win on one tile.
    (WON, "win"): (rules.one_more_winner,),
    (WON, "pass"): (rules.passes_open,),
    # RI-P6: the end.
    **{(phase, "settlement"): (ended, sticks) for phase in (TURN, REPLACE, OPEN, WON)},
}  # fmt: skip


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = rules.word(event)
    if act in ("chow", "pung", "exposed_kong"):
        return "RI-P2"
    return "RI-P3" if t.phase == REPLACE else "RI-P1"


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    return check_row(PLAY, t, event, forbidden, every)


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every kong and discard open to ``seat`` on its own turn; wins and claims are not told yet."""
    if t.phase != TURN or seat != t.turn or t.phase == SETTLED:
        return []
    side = t.seats[seat]
    acts: list[AnyEvent] = [
        Discard(seat=seat, tile=NAMES[kind]) for kind, n in enumerate(side.counts) if n
    ]
    return [act for act in acts if not check(t, -1, act)]
