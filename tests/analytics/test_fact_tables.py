"""Fact tables: what one row says, which hands do not count, and what the tables add up to."""

from __future__ import annotations

import json
import random

import polars as pl
import pytest
from msgspec.structs import replace
from polars.testing import assert_frame_equal

from analytics import Facts, build
from analytics.facts import schemas
from analytics.games import modules
from engine.simulate import simulate
from engine.verify import verify
from events import Match, Settlement, Win, from_json


def hands(match, *columns):
    return build([("m", match.events)]).hands.select(columns).rows()


def test_the_hand_made_match_is_legal(four_hands):
    assert verify(four_hands.events).clean


def test_a_row_a_hand(four_hands):
    assert hands(four_hands, "hand", "dealer", "player", "outcome", "winners", "unit", "moved") == [
        (0, 0, "p1", "win", 1, 1, 4),
        (1, 2, "p3", "win", 1, 2, 32),
        (2, 1, "p2", "draw", 0, 1, 0),
        (3, 1, "p2", "win", 1, 1, 12),
    ]


def test_dealerships_and_turns(four_hands):
    assert hands(four_hands, "dealership", "streak", "follows", "turns") == [
        (0, 1, False, 5),
        (1, 1, True, 2),
        (2, 1, True, 68),
        (2, 2, True, 4),
    ]


def test_following_the_dealer(four_hands):
    """JJ-P14. Hand 1: a claim among the first discards leaves no opportunity."""
    columns = ("follow_chance", "followed", "follow_lead", "follow_kind", "followers")
    assert hands(four_hands, *columns) == [
        (True, True, "5m", "suit", 3),
        (False, False, "C", "C", 0),
        (True, False, "1m", "suit", 0),
        (True, False, "P", "P", 1),
    ]
    columns = ("follow_broken", "second_lead", "second_followers", "factor", "next_unit")
    assert hands(four_hands, *columns) == [
        (None, "1p", 0, 2, 2),
        ("claim", None, None, 1, 1),
        ("other", "5m", 0, 1, 1),
        ("other", None, None, 1, 1),
    ]


def test_a_kong_between_leaves_no_opportunity(table):
    """JJ-P14: no kong within the round, were it a concealed one on the own turn."""
    match = table().deal(0).throw("5m").draw().declare("concealed_kong", "9m 9m 9m 9m")
    match.throw("5m 5m 5m").draw().win(0, "?")
    match.settle("win", (0, "self_draw", None, [("JJ-S1", 5)], {1: [], 2: [], 3: []}))
    columns = ("follow_chance", "followed", "followers", "follow_broken")
    assert hands(match, *columns) == [(False, False, 0, "kong")]


def test_a_pung_after_the_third_follower_takes_nothing_back(table):
    match = table().deal(0).throw("5m 5m 5m 1p").claim(2, "pung").throw("7s").win(0)
    match.settle("win", (0, "discard", 2, [("JJ-S1", 2)], {2: []}))
    columns = ("follow_chance", "followed", "followers", "follow_broken")
    assert hands(match, *columns) == [(True, False, 2, "other")]


def test_a_hand_that_ends_before_the_third_follower(table):
    match = table().deal(0).throw("5m 5m").win(3)
    match.settle("win", (3, "discard", 1, [("JJ-S1", 2)], {1: []}))
    columns = ("follow_chance", "followed", "followers", "follow_broken")
    assert hands(match, *columns) == [(False, False, 1, "end")]


def test_first_discards_that_are_not_shown_tell_nothing(table):
    match = table().deal(0).throw("5m 5m ? 5m 1p").win(2)
    match.settle("win", (2, "discard", 0, [("JJ-S1", 2)], {0: []}))
    columns = ("follow_chance", "followed", "followers", "factor")
    assert hands(match, *columns) == [(True, None, None, None)]


def test_second_chain(table):
    """JJ-P14: first and second discard both followed make the next unit four times as large."""
    match = table().deal(0).throw("5m 5m 5m 5m 2s 2s 2s 2s 7p").win(1)
    match.settle("win", (1, "discard", 0, [("JJ-S1", 2)], {0: []}))
    columns = (
        "followed",
        "second_lead",
        "second_followers",
        "second_broken",
        "factor",
        "next_unit",
    )
    assert hands(match, *columns) == [(True, "2s", 3, None, 4, 4)]


def test_a_row_a_seat(four_hands):
    seats = build([("m", four_hands.events)]).seats
    by_hand = seats.group_by("hand", maintain_order=True).agg("result", "net", "net_base", "turns")
    assert by_hand.rows() == [
        (0, ["D", "B", "W", "B"], [-4, 0, 4, 0], [-4, 0, 4, 0], [2, 1, 1, 1]),
        (1, ["L", "W", "L", "L"], [-12, 32, -10, -10], [-6, 16, -5, -5], [1, 1, 1, 0]),
        (2, ["Q"] * 4, [0] * 4, [0] * 4, [17] * 4),
        (3, ["D", "B", "B", "W"], [-12, 0, 0, 12], [-12, 0, 0, 12], [1, 1, 1, 1]),
    ]
    winners = seats.filter(pl.col("result") == "W")
    columns = ("player", "dealer", "self_drawn", "by", "value", "legs", "eaten", "clauses")
    assert winners.select(columns).rows() == [
        ("p3", False, False, "discard", 3, 1, 1, ["JJ-S1", "JJ-S3", "JJ-S4"]),
        ("p2", False, True, "self_draw", 5, 3, 1, ["JJ-S1", "JJ-S2", "JJ-S4", "JJ-A1"]),
        ("p4", False, False, "discard", 12, 1, 0, ["JJ-F1", "JJ-A1"]),
    ]
    assert seats.filter(pl.col("open")).select("hand", "seat").rows() == [(1, 0)]


def test_a_row_a_line(four_hands):
    lines = build([("m", four_hands.events)]).lines.filter(pl.col("hand") == 1)
    assert lines.select("seat", "payer", "clause", "amount", "measure").rows() == [
        (1, None, "JJ-S1", 1, "炮"),
        (1, None, "JJ-S2", 1, "炮"),
        (1, None, "JJ-S4", 1, "炮"),
        (1, None, "JJ-A1", 2, "炮"),
        (1, 0, "JJ-X5", 1, "炮"),
    ]


def test_kongs_ready_and_the_robbed_one(table):
    """JJ-P5, P8, P10: a concealed kong is not open; a robbed kong is not made."""
    match = table().deal(0).declare("ready").throw("1m").draw()
    match.declare("concealed_kong", "9m 9m 9m 9m").throw("2s").claim(3, "pung").throw("C")
    match.claim(2, "exposed_kong").throw("3m").draw().declare("added_kong", "2s").win(1)
    match.settle("win", (1, "rob_kong", 3, [("JJ-S1", 1), ("JJ-F13", 10)], {3: []}))
    seats = build([("m", match.events)]).seats
    columns = ("result", "ready", "open", "kongs_concealed", "kongs_exposed", "kongs_added")
    assert seats.select(*columns, "robbed", "deal_ins").rows() == [
        ("B", True, False, 0, 0, 0, False, 0),
        ("W", False, False, 1, 0, 0, False, 0),
        ("B", False, True, 0, 1, 0, False, 0),
        ("D", False, True, 0, 0, 0, True, 1),
    ]


def test_two_winners_on_one_tile(table):
    """The discarder dealt in on one hand and in two events; each winner has his own value."""
    match = table(multi_win=True).deal(0).throw("1m 2m 3m 9s").win(1).win(2)
    lines = [("JJ-S1", 1), ("JJ-A1", 1)]
    match.settle("win", (1, "discard", 3, lines, {3: []}), (2, "discard", 3, lines, {3: lines}))
    seats = build([("m", match.events)]).seats
    assert seats.select("result", "deal_ins", "net", "value").rows() == [
        ("B", 0, 0, None),
        ("W", 0, 2, 2),
        ("W", 0, 4, 2),
        ("D", 2, -6, None),
    ]


# -- what does not count --------------------------------------------------------------------------


def one_win(match, hand_dealer=0):
    match.deal(hand_dealer).throw("1m 2m 3m 9s").win(hand_dealer)
    giver = (hand_dealer + 3) % 4
    return match.settle("win", (hand_dealer, "discard", giver, [("JJ-S1", 2)], {giver: []}))


def excluded(facts: Facts):
    return facts.hands.select("hand", "excluded").rows()


def test_annulled_aborted_and_cut_hands_do_not_count(table):
    match = one_win(one_win(table()))
    match.rule(1, "annulled")
    match.deal(0).throw("1m").settle("abort")
    one_win(match).rule(3, "upheld").deal(0).throw("1m 2m")
    facts = build([("m", match.events)])
    assert excluded(facts) == [
        (0, None),
        (1, "annulled"),
        (2, "abort"),
        (3, None),
        (4, "incomplete"),
    ]
    assert facts.lines["hand"].to_list() == [0, 3]
    dropped = facts.seats.filter(pl.col("excluded").is_not_null())
    assert len(dropped) == 12
    assert dropped["result"].null_count() == dropped["net"].null_count() == 12


def test_a_corrected_settlement_is_the_one_that_counts(table):
    match = one_win(table())
    corrected = table().settlement("win", (0, "discard", 3, [("JJ-S1", 1), ("JJ-A1", 4)], {3: []}))
    match.rule(0, "corrected", corrected)
    facts = build([("m", match.events)])
    assert facts.seats["net"].to_list() == [5, 0, 0, -5]
    assert facts.lines.select("clause", "amount").rows() == [("JJ-S1", 1), ("JJ-A1", 4)]
    assert facts.hands["ruling"].to_list() == ["corrected"]


def test_a_hand_that_cannot_have_been_played_does_not_count(table):
    match = out_of_turn(table())
    one_win(match, 1)
    facts = build([("m", match.events)])
    assert excluded(facts) == [(0, "illegal"), (1, None)]
    assert facts.hands["findings"].to_list() == [1, 0]
    unchecked = build([("m", match.events)], check=False)
    assert excluded(unchecked) == [(0, None), (1, None)]
    assert unchecked.hands["findings"].to_list() == [None, None]


def test_a_referee_who_lets_it_stand_has_the_last_word(table):
    match = out_of_turn(table()).rule(0, "upheld")
    assert excluded(build([("m", match.events)])) == [(0, None)]


def out_of_turn(match):
    """JJ-P1: seat 1 is left out."""
    match.deal(0).throw("1m")
    match.turn = 2
    match.throw("2m 3m 4m").win(1)
    return match.settle("win", (1, "discard", 0, [("JJ-S1", 2)], {0: []}))


def test_a_win_that_the_record_does_not_tell(table):
    match = one_win(table())
    match.events[-1] = replace(match.events[-1], wins=None, deltas=None)
    facts = build([("m", match.events)], check=False)
    assert excluded(facts) == [(0, "untold")]


def test_unknown_games_and_options(four_hands):
    start = four_hands.events[0]
    other_game = [replace(start, game="chess"), *four_hands.events[1:]]
    other_rules = [replace(start, options={"min_pao": 0}), *four_hands.events[1:]]
    facts = build([("a", other_game), ("b", other_rules), ("c", four_hands.events)])
    assert facts.hands["excluded"].to_list() == ["game"] * 4 + ["options"] * 4 + [None] * 4
    assert len(facts.seats) == 48


def test_a_hand_number_that_comes_twice(four_hands):
    events = four_hands.events[:-1]
    at = next(i for i, event in enumerate(events) if getattr(event, "hand", None) == 3)
    facts = build([("m", events + events[at:])])
    assert excluded(facts)[3:] == [(3, None), (3, "repeated")]
    assert facts.hands.select("match", "first").is_unique().all()


def test_events_without_a_match_are_refused(four_hands):
    with pytest.raises(ValueError, match="match m: its first event is no match event"):
        build([("m", four_hands.events[1:])])
    assert all(table.is_empty() for table in build([("m", [])]))


# -- what the record leaves out -------------------------------------------------------------------


def test_what_a_bare_settlement_leaves_out_is_filled_in(shared):
    """A record of outcome, winner and deltas alone: the replay knows lines, unit and payments."""
    events = played(shared, "jj-s-rich")
    whole = build([("m", events)])
    bare = [
        Settlement(
            hand=event.hand,
            outcome=event.outcome,
            wins=tuple(Win(seat=win.seat) for win in event.wins),
            deltas=event.deltas,
        )
        if isinstance(event, Settlement)
        else event
        for event in events
    ]
    facts = build([("m", bare)])
    for ours, theirs in zip(facts, whole, strict=True):
        assert_frame_equal(ours, theirs)


def test_what_a_record_says_wrongly_is_still_what_it_says(shared):
    """Recorded settlements are the facts: the line that is missing there is missing here."""
    facts = build([("m", played(shared, "jj-s-line-missing"))])
    assert facts.hands["excluded"].to_list() == [None]
    assert facts.hands["findings"].item() > 0
    assert "JJ-A3" not in facts.lines["clause"].to_list()


@pytest.mark.parametrize("name", ["jj-p14-p-followed", "jj-p15-multiplied", "jj-p15-raised-again"])
def test_units_of_the_referees_records(shared, name):
    """The unit after each hand is the one that the next settlement was made at (JJ-P15)."""
    hands = build([("m", played(shared, name))]).hands
    assert hands["excluded"].null_count() == len(hands)
    settled = hands.with_columns(before=pl.col("next_unit").shift(1)).slice(1)
    assert settled["before"].to_list() == settled["unit"].to_list()


def played(shared, name):
    for line in (shared / "rules/play/jiujiang.jsonl").read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["id"] == name:
            return [from_json(json.dumps(event).encode()) for event in row["record"]]
    raise AssertionError(name)


# -- laws -----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def simulated():
    """Six simulated matches, and their tables."""
    matches = [
        (f"m{seed}", list(simulate("jiujiang", random.Random(seed), hands=12))) for seed in range(6)
    ]
    return matches, build(matches)


def test_every_player_is_in_one_class_a_hand(simulated):
    """W + D + L + B + Q = H for every player (statistics 6.1)."""
    _, facts = simulated
    assert set(facts.seats["result"]) == set("WDLBQ")
    per_player = facts.seats.group_by("match", "player").agg(
        pl.len(), *(pl.col("result").eq(kind).sum().alias(kind) for kind in "WDLBQ")
    )
    assert (per_player["len"] == per_player.select(pl.sum_horizontal(*"WDLBQ")).to_series()).all()
    played = facts.hands.group_by("match").len()
    assert (
        per_player.join(played, on="match")
        .select((pl.col("len") == pl.col("len_right")).all())
        .item()
    )


def test_no_points_are_made_or_lost(simulated):
    """Σ net = 0 in every hand, and the last totals are the sums of the nets."""
    matches, facts = simulated
    sums = facts.seats.group_by("match", "first").agg(pl.col("net", "net_base").sum())
    assert (sums["net"] == 0).all()
    assert (sums["net_base"] == 0).all()
    won = facts.seats.group_by("match", "seat", maintain_order=True).agg(pl.col("net").sum())
    for name, events in matches:
        totals = won.filter(pl.col("match") == name).sort("seat")["net"].to_list()
        assert totals == list(events[-1].totals)


def test_wins_are_winners(simulated):
    matches, facts = simulated
    winners = sum(
        len(event.wins)
        for _, events in matches
        for event in events
        if isinstance(event, Settlement)
    )
    assert (facts.seats["result"] == "W").sum() == facts.hands["winners"].sum() == winners


def test_lines_add_up_to_the_value(simulated):
    """A winner's own lines are his 炮, and 炮 × unit per leg with what is eaten are his points."""
    _, facts = simulated
    own = facts.lines.filter(pl.col("payer").is_null())
    own = own.group_by("match", "first", "seat").agg(own=pl.col("amount").sum())
    eaten = facts.lines.filter(pl.col("payer").is_not_null())
    eaten = eaten.group_by("match", "first", "seat").agg(lines_eaten=pl.col("amount").sum())
    keys = ["match", "first", "seat"]
    wins = facts.seats.filter(pl.col("result") == "W").join(own, on=keys)
    wins = wins.join(eaten, on=keys, how="left").with_columns(pl.col("lines_eaten").fill_null(0))
    assert len(wins) == facts.hands["winners"].sum()
    assert (wins["own"] == wins["value"]).all()
    assert (wins["lines_eaten"] == wins["eaten"]).all()
    paid = wins["value"] * wins["legs"] + wins["eaten"]
    assert (paid.cast(pl.Float64) == wins["net_base"]).all()


def test_simulated_hands_all_count(simulated):
    _, facts = simulated
    assert facts.hands["excluded"].null_count() == len(facts.hands) == 72
    assert (facts.hands["findings"] == 0).all()


def test_turns_are_discards(simulated):
    _, facts = simulated
    extra = facts.seats.filter(pl.col("self_drawn")).group_by("match", "first").len("drawn")
    sums = facts.seats.group_by("match", "first").agg(pl.col("turns").cast(pl.Int64).sum())
    sums = sums.join(extra, on=["match", "first"], how="left").with_columns(
        pl.col("drawn").fill_null(0).cast(pl.Int64)
    )
    hands = facts.hands.select("match", "first", total="turns").join(sums, on=["match", "first"])
    assert len(hands) == 72
    assert (hands["turns"] - hands["drawn"] == hands["total"]).all()


def test_the_same_tables_in_any_order_and_with_the_schema(simulated):
    matches, facts = simulated
    again = build(reversed(matches))
    for table, other, schema in zip(facts, again, schemas(), strict=True):
        assert dict(table.schema) == schema
        assert table.equals(other.sort("match", maintain_order=True))


def test_columns_of_games_stand_beside_the_general_ones_and_one_another():
    """Two games may share a column of one kind; none takes the place of another."""
    hands, seats, _ = schemas()
    for whole, own in ((hands, "hands"), (seats, "seats")):
        added = [column for module in modules().values() for column in getattr(module, own).items()]
        assert all(whole[name] == kind for name, kind in added)
        general = [name for name in whole if name not in dict(added)]
        assert [*whole][: len(general)] == general


def test_options_make_another_ruleset_and_defaults_do_not(four_hands, table):
    start: Match = four_hands.events[0]
    spelled = [replace(start, options={"min_pao": 2, "multi_win": False}), *four_hands.events[1:]]
    house = [replace(start, options={"multi_win": True}), *four_hands.events[1:]]
    facts = build([("a", four_hands.events), ("b", spelled), ("c", house)])
    rulesets = facts.hands.group_by("match", maintain_order=True).agg(
        pl.col("ruleset").unique(), pl.col("options").unique()
    )
    (_, plain, _), (_, same, _), (_, other, options) = rulesets.rows()
    assert plain == same != other
    assert options == ['{"multi_win":true}']
