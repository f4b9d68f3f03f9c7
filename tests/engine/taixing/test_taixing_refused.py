"""泰兴麻将: a case that describes no possible hand is refused, with the place and the reason."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from engine.case import Answer, ErrorAnswer
from engine.intake import CODES
from engine.score import answer

CASE: dict[str, Any] = {
    "id": "disputed",
    "game": "taixing",
    "dealer": 1,
    "seats": [
        {"hand": "123m 345m 78m 99m", "melds": [["pung", "E", 2]], "flowers": 2},
        {"hand": "", "melds": [["concealed_kong", "8p"]], "ready": True},
        {"hand": "? ? ? ? ? ? ? ? ? ?", "melds": [["pung", "6m", 3]], "flowers": 1},
        {"hand": "1144p 3399s 77p CC 2p"},
    ],
    "win": {"seat": 0, "tile": "9m", "by": "self_draw"},
}
EIGHT = {"win.tile": "8f", "seats.0.flowers": 8, "seats.2.flowers": 0}
OPENING = {**EIGHT, "seats.0.hand": "147m 258p 36s ESWN", "seats.0.melds": [], "seats.1": {}}
DEALT = {"dealer": 0, "seats.0.melds": [], "seats.0.hand": "123m 345m 78m 99m EEE", "seats.1": {},
         "seats.2": {}, "win.first": "heaven"}  # fmt: skip

# What is changed, the code, and the path of the error.
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"dealer": 4}, "field", "$.dealer"),
    ({"dealer": ...}, "field", "$.dealer"),
    ({"dice": [1]}, "field", "$.dice"),
    ({"dice": [0, 3]}, "field", "$.dice[0]"),
    ({"debt": -1}, "field", "$.debt"),
    ({"unit": 2}, "field", "$.unit"),
    ({"seats.1.fa": 1}, "field", "$.seats[1].fa"),
    ({"seats.3.flowers": 9}, "field", "$.seats[3].flowers"),
    ({"seats.1.melds.0": ["chow", "1p", 0]}, "field", "$.seats[1].melds[0][0]"),
    ({"seats.1.melds.0": ["pung"]}, "field", "$.seats[1].melds[0]"),
    ({"seats.1.melds.0": ["pung", "1p"]}, "field", "$.seats[1].melds[0]"),
    ({"seats.1.melds.0": ["pung", "1p", 0, 0]}, "field", "$.seats[1].melds[0]"),
    ({"seats.1.melds.0": ["concealed_kong", "8p", 0]}, "field", "$.seats[1].melds[0]"),
    ({"seats": [{}, {}, {}]}, "field", "$.seats"),
    ({"win.by": "kong_discard"}, "field", "$.win.by"),
    ({"options": {"min_hua": 2}}, "option", "$.options.min_hua"),
    ({"options": {"multi_win": "three"}}, "option", "$.options.multi_win"),
    ({"win.tile": "5x"}, "tile", "$.win.tile"),
    ({"win.tile": "?"}, "tile", "$.win.tile"),
    ({"win.tile": "5mr"}, "tile", "$.win.tile"),
    ({"seats.0.hand": "123m 345m 78m 9m ?"}, "tile", "$.seats[0].hand"),
    ({"seats.1.melds.0": ["pung", "1f", 0]}, "tile", "$.seats[1].melds[0][1]"),
    ({"seats.0.hand": "123m 345m 78m 9m"}, "hand_size", "$.seats[0].hand"),
    ({"seats.0.hand": ""}, "hand_size", "$.seats[0].hand"),
    ({"seats.3.hand": "1144p 3399s 77p CC 28p"}, "hand_size", "$.seats[3].hand"),
    ({"seats.3.hand": "1144p 339999s 77p 2p", "seats.2.melds.0": ["pung", "9s", 3]},
     "five_of_a_kind", "$.seats[3]"),
    ({"seats.3.flowers": 6}, "five_of_a_kind", "$.seats[3]"),
    ({"seats.3.hand": "1144p 3399s 77p C 1f1f"}, "five_of_a_kind", "$.seats[3]"),
    ({"seats.1.melds.0": ["added_kong", "9m", 0]}, "five_of_a_kind", "$.seats[1]"),
    ({"seats.0.melds.0": ["pung", "E", 0]}, "impossible", "$.seats[0].melds[0][2]"),
    ({"win.from": 1}, "impossible", "$.win.from"),
    ({"win.by": "discard"}, "impossible", "$.win.from"),
    ({"win.by": "discard", "win.from": 0}, "impossible", "$.win.from"),
    ({"win.by": "kong_draw"}, "impossible", "$.win.by"),
    ({"win.by": "rob_kong", "win.from": 2}, "impossible", "$.seats[2].melds"),
    ({"win.by": "rob_kong", "win.from": 2, "win.tile": "6m", "win.last": True}, "impossible",
     "$.win.last"),
    ({"seats.3.ready": True}, "impossible", "$.seats[3].ready"),
    ({"dealer": 2, "seats.1.ready": False, "seats.2.ready": True}, "impossible",
     "$.seats[2].ready"),
    ({"win.first": "heaven"}, "impossible", "$.win.first"),
    ({**DEALT, "win.last": True}, "impossible", "$.win.first"),
    ({**DEALT, "seats.0.ready": True}, "impossible", "$.win.first"),
    ({**DEALT, "seats.2": {"melds": [["pung", "6m", 3]]}}, "impossible", "$.win.first"),
    ({**DEALT, "win.by": "discard", "win.from": 1}, "impossible", "$.win.first"),
    # 花胡
    ({"win.tile": "8f"}, "impossible", "$.seats[0].flowers"),
    ({**EIGHT, "win.tile": "9m"}, "impossible", "$.win.tile"),
    ({**EIGHT, "win.by": "discard", "win.from": 2}, "impossible", "$.win.tile"),
    ({**EIGHT, "win.by": "kong_draw", "seats.0.melds": [["exposed_kong", "E", 2]]}, "impossible",
     "$.win.by"),
    ({**EIGHT, "seats.2.flowers": 1}, "five_of_a_kind", "$.seats[2]"),
    ({**EIGHT, "seats.0.hand": "123m 345m 78m 9m"}, "hand_size", "$.seats[0].hand"),
    ({**OPENING, "dealer": 0}, "hand_size", "$.seats[0].hand"),
    ({**OPENING, "seats.3.hand": "1144p 3399s 77p CC 28p"}, "hand_size", "$.seats[3].hand"),
]  # fmt: skip

ACCEPTED: list[dict[str, Any]] = [
    {},
    {"win.by": "rob_kong", "win.from": 2, "win.tile": "6m"},
    {"win.by": "kong_draw", "seats.0.melds": [["exposed_kong", "E", 2]]},
    {"seats.3.hand": "1144p 3399s 77p C 1f2f"},
    {"seats.3.hand": "1p 1p 4p 4p 3s 3s ? ? ? ? ? ? ?"},
    {"win.last": True},
    DEALT,
    {"seats.1": {}, "win.first": "earth"},
    EIGHT,
    OPENING,
    {**OPENING, "dealer": 3, "seats.3.hand": "1144p 3399s 77p CC 28p"},
    {**OPENING, "dealer": 0, "seats.0.hand": "147m 258p 369s ESWN"},
]


def changed(changes: dict[str, Any]) -> dict[str, Any]:
    """The case with values set at paths; ``...`` takes one away."""
    case = copy.deepcopy(CASE)
    for path, value in changes.items():
        *way, last = path.split(".")
        place: Any = case
        for step in way:
            place = place[int(step) if step.isdigit() else step]
        if value is ...:
            del place[last]
        else:
            place[int(last) if last.isdigit() else last] = value
    return case


@pytest.mark.parametrize(("changes", "code", "path"), REFUSED, ids=lambda part: str(part)[:70])
def test_a_case_is_refused(changes: dict[str, Any], code: str, path: str) -> None:
    given = answer(json.dumps(changed(changes)).encode())
    assert isinstance(given, ErrorAnswer), given
    assert (given.error["code"], given.error["path"]) == (code, path), given.error
    assert given.error["message"]
    assert given.id == "disputed"
    assert code in dict(CODES)


@pytest.mark.parametrize("changes", ACCEPTED, ids=lambda part: str(part)[:70])
def test_its_neighbour_is_scored(changes: dict[str, Any]) -> None:
    given = answer(json.dumps(changed(changes)).encode())
    assert isinstance(given, Answer), given
    assert given.legal


def test_every_code_of_a_case_is_shown_here() -> None:
    assert {code for _, code, _ in REFUSED} == {code for code, _ in CODES} - {"json", "game"}
