"""告胡子: from hand to hand: who deals, the totals, the end of the match and what it settles at."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from engine.case import CaseError
from engine.games.gaohuzi import Options
from engine.games.gaohuzi.payment import final, rounded
from engine.replay import replay
from engine.simulate import simulate
from engine.verify import verify
from events.model import AnyEvent, Claim, Close, Deal, Declare, Match, Player, Ruling, Settlement
from events.tiles import ZIPAI

TABLES = [(3, {}), (3, {"datuo": "3"}), (2, {}), (2, {"datuo": "4", "target": 200})]


def played(seed: object, players: int = 3, **options: Any) -> list[AnyEvent]:
    """A whole simulated match."""
    luck = random.Random(f"{seed}")
    return list(simulate("gaohuzi", luck, hands=40, players=players, options=options))


def of(kind: type[Any], events: list[AnyEvent]) -> list[Any]:
    return [event for event in events if type(event) is kind]


# -- the end of a match ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "tens"),
    [(104, 100), (35, 40), (-5, -10), (5, 10), (4, 0), (-4, 0), (0, 0), (-15, -20), (-14, -10)],
)
def test_totals_are_rounded_to_tens_half_away_from_zero(total: int, tens: int) -> None:
    """GH-X4."""
    assert rounded(total) == tens


@pytest.mark.parametrize(
    ("totals", "datuo", "knocked", "settled"),
    [
        ((104, 35, -5), "off", (False, False, False), (170, -10, -160)),
        ((104, 35, -5), "3", (True, True, False), (400, -80, -320)),
        ((104, 35, -5), "3", (False, False, False), (170, -10, -160)),
        ((104, 35, -5), "4", (True, True, True), (680, -40, -640)),
        ((100, 0, 0), "4", (True, False, False), (400, -200, -200)),
        ((100, -20), "off", (False, False), (120, -120)),
        ((100, -20), "4", (True, False), (240, -240)),
        ((100, -20), "4", (True, True), (480, -480)),
    ],
)
def test_every_pair_settles_the_difference(
    totals: tuple[int, ...], datuo: Any, knocked: tuple[bool, ...], settled: tuple[int, ...]
) -> None:
    """GH-X5, the book's two examples first."""
    assert final(totals, knocked, Options(datuo=datuo)) == settled
    assert sum(settled) == 0


# -- what holds of every match --------------------------------------------------------------------


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_the_winner_deals_and_after_a_draw_the_dealer(
    players: int, options: dict[str, Any]
) -> None:
    """GH-E4."""
    for seed in range(4):
        events = played(seed, players, **options)
        deals, settled = of(Deal, events), of(Settlement, events)
        for deal, settlement, after in zip(deals, settled, deals[1:], strict=False):
            winner = settlement.wins[0].seat if settlement.wins else deal.dealer
            assert after.dealer == winner


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_a_match_ends_when_a_total_reaches_the_target(
    players: int, options: dict[str, Any]
) -> None:
    """GH-E6."""
    for seed in range(4):
        settled = of(Settlement, played(seed, players, **options))
        reached = [max(settlement.totals) >= options.get("target", 100) for settlement in settled]
        assert reached == [False] * (len(reached) - 1) + [True]


@pytest.mark.parametrize(("players", "options"), TABLES)
def test_only_the_winner_gains_and_only_a_discarder_loses(
    players: int, options: dict[str, Any]
) -> None:
    """GH-E5, GH-X1, GH-X2, R11: deltas do not add up to nothing, the final settlement does."""
    for seed in range(4):
        events = played(seed, players, **options)
        dealers = {deal.hand: deal.dealer for deal in of(Deal, events)}
        for settlement in of(Settlement, events):
            change = dict(enumerate(settlement.deltas))
            for win in settlement.wins:
                assert change.pop(win.seat) == win.value
                assert len(win.payments) == (win.by == "discard")
                for paid in win.payments:
                    assert paid.from_ == win.from_
                    assert change.pop(paid.from_) == -paid.points == -min(win.value, 100)
            if settlement.outcome == "draw":
                assert change.pop(dealers[settlement.hand]) == -10
            assert not any(change.values())
        (close,) = of(Close, events)
        assert sum(close.final) == 0
        assert close.totals == of(Settlement, events)[-1].totals


# -- what is found --------------------------------------------------------------------------------

Change = Callable[[list[AnyEvent]], tuple[list[AnyEvent], int]]


def at(kind: type[Any], n: int, **fields: Any) -> Change:
    """Give the n-th event of a kind (from the end: -1) other fields, each a value or a function."""

    def change(events: list[AnyEvent]) -> tuple[list[AnyEvent], int]:
        place = [i for i, event in enumerate(events) if type(event) is kind][n]
        old = events[place]
        new = {
            name: value(getattr(old, name)) if callable(value) else value
            for name, value in fields.items()
        }
        return [*events[:place], replace(old, **new), *events[place + 1 :]], place

    return change


def plus(n: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    return lambda amounts: (amounts[0] + n, *amounts[1:])


def moved(amounts: tuple[int, ...]) -> tuple[int, ...]:
    return (amounts[0] + 10, amounts[1] - 10, *amounts[2:])


def unrounded(events: list[AnyEvent]) -> tuple[list[AnyEvent], int]:
    """A close that settles the totals as they are."""
    close = events[-1]
    assert isinstance(close, Close) and close.totals is not None
    n, total = len(close.totals), sum(close.totals)
    settled = tuple(n * own - total for own in close.totals)
    return [*events[:-1], replace(close, final=settled)], len(events) - 1


def another_hand(events: list[AnyEvent]) -> tuple[list[AnyEvent], int]:
    """A further hand after the last one, dealt by its winner."""
    deal, settled = of(Deal, events)[-1], of(Settlement, events)[-1]
    more = replace(
        deal,
        hand=deal.hand + 1,
        dealer=settled.wins[0].seat,
        hands=tuple(deal.hands[(s + deal.dealer - settled.wins[0].seat) % 3] for s in range(3)),
        carry=None,
    )
    return [*events[:-1], more], len(events) - 1


def shown_not_held(events: list[AnyEvent]) -> tuple[list[AnyEvent], int]:
    deal = of(Deal, events)[0]
    missing = next(card for card in ZIPAI.tiles if card not in deal.hands[deal.dealer].split())
    return at(Deal, 0, open=missing)(events)


WRONG: list[tuple[str, dict[str, Any], Change]] = [
    ("GH-X5", {}, at(Close, -1, final=moved)),
    ("GH-X5", {"datuo": "3"}, at(Close, -1, final=moved)),
    ("GH-X4", {}, unrounded),
    ("R11", {}, at(Close, -1, totals=plus(10))),
    ("R11", {}, at(Settlement, 0, totals=plus(5))),
    ("R11", {}, at(Settlement, -1, totals=plus(-5))),
    ("GH-E3", {}, shown_not_held),
    ("GH-E4", {}, at(Deal, 1, dealer=lambda dealer: (dealer + 1) % 3)),
    ("GH-E6", {}, another_hand),
    ("GH-X5", {"datuo": "3"}, at(Declare, 1, seat=0)),
    ("GH-E2", {}, at(Deal, 0, hands=lambda hands: hands[:2])),
]


@pytest.mark.parametrize(("clause", "options", "change"), WRONG)
def test_what_is_wrong_is_found_at_its_event(
    clause: str, options: dict[str, Any], change: Change
) -> None:
    for seed in range(3):
        events, place = change(played(f"wrong {seed}", **options))
        found = verify(events).findings[0]
        if clause == "GH-E4" and found.clause == "GH-E3":
            continue  # the hands are dealt to the old dealer: that is found first
        assert (found.seq, found.clause) == (place, clause), found


def test_a_drawn_hand_costs_the_dealer_ten() -> None:
    """GH-E5."""
    for seed in range(20):
        events = played(seed)
        for place, event in enumerate(events):
            if isinstance(event, Settlement) and event.outcome == "draw":
                dealer = of(Deal, events[:place])[-1].dealer
                assert event.deltas == tuple(-10 * (seat == dealer) for seat in range(3))
                free = replace(event, deltas=(0, 0, 0), seat_lines=((), (), ()), totals=None)
                found = verify([*events[:place], free]).findings[0]
                assert (found.seq, found.clause) == (place, "GH-E5")
                return
    pytest.fail("no hand was drawn")


def test_a_match_has_two_or_three_players() -> None:
    """GH-E2."""
    for n in (2, 3):
        verify([Match(v=1, game="gaohuzi", players=tuple(Player(id=f"p{i}") for i in range(n)))])
    with pytest.raises(CaseError):
        verify([Match(v=1, game="gaohuzi", players=tuple(Player(id=f"p{i}") for i in range(4)))])


def test_an_aborted_or_annulled_hand_leaves_dealer_totals_and_choices() -> None:
    """R9."""
    events = played("annulled", datuo="3")
    cut = next(i for i, event in enumerate(events) if isinstance(event, Settlement))
    ruling = Ruling(hand=0, verdict="annulled", reason="a card lay on the floor")
    state = replay([*events[: cut + 1], ruling])
    dealer = of(Deal, events)[0].dealer
    assert (state.carry.totals, state.carry.dealer) == ((0, 0, 0), dealer)
    assert state.carry.knocked == tuple(d.act == "datuo" for d in of(Declare, events)[:3])
    aborted = Settlement(hand=0, outcome="abort", deltas=(0, 0, 0))
    assert replay([*events[:cut], aborted]).carry.dealer == dealer


def test_a_ruling_may_take_the_match_back_from_its_end() -> None:
    """GH-E6 with R9: what counts is the total that stands."""
    events = played("over")
    settled = of(Settlement, events)[-1]
    assert replay(events).carry.over
    ruling = Ruling(hand=settled.hand, verdict="annulled")
    assert not replay([*events[:-1], ruling]).carry.over


def test_a_lost_hand_leaves_what_the_match_began_with() -> None:
    """GH-X5: a record that breaks off in a hand and goes on with the next: the choices stand."""
    events = played("lost", datuo="4")
    cut = next(i for i, event in enumerate(events) if isinstance(event, Settlement))
    hand = replay([*events[:cut], events[cut + 1]]).hand
    assert hand is not None and type(events[cut + 1]) is Deal
    assert (hand.before.dealer, hand.before.target) == (None, 100)
    assert hand.before.knocked == tuple(d.act == "datuo" for d in of(Declare, events)[:3])


def test_totals_follow_from_hand_to_hand() -> None:
    for before, after in pairwise(of(Settlement, played("sums", players=2))):
        assert after.totals == tuple(
            a + b for a, b in zip(before.totals, after.deltas, strict=True)
        )


def test_first_discard_wins_are_called_earth() -> None:
    """GH-N10, GH-N11: 天胡 claims the deal, 地胡 the dealer's first discard."""
    seen = set()
    for seed in range(60):
        events = list(simulate("gaohuzi", random.Random(f"first {seed}"), hands=3, rare=0.9))
        for place, event in enumerate(events):
            if not isinstance(event, Settlement) or not event.wins:
                continue
            claim = events[place - 1]
            assert isinstance(claim, Claim)
            if event.wins[0].first == "heaven":
                assert type(events[claim.of]) is Deal
            if event.wins[0].first is not None:
                seen.add(event.wins[0].first)
    assert seen == {"heaven", "earth"}
