"""国标麻将 in numbers: a match on a sheet of paper, what a record leaves out, and laws."""

from __future__ import annotations

import random
from fractions import Fraction

import polars as pl
import pytest
from msgspec.structs import replace

from analytics import build, compute
from engine.simulate import simulate
from engine.verify import verify
from events import Deal, Payment, Settlement, Win
from tests.analytics.paper import bare, items, row, same_classes

UNKNOWN_WALL = " ".join("?" * 92)
"""144 tiles less 52 dealt: nobody wins a hand of so many discards."""


def deal(match, dealer):
    """MC-E2: thirteen tiles each, which nobody sees; then the dealer draws."""
    hands = (" ".join("?" * 13),) * 4
    match.events.append(Deal(hand=match.number, dealer=dealer, hands=hands))
    match.turn, match.holds = dealer, False
    return match


def won(seat, giver, *lines):
    """MC-X1, MC-X2: who gave the tile, or each of three, pays the 番 and 8; the others pay 8."""
    value = sum(fan for _, fan in lines)
    payments = tuple(
        Payment(from_=payer, points=8 + (value if giver in (None, payer) else 0))
        for payer in range(4)
        if payer != seat
    )
    by = "self_draw" if giver is None else "discard"
    return Win(seat=seat, by=by, from_=giver, value=value, lines=lines, payments=payments)


def played(match):
    """Five hands, all tiles hidden but those that are claimed; the deal passes on (MC-E5).

    ====  ======  =========================================================  ================
    hand  dealer  what happens                                               points of 0–3
    ====  ======  =========================================================  ================
    0     0       1 wins on 0's 6m: 碰碰和 6, 箭刻 2 = 8, and a flower       -17  33  -8  -8
    1     1       3 draws the win: 清龙 16, 自摸 1 = 17, and two flowers     -27 -27 -27  81
    2     2       nobody wins
    3     3       1 wins on 2's 5p: 清一色 24                                 -8  48 -32  -8
    4     0       2 wins on 1's 4s: 花龙 8                                    -8 -16  32  -8
    ====  ======  =========================================================  ================
    """
    deal(match, 0).throw("6m").win(1)
    match.wins(won(1, 0, ("MC-F48", 6), ("MC-F59", 2), ("MC-F81", 1)))
    deal(match, 1).throw("1m 9s").draw().win(3, "?")
    match.wins(won(3, None, ("MC-F28", 16), ("MC-F80", 1), ("MC-F81", 2)))
    deal(match, 2).throw(UNKNOWN_WALL).settle("draw")
    deal(match, 3).throw("9p 9s 1s 5p").win(1)
    match.wins(won(1, 2, ("MC-F22", 24)))
    deal(match, 0).throw("9p 4s").win(2)
    match.wins(won(2, 1, ("MC-F39", 8)))
    return match.close()


@pytest.fixture
def match(table):
    return played(table(game="mcr"))


def test_the_match_is_legal(match):
    assert not verify(match.events).findings


@pytest.fixture
def sheet(match):
    """Results of 0–3, hand by hand: DWBB, LLLW, QQQQ, BWDB, BDWB."""
    return compute(build([("m", match.events)]))


# statistic: Σ numerator, Σ denominator, both read off the sheet.
ON_PAPER = {
    "win_rate": (4, 20),
    "self_draw_rate": (1, 20),
    "self_draw_share": (1, 4),
    "deal_in_rate": (3, 20),
    "hit_rate": (3, 20),
    "by_rate": (6, 20),
    "draw_rate": (1, 5),
    "dealer_repeats": (0, 4),
    "net": (0, 20),
    "win_income": (33 + 81 + 48 + 32, 4),
    "deal_in_cost": (17 + 32 + 16, 3),
    "win_fan": (9 + 19 + 24 + 8, 4),
    "plain_fan": (8 + 17 + 24 + 8, 4),
    "least_fan": (2, 4),  # of hand 0, whose flower does not count, and of hand 4
}


@pytest.mark.parametrize("id", ON_PAPER)
def test_on_paper(sheet, id):
    n, d = ON_PAPER[id]
    found = row(sheet, id)
    assert (found["n"], found["d"]) == (n, d)
    assert found["value"] == pytest.approx(float(Fraction(n, d)))
    assert found["missing"] == found["excluded"] == 0


def test_distributions_on_paper(sheet):
    assert items(sheet, "win_fan_distribution") == {
        "8": (1, 4), "9": (1, 4), "19": (1, 4), "24": (1, 4),
    }  # fmt: skip
    assert items(sheet, "plain_fan_distribution") == {"8": (2, 4), "17": (1, 4), "24": (1, 4)}
    assert items(sheet, "lines") == {
        "MC-F22": (1, 4), "MC-F28": (1, 4), "MC-F39": (1, 4), "MC-F48": (1, 4),
        "MC-F59": (1, 4), "MC-F80": (1, 4), "MC-F81": (2, 4),
    }  # fmt: skip
    assert row(sheet, "win_fan_median")["value"] == 9  # of 8 9 19 24
    assert row(sheet, "win_fan_p90")["value"] == 24


def test_other_games_have_none_of_it(table):
    match = table().deal(0).throw("6m").win(1)
    match.settle("win", (1, "discard", 0, [("JJ-S1", 3)], {0: []})).close()
    assert not set(compute(build([("m", match.events)]))["id"]) & {"win_fan", "least_fan"}


# -- what a record leaves out ---------------------------------------------------------------------


def missing(match, change):
    """The statistics of the match with every settlement changed: value, and how many lack it."""
    events = [change(event) if isinstance(event, Settlement) else event for event in match.events]
    found = compute(build([("m", events)]))
    ids = ("win_rate", "win_fan", "plain_fan", "least_fan")
    rows = {r["id"]: r for r in found.iter_rows(named=True) if r["id"] in ids}
    return {id: (rows[id]["n"], rows[id]["missing"]) if id in rows else None for id in ids}


def without_lines(settlement):
    return replace(settlement, wins=tuple(replace(win, lines=None) for win in settlement.wins))


def without_values(settlement):
    return replace(settlement, wins=tuple(replace(win, value=None) for win in settlement.wins))


def test_without_lines_what_flowers_add_is_not_known(match):
    found = missing(match, without_lines)
    assert found["win_fan"] == (60, 0)
    assert found["plain_fan"] is None
    assert found["least_fan"] is None


def test_without_lines_and_flowers_all_is_known(table):
    """136 tiles, a hand without a flower: 花龙 8 and nothing else."""
    match = deal(table(game="mcr", flowers=False), 0).throw("4s").win(2)
    match.wins(won(2, 0, ("MC-F39", 8))).close()
    found = missing(match, without_lines)
    assert found["plain_fan"] == (8, 0)
    assert found["least_fan"] == (1, 0)


def test_without_values_the_lines_tell(match):
    assert missing(match, without_values)["win_fan"] == (60, 0)


def test_a_bare_settlement_still_says_who_won(match):
    found = missing(match, bare)
    assert found["win_rate"] == (4, 0)
    assert found["win_fan"] is None


# -- laws -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulated():
    return build((f"m{seed}", simulate("mcr", random.Random(seed), hands=16)) for seed in range(12))


def test_every_player_is_in_one_class_a_hand(simulated):
    """W + D + L + B + Q = H."""
    same_classes(simulated)


def test_no_points_are_made_or_lost(simulated):
    assert (simulated.seats.group_by("match", "first").agg(pl.col("net").sum())["net"] == 0).all()


def test_nobody_wins_with_less_than_eight(simulated):
    """MC-W2, MC-X1, MC-X2: flowers aside; and what a winner gets follows from the 番."""
    wins = simulated.seats.filter(result="W")
    assert len(wins) > 50
    assert (wins["plain_fan"] >= 8).all()
    flowers = simulated.lines.filter(clause="MC-F81").select("match", "first", "seat", "amount")
    both = wins.join(flowers, on=["match", "first", "seat"], how="left")
    assert both["amount"].count() > 0
    assert (both["value"] - both["plain_fan"] == both["amount"].fill_null(0)).all()
    own, given = wins.filter("self_drawn"), wins.filter(~pl.col("self_drawn"))
    assert (own["net"] == 3 * (own["value"] + 8)).all()
    assert (given["net"] == given["value"] + 24).all()
