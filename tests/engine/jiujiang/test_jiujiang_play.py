"""九江麻将: who may do what, when. One script a sentence of the rule book (see ``scripts.py``)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.jiujiang import KINDS
from engine.verify import verify
from events.tiles import MAHJONG
from tests.engine.scripts import read_script

TILES = [MAHJONG.tiles[kind] for kind in KINDS for _ in range(4)]
READY = "1m2m3m 4m5m6m 7p8p9p 2s2s 4s5s"  # waits for 3s and 6s; 门清: two 炮 on a discard

SCRIPTS: list[tuple[str, dict[str, Any], str]] = [
    # -- order of play --
    ("JJ-P1 the dealer's first turn has no draw", {}, "0 draws 9s ! JJ-P1"),
    ("JJ-P1 the next seat draws", {}, "0: 9p ..\n0 throws 9p\n2 draws 1s ! JJ-P1"),
    ("JJ-P1 from the head", {}, "0: 9p ..\n0 throws 9p\n1 tail 1s ! JJ-P1"),
    ("JJ-P1 no discard without a draw", {}, "0: 9p ..\n1: 8p ..\n0 throws 9p\n1 throws 8p ! JJ-P1"),
    ("JJ-P1 one discard a turn", {}, "0: 9p 8p ..\n0 throws 9p\n0 throws 8p ! JJ-P1"),
    ("JJ-P1 nobody acts on another's turn", {}, "1: 8p ..\n1 throws 8p ! JJ-P1"),
    # -- 发财 --
    ("JJ-P2 laid, replaced from the tail", {}, "0: F 9p ..\n0 lays F\n0 tail 1s\n0 throws 9p"),
    ("JJ-P2 replaced from the head", {}, "0: F 9p ..\n0 lays F\n0 draws 1s ! JJ-P2"),
    ("JJ-P2 not replaced", {}, "0: F 9p ..\n0 lays F\n0 throws 9p ! JJ-P2"),
    ("JJ-P2 a replacement rolls no die", {}, "0: F ..\n0 lays F\n0 tail 1s die 2 ! JJ-P2"),
    ("JJ-P2 another draws it", {}, "0: F ..\n0 lays F\n1 tail 1s ! JJ-P2"),
    ("JJ-P2 F again is replaced again", {},
     "0: F 9p ..\n0 lays F\n0 tail F\n0 lays F\n0 tail 1s\n0 throws 9p"),
    ("JJ-P2 F is never discarded", {}, "0: F ..\n0 throws F ! JJ-P2"),
    ("JJ-P2 a drawn F is not kept", {},
     "0: 9p ..\n1: 8p ..\n0 throws 9p\n1 draws F\n1 throws 8p ! JJ-P2"),
    ("JJ-P2 only F is laid", {}, "0: 9p ..\n0 lays 9p ! JJ-P2"),
    ("JJ-P2 what is not held is not laid", {}, "0: 9p ..\n0 lays F ! JJ-P2"),
    ("JJ-P3 the F of the deal go first", {}, "0: F 9p ..\n0 throws 9p ! JJ-P3"),
    ("JJ-P3 a client may replace right after the deal", {},
     "0: 9p ..\n2: F ..\n2 lays F\n2 tail 1s\n0 throws 9p"),
    ("JJ-P3 not out of turn later", {},
     "0: 9p ..\n2: F ..\n0 throws 9p\n2 lays F ! JJ-P3"),
    ("JJ-P3 gone before the draw", {}, "0: 9p ..\n1: F ..\n0 throws 9p\n1 draws 1s ! JJ-P3"),
    ("JJ-P3 gone before a claim in turn", {},
     "0: 9p ..\n1: F 9p9p ..\n0 throws 9p\n1 pung 9p ! JJ-P3"),
    ("JJ-P3 a pair made by the replacement pungs", {},
     "0: 9p ..\n1: F 9p 8p ..\n0 throws 9p\n1 lays F\n1 tail 9p\n1 pung 9p of 2\n1 throws 8p"),
    ("JJ-P3 out of turn the pung comes first", {},
     "0: 9p ..\n2: F 9p9p 8p ..\n0 throws 9p\n2 pung 9p\n2 lays F\n2 tail 1s\n2 throws 8p"),
    ("JJ-P3 and the F before the discard", {},
     "0: 9p ..\n2: F 9p9p 8p ..\n0 throws 9p\n2 pung 9p\n2 throws 8p ! JJ-P3"),
    ("JJ-P3 after the kong's replacement", {},
     "0: 9p ..\n2: F 9p9p9p 8p ..\n0 throws 9p\n2 kong 9p\n2 tail 1s die 1\n2 lays F\n2 tail 3s\n"
     "2 throws 8p"),
    ("JJ-P3 not before it", {},
     "0: 9p ..\n2: F 9p9p9p 8p ..\n0 throws 9p\n2 kong 9p\n2 lays F ! JJ-P6"),
    ("JJ-P3 a hand with F cannot win", {},
     "0: 3s ..\n2: F 2m3m 4m5m6m 7p8p9p 2s2s 4s5s\n0 throws 3s\n2 wins 3s ! JJ-P3"),
    # -- claims --
    ("JJ-P4 no chow", {}, "0: 3m ..\n1: 1m2m ..\n0 throws 3m\n1 chow 3m ! JJ-P4"),
    ("JJ-P4 a pung needs two", {}, "0: 9p ..\n2: 9p ..\n0 throws 9p\n2 pung 9p ! JJ-P4"),
    ("JJ-P4 a kong needs three", {}, "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n2 kong 9p ! JJ-P4"),
    ("JJ-P4 of the tile that lies there", {},
     "0: 9p ..\n2: 8p8p ..\n0 throws 9p\n2 pung 8p ! JJ-P4"),
    ("JJ-P4 not the own discard", {}, "0: 9p9p9p ..\n0 throws 9p\n0 pung 9p ! JJ-P4"),
    ("JJ-P4 not once the next seat has drawn", {},
     "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n1 draws 1s\n2 pung 9p of 2 ! JJ-P4"),
    ("JJ-P4 a late win", {},
     f"0: 3s ..\n2: {READY}\n0 throws 3s\n1 draws 1s\n2 wins 3s of 2 ! JJ-P4"),
    ("JJ-P4 the turn goes on from the claimer", {},
     "0: 9p ..\n2: 9p9p 8p ..\n0 throws 9p\n2 pung 9p\n2 throws 8p\n3 draws 1s"),
    ("JJ-P4 the pung draws nothing", {},
     "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n2 pung 9p\n2 draws 1s ! JJ-P1"),
    # -- kongs --
    ("JJ-P5 four in hand", {}, "0: 9p9p9p9p ..\n0 hides 9p\n0 tail 1s die 2"),
    ("JJ-P5 three are none", {}, "0: 9p9p9p ..\n0 hides 9p ! JJ-P5"),
    ("JJ-P5 straight after a pung", {},
     "0: 9p ..\n1: 9p9p 8p8p8p8p 7p ..\n0 throws 9p\n1 pung 9p\n1 hides 8p\n1 tail 1s die 1\n"
     "1 throws 7p"),
    ("JJ-P5 the fourth to an own pung, kept since", {},
     "0: 9p ..\n1: 9p9p9p 7p ..\n0 throws 9p\n1 pung 9p\n1 adds 9p\n1 tail 1s die 1\n1 throws 7p"),
    ("JJ-P5 nothing is added without a pung", {}, "0: 9p ..\n0 adds 9p ! JJ-P5"),
    ("JJ-P5 nor what is not held", {},
     "0: 9p ..\n1: 9p9p ..\n0 throws 9p\n1 pung 9p\n1 adds 9p ! JJ-P5"),
    ("JJ-P5 not on another's turn", {}, "1: 9p9p9p9p ..\n1 hides 9p ! JJ-P1"),
    ("JJ-P6 the replacement comes from the tail", {},
     "0: 9p9p9p9p ..\n0 hides 9p\n0 draws 1s ! JJ-P6"),
    ("JJ-P6 before the discard", {}, "0: 9p9p9p9p 8p ..\n0 hides 9p\n0 throws 8p ! JJ-P6"),
    ("JJ-P6 by who konged", {}, "0: 9p9p9p9p ..\n0 hides 9p\n1 tail 1s die 1 ! JJ-P6"),
    ("JJ-P7 the fourth tile is not discarded", {},
     "0: 9p 1s ..\n1: 9p9p 8p ..\n0 throws 9p\n1 pung 9p\n1 throws 8p\n2 draws 3s\n2 throws 3s\n"
     "3 draws 3s\n3 throws 3s\n0 draws 3s\n0 throws 1s\n1 draws 9p\n1 throws 9p ! JJ-P7"),
    ("JJ-P7 nor on a later turn", {},
     "0: 9p 1s 4s ..\n1: 9p9p 8p 7p ..\n0 throws 9p\n1 pung 9p\n1 throws 8p\n2 draws 3s\n"
     "2 throws 3s\n3 draws 3s\n3 throws 3s\n0 draws 5s\n0 throws 1s\n1 draws 9p\n1 throws 7p\n"
     "2 draws 6s\n2 throws 6s\n3 draws 6s\n3 throws 6s\n0 draws 6s\n0 throws 4s\n1 draws 1s\n"
     "1 throws 9p ! JJ-P7"),
    ("JJ-P7 kept since before the pung it is free", {},
     "0: 9p ..\n1: 9p9p9p ..\n0 throws 9p\n1 pung 9p\n1 throws 9p"),
    # -- 报听 --
    ("JJ-P8 with the first discard", {}, f"0: {READY} 9s\n0 ready\n0 throws 9s\n1 draws 1s"),
    ("JJ-P8 the hand left waits", {}, f"0: {READY} 9s\n0 ready\n0 throws 1m ! JJ-P8"),
    ("JJ-P8 some discard must leave a wait", {},
     "0: 1m 4m 7m 1p 4p 7p 1s 4s 7s C C P P 9s\n0 ready ! JJ-P8"),
    ("R5 nothing between", {}, f"0: {READY} 9s\n0 ready\n0 ready ! R5"),
    ("JJ-P8 a wait for a tile of which all four are in the own hand is none", {},
     "0: 1m1m1m1m 4p5p6p 7p8p9p 4s5s6s 9s\n0 ready\n0 throws 9s ! JJ-P8"),
    ("JJ-P8 not later", {},
     f"0: {READY} 9s\n0 throws 9s\n1 draws 1s\n1 throws 1s\n2 draws 1s\n2 throws 1s\n3 draws 1s\n"
     "3 throws 1s\n0 draws 9s\n0 ready ! JJ-P8"),
    ("JJ-P8 the drawn tile goes", {},
     f"0: {READY} 9s\n0 ready\n0 throws 9s\n1 draws 1s\n1 throws 1s\n2 draws 1s\n2 throws 1s\n"
     "3 draws 1s\n3 throws 1s\n0 draws 9m\n0 throws 1m ! JJ-P8"),
    ("JJ-P8 no pung", {}, f"0: {READY} 9s\n0 ready\n0 throws 9s\n1 draws 2s\n1 throws 2s\n"
     "0 pung 2s ! JJ-P8"),
    ("JJ-P8 a kong that keeps the wait", {},
     "0: 9p9p9p 1m2m3m 4m5m6m 2s2s 4s5s 9s\n0 ready\n0 throws 9s\n1 draws 1s\n1 throws 1s\n"
     "2 draws 1s\n2 throws 1s\n3 draws 1s\n3 throws 1s\n0 draws 9p\n0 hides 9p\n0 tail 8s die 1\n"
     "0 throws 8s"),
    ("JJ-P8 a kong that changes it", {},
     "0: 3s3s3s 1m2m3m 4m5m6m 2s2s 4s5s 9s\n0 ready\n0 throws 9s\n1 draws 1s\n1 throws 1s\n"
     "2 draws 1s\n2 throws 1s\n3 draws 1s\n3 throws 1s\n0 draws 3s\n0 hides 3s ! JJ-P8"),
    ("JJ-P8 a kong of what was not drawn", {},
     "0: 9p9p9p9p 7p8p 1m2m3m 4m5m 2s2s 9s\n0 ready\n0 throws 9s\n1 draws 1s\n1 throws 1s\n"
     "2 draws 1s\n2 throws 1s\n3 draws 1s\n3 throws 1s\n0 draws 1s\n0 hides 9p ! JJ-P8"),
    # -- 过胡 --
    ("JJ-P9 passed on a non-dealer: another non-dealer's is barred", {},
     f"0: 9p ..\n3: {READY}\n0 throws 9p\n1 draws 3s\n1 throws 3s\n2 draws 3s\n2 throws 3s\n"
     "3 wins 3s ! JJ-P9"),
    ("JJ-P9 the dealer's may still be won", {},
     f"0: 9p 6s ..\n2: 9s9s ..\n3: {READY}\n0 throws 9p\n1 draws 3s\n1 throws 3s\n2 draws 1s\n"
     "2 throws 1s\n3 draws 9s\n3 throws 9s\n0 draws 8s\n0 throws 6s\n3 wins 6s"),
    ("JJ-P9 the dealer's discard passed bars too", {},
     f"0: 3s ..\n2: 1s ..\n3: {READY}\n0 throws 3s\n1 draws 6s\n1 throws 6s\n3 wins 6s ! JJ-P9"),
    ("JJ-P9 the bar holds after an own pung", {},
     f"0: 3s ..\n1: 2s ..\n3: {READY}\n0 throws 3s\n1 draws 8s\n1 throws 2s\n3 pung 2s\n"
     "3 throws 1m\n0 draws 8s\n0 throws 8s"),
    ("JJ-P9 the own draw lifts it", {},
     f"0: 9p ..\n2: {READY}\n0 throws 9p\n1 draws 3s\n1 throws 3s\n2 draws 9s\n2 throws 9s\n"
     "3 draws 6s\n3 throws 6s\n2 wins 6s"),
    ("JJ-P9 a hand that could not win is not barred (JJ-W1)", {},
     "0: 9p ..\n1: 9p9p 8p ..\n3: 1m2m3m 4m5m6m 7p8p9p 2s2s 4s5s\n0 throws 9p\n1 pung 9p\n"
     "1 throws 8p\n2 draws 3s\n2 throws 3s\n3 wins 3s"),
    # -- 抢杠 --
    ("JJ-P10 before the replacement", {},
     f"0: 9p 3s ..\n1: 3s3s 8p ..\n3: {READY}\n0 throws 3s\n1 pung 3s\n1 throws 8p\n2 draws 1s\n"
     "2 throws 1s\n3 draws 1s\n3 throws 1s\n0 draws 1s\n0 throws 9p\n1 draws 3s\n1 adds 3s\n"
     "3 wins 3s"),
    ("JJ-P10 not after it", {},
     f"0: 9p 3s ..\n1: 3s3s 8p ..\n3: {READY}\n0 throws 3s\n1 pung 3s\n1 throws 8p\n2 draws 1s\n"
     "2 throws 1s\n3 draws 1s\n3 throws 1s\n0 draws 1s\n0 throws 9p\n1 draws 3s\n1 adds 3s\n"
     "1 tail 9s die 1\n3 wins 3s of 12 ! JJ-P10"),
    ("JJ-P10 a concealed kong cannot be robbed", {},
     f"0: 3s3s3s3s ..\n3: {READY}\n0 hides 3s\n3 wins 3s of 2 ! JJ-P10"),
    ("JJ-P10 an exposed one only by option", {"rob": "any_exposed"},
     f"0: 6s ..\n1: 6s6s6s ..\n3: {READY}\n0 throws 6s\n1 kong 6s\n3 wins 6s of 3"),
    # -- winners --
    ("JJ-P11 one winner a tile", {},
     f"0: 3s ..\n1: C C C P P P 9m9m9m 1p1p 1s2s\n3: {READY}\n0 throws 3s\n1 wins 3s\n"
     "3 wins 3s of 2 ! JJ-P11"),
    ("JJ-P11 with multi_win the nearest first", {"multi_win": True},
     f"0: 3s ..\n1: C C C P P P 9m9m9m 1p1p 1s2s\n3: {READY}\n0 throws 3s\n1 wins 3s\n"
     "3 wins 3s of 2"),
    ("JJ-P11 not the farther one first", {"multi_win": True},
     f"0: 3s ..\n1: C C C P P P 9m9m9m 1p1p 1s2s\n3: {READY}\n0 throws 3s\n3 wins 3s\n"
     "1 wins 3s of 2 ! JJ-P11"),
    ("JJ-P12 a hand is not drawn before the wall is empty", {},
     "0: 9p ..\n0 throws 9p\nover draw ! JJ-P12"),
    # -- winning hands --
    ("JJ-W0 no shape", {}, f"0: 9m ..\n3: {READY}\n0 throws 9m\n3 wins 9m ! JJ-W0"),
    ("JJ-W1 two 炮 of its own", {},
     "0: 9p 3s ..\n1: 8p ..\n3: 9p9p 1m2m3m 4m5m6m 2s2s 4s5s 8m\n0 throws 9p\n3 pung 9p\n"
     "3 throws 8m\n0 draws 1s\n0 throws 3s\n3 wins 3s ! JJ-W1"),
    ("JJ-W4 门清 makes them", {}, f"0: 3s ..\n3: {READY}\n0 throws 3s\n3 wins 3s"),
    # -- the record --
    ("R3 what was passed is not taken", {},
     "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n2 passes\n2 pung 9p ! R3"),
    ("R3 what was not declined may be", {},
     "0: 9p ..\n2: 9p9p9p ..\n0 throws 9p\n2 passes exposed_kong\n2 pung 9p"),
    ("R3 nothing is declined that was not there", {},
     "0: 9p ..\n2: 9p ..\n0 throws 9p\n2 passes pung ! R3"),
    ("R6 the dealer's win claims the deal", {},
     f"0: {READY} 3s\n0 wins 3s of deal"),
    ("R6 not a discard of before", {},
     f"0: 9p ..\n1: {READY}\n0 throws 9p\n1 draws 3s\n1 wins 3s of 2 ! R6"),
    ("R10 a tile that is not held", {}, "1: 9p ..\n0 throws 9p ! R10"),
    ("JJ-E1 no fifth tile", {}, "0: 9p9p ..\n1: 9p9p 1s ..\n0 throws 9p\n1 draws 9p ! JJ-E1"),
    ("JJ-E1 no winds", {}, "0: 9p ..\n0 throws 9p\n1 draws E ! JJ-E1"),
    ("R8 a hand is over once it is settled", {},
     "0: 9p ..\n0 throws 9p\nover abort\n1 draws 1s ! R8"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "text"), [row[1:] for row in SCRIPTS], ids=[row[0] for row in SCRIPTS]
)
def test_the_order_of_play(options: dict[str, Any], text: str) -> None:
    script = read_script("jiujiang", text, options, TILES)
    found = verify(script.events).findings
    if script.at is None:
        assert not found, found[0]
        return
    assert found, f"nothing found; {script.clause} at {script.at}"
    assert (found[0].seq, found[0].clause) == (script.at, script.clause), found[0].message


@pytest.mark.parametrize("die", range(1, 7))
def test_a_break_lies_in_one_of_four_walls_of_fifteen_stacks(die: int) -> None:
    """JJ-E2, JJ-E3: 1 3 5 the opposite wall, 2 6 the next, 4 the previous; stack die + 1."""
    side = {1: 2, 3: 2, 5: 2, 2: 1, 6: 1, 4: 3}[die]
    script = read_script("jiujiang", "0: 9p ..\n0 throws 9p", {}, TILES)
    deal = script.events[1]
    for seat in range(4):
        for stack in range(1, 16):
            broken = replace(deal, dice=(die,), break_=(seat, stack))
            found = verify([script.events[0], broken, *script.events[2:]]).findings
            assert [f.clause for f in found] == (
                [] if (seat, stack) == (side, die + 1) else ["JJ-E3"]
            )
