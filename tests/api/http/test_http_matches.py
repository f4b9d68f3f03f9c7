"""Stored matches over HTTP: lists, events, records, positions, findings, explanations."""

from __future__ import annotations

import json

import pytest

from tests.api.http.conftest import Client
from tests.api.http.tools import LINES, RECORD, refused, rows, simulated
from tests.api.tools import SETTLED


def test_health_runs_a_query(filled: Client) -> None:
    told = filled.get("/v1/health").json()
    assert (told["status"], told["matches"]) == ("ok", 4)
    assert told["events"] > len(LINES)


def test_the_list_goes_on_page_by_page(filled: Client) -> None:
    found = []
    address = "/v1/matches?limit=3"
    pages = 0
    while address:
        page = filled.get(address)
        told = page.json()
        found += told["matches"]
        pages += 1
        link = page.headers.get("link")
        assert (link is None) == (told["next"] is None)
        address = "" if link is None else link.removeprefix("<").removesuffix('>; rel="next"')
        assert told["next"] is None or f"cursor={told['next']}" in address
    assert pages == 2
    assert [match["match"] for match in found] == [1, 2, 3, 4]
    assert [match["game"] for match in found] == ["jiujiang"] * 3 + ["riichi"]
    assert found == filled.get("/v1/matches").json()["matches"]


def test_one_match_with_its_hands(filled: Client) -> None:
    told = filled.get("/v1/matches/1").json()
    assert (told["type"], told["events"], told["hands"]) == ("match", len(LINES), 1)
    assert [player["id"] for player in told["players"]] == ["p1", "p2", "p3", "p4"]
    (hand,) = told["each"]
    assert (hand["hand"], hand["first"], hand["last"]) == (0, 1, SETTLED)
    assert hand["settled"] is True and len(hand["head"]) == 64


def test_the_events_are_those_of_the_record(filled: Client) -> None:
    *events, end = rows(filled.get("/v1/matches/1/events"))
    assert end == {"type": "end", "count": len(LINES), "next": None}
    assert [event["seq"] for event in events] == list(range(len(LINES)))
    assert [event["event"] for event in events] == [json.loads(line) for line in LINES]


@pytest.mark.parametrize(
    ("query", "seqs", "next_"),
    [
        ("from=3&to=5", [3, 4, 5], None),
        ("from=30", [30, 31], None),
        ("to=1", [0, 1], None),
        ("from=3&to=9&max=2", [3, 4], 5),
        ("from=30&max=2", [30, 31], None),
        ("from=5&to=3", [], None),
        ("from=32", [], None),
        ("from=99&to=200", [], None),
        ("to=99", list(range(32)), None),
    ],
)
def test_ranges_of_events(filled: Client, query: str, seqs: list[int], next_: int | None) -> None:
    *events, end = rows(filled.get(f"/v1/matches/1/events?{query}"))
    assert [event["seq"] for event in events] == seqs
    assert end == {"type": "end", "count": len(seqs), "next": next_}


def test_a_download_is_the_record_byte_for_byte(filled: Client) -> None:
    for match, body in enumerate((RECORD, *simulated()), 1):
        answer = filled.get(f"/v1/matches/{match}/record")
        assert answer.content == body
        name = f'attachment; filename="match-{match}.paipu.jsonl"'
        assert answer.headers["content-disposition"] == name


def test_a_position_whole(filled: Client) -> None:
    told = filled.get("/v1/matches/1/position?at=20").json()
    assert (told["type"], told["seq"], told["line"], told["seat"]) == ("position", 20, 21, None)
    assert told["event"] == json.loads(LINES[20])
    seat = told["table"]["seats"][2]
    assert [meld["tiles"] for meld in seat["melds"]] == ["P P P"]
    # Seat 2 was dealt 13, laid F, drew 8p for it and discarded that; P P left for the pung of P.
    assert seat["hand"] == "1m 2m 3m 4m 5m 6m 5p 9p 9p 4s 5s"
    assert seat["flowers"] == "F"


def test_the_last_position_and_that_of_a_hand(filled: Client) -> None:
    last = filled.get("/v1/matches/1/position").json()
    of_hand = filled.get("/v1/matches/1/position?hand=0").json()
    assert last["seq"] == len(LINES) - 1
    assert of_hand["seq"] == SETTLED
    assert of_hand["event"]["type"] == "settlement"


def test_no_finding_in_the_rule_books_match(filled: Client) -> None:
    told = filled.get("/v1/matches/1/findings").json()
    assert (told["type"], told["clean"], told["findings"]) == ("report", True, [])
    assert (told["events"], told["hands"], told["checked"]) == (len(LINES), 1, 1)


def test_an_explanation_line_by_line_and_payer_by_payer(filled: Client) -> None:
    told = filled.get("/v1/matches/1/hands/0/explanation").json()
    assert told["type"] == "explanation" and told["agrees"] is True
    (won,) = told["expected"]["wins"]
    assert won["value"] == 4
    assert [(line["clause"], line["amount"]) for line in won["lines"]] == [
        ("JJ-S1", 1), ("JJ-S2", 1), ("JJ-A1", 1), ("JJ-A3", 1),
    ]  # fmt: skip
    assert [(paid["from"], paid["own"], paid["eaten"]) for paid in won["payments"]] == [
        (0, 4, 1), (1, 4, 1), (3, 4, 1),
    ]  # fmt: skip
    assert won["payments"][0]["lines"][0]["zh"]


def test_a_disputed_settlement_says_who_owes_whom(client: Client) -> None:
    record = [json.loads(line) for line in LINES]
    record[SETTLED]["wins"][0]["payments"][0] = {"from": 0, "points": 4}
    record[SETTLED]["deltas"] = record[SETTLED]["totals"] = [-4, -5, 14, -5]
    record[-1]["totals"] = [-4, -5, 14, -5]
    body = "".join(json.dumps(event) + "\n" for event in record)
    (kept, _) = rows(client.post("/v1/imports", content=body))
    assert kept["status"] == "created" and kept["findings"] > 0
    told = client.get("/v1/matches/1/hands/0/explanation").json()
    assert told["agrees"] is False
    assert told["owed"] == [{"from": 0, "to": 2, "points": 1}]
    findings = client.get("/v1/matches/1/findings").json()["findings"]
    line = next(finding for finding in findings if finding["clause"] == "JJ-X3")
    assert (line["line"], line["seq"], line["hand"], line["seat"]) == (SETTLED + 1, SETTLED, 0, 0)


def test_a_log_of_another_client_has_positions_and_events_too(filled: Client) -> None:
    match = filled.get("/v1/matches/4").json()
    assert match["source"]["client"] == "tenhou" and match["hands"] == 4
    told = filled.get("/v1/matches/4/position?hand=1&seat=0").json()
    assert told["game"] == "riichi"
    *events, _ = rows(filled.get("/v1/matches/4/events"))
    assert len(events) == match["events"]


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/v1/matches/9", "unknown"),
        ("/v1/matches/9/events", "unknown"),
        ("/v1/matches/9/record", "unknown"),
        ("/v1/matches/9/position", "unknown"),
        ("/v1/matches/9/findings", "unknown"),
        ("/v1/matches/9/hands/0/explanation", "unknown"),
        ("/v1/matches/1/hands/7/explanation", "no_hand"),
        ("/v1/matches/1/position?at=32", "no_event"),
        ("/v1/matches/1/position?at=0", "no_hand"),
        ("/v1/matches/1/position?hand=3", "no_hand"),
        ("/v1/matches/2/position?at=5&hand=1", "other_hand"),
    ],
)
def test_what_there_is_not(filled: Client, path: str, code: str) -> None:
    refused(filled.get(path), 404, code)


def test_a_hand_that_is_not_settled(client: Client) -> None:
    client.post("/v1/imports", content=b"".join(LINES[:25]))
    refused(client.get("/v1/matches/1/hands/0/explanation"), 404, "not_settled")
