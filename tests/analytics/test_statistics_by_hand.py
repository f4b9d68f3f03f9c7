"""Statistics of matches small enough for a sheet of paper. The sheet is in each test."""

from __future__ import annotations

import random
from fractions import Fraction

import polars as pl
import pytest
from msgspec.structs import replace

from analytics import build, compute, definition, definitions, intervals
from analytics.facts import nothing
from analytics.statistics import GROUPS, MIN_MATCHES
from engine.simulate import simulate


def value(frame, id, item=None, group=None):
    """(n, d) of one statistic; n is None for quantiles."""
    rows = [
        row
        for row in frame.iter_rows(named=True)
        if (row["id"], row["item"], row["group"]) == (id, item, group)
    ]
    assert len(rows) == 1, (id, item, group, len(rows))
    return rows[0]


def items(frame, id):
    return {
        row["item"]: (row["n"], row["d"]) for row in frame.iter_rows(named=True) if row["id"] == id
    }


@pytest.fixture
def sheet(four_hands):
    """The four hands of ``conftest.py``:

    ====  ==============  ====  ===============================
    hand  result of 0–3   unit  net of 0–3
    ====  ==============  ====  ===============================
    0     D  B  W  B      1     -4    0    4    0
    1     L  W* L  L      2     -12   32   -10  -10
    2     Q  Q  Q  Q      1
    3     D  B  B  W      1     -12   0    0    12
    ====  ==============  ====  ===============================
    """
    return compute(build([("m", four_hands.events)]))


# statistic: Σ numerator, Σ denominator, both read off the sheet.
ON_PAPER = {
    "hands": (4, 4),
    "win_rate": (3, 16),
    "self_draw_rate": (1, 16),
    "self_draw_share": (1, 3),
    "discard_share": (2, 3),
    "deal_in_rate": (2, 16),
    "deal_in_events": (2, 16),
    "deal_in_share": (2, 6),  # of the six who could have dealt in to another's win by discard
    "hit_rate": (3, 16),
    "by_rate": (4, 16),
    "draw_rate": (1, 4),
    "ready_rate": (0, 16),
    "open_rate": (1, 16),  # seat 0's pung in hand 1
    "kong_rate": (0, 16),
    "concealed_kongs": (0, 16),
    "robbed_rate": (0, 16),
    "net": (0, 16),
    "net_pao": (0, 16),
    "win_income": (4 + 32 + 12, 3),
    "win_income_pao": (4 + 16 + 12, 3),
    "deal_in_cost": (4 + 12, 2),
    "deal_in_cost_pao": (4 + 12, 2),
    "turns": (5 + 2 + 68 + 4, 4),
    "win_turn": (1 + 1 + 1, 3),  # 2's first discard; 1's draw before any; 3's first discard
    "dealer_repeats": (1, 3),  # hand 3 of hands 1–3
    "dealership": (4, 3),
    "pao": (3 + 5 + 12, 3),
    "pao_eaten": (1 + 1, 1 + 3 + 1),
    "pao_ten": (1, 3),
    "follow_rate": (1, 4),
    "follow_rate_chance": (1, 3),  # not hand 1: a pung among the first discards
    "follow_second": (0, 2),  # hands 0 and 2 have a second discard of the dealer
    "heaven": (0, 16),
    "fairies": (0, 3),
}


@pytest.mark.parametrize("id", ON_PAPER)
def test_on_paper(sheet, id):
    n, d = ON_PAPER[id]
    row = value(sheet, id)
    assert (row["n"], row["d"]) == (n, d)
    assert row["value"] == pytest.approx(float(Fraction(n, d)) if id != "hands" else 4)
    assert row["missing"] == row["excluded"] == 0


def test_tables_on_paper(sheet):
    assert items(sheet, "pao_distribution") == {"3": (1, 3), "5": (1, 3), "12": (1, 3)}
    assert items(sheet, "dealerships") == {"1": (2, 3), "2": (1, 3)}
    assert items(sheet, "follow_by_kind") == {"suit": (1, 2), "P": (0, 1)}
    assert items(sheet, "follow_chain") == {"0": (2, 4), "1": (1, 4), "3": (1, 4)}
    assert items(sheet, "follow_broken") == {"claim": (1, 4), "other": (2, 4)}
    assert items(sheet, "follow_unit") == {"2": (1, 1)}
    assert items(sheet, "unit") == {"1": (3, 4), "2": (1, 4)}
    assert items(sheet, "unit_moved") == {"1": (4 + 0 + 12, 3), "2": (32, 1)}
    assert items(sheet, "lines") == {
        "JJ-S1": (2, 3), "JJ-S2": (1, 3), "JJ-S3": (1, 3), "JJ-S4": (2, 3),
        "JJ-F1": (1, 3), "JJ-A1": (2, 3),
    }  # fmt: skip
    assert [*items(sheet, "lines")] == ["JJ-S1", "JJ-S2", "JJ-S3", "JJ-S4", "JJ-F1", "JJ-A1"]


def test_quantiles_and_the_longest_on_paper(sheet):
    """Own 炮 3, 5, 12: the middle one, and the one that nine in ten do not exceed."""
    assert value(sheet, "pao_median")["value"] == 5
    assert value(sheet, "pao_p90")["value"] == 12
    longest = value(sheet, "longest_dealership")
    assert (longest["value"], longest["n"], longest["d"], longest["lo"]) == (2, None, 3, None)


def test_what_nobody_did_has_no_rate(sheet):
    """0 of 0 is nothing, not 0: nobody declared 报听 or made a kong."""
    for id in ("ready_win_rate", "kong_win_rate"):
        row = value(sheet, id)
        assert (row["value"], row["n"], row["d"], row["lo"], row["hi"]) == (None, 0, 0, None, None)


def test_by_player_on_paper(four_hands):
    """p1: D L Q D; p2: B W Q B; p3: W L Q B; p4: B L Q W. p2 dealt twice, p4 never."""
    found = compute(build([("m", four_hands.events)]), group_by="player")
    rates = ("win_rate", "deal_in_rate", "hit_rate", "by_rate")
    for player, counts in {"p1": (0, 2, 1, 0), "p2": (1, 0, 0, 2), "p3": (1, 0, 1, 1)}.items():
        assert tuple(value(found, id, group=player)["n"] for id in rates) == counts
        assert value(found, "draw_rate", group=player)["n"] == 1
        assert value(found, "win_rate", group=player)["d"] == 4
    assert value(found, "net", group="p1")["n"] == -28
    assert value(found, "net", group="p2")["n"] == 32
    assert value(found, "net_pao", group="p4")["n"] == 7
    assert value(found, "dealership", group="p2")["d"] == 1
    assert value(found, "follow_rate", group="p1")["value"] == 1
    assert "p4" not in found.filter(id="follow_rate")["group"].to_list()
    assert set(found["client"]) == {"paper"}


def test_dealer_and_the_others_on_paper(four_hands):
    """The dealers' results are D (0), L (2), Q (1), B (1): none of them won."""
    found = compute(build([("m", four_hands.events)]), group_by="dealer")
    assert value(found, "win_rate", group="dealer")["n"] == 0
    assert value(found, "win_rate", group="other")["n"] == 3
    assert value(found, "win_rate", group="other")["d"] == 12
    assert value(found, "deal_in_rate", group="dealer")["n"] == 1
    assert value(found, "net", group="dealer")["n"] == -4 - 10
    assert value(found, "net", group="other")["n"] == 14
    assert "draw_rate" not in found["id"].to_list()


def test_hands_that_do_not_count_are_counted_apart(four_hands):
    four_hands.rule(3, "annulled")
    found = compute(build([("m", four_hands.events)]))
    row = value(found, "win_rate")
    assert (row["n"], row["d"], row["excluded"]) == (2, 12, 1)
    assert value(found, "hands")["n"] == 3
    assert items(found, "excluded") == {"annulled": (1, 4)}
    by_player = compute(build([("m", four_hands.events)]), group_by="player")
    assert value(by_player, "win_rate", group="p4")["excluded"] == 1


def test_two_winners_count_one_hand_and_two_events(table):
    """Of 4 sittings 2 won and 1 dealt in, to two winners (statistics 6.1)."""
    match = table(multi_win=True).deal(0).throw("1m 2m 3m 9s").win(1).win(2)
    lines = [("JJ-S1", 1), ("JJ-A1", 1)]
    match.settle("win", (1, "discard", 3, lines, {3: []}), (2, "discard", 3, lines, {3: []}))
    found = compute(build([("m", match.events)]))
    assert (value(found, "deal_in_rate")["n"], value(found, "deal_in_rate")["d"]) == (1, 4)
    assert value(found, "deal_in_events")["n"] == 2
    assert value(found, "win_rate")["n"] == 2


def test_a_fact_that_the_record_lacks_is_missing_and_not_zero(four_hands):
    """A settlement without lines: its win counts as a win, and not for the 炮 eaten."""
    events = list(four_hands.events)
    at = next(i for i, e in enumerate(events) if type(e).__name__ == "Settlement")
    bare = replace(events[at].wins[0], lines=None, payments=None, value=None)
    events[at] = replace(events[at], wins=(bare,))
    found = compute(build([("m", events)]))
    assert value(found, "win_rate")["n"] == 3
    for id, n, d in (("pao", 17, 2), ("pao_eaten", 1, 4)):
        row = value(found, id)
        assert (row["n"], row["d"], row["missing"]) == (n, d, 1)
    assert items(found, "lines")["JJ-S1"] == (1, 2)


def test_rulesets_never_pool(four_hands, table):
    other = table(min_pao=1).deal(0).throw("1m 2m 3m 9s").win(0)
    other.settle("win", (0, "discard", 3, [("JJ-S1", 1)], {3: []}))
    found = compute(build([("a", four_hands.events), ("b", other.events)]), ids=["win_rate"])
    assert sorted((row["n"], row["d"]) for row in found.to_dicts()) == [(1, 4), (3, 16)]
    assert found["ruleset"].n_unique() == 2


def test_the_same_player_id_of_two_clients_is_two_players(four_hands, table):
    other = table(client="elsewhere").deal(0).throw("1m 2m 3m 9s").win(0)
    other.settle("win", (0, "discard", 3, [("JJ-S1", 2)], {3: []}))
    facts = build([("a", four_hands.events), ("b", other.events)])
    found = compute(facts, group_by="player", ids=["win_rate"]).filter(group="p1")
    assert found.select("client", "n", "d").rows() == [("elsewhere", 1, 1), ("paper", 0, 4)]


# -- which interval -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulated():
    """Few matches, and enough of them, of the same players."""
    matches = [
        (f"m{seed}", list(simulate("jiujiang", random.Random(seed), hands=4)))
        for seed in range(MIN_MATCHES)
    ]
    return build(matches[:5]), build(matches)


def test_independent_trials_get_wilson(simulated):
    for facts in simulated:
        for id, group_by in (("draw_rate", None), ("win_rate", "player"), ("follow_rate", None)):
            for row in compute(facts, group_by=group_by, ids=[id]).iter_rows(named=True):
                assert row["interval"] == "wilson"
                low, high = intervals.wilson(row["n"], row["d"])
                assert (row["lo"], row["hi"]) == (pytest.approx(low), pytest.approx(high))


def test_several_trials_of_one_hand_are_drawn_again_as_one(simulated):
    """The four seats of a hand are no independent trials; nor is a sum of points a proportion."""
    few, many = simulated
    for id in ("win_rate", "win_income", "pao_eaten", "turns"):
        assert value(compute(few, ids=[id]), id)["interval"] == "bootstrap by hand"
        row = value(compute(many, ids=[id]), id)
        assert row["interval"] == "bootstrap by match"
        assert row["lo"] < row["value"] < row["hi"]


def test_the_bootstrap_of_a_statistic_is_that_of_its_sums_by_match(simulated):
    _, many = simulated
    row = value(compute(many, ids=["win_income"]), "win_income")
    wins = many.seats.filter(result="W").group_by("match", maintain_order=True)
    sums = wins.agg(n=pl.col("net").sum(), d=pl.len())
    low, high = intervals.bootstrap(sums["n"], sums["d"])
    assert (row["lo"], row["hi"]) == (pytest.approx(low[0]), pytest.approx(high[0]))


def test_rare_events_get_poisson(simulated):
    _, many = simulated
    row = value(compute(many, ids=["robbed_rate"]), "robbed_rate")
    low, high = intervals.poisson(row["n"], row["d"])
    assert (row["interval"], row["lo"], row["hi"]) == ("poisson", low, high)


def test_all_or_none_of_dependent_trials_says_what_the_hands_say(four_hands):
    """Nobody declared 报听 in 4 hands: 16 sittings, but 4 trials."""
    row = value(compute(build([("m", four_hands.events)])), "ready_rate")
    assert (row["n"], row["d"], row["interval"]) == (0, 16, "wilson")
    assert row["hi"] == pytest.approx(float(intervals.wilson(0, 4)[1]))


def test_intervals_hold_their_value_and_are_the_same_twice(simulated):
    _, many = simulated
    for group_by in (None, *GROUPS):
        found = compute(many, group_by=group_by)
        assert found.equals(compute(many, group_by=group_by))
        told = found.drop_nulls(["lo", "value"])
        assert len(told) > 20
        assert (told["lo"] <= told["value"] + 1e-12).all()
        assert (told["value"] <= told["hi"] + 1e-12).all()


# -- definitions ----------------------------------------------------------------------------------


def test_definitions_are_whole_and_named_once():
    ids = [stat.id for stat in definitions()]
    assert len(set(ids)) == len(ids)
    for stat in definitions():
        for text in (stat.zh, stat.en, stat.text, stat.numerator, stat.denominator):
            assert text
        assert definition(stat.id) is stat
    labels = [(stat.zh, stat.game) for stat in definitions()]
    assert len(set(labels)) == len(labels)
    assert definition("self_draw_rate").zh == "自摸率"
    assert definition("self_draw_share").zh == "自摸占比"


def test_unknown_names_are_refused(four_hands):
    facts = build([("m", four_hands.events)])
    with pytest.raises(KeyError, match="no_such"):
        compute(facts, ids=["no_such"])
    with pytest.raises(ValueError, match="cannot group by 'weather'; known: player, seat, dealer"):
        compute(facts, group_by="weather")


def test_nothing_gives_nothing():
    for group_by in (None, *GROUPS):
        assert compute(nothing(), group_by=group_by).is_empty()
    assert compute(nothing(), game="jiujiang").is_empty()


def test_classes_of_a_player_add_up_in_the_statistics(simulated):
    """Partition identity in what is published: the five rates of every player make 1."""
    _, many = simulated
    ids = ["win_rate", "deal_in_rate", "hit_rate", "by_rate", "draw_rate"]
    for group_by in (None, "player", "seat"):
        found = compute(many, group_by=group_by, ids=ids)
        for rates in found.group_by("group").agg("value")["value"]:
            assert len(rates) == 5
            assert rates.sum() == pytest.approx(1)
