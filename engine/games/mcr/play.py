"""国标麻将: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.mcr.table import (
    DEALT,
    FIRST,
    after_dealer,
    answer,
    could_win,
    hidden,
    is_last,
    left_for,
    wall_over,
)
from engine.mahjong import claims, rules
from engine.mahjong.hands import HONOUR
from engine.mahjong.rules import broken, check_row
from engine.mahjong.table import (
    DEAL,
    HIDDEN,
    INDEX,
    NAMES,
    OPEN,
    REPLACE,
    SETTLED,
    TURN,
    WON,
    Table,
)
from events.model import AnyEvent, Claim, Deal, Declare, Pass, Settlement
from events.tiles import MAHJONG, UNKNOWN

# -- the deal ------------------------------------------------------------------------------------


def deal_size(t: Table, e: Deal) -> Violation | None:
    """MC-E2: thirteen tiles each; the dealer draws his fourteenth."""
    if len(e.hands) != len(t.seats):
        return broken(t, "MC-E2", "hand-size", f"{len(e.hands)} hands are dealt, not 4")
    for seat, text in enumerate(e.hands):
        n = len(MAHJONG.parse(text))
        if n != 13:
            found = broken(t, "MC-E2", "hand-size", f"seat {seat} is dealt {n} tiles, it is 13")
            return replace(found, seat=seat, recorded=n, expected=13)
    return None


def deal_wall(t: Table, e: Deal) -> Violation | None:
    """MC-E4: the hands are what the recorded wall deals."""
    if e.wall is None:
        return None
    wall = MAHJONG.parse(e.wall)
    for seat, should in enumerate(dealt_hands(wall, e.dealer, t.options.wall)):
        was = MAHJONG.parse(e.hands[seat])
        if UNKNOWN in was or UNKNOWN in should or sorted(was) == sorted(should):
            continue
        found = broken(t, "MC-E4", "deal-wall", f"seat {seat} is dealt other tiles than the wall's")
        return replace(
            found, seat=seat, recorded=MAHJONG.format(was), expected=MAHJONG.format(should)
        )
    return None


def dealt_hands(wall: list[str], dealer: int, form: str) -> list[list[str]]:
    """MC-E4: what the wall deals: four at a time and one, or in quarters each hand at once."""
    if form == "quarters":
        return [wall[13 * seat : 13 * seat + 13] for seat in range(4)]
    hands = rules.dealt_hands(wall[: DEALT + 1], dealer)
    hands[dealer].pop()  # the fourteenth is drawn
    return hands


def deal_no(t: Table, e: Deal) -> Violation | None:
    """MC-E5: the how-manieth hand of the match it is."""
    should = t.carry.deal_no
    was = (e.carry or {}).get("deal_no", should)
    if should is None or (was == should and not isinstance(was, bool)):
        return None
    found = broken(t, "MC-E5", "deal-no", f"the hand is number {was}, it is {should}", stops=False)
    return replace(found, recorded=was, expected=should)


# -- flowers -------------------------------------------------------------------------------------


def flowers_in_turn(t: Table, e: Declare) -> Violation | None:
    """MC-E3: in the opening seat after seat lays out its flowers; later on a tile just drawn."""
    if not t.untouched:
        if e.seat == t.turn and t.drawn is not None:
            return None
        return broken(t, "MC-E3", "flower-turn", "lays out flowers and has not just drawn", e.seat)
    if t.own <= after_dealer(t, e.seat):
        return None
    return broken(t, "MC-E3", "flower-turn", "lays out flowers after a later seat did", e.seat)


def flower_replaced(t: Table, e: Any) -> Violation | None:
    """MC-E3: a winning hand has no flower in it."""
    if t.holds_flower(e.seat):
        return broken(t, "MC-E3", "flower-in-hand", "still holds a flower", e.seat)
    return None


# -- the own turn --------------------------------------------------------------------------------


def just_drew(t: Table, e: Any) -> Violation | None:
    """MC-P4: a kong of the own hand needs a tile just drawn, not a claimed one."""
    if t.drawn is not None:
        return None
    return broken(t, "MC-P4", "no-draw", "kongs without having drawn a tile", e.seat)


def can_replace(t: Table, e: Any) -> Violation | None:
    """MC-P7: no kong on the last tile, nor where the seat has no tile left to draw."""
    if left_for(t, e.seat) > 0 and not is_last(t, t.turn):
        return None
    return broken(t, "MC-P7", "wall-empty", "kongs although no tile is left", e.seat)


def tile_left(t: Table, e: Any) -> Violation | None:
    """MC-P7: who has no tile left to draw draws none."""
    if left_for(t, e.seat) > 0:
        return None
    return broken(t, "MC-P7", "wall-empty", "draws although no tile is left", e.seat)


def wins_drawn(t: Table, e: Claim) -> Violation | None:
    """R6: a self-draw claims the draw, and its tile."""
    given = t.given
    assert given is not None
    if e.seat != t.turn:
        return claims.not_open(t, e)
    if t.drawn is None or given.what != "draw" or e.of != given.seq:
        return broken(t, "R6", "win-of", f"wins on event {e.of}, which gave it nothing", e.seat)
    if t.drawn in (INDEX[e.tile], HIDDEN):
        return None
    return broken(t, "R6", "other-tile", f"wins with {e.tile}, not the tile drawn", e.seat)


def stands(t: Table, e: Claim) -> Violation | None:
    """MC-W1, MC-W2: the hand has a winning shape and its 番, unless errors end the hand (X3)."""
    kind = INDEX[e.tile]
    why = hidden(t, e.seat, kind)
    if why is not None:
        t.note("MC-W1", f"the win of seat {e.seat}: {why}")
        return None
    if t.options.errors == "end":
        return None
    found = answer(t, e.seat, kind)
    if found.legal:
        return None
    least = t.options.min_fan
    says = {
        "MC-W1": "no winning shape",
        "MC-W2": f"{found.value} 番, flowers included, {least} are needed without them",
    }[str(found.clause)]
    return broken(t, str(found.clause), "no-win", f"wins with {e.tile}: {says}", e.seat)


# -- claims --------------------------------------------------------------------------------------


def not_last(t: Table, e: Any) -> Violation | None:
    """MC-P7: the last discard can only be won."""
    if not is_last(t, t.turn):
        return None
    return broken(t, "MC-P7", "wall-empty", "claims the last discard, which is only won", e.seat)


def next_chows(t: Table, e: Claim) -> Violation | None:
    """MC-P2: only the next seat chows."""
    if e.seat == t.next_seat(t.turn):
        return None
    return broken(t, "MC-P2", "not-next", f"chows a discard of seat {t.turn}", e.seat)


def makes_run(t: Table, e: Claim) -> Violation | None:
    """MC-P2: two own tiles that make a run of one suit with the one claimed."""
    own = [INDEX[tile] for tile in MAHJONG.parse(e.with_ or "")]
    kinds = sorted([INDEX[e.tile], *own])
    low = kinds[0]
    run = kinds == [low, low + 1, low + 2] and 0 <= low < HONOUR and low % 9 <= 6
    if HIDDEN in kinds and len(kinds) == 3:
        return None
    if not run:
        message = f"chows {e.tile} with {e.with_ or 'nothing'}"
        return broken(t, "MC-P2", "no-run", message, e.seat)
    side = t.seats[e.seat]
    unseen = [kind for kind in own if not side.counts[kind]]
    if len(unseen) > side.unknown:
        return broken(t, "MC-P2", "tile-not-held", f"chows with {e.with_}, not all held", e.seat)
    if any(t.shown[kind] == t.book.copies[kind] for kind in unseen):
        return broken(t, "MC-E1", "too-many-alike", f"chows with {e.with_}, all shown", e.seat)
    return None


def runs_with(t: Table, seat: int) -> list[Claim]:
    """Every chow of the open discard that the seat's known tiles make."""
    given = t.given
    assert given is not None
    kind, counts = given.tile, t.seats[seat].counts
    if not 0 <= kind < HONOUR:
        return []
    found = []
    for low in (kind - 2, kind - 1, kind):
        own = [k for k in (low, low + 1, low + 2) if k != kind]
        if low // 9 == (low + 2) // 9 == kind // 9 and all(counts[k] for k in own):
            text = " ".join(NAMES[k] for k in own)
            found.append(Claim(seat=seat, act="chow", tile=NAMES[kind], with_=text, of=given.seq))
    return found


# -- passes and the end --------------------------------------------------------------------------


def passes(t: Table, e: Pass) -> Violation | None:
    """R3: a pass declines what was open to the seat."""
    given = t.given
    assert given is not None
    other = tuple(act for act in e.declined or () if act != "chow")
    found = claims.declines(t, replace(e, declined=other), could_win, _could_claim)
    if found is not None or "chow" not in (e.declined or ()):
        return found
    side = t.seats[e.seat]
    hidden_pair = side.unknown >= 2 or (side.unknown > 0 and any(side.counts))
    nearest = t.phase == OPEN and e.seat == t.next_seat(t.turn) and not is_last(t, t.turn)
    if nearest and (hidden_pair or runs_with(t, e.seat)):
        return None
    message = "declines chow, which was not open to it"
    return broken(t, "R3", "declined", message, e.seat, stops=False)


def _could_claim(t: Table, e: Claim) -> Violation | None:
    return claims.could_claim(t, e, CLAIMING)


def ended(t: Table, e: Settlement) -> Violation | None:
    """MC-P7, R8, MC-X3: a hand is settled when it was won, by an error, or without a tile left."""
    if t.options.errors == "end" and e.outcome == "draw":
        if any(dict(lines).get("MC-X3") for lines in e.seat_lines or ()):
            return None
        false = [c for c in t.winners if hidden(t, c.seat, INDEX[c.tile]) is None]
        if false and not answer(t, false[0].seat, INDEX[false[0].tile]).legal:
            return None
    return rules.ended(t, e, wall_over(t))


# -- the order of play ---------------------------------------------------------------------------

CLAIMING: tuple[rules.Rule, ...] = (
    claims.claims_discard, not_last, claims.with_own, claims.not_passed, rules.no_more_alike,
)  # fmt: skip

PLAY: rules.Play = {
    # MC-E2, MC-E4: the deal, and the dealer's first tile.
    (DEAL, "deal"): (
        deal_size, rules.deal_tiles, deal_wall, rules.deal_dealer, deal_no,
    ),
    (FIRST, "draw"): (rules.next_draws, rules.from_head, rules.wall_order, rules.no_more_alike),
    # MC-E3: flowers.
    (TURN, "flower"): (rules.laid_flowers, flowers_in_turn),
    # MC-P1: on a turn discard, kong or win; MC-P4: a kong after a draw.
    (TURN, "discard"): (rules.own_turn, rules.holds, rules.drawn_mark, rules.no_more_alike),
    (TURN, "concealed_kong"): (rules.own_turn, just_drew, can_replace, rules.concealed),
    (TURN, "added_kong"): (rules.own_turn, just_drew, can_replace, rules.added),
    (TURN, "win"): (wins_drawn, flower_replaced, claims.not_passed, stands),
    (TURN, "pass"): (claims.passes_open, passes),
    # MC-E3, MC-P4: what is laid is replaced at once; MC-P6: an added kong may be robbed first.
    (REPLACE, "draw"): (rules.owed, tile_left, rules.wall_order, rules.no_more_alike),
    (REPLACE, "win"): (claims.robs_added, flower_replaced, claims.not_passed, stands),
    (REPLACE, "pass"): (claims.passes_open, passes),
    # MC-P2, MC-P3, MC-P5: a discard lies open to the others until the next draw.
    (OPEN, "chow"): (
        claims.claims_discard, not_last, next_chows, makes_run, claims.not_passed,
    ),
    (OPEN, "pung"): CLAIMING,
    (OPEN, "exposed_kong"): (*CLAIMING, can_replace),
    (OPEN, "win"): (claims.claims_discard, flower_replaced, claims.not_passed, stands),
    (OPEN, "pass"): (claims.passes_open, passes),
    (OPEN, "draw"): (
        rules.next_draws, rules.from_head, tile_left, rules.wall_order, rules.no_more_alike,
    ),
    (WON, "pass"): (claims.passes_open,),
    # MC-P7: the end.
    **{(phase, "settlement"): (ended,) for phase in (FIRST, TURN, REPLACE, OPEN, WON)},
}  # fmt: skip


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = rules.word(event)
    if t.phase == WON:
        return "MC-P5"
    if act == "chow":
        return "MC-P2"
    if act in ("pung", "exposed_kong"):
        return "MC-P3"
    if t.phase == REPLACE:
        return "MC-P4" if t.due_for == "kong" else "MC-E3"
    if act in ("concealed_kong", "added_kong"):
        return "MC-P4"
    return "MC-E3" if act == "flower" else "MC-P1"


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    return check_row(PLAY, t, event, forbidden, every)


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that is open to ``seat`` now, in the order win, kong, pung, chow, flower, discard.

    Draws are no choice and are not listed; a discard of each kind is listed once.
    """
    return [event for event in _thinkable(t, seat) if not check(t, -1, event)]


def _thinkable(t: Table, seat: int) -> list[AnyEvent]:
    given = t.given
    if given is None or t.phase in (DEAL, FIRST, SETTLED):
        return []
    acts: list[AnyEvent] = []
    for act in claims.thinkable(t, seat):
        match act:
            case Claim(act="win"):
                acts.append(replace(act, tile=NAMES[given.tile], of=given.seq))
            case Declare(act="ready"):
                pass
            case _:
                acts.append(act)
    if t.phase == OPEN and seat != given.seat:
        acts += runs_with(t, seat)
    return acts
