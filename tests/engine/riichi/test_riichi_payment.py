"""立直: who pays whom, at a win (RI-X1…X7, X10), at a draw (RI-X8, X9), and at the end (RI-X11)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.case import Answer
from engine.games.riichi.payment import nagashi, noten
from engine.score import answer
from engine.verify import verify
from events.model import Settlement
from tests.engine.riichi.scripts import read_script

PINFU = "234m 456p 678s 99s 23p"
DRAGONS = {"hand": "2m", "melds": [["pung", "P"], ["pung", "F"], ["pung", "C"], ["chow", "456s"]]}
BOTH = {"hand": "S", "melds": [["pung", "P"], ["pung", "F"], ["pung", "C"], ["pung", "E"]]}


def paid(
    winner: dict[str, Any],
    win: dict[str, Any],
    *,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> tuple[int, ...]:
    """The change of every seat's points."""
    seats: list[dict[str, Any]] = [{} for _ in range(more.pop("players", 4))]
    seats[win["seat"]] = winner
    case = {"game": "riichi", "options": options or {}, "dealer": 0, "seats": seats, "win": win}
    found = answer(msgspec.json.encode(case | more))
    assert isinstance(found, Answer) and isinstance(found.deltas, tuple), found
    return found.deltas


def pinfu(seat: int, giver: int | None, **more: Any) -> tuple[int, ...]:
    """平和 with riichi, 2 han 30 fu; drawn 3 han 20 fu."""
    by = {"by": "self_draw"} if giver is None else {"by": "discard", "from": giver}
    win = {"seat": seat, "tile": "1p", **by}
    return paid({"hand": PINFU, "riichi": "single"}, win, **more)


def test_the_discarder_pays_all() -> None:
    """RI-X1."""
    assert pinfu(1, 2) == (0, 2000, -2000, 0)
    assert pinfu(0, 2) == (2900, 0, -2900, 0)


def test_an_own_draw_is_paid_by_all_the_dealer_twice() -> None:
    """RI-X1: 700 from the others, 1,300 from the dealer and to him."""
    assert pinfu(1, None) == (-1300, 2700, -700, -700)
    assert pinfu(0, None) == (3900, -1300, -1300, -1300)


def test_with_three_a_share_is_lost() -> None:
    """RI-X10."""
    three = {"players": 3, "options": {"players": 3}}
    hand = {"hand": "234p 456p 678s 99s 23s", "riichi": "single"}
    win = {"tile": "1s", "by": "self_draw"}
    assert paid(hand, {"seat": 1, **win}, **three) == (-1300, 2000, -700)
    assert paid(hand, {"seat": 0, **win}, **three) == (2600, -1300, -1300)


def test_counters() -> None:
    """RI-X4: 100 from each for an own draw, 300 from a discarder, 200 with three."""
    assert pinfu(1, 2, honba=2) == (0, 2600, -2600, 0)
    assert pinfu(1, None, honba=2) == (-1500, 3300, -900, -900)
    assert pinfu(1, 2, honba=2, options={"honba": 500}) == (0, 5000, -5000, 0)
    hand = {"hand": "234p 456p 678s 99s 23s", "riichi": "single"}
    win = {"seat": 1, "tile": "1s", "by": "discard", "from": 2}
    three = {"players": 3, "options": {"players": 3}, "honba": 1}
    assert paid(hand, win, **three) == (0, 2200, -2200)


def test_sticks_go_to_the_winner() -> None:
    """RI-X5."""
    assert pinfu(1, 2, sticks=3) == (0, 5000, -2000, 0)


def pao(winner: dict[str, Any], giver: int | None, **more: Any) -> tuple[int, ...]:
    """A win of seat 2 for which seat 3 is liable."""
    by = {"by": "self_draw"} if giver is None else {"by": "discard", "from": giver}
    tile = winner["hand"]
    return paid(winner, {"seat": 2, "tile": tile, "pao": 3, **by}, **more)


def test_the_liable_seat_pays_an_own_draw_alone() -> None:
    """RI-X7: 大三元."""
    assert pao(DRAGONS, None) == (0, 0, 32000, -32000)
    assert pao(DRAGONS, None, honba=1, sticks=1) == (0, 0, 33300, -32300)


def test_and_half_of_what_another_discards() -> None:
    assert pao(DRAGONS, 1) == (0, -16000, 32000, -16000)
    assert pao(DRAGONS, 3) == (0, 0, 32000, -32000)
    assert pao(DRAGONS, 1, honba=2) == (0, -16000, 32600, -16600)
    discarder = {"options": {"pao_honba": "discarder"}}
    assert pao(DRAGONS, 1, honba=2, **discarder) == (0, -16600, 32600, -16000)


def test_of_several_yakuman_all_or_his_own() -> None:
    """大三元 and 字一色."""
    part = {"options": {"pao": "part"}}
    assert pao(BOTH, None) == (0, 0, 64000, -64000)
    assert pao(BOTH, 1) == (0, -32000, 64000, -32000)
    assert pao(BOTH, None, **part) == (-16000, -8000, 64000, -40000)
    assert pao(BOTH, 1, **part) == (0, -48000, 64000, -16000)
    assert pao(BOTH, 1, options={"pao": "no"}) == (0, -64000, 64000, 0)


LIABLE = """
    honba 1
    0: P P F F C C 234m 67s 9s 9m
    1: P ..
    2: F ..
    3: C ..
    0 draws 9m
    0 throws 9s
    1 draws 8m
    1 throws P
    0 pungs P
    0 throws 9m
    1 draws 7m
    1 throws 7m
    2 draws 8p
    2 throws F
    0 pungs F
    0 throws 9m
    1 draws 6m
    1 throws 6m
    2 draws 8p
    2 throws 8p
    3 draws 7p
    3 throws C
    0 pungs C
    0 throws 7s
    1 draws 5p
    1 throws 5p
"""


@pytest.mark.parametrize(
    ("end", "deltas"),
    [
        ("2 draws 6s\n2 throws 6s\n0 wins 6s\nover win", (48300, 0, -24000, -24300)),
        ("2 draws 9p\n2 throws 9p\n3 draws 6s\n3 throws 6s\n0 wins 6s\nover win",
         (48300, 0, 0, -48300)),
        ("2 draws 9p\n2 throws 9p\n3 draws 1s\n3 throws 1s\n0 draws 6s\n0 wins 6s\nover win",
         (48300, 0, 0, -48300)),
    ],
)  # fmt: skip
def test_who_gives_the_third_set_of_dragons_is_liable(end: str, deltas: tuple[int, ...]) -> None:
    """RI-X7, at the table: the dealer's 大三元, the third set from seat 3."""
    script = read_script(LIABLE + end)
    settled = script.events[-1]
    assert isinstance(settled, Settlement) and settled.deltas == deltas
    assert settled.wins is not None and (settled.wins[0].x or {})["pao"] == 3
    assert verify(script.events).clean


TWO_WIN = """
    honba 2
    sticks 1
    0: 4p ..
    1: 123m 456p 789s 11s 23p
    2: 123s 456m 789m 99p 56p
    0 draws 9s
    0 throws 4p
    1 wins 4p
    2 wins 4p
    over win
"""


def test_each_winner_is_paid_and_the_first_gets_what_lies_there() -> None:
    """RI-X6, RI-X4, RI-X5: 1,000 each; 600 for two counters, and the stick, to the nearest."""
    script = read_script(TWO_WIN)
    settled = script.events[-1]
    assert isinstance(settled, Settlement)
    assert settled.deltas == (-2600, 2600, 1000, 0)
    assert [(win.seat, win.value) for win in settled.wins or ()] == [(1, 1000), (2, 1000)]


@pytest.mark.parametrize(
    ("ready", "players", "deltas"),
    [
        ((), 4, (0, 0, 0, 0)),
        ((2,), 4, (-1000, -1000, 3000, -1000)),
        ((0, 3), 4, (1500, -1500, -1500, 1500)),
        ((0, 1, 3), 4, (1000, 1000, -3000, 1000)),
        ((0, 1, 2, 3), 4, (0, 0, 0, 0)),
        ((1,), 3, (-1000, 2000, -1000)),
        ((1, 2), 3, (-2000, 1000, 1000)),
    ],
)
def test_who_is_not_ready_pays(
    ready: tuple[int, ...], players: int, deltas: tuple[int, ...]
) -> None:
    """RI-X8."""
    assert noten(ready, players) == deltas


def test_nothing_but_terminals_and_honours_is_paid_like_mangan() -> None:
    """RI-X9: 8,000, to the dealer 12,000; two are paid one after the other."""
    assert nagashi([1], 0, 4) == (-4000, 8000, -2000, -2000)
    assert nagashi([0], 0, 4) == (12000, -4000, -4000, -4000)
    assert nagashi([1, 2], 0, 4) == (-8000, 6000, 6000, -4000)
    assert nagashi([1], 0, 3) == (-4000, 6000, -2000)
