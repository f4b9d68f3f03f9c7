"""青儿 in numbers: a match on a sheet of paper, what a record leaves out, and laws."""

from __future__ import annotations

import random
from fractions import Fraction
from math import prod

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics import build, compute
from engine.simulate import simulate
from engine.verify import verify
from events import (
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Player,
    Ruling,
    Settlement,
    Win,
)
from tests.analytics.paper import bare, items, played, row, same_classes

PLAYERS = tuple(Player(id=id) for id in ("p1", "p2", "p3"))


def opened(number, dealer, jian, knocks, answers):
    """敲 by ``knocks`` (seats), the deal of hands that nobody sees, and who plays: ``answers``."""
    order = [(dealer + i) % 3 for i in range(3)]
    asked = [Declare(seat=seat, act="knock" if seat in knocks else "no_knock") for seat in order]
    hands = tuple(" ".join("?" * (23 if seat == dealer else 22)) for seat in range(3))
    said = [Declare(seat=seat, act=act) for seat, act in zip(order, answers.split(), strict=False)]
    return [*asked, Deal(hand=number, dealer=dealer, hands=hands, open=jian), *said]


def lays(seat, flower):
    """补花 of one card in the opening."""
    return [Declare(seat=seat, act="flower", tiles=flower), Draw(seat=seat, tile="?")]


def settled(number, lines, deltas, points, winner=None, giver=None):
    """``lines``: of every seat; ``points``: what they come to."""
    wins = ()
    if winner is not None:
        by = "self_draw" if giver is None else "discard"
        own = lines[winner]
        wins = (Win(seat=winner, by=by, from_=giver, value=points[winner], lines=own),)
    outcome = "draw" if winner is None else "win"
    return Settlement(
        hand=number, outcome=outcome, wins=wins, points=points, seat_lines=lines, deltas=deltas
    )


@pytest.fixture
def match():
    """Four hands at 1-2-3, all cards hidden but those that are claimed or laid out.

    ====  ======  =====  =======  ===========================================  ===========  =======
    hand  dealer  见张   knocked  what happens                                 points       net
    ====  ======  =====  =======  ===========================================  ===========  =======
    0     0       S5     0        all three refuse
    1     0       S5     0, 1     0 refuses, 1 plays; 1 碰 H9 (见), 2 wins      10  10 240  -460
                                  on 1's H4: 青儿, 穷狠                                       -460
                                                                                            920
    2     1       S5     2        1 plays; 2 碰 H4 (not 见); nobody wins       30  10  10    60
                                                                                            -20
                                                                                            -40
    3     2       BJ     –        2 plays and lays 暗笃 H2 (喜喜见); 0 draws   70  60  30    50
                                  his win; 1 has 三红                                         20
                                                                                            -70
    ====  ======  =====  =======  ===========================================  ===========  =======
    """
    e = [Match(v=1, game="qinger", rules="1", options={}, players=PLAYERS)]
    e += opened(0, 0, "S5", {0}, "refuse refuse refuse")
    e += [Settlement(hand=0, outcome="abort", wins=(), deltas=(0, 0, 0))]

    e += opened(1, 0, "S5", {0, 1}, "refuse play") + lays(0, "BJ")
    e += [Discard(seat=0, tile="H9")]
    e += [Claim(seat=1, act="peng", tile="H9", with_="H9 H9", of=len(e) - 1)]
    e += [Discard(seat=1, tile="H4")]
    e += [Claim(seat=2, act="win", tile="H4", of=len(e) - 1)]
    own = (
        (("QE-B1", 10),),
        (("QE-B8", 4), ("QE-B9", 6)),
        (("QE-A1", 20), ("QE-A4", 100), ("QE-D3", 2)),
    )
    # 230 between 2 and either, × 2: one of the two knocked.
    e += [settled(1, own, (-460, -460, 920), (10, 10, 240), winner=2, giver=1)]

    e += opened(2, 1, "S5", {2}, "play") + lays(1, "BJ") + lays(0, "AD")
    e += [Discard(seat=1, tile="H4")]
    e += [Claim(seat=2, act="peng", tile="H4", with_="H4 H4", of=len(e) - 1)]
    e += [Discard(seat=2, tile="?")]
    for i in range(58 - 2):
        e += [Draw(seat=i % 3, tile="?"), Discard(seat=i % 3, tile="?")]
    own = ((("QE-B5", 30),), (("QE-B1", 10),), (("QE-B8", 1), ("QE-B9", 9)))
    # 0 gets 20 × 1 from 1, and 20 × 2 from 2.
    e += [settled(2, own, (60, -20, -40), (30, 10, 10))]

    e += opened(3, 2, "BJ", set(), "play")
    e += [Declare(seat=2, act="an_du", tiles="H2 H2 H2 H2"), Draw(seat=2, tile="?")]
    e += [Discard(seat=2, tile="C7"), Draw(seat=0, tile="S1")]
    e += [Claim(seat=0, act="win", tile="S1", of=len(e) - 1)]
    own = (
        (("QE-A1", 20), ("QE-A3", 50)),
        (("QE-B8", 24), ("QE-B9", 6), ("QE-D2", 2)),
        (("QE-B8", 24), ("QE-B9", 6)),
    )
    # Nobody knocked, all × 1: 10 and 40 to 0, 30 from 2 to 1.
    e += [settled(3, own, (50, 20, -70), (70, 60, 30), winner=0)]
    return [*e, Close()]


def test_the_match_is_legal(match):
    assert verify(match).clean


@pytest.fixture
def sheet(match):
    """Results of 0–2, hand by hand: none, BDW, QQQ, WLL."""
    return compute(build([("m", match)]))


# statistic: Σ numerator, Σ denominator, both read off the sheet.
ON_PAPER = {
    "win_rate": (2, 9),
    "self_draw_share": (1, 2),
    "deal_in_rate": (1, 9),
    "deal_in_share": (1, 2),
    "hit_rate": (2, 9),
    "by_rate": (1, 9),
    "draw_rate": (1, 3),
    "open_rate": (2, 9),  # the two 碰
    "concealed_kongs": (1, 9),
    "exposed_kongs": (0, 9),
    "robbed_rate": (0, 9),
    "net": (0, 9),
    "win_income": (920 + 50, 2),
    "deal_in_cost": (460, 1),
    "knock_rate": (1 + 2 + 1 + 0, 12),  # the hand that all refused counts
    "refusal_rate": (3 + 1, 3 + 2 + 1 + 1),
    "refused_hands": (1, 4),
    "jian_share": (2, 3),  # H9 under 258, H2 under 喜喜见; not H4 under 258
    "doubled_wins": (1, 2),
}


@pytest.mark.parametrize("id", ON_PAPER)
def test_on_paper(sheet, id):
    n, d = ON_PAPER[id]
    found = row(sheet, id)
    assert (found["n"], found["d"]) == (n, d)
    assert found["value"] == pytest.approx(float(Fraction(n, d)))
    assert (found["missing"], found["excluded"]) == (0, 1)


def test_by_part_on_paper(sheet):
    assert items(sheet, "points") == {
        "W": (240 + 70, 2),
        "other": (10 + 10 + 60 + 30, 4),
        "Q": (30 + 10 + 10, 3),
    }
    assert items(sheet, "knock_net") == {
        "true": (-460 - 460 - 40, 3),
        "false": (920 + 60 - 20 + 50 + 20 - 70, 6),
    }
    assert items(sheet, "jian_groups") == {"258": (2, 3), "all": (1, 3)}
    assert items(sheet, "doublings") == {"QE-D2": (1, 9), "QE-D3": (1, 9)}
    assert items(sheet, "points_distribution") == {"70": (1, 2), "240": (1, 2)}
    assert items(sheet, "excluded") == {"abort": (1, 4)}
    quantiles = [row(sheet, id)["value"] for id in ("points_median", "points_p90")]
    assert quantiles == [70, 240]


def test_lines_per_win_are_those_of_winners(sheet):
    """What 1 and 2 have of 碰 and 暗笃 stands in no win."""
    assert items(sheet, "lines") == {
        "QE-A1": (2, 2), "QE-A3": (1, 2), "QE-A4": (1, 2), "QE-D3": (1, 2),
    }  # fmt: skip


def test_by_player_on_paper(match):
    """Whoever plays is the last to be asked: in hand 1 p2, in hand 2 p2 at once, in hand 3 p3."""
    found = compute(build([("m", match)]), group_by="player")
    asked = {id: row(found, "refusal_rate", group=id) for id in ("p1", "p2", "p3")}
    assert {id: (told["n"], told["d"]) for id, told in asked.items()} == {
        "p1": (2, 2), "p2": (1, 3), "p3": (1, 2),
    }  # fmt: skip
    knocks = {id: row(found, "knock_rate", group=id)["n"] for id in ("p1", "p2", "p3")}
    assert knocks == {"p1": 2, "p2": 1, "p3": 1}
    assert row(found, "knock_net", "true", "p3")["n"] == -40


def test_lines_of_every_seat(match):
    lines = build([("m", match)]).lines.filter(pl.col("hand") == 3)
    assert lines.select("seat", "clause", "amount", "measure").rows() == [
        (0, "QE-A1", 20, "分"),
        (0, "QE-A3", 50, "分"),
        (1, "QE-B8", 24, "分"),
        (1, "QE-B9", 6, "分"),
        (1, "QE-D2", 2, "倍"),
        (2, "QE-B8", 24, "分"),
        (2, "QE-B9", 6, "分"),
    ]


def test_what_the_game_does_not_have_is_left_out_and_not_zero(sheet):
    """Nobody declares himself ready, and no bonus is for a win on a replacement."""
    assert {"ready_rate", "ready_win_rate", "kong_win_rate"}.isdisjoint(sheet["id"])


def test_a_hand_that_was_not_to_be_played_is_no_refusal(match):
    """An abort of another kind, and refusals that a ruling annulled, are not asked about."""
    ruled = [*match[:9], Ruling(hand=0, verdict="annulled")]
    told_otherwise = [e for e in match[:9] if getattr(e, "act", "") != "refuse"]
    for events in (ruled, told_otherwise):
        facts = build([("m", events)])
        assert facts.hands["excluded"].null_count() == 0
        for column in ("knocked", "asked", "refuses"):
            assert facts.seats[column].null_count() == 3
        assert facts.hands["refused"].to_list() == [None]
    upheld = build([("m", [*match[:9], Ruling(hand=0, verdict="upheld")])])
    assert upheld.hands["refused"].to_list() == [True]


def test_hidden_points_are_missing_and_not_zero(match):
    """Only the winner's points are told in a settlement of wins alone."""
    events = [bare(e) if isinstance(e, Settlement) and e.hand == 1 else e for e in match]
    found = compute(build([("m", events)]))
    assert row(found, "points", "other")["d"] == 2
    assert row(found, "doublings", "QE-D2")["d"] == 6
    assert row(found, "doubled_wins")["missing"] == 1


def test_robbed_of_the_fourth(shared):
    """QE-P5: 抢笃 leaves the robbed player his 碰 of 见牌, and no 笃; he gave the card."""
    seats = build([("m", played(shared, "qinger", "qe-p5-robbed"))]).seats
    columns = ("result", "robbed", "open", "kongs_added", "sets", "jian_sets")
    assert seats.select(columns).rows() == [
        ("B", False, False, 0, 0, 0),
        ("D", True, True, 0, 1, 1),
        ("W", False, False, 0, 0, 0),
    ]


def test_who_sits_out_has_no_part(shared):
    """QE-E3: four at the table, in two hands three of them each."""
    facts = build([("m", played(shared, "qinger", "qe-e3-four-at-the-table"))])
    assert facts.seats.select("hand", "seat", "points").rows() == [
        (0, 0, 20), (0, 1, 30), (0, 2, 340),
        (1, 1, 10), (1, 2, 10), (1, 3, 340),
    ]  # fmt: skip
    found = compute(facts, group_by="player")
    assert [row(found, "win_rate", group=f"p{n}")["d"] for n in (1, 2, 3, 4)] == [1, 2, 2, 1]


@pytest.mark.parametrize("name", ["qe-e7-opening", "qe-e8-after-draw", "qe-w2-poor-doubled"])
def test_what_a_bare_settlement_leaves_out_is_filled_in(shared, name):
    events = played(shared, "qinger", name)
    stripped = [bare(event) if isinstance(event, Settlement) else event for event in events]
    for theirs, ours in zip(build([("m", events)]), build([("m", stripped)]), strict=True):
        assert_frame_equal(theirs, ours)


# -- laws -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[(3, "1-2-3"), (4, "3-4-5")])
def simulated(request):
    players, rates = request.param
    options = {"rates": rates}
    matches = [
        (
            f"m{n}",
            list(simulate("qinger", random.Random(n), hands=12, players=players, options=options)),
        )
        for n in range(8)
    ]
    return players, rates, matches, build(matches)


def test_every_player_is_in_one_class_a_hand(simulated):
    """W + D + L + B + Q = H, by how a hand was won: everybody settles with everybody."""
    *_, facts = simulated
    same_classes(facts)
    counted = facts.seats.filter(pl.col("excluded").is_null())
    assert (counted.group_by("match", "first").len()["len"] == 3).all()


def test_everybody_settles_with_everybody(simulated):
    """QE-X1, QE-X2: each net is what points and knocks say; they add up to nothing."""
    _, rates, matches, facts = simulated
    rate = [int(n) for n in rates.split("-")]
    counted = facts.seats.filter(pl.col("excluded").is_null())
    for _, hand in counted.group_by("match", "first"):
        rows = hand.to_dicts()
        assert sum(one["net"] for one in rows) == 0
        for one in rows:
            assert one["net"] == sum(
                (one["points"] - other["points"]) * rate[one["knocked"] + other["knocked"]]
                for other in rows
            )
    for name, events in matches:
        own = counted.filter(match=name).group_by("seat").agg(pl.col("net").sum()).sort("seat")
        assert own["net"].to_list() == list(events[-1].totals)


def test_lines_make_the_points(simulated):
    """A + B, doubled (QE-D), of every player; the tables of lines and of seats agree."""
    *_, facts = simulated
    lines = {
        key: list(zip(part["clause"], part["amount"], strict=True))
        for key, part in facts.lines.group_by("match", "first", "seat", maintain_order=True)
    }
    counted = facts.seats.filter(pl.col("excluded").is_null())
    assert len(counted) > 200
    for one in counted.iter_rows(named=True):
        own = lines.get((one["match"], one["first"], one["seat"]), [])
        assert one["clauses"] == [clause for clause, _ in own]
        factor = prod(n for clause, n in own if clause.startswith("QE-D"))
        assert one["points"] == factor * sum(n for c, n in own if not c.startswith("QE-D"))


def test_hands_that_all_refused_are_those_that_were_aborted(simulated):
    """QE-E6: three were asked, three refused; otherwise the last one asked did not."""
    *_, facts = simulated
    hands = facts.hands
    assert (hands["refused"] == hands["excluded"].eq_missing("abort")).all()
    assert hands["refused"].any()
    asked = facts.seats.group_by("match", "first").agg(pl.col("asked", "refuses").sum())
    both = hands.select("match", "first", "refused").join(asked, on=["match", "first"])
    for hand in both.iter_rows(named=True):
        assert hand["refuses"] == (3 if hand["refused"] else hand["asked"] - 1)
