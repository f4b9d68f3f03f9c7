"""九江麻将: the rule book's lines, one hand a row, with the examples of its source.

Seat 0 wins and seat 1 deals (天胡: seat 0). Melds: ``5m`` pung, ``5m!`` exposed kong, ``5m+``
added kong, ``5m*`` concealed kong. ``won by``: the tile and how, ``from 1``, ``self``, ``kong``
(杠上开花), ``kong from 1`` (杠上流泪), ``rob 1``; then ``fa 2``, ``ready``, ``last``, ``heaven``,
``earth``, ``option=value``. ``炮`` is followed by the broken clause where the win does not stand.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine.games.jiujiang.scoring import Case, SeatCase, score

# clause, hand, melds, won by, lines, 炮; two spaces or more between
HANDS = """
W0   123m 456p 78s 55s       9m           5p self               -                            0 W0
W0   89m 456p 789s 55s       C            1m from 1             -                            0 W0
W0   CP 456p 789s 55s        9m           C from 1              -                            0 W0
W0   11m 44m 33p 77s CP      9p*          C from 1              -                            0 W0
W0   123m 456p 78s FF        9m           6s self               -                            0 W0
W0   1144m 3399p 77s FF 2s   -            2s self               -                            0 W0
W0   123m 456p 78s 55s       9m           F self                -                            0 W0

W1   123m 456p 78s 55s       9m           6s from 1             S1 1                         1 W1
W1   123m 456p 78s 55s       9m           6s from 1 min_pao=1   S1 1                         1
W1   123m 456p 78s 55s       9m           6s self min_pao=3     S1 1, S2 1                   2 W1
W1   111m 55p 88s            3m 9p        8s from 1 min_pao=15  F3 15                        15
W1   111m 55p 88s            3m 9p        8s from 1 min_pao=16  F3 15                        15 W1

W2   112233m 445566p 7s      -            7s from 1             F5 20, F7 10                 30
W2   111222333m 45p 99s      -            6p from 1             S1 1, S4 1                   2
W2   1112223334m             8m           4m from 1             F3 15, F4 20, F7 5           40

W3   123m 456p 12s 55s       9m           3s from 1             S1 1, S3 1                   2
W3   123m 456p 89s 55s       9m           7s from 1             S1 1, S3 1                   2
W3   123m 456p 46s 55s       9m           5s from 1             S1 1, S3 1                   2
W3   123m 12333s 55p         9m           3s from 1             S1 1                         1 W1
W3   123m 8999s              5s 9m        7s from 1             S1 1                         1 W1
W3   123m 8999s              8s 9m        7s from 1             S1 1, S3 1                   2
W3   123m 7899s              5s! 9m       9s from 1 pair_wait_on_plain=true  S1 1, A5 1      2
W3   123m 7899s              6s! 9m       9s from 1 pair_wait_on_plain=true  S1 1, S3 1, A5 1  3

W4   123m 456p 78s 55s       9m*          6s from 1             S1 1, S4 1, A6 2             4
W4   123m 456p 678s 55s 99m  -            9m from 1             S1 1, S4 1                   2

S2   123m 456p 78s 55s       9m           6s self               S1 1, S2 1                   2
S3   123m 456p 789s 5s       9m           5s from 1             S1 1                         1 W1
S3   123m 456p 789s 5s       9m           5s from 1 pair_wait_on_plain=true  S1 1, S3 1      2
S4   123m 456p 78s 55s 999m  -            6s from 1             S1 1, S4 1                   2
S4   123m 456p 12s 55s 999m  -            3s self               S1 1, S2 1, S3 1, S4 1       4

F1   123m 456m 78m CC        9m           6m from 1             F1 10                        10
F1   123m 456m 78m 55m       P            6m from 1             F1 10, A3 1                  11
F2   123456m 78m 55s         9p           9m from 1             F2 10                        10
F2   123456m 78m CC          1m           9m from 1             F1 10, F2 10                 20
F2   12m 456789s 55p         9p           3m from 1             S1 1, S3 1                   2
F3   111m 55p 88s            3m 9p        8s from 1             F3 15                        15
F4   123m 456m 78m 55m       9m           6m from 1             F4 20                        20
F4   123456m 78m 55m         1m           9m from 1             F2 10, F4 20                 30
F5   1144m 3399p 77s CC 2s   -            2s from 1             F5 20                        20
F5   1144m 3399p 77s CC 2s   -            2s self concealed_on_flower=5  F5 20, F14 5        25
F5   1144m 3399p 77s CC 2s   -            2s from 1 ready       F5 20, F10 10                30
F5   1122445577m CC 8m       -            8m from 1             F1 10, F5 20                 30
F5   1111224455m 77m 8m      -            8m from 1             F4 20, F5 20, F8 5           45
F6   5s                      1m 3m 7p 9p  5s from 1             F6 35                        35
F6   5s                      1m 3m 7p 9p  5s self               F6 35, F14 5                 40
F6   7m                      1m 3m 5m 9m  7m from 1             F4 20, F6 35                 55
F6   C                       1m 3m 5m 9m  C from 1              F1 10, F6 35                 45
F6   5s                      1m+ 3m 7p 9p  5s from 1            F6 35, A5 1                  36
F6   5s                      1m 3m 7p 9p*  5s from 1            F3 15, F15 5, A6 2           22
F7   1144m 99p CC 5566s 7s   -            7s from 1             F5 20, F7 5                  25
F7   11m 99p CC 556677s 8s   -            8s from 1             F5 20, F7 10                 30
F7   555p 77p 11s            6p 1m        7p from 1             F3 15, F7 5                  20
F7   555p 77p 11s            6p! 1m       7p from 1             F3 15, F7 5, A5 1            21
F7   555p 77p 11s            6p 8p        7p from 1             F3 15, F7 10                 25
F7   5s                      1m 2m 3m 9p  5s from 1             F6 35, F7 5                  40
F8   1111m 3399p 77s CC 2s   -            2s from 1             F5 20, F8 5                  25
F8   11113333m 99p CC 2s     -            2s from 1             F5 20, F8 10                 30
F8   1144m 3399p CCCC 2s     -            2s from 1             F5 20, F8 5                  25
F9   112233445566m 7m        -            7m from 1             F9 65                        65
F9   22334455667p 88p        -            7p self               F9 70                        70
F9   334455667788s 9s        -            9s kong from 1        F9 65, F13 10                75
F9   112233445566m 7m        -            7m self ready fa 1    F9 70, F10 10, A1 1          81
F9   112233445566m 7m        -            7m self heaven        F9 70, F11 20                90
F9   112233445566m 7m        -            7m self earth         F9 70, F12 20                90
F9   112233445566m 7m        -            7m from 1 earth       F9 65, F12 20                85
F9   112233445566m 9m        -            9m from 1             F4 20, F5 20, F7 20          60

F10  123m 456p 78s 55s 999m  -            6s from 1 ready       F10 10, F16 5                15
F10  123m 456p 78s 55s       9m*          6s from 1 ready       F10 10, F16 5, A6 2          17
F10  123m 456p 12s 55s 999m  -            3s from 1 ready       F10 10, F15 5, F16 5         20
F10  123m 456p 12s 55s 999m  -            3s self ready         F10 10, F14 5, F15 5, F16 5  25
F11  123m 456p 12s 55s 999m  -            3s self heaven        F11 20                       20
F11  123m 456p 12s 55s 999m  -            3s self heaven concealed_on_flower=5  F11 20, F16 5  25
F12  123m 456p 78s 55s 999m  -            6s from 1 earth       F12 20                       20
F12  123m 456p 12s 55s 999m  -            3s self earth         F12 20, F15 5                25
F13  123m 456p 78s 55s       9m           6s rob 1              S1 1, F13 10                 11
F13  123m 456p 78s 55s       9m           6s kong from 1        S1 1, F13 10                 11
F13  123m 456p 78s 55s       9m!          6s kong               S1 1, F13 10, F14 5, A5 1    17
F13  123m 456p 12s 55s       9m           3s rob 1              S1 1, F13 10, F15 5          16
F13  123m 456m 78m 55m       9m           6m kong from 1        F4 20, F13 10                30
F13  123m 456p 78s 55s 999m  -            6s rob 1 ready        F10 10, F13 10, F16 5        25
F13  123m 456p 78s 55s 999m  -            6s kong from 1 earth  F12 20, F13 10               30
F15  123m 456p 789s 5s       9m           5s kong from 1        S1 1, F13 10, F15 5          16
F16  123m 456m 78m 55m 999m  -            6m from 1 concealed_on_flower=5  F4 20, F16 5      25
F16  123m 456p 78s 55s 999m  -            6s rob 1 concealed_on_flower=1  S1 1, F13 10, F16 1  12
F16  123m 456p 78s 55s 999m  -            6s from 1 ready concealed_on_flower=1  F10 10, F16 5  15

A1   123m 456p 78s 55s       9m           6s from 1 fa 3        S1 1, A1 3                   4
A2   123m 456p 78s 55s       9m           6s from 1 fa 4        S1 1, A2 8                   9
A2   123m 456p 78s 55s       9m           6s from 1 fa 4 four_fa=add  S1 1, A1 4, A2 8       13
A3   123m 456p 78s 55s       C            6s from 1             S1 1, A3 1                   2
A3   123m 456p 55s CC        9m           C from 1              S1 1, A3 1                   2
A4   123m 456p 55s CC        9m           C self                S1 1, S2 1, A4 2             4
A4   123m 78s 55s CCC        9m           6s from 1             S1 1, A4 2                   3
A5   123m 456p 78s 55s       9m!          6s from 1             S1 1, A5 1                   2
A5   123m 78s 55s            9m+ 9s!      6s from 1             S1 1, A5 2                   3
A6   123m 78s 55s            9m* 9s*      6s from 1             S1 1, S4 1, A6 4             6
A7   123m 456p 78s 55s       C!           6s from 1             S1 1, A7 3                   4
A8   123m 456p 78s 55s       C*           6s from 1             S1 1, S4 1, A8 4             6
A9   123m 78s 55s            C P          6s from 1             S1 1, A3 2, A9 5             8
A9   78s 55s PPP             C! 9m        6s from 1             S1 1, A4 2, A7 3, A9 5       11
A10  123m 456p 78s 55s       9m           6s self last          S1 1, S2 1, A10 10           12
A10  123m 456p 78s 55s       9m           6s self last haidi=5  S1 1, S2 1, A10 5            7
A10  123m 456p 78s 55s  9m!  6s kong last  S1 1, F13 10, F14 5, A5 1, A10 10  27
A10  123m 456p 78s 55s       9m           6s from 1 last        S1 1                         1 W1
A10  123m 456p 78s 55s       9m           6s from 1 last haidi_discard=10  S1 1, A10 10      11
A10  123m 456p 78s 55s  9m  6s kong from 1 last haidi_discard=10  S1 1, F13 10, A10 10  21
"""

MELDS = {"": "pung", "!": "exposed_kong", "+": "added_kong", "*": "concealed_kong"}
WAYS = {
    ("from",): "discard",
    ("self",): "self_draw",
    ("kong",): "kong_draw",
    ("kong", "from"): "kong_discard",
    ("rob",): "rob_kong",
}


def case_of(hand: str, melds: str, won: str) -> Case:
    """The case that a row describes."""
    winner: dict[str, Any] = {"hand": hand, "melds": [_meld(word) for word in melds.split()]}
    other: dict[str, Any] = {}
    tile, *words = won.split()
    win: dict[str, Any] = {"seat": 0, "tile": tile}
    options: dict[str, Any] = {}
    way = []
    while words:
        word = words.pop(0)
        if word in ("from", "self", "kong", "rob"):
            way.append(word)
        elif word in ("heaven", "earth"):
            win["first"] = word
        elif word in ("last", "ready"):
            (win if word == "last" else winner)[word] = True
        elif word == "fa":
            winner["fa"] = int(words.pop(0))
        elif "=" in word:
            name, value = word.split("=")
            options[name] = msgspec.json.decode(
                value if value[0] in "t0123456789" else f'"{value}"'
            )
        else:
            win["from"] = int(word)
    win["by"] = WAYS[tuple(way)]
    if win["by"] == "rob_kong":
        other["melds"] = [("pung", tile)]
    if win["by"] == "kong_discard":
        other["melds"] = [("concealed_kong", "1p")]
    dealer = 0 if win.get("first") == "heaven" else 1
    seats = [winner, other, {}, {}]
    given = {"dealer": dealer, "seats": seats, "win": win, "options": options}
    return msgspec.convert(given, Case)


def _meld(word: str) -> tuple[str, str]:
    tile = word.rstrip("!+*")
    return MELDS[word[len(tile) :]], tile


def rows(table: str) -> list[Any]:
    """A parameter a row, named by its clause and its place."""
    found = []
    for number, line in enumerate(filter(str.strip, table.splitlines())):
        cells = ["" if cell == "-" else cell for cell in re.split(r"  +", line)]
        found.append(pytest.param(*cells[1:], id=f"JJ-{cells[0]}-{number}"))
    return found


def lines_of(text: str) -> tuple[tuple[str, int], ...]:
    """``F3 15, A1 2`` as an answer's lines."""
    pairs = [line.split() for line in text.split(", ") if line]
    return tuple((f"JJ-{clause}", int(amount)) for clause, amount in pairs)


@pytest.mark.parametrize(("hand", "melds", "won", "lines", "pao"), rows(HANDS))
def test_a_hand_is_worth(hand: str, melds: str, won: str, lines: str, pao: str) -> None:
    answer = score(case_of(hand, melds, won))
    value, *broken = pao.split()
    assert answer.lines == lines_of(lines)
    assert answer.value == int(value)
    assert answer.legal == (not broken)
    assert answer.clause == (f"JJ-{broken[0]}" if broken else msgspec.UNSET)


# clause, what the payer has, more, eaten, points paid for 2 own 炮 and what is eaten
EATEN = """
X2   -                        -               -                     2
X2   -                        unit 4          -                     8
X3   fa 1                     -               X3 1                  3
X3   fa 3                     unit 2          X3 3                  10
X3   fa 4                     -               X3 8                  10
X3   fa 4                     four_fa=add     X3 8                  10
X4   8m!                      -               X4 1                  3
X4   8m+ 2s!                  -               X4 2                  4
X4   8m*                      -               X4 2                  4
X4   C!                       -               X4 3                  5
X4   P* 8m* 2s!               -               X4 7                  9
X5   C                        -               X5 1                  3
X5   8m                       -               -                     2
X5   CCC PPP 1122334m         -               -                     2
X6   C P                      -               X6 10                 12
X6   C P* 8m! fa 1            -               X3 1, X4 1, X6 10     14
X6   C P* 8m!                 flag_eaten=add  X4 5, X5 1, X6 10     18
X6   C PPP 12345m 12s         -               X5 1                  3
X7   ready                    -               X7 10                 12
X7   ready P* fa 2            -               X3 2, X4 4, X7 10     18
"""


def payer_of(text: str) -> dict[str, Any]:
    """A payer's seat: melds as in :data:`HANDS`, loose tiles in hand, ``fa``, ``ready``."""
    seat: dict[str, Any] = {"melds": []}
    words, held = text.split(), []
    for word, before in zip(words, ["", *words], strict=False):
        if before == "fa":
            seat["fa"] = int(word)
        elif word == "ready":
            seat["ready"] = True
        elif len(word) > 2 and word[-1] not in "!+*":
            held.append(word)
        elif word != "fa":
            seat["melds"].append(_meld(word))
    return seat | {"hand": " ".join(held)}


@pytest.mark.parametrize(("payer", "more", "eaten", "points"), rows(EATEN))
def test_a_payer_is_eaten(payer: str, more: str, eaten: str, points: str) -> None:
    unit = int(more.split()[1]) if "unit" in more else 1
    option = more if "=" in more else ""
    won = case_of("123m 456p 78s 55s", "9m", f"6s self {option}")
    seats = (won.seats[0], won.seats[1], msgspec.convert(payer_of(payer), SeatCase), won.seats[3])
    answer = score(msgspec.structs.replace(won, seats=seats, unit=unit))
    assert not isinstance(answer.payments, msgspec.UnsetType)
    paid = {payment.from_: payment for payment in answer.payments}
    assert paid[2].lines == lines_of(eaten)
    assert (paid[1].points, paid[2].points, paid[3].points) == (2 * unit, int(points), 2 * unit)
    assert answer.deltas == (int(points) + 4 * unit, -2 * unit, -int(points), -2 * unit)


@pytest.mark.parametrize(
    ("won", "pays"),
    [("6s from 3", [3]), ("6s rob 3", [3]), ("6s kong from 3", [3]), ("6s self", [1, 2, 3])],
)
def test_who_pays(won: str, pays: list[int]) -> None:
    """JJ-X1: the discarder or the robbed player alone, or each of the other three."""
    case = case_of("123m 456p 78s 55s", "9m", f"{won} fa 1")
    seats = (case.seats[0], case.seats[2], case.seats[2], case.seats[1])
    answer = score(msgspec.structs.replace(case, seats=seats))
    assert not isinstance(answer.payments, msgspec.UnsetType)
    assert [payment.from_ for payment in answer.payments] == pays
