"""告胡子: who may do what, when. One script a sentence of the rule book (see ``scripts.py``)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.verify import verify
from events.tiles import ZIPAI
from tests.engine.gaohuzi.scripts import read_script

# Waits for 3d and 6d: three big 坎 (18 胡息), 345x 456x, 4d5d and 6d6d6x; 乌胡.
WAITS = "1d1d1d 8d8d8d 9d9d9d 3x4x5x 4x5x6x 4d5d 6d6d 6x"
# Five 坎 and two pairs: soon nothing can be discarded.
KAN = "1x1x1x 2x2x2x 3x3x3x 10x10x10x 5d6d 10d10d 5x6x 9x9x"
# Eats 7d and 7x, discards both 10d, then 碰 9x: only 坎 are left.
TO_STUCK = (
    f"0: 7d 9x ..\n1: {KAN}\n0 throws 7d\n1 chi 7d 5d6d\n1 throws 10d\n2 draws 2d\n0 draws 4d\n"
    "1 draws 7x\n1 chi 7x 5x6x\n1 throws 10d\n2 draws 8d\n0 draws 9x\n1 peng 9x\n"
)
# Everybody has one of fourteen kinds, nobody two of a kind that is drawn: nothing is forced.
EACH = "2x4x5x7x10x 2d3d4d5d6d7d8d9d10d"
DRAWS = "".join(
    f"{(1 + i) % 3} draws {card}\n"
    for i, card in enumerate(ZIPAI.parse("333x 666x 888x 999x 111d 111x"))
)
LAST_10D = (  # the stock but for its last card, a 10d, which seat 1 draws
    f"0: {EACH} 1x3x 2x7x10x 3d6d\n1: {EACH} 6x8x 4x5x 4d7d\n2: {EACH} 9x1d 2d5d8d9d\n"
    "0 throws 1x\n" + DRAWS
)
LAST_5X_OWN = LAST_10D.replace(f"2: {EACH}", f"2: {EACH.replace('5x', '10d')}")  # seat 1 has two
LAST_5X_OTHER = LAST_5X_OWN.replace("3x 2x7x10x", "3x 5x7x10x").replace("4x5x 4d", "4x2x 4d")

SCRIPTS: list[tuple[str, dict[str, Any], str]] = [
    # -- E: cards and deal --
    ("GH-E1 a fifth card of a kind", {},
     "0: 1x 5x ..\n1: 2x ..\n2: 2x2x2x ..\n0 throws 1x\n1 draws 5x\n2 draws 2x ! GH-E1"),
    ("GH-E1 five alike in the hands", {}, "0: 1x1x1x ..\n1: 1x1x ..\ndealt ! GH-E1"),
    ("GH-E3 the dealer has 21 cards", {}, f"0: {WAITS}\ndealt ! GH-E3"),
    ("GH-E3 the others 20", {}, f"1: {WAITS} 3d\ndealt ! GH-E3"),
    ("GH-E3 the shown card is the dealer's", {}, "0: 1x ..\nopen 1x\n0 throws 1x"),
    ("GH-E3 and nobody else's", {}, f"0: {WAITS} 6d\nopen 2x\ndealt ! GH-E3"),
    # -- M: three and four alike --
    ("GH-M1 a 坎 is not discarded from", {}, "0: 2x2x2x ..\n0 throws 2x ! GH-M1"),
    ("GH-M1 nor eaten with", {},
     "0: 7x ..\n1: 8x8x8x 9x ..\n0 throws 7x\n1 chi 7x 8x9x ! GH-M1"),
    ("GH-M1 nor 碰 out of", {},
     "0: 7x ..\n1: 7x7x7x ..\n0 throws 7x\n1 peng 7x ! GH-P6"),
    ("GH-M2 提: the own draw on a 坎", {},
     "0: 1x ..\n1: 2x2x2x 5x ..\n0 throws 1x\n1 draws 2x\n1 ti 2x 3\n1 throws 5x"),
    ("GH-M2 提: the own draw on a 偎", {},
     "0: 1x ..\n1: 2x2x 5x 6x ..\n0 throws 1x\n1 draws 2x\n1 wei 2x\n1 throws 5x\n2 draws 8x\n"
     "0 draws 9x\n1 draws 2x\n1 ti 2x\n1 throws 6x"),
    ("GH-M2 it is no 偎", {},
     "0: 1x ..\n1: 2x2x2x 5x ..\n0 throws 1x\n1 draws 2x\n1 wei 2x ! GH-M2"),
    ("GH-M2 another's card makes no 提", {},
     "0: 2x ..\n1: 2x2x2x 5x ..\n0 throws 2x\n1 ti 2x 3 ! GH-M3"),
    ("GH-M2 a dealt 提 is four alike", {}, "0: 2x2x2x ..\n0 lays 2x ! GH-M2"),
    ("GH-M2 a dealt 提 is not discarded from", {}, "0: 2x2x2x2x ..\n0 throws 2x ! GH-M2"),
    ("GH-M3 跑: another's discard on a 坎", {},
     "0: 2x ..\n2: 2x2x2x 5x ..\n0 throws 2x\n2 pao 2x 3\n2 throws 5x"),
    ("GH-M3 跑: another's draw on a 坎", {},
     "0: 1x ..\n2: 2x2x2x 5x ..\n0 throws 1x\n1 draws 2x\n2 pao 2x 3\n2 throws 5x"),
    ("GH-M3 跑: the own draw on a 碰", {},
     "0: 2x ..\n1: 2x2x 5x 6x ..\n0 throws 2x\n1 peng 2x\n1 throws 5x\n2 draws 8x\n0 draws 9x\n"
     "1 draws 2x\n1 pao 2x\n1 throws 6x"),
    ("GH-M3 a discard turns no 碰 into a 跑", {},
     "0: 2x2x 8d10d ..\n1: 2x2x 5x 6x ..\n0 throws 2x\n1 peng 2x\n1 throws 5x\n2 draws 8x\n"
     "0 draws 9d\n0 chi 9d 8d10d\n0 throws 2x\n1 pao 2x ! GH-M3"),
    ("GH-M3 and it may be left lying", {},
     "0: 2x2x 8d10d ..\n1: 2x2x 5x 6x ..\n0 throws 2x\n1 peng 2x\n1 throws 5x\n2 draws 8x\n"
     "0 draws 9d\n0 chi 9d 8d10d\n0 throws 2x\n1 draws 6d"),
    ("GH-M4 偎: the own draw on a pair", {},
     "0: 1x ..\n1: 2x2x 5x ..\n0 throws 1x\n1 draws 2x\n1 wei 2x\n1 throws 5x"),
    ("GH-M4 not on another's card", {},
     "0: 2x ..\n1: 2x2x 5x ..\n0 throws 2x\n1 wei 2x ! GH-M4"),
    ("GH-M4 not on a single card", {},
     "0: 1x ..\n1: 2x 5x ..\n0 throws 1x\n1 draws 2x\n1 wei 2x ! GH-M4"),
    ("GH-M5 臭偎: the 碰 was declined before", {},
     "0: 2x ..\n1: 2x2x 5x ..\n0 throws 2x\n1 draws 2x\n1 chou_wei 2x\n1 throws 5x"),
    ("GH-M5 it is not called 偎", {},
     "0: 2x ..\n1: 2x2x 5x ..\n0 throws 2x\n1 draws 2x\n1 wei 2x ! GH-M5"),
    ("GH-M5 and a 偎 not 臭偎", {},
     "0: 1x ..\n1: 2x2x 5x ..\n0 throws 1x\n1 draws 2x\n1 chou_wei 2x ! GH-M5"),
    ("GH-M6 碰 by any other player", {},
     "0: 2x ..\n2: 2x2x 5x ..\n0 throws 2x\n2 peng 2x\n2 throws 5x\n0 draws 9x"),
    ("GH-M6 碰 needs a pair", {}, "0: 2x ..\n1: 2x ..\n0 throws 2x\n1 peng 2x ! GH-M6"),
    ("GH-M6 碰 of the own draw is none", {},
     "0: 1x ..\n1: 2x2x ..\n0 throws 1x\n1 draws 2x\n1 peng 2x ! GH-M6"),
    ("GH-M7 three of one size", {},
     "0: 7x ..\n1: 8x 9x 1d ..\n0 throws 7x\n1 chi 7x 8x9x\n1 throws 1d"),
    ("GH-M7 not of two sizes", {},
     "0: 7x ..\n1: 8x 9d 1d ..\n0 throws 7x\n1 chi 7x 8x9d ! GH-M7"),
    ("GH-M7 二七十", {}, "0: 7d ..\n1: 2d 10d 1d ..\n0 throws 7d\n1 chi 7d 2d10d\n1 throws 1d"),
    ("GH-M7 九十一 is none", {},
     "0: 10x ..\n1: 9x 1x 1d ..\n0 throws 10x\n1 chi 10x 9x1x ! GH-M7"),
    ("GH-M8 绞: a pair and one of the other size", {},
     "0: 7x ..\n1: 7d 7d 1d ..\n0 throws 7x\n1 chi 7x 7d7d\n1 throws 1d"),
    ("GH-M8 or its own pair", {},
     "0: 7x ..\n1: 7x 7d 1d ..\n0 throws 7x\n1 chi 7x 7x7d\n1 throws 1d"),
    ("GH-M8 three alike are none", {},
     "0: 7x ..\n1: 7x 7x 1d ..\n0 throws 7x\n1 chi 7x 7x7x ! GH-M8"),
    # -- P1: turns --
    ("GH-P1 the dealer discards first", {}, "0 draws 1x ! GH-P1"),
    ("GH-P1 and nobody else", {}, "1: 5x ..\n1 throws 5x ! GH-P1"),
    ("GH-P1 then the next player draws", {}, "0: 1x ..\n0 throws 1x\n1 draws 5x\n2 draws 6x"),
    ("GH-P1 not the one after", {}, "0: 1x ..\n0 throws 1x\n2 draws 5x ! GH-P1"),
    ("GH-P1 from the front", {}, "0: 1x ..\n0 throws 1x\n1 draws 5x tail ! GH-P1"),
    ("GH-P1 a card that nobody takes is followed by no discard", {},
     "0: 1x ..\n1: 9x ..\n0 throws 1x\n1 draws 5x\n1 throws 9x ! GH-P1"),
    ("GH-P1 a taken card is followed by a discard", {},
     "0: 2x ..\n1: 2x2x 5x ..\n0 throws 2x\n1 peng 2x\n2 draws 9x ! GH-P1"),
    ("GH-P1 by who took it", {},
     "0: 2x 9x ..\n1: 2x2x 5x ..\n0 throws 2x\n1 peng 2x\n0 throws 9x ! GH-P1"),
    ("GH-P1 a card that lies dead is not taken any more", {},
     "0: 2x ..\n1: 2x2x 5x ..\n0 throws 2x\n1 draws 9x\n1 peng 2x of 2 ! GH-P1"),
    ("GH-P1 another card than the one that lies there", {},
     "0: 2x ..\n1: 3x3x 5x ..\n0 throws 2x\n1 peng 3x ! GH-P1"),
    ("R10 what is not held is not discarded", {}, "0: 2x2x2x ..\n1: 9x ..\n0 throws ? drawn ! R10"),
    ("GH-P1 two players: the other one draws", {"players": 2},
     "0: 1x ..\n0 throws 1x\n1 draws 5x\n0 draws 6x"),
    # -- P2: rights --
    ("GH-P2 a win before a 跑", {},
     f"0: 1x ..\n1: 3d3d3d ..\n2: {WAITS}\n0 throws 1x\n1 draws 9x\n2 draws 10x\n0 draws 3d\n"
     "2 win 3d"),
    ("GH-P2 a win before a 碰", {},
     f"0: 3d ..\n1: 3d3d ..\n2: {WAITS}\n0 throws 3d\n2 win 3d"),
    ("GH-P2 碰 before 吃 leaves nothing to eat", {},
     "0: 7x ..\n1: 8x9x ..\n2: 7x7x 5d ..\n0 throws 7x\n2 peng 7x\n1 chi 7x 8x9x ! GH-P2"),
    ("GH-P2 a 跑 goes before a 吃", {},
     "0: 7x ..\n1: 8x9x ..\n2: 7x7x7x 5d ..\n0 throws 7x\n1 chi 7x 8x9x ! GH-P6"),
    ("GH-P2 one winner", {},
     f"0: 3d ..\n1: 2x 1x ..\n2: {WAITS}\n0 throws 3d\n2 win 3d\n1 win 3d ! GH-P2"),
    ("GH-P2 not on the own discard", {},
     f"0: {WAITS} 3d\n0 throws 3d\n0 win 3d ! GH-P2"),
    # -- P3: 吃 --
    ("GH-P3 the own draw", {},
     "0: 1x ..\n1: 8x9x 5d ..\n0 throws 1x\n1 draws 7x\n1 chi 7x 8x9x\n1 throws 5d"),
    ("GH-P3 the previous player's draw, which he left", {},
     "0: 1x ..\n1: 8x9x ..\n2: 5x6x 5d ..\n0 throws 1x\n1 draws 7x\n2 chi 7x 5x6x\n2 throws 5d"),
    ("GH-P3 nobody else's", {},
     "0: 1x 5x6x ..\n0 throws 1x\n1 draws 7x\n0 chi 7x 5x6x ! GH-P3"),
    ("GH-P3 nor a discard of another", {},
     "0: 7x ..\n2: 5x6x ..\n0 throws 7x\n2 chi 7x 5x6x ! GH-P3"),
    ("GH-P3 two players: the other's draw", {"players": 2},
     "0: 1x 5x6x 5d ..\n0 throws 1x\n1 draws 7x\n0 chi 7x 5x6x\n0 throws 5d"),
    ("GH-P3 with cards that are held", {},
     "0: 7x ..\n1: 1x1x2x2x3x3x4x4x5x5x6x6x1d1d2d2d3d3d4d4d\n0 throws 7x\n1 chi 7x 8x9x ! R10"),
    # -- P4: 比 --
    ("GH-P4 one further card, one group", {},
     "0: 7x ..\n1: 7x 2x10x 8x9x 5d ..\n0 throws 7x\n1 chi 7x 2x10x 7x8x9x\n1 throws 5d"),
    ("GH-P4 two further cards, two groups", {},
     "0: 7x ..\n1: 7x7x 2x10x 8x9x 5x6x 5d ..\n0 throws 7x\n1 chi 7x 2x10x 7x8x9x 5x6x7x\n"
     "1 throws 5d"),
    ("GH-P4 two further cards in one 绞", {},
     "0: 7x ..\n1: 7x7x 2x10x 7d 5d ..\n0 throws 7x\n1 chi 7x 2x10x 7x7x7d\n1 throws 5d"),
    ("GH-P4 one further card with two of the other size", {},
     "0: 7x ..\n1: 7x 2x10x 7d7d 5d ..\n0 throws 7x\n1 chi 7x 2x10x 7x7d7d\n1 throws 5d"),
    ("GH-P4 a further card that the eaten 绞 uses is laid", {},
     "0: 7x ..\n1: 7x 7d 5d ..\n0 throws 7x\n1 chi 7x 7x7d\n1 throws 5d"),
    ("GH-P4 a further card is not kept", {},
     "0: 7x ..\n1: 7x 2x10x 8x9x ..\n0 throws 7x\n1 chi 7x 2x10x ! GH-P4"),
    ("GH-P4 nor one of two", {},
     "0: 7x ..\n1: 7x7x 2x10x 8x9x 5x6x ..\n0 throws 7x\n1 chi 7x 2x10x 7x8x9x ! GH-P4"),
    ("GH-P4 nothing is laid that has none of them", {},
     "0: 7x ..\n1: 7x 2x10x 8x9x 4d5d6d ..\n0 throws 7x\n1 chi 7x 2x10x 7x8x9x 4d5d6d ! GH-P4"),
    ("GH-P4 and no group that is none", {},
     "0: 7x ..\n1: 7x 2x10x 8x 1x ..\n0 throws 7x\n1 chi 7x 2x10x 7x8x1x ! GH-P4"),
    ("GH-P4 of the own draw", {},
     "0: 1x ..\n1: 7x 2x10x 8x9x 5d ..\n0 throws 1x\n1 draws 7x\n1 chi 7x 2x10x 7x8x9x\n"
     "1 throws 5d"),
    ("GH-P4 a card must remain to discard", {},
     "0: 7x ..\n1: 1x1x1x 2x2x2x 3x3x3x 10x10x10x 4d4d4d 5d5d5d 8x9x\n0 throws 7x\n"
     "1 chi 7x 8x9x ! GH-P4"),
    # -- P5: 过张 --
    ("GH-P5 left, so not eaten later", {},
     "0: 1x ..\n1: 8x9x 5d ..\n0 throws 1x\n1 draws 7x\n2 draws 1d\n0 draws 2d\n1 draws 7x\n"
     "1 chi 7x 8x9x ! GH-P5"),
    ("GH-P5 out of reach of the hand when it lay there", {},
     "0: 1x 3d ..\n1: 2x 4x 5x 1d ..\n0 throws 1x\n1 draws 3x\n2 draws 10d\n0 draws 9d\n"
     "1 draws 2d\n2 draws 3d\n0 draws 3x\n1 chi 3x 4x5x ! GH-P5"),
    ("GH-P5 in the previous player's row", {},
     "0: 1x ..\n2: 8x9x ..\n0 throws 1x\n1 draws 7x\n2 draws 1d\n0 draws 2d\n1 draws 7x\n"
     "2 chi 7x 8x9x ! GH-P5"),
    ("GH-P5 not in a row out of reach", {},
     "0: 1x 8x9x 5d ..\n0 throws 1x\n1 draws 7x\n2 draws 7x\n0 chi 7x 8x9x\n0 throws 5d"),
    ("GH-P5 discarded", {},
     "0: 7x 8x9x ..\n0 throws 7x\n1 draws 1d\n2 draws 7x\n0 chi 7x 8x9x ! GH-P5"),
    ("GH-P5 taken by the drawer: not dead for the next player", {},
     "0: 1x ..\n1: 2x10x 1d ..\n2: 8x9x 5d ..\n0 throws 1x\n1 draws 7x\n1 chi 7x 2x10x\n"
     "1 throws 1d\n2 draws 7x\n2 chi 7x 8x9x\n2 throws 5d"),
    ("GH-P5 taken by the next player: dead for the drawer", {},
     "0: 1x ..\n1: 2x10x 1d ..\n2: 8x9x 5d ..\n0 throws 1x\n1 draws 7x\n2 chi 7x 8x9x\n"
     "2 throws 5d\n0 draws 7x\n1 chi 7x 2x10x ! GH-P5"),
    ("GH-P5 a declined 碰", {},
     "0: 7x7x 4d5d ..\n2: 7x7x 5d ..\n0 throws 7x\n1 draws 1d\n2 draws 2d\n0 draws 3d\n"
     "0 chi 3d 4d5d\n0 throws 7x\n2 peng 7x ! GH-P5"),
    ("GH-P5 a 碰 declined when another ate", {},
     "0: 7x7x 4d5d ..\n1: 8x9x 5d ..\n2: 7x7x ..\n0 throws 7x\n1 chi 7x 8x9x\n1 throws 5d\n"
     "2 draws 2d\n0 draws 3d\n0 chi 3d 4d5d\n0 throws 7x\n2 peng 7x ! GH-P5"),
    ("GH-P5 separate: it may still be eaten", {},
     "0: 7x ..\n2: 7x7x 7d 8x9x 5d ..\n0 throws 7x\n1 draws 7x\n2 chi 7x 7x7d 7x8x9x\n2 throws 5d"),
    ("GH-P5 both: it may not", {"dead_scope": "both"},
     "0: 7x ..\n2: 7x7x 7d 8x9x 5d ..\n0 throws 7x\n1 draws 7x\n2 chi 7x 7x7d 7x8x9x ! GH-P5"),
    ("GH-P5 both: nor 碰", {"dead_scope": "both"},
     "0: 7x ..\n2: 7x7x 7d 8x9x 5d ..\n0 throws 7x\n1 draws 7x\n2 peng 7x ! GH-P5"),
    ("GH-P5 dead cards are won on", {},
     f"0: 1x 4d5d 10d ..\n2: {WAITS}\n0 throws 1x\n1 draws 3d\n2 draws 10x\n0 draws 3d\n2 win 3d"),
    ("GH-P5 and 偎", {},
     "0: 7x ..\n1: 7x7x 5d ..\n0 throws 7x\n1 draws 7x\n1 chou_wei 7x\n1 throws 5d"),
    # -- P6, P7 --
    ("GH-P6 a 偎 is not declined", {},
     "0: 1x ..\n1: 2x2x 5x ..\n0 throws 1x\n1 draws 2x\n2 draws 5x ! GH-P6"),
    ("GH-P6 nor by a pass", {},
     "0: 1x ..\n1: 2x2x 5x ..\n0 throws 1x\n1 draws 2x\n1 passes wei ! GH-P6"),
    ("GH-P6 nor for a 吃", {},
     "0: 1x ..\n1: 2x2x 1x 3x 5x ..\n0 throws 1x\n1 draws 2x\n1 chi 2x 1x3x ! GH-P6"),
    ("GH-P6 a 提", {},
     "0: 1x ..\n1: 2x2x2x ..\n0 throws 1x\n1 draws 2x\n2 draws 5x ! GH-P6"),
    ("GH-P6 a 跑", {},
     "0: 2x ..\n1: 2x2x2x ..\n0 throws 2x\n1 draws 5x ! GH-P6"),
    ("GH-P6 破跑: the own win", {},
     "0: 4d ..\n1: 4d4d4d 5d6d 1x1x1x 8d8d8d 9d9d9d 3x4x5x 3x4x5x\n0 throws 4d\n1 win 4d"),
    ("GH-P7 not a card that the drawer has to 偎", {},
     f"0: 1x ..\n1: 3d3d ..\n2: {WAITS}\n0 throws 1x\n1 draws 3d\n2 win 3d ! GH-P7"),
    ("GH-P7 nor to 提", {},
     f"0: 1x ..\n1: 3d3d3d ..\n2: {WAITS}\n0 throws 1x\n1 draws 3d\n2 win 3d ! GH-P7"),
    # -- P8: 重跑 --
    ("GH-P8 the first four is followed by a discard", {},
     "0: 2x ..\n1: 2x2x2x 5x ..\n0 throws 2x\n1 pao 2x 3\n2 draws 9x ! GH-P8"),
    ("GH-P8 the second is not", {},
     "0: 2x ..\n1: 2x2x2x 3x3x3x 5x 6x ..\n0 throws 2x\n1 pao 2x 3\n1 throws 5x\n2 draws 3x\n"
     "1 pao 3x 3\n2 draws 9x"),
    ("GH-P8 a discard after the second", {},
     "0: 2x ..\n1: 2x2x2x 3x3x3x 5x 6x ..\n0 throws 2x\n1 pao 2x 3\n1 throws 5x\n2 draws 3x\n"
     "1 pao 3x 3\n1 throws 6x ! GH-P8"),
    ("GH-P8 the player after him draws", {},
     "0: 2x ..\n1: 2x2x2x 3x3x3x 5x 6x ..\n0 throws 2x\n1 pao 2x 3\n1 throws 5x\n2 draws 3x\n"
     "1 pao 3x 3\n0 draws 9x ! GH-P8"),
    ("GH-P8 a dealt 提 counts", {},
     "0: 2x ..\n1: 2x2x2x 3x3x3x3x 5x ..\n0 throws 2x\n1 lays 3x\n1 pao 2x 3\n2 draws 9x"),
    ("GH-P8 and changes nothing for the dealer's first discard", {},
     "0: 2x2x2x2x 5x ..\n0 lays 2x\n0 throws 5x\n1 draws 9x"),
    # -- P9: dealt 提 --
    ("GH-P9 the others lay theirs on the dealer's first discard", {},
     "0: 5x ..\n1: 2x2x2x2x ..\n2: 3x3x3x3x ..\n0 throws 5x\n1 lays 2x\n2 lays 3x\n1 draws 9x"),
    ("GH-P9 in seat order", {},
     "0: 5x ..\n1: 2x2x2x2x ..\n2: 3x3x3x3x ..\n0 throws 5x\n2 lays 3x ! GH-P9"),
    ("GH-P9 before any claim", {},
     "0: 5x ..\n1: 2x2x2x2x ..\n2: 5x5x ..\n0 throws 5x\n2 peng 5x ! GH-P9"),
    ("GH-P9 not before the discard", {}, "0: 5x ..\n1: 2x2x2x2x ..\n1 lays 2x ! GH-P9"),
    ("GH-P9 nor later", {},
     "0: 5x ..\n1: 2x2x2x2x ..\n0 throws 5x\n1 draws 9x ! GH-P9"),
    ("GH-P9 the dealer before his discard", {}, "0: 2x2x2x2x 5x ..\n0 throws 5x ! GH-P9"),
    ("GH-P9 two 提 give one extra card", {},
     "0: 2x2x2x2x 3x3x3x3x 5x ..\n0 lays 2x\n0 lays 3x\n0 extra 9x\n0 throws 5x"),
    ("GH-P9 which has to be drawn", {},
     "0: 2x2x2x2x 3x3x3x3x 5x ..\n0 lays 2x\n0 lays 3x\n0 throws 5x ! GH-P9"),
    ("GH-P9 and not another one", {},
     "0: 2x2x2x2x 3x3x3x3x 5x ..\n0 lays 2x\n0 lays 3x\n0 extra 9x\n0 extra 8x ! GH-P9"),
    ("GH-P9 one 提 gives none", {}, "0: 2x2x2x2x 5x ..\n0 lays 2x\n0 extra 9x ! GH-P9"),
    ("GH-P9 all are laid first", {},
     "0: 2x2x2x2x 3x3x3x3x 5x ..\n0 lays 2x\n0 extra 9x ! GH-P9"),
    ("GH-P9 an extra card that completes a four: laid, and one more", {},
     "0: 2x2x2x2x 3x3x3x3x 9x9x9x 5x ..\n0 lays 2x\n0 lays 3x\n0 extra 9x\n0 lays 9x\n0 extra 8x\n"
     "0 throws 5x"),
    ("GH-P9 at once", {},
     "0: 2x2x2x2x 3x3x3x3x 1d1d1d1d 9x9x9x 5x ..\n0 lays 2x\n0 lays 3x\n0 lays 1d\n0 extra 9x\n"
     "0 extra 8x ! GH-P9"),
    ("GH-P9 the extra cards of the others on the dealer's discard", {},
     "0: 5x ..\n1: 2x2x2x2x 3x3x3x3x ..\n0 throws 5x\n1 lays 2x\n1 lays 3x\n1 extra 9x\n"
     "1 draws 8x"),
    ("GH-P9 they come from the front of the stock", {},
     "wall\n0: 5x ..\n1: 2x2x2x2x 3x3x3x3x ..\n0 throws 5x\n1 lays 2x\n1 lays 3x\n1 extra 9x\n"
     "1 draws 8x"),
    ("GH-P9 an extra card may make the pair of a 碰", {},
     "0: 5x ..\n1: 2x2x2x2x 3x3x3x3x 5x 6x ..\n0 throws 5x\n1 lays 2x\n1 lays 3x\n1 extra 5x\n"
     "1 peng 5x\n1 throws 6x"),
    ("GH-P9 or the 坎 of a 跑, which is forced then", {},
     "0: 5x ..\n1: 2x2x2x2x 3x3x3x3x 5x5x 6x ..\n0 throws 5x\n1 lays 2x\n1 lays 3x\n1 extra 5x\n"
     "1 pao 5x 3\n2 draws 9x"),
    ("GH-P6 and may not be left", {},
     "0: 5x ..\n1: 2x2x2x2x 3x3x3x3x 5x5x 6x ..\n0 throws 5x\n1 lays 2x\n1 lays 3x\n1 extra 5x\n"
     "1 draws 9x ! GH-P6"),
    ("GH-P9 an extra card is recorded as one", {},
     "0: 2x2x2x2x 3x3x3x3x 5x ..\n0 lays 2x\n0 lays 3x\n0 draws 9x ! GH-P9"),
    ("GH-P9 the next player's 提 may be laid before the extra card is drawn", {},
     "0: 5x ..\n1: 2x2x2x2x 3x3x3x3x ..\n2: 4x4x4x4x ..\n0 throws 5x\n1 lays 2x\n1 lays 3x\n"
     "2 lays 4x\n1 extra 9x\n1 draws 8x"),
    # -- P10: 死手 --
    ("GH-P10 with nothing to discard the next player draws", {}, TO_STUCK + "2 draws 4x"),
    ("GH-P10 nobody else", {}, TO_STUCK + "0 draws 4x ! GH-P10"),
    ("GH-P10 no discard out of a 坎", {}, TO_STUCK + "1 throws 1x ! GH-P10"),
    ("GH-P10 he draws in turn, and others take it", {},
     "2: 8x8x 5d ..\n" + TO_STUCK + "2 draws 4x\n0 draws 2d\n1 draws 8x\n2 peng 8x\n2 throws 5d"),
    ("GH-P10 he takes nothing", {}, TO_STUCK + "2 draws 1x\n1 pao 1x 3 ! GH-P10"),
    ("GH-P10 not even what is forced", {}, TO_STUCK + "2 draws 1x\n0 draws 2x"),
    ("GH-P10 nor wins", {}, TO_STUCK + "2 draws 1x\n1 win 1x ! GH-P10"),
    # -- P11 --
    ("GH-P11 optional: a win on a discard may be left", {},
     f"0: 3d ..\n2: {WAITS}\n0 throws 3d\n1 draws 9x"),
    ("GH-P11 forced: not", {"discard_win": "forced"},
     f"0: 3d ..\n2: {WAITS}\n0 throws 3d\n1 draws 9x ! GH-P11"),
    ("GH-P11 forced: nor for a 碰", {"discard_win": "forced"},
     f"0: 3d ..\n1: 3d3d ..\n2: {WAITS}\n0 throws 3d\n1 peng 3d ! GH-P11"),
    ("GH-P11 forced: nor passed", {"discard_win": "forced"},
     f"0: 3d ..\n2: {WAITS}\n0 throws 3d\n2 passes win ! GH-P11"),
    ("GH-P11 forced: a drawn card may be left", {"discard_win": "forced"},
     f"0: 1x ..\n2: {WAITS}\n0 throws 1x\n1 draws 3d\n2 draws 9x"),
    # -- P12: the last card --
    ("GH-P12 the last card is not 碰", {}, LAST_5X_OTHER + "1 draws 5x\n0 peng 5x ! GH-P12"),
    ("GH-P12 nor eaten", {}, LAST_10D + "1 draws 10d\n1 chi 10d 2d7d ! GH-P12"),
    ("GH-P12 it is 偎, and the hand ends", {}, LAST_5X_OWN + "1 draws 5x\n1 wei 5x\nover draw"),
    ("GH-P12 without a discard", {}, LAST_5X_OWN + "1 draws 5x\n1 wei 5x\n1 throws 1d ! GH-P12"),
    ("GH-P12 the 偎 is forced there too", {}, LAST_5X_OWN + "1 draws 5x\nover draw ! GH-P6"),
    ("GH-P12 a hand is not over before", {}, LAST_10D + "over draw ! GH-P12"),
    ("GH-P12 nor does anybody draw after it", {}, LAST_10D + "1 draws 10d\n2 draws ? ! GH-P12"),
    # -- W: wins --
    ("GH-W1 the own draw", {}, f"0: 1x ..\n1: {WAITS}\n0 throws 1x\n1 draws 3d\n1 win 3d"),
    ("GH-W1 no seven groups", {}, f"0: 2x ..\n1: {WAITS}\n0 throws 2x\n1 win 2x ! GH-W1"),
    ("GH-W4 the forced 偎 of the own draw breaks the shape", {},
     "0: 2d ..\n1: 3d3d3d 8d8d8d 9d9d9d 1x1x1d 2x3x 4x5x6x 4d5d6d\n0 throws 2d\n1 draws 1x\n"
     "1 win 1x ! GH-W1"),
    ("GH-W4 another's draw of the same card wins", {},
     "0: 2d ..\n2: 3d3d3d 8d8d8d 9d9d9d 1x1x1d 2x3x 4x5x6x 4d5d6d\n0 throws 2d\n1 draws 1x\n"
     "2 win 1x"),
    ("GH-N10 the dealer's hand is complete", {},
     f"0: {WAITS} 3d\nopen 3d\n0 win 3d of deal"),
    ("GH-W5 the shown card may lie in a 提", {},
     "0: 1111d 456d 88d8x 999d 345x 456x 99x\nopen 1d\n0 lays 1d\n0 win 1d of deal"),
    ("GH-W5 or the 提 stay in hand", {},
     "0: 1111d 456d 88d8x 999d 345x 456x 99x\nopen 1d\n0 win 1d of deal"),
    ("GH-N10 complete with the extra card", {},
     "0: 1111d 3333d 888x 999x 555d 456x 9d\nopen 4x\n0 lays 1d\n0 lays 3d\n0 extra 9d\n"
     "0 win 4x of deal"),
    ("GH-P9 and not before it is drawn", {},
     "0: 1111d 3333d 888x 999x 555d 456x 9d\nopen 4x\n0 lays 1d\n0 lays 3d\n"
     "0 win 4x of deal ! GH-P9"),
    ("GH-N10 not after his first discard", {},
     f"0: {WAITS} 3d\nopen 3d\n0 throws 3d\n0 win 3d of deal ! GH-N10"),
    ("R6 the own draw is what is claimed", {},
     f"0: 1x ..\n1: {WAITS}\n0 throws 1x\n1 draws 3d\n1 win 3d of 2 ! R6"),
    ("R6 he claims the shown card", {}, f"0: {WAITS} 3d\nopen 3d\n0 win 6d of deal ! R6"),
    ("GH-N10 nobody else wins on the shown card", {},
     f"0: 3d ..\n1: {WAITS}\nopen 3d\n1 win 3d of deal ! GH-N10"),
    ("GH-N11 a win on the dealer's first discard", {},
     f"0: 3d ..\n1: {WAITS}\n0 throws 3d\n1 win 3d"),
    # -- passes (R3) --
    ("R3 what a pass declined is not taken", {},
     "0: 2x ..\n1: 2x2x 5x ..\n0 throws 2x\n1 passes peng\n1 peng 2x ! R3"),
    ("R3 what was not open is not declined", {},
     "0: 2x ..\n1: 2x 5x ..\n0 throws 2x\n1 passes peng ! R3"),
    ("R3 a pass of a card that does not lie there", {},
     "0: 2x ..\n0 throws 2x\n1 draws 5x\n1 passes of 2 ! R3"),
    ("R3 several things are declined", {},
     "0: 7x ..\n1: 7x7x 7d 8x9x 5d ..\n0 throws 7x\n1 passes peng chi\n1 draws 5x"),
    # -- X5: 打坨 --
    ("GH-X5 everybody chooses before the first hand", {"datuo": "3"},
     "0 datuo\n1 no_datuo\n2 datuo\n0: 1x ..\n0 throws 1x"),
    ("GH-X5 nobody is left out", {"datuo": "3"}, "0 datuo\n2 datuo\ndealt ! GH-X5"),
    ("GH-X5 nobody chooses twice", {"datuo": "3"},
     "0 datuo\n1 no_datuo\n0 no_datuo ! GH-X5\n2 datuo\n0: 1x ..\n0 throws 1x"),
    ("GH-X5 nor later", {"datuo": "3"},
     "0 datuo\n1 no_datuo\n2 datuo\n0: 1x ..\n0 throws 1x\n1 datuo ! GH-X5"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "text"), SCRIPTS, ids=[name for name, _, _ in SCRIPTS])
def test_a_referee_would_say(name: str, options: dict[str, Any], text: str) -> None:
    rules = {key: value for key, value in options.items() if key != "players"}
    script = read_script(text, rules, options.get("players", 3))
    findings = verify(script.events).findings
    if script.at is None:
        assert not findings, findings[0]
    else:
        assert findings, f"nothing found, {script.clause} is broken at event {script.at}"
        assert (findings[0].seq, findings[0].clause) == (script.at, script.clause), findings[0]
