"""立直: score cases that describe no possible hand, each refused at its place."""

from __future__ import annotations

import copy
from typing import Any

import msgspec
import pytest

from engine.case import Answer, ErrorAnswer
from engine.score import answer

CASE: dict[str, Any] = {
    "game": "riichi",
    "dealer": 0,
    "dora": "N",
    "seats": [{"hand": "234m 456p 678s 99s 23p"}, {}, {}, {}],
    "win": {"seat": 0, "tile": "1p", "by": "discard", "from": 2},
}
THREE = {"options": {"players": 3}, "seats": [{"hand": "234p 456p 678s 99s 23s"}, {}, {}]}
DRAWN = {"seat": 0, "tile": "1p", "by": "self_draw"}


def changed(changes: dict[str, Any]) -> Answer | ErrorAnswer:
    """The case with some fields changed; a dotted name goes into ``seats.0`` or ``win``."""
    case = copy.deepcopy(CASE)
    for name, value in changes.items():
        *path, last = name.split(".")
        at: Any = case
        for step in path:
            at = at[int(step) if step.isdigit() else step]
        at[int(last) if last.isdigit() else last] = value
    return answer(msgspec.json.encode(case))


REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"game": "richi"}, "game", "$.game"),
    ({"options": {"kuitan": True}}, "option", "$.options.kuitan"),
    ({"options": {"max_winners": 4}}, "option", "$.options.max_winners"),
    ({"round": "P"}, "field", "$.round"),
    ({"honba": -1}, "field", "$.honba"),
    ({"seats": [{}, {}]}, "field", "$.seats"),
    ({"dealer": 3, **THREE}, "field", "$.dealer"),
    ({"win.seat": 3, **THREE}, "field", "$.win.seat"),
    ({"win.from": 3, **THREE}, "field", "$.win.from"),
    ({"win.by": "luck"}, "field", "$.win.by"),
    ({"win.tile": "1x"}, "tile", "$.win.tile"),
    ({"win.tile": "?"}, "tile", "$.win.tile"),
    ({"win.tile": "1f"}, "tile", "$.win.tile"),
    ({"dora": "1f"}, "tile", "$.dora"),
    ({"options": {"red_fives": False}, "seats.0.hand": "234m 46p5pr 678s 99s 23p"},
     "tile", "$.seats[0].hand"),
    ({**THREE, "seats": [{"hand": "234m 456p 678s 99s 23p"}, {}, {}]}, "tile", "$.seats[0].hand"),
    ({"seats.0.hand": "234m 456p 678s 99s 2p?"}, "tile", "$.seats[0].hand"),
    ({"seats.0.hand": "234m 456p 678s 99s 2p"}, "hand_size", "$.seats[0].hand"),
    ({"seats.1": {"hand": "12345m"}}, "hand_size", "$.seats[1].hand"),
    ({"seats.0.melds": [["chow", "1m 2m 4m"]]}, "tile", "$.seats[0].melds[0][1]"),
    ({"seats.0.melds": [["chow", "8m 9m 1p"]]}, "tile", "$.seats[0].melds[0][1]"),
    ({"seats.0.melds": [["chow", "E S W"]]}, "tile", "$.seats[0].melds[0][1]"),
    ({"seats.0.melds": [["pung", "1m 1m 2m"]]}, "tile", "$.seats[0].melds[0][1]"),
    ({"seats.0.melds": [["exposed_kong", "1m 1m 1m"]]}, "tile", "$.seats[0].melds[0][1]"),
    ({**THREE, "seats": [{"hand": "456p 678s 99s 23s", "melds": [["chow", "234p"]]}, {}, {}]},
     "tile", "$.seats[0].melds[0][1]"),
    ({"win.tile": "9s", "seats.0.hand": "234m 456p 678s 9999s"}, "five_of_a_kind",
     "$.seats[0]"),
    ({"dora": "5mr 5mr"}, "five_of_a_kind", "$.dora"),
    ({"ura": "1p 1p 1p 1p"}, "five_of_a_kind", "$.ura"),
    ({"seats.0.kita": 1}, "impossible", "$.seats[0].kita"),
    ({"win": {"seat": 0, "tile": "1p", "by": "discard"}}, "impossible", "$.win.from"),
    ({"win.from": 0}, "impossible", "$.win.from"),
    ({"win": {**DRAWN, "from": 1}}, "impossible", "$.win.from"),
    ({"win": {**DRAWN, "by": "kong_draw"}}, "impossible", "$.win.by"),
    ({"win.by": "rob_kita"}, "impossible", "$.win.by"),
    ({"win.by": "rob_kong", "win.last": True}, "impossible", "$.win.last"),
    ({"win.ippatsu": True}, "impossible", "$.win.ippatsu"),
    ({"seats.0": {"hand": "456p 678s 99s 23p", "melds": [["pung", "E"]], "riichi": "single"}},
     "impossible", "$.seats[0].riichi"),
    ({"win.pao": 0}, "impossible", "$.win.pao"),
    ({"win.pao": 1}, "impossible", "$.win.pao"),
    ({"win.first": "heaven"}, "impossible", "$.win.first"),
    ({"win": {**DRAWN, "first": "earth"}}, "impossible", "$.win.first"),
    ({"win.first": "man"}, "impossible", "$.win.first"),
    ({"win": {**DRAWN, "first": "heaven", "last": True}}, "impossible", "$.win.first"),
]  # fmt: skip


@pytest.mark.parametrize(("changes", "code", "path"), REFUSED)
def test_a_case_that_cannot_be_is_refused(changes: dict[str, Any], code: str, path: str) -> None:
    found = changed({"id": "x", **changes})
    assert isinstance(found, ErrorAnswer), found
    assert (found.id, found.error["code"], found.error["path"]) == ("x", code, path), found.error


def test_the_case_itself_is_none_of_them() -> None:
    found = changed({})
    assert isinstance(found, Answer) and found.legal and found.value == 1500
    laid = changed(
        {**THREE, "seats.0": {"hand": "234p 456p 678s 99s 23s", "kita": 2}, "win.tile": "1s"}
    )
    assert isinstance(laid, Answer) and dict(laid.lines) == {"RI-Y7": 1, "RI-Y52": 2}


def test_a_north_laid_aside_can_be_won_on_and_is_no_yaku() -> None:
    """RI-P12, RI-Y3."""
    seats = [{"hand": "NN 456p 678s 234p 99s"}, {}, {}]
    win = {"seat": 0, "tile": "N", "by": "rob_kita", "from": 1}
    found = changed({**THREE, "seats": seats, "win": win})
    assert isinstance(found, Answer) and (found.legal, found.clause) == (False, "RI-W2")
    seats[0]["riichi"] = "single"
    found = changed({**THREE, "seats": seats, "win": win})
    assert isinstance(found, Answer) and dict(found.lines) == {"RI-Y1": 1}
