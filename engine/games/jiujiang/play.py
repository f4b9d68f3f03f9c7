"""九江麻将: who may do what, when. The order of play is the table :data:`PLAY`.

One row per sentence of the rule book: in a phase, an act is allowed if it keeps the rules of its
row; an act without a row is forbidden by the clause that :func:`forbidden` names.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, cast

import msgspec

from engine.case import Answer, CaseError
from engine.findings import Violation
from engine.games.jiujiang import DRAGONS, FA, KINDS, scoring
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
    Book,
    Given,
    Table,
)
from engine.mahjong.table import apply as change
from engine.settlement import nobody_pays, won
from engine.shapes import completes, waits
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass, Settlement, Win
from events.tiles import MAHJONG

BOOK = Book(
    tiles=frozenset(KINDS),
    flowers=frozenset({FA}),
    copies=dict.fromkeys(KINDS, 4),
    wall=120,
    kong_die=True,
    flower="发财",
    cite={
        "tiles": "JJ-E1",
        "deal": "JJ-E4",
        "wall": "JJ-E5",
        "turn": "JJ-P1",
        "flower_draw": "JJ-P2",
        "claim": "JJ-P4",
        "kong": "JJ-P5",
        "kong_draw": "JJ-P6",
        "rob": "JJ-P10",
        "winners": "JJ-P11",
        "wall_empty": "JJ-P12",
        "dealer": "JJ-P13",
    },
)
NO_BAR, NON_DEALERS, ALL = 0, 1, 2


class Chain:
    """跟庄 on one of the dealer's first two discards (P14).

    ``leads`` is its kind, ``followers`` how many of the three followed in turn, ``broken`` what ended
    the chain before the third (``other`` tile, ``claim``, ``kong``), ``None`` while nothing did.
    """

    __slots__ = ("broken", "followers", "leads")

    def __init__(self, leads: int) -> None:
        self.leads = leads
        self.followers = 0
        self.broken: str | None = None

    @property
    def live(self) -> bool:
        """Whether another follower may still come."""
        return self.broken is None and self.followers < 3


class Own:
    """What 九江 alone keeps of a hand.

    ``bars``: 过胡 of each seat; ``fourth``: kinds whose fourth tile was drawn beside the own pung;
    ``chains``: 跟庄 on the dealer's first and second discard.
    """

    __slots__ = ("bars", "chains", "fourth")

    def __init__(self) -> None:
        self.bars = [NO_BAR] * 4
        self.fourth: list[set[int]] = [set(), set(), set(), set()]
        self.chains: list[Chain] = []

    def break_chain(self, by: str) -> None:
        """The 跟庄 under way, if any, ends here."""
        if self.chains and self.chains[-1].live:
            self.chains[-1].broken = by


class Carry(msgspec.Struct, frozen=True):
    """What stands between two hands: totals, the next dealer, the unit; ``None``: not known."""

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    unit: int | None = None
    over: bool = False


def begin(options: Any, players: int) -> Carry:
    """Before the first hand: all totals 0, the dealer as recorded (P13), unit 1."""
    return Carry(totals=(0,) * players, unit=1)


def believe(carry: Carry, deal: Deal) -> Carry:
    """The unit that the deal says the hand begins with, where the hands before tell none."""
    unit = (deal.carry or {}).get("unit")
    if carry.unit is not None or not isinstance(unit, int) or unit < 1:
        return carry
    return msgspec.structs.replace(carry, unit=unit)


def table(options: Any, players: int, carry: Carry) -> Table:
    """The table of the next hand, before its deal."""
    return Table(BOOK, options, players, carry, Own())


# -- applying -------------------------------------------------------------------------------------


def apply(t: Table, seq: int, event: AnyEvent) -> None:
    """Change the table by one event."""
    kind = type(event)
    if t.open and kind is not Pass and not _still_open(t, event):
        _pass_up(t, event)
    if kind is Discard:
        _follow(t, event)  # type: ignore[arg-type]
    elif kind is Draw:
        _note_draw(t, event)  # type: ignore[arg-type]
    elif kind is Claim or kind is Declare:
        act = event.act  # type: ignore[union-attr]
        if act not in ("win", "flower", "ready"):
            t.own.break_chain("kong" if act in KONGS else "claim")
    change(t, seq, event)


def _still_open(t: Table, event: AnyEvent) -> bool:
    """P3: the discard stays open while the next seat replaces its 发财."""
    if isinstance(event, Declare):
        return event.act == "flower"
    return isinstance(event, Draw) and t.due > 0


def _pass_up(t: Table, event: AnyEvent) -> None:
    """P9: whoever could have won on the discard and did not is barred."""
    given = t.given
    assert given is not None
    bars, dealer = t.own.bars, t.dealer
    for seat in t.after(given.seat):
        if (isinstance(event, Claim) and event.act == "win") or bars[seat] == ALL:
            continue
        if bars[seat] == NON_DEALERS and given.seat != dealer:
            continue
        if could_win(t, seat):
            bars[seat] = ALL if bars[seat] else NON_DEALERS


def _follow(t: Table, event: Discard) -> None:
    """P14: 跟庄, the dealer's first two discards and the three that follow each."""
    own, kind = t.own, INDEX[event.tile]
    if event.seat == t.dealer:
        own.break_chain("other")
        if t.seats[event.seat].discards < 2:
            own.chains.append(Chain(kind))
    elif own.chains and own.chains[-1].live:
        chain = own.chains[-1]
        assert t.dealer is not None
        if kind == chain.leads != HIDDEN and event.seat == (t.dealer + chain.followers + 1) % 4:
            chain.followers += 1
        else:
            chain.broken = "other"


def _note_draw(t: Table, event: Draw) -> None:
    """P9 ends with the own draw; P7 begins when the fourth tile of an own pung is drawn."""
    kind = INDEX[event.tile]
    t.own.bars[event.seat] = NO_BAR
    if kind >= 0 and t.seats[event.seat].pung_of(kind):
        t.own.fourth[event.seat].add(kind)


# -- asking ---------------------------------------------------------------------------------------


def wait_kinds(counts: Sequence[int], t: Table, seat: int) -> frozenset[int]:
    """W3: the kinds that complete the concealed ``counts``; none of which all four are its own."""
    melds = t.seats[seat].melds
    own = list(counts)
    for meld in melds:
        own[meld.tile] += meld.size
    return frozenset(k for k in waits(counts, len(melds)) if own[k] < 4)


def by_now(t: Table, seat: int) -> str:
    """How a win by ``seat`` comes about on the tile that is given now (the case's ``by``)."""
    given = t.given
    assert given is not None
    if given.what == "discard":
        return "kong_discard" if given.after_kong else "discard"
    if given.what in ("added_kong", "exposed_kong"):
        return "rob_kong"
    return "kong_draw" if given.after_kong else "self_draw"


def case(t: Table, seat: int, tile: str, by: str, unit: int = 1) -> scoring.Case:
    """The score case of a win by ``seat`` on what is given now (``docs/score-case.md``)."""
    given = t.given
    assert given is not None and t.dealer is not None
    drawn = by in ("self_draw", "kong_draw")
    seats = []
    for i, side in enumerate(t.seats):
        counts = side.counts
        if i == seat and drawn:
            counts = counts.copy()
            counts[INDEX[tile]] -= 1
        held = [NAMES[kind] for kind, n in enumerate(counts) for _ in range(n)]
        seats.append(
            scoring.SeatCase(
                hand=" ".join(held + ["?"] * side.unknown),
                melds=tuple((cast("scoring.Act", m.kind), NAMES[m.tile]) for m in side.melds),
                fa=len(side.flowers),
                ready=side.ready,
            )
        )
    if by == "rob_kong":
        _show_robbed(seats, given)
    win = scoring.WinCase(
        seat=seat,
        tile=tile,
        by=cast("scoring.By", by),
        from_=None if drawn else given.seat,
        last=t.wall.left == 0,
        first=first_win(t, seat, by),
    )
    return scoring.Case(
        game="jiujiang", options=t.options, unit=unit, dealer=t.dealer, seats=tuple(seats), win=win
    )


def _show_robbed(seats: list[scoring.SeatCase], given: Given) -> None:
    """The robbed player shows the pung, or the three tiles that stay in hand, not the kong."""
    robbed, tile = seats[given.seat], NAMES[given.tile]
    melds = list(robbed.melds)
    kinds: list[tuple[str, str]] = [*melds]
    if (given.what, tile) not in kinds:
        return
    at = kinds.index((given.what, tile))
    hand = robbed.hand
    if given.what == "added_kong":
        melds[at] = ("pung", tile)
    else:
        del melds[at]
        hand = " ".join([hand or "", tile, tile, tile]).strip()
    seats[given.seat] = msgspec.structs.replace(robbed, melds=tuple(melds), hand=hand)


def first_win(t: Table, seat: int, by: str) -> Literal["heaven", "earth"] | None:
    """F11 天胡 and F12 地胡: whether this is a win on the first tile."""
    given, side = t.given, t.seats[seat]
    assert given is not None
    if by == "self_draw" and side.discards == 0 and not side.melds:
        if seat == t.dealer:
            return "heaven"
        return "earth" if side.draws - len(side.flowers) == 1 else None
    if by in ("discard", "kong_discard") and given.seat == t.dealer and seat != t.dealer:
        return "earth" if t.seats[given.seat].discards == 1 else None
    return None


def completes_given(t: Table, seat: int) -> bool:
    """Whether the tile given now gives the seat's hand a winning shape."""
    side, given = t.seats[seat], t.given
    if given is None or given.tile == HIDDEN or side.unknown or side.counts[FA]:
        return False
    return completes(side.counts, len(side.melds), given.tile)


def completes_drawn(t: Table, seat: int, kind: int) -> bool:
    """Whether the hand on turn has a winning shape, ``kind`` being one of its tiles."""
    side = t.seats[seat]
    if kind == HIDDEN or side.unknown or side.counts[FA] or not side.counts[kind]:
        return False
    rest = side.counts.copy()
    rest[kind] -= 1
    return completes(rest, len(side.melds), kind)


def could_win(t: Table, seat: int) -> bool:
    """Whether ``seat`` could win on the open tile now, W1 included, bars aside."""
    if not completes_given(t, seat):
        return False
    assert t.given is not None
    answer = _score(case(t, seat, NAMES[t.given.tile], by_now(t, seat)))
    return answer is not None and answer.legal


def could_win_now(t: Table, seat: int) -> bool:
    """Whether the hand whose turn it is is complete and may win with the tile just drawn."""
    if t.drawn is None or not completes_drawn(t, seat, t.drawn):
        return False
    answer = _score(case(t, seat, NAMES[t.drawn], by_now(t, seat)))
    return answer is not None and answer.legal


def _score(finished: scoring.Case) -> Answer | None:
    """The answer to a case; ``None`` when the record tells of a hand that cannot be."""
    try:
        return scoring.score(finished)
    except CaseError:
        return None


# -- rules of 九江 alone ----------------------------------------------------------------------------


def fa_replaced(t: Table, e: Any) -> Violation | None:
    """P1–P3: 发财 is laid out before the owner does anything else on the turn."""
    if not t.seats[e.seat].counts[FA]:
        return None
    clause = "JJ-P2" if t.drawn == FA else "JJ-P3"
    return broken(t, clause, "fa-in-hand", "still holds 发财", e.seat)


def fa_on_turn(t: Table, e: Declare) -> Violation | None:
    """P3: on the own turn, or straight after the deal."""
    if t.wall.left == 0:
        return broken(t, "JJ-P12", "wall-empty", "replaces 发财 from an empty wall", e.seat)
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
    if side.unknown:
        return None
    for kind, n in enumerate(side.counts):
        if n:
            left = side.counts.copy()
            left[kind] -= 1
            if wait_kinds(left, t, e.seat):
                return None
    return broken(t, "JJ-P8", "not-ready", "declares 报听 and no discard leaves a wait", e.seat)


def ready_discard(t: Table, e: Discard) -> Violation | None:
    """P8: with 报听 just declared the hand left must wait; afterwards only the drawn tile goes."""
    side, kind = t.seats[e.seat], INDEX[e.tile]
    if not side.ready:
        return None
    if not t.readying:
        if t.drawn in (kind, HIDDEN):
            return None
        message = f"discards {e.tile} after 报听, not the tile just drawn"
        return broken(t, "JJ-P8", "ready-hand-changed", message, e.seat)
    if side.unknown:
        t.note("JJ-P8", f"whether seat {e.seat} was ready at 报听: its hand is not known")
        return None
    left = side.counts.copy()
    left[kind] -= 1
    if wait_kinds(left, t, e.seat):
        return None
    message = f"declares 报听 and discards {e.tile}: the hand left waits for nothing"
    return broken(t, "JJ-P8", "not-ready", message, e.seat)


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


def not_ready(t: Table, e: Claim) -> Violation | None:
    """P8: no pung, no exposed kong after 报听."""
    if not t.seats[e.seat].ready:
        return None
    return broken(t, "JJ-P8", "ready-claims", "pungs or kongs a discard after 报听", e.seat)


def not_barred(t: Table, e: Claim) -> Violation | None:
    """P9: 过胡."""
    given, bar = t.given, t.own.bars[e.seat]
    assert given is not None
    if given.what != "discard" or bar == NO_BAR:
        return None
    if bar == NON_DEALERS and given.seat == t.dealer:
        return None
    return broken(t, "JJ-P9", "passed-up", "wins after 过胡, before its next own draw", e.seat)


def stands(t: Table, e: Claim) -> Violation | None:
    """W0, W1: the hand is complete and worth enough."""
    if t.seats[e.seat].unknown:
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
        return rules.one_more_winner(t, e)
    return broken(t, "JJ-P11", "second-winner", "wins too; one winner a tile", e.seat)


def passes(t: Table, e: Pass) -> Violation | None:
    """R3: a pass declines what was open to the seat."""
    return rules.declines(t, e, _could_win_given, _could_claim)


def _could_win_given(t: Table, seat: int) -> bool:
    given = t.given
    assert given is not None
    if given.what in ("draw", "deal"):
        return seat == t.turn and could_win_now(t, seat)
    return seat != given.seat and could_win(t, seat)


def _could_claim(t: Table, e: Claim) -> Violation | None:
    if t.phase != OPEN:
        return broken(t, "claim", "not-open", "claims when nothing is open", e.seat)
    for rule in CLAIMING:
        if rule is not rules.not_passed and (violation := rule(t, e)) is not None:
            return violation
    return None


def deal_break(t: Table, e: Deal) -> Violation | None:
    """E2, E3: one die, the wall that it opens and the stack that dealing starts from."""
    if e.dice is not None and len(e.dice) != 1:
        return broken(t, "JJ-E3", "dice", f"{len(e.dice)} dice are rolled, it is one")
    if e.break_ is None or e.dice is None:
        return None
    die = e.dice[0]
    side = {1: 2, 3: 2, 5: 2, 2: 1, 6: 1, 4: 3}[die]
    should = ((e.dealer + side) % 4, die + 1)
    if e.break_ == should:
        return None
    message = f"die {die} opens the wall of seat {should[0]} at stack {should[1]}"
    found = broken(t, "JJ-E3", "break", message, stops=False)
    return msgspec.structs.replace(found, recorded=e.break_, expected=should)


def deal_unit(t: Table, e: Deal) -> Violation | None:
    """P15: the unit that the hand begins with."""
    unit = (e.carry or {}).get("unit")
    if unit is None or t.carry.unit is None or unit == t.carry.unit:
        return None
    message = f"the hand begins with unit {unit}, it is {t.carry.unit}"
    found = broken(t, "JJ-P15", "unit", message, stops=False)
    return msgspec.structs.replace(found, recorded=unit, expected=t.carry.unit)


def ended(t: Table, e: Settlement) -> Violation | None:
    """P12, R8: a hand is settled when it was won, or when the wall ran out."""
    return rules.ended(t, e, wall_over(t))


def wall_over(t: Table) -> bool:
    """P12: the wall is empty and the last discard lies there, or the last tile was 发财."""
    if t.wall.left:
        return False
    if t.phase == TURN:
        return t.drawn == FA
    return t.phase == OPEN or (t.phase == REPLACE and t.due_for == "flower")


# -- the order of play ----------------------------------------------------------------------------

CLAIMING: tuple[rules.Rule, ...] = (
    rules.claims_discard, rules.tile_in_wall, not_ready, fa_before_claim, rules.with_own,
    rules.not_passed, rules.no_more_alike,
)  # fmt: skip

PLAY: rules.Play = {
    (DEAL, "deal"): (
        rules.deal_size, rules.deal_tiles, deal_break, rules.deal_wall, rules.deal_dealer, deal_unit,
    ),
    # P1: on a turn replace 发财, then discard, kong or win.
    (TURN, "flower"): (rules.not_readying, rules.laid_flowers, fa_on_turn),
    (TURN, "discard"): (
        rules.own_turn, rules.no_flower_discarded, rules.holds, rules.drawn_mark, fa_replaced,
        fourth_tile, ready_discard, rules.no_more_alike,
    ),
    (TURN, "concealed_kong"): (
        rules.own_turn, rules.not_readying, rules.tile_in_wall, rules.concealed, fa_replaced,
        ready_kong,
    ),
    (TURN, "added_kong"): (
        rules.own_turn, rules.not_readying, rules.tile_in_wall, rules.added, fa_replaced,
        ready_kong,
    ),
    (TURN, "ready"): (rules.own_turn, rules.not_readying, fa_replaced, ready_declared),
    (TURN, "win"): (
        rules.wins_own, rules.not_readying, no_fa_wins, rules.not_passed, stands,
    ),
    (TURN, "pass"): (rules.passes_open, passes),
    # P2, P6: what is laid is replaced at once; P10: an added kong may be robbed before that.
    (REPLACE, "draw"): (rules.owed, rules.wall_order, rules.no_more_alike),
    (REPLACE, "win"): (rules.robs_added, no_fa_wins, rules.not_passed, stands),
    (REPLACE, "pass"): (rules.passes_open, passes),
    # P3, P4: a discard lies open to the others until the next draw.
    (OPEN, "flower"): (rules.laid_flowers, fa_before_turn),
    (OPEN, "pung"): CLAIMING,
    (OPEN, "exposed_kong"): CLAIMING,
    (OPEN, "win"): (rules.claims_discard, no_fa_wins, rules.not_passed, not_barred, stands),
    (OPEN, "pass"): (rules.passes_open, passes),
    (OPEN, "draw"): (
        rules.next_draws, rules.tile_in_wall, fa_before_draw, rules.from_head, rules.wall_order,
        rules.no_more_alike,
    ),
    # P11: others may win on the same tile.
    (WON, "win"): (one_winner, no_fa_wins, rules.not_passed, not_barred, stands),
    (WON, "pass"): (rules.passes_open,),
    # P12: the end.
    **{(phase, "settlement"): (ended,) for phase in (TURN, REPLACE, OPEN, WON)},
}  # fmt: skip


def forbidden(t: Table, event: AnyEvent) -> str:
    """The clause behind a missing row of :data:`PLAY`."""
    act = rules.word(event)
    if act in ("chow", "pung", "exposed_kong"):
        return "JJ-P4"
    if t.phase == REPLACE:
        return "JJ-P6" if t.due_for == "kong" else "JJ-P2"
    if act == "ready":
        return "JJ-P8"
    return "JJ-P1"


def check(t: Table, seq: int, event: AnyEvent, *, every: bool = False) -> list[Violation]:
    """The first rule that ``event`` breaks, or with ``every`` all of them; [] when it is legal."""
    return check_row(PLAY, t, event, forbidden, every)


# -- the settlement and what carries on ------------------------------------------------------------


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """The settlement that the hand should have.

    ``None`` while it is not over, or when it cannot be told: a winner's tiles or the unit are not
    known. A unit that no hand before tells is believed as recorded.
    """
    assert t.hand is not None
    if not t.winners:
        return nobody_pays(t.hand, "draw", 4) if wall_over(t) else None
    unit = t.carry.unit or (recorded.unit if recorded is not None else None)
    if unit is None or any(t.seats[claim.seat].unknown for claim in t.winners):
        return None
    wins = []
    for claim in t.winners:
        finished = case(t, claim.seat, claim.tile, by_now(t, claim.seat), unit)
        answer = _score(finished)
        if answer is None:
            return None
        wins.append((_win(finished, claim), answer))
    return won(t.hand, unit, wins, 4)


def _win(finished: scoring.Case, claim: Claim) -> Win:
    facts = finished.win
    heaven = facts.first == "heaven"
    return Win(
        seat=claim.seat,
        by=facts.by,
        tile=None if heaven else claim.tile,
        from_=facts.from_,
        first=facts.first,
        last=facts.last or None,
    )


def factor(t: Table) -> int:
    """P14: what 跟庄 in this hand makes of the next unit: 1, 2 or 4."""
    followed = [chain.followers == 3 for chain in t.own.chains]
    if not followed or not followed[0]:
        return 1
    return 4 if all(followed[:2]) and len(followed) > 1 or t.own.chains[0].leads in DRAGONS else 2


def carry_on(carry: Carry, t: Table, settlement: Settlement) -> Carry:
    """P13, P15: the dealer and the unit of the next hand; an abort leaves both (R9)."""
    if settlement.outcome == "abort":
        return msgspec.structs.replace(carry, dealer=t.dealer)
    dealer = next_dealer(t, settlement)
    if carry.unit is None or dealer is None or t.doubtful:
        return msgspec.structs.replace(carry, dealer=dealer, unit=None)
    kept = carry.unit if dealer == t.dealer else 1
    times = factor(t)
    unit = max(kept, times) if t.options.follow_stack == "max" else kept * times
    return msgspec.structs.replace(carry, dealer=dealer, unit=unit)


def next_dealer(t: Table, settlement: Settlement) -> int | None:
    """P13: who deals next; ``None`` when the settlement does not say who won."""
    assert t.dealer is not None
    passed_on = t.next_seat(t.dealer)
    if settlement.outcome == "draw":
        return t.dealer if t.options.dealer_after_draw == "stay" else passed_on
    wins = settlement.wins or ()
    if not wins:
        return None
    winners = {win.seat for win in wins}
    if t.options.dealer_after_win == "next_seat_unless_dealer":
        return t.dealer if t.dealer in winners else passed_on
    return wins[0].from_ if len(wins) > 1 else wins[0].seat


# -- what is open ----------------------------------------------------------------------------------


def legal(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that is open to ``seat`` now, in the order win, kong, pung, flower, discard.

    Draws are no choice and are not listed; a discard of each kind is listed once.
    """
    return [event for event in _thinkable(t, seat) if not check(t, -1, event)]


def _thinkable(t: Table, seat: int) -> list[AnyEvent]:
    given, side = t.given, t.seats[seat]
    if given is None or t.phase in (DEAL, SETTLED):
        return []
    held = [kind for kind, n in enumerate(side.counts) if n]
    acts: list[AnyEvent] = []
    if t.phase == TURN:
        opening = seat == t.dealer and side.discards == 0 and not side.melds
        tile = t.drawn if t.drawn is not None else (held[0] if held else HIDDEN)
        of = t.deal_seq if opening else given.seq
        acts.append(Claim(seat=seat, act="win", tile=NAMES[tile], of=of))
        for kind in held:
            if side.counts[kind] == 4:
                tiles = " ".join([NAMES[kind]] * 4)
                acts.append(Declare(seat=seat, act="concealed_kong", tiles=tiles))
            if side.pung_of(kind):
                acts.append(Declare(seat=seat, act="added_kong", tiles=NAMES[kind]))
    else:
        claim = NAMES[given.tile]
        acts.append(Claim(seat=seat, act="win", tile=claim, of=given.seq))
        acts += [
            Claim(seat=seat, act=act, tile=claim, with_=" ".join([claim] * n), of=given.seq)
            for act, n in (("exposed_kong", 3), ("pung", 2))
        ]
    if side.counts[FA]:
        acts.append(Declare(seat=seat, act="flower", tiles="F"))
    if t.phase == TURN:
        acts.append(Declare(seat=seat, act="ready"))
        acts += [Discard(seat=seat, tile=NAMES[kind]) for kind in held]
    return acts
