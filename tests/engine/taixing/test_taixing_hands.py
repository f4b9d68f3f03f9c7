"""泰兴麻将: the rule book's lines, one hand a row, with its worked examples.

Seat 0 wins and seat 1 deals (天胡, 天听: seat 0). ``won by``: the tile and how, ``from 1``,
``self``, ``kong`` (杠开), ``rob 1``; then ``f2`` (flowers), ``ready``, ``heaven``, ``dice 33``,
``debt 1``, and ``triplets`` and ``base`` for the options of TX-H7 and TX-F1. Melds: ``5m`` pung,
``5m!`` exposed kong, ``5m+`` added kong, ``5m*`` concealed kong; ``5m/2``: from seat 2, else from
seats 1, 2, 3, 1 in turn. ``unit`` names the broken clause where the win does not stand.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from engine.games.taixing.scoring import Case, score

# clause, hand, melds, won by, unit, lines
WORKED = """
X1  | 1113355m            | 7m 9m        | 5m from 1 f2    | 18   | H1 2 H8 1 F4 3 F6 3
W5  | 123345678m 7899p    |              | 6p self f2      | 6    | H1 2 H8 4 F1 1
W5  | 123345678m 7899p    |              | 6p from 1 f3    | 3    | H1 3 F1 1
W5  | 123345678m 7899p    |              | 6p from 1 f2    | 3 W5 | H1 2 H8 1 F1 1
H8  | 2343457899m         | 1m*          | 6m kong f2      | 99   | H1 2 H4 2 H8 5 F6 3 F11 8
F7  | 5p                  | 1m 3m 7p E   | 5p from 1       | 18   | H2 1 H8 2 F4 3 F7 3
X3  | 3499m               | 1m/2 2m/2 6m!/2 | 5m self f6 | 21   | H1 6 H3 1 F6 3
W4  | 147m 258p 369s ESWN |              | 8f self f8      | 64   | H1 8 F9 8
W4  | 147m 258p 369s ESWN |              | 8f self f8 dice 55 debt 3 | 256  | E6 2 H1 8 F9 8 X4 2
"""

HANDS = """
W1  | 123345678m 7899p    |              | 1p self f5      | 0 W1 |
W1  | 12334568m 78999p    |              | 9p from 1 f5    | 0 W1 |
W1  | 1133m 5577p EESSW   |              | N self f5       | 0 W1 |
W1  | EES123456789m C     |              | W from 1 f5     | 0 W1 |
W1  | 12345612999m 78f    |              | 3m self f5      | 0 W1 |
W1  | 123111345m 7895p    |              | 5p from 1 f3    | 3    | H1 3 F1 1

W2  | 123m 456p 789s 7899p |              | 9p self f3      | 6 W2 | H1 3 H8 3 F1 1
W2  | 123m 4567899p       | 9s           | 9p from 1 f3    | 3 W2 | H1 3 F1 1
W2  | 111m 333p 7799s     | E            | 9s from 1       | 9 W2 | H2 1 H8 2 F4 3
W2  | 123m 7899p 345s EEE |              | 6p from 1 f3    | 3 W2 | H1 3 F1 1

W3  | EESNNNPPFFCCC       |              | W from 1        | 24   | H8 3 F8 8
W3  | EESNNNPPFFCCC       |              | W self          | 48   | H8 6 F8 8
W3  | EESS                | N P! F       | W self          | 48   | H2 2 H5 2 H8 2 F8 8
W3  | EESS                | N P! F       | E from 1        | 55   | H2 3 H5 2 F4 3 F8 8
W3  | C                   | N P! F W     | E self          | 48   | H2 3 H5 2 H8 1 F8 8
W3  | C                   | N P! F W     | C self          | 84   | H2 3 H5 2 H8 1 F4 3 F7 3 F8 8
W3  | EESSWWNNPPFFC       |              | C from 1        | 33   | H8 3 F5 3 F8 8
W3  | EEEESSWWNNPPC       |              | C from 1        | 33   | H8 3 F5 3 F8 8
W3  | EEEEWWNNPPFFC       |              | C self triplets | 66   | H7 1 H8 5 F5 3 F8 8
W3  | EES1m NNPPFFCCC     |              | W from 1        | 0 W1 |
W3  | EESSNNNPPFFCC       |              | W rob 1         | 48   | H8 3 F8 8 F12 8

W4  | 1p                  | 9p! C* 3s* 7m | 1f self f8      | 112  | H1 8 H3 1 H4 2 H6 3 F9 8
W4  | 1234567891122m      |              | 3f self f8      | 64   | H1 8 F9 8
W4  | EEESSSWWWNNNP       |              | 3f self f8 triplets | 96   | H1 8 H7 4 F9 8
W4  | 147m 258p 369s ESW  |              | 8f self f8      | 64   | H1 8 F9 8

W5  | 123345678m 7899p    |              | 6p self f1      | 6 W5 | H1 1 H8 5 F1 1
W5  | 123345m 7899p       | E            | 6p self f1      | 6 W5 | H1 1 H2 1 H8 4 F1 1
W5  | 123m 7899p          | E! 7m        | 6p self f1      | 6    | H1 1 H5 2 H8 3 F1 1
W5  | 123345m 7899p       | E            | 6p self f2      | 6    | H1 2 H2 1 H8 3 F1 1
W5  | 123345m 7899p       | E*           | 6p from 1       | 3    | H6 3 F1 1
W5  | 123345m 7899p       | E            | 6p from 1 f2    | 3    | H1 2 H2 1 F1 1
W5  | 123345m 7899p       | E            | 6p from 1 f1    | 3 W5 | H1 1 H2 1 H8 1 F1 1
W5  | 123345m 7899p       | 4p*          | 6p kong         | 72   | H4 2 H8 7 F11 8
W5  | 123456789m 7899p    |              | 6p from 1       | 9    | H8 3 F3 3

W6  | 1122337788995m      |              | 5m from 1       | 18   | H8 3 F5 3 F6 3
W6  | 111222333m 4599p    |              | 6p from 1 f3    | 3    | H1 3 F1 1
W6  | 111222333m 99p EE   |              | E from 1        | 9    | H2 1 H8 2 F4 3
W6  | 1234567892344m      |              | 1m from 1       | 18   | H8 3 F3 3 F6 3

H1  | 123345678m 7899p    |              | 6p from 1 f7    | 7    | H1 7 F1 1
H2  | 123345m 7899p       | E            | 6p self f6      | 7    | H1 6 H2 1 F1 1
H2  | 123456678m 99p SS   |              | S from 1 f3     | 4    | H1 3 H2 1 F1 1
H2  | 123456678m 99p SS   |              | S self f3       | 6    | H1 3 H8 3 F1 1
H2  | 123456678m 99p SS   |              | 9p from 1 f3    | 3    | H1 3 F1 1
H2  | EESSNNPPFFCWC       |              | W from 1        | 33   | H8 3 F5 3 F8 8
H2  | EESSWWPPFFCNC       |              | W from 1        | 24   | H2 1 H8 2 F8 8
H3  | 123m 7899p          | 9m! 7m+      | 6p self f4      | 6    | H1 4 H3 2 F1 1
H4  | 123m 7899p          | 1p* 7m*      | 6p from 1       | 4    | H4 4 F1 1
H5  | 123m 7899p          | S+ P!        | 6p from 1       | 4    | H5 4 F1 1
H6  | 123m 7899p          | S* P*        | 6p from 1       | 6    | H6 6 F1 1
H7  | 123m 7899p EEE      | 2m           | 6p from 1 f3    | 3    | H1 3 F1 1
H7  | 123m 7899p EEE      | 2m           | 6p from 1 f3 triplets | 4    | H1 3 H7 1 F1 1
H7  | 123456678m 99p SS   |              | S self f6 triplets | 7    | H1 6 H7 1 F1 1
H7  | 123456678m 99p SS   |              | S from 1 f3 triplets | 4    | H1 3 H2 1 F1 1
H7  | EEESNNNPPFFCC       |              | W from 1 triplets | 24   | H7 2 H8 1 F8 8
H7  | EEESNNNPPFFCC       |              | E from 1 triplets | 24   | H7 2 H8 1 F8 8
H8  | 1234567855m         | E            | 9m self         | 30   | H2 1 H8 5 F2 2 F3 3
H8  | 1234567855m         | E            | 9m rob 1        | 39   | H2 1 H8 2 F2 2 F3 3 F12 8
H8  | 1234567855m         | E!           | 9m kong f7      | 117  | H1 7 H5 2 F2 2 F3 3 F11 8
H8  | 1234567855m         | E!           | 9m kong f6      | 117  | H1 6 H5 2 H8 1 F2 2 F3 3 F11 8

F2  | 1233457899m         | E            | 6m from 1       | 6    | H2 1 H8 2 F2 2
F2  | 1133557799m EES     |              | S from 1        | 15   | H8 3 F2 2 F5 3
F3  | 12345678m 99p       | E            | 9m from 1       | 9    | H2 1 H8 2 F3 3
F3  | 12456789m 55p       | 9p           | 3m from 1       | 9    | H8 3 F3 3
F3  | 123m 456p 789m 5p   | 9p           | 5p from 1 f3    | 3    | H1 3 F1 1
F4  | 111m 5588p          | 3m 9p        | 8p from 1       | 9    | H8 3 F4 3
F4  | 88p 11m             | 3m 9p* E+    | 8p from 1       | 12   | H4 2 H5 2 F4 3
F5  | 1144m 339977p CC2p  |              | 2p from 1       | 9    | H8 3 F5 3
F5  | 1111m 339977p CC2p  |              | 2p from 1       | 9    | H8 3 F5 3
F6  | 1234567123999m      |              | 4m self         | 18   | H8 6 F6 3
F7  | 5p                  | 1m 3m 7p 9p* | 5p self         | 36   | H4 2 H8 4 F4 3 F7 3
F7  | 5m                  | 1m 3m 7m E   | 5m from 1       | 24   | H2 1 H8 2 F2 2 F4 3 F7 3
F10 | 123345678m 7899p    |              | 6p self heaven  | 48   | H8 6 F10 8
F10 | 123345678m 7899p    |              | 6p from 1 ready | 24   | H8 3 F10 8
F10 | 123345m 7899p       | 6m*          | 6p from 1 ready | 24   | H4 2 H8 1 F10 8
F10 | EESNNNPPFFCCC       |              | W self heaven   | 96   | H8 6 F8 8 F10 8
F11 | 123345m 7899p       | 6m!          | 6p kong         | 72   | H3 1 H8 8 F11 8
F12 | 123345678m 7899p    |              | 6p rob 1        | 24   | H8 3 F12 8

F1  | 12345678m 99p       | 2p           | 9m from 1 base  | 12   | H8 3 F1 1 F3 3
F1  | 111m 5588p          | 3m 9p        | 8p from 1 base  | 12   | H8 3 F1 1 F4 3
F1  | 1234567855m         | 2m           | 9m from 1 base  | 18   | H8 3 F3 3 F6 3
F1  | 5p                  | 1m 3m 7p 9p* | 5p from 1 base  | 18   | H4 2 H8 1 F4 3 F7 3
F1  | 1144m 339977p CC2p  |              | 2p from 1 base  | 9    | H8 3 F5 3
F1  | 123345678m 7899p    |              | 6p from 1 f3 base | 3    | H1 3 F1 1

E6  | 123345678m 7899p    |              | 6p from 1 f3 dice 44 | 6    | E6 2 H1 3 F1 1
E6  | 123345678m 7899p    |              | 6p from 1 f2 dice 44 | 6 W5 | E6 2 H1 2 H8 1 F1 1
X4  | 123345678m 7899p    |              | 6p from 1 f3 debt 1 | 6    | H1 3 F1 1 X4 2
X4  | 123345678m 7899p    |              | 6p from 1 f3 debt 4 | 6    | H1 3 F1 1 X4 2
X4  | 123345678m 7899p    |              | 6p from 1 f3 debt 4 dice 11 | 12   | E6 2 H1 3 F1 1 X4 2
"""

MELDS = {"": "pung", "!": "exposed_kong", "+": "added_kong", "*": "concealed_kong"}
OPTIONS = {"triplets": "concealed_wind_triplet", "base": "big_line_base"}
WAYS = {"from": "discard", "self": "self_draw", "kong": "kong_draw", "rob": "rob_kong"}


def case_of(hand: str, melds: str, won: str) -> Case:
    """The case that a row describes."""
    laid = [_meld(word, 1 + i % 3) for i, word in enumerate(melds.split())]
    seats: list[dict[str, Any]] = [{"hand": hand, "melds": laid}, {}, {}, {}]
    tile, *words = won.split()
    win: dict[str, Any] = {"seat": 0, "tile": tile}
    case: dict[str, Any] = {"dealer": 1, "seats": seats, "win": win, "options": {}}
    while words:
        word = words.pop(0)
        if word in WAYS:
            win["by"] = WAYS[word]
            if word in ("from", "rob"):
                win["from"] = int(words.pop(0))
            if word == "rob":
                seats[win["from"]]["melds"] = [("pung", tile, (win["from"] + 1) % 4)]
        elif word in ("heaven", "ready"):
            case["dealer"] = 0
            win |= {"first": word} if word == "heaven" else {}
            seats[0]["ready"] = word == "ready"
        elif word[0] == "f":
            seats[0]["flowers"] = int(word[1:])
        elif word == "dice":
            case["dice"] = [int(die) for die in words.pop(0)]
        elif word == "debt":
            case["debt"] = int(words.pop(0))
        else:
            case["options"][OPTIONS[word]] = 1
    return msgspec.convert(case, Case)


def _meld(word: str, giver: int) -> tuple[Any, ...]:
    word, _, named = word.partition("/")
    tile = word.rstrip("!+*")
    act = MELDS[word[len(tile) :]]
    return (act, tile) if act == "concealed_kong" else (act, tile, int(named or giver))


def rows(table: str) -> list[Any]:
    """A parameter a row, named by its clause and its place."""
    found = []
    for number, line in enumerate(filter(str.strip, table.splitlines())):
        cells = [cell.strip() for cell in line.split("|")]
        found.append(pytest.param(*cells[1:], id=f"TX-{cells[0]}-{number}"))
    return found


def lines_of(text: str) -> tuple[tuple[str, int], ...]:
    """``H1 2 F4 3`` as an answer's lines."""
    words = text.split()
    return tuple(
        (f"TX-{clause}", int(n)) for clause, n in zip(words[::2], words[1::2], strict=True)
    )


@pytest.mark.parametrize(("hand", "melds", "won", "unit", "lines"), rows(WORKED + HANDS))
def test_a_hand_is_worth(hand: str, melds: str, won: str, unit: str, lines: str) -> None:
    answer = score(case_of(hand, melds, won))
    value, *broken = unit.split()
    assert answer.lines == lines_of(lines)
    assert answer.value == int(value)
    assert answer.legal == (not broken)
    assert answer.clause == (f"TX-{broken[0]}" if broken else msgspec.UNSET)


@pytest.mark.parametrize(("hand", "melds", "won", "unit", "lines"), rows(WORKED + HANDS))
def test_the_unit_is_hua_times_fan_doubled(
    hand: str, melds: str, won: str, unit: str, lines: str
) -> None:
    """TX-X1: the H lines sum to 花, the F lines to 番."""
    answer = score(case_of(hand, melds, won))
    sums = {"H": 0, "F": 0}
    doubled = 1
    for clause, amount in answer.lines:
        if clause[3] in sums:
            sums[clause[3]] += amount
        else:
            doubled *= amount
    assert (answer.hua, answer.fan) == (sums["H"], sums["F"])
    assert answer.value == sums["H"] * sums["F"] * doubled


# clause, hand, melds, won by, who pays what
PAID = """
X3 | 3499m       | 1m/2 2m/2 6m!/2     | 5m self f6               | 2: 63 X3
X2 | 1237834599m | 5p*                 | 6m from 2 f1             | 2: 3
X2 | 1237834599m | 5p*                 | 6m self f1               | 1: 6, 2: 6, 3: 6
X2 | 1237834599m | 5p                  | 6m rob 2                 | 2: 24
X2 | 1237834599m | 5p*                 | 6m kong                  | 1: 72, 2: 72, 3: 72
X3 | 5599m       | 1m/3 3m/3 7m/3      | 5m from 2                | 3: 18 X3
X3 | 5599m       | 1m/3 3m/3 7m/3      | 5m from 3                | 3: 18 X3
X3 | 5599m       | 1m/3 3m/3 7m/3      | 5m self                  | 3: 108 X3
X3 | 4699m       | 1m/3 3m/3 7m/3      | 5m rob 2                 | 3: 33 X3
X3 | 4699m       | 1m/3 3m/3 7m/3      | 5m rob 3                 | 3: 33 X3
X3 | 5599m       | 1m!/3 3m+/3 7m/3    | 5m kong                  | 3: 378 X3
X3 | 5p          | 1m/3 3m/3 7p/3 9p/3 | 5p from 1                | 3: 18 X3
X3 | 5599m       | 1m/3 3m/3 7m/2      | 5m from 2                | 2: 18
X3 | 5599m       | 1m/3 3m/3 7m*       | 5m from 2                | 2: 18
X3 | 5599m       | 1m/3 3m/3 7m*       | 5m self                  | 1: 36, 2: 36, 3: 36
X3 | 147p E      | 1m/3 3m/3 7m/3      | 8f self f8               | 3: 192 X3
X3 | 5599m       | 1m/3 3m/3 7m/3      | 5m from 2 debt 1 dice 22 | 3: 72 X3
"""


@pytest.mark.parametrize(("hand", "melds", "won", "paid"), rows(PAID))
def test_who_pays(hand: str, melds: str, won: str, paid: str) -> None:
    """TX-X2: who gave the tile, or each of three. TX-X3: whoever fed three sets, alone."""
    answer = score(case_of(hand, melds, won))
    wanted = {}
    for part in paid.split(", "):
        seat, points, *liable = part.replace(":", "").split()
        wanted[int(seat)] = (int(points), (("TX-X3", int(points)),) if liable else ())
    assert isinstance(answer.payments, tuple) and isinstance(answer.deltas, tuple)
    assert {p.from_: (p.points, p.lines) for p in answer.payments} == wanted
    assert answer.deltas[0] == sum(points for points, _ in wanted.values())
    assert all(answer.deltas[seat] == -points for seat, (points, _) in wanted.items())
    assert sum(answer.deltas) == 0
