"""``paipu import``: one result a hand, nothing twice, nothing lost."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from store import DuckStore, Place
from tests.api.tools import SETTLED, Paipu, Record, Save


@pytest.fixture
def db(tmp_path: Path) -> str:
    return str(tmp_path / "games.duckdb")


@pytest.fixture
def match(paipu: Paipu) -> list[str]:
    """The lines of a simulated record of four hands."""
    return paipu("simulate", "jiujiang", "--hands", 4, "--seed", 3).out.splitlines()


def put(path: Path, lines: list[str]) -> Path:
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def statuses(paipu: Paipu, *args: object) -> list[tuple[object, object, object]]:
    """Hand, status and code of each result."""
    rows = paipu("import", *args, "--json").rows
    return [(row.get("hand"), row["status"], row.get("code")) for row in rows]


def settled(lines: list[str]) -> list[int]:
    return [i for i, line in enumerate(lines) if '"type":"settlement"' in line]


def test_the_same_file_again_creates_nothing(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    path = put(tmp_path / "a.paipu.jsonl", match)
    assert statuses(paipu, path, "--db", db) == [(i, "created", None) for i in range(4)]
    assert statuses(paipu, path, "--db", db) == [(i, "duplicate", None) for i in range(4)]
    copy = put(tmp_path / "b.jsonl", match)
    assert {status for _, status, _ in statuses(paipu, copy, "--db", db)} == {"duplicate"}
    assert len(paipu("matches", "--db", db, "--json").rows) == 1


def test_a_match_comes_out_as_it_went_in(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    path = put(tmp_path / "a.paipu.jsonl", match)
    paipu("import", path, "--db", db)
    ran = paipu("export", "--db", db, "--match", 1)
    assert ran.code == 0 and ran.out == path.read_text(encoding="utf-8")


def test_a_cut_log_is_kept_and_its_longer_version_continues_it(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    end = settled(match)[1]
    put(tmp_path / "cut.paipu.jsonl", match[: end - 3])
    found = statuses(paipu, tmp_path / "cut.paipu.jsonl", "--db", db)
    assert found == [(0, "created", None), (1, "incomplete", "unsettled")]
    again = statuses(paipu, tmp_path / "cut.paipu.jsonl", "--db", db)
    assert [status for _, status, _ in again] == ["duplicate", "duplicate"]
    whole = put(tmp_path / "whole.paipu.jsonl", match)
    assert [status for _, status, _ in statuses(paipu, whole, "--db", db)] == [
        "duplicate", "created", "created", "created",
    ]  # fmt: skip
    (info,) = paipu("matches", "--db", db, "--json").rows
    assert (info["hands"], info["events"]) == (4, len(match))


def test_a_bad_hand_is_quarantined_with_its_bytes_and_the_others_are_stored(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    ends = settled(match)
    match[ends[0] + 4] = '{"type":"draw","seat":1,"tile":"9z"}'
    path = put(tmp_path / "bad.paipu.jsonl", match)
    ran = paipu("import", path, "--db", db, "--json")
    assert ran.code == 2
    assert [row["status"] for row in ran.rows] == ["created", "quarantined", "created", "created"]
    bad = ran.rows[1]
    assert (bad["hand"], bad["line"], bad["code"]) == (1, ends[0] + 2, "bad_line")
    assert "9z" in bad["reason"] and f"line {ends[0] + 5}" in bad["reason"]
    kept = paipu("quarantine", bad["quarantine"], "--db", db).out
    assert kept == "\n".join(match[ends[0] + 1 : ends[1] + 1]) + "\n"
    paipu("import", path, "--db", db)
    assert len(paipu("quarantine", "--db", db, "--json").rows) == 1


def test_a_bad_file_never_stops_the_rest(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    logs = tmp_path / "logs"
    logs.mkdir()
    (logs / "a.paipu.jsonl").write_bytes(b"")
    (logs / "b.paipu.jsonl").write_bytes(bytes(range(256)))
    put(logs / "c.paipu.jsonl", match)
    ran = paipu("import", logs, tmp_path / "missing", "--db", db)
    assert ran.code == 2
    assert f"{logs}/a.paipu.jsonl:1  quarantined  empty: the file is empty" in ran.out
    assert f"{logs}/b.paipu.jsonl:1  quarantined  no_match: " in ran.out
    assert f"paipu: {tmp_path}/missing: No such file or directory" in ran.err
    assert len(paipu("matches", "--db", db, "--json").rows) == 1


def test_a_hand_in_dispute_is_stored_and_its_findings_are_counted(
    paipu: Paipu, record: Record, save: Save, db: str
) -> None:
    record[SETTLED]["wins"][0]["payments"][0]["points"] = 6
    ran = paipu("import", save(record), "--db", db, "--json")
    assert ran.code == 0
    (row,) = ran.rows
    assert row["status"] == "created" and row["findings"] >= 1


def test_another_version_of_a_stored_match_is_kept_aside(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    put(tmp_path / "a.paipu.jsonl", match)
    paipu("import", tmp_path / "a.paipu.jsonl", "--db", db)
    end = settled(match)[2]
    match[end] = json.dumps({**json.loads(match[end]), "totals": [1, 2, 3, -6]})
    other = put(tmp_path / "b.paipu.jsonl", match)
    ran = paipu("import", other, "--db", db, "--json")
    assert ran.code == 2
    assert [row["status"] for row in ran.rows] == [
        "duplicate", "duplicate", "quarantined", "quarantined",
    ]  # fmt: skip
    assert ran.rows[2]["code"] == "conflict" and f"event {end}" in ran.rows[2]["reason"]
    kept = paipu("quarantine", ran.rows[2]["quarantine"], "--db", db).out
    assert match[end] in kept.splitlines()
    stored = paipu("export", "--db", db, "--match", 1).out.splitlines()
    assert stored[end] != match[end]


def test_another_close_of_a_stored_match_is_kept_aside(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    paipu("import", put(tmp_path / "a.paipu.jsonl", match), "--db", db)
    match[-1] = '{"type":"close","totals":[9,9,9,9]}'
    ran = paipu("import", put(tmp_path / "b.paipu.jsonl", match), "--db", db, "--json")
    assert ran.code == 2
    counts = Counter(row["status"] for row in ran.rows)
    assert counts == {"duplicate": 4, "quarantined": 1}
    kept = paipu("quarantine", ran.rows[-1]["quarantine"], "--db", db).out
    assert kept == match[-1] + "\n"


def test_a_dry_run_writes_nothing(paipu: Paipu, match: list[str], tmp_path: Path, db: str) -> None:
    path = put(tmp_path / "a.paipu.jsonl", match)
    found = statuses(paipu, path, "--db", db, "--dry-run")
    assert found == [(i, "created", None) for i in range(4)]
    assert not Path(db).exists()
    end = settled(match)[1]
    paipu("import", put(tmp_path / "cut.paipu.jsonl", match[: end + 1]), "--db", db)
    found = statuses(paipu, path, "--db", db, "--dry-run")
    assert [status for _, status, _ in found] == ["duplicate", "duplicate", "created", "created"]
    match[end] = json.dumps({**json.loads(match[end]), "totals": [1, 2, 3, -6]})
    found = statuses(paipu, put(tmp_path / "c.jsonl", match), "--db", db, "--dry-run")
    assert found[1][1:] == ("quarantined", "conflict")
    (info,) = paipu("matches", "--db", db, "--json").rows
    assert info["hands"] == 2
    assert paipu("quarantine", "--db", db).err == "nothing is in quarantine\n"


def test_games_and_options_that_are_not_known_are_not_stored(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    match[0] = match[0].replace('"options":{}', '"options":{"nope":1}')
    ran = paipu("import", put(tmp_path / "a.jsonl", match), "--db", db, "--json")
    (row,) = ran.rows
    assert (row["status"], row["code"]) == ("quarantined", "not_played")
    assert "$.options.nope: unknown option 'nope'" in row["reason"]
    assert paipu("matches", "--db", db, "--json").rows == []


def test_a_file_of_a_gigabyte_is_kept_in_pieces_and_not_read_as_a_record(
    paipu: Paipu, tmp_path: Path, db: str
) -> None:
    big = tmp_path / "big.paipu.jsonl"
    with big.open("wb") as file:
        file.truncate(65 * 2**20)
    ran = paipu("import", big, "--db", db, "--json")
    assert ran.code == 2
    (row,) = ran.rows
    assert (row["status"], row["code"]) == ("quarantined", "too_large")
    (entry,) = paipu("quarantine", "--db", db, "--json").rows
    assert entry["size"] == 65 * 2**20


def test_the_summary_counts_by_folder(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        put(tmp_path / name / "a.paipu.jsonl", match)
    ran = paipu("import", tmp_path / "one", tmp_path / "two", "--db", db)
    rows = [line.split() for line in ran.out.splitlines()]
    assert rows[0] == ["folder", "created", "duplicate", "incomplete", "quarantined", "findings"]
    assert rows[1] == [str(tmp_path / "one"), "4", "0", "0", "0", "0"]
    assert rows[2] == [str(tmp_path / "two"), "0", "4", "0", "0", "0"]
    assert rows[3] == ["4", "4", "0", "0", "0"]


def test_what_an_older_version_could_not_read_is_tried_again(
    paipu: Paipu, match: list[str], tmp_path: Path, db: str
) -> None:
    record = ("\n".join(match) + "\n").encode()
    with DuckStore(db, create=True) as store:
        store.quarantine("old.log", "", Place(), "unknown_format", "in no format", record)
        store.quarantine("bad.log", "", Place(), "unknown_format", "in no format", b"\x00\x01")
    tried = paipu("import", "--retry", "--db", db, "--json")
    said = [(row["file"], row["status"]) for row in tried.rows]
    assert said == [("old.log", "created")] * 4 + [("bad.log", "quarantined")]
    assert tried.code == 2
    again = paipu("import", "--retry", "--db", db, "--json")
    assert [(row["file"], row["status"]) for row in again.rows] == [("bad.log", "quarantined")]
    assert len(paipu("quarantine", "--db", db, "--json").rows) == 2


def test_without_a_path_an_import_says_what_it_needs(paipu: Paipu, db: str) -> None:
    ran = paipu("import", "--db", db)
    assert ran.code == 2 and "--retry" in ran.err
