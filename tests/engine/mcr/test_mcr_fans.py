"""国标麻将: what a hand is worth. One hand a line in ``fan.txt``; the clauses by their names."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from engine.case import CaseError
from engine.games.mcr import scoring
from engine.games.mcr.scoring import BY_NAME, FANS, Case, score
from events.formats import mcr as formats
from events.formats.tziakcha import numbers

HERE = Path(__file__).parent
ACTS = {
    "c": "chow",
    "p": "pung",
    "k": "exposed_kong",
    "a": "added_kong",
    "h": "concealed_kong",
}
BY = {"self": "self_draw", "on": "discard", "kong": "kong_draw", "rob": "rob_kong"}

# The printed numbers of the 番, so that the table of the rule book and that of the code are tied:
NUMBERS = """
MC-F1 大四喜 MC-F2 大三元 MC-F3 绿一色 MC-F4 九莲宝灯 MC-F5 四杠 MC-F6 连七对 MC-F7 十三幺
MC-F8 清幺九 MC-F9 小四喜 MC-F10 小三元 MC-F11 字一色 MC-F12 四暗刻 MC-F13 一色双龙会
MC-F14 一色四同顺 MC-F15 一色四节高 MC-F16 一色四步高 MC-F17 三杠 MC-F18 混幺九
MC-F19 七对 MC-F20 七星不靠 MC-F21 全双刻 MC-F22 清一色 MC-F23 一色三同顺
MC-F24 一色三节高 MC-F25 全大 MC-F26 全中 MC-F27 全小
MC-F28 清龙 MC-F29 三色双龙会 MC-F30 一色三步高 MC-F31 全带五 MC-F32 三同刻 MC-F33 三暗刻
MC-F34 全不靠 MC-F35 组合龙 MC-F36 大于五 MC-F37 小于五 MC-F38 三风刻
MC-F39 花龙 MC-F40 推不倒 MC-F41 三色三同顺 MC-F42 三色三节高 MC-F43 无番和
MC-F44 妙手回春 MC-F45 海底捞月 MC-F46 杠上开花 MC-F47 抢杠和
MC-F48 碰碰和 MC-F49 混一色 MC-F50 三色三步高 MC-F51 五门齐 MC-F52 全求人 MC-F53 双暗杠
MC-F54 双箭刻 MC-F55 全带幺 MC-F56 不求人 MC-F57 双明杠 MC-F58 和绝张
MC-F59 箭刻 MC-F60 圈风刻 MC-F61 门风刻 MC-F62 门前清 MC-F63 平和 MC-F64 四归一
MC-F65 双同刻 MC-F66 双暗刻 MC-F67 暗杠 MC-F68 断幺
MC-F69 一般高 MC-F70 喜相逢 MC-F71 连六 MC-F72 老少副 MC-F73 幺九刻 MC-F74 明杠
MC-F75 缺一门 MC-F76 无字 MC-F77 边张 MC-F78 坎张 MC-F79 单钓将 MC-F80 自摸 MC-F81 花牌
MC-F82 明暗杠
"""


def rows() -> list[str]:
    lines = (HERE / "fan.txt").read_text(encoding="utf-8").splitlines()
    return [" ".join(line.split()) for line in lines if line and not line.startswith("#")]


def case_of(row: str) -> dict[str, Any]:
    """The score case of a row: seat 0 wins, a tile of another comes from seat 1."""
    hand, melds, tile, how, _ = (cell.strip() for cell in row.split("|"))
    by, *words = how.split()
    told = dict(word.partition("=")[::2] for word in words)
    winner = {
        "hand": hand,
        "melds": [[ACTS[meld[0]], meld[1:]] for meld in melds.split()],
        "flowers": int(told.get("flowers", 0)),
    }
    win: dict[str, Any] = {"seat": 0, "tile": tile, "by": BY[by]}
    win |= {name: True for name in ("last", "fourth") if name in told}
    if by in ("on", "rob"):
        win["from"] = 1
    other = {"melds": [["pung", tile]]} if by == "rob" else {}
    return {
        "dealer": -"ESWN".index(told.get("seat", "E")) % 4,
        "round": told.get("round", "E"),
        "seats": [winner, other, {}, {}],
        "win": win,
    }


def wanted(row: str) -> dict[str, int]:
    found = {}
    for word in row.split("|")[-1].split():
        name, _, times = word.partition("*")
        found[BY_NAME[name].clause] = BY_NAME[name].fan * int(times or 1)
    return found


@pytest.mark.parametrize("row", rows())
def test_a_hand_has_its_fan(row: str) -> None:
    answer = score(msgspec.convert(case_of(row), Case))
    assert dict(answer.lines) == wanted(row)
    assert answer.value == sum(wanted(row).values())
    short = answer.value - wanted(row).get("MC-F81", 0) < 8
    assert answer.clause == "MC-W2" if short else answer.legal


def test_every_fan_of_the_book_is_in_some_row() -> None:
    shown = {clause for row in rows() for clause in wanted(row)}
    assert shown == {row.clause for row in FANS}


def test_the_tables_say_the_same() -> None:
    printed = re.findall(r"(MC-F\d+) (\S+)", NUMBERS)
    assert [(row.clause, row.name) for row in FANS] == printed
    assert {row.name: row.fan for row in FANS} == formats.FANS
    assert [formats.clause(name) for _, name in printed] == [clause for clause, _ in printed]
    assert {formats.clause(name) for name in numbers.FANS} == {row.clause for row in FANS}


# -- payments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("row", "value", "deltas"),
    [
        pytest.param(
            "19m19p19sESWNPFC | | E | on | -", 88, [112, -96, -8, -8], id="MC-X1 a discard"
        ),
        pytest.param(
            "234m 678p 45s EE | c6m | 6s | rob | -", 9, [33, -17, -8, -8], id="MC-X1 a robbed kong"
        ),
        pytest.param(
            "234m 678p 45s EE | k9m | 6s | kong | -", 10, [54, -18, -18, -18], id="MC-X2 self-drawn"
        ),
    ],
)
def test_who_pays(row: str, value: int, deltas: list[int]) -> None:
    answer = score(msgspec.convert(case_of(row), Case))
    assert answer.value == value
    assert list(answer.deltas) == deltas  # type: ignore[arg-type]
    assert [payment.from_ for payment in answer.payments] == [1, 2, 3]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("row", "clause"),
    [
        ("123m 456p 78s 5m 9m | p2p | 9s | on | -", "MC-W1"),
        ("234m 234p 67s 99p | pE | 8s | on | -", "MC-W2"),
        ("234m 67s 99p 678p | c2p | 8s | self flowers=8 | -", "MC-W2"),
    ],
)
def test_what_is_no_win(row: str, clause: str) -> None:
    answer = score(msgspec.convert(case_of(row), Case))
    assert (answer.legal, answer.clause) == (False, clause)
    assert not answer.payments


def test_the_least_fan_is_an_option() -> None:
    case = case_of("234m 234p 67s 99p | pE | 8s | on | -") | {"options": {"min_fan": 5}}
    assert score(msgspec.convert(case, Case)).legal


# -- what is no case -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"win": {"seat": 0, "tile": "1f", "by": "self_draw"}}, "tile", "$.win.tile"),
        ({"win": {"seat": 0, "tile": "8s", "by": "discard"}}, "impossible", "$.win.from"),
        ({"win": {"seat": 0, "tile": "8s", "by": "kong_draw"}}, "impossible", "$.win.by"),
        (
            {"win": {"seat": 0, "tile": "8s", "by": "rob_kong", "from": 1}},
            "impossible",
            "$.seats[1].melds",
        ),
        ({"seats": [{"hand": "123m"}, {}, {}, {}]}, "hand_size", "$.seats[0].hand"),
        ({"seats": [{"hand": "1111m 1m 456789p 99s"}, {}, {}, {}]}, "five_of_a_kind", "$.seats[0]"),
        ({"seats": [{"hand": "123m 456m 789m 11p 2p ?"}, {}, {}, {}]}, "tile", "$.seats[0].hand"),
        (
            {"seats": [{"hand": "123456m 11p 78s", "melds": [["chow", "8m"]]}, {}, {}, {}]},
            "tile",
            "$.seats[0].melds[0][1]",
        ),
        ({"options": {"flowers": False}, "seats": [{"hand": "234m 234p 67s 99p EEE", "flowers": 1},
          {}, {}, {}]}, "impossible", "$.seats"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_at_its_place(
    change: dict[str, Any], code: str, path: str
) -> None:
    case = {
        "dealer": 0,
        "seats": [{"hand": "234m 234p 67s 99p EEE"}, {}, {}, {}],
        "win": {"seat": 0, "tile": "8s", "by": "self_draw"},
    }
    with pytest.raises(CaseError) as refused:
        scoring.score(msgspec.convert(case | change, Case))
    assert (refused.value.code, refused.value.path) == (code, path)
