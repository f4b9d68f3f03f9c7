"""泰兴麻将 in numbers: a match on a sheet of paper, what a record leaves out, and laws."""

from __future__ import annotations

import random
from fractions import Fraction

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics import build, compute
from engine.simulate import simulate
from engine.verify import verify
from events import Payment, Settlement, Win
from tests.analytics.paper import bare, items, played, row, same_classes

UNKNOWN_WALL = " ".join("?" * 92)
"""144 tiles less 52 dealt and not discarded: nobody wins a hand of so many discards."""


@pytest.fixture
def match(table):
    """Four hands, all tiles hidden but those that are claimed.

    ====  ======  ====  =========================================================  ===============
    hand  dealer  dice  what happens                                               points of 0–3
    ====  ======  ====  =========================================================  ===============
    0     0       1 2   荒庄: one doubled hand is owed
    1     0       1 2   0's 6m wins twice, both doubled: 1 has 底 3 × 清一色 3,    -26 18 0 8
                        3 has 4 花 × 小胡 1
    2     1       3 3   1 feeds 2 three pungs; 2 draws his win: 底 6 × 对对胡 3,   0 -108 108 0
                        豹子; 1 pays for all three (包牌)
    3     2       1 4   3 wins on 2's 5p: 2 花 and 底 1, × 混一色 2                0 0 -6 6
    ====  ======  ====  =========================================================  ===============
    """
    match = table(game="taixing")
    match.deal(0, (1, 2)).throw(UNKNOWN_WALL).settle("draw")
    match.deal(0, (1, 2)).lay(3, "1f 2f 3f 4f").throw("6m").win(1).win(3)
    match.wins(
        given(1, 0, 18, [("TX-H8", 3), ("TX-F6", 3), ("TX-X4", 2)]),
        given(3, 0, 8, [("TX-H1", 4), ("TX-F1", 1), ("TX-X4", 2)]),
    )
    match.deal(1, (3, 3)).throw("1m").claim(2, "pung").throw("9s ? ? 2m").claim(2, "pung")
    match.throw("9s ? ? 3m").claim(2, "pung").throw("8s ? ? ?").draw().win(2, "?")
    lines = (("TX-E6", 2), ("TX-H8", 6), ("TX-F4", 3))
    paid = (Payment(from_=1, points=108, lines=(("TX-X3", 108),)),)
    match.wins(Win(seat=2, by="self_draw", value=36, hua=6, fan=3, lines=lines, payments=paid))
    match.deal(2, (1, 4)).lay(3, "5f 6f").throw("5p").win(3)
    match.wins(given(3, 2, 6, [("TX-H1", 2), ("TX-H8", 1), ("TX-F2", 2)]))
    return match.close()


def given(seat, giver, value, lines):
    paid = (Payment(from_=giver, points=value),)
    return Win(seat=seat, by="discard", from_=giver, value=value, lines=tuple(lines), payments=paid)


def test_the_match_is_legal(match):
    assert verify(match.events).clean


@pytest.fixture
def sheet(match):
    """Results of 0–3, hand by hand: QQQQ, DWBW, LLWL, BBDW."""
    return compute(build([("m", match.events)]))


# statistic: Σ numerator, Σ denominator, both read off the sheet.
ON_PAPER = {
    "win_rate": (4, 16),
    "self_draw_share": (1, 4),
    "deal_in_rate": (2, 16),
    "deal_in_events": (3, 16),
    "deal_in_share": (2, 5),  # of 0 and 2 in hand 1, of 0, 1 and 2 in hand 3
    "hit_rate": (3, 16),  # another's own draw, paid or not: 1 paid for all
    "by_rate": (3, 16),
    "draw_rate": (1, 4),
    "net": (0, 16),
    "win_income": (18 + 8 + 108 + 6, 4),
    "deal_in_cost": (26 + 6, 2),
    "hua": (3 + 4 + 6 + 3, 4),
    "own_hua": (0 + 4 + 0 + 2, 4),
    "fan": (3 + 1 + 3 + 2, 4),
    "floored": (3, 4),
    "debt_hands": (1, 4),
    "debt_doubled": (1, 3),
    "dice_alike": (1, 4),
    "fed": (1, 3),
    "liable_rate": (1, 16),
    "multi_win": (1, 2),  # of hands 1 and 3; hand 2 is a self-draw
}


@pytest.mark.parametrize("id", ON_PAPER)
def test_on_paper(sheet, id):
    n, d = ON_PAPER[id]
    found = row(sheet, id)
    assert (found["n"], found["d"]) == (n, d)
    assert found["value"] == pytest.approx(float(Fraction(n, d)))
    assert found["missing"] == found["excluded"] == 0


def test_distributions_on_paper(sheet):
    assert items(sheet, "hua_distribution") == {"3": (2, 4), "4": (1, 4), "6": (1, 4)}
    assert items(sheet, "own_hua_distribution") == {"0": (2, 4), "2": (1, 4), "4": (1, 4)}
    assert items(sheet, "fan_distribution") == {"1": (1, 4), "2": (1, 4), "3": (2, 4)}
    assert items(sheet, "debt_distribution") == {"0": (3, 4), "1": (1, 4)}
    assert items(sheet, "lines") == {
        "TX-E6": (1, 4), "TX-H1": (2, 4), "TX-H8": (3, 4),
        "TX-F1": (1, 4), "TX-F2": (1, 4), "TX-F4": (1, 4), "TX-F6": (1, 4), "TX-X4": (2, 4),
    }  # fmt: skip
    medians = [row(sheet, id)["value"] for id in ("hua_median", "fan_median")]
    assert medians == [3, 2]  # of 3 3 4 6 and of 1 2 3 3
    assert [row(sheet, id)["value"] for id in ("hua_p90", "fan_p90")] == [6, 3]


def test_by_player_on_paper(match):
    """p2 wins one hand of four, and pays for another's win once."""
    found = compute(build([("m", match.events)]), group_by="player")
    assert (row(found, "liable_rate", group="p2")["n"], row(found, "fed", group="p1")["n"]) == (
        1,
        1,
    )
    assert row(found, "fan", group="p4")["value"] == Fraction(1 + 2, 2)
    assert row(found, "net", group="p2")["n"] == 18 - 108


def test_a_line_is_counted_in_its_own_measure(match):
    lines = build([("m", match.events)]).lines.filter(pl.col("hand") == 2)
    assert lines.select("payer", "clause", "amount", "measure").rows() == [
        (None, "TX-E6", 2, "倍"),
        (None, "TX-H8", 6, "花"),
        (None, "TX-F4", 3, "番"),
        (1, "TX-X3", 108, "分"),
    ]


def test_who_fed_is_not_known_without_payments(match):
    """Nor is who is doubled without lines: both are missing there, and not 0."""
    events = [
        bare(event) if isinstance(event, Settlement) and event.hand == 2 else event
        for event in match.events
    ]
    found = compute(build([("m", events)]))
    for id, n, d, missing in (
        ("fed", 0, 2, 1),
        ("liable_rate", 0, 12, 4),
        ("debt_doubled", 1, 2, 1),
        ("hua", 10, 3, 1),
        ("floored", 2, 3, 1),
        ("win_rate", 4, 16, 0),
    ):
        told = row(found, id)
        assert (told["n"], told["d"], told["missing"]) == (n, d, missing), id


@pytest.mark.parametrize(
    "name", ["tx-x3-feeder-pays-self-draw", "tx-p2-two-win", "tx-x3-rob-kong", "tx-e6-doubled"]
)
def test_what_a_bare_settlement_leaves_out_is_filled_in(shared, name):
    events = played(shared, "taixing", name)
    stripped = [bare(event) if isinstance(event, Settlement) else event for event in events]
    whole, filled = build([("m", events)]), build([("m", stripped)])
    for theirs, ours in zip(whole, filled, strict=True):
        assert_frame_equal(theirs, ours)
    assert whole.hands["fed"].to_list() == ["x3" in name]


def test_who_pays_for_all_three_has_fed(match):
    """Without the line TX-X3, and with all tiles hidden."""
    events = [bare(e, keep="payments") if isinstance(e, Settlement) else e for e in match.events]
    seats = build([("m", events)]).seats
    assert seats.filter("liable").select("hand", "seat").rows() == [(2, 1)]


def test_lines_of_payments_that_are_left_out_are_filled_in(shared):
    """The points agree, so it is known why seat 0 pays them."""
    events = played(shared, "taixing", "tx-x3-feeder-pays-self-draw")
    stripped = [bare(e, keep="payments") if isinstance(e, Settlement) else e for e in events]
    assert build([("m", stripped)]).seats["liable"].to_list() == [True, False, False, False]


# -- laws -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulated():
    matches = [
        (f"m{seed}", list(simulate("taixing", random.Random(seed), hands=12))) for seed in range(8)
    ]
    return matches, build(matches)


def test_every_player_is_in_one_class_a_hand(simulated):
    """W + D + L + B + Q = H, under 包牌, too."""
    _, facts = simulated
    same_classes(facts)
    assert facts.hands["fed"].any()


def test_no_points_are_made_or_lost(simulated):
    matches, facts = simulated
    assert (facts.seats.group_by("match", "first").agg(pl.col("net").sum())["net"] == 0).all()
    for name, events in matches:
        own = facts.seats.filter(match=name).group_by("seat").agg(pl.col("net").sum()).sort("seat")
        assert own["net"].to_list() == list(events[-1].totals)


def test_hua_times_fan_is_the_unit(simulated):
    """TX-X1: 花, with the floor, × 番, doubled by 豹子 and for a debt; the lines add up to it."""
    _, facts = simulated
    own = facts.lines.filter(pl.col("payer").is_null())
    sums = own.group_by("match", "first", "seat").agg(
        lines_hua=pl.col("amount").filter(pl.col("measure") == "花").sum(),
        lines_fan=pl.col("amount").filter(pl.col("measure") == "番").sum(),
        factor=pl.col("amount").filter(pl.col("measure") == "倍").product(),
    )
    wins = facts.seats.filter(result="W").join(sums, on=["match", "first", "seat"])
    assert len(wins) == facts.hands["winners"].sum() > 50
    assert (wins["hua"] == wins["lines_hua"]).all()
    assert (wins["fan"] == wins["lines_fan"]).all()
    assert (wins["value"] == wins["hua"] * wins["fan"] * wins["factor"]).all()
    raised = wins.filter(pl.col("floored"))
    assert (raised["own_hua"] < raised["hua"]).all()
    kept = wins.filter(~pl.col("floored"))
    assert (kept["own_hua"] == kept["hua"]).all()


def test_debts_follow_from_what_was_drawn(simulated):
    """TX-X4: each 荒庄 adds one doubled hand to come, a decided hand uses one up."""
    _, facts = simulated
    for _, hands in facts.hands.group_by("match", maintain_order=True):
        debt = 0
        for hand in hands.iter_rows(named=True):
            drawn = hand["outcome"] == "draw"
            assert hand["debt"] == debt
            assert hand["doubled"] == (debt > 0 and not drawn)
            debt = debt + 1 if drawn else max(0, debt - 1)
    assert facts.hands["doubled"].any()
