"""泰兴麻将: who may do what, when. One script a sentence of the rule book (see ``scripts.py``)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.taixing import FLOWERS, KINDS
from engine.verify import verify
from events.model import Deal
from events.tiles import MAHJONG
from tests.engine.scripts import read_script

TILES = [MAHJONG.tiles[kind] for kind in KINDS if kind not in FLOWERS for _ in range(4)]
READY = "111m 234m 45m 678m 99m"  # waits for 3m and 6m; 清一色, so that no 花 is needed
WAITS = "123456789p 78m 99m"  # waits for 6m and 9m; 一条龙
ALSO = "123456789s 78m 11m"  # waits for 6m and 9m; 一条龙
THIRD = "333m 444m 555m 78m 22m"  # waits for 6m and 9m; 清一色
WINDS = "EES NNN PP FF CCC"  # no shape: any 风 wins
ROUND = "1 draws 1s\n1 throws 1s\n2 draws 1s\n2 throws 1s\n3 draws 1s\n3 throws 1s\n"


def declared(then: str) -> str:
    """The dealer has declared 天听, and it is his turn again."""
    return f"0: {READY} 9s\n0 ready\n0 throws 9s\n{ROUND}{then}"


def added(then: str, hands: str = "") -> str:
    """Seat 1 adds the fourth 6m to its pung: event 12."""
    return (
        f"0: 6m 9p ..\n1: 6m6m 9s ..\n{hands}\n0 throws 6m\n1 pung 6m\n1 throws 9s\n2 draws 2p\n"
        "2 throws 2p\n3 draws 2p\n3 throws 2p\n0 draws 2p\n0 throws 9p\n1 draws 6m\n1 adds 6m\n"
        + then
    )


def seven(then: str) -> str:
    """Seat 3 has laid out seven flowers in the opening; it draws the eighth: event 21."""
    laid = "".join(f"3 lays {n}f\n3 tail {n}s\n" for n in range(1, 8))
    return (
        f"0: 9p ..\n3: 1f2f3f4f5f6f7f 9p ..\n{laid}0 throws 9p\n1 draws 1p\n1 throws 1p\n"
        f"2 draws 1p\n2 throws 1p\n3 draws 8f\n{then}"
    )


def konged(then: str) -> str:
    """Seat 3 has konged E, its only 花, for a hand that waits for 6m."""
    return (
        "0: 6m 9s ..\n3: EEE 123m 45m 789p 99p\n0 throws 9s\n1 draws E\n1 throws E\n3 kong E\n"
        + then
    )


SCRIPTS: list[tuple[str, dict[str, Any], str]] = [
    # -- tiles --
    ("TX-E1 winds and dragons are in", {}, "0: E C P ..\n0 throws E\n1 draws N"),
    ("TX-E1 no red fives", {}, "0: 9p ..\n0 throws 9p\n1 draws 5mr ! TX-E1"),
    ("TX-E1 no fifth tile", {}, "0: 9p9p ..\n1: 9p9p ..\n0 throws 9p\n1 draws 9p ! TX-E1"),
    ("TX-E1 one flower of each", {},
     "0: 1f 9p ..\n0 lays 1f\n0 tail 1s\n0 throws 9p\n1 draws 1f ! TX-E1"),
    # -- 补花 --
    ("TX-E4 the dealer first, a flower drawn laid again", {},
     "0: 1f2f ..\n2: 3f ..\n0 lays 1f\n0 tail 4f\n0 lays 2f\n0 tail 1s\n0 lays 4f\n0 tail 2s\n"
     "2 lays 3f\n2 tail 3s\n0 throws 2s"),
    ("TX-E4 all at once, one draw each", {},
     "0: 1f2f 9p ..\n0 lays 1f2f\n0 tail 1s\n0 tail 2s\n0 throws 9p"),
    ("TX-E4 and no draw less", {},
     "0: 1f2f 9p ..\n0 lays 1f2f\n0 tail 1s\n0 throws 9p ! TX-E4"),
    ("TX-E4 not before the seats in front", {}, "0: 1f ..\n2: 3f ..\n2 lays 3f ! TX-E4"),
    ("TX-E4 until none is left", {},
     "1: 1f2f ..\n2: 3f ..\n1 lays 1f\n1 tail 1s\n2 lays 3f ! TX-E4"),
    ("TX-E4 nobody plays before all have done it", {},
     "0: 9p ..\n3: 3f ..\n0 throws 9p ! TX-E4"),
    ("TX-E4 no kong before", {}, "0: 9p9p9p9p ..\n3: 3f ..\n0 hides 9p ! TX-E4"),
    ("TX-E4 no 天听 before", {}, f"0: {READY} 9s\n3: 3f ..\n0 ready ! TX-E4"),
    ("TX-E4 no win with the dealt hand before", {},
     f"0: {READY} 3m\n3: 3f ..\n0 wins 3m of deal ! TX-E4"),
    ("TX-E4 what is drawn in play is laid at once", {},
     "0: 9p ..\n0 throws 9p\n1 draws 1f\n1 lays 1f\n1 tail 2s\n1 throws 2s"),
    ("TX-E4 and not kept", {}, "0: 9p ..\n1: 8p ..\n0 throws 9p\n1 draws 1f\n1 throws 8p ! TX-E4"),
    ("TX-E4 a flower is never discarded", {},
     "0: 9p ..\n0 throws 9p\n1 draws 1f\n1 throws 1f ! TX-E4"),
    ("TX-E4 nor konged around", {},
     "0: 9p ..\n1: 8p8p8p8p ..\n0 throws 9p\n1 draws 1f\n1 hides 8p ! TX-E4"),
    ("TX-E4 only flowers are laid", {}, "0: 9p ..\n0 lays 9p ! TX-E4"),
    ("TX-E4 none that is not held", {}, "0: 9p ..\n0 lays 1f ! TX-E4"),
    ("TX-E4 replaced from the tail", {}, "0: 1f ..\n0 lays 1f\n0 draws 1s ! TX-E4"),
    ("TX-E4 by who laid it", {}, "0: 1f ..\n0 lays 1f\n1 tail 1s ! TX-E4"),
    ("TX-E4 without a die", {}, "0: 1f ..\n0 lays 1f\n0 tail 1s die 2 ! TX-E4"),
    ("TX-E4 before anything else", {}, "0: 1f 9p ..\n0 lays 1f\n0 throws 9p ! TX-E4"),
    ("TX-E4 not on another's turn", {},
     "0: 9p ..\n1: ?????????????\n0 throws 9p\n1 lays 1f ! TX-E4"),
    ("TX-E4 a hidden hand goes back", {},
     "0: ??????????????\n1: ?????????????\n1 lays 1f\n1 tail ?\n0 lays 2f ! TX-E4"),
    ("TX-E4 a hidden hand that kept one", {},
     "0: 9p ..\n1: ?????????????\n0 throws 9p\n1 draws 5p\n1 lays 1f ! TX-E4"),
    ("TX-E4 a hidden hand that drew one", {},
     "0: 9p ..\n1: ?????????????\n0 throws 9p\n1 draws ?\n1 lays 1f\n1 tail ?\n1 throws 5p"),
    # -- order of play --
    ("TX-P1 the dealer's first turn has no draw", {}, "0 draws 9s ! TX-P1"),
    ("TX-P1 the next seat draws", {}, "0: 9p ..\n0 throws 9p\n2 draws 1s ! TX-P1"),
    ("TX-P1 from the head", {}, "0: 9p ..\n0 throws 9p\n1 tail 1s ! TX-P1"),
    ("TX-P1 no discard without a draw", {}, "0: 9p ..\n1: 8p ..\n0 throws 9p\n1 throws 8p ! TX-P1"),
    ("TX-P1 one discard a turn", {}, "0: 9p 8p ..\n0 throws 9p\n0 throws 8p ! TX-P1"),
    ("TX-P1 nobody acts on another's turn", {}, "1: 8p ..\n1 throws 8p ! TX-P1"),
    ("TX-P1 no chow", {}, "0: 3m ..\n1: 1m2m ..\n0 throws 3m\n1 chow 3m ! TX-P1"),
    ("TX-P1 a pung", {},
     "0: 9p ..\n2: 9p9p 8p ..\n0 throws 9p\n2 pung 9p\n2 throws 8p\n3 draws 1s"),
    ("TX-P1 a pung needs two", {}, "0: 9p ..\n2: 9p ..\n0 throws 9p\n2 pung 9p ! TX-P1"),
    ("TX-P1 a kong needs three", {}, "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n2 kong 9p ! TX-P1"),
    ("TX-P1 of the tile that lies there", {},
     "0: 9p ..\n2: 8p8p ..\n0 throws 9p\n2 pung 8p ! TX-P1"),
    ("TX-P1 not the own discard", {}, "0: 9p9p9p ..\n0 throws 9p\n0 pung 9p ! TX-P1"),
    ("TX-P1 not once the next seat has drawn", {},
     "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n1 draws 1s\n2 pung 9p of 2 ! TX-P1"),
    ("TX-P1 a late win", {},
     f"0: 3m ..\n2: {READY}\n0 throws 3m\n1 draws 1s\n2 wins 3m of 2 ! TX-P1"),
    ("TX-P1 the pung draws nothing", {},
     "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n2 pung 9p\n2 draws 1s ! TX-P1"),
    # -- winners --
    ("TX-P2 all who can", {},
     f"0: 6m ..\n1: {WAITS}\n2: {ALSO}\n3: {THIRD}\n0 throws 6m\n1 wins 6m\n2 wins 6m of 2\n"
     "3 wins 6m of 2"),
    ("TX-P2 who does not want to, need not", {},
     f"0: 6m ..\n1: {WAITS}\n3: {THIRD}\n0 throws 6m\n3 wins 6m"),
    ("TX-P2 the nearest first", {},
     f"0: 6m ..\n1: {WAITS}\n3: {THIRD}\n0 throws 6m\n3 wins 6m\n1 wins 6m of 2 ! TX-P2"),
    ("TX-P2 each once", {},
     f"0: 6m ..\n3: {READY}\n0 throws 6m\n3 wins 6m\n3 wins 6m of 2 ! TX-P2"),
    ("TX-P2 nobody shares a self-draw", {},
     f"0: 9p ..\n1: {WAITS}\n3: {THIRD}\n0 throws 9p\n1 draws 6m\n1 wins 6m\n"
     "3 wins 6m of 3 ! TX-P2"),
    ("TX-P2 the further winner's hand stands too", {},
     f"0: 6m ..\n1: {WAITS}\n0 throws 6m\n1 wins 6m\n2 wins 6m of 2 ! TX-W1"),
    ("TX-P2 two_nearest: two", {"multi_win": "two_nearest"},
     f"0: 6m ..\n1: {WAITS}\n2: {ALSO}\n0 throws 6m\n1 wins 6m\n2 wins 6m of 2"),
    ("TX-P2 two_nearest: no third", {"multi_win": "two_nearest"},
     f"0: 6m ..\n1: {WAITS}\n2: {ALSO}\n3: {THIRD}\n0 throws 6m\n1 wins 6m\n2 wins 6m of 2\n"
     "3 wins 6m of 2 ! TX-P2"),
    ("TX-P2 nearest: no second", {"multi_win": "nearest"},
     f"0: 6m ..\n1: {WAITS}\n3: {THIRD}\n0 throws 6m\n1 wins 6m\n3 wins 6m of 2 ! TX-P2"),
    ("TX-P2 nearest: who passes lets the next one win", {"multi_win": "nearest"},
     f"0: 6m ..\n1: {WAITS}\n3: {THIRD}\n0 throws 6m\n1 passes win\n3 wins 6m"),
    # -- kongs --
    ("TX-P3 concealed", {}, "0: 9p9p9p9p ..\n0 hides 9p\n0 tail 2s"),
    ("TX-P3 three are none", {}, "0: 9p9p9p ..\n0 hides 9p ! TX-P3"),
    ("TX-P3 exposed", {},
     "0: 9p ..\n2: 9p9p9p 8p ..\n0 throws 9p\n2 kong 9p\n2 tail 2s\n2 throws 8p"),
    ("TX-P3 added straight after the pung", {},
     "0: 9p ..\n1: 9p9p9p 7p ..\n0 throws 9p\n1 pung 9p\n1 adds 9p\n1 tail 2s\n1 throws 7p"),
    ("TX-P3 concealed straight after a pung", {},
     "0: 9p ..\n1: 9p9p 8p8p8p8p 7p ..\n0 throws 9p\n1 pung 9p\n1 hides 8p\n"
     "1 tail 2s\n1 throws 7p"),
    ("TX-P3 added later", {}, added("1 tail 2s\n1 throws 2s")),
    ("TX-P3 nothing is added without a pung", {}, "0: 9p ..\n0 adds 9p ! TX-P3"),
    ("TX-P3 nor what is not held", {},
     "0: 9p ..\n1: 9p9p ..\n0 throws 9p\n1 pung 9p\n1 adds 9p ! TX-P3"),
    ("TX-P3 the replacement comes from the tail", {},
     "0: 9p9p9p9p ..\n0 hides 9p\n0 draws 2s ! TX-P3"),
    ("TX-P3 no die is rolled for it", {}, "0: 9p9p9p9p ..\n0 hides 9p\n0 tail 2s die 3 ! TX-P3"),
    ("TX-P3 before the discard", {}, "0: 9p9p9p9p 8p ..\n0 hides 9p\n0 throws 8p ! TX-P3"),
    ("TX-P3 a flower drawn for it is replaced", {},
     "0: 9p9p9p9p 8p ..\n0 hides 9p\n0 tail 1f\n0 lays 1f\n0 tail 2s\n0 throws 8p"),
    ("TX-P3 a flower of the opening goes before it", {}, "0: 1f 9p9p9p9p ..\n0 hides 9p ! TX-E4"),
    # -- 抢杠 --
    ("TX-P4 before the replacement", {}, added("3 wins 6m", f"3: {WAITS}")),
    ("TX-P4 not after it", {}, added("1 tail 2s\n3 wins 6m of 12 ! TX-P4", f"3: {WAITS}")),
    ("TX-P4 several may", {},
     added("2 wins 6m\n3 wins 6m of 12", f"2: {ALSO}\n3: {WAITS}")),
    ("TX-P4 nearest: one does", {"multi_win": "nearest"},
     added("2 wins 6m\n3 wins 6m of 12 ! TX-P2", f"2: {ALSO}\n3: {WAITS}")),
    ("TX-P4 not the konger", {}, added("1 wins 6m ! TX-P4")),
    ("TX-P4 the kong is open to a pass", {}, added("3 passes win\n1 tail 2s", f"3: {WAITS}")),
    ("TX-P4 what was passed is not robbed", {},
     added("3 passes\n3 wins 6m of 12 ! R3", f"3: {WAITS}")),
    ("TX-P4 a bare 风一色 robs a 风", {},
     "0: W 9p ..\n1: WW 9s ..\n3: EES NNN PP FF CCC\n0 throws W\n1 pung W\n"
     "1 throws 9s\n2 draws 1s\n"
     "2 throws 1s\n3 draws 1s\n3 throws 1s\n0 draws 1s\n0 throws 9p\n1 draws W\n"
     "1 adds W\n3 wins W"),
    ("TX-P4 and a suit tile not", {}, added("3 wins 6m ! TX-W1", f"3: {WINDS}")),
    ("TX-P4 a concealed kong cannot be robbed", {},
     f"0: 6m6m6m6m ..\n3: {WAITS}\n0 hides 6m\n3 wins 6m of 2 ! TX-P4"),
    ("TX-P4 nor an exposed one", {},
     f"0: 6m ..\n1: 6m6m6m ..\n3: {WAITS}\n0 throws 6m\n1 kong 6m\n3 wins 6m of 3 ! TX-P4"),
    # -- 天听 --
    ("TX-P5 with the dealer's first discard", {},
     f"0: {READY} 9s\n0 ready\n0 throws 9s\n1 draws 1s"),
    ("TX-P5 complete with fourteen tiles", {}, f"0: {READY} 3m\n0 ready\n0 throws 3m\n1 draws 1s"),
    ("TX-P5 or any other of a complete hand", {},
     f"0: {READY} 3m\n0 ready\n0 throws 9m\n1 draws 1s"),
    ("TX-P5 thirteen 风 wait for a 风", {}, f"0: {WINDS} 9s\n0 ready\n0 throws 9s\n1 draws 1s"),
    ("TX-P5 the hand left waits", {}, f"0: {READY} 9s\n0 ready\n0 throws 2m ! TX-P5"),
    ("TX-P5 some discard must leave a wait", {}, "0: 147m 147p 147s CCPP 9s\n0 ready ! TX-P5"),
    ("TX-P5 three suits can wait for nothing (TX-W2)", {},
     "0: 123m 456p 789s 78s 99s 1p\n0 ready ! TX-P5"),
    ("TX-P5 nor for a fifth tile", {}, "0: 1111m 456m 789m EEE 9s\n0 ready\n0 throws 9s ! TX-P5"),
    ("TX-P5 not for the others", {},
     f"0: 9p ..\n1: {READY}\n0 throws 9p\n1 draws 9s\n1 ready ! TX-P5"),
    ("TX-P5 not later", {}, f"0: {READY} 9s\n0 throws 9s\n{ROUND}0 draws 9p\n0 ready ! TX-P5"),
    ("TX-P5 not while a discard is open", {}, f"0: {READY} 9s\n0 throws 9s\n0 ready ! TX-P5"),
    ("TX-P5 a concealed kong before does not bar it", {},
     "0: 2222p 234m 678m 99m 45m\n0 hides 2p\n0 tail E\n0 ready\n0 throws E\n1 draws 1s"),
    ("TX-P5 only the drawn tile is discarded", {}, declared("0 draws 9p\n0 throws 9m ! TX-P5")),
    ("TX-P5 a flower drawn is still replaced", {},
     declared("0 draws 1f\n0 lays 1f\n0 tail 9p\n0 throws 9p")),
    ("TX-P5 no pung", {},
     f"0: {READY} 9s\n0 ready\n0 throws 9s\n1 draws 9m\n1 throws 9m\n0 pung 9m ! TX-P5"),
    ("TX-P5 no exposed kong", {},
     f"0: {READY} 9s\n0 ready\n0 throws 9s\n1 draws 1m\n1 throws 1m\n0 kong 1m ! TX-P5"),
    ("TX-P5 no concealed kong", {}, declared("0 draws 1m\n0 hides 1m ! TX-P5")),
    ("TX-P5 winning is free", {}, declared("0 draws 3m\n0 throws 3m")),
    ("R5 it stands before its discard", {}, f"0: {READY} 9s\n0 ready\n0 ready ! R5"),
    # -- winning hands --
    ("TX-W1 no shape", {}, f"0: 9s ..\n3: {READY}\n0 throws 9s\n3 wins 9s ! TX-W1"),
    ("TX-W1 four melds and a pair in any mix", {},
     "0: 6m ..\n3: 111m 234m 45m EEE CC\n0 throws 6m\n3 wins 6m"),
    ("TX-W1 seven pairs", {}, "0: 6m ..\n3: 11m 6m 3333p 77p EE CC\n0 throws 6m\n3 wins 6m"),
    ("TX-W2 two suits at most", {},
     "0: 6m ..\n3: 111p 234s 45m EEE CC\n0 throws 6m\n3 wins 6m ! TX-W2"),
    ("TX-W2 melds count", {},
     "0: 9s 6m ..\n3: 99s 234m 45m 111p CC E\n0 throws 9s\n3 pung 9s\n3 throws E\n0 draws 1s\n"
     "0 throws 6m\n3 wins 6m ! TX-W2"),
    ("TX-W3 no shape is needed", {}, f"0: W ..\n3: {WINDS}\n0 throws W\n3 wins W"),
    ("TX-W3 a 风 drawn", {}, f"0: 9p ..\n1: {WINDS}\n0 throws 9p\n1 draws W\n1 wins W"),
    ("TX-W3 dealt", {}, f"0: {WINDS} W\n0 wins W of deal"),
    ("TX-W3 melds must be 风 too", {},
     "0: 9p W ..\n3: 99p EES NNN PP FF C\n0 throws 9p\n3 pung 9p\n3 throws C\n0 draws 1s\n"
     "0 throws W\n3 wins W ! TX-W1"),
    # -- 花胡 --
    ("TX-W4 the eighth wins at once", {}, seven("3 wins 8f")),
    ("TX-W4 laid first", {}, seven("3 lays 8f\n3 wins 8f of 21")),
    ("TX-W4 not replaced", {}, seven("3 lays 8f\n3 tail 2p ! TX-W4")),
    ("TX-W4 not kept", {}, seven("3 throws 9p ! TX-W4")),
    ("TX-W4 not discarded", {}, seven("3 throws 8f ! TX-W4")),
    ("TX-W4 not declined", {}, seven("3 passes win ! TX-W4")),
    ("TX-W4 not passed", {}, seven("3 passes ! TX-W4")),
    ("TX-W4 nobody else has it to decline", {}, seven("2 passes win ! R3")),
    ("TX-W4 nobody else wins with it", {}, seven("2 wins 8f ! TX-W4")),
    ("TX-W4 nobody else lays it", {}, seven("2 lays 8f ! TX-W4")),
    ("TX-W4 with the eighth, not another", {}, seven("3 wins 7f ! TX-W4")),
    ("TX-W4 of its draw", {}, seven("3 lays 8f\n3 wins 8f of 22 ! TX-W4")),
    ("TX-W4 the hand is not settled without it", {}, seven("over draw ! TX-W4")),
    ("R9 but it may be aborted", {}, seven("over abort")),
    ("TX-W4 nobody wins beside it", {}, seven("3 wins 8f\n1 wins 8f of 21 ! TX-W4")),
    ("TX-W4 no other flower wins", {},
     "0: 9p ..\n0 throws 9p\n1 draws 1f\n1 wins 1f ! TX-W4"),
    ("TX-W4 seven are not enough", {},
     "3: 1f2f3f4f5f6f7f ..\n3 lays 1f2f3f4f5f6f7f\n3 tail 1s\n3 wins 7f of 3 ! TX-W4"),
    ("TX-W4 drawn unseen, it may be the eighth", {},
     seven("3 wins 8f").replace("3: 1f2f3f4f5f6f7f 9p ..", "3: ?????????????")
     .replace("3 draws 8f", "3 draws ?")),
    ("TX-W4 not when another has a flower", {},
     "0: 8f 9p ..\n3: ?????????????\n0 lays 8f\n0 tail 1s\n0 throws 9p\n1 draws 1p\n1 throws 1p\n"
     "2 draws 1p\n2 throws 1p\n3 draws ?\n3 wins 7f ! TX-W4"),
    ("TX-W4 in the opening", {}, "1: 1f2f3f4f5f6f7f ..\n1 lays 1f\n1 tail 8f\n1 wins 8f"),
    ("TX-W4 before what is still owed is drawn", {},
     "1: 1f2f3f4f5f6f7f ..\n1 lays 1f2f\n1 tail 8f\n1 tail 1s ! TX-W4"),
    ("TX-W4 the dealer's, of the draw", {},
     "0: 1f2f3f4f5f6f7f ..\n0 lays 1f\n0 tail 8f\n0 wins 8f of deal ! TX-W4"),
    ("TX-W4 dealt, it claims the deal", {}, "1: 1f2f3f4f5f6f7f8f ..\n1 wins 8f of deal"),
    ("TX-W4 dealt, it is not declined", {},
     "0: 9p ..\n1: 1f2f3f4f5f6f7f8f ..\n0 throws 9p ! TX-W4"),
    ("TX-W4 for a kong", {},
     "0: 1f2f3f4f5f6f7f 9999p ..\n0 lays 1f2f3f4f5f6f7f\n0 tail 1s\n0 tail 2s\n0 tail 3s\n"
     "0 tail 4s\n0 tail 5s\n0 tail 6s\n0 tail 7s\n0 hides 9p\n0 tail 8f\n0 wins 8f"),
    ("TX-W4 a hidden hand", {},
     seven("3 wins 8f").replace("3: 1f2f3f4f5f6f7f 9p ..", "3: ?????????????")),
    # -- 花 of a 小胡 --
    ("TX-W5 three 花 on a discard", {},
     konged("3 tail 1f\n3 lays 1f\n3 tail 1s\n3 throws 1s\n0 draws 1s\n0 throws 6m\n3 wins 6m")),
    ("TX-W5 two are too few", {},
     konged("3 tail 1s\n3 throws 1s\n0 draws 1s\n0 throws 6m\n3 wins 6m ! TX-W5")),
    ("TX-W5 two 花 that are not hard are too few for a self-draw", {},
     konged("3 tail 1s\n3 throws 1s\n0 draws 1s\n0 throws 1s\n1 draws 2p\n1 throws 2p\n"
            "2 draws 2p\n2 throws 2p\n3 draws 6m\n3 wins 6m ! TX-W5")),
    ("TX-W5 two 硬花 will do", {},
     "0: 9s ..\n1: 1f2f 123m 45m 789p EEE\n1 lays 1f\n1 tail C\n1 lays 2f\n1 tail C\n0 throws 9s\n"
     "1 draws 6m\n1 wins 6m"),
    ("TX-W5 but not on a discard", {},
     "0: 6m ..\n1: 1f2f 123m 45m 789p EEE\n1 lays 1f\n1 tail C\n1 lays 2f\n1 tail C\n0 throws 6m\n"
     "1 wins 6m ! TX-W5"),
    ("TX-W5 a 大胡 needs none", {}, konged("3 tail 6m\n3 wins 6m")),
    # -- the end --
    ("TX-P6 no 荒庄 before the wall is empty", {}, "0: 9p ..\n0 throws 9p\nover draw ! TX-P6"),
    ("R9 a hand may be aborted", {}, "0: 9p ..\n0 throws 9p\nover abort"),
    # -- the record --
    ("R3 what was passed is not taken", {},
     "0: 9p ..\n2: 9p9p ..\n0 throws 9p\n2 passes\n2 pung 9p ! R3"),
    ("R3 what was not declined may be", {},
     "0: 9p ..\n2: 9p9p9p ..\n0 throws 9p\n2 passes exposed_kong\n2 pung 9p"),
    ("R3 nothing is declined that was not there", {},
     "0: 9p ..\n2: 9p ..\n0 throws 9p\n2 passes pung ! R3"),
    ("R3 a win of too little 花 is none to decline", {},
     "0: 6m ..\n3: 123m 45m 789p 99p EEE\n0 throws 6m\n3 passes win ! R3"),
    ("R3 the own draw may be passed", {},
     f"0: 9p ..\n1: {READY}\n0 throws 9p\n1 draws 6m\n1 passes win\n1 throws 6m"),
    ("R3 and is not won then", {},
     f"0: 9p ..\n1: {READY}\n0 throws 9p\n1 draws 6m\n1 passes win\n1 wins 6m ! R3"),
    ("R6 the dealer's win claims the deal", {}, f"0: {READY} 3m\n0 wins 3m of deal"),
    ("R6 after replacements too", {}, f"0: {READY} 1f\n0 lays 1f\n0 tail 3m\n0 wins 3m of deal"),
    ("R6 a kong's replacement is a draw", {},
     "0: 2222p 234m 678m 99m 45m\n0 hides 2p\n0 tail 3m\n0 wins 3m of 3"),
    ("R6 not a discard of before", {},
     f"0: 9p ..\n1: {READY}\n0 throws 9p\n1 draws 3m\n1 wins 3m of 2 ! R6"),
    ("R10 a tile that is not held", {}, "1: 9p ..\n0 throws 9p ! R10"),
    ("R8 a hand is over once it is settled", {},
     "0: 9p ..\n0 throws 9p\nover abort\n1 draws 1s ! R8"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "text"), [row[1:] for row in SCRIPTS], ids=[row[0] for row in SCRIPTS]
)
def test_the_order_of_play(options: dict[str, Any], text: str) -> None:
    script = read_script("taixing", text, options, TILES)
    found = verify(script.events).findings
    if script.at is None:
        assert not found, found[0]
        return
    assert found, f"nothing found; {script.clause} at {script.at}"
    assert (found[0].seq, found[0].clause) == (script.at, script.clause), found[0].message


@pytest.mark.parametrize(("seat", "tiles"), [(0, 13), (0, 15), (1, 12), (3, 14)])
def test_the_dealer_is_dealt_fourteen_tiles_the_others_thirteen(seat: int, tiles: int) -> None:
    """TX-E3."""
    events = read_script("taixing", f"{seat}: {' '.join(TILES[:54:4][:tiles])}", {}, TILES).events
    deal = events[1]
    assert isinstance(deal, Deal)
    hands = list(deal.hands)
    hands[seat] = " ".join(TILES[i * 4 + 3] for i in range(tiles))
    assert [f.clause for f in verify([events[0], replace(deal, hands=tuple(hands))]).findings] == [
        "TX-E3"
    ]


@pytest.mark.parametrize("dice", [(a, b) for a in range(1, 7) for b in range(1, 7)])
def test_four_throws_open_the_opposite_wall(dice: tuple[int, int]) -> None:
    """TX-E2: 1-4, 2-3, 3-6, 4-5 at the smaller die; of the others the book names no wall."""
    named = sorted(dice) in ([1, 4], [2, 3], [3, 6], [4, 5])
    events = read_script("taixing", "0: 9p ..\n0 throws 9p", {}, TILES).events
    deal = events[1]
    for seat in range(4):
        for stack in range(1, 19):
            rolled = replace(deal, dice=dice, break_=(seat, stack))
            found = verify([events[0], rolled, *events[2:]]).findings
            right = not named or (seat, stack) == (2, min(dice))
            assert [f.clause for f in found] == ([] if right else ["TX-E2"])


@pytest.mark.parametrize("dice", [(3,), (1, 2, 3)])
def test_two_dice_are_rolled(dice: tuple[int, ...]) -> None:
    """TX-E2."""
    events = read_script("taixing", "0: 9p ..\n0 throws 9p", {}, TILES).events
    found = verify([events[0], replace(events[1], dice=dice), *events[2:]]).findings
    assert [f.clause for f in found] == ["TX-E2"]
