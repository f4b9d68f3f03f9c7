"""Bad requests: each is a problem with its code, none is a 5xx, and none changes anything."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from api.http import problems
from api.http.app import app_on
from store import InDoubt, MemoryStore, StoreError
from tests.api.http.conftest import Client
from tests.api.http.tools import CASE, LINES, RECORD, refused

GETS = [
    ("/v1", 404, "no_route"),
    ("/v1/", 404, "no_route"),
    ("/v1/nothing", 404, "no_route"),
    ("/v2/matches", 404, "no_route"),
    ("/v1/matches/abc", 404, "no_route"),
    ("/v1/matches/%00", 404, "no_route"),
    ("/v1/matches/1.5", 404, "no_route"),
    ("/v1/matches/-1", 400, "bad_parameter"),
    ("/v1/matches/99999999999999999999999", 400, "bad_parameter"),
    ("/v1/matches?player=p1", 400, "unknown_parameter"),
    ("/v1/matches?limit=0", 400, "bad_parameter"),
    ("/v1/matches?limit=1001", 400, "bad_parameter"),
    ("/v1/matches?limit=", 400, "bad_parameter"),
    ("/v1/matches?limit=1&limit=2", 400, "repeated_parameter"),
    ("/v1/matches?cursor=abc", 400, "bad_cursor"),
    ("/v1/matches?cursor=%00", 400, "bad_cursor"),
    ("/v1/matches?cursor=-1", 400, "bad_cursor"),
    ("/v1/matches?cursor=" + "9" * 200, 400, "bad_cursor"),
    ("/v1/matches?cursor=" + "9" * 201, 400, "bad_parameter"),
    ("/v1/matches/1/events?from=-1", 400, "bad_parameter"),
    ("/v1/matches/1/events?from=1.5", 400, "bad_parameter"),
    ("/v1/matches/1/events?to=null", 400, "bad_parameter"),
    ("/v1/matches/1/events?to=" + "9" * 5000, 400, "bad_parameter"),
    ("/v1/matches/1/events?seat=%ff%fe", 400, "bad_parameter"),
    ("/v1/matches/1/events?%ff=%ff", 400, "unknown_parameter"),
    ("/v1/matches/1/events?max=10001", 400, "bad_parameter"),
    ("/v1/matches/1/position?at=%00", 400, "bad_parameter"),
    ("/v1/matches/1/hands/x/explanation", 404, "no_route"),
    ("/v1/games/%00%ff", 404, "no_game"),
    ("/v1/games/" + "x" * 5000, 404, "no_game"),
    ("/v1/games/jiujiang/clauses/%f0%9f%80%84", 404, "no_clause"),
    ("/v1/statistics?game=bridge", 404, "no_game"),
    ("/v1/statistics?id=luck", 404, "no_statistic"),
    ("/v1/statistics?group_by=table", 400, "bad_parameter"),
    ("/v1/statistics/definitions?game=bridge", 404, "no_game"),
    ("/v1/health?verbose=1", 400, "unknown_parameter"),
    ("/docs?page=2", 400, "unknown_parameter"),
]


@pytest.mark.parametrize(("address", "status", "code"), GETS)
def test_addresses_and_parameters(filled: Client, address: str, status: int, code: str) -> None:
    refused(filled.get(address), status, code)


def test_an_unknown_parameter_says_what_is_known(filled: Client) -> None:
    told = refused(filled.get("/v1/matches/1/events?form=3"), 400, "unknown_parameter")
    assert "'form'" in told["detail"]
    assert told["known"] == ["from", "to", "seat", "max"]


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "HEAD", "TRACE", "FOO"])
@pytest.mark.parametrize("path", ["/v1/matches", "/v1/imports", "/v1/score", "/docs"])
def test_wrong_methods(filled: Client, method: str, path: str) -> None:
    answer = filled.request(method, path)
    assert answer.status_code == 405
    assert ("POST" if path in ("/v1/imports", "/v1/score") else "GET") in answer.headers["allow"]
    if method != "HEAD":
        refused(answer, 405, "method")


def nested(depth: int) -> bytes:
    return b'{"game":"jiujiang","id":' + b"[" * depth + b"]" * depth + b"}"


BODIES: list[tuple[bytes, int, str]] = [
    (b"", 400, "json"),
    (b"{", 400, "json"),
    (b"nonsense", 400, "json"),
    (b"\xff\xfe", 400, "json"),
    (b"\x00", 400, "json"),
    (b"[]", 400, "json"),
    (b"null", 400, "json"),
    (b'{"id":"\\ud800"}', 400, "json"),
    (b'"' + b"x" * 70_000 + b'"', 400, "json"),
    (nested(2000), 400, "json"),
    (nested(30_000), 400, "json"),
    (b'{"game":["jiujiang"]}', 422, "game"),
    (b'{"game":null}', 422, "game"),
    (b'{"game":"jiujiang"}', 422, "field"),
    (json.dumps({**CASE, "dealer": 10**30}).encode(), 422, "field"),
    (json.dumps({**CASE, "dealer": 1.5}).encode(), 422, "field"),
    (json.dumps({**CASE, "unit": 10**18}).encode(), 422, "field"),
    (json.dumps({**CASE, "more": 1}).encode(), 422, "field"),
    (json.dumps({**CASE, "seats": [{}] * 3}).encode(), 422, "field"),
    (json.dumps({**CASE, "seats": [{"hand": "\x00"}, {}, {}, {}]}).encode(), 422, "tile"),
]


@pytest.mark.parametrize(("body", "status", "code"), BODIES)
def test_bodies_that_are_no_case(filled: Client, body: bytes, status: int, code: str) -> None:
    refused(filled.post("/v1/score", content=body), status, code)


RECORDS_: list[bytes] = [
    b"\x00" * 1000,
    b"\xff" * 1000,
    b"[" * 100_000,
    b'{"type":"match"' + b"[" * 5000,
    LINES[0] + b'{"type":"deal","hand":0,"x":{"a":' + b"[" * 3000 + b"]" * 3000 + b"}}\n",
    LINES[0] + b'{"type":"deal","hand":99999999999999999999999}\n',
    LINES[0] + LINES[1].replace(b"F C 7s", b"F C 7\x00s") + LINES[2],
    RECORD.replace(b'"points":5', b'"points":1e999'),
    RECORD.replace(b'"tile":"3s"', b'"tile":"\xff"'),
    b"<mjloggm" + b"<" * 10_000,
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><mjloggm ver="2.3">&b;</mjloggm>',
    b"\x1f\x8b" + b"\x00" * 100,
    b"\xef\xbb\xbf" + RECORD,
    RECORD.replace(b"\n", b"\r\n"),
    RECORD[:-40],
    LINES[1] + LINES[0],
]


@pytest.mark.parametrize("body", RECORDS_, ids=range(len(RECORDS_)))
@pytest.mark.parametrize("address", ["/v1/imports?dry_run=1", "/v1/imports", "/v1/verify"])
def test_bodies_that_are_hardly_records(client: Client, address: str, body: bytes) -> None:
    answer = client.post(address, content=body)
    assert answer.status_code in (200, 422), answer.text
    if answer.status_code == 422:
        refused(answer, 422, answer.json()["code"])


@pytest.mark.parametrize("path", ["/v1/imports", "/v1/verify", "/v1/score"])
@pytest.mark.parametrize(
    "headers",
    [
        {"content-type": "application/x-www-form-urlencoded"},
        {"content-type": "multipart/form-data; boundary=x"},
        {"content-type": "image/png"},
        {"content-type": "json"},
        {"content-encoding": "gzip"},
    ],
)
def test_bodies_of_another_type(client: Client, path: str, headers: dict[str, str]) -> None:
    told = refused(client.post(path, content=RECORD, headers=headers), 415, "content_type")
    if "content-type" in headers:
        assert "application/json" in told["known"]


def test_a_type_may_have_parameters_or_be_left_out(client: Client) -> None:
    for headers in ({"content-type": "Application/JSON; charset=utf-8"}, {}):
        assert client.post("/v1/score", json=CASE, headers=headers).status_code == 200
        content = json.dumps(CASE).encode()
        assert client.post("/v1/score", content=content, headers=headers).status_code == 200


def test_a_body_that_is_too_large(client: Client) -> None:
    refused(client.post("/v1/imports", content=bytes(64 * 2**20 + 1)), 413, "body_too_large")

    def pieces() -> Iterator[bytes]:
        """Without a length that says so beforehand."""
        for _ in range(65):
            yield bytes(2**20)

    refused(client.post("/v1/verify", content=pieces()), 413, "body_too_large")
    assert client.get("/v1/quarantine").json()["entries"] == []


class Failing(MemoryStore):
    """A store that fails at every question in the way that it is told to."""

    error: Exception

    def ping(self) -> None:
        raise self.error


@pytest.mark.parametrize(
    ("error", "status", "code"),
    [
        (InDoubt("power went"), 503, "in_doubt"),
        (StoreError("closed", "the store is closed"), 503, "closed"),
        (StoreError("full", "no room"), 507, "full"),
        (StoreError("damaged", "broken"), 500, "damaged"),
        (StoreError("failed", "it failed"), 500, "failed"),
        (ZeroDivisionError("secret"), 500, "fault"),
    ],
)
def test_a_store_that_fails_and_faults_of_ours(
    error: Exception, status: int, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    store = Failing()
    store.error = error
    with TestClient(app_on(store), raise_server_exceptions=False) as client:
        told = refused(client.get("/v1/health"), status, code)
    assert "secret" not in json.dumps(told)
    assert str(error) in caplog.text  # the log has what the answer does not say


def test_every_code_that_a_refusal_can_have_is_in_the_table() -> None:
    wrong: list[Any] = [code for code, (status, _) in problems.CODES.items() if status < 400]
    assert not wrong
    documented = StoreError.__doc__ or ""
    codes = {word.strip("`(),.;:") for word in documented.split() if word.startswith("``")}
    assert {"locked", "in_doubt", "closed"} <= codes
    assert codes - {"code", "message", "exists"} <= set(problems.CODES)  # nothing is exported here
