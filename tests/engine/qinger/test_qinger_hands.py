"""青儿: the rule book's lines and worked examples, one hand a row.

The player is seat 0 and the dealer. Sets: ``H9`` 碰, ``H9!`` 明笃, ``H9*`` 暗笃, ``H9^`` 起飞.
``won by``: the card and ``self`` or ``from 1``. ``more``: the flowers, ``together`` (五喜起飞), the
♣ J Q K drawn, and options. The total is followed by the clause that the win breaks.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from engine.games.qinger import Options, payment
from engine.games.qinger.cases import Case
from engine.games.qinger.patterns import jian_kinds
from engine.games.qinger.scoring import count, score
from events.tiles import CARDS

# clause, 见张, hand, sets, won by, more, lines, total; two spaces or more between
WINS = """
W1  S5  S111 S222 S789 H234 H567 C234 C56 H88  -  C9 self  BJ  -  0 W1
W1  S5  HJ HQ H234 H567 C234 C567 S456 S789 H88  -  HK self  BJ  -  0 W1
W1  S5  S11 S33 S55 S77 S99 H11 H33 H55 H77 H99 C11  -  C2 self  BJ  -  0 W1
W1  S5  H234 H567 C234 C567 S456 S789 H88 S1 BJ  -  S2 self  -  -  0 W1

W2  C1  C222 S678 H234 C56 C99  H7 S5 HK!  C7 from 1  BJ  A1:20 B1:10 B8:23 B9:7  60 W2
W2  C1  C222 S678 H234 C57 C99  H7 S5 HK!  C6 from 1  BJ  A1:20 A2:10 B1:10 B8:23 B9:7  70
D3  C1  S678 H234 C123 H678 H55 C56  S5 HK!  C7 from 1  -  A1:20 B8:17 B9:3 D3:2  80
B9  S6  S789 H234 H567 C345 C567 C88 S12  H9^  S3 self  AD  A1:20 A2:10 A3:20 B5:30 B8:32 B9:8  120
B9  S6  S789 H234 H567 C567 C88 S12  H9^ C2^  S3 self  AD  A1:20 A2:10 A3:20 B5:30 B8:40  120

A2  S5  MOST C567 C789 H9  -  H9 self  BJ  A1:20 A2:10 A4:100 B1:10  140
A2  S5  MOST C567 H88 C12  -  C3 self  BJ  A1:20 A2:10 A4:100 B1:10  140
A2  S5  MOST C567 H88 C89  -  C7 self  BJ  A1:20 A2:10 A4:100 B1:10  140
A2  S5  MOST C567 H88 C46  -  C5 self  BJ  A1:20 A2:10 A4:100 B1:10  140
A2  S5  MOST C567 H88 C23  -  C1 self  BJ  A1:20 A4:100 B1:10  130
A2  S5  RUNS  -  C5 self  BJ  A1:20 A4:100 B1:10  130
A2  S5  S678 S234 S567 H234 H567 C789 C2345  -  C5 self  BJ  A1:20 A2:10 A4:100 B1:10  140
A2  S5  MOST C345 C99 H88  -  C9 self  BJ LJ LJ AD  A1:20 B1:10 B2:50 B5:30 B8:8 B9:2  120

A3  S5  S678 S123 H234 H567 C234 C567 H88 C34  -  C5 self  BJ  A1:20 A3:20 A4:100 B1:10  150
A3  S5  S678 S123 S123 H234 C234 C567 H88 C34  -  C5 self  BJ  A1:20 A3:50 A4:100 B1:10  180
A3  S5  S678 S111222333 C234 C567 H88 C34  -  C5 self  BJ  A1:20 A3:80 A4:100 B1:10 B8:18 B9:2  230
A3  S5  S678 S111122223333 C567 H88 C34  -  C5 self  BJ  A1:20 A3:80 A4:100 B1:10 B8:18 B9:2  230

A4  S5  H44456 S234 S678 C234 C567 C789 C34  -  C5 self  BJ  A1:20 A4:100 B1:10 B8:2 B9:8  140
A4  S5  MOST C567 HJ CJ C34  -  C5 self  BJ CJ  A1:20 A4:100 B1:10 B7:10  140
A4  S5  RUNS  -  C5 self  3BJ 2LJ together  A1:20 A4:100 B4:400  520
A4  S5  MOST H88 C34  C9*  C5 self  BJ BJ LJ  A1:20 B1:20 B2:20 B8:24 B9:6  90

B8  S5  MOST C345 C99 H88  -  C9 self  2BJ 2LJ  A1:20 B1:20 B2:50 B8:8 B9:2  100
B8  S5  MOST C345 C99 H88  -  C9 from 1  2BJ 2LJ  A1:20 B1:20 B2:50 B8:4 B9:6  100
B8  S5  MOST C345 C77 H88  -  C7 self  2BJ 2LJ  A1:20 B1:20 B2:50 B8:2 B9:8  100
B8  S5  MOST C345 C77 H88  -  C7 from 1  2BJ 2LJ  A1:20 B1:20 B2:50 B8:1 B9:9  100
B8  S5  MOST H345 C99 C78  -  C9 from 1  2BJ 2LJ  A1:20 A2:10 A4:100 B1:20 B2:50 B8:4 B9:6  210

W3  S5  SAME  -  C5 self  -  A1:20 A2:10 A3:80 B8:32 B9:8 D3:2  300
W3  S5  SAME  -  C5 self  2BJ 2LJ  A1:20 A2:10 B1:20 B2:50 B8:32 B9:8 D5:2  280
D5  S5  SAME  -  C5 self  2BJ 2LJ wenqian  A1:20 A2:10 A3:80 B1:20 B2:50 B8:32 B9:8 D5:2  440
D5  S5  S111 H222 C444 C666 H777 S6  S9 C3!  S6 self  BJ  A1:20 A2:10 B1:10 B8:30 D5:2  140

D1  S5  3HJ 3HQ 2HK C345 C678 S234 S678 H23  -  H4 self  BJ  A1:20 B1:10 B8:16 B9:4 D1:2  100
D1  S5  2HK C345 C678 S234 S678 H23  HJ HQ!  H4 self  BJ  A1:20 B1:10 B8:20 D1:2  100
D1  S5  3HJ 2HQ 2HK C345 C678 S234 S678 H234  -  HQ from 1  BJ  A1:20 B1:10 B8:12 B9:8 D1:2  100

D3  S5  RUNS  -  C5 self  -  A1:20 A4:100 D3:2  240
D3  S5  RUNS  -  C5 self  AD  A1:20 A4:100 B5:30  150
D3  S5  RUNS  -  C5 self  CQ  A1:20 A4:100 B7:10  130
D3  S5  RUNS  -  C5 self  CQ held  A1:20 A4:100 B7:10 D3:2  260
D3  S5  MOST C567 HQ CQ C34  -  C5 self  CQ held  A1:20 A4:100 B7:10  130
D3  S5  MOST C345 C567 HQ  -  CQ from 1  -  A1:20 A2:10 A4:100 D3:2  260
D3  S5  MOST C345 C567 HQ  -  CQ from 1  held  A1:20 A2:10 A4:100  130
D3  S5  S678 S345 H234 C567 H88 C34  HK! S9  C5 self  CJ held  A1:20 B7:10 B8:20  50 W2
D3  S5  S678 S345 H234 C567 H88 C34  HK S9  C5 self  CJ held  A1:20 B7:10 B8:8 B9:2 D3:2  80
D3  S5  S678 S345 H234 C567 H88 C34  CK S9  C5 self  CJ held  A1:20 B7:10 B8:8 B9:2  40 W2
D4  LJ  RUNS  -  C5 self  -  A1:20 A4:100 D4:4  480
D4  LJ  RUNS  -  C5 self  AD  A1:20 A4:100 B5:60  180
D4  LJ  RUNS  -  C5 self  CQ  A1:20 A4:100 B7:10  130
D4  LJ  RUNS  -  C5 self  AD CQ held  A1:20 A4:100 B5:60 B7:10 D4:4  760
J3  AD  RUNS  -  C5 self  -  A1:20 A4:100 D3:2  240
"""

# clause, 见张, what of the hand counts, sets, more, lines, total: who did not win
OTHERS = """
B1  S5  -  -  BJ              B1:10   10
B1  S5  -  -  BJ BJ           B1:20   20
B1  S5  -  -  BJ BJ BJ        B1:50   50
B2  S5  -  -  LJ              B2:20   20
B2  S5  -  -  LJ LJ           B2:50   50
B3  S5  -  -  3BJ 2LJ  B3:200  200
B4  S5  -  -  3BJ 2LJ together     B4:400  400
B4  S5  -  -  3BJ 2LJ AD together  B4:400 B5:30  430
B5  S5  -  -  AD              B5:30   30
B6  LJ  -  -  BJ              B1:20   20
B6  LJ  -  -  BJ BJ           B1:40   40
B6  LJ  -  -  BJ BJ BJ        B1:100  100
B6  LJ  -  -  LJ              B2:40   40
B6  BJ  -  -  LJ LJ           B2:100  100
B6  BJ  -  -  AD              B5:60   60
B6  LJ  -  -  BJ BJ BJ LJ     B6:300  300
B6  BJ  -  -  2BJ 2LJ AD  B5:60 B6:300  360
B6  BJ  -  -  2BJ 2LJ together  B6:560  560
B6  AD  -  -  BJ LJ           B1:10 B2:20  30
B7  S5  -  -  CK              B7:20   20
B7  S5  -  -  CQ              B7:10   10
B7  S5  -  -  CJ CQ CK        B7:40   40
B8  S5  -  H4   -             B8:1 B9:9    10
B8  S5  -  H1   -             B8:4 B9:6    10
B8  S5  H444  -  -            B8:2 B9:8    10
B8  S5  H111  -  -            B8:8 B9:2    10
B8  S5  H1111  -  -           B8:8 B9:2    10
B8  S5  -  H4!  -             B8:4 B9:6    10
B8  S5  -  H1!  -             B8:16 B9:4   20
B8  S5  -  H4*  -             B8:6 B9:4    10
B8  S5  -  H1*  -             B8:24 B9:6   30
B8  S5  -  H4^  -             B8:8 B9:2    10
B8  S5  -  H1^  -             B8:32 B9:8   40
B8  S5  -  H1^ H4^  -         B8:40         40
E2  S5  HJ HJ CJ  -  CJ       B7:10 B8:8 B9:2  20
E2  S5  -  HJ*  CJ            B7:10 B8:24 B9:6  40
J2  S5  -  HJ   -             B8:4 B9:6    10
J2  S5  -  H9   -             B8:4 B9:6    10
J3  AD  -  H4   -             B8:4 B9:6    10
J3  BJ  H333  -  -            B8:8 B9:2    10
J4  H1  -  H1*  fourth  B8:24 B9:6  30
J4  H4  -  H4^  fourth  B8:32 B9:8  40
D2  S5  -  HJ HQ HK   -       B8:12 B9:8 D2:2  40
D2  S5  3HJ 3HQ 3HK  -  -   B8:24 B9:6 D2:2  60
D2  S5  3HJ 3HQ 2HK  -  -      B8:16 B9:4  20
D3  S5  -  -  -               -             0
"""

HANDS = {
    "RUNS": "S678 S234 H234 H567 C234 C567 H88 C34",  # runs and ♥8 ♥8, open for C2 and C5
    "MOST": "S678 S234 H234 H567 C234",
    "SAME": "S111 S222 S333 C444 C666 H777 H999 C5",
}
OPTIONS = {
    "held": {"qiong_clubs": "held"},
    "wenqian": {"piao_allows_wenqian": True},
    "fourth": {"jian_counts_as_fourth": True},
}
ACTS = {"": "peng", "!": "ming_du", "*": "an_du", "^": "qi_fei"}


def cards(text: str) -> list[str]:
    """``S678 2HJ RUNS`` as cards."""
    found = []
    for word in text.split():
        if word in HANDS:
            found += cards(HANDS[word])
        elif word[0].isdigit():
            found += [word[1:]] * int(word[0])
        elif word in CARDS.index:
            found.append(word)
        else:
            found += [word[0] + rank for rank in word[1:]]
    return found


def seat_of(hand: str, melds: str, more: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """A seat of a case, and the options."""
    words = more.split()
    options = {name: value for word in words for name, value in OPTIONS.get(word, {}).items()}
    shown = cards(" ".join(word for word in words if word not in (*OPTIONS, "together")))
    return {
        "hand": " ".join(cards(hand)),
        "melds": [(ACTS[word[2:]], word[:2]) for word in melds.split()],
        "flowers": " ".join(card for card in shown if card[0] not in "SHC"),
        "clubs": " ".join(card for card in shown if card[0] == "C"),
        "wu_xi": "together" in words,
    }, options


def rows(table: str) -> list[Any]:
    """A parameter a row, named by its clause and its place."""
    found = []
    for number, line in enumerate(filter(str.strip, table.splitlines())):
        cells = ["" if cell == "-" else cell for cell in re.split(r"  +", line.strip())]
        found.append(pytest.param(*cells[1:], id=f"QE-{cells[0]}-{number}"))
    return found


def lines_of(text: str) -> tuple[tuple[str, int], ...]:
    """``A1:20 D3:2`` as an answer's lines."""
    pairs = [line.split(":") for line in text.split()]
    return tuple((f"QE-{clause}", int(amount)) for clause, amount in pairs)


@pytest.mark.parametrize(("jian", "hand", "melds", "won", "more", "lines", "total"), rows(WINS))
def test_a_win_is_worth(
    jian: str, hand: str, melds: str, won: str, more: str, lines: str, total: str
) -> None:
    seat, options = seat_of(hand, melds, more)
    tile, how = won.split()[0], won.split()[1:]
    win: dict[str, Any] = {"seat": 0, "tile": tile, "by": "self_draw"}
    if how[0] == "from":
        win |= {"by": "discard", "from": int(how[1])}
    giver = {"clubs": tile if how[0] == "from" and tile in ("CJ", "CQ", "CK") else ""}
    given = {"dealer": 0, "jian": jian, "seats": [seat, giver, {}], "win": win, "options": options}
    answer = score(msgspec.convert(given, Case))
    value, *broken = total.split()
    assert answer.lines == lines_of(lines)
    assert answer.value == int(value)
    assert answer.legal == (not broken)
    assert answer.clause == (f"QE-{broken[0]}" if broken else msgspec.UNSET)


FILLING = [f"{suit}{rank}" for suit in "SHC" for rank in (3, 6, 5, 8, 2, 7)]


def filled(hand: list[str], melds: int, jian: str) -> str:
    """The hand with single cards added until it is as long as it must be."""
    spare = [card for card in FILLING if card not in hand and card != jian]
    pairs = [card for card in spare if card[0] == "S"]
    return " ".join([*hand, *spare, *pairs][: max(len(hand), 22 - 3 * melds)])


@pytest.mark.parametrize(("jian", "hand", "melds", "more", "lines", "total"), rows(OTHERS))
def test_everybody_s_points(
    jian: str, hand: str, melds: str, more: str, lines: str, total: str
) -> None:
    seat, options = seat_of(hand, melds, more)
    seat["hand"] = filled(seat["hand"].split(), len(seat["melds"]), jian)
    given = {"dealer": 0, "jian": jian, "seats": [seat, {}, {}], "win": None, "options": options}
    clause, worths = count(msgspec.convert(given, Case))
    assert clause is None and worths[1:] == [None, None]
    assert worths[0] == (int(total), lines_of(lines))


@pytest.mark.parametrize(
    ("dealer", "card"), [(0, "CK"), (1, "CJ"), (2, "CQ")], ids=["dealer", "opposite", "next"]
)
def test_the_own_card_of_clubs_goes_by_the_place_after_the_dealer(dealer: int, card: str) -> None:
    """QE-B7: K of the dealer, Q of the next player, J of the opposite one. Seat 0 draws them."""
    for drawn in ("CJ", "CQ", "CK"):
        seat = {"hand": filled([], 0, "S4"), "clubs": drawn}
        given = {"dealer": dealer, "jian": "S4", "seats": [seat, {}, {}], "win": None}
        worth = count(msgspec.convert(given, Case))[1][0]
        assert worth is not None and worth.total == (20 if drawn == card else 10)


@pytest.mark.parametrize(
    ("jian", "ranks"),
    [
        ("S1 H4 C7 HJ CJ", "1479"),
        ("H2 C5 S8 HQ CQ", "12589"),
        ("C3 S6 H9 HK CK", "1369"),
        ("BJ LJ AD", "123456789"),
    ],
)
def test_which_cards_are_jian(jian: str, ranks: str) -> None:
    """QE-J1, QE-J2, QE-J3."""
    wanted = {f"{suit}{rank}" for suit in "SHC" for rank in ranks} | {"HJ", "HQ", "HK"}
    for card in jian.split():
        found = jian_kinds(CARDS.index[card])
        assert {CARDS.tiles[kind] for kind, is_jian in enumerate(found) if is_jian} == wanted


@pytest.mark.parametrize(
    ("rates", "knocked", "deltas", "paid"),
    [
        ("1-2-3", (True, True, False), (290, -110, -180), [(1, 150), (2, 140)]),
        ("1-2-3", (False, False, False), (120, -30, -90), [(1, 50), (2, 70)]),
        ("2-3-4", (True, False, False), (360, -110, -250), [(1, 150), (2, 210)]),
        ("3-4-5", (True, True, True), (600, -150, -450), [(1, 250), (2, 350)]),
    ],
)
def test_every_two_settle_their_difference(
    rates: Any, knocked: tuple[bool, ...], deltas: tuple[int, ...], paid: list[tuple[int, int]]
) -> None:
    """QE-X1, QE-X2: players with 80, 30 and 10 points; the first row is the rule book's."""
    points, asked = {0: 80, 1: 30, 2: 10}, dict(enumerate(knocked))
    settled = payment.pairs(points, asked, Options(rates=rates))
    assert [(pair.from_, pair.to, pair.difference) for pair in settled] == [
        (1, 0, 50),
        (2, 0, 70),
        (2, 1, 20),
    ]
    assert payment.deltas(settled, 3) == deltas
    assert [(one.from_, one.points) for one in payment.payments(settled, 0)] == paid
    assert payment.payments(settled, 2) == ()


def test_who_has_as_many_points_as_the_winner_pays_nothing() -> None:
    settled = payment.pairs({0: 80, 1: 80, 2: 90}, dict.fromkeys(range(3), True), Options())
    assert payment.payments(settled, 0) == ()
    assert payment.deltas(settled, 3) == (-30, -30, 60)


def test_what_depends_on_a_hand_that_is_not_known_is_left_out() -> None:
    seat, _ = seat_of("RUNS", "", "")
    win = {"seat": 0, "tile": "C5", "by": "self_draw"}
    unknown = {"hand": " ".join(["?"] * 22)}
    given = {"dealer": 0, "jian": "S5", "seats": [seat, unknown, {}], "win": win}
    answer = score(msgspec.convert(given, Case))
    assert (answer.legal, answer.value) == (True, 240)
    assert answer.totals is answer.deltas is answer.payments is msgspec.UNSET
