"""告胡子 in numbers: two matches on a sheet of paper, what a record leaves out, and laws."""

from __future__ import annotations

import random
from fractions import Fraction

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics import build, compute
from engine.simulate import simulate
from engine.verify import verify
from events import Claim, Close, Deal, Discard, Draw, Match, Payment, Player, Settlement, Win
from tests.analytics.paper import bare, items, played, row, same_classes

PLAYERS = tuple(Player(id=id) for id in ("p1", "p2", "p3"))


def dealt(number, dealer, shown):
    """A deal of hands that nobody sees, but for the dealer's last card."""
    hands = [" ".join("?" * 20)] * 3
    hands[dealer] += f" {shown}"
    return Deal(hand=number, dealer=dealer, hands=tuple(hands), open=shown)


def settled(number, seat, by, value, lines, huxi, *, from_=None, first=None, factor=1, lost=0):
    """The winner's total grows by ``value``, that of the discarder ``from_`` falls by ``lost``."""
    deltas = [0, 0, 0]
    deltas[seat] = value
    if lost:
        deltas[from_] = -lost
    win = Win(
        seat=seat,
        by=by,
        from_=from_,
        first=first,
        value=value,
        huxi=huxi,
        factor=factor,
        lines=lines,
        payments=(Payment(from_=from_, points=lost),) if lost else (),
    )
    return Settlement(hand=number, outcome="win", wins=(win,), deltas=tuple(deltas))


@pytest.fixture
def matches():
    """Five hands of two matches, all cards hidden but those that are discarded or drawn.

    =====  ====  ======  ==================================================  ==================
    match  hand  dealer  what happens                                        totals change by
    =====  ====  ======  ==================================================  ==================
    a      0     0       1 draws 3x and wins (自摸): 18 胡息 × 2               0  36   0
    a      1     1       0 wins on 1's 4d (放炮): 15 胡息, no 名堂             15 -15   0
    a      2     0       荒庄                                                -10   0   0
    a      3     0       2 wins on 1's draw of 6x (平胡): 18 胡息, 乌胡 100    0   0 100
    b      0     2       2 has won with the dealt hand (天胡): 18 胡息, 100    0   0 100
    =====  ====  ======  ==================================================  ==================

    Match a ends at 5, 21, 100, rounded 10, 20, 100: it settles at -100, -70, +170; match b at
    -100, -100, +200.
    """
    start = Match(v=1, game="gaohuzi", rules="1", options={}, players=PLAYERS)
    a = [start, dealt(0, 0, "8d")]
    a += [Discard(seat=0, tile="5x"), Draw(seat=1, tile="3x")]
    a += [Claim(seat=1, act="win", tile="3x", of=len(a) - 1)]
    a += [settled(0, 1, "own_draw", 36, (("GH-H2", 18), ("GH-N1", 2)), 18, factor=2)]
    a += [dealt(1, 1, "8d"), Discard(seat=1, tile="4d")]
    a += [Claim(seat=0, act="win", tile="4d", of=len(a) - 1)]
    a += [settled(1, 0, "discard", 15, (("GH-H1", 3), ("GH-H2", 12)), 15, from_=1, lost=15)]
    a += [dealt(2, 0, "8d"), Discard(seat=0, tile="?")]
    a += [Draw(seat=(1 + i) % 3, tile="?") for i in range(19)]
    wasted = ((("GH-E5", -10),), (), ())
    a += [Settlement(hand=2, outcome="draw", wins=(), seat_lines=wasted, deltas=(-10, 0, 0))]
    a += [dealt(3, 0, "8d"), Discard(seat=0, tile="9x"), Draw(seat=1, tile="6x")]
    a += [Claim(seat=2, act="win", tile="6x", of=len(a) - 1)]
    a += [settled(3, 2, "other_draw", 100, (("GH-H2", 18), ("GH-N4", 100)), 18, from_=1)]
    a += [Close(totals=(5, 21, 100), final=(-100, -70, 170))]
    b = [start, dealt(0, 2, "5d"), Claim(seat=2, act="win", tile="5d", of=1)]
    lines = (("GH-H2", 6), ("GH-H4", 12), ("GH-N10", 100))
    b += [settled(0, 2, "dealt", 100, lines, 18, first="heaven")]
    b += [Close(totals=(0, 0, 100), final=(-100, -100, 200))]
    return [("a", a), ("b", b)]


def test_the_matches_are_legal(matches):
    for _, events in matches:
        assert verify(events).clean


@pytest.fixture
def sheet(matches):
    """Results of 0–2, hand by hand: LWL, WDB, QQQ, BBW; LLW."""
    return compute(build(matches))


# statistic: Σ numerator, Σ denominator, both read off the sheet.
ON_PAPER = {
    "win_rate": (4, 15),
    "self_draw_rate": (2, 15),  # 天胡 is won from nobody's card
    "self_draw_share": (2, 4),
    "discard_share": (2, 4),
    "deal_in_rate": (1, 15),  # of 平胡 nobody is guilty
    "deal_in_share": (1, 2),
    "hit_rate": (4, 15),
    "by_rate": (3, 15),
    "draw_rate": (1, 5),
    "net": (36 + 15 - 15 - 10 + 100 + 100, 15),
    "win_income": (36 + 15 + 100 + 100, 4),
    "deal_in_cost": (15, 1),
    "dealer_repeats": (1, 3),  # hand 3 of hands 1–3 of match a
    "huxi": (18 + 15 + 18 + 18, 4),
    "names_count": (3, 4),
    "no_names": (1, 4),
    "score": (36 + 15 + 100 + 100, 4),
    "final": (0, 6),
    "final_gain": (170 + 200, 6),
    "final_won": (2, 6),
}


@pytest.mark.parametrize("id", ON_PAPER)
def test_on_paper(sheet, id):
    n, d = ON_PAPER[id]
    found = row(sheet, id)
    assert (found["n"], found["d"]) == (n, d)
    assert found["value"] == pytest.approx(float(Fraction(n, d)))
    assert found["missing"] == found["excluded"] == 0


def test_distributions_on_paper(sheet):
    assert items(sheet, "routes") == {
        "own_draw": (1, 4), "other_draw": (1, 4), "discard": (1, 4), "dealt": (1, 4),
    }  # fmt: skip
    assert items(sheet, "huxi_distribution") == {"15": (1, 4), "18": (3, 4)}
    assert items(sheet, "names") == {"GH-N1": (1, 4), "GH-N4": (1, 4), "GH-N10": (1, 4)}
    assert row(sheet, "huxi_median")["value"] == 18
    quantiles = [row(sheet, id)["value"] for id in ("score_median", "score_p90")]
    assert quantiles == [36, 100]  # of 15 36 100 100


def test_by_player_on_paper(matches):
    """p3 won two hands and both matches; p2 lost 15 to p1 and 100 + 70 at the settlements."""
    found = compute(build(matches), group_by="player")
    assert (row(found, "win_rate", group="p3")["n"], row(found, "win_rate", group="p3")["d"]) == (
        2,
        5,
    )
    assert row(found, "net", group="p2")["n"] == 36 - 15
    finals = {id: (-200, -170, 370)[i] for i, id in enumerate(("p1", "p2", "p3"))}
    for id, points in finals.items():
        assert (row(found, "final", group=id)["n"], row(found, "final", group=id)["d"]) == (
            points,
            2,
        )


def test_what_the_game_does_not_have_is_left_out_and_not_zero(sheet):
    """No 报听, no kongs, no robbed ones; discards are no measure of how long a hand is."""
    lacking = {
        "ready_rate", "ready_win_rate", "kong_rate", "concealed_kongs", "kong_win_rate",
        "robbed_rate", "open_rate", "turns", "win_turn",
    }  # fmt: skip
    assert lacking.isdisjoint(sheet["id"])


def test_a_line_is_counted_in_its_own_measure(matches):
    lines = build(matches).lines.filter(pl.col("match") == "a")
    assert lines.select("hand", "seat", "clause", "amount", "measure").rows()[:5] == [
        (0, 1, "GH-H2", 18, "胡息"),
        (0, 1, "GH-N1", 2, "倍"),
        (1, 0, "GH-H1", 3, "胡息"),
        (1, 0, "GH-H2", 12, "胡息"),
        (2, 0, "GH-E5", -10, "胡息"),
    ]


def test_a_match_that_is_not_closed_has_no_settlement(matches):
    (_, a), (_, b) = matches
    for end in ([], [Close(totals=(5, 21, 100))]):
        found = compute(build([("a", [*a[:-1], *end]), ("b", b)]))
        assert (row(found, "final_won")["n"], row(found, "final_won")["d"]) == (1, 3)
        assert row(found, "win_rate")["d"] == 15


def test_a_settlement_stands_with_the_last_hand(matches):
    (_, a), _ = matches
    seats = build([("a", a)]).seats
    assert seats.drop_nulls("final").select("hand", "seat", "final").rows() == [
        (3, 0, -100),
        (3, 1, -70),
        (3, 2, 170),
    ]


def test_a_settlement_counts_though_the_last_hand_does_not(matches):
    """Hands that are not counted change no statistic but this one: the match was settled."""
    (_, a), _ = matches
    cut = [event for event in a if getattr(event, "hand", None) != 3 or isinstance(event, Deal)]
    last = next(i for i, event in enumerate(cut) if getattr(event, "hand", None) == 3)
    cut = [*cut[: last + 1], Close(final=(-10, -20, 30))]
    facts = build([("a", cut)], check=False)
    assert facts.hands["excluded"].to_list() == [None, None, None, "incomplete"]
    found = compute(facts)
    assert (row(found, "final_gain")["n"], row(found, "final_gain")["d"]) == (30, 3)
    assert row(found, "win_rate")["d"] == 9


@pytest.mark.parametrize(
    "name", ["gh-n10-heaven-one-ti", "gh-mixed-13", "gh-p12-last-card-ti", "gh-x3-cap-200"]
)
def test_what_a_bare_settlement_leaves_out_is_filled_in(shared, name):
    events = played(shared, "gaohuzi", name)
    stripped = [bare(event) if isinstance(event, Settlement) else event for event in events]
    for theirs, ours in zip(build([("m", events)]), build([("m", stripped)]), strict=True):
        assert_frame_equal(theirs, ours)


# -- laws -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=[{}, {"cap": 200, "discard_gain_cap": 60, "datuo": "4"}])
def simulated(request):
    matches = [
        (f"m{n}", list(simulate("gaohuzi", random.Random(n), hands=12, options=request.param)))
        for n in range(24)
    ]
    return request.param, matches, build(matches)


def test_every_player_is_in_one_class_a_hand(simulated):
    """W + D + L + B + Q = H: 放炮 has a D, 平胡 none."""
    _, _, facts = simulated
    same_classes(facts)
    assert (facts.seats["by"] == "other_draw").any()


def test_nets_are_what_totals_change_by(simulated):
    """GH-X1, GH-X2, GH-E5: they do not add up to 0, and by hand only one gains, or none."""
    _, matches, facts = simulated
    for name, events in matches:
        own = facts.seats.filter(match=name).group_by("seat").agg(pl.col("net").sum()).sort("seat")
        assert own["net"].to_list() == list(events[-1].totals)
    for _, hand in facts.seats.group_by("match", "first"):
        nets = dict(hand.select("result", "net").sort("net").rows())
        won = {"L", "B", "D"} & {*nets}
        assert all(nets[kind] == 0 for kind in won - {"D"})
        assert nets.get("D", 0) >= -100
        assert nets.get("W", 1) > 0
        if "Q" in nets:
            assert hand["net"].sort().to_list() == [-10, 0, 0]
            assert hand.filter(pl.col("net") < 0)["dealer"].to_list() == [True]


def test_huxi_and_names_make_the_score(simulated):
    """GH-N12, GH-X3: 100 a 100-name, or else the 胡息; doubled by the others; capped."""
    options, _, facts = simulated
    assert (facts.seats["result"] == "W").sum() > 40
    sums = facts.lines.group_by("match", "first", "seat").agg(
        groups=pl.col("amount").filter(pl.col("clause").str.starts_with("GH-H")).sum(),
        hundreds=pl.col("amount").filter(pl.col("amount") == 100).sum(),
        doublings=pl.col("amount").filter(pl.col("measure") == "倍").product(),
    )
    wins = facts.seats.filter(result="W").join(sums, on=["match", "first", "seat"])
    assert (wins["huxi"] == wins["groups"]).all()
    assert (wins["factor"] == wins["doublings"]).all()
    for win in wins.iter_rows(named=True):
        score = (win["hundreds"] or win["huxi"]) * win["factor"]
        assert win["value"] == min(score, options.get("cap", score))
        gain = options.get("discard_gain_cap", score) if win["by"] == "discard" else score
        assert win["net"] == min(win["value"], gain)
        named = [clause for clause in win["clauses"] if clause.startswith("GH-N")]
        assert win["names"] == named


def test_settlements_of_matches_add_up_to_nothing(simulated):
    _, matches, facts = simulated
    finals = facts.seats.drop_nulls("final").group_by("match").agg("final")
    assert len(finals) == len(matches)
    for name, final in finals.iter_rows():
        assert final == list(dict(matches)[name][-1].final)
        assert sum(final) == 0
