"""泰兴麻将: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.taixing.table import (
    BOOK,
    EIGHTH,
    after_dealer,
    answer,
    could_win,
    hidden,
    holds_flower,
    unseen_eighth,
    waits,
    wall_over,
)
from engine.mahjong import claims, rules
from engine.mahjong.rules import broken, check_row
from engine.mahjong.table import (
    DEAL,
    HIDDEN,
    INDEX,
    OPEN,
    REPLACE,
    TURN,
    WON,
    Table,
)
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Pass, Settlement
from events.tiles import MAHJONG

OPPOSITE = (5, 9)
"""TX-E2: the throws 1-4, 2-3, 3-6, 4-5, that is all with these sums, open the opposite wall."""

WINNERS = {"all": 3, "two_nearest": 2, "nearest": 1}
"""TX-P2: how many may win on one tile, by ``multi_win``."""

# -- rules of 泰兴 alone --------------------------------------------------------------------------


def deal_dice(t: Table, e: Deal) -> Violation | None:
    """TX-E2: two dice; the throws that the source names open the opposite wall at the smaller."""
    if e.dice is None:
        return None
    if len(e.dice) != 2:
        return broken(t, "TX-E2", "dice", f"{len(e.dice)} dice are rolled, it is two")
    if e.break_ is None or sum(e.dice) not in OPPOSITE:
        return None
    should = ((e.dealer + 2) % 4, min(e.dice))
    if e.break_ == should:
        return None
    message = f"dice {e.dice[0]} and {e.dice[1]} open the wall of seat {should[0]} at {should[1]}"
    found = broken(t, "TX-E2", "break", message, stops=False)
    return replace(found, recorded=e.break_, expected=should)


def deal_carry(t: Table, e: Deal) -> Violation | None:
    """TX-X4, TX-E5: the debt that the hand begins with, and the how-manieth of the deals it is."""
    for name, clause, should in (
        ("debt", "TX-X4", t.carry.debt),
        ("deal_no", "TX-E5", t.carry.deal_no),
    ):
        was = (e.carry or {}).get(name, should)
        if should is not None and (was != should or isinstance(was, bool)):
            message = f"the hand begins with {name} {was}, it is {should}"
            found = broken(t, clause, name.replace("_", "-"), message, stops=False)
            return replace(found, recorded=was, expected=should)
    return None


def flowers_in_turn(t: Table, e: Declare) -> Violation | None:
    """TX-E4: in the opening seat after seat lays out its flowers, later whoever drew one."""
    if not t.untouched:
        if e.seat != t.turn:
            return broken(t, "TX-E4", "flower-turn", "lays out flowers out of turn", e.seat)
        if t.drawn == HIDDEN or [t.drawn] == [INDEX[x] for x in MAHJONG.parse(e.tiles or "")]:
            return None
        message = f"lays out {e.tiles}, not the tile just drawn"
        return broken(t, "TX-E4", "flower-kept", message, e.seat)
    place = after_dealer(t, e.seat)
    for seat, side in enumerate(t.seats):
        if after_dealer(t, seat) < place and holds_flower(side):
            message = f"lays out flowers while seat {seat} still holds some"
            return broken(t, "TX-E4", "flower-turn", message, e.seat)
    if t.own.laying <= place:
        return None
    return broken(t, "TX-E4", "flower-turn", "lays out flowers after a later seat did", e.seat)


def flowers_replaced(t: Table, e: Any) -> Violation | None:
    """TX-E4: no flower is left in hand, in the opening in nobody's; TX-P6: the wall was empty."""
    if holds_flower(t.seats[e.seat]):
        clause = "TX-E4" if t.wall.left else "TX-P6"
        return broken(t, clause, "flower-in-hand", "still holds a flower", e.seat)
    if t.untouched:
        for seat, side in enumerate(t.seats):
            if holds_flower(side):
                message = f"acts while seat {seat} still holds a flower"
                return broken(t, "TX-E4", "flower-in-hand", message, e.seat)
    return None


def ready_declared(t: Table, e: Declare) -> Violation | None:
    """TX-P5: the dealer's alone, with his first discard, and some discard leaves the hand ready."""
    side = t.seats[e.seat]
    if e.tiles:
        return broken(t, "R5", "ready-tiles", "names tiles with 天听", e.seat)
    if e.seat != t.dealer:
        return broken(t, "TX-P5", "ready-dealer", "declares 天听 and is not the dealer", e.seat)
    if side.ready or side.discards:
        return broken(t, "TX-P5", "ready-late", "declares 天听 after its first discard", e.seat)
    if side.unknown or rules.some_discard_waits(t, e.seat, waits):
        return None
    return broken(t, "TX-P5", "not-ready", "declares 天听 and no discard leaves a wait", e.seat)


def ready_discard(t: Table, e: Discard) -> Violation | None:
    """TX-P5: the hand left after 天听 is ready; from then on only the drawn tile is discarded."""
    return rules.ready_discard(t, e, waits)


def no_kong_ready(t: Table, e: Declare) -> Violation | None:
    """TX-P5: after 天听 the hand does not change, by no kong either."""
    if not t.seats[e.seat].ready:
        return None
    return broken(t, "TX-P5", "ready-kong", "kongs after 天听", e.seat)


def no_flower_wins(t: Table, e: Claim) -> Violation | None:
    """TX-W4: no flower wins but the eighth."""
    if INDEX[e.tile] not in BOOK.flowers:
        return None
    return broken(t, "TX-W4", "no-eighth", f"wins with {e.tile}, not its eighth flower", e.seat)


def stands(t: Table, e: Claim) -> Violation | None:
    """TX-W1, TX-W2, TX-W5: the hand is complete, lacks a suit, and a 小胡 has its 花."""
    if hidden(t, e):
        t.note("TX-W1", f"the win of seat {e.seat}: its hand is not known")
        return None
    found = answer(t, e.seat, INDEX[e.tile])
    if found.legal:
        return None
    clause = str(found.clause)
    says = {
        "TX-W1": "no winning shape",
        "TX-W2": "all three suits (缺门)",
        "TX-W5": "a 小胡 with too little 花",
    }[clause]
    return broken(t, clause, "no-win", f"wins with {e.tile}: {says}", e.seat)


def winners(t: Table, e: Claim) -> Violation | None:
    """TX-P2: 一炮多响, as many as ``multi_win`` lets win, the nearest first."""
    found = claims.one_more_winner(t, e)
    if found is not None or len(t.winners) < WINNERS[t.options.multi_win]:
        return found
    message = f"wins too; multi_win is {t.options.multi_win}"
    return broken(t, "TX-P2", "one-winner-more", message, e.seat)


def eighth_wins(t: Table, e: Claim) -> Violation | None:
    """TX-W4, R6: 花胡 claims the draw of the eighth flower."""
    given = t.given
    assert given is not None
    if e.seat != given.seat:
        message = f"wins; seat {given.seat} has its eighth flower"
        return broken(t, "TX-W4", "eighth-flower", message, e.seat)
    tile = INDEX[e.tile]
    right = tile in BOOK.flowers if given.what == "deal" else tile == given.tile
    if e.of == given.seq and right:
        return None
    message = f"wins with {e.tile} of event {e.of}, not with the eighth flower"
    return broken(t, "TX-W4", "eighth-flower", message, e.seat)


def eighth_laid(t: Table, e: Declare) -> Violation | None:
    """TX-W4: the eighth flower may be laid out before it wins, nothing else."""
    given = t.given
    assert given is not None
    if e.seat == given.seat:
        return rules.laid_flowers(t, e)
    message = f"lays out flowers; seat {given.seat} has its eighth"
    return broken(t, "TX-W4", "eighth-flower", message, e.seat)


def eighth_not_declined(t: Table, e: Pass) -> Violation | None:
    """TX-W4: 花胡 cannot be declined."""
    given = t.given
    assert given is not None
    if e.of != given.seq or e.seat != given.seat:
        return claims.passes_open(t, e) or passes(t, e)
    return broken(t, "TX-W4", "declined", "declines 花胡", e.seat)


def eighth_settled(t: Table, e: Settlement) -> Violation | None:
    """TX-W4: with the eighth flower drawn the hand is won, unless it is aborted."""
    if e.outcome == "abort":
        return None
    return broken(t, "TX-W4", "settled-early", "the hand is settled before 花胡 is claimed")


def passes(t: Table, e: Pass) -> Violation | None:
    """R3: a pass declines what was open to the seat."""
    return claims.declines(t, e, could_win, _could_claim)


def _could_claim(t: Table, e: Claim) -> Violation | None:
    return claims.could_claim(t, e, CLAIMING)


def ended(t: Table, e: Settlement) -> Violation | None:
    """TX-P6, R8: a hand is settled when it was won, or when the wall ran out."""
    return rules.ended(t, e, wall_over(t))


# -- the order of play ---------------------------------------------------------------------------

CLAIMING: tuple[rules.Rule, ...] = (
    claims.claims_discard, rules.tile_in_wall, rules.not_ready, claims.with_own, claims.not_passed,
    flowers_replaced, rules.no_more_alike,
)  # fmt: skip

PLAY: rules.Play = {
    (DEAL, "deal"): (
        rules.deal_size, rules.deal_tiles, deal_dice, rules.deal_wall, rules.deal_dealer,
        deal_carry,
    ),
    # TX-E4: 补花 from the dealer on, then on the own turn whatever flower was drawn.
    (TURN, "flower"): (rules.not_readying, rules.laid_flowers, flowers_in_turn),
    # TX-P1: on a turn discard, kong or win.
    (TURN, "discard"): (
        rules.own_turn, rules.no_flower_discarded, rules.holds, rules.drawn_mark,
        flowers_replaced, ready_discard, rules.no_more_alike,
    ),
    # TX-P3: kongs, TX-P5: but none after 天听.
    (TURN, "concealed_kong"): (
        rules.own_turn, rules.not_readying, rules.tile_in_wall, rules.concealed,
        flowers_replaced, no_kong_ready,
    ),
    (TURN, "added_kong"): (
        rules.own_turn, rules.not_readying, rules.tile_in_wall, rules.added, flowers_replaced,
        no_kong_ready,
    ),
    (TURN, "ready"): (rules.own_turn, rules.not_readying, flowers_replaced, ready_declared),
    (TURN, "win"): (
        no_flower_wins, claims.wins_own, rules.not_readying, flowers_replaced, claims.not_passed,
        stands,
    ),
    (TURN, "pass"): (claims.passes_open, passes),
    # TX-E4, TX-P3: what is laid is replaced at once; TX-P4: an added kong may be robbed first.
    (REPLACE, "draw"): (rules.owed, rules.wall_order, rules.no_more_alike),
    (REPLACE, "win"): (
        no_flower_wins, claims.robs_added, flowers_replaced, claims.not_passed, stands,
    ),
    (REPLACE, "pass"): (claims.passes_open, passes),
    # TX-P1: a discard lies open to the others until the next draw.
    (OPEN, "pung"): CLAIMING,
    (OPEN, "exposed_kong"): CLAIMING,
    (OPEN, "win"): (
        no_flower_wins, claims.claims_discard, flowers_replaced, claims.not_passed, stands,
    ),
    (OPEN, "pass"): (claims.passes_open, passes),
    (OPEN, "draw"): (
        rules.next_draws, rules.tile_in_wall, rules.from_head, rules.wall_order,
        rules.no_more_alike,
    ),
    # TX-W4: the eighth flower wins at once.
    (EIGHTH, "win"): (eighth_wins,),
    (EIGHTH, "flower"): (eighth_laid,),
    (EIGHTH, "pass"): (eighth_not_declined,),
    (EIGHTH, "settlement"): (eighth_settled,),
    # TX-P2: others may win on the same tile.
    (WON, "win"): (no_flower_wins, winners, flowers_replaced, claims.not_passed, stands),
    (WON, "pass"): (claims.passes_open,),
    # TX-P6: the end.
    **{(phase, "settlement"): (ended,) for phase in (TURN, REPLACE, OPEN, WON)},
}  # fmt: skip


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = rules.word(event)
    if t.phase == EIGHTH:
        return "TX-W4"
    if act in ("chow", "pung", "exposed_kong"):
        return "TX-P1"
    if t.phase == REPLACE:
        return "TX-P3" if t.due_for == "kong" else "TX-E4"
    return {"ready": "TX-P5", "flower": "TX-E4"}.get(act, "TX-P1")


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    return [] if unseen_eighth(t, event) else check_row(PLAY, t, event, forbidden, every)


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that is open to ``seat`` now, in the order win, kong, pung, flower, discard.

    Draws are no choice and are not listed; a discard of each kind is listed once.
    """
    return [event for event in claims.thinkable(t, seat) if not check(t, -1, event)]
