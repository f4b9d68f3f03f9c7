"""立直: hands as a score table has them: yaku with their han, fu, points.

One row a hand: its tiles, the melds, the winning tile and how it came, then what it is worth. ``S``
says whose wind the winner has (``E`` is the dealer); a discard comes from the next seat. Points are
what the discarder pays, or for an own draw what the dealer and the others pay.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine.case import Answer
from engine.clauses import clauses
from engine.score import answer

ACTS = {
    "chow": "chow",
    "pung": "pung",
    "kong": "exposed_kong",
    "added": "added_kong",
    "hidden": "concealed_kong",
}

# hand (melds) + tile, how | yaku | fu | points
HANDS = """
S 234m 456p 678s 99s 23p + 1p riichi                   | Y1 Y7              | 30 | 2000
S 234m 456p 678s 99s 23p + 1p self                     | Y0 Y7              | 20 | 700/400
E 234m 456p 678s 99s 23p + 1p self                     | Y0 Y7              | 20 | 700/700
S 234m 456p 678s 99s 23p + 1p riichi ippatsu           | Y1 Y2 Y7           | 30 | 3900
S 234m 456p 678s 99s 23p + 1p double                   | Y21*2 Y7           | 30 | 3900
S 234m 456p 678s 99s 23p + 1p last                     | Y6 Y7              | 30 | 2000
S 234m 456p 678s 99s 23p + 1p self last                | Y0 Y5 Y7           | 20 | 1300/700
S 234m 456p 678s 99s 23p + 1p robbed                   | Y3 Y7              | 30 | 2000
S 234m 456p 678s 55s 34p + 5p                          | Y7 Y8              | 30 | 2000
S 234m 456p 55s 34p (chow 678s) + 5p                   | Y8                 | 30 | 1000
S 234m 456p 55s 24p (chow 678s) + 3p                   | Y8                 | 30 | 1000
S 223344m 678s 99p 45s + 3s                            | Y7 Y9              | 30 | 2000
S 456p 678s 99m 23s (pung P) + 1s                      | Y18                | 30 | 1000
S 456p 678s 99m 23s (pung F) + 1s                      | Y19                | 30 | 1000
S 456p 678s 99m 23s (pung C) + 1s                      | Y20                | 30 | 1000
E 456p 678s 99m 23s (pung E) + 1s                      | Y10 Y14            | 30 | 2900
S 456p 678s 99m 23s (pung S) + 1s                      | Y11                | 30 | 1000
W 456p 678s 99m 23s (pung W) + 1s                      | Y12                | 30 | 1000
N 456p 678s 99m 23s (pung N) + 1s                      | Y13                | 30 | 1000
S 456p 678s 99m 23s (pung E) + 1s                      | Y14                | 30 | 1000
S 456p 678s 99m 23s (pung S) + 1s round S              | Y11 Y15            | 30 | 2000
E 456p 678s 99m 23s (pung W) + 1s round W              | Y16                | 30 | 1500
E 456p 678s 99m 23s (pung N) + 1s round N              | Y17                | 30 | 1500
S 1122m 3344p 55s 66s 7s + 7s                          | Y22*2              | 25 | 1600
S 123m 789p 11s EEE 78s + 9s                           | Y14 Y23*2          | 40 | 5200
S 789p 11s SSS 78s (chow 123m) + 9s                    | Y11 Y23            | 30 | 2000
S 123456789m 55p 34s + 5s                              | Y7 Y24*2           | 30 | 3900
S 456789m 55p 34s (chow 123m) + 5s                     | Y24                | 30 | 1000
S 234m 234p 34s 99m 678s + 2s                          | Y7 Y25*2           | 30 | 3900
S 234m 34s 99m 678s (chow 234p) + 2s                   | Y25                | 30 | 1000
S 222m 222p 22s 55s 678s + 2s                          | Y8 Y26*2           | 40 | 5200
S 678m 5s (hidden 2m) (kong 3p) (added 4s) + 5s        | Y8 Y27*2           | 60 | 7700
S 444s 88s 66p (pung 2m) (pung 3p) + 6p                | Y8 Y28*2           | 30 | 3900
S 222m 444p 666s 78s 99p + 9s self                     | Y0 Y29*2           | 40 | 2600/1300
S CC 234m 67s (pung P) (pung F) + 8s                   | Y18 Y19 Y30*2      | 30 | 7700
S NNN 99s 11s (pung 1m) (pung 9p) + 1s                 | Y28*2 Y31*2        | 40 | 8000
S 223344m 667788p 5s + 5s                              | Y8 Y32*3           | 40 | 8000
S 123m 789p 123s 99s 78m + 9m                          | Y7 Y33*3           | 30 | 7700
S 789p 123s 99s 78m (chow 123m) + 9m                   | Y33*2              | 30 | 2000
S 123m 456m NNN 99m 78m + 6m                           | Y34*3              | 40 | 5200
S 456m NNN 99m 78m (chow 123m) + 6m                    | Y34*2              | 30 | 2000
S 123m 345m 567m 99m 78m + 6m                          | Y7 Y35*6           | 30 | 12000
S 345m 567m 99m 78m (chow 123m) + 6m                   | Y35*5              | 30 | 8000
S 234m 678p 55s 34p (hidden 9s) + 5p replaced          | Y0 Y4              | 60 | 2000/1000
S 234m 456p 678s 99s 23p + 1p riichi dora 3p           | Y1 Y7 Y52          | 30 | 3900
S 234m 456p 678s 99s 23p + 1p riichi dora 9m ura 8s    | Y1 Y7 Y53*2        | 30 | 7700
S 234m 46p5pr 678s 99s 23p + 1p riichi                 | Y1 Y7 Y54          | 30 | 3900
S 234m 456p 678s EE 23p + 1p riichi                    | Y1                 | 40 | 1300
E 234m 456p 678s EE 23p + 1p riichi                    | Y1                 | 40 | 2000
S 234m 456p 678s 99s 12p + 3p riichi                   | Y1                 | 40 | 1300
S 234m 456p 678s 999s 1p + 1p riichi                   | Y1                 | 40 | 1300
S 234m 456p 67s 99p (pung 1s) + 8s                     | none
S 19m19p19sESWNPFC + 1m                                | Y48*13             |  - | 32000
S 119m19p19sESWNPF + C                                 | Y47*13             |  - | 32000
E 119m19p19sESWNPF + C self                            | Y47*13             |  - | 16000/16000
S 222m 444p 666s 88s 99p + 9p self                     | Y40*13             |  - | 16000/8000
S 222m 444p 666s 888s 9p + 9p                          | Y41*13             |  - | 32000
S 234m 55s FF (pung P) (pung C) + F                    | Y39*13             |  - | 32000
S EEE SSS WW PP (pung F) + W                           | Y42*13             |  - | 32000
S 223344s 666s 88s FF + F                              | Y43*13             |  - | 32000
S 999m 11p 99p (pung 1m) (pung 1s) + 9p                | Y44*13             |  - | 32000
S 1112345678999p + 5p                                  | Y46*13             |  - | 32000
S 1112345567899p + 9p                                  | Y45*13             |  - | 32000
S EEE SSS WW 55p (pung N) + W                          | Y49*13             |  - | 32000
S EEE SSS NN 34p (pung W) + 5p                         | Y50*13             |  - | 32000
S 5s (hidden 2m) (kong 3p) (added 4s) (kong E) + 5s    | Y51*13             |  - | 32000
E 234m 456p 678s 99s 23p + 1p self heaven              | Y37*13             |  - | 16000/16000
S 234m 456p 678s 99s 23p + 1p self earth               | Y38*13             |  - | 16000/8000
S EEE SSS WW PP (pung N) + W                           | Y42*13 Y49*13      |  - | 64000
"""

WITH_OPTIONS: list[tuple[str, dict[str, Any]]] = [
    ("S 222m 444p 666s 888s 9p + 9p | Y41*26 | - | 64000", {"double_yakuman": True}),
    ("S 19m19p19sESWNPFC + 1m | Y48*26 | - | 64000", {"double_yakuman": True}),
    ("S 1112345678999p + 5p | Y46*26 | - | 64000", {"double_yakuman": True}),
    ("S EEE SSS WW 55p (pung N) + W | Y49*26 | - | 64000", {"double_yakuman": True}),
    ("S EEE SSS WW PP (pung N) + W | Y42*13 Y49*13 | - | 32000", {"added_yakuman": False}),
    ("S 234m 456p 678s 99s 23p + 1p man | Y36*13 | - | 32000", {"renhou": "yakuman"}),
    ("S 234m 456p 678s 99s 23p + 1p man | Y7 Y36*5 | 30 | 12000", {"renhou": "mangan"}),
    ("S 234m 456p 678s 99s 23p + 1p man | Y7 | 30 | 1000", {}),
    ("S 234m 456p 55s 34p (chow 678s) + 5p | none", {"open_tanyao": False}),
    ("S 234m 456p 678s 99s 23p + 1p riichi ippatsu | Y1 Y7 | 30 | 2000", {"ippatsu": False}),
    ("S 234m 456p 678s 99s 23p + 1p riichi ura 8s | Y1 Y7 | 30 | 2000", {"ura_dora": False}),
    ("S CC 234m 67s (pung P) (pung F) + 8s | Y18 Y19 Y30*2 | 30 | 8000", {"rounded_mangan": True}),
    ("S 678m 5s (hidden 2m) (kong 3p) (added 4s) + 5s | Y8 Y27*2 | 60 | 8000",
     {"rounded_mangan": True}),
    ("E 333m 456p 678s EE 34p + 5p riichi | Y1 | 40 | 2000", {}),
    ("E 333m 456p 678s EE 34p + 5p riichi | Y1 | 40 | 2000", {"double_wind_fu": 2}),
    ("E 456p 678s EE 34p (hidden 1m) + 5p riichi | Y1 | 70 | 3400", {}),
    ("E 333m 333s 678s EE 34p + 5p riichi | Y1 | 50 | 2400", {}),
    ("E 333m 333s 678s EE 34p + 5p riichi | Y1 | 40 | 2000", {"double_wind_fu": 2}),
    ("E 222345m 678s 22p 34p + 5p self riichi dora 1m1m1p1p | Y0 Y1 Y8 Y52*10 | 30 | 16000/16000",
     {}),
    ("E 222345m 678s 22p 34p + 5p self riichi dora 1m1m1p1p | Y0 Y1 Y8 Y52*10 | 30 | 12000/12000",
     {"counted_yakuman": False}),
]  # fmt: skip

FU_NAMES = """
RI-F1 副底  RI-F2 門前加符  RI-F3 七対子  RI-F4 自摸  RI-F5 単騎嵌張辺張  RI-F6 役牌雀頭
RI-F7 連風牌  RI-F8 明刻  RI-F9 暗刻  RI-F10 明槓  RI-F11 暗槓  RI-F12 食い平和  RI-F13 切り上げ
"""

FU = """
S 234m 456p 678s 99s 23p + 1p riichi                   | F1*20 F2*10
S 234m 456p 678s 99s 23p + 1p self                     | F1*20
S 1122m 3344p 55s 66s 7s + 7s                          | F3*25
S 234m 456p 55s 34p (chow 678s) + 5p                   | F1*20 F12*2 F13*8
S 234m 456p 678s EE 23p + 1p riichi                    | F1*20 F2*10 F6*2 F13*8
E 234m 456p 678s EE 23p + 1p riichi                    | F1*20 F2*10 F7*4 F13*6
S 234m 456p 678s 99s 12p + 3p riichi                   | F1*20 F2*10 F5*2 F13*8
S 234m 456p 678s 99s 13p + 2p self riichi              | F1*20 F4*2 F5*2 F13*6
S 222m 222p 22s 55s 678s + 2s                          | F1*20 F2*10 F8*2 F9*8
S 678m 5s (hidden 2m) (kong 3p) (added 4s) + 5s        | F1*20 F5*2 F10*16 F11*16 F13*6
S 456p 678s 99m 23s (pung P) + 1s                      | F1*20 F8*4 F13*6
S 234m 678p 55s 34p (hidden 9s) + 5p replaced          | F1*20 F4*2 F11*32 F13*6
"""


def rows(table: str) -> list[str]:
    return [line for line in table.strip().splitlines() if line]


def scored(row: str, options: dict[str, Any] | None = None) -> Answer:
    """The answer to the case that a row describes."""
    said = row.split("|")[0]
    wind, rest = said.split(maxsplit=1)
    before, after = rest.split("+")
    melds = [[ACTS[act], tiles] for act, tiles in re.findall(r"\((\w+) (\w+)\)", before)]
    hand = " ".join(re.sub(r"\(.*?\)", "", before).split())
    tile, *words = after.split()
    seat = "ESWN".index(wind)
    drawn = "self" in words or "replaced" in words
    by = "kong_draw" if "replaced" in words else "self_draw" if drawn else "discard"
    win: dict[str, Any] = {
        "seat": seat,
        "tile": tile,
        "by": "rob_kong" if "robbed" in words else by,
        "last": "last" in words,
        "ippatsu": "ippatsu" in words,
        "first": next((word for word in ("heaven", "earth", "man") if word in words), None),
    }
    if not drawn:
        win["from"] = (seat + 1) % 4
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    seats[seat] = {"hand": hand, "melds": melds}
    if "riichi" in words or "double" in words:
        seats[seat]["riichi"] = "double" if "double" in words else "single"
    case = {"game": "riichi", "options": options or {}, "dealer": 0, "seats": seats, "win": win}
    for name in ("round", "dora", "ura"):
        if name in words:
            case[name] = words[words.index(name) + 1]
    found = answer(msgspec.json.encode(case))
    assert isinstance(found, Answer), found
    return found


def lines(text: str, part: str) -> tuple[tuple[str, int], ...]:
    """``Y1 Y21*2`` as lines."""
    return tuple(
        (f"RI-{name}", int(amount or 1))
        for name, amount in re.findall(part + r"(?:\*(\d+))?", text)
    )


def holds(row: str, options: dict[str, Any] | None = None) -> None:
    found = scored(row, options)
    _, yaku, *worth = (cell.strip() for cell in row.split("|"))
    if yaku == "none":
        assert (found.legal, found.clause, found.value) == (False, "RI-W2", 0)
        return
    fu, points = worth
    assert found.legal and dict(found.lines) == dict(lines(yaku, r"(Y\d+)"))
    assert list(found.lines) == sorted(found.lines, key=lambda line: int(line[0][4:]))
    assert found.fu is msgspec.UNSET if fu == "-" else found.fu == int(fu)
    paid = {payment.from_: payment.points for payment in found.payments or ()}
    if "/" not in points:
        assert list(paid.values()) == [int(points)]
        return
    dealer, others = map(int, points.split("/"))
    assert paid == {seat: dealer if seat == 0 else others for seat in paid} and len(paid) == 3


@pytest.mark.parametrize("row", rows(HANDS))
def test_a_hand_is_worth_what_the_score_table_says(row: str) -> None:
    holds(row)


@pytest.mark.parametrize(("row", "options"), WITH_OPTIONS)
def test_where_houses_differ(row: str, options: dict[str, Any]) -> None:
    """Yakuman that add up or count twice (RI-X3), and the rest."""
    holds(row, options)


@pytest.mark.parametrize("row", rows(FU))
def test_the_fu_are_told_one_by_one_and_add_up(row: str) -> None:
    found = scored(row)
    assert found.fu_lines == lines(row.split("|")[1], r"(F\d+)")
    assert isinstance(found.fu_lines, tuple)
    assert sum(amount for _, amount in found.fu_lines) == found.fu


def test_every_kind_of_fu_has_its_clause() -> None:
    words = FU_NAMES.split()
    book = {id: found.name.replace(" ", "") for id, found in clauses("riichi").items()}
    assert dict(zip(words[::2], words[1::2], strict=True)) == {
        id: name for id, name in book.items() if id.startswith("RI-F")
    }


def test_a_hand_that_is_not_complete_is_no_win() -> None:
    """RI-W1."""
    found = scored("S 234m 456p 678s 99s 23p + 9p")
    assert (found.legal, found.clause, found.lines) == (False, "RI-W1", ())
    four_alike = scored("S 1111m 3344p 55s 66s 7s + 7s")
    assert four_alike.clause == "RI-W1"  # seven pairs are seven different ones


@pytest.mark.parametrize(
    ("dora", "han", "limit", "points"),
    [
        ("8s", 4, 0, 7700),
        ("8s 1m", 5, 1, 8000),
        ("8s 8s", 6, 2, 12000),
        ("8s 8s 1m", 7, 2, 12000),
        ("8s 8s 8s", 8, 3, 16000),
        ("8s 8s 8s 1m 1m", 10, 3, 16000),
        ("8s 8s 8s 1m 1m 1m", 11, 4, 24000),
        ("8s 8s 8s 1m 1m 1m 1m", 12, 4, 24000),
        ("8s 8s 8s 1m 1m 1m 1m 2m", 13, 5, 32000),
        ("8s 8s 8s 1m 1m 1m 1m 2m 2m 3m", 15, 5, 32000),
    ],
)
def test_the_limits(dora: str, han: int, limit: int, points: int) -> None:
    """RI-X2: 立直 and 平和, 2 han, and so many dora."""
    found = scored(f"S 234m 456p 678s 99s 23p + 1p riichi dora {dora.replace(' ', '')}")
    assert (found.han, found.limit) == (han, limit)
    assert [payment.points for payment in found.payments or ()] == [points]


@pytest.mark.parametrize(("row", "limit"), [
    ("S NNN 99s 11s (pung 1m) (pung 9p) + 1s", 1),
    ("S CC 234m 67s (pung P) (pung F) + 8s", 0),
])  # fmt: skip
def test_a_hand_rounded_up_is_below_the_limits(row: str, limit: int) -> None:
    """RI-X2: 4 han 40 fu are 満貫 and told so, 4 han 30 fu are paid like it (Tenhou tells it so).

    The library, where it rounds up, has no word for the first.
    """
    found = scored(row, {"rounded_mangan": True})
    assert (found.value, found.limit) == (8000, limit)
