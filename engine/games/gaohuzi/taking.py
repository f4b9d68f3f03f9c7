"""告胡子: what is checked of a claim: who takes the open card, as what, with which cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.case import CaseError
from engine.findings import Violation
from engine.games.gaohuzi import COPIES, HIDDEN, INDEX, NAMES, eating, scoring
from engine.games.gaohuzi.patterns import FOURS, WEI, mixed
from engine.games.gaohuzi.table import Table, claimed, joined, takes
from engine.games.gaohuzi.winning import case, could_win
from engine.order import broken
from events.model import Claim
from events.tiles import ZIPAI

# -- claims --------------------------------------------------------------------------------------


def lies_open(t: Table, e: Claim) -> Violation | None:
    """P1, N10, R2, R6: the claimed card is the one that lies open."""
    given = t.given
    assert given is not None
    if e.of != given.seq:
        clause = "GH-P1"
        if e.act == "win" and given.what == "draw" and given.seat == e.seat:
            clause = "R6"
        if e.act == "win" and e.of == t.deal_seq:
            clause = "GH-N10"
        message = f"claims the card of event {e.of}; open is that of event {given.seq}"
        return broken(t, clause, "not-open", message, e.seat)
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
    if isinstance(e, Claim) and e.seat == seat and e.act in (*WEI, *FOURS):
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
    if side.unknown and own == (e.act != "pao") and side.holds(claimed(t, e), n):
        return None
    if not act:
        message = f"takes {e.tile} as {e.act}, which it cannot"
        return broken(t, MEANS[e.act], "not-alike", message, e.seat)
    clause = "GH-M5" if {act, e.act} == {"wei", "chou_wei"} else MEANS[act]
    return broken(t, clause, "called", f"calls {e.tile} {e.act}, it is {act}", e.seat)


def with_alike(t: Table, e: Claim) -> Violation | None:
    """M2–M6: the own cards that join are of the same kind, and held."""
    kind, side = claimed(t, e), t.seats[e.seat]
    n = 2
    if e.act in FOURS:
        n = 0 if kind in side.threes else 3
    named = joined(t, e)
    if e.bi:
        return broken(t, "GH-P4", "no-bi", f"lays groups beside a {e.act}", e.seat)
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
    kind = claimed(t, e)
    if kind == HIDDEN or t.seats[e.seat].counts[kind] < 3:
        return None
    return broken(t, "GH-M1", "splits", f"碰 {e.tile} out of a 坎", e.seat)


def peng_alive(t: Table, e: Claim) -> Violation | None:
    """P5: a kind whose 碰 was declined is dead for 碰."""
    if claimed(t, e) not in t.seats[e.seat].no_peng:
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
    kind = claimed(t, e)
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
    if claimed(t, e) not in t.seats[e.seat].no_chi:
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
    side, kind = t.seats[e.seat], claimed(t, e)
    spent = [INDEX[card] for card in ZIPAI.parse(e.with_ or "")]
    for text in e.bi or ():
        group = [INDEX[card] for card in ZIPAI.parse(text)]
        spent += group
        if len(group) == 3 and HIDDEN in (kind, *group):
            continue
        if len(group) != 3 or kind not in group or not mixed(group):
            message = f"lays {text} as 比 of {e.tile}"
            return broken(t, "GH-P4", "no-bi", message, e.seat)
    left = eating.free(side.counts)
    for card in spent:
        left[card] -= card != HIDDEN
    if kind != HIDDEN and left[kind] > 0:
        message = f"eats {e.tile} and keeps another in hand"
        return broken(t, "GH-P4", "bi-missing", message, e.seat)
    if side.unknown or max(left) > 0:
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
    finished = case(t, e.seat, e.tile)
    if finished is None:
        t.note("GH-W1", f"the win of seat {e.seat}: its hand is not known")
        return None
    try:
        answer = scoring.score(finished)
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
