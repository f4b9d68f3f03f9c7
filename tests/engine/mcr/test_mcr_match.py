"""国标麻将 from hand to hand: the deal, the wall, who deals, the last tile, errors, settlements."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import convert
from msgspec.structs import replace

from engine.case import CaseError
from engine.games.mcr import TILES as KINDS
from engine.games.mcr import patterns, scoring
from engine.replay import replay
from engine.simulate import simulate
from engine.verify import Report, verify
from events.model import (
    AnyEvent,
    Claim,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Player,
    Settlement,
)
from events.tiles import MAHJONG

PLAIN = [MAHJONG.tiles[kind] for kind in KINDS for _ in range(4)]
HIDDEN = (" ".join("?" * 13),) * 4


def match(**options: Any) -> Match:
    players = tuple(Player(id=f"p{seat}") for seat in range(4))
    return Match(v=1, game="mcr", rules="1", options=options, players=players)


def deal(**more: Any) -> Deal:
    return replace(Deal(hand=0, dealer=0, hands=HIDDEN), **more)


def draw(**more: Any) -> Settlement:
    end = Settlement(hand=0, outcome="draw", wins=(), deltas=(0, 0, 0, 0), totals=(0, 0, 0, 0))
    return replace(end, **more)


def unseen(rounds: int, first: int = 0) -> Iterator[AnyEvent]:
    """Draws and discards of tiles that the record does not show."""
    for n in range(rounds):
        yield Draw(seat=(first + n) % 4, tile="?")
        yield Discard(seat=(first + n) % 4, tile="?")


def first_of(report: Report) -> tuple[int | None, str | None]:
    finding = report.findings[0]
    return finding.seq, finding.clause


# -- MC-E2, MC-E4: the deal and the wall ----------------------------------------------------------


def test_thirteen_tiles_each_and_the_dealer_draws() -> None:
    hands = (" ".join("?" * 14), *HIDDEN[1:])
    assert first_of(verify([match(), deal(hands=hands)])) == (1, "MC-E2")
    assert not verify([match(), deal(), Draw(seat=0, tile="?")]).findings
    assert first_of(verify([match(), deal(), Draw(seat=1, tile="?")])) == (2, "MC-P1")
    assert first_of(verify([match(), deal(), Discard(seat=0, tile="?")])) == (2, "MC-P1")


def dealt(form: str) -> tuple[Match, Deal]:
    events = simulate(
        "mcr", random.Random(3), hands=1, options={"wall": form, "flowers": False}, rare=0
    )
    start, first, *_ = events
    assert isinstance(start, Match) and isinstance(first, Deal)
    return start, first


@pytest.mark.parametrize("form", ["one", "quarters"])
def test_the_hands_are_the_walls(form: str) -> None:
    start, first = dealt(form)
    assert not verify([start, first]).findings
    hands = (first.hands[1], first.hands[0], *first.hands[2:])
    assert first_of(verify([start, replace(first, hands=hands)])) == (1, "MC-E4")


def test_one_wall_is_dealt_in_fours() -> None:
    wall = [*PLAIN]
    hands = [wall[0:4] + wall[16:20] + wall[32:36] + wall[48:49]]
    for seat in (1, 2, 3):
        at = 4 * seat
        hands.append(
            wall[at : at + 4]
            + wall[16 + at : 20 + at]
            + wall[32 + at : 36 + at]
            + [wall[48 + seat]]
        )
    told = deal(hands=tuple(" ".join(held) for held in hands), wall=" ".join(wall))
    start = match(flowers=False)
    assert not verify([start, told, Draw(seat=0, tile=wall[52])]).findings
    assert first_of(verify([start, told, Draw(seat=0, tile=wall[60])])) == (2, "MC-E4")


def test_in_quarters_every_seat_draws_its_own_part() -> None:
    wall = random.Random(4).sample(PLAIN, 136)
    hands = tuple(" ".join(wall[13 * seat : 13 * seat + 13]) for seat in range(4))
    start = match(flowers=False, wall="quarters")
    told = deal(hands=hands, wall=" ".join(wall))
    play = [
        Draw(seat=0, tile=wall[52]),
        Discard(seat=0, tile=wall[52]),
        Draw(seat=1, tile=wall[52 + 21]),
    ]
    assert not verify([start, told, *play]).findings
    wrong = replace(play[-1], tile=next(tile for tile in wall if tile != wall[73]))
    assert first_of(verify([start, told, *play[:-1], wrong])) == (4, "MC-E4")


# -- MC-E5: who deals, and the wind of the round ------------------------------------------------


def test_the_deal_passes_on_and_a_match_has_its_hands() -> None:
    events = list(simulate("mcr", random.Random(5), hands=6, options={"deals": 5}))
    dealers = [event.dealer for event in events if isinstance(event, Deal)]
    assert dealers == [(dealers[0] + n) % 4 for n in range(5)]
    assert not verify(events).findings
    at = [i for i, event in enumerate(events) if isinstance(event, Deal)][1]
    second = events[at]
    assert isinstance(second, Deal)
    kept = [*events[:at], replace(second, dealer=dealers[0], wall=None), *events[at + 1 :]]
    assert first_of(verify(kept)) == (at, "MC-E5")
    counted = [*events[:at], replace(second, carry={"deal_no": 3}), *events[at + 1 :]]
    assert first_of(verify(counted)) == (at, "MC-E5")
    more = [*events[:-1], deal(hand=5, dealer=(dealers[0] + 5) % 4)]
    assert first_of(verify(more)) == (len(more) - 1, "MC-E5")


@pytest.mark.parametrize(("wind", "lines"), [("E", 0), ("S", 2)])
def test_the_wind_of_the_round_scores(wind: str, lines: int) -> None:
    hands = ("123m 456p 78s 55m SS N", *HIDDEN[1:])
    acts: list[AnyEvent] = [
        match(first_wind=wind), deal(hands=hands), Draw(seat=0, tile="9m"),
        Discard(seat=0, tile="9m"), Draw(seat=1, tile="S"), Discard(seat=1, tile="S"),
        Claim(seat=0, act="pung", tile="S", with_="S S", of=5), Discard(seat=0, tile="N"),
        Draw(seat=1, tile="9s"), Discard(seat=1, tile="9s"),
        Claim(seat=0, act="win", tile="9s", of=9),
        Settlement(hand=0, outcome="win", deltas=(0, 0, 0, 0)),
    ]  # fmt: skip
    expected = replay(acts).hands[0].expected
    assert expected is not None and expected.wins
    assert dict(expected.wins[0].lines or ()).get("MC-F60", 0) == lines
    assert first_of(verify(acts)) == (11, "MC-X1")


# -- MC-P7: the last tile -------------------------------------------------------------------------

ALL = 84
"""Tiles that are drawn after the deal where there are no flowers."""


@pytest.mark.parametrize("form", ["one", "quarters"])
def test_when_no_tile_is_left_the_hand_is_drawn(form: str) -> None:
    start = [match(flowers=False, wall=form), deal()]
    assert not verify([*start, *unseen(ALL), draw()]).findings
    early = verify([*start, *unseen(ALL - 1), draw()])
    assert early.findings[0].clause == "MC-P7"
    late = verify([*start, *unseen(ALL + 1)])
    assert late.findings[0].clause == "MC-P7"


@pytest.mark.parametrize("act", ["pung", "chow", "exposed_kong"])
def test_the_last_discard_is_only_won(act: str) -> None:
    start = [match(flowers=False), deal(), *unseen(ALL - 1), Draw(seat=3, tile="3m")]
    last = len(start)
    own = {"pung": "3m 3m", "chow": "1m 2m", "exposed_kong": "3m 3m 3m"}[act]
    claim = Claim(seat=0, act=act, tile="3m", with_=own, of=last)
    given = [*start, Discard(seat=3, tile="3m")]
    assert first_of(verify([*given, claim])) == (last + 1, "MC-P7")
    won = verify([*given, Claim(seat=0, act="win", tile="3m", of=last)])
    assert not won.findings and any(u.clause == "MC-W1" for u in won.unchecked)


def test_no_kong_on_the_last_tile() -> None:
    start = [match(flowers=False), deal(), *unseen(ALL - 1), Draw(seat=3, tile="3m")]
    kong = Declare(seat=3, act="concealed_kong", tiles="3m 3m 3m 3m")
    assert first_of(verify([*start, kong])) == (len(start), "MC-P7")


# -- MC-X1, MC-X2, MC-X3: settlements -------------------------------------------------------------

WON = (
    deal(hands=("123m 456p 78s 5m EEE 5m", *HIDDEN[1:])),
    Draw(seat=0, tile="9m"), Discard(seat=0, tile="9m"),
    Draw(seat=1, tile="9s"), Discard(seat=1, tile="9s"),
    Claim(seat=0, act="win", tile="9s", of=5),
)  # fmt: skip
# 花龙 8, 圈风刻 2, 门风刻 2, 门前清 2
LINES = (("MC-F39", 8), ("MC-F60", 2), ("MC-F61", 2), ("MC-F62", 2))


def settled(**more: Any) -> Settlement:
    win = {
        "seat": 0, "by": "discard", "tile": "9s", "from": 1, "value": 14, "lines": LINES,
        "payments": [{"from": 1, "points": 22}, {"from": 2, "points": 8}, {"from": 3, "points": 8}],
    }  # fmt: skip
    told = {
        "hand": 0, "outcome": "win", "wins": [win | more.pop("win", {})],
        "deltas": [38, -22, -8, -8], "totals": [38, -22, -8, -8],
    }  # fmt: skip
    return convert({"type": "settlement", **told, **more}, Settlement)


def test_a_settlement_is_compared_line_by_line() -> None:
    assert not verify([match(), *WON, settled()]).findings


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"win": {"lines": [["MC-F39", 8], ["MC-F60", 2], ["MC-F61", 2]]}}, "MC-F62"),
        ({"win": {"value": 15}}, "MC-W2"),
        ({"win": {"by": "self_draw"}}, "MC-X1"),
        ({"win": {"from": 2}}, "MC-X1"),
        ({"win": {"payments": [{"from": 1, "points": 38}]}, "deltas": [38, -38, 0, 0]}, "MC-X1"),
        ({"win": {"last": True}}, "MC-P7"),
        ({"totals": [38, -22, -8, -9]}, "R11"),
    ],
)
def test_what_differs_is_named_by_its_clause(change: dict[str, Any], clause: str) -> None:
    assert first_of(verify([match(), *WON, settled(**change)])) == (7, clause)


def test_each_pays_for_a_self_draw() -> None:
    events = [
        match(), deal(hands=("123m 456p 78s 55m EEE", *HIDDEN[1:])), Draw(seat=0, tile="9s"),
        Claim(seat=0, act="win", tile="9s", of=2),
        Settlement(hand=0, outcome="win", deltas=(66, -22, -22, -22)),
    ]  # fmt: skip
    # 花龙 8, 圈风刻 2, 门风刻 2, 不求人 4: 16
    assert first_of(verify(events)) == (4, "MC-X2")
    events[-1] = Settlement(hand=0, outcome="win", deltas=(72, -24, -24, -24))
    assert not verify(events).findings


def penalty(*deltas: int) -> Settlement:
    lines = tuple((("MC-X3", points),) for points in deltas)
    return draw(seat_lines=lines, deltas=deltas, totals=deltas)


def test_a_false_win_ends_the_hand_where_errors_do() -> None:
    hands = ("EEE 123m 456p 78s SS", *HIDDEN[1:])
    acts = [
        deal(hands=hands), Draw(seat=0, tile="9m"), Claim(seat=0, act="win", tile="9m", of=2),
    ]  # fmt: skip
    good, bad = penalty(-30, 10, 10, 10), penalty(10, -30, 10, 10)
    assert not verify([match(errors="end"), *acts, good]).findings
    assert first_of(verify([match(errors="end"), *acts, bad])) == (4, "MC-X3")
    assert first_of(verify([match(), *acts])) == (3, "MC-W1")


def test_an_illegal_answer_ends_the_hand_where_errors_do() -> None:
    acts = [deal(), Draw(seat=0, tile="?"), penalty(10, 10, -30, 10)]
    report = verify([match(errors="end"), *acts])
    assert not report.findings
    assert any(u.clause == "MC-X3" for u in report.unchecked)
    assert verify([match(), *acts]).findings
    wrong = [*acts[:-1], penalty(20, 10, -30, 0)]
    assert first_of(verify([match(errors="end"), *wrong])) == (3, "MC-X3")


def test_without_the_library_nothing_is_said_of_a_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "available", lambda: False)
    report = verify([match(), *WON, settled()])
    assert not report.findings
    [why] = [u.reason for u in report.unchecked if u.clause == "MC-W1"]
    assert patterns.MISSING in why
    with pytest.raises(CaseError, match="not installed"):
        win = {"seat": 0, "tile": "9s", "by": "self_draw"}
        seats = [{"hand": "123m 456p 78s 55m EEE"}, {}, {}, {}]
        scoring.score(convert({"dealer": 0, "seats": seats, "win": win}, scoring.Case))


def test_a_discard_that_is_not_shown_may_be_one_of_the_other_three() -> None:
    claim = Claim(seat=0, act="win", tile="9s", of=7)
    events = [match(), *WON[:3], *unseen(1, 1), Draw(seat=2, tile="9s"), Discard(seat=2, tile="9s")]
    report = verify([*events, claim, Settlement(hand=0, outcome="win")])
    assert not report.findings
    assert any(u.clause == "MC-W1" and "和绝张" in u.reason for u in report.unchecked)


def test_in_quarters_nobody_kongs_without_a_tile_of_his_own() -> None:
    start = [match(flowers=False, wall="quarters"), deal()]
    events = [*start, *unseen(81), Draw(seat=1, tile="3m"), Discard(seat=1, tile="3m")]
    own = {"tile": "3m", "with_": "3m 3m 3m", "of": len(events) - 1}
    # Seats 0 and 1 have drawn all of their 21 tiles, seats 2 and 3 have one left each.
    assert not verify([*events, Claim(seat=3, act="exposed_kong", **own)]).findings
    none = verify([*events, Claim(seat=0, act="exposed_kong", **own)])
    assert first_of(none) == (len(events), "MC-P7")
