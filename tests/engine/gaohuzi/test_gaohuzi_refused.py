"""告胡子: a case that describes no possible hand is refused, with the place and the reason."""

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
    "game": "gaohuzi",
    "dealer": 1,
    "seats": [
        {
            "hand": "444d 999d 333x 45x",
            "melds": [["peng", "8x"], ["wei", "1d"], ["chi", "9x 9x 9d"]],
        },
        {"hand": "", "melds": [["ti", "7d"]], "dealt_ti": 1},
        {"hand": "? ? 2x 2x"},
    ],
    "win": {"seat": 0, "tile": "6x", "by": "other_draw", "from": 1},
}
DEALT = {"dealer": 0, "win.by": "dealt", "win.from": ..., "seats.0.melds": []}
COMPLETE = "444d 999d 333x 45x 888x 111d 22x2d"

# What is changed, the code, and the path of the error.
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"dealer": 3}, "field", "$.dealer"),
    ({"dealer": ...}, "field", "$.dealer"),
    ({"win.seat": 3}, "field", "$.win.seat"),
    ({"win.from": 3}, "field", "$.win.from"),
    ({"unit": 1}, "field", "$.unit"),
    ({"win.by": "self_draw"}, "field", "$.win.by"),
    ({"win.how": "flat"}, "field", "$.win.how"),
    ({"seats": [{}]}, "field", "$.seats"),
    ({"seats": [{}, {}, {}, {}]}, "field", "$.seats"),
    ({"seats.1.melds.0": ["pung", "7d"]}, "field", "$.seats[1].melds[0][0]"),
    ({"seats.1.dealt_ti": 6}, "field", "$.seats[1].dealt_ti"),
    ({"options": {"cap": 300}}, "option", "$.options.cap"),
    ({"options": {"hundrets": "add"}}, "option", "$.options.hundrets"),
    ({"options": {"min_huxi": -1}}, "option", "$.options.min_huxi"),
    ({"options": {"datuo": 3}}, "option", "$.options.datuo"),
    ({"win.tile": "5m"}, "tile", "$.win.tile"),
    ({"win.tile": "?"}, "tile", "$.win.tile"),
    ({"win.tile": "11x"}, "tile", "$.win.tile"),
    ({"seats.2.hand": "1y"}, "tile", "$.seats[2].hand"),
    ({"seats.0.hand": "444d 999d 333x 4x ?"}, "tile", "$.seats[0].hand"),
    ({"seats.0.melds.0": ["peng", "8x 8x 8x"]}, "tile", "$.seats[0].melds[0][1]"),
    ({"seats.0.melds.2": ["chi", "9x ? 9d"]}, "tile", "$.seats[0].melds[2][1]"),
    ({"seats.2.hand": "4d 4d"}, "five_of_a_kind", "$.seats[2]"),
    ({"seats.1.melds.0": ["ti", "8x"]}, "five_of_a_kind", "$.seats[1]"),
    ({"seats.0.hand": "444d 999d 333x 4x"}, "hand_size", "$.seats[0].hand"),
    ({"seats.0.hand": "444d 999d 333x 45x 1x"}, "hand_size", "$.seats[0].hand"),
    ({"seats.0.melds.0": ["pao", "8x"]}, "hand_size", "$.seats[0].hand"),
    ({"seats.0.melds.2": ["chi", "9x 9x 8x"]}, "impossible", "$.seats[0].melds[2][1]"),
    ({"seats.0.melds.2": ["bi", "1x 2x"]}, "impossible", "$.seats[0].melds[2][1]"),
    ({"win.from": ...}, "impossible", "$.win.from"),
    ({"win.from": 0}, "impossible", "$.win.from"),
    ({"win.by": "own_draw"}, "impossible", "$.win.from"),
    ({"win.by": "discard", "win.last": True}, "impossible", "$.win.last"),
    ({"win.first": "heaven"}, "impossible", "$.win.first"),
    ({"win.first": "earth"}, "impossible", "$.win.first"),
    ({"win.first": "earth", "win.by": "discard", "win.from": 2}, "impossible", "$.win.first"),
    ({"win.first": "earth", "win.by": "discard"}, "impossible", "$.seats[0].melds"),
    ({"win.by": "dealt", "win.from": ...}, "impossible", "$.win.by"),
    ({**DEALT, "seats.0.hand": COMPLETE, "win.last": True}, "impossible", "$.win.last"),
    ({"seats.0.dealt_ti": 1}, "impossible", "$.seats[0].dealt_ti"),
    ({"seats.0.hand": "4444d 99d 333x 45x"}, "impossible", "$.seats[0].hand"),
]

ACCEPTED: list[dict[str, Any]] = [
    {},
    {"seats.2": {}},
    {"win.by": "own_draw", "win.from": ...},
    {"win.by": "discard", "options": {"cap": "none", "discard_gain_cap": None}},
    {"win.last": True},
    {**DEALT, "seats.0.hand": COMPLETE},
    {**DEALT, "seats.0.hand": COMPLETE, "win.first": "heaven"},
    {
        "seats.0": {"hand": COMPLETE},
        "win.first": "earth",
        "win.by": "discard",
    },
    {"seats.0.melds.2": ["bi", "9x 9x 9d"]},
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
