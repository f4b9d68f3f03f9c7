"""告胡子: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from engine.case import CaseError
from engine.findings import Violation
from engine.games.gaohuzi import CARDS, COPIES, HAND, HIDDEN, INDEX, NAMES, eating, scoring
from engine.games.gaohuzi.patterns import FOURS, WEI, mixed
from engine.games.gaohuzi.table import (
    DEAL,
    END,
    NEXT,
    OPEN,
    SETTLED,
    TURN,
    WON,
    Given,
    Table,
    case,
    could_win,
    joined,
    over,
    takes,
)
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass, Settlement
from events.tiles import UNKNOWN, ZIPAI

Rule = Callable[[Table, Any], Violation | None]


def broken(
    t: Table, clause: str, code: str, message: str, seat: int | None = None, *, stops: bool = True
) -> Violation:
    """A violation; with a seat, its position ends the message."""
    if seat is not None:
        message = f"seat {seat} {message} [{t.describe(seat)}]"
    return Violation(code=code, clause=clause, message=message, seat=seat, stops=stops)


def differs(found: Violation, recorded: Any, expected: Any) -> Violation:
    """The violation with both values."""
    return replace(found, recorded=recorded, expected=expected)


# -- the deal ------------------------------------------------------------------------------------


def asked(t: Table, e: Declare) -> Violation | None:
    """X5: each player chooses 打坨 or not, once, before the first hand."""
    if t.options.datuo == "off":
        return broken(t, "GH-X5", "not-asked", f"{e.act}: nobody is asked here", stops=False)
    if t.choices[e.seat] is None:
        return None
    return broken(t, "GH-X5", "asked-twice", f"seat {e.seat} chooses again", stops=False)


def all_asked(t: Table, e: Deal) -> Violation | None:
    """X5: everybody has chosen before the first hand."""
    if t.options.datuo == "off" or None not in t.choices:
        return None
    seats = [seat for seat, choice in enumerate(t.choices) if choice is None]
    message = f"the hand is dealt before seats {seats} chose 打坨 or not"
    return broken(t, "GH-X5", "not-chosen", message, stops=False)


def deal_size(t: Table, e: Deal) -> Violation | None:
    """E2, E3: a hand for every player, the dealer 21 cards, the others 20."""
    if e.dealer >= len(t.seats):
        return broken(t, "GH-E2", "dealer", f"there is no seat {e.dealer}")
    if len(e.hands) != len(t.seats):
        message = f"{len(e.hands)} hands are dealt to {len(t.seats)} players"
        return broken(t, "GH-E2", "hands", message)
    for seat, text in enumerate(e.hands):
        n, should = len(ZIPAI.parse(text)), HAND + (seat == e.dealer)
        if n != should:
            message = f"seat {seat} is dealt {n} cards, it is {should}"
            found = broken(t, "GH-E3", "hand-size", message)
            return differs(replace(found, seat=seat), n, should)
    return None


def deal_cards(t: Table, e: Deal) -> Violation | None:
    """E1: 80 cards, four of each kind."""
    wall = ZIPAI.parse(e.wall or "")
    if wall and len(wall) != CARDS:
        return broken(t, "GH-E1", "wall-size", f"the wall has {len(wall)} cards, it is {CARDS}")
    for what, cards in (("hands", ZIPAI.parse(" ".join(e.hands))), ("wall", wall)):
        for card, n in Counter(cards).items():
            if n > COPIES and card != UNKNOWN:
                message = f"{n} {card} in the {what}, there are {COPIES}"
                return broken(t, "GH-E1", "too-many-alike", message)
    return None


def deal_wall(t: Table, e: Deal) -> Violation | None:
    """E3, R13: the cards that are dealt are the first ones of the recorded wall."""
    if not e.wall:
        return None
    dealt = ZIPAI.parse(" ".join(e.hands))
    front = ZIPAI.parse(e.wall)[: len(dealt)]
    if UNKNOWN in dealt or UNKNOWN in front or Counter(dealt) == Counter(front):
        return None
    found = broken(t, "GH-E3", "deal-wall", "other cards are dealt than the first ones of the wall")
    return differs(found, ZIPAI.format(dealt), ZIPAI.format(front))


def deal_shown(t: Table, e: Deal) -> Violation | None:
    """E3: the shown card is one card of the dealer's hand."""
    if e.open is None:
        return None
    shown, held = ZIPAI.parse(e.open), ZIPAI.parse(e.hands[e.dealer])
    if len(shown) != 1:
        return broken(t, "GH-E3", "shown-card", f"{len(shown)} cards of the dealer are shown")
    if shown[0] in (*held, UNKNOWN) or UNKNOWN in held:
        return None
    message = f"the shown card {shown[0]} is none of the dealer's"
    return broken(t, "GH-E3", "shown-card", message, stops=False)


def deal_dealer(t: Table, e: Deal) -> Violation | None:
    """E4: the dealer is who the hand before made dealer."""
    should = t.carry.dealer
    if should is None or e.dealer == should:
        return None
    message = f"seat {e.dealer} deals, it is seat {should}'s deal"
    found = broken(t, "GH-E4", "dealer", message, stops=False)
    return differs(replace(found, seat=e.dealer), e.dealer, should)


# -- dealt 提 ------------------------------------------------------------------------------------


def laid_in_order(t: Table, e: Declare | Draw) -> Violation | None:
    """P9: the dealer before his first discard, the others on it, in seat order."""
    act = "draws an extra card" if isinstance(e, Draw) else "lays a dealt 提"
    if t.opening:
        if e.seat == t.dealer:
            return None
        message = f"{act} before the dealer's first discard"
        return broken(t, "GH-P9", "too-early", message, e.seat)
    if not t.laying or e.seat == t.dealer:
        return broken(t, "GH-P9", "too-late", f"{act} too late", e.seat)
    for seat in t.after(t.turn):
        if seat == e.seat:
            return None
        waits = t.seats[seat].unlaid() or (isinstance(e, Draw) and t.seats[seat].owed() > 0)
        if waits:
            message = f"{act}; seat {seat} comes before it [{t.describe(seat)}]"
            return broken(t, "GH-P9", "laying-order", message, e.seat)
    return None


def four_alike(t: Table, e: Declare) -> Violation | None:
    """M2: a dealt 提 is four alike in hand."""
    kinds = [INDEX[card] for card in ZIPAI.parse(e.tiles or "")]
    if len(kinds) != 4 or len(set(kinds)) != 1 or kinds[0] == HIDDEN:
        return broken(t, "GH-M2", "no-four", f"lays {e.tiles or 'nothing'} as 提", e.seat)
    if t.seats[e.seat].holds(kinds[0], 4):
        return None
    return broken(t, "GH-M2", "tile-not-held", f"lays {e.tiles}, which it does not hold", e.seat)


def extra_owed(t: Table, e: Draw) -> Violation | None:
    """P9: N dealt 提 give N − 1 extra cards, drawn when all are laid."""
    side = t.seats[e.seat]
    if side.unlaid():
        return broken(t, "GH-P9", "not-laid", "draws an extra card with a 提 in hand", e.seat)
    if side.owed() > 0:
        return None
    message = f"draws an extra card for {side.dealt} dealt 提"
    return broken(t, "GH-P9", "extra-card", message, e.seat)


def extras_drawn(t: Table, e: Claim) -> Violation | None:
    """P9, N10: the dealer is complete with his extra cards."""
    side = t.seats[e.seat]
    if side.owed() <= 0 and not (side.unlaid() and side.unlaid() + side.dealt > 1):
        return None
    return broken(t, "GH-P9", "not-laid", "wins before its extra cards are drawn", e.seat)


def own_laid(t: Table, e: Any) -> Violation | None:
    """P9: the dealer's 提 are laid and the extra cards drawn before his first discard."""
    side = t.seats[e.seat]
    if not t.opening or not (side.unlaid() or side.owed() > 0):
        return None
    return broken(t, "GH-P9", "not-laid", "has a dealt 提 to lay or an extra card to draw", e.seat)


def all_laid(t: Table, e: Any) -> Violation | None:
    """P9: on the dealer's first discard all dealt 提 are laid before any claim."""
    if not t.laying:
        return None
    for seat in t.after(t.turn):
        side = t.seats[seat]
        if side.unlaid() or side.owed() > 0:
            message = "has a dealt 提 to lay or an extra card to draw"
            return broken(t, "GH-P9", "not-laid", message, seat)
    return None


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
    return differs(found, e.tile, should)


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
    if side.unknown and not t.opening and not {1, 2} & set(side.counts):
        return None
    clause = "GH-P8" if t.took in FOURS else "GH-P1"
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


# -- claims --------------------------------------------------------------------------------------


def lies_open(t: Table, e: Claim) -> Violation | None:
    """P1, R2: the claimed card is the one that lies open."""
    given = t.given
    assert given is not None
    if e.of != given.seq:
        message = f"claims the card of event {e.of}; open is that of event {given.seq}"
        return broken(t, "GH-P1", "not-open", message, e.seat)
    if HIDDEN in (given.tile, INDEX[e.tile]) or INDEX[e.tile] == given.tile:
        return None
    message = f"claims {e.tile}; the card that lies open is {NAMES[given.tile]}"
    return broken(t, "GH-P1", "other-tile", message, e.seat)


def not_dead(t: Table, e: Claim) -> Violation | None:
    """P10: 死手 takes nothing and cannot win."""
    if not t.seats[e.seat].dead:
        return None
    return broken(t, "GH-P10", "dead-hand", f"takes {e.tile} as {e.act}", e.seat)


def nothing_forced(t: Table, e: Any) -> Violation | None:
    """P2, P6: 偎, 臭偎, 提 and 跑 may not be declined, and go before 碰 and 吃."""
    if t.forced is None:
        return None
    seat, act = t.forced
    if isinstance(e, Claim) and e.seat == seat and e.act in ALIKE:
        return None
    assert t.given is not None
    message = f"has to take {NAMES[t.given.tile]} as {act}"
    return broken(t, "GH-P6", "declined", message, seat)


def wins_taken(t: Table, e: Any) -> Violation | None:
    """P11: with ``discard_win`` forced a win on a discard is taken, by the nearest who can."""
    given = t.given
    if t.options.discard_win != "forced" or given is None or given.what != "discard":
        return None
    for seat in t.after(given.seat):
        if isinstance(e, Claim) and e.act == "win" and e.seat == seat:
            return None
        if not t.seats[seat].dead and could_win(t, seat):
            message = f"lets a win on {NAMES[given.tile]} go"
            return broken(t, "GH-P11", "win-declined", message, seat)
    return None


def not_last(t: Table, e: Claim) -> Violation | None:
    """P12: the last card of the stock is not eaten and not 碰."""
    if not t.last_card():
        return None
    return broken(t, "GH-P12", "last-card", f"takes the last card as {e.act}", e.seat)


def not_passed(t: Table, e: Claim) -> Violation | None:
    """R3: what a seat declined it may not take."""
    if e.seat not in t.passed:
        return None
    declined = t.passed[e.seat]
    if declined is not None and e.act not in declined:
        return None
    return broken(t, "R3", "claim-after-pass", f"claims as {e.act} what it passed", e.seat)


ALIKE = frozenset({"wei", "chou_wei", "ti", "pao"})
MEANS = {"wei": "GH-M4", "chou_wei": "GH-M5", "ti": "GH-M2", "pao": "GH-M3", "peng": "GH-M6"}


def rightly_named(t: Table, e: Claim) -> Violation | None:
    """M2–M5: what three or four alike are called: 偎, 臭偎, 提 or 跑."""
    given = t.given
    assert given is not None
    act, side = takes(t, e.seat, given), t.seats[e.seat]
    if e.act == act:
        return None
    own = given.what == "draw" and given.seat == e.seat
    n = 2 if e.act in ("wei", "chou_wei") else 3
    if side.unknown and own == (e.act != "pao") and side.holds(INDEX[e.tile], n):
        return None
    if not act:
        message = f"takes {e.tile} as {e.act}, which it cannot"
        return broken(t, MEANS[e.act], "not-alike", message, e.seat)
    clause = "GH-M5" if {act, e.act} == {"wei", "chou_wei"} else MEANS[act]
    return broken(t, clause, "called", f"calls {e.tile} {e.act}, it is {act}", e.seat)


def with_alike(t: Table, e: Claim) -> Violation | None:
    """M2–M6: the own cards that join are of the same kind, and held."""
    kind, side = INDEX[e.tile], t.seats[e.seat]
    n = 2
    if e.act in FOURS:
        n = 0 if kind in side.threes else 3
    named = joined(side, e)
    if named != [kind] * n:
        message = f"takes {e.tile} as {e.act} with {e.with_ or 'nothing'}"
        return broken(t, MEANS[e.act], "with-tiles", message, e.seat)
    if side.holds(kind, n):
        return _no_fifth_shown(t, e, named)
    message = f"takes {e.tile} as {e.act} and does not hold {n} of it"
    return broken(t, MEANS[e.act], "tile-not-held", message, e.seat)


def _no_fifth_shown(t: Table, e: Claim, cards: Sequence[int]) -> Violation | None:
    """E1: unknown cards that show now are no fifth of their kind."""
    side = t.seats[e.seat]
    if not side.unknown:
        return None
    for kind, n in Counter(cards).items():
        if kind != HIDDEN and t.shown[kind] + max(0, n - side.counts[kind]) > COPIES:
            return broken(t, "GH-E1", "too-many-alike", f"shows a fifth {NAMES[kind]}", e.seat)
    return None


def of_another(t: Table, e: Claim) -> Violation | None:
    """M6: 碰 takes another's card."""
    assert t.given is not None
    if e.seat != t.given.seat:
        return None
    return broken(t, "GH-M6", "own-card", f"takes its own {e.tile} as {e.act}", e.seat)


def whole_kan(t: Table, e: Claim) -> Violation | None:
    """M1: no 碰 out of a 坎."""
    if t.seats[e.seat].counts[INDEX[e.tile]] < 3:
        return None
    return broken(t, "GH-M1", "splits", f"碰 {e.tile} out of a 坎", e.seat)


def peng_alive(t: Table, e: Claim) -> Violation | None:
    """P5: a kind whose 碰 was declined is dead for 碰."""
    if INDEX[e.tile] not in t.seats[e.seat].no_peng:
        return None
    return broken(t, "GH-P5", "dead-card", f"碰 {e.tile} after declining it", e.seat)


# -- 吃 and 比 -----------------------------------------------------------------------------------


def in_reach(t: Table, e: Claim) -> Violation | None:
    """P3: the own draw, or what the previous player drew or discarded."""
    given = t.given
    assert given is not None
    if e.seat == t.next_seat(given.seat) or (e.seat == given.seat and given.what == "draw"):
        return None
    return broken(t, "GH-P3", "out-of-reach", f"eats the card of seat {given.seat}", e.seat)


def eaten_group(t: Table, e: Claim) -> Violation | None:
    """P3, M7, M8: the card and two hand cards are a 句 or a 绞."""
    pair = [INDEX[card] for card in ZIPAI.parse(e.with_ or "")]
    kind = INDEX[e.tile]
    if len(pair) != 2:
        message = f"eats {e.tile} with {e.with_ or 'nothing'}"
        return broken(t, "GH-P3", "with-tiles", message, e.seat)
    if HIDDEN in (kind, *pair) or mixed((kind, *pair)):
        return None
    same = len({k % 10 for k in (kind, *pair)}) == 1
    message = f"eats {e.tile} with {e.with_}: no 句 and no 绞"
    return broken(t, "GH-M8" if same else "GH-M7", "no-group", message, e.seat)


def chi_alive(t: Table, e: Claim) -> Violation | None:
    """P5: what was left, out of reach of the hand, or discarded, is dead for 吃."""
    if INDEX[e.tile] not in t.seats[e.seat].no_chi:
        return None
    return broken(t, "GH-P5", "dead-card", f"eats {e.tile}, which is dead for it", e.seat)


def free_cards(t: Table, e: Claim) -> Violation | None:
    """M1, P3: the cards that join are held and of no 坎; those of 比 too."""
    side = t.seats[e.seat]
    cards = [INDEX[card] for card in ZIPAI.parse(" ".join((e.with_ or "", *(e.bi or ()))))]
    for kind, n in Counter(cards).items():
        if kind == HIDDEN:
            continue
        if side.counts[kind] > 2:
            message = f"takes {NAMES[kind]} out of a 坎"
            return broken(t, "GH-M1", "splits", message, e.seat)
        if not side.holds(kind, n):
            message = f"lays {n} {NAMES[kind]} that it does not hold"
            return broken(t, "R10", "tile-not-held", message, e.seat)
    if len(cards) > sum(side.counts) + side.unknown:
        return broken(t, "R10", "tile-not-held", "lays more cards than it holds", e.seat)
    return _no_fifth_shown(t, e, cards)


def compared(t: Table, e: Claim) -> Violation | None:
    """P4, M9: 比: all further cards of the kind are laid, and a card remains to discard."""
    side, kind = t.seats[e.seat], INDEX[e.tile]
    groups = [[INDEX[card] for card in ZIPAI.parse(text)] for text in e.bi or ()]
    for group, text in zip(groups, e.bi or (), strict=True):
        if HIDDEN in group and len(group) == 3:
            continue
        if len(group) != 3 or kind not in group or not mixed(group):
            message = f"lays {text} as 比 of {e.tile}"
            return broken(t, "GH-P4", "no-bi", message, e.seat)
    cards = [INDEX[card] for card in ZIPAI.parse(e.with_ or "")]
    cards += [card for group in groups for card in group]
    known = [card for card in cards if card != HIDDEN and side.counts[card]]
    left = eating.without(eating.free(side.counts), known) or []
    if left and left[kind] > 0:
        message = f"eats {e.tile} and keeps another in hand"
        return broken(t, "GH-P4", "bi-missing", message, e.seat)
    if side.unknown or any(left):
        return None
    message = f"eats {e.tile} and has nothing left to discard"
    return broken(t, "GH-P4", "nothing-left", message, e.seat)


# -- wins ----------------------------------------------------------------------------------------


def not_own_discard(t: Table, e: Claim) -> Violation | None:
    """P2: nobody wins on his own discard."""
    given = t.given
    assert given is not None
    if given.what != "discard" or e.seat != given.seat:
        return None
    return broken(t, "GH-P2", "own-card", "wins on its own discard", e.seat)


def not_laid_by_drawer(t: Table, e: Claim) -> Violation | None:
    """P7: a card that another player 偎, 臭偎 or 提 cannot be won on."""
    if t.forced is None or t.forced[0] == e.seat or t.forced[1] == "pao":
        return None
    seat, act = t.forced
    message = f"wins on {e.tile}, which seat {seat} has to take as {act}"
    return broken(t, "GH-P7", "forced-first", message, e.seat)


def wins_dealt(t: Table, e: Claim) -> Violation | None:
    """N10, R6: before the first discard only the dealer wins, on the deal, with the shown card."""
    if not t.opening:
        return broken(t, "GH-P1", "not-open", "wins although no card lies open", e.seat)
    if e.seat != t.dealer:
        return broken(t, "GH-N10", "not-dealer", "wins on the dealer's shown card", e.seat)
    if e.of != t.deal_seq:
        return broken(t, "R6", "win-of", f"wins on event {e.of}, not on the deal", e.seat)
    kind, shown = INDEX[e.tile], t.shown_card
    held = t.seats[e.seat].holds(kind) or any(kind in m.tiles for m in t.seats[e.seat].melds)
    if held if shown in (None, HIDDEN) else kind == shown:
        return None
    return broken(t, "R6", "other-tile", f"wins with {e.tile}, not the shown card", e.seat)


def stands(t: Table, e: Claim) -> Violation | None:
    """W1, W2: seven groups, and enough 胡息."""
    if not t.seats[e.seat].known() or e.tile == UNKNOWN:
        t.note("GH-W1", f"the win of seat {e.seat}: its hand is not known")
        return None
    try:
        answer = scoring.score(case(t, e.seat, e.tile))
    except CaseError as error:
        return broken(t, "GH-W1", error.code, f"wins with {e.tile}: {error.message}", e.seat)
    if answer.legal:
        return None
    says = "no seven groups"
    if answer.clause == "GH-W2":
        says = f"{answer.huxi} 胡息, {t.options.min_huxi} are needed"
    return broken(t, str(answer.clause), "no-win", f"wins with {e.tile}: {says}", e.seat)


def one_winner(t: Table, e: Claim) -> Violation | None:
    """P2: one winner."""
    return broken(t, "GH-P2", "second-winner", "wins too; a hand has one winner", e.seat)


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
    if given is None:
        return False
    kind = given.tile
    if act == "win":
        claim = Claim(seat=seat, act="win", tile=NAMES[kind], of=given.seq)
        allowed = not any(
            rule(t, claim) for rule in (not_dead, not_own_discard, not_laid_by_drawer)
        )
        return allowed and (side.unknown > 0 or could_win(t, seat))
    if t.phase != OPEN or act not in ("peng", "chi"):
        return False
    card = NAMES[kind]
    claim = Claim(seat=seat, act=act, tile=card, with_=f"{card} {card}", of=given.seq)
    rules = (
        PENG
        if act == "peng"
        else (not_dead, all_laid, nothing_forced, not_last, in_reach, chi_alive)
    )
    if any(rule(t, claim) for rule in rules if rule not in (not_passed, wins_taken)):
        return False
    return act == "peng" or side.unknown > 0 or any(eating.eatings(side.counts, kind))


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
TAKEN: tuple[Rule, ...] = (
    lies_open,
    not_dead,
    rightly_named,
    nothing_forced,
    with_alike,
    not_passed,
)
PENG: tuple[Rule, ...] = (
    lies_open, not_dead, of_another, all_laid, nothing_forced, wins_taken, not_last, whole_kan,
    with_alike, peng_alive, not_passed,
)  # fmt: skip
"""The rules of 碰."""

PLAY: Mapping[tuple[str, str], tuple[Rule, ...]] = {
    # X5: 打坨 is chosen before the first hand.
    (DEAL, "datuo"): (asked,),
    (DEAL, "no_datuo"): (asked,),
    (DEAL, "deal"): (
        deal_size, deal_cards, deal_wall, deal_shown, deal_dealer, all_asked,
    ),
    # P9: the dealer lays his 提 and draws his extra cards, then discards; complete, he wins.
    (TURN, "dealt_ti"): (laid_in_order, four_alike),
    (TURN, "extra"): EXTRA,
    (TURN, "win"): (wins_dealt, extras_drawn, not_passed, stands),
    # P1: a taken card is followed by a discard.
    (TURN, "discard"): (own_turn, holds, not_drawn, not_split, own_laid, no_fifth),
    (TURN, "draw"): (no_discard_possible, *DRAWN),
    (TURN, "pass"): (passes_open, nothing_forced_declined, declines_open),
    # P9: on the dealer's first discard the others lay theirs.
    (OPEN, "dealt_ti"): (laid_in_order, four_alike),
    (OPEN, "extra"): EXTRA,
    # P2: 偎, 臭偎 and 提 before a win, a win before 跑 and 碰, those before 吃.
    (OPEN, "wei"): (*TAKEN,),
    (OPEN, "chou_wei"): (*TAKEN,),
    (OPEN, "ti"): (*TAKEN,),
    (OPEN, "win"): (
        lies_open, not_dead, not_own_discard, all_laid, not_laid_by_drawer, wins_taken, not_passed,
        stands,
    ),
    (OPEN, "pao"): (*TAKEN, all_laid, wins_taken),
    (OPEN, "peng"): PENG,
    (OPEN, "chi"): (
        lies_open, not_dead, all_laid, nothing_forced, wins_taken, not_last, in_reach, eaten_group,
        free_cards, chi_alive, compared, not_passed,
    ),
    (OPEN, "pass"): (passes_open, nothing_forced_declined, declines_open),
    # P1: if nobody takes the card, the next player draws; P8, P10: or there is no discard.
    (OPEN, "draw"): (all_laid, nothing_forced, wins_taken, *DRAWN),
    (NEXT, "draw"): DRAWN,
    # P12: the end.
    (WON, "win"): (one_winner,),
    (WON, "pass"): (passes_open,),
    **{(phase, "settlement"): (ended,) for phase in (TURN, OPEN, NEXT, END, WON)},
}  # fmt: skip


def word(event: AnyEvent) -> str:
    """The name of an event in :data:`PLAY`: its act or type; dealt 提 and extra cards apart."""
    kind = type(event)
    if kind is Draw:
        return "extra" if event.end == "extra" else "draw"  # type: ignore[union-attr]
    act: str | None = getattr(event, "act", None)
    if act is None:
        return kind.__name__.lower()
    return "dealt_ti" if act == "ti" and kind is Declare else act


def forbidden(t: Table, act: str) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    if act in ("datuo", "no_datuo"):
        return "GH-X5"
    if act in ("dealt_ti", "extra"):
        return "GH-P9"
    if t.phase == END:
        return "GH-P12"
    if t.phase == NEXT and act == "discard":
        return "GH-P10" if t.seats[t.turn].dead else "GH-P8"
    return "GH-P1"


def no_row(t: Table, event: AnyEvent) -> Violation:
    """What is wrong with an event that has no row: its act is not open in this phase."""
    act, seat = word(event), getattr(event, "seat", None)
    if t.phase in (DEAL, SETTLED):
        return broken(t, "R8", "outside-hand", f"{act} stands outside a hand")
    now = {
        TURN: f"seat {t.turn} has to discard",
        OPEN: f"a card of seat {t.turn} lies open",
        NEXT: f"seat {t.next_seat(t.turn)} draws",
        END: "the last card is taken",
        WON: "the hand is won",
    }[t.phase]
    return broken(t, forbidden(t, act), "out-of-order", f"{act} is not open now: {now}", seat)


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    rules = PLAY.get((t.phase, word(event)))
    if rules is None:
        return [no_row(t, event)]
    seat = getattr(event, "seat", 0)
    if seat >= len(t.seats):
        return [broken(t, "GH-E2", "no-seat", f"there is no seat {seat}")]
    found: list[Violation] = []
    for rule in rules:
        violation = rule(t, event)
        if violation is not None:
            found.append(violation)
            if not every:
                break
    return found


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
