"""九江麻将: a case that describes no possible hand is refused, with the place and the reason."""

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
    "game": "jiujiang",
    "dealer": 1,
    "seats": [
        {"hand": "123m 456p 78s 55s", "melds": [["pung", "9m"]]},
        {"hand": "", "melds": [["concealed_kong", "8m"]]},
        {"hand": "? ? ? ? ? ? ? ? ? ?", "melds": [["pung", "6s"]], "fa": 1},
        {"hand": "1144p 3399s 77p CC 2p"},
    ],
    "win": {"seat": 0, "tile": "9s", "by": "self_draw"},
}

EARTH = {"win.first": "earth", "win.by": "discard", "win.from": 1}

# What is changed, the code, and the path of the error.
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"dealer": 4}, "field", "$.dealer"),
    ({"dealer": None}, "field", "$.dealer"),
    ({"dealer": ...}, "field", "$.dealer"),
    ({"unit": 0}, "field", "$.unit"),
    ({"table": 1}, "field", "$.table"),
    ({"win.how": "self"}, "field", "$.win.how"),
    ({"win.seat": ...}, "field", "$.win.seat"),
    ({"seats.1.hnad": "1m"}, "field", "$.seats[1].hnad"),
    ({"seats.1.fa": 5}, "field", "$.seats[1].fa"),
    ({"seats.1.melds.0": ["chow", "1p"]}, "field", "$.seats[1].melds[0][0]"),
    ({"seats.1.melds.0": ["pung"]}, "field", "$.seats[1].melds[0]"),
    ({"seats": [{}, {}, {}]}, "field", "$.seats"),
    ({"win.by": "theft"}, "field", "$.win.by"),
    ({"win": None}, "field", "$.win"),
    ({"options": {"min_poa": 2}}, "option", "$.options.min_poa"),
    ({"options": {"haidi": 7}}, "option", "$.options.haidi"),
    ({"options": []}, "option", "$.options"),
    ({"win.tile": "5x"}, "tile", "$.win.tile"),
    ({"win.tile": "56s"}, "tile", "$.win.tile"),
    ({"win.tile": "?"}, "tile", "$.win.tile"),
    ({"win.tile": "E"}, "tile", "$.win.tile"),
    ({"seats.3.hand": "1144p 3399s 77p CC 2q"}, "tile", "$.seats[3].hand"),
    ({"seats.3.hand": "1144p 3399s 77p CC N"}, "tile", "$.seats[3].hand"),
    ({"seats.3.hand": "1144p 3399s 77p CC 5mr"}, "tile", "$.seats[3].hand"),
    ({"seats.0.hand": "123m 456p 78s 5s ?"}, "tile", "$.seats[0].hand"),
    ({"seats.1.melds.0": ["pung", "F"]}, "tile", "$.seats[1].melds[0][1]"),
    ({"seats.1.melds.0": ["pung", "?"]}, "tile", "$.seats[1].melds[0][1]"),
    ({"seats.0.hand": "123m 456p 78s 5s"}, "hand_size", "$.seats[0].hand"),
    ({"seats.0.hand": "123m 456p 789s 55s"}, "hand_size", "$.seats[0].hand"),
    ({"seats.0.hand": ""}, "hand_size", "$.seats[0].hand"),
    ({"seats.3.hand": "1144p 3399s 77p CC 28p"}, "hand_size", "$.seats[3].hand"),
    ({"seats.2.hand": "? ? ? ? ? ? ? ? ? ? ?"}, "hand_size", "$.seats[2].hand"),
    ({"seats.3.hand": "1144p 339999s 77p 2p"}, "five_of_a_kind", "$.seats[3]"),
    ({"seats.3.fa": 4}, "five_of_a_kind", "$.seats[3]"),
    ({"seats.3.hand": "1144p 3399s 77p FFF", "seats.3.fa": 1}, "five_of_a_kind", "$.seats[3]"),
    ({"seats.2.melds.0": ["pung", "5s"]}, "five_of_a_kind", "$.seats[2]"),
    ({"seats.1.melds.0": ["added_kong", "1m"]}, "five_of_a_kind", "$.seats[1]"),
    (
        {"win.tile": "6s", "seats.3.hand": "1144p 3399s 77p CC 6s"},
        "five_of_a_kind",
        "$.seats[3]",
    ),
    ({"win.from": 1}, "impossible", "$.win.from"),
    ({"win.by": "discard"}, "impossible", "$.win.from"),
    ({"win.by": "discard", "win.from": 0}, "impossible", "$.win.from"),
    ({"win.by": "discard", "win.from": 2, "win.tile": "F"}, "impossible", "$.win.tile"),
    ({"win.by": "kong_draw"}, "impossible", "$.win.by"),
    ({"win.by": "kong_discard", "win.from": 2}, "impossible", "$.win.by"),
    ({"win.by": "rob_kong", "win.from": 2}, "impossible", "$.seats[2].melds"),
    (
        {
            "win.by": "rob_kong",
            "win.from": 1,
            "options": {"rob": "any_exposed"},
            "seats.1.hand": "222333888p 6p",
        },
        "impossible",
        "$.seats[1].melds",
    ),
    (
        {"win.by": "rob_kong", "win.from": 2, "win.tile": "6s", "win.last": True},
        "impossible",
        "$.win.last",
    ),
    ({"seats.2.ready": True}, "impossible", "$.seats[2].ready"),
    ({"win.first": "heaven"}, "impossible", "$.win.first"),
    ({"win.first": "earth"}, "impossible", "$.win.first"),
    # 天胡 and 地胡 of a hand without melds
    ({"closed": True, "win.first": "heaven"}, "impossible", "$.win.first"),
    ({"closed": True, "win.first": "heaven", "dealer": 0}, "impossible", "$.win.first"),
    ({"closed": True, "win.first": "earth", "dealer": 0}, "impossible", "$.win.first"),
    ({"closed": True, "win.first": "earth", "win.last": True}, "impossible", "$.win.first"),
    ({"closed": True, "win.first": "earth", "seats.0.ready": True}, "impossible", "$.win.first"),
    ({"closed": True, **EARTH, "win.from": 2}, "impossible", "$.win.first"),
    ({"closed": True, **EARTH}, "impossible", "$.win.first"),
    (
        {"closed": True, **EARTH, "seats.2": {}, "seats.1.melds.0": ["pung", "8m"]},
        "impossible",
        "$.win.first",
    ),
]

ACCEPTED: list[dict[str, Any]] = [
    {},
    {"win.by": "rob_kong", "win.from": 2, "win.tile": "6s"},
    {"win.by": "rob_kong", "win.from": 1, "options": {"rob": "any_exposed"}},
    {"win.by": "rob_kong", "win.from": 2, "options": {"rob": "any_exposed"}},
    {"win.by": "kong_discard", "win.from": 1},
    {"closed": True, "win.first": "earth"},
    {"closed": True, **EARTH, "seats.2": {}},
    {"closed": True, **EARTH, "win.by": "kong_discard", "seats.2": {}, "seats.1.ready": True},
    {"closed": True, "win.first": "heaven", "dealer": 0, "seats.1": {}, "seats.2": {}},
    {"seats.3.hand": "1144p 3399s 77p FFF"},
    {"seats.3.hand": "1p 1p 4p 4p 3s 3s ? ? ? ? ? ? ?"},
]


def changed(changes: dict[str, Any]) -> dict[str, Any]:
    """The case with values set at paths; ``...`` takes one away, ``closed`` the winner's pung."""
    case = copy.deepcopy(CASE)
    for path, value in changes.items():
        if path == "closed":
            case["seats"][0] = {"hand": "123m 456p 78s 55s 999m"}
            continue
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
