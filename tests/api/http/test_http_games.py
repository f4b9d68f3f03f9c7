"""Games, clauses and scores over HTTP."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.api.http.conftest import Client
from tests.api.http.tools import CASE, refused


def test_the_games_with_their_options(client: Client) -> None:
    told = client.get("/v1/games").json()
    assert told["type"] == "games"
    (jiujiang,) = [game for game in told["games"] if game["name"] == "jiujiang"]
    assert (jiujiang["title"], jiujiang["unit"], jiujiang["players"]) == ("九江麻将", "炮", [4])
    (least,) = [option for option in jiujiang["options"] if option["name"] == "min_pao"]
    assert (least["default"], least["least"]) == (2, 1)
    assert client.get("/v1/games/jiujiang").json() == {"type": "game", **jiujiang}


def test_the_clauses_of_a_game_and_of_the_record(client: Client) -> None:
    told = client.get("/v1/games/jiujiang/clauses").json()
    ids = [clause["id"] for clause in told["clauses"]]
    assert {"JJ-E1", "JJ-P14", "JJ-F16", "JJ-X5", "R1", "R13"} <= set(ids)
    one = client.get("/v1/games/jiujiang/clauses/JJ-X3").json()
    assert one["type"] == "clause" and one["name"] == "吃发财"
    assert one == {"type": "clause", **told["clauses"][ids.index("JJ-X3")]}


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/v1/games/mahjong", "no_game"),
        ("/v1/games/mahjong/clauses", "no_game"),
        ("/v1/games/jiujiang/clauses/JJ-F99", "no_clause"),
    ],
)
def test_what_there_is_not(client: Client, path: str, code: str) -> None:
    refused(client.get(path), 404, code)


def test_a_score_is_the_rule_books(client: Client) -> None:
    told = client.post("/v1/score", json={**CASE, "id": "a"}).json()
    assert told["legal"] is True and told["value"] == 2
    assert told["lines"] == [["JJ-S1", 1], ["JJ-S2", 1]]
    assert told["deltas"] == [6, -2, -2, -2]
    assert told["id"] == "a"


def test_every_published_example_gets_its_answer(client: Client, shared: Path) -> None:
    text = (shared / "rules" / "examples" / "jiujiang.jsonl").read_text(encoding="utf-8")
    examples = [json.loads(line) for line in text.splitlines()][::10]
    assert len(examples) > 20
    for example in examples:
        answer = client.post("/v1/score", json=example["case"])
        if "error" in example["answer"]:
            refused(answer, answer.status_code, example["answer"]["error"]["code"])
            assert 400 <= answer.status_code < 500
        else:
            assert answer.json() == example["answer"]


def test_a_win_that_does_not_stand_is_an_answer(client: Client) -> None:
    case = {**CASE, "win": {"seat": 0, "tile": "6s", "by": "discard", "from": 1}}
    told = client.post("/v1/score", json=case).json()
    assert (told["legal"], told["clause"]) == (False, "JJ-W1")


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        ({"win": {"seat": 0, "tile": "0s", "by": "self_draw"}}, "tile", "$.win.tile"),
        ({"unit": 0}, "field", "$.unit"),
        ({"options": {"nope": 1}}, "option", "$.options.nope"),
        ({"game": "bridge"}, "game", "$.game"),
        ({"seats": [{"hand": "1m"}, {}, {}, {}]}, "hand_size", "$.seats[0].hand"),
        (
            {"seats": [{"hand": "1m1m1m1m1m 2m2m2m 3m3m3m 4m4m"}, {}, {}, {}]},
            "five_of_a_kind",
            None,
        ),
    ],
)
def test_a_case_that_is_none_names_its_field(
    client: Client, change: dict[str, object], code: str, path: str | None
) -> None:
    told = refused(client.post("/v1/score", json={**CASE, "id": 7, **change}), 422, code)
    assert told["id"] == 7
    assert path is None or told["path"] == path
