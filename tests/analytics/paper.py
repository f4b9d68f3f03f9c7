"""What tests of statistics on paper share."""

from __future__ import annotations

import json

import polars as pl
from msgspec.structs import replace

from events import Win, from_json


def row(frame, id, item=None, group=None):
    """The one row of a statistic."""
    found = [
        row
        for row in frame.iter_rows(named=True)
        if (row["id"], row["item"], row["group"]) == (id, item, group)
    ]
    assert len(found) == 1, (id, item, group, len(found))
    return found[0]


def items(frame, id):
    """n and d of every item of a statistic."""
    return {
        row["item"]: (row["n"], row["d"]) for row in frame.iter_rows(named=True) if row["id"] == id
    }


def played(shared, game, name):
    """A record of the rule book's played records, as events."""
    path = shared / "rules" / "play" / f"{game}.jsonl"
    for line in path.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        if found["id"] == name:
            return [from_json(json.dumps(event).encode()) for event in found["record"]]
    raise AssertionError(name)


def bare(settlement, keep=None):
    """A settlement that says who won how, and what everybody's points change by, and no more.

    ``keep``: ``payments``, without the lines behind them.
    """
    wins = [
        Win(
            seat=win.seat,
            by=win.by,
            from_=win.from_,
            payments=tuple(replace(paid, lines=None) for paid in win.payments) if keep else None,
        )
        for win in settlement.wins
    ]
    return replace(settlement, wins=tuple(wins), points=None, seat_lines=None)


def same_classes(facts):
    """Every player is in just one of five classes in every counted hand, and each class comes up.

    Whoever won, gave, or drew: W winners, D givers, L of own draws, B of others' wins, Q of draws.
    """
    counted = facts.seats.filter(pl.col("excluded").is_null())
    assert set(counted["result"]) == set("WDLBQ")
    hands = facts.hands.filter(pl.col("excluded").is_null())
    of = counted.group_by("match", "first").agg(
        pl.len(), *(pl.col("result").eq(kind).sum().alias(kind) for kind in "WDLBQ")
    )
    both = hands.select("match", "first", "outcome", "winners", "given").join(
        of, on=["match", "first"]
    )
    assert len(both) == len(hands)
    for hand in both.iter_rows(named=True):
        drawn = hand["outcome"] == "draw"
        assert hand["W"] == hand["winners"]
        assert hand["D"] == hand["given"]
        assert hand["Q"] == (hand["len"] if drawn else 0)
        assert not (hand["L"] and hand["B"])
        assert sum(hand[kind] for kind in "WDLBQ") == hand["len"]
