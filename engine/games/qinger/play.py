"""青儿: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.case import CaseError
from engine.findings import Violation
from engine.games.qinger import ALIKE, COPIES, FLOWERS, GHOSTS, opening, scoring
from engine.games.qinger.patterns import alike
from engine.games.qinger.settling import best_reading, case, stock_over
from engine.games.qinger.table import (
    ASKING,
    FLYING,
    OPENING,
    cards_of,
    completes_drawn,
    completes_given,
    holds_alike,
    lacking,
    peng_of,
)
from engine.mahjong import claims, rules
from engine.mahjong.rules import broken, check_row
from engine.mahjong.table import DEAL, HIDDEN, OPEN, REPLACE, SETTLED, TURN, WON, Table
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass, Settlement
from events.tiles import CARDS

# -- the own turn --------------------------------------------------------------------------------


def own_du(t: Table, e: Declare) -> Violation | None:
    """QE-P2: 暗笃 and the fourth card of an own 碰 on the own turn only."""
    if e.seat == t.turn:
        return None
    return broken(t, "QE-P2", "not-on-turn", f"lays a 笃 on the turn of seat {t.turn}", e.seat)


def no_flower_left(t: Table, e: Any) -> Violation | None:
    """QE-P4: a drawn flower is laid out at once."""
    if not t.holds_flower(e.seat):
        return None
    return broken(t, "QE-P4", "flower-in-hand", "has not laid out its flower", e.seat)


def four_fly(t: Table, e: Declare) -> Violation | None:
    """QE-P2: 起飞 is four alike in hand."""
    return _alike_in_hand(t, e, "lays out as 起飞")


def four_hidden(t: Table, e: Declare) -> Violation | None:
    """QE-P2: 暗笃 is four alike in hand."""
    return _alike_in_hand(t, e, "lays as 暗笃")


def _alike_in_hand(t: Table, e: Declare, does: str) -> Violation | None:
    """QE-P2, QE-J4: four alike in hand; three copies of the 见张 where the option says so."""
    cards = [t.index[card] for card in CARDS.parse(e.tiles or "")]
    kinds = {ALIKE[card] for card in cards if card != HIDDEN}
    jian = None if t.own.jian is None else ALIKE[t.own.jian]
    if len(cards) == 3 and len(kinds) <= 1 and kinds <= {jian}:
        if not t.options.jian_counts_as_fourth:
            message = f"{does} three copies of the 见张; it is no fourth here"
            return broken(t, "QE-J4", "jian-fourth", message, e.seat)
    elif len(cards) != 4 or len(kinds) > 1 or any(card in FLOWERS for card in cards):
        return broken(t, "QE-P2", "no-du", f"{does} {e.tiles or 'nothing'}", e.seat)
    return _all_held(t, e, cards, does)


def _all_held(t: Table, e: Declare, cards: list[int], does: str) -> Violation | None:
    if lacking(t, e.seat, cards) <= t.seats[e.seat].unknown:
        return None
    return broken(t, "QE-P2", "tile-not-held", f"{does} {e.tiles} that it does not hold", e.seat)


def fourth_added(t: Table, e: Declare) -> Violation | None:
    """QE-P2: the fourth card of an own 碰, held in hand."""
    cards = [t.index[card] for card in CARDS.parse(e.tiles or "")]
    if len(cards) != 1 or (cards[0] != HIDDEN and not peng_of(t.seats[e.seat], cards[0])):
        return broken(t, "QE-P2", "no-peng", f"adds {e.tiles or 'nothing'} to no 碰", e.seat)
    return _all_held(t, e, cards, "adds")


def replaced(t: Table, e: Draw) -> Violation | None:
    """QE-P2–QE-P4: what was laid is replaced by who laid it, from the front of the stock (R4)."""
    found = rules.owed(t, e)
    return found and replace(found, clause=replacement_clause(t))


def in_stock_order(t: Table, e: Draw) -> Violation | None:
    """R13: a recorded stock is drawn in its order."""
    found = rules.wall_order(t, e)
    return found and replace(found, clause="R13")


def wins_own(t: Table, e: Claim) -> Violation | None:
    """R6: a self-draw claims the draw; the dealer's win with the dealt cards (QE-W4) the deal."""
    given, side = t.given, t.seats[e.seat]
    assert given is not None
    if e.seat != t.turn:
        return claims.not_open(t, e)
    dealt = given.what == "deal"
    if e.of != given.seq or (t.drawn is None and not dealt):
        return broken(t, "R6", "win-of", f"wins on event {e.of}, which gave it nothing", e.seat)
    card = t.index[e.tile]
    if side.holds(card) if dealt else t.drawn in (card, HIDDEN):
        return None
    return broken(t, "R6", "other-tile", f"wins with {e.tile}, not the card drawn", e.seat)


# -- claims --------------------------------------------------------------------------------------


def with_alike(t: Table, e: Claim) -> Violation | None:
    """QE-P1, QE-P2: two own cards of the kind for a 碰, three for a 明笃."""
    kind = t.index[e.tile]
    clause, n = ("QE-P2", 3) if e.act == "ming_du" else ("QE-P1", 2)
    like = ALIKE[kind] if kind != HIDDEN else HIDDEN
    side = t.seats[e.seat]
    if e.with_ is None:
        if like == HIDDEN or holds_alike(side, like, n):
            return None
    else:
        cards = [t.index[word] for word in CARDS.parse(e.with_)]
        kinds = {ALIKE[card] for card in cards if card != HIDDEN}
        if len(cards) != n or (like != HIDDEN and not kinds <= {like}) or like in FLOWERS:
            message = f"claims {e.tile} as {e.act} with {e.with_ or 'nothing'}"
            return broken(t, clause, "with-tiles", message, e.seat)
        if lacking(t, e.seat, cards) <= side.unknown:
            return None
    message = f"claims {e.tile} as {e.act} and does not hold {n} like it"
    return broken(t, clause, "tile-not-held", message, e.seat)


def stands(t: Table, e: Claim) -> Violation | None:
    """QE-W1, QE-W2: the hand is complete and worth enough."""
    if t.seats[e.seat].unknown or t.own.jian is None:
        t.note("QE-W2", f"the win of seat {e.seat}: not all that it needs is known")
        return None
    try:
        finished = case(t, e)
        clause, worths = scoring.count(finished)
    except CaseError as error:
        return broken(t, "QE-W1", error.code, f"wins with {e.tile}: {error.message}", e.seat)
    if clause is None:
        return None
    assert finished.win is not None
    won = worths[finished.win.seat]
    says = "no winning shape" if won is None else f"worth {won.total}, not more than 60"
    return broken(t, clause, "no-win", f"wins with {e.tile}: {says}", e.seat)


def one_winner(t: Table, e: Claim) -> Violation | None:
    """QE-P1: one winner a card."""
    return broken(t, "QE-P1", "second-winner", "wins too; one winner a card", e.seat)


def passes(t: Table, e: Pass) -> Violation | None:
    """R3: a pass declines what was open to the seat."""
    return claims.declines(t, e, could_win, _could_claim)


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` may win now, on the card given or with the cards in hand."""
    given = t.given
    if given is None or t.own.jian is None or seat not in t.own.order:
        return False
    if given.what in ("draw", "deal"):
        own = seat == t.turn and t.phase in (TURN, OPENING)
        if not own or (given.what == "draw" and t.drawn is None) or not completes_drawn(t, seat):
            return False
    elif seat == given.seat or not completes_given(t, seat):
        return False
    win = Claim(seat=seat, act="win", tile=winning_card(t, seat), of=given.seq)
    return stands(t, win) is None


def winning_card(t: Table, seat: int) -> str:
    """The card that a win of ``seat`` would name now; of the dealt ones the one that pays most."""
    given = t.given
    assert given is not None
    if given.what != "deal":
        return t.names[given.tile]
    found: dict[str, int] = {}
    for card in (card for card, n in enumerate(t.seats[seat].counts) if n):
        win = Claim(seat=seat, act="win", tile=t.names[card], of=given.seq)
        try:
            ways = scoring.ways(case(t, win))
        except CaseError:
            ways = []
        found[win.tile] = ways[0].total if ways else 0
    return max(found, key=lambda tile: found[tile])


def shows_no_more(t: Table, e: Any) -> Violation | None:
    """R10, QE-E1: no more of a card show than there are, those counted that come out of a hand."""
    cards = [
        t.index[word] for word in CARDS.parse((e.with_ if isinstance(e, Claim) else e.tiles) or "")
    ]
    counts = t.seats[e.seat].counts
    for card in {*cards} - {HIDDEN}:
        fresh = max(0, cards.count(card) - counts[card])
        if fresh and t.shown[card] + fresh > COPIES[card]:
            message = f"shows more {t.names[card]} than there are"
            return broken(t, "QE-E1", "too-many-alike", message, e.seat)
    return None


def _could_claim(t: Table, e: Claim) -> Violation | None:
    if t.phase != OPEN:
        return broken(t, "claim", "not-open", "claims when nothing is open", e.seat)
    for rule in CLAIMING:
        if rule is not claims.not_passed and (violation := rule(t, e)) is not None:
            return violation
    return None


def ended(t: Table, e: Settlement) -> Violation | None:
    """QE-P6, R8: a hand is settled when it was won, or when the stock ran out."""
    return rules.ended(t, e, stock_over(t))


# -- the order of play ---------------------------------------------------------------------------

CLAIMING: tuple[rules.Rule, ...] = (
    claims.claims_discard, rules.tile_in_wall, with_alike, claims.not_passed, shows_no_more,
)  # fmt: skip

PLAY: rules.Play = {
    # QE-E4: before the deal each says whether he knocks.
    (DEAL, "knock"): (opening.knocks_once,),
    (DEAL, "no_knock"): (opening.knocks_once,),
    (DEAL, "deal"): (
        opening.deal_players, opening.deal_dealer, opening.deal_knocks, opening.deal_size,
        rules.deal_tiles, opening.deal_wall,
    ),
    # QE-E6: each is asked whether to play.
    (ASKING, "play"): (opening.asked_in_turn,),
    (ASKING, "refuse"): (opening.asked_in_turn,),
    (ASKING, "settlement"): (opening.all_refused,),
    # QE-E7: first 起飞, then 补花, then the dealer's turn.
    (OPENING, "qi_fei"): (opening.may_fly, four_fly, shows_no_more),
    (OPENING, "wu_xi"): (opening.may_fly, opening.five_fly, shows_no_more),
    (OPENING, "flower"): (rules.laid_flowers, opening.may_bloom, shows_no_more),
    (OPENING, "discard"): (
        opening.dealer_acts, rules.no_flower_discarded, rules.holds, opening.opening_over,
        rules.no_more_alike,
    ),
    (OPENING, "an_du"): (opening.dealer_acts, four_hidden, opening.opening_over, shows_no_more),
    (OPENING, "win"): (wins_own, opening.opening_over, claims.not_passed, stands),
    (OPENING, "pass"): (claims.passes_open, passes),
    # QE-P2, QE-P4: on a turn lay out flowers, then discard, 笃 or win.
    (TURN, "flower"): (rules.laid_flowers, rules.own_turn, shows_no_more),
    (TURN, "discard"): (
        rules.own_turn, rules.no_flower_discarded, rules.holds, rules.drawn_mark, no_flower_left,
        rules.no_more_alike,
    ),
    (TURN, "an_du"): (own_du, rules.tile_in_wall, four_hidden, no_flower_left, shows_no_more),
    (TURN, "added_du"): (own_du, rules.tile_in_wall, fourth_added, no_flower_left, shows_no_more),
    (TURN, "win"): (wins_own, claims.not_passed, stands),
    (TURN, "pass"): (claims.passes_open, passes),
    # QE-P2, QE-P4: what is laid is replaced at once; QE-P5: an added 笃 may be robbed before that.
    (REPLACE, "draw"): (replaced, rules.tile_in_wall, in_stock_order, rules.no_more_alike),
    (REPLACE, "win"): (claims.robs_added, claims.not_passed, stands),
    (REPLACE, "pass"): (claims.passes_open, passes),
    # QE-P1: a discard lies open to the others until the next draw.
    (OPEN, "peng"): CLAIMING,
    (OPEN, "ming_du"): CLAIMING,
    (OPEN, "win"): (claims.claims_discard, claims.not_passed, stands),
    (OPEN, "pass"): (claims.passes_open, passes),
    (OPEN, "draw"): (
        rules.next_draws, rules.tile_in_wall, rules.from_head, in_stock_order,
        rules.no_more_alike,
    ),
    (WON, "win"): (one_winner,),
    (WON, "pass"): (claims.passes_open,),
    # QE-P6: the end.
    **{(phase, "settlement"): (ended,) for phase in (OPENING, TURN, REPLACE, OPEN)},
    (WON, "settlement"): (ended, best_reading),
}  # fmt: skip


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = rules.word(event)
    if act in ("knock", "no_knock"):
        return "QE-E4"
    if t.phase == ASKING or act in ("play", "refuse"):
        return "QE-E6"
    if t.phase == REPLACE:
        return replacement_clause(t)
    if act in ("peng", "ming_du") or (isinstance(event, Claim) and act != "win"):
        return "QE-P1"
    if isinstance(event, Draw) and t.own.no_draw:
        return "QE-J4"
    if isinstance(event, Draw) and t.holds_flower(event.seat):
        return "QE-P4"
    return _MISSING.get(act, "QE-P7")


def replacement_clause(t: Table) -> str:
    """The clause behind the replacement that has to be drawn."""
    if t.due_for == "kong":
        return "QE-P2"
    together = t.own.stage == FLYING and t.due_seat in t.own.together
    return "QE-P3" if together else "QE-P4"


_MISSING = {
    "qi_fei": "QE-E7",
    "wu_xi": "QE-P3",
    "flower": "QE-P4",
    "an_du": "QE-P2",
    "added_du": "QE-P2",
}
"""The clause of an act that is not open, where the phase does not tell; QE-P7 for all others."""


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    if t.out is not None and getattr(event, "seat", None) == t.out:
        message = f"seat {t.out} sits this hand out and does not act"
        return [replace(broken(t, "QE-E3", "sits-out", message), seat=t.out)]
    found = check_row(PLAY, t, event, forbidden, every)
    if found and t.phase == DEAL and not isinstance(event, Deal):
        return [replace(violation, stops=False) for violation in found]  # the hand is yet to come
    return found


# -- what is open --------------------------------------------------------------------------------


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that is open to ``seat`` now, in the order win, 笃, 碰, flowers, discard.

    Draws are no choice and are not listed; a discard of each card is listed once.
    """
    return [event for event in _thinkable(t, seat) if not check(t, -1, event)]


def _thinkable(t: Table, seat: int) -> list[AnyEvent]:
    if t.phase == DEAL:
        return [Declare(seat=seat, act=act) for act in ("knock", "no_knock")]
    if t.phase == ASKING:
        return [Declare(seat=seat, act=act) for act in ("play", "refuse")]
    if t.phase == SETTLED or seat not in t.own.order:
        return []
    if t.phase in (OPENING, TURN):
        return _own_acts(t, seat)
    return _claims(t, seat)


def _claims(t: Table, seat: int) -> list[AnyEvent]:
    given, side = t.given, t.seats[seat]
    assert given is not None
    tile = t.names[given.tile]
    acts: list[AnyEvent] = [Claim(seat=seat, act="win", tile=tile, of=given.seq)]
    if given.tile == HIDDEN:
        return acts
    for act, n in (("ming_du", 3), ("peng", 2)):
        own = " ".join(t.names[card] for card in cards_of(side, ALIKE[given.tile], n))
        acts.append(Claim(seat=seat, act=act, tile=tile, with_=own, of=given.seq))
    return acts


def _own_acts(t: Table, seat: int) -> list[AnyEvent]:
    given, side = t.given, t.seats[seat]
    assert given is not None
    held = [card for card, n in enumerate(side.counts) if n]
    acts: list[AnyEvent] = []
    if seat == t.turn and (given.what == "deal" or t.drawn is not None):
        cards = held if given.what == "deal" else [given.tile]
        acts += [Claim(seat=seat, act="win", tile=t.names[c], of=given.seq) for c in cards]
    for act in ("qi_fei", "an_du"):
        acts += [Declare(seat=seat, act=act, tiles=tiles) for tiles in fours(t, seat)]
    acts += [Declare(seat=seat, act="added_du", tiles=t.names[card]) for card in held]
    ghosts = [card for card in GHOSTS for _ in range(side.counts[card])]
    acts.append(Declare(seat=seat, act="wu_xi", tiles=" ".join(t.names[c] for c in ghosts)))
    acts += [Declare(seat=seat, act="flower", tiles=t.names[c]) for c in held if c in FLOWERS]
    acts += [Discard(seat=seat, tile=t.names[card]) for card in held]
    return acts


def fours(t: Table, seat: int) -> list[str]:
    """What the seat could lay as 暗笃 or 起飞: all cards of a kind of which it holds enough."""
    side = t.seats[seat]
    jian = None if t.own.jian is None else ALIKE[t.own.jian]
    found = []
    for kind, held in enumerate(alike(side.counts)):
        n = 3 if kind == jian else 4
        if held + side.unknown >= n and held:
            found.append(" ".join(t.names[card] for card in cards_of(side, kind, n)))
    return found
