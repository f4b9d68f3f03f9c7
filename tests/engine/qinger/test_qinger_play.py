"""青儿: who may do what, when. One script a sentence of the rule book (see ``scripts.py``)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.game import game
from engine.games.qinger import HAND, PLAYING
from engine.games.qinger.deals import FLOWERS, TILES
from engine.replay import replay
from engine.verify import verify
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Match, Settlement
from tests.engine.qinger.scripts import read_script

# 22 cards that wait for S6 and S9: runs and a pair of ♥8, 青儿 with two 文钱.
READY = "S1 S2 S3 S1 S2 S3 S7 S8 H2 H3 H4 H5 H6 H7 C2 C3 C4 C5 C6 C7 H8 H8"
# 20 cards: six groups and a pair; S7 S7 S7 is worth 2, which is rounded to 10.
PLAIN = "S4 S5 S6 S7 S7 S7 H2 H3 H4 H5 H6 H7 C4 C5 C6 C7 C8 C9 H8 H8"
FIVE = "BJ BJ BJ LJ LJ"
# Seat 1 碰 S6, later draws the fourth and adds it; seat 2 waits for it.
ADDED = f"""0: S6 ..
1: S6 S6 H1 ..
2: {READY}
0 throws S6
1 peng S6
1 throws H1
2 draws C1
2 throws C1
0 draws C1
0 throws C1
1 draws S6
1 adds S6
"""
FOUR_AT_TABLE = {"players": 4}

SCRIPTS: list[tuple[str, dict[str, Any], str]] = [
    # -- cards and the deal --
    ("QE-E1 four of a card with ranks", {}, "0: S1 S1 S1 S1 S1 ..\ndealt ! QE-E1"),
    ("QE-E1 three ♥J and one ♣J", {}, "0: HJ HJ HJ CJ ..\n0 throws HJ"),
    ("QE-E1 no fourth ♥J", {}, "0: HJ HJ ..\n1: HJ HJ ..\ndealt ! QE-E1"),
    ("QE-E1 one 广告", {}, "0: AD AD ..\ndealt ! QE-E1"),
    ("QE-E1 two 小鬼", {}, "0: LJ LJ ..\n1: LJ ..\ndealt ! QE-E1"),
    ("QE-E1 the 见张 counts", {}, "jian CQ\n2: CQ ..\ndealt ! QE-E1"),
    ("QE-E1 no fifth card comes from the stock", {},
     "0: S9 ..\n1: H9 H9 H9 H9 ..\n0 throws S9\n1 draws H9 ! QE-E1"),
    ("QE-E2 ♥ and ♣ are one kind for 碰", {},
     "0: CQ ..\n1: HQ HQ S9 ..\n0 throws CQ\n1 peng CQ HQ HQ\n1 throws S9"),
    ("QE-E2 and for 暗笃", {},
     "0: HK HK HK CK S9 ..\n0 hides HK HK HK CK\n0 draws S1\n0 throws S9"),
    ("QE-E2 not J with Q", {}, "0: CQ ..\n1: HJ HQ ..\n0 throws CQ\n1 peng CQ HJ HQ ! QE-P1"),
    ("QE-E3 the dealer, then the next seats", {},
     "0: S9 ..\n0 throws S9\n1 draws S1\n1 throws S1\n2 draws S4\n2 throws S4\n0 draws S7"),
    ("QE-E3 who sits out is dealt nothing", FOUR_AT_TABLE, "3: S1 S2 ..\ndealt ! QE-E3"),
    ("QE-E3 with four the turn passes over him", FOUR_AT_TABLE,
     "0: H9 ..\n0 throws H9\n1 draws S1\n1 throws S1\n2 draws S4\n2 throws S4\n0 draws S7"),
    ("QE-E3 he draws nothing", FOUR_AT_TABLE,
     "0: H9 ..\n0 throws H9\n1 draws S1\n1 throws S1\n2 draws S4\n2 throws S4\n3 draws S7 ! QE-E3"),
    ("QE-E3 and claims nothing", FOUR_AT_TABLE, "0: H9 ..\n0 throws H9\n3 peng H9 ! QE-E3"),
    ("R10 there is no fourth seat with three", {}, "0: H9 ..\n0 throws H9\n3 draws S1 ! R10"),
    ("QE-E4 each says whether he knocks", {}, "asked 0+ 1 2+\n0: H9 ..\n0 throws H9"),
    ("QE-E4 the dealer first", {}, "asked 1 2 0\ndealt ! QE-E4"),
    ("QE-E4 nobody is left out", {}, "asked 0 1\ndealt ! QE-E4"),
    ("QE-E4 nobody at all", {}, "asked\ndealt ! QE-E4"),
    ("QE-E4 who sits out is not asked", FOUR_AT_TABLE, "asked 0 1 3\ndealt ! QE-E4"),
    ("QE-E4 not once the cards are dealt", {}, "unasked\n0 knocks ! QE-E4"),
    ("QE-E5 the dealer 23 cards", {}, f"0: {READY}\ndealt ! QE-E5"),
    ("QE-E5 the others 22", {}, f"1: {READY} H9\ndealt ! QE-E5"),
    ("QE-E5 the 见张 is one card", {}, "jian S5H5\ndealt ! QE-E5"),
    # -- 起牌 --
    ("QE-E6 the first yes starts the game", {}, "0: H9 ..\n0 refuses\n1 plays\n0 throws H9"),
    ("QE-E6 the dealer is asked first", {}, "1 plays ! QE-E6"),
    ("QE-E6 nobody is asked after a yes", {}, "0 plays\n1 plays ! QE-E6"),
    ("QE-E6 nobody plays before it", {}, "unasked\n0: H9 ..\n0 throws H9 ! QE-E6"),
    ("QE-E6 nobody flies before it", {}, "unasked\n0: H9 H9 H9 H9 ..\n0 flies H9 ! QE-E6"),
    ("QE-E6 three refusals", {}, "0 refuses\n1 refuses\n2 refuses\nover abort"),
    ("QE-E6 are no draw", {}, "0 refuses\n1 refuses\n2 refuses\nover draw ! QE-E6"),
    ("QE-E6 two are not enough", {}, "0 refuses\n1 refuses\nover abort ! QE-E6"),
    ("QE-E6 after three nobody plays", {}, "0 refuses\n1 refuses\n2 refuses\n0 plays ! QE-E6"),
    # -- the opening --
    ("QE-E7 起飞, 补花, discard", {},
     "0: H9 H9 H9 H9 S9 ..\n1: BJ ..\n0 flies H9\n0 draws LJ\n0 lays LJ\n0 draws S1\n1 lays BJ\n"
     "1 draws S4\n0 throws S9"),
    ("QE-E7 in turn from the dealer", {},
     "0: H9 H9 H9 H9 ..\n1: C9 C9 C9 C9 ..\n1 flies C9\n1 draws S1\n0 flies H9 ! QE-E7"),
    ("QE-E7 going on while he can", {},
     "1: H9 H9 H9 H9 C9 C9 C9 ..\n1 flies H9\n1 draws C9\n1 flies C9\n1 draws S1"),
    ("QE-E7 起飞 is a choice", {}, "0: H9 H9 H9 H9 S9 ..\n0 throws S9"),
    ("QE-E7 not after 补花 has begun", {},
     "0: BJ ..\n1: H9 H9 H9 H9 ..\n0 lays BJ\n0 draws S1\n1 flies H9 ! QE-E7"),
    ("QE-E7 补花 in turn", {}, "0: BJ ..\n1: LJ ..\n1 lays LJ ! QE-E7"),
    ("QE-E7 no discard while another has a flower", {},
     "0: H9 ..\n2: AD ..\n0 throws H9 ! QE-E7"),
    ("QE-E7 no discard with an own flower", {}, "0: BJ H9 ..\n0 throws H9 ! QE-E7"),
    ("QE-E7 nor 暗笃", {}, "0: H9 H9 H9 H9 ..\n1: BJ ..\n0 hides H9 ! QE-E7"),
    ("QE-E7 nor a win", {}, f"0: {READY} S6\n1: BJ ..\n0 wins S6 of deal ! QE-E7"),
    ("QE-E7 the dealer acts first", {}, "1: H9 ..\n1 throws H9 ! QE-E7"),
    ("QE-E7 no 起飞 in play", {},
     "0: S9 ..\n1: H9 H9 H9 H9 ..\n0 throws S9\n1 draws S1\n1 flies H9 ! QE-E7"),
    ("QE-E7 four that 补花 brings are no 起飞", {},
     "0: BJ H9 H9 H9 ..\n0 lays BJ\n0 draws H9\n0 flies H9 ! QE-E7"),
    ("QE-E7 but 暗笃", {}, "0: BJ H9 H9 H9 ..\n0 lays BJ\n0 draws H9\n0 hides H9\n0 draws S1"),
    # -- the 见张 as fourth --
    ("QE-J4 not as a rule", {}, "jian H9\n0: H9 H9 H9 ..\n0 flies H9 H9 H9 ! QE-J4"),
    ("QE-J4 as 起飞", {"options": {"jian_counts_as_fourth": True}},
     "jian H9\n0: H9 H9 H9 S9 ..\n0 flies H9 H9 H9\n0 throws S9"),
    ("QE-J4 as 暗笃", {"options": {"jian_counts_as_fourth": True}},
     "jian H9\n0: H9 H9 H9 S9 ..\n0 hides H9 H9 H9\n0 throws S9"),
    ("QE-J4 ♥ and ♣ alike", {"options": {"jian_counts_as_fourth": True}},
     "jian HJ\n0: HJ HJ CJ S9 ..\n0 flies HJ HJ CJ\n0 throws S9"),
    ("QE-J4 without a replacement", {"options": {"jian_counts_as_fourth": True}},
     "jian H9\n0: H9 H9 H9 ..\n0 flies H9 H9 H9\n0 draws S1 ! QE-J4"),
    ("QE-J4 of the 见张 alone", {"options": {"jian_counts_as_fourth": True}},
     "jian S5\n0: H9 H9 H9 ..\n0 flies H9 H9 H9 ! QE-P2"),
    # -- claims --
    ("QE-P1 碰, then a discard, then his next seat", {},
     "0: H9 ..\n2: H9 H9 S9 ..\n0 throws H9\n2 peng H9\n2 throws S9\n0 draws S1"),
    ("QE-P1 no chow", {}, "0: H9 ..\n1: H7 H8 ..\n0 throws H9\n1 chow H9 H7 H8 ! QE-P1"),
    ("QE-P1 two of them", {}, "0: H9 ..\n1: H9 ..\n0 throws H9\n1 peng H9 ! QE-P1"),
    ("QE-P1 of the card that lies there", {},
     "0: H9 ..\n1: S9 S9 ..\n0 throws H9\n1 peng S9 ! QE-P1"),
    ("QE-P1 not the own", {}, "0: H9 H9 H9 ..\n0 throws H9\n0 peng H9 ! QE-P1"),
    ("QE-P1 not once the next has drawn", {},
     "0: H9 ..\n2: H9 H9 ..\n0 throws H9\n1 draws S1\n2 peng H9 of 6 ! QE-P1"),
    ("QE-P1 nobody claims the opening", {}, "1: H9 H9 ..\n1 peng H9 of deal ! QE-P1"),
    ("QE-P1 one winner", {},
     f"0: S6 ..\n1: {READY}\n2: S7 S8 H2 H3 H4 H5 H6 H7 C2 C3 C4 C5 C6 C7 H1 H1 C8 C8 C8 C9 C9 C9\n"
     "0 throws S6\n1 wins S6\n2 wins S6 ! QE-P1"),
    # -- 笃 --
    ("QE-P2 明笃", {},
     "0: H9 ..\n1: H9 H9 H9 S9 ..\n0 throws H9\n1 ming H9\n1 draws S1\n1 throws S9"),
    ("QE-P2 three of them", {}, "0: H9 ..\n1: H9 H9 ..\n0 throws H9\n1 ming H9 ! QE-P2"),
    ("QE-P2 one replacement", {},
     "0: H9 ..\n1: H9 H9 H9 S9 ..\n0 throws H9\n1 ming H9\n1 draws S1\n1 draws S4 ! QE-P7"),
    ("QE-P2 before the discard", {},
     "0: H9 ..\n1: H9 H9 H9 S9 ..\n0 throws H9\n1 ming H9\n1 throws S9 ! QE-P2"),
    ("QE-P2 from the front", {},
     "0: H9 ..\n1: H9 H9 H9 S9 ..\n0 throws H9\n1 ming H9\n1 draws S1 tail ! QE-P2"),
    ("QE-P2 by who laid it", {},
     "0: H9 ..\n1: H9 H9 H9 ..\n0 throws H9\n1 ming H9\n2 draws S1 ! QE-P2"),
    ("QE-P2 the fourth to an own 碰", {},
     "0: H9 S9 ..\n1: H9 H9 C9 ..\n0 throws H9\n1 peng H9\n1 throws C9\n2 draws S1\n2 throws S1\n"
     "0 draws S4\n0 throws S9\n1 draws H9\n1 adds H9\n1 draws S7"),
    ("QE-P2 straight after it too", {},
     "0: H9 ..\n1: H9 H9 H9 ..\n0 throws H9\n1 peng H9\n1 adds H9\n1 draws S7"),
    ("QE-P2 to no other's", {},
     "0: H9 H9 ..\n1: H9 H9 S9 ..\n0 throws H9\n1 peng H9\n1 throws S9\n2 draws S1\n2 throws S1\n"
     "0 draws S4\n0 adds H9 ! QE-P2"),
    ("QE-P2 暗笃 on the own turn", {},
     "0: S9 ..\n1: H9 H9 H9 H9 ..\n0 throws S9\n1 draws S1\n1 hides H9\n1 draws S4\n1 throws S4"),
    ("QE-P2 on the dealer's first turn", {},
     "0: H9 H9 H9 H9 ..\n0 hides H9\n0 draws S1\n0 throws S1"),
    ("QE-P2 straight after a 碰", {},
     "0: S9 ..\n1: H9 H9 H9 H9 S9 S9 ..\n0 throws S9\n1 peng S9\n1 hides H9\n1 draws S1"),
    ("QE-P2 not on another's", {},
     "0: S9 ..\n2: H9 H9 H9 H9 ..\n0 throws S9\n1 draws S1\n2 hides H9 ! QE-P2"),
    ("QE-P2 four of them", {}, "0: H9 H9 H9 ..\n0 hides H9 ! QE-P2"),
    ("QE-P2 alike", {}, "0: H9 H9 H9 C9 ..\n0 hides H9 H9 H9 C9 ! QE-P2"),
    ("QE-P2 起飞 of what is held", {}, "0: H9 H9 H9 ..\n0 flies H9 ! QE-P2"),
    ("QE-P3 五喜起飞", {}, f"1: {FIVE} ..\n1 five {FIVE}\n" + "1 draws S1\n" * 4 + "1 draws S4"),
    ("QE-P3 five replacements", {},
     f"0: {FIVE} H9 ..\n0 five {FIVE}\n" + "0 draws S1\n" * 4 + "0 throws H9 ! QE-P3"),
    ("QE-P3 all five", {}, "0: BJ BJ BJ LJ ..\n0 five BJ BJ BJ LJ ! QE-P3"),
    ("QE-P3 held", {}, f"0: BJ BJ BJ LJ ..\n0 five {FIVE} ! QE-P3"),
    ("QE-P3 the four others with a ghost as 见张", {},
     "jian LJ\n0: BJ BJ BJ LJ S9 ..\n0 five BJ BJ BJ LJ\n" + "0 draws S1\n" * 4 + "0 throws S9"),
    ("QE-P3 but not with 广告", {}, "jian AD\n0: BJ BJ BJ LJ ..\n0 five BJ BJ BJ LJ ! QE-P3"),
    ("QE-P3 at the opening", {},
     "0: S9 ..\n1: BJ BJ BJ LJ ..\n1 lays BJ BJ BJ LJ\n" + "1 draws S1\n" * 4 + "0 throws S9\n"
     "1 draws LJ\n1 five LJ ! QE-P3"),
    # -- 补花 --
    ("QE-P4 several at once, one card each", {},
     "0: BJ AD S9 ..\n0 lays BJ AD\n0 draws S1\n0 draws S4\n0 throws S9"),
    ("QE-P4 each is replaced", {}, "0: BJ AD S9 ..\n0 lays BJ AD\n0 draws S1\n0 throws S9 ! QE-P4"),
    ("QE-P4 from the front", {}, "0: BJ ..\n0 lays BJ\n0 draws S1 tail ! QE-P4"),
    ("QE-P4 only flowers", {}, "0: S9 ..\n0 lays S9 ! QE-P4"),
    ("QE-P4 that are held", {}, "0 lays BJ ! QE-P4"),
    ("QE-P4 drawn in play, at once", {},
     "0: S9 ..\n1: H9 ..\n0 throws S9\n1 draws BJ\n1 throws H9 ! QE-P4"),
    ("QE-P4 before a 笃 too", {},
     "0: S9 ..\n1: H9 H9 H9 H9 ..\n0 throws S9\n1 draws BJ\n1 hides H9 ! QE-P4"),
    ("QE-P4 never discarded", {}, "0: S9 ..\n0 throws S9\n1 draws AD\n1 throws AD ! QE-P4"),
    ("QE-P4 the replacement of a 笃 too", {},
     "0: H9 H9 H9 H9 S9 ..\n0 hides H9\n0 draws BJ\n0 lays BJ\n0 draws S1\n0 throws S9"),
    # -- 抢笃 --
    ("QE-P5 an added 笃", {}, f"{ADDED}2 wins S6"),
    ("QE-P5 before the replacement", {}, f"{ADDED}1 draws C9\n2 wins S6 of 14 ! QE-P5"),
    ("QE-P5 with the card that is added", {}, f"{ADDED}2 wins S9 ! QE-P5"),
    ("QE-P5 no 明笃", {},
     f"0: S6 ..\n1: S6 S6 S6 ..\n2: {READY}\n0 throws S6\n1 ming S6\n2 wins S6 of 7 ! QE-P5"),
    ("QE-P5 no 暗笃", {},
     f"0: C9 ..\n1: S9 S9 S9 S9 ..\n2: {READY}\n0 throws C9\n1 draws C1\n1 hides S9\n"
     "2 wins S9 of 8 ! QE-P5"),
    # -- hand size, turn --
    ("QE-P7 no discard without a draw", {}, "0: S9 ..\n1: H9 ..\n0 throws S9\n1 throws H9 ! QE-P7"),
    ("QE-P7 the dealer's first turn has no draw", {}, "0 draws S9 ! QE-P7"),
    ("QE-P7 the next player draws", {}, "0: S9 ..\n0 throws S9\n2 draws S1 ! QE-P7"),
    ("QE-P7 one card", {}, "0: S9 ..\n0 throws S9\n1 draws S1\n1 draws S4 ! QE-P7"),
    ("QE-P7 a 碰 draws nothing", {},
     "0: H9 ..\n1: H9 H9 ..\n0 throws H9\n1 peng H9\n1 draws S1 ! QE-P7"),
    ("R10 what is not held is not thrown", {}, "0: S9 ..\n0 throws H9 ! R10"),
    ("R10 the mark of a drawn card is true", {},
     "0: S9 ..\n1: H9 ..\n0 throws S9\n1 draws S1\n1 throws H9 drawn ! R10"),
    # -- winning --
    ("QE-W1 on a discard", {}, f"0: S6 ..\n1: {READY}\n0 throws S6\n1 wins S6"),
    ("QE-W1 on an own draw", {}, f"0: C9 ..\n1: {READY}\n0 throws C9\n1 draws S9\n1 wins S9"),
    ("QE-W1 seven groups and a pair", {}, f"0: H9 ..\n1: {READY}\n0 throws H9\n1 wins H9 ! QE-W1"),
    ("QE-W1 no seven pairs, nor eleven", {},
     "0: C9 ..\n1: S4 S4 S6 S6 S8 S8 H1 H1 H3 H3 H5 H5 H7 H7 H9 H9 C1 C1 C3 C3 C5 C5\n0 throws C9\n"
     "1 draws C5\n1 wins C5 ! QE-W1"),
    ("QE-W1 J Q K are no run", {},
     "0: C9 ..\n1: S1 S2 S3 S1 S2 S3 HJ HQ H2 H3 H4 H5 H6 H7 C2 C3 C4 C5 C6 C7 H8 H8\n0 throws C9\n"
     "1 draws HK\n1 wins HK ! QE-W1"),
    ("QE-W2 more than 60", {},
     f"jian S5\n0: S1 ..\n1: {PLAIN} C2 BJ\n1 lays BJ\n1 draws C3\n0 throws S1\n1 draws C1\n"
     "1 wins C1 ! QE-W2"),
    ("QE-W2 穷狠 doubles to 60", {},
     f"jian S5\n0: S1 ..\n1: {PLAIN} C2 C3\n0 throws S1\n1 draws C1\n1 wins C1 ! QE-W2"),
    ("QE-W2 边 makes it 80", {},
     f"jian S5\n0: S9 ..\n1: {PLAIN} C1 C2\n0 throws S9\n1 draws C3\n1 wins C3"),
    ("R6 a self-draw claims the draw", {},
     f"0: C9 ..\n1: {READY}\n0 throws C9\n1 draws S9\n1 wins S9 of 6 ! R6"),
    ("R6 with the card drawn", {},
     f"0: C9 ..\n1: {READY}\n0 throws C9\n1 draws S9\n1 wins S8 ! R6"),
    ("QE-W4 the dealt cards", {}, f"0: {READY} S6\n0 wins S8 of deal"),
    ("QE-W4 after the opening too", {}, f"0: {READY} BJ\n0 lays BJ\n0 draws S6\n0 wins S6 of deal"),
    ("R6 then not the draw", {}, f"0: {READY} BJ\n0 lays BJ\n0 draws S6\n0 wins S6 ! R6"),
    ("R6 a card of the hand", {}, f"0: {READY} S6\n0 wins C9 of deal ! R6"),
    ("QE-W4 but the replacement of a 笃", {},
     "0: S1 S2 S3 S1 S2 S3 S7 S8 H2 H3 H4 H5 H6 H7 C2 C3 C4 H8 H8 C9 C9 C9 C9\n0 hides C9\n"
     "0 draws S9\n0 wins S9"),
    # -- what was passed --
    ("R3 not what was declined", {},
     "0: H9 ..\n1: H9 H9 ..\n0 throws H9\n1 passes peng\n1 peng H9 ! R3"),
    ("R3 anything else", {},
     "0: H9 ..\n1: H9 H9 H9 ..\n0 throws H9\n1 passes peng\n1 ming H9\n1 draws S1"),
    ("R3 a pass declines what was open", {},
     "0: H9 ..\n1: H9 ..\n0 throws H9\n1 passes peng ! R3"),
    ("R3 of the card that lies there", {}, "0: H9 ..\n0 throws H9\n1 passes win of 3 ! R3"),
    ("R3 a win that was open", {},
     f"0: S6 ..\n1: {READY}\n0 throws S6\n1 passes win\n1 wins S6 ! R3"),
    # -- the end --
    ("QE-P6 not with cards in the stock", {}, "0: S9 ..\n0 throws S9\nover draw ! QE-P6"),
    ("R8 not as a win that nobody claimed", {}, "0: S9 ..\n0 throws S9\nover win ! R8"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("more", "text"), [pytest.param(more, text, id=name) for name, more, text in SCRIPTS]
)
def test_a_sentence_of_the_rule_book(more: dict[str, Any], text: str) -> None:
    script = read_script(text, more.get("options"), more.get("players", 3))
    report = verify(script.events)
    if script.at is None:
        assert report.clean, report.findings[0]
        return
    assert report.findings, "nothing was found"
    first = report.findings[0]
    assert (first.seq, first.clause) == (script.at, script.clause), first


# -- a stock that is played out ------------------------------------------------------------------


def played_out(hands: dict[int, str], last: list[str], jian: str = "S5") -> list[AnyEvent]:
    """A hand in which everybody throws what he draws; the stock ends with the cards ``last``.

    The dealer throws ♥9; flowers are laid out as they come, but for the very last card.
    """
    rest = list(TILES)
    for tile in [*" ".join(hands.values()).split(), *last, jian, "H9"]:
        rest.remove(tile)
    rest.sort(key=lambda tile: tile in FLOWERS)  # no flower is dealt
    dealt = []
    for seat in range(PLAYING):
        held = hands.get(seat, "").split() + ["H9"] * (seat == 0)
        dealt.append([*held, *(rest.pop(0) for _ in range(HAND + (seat == 0) - len(held)))])
    events: list[AnyEvent] = list(read_script("asked 0 1 2").events[:4])
    events.append(Deal(hand=0, dealer=0, hands=tuple(map(" ".join, dealt)), open=jian))
    events += [Declare(seat=0, act="play"), Discard(seat=0, tile="H9")]
    stock, seat = [*rest, *last], 0
    assert len(stock) == 58
    while stock:
        seat = (seat + 1) % PLAYING
        tile = stock.pop(0)
        events.append(Draw(seat=seat, tile=tile))
        while tile in FLOWERS and stock:
            events.append(Declare(seat=seat, act="flower", tiles=tile))
            tile = stock.pop(0)
            events.append(Draw(seat=seat, tile=tile))
        if tile not in FLOWERS:
            events.append(Discard(seat=seat, tile=tile, drawn=True))
    return events


def over(events: list[AnyEvent]) -> Settlement:
    """The settlement that the rules want."""
    hand = replay(events).hand
    assert hand is not None
    settled = game("qinger").settle(hand.table, None)
    assert settled is not None
    return settled


@pytest.mark.parametrize(
    ("hand", "act", "clause"),
    [
        ("H1 H1", Claim(seat=2, act="peng", tile="H1", with_="H1 H1", of=0), "QE-P6"),
        ("H1 H1 H1", Claim(seat=2, act="ming_du", tile="H1", with_="H1 H1 H1", of=0), "QE-P6"),
        ("H1 H1", Draw(seat=2, tile="H1"), "QE-P6"),
        (READY, Claim(seat=2, act="win", tile="H1", of=0), "QE-W1"),
        (READY, Claim(seat=2, act="win", tile="S6", of=0), None),
    ],
    ids=["peng", "ming_du", "draw", "no win", "win"],
)
def test_the_last_discard_can_only_be_won(hand: str, act: Any, clause: str | None) -> None:
    """QE-P6"""
    events = played_out({2: hand}, [act.tile])
    assert events[-1] == Discard(seat=1, tile=act.tile, drawn=True)
    if isinstance(act, Claim):
        act = replace(act, of=len(events) - 1)
    report = verify([*events, act])
    assert [f.clause for f in report.findings] == ([] if clause is None else [clause])


def test_without_a_card_in_the_stock_there_is_no_du() -> None:
    """QE-P6"""
    events = played_out({1: "C9 C9 C9"}, ["C9"])[:-1]
    for act in (
        Declare(seat=1, act="an_du", tiles="C9 C9 C9 C9"),
        Declare(seat=1, act="added_du", tiles="C9"),
    ):
        assert [f.clause for f in verify([*events, act]).findings] == ["QE-P6"]


@pytest.mark.parametrize("laid", [True, False])
def test_a_flower_as_last_card_ends_the_hand(laid: bool) -> None:
    """QE-P6: its replacement must be drawn and cannot be; its points count."""
    events = played_out({}, ["BJ"])
    last = events[-1]
    assert isinstance(last, Draw) and last.tile == "BJ"
    if laid:
        events.append(Declare(seat=last.seat, act="flower", tiles="BJ"))
    settled = over(events)
    assert (settled.outcome, settled.wins) == ("draw", ())
    # All six flowers came to one player; the fifth ghost is the last card.
    assert settled.seat_lines is not None
    assert dict(settled.seat_lines[last.seat])["QE-B3"] == 200
    assert verify([*events, settled]).clean
    assert [f.clause for f in verify([*events, Draw(seat=last.seat, tile="S1")]).findings] == [
        "QE-P6" if laid else "QE-P4"
    ]


def test_nobody_wins_and_all_settle_by_their_own_points() -> None:
    """QE-P6, QE-X1: the dealer holds three ♥1 (8 → 10), the others have what they drew."""
    events = played_out({0: "H1 H1 H1"}, ["H2"])
    settled = over(events)
    assert settled.outcome == "draw" and settled.seat_lines is not None
    assert dict(settled.seat_lines[0])["QE-B8"] >= 8
    assert settled.deltas is not None and sum(settled.deltas) == 0
    assert verify([*events, settled]).clean
    assert [f.clause for f in verify([*events, replace(settled, outcome="win")]).findings] == ["R8"]


# -- from hand to hand ---------------------------------------------------------------------------


def next_hand(players: int, options: dict[str, Any], first: str, dealer: int) -> list[Any]:
    """The findings of a hand that ``dealer`` deals after a first one that seat 0 dealt."""
    script = read_script(first, options, players)
    settled = over(script.events)
    events = [*script.events, settled]
    more = read_script("", options, players, dealer).events[1:]
    deal = more[-1]
    assert isinstance(deal, Deal)
    return list(verify([*events, *more[:-1], replace(deal, hand=1)]).findings)


WON_BY_2 = f"0: S6 ..\n2: {READY}\n0 throws S6\n2 wins S6"
REFUSED = "0 refuses\n1 refuses\n2 refuses"


@pytest.mark.parametrize(
    ("players", "options", "first", "deals", "clause"),
    [
        (3, {}, WON_BY_2, 1, "QE-E8"),
        (4, {}, WON_BY_2, 1, "QE-E8"),
        (3, {"dealer_rotation": "winner"}, WON_BY_2, 2, "QE-E8"),
        (4, {"dealer_rotation": "winner"}, WON_BY_2, 2, "QE-E8"),
        (3, {"dealer_rotation": "winner"}, REFUSED, 0, "QE-E6"),
        (3, {}, REFUSED, 0, "QE-E6"),
        (4, {}, REFUSED, 0, "QE-E6"),
    ],
)
def test_who_deals_next(
    players: int, options: dict[str, Any], first: str, deals: int, clause: str
) -> None:
    for dealer in range(players):
        found = [f.clause for f in next_hand(players, options, first, dealer)]
        assert found[:1] == ([] if dealer == deals else [clause]), dealer


def test_nobody_won_so_the_next_seat_deals_all_the_same() -> None:
    """QE-E8 with ``winner``."""
    events = played_out({}, ["H2"])
    start = events[0]
    assert isinstance(start, Match)
    events[0] = replace(start, options={"dealer_rotation": "winner"})
    events.append(over(events))
    for dealer in range(3):
        more = read_script("", {}, 3, dealer).events[1:]
        deal = more[-1]
        assert isinstance(deal, Deal)
        report = verify([*events, *more[:-1], replace(deal, hand=1)])
        assert [f.clause for f in report.findings][:1] == ([] if dealer == 1 else ["QE-E8"])


@pytest.mark.parametrize(
    ("changed", "clause"),
    [
        ({"wall": "S1 S2"}, "QE-E1"),
        ({"open": "H5"}, "QE-E5"),
        ({"swap": (5, 100)}, "QE-E5"),
        ({"swap": (5, 30)}, None),
        ({"swap": (70, 100)}, None),
        ({"draw": 100}, "R13"),
    ],
    ids=str,
)
def test_the_recorded_stock(changed: dict[str, Any], clause: str | None) -> None:
    """QE-E1, QE-E5, R13: 126 cards, the dealt ones first, then the 见张, then the draws."""
    script = read_script("jian S5\n0: H9 ..\n0 throws H9").events
    deal = script[4]
    assert isinstance(deal, Deal)
    dealt = [*" ".join(deal.hands).split(), "S5"]
    rest = list(TILES)
    for tile in dealt:
        rest.remove(tile)
    wall = [*dealt, *sorted(rest, key=lambda tile: tile in FLOWERS)]
    drawn = wall[changed.get("draw", 68)]
    if "swap" in changed:
        a, b = changed["swap"]
        assert wall[a] != wall[b]
        wall[a], wall[b] = wall[b], wall[a]
        drawn = wall[68]
    fields = {key: value for key, value in changed.items() if key in ("wall", "open")}
    events = [*script[:4], replace(deal, **{"wall": " ".join(wall), **fields}), *script[5:]]
    report = verify([*events, Draw(seat=1, tile=drawn)])
    assert [f.clause for f in report.findings][:1] == ([] if clause is None else [clause])


def test_the_open_card_is_hidden_until_somebody_plays() -> None:
    """QE-E5, QE-E6: what a seat sees of the table."""
    events = read_script("jian S5\nunasked\n0: CQ ..").events
    state = replay(events)
    assert state.hand is not None
    table = state.hand.table
    assert table.view()["jian"] == "S5" and table.view(1)["jian"] == "?"
    assert table.view(1)["seats"][0]["hand"] == " ".join(["?"] * 23)
    assert "clubs" not in table.view(1)["seats"][0]
    assert table.view(0)["seats"][0]["clubs"] == "CQ"
    state.apply(Declare(seat=0, act="play"))
    assert table.view(1)["jian"] == "S5"


def test_a_poorer_reading_is_told_as_such() -> None:
    """QE-W3: ♠111222333 read as ♠1-2-3 makes 180 here, as three alike 200."""
    events = read_script("""
        jian S5
        0: H1 ..
        1: S1 S1 S1 S2 S2 S2 S3 S3 S3 C4 C4 C4 C6 C6 C6 H7 H7 H7 H9 H9 BJ LJ
        1 lays BJ LJ
        1 draws H9
        1 draws C5
        0 throws H1
        1 draws C5
        1 wins C5
    """).events
    settled = over(events)
    assert settled.wins is not None and settled.seat_lines is not None
    win = settled.wins[0]
    assert (win.value, dict(win.lines or ())["QE-D5"]) == (200, 2)
    assert verify([*events, settled]).clean
    lines = {"A1": 20, "A2": 10, "A3": 80, "B1": 10, "B2": 20, "B8": 32, "B9": 8}
    poor = tuple((f"QE-{clause}", amount) for clause, amount in lines.items())
    poorer = replace(settled, wins=(replace(win, value=180, lines=poor),))
    (found,) = verify([*events, poorer]).findings
    assert (found.clause, found.recorded, found.expected) == ("QE-W3", 180, 200)


def test_a_wait_that_another_reading_does_not_have_is_told_by_its_line() -> None:
    """QE-A2: the ♣9 completes ♣789 or the pair; the record does not count 单调."""
    events = read_script("""
        jian S5
        0: C9 ..
        1: S6 S7 S8 S2 S3 S4 H2 H3 H4 H3 H4 H5 H5 H6 H7 C2 C3 C4 C9 C9 C7 C8
        0 throws C9
        1 wins C9
    """).events
    settled = over(events)
    assert settled.wins is not None
    win = settled.wins[0]
    assert dict(win.lines or ())["QE-A2"] == 10
    lines = tuple(line for line in win.lines or () if line[0] != "QE-A2")
    poorer = replace(settled, wins=(replace(win, value=(win.value or 0) - 20, lines=lines),))
    assert verify([*events, poorer]).findings[0].clause == "QE-A2"
