"""Bad input: each kind gets a message that names the place, exit code 2, and nothing is stored."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api.tools import Paipu, Record

Spoil = Callable[[Record], bytes | str]
LONG = 5 * 2**20


def lines(record: Record) -> list[str]:
    return [json.dumps(event) for event in record]


def line_changed(at: int, text: str) -> Spoil:
    """The record with one line replaced."""

    def spoil(record: Record) -> str:
        found = lines(record)
        found[at] = text
        return "\n".join(found) + "\n"

    return spoil


def field_changed(at: int, /, **fields: object) -> Spoil:
    """The record with fields of one event changed."""

    def spoil(record: Record) -> str:
        record[at].update(fields)
        return "\n".join(lines(record)) + "\n"

    return spoil


# what is wrong, how the record is spoilt, where and what the message says
BAD: list[tuple[str, Spoil, str]] = [
    ("an unknown tile", field_changed(4, tile="9z"), ", line 5, $.tile: '9z' is no tile"),
    ("a tile that is no text", field_changed(4, tile=7), ", line 5, $.tile: "),
    ("a seat beyond the table", field_changed(4, seat=4), ", line 5, $.seat: "),
    ("an unknown field", field_changed(4, colour="red"), ", line 5: Object contains unknown field"),
    ("an unknown event", line_changed(4, '{"type":"shout"}'), ", line 5, $.type"),
    ("a missing field", line_changed(4, '{"type":"draw","seat":1}'), ", line 5: "),
    ("broken JSON", line_changed(4, '{"type":"draw"'), ", line 5: "),
    ("an empty line", line_changed(4, ""), ", line 5: "),
    ("JSON that is no object", line_changed(4, "[1,2]"), ", line 5: "),
    ("no JSON number", line_changed(4, '{"type":"draw","seat":NaN,"tile":"1m"}'), ", line 5: "),
    ("a number too large", line_changed(4, '{"type":"draw","seat":1e99,"tile":"1m"}'), ", line 5"),
    ("nested too deeply", line_changed(4, '{"x":' + "[" * 50_000), ", line 5: "),
    ("a time that is none", field_changed(4, at="yesterday"), ", line 5, $.at: "),
    ("an over-long line", line_changed(4, "x" * LONG), ", line 5: the line is longer than 4 MiB"),
    ("not UTF-8", lambda r: b"\n".join([lines(r)[0].encode(), b"\xff\xfe\xfa", b""]), ", line 2: "),
    ("an unknown option", field_changed(0, options={"nope": 1}), ", line 1, $.options.nope: "),
    ("an unknown value", field_changed(0, options={"haidi": 7}), ", line 1, $.options.haidi: "),
    ("options that are none", field_changed(0, options=[1]), ", line 1, $.options: "),
    ("an unknown game", field_changed(0, game="chess"), ", line 1, $.game: unknown game 'chess'"),
    ("a game not played here", field_changed(0, game="poker"), ", line 1, $.game: "),
    ("a later version", field_changed(0, v=2), ", line 1, $.v: record version 2 is not known"),
    ("one player", field_changed(0, players=[{"id": "p1"}]), ", line 1, $.players"),
    ("no match event", lambda r: "\n".join(lines(r)[1:]), ", line 1"),
    ("binary garbage", lambda r: random.Random(5).randbytes(3000), ""),
    ("an empty file", lambda r: b"", ": the file is empty"),
    ("another JSON", lambda r: '{"hello": "world"}\n', ""),
    ("half a record's first line", lambda r: '{"type":"match","v":1', ", line 1: "),
]
IDS = [kind for kind, _, _ in BAD]


@pytest.mark.parametrize(("kind", "spoil", "says"), BAD, ids=IDS)
def test_verify_names_the_place(
    paipu: Paipu, record: Record, tmp_path: Path, kind: str, spoil: Spoil, says: str
) -> None:
    path = put(tmp_path / "bad.paipu.jsonl", spoil(record))
    ran = paipu("verify", path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"paipu: {path}{says}"), ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(("kind", "spoil", "says"), BAD, ids=IDS)
def test_import_stores_no_event_of_it_and_keeps_the_bytes(
    paipu: Paipu, record: Record, tmp_path: Path, kind: str, spoil: Spoil, says: str
) -> None:
    path = put(tmp_path / "bad.paipu.jsonl", spoil(record))
    db = tmp_path / "games.duckdb"
    ran = paipu("import", path, "--db", db, "--json")
    assert ran.code == 2
    assert {row["status"] for row in ran.rows} == {"quarantined"}
    assert all(row["code"] and row["reason"] for row in ran.rows)
    assert paipu("matches", "--db", db, "--json").rows == []
    kept = b"".join(
        paipu("quarantine", row["quarantine"], "--db", db).out.encode("utf-8", "surrogateescape")
        for row in ran.rows
        if kind not in ("binary garbage", "not UTF-8")
    )
    assert kept in path.read_bytes()


@pytest.mark.parametrize("command", ["replay", "explain"])
@pytest.mark.parametrize(("kind", "spoil", "says"), BAD, ids=IDS)
def test_replay_and_explain_refuse_it(
    paipu: Paipu, record: Record, tmp_path: Path, command: str, kind: str, spoil: Spoil, says: str
) -> None:
    path = put(tmp_path / "bad.paipu.jsonl", spoil(record))
    ran = paipu(command, path, "--hand", 0, *(("--at", 31) if command == "replay" else ()))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("paipu: ") and ran.err.count("\n") == 1


# Findings, not refusals: the events can be read, but no such deal can be.
@pytest.mark.parametrize(
    ("kind", "hand"),
    [
        ("five of a kind", "1m 1m 1m 1m 1m 2m 3m 4m 5m 6m 7m 8m 9m 1p"),
        ("a hand too small", "1m 2m 3m"),
        ("a hand too large", "1m " * 3 + "2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p 5p 6p"),
        ("a tile of another game", "1m 2m 3m 4m 5m 6m 7m 8m 9m 1p 2p 3p 4p E"),
    ],
)
def test_a_deal_that_cannot_be_is_a_finding(
    paipu: Paipu, record: Record, tmp_path: Path, kind: str, hand: str
) -> None:
    record[1]["hands"][0] = hand
    path = put(tmp_path / "bad.paipu.jsonl", "\n".join(lines(record)) + "\n")
    ran = paipu("verify", path, "--json")
    assert ran.code == 1
    assert (ran.rows[0]["seq"], ran.rows[0]["hand"]) == (1, 0)
    assert ran.rows[0]["clause"] in ("JJ-E1", "JJ-E4")


@pytest.mark.parametrize("command", ["verify", "replay", "explain", "score", "import"])
def test_a_file_that_cannot_be_opened(paipu: Paipu, tmp_path: Path, command: str) -> None:
    extra = {"explain": ("--hand", 0), "import": ("--db", tmp_path / "x.duckdb")}.get(command, ())
    ran = paipu(command, tmp_path / "missing", *extra)
    assert (ran.code, ran.out.count("created 1")) == (2, 0)
    assert f"paipu: {tmp_path / 'missing'}: No such file or directory" in ran.err


@pytest.mark.parametrize("command", ["verify", "import"])
def test_a_folder_without_any_log(paipu: Paipu, tmp_path: Path, command: str) -> None:
    (tmp_path / "sub").mkdir()
    extra = ("--db", tmp_path / "x.duckdb") if command == "import" else ()
    ran = paipu(command, tmp_path / "sub", *extra)
    assert ran.code == 2
    assert f"paipu: {tmp_path / 'sub'}: no log in this folder" in ran.err
    assert not (tmp_path / "x.duckdb").exists()


@pytest.mark.parametrize("command", ["replay", "explain"])
def test_a_folder_where_a_file_is_meant(paipu: Paipu, tmp_path: Path, command: str) -> None:
    ran = paipu(command, tmp_path, "--hand", 0)
    assert (ran.code, ran.err) == (2, f"paipu: {tmp_path}: Is a directory\n")


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_a_file_of_a_gigabyte_is_refused_without_reading_it(
    paipu: Paipu, tmp_path: Path, command: str
) -> None:
    path = tmp_path / "big.paipu.jsonl"
    with path.open("wb") as file:
        file.truncate(2**30)
    ran = paipu(command, path)
    assert ran.code == 2
    assert f"paipu: {path}: the file is larger than 64 MiB" in ran.err


def test_a_format_that_there_is_not(paipu: Paipu, tmp_path: Path) -> None:
    ran = paipu("verify", tmp_path, "--format", "word")
    assert ran.code == 2 and "'word' is none of auto, paipu, tenhou-mjlog" in ran.err


def test_a_record_read_as_another_format(paipu: Paipu, record: Record, tmp_path: Path) -> None:
    path = put(tmp_path / "match.paipu.jsonl", "\n".join(lines(record)))
    ran = paipu("verify", path, "--format", "tenhou-mjlog")
    assert (ran.code, ran.out) == (2, "") and ran.err.startswith(f"paipu: {path}")


def put(path: Path, data: bytes | str) -> Path:
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    return path
