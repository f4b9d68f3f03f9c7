"""立直: who may do what, when. A script for each sentence of the rule book, kept and broken."""

from __future__ import annotations

from typing import Any

import pytest

from engine.replay import replay
from engine.verify import verify
from tests.engine.riichi.scripts import read_script

READY = "123m 456p 789s 11s 23p"  # waits for 1p and 4p
TURNS = {
    "the dealer draws first": """
        0 draws 9p
        0 throws 9p drawn
        1 draws 2s
    """,
    "nobody discards before": "0 throws 1m ! RI-P1",
    "nor does another draw": "1 draws 2s ! RI-P1",
    "one draw a turn": """
        0 draws 9p
        0 draws 8p ! RI-P1
    """,
    "the next in turn draws": """
        0 draws 9p
        0 throws 9p
        2 draws 3m ! RI-P1
    """,
    "a tile is played only from the hand that holds it": """
        0 draws 9p
        0 throws 8s ! R10
    """,
    "the tile just drawn is told rightly": """
        0 draws 9p
        0 throws E drawn ! R10
    """,
}

CLAIMS = {
    "the next player chows": """
        0: 3p ..
        1: 4p 5p ..
        0 draws 9m
        0 throws 3p
        1 chows 3p 4p 5p
        1 throws E ! R10
    """,
    "the next player chows a red five": """
        0: 3p ..
        1: 4p 5pr E ..
        0 draws 9m
        0 throws 3p
        1 chows 3p 4p 5pr
        1 throws E
    """,
    "no other does": """
        0: 3p ..
        2: 4p 5p ..
        0 draws 9m
        0 throws 3p
        2 chows 3p 4p 5p ! RI-P2
    """,
    "three in a row of one suit": """
        0: 9m ..
        1: 1p 2p ..
        0 draws 9s
        0 throws 9m
        1 chows 9m 1p 2p ! RI-P2
    """,
    "anybody pungs": """
        0: 3p ..
        3: 3p 3p E ..
        0 draws 9m
        0 throws 3p
        3 pungs 3p
        3 throws E
        0 draws 8m
    """,
    "with tiles that it holds": """
        0: 3p ..
        3: 3p E ..
        0 draws 9m
        0 throws 3p
        3 pungs 3p ! R10
    """,
    "with tiles alike": """
        0: 3p ..
        3: 3p 4p E ..
        0 draws 9m
        0 throws 3p
        3 pungs 3p 3p 4p ! RI-P2
    """,
    "the tile that lies open": """
        0: 3p ..
        3: 4p 4p E ..
        0 draws 9m
        0 throws 3p
        3 pungs 4p ! RI-P2
    """,
    "and not an older one": """
        0: 3p ..
        3: 3p 3p E ..
        0 draws 9m
        0 throws 3p
        1 draws 2m
        1 throws 2m
        3 pungs 3p of 3 ! RI-P2
    """,
    "not its own": """
        0: 3p 3p 3p ..
        0 draws 9m
        0 throws 3p
        0 pungs 3p ! RI-P2
    """,
    "anybody kongs, and draws from the dead wall": """
        0: 3p ..
        2: 3p 3p 3p E ..
        0 draws 9m
        0 throws 3p
        2 kongs 3p
        2 tail 8s dora 2m
        2 throws E
    """,
    "the last discard can only be won": """
        1: 3p ..
        2: 4p 5p E ..
        until 1
        1 draws 3s
        1 throws 3p
        2 chows 3p 4p 5p ! RI-P13
    """,
    "a claim takes a turn, the tile is not drawn": """
        0: 3p ..
        3: 3p 3p E ..
        0 draws 9m
        0 throws 3p
        3 pungs 3p
        3 draws 2m ! RI-P1
    """,
}

SWAPS = {
    "what was claimed is not discarded": """
        0: 3p ..
        1: 3p 3p 3p E ..
        0 draws 9m
        0 throws 3p
        1 pungs 3p
        1 throws 3p ! RI-P3
    """,
    "nor the other end of the run": """
        0: 3p ..
        1: 4p 5p 6p E ..
        0 draws 9m
        0 throws 3p
        1 chows 3p 4p 5p
        1 throws 6p ! RI-P3
    """,
    "as red five either": """
        0: 8p ..
        1: 6p 7p 5pr E ..
        0 draws 9m
        0 throws 8p
        1 chows 8p 6p 7p
        1 throws 5pr ! RI-P3
    """,
    "a run of the middle has no other end": """
        0: 3p ..
        1: 2p 4p 6p E ..
        0 draws 9m
        0 throws 3p
        1 chows 3p 2p 4p
        1 throws 6p
    """,
    "later it may go": """
        0: 3p ..
        1: 3p 3p 3p E ..
        0 draws 9m
        0 throws 3p
        1 pungs 3p
        1 throws E
        2 draws 8m
        2 throws 8m
        3 draws 8s
        3 throws 8s
        0 draws 7s
        0 throws 7s
        1 draws 9s
        1 throws 3p
    """,
}

KONGS = {
    "a concealed kong, its indicator at once, a replacement": """
        0: 1111m E ..
        0 draws 9m
        0 hides 1m dora 3s
        0 tail 8m
        0 throws E
    """,
    "with a red five": """
        0: 555m5mr E ..
        0 draws 9m
        0 hides 5m 5m 5m 5mr dora 3s
        0 tail 8m
    """,
    "of four alike": """
        0: 111m2m E ..
        0 draws 9m
        0 hides 1m 1m 1m 2m ! RI-P4
    """,
    "of tiles held": """
        0: 111m E ..
        0 draws 9m
        0 hides 1m ! R10
    """,
    "not straight after a claim": """
        0: 3p ..
        1: 3p 3p 9999m E ..
        0 draws 8m
        0 throws 3p
        1 pungs 3p
        1 hides 9m ! RI-P4
    """,
    "the fourth tile of an own pung is added": """
        0: 3p ..
        1: 3p 3p E ..
        0 draws 8m
        0 throws 3p
        1 pungs 3p
        1 throws E
        2 draws 8m
        2 throws 8m
        3 draws 8s
        3 throws 8s
        0 draws 7s
        0 throws 7s
        1 draws 3p
        1 adds 3p
        1 tail 9s dora 2m
        1 throws 9s
    """,
    "of a pung, no other set": """
        0: 3p3p3p ..
        0 draws 3p
        0 adds 3p ! RI-P4
    """,
    "the replacement is drawn at once": """
        0: 1111m E ..
        0 draws 9m
        0 hides 1m dora 3s
        0 throws E ! RI-P5
    """,
    "by who made it": """
        0: 1111m E ..
        0 draws 9m
        0 hides 1m dora 3s
        1 tail 8m ! RI-P5
    """,
    "from the dead wall": """
        0: 1111m E ..
        0 draws 9m
        0 hides 1m dora 3s
        0 draws 8m ! RI-P5
    """,
    "none with an empty wall": """
        1: 1111m E ..
        until 1
        1 draws 9m
        1 hides 1m ! RI-P13
    """,
    "no fifth": """
        0: 1111m 2222p 3333s E
        1: 7777m ..
        0 draws 9m
        0 hides 1m dora 3s
        0 tail 8m
        0 hides 2p dora 4s
        0 tail 8p
        0 hides 3s dora 5s
        0 tail 6m
        0 throws E
        1 draws 9p
        1 hides 7m dora 6s
        1 tail 4m
        1 hides 7m ! RI-P4
    """,
}

INDICATORS = {
    "an open kong's after the replacement": """
        0: 3p ..
        2: 3p 3p 3p E ..
        0 draws 9m
        0 throws 3p
        2 kongs 3p dora 2m
        2 tail 8s ! RI-P7
    """,
    "and before the discard": """
        0: 3p ..
        2: 3p 3p 3p E ..
        0 draws 9m
        0 throws 3p
        2 kongs 3p
        2 tail 8s
        2 throws E ! RI-P7
    """,
    "a concealed one's before all else": """
        0: 1111m E ..
        0 draws 9m
        0 hides 1m
        0 tail 8m
        0 throws E dora 3s ! RI-P7
    """,
    "with the replacement at the latest": """
        0: 1111m E ..
        0 draws 9m
        0 hides 1m
        0 tail 8m dora 3s
        0 throws E
    """,
    "one kong, one indicator": """
        0: 1111m E ..
        0 draws 9m
        0 hides 1m dora 3s
        0 tail 8m dora 4s
        0 throws E ! RI-P7
    """,
    "the first of two open ones when the second follows": """
        0: 3p ..
        2: 3p 3p 3p E ..
        0 draws 9m
        0 throws 3p
        2 kongs 3p
        2 tail 3s
        2 hides 3s 3s 3s 3s ! R10
    """,
}

NORTHS = {
    "a north is laid aside and replaced": """
        0: N E ..
        0 draws 9p
        0 north
        0 tail 8p
        0 throws E
    """,
    "no other tile": """
        0: E E E ..
        0 draws 9p
        0 north ! R10
    """,
    "after an own draw": """
        1: N E E ..
        0 draws E
        0 throws E
        1 pungs E
        1 north ! RI-P6
    """,
}

RIICHI = {
    "a closed ready hand": f"""
        1: {READY}
        0 draws 9s
        0 throws 9s
        1 draws E
        1 riichi
        1 throws E drawn
        2 draws 8m
    """,
    "of a hand that is ready": """
        1: 147m 258p 369s ESWC
        0 draws 9s
        0 throws 9s
        1 draws E
        1 riichi ! RI-P8
    """,
    "with a discard that leaves it so": f"""
        1: {READY}
        0 draws 9s
        0 throws 9s
        1 draws E
        1 riichi
        1 throws 1m ! RI-P8
    """,
    "with nothing claimed": """
        0: 1s ..
        1: 123m 456p 11s 78s 234p
        0 draws 9m
        0 throws 1s
        1 pungs 1s
        1 throws 4p
        2 draws 8m
        2 throws 8m
        3 draws 8s
        3 throws 8s
        0 draws 7s
        0 throws 7s
        1 draws E
        1 riichi ! RI-P8
    """,
    "a concealed kong is no claim": """
        1: 1111m 456p 789s 11s 2p
        0 draws 9s
        0 throws 9s
        1 draws 3p
        1 hides 1m dora 3s
        1 tail E
        1 riichi
        1 throws E drawn
    """,
    "with a thousand points": f"""
        totals 49100 900 25000 25000
        1: {READY}
        0 draws 9s
        0 throws 9s
        1 draws E
        1 riichi ! RI-P8
    """,
    "with a turn still to come": f"""
        1: {READY}
        until 5
        1 draws E
        1 riichi
        1 throws E drawn
        2 draws 8m
    """,
    "not with fewer tiles than players": f"""
        2: {READY}
        until 4
        2 draws E
        2 riichi ! RI-P8
    """,
    "once": f"""
        1: {READY}
        0 draws 9s
        0 throws 9s
        1 draws E
        1 riichi
        1 riichi ! R5
    """,
    "directly before its discard": f"""
        1: {READY}
        0 draws 9s
        0 throws 9s
        1 draws E
        1 riichi
        2 draws 8m ! RI-P1
    """,
}

AFTER_RIICHI = f"""
    1: {READY}
    0 draws 9s
    0 throws 9s
    1 draws E
    1 riichi
    1 throws E drawn
    2 draws 8m
    2 throws 8m
    3 draws 8s
    3 throws 8s
    0 draws 7s
    0 throws 7s
"""

LOCKED = {
    "the drawn tile goes": AFTER_RIICHI
    + """
        1 draws W
        1 throws W drawn
    """,
    "and no other": AFTER_RIICHI
    + """
        1 draws W
        1 throws 1m ! RI-P10
    """,
    "nothing is claimed": AFTER_RIICHI.replace("0 draws 7s", "0 draws 1s").replace(
        "0 throws 7s", "0 throws 1s"
    )
    + "1 pungs 1s ! RI-P10",
}

LOCKED_KONGS = {
    "a kong of the drawn tile that keeps the waits": """
        1: 111m 456p 789s 11s 23p
        0 draws 9s
        0 throws 9s
        1 draws E
        1 riichi
        1 throws E drawn
        2 draws 8m
        2 throws 8m
        3 draws 8s
        3 throws 8s
        0 draws 7s
        0 throws 7s
        1 draws 1m
        1 hides 1m dora 3s
        1 tail W
        1 throws W drawn
    """,
    "not of a tile that was there": """
        1: 1111m 456p 789s 11s 2p
        0 draws 9s
        0 throws 9s
        1 draws 3p
        1 riichi
        1 throws 1m
        2 draws 8m
    """,
    "not where it changes them": """
        1: 3335666s PPP CCC
        0 draws 9m
        0 throws 9m
        1 draws E
        1 riichi
        1 throws E drawn
        2 draws 8m
        2 throws 8m
        3 draws 8p
        3 throws 8p
        0 draws 7p
        0 throws 7p
        1 draws 6s
        1 hides 6s ! RI-P10
    """,
    "where three suits of waits stay it may": """
        1: 3335666s PPP CCC
        0 draws 9m
        0 throws 9m
        1 draws E
        1 riichi
        1 throws E drawn
        2 draws 8m
        2 throws 8m
        3 draws 8p
        3 throws 8p
        0 draws 7p
        0 throws 7p
        1 draws 3s
        1 hides 3s dora 9p
        1 tail W
    """,
}

WINS = {
    "a discard that completes the hand, with a yaku": f"""
        0: 4p ..
        1: {READY}
        0 draws 9s
        0 throws 4p
        1 wins 4p
        over win
    """,
    "four sets and a pair": f"""
        0: 5p ..
        1: {READY}
        0 draws 9s
        0 throws 5p
        1 wins 5p ! RI-W1
    """,
    "with a yaku": """
        0: 2p ..
        1: 123m 456p 789s 11s 13p
        0 draws 9s
        0 throws 2p
        1 wins 2p ! RI-W2
    """,
    "an own draw is one": """
        1: 123m 456p 789s 11s 13p
        0 draws 9s
        0 throws 9s
        1 draws 2p
        1 wins 2p
        over win
    """,
    "the tile drawn": """
        1: 123m 456p 789s 11s 13p
        0 draws 9s
        0 throws 9s
        1 draws 2p
        1 wins 1s ! R6
    """,
    "not on who waits for what he discarded": f"""
        1: {READY}
        2: 4p ..
        0 draws 9s
        0 throws 9s
        1 draws 1p
        1 throws 1p drawn
        2 draws E
        2 throws 4p
        1 wins 4p ! RI-W3
    """,
    "by an own draw he may": f"""
        1: {READY}
        2: E ..
        0 draws 9s
        0 throws 9s
        1 draws 1p
        1 throws 1p drawn
        2 draws W
        2 throws E
        3 draws 8m
        3 throws 8m
        0 draws 7s
        0 throws 7s
        1 draws 4p
        1 wins 4p
        over win
    """,
    "not after a tile let go in the same turn": f"""
        0: 4p ..
        1: {READY}
        2: 1p ..
        0 draws 9s
        0 throws 4p
        1 draws E
        1 throws E
        2 draws W
        2 throws 1p
        3 draws 8m
        3 throws 8m
        0 draws 4p
        0 throws 4p
        1 wins 4p ! RI-W4
    """,
    "after the own discard it is over": f"""
        0: 4p ..
        1: {READY}
        0 draws 9s
        0 throws 4p
        1 draws E
        1 throws E
        2 draws 8s
        2 throws 8s
        3 draws 8m
        3 throws 8m
        0 draws 4p
        0 throws 4p
        1 wins 4p
        over win
    """,
    "after riichi it is not": AFTER_RIICHI.replace("2 draws 8m", "2 draws 1p").replace(
        "2 throws 8m", "2 throws 1p"
    )
    + """
        1 draws W
        1 throws W drawn
        2 draws 4p
        2 throws 4p
        1 wins 4p ! RI-W5
    """,
    "two win on one tile, the nearest first": f"""
        0: 4p ..
        1: {READY}
        2: 123s 456m 789m 99p 56p
        0 draws 9s
        0 throws 4p
        1 wins 4p
        2 wins 4p
        over win
    """,
    "not the farther first": f"""
        0: 4p ..
        1: {READY}
        2: 123s 456m 789m 99p 56p
        0 draws 9s
        0 throws 4p
        2 wins 4p
        1 wins 4p ! RI-P11
    """,
    "not three": f"""
        0: 4p ..
        1: {READY}
        2: 123s 456m 789m 99p 56p
        3: 234s 678m 234m 88p 56p
        0 draws 9s
        0 throws 4p
        1 wins 4p
        2 wins 4p
        3 wins 4p ! RI-P11
    """,
    "what was passed is not taken": f"""
        0: 4p ..
        1: {READY}
        0 draws 9s
        0 throws 4p
        1 passes win
        1 wins 4p ! R3
    """,
    "a pass declines what was open": f"""
        0: 9p ..
        1: {READY}
        0 draws 9s
        0 throws 9p
        1 passes win ! R3
    """,
    "the hand is settled when it is won": f"""
        0: 4p ..
        1: {READY}
        0 draws 9s
        0 throws 4p
        1 wins 4p
        2 draws 8m ! RI-P1
    """,
}

ROBBED = {
    "an added kong is robbed": """
        0: 3p ..
        1: 123m 456m 789s 11s 24p
        3: 3p 3p E ..
        0 draws 8m
        0 throws 3p
        3 pungs 3p
        3 throws E
        0 draws 7s
        0 throws 7s
        1 draws W
        1 throws W
        2 draws 8m
        2 throws 8m
        3 draws 3p
        3 adds 3p
        1 wins 3p
        over win
    """,
    "before its replacement": """
        0: 3p ..
        1: 123m 456m 789s 11s 24p
        3: 3p 3p E ..
        0 draws 8m
        0 throws 3p
        3 pungs 3p
        3 throws E
        0 draws 7s
        0 throws 7s
        1 draws W
        1 throws W
        2 draws 8m
        2 throws 8m
        3 draws 3p
        3 adds 3p
        3 tail 9m dora 2m
        1 wins 3p of 13 ! RI-P12
    """,
    "a concealed kong is not": """
        1: 11m19p19sESWNPFC
        0: 9999m ..
        0 draws 8s
        0 hides 9m dora 3s
        1 wins 9m ! RI-P12
    """,
}

ENDS = {
    "when the wall is empty": """
        0: 147m 258p 369s ESWC
        until 0
        over draw
    """,
    "not before": """
        0 draws 9s
        0 throws 9s
        over draw ! RI-P13
    """,
    "not while the last tile is in hand": """
        until 1
        1 draws 9p
        over draw ! RI-P13
    """,
    "nine terminals and honours": """
        0: 19m19p19sESW 2345p
        0 draws 5m
        over abort yao9
    """,
    "nine, not eight": """
        0: 19m19p19sES 23456p
        0 draws 5m
        over abort yao9 ! RI-P14
    """,
    "at the first draw": """
        0: 19m19p19sESW 2345p
        0 draws 5m
        0 throws 5m
        1 draws 5s
        1 throws 5s
        2 draws 6m
        2 throws 6m
        3 draws 6s
        3 throws 6s
        0 draws 7m
        over abort yao9 ! RI-P14
    """,
    "and before any claim": """
        1: 19m19p19sESW 2345p
        2: 5s5s8s ..
        0 draws 5s
        0 throws 5s
        2 pungs 5s
        2 throws 8s
        3 draws 5p
        3 throws 5p
        0 draws 6s
        0 throws 6s
        1 draws 7m
        over abort yao9 ! RI-P14
    """,
    "four discards of one wind": """
        0: W ..
        1: W ..
        2: W ..
        3: W ..
        0 draws 5m
        0 throws W
        1 draws 5s
        1 throws W
        2 draws 6m
        2 throws W
        3 draws 6s
        3 throws W
        over abort kaze4
    """,
    "end the hand": """
        0: W ..
        1: W ..
        2: W ..
        3: W ..
        0 draws 5m
        0 throws W
        1 draws 5s
        1 throws W
        2 draws 6m
        2 throws W
        3 draws 6s
        3 throws W
        0 draws 7m ! RI-P15
    """,
    "of one and the same": """
        0: W ..
        1: W ..
        2: W ..
        3: E ..
        0 draws 5m
        0 throws W
        1 draws 5s
        1 throws W
        2 draws 6m
        2 throws W
        3 draws 6s
        3 throws E
        over abort kaze4 ! RI-P15
    """,
    "three that could win": f"""
        0: 4p ..
        1: {READY}
        2: 123s 456m 789m 99p 56p
        3: 234s 678m 234m 88p 56p
        0 draws 9s
        0 throws 4p
        over abort ron3
    """,
    "three, not two": f"""
        0: 4p ..
        1: {READY}
        2: 123s 456m 789m 99p 56p
        3: 147m 258p 369s ESWC
        0 draws 9s
        0 throws 4p
        over abort ron3 ! RI-P18
    """,
    "not without a reason": """
        0 draws 5m
        0 throws 5m
        over abort none ! R8
    """,
}

FOUR_RIICHI = """
    0: 123m 456m 789m EE 23p
    1: 123s 456s 789s SS 23p
    2: 123m 456m 789m WW 23p
    3: 123s 456s 789s CC 23p
    0 draws N
    0 riichi
    0 throws N
    1 draws P
    1 riichi
    1 throws P
    2 draws F
    2 riichi
    2 throws F
    3 draws 9p
    3 riichi
    3 throws 9p
"""

FOUR_KONGS = """
    0: 1111m 2222p E ..
    1: 3333s 7777m S ..
    0 draws 9m
    0 hides 1m dora 4s
    0 tail 8m
    0 hides 2p dora 5s
    0 tail 8p
    0 throws E
    1 draws 9p
    1 hides 3s dora 6s
    1 tail 4m
    1 hides 7m dora 7s
    1 tail 6m
    1 throws S
"""

TABLES_END = {
    "four have declared riichi": FOUR_RIICHI + "over abort reach4",
    "and nobody plays on": FOUR_RIICHI + "0 draws 5p ! RI-P16",
    "three have not": FOUR_RIICHI.replace("3 riichi", "") + "over abort reach4 ! RI-P16",
    "four kongs of two players": FOUR_KONGS + "over abort kan4",
    "after which nobody draws": FOUR_KONGS + "2 draws 9s ! RI-P17",
    "three kongs are not four": """
        0: 1111m 2222p 3333s E
        0 draws 9m
        0 hides 1m dora 4s
        0 tail 8m
        0 hides 2p dora 5s
        0 tail 8p
        0 hides 3s dora 6s
        0 tail 7p
        0 throws E
        over abort kan4 ! RI-P17
    """,
}

GROUPS: dict[str, dict[str, str]] = {
    "turns": TURNS,
    "claims": CLAIMS,
    "swaps": SWAPS,
    "kongs": KONGS,
    "indicators": INDICATORS,
    "riichi": RIICHI,
    "locked": LOCKED,
    "kongs after riichi": LOCKED_KONGS,
    "wins": WINS,
    "robbed": ROBBED,
    "ends": ENDS,
    "ends of the table": TABLES_END,
}
SCRIPTS = [
    (f"{group}: {name}", text) for group, all in GROUPS.items() for name, text in all.items()
]


WITH_OPTIONS: dict[str, tuple[dict[str, Any], str]] = {
    "喰い替え of the end": ({"swap_calls": "other_end"}, SWAPS["nor the other end of the run"]),
    "喰い替え of the tile": ({"swap_calls": "yes"}, SWAPS["what was claimed is not discarded"]),
    "riichi on credit": ({"riichi_on_credit": True}, RIICHI["with a thousand points"]),
    "riichi without a turn": (
        {"last_riichi": True}, RIICHI["not with fewer tiles than players"],
    ),
    "three winners": ({"max_winners": 3}, WINS["not three"]),
    "国士無双 robs a concealed kong": (
        {"kokushi_robs": True}, ROBBED["a concealed kong is not"],
    ),
    "an indicator at once": (
        {"kong_dora": "at_once"}, INDICATORS["an open kong's after the replacement"],
    ),
    "an indicator after the discard": (
        {"kong_dora": "after_discard"}, INDICATORS["and before the discard"],
    ),
}  # fmt: skip

FORBIDDEN: dict[str, tuple[dict[str, Any], str, str]] = {
    "one winner a tile": (
        {"max_winners": 1}, WINS["two win on one tile, the nearest first"], "RI-P11",
    ),
    "no kong after riichi": (
        {"riichi_kong": "no"},
        LOCKED_KONGS["a kong of the drawn tile that keeps the waits"], "RI-P10",
    ),
    "none that changes a reading": (
        {"riichi_kong": "same_shape"},
        LOCKED_KONGS["where three suits of waits stay it may"], "RI-P10",
    ),
    "no 途中流局": (
        {"abortive_draws": False}, ENDS["nine terminals and honours"], "RI-P14",
    ),
}  # fmt: skip


def judged(text: str, options: dict[str, Any] | None = None, players: int = 4) -> None:
    script = read_script(text, options, players)
    report = verify(script.events)
    if script.clause is None:
        assert report.clean, report.findings[0]
        return
    assert report.findings, "nothing was found"
    first = report.findings[0]
    assert (first.seq, first.clause) == (script.at, script.clause), first


@pytest.mark.parametrize(("name", "text"), SCRIPTS, ids=[name for name, _ in SCRIPTS])
def test_play(name: str, text: str) -> None:
    judged(text)


def test_the_position_shows_the_round_and_what_lies_on_the_table() -> None:
    text = "round S2 | honba 3 | sticks 1\ndora 9m\n" + AFTER_RIICHI
    script = read_script(text)
    hand = replay(script.events).hand
    assert hand is not None
    shown = hand.table.view()
    assert (shown["round"], shown["honba"], shown["sticks"], shown["dora"]) == ("S2", 3, 2, "9m")
    assert [seat["ready"] for seat in shown["seats"]] == [False, True, False, False]


@pytest.mark.parametrize(("name", "text"), NORTHS.items(), ids=list(NORTHS))
def test_play_of_three(name: str, text: str) -> None:
    judged(text, players=3)


@pytest.mark.parametrize(("options", "text"), WITH_OPTIONS.values(), ids=list(WITH_OPTIONS))
def test_what_some_houses_allow(options: dict[str, Any], text: str) -> None:
    """The script that breaks a rule keeps it with the option."""
    judged(text)
    judged(text.split("!")[0], options)


@pytest.mark.parametrize(("options", "text", "clause"), FORBIDDEN.values(), ids=list(FORBIDDEN))
def test_what_some_houses_forbid(options: dict[str, Any], text: str, clause: str) -> None:
    judged(text)
    found = verify(read_script(text, options).events).findings
    assert found and found[0].clause == clause, found
