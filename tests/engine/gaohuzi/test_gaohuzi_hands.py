"""告胡子: the rule book's worked examples and lines, one hand a row.

Seat 0 wins; seat 1 deals, draws and discards (天胡: seat 0 deals). Groups on the table are written
碰 偎 臭 跑 提 with a card, 吃 比 with three. ``won``: the card, then ``self`` (own draw), ``flat``
(another's draw, 平胡), ``shot`` (a discard, 放炮), ``dealt`` (天胡); then ``last``, ``earth``,
``single`` (of the 100s), ``option=value``. ``worth``: 胡息 and value, then the clause broken.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.games.gaohuzi.scoring import Case, score

# What the rule book prints: 胡息, red cards, 平胡 and 自摸.
WORKED = """
1 | 444d 999d 333x 45x | 偎8x 碰1x 碰9x | 6x | N4 N9 | 20 | 200 | 400
2 | 444d 555d 333x 456x 9x | 提8d 碰1d | 9x | N4 N8 | 30 | 200 | 400
3 | 456x 45d | 吃2710d 比2710d 比123d 吃2710x 比2710x | 6d | N6 | 24 | 100 | 200
4 | 111d 666d 123x 456x 88x8d 99x | 偎3d | 9d | N2 | 21 | 42 | 84
5 | 111d 333x 2710d 456x 45d 88x8d 99x9d | | 6d | N3 | 15 | 30 | 60
6 | 666d 111d 22x2d 45x 33x3d 99x9d | 偎8x | 6x | N3 | 15 | 30 | 60
7 | 222x 999d 345x 1x1d | 吃2710d 比77d7x 偎10x | 1x | N7 | 18 | 36 | 72
8 | 333d 456x 67x 8910x | 偎7d 碰9d 吃123x | 8x | | 18 | 18 | 36
9 | 111x 45x 99x9d 88x | 提8d 跑3x 碰1d | 6x | N4 | 24 | 100 | 200
"""

# Groups in hand and on the table, the win, the lines, 胡息 and value: GH-H1 to GH-H7, GH-N1 to
# GH-N12 and GH-W1 to GH-W5.
HANDS = """
H1 | 444d 999d 333x 45x | 碰8x 碰1d 碰9x | 6x flat | H1 5, H2 15, N4 100, N9 2 | 20 200
H1 | 44d 999d 333x 456x | 碰8x 碰1d 碰9x | 4d flat | H1 8, H2 9, N4 100 | 17 100
H2 | 44d 999d 333x 456x | 碰8x 碰1d 偎9x | 4d self | H1 4, H2 18, N1 2, N4 100 | 22 200
H2 | 444d 999d 45x | 碰8x 偎1d 臭3x 臭5d | 6x flat | H1 1, H2 27, N4 100 | 28 100
H3 | 444d 333x 555d 456x 99x | 碰8x 碰1d | 4d flat | H1 4, H2 9, H3 9, N4 100 | 22 100
H3 | 444d 333x 555d 456x 99x | 碰8x 碰1d | 3x shot | H1 4, H2 12, H3 6, N4 100 | 22 100
H3 | 444d 111d 555d 456x 99x | 碰8x 碰3x | 3x flat | H1 1, H2 18, H3 6, N4 100 | 25 100
H3 | 444d 111d 555d 456x 99x | 碰8x 碰3x | 3x shot | | 0 0 W1
H3 | 444d 111d 555d 456x 99x | 碰8x 偎3x | 3x shot | H1 1, H2 18, H3 6, N4 100 | 25 100
H4 | 444d 333x 555d 456x 99x | 碰8x 碰1d | 4d self | H1 4, H2 9, H4 12, N1 2, N4 100 | 25 200
H4 | 444d 111d 555d 456x 99x | 碰8x 偎3x | 3x self | H1 1, H2 18, H4 9, N1 2, N4 100 | 28 200
H4 | 111d 444d 888d 555d 333x 456x 99x | | 1d dealt | H2 21, H4 12, N4 100, N10 100 | 33 200
H5 | 444d 999d 888x 12x 456x | 吃123x 比123d | 3x flat | H2 15, H5 12 | 27 27
H6 | 444d 999d 888x 27x 456x | 吃2710x 比2710d | 10x flat | H2 15, H6 12 | 27 27
H7 | 444d 999d 555d 345x 678x 910x 11x1d | | 8x flat | H2 18 | 18 18

N1 | 44d 999d 333x 456x | 碰8x 碰1d 偎9x | 6x self | | 0 0 W1
N1 | 444d 999d 555d 345x 678x 910x 11x1d | | 8x self | H2 18, N1 2 | 18 36
N1 | 111d 3333d 888x 999x 555d 456x 99d | | 1d dealt | H2 12, H4 24, N1 2, N4 100 | 36 200
N2 | 444d 999d 555d 345x 67x 66d6x 11x1d | | 8x flat | H2 18, N2 2 | 18 36
N3 | 444d 999d 222x 45x | 碰8x 碰1d 碰9x | 6x flat | H1 5, H2 15, N3 2, N9 2 | 20 80
N3 | 444d 222x 555d 456x 99x | 碰8x 碰1d | 2x flat | H1 4, H2 12, H3 6, N3 2 | 22 44
N3 | 444d 999d 333x 45x | 碰8x 碰1d 吃77x7d | 6x flat | H1 4, H2 15, N3 2 | 19 38
N3 | 444d 555d 123x 77x 45x | 提8d 碰1d | 6x flat | H1 3, H2 12, H4 12, H5 3, N8 100 | 30 100
N4 | 444d 999d 333x 45x | 碰8x 碰1d 吃99x9d | 6x flat | H1 4, H2 15, N4 100 | 19 100
N5 | 44d 999d 333x 456x | 碰8x 碰1d 碰9x | 4d flat last | H1 8, H2 9, N4 100, N5 2 | 17 200
N5 | 44d 999d 333x 456x | 碰8x 碰1x 碰9x | 4d self last | H1 3, H2 15, N1 2, N4 100, N5 2 | 18 400
N6 | 222x 777d 101010d 777x 456x 33x3d 66d | | 6x flat | H2 18, N7 2 | 18 36
N6 | 222x 777d 101010d 777x 456x 23d 66d6x | | 1d flat | H2 18, H5 6, N6 100 | 24 100
N7 | 222x 777d 101010d 910x 456x 345d 66d6x | | 8x flat | H2 15, N7 2 | 15 30
N8 | 444d 999d 888d 888x 123d 45x 33x3d | | 6x flat | H2 21, H5 6, N2 2 | 27 54
N8 | 444d 999d 888d 111d 45x | 臭5d 吃66x6d | 6x flat | H2 30, N4 100, N8 100 | 30 200
N9 | 444d 999d 333x 45x | 碰8x 碰1d 吃678x | 6x flat | H1 4, H2 15, N2 2 | 19 38
N10 | 111d 888d 999d 345x 456x 45d 66d6x | | 3d dealt | H2 18, N4 100, N10 100 | 18 200
N11 | 111d 888d 999d 345x 456x 45d 66d6x | | 3d shot earth | H2 18, N4 100, N11 100 | 18 200
N11 | 111d 888d 999d 345x 456x 45d 66d6x | | 3d shot | H2 18, N4 100 | 18 100
N11 | 888x 999x 555d 45x 99d | 提1d 提3d | 6x shot earth | H2 12, H4 24, N4 100 | 36 100
N12 | 111d 888d 999d 345x 456x 45d 66d6x | | 3d dealt single | H2 18, N4 100, N10 100 | 18 100

W1 | 444d 333x 555d 99x 99d | 跑8x 碰1d | 4d self | | 0 0 W1
W1 | 444d 333x 555d 99x 99d | 跑8x 跑1d | 9d flat | H2 15, H3 15, N4 100, N8 100 | 30 200
W1 | 444d 333x 555d 99x 99d | 跑8x 跑1d | 6x flat | | 0 0 W1
W2 | 111d 999d 345d 456d 33x 456x | 碰8x | 3x flat | H1 2, H2 12, N4 100 | 14 100 W2
W2 | 111d 999d 345d 456d 33x 456x | 碰8x | 3x flat min_huxi=14 | H1 2, H2 12, N4 100 | 14 100
W2 | 444d 999d 555d 345x 678x 910x 11x1d | | 8x flat min_huxi=19 | H2 18 | 18 18 W2
W3 | 111x 2234710x 44d 101010d | 偎5x 吃123d | 1x flat | H2 12, H5 9, H6 3 | 24 24
W4 | 333d 888d 999d 11x1d 23x 456x 456d | | 1x self | | 0 0 W1
W4 | 333d 888d 999d 11x1d 23x 456x 456d | | 1x flat | H2 18, H5 3, N2 2 | 21 42
W4 | 444d 111d 555d 45x 99x9d | 碰3x 碰8x | 3x self | H1 2, H2 18, N1 2, N4 100, N9 2 | 20 400
W4 | 444d 111d 555d 45x 99x9d | 碰3x 碰8x | 3x shot | H1 2, H2 18, N4 100, N9 2 | 20 200
W4 | 444d 555d 99x 78x 456x | 提8d 碰1d | 9x flat | H1 3, H2 12, H4 12, N2 2 | 27 54
W4 | 444d 56d 111x 888d 999d 345x 345x | | 4d shot | H2 21, N4 100 | 21 100
W5 | 111d 888d 999d 345x 456x 45d 66d 3d | | 6x dealt | H2 18, N4 100, N10 100 | 18 200
"""

# X1–X3: a win of 300 (乌胡, 卡胡 30, 地胡) or of 18, and what the totals change by.
BIG = ("1d1d1d 3d3d3d 9d9d9d 4d5d 3x4x5x 9x9x", "提8d", "6d {} earth")
SMALL = ("4d4d4d 9d9d9d 5d5d5d 3x4x5x 6x7x8x 9x10x 1x1x1d", "", "8x {}")
PAID = [
    ("X1", SMALL, "flat", 18, (18, 0, 0)),
    ("X1", SMALL, "self", 36, (36, 0, 0)),
    ("X2", SMALL, "shot", 18, (18, -18, 0)),
    ("X2", BIG, "shot", 300, (300, -100, 0)),
    ("X3", BIG, "shot cap=200", 200, (200, -100, 0)),
    ("X3", BIG, "shot cap=400", 300, (300, -100, 0)),
    ("X3", BIG, 'shot cap="none"', 300, (300, -100, 0)),
    ("X3", BIG, "shot discard_gain_cap=100", 300, (100, -100, 0)),
    ("X3", BIG, "shot discard_gain_cap=150 cap=200", 200, (150, -100, 0)),
    ("X3", BIG, "shot discard_gain_cap=50", 300, (50, -100, 0)),
    ("X3", SMALL, "self discard_gain_cap=10", 36, (36, 0, 0)),
]

ACTS = {
    "碰": "peng",
    "偎": "wei",
    "臭": "chou_wei",
    "跑": "pao",
    "提": "ti",
    "吃": "chi",
    "比": "bi",
}
WAYS = {"self": "own_draw", "flat": "other_draw", "shot": "discard", "dealt": "dealt"}


def case_of(hand: str, melds: str, won: str) -> Case:
    """The case that a row describes."""
    tile, way, *more = won.split()
    win: dict[str, Any] = {"seat": 0, "tile": tile, "by": WAYS[way]}
    if way in ("flat", "shot"):
        win["from"] = 1
    options: dict[str, Any] = {}
    for word in more:
        if word in ("last", "earth"):
            win |= {"last": True} if word == "last" else {"first": "earth"}
        elif word == "single":
            options["hundreds"] = word
        else:
            name, value = word.split("=")
            options[name] = msgspec.json.decode(value)
    laid = [(ACTS[word[0]], word[1:]) for word in melds.split()]
    dealer = 0 if way == "dealt" else 1
    seats = [{"hand": hand, "melds": laid}, {}, {}]
    return msgspec.convert({"dealer": dealer, "seats": seats, "win": win, "options": options}, Case)


def rows(table: str) -> list[Any]:
    """A parameter a row, named by its clause and its place."""
    found = []
    for number, line in enumerate(filter(str.strip, table.splitlines())):
        cells = [cell.strip() for cell in line.split("|")]
        found.append(pytest.param(*cells[1:], id=f"GH-{cells[0]}-{number}"))
    return found


def lines_of(text: str) -> tuple[tuple[str, int], ...]:
    """``H2 18, N4 100`` as an answer's lines."""
    pairs = [line.split() for line in text.split(", ") if line]
    return tuple((f"GH-{clause}", int(amount)) for clause, amount in pairs)


@pytest.mark.parametrize(("hand", "melds", "tile", "names", "huxi", "flat", "own"), rows(WORKED))
def test_a_worked_example_of_the_book(
    hand: str, melds: str, tile: str, names: str, huxi: str, flat: str, own: str
) -> None:
    given = score(case_of(hand, melds, f"{tile} flat"))
    drawn = score(case_of(hand, melds, f"{tile} self"))
    assert (given.legal, given.huxi, given.value) == (True, int(huxi), int(flat))
    assert (drawn.legal, drawn.huxi, drawn.value) == (True, int(huxi), int(own))
    for answer, more in ((given, set()), (drawn, {"GH-N1"})):
        named = {clause for clause, _ in answer.lines if clause.startswith("GH-N")}
        assert named == {f"GH-{name}" for name in names.split()} | more


@pytest.mark.parametrize(("hand", "melds", "won", "lines", "worth"), rows(HANDS))
def test_a_hand_is_worth(hand: str, melds: str, won: str, lines: str, worth: str) -> None:
    answer = score(case_of(hand, melds, won))
    huxi, value, *broken = worth.split()
    assert answer.lines == lines_of(lines)
    assert (answer.huxi, answer.value) == (int(huxi), int(value))
    assert answer.legal == (not broken)
    assert answer.clause == (f"GH-{broken[0]}" if broken else msgspec.UNSET)


@pytest.mark.parametrize(
    ("clause", "hand", "way", "value", "deltas"), PAID, ids=lambda part: str(part)[:30]
)
def test_what_the_totals_change_by(
    clause: str, hand: tuple[str, str, str], way: str, value: int, deltas: tuple[int, ...]
) -> None:
    """GH-X1, GH-X2, GH-X3."""
    held, melds, won = hand
    answer = score(case_of(held, melds, won.format(way)))
    assert (answer.value, answer.deltas) == (value, deltas)
    assert isinstance(answer.payments, tuple)
    lost = [(payment.from_, payment.points) for payment in answer.payments]
    assert lost == ([(1, -deltas[1])] if way.startswith("shot") else [])
