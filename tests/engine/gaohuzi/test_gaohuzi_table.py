"""告胡子: what the table keeps, what a seat sees of it, and what is said of unknown cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.game import game
from engine.games.gaohuzi import CARDS, HAND
from engine.games.gaohuzi.table import TURN, WON, Table
from engine.replay import Replay, replay
from engine.simulate import simulate
from engine.verify import verify
from events.model import (
    AnyEvent,
    Claim,
    Deal,
    Declare,
    Discard,
    Draw,
    Pass,
    Settlement,
)
from events.tiles import ZIPAI
from tests.engine.gaohuzi.scripts import read_script

some = settings(max_examples=10, deadline=None)
seeds = st.integers(0, 2**32)
players = st.sampled_from((2, 3))


def tables(seed: int, n: int, hands: int = 2) -> Iterator[Table]:
    """The table after every event of a simulated match, arranged deals among them."""
    state = Replay()
    for event in simulate("gaohuzi", random.Random(seed), hands=hands, players=n, rare=0.5):
        state.apply(event)
        if state.hand is not None and state.hand.settlement is None:
            yield state.hand.table


# -- laws -----------------------------------------------------------------------------------------


@some
@given(seed=seeds, n=players)
def test_no_card_is_lost(seed: int, n: int) -> None:
    """Hands, groups, rows and stock are always the 80 cards (GH-E1)."""
    for table in tables(seed, n):
        view = table.view()
        lying = [side["hand"].split() for side in view["seats"]]
        lying += [meld["tiles"].split() for side in view["seats"] for meld in side["melds"]]
        rows = [card for side in view["seats"] for card in side["river"] if not card["claimed"]]
        assert sum(map(len, lying)) + len(rows) + view["wall_left"] == CARDS
        for seat in range(n):
            assert [len(s["hand"].split()) for s in table.view(seat)["seats"]] == [
                len(s["hand"].split()) for s in view["seats"]
            ]


@some
@given(seed=seeds, n=players)
def test_a_hand_has_twenty_cards_and_one_for_every_four_but_the_first(seed: int, n: int) -> None:
    """GH-W1, GH-P8, GH-P9: while nobody has to discard, and but for 死手."""
    for table in tables(seed, n):
        if table.phase in (TURN, WON) or table.laying:
            continue
        for side in table.seats:
            held = len(side.tiles()) + sum(len(meld.tiles) for meld in side.melds)
            if not side.dead and table.phase != "end":
                assert held == HAND + max(0, side.fours - 1)


@some
@given(seed=seeds, n=players)
def test_a_seat_sees_its_own_hand_and_no_other(seed: int, n: int) -> None:
    for table in tables(seed, n):
        whole = table.view()["seats"]
        for seat in range(n):
            seen = table.view(seat)["seats"]
            assert seen[seat] == whole[seat]
            for other in range(n):
                if other == seat:
                    continue
                assert set(seen[other]["hand"].split()) <= {"?"}
                assert seen[other]["no_peng"] is None
                assert seen[other]["river"] == whole[other]["river"]
                for meld in seen[other]["melds"]:
                    hidden = meld["tiles"].split().count("?")
                    if meld["kind"] in ("wei", "chou_wei"):
                        assert hidden == 2
                    elif meld["kind"] != "ti":
                        assert hidden == 0


# -- views ----------------------------------------------------------------------------------------


def seen(text: str, seat: int | None) -> dict[str, Any]:
    hand = replay(read_script(text).events).hand
    assert hand is not None
    return hand.table.view(seat)


def test_a_wei_lies_two_hidden_one_open() -> None:
    """GH-M4, GH-M5."""
    text = "0: 1x ..\n1: 2x2x 5x ..\n0 throws 1x\n1 draws 2x\n1 wei 2x"
    for seat, tiles in ((0, "2x ? ?"), (1, "2x 2x 2x"), (None, "2x 2x 2x")):
        assert seen(text, seat)["seats"][1]["melds"][0]["tiles"] == tiles


def test_the_dealer_s_sets_are_shown_after_his_first_discard() -> None:
    """GH-P9."""
    text = "0: 2x2x2x2x 5x ..\n0 lays 2x"
    assert seen(text, 1)["seats"][0]["melds"][0]["tiles"] == "? ? ? ?"
    assert seen(text, 0)["seats"][0]["melds"][0]["tiles"] == "2x 2x 2x 2x"
    assert seen(text + "\n0 throws 5x", 1)["seats"][0]["melds"][0]["tiles"] == "2x 2x 2x 2x"


def test_an_extra_card_is_seen_by_who_draws_it_alone() -> None:
    """GH-P9."""
    text = "0: 2x2x2x2x 3x3x3x3x 5x ..\n0 lays 2x\n0 lays 3x\n0 extra 9x"
    assert "9x" in seen(text, 0)["seats"][0]["hand"]
    assert "9x" not in str(seen(text, 1))


def test_which_events_their_own_seat_sees_alone() -> None:
    """GH-P1, GH-P9: extra cards and dealt 提; a drawn card lies open."""
    secret = game("gaohuzi").secret
    assert secret(Draw(seat=0, tile="9x", end="extra"))
    assert secret(Declare(seat=0, act="ti", tiles="2x 2x 2x 2x"))
    assert not secret(Draw(seat=0, tile="9x"))
    assert not secret(Declare(seat=0, act="datuo"))


def test_everybody_sees_the_shown_card_and_every_drawn_one() -> None:
    """GH-E3, GH-P1."""
    text = "0: 1x 6x ..\nopen 6x\n0 throws 1x\n1 draws 5x"
    for seat in (0, 1, 2, None):
        view = seen(text, seat)
        assert view["shown_card"] == "6x"
        assert view["given"] == {"seq": 3, "seat": 1, "tile": "5x", "what": "draw"}


def test_who_can_discard_nothing_is_shown_as_such() -> None:
    """GH-P10."""
    kan = "1x1x1x 2x2x2x 3x3x3x 4x4x4x 5x5x5x 6x6x6x"
    view = seen(f"0: 9x ..\n1: {kan} 9x9x\n0 throws 9x\n1 peng 9x", 0)
    assert [side["stuck"] for side in view["seats"]] == [False, True, False]
    assert view["phase"] == "next"


# -- cards that are not known ---------------------------------------------------------------------


def blind(events: list[AnyEvent], hidden: set[int]) -> list[AnyEvent]:
    """The record of a client that does not show the hands of some seats, nor the wall."""
    found = []
    for event in events:
        if isinstance(event, Deal):
            hands = tuple(
                " ".join("?" for _ in text.split()) if seat in hidden else text
                for seat, text in enumerate(event.hands)
            )
            shown = None if event.dealer in hidden else event.open
            event = replace(event, hands=hands, wall=None, open=shown)
        elif isinstance(event, Draw) and event.end == "extra" and event.seat in hidden:
            event = replace(event, tile="?")
        found.append(event)
    return found


@settings(max_examples=25, deadline=None)
@given(seed=seeds, n=players, hidden=st.sets(st.integers(0, 2), min_size=1))
def test_a_record_that_hides_hands_is_checked_as_far_as_it_can_be(
    seed: int, n: int, hidden: set[int]
) -> None:
    events = list(simulate("gaohuzi", random.Random(seed), hands=2, players=n, rare=0.5))
    report = verify(blind(events, hidden))
    assert not report.findings
    told = {note.clause for note in report.unchecked}
    assert not hidden & set(range(n)) or {"GH-P5", "GH-P6"} <= told


HIDDEN = "?" * 20
STILL_FOUND = [
    f"0: 2x ..\n1: {HIDDEN}\n0 throws 2x\n1 draws 2x\n2 draws 2x\n0 draws 2x\n1 draws 2x ! GH-E1",
    f"0: 2x ..\n1: {HIDDEN}\n2: 2x2x ..\n0 throws 2x\n1 peng 2x ! GH-E1",
    f"0: 1x ..\n1: {HIDDEN}\n0 throws 1x\n1 draws 7x\n2 draws 1d\n0 draws 2d\n1 draws 7x\n"
    "1 chi 7x 8x9x ! GH-P5",
    f"0: 2x 5x ..\n1: {HIDDEN}\n0 throws 2x\n1 peng 2x\n1 throws 9x\n2 draws 2x\n"
    "0 draws 1d ! GH-P6",
    f"0: 2x ..\n1: {HIDDEN}\n0 throws 2x\n1 pao 2x 3\n1 throws 9x\n2 draws 3x\n1 pao 3x 3\n"
    "1 throws 8x ! GH-P8",
    f"0: 2x ..\n1: {HIDDEN}\n0 throws 2x\n1 draws 5x\n0 draws 6x ! GH-P1",
]


@pytest.mark.parametrize("text", STILL_FOUND, ids=lambda text: text.split("! ")[1])
def test_and_what_it_shows_is_still_found(text: str) -> None:
    script = read_script(text)
    found = verify(script.events).findings[0]
    assert (found.seq, found.clause) == (script.at, script.clause), found


# -- records of nonsense --------------------------------------------------------------------------


def junk(luck: random.Random) -> AnyEvent:
    """An event that says something that can be written down."""
    seat, tile = luck.randrange(3), luck.choice([*ZIPAI.tiles, "?"])
    some = " ".join(luck.choice([*ZIPAI.tiles, "?"]) for _ in range(luck.randrange(5)))
    acts = ["peng", "chi", "wei", "chou_wei", "ti", "pao", "win", "pung"]
    return luck.choice(
        [
            Draw(seat=seat, tile=tile, end=luck.choice([None, "tail", "extra"])),
            Discard(seat=seat, tile=tile, drawn=luck.choice([None, True])),
            Claim(
                seat=seat,
                act=luck.choice(acts),
                tile=tile,
                with_=luck.choice([None, some]),
                of=luck.randrange(60),
                bi=luck.choice([None, (some,)]),
            ),
            Declare(seat=seat, act=luck.choice(["ti", "datuo", "flower"]), tiles=some),
            Pass(seat=seat, of=luck.randrange(60), declined=luck.choice([None, ("chi", "ti")])),
            Settlement(hand=0, outcome=luck.choice(["win", "draw"]), deltas=(1, 2, 3)),
        ]
    )


@settings(max_examples=25, deadline=None)
@given(seed=seeds)
def test_nonsense_is_found_and_breaks_nothing(seed: int) -> None:
    luck = random.Random(seed)
    events = list(simulate("gaohuzi", luck, hands=2, rare=0.5))
    for _ in range(4):
        events.insert(luck.randrange(2, len(events)), junk(luck))
    assert verify(events).findings
    state, rules = Replay(), game("gaohuzi")
    for event in events:
        state.apply(event)
        if state.hand is not None:
            state.hand.table.view(0)
            assert all(not state.check(act) for act in rules.legal(state.hand.table, 0))
