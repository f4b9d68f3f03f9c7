"""tenhou.net/6: the order between the seats, calls, results and tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st

from events import AnyEvent, Declare, Discard, Draw, Settlement, formats
from events.formats import MatchRead
from events.formats.reading import Unreadable
from events.formats.riichi.tables import MAJSOUL
from events.formats.tenhou6.order import Giving, Rows, Step, Taking, giving, readings, taking
from events.formats.tenhou6.result import result

DATA = Path(__file__).parent / "data"
Told = Callable[[Iterable[AnyEvent]], list[str]]

MAN = [11, 12, 13, 14, 15, 16, 17, 18, 19]


def document(rows: list[Any], end: list[Any], **head: Any) -> bytes:
    """A hand of East 1: for each seat its thirteen tiles, what it took, what it gave."""
    hand = [[0, 0, 0], [25000] * 4, head.pop("dora", [46]), [], *rows, end]
    about = {"title": ["", ""], "name": list("ABCD"), "rule": {"disp": "般南喰赤", "aka": 1}}
    return json.dumps(about | head | {"log": [hand]}, ensure_ascii=False).encode()


def read(data: bytes) -> MatchRead:
    [match] = formats.read(data)
    return match


# A discards E twice. D's pung can take either, and nobody's row says which: only the second
# leaves A's call of C's 3s something to call.
TWICE = [
    [11, 19, 21, 29, 41, 41, 33, 33, 35, 36, 37, 38, 39], [31, "3333p33"], [41, 41],
    [*MAN, 22, 23, 24, 33], [42], [33],
    [12, 12, 13, 13, 14, 14, 26, 27, 28, 21, 22, 23, 47], [], [],
    [41, 41, 15, 16, 17, 18, 25, 26, 27, 34, 35, 36, 19], ["4141p41"], [19],
]  # fmt: skip


def test_the_reading_counts_that_uses_up_every_row(told: Told) -> None:
    [hand] = read(document(TWICE, ["流局"])).hands
    assert (hand.state, hand.fault) == ("whole", None)
    assert told(hand.events) == [
        "0 draw 1s",
        "0 discard E held",
        "1 draw S",
        "1 discard 3s held",
        "0 pung 3s (3s 3s) of 5",
        "0 discard E",
        "3 pung E (E E) of 7",
        "3 discard 9m",
    ]


def test_without_such_a_reading_the_hand_is_kept_back() -> None:
    rows = [*TWICE[:10], ["4141p41", 31], [19]]
    [hand] = read(document(rows, ["流局"])).hands
    assert hand.state == "quarantined" and hand.events == ()
    assert hand.fault is not None and hand.fault.code == "inconsistent"
    assert "at most 8 of 9 can be placed" in hand.fault.message
    assert json.loads(hand.raw)[0] == [0, 0, 0]


@for_all(
    st.randoms(use_true_random=False), st.integers(4, 40), st.sampled_from((0.1, 0.4, 0.7, 0.9))
)
def test_the_order_of_any_game_comes_back_and_no_other(
    luck: Random, turns: int, calling: float
) -> None:
    """Few kinds and many calls, so that what is called could be called at many places."""
    kinds = luck.choice((["E"], ["E", "S"], ["E", "S", "W"]))
    taken: list[list[Taking]] = [[] for _ in range(4)]
    given: list[list[Giving]] = [[] for _ in range(4)]
    order: list[Step] = []

    def step(what: Literal["take", "give"], seat: int, thing: Taking | Giving) -> None:
        row: list[Any] = (taken if what == "take" else given)[seat]
        order.append(Step(what, seat, len(row)))
        row.append(thing)

    turn, take = 0, Taking("draw", luck.choice(kinds))
    for _ in range(turns):
        step("take", turn, take)
        if take.act == "exposed_kong":
            step("give", turn, Giving("filler"))
            step("take", turn, Taking("draw", luck.choice(kinds)))
        tile = luck.choice(kinds)
        step("give", turn, Giving("discard", tile))
        caller = luck.choice([seat for seat in range(4) if seat != turn])
        places = (turn - caller) % 4
        acts = ["pung", "exposed_kong", *(["chow"] if places == 3 else [])]
        if luck.random() < calling:
            turn, take = caller, Taking(luck.choice(acts), tile, (), places)
        else:
            turn, take = (turn + 1) % 4, Taking("draw", luck.choice(kinds))
    assert readings(Rows(taken, given), 0, 0) == [tuple(order)]


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (11, Taking("draw", "1m")),
        (52, Taking("draw", "5pr")),
        ("c333234", Taking("chow", "3s", ("2s", "4s"), 3)),
        ("p151515", Taking("pung", "5m", ("5m", "5m"), 3)),
        ("47p4747", Taking("pung", "C", ("C", "C"), 2)),
        ("2552p25", Taking("pung", "5p", ("5p", "5pr"), 1)),
        ("m39393939", Taking("exposed_kong", "9s", ("9s",) * 3, 3)),
        ("39m393939", Taking("exposed_kong", "9s", ("9s",) * 3, 2)),
        ("393939m39", Taking("exposed_kong", "9s", ("9s",) * 3, 1)),
    ],
)
def test_where_the_letter_stands_says_who_gave_the_tile(entry: Any, expected: Taking) -> None:
    assert taking(entry, 0) == expected


@pytest.mark.parametrize(
    ("entry", "expected"),
    [
        (60, Giving("discard", drawn=True)),
        ("r60", Giving("discard", drawn=True, ready=True)),
        ("r13", Giving("discard", "3m", ready=True)),
        ("k51151515", Giving("added_kong", "5mr", tiles=("5mr",))),
        ("2626k2626", Giving("added_kong", "6p", tiles=("6p",))),
        ("121212a12", Giving("concealed_kong", "2m", tiles=("2m",) * 4)),
        ("f44", Giving("kita", "N", tiles=("N",))),
        (0, Giving("filler")),
    ],
)
def test_what_a_seat_gives(entry: Any, expected: Giving) -> None:
    assert giving(entry, 0) == expected


@pytest.mark.parametrize(
    "entry",
    ["", "x11", "p1", "c1112", "11c1213", "k11", "a11121314", "r", "r99", 10, 54, None, 1.5],
)
def test_an_entry_that_is_none_is_refused(entry: Any) -> None:
    for parse in (taking, giving):
        with pytest.raises(Unreadable):
            parse(entry, 7)


@pytest.mark.parametrize(
    ("text", "seats", "fu", "value", "limit"),
    [
        ("30符2飜2000点", (1, 0), 30, 2000, 0),
        ("30符3飜2000点∀", (0, 0), 30, 6000, 0),
        ("30符3飜1000-2000点", (1, 1), 30, 4000, 0),
        ("満貫2000-4000点", (1, 1), None, 8000, 1),
        ("Mangan 2000-4000点", (1, 1), None, 8000, 1),
        ("跳満18000点", (1, 0), None, 18000, 2),
        ("三倍満24000点", (1, 0), None, 24000, 4),
        ("役満16000点∀", (0, 0), None, 48000, 5),
    ],
)
def test_points_in_words(
    text: str, seats: tuple[int, int], fu: int | None, value: int, limit: int
) -> None:
    [win] = result(["和了", [0] * 4, [*seats, seats[0], text]], 4, 0).wins
    assert win.worth == (fu, value, limit)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("立直(1飜)", (1, 1)),
        ("Riichi(1飜)", (1, 1)),
        ("裏ドラ(0飜)", (53, 0)),
        ("Ura Dora(0飜)", (53, 0)),
        ("役牌 中(1飜)", (20, 1)),
        ("自風 南(1飜)", (11, 1)),
        ("大三元(役満)", (39, 13)),
        ("四暗刻単騎(2倍役満)", (41, 26)),
    ],
)
def test_yaku_in_words(text: str, line: tuple[int, int]) -> None:
    [win] = result(["和了", [0] * 4, [1, 0, 1, "30符2飜2000点", text]], 4, 0).wins
    assert (win.yaku, win.unknown) == ([line], [])


def test_a_yaku_without_a_number_is_kept_and_the_lines_left_out() -> None:
    data = (DATA / "orphans.tenhou6.json").read_text().replace("国士無双１３面", "八連荘")
    settlement = read(data.encode()).hands[0].events[-1]
    assert isinstance(settlement, Settlement)
    [win] = settlement.wins or ()
    assert win.lines is None
    assert (win.x or {})["unknown"] == ["八連荘(役満)"]


@pytest.mark.parametrize(
    ("rule", "options"),
    [
        ({"disp": "鳳南喰赤", "aka": 1}, {}),
        ({"disp": "鳳南喰赤"}, {}),
        ({"disp": "般東喰", "aka": 0}, {"length": "east", "red_fives": False}),
        ({"disp": "般東喰", "aka": 1}, {"length": "east"}),
        ({"disp": "般南", "aka": 0}, {"open_tanyao": False, "red_fives": False}),
        ({"disp": "上東喰赤速", "aka": 1}, {"length": "east", "fast": True}),
        ({"disp": "Gold Room South", "aka51": 1, "aka52": 1, "aka53": 1}, MAJSOUL),
        ({"disp": "Jade Room East", "aka": 1}, MAJSOUL | {"length": "east"}),
        ({"disp": "玉の間東喰赤", "aka": 1}, MAJSOUL | {"length": "east"}),
        ({"disp": "Club East", "aka": 1}, {"length": "east"}),
        ({"aka": 1}, {}),
    ],
)
def test_the_table_as_options(rule: dict[str, Any], options: dict[str, Any]) -> None:
    match = read(document(TWICE, ["流局"], rule=rule)).match
    assert match is not None and match.options == options


def test_a_concealed_kong_turns_its_indicator_at_once(told: Told) -> None:
    dealt = [32, 32, 32, 32, 13, 14, 22, 23, 24, 37, 38, 39, 41]
    rows = [dealt, [31, 34], ["323232a32", 60], TWICE[3], [], [], *TWICE[6:10], [], []]
    [hand] = read(document(rows, ["流局"], dora=[46, 45])).hands
    assert hand.fault is None
    assert told(hand.events) == [
        "0 draw 1s",
        "0 concealed_kong 2s 2s 2s 2s | dora=P",
        "0 draw 4s tail",
        "0 discard 4s drawn",
    ]


def test_an_open_kong_turns_its_indicator_before_the_discard(told: Told) -> None:
    dealt = [32, 32, 32, 21, 13, 14, 22, 23, 24, 37, 38, 39, 41]
    giver = [*MAN, 22, 23, 24, 32]
    rows = [dealt, [31, "323232m32", 34], [60, 0, 60]]
    rows += [giver, [42], [32], *TWICE[6:10], [], []]
    [hand] = read(document(rows, ["流局"], dora=[46, 45])).hands
    assert hand.fault is None
    assert told(hand.events) == [
        "0 draw 1s",
        "0 discard 1s drawn",
        "1 draw S",
        "1 discard 2s held",
        "0 exposed_kong 2s (2s 2s 2s) of 5",
        "0 draw 4s tail | dora=P",
        "0 discard 4s drawn",
    ]


def test_an_indicator_without_a_kong_is_no_hand_of_ours() -> None:
    [hand] = read(document(TWICE, ["流局"], dora=[46, 45])).hands
    assert hand.state == "quarantined"
    assert hand.fault is not None and "more indicators" in hand.fault.message


def test_the_first_draw_of_another_client_s_dealer_is_made_up(told: Told) -> None:
    """雀魂 deals fourteen tiles; a converter names one of them as drawn."""
    rows = [TWICE[0], [31], [60], TWICE[3], [42], [60], *TWICE[6:10], [], []]
    for disp, line in (("般南喰赤", "0 discard 1s drawn"), ("Gold Room South", "0 discard 1s")):
        match = read(document(rows, ["流局"], rule={"disp": disp, "aka": 1}))
        assert told(match.hands[0].events)[1] == line
        assert told(match.hands[0].events)[3] == "1 discard S drawn"


def test_a_riichi_is_paid_when_the_next_tile_is_drawn() -> None:
    rows = [
        TWICE[0], [31], ["r60"],
        TWICE[3], [42], [60],
        TWICE[6], [43], [60],
        TWICE[9], [44], [60],
    ]  # fmt: skip
    [hand] = read(document(rows, ["流局", [3000, -1000, -1000, -1000]])).hands
    ready = next(e for e in hand.events if isinstance(e, Declare))
    paid = next(e for e in hand.events if isinstance(e, Discard))
    settlement = hand.events[-1]
    assert isinstance(settlement, Settlement)
    assert (ready.act, ready.seat) == ("ready", 0)
    assert paid.x == {"accepted": True, "totals": [24000, 25000, 25000, 25000]}
    assert settlement.x == {"reason": "exhaustive", "shown": [0], "ba": [0, 1]}
    assert settlement.totals == (27000, 24000, 24000, 24000)


@pytest.mark.parametrize(
    ("end", "outcome", "reason"),
    [
        (["流局", [0, 0, 0, 0]], "abort", None),
        (["全員聴牌"], "draw", "exhaustive"),
        (["全員不聴"], "draw", "exhaustive"),
        (["流し満貫", [12000, -4000, -4000, -4000]], "draw", "nm"),
        (["四風連打"], "abort", "kaze4"),
        (["四家立直"], "abort", "reach4"),
        (["四槓散了"], "abort", "kan4"),
        (["三家和"], "abort", "ron3"),
        (["三家和了"], "abort", "ron3"),
    ],
)
def test_draws(end: list[Any], outcome: str, reason: str | None) -> None:
    settlement = read(document(TWICE, end)).hands[0].events[-1]
    assert isinstance(settlement, Settlement)
    assert (settlement.outcome, (settlement.x or {}).get("reason")) == (outcome, reason)


def test_hands_a_line_are_one_match_as_long_as_the_rounds_go_on() -> None:
    one = document(TWICE, ["流局"])
    two = one.replace(b"[[[0, 0, 0]", b"[[[0, 1, 0]")
    three = one.replace(b"[[[0, 0, 0]", b"[[[1, 2, 0]")
    assert [len(m.hands) for m in formats.read(one + b"\n" + two + b"\n" + three)] == [3]
    assert [len(m.hands) for m in formats.read(one + b"\n" + one)] == [1, 1]
    other = two.replace(b'"A"', b'"Z"')
    assert [len(m.hands) for m in formats.read(one + b"\n" + other)] == [1, 1]


def test_one_bad_hand_does_not_stop_the_rest() -> None:
    one = document(TWICE, ["流局"])
    bad = one.replace(b"[[[0, 0, 0]", b"[[[0, 1, 0]").replace(b'"4141p41"', b'"4141p42"')
    three = one.replace(b"[[[0, 0, 0]", b"[[[0, 2, 0]")
    match = read(one + b"\r\n" + bad + b"\r\n" + three)
    assert [hand.state for hand in match.hands] == ["whole", "quarantined", "whole"]
    assert [hand.line for hand in match.hands] == [1, 2, 3]
    events = list(match.events)
    assert match.hands[2].first == 1 + len(match.hands[0].events)
    assert isinstance(events[match.hands[2].first + 1], Draw)


def test_the_address_of_the_viewer_holds_a_document() -> None:
    address = b"https://tenhou.net/6/#json=" + document(TWICE, ["\u6d41\u5c40"])
    assert formats.detect(address) == "tenhou6"
    assert [hand.state for hand in read(address).hands] == ["whole"]
