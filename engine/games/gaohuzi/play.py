"""告胡子: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names. The rules of the
deal stand in ``dealing.py``, those of claims in ``taking.py``.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.findings import Violation
from engine.games.gaohuzi import COPIES, HIDDEN, INDEX, NAMES, eating
from engine.games.gaohuzi.dealing import (
    all_asked,
    all_laid,
    asked,
    deal_cards,
    deal_dealer,
    deal_shown,
    deal_size,
    deal_wall,
    extra_owed,
    extras_drawn,
    four_alike,
    laid_in_order,
    own_laid,
)
from engine.games.gaohuzi.patterns import FOURS, WEI
from engine.games.gaohuzi.seat import Given
from engine.games.gaohuzi.table import DEAL, END, NEXT, OPEN, SETTLED, TURN, WON, Table, takes
from engine.games.gaohuzi.taking import (
    chi_alive,
    compared,
    eaten_group,
    free_cards,
    in_reach,
    lies_open,
    not_dead,
    not_laid_by_drawer,
    not_last,
    not_own_discard,
    not_passed,
    nothing_forced,
    of_another,
    one_winner,
    peng_alive,
    rightly_named,
    stands,
    whole_kan,
    wins_dealt,
    wins_taken,
    with_alike,
)
from engine.games.gaohuzi.winning import could_win, over
from engine.order import Play, Rule, breaks, broken, word
from events.model import AnyEvent, Claim, Declare, Discard, Draw, Pass, Settlement
from events.tiles import UNKNOWN

# -- draws ---------------------------------------------------------------------------------------


def next_draws(t: Table, e: Draw) -> Violation | None:
    """P1, P8, P10: the next player draws, after who gave the card or made no discard."""
    should = t.next_seat(t.turn)
    if e.seat == should:
        return None
    clause = "GH-P1"
    if t.phase == NEXT:
        clause = "GH-P10" if t.seats[t.turn].dead else "GH-P8"
    return broken(t, clause, "not-on-turn", f"draws on the turn of seat {should}", e.seat)


def stock_left(t: Table, e: Draw) -> Violation | None:
    """P12: after the last card of the stock the hand is over."""
    if t.wall.left:
        return None
    return broken(t, "GH-P12", "stock-empty", "draws from an empty stock", e.seat)


def from_front(t: Table, e: Draw) -> Violation | None:
    """P1: a card is drawn from the front of the stock."""
    if e.end != "tail" and e.die is None:
        return None
    return broken(t, "GH-P1", "wrong-end", "draws not from the front of the stock", e.seat)


def wall_order(t: Table, e: Draw) -> Violation | None:
    """R13: the recorded wall is drawn in its order."""
    should = t.wall.first()
    if should is None or e.tile == should or UNKNOWN in (e.tile, should):
        return None
    clause = "GH-P9" if e.end == "extra" else "R13"
    found = broken(t, clause, "wall-order", f"draws {e.tile}; the wall gives {should}", e.seat)
    return replace(found, recorded=e.tile, expected=should)


def no_fifth(t: Table, e: Draw | Discard) -> Violation | None:
    """E1, R10: no more than four of a kind show."""
    kind = INDEX[e.tile]
    if kind == HIDDEN:
        return None
    fresh = isinstance(e, Draw) or t.seats[e.seat].counts[kind] == 0
    if t.shown[kind] + fresh <= COPIES:
        return None
    return broken(t, "GH-E1", "too-many-alike", f"shows a fifth {e.tile}", e.seat)


def no_discard_possible(t: Table, e: Draw) -> Violation | None:
    """P1, P8, P10: a taken card is followed by a discard, if there is anything to discard."""
    side = t.seats[t.turn]
    if t.opening:
        possible = side.stuck() and not side.unlaid() and side.owed() <= 0
    else:
        possible = side.unknown > 0 and not {1, 2} & set(side.counts)
    if possible:
        return None
    clause = "GH-P8" if t.took in FOURS else "GH-P1"
    if t.opening and e.seat == t.dealer and side.owed() > 0:
        clause = "GH-P9"
    message = f"draws; seat {t.turn} has to discard first [{t.describe(t.turn)}]"
    return broken(t, clause, "no-discard", message, e.seat)


# -- discards ------------------------------------------------------------------------------------


def own_turn(t: Table, e: Discard) -> Violation | None:
    """P1: only who took a card discards."""
    if e.seat == t.turn:
        return None
    return broken(t, "GH-P1", "not-on-turn", f"discards on the turn of seat {t.turn}", e.seat)


def holds(t: Table, e: Discard) -> Violation | None:
    """R10: a card is played only from the hand that holds it."""
    if t.seats[e.seat].holds(INDEX[e.tile]):
        return None
    return broken(t, "R10", "tile-not-held", f"discards {e.tile}, which it does not hold", e.seat)


def not_drawn(t: Table, e: Discard) -> Violation | None:
    """R10: a drawn card lies open and is never discarded; an extra card of P9 may be."""
    if not e.drawn or (t.opening and t.seats[e.seat].extras):
        return None
    message = f"discards {e.tile} as the card just drawn; it comes from the hand"
    return broken(t, "R10", "drawn-mark", message, e.seat)


def not_split(t: Table, e: Discard) -> Violation | None:
    """M1, M2: nothing is discarded from a 坎 or a 提."""
    held = t.seats[e.seat].counts[INDEX[e.tile]] if e.tile != UNKNOWN else 0
    if held < 3:
        return None
    clause, what = ("GH-M1", "坎") if held == 3 else ("GH-M2", "提")
    return broken(t, clause, "splits", f"discards {e.tile} from a {what}", e.seat)


# -- passes --------------------------------------------------------------------------------------


def passes_open(t: Table, e: Pass) -> Violation | None:
    """R3: a pass is about the card that lies open."""
    if t.given is not None and e.of == t.given.seq:
        return None
    message = f"passes on event {e.of}, which is not open"
    return broken(t, "R3", "pass-of", message, e.seat, stops=False)


def nothing_forced_declined(t: Table, e: Pass) -> Violation | None:
    """P6, P11: nobody declines what he has to take."""
    given = t.given
    if given is None:
        return None
    if t.forced is not None and t.forced[0] == e.seat:
        act = t.forced[1]
        if e.declined is None or act in e.declined:
            message = f"declines to take {NAMES[given.tile]} as {act}"
            return broken(t, "GH-P6", "declined", message, e.seat, stops=False)
    if t.options.discard_win == "forced" and given.what == "discard":
        declines = e.declined is None or "win" in e.declined
        if declines and not t.seats[e.seat].dead and could_win(t, e.seat):
            message = f"declines a win on {NAMES[given.tile]}"
            return broken(t, "GH-P11", "win-declined", message, e.seat, stops=False)
    return None


def declines_open(t: Table, e: Pass) -> Violation | None:
    """R3: what a pass declines was open to the seat."""
    for act in e.declined or ():
        if not _was_open(t, e.seat, act):
            message = f"declines {act}, which was not open to it"
            return broken(t, "R3", "declined", message, e.seat, stops=False)
    return None


def _was_open(t: Table, seat: int, act: str) -> bool:
    given, side = t.given, t.seats[seat]
    could = COULD.get(act) if t.phase == OPEN else None
    if given is None or could is None:
        return False
    card = NAMES[given.tile]
    claim = Claim(seat=seat, act=act, tile=card, with_=f"{card} {card}", of=given.seq)
    if any(rule(t, claim) for rule in could if rule is not all_laid):
        return False
    if act == "win":
        return side.unknown > 0 or could_win(t, seat)
    return act == "peng" or side.unknown > 0 or any(eating.eatings(side.counts, given.tile))


# -- the end -------------------------------------------------------------------------------------


def ended(t: Table, e: Settlement) -> Violation | None:
    """P12, R8: a hand is settled when it was won, or when the stock ran out."""
    if e.outcome == "abort" or (e.outcome == "win" and t.winners):
        return None
    if e.outcome == "draw" and not t.winners:
        if over(t):
            return nothing_forced(t, e)
        message = f"the hand is settled as a draw with {t.wall.left} cards in the stock"
        return broken(t, "GH-P12", "settled-early", message)
    if t.winners:
        message = f"the hand is settled as {e.outcome}, but seat {t.winners[0].seat} has won"
    else:
        message = "the hand is settled as a win that nobody claimed"
    return broken(t, "R8", "outcome", message)


# -- the order of play ---------------------------------------------------------------------------

DRAWN: tuple[Rule, ...] = (next_draws, stock_left, from_front, wall_order, no_fifth)
EXTRA: tuple[Rule, ...] = (laid_in_order, extra_owed, stock_left, wall_order, no_fifth)
PASS: tuple[Rule, ...] = (passes_open, nothing_forced_declined, declines_open)
ALIKE: tuple[Rule, ...] = (
    lies_open, not_dead, rightly_named, nothing_forced, with_alike, not_passed,
)  # fmt: skip

COULD: dict[str, tuple[Rule, ...]] = {
    "win": (not_dead, not_own_discard, all_laid, not_laid_by_drawer),
    "peng": (
        not_dead, of_another, all_laid, nothing_forced, not_last, whole_kan, with_alike, peng_alive,
    ),
    "chi": (not_dead, all_laid, nothing_forced, not_last, in_reach, chi_alive),
}  # fmt: skip
"""What lets a player win, 碰 or 吃 at all: he may also leave it, and a pass says so."""

PLAY: Play = {
    # X5: 打坨 is chosen before the first hand.
    (DEAL, "datuo"): (asked,),
    (DEAL, "no_datuo"): (asked,),
    (DEAL, "deal"): (deal_size, deal_cards, deal_wall, deal_shown, deal_dealer, all_asked),
    # P9: the dealer lays his 提 and draws his extra cards; complete, he wins.
    (TURN, "dealt_ti"): (laid_in_order, four_alike),
    (TURN, "extra"): EXTRA,
    (TURN, "win"): (wins_dealt, extras_drawn, not_passed, stands),
    (TURN, "pass"): PASS,
    # P1: the dealer begins, and a taken card is followed by a discard.
    (TURN, "discard"): (own_turn, holds, not_drawn, not_split, own_laid, no_fifth),
    (TURN, "draw"): (no_discard_possible, *DRAWN),
    # P9: on the dealer's first discard the others lay theirs.
    (OPEN, "dealt_ti"): (laid_in_order, four_alike),
    (OPEN, "extra"): EXTRA,
    # P2: 偎, 臭偎 and 提 before a win, a win before 跑 and 碰, those before 吃.
    (OPEN, "wei"): ALIKE,
    (OPEN, "chou_wei"): ALIKE,
    (OPEN, "ti"): ALIKE,
    (OPEN, "win"): (lies_open, *COULD["win"], wins_taken, not_passed, stands),
    (OPEN, "pao"): (*ALIKE, all_laid, wins_taken),
    (OPEN, "peng"): (lies_open, *COULD["peng"], wins_taken, not_passed),
    (OPEN, "chi"): (
        lies_open, *COULD["chi"], wins_taken, eaten_group, free_cards, compared, not_passed,
    ),
    (OPEN, "pass"): PASS,
    # P1: if nobody takes the card, the next player draws; P8, P10: or there is no discard.
    (OPEN, "draw"): (all_laid, nothing_forced, wins_taken, *DRAWN),
    (NEXT, "draw"): DRAWN,
    # P12: the end.
    (WON, "win"): (one_winner,),
    (WON, "pass"): (passes_open,),
    **{(phase, "settlement"): (ended,) for phase in (TURN, OPEN, NEXT, END, WON)},
}  # fmt: skip


def row(event: AnyEvent) -> str:
    """The name of an event's row in :data:`PLAY`: dealt 提 and extra cards have their own."""
    kind = type(event)
    if kind is Draw:
        return "extra" if event.end == "extra" else "draw"  # type: ignore[union-attr]
    name = word(event)
    return "dealt_ti" if name == "ti" and kind is Declare else name


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = row(event)
    if act in ("datuo", "no_datuo"):
        return "GH-X5"
    if act in ("dealt_ti", "extra"):
        return "GH-P9"
    if isinstance(event, Claim) and t.phase in (TURN, NEXT, END) and event.of == t.taken:
        return "GH-P2"  # one claim stands on a card
    if t.phase == END:
        return "GH-P12"
    if t.phase == NEXT and act == "discard":
        return "GH-P10" if t.seats[t.turn].dead else "GH-P8"
    return "GH-P1"


def no_row(t: Table, event: AnyEvent) -> Violation:
    """What is wrong with an event that has no row: its act is not open in this phase."""
    act, seat = row(event), getattr(event, "seat", None)
    if t.phase in (DEAL, SETTLED):
        return broken(t, "R8", "outside-hand", f"{act} stands outside a hand")
    now = {
        TURN: f"seat {t.turn} has to discard",
        OPEN: f"a card of seat {t.turn} lies open",
        NEXT: f"seat {t.next_seat(t.turn)} draws",
        END: "the last card is taken",
        WON: "the hand is won",
    }[t.phase]
    return broken(t, forbidden(t, event), "out-of-order", f"{act} is not open now: {now}", seat)


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    rules = PLAY.get((t.phase, row(event)))
    return [no_row(t, event)] if rules is None else breaks(rules, t, event, every)


# -- what is open --------------------------------------------------------------------------------


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that is open to ``seat`` now: win, what it must take, 碰, 吃, dealt 提, discards.

    Draws are no choice and are not listed; a discard of each kind is listed once.
    """
    return [event for event in _thinkable(t, seat) if not check(t, -1, event)]


def _thinkable(t: Table, seat: int) -> Iterator[AnyEvent]:
    given, side = t.given, t.seats[seat]
    if given is not None and t.phase in (TURN, OPEN):
        yield from _claims(t, seat, given)
        for kind, n in enumerate(side.counts):
            if n == COPIES:
                yield Declare(seat=seat, act="ti", tiles=" ".join([NAMES[kind]] * n))
    if t.phase == TURN:
        for kind, n in enumerate(side.counts):
            if n:
                yield Discard(seat=seat, tile=NAMES[kind])


def _claims(t: Table, seat: int, given: Given) -> Iterator[Claim]:
    card, of = NAMES[given.tile], given.seq
    yield Claim(seat=seat, act="win", tile=card, of=of)
    if t.phase != OPEN or given.tile == HIDDEN:
        return
    act = takes(t, seat, given)
    if act:
        n = 2 if act in WEI else 0 if given.tile in t.seats[seat].threes else 3
        own = " ".join([card] * n) or None
        yield Claim(seat=seat, act=act, tile=card, with_=own, of=of)
    yield Claim(seat=seat, act="peng", tile=card, with_=f"{card} {card}", of=of)
    for pair, bi in eating.eatings(t.seats[seat].counts, given.tile):
        yield Claim(
            seat=seat,
            act="chi",
            tile=card,
            with_=" ".join(NAMES[kind] for kind in pair),
            of=of,
            bi=tuple(" ".join(NAMES[kind] for kind in group) for group in bi) or None,
        )
