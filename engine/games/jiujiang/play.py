"""九江麻将: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine.case import CaseError
from engine.findings import Violation
from engine.games.jiujiang import FA, scoring
from engine.games.jiujiang.table import (
    NO_BAR,
    NON_DEALERS,
    by_now,
    case,
    could_win,
    could_win_now,
    paid_as_told,
    pays_unseen,
    unseen,
    wait_kinds,
    wall_over,
)
from engine.mahjong import claims, rules
from engine.mahjong.rules import broken, check_row
from engine.mahjong.table import (
    DEAL,
    HIDDEN,
    INDEX,
    NAMES,
    OPEN,
    REPLACE,
    TURN,
    WON,
    Table,
)
from engine.settlement import compare
from engine.shapes import waits
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass, Settlement
from events.tiles import MAHJONG

# -- rules of 九江 alone --------------------------------------------------------------------------


def fa_replaced(t: Table, e: Any) -> Violation | None:
    """P1–JJ-P3: 发财 is laid out before the owner does anything else on the turn."""
    if not t.seats[e.seat].counts[FA]:
        return None
    clause = "JJ-P2" if t.drawn == FA else "JJ-P3"
    return broken(t, clause, "fa-in-hand", "still holds 发财", e.seat)


def fa_on_turn(t: Table, e: Declare) -> Violation | None:
    """P3: on the own turn, or straight after the deal."""
    if e.seat == t.turn or t.untouched:
        return None
    return broken(t, "JJ-P3", "fa-out-of-turn", "lays out 发财 out of turn", e.seat)


def fa_before_turn(t: Table, e: Declare) -> Violation | None:
    """P3: while a discard is open only the player whose turn comes next replaces."""
    if t.wall.left == 0:
        return broken(t, "JJ-P12", "wall-empty", "replaces 发财 from an empty wall", e.seat)
    if e.seat == t.next_seat(t.turn):
        return None
    return broken(t, "JJ-P3", "fa-out-of-turn", "lays out 发财 out of turn", e.seat)


def fa_before_claim(t: Table, e: Claim) -> Violation | None:
    """P3: in turn the 发财 are gone before the owner claims."""
    if e.seat != t.next_seat(t.turn) or not t.seats[e.seat].counts[FA]:
        return None
    return broken(t, "JJ-P3", "fa-in-hand", "claims in turn while it holds 发财", e.seat)


def fa_before_draw(t: Table, e: Draw) -> Violation | None:
    """P3: in turn the 发财 are gone before the owner draws."""
    if not t.seats[e.seat].counts[FA]:
        return None
    return broken(t, "JJ-P3", "fa-in-hand", "draws while it holds 发财 of the deal", e.seat)


def no_fa_wins(t: Table, e: Claim) -> Violation | None:
    """P3: a hand that holds 发财 cannot win."""
    if not t.seats[e.seat].counts[FA]:
        return None
    return broken(t, "JJ-P3", "fa-in-hand", "wins with 发财 in hand", e.seat)


def fourth_tile(t: Table, e: Discard) -> Violation | None:
    """P7: the fourth tile of an own pung is konged or kept, unless the hand could win with it."""
    barred, kind = t.own.fourth[e.seat], INDEX[e.tile]
    side = t.seats[e.seat]
    if kind not in barred or not side.pung_of(kind) or could_win_now(t, e.seat):
        return None
    if side.unknown or all(n == 0 or k in barred for k, n in enumerate(side.counts)):
        return None
    return broken(t, "JJ-P7", "fourth-tile", f"discards {e.tile}, the fourth of its pung", e.seat)


def ready_declared(t: Table, e: Declare) -> Violation | None:
    """P8: with the own first discard, no meld made, and some discard that leaves a wait."""
    side = t.seats[e.seat]
    if e.tiles:
        return broken(t, "R5", "ready-tiles", "names tiles with 报听", e.seat)
    if side.ready or side.discards:
        return broken(t, "JJ-P8", "ready-late", "declares 报听 after its first discard", e.seat)
    if side.melds:
        return broken(t, "JJ-P8", "ready-melds", "declares 报听 with a meld made", e.seat)
    if side.unknown or rules.some_discard_waits(t, e.seat, ready_hand):
        return None
    return broken(t, "JJ-P8", "not-ready", "declares 报听 and no discard leaves a wait", e.seat)


def ready_discard(t: Table, e: Discard) -> Violation | None:
    """JJ-P8: with 报听 declared the hand left must wait; afterwards only the drawn tile goes."""
    return rules.ready_discard(t, e, ready_hand)


def ready_hand(t: Table, seat: int, counts: Sequence[int]) -> bool:
    """JJ-P8, JJ-W3: whether the concealed ``counts`` wait for some tile."""
    return bool(wait_kinds(counts, t, seat))


def ready_kong(t: Table, e: Declare) -> Violation | None:
    """P8: after 报听 only a concealed kong of the drawn tile that leaves the waits as they are."""
    side = t.seats[e.seat]
    if not side.ready:
        return None
    kind = INDEX[MAHJONG.parse(e.tiles or "?")[0]]
    if t.drawn not in (kind, HIDDEN):
        return broken(t, "JJ-P8", "ready-kong", "kongs after 报听 what it did not draw", e.seat)
    if side.unknown or kind == HIDDEN:
        t.note("JJ-P8", f"whether the kong of seat {e.seat} changed its wait: hand not known")
        return None
    if ready_kong_keeps(t, e.seat, kind):
        return None
    return broken(t, "JJ-P8", "ready-kong", "changes its wait by a kong after 报听", e.seat)


def ready_kong_keeps(t: Table, seat: int, kind: int) -> bool:
    """P8: whether a concealed kong of the drawn ``kind`` leaves the set of winning tiles as is."""
    side = t.seats[seat]
    before, after = side.counts.copy(), side.counts.copy()
    before[kind] -= 1
    after[kind] -= 4
    old = wait_kinds(before, t, seat)
    own = list(after)
    own[kind] += 4
    for meld in side.melds:
        own[meld.tile] += meld.size
    new = frozenset(k for k in waits(after, len(side.melds) + 1) if own[k] < 4)
    return old == new


def not_barred(t: Table, e: Claim) -> Violation | None:
    """P9: 过胡."""
    given, bar = t.given, t.own.bars[e.seat]
    assert given is not None
    if given.what != "discard":
        return None
    if unseen(t, e.seat):
        t.note("JJ-P9", f"whether seat {e.seat} had passed up a win: its hand is not known")
    if bar == NO_BAR:
        return None
    if bar == NON_DEALERS and given.seat == t.dealer:
        return None
    return broken(t, "JJ-P9", "passed-up", "wins after 过胡, before its next own draw", e.seat)


def stands(t: Table, e: Claim) -> Violation | None:
    """W0, JJ-W1: the hand is complete and worth enough."""
    if unseen(t, e.seat):
        t.note("JJ-W1", f"the win of seat {e.seat}: its hand is not known")
        return None
    try:
        answer = scoring.score(case(t, e.seat, e.tile, by_now(t, e.seat)))
    except CaseError as error:
        return broken(t, "JJ-W0", error.code, f"wins with {e.tile}: {error.message}", e.seat)
    if answer.legal:
        return None
    clause = str(answer.clause)
    says = "no winning shape" if clause == "JJ-W0" else f"{answer.value} 炮 of its own, too few"
    return broken(t, clause, "no-win", f"wins with {e.tile}: {says}", e.seat)


def one_winner(t: Table, e: Claim) -> Violation | None:
    """P11: one winner a tile unless ``multi_win``."""
    if t.options.multi_win:
        return claims.one_more_winner(t, e)
    return broken(t, "JJ-P11", "second-winner", "wins too; one winner a tile", e.seat)


def passes(t: Table, e: Pass) -> Violation | None:
    """R3: a pass declines what was open to the seat."""
    return claims.declines(t, e, _could_win_given, _could_claim)


def _could_win_given(t: Table, seat: int) -> bool:
    given = t.given
    assert given is not None
    if given.what in ("draw", "deal"):
        return seat == t.turn and could_win_now(t, seat)
    claim = Claim(seat=seat, act="win", tile=NAMES[given.tile], of=given.seq)
    return seat != given.seat and could_win(t, seat) and not_barred(t, claim) is None


def _could_claim(t: Table, e: Claim) -> Violation | None:
    return claims.could_claim(t, e, CLAIMING)


def deal_break(t: Table, e: Deal) -> Violation | None:
    """E2, JJ-E3: one die, the wall that it opens and the stack that dealing starts from."""
    if e.dice is not None and len(e.dice) != 1:
        return broken(t, "JJ-E3", "dice", f"{len(e.dice)} dice are rolled, it is one")
    if e.break_ is None:
        return None
    die = e.dice[0] if e.dice else e.break_[1] - 1  # the stack tells a die that is not recorded
    side = {1: 2, 3: 2, 5: 2, 2: 1, 6: 1, 4: 3}.get(die)
    if side is None:
        message = f"no die opens a wall at stack {e.break_[1]}"
        return broken(t, "JJ-E3", "break", message, stops=False)
    should = ((e.dealer + side) % 4, die + 1)
    if e.break_ == should:
        return None
    message = f"die {die} opens the wall of seat {should[0]} at stack {should[1]}"
    found = broken(t, "JJ-E3", "break", message, stops=False)
    return replace(found, recorded=e.break_, expected=should)


def deal_unit(t: Table, e: Deal) -> Violation | None:
    """P15: the unit that the hand begins with."""
    unit = (e.carry or {}).get("unit")
    if unit is None or t.carry.unit is None or unit == t.carry.unit:
        return None
    message = f"the hand begins with unit {unit}, it is {t.carry.unit}"
    found = broken(t, "JJ-P15", "unit", message, stops=False)
    return replace(found, recorded=unit, expected=t.carry.unit)


def ended(t: Table, e: Settlement) -> Violation | None:
    """P12, R8: a hand is settled when it was won, or when the wall ran out."""
    return rules.ended(t, e, wall_over(t))


def paid_unseen(t: Table, e: Settlement) -> Violation | None:
    """X1–JJ-X7 where a winner's tiles are not known: who pays, and what is eaten from each payer.

    The winner's own 炮 are believed as recorded.
    """
    wins = e.wins or ()
    if e.outcome != "win" or [win.seat for win in wins] != [claim.seat for claim in t.winners]:
        return None
    for claim, win in zip(t.winners, wins, strict=True):
        told = win.payments is not None and not pays_unseen(t, claim.seat)
        if not told or not unseen(t, claim.seat):
            continue
        ours = paid_as_told(t, claim, win, t.carry.unit or e.unit)
        cite = {"payer": "JJ-X1", "points": "JJ-X2"}
        was = Settlement(hand=e.hand, outcome="win", wins=(replace(ours, payments=win.payments),))
        should = Settlement(hand=e.hand, outcome="win", wins=(ours,))
        if found := compare(was, should, cite):
            return found[0]
    return None


# -- the order of play ---------------------------------------------------------------------------

CLAIMING: tuple[rules.Rule, ...] = (
    claims.claims_discard, rules.tile_in_wall, rules.not_ready, fa_before_claim, claims.with_own,
    claims.not_passed, rules.no_more_alike,
)  # fmt: skip

PLAY: rules.Play = {
    (DEAL, "deal"): (
        rules.deal_size, rules.deal_tiles, deal_break, rules.deal_wall, rules.deal_dealer,
        deal_unit,
    ),
    # JJ-P1: on a turn replace 发财, then discard, kong or win.
    (TURN, "flower"): (rules.not_readying, rules.laid_flowers, fa_on_turn),
    (TURN, "discard"): (
        rules.own_turn, rules.no_flower_discarded, rules.holds, rules.drawn_mark, fa_replaced,
        fourth_tile, ready_discard, rules.no_more_alike,
    ),
    (TURN, "concealed_kong"): (
        rules.own_turn, rules.not_readying, rules.tile_in_wall, rules.concealed, fa_replaced,
        ready_kong, claims.not_passed, rules.no_more_alike,
    ),
    (TURN, "added_kong"): (
        rules.own_turn, rules.not_readying, rules.tile_in_wall, rules.added, fa_replaced,
        ready_kong, claims.not_passed, rules.no_more_alike,
    ),
    (TURN, "ready"): (rules.own_turn, rules.not_readying, fa_replaced, ready_declared),
    (TURN, "win"): (
        claims.wins_own, rules.not_readying, no_fa_wins, claims.not_passed, stands,
    ),
    (TURN, "pass"): (claims.passes_open, passes),
    # JJ-P2, JJ-P6: what is laid is replaced at once; JJ-P10: an added kong may be robbed first.
    (REPLACE, "draw"): (
        rules.owed, rules.tile_in_wall, rules.wall_order, rules.no_more_alike,
    ),
    (REPLACE, "win"): (claims.robs_added, no_fa_wins, claims.not_passed, stands),
    (REPLACE, "pass"): (claims.passes_open, passes),
    # JJ-P3, JJ-P4: a discard lies open to the others until the next draw.
    (OPEN, "flower"): (rules.laid_flowers, fa_before_turn),
    (OPEN, "pung"): CLAIMING,
    (OPEN, "exposed_kong"): CLAIMING,
    (OPEN, "win"): (claims.claims_discard, no_fa_wins, claims.not_passed, not_barred, stands),
    (OPEN, "pass"): (claims.passes_open, passes),
    (OPEN, "draw"): (
        rules.next_draws, rules.tile_in_wall, fa_before_draw, rules.from_head, rules.wall_order,
        rules.no_more_alike,
    ),
    # JJ-P11: others may win on the same tile.
    (WON, "win"): (one_winner, no_fa_wins, claims.not_passed, not_barred, stands),
    (WON, "pass"): (claims.passes_open,),
    # JJ-P12: the end.
    **{(phase, "settlement"): (ended, paid_unseen) for phase in (TURN, REPLACE, OPEN, WON)},
}  # fmt: skip


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = rules.word(event)
    if isinstance(event, Claim) and act != "win":
        return "JJ-P4"
    if t.phase == REPLACE:
        return "JJ-P6" if t.due_for == "kong" else "JJ-P2"
    if act == "ready":
        return "JJ-P8"
    return "JJ-P1"


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    return check_row(PLAY, t, event, forbidden, every)


# -- what is open --------------------------------------------------------------------------------


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that is open to ``seat`` now, in the order win, kong, pung, flower, discard.

    Draws are no choice and are not listed; a discard of each kind is listed once.
    """
    return [event for event in claims.thinkable(t, seat) if not check(t, -1, event)]
