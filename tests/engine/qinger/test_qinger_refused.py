"""青儿: what cannot be a finished hand is refused, with the place and the reason."""

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
    "game": "qinger",
    "dealer": 1,
    "jian": "S5",
    "seats": [
        {"hand": "S6 S7 S8 H2 H3 H4 C5 C6 C7 C3 C4 H8 H8", "melds": [["peng", "HK"], ["peng", "S9"],
         ["an_du", "CQ"]], "flowers": "BJ", "clubs": "CQ"},
        {"hand": "", "melds": [["ming_du", "C9"]], "clubs": "CK", "knocked": True},
        {"hand": " ".join(["?"] * 22), "flowers": "BJ LJ AD"},
    ],
    "win": {"seat": 0, "tile": "C5", "by": "self_draw"},
}  # fmt: skip

FIVE = "BJ BJ BJ LJ LJ"

# What is changed, the code, and the path of the error.
REFUSED: list[tuple[dict[str, Any], str, str]] = [
    ({"dealer": 3}, "field", "$.dealer"),
    ({"dealer": ...}, "field", "$.dealer"),
    ({"jian": ...}, "field", "$.jian"),
    ({"win": ...}, "field", "$.win"),
    ({"win.seat": 3}, "field", "$.win.seat"),
    ({"win.by": "rob_kong"}, "field", "$.win.by"),
    ({"unit": 1}, "field", "$.unit"),
    ({"seats": [{}, {}]}, "field", "$.seats"),
    ({"seats": [{}, {}, {}, {}]}, "field", "$.seats"),
    ({"seats.0.melds.0": ["pung", "HK"]}, "field", "$.seats[0].melds[0][0]"),
    ({"seats.1.fa": 1}, "field", "$.seats[1].fa"),
    ({"options": {"rates": "1-2-4"}}, "option", "$.options.rates"),
    ({"options": {"jian": True}}, "option", "$.options.jian"),
    ({"jian": "S10"}, "tile", "$.jian"),
    ({"jian": "?"}, "tile", "$.jian"),
    ({"jian": "S5 S6"}, "tile", "$.jian"),
    ({"win.tile": "?"}, "tile", "$.win.tile"),
    ({"seats.0.hand": "S6 S7 S8 H2 H3 H4 C5 C6 C7 C3 C4 H8 ?"}, "tile", "$.seats[0].hand"),
    ({"seats.2.hand": "5m"}, "tile", "$.seats[2].hand"),
    ({"seats.0.melds.0": ["peng", "BJ"]}, "tile", "$.seats[0].melds[0][1]"),
    ({"seats.2.flowers": "BJ S1"}, "tile", "$.seats[2].flowers"),
    ({"seats.2.flowers": "?"}, "tile", "$.seats[2].flowers"),
    ({"seats.1.clubs": "HK"}, "tile", "$.seats[1].clubs"),
    ({"seats.0.hand": "S6 S7 S8"}, "hand_size", "$.seats[0].hand"),
    ({"seats.0.hand": ""}, "hand_size", "$.seats[0].hand"),
    ({"seats.2.hand": " ".join(["?"] * 23)}, "hand_size", "$.seats[2].hand"),
    # QE-E1, QE-E2: no more than there are
    ({"seats.2.flowers": "AD AD"}, "five_of_a_kind", "$.seats[2]"),
    ({"seats.2.flowers": "BJ BJ BJ"}, "five_of_a_kind", "$.seats[2]"),
    ({"seats.1.melds.0": ["ming_du", "HK"]}, "five_of_a_kind", "$.seats[1]"),
    ({"seats.1.melds.0": ["peng", "HQ"]}, "five_of_a_kind", "$.seats[1]"),
    ({"seats.1.melds.0": ["ming_du", "S5"]}, "five_of_a_kind", "$.seats[1]"),
    ({"jian": "S9", "seats.1.melds.0": ["peng", "S9"]}, "five_of_a_kind", "$.seats[1]"),
    ({"seats.2.clubs": "CK"}, "five_of_a_kind", "$.seats[2]"),
    ({"jian": "CK"}, "five_of_a_kind", "$.seats[1]"),
    ({"jian": "S4", "seats.1.melds.0": ["an_du", "S4"]}, "five_of_a_kind", "$.seats[1]"),
    # how it was won
    ({"win.from": 1}, "impossible", "$.win.from"),
    ({"win.by": "discard"}, "impossible", "$.win.from"),
    ({"win.by": "discard", "win.from": 0}, "impossible", "$.win.from"),
    ({"win.by": "discard", "win.from": 1, "win.tile": "LJ"}, "impossible", "$.win.tile"),
    ({"win.first": "heaven"}, "impossible", "$.win.first"),
    # what was drawn
    ({"seats.0.clubs": ""}, "impossible", "$.seats[0].clubs"),
    ({"win.tile": "CJ"}, "impossible", "$.seats[0].clubs"),
    ({"win.tile": "CJ", "win.by": "discard", "win.from": 1}, "impossible", "$.seats[1].clubs"),
    ({"seats.2.wu_xi": True}, "impossible", "$.seats[2].wu_xi"),
    ({"jian": "LJ", "seats.0.flowers": "", "seats.2.flowers": "BJ BJ LJ", "seats.2.wu_xi": True},
     "impossible", "$.seats[2].wu_xi"),
]  # fmt: skip

ACCEPTED: list[dict[str, Any]] = [
    {},
    {"win.by": "discard", "win.from": 2},
    {"win.first": "heaven", "dealer": 0},
    {"win.last": True},
    {"jian": "LJ"},
    {"seats.0.flowers": "", "seats.2.flowers": FIVE, "seats.2.wu_xi": True},
    {"jian": "LJ", "seats.0.flowers": "", "seats.2.flowers": "BJ BJ BJ LJ", "seats.2.wu_xi": True},
    {"jian": "HJ", "seats.2.clubs": "CJ"},
    {
        "jian": "S4",
        "seats.1.melds.0": ["an_du", "S4"],
        "options": {"jian_counts_as_fourth": True},
    },
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
