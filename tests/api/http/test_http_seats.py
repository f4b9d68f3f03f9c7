"""A seat's view gives nothing away: not in the deal, not in a draw, not in what clients add."""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.replay import Replay
from events import from_json
from tests.api.http.conftest import Client
from tests.api.http.tools import LINES, ROOT, refused, rows

SEATS = range(4)


def seen(client: Client, match: int, seat: int) -> list[dict[str, Any]]:
    """The events of a match as one seat sees them."""
    *lines, _ = rows(client.get(f"/v1/matches/{match}/events?seat={seat}"))
    return [line["event"] for line in lines]


def told(client: Client, match: int) -> list[dict[str, Any]]:
    *lines, _ = rows(client.get(f"/v1/matches/{match}/events"))
    return [line["event"] for line in lines]


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("match", [1, 2, 3, 4])
def test_what_is_hidden_and_nothing_else(filled: Client, match: int, seat: int) -> None:
    for whole, mine in zip(told(filled, match), seen(filled, match, seat), strict=True):
        if whole["type"] == "deal":
            assert "wall" not in mine
            for owner, (hand, shown) in enumerate(zip(whole["hands"], mine["hands"], strict=True)):
                hidden = " ".join("?" for _ in hand.split())
                assert shown == (hand if owner == seat else hidden)
        elif whole["type"] == "draw" and whole["seat"] != seat:
            assert mine["tile"] == "?"
        elif whole["type"] not in ("match", "settlement"):
            assert mine == {key: value for key, value in whole.items() if key != "x"}
        assert '"x"' not in json.dumps(mine)


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("match", [1, 2, 3])
def test_a_position_needs_no_more_than_the_seat_saw(filled: Client, match: int, seat: int) -> None:
    """A table built from what the seat saw alone looks the same as the seat's view of the whole."""
    replay, laid_open = Replay(), ""
    for seq, event in enumerate(seen(filled, match, seat)):
        replay.apply(from_json(json.dumps(event).encode()))
        if event["type"] in ("claim", "declare"):
            laid_open = event.get("tile") or event.get("tiles") or ""
        sampled = seq % 7 == 0 or event["type"] in ("claim", "declare", "settlement")
        if replay.hand is None or not sampled:
            continue
        answer = filled.get(f"/v1/matches/{match}/position?at={seq}&seat={seat}").json()
        mine = replay.hand.table.view(seat)
        if answer["table"]["drawn"] != mine["drawn"]:
            # A flower or the winning tile that was drawn and has just been laid open.
            assert mine["drawn"] == "?" and answer["table"]["drawn"] in laid_open.split()
            mine["drawn"] = answer["table"]["drawn"]
        assert answer["table"] == mine
        assert answer["event"] == event


def test_what_others_declined_and_what_clients_add(client: Client) -> None:
    record = [json.loads(line) for line in LINES]
    record[0]["x"] = {"seed": "secret"}
    record[0]["players"][0]["x"] = {"seed": "secret"}
    record[0]["source"] = {"client": "c", "x": {"seed": "secret"}}
    record[3]["x"] = {"seed": "secret"}
    record[30]["x"] = {"seed": "secret"}
    record[30]["wins"][0]["x"] = {"seed": "secret"}
    # Seat 1 leaves seat 2's 8p: so it holds two of them, or does it?
    record.insert(11, {"type": "pass", "seat": 1, "of": 10, "declined": ["pung"]})
    for event in record[12:]:
        if event.get("of", 0) > 10:
            event["of"] += 1
    body = "".join(json.dumps(event) + "\n" for event in record)
    client.post("/v1/imports", content=body)
    assert told(client, 1) == record
    for seat in SEATS:
        events = seen(client, 1, seat)
        assert "secret" not in json.dumps(events)
        assert events[11].get("declined") == (["pung"] if seat == 1 else None)
        at = client.get(f"/v1/matches/1/position?at=11&seat={seat}").json()
        assert at["event"] == events[11]


def test_a_seat_that_is_not_at_the_table(client: Client) -> None:
    three = ROOT / "tests" / "events" / "formats" / "data" / "three_players.mjlog"
    client.post("/v1/imports", content=three.read_bytes())
    assert len(client.get("/v1/matches/1").json()["players"]) == 3
    refused(client.get("/v1/matches/1/events?seat=3"), 404, "no_seat")
    refused(client.get("/v1/matches/1/position?seat=3"), 404, "no_seat")
    refused(client.get("/v1/matches/1/events?seat=4"), 400, "bad_parameter")
