"""mjai: what each dialect leaves out is worked out or left open, never made up."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from events import AnyEvent, Deal, Discard, Settlement, formats
from events.formats import MatchRead

Told = Callable[[Iterable[AnyEvent]], list[str]]
Line = dict[str, Any]

HANDS = [
    ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "P", "P", "E", "E"],
    ["1p", "9p", "1s", "9s", "1m", "9m", "E", "S", "W", "N", "P", "F", "C"],
    ["2m", "3m", "4m", "5m", "6m", "7m", "2p", "3p", "4p", "5pr", "6p", "7p", "8p"],
    ["2s", "3s", "4s", "5s", "6s", "7s", "2p", "3p", "4p", "5p", "6p", "7p", "8p"],
]
START: Line = {"type": "start_game", "names": list("ABCD")}
DEAL: Line = {
    "type": "start_kyoku",
    "bakaze": "E",
    "kyoku": 1,
    "honba": 1,
    "kyotaku": 1,
    "oya": 0,
    "dora_marker": "9s",
    "tehais": HANDS,
    "scores": [25000, 25000, 25000, 24000],
}
RIICHI: list[Line] = [
    {"type": "tsumo", "actor": 0, "pai": "N"},
    {"type": "reach", "actor": 0},
    {"type": "dahai", "actor": 0, "pai": "N", "tsumogiri": True},
    {"type": "reach_accepted", "actor": 0},
    {"type": "tsumo", "actor": 1, "pai": "8s"},
    {"type": "dahai", "actor": 1, "pai": "P", "tsumogiri": False},
]
PAID = [8000 + 300 + 2000, -8300, 0, 0]


def read(*lines: Line) -> MatchRead:
    data = b"".join(json.dumps(line).encode() + b"\n" for line in lines)
    assert formats.detect(data) == "mjai"
    [match] = formats.read(data)
    return match


def settled(match: MatchRead) -> Settlement:
    settlement = match.hands[-1].events[-1]
    assert isinstance(settlement, Settlement)
    return settlement


def test_mortal_tells_deltas_alone() -> None:
    hora = {"type": "hora", "actor": 0, "target": 1, "deltas": PAID, "ura_markers": ["4p"]}
    match = read(START, DEAL, *RIICHI, hora, {"type": "end_kyoku"}, {"type": "end_game"})
    settlement = settled(match)
    [win] = settlement.wins or ()
    assert (win.seat, win.from_, win.by, win.tile) == (0, 1, "discard", "P")
    assert (win.lines, win.value) == (None, None)
    assert win.x == {"dora": "9s", "ura": "4p", "deltas": PAID, "ba": [1, 2]}
    # 25,000 less the stick, and what was won.
    assert settlement.totals == (34300, 16700, 25000, 24000)
    assert match.finished


def test_manue_names_yaku_without_their_tiles() -> None:
    yakus = [["reach", 1], ["ippatsu", 1], ["jikaze", 1], ["sangenpai", 1], ["uradora", 0]]
    hora = {"type": "hora", "actor": 0, "target": 1, "pai": "P", "uradora_markers": ["4p"]}
    hora |= {"yakus": yakus, "fu": 40, "fan": 4, "hora_points": 12000, "deltas": PAID}
    [win] = settled(read(START, DEAL, *RIICHI, hora)).wins or ()
    assert win.lines == (("RI-Y1", 1), ("RI-Y2", 1), ("RI-Y10", 1), ("RI-Y18", 1))
    assert win.value == 12000
    assert {key: (win.x or {})[key] for key in ("fu", "han")} == {"fu": 40, "han": 4}


def test_points_that_the_deal_lacks_come_from_the_hand_before_or_from_its_own_end() -> None:
    bare = {key: value for key, value in DEAL.items() if key != "scores"}
    after = [34300, 16700, 25000, 24000]
    hora = {"type": "hora", "actor": 0, "target": 1, "deltas": PAID, "scores": after}
    second = bare | {"honba": 2, "kyotaku": 0}
    draw = {"type": "ryukyoku", "reason": "kyushukyuhai"}
    end = {"type": "end_kyoku"}
    tsumo = RIICHI[0]
    match = read(START, bare, *RIICHI, hora, end, second, tsumo, draw, end)
    deals = [hand.events[0] for hand in match.hands]
    assert [d.carry["totals"] for d in deals if isinstance(d, Deal) and d.carry] == [
        [25000, 25000, 25000, 24000],
        after,
    ]
    assert (settled(match).outcome, settled(match).totals) == ("abort", tuple(after))


def test_gimite_deals_each_hand_in_a_line_of_its_own(told: Told) -> None:
    start = {key: DEAL[key] for key in ("type", "oya", "dora_marker")}
    deals = [{"type": "haipai", "actor": seat, "pais": HANDS[seat]} for seat in range(4)]
    play = [{k: v for k, v in line.items() if k != "tsumogiri"} for line in RIICHI]
    hora = {"type": "hora", "actor": 0, "target": 1, "pai": "P"}
    [hand] = read({"type": "start_game"}, start, *deals, *play, hora).hands
    assert (hand.state, hand.fault) == ("whole", None)
    deal, settlement = hand.events[0], hand.events[-1]
    assert isinstance(deal, Deal) and isinstance(settlement, Settlement)
    assert (deal.hands[1], deal.carry) == (" ".join(HANDS[1]), None)
    assert (settlement.deltas, settlement.totals) == (None, None)
    assert told(hand.events) == [
        "0 draw N",
        "0 ready",
        "0 discard N | accepted=True",
        "1 draw 8s",
        "1 discard P",
        "0 win P of 6",
    ]


def test_akochan_tells_the_wall_and_what_is_not_known_is_kept() -> None:
    wall = ["1m"] * 136
    deal = {k: v for k, v in DEAL.items() if k != "dora_marker"} | {"haiyama": wall}
    dahai = RIICHI[2] | {"cans": [1], "meta": {"q_values": [1.0]}}
    strange = {"type": "shuffle", "n": 1}
    [hand] = read(START, deal, RIICHI[0], dahai, strange, {"type": "ryukyoku"}).hands
    first, _, discard, _ = hand.events
    assert isinstance(first, Deal) and first.open is None
    assert first.x == {"unknown": [{"haiyama": wall}]}
    assert discard.x == {"unknown": [{"cans": [1]}, strange]}


def test_kongs_and_their_indicators(told: Told) -> None:
    tiles = ["5m", "5mr", "5m", *HANDS[1][3:]]
    deal = DEAL | {"tehais": [HANDS[0], tiles, *HANDS[2:]]}
    four = ["5m", "5m", "5m", "5mr"]
    play: list[Line] = [
        RIICHI[0],
        RIICHI[2],
        {"type": "tsumo", "actor": 1, "pai": "F"},
        {"type": "dahai", "actor": 1, "pai": "F", "tsumogiri": True},
        {"type": "tsumo", "actor": 2, "pai": "8m"},
        {"type": "dahai", "actor": 2, "pai": "5m", "tsumogiri": False},
        {"type": "daiminkan", "actor": 1, "target": 2, "pai": "5m", "consumed": four[1:]},
        {"type": "tsumo", "actor": 1, "pai": "8m"},
        {"type": "dora", "dora_marker": "1s"},
        {"type": "dahai", "actor": 1, "pai": "8m", "tsumogiri": True},
    ]
    play[6]["consumed"] = ["5m", "5mr", "5m"]
    [hand] = read(START, deal, *play).hands
    assert told(hand.events)[-3:] == [
        "1 exposed_kong 5m (5m 5mr 5m) of 7",
        "1 draw 8m tail | dora=1s",
        "1 discard 8m drawn",
    ]
    assert hand.state == "incomplete"


def test_hidden_hands_stay_hidden() -> None:
    hidden = DEAL | {"tehais": [["?"] * 13, *HANDS[1:]]}
    draw = {"type": "tsumo", "actor": 0, "pai": "?"}
    [hand] = read(START, hidden, draw, RIICHI[2]).hands
    assert hand.events[0].hands[0] == " ".join("?" * 13)  # type: ignore[union-attr]
    assert hand.events[-1] == Discard(seat=0, tile="N", drawn=True)


def test_three_players_lay_north_aside(told: Told) -> None:
    hands = [
        HANDS[1],
        ["1p", "1p", "1p", "2s", "3s", "4s", "2p", "3p", "4p", "5p", "6p", "7p", "8p"],
        ["9p", "9p", "9p", "5s", "6s", "7s", "2p", "3p", "4p", "5p", "6p", "7p", "8p"],
    ]
    deal = DEAL | {"tehais": hands, "scores": [35000] * 3}
    play = [RIICHI[0], {"type": "nukidora", "actor": 0, "pai": "N"}]
    match = read(START | {"names": list("ABC")}, deal, *play, RIICHI[0] | {"pai": "F"})
    assert match.match is not None and match.match.options == {"players": 3}
    assert told(match.hands[0].events) == ["0 draw N", "0 kita N", "0 draw F tail"]


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ([RIICHI[2]], "inconsistent"),  # no N in hand
        ([RIICHI[0], RIICHI[3]], "inconsistent"),  # pays for nothing
        ([RIICHI[0] | {"pai": "0m"}], "bad_value"),
        ([RIICHI[0] | {"actor": 4}], "bad_value"),
        ([{"type": "hora", "actor": 0, "target": 1}], "inconsistent"),
        ([RIICHI[0] | {"pai": "P"}, RIICHI[0] | {"pai": "P"}], "inconsistent"),  # a fifth
    ],
)
def test_what_contradicts_itself_is_kept_back(lines: list[Line], code: str) -> None:
    bad = [*lines, {"type": "end_kyoku"}]
    good = [DEAL | {"honba": 2}, RIICHI[0], {"type": "ryukyoku", "reason": "kyushukyuhai"}]
    match = read(START, DEAL, *bad, *good)
    assert [hand.state for hand in match.hands] == ["quarantined", "whole"]
    fault = match.hands[0].fault
    assert fault is not None and (fault.code, fault.line) == (code, 2 + len(lines))


def test_gzip_and_several_games_in_a_file() -> None:
    lines = [START, DEAL, RIICHI[0], {"type": "end_game"}]
    data = b"".join(json.dumps(line).encode() + b"\r\n" for line in lines)
    assert [len(m.hands) for m in formats.read(gzip.compress(data + data, mtime=0))] == [1, 1]


def test_a_greeting_is_no_match() -> None:
    [match] = formats.read(b'{"type":"hello","protocol":"mjsonp"}\n')
    assert match.match is None
    assert match.fault is not None and match.fault.code == "no_match"
