"""ETags: what is past never changes, and what has not changed is not sent again."""

from __future__ import annotations

import pytest

from tests.api.http.conftest import Client
from tests.api.http.tools import LINES, RECORD

ADDRESSES = [
    "/v1/games",
    "/v1/games/jiujiang",
    "/v1/games/jiujiang/clauses",
    "/v1/games/jiujiang/clauses/JJ-F1",
    "/v1/matches",
    "/v1/matches/1",
    "/v1/matches/1/events",
    "/v1/matches/1/events?from=3&to=9&seat=1",
    "/v1/matches/1/record",
    "/v1/matches/1/position?at=9",
    "/v1/matches/1/findings",
    "/v1/matches/1/hands/0/explanation",
    "/v1/statistics",
    "/v1/statistics/definitions",
    "/v1/quarantine",
    "/v1/openapi.json",
]


@pytest.mark.parametrize("address", ADDRESSES)
def test_what_the_client_has_is_not_sent_again(filled: Client, address: str) -> None:
    first = filled.get(address)
    tag = first.headers["etag"]
    assert tag.startswith('"') and tag.endswith('"')  # strong
    assert first.headers["cache-control"] == "no-cache"
    for given in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = filled.get(address, headers={"if-none-match": given})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == tag
    fresh = filled.get(address, headers={"if-none-match": '"other"'})
    assert (fresh.status_code, fresh.content) == (200, first.content)


def test_the_tag_of_events_is_the_chain_value_after_the_last(filled: Client) -> None:
    (hand,) = filled.get("/v1/matches/1").json()["each"]
    past = filled.get(f"/v1/matches/1/events?to={hand['last']}")
    assert past.headers["etag"] == f'"{hand["head"]}"'
    head = filled.get("/v1/matches/1").json()["head"]
    assert filled.get("/v1/matches/1/record").headers["etag"] == f'"{head}"'
    assert filled.get("/v1/matches/1/events").headers["etag"] == f'"{head}"'


def test_every_view_and_range_has_its_own_tag(filled: Client) -> None:
    queries = ["", "?seat=0", "?seat=1", "?to=5", "?max=6", "?to=5&seat=0", "?to=6"]
    tags = [filled.get(f"/v1/matches/1/events{query}").headers["etag"] for query in queries]
    assert len(set(tags)) == len(queries)


def test_the_past_stays_and_the_head_moves(client: Client) -> None:
    client.post("/v1/imports", content=b"".join(LINES[:20]))
    past, cut, head = (f"/v1/matches/1/events?{query}" for query in ("to=9", "max=20", "from=10"))
    was = {address: client.get(address) for address in (past, cut, head)}
    client.post("/v1/matches/1/events?expected=20", content=b"".join(LINES[20:]))
    now = {address: client.get(address) for address in (past, cut, head)}
    assert now[past].headers["etag"] == was[past].headers["etag"]
    assert now[past].content == was[past].content
    for address in (cut, head):
        # Even where the events are the same: the end says now that there are more.
        assert now[address].content != was[address].content
        assert now[address].headers["etag"] != was[address].headers["etag"]


@pytest.mark.parametrize("address", ["/v1/imports", "/v1/verify"])
def test_what_a_post_did_is_not_kept(client: Client, address: str) -> None:
    answer = client.post(address, content=RECORD, headers={"if-none-match": "*"})
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "no-store"
    assert "etag" not in answer.headers
