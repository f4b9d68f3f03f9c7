"""The 129 hands of another implementation (GB-Mahjong), where the public records are."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.games.mcr.scoring import BY_NAME, FANS, Case, score
from events.tiles import MAHJONG

NAMES = {row.clause: row.name for row in FANS}

OTHERWISE = {
    "258m23469p14788s3p": 1,
    "258m23469p14788s3p|EE0000|1": 1,
}
"""Hands where ours counts 坎张 (MC-F78) and theirs does not: 3p stands in 234p or in 369p of the
组合龙. It is the only tile that the hand waits for, and of two readings the one with more 番
counts (MC-W2)."""


def tiles(text: str) -> list[str]:
    return MAHJONG.parse(text)


def case_of(hand: str) -> dict[str, Any]:
    """``[123m,1]…tiles|round, seat, self-drawn, last of its kind, last of all, kong|flowers``."""
    body, how, flowers = ([*hand.split("|"), "", ""])[:3]
    how = how or "EE0000"
    melds = []
    for told in re.findall(r"\[(.*?)\]", body):
        held, _, source = told.partition(",")
        parts = tiles(held)
        if len(parts) == 4:
            act = "exposed_kong" if source else "concealed_kong"
        else:
            act = "pung" if parts[0] == parts[1] else "chow"
        melds.append([act, parts[0]])
    *held, tile = tiles(re.sub(r"\[.*?\]", "", body))
    own, fourth, last, kong = (mark == "1" for mark in how[2:])
    by = ("kong_draw" if kong else "self_draw") if own else "rob_kong" if kong else "discard"
    n = int(flowers) if flowers.isdecimal() else len(flowers)
    win = {"seat": 0, "tile": tile, "by": by, "last": last, "fourth": fourth}
    if not own:
        win["from"] = 1
    return {
        "dealer": -"ESWN".index(how[1]) % 4,
        "round": how[0],
        "options": {"min_fan": 0},
        "seats": [{"hand": " ".join(held), "melds": melds, "flowers": n}, {}, {}, {}],
        "win": win,
    }


def cases(shared: Path) -> list[tuple[str, Counter[str], int]]:
    file = shared / "data" / "mcr" / "gb_mahjong_unit_cases.tsv"
    if not file.exists():
        pytest.skip("the hands are not there")
    rows = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return [(hand, Counter(names.split("+")), int(total)) for hand, names, total in rows]


def ours(hand: str) -> tuple[Counter[str], int]:
    case = case_of(hand)
    if case["win"]["by"] == "rob_kong":
        case["seats"][1] = {"melds": [["pung", case["win"]["tile"]]]}
    answer = score(msgspec.convert(case, Case))
    found: Counter[str] = Counter()
    for clause, amount in answer.lines:
        found[NAMES[clause]] = amount // BY_NAME[NAMES[clause]].fan
    return found, answer.value


def test_the_hands_have_the_same_fan_and_total(shared: Path) -> None:
    told = cases(shared)
    assert len(told) == 129
    differ = {}
    for hand, names, total in told:
        found, value = ours(hand)
        if (found, value) != (names, total):
            differ[hand] = value - total
            assert found - names == Counter(["坎张"]) and not names - found
    assert differ == OTHERWISE
