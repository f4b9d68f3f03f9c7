"""Statistics over HTTP, on matches that can be counted by hand."""

from __future__ import annotations

from tests.api.http.conftest import Client
from tests.api.http.tools import RECORD


def test_the_rule_books_match_counted(client: Client) -> None:
    """One hand, won by seat 2 by own draw with four 炮 of its own and one eaten from each."""
    client.post("/v1/imports", content=RECORD)
    told = client.get("/v1/statistics?game=jiujiang&id=win_rate&id=self_draw_share&id=net").json()
    found = {row["id"]: row for row in told["rows"]}
    assert list(found) == ["win_rate", "self_draw_share", "net"]
    assert (found["win_rate"]["n"], found["win_rate"]["d"]) == (1, 4)
    assert found["win_rate"]["value"] == 0.25
    assert (found["self_draw_share"]["n"], found["self_draw_share"]["d"]) == (1, 1)
    assert found["self_draw_share"]["unit"] == "%"
    by_player = client.get("/v1/statistics?id=net&group_by=player").json()["rows"]
    assert {row["group"]: row["value"] for row in by_player} == {
        "p1": -5.0, "p2": -5.0, "p3": 15.0, "p4": -5.0,
    }  # fmt: skip


def test_what_is_new_is_counted_at_once(client: Client) -> None:
    assert client.get("/v1/statistics").json()["rows"] == []
    client.post("/v1/imports", content=RECORD)
    (row,) = client.get("/v1/statistics?id=hands").json()["rows"]
    assert (row["n"], row["game"]) == (1, "jiujiang")


def test_each_game_apart(filled: Client) -> None:
    rows = filled.get("/v1/statistics?id=hands").json()["rows"]
    assert {row["game"]: row["n"] for row in rows} == {"jiujiang": 7, "riichi": 4}
    rows = filled.get("/v1/statistics?game=riichi").json()["rows"]
    assert {row["game"] for row in rows} == {"riichi"}


def test_definitions_say_what_is_counted(client: Client) -> None:
    told = client.get("/v1/statistics/definitions").json()["definitions"]
    (win_rate,) = [one for one in told if one["id"] == "win_rate"]
    assert (win_rate["zh"], win_rate["numerator"], win_rate["game"]) == (
        "和了率",
        "hands won",
        None,
    )
    own = client.get("/v1/statistics/definitions?game=riichi").json()["definitions"]
    assert {one["game"] for one in own} <= {None, "riichi"}
    assert len(own) < len(told)
