"""立直麻将: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names. The rules stand
in ``dealing.py``, ``turning.py``, ``taking.py`` and ``ending.py``.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.riichi import NORTH, RED, winning
from engine.games.riichi.dealing import (
    deal_carry,
    deal_open,
    deal_size,
    deal_wall,
)
from engine.games.riichi.ending import (
    ended,
    on_table,
    shown,
)
from engine.games.riichi.patterns import plain, plain_counts
from engine.games.riichi.table import turned
from engine.games.riichi.taking import (
    forms_set,
    hand_over,
    leaves_a_discard,
    lies_open,
    not_furiten,
    not_riichi,
    one_more,
    one_more_kong,
    own_draw,
    robs,
    stands,
    stick_told,
)
from engine.games.riichi.turning import (
    first_draw,
    four_alike,
    fourth,
    has_drawn,
    indicators,
    kong_open,
    locked,
    north,
    riichi_declared,
    riichi_discard,
    riichi_kong,
    swapped,
)
from engine.mahjong import claims as shared
from engine.mahjong import rules
from engine.mahjong.rules import broken, check_row
from engine.mahjong.table import (
    DEAL,
    HIDDEN,
    NAMES,
    OPEN,
    REPLACE,
    SETTLED,
    TURN,
    WON,
    Table,
)
from events.model import AnyEvent, Claim, Declare, Discard, Pass
from events.tiles import UNKNOWN

# -- passes --------------------------------------------------------------------------------------


def passes(t: Table, e: Pass) -> Violation | None:
    """R3: a pass declines what was open to the seat."""
    for act in e.declined or ():
        if not _was_open(t, e.seat, act):
            message = f"declines {act}, which was not open to it"
            return broken(t, "R3", "declined", message, e.seat, stops=False)
    return None


def _was_open(t: Table, seat: int, act: str) -> bool:
    if t.seats[seat].unknown:
        return True
    if act == "win":
        own = t.phase == TURN and seat == t.turn
        return winning.could_win_drawn(t, seat) if own else winning.could_win(t, seat)
    if t.phase == TURN:
        return any(getattr(event, "act", None) == act for event in legal(t, seat))
    return any(
        claim.act == act and not _against(t, claim) for claim in claims(t, seat) if t.phase == OPEN
    )


def _against(t: Table, e: Claim) -> Violation | None:
    """What stands against a claim of the open discard, passes aside."""
    for rule in CLAIMING:
        if rule is not shared.not_passed and (violation := rule(t, e)) is not None:
            return violation
    return None


# -- the order of play ---------------------------------------------------------------------------

CLAIMING: tuple[rules.Rule, ...] = (
    lies_open, rules.tile_in_wall, hand_over, not_riichi, forms_set, one_more_kong,
    leaves_a_discard, shared.not_passed, stick_told, indicators,
)  # fmt: skip

PLAY: rules.Play = {
    (DEAL, "deal"): (
        deal_size, rules.deal_tiles, deal_open, deal_wall, rules.deal_dealer, deal_carry,
    ),
    # RI-P1: the dealer draws; a turn is a draw or a claim, and a discard.
    (TURN, "draw"): (first_draw, rules.from_head, rules.wall_order, rules.no_more_alike),
    (TURN, "discard"): (
        rules.own_turn, has_drawn, rules.holds, rules.drawn_mark, locked, swapped, riichi_discard,
        indicators, rules.no_more_alike,
    ),
    # RI-P4, RI-P6: a kong, or with three players a north laid aside.
    (TURN, "concealed_kong"): (
        rules.own_turn, rules.not_readying, kong_open, four_alike, riichi_kong,
    ),
    (TURN, "added_kong"): (rules.own_turn, rules.not_readying, kong_open, fourth, riichi_kong),
    (TURN, "kita"): (rules.own_turn, rules.not_readying, north),
    (TURN, "ready"): (rules.own_turn, rules.not_readying, riichi_declared),
    (TURN, "win"): (own_draw, rules.not_readying, shared.not_passed, indicators, stands),
    (TURN, "pass"): (shared.passes_open, passes),
    # RI-P5: what is laid is replaced at once; RI-P12: some of it can be robbed before.
    (REPLACE, "draw"): (rules.owed, rules.wall_order, indicators, rules.no_more_alike),
    (REPLACE, "win"): (robs, shared.not_passed, not_furiten, stands),
    (REPLACE, "pass"): (shared.passes_open, passes),
    # RI-P2: a discard lies open to the others until the next draw.
    (OPEN, "chow"): CLAIMING,
    (OPEN, "pung"): CLAIMING,
    (OPEN, "exposed_kong"): CLAIMING,
    (OPEN, "win"): (lies_open, shared.not_passed, not_furiten, stick_told, stands),
    (OPEN, "pass"): (shared.passes_open, passes),
    (OPEN, "draw"): (
        rules.next_draws, rules.tile_in_wall, hand_over, rules.from_head, rules.wall_order,
        stick_told, indicators, rules.no_more_alike,
    ),
    # RI-P11: several may win on one tile.
    (WON, "win"): (one_more, shared.not_passed, not_furiten, stands),
    (WON, "pass"): (shared.passes_open,),
    # RI-P13…P18: the end.
    **{(phase, "settlement"): (ended, on_table, shown) for phase in (TURN, REPLACE, OPEN, WON)},
}  # fmt: skip


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = rules.word(event)
    if act in ("chow", "pung", "exposed_kong"):
        return "RI-P2"
    return "RI-P5" if t.phase == REPLACE else "RI-P1"


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    seat = getattr(event, "seat", 0)
    if seat >= len(t.seats):
        return [broken(t, "R10", "no-such-seat", f"there is no seat {seat}")]
    found = check_row(PLAY, t, event, forbidden, every)
    x = event.x
    if x is not None and "dora" in x and (every or not found) and t.own.dora is not None:
        told = turned_now(t, event)
        if told is not None:
            found = [*found, told]
    return found


def turned_now(t: Table, event: AnyEvent) -> Violation | None:
    """RI-P7: the indicators turned after an event are the wall's next."""
    wall: Any = t.wall
    for nth, kind in enumerate(turned(t, (event.x or {})["dora"]), len(t.own.dora)):
        should = wall.indicator(nth)
        either = (wall.indicator(nth, ura=True),) if nth >= wall.lying else ()
        if should not in (None, UNKNOWN, NAMES[kind]) and NAMES[kind] not in either:
            message = f"{NAMES[kind]} is turned as an indicator; the wall has {should}"
            found = broken(t, "RI-P7", "indicator", message)
            return replace(found, recorded=NAMES[kind], expected=should)
    return None


# -- what is open --------------------------------------------------------------------------------


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that is open to ``seat`` now: win, kong, north, riichi, discards; or the claims.

    Draws are no choice and are not listed; a discard of each kind is listed once.
    """
    if t.given is None or t.phase in (DEAL, SETTLED):
        return []
    thinkable = _own_acts(t, seat) if t.phase == TURN else [_win(t, seat), *claims(t, seat)]
    return [event for event in thinkable if not check(t, -1, event)]


def _win(t: Table, seat: int) -> Claim:
    given = t.given
    assert given is not None
    tile = t.drawn if t.phase == TURN else winning.tile_given(t)
    return Claim(seat=seat, act="win", tile=NAMES[HIDDEN if tile is None else tile], of=given.seq)


def _own_acts(t: Table, seat: int) -> list[AnyEvent]:
    if seat != t.turn:
        return []
    side = t.seats[seat]
    held = [kind for kind, n in enumerate(side.counts) if n]
    acts: list[AnyEvent] = [_win(t, seat), *kongs(t, seat)]
    if side.counts[NORTH]:
        acts.append(Declare(seat=seat, act="kita", tiles="N"))
    acts.append(Declare(seat=seat, act="ready"))
    return acts + [Discard(seat=seat, tile=NAMES[kind]) for kind in held]


def kongs(t: Table, seat: int) -> list[Declare]:
    """Every kong that the seat's own tiles make, allowed or not."""
    counts = t.seats[seat].counts
    acts = []
    for kind, n in enumerate(plain_counts(counts)):
        if n == 4:
            tiles = [k for k in (kind, *RED) if plain(k) == kind for _ in range(counts[k])]
            names = " ".join(NAMES[k] for k in tiles)
            acts.append(Declare(seat=seat, act="concealed_kong", tiles=names))
    pungs = {plain(meld.tile) for meld in t.seats[seat].melds if meld.kind == "pung"}
    acts += [
        Declare(seat=seat, act="added_kong", tiles=NAMES[kind])
        for kind, n in enumerate(counts)
        if n and plain(kind) in pungs
    ]
    return acts


def claims(t: Table, seat: int) -> list[Claim]:
    """Every pung, kong and run that the seat could make of the discard with its tiles."""
    given, side = t.given, t.seats[seat]
    if given is None or t.phase != OPEN or given.tile == HIDDEN:
        return []
    kind = plain(given.tile)
    alike = [k for k in (kind, *RED) if plain(k) == kind for _ in range(side.counts[k])]
    pairs = {tuple(sorted(own)) for own in combinations(alike, 2)}
    groups = [("exposed_kong", tuple(alike))] if len(alike) == 3 else []
    groups += [("pung", own) for own in sorted(pairs)]
    if kind < 27:
        near = [(kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2)]
        groups += [
            ("chow", (a, b))
            for low, high in near
            if low >= 0 and high // 9 == low // 9 == kind // 9
            for a in _held_as(side.counts, low)
            for b in _held_as(side.counts, high)
        ]
    return [
        Claim(
            seat=seat,
            act=act,
            tile=NAMES[given.tile],
            with_=" ".join(NAMES[k] for k in own),
            of=given.seq,
        )
        for act, own in groups
    ]


def _held_as(counts: Any, kind: int) -> list[int]:
    """The kinds by which a hand holds a plain kind: itself, its red five."""
    return [k for k in (kind, *RED) if plain(k) == kind and counts[k]]
