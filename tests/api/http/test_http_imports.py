"""Records and logs sent in the body: kept, checked, continued; and what cannot be taken."""

from __future__ import annotations

import gzip
import json

import pytest

from tests.api.http.conftest import Client
from tests.api.http.tools import LINES, LOG, RECORD, refused, rows, simulated
from tests.api.tools import SETTLED

DRAW = b'{"type":"draw","seat":1,"tile":"3m","end":"head"}\n'


def test_created_then_duplicate(client: Client) -> None:
    body = simulated()[0]
    *hands, end = rows(client.post("/v1/imports?name=a.paipu.jsonl", content=body))
    assert [(hand["type"], hand["hand"], hand["status"]) for hand in hands] == [
        ("hand", number, "created") for number in range(3)
    ]
    assert {hand["file"] for hand in hands} == {"a.paipu.jsonl"}
    assert end == {"type": "end", "count": 3, "next": None}
    *again, _ = rows(client.post("/v1/imports", content=body))
    assert {hand["status"] for hand in again} == {"duplicate"}
    assert client.get("/v1/health").json()["matches"] == 1


def test_one_object_where_that_is_preferred(client: Client) -> None:
    answer = client.post("/v1/imports", content=RECORD, headers={"accept": "application/json"})
    assert answer.headers["content-type"] == "application/json"
    told = answer.json()
    assert (told["type"], told["created"], told["duplicate"]) == ("import", 1, 0)
    assert [hand["match"] for hand in told["results"]] == [1]


@pytest.mark.parametrize("accept", ["*/*", "application/x-ndjson", "text/html", "a", ""])
def test_lines_otherwise(client: Client, accept: str) -> None:
    assert rows(client.post("/v1/imports", content=RECORD, headers={"accept": accept}))


def test_a_dry_run_keeps_nothing(client: Client) -> None:
    for value in ("1", "true"):
        (hand, _) = rows(client.post(f"/v1/imports?dry_run={value}", content=RECORD))
        assert hand["status"] == "created"
        refused(client.post(f"/v1/imports?dry_run={value}", content=b"\x00"), 422, "unknown_format")
    assert client.get("/v1/health").json()["matches"] == 0
    assert client.get("/v1/quarantine").json()["entries"] == []


def test_a_record_that_goes_on(client: Client) -> None:
    (hand, _) = rows(client.post("/v1/imports", content=b"".join(LINES[:20])))
    assert (hand["status"], hand["code"]) == ("incomplete", "unsettled")
    (hand, _) = rows(client.post("/v1/imports", content=RECORD))
    assert (hand["status"], hand["match"]) == ("created", 1)
    assert client.get("/v1/matches/1/record").content == RECORD


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
@pytest.mark.parametrize("format", ["auto", "tenhou-mjlog"])
def test_a_log_of_another_client(client: Client, pack: type[bytes], format: str) -> None:
    headers = {"content-type": "application/octet-stream"}
    answer = client.post(f"/v1/imports?format={format}", content=pack(LOG), headers=headers)
    *hands, _ = rows(answer)
    assert [hand["status"] for hand in hands] == ["created"] * 4
    assert {hand["format"] for hand in hands} == {"tenhou-mjlog"}


def test_one_bad_hand_never_stops_the_rest_and_its_bytes_are_kept(client: Client) -> None:
    lines = simulated()[0].splitlines(keepends=True)
    deals = [i for i, line in enumerate(lines) if line.startswith(b'{"type":"deal"')]
    lines[deals[1] + 3] = b"no event at all\n"
    *hands, _ = rows(client.post("/v1/imports?name=b", content=b"".join(lines)))
    assert [hand["status"] for hand in hands] == ["created", "quarantined", "created"]
    assert hands[1]["code"] == "bad_line" and str(deals[1] + 4) in hands[1]["reason"]
    (entry,) = client.get("/v1/quarantine").json()["entries"]
    assert (entry["id"], entry["file"], entry["code"]) == (hands[1]["quarantine"], "b", "bad_line")
    kept = client.get(f"/v1/quarantine/{entry['id']}/bytes")
    assert b"no event at all\n" in kept.content and len(kept.content) == entry["size"]
    assert kept.headers["content-type"] == "application/octet-stream"
    refused(client.get("/v1/quarantine/99/bytes"), 404, "unknown")


def test_a_record_that_contradicts_what_is_stored(client: Client) -> None:
    client.post("/v1/imports", content=RECORD)
    other = RECORD.replace(b'"seat":2,"tile":"8p","drawn":true', b'"seat":2,"tile":"9p"')
    assert other != RECORD
    *hands, _ = rows(client.post("/v1/imports", content=other))
    assert hands[0]["status"] == "quarantined" and hands[0]["code"] == "conflict"
    assert client.get("/v1/matches/1/record").content == RECORD


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", "empty"),
        (b"\x00\xff\xfe garbage", "unknown_format"),
        (b"PK\x03\x04 some archive", "unknown_format"),
        (b'{"type":"match","v":1,"game":"bridge","players":[{"id":"a"},{"id":"b"}]}\n', "no_match"),
        (RECORD.replace(b'"options":{}', b'"options":{"nope":1}'), "not_played"),
        (LINES[0], "no_hand_in_it"),
        (gzip.compress(RECORD, mtime=0)[:40] + b"\xff" * 40, "damaged_gzip"),
    ],
)
def test_a_body_of_which_nothing_can_be_taken_is_a_problem_and_is_kept(
    client: Client, body: bytes, code: str
) -> None:
    name = "x.paipu.jsonl" if code == "damaged_gzip" else "x"
    told = refused(client.post(f"/v1/imports?name={name}", content=body), 422, code)
    kept = client.get(f"/v1/quarantine/{told['quarantine']}/bytes").content
    assert kept == body
    assert client.get("/v1/health").json()["matches"] == 0


def test_the_quarantine_goes_on_page_by_page(client: Client) -> None:
    for number in range(5):
        client.post("/v1/imports", content=b"garbage %d" % number)
    first = client.get("/v1/quarantine?limit=3")
    second = client.get(first.headers["link"].removeprefix("<").removesuffix('>; rel="next"'))
    ids = [entry["id"] for page in (first, second) for entry in page.json()["entries"]]
    assert ids == [1, 2, 3, 4, 5]
    assert "link" not in second.headers and second.json()["next"] is None


def test_verify_keeps_nothing_and_finds_what_is_wrong(client: Client) -> None:
    record = [json.loads(line) for line in LINES]
    record[SETTLED]["wins"][0]["lines"].pop()
    body = "".join(json.dumps(event) + "\n" for event in record)
    (report,) = client.post("/v1/verify?name=r", content=body).json()["reports"]
    assert report["clean"] is False
    found = next(finding for finding in report["findings"] if finding["clause"] == "JJ-A3")
    assert (found["line"], found["seat"], found["expected"]) == (SETTLED + 1, 2, 1)
    assert report["texts"]["JJ-A3"]["zh"]
    (clean,) = client.post("/v1/verify", content=RECORD).json()["reports"]
    assert clean["clean"] is True
    assert client.get("/v1/health").json()["matches"] == 0


def test_verify_says_where_it_could_not_read(client: Client) -> None:
    body = b"".join([*LINES[:10], b'{"type":"draw","seat":9}\n', *LINES[10:]])
    (report,) = client.post("/v1/verify", content=body).json()["reports"]
    assert report["clean"] is False
    (unread,) = report["unread"]
    assert (unread["line"], unread["path"]) == (11, "$.seat")
    told = refused(client.post("/v1/verify", content=LINES[1]), 422, "malformed")
    assert told["detail"]


# -- going on with a match -------------------------------------------------------------------------


def test_a_match_is_continued_and_the_same_batch_again_is_the_same(client: Client) -> None:
    client.post("/v1/imports", content=b"".join(LINES[:20]))
    batch = b"".join(LINES[20:])
    first = client.post("/v1/matches/1/events?expected=20", content=batch)
    assert first.json()["type"] == "appended"
    assert (first.json()["first"], first.json()["version"]) == (20, len(LINES))
    assert client.post("/v1/matches/1/events?expected=20", content=batch).json() == first.json()
    assert client.get("/v1/matches/1/record").content == RECORD
    assert client.get("/v1/matches/1").json()["head"] == first.json()["head"]


def test_a_conflict_has_the_version_and_what_the_sender_misses(client: Client) -> None:
    client.post("/v1/imports", content=RECORD)
    answer = client.post("/v1/matches/1/events?expected=30", content=DRAW)
    told = refused(answer, 409, "conflict")
    assert (told["match"], told["version"], told["expected"]) == (1, len(LINES), 30)
    assert [line["seq"] for line in told["missing"]] == [30, 31]
    assert told["missing"][1]["event"] == json.loads(LINES[31])
    checked = client.post("/v1/matches/1/events?expected=30&check=1", content=DRAW)
    assert refused(checked, 409, "conflict") == told
    ahead = refused(client.post("/v1/matches/1/events?expected=99", content=DRAW), 409, "conflict")
    assert (ahead["version"], ahead["missing"]) == (len(LINES), [])


def test_checked_events_are_refused_with_clause_seat_and_line(client: Client) -> None:
    client.post("/v1/imports", content=b"".join(LINES[:11]))
    # Seat 2 has discarded; next draws seat 3. Its 3p is in order, the draw of seat 0 behind it not.
    batch = LINES[11] + b'{"type":"draw","seat":0,"tile":"6s","end":"head"}\n'
    told = refused(
        client.post("/v1/matches/1/events?expected=11&check=1", content=batch), 422, "illegal"
    )
    assert (told["line"], told["seq"], told["hand"], told["seat"]) == (2, 12, 0, 0)
    assert told["clause"].startswith(("JJ-P", "R"))
    assert told["findings"][0]["clause"] == told["clause"]
    assert client.get("/v1/matches/1").json()["events"] == 11
    kept = client.post("/v1/matches/1/events?expected=11&check=0", content=batch)
    assert kept.json()["version"] == 13
    assert client.get("/v1/matches/1/findings").json()["clean"] is False


@pytest.mark.parametrize(
    ("body", "code", "line", "path"),
    [
        (b"", "not_a_stream", None, None),
        (LINES[0], "not_a_stream", None, None),
        (DRAW + b'{"type":"draw","seat":1,"tile":"0m"}\n', "malformed", 2, "$.tile"),
        (DRAW + b'{"type":"draw","seat":4,"tile":"1m"}\n', "malformed", 2, "$.seat"),
        (DRAW + b'{"type":"draw","seat":1,"tile":"1m","y":1}\n', "malformed", 2, None),
        (b"[" * 100_000, "malformed", 1, None),
        (b"\xff\n", "malformed", 1, None),
        (b"\n", "malformed", 1, None),
    ],
)
def test_what_is_no_event_names_its_line(
    client: Client, body: bytes, code: str, line: int | None, path: str | None
) -> None:
    client.post("/v1/imports", content=RECORD)
    told = refused(client.post("/v1/matches/1/events?expected=32", content=body), 422, code)
    assert told.get("line") == line
    assert path is None or told["path"] == path
    assert client.get("/v1/matches/1").json()["events"] == len(LINES)
