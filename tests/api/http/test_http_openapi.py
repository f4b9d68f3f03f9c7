"""The OpenAPI document says what is sent, and the page shows it without the internet."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import jsonschema
import pytest
from httpx import Response

from api.http.problems import CODES
from tests.api.http.conftest import Client
from tests.api.http.tools import CASE, LINES, RECORD, refused

EVENTS = "/v1/matches/{match}/events"
EXPLANATION = "/v1/matches/{match}/hands/{hand}/explanation"

GOOD: list[tuple[str, str, str, bytes | None]] = [
    ("get", "/v1/health", "/v1/health", None),
    ("get", "/v1/games", "/v1/games", None),
    ("get", "/v1/games/{game}", "/v1/games/jiujiang", None),
    ("get", "/v1/games/{game}/clauses", "/v1/games/jiujiang/clauses", None),
    ("get", "/v1/games/{game}/clauses/{id}", "/v1/games/jiujiang/clauses/R4", None),
    ("post", "/v1/score", "/v1/score", json.dumps({**CASE, "id": [1]}).encode()),
    ("post", "/v1/imports", "/v1/imports", RECORD),
    ("post", "/v1/imports", "/v1/imports", RECORD.replace(b'"seat":2,"tile":"8p"', b"no")),
    ("post", "/v1/verify", "/v1/verify", RECORD.replace(b'"value":4', b'"value":5')),
    ("post", "/v1/verify", "/v1/verify", RECORD.replace(b'"seat":2,"tile":"8p"', b"no")),
    ("get", "/v1/matches", "/v1/matches?limit=2", None),
    ("get", "/v1/matches/{match}", "/v1/matches/2", None),
    ("get", EVENTS, "/v1/matches/2/events?max=50", None),
    ("get", EVENTS, "/v1/matches/4/events?seat=1", None),
    ("post", EVENTS, "/v1/matches/1/events?expected=30", b"".join(LINES[30:])),
    ("get", "/v1/matches/{match}/record", "/v1/matches/1/record", None),
    ("get", "/v1/matches/{match}/position", "/v1/matches/3/position?at=99&seat=0", None),
    ("get", "/v1/matches/{match}/position", "/v1/matches/4/position", None),
    ("get", "/v1/matches/{match}/findings", "/v1/matches/4/findings", None),
    ("get", EXPLANATION, "/v1/matches/2/hands/1/explanation", None),
    ("get", "/v1/statistics", "/v1/statistics?group_by=seat", None),
    ("get", "/v1/statistics/definitions", "/v1/statistics/definitions", None),
    ("get", "/v1/quarantine", "/v1/quarantine", None),
    ("get", "/v1/openapi.json", "/v1/openapi.json", None),
]


@pytest.fixture(scope="module")
def document(filled: Client) -> dict[str, Any]:
    found: dict[str, Any] = filled.get("/v1/openapi.json").json()
    return found


def check(document: dict[str, Any], method: str, path: str, answer: Response) -> None:
    """Hold an answer against what the document says of it; a stream line by line."""
    responses = document["paths"][path][method]["responses"]
    said = responses.get(str(answer.status_code), responses["default"])
    media = answer.headers["content-type"].partition(";")[0]
    schema = {**said["content"][media]["schema"], "components": document["components"]}
    values = answer.text.splitlines() if media == "application/x-ndjson" else [answer.text]
    validator = jsonschema.Draft202012Validator(schema)
    for value in values:
        validator.validate(json.loads(value))
    for name in said.get("headers", {}):
        assert name.lower() in answer.headers or name == "Link"


@pytest.mark.parametrize(("method", "path", "address", "body"), GOOD)
def test_good_answers_are_as_documented(
    filled: Client,
    document: dict[str, Any],
    method: str,
    path: str,
    address: str,
    body: bytes | None,
) -> None:
    """The body is sent with dry_run where something would be kept."""
    keeps = "?dry_run=1" if address == "/v1/imports" else ""
    for accept in ("application/json", "*/*"):
        headers = {"accept": accept}
        answer = filled.request(method, address + keeps, content=body, headers=headers)
        assert answer.status_code == 200, answer.text
        check(document, method, path, answer)


@pytest.mark.parametrize(
    ("method", "path", "address"),
    [
        ("get", "/v1/matches/{match}", "/v1/matches/99"),
        ("get", "/v1/matches", "/v1/matches?x=1"),
        ("post", EVENTS, "/v1/matches/1/events?expected=3"),
        ("post", EVENTS, "/v1/matches/1/events?expected=32&check=1"),
    ],
)
def test_problems_are_as_documented(
    filled: Client, document: dict[str, Any], method: str, path: str, address: str
) -> None:
    body = b'{"type":"draw","seat":1,"tile":"3m"}\n' if method == "post" else None
    answer = filled.request(method, address, content=body)
    assert 400 <= answer.status_code < 500
    check(document, method, path, answer)


def test_every_operation_was_tried(document: dict[str, Any]) -> None:
    there = {(m, p) for p, item in document["paths"].items() for m in item}
    tried = {(method, path) for method, path, _, _ in GOOD}
    assert there - tried == {("get", "/v1/quarantine/{entry}/bytes")}


def test_the_document_is_whole(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1")
    text = json.dumps(document)
    named = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    assert named == set(document["components"]["schemas"])
    for path, item in document["paths"].items():
        for operation in item.values():
            assert operation["summary"] and operation["tags"], path
            said = {p["name"] for p in operation.get("parameters", ()) if p["in"] == "path"}
            assert said == set(re.findall(r"{(\w+)}", path))
            assert all(p["description"] for p in operation.get("parameters", ()))


def test_a_parameter_that_is_not_documented_is_refused_everywhere(
    filled: Client, document: dict[str, Any]
) -> None:
    for path, item in document["paths"].items():
        address = path.replace("{match}", "1").replace("{hand}", "0").replace("{entry}", "1")
        address = address.replace("{game}", "jiujiang").replace("{id}", "R1")
        for method in item:
            answer = filled.request(method, f"{address}?surprise=1", content=b"")
            refused(answer, 400, "unknown_parameter")


class Page(HTMLParser):
    """What a page loads and links to, and the places in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.tags: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.add(tag)
        self.places.add(given.get("id") or "")
        if tag == "a":
            self.links.append(given.get("href") or "")
        else:
            self.loads += [
                value or "" for name, value in attrs if name in ("src", "href", "srcset")
            ]


def test_the_page_needs_nothing_from_anywhere(filled: Client, document: dict[str, Any]) -> None:
    answer = filled.get("/docs")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    page = Page(answer.text)
    assert page.loads == []
    assert not page.tags & {"script", "link", "iframe", "img", "object", "embed"}
    assert "@import" not in answer.text and "url(" not in answer.text
    assert {link for link in page.links if not link.startswith("#")} == {"/v1/openapi.json"}
    assert {link[1:] for link in page.links if link.startswith("#")} <= page.places
    for item in document["paths"].values():
        for operation in item.values():
            assert operation["operationId"] in page.places
    assert {f"problem-{code}" for code in CODES} <= page.places
    assert {f"schema-{name}" for name in document["components"]["schemas"]} <= page.places
