"""``paipu matches``, ``export``, ``audit``, ``quarantine`` and ``stats`` on a database file."""

from __future__ import annotations

import csv
import io
import json
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import duckdb
import pytest

from tests.api.tools import SETTLED, Paipu, Record, Save

ASKING = ("matches", "audit", "quarantine", "stats")


@pytest.fixture
def db(paipu: Paipu, tmp_path: Path) -> str:
    """A database with two simulated matches of three hands."""
    out, db = tmp_path / "records", str(tmp_path / "games.duckdb")
    paipu("simulate", "jiujiang", "--matches", 2, "--hands", 3, "--out", out)
    assert paipu("import", out, "--db", db).code == 0
    return db


def test_what_is_stored(paipu: Paipu, db: str) -> None:
    rows = paipu("matches", "--db", db, "--json").rows
    assert [(row["match"], row["game"], row["hands"]) for row in rows] == [
        (1, "jiujiang", 3),
        (2, "jiujiang", 3),
    ]
    text = paipu("matches", "--db", db)
    assert text.code == 0 and "bot-0 bot-1 bot-2 bot-3" in text.out


def test_the_database_may_be_named_once_for_all(
    paipu: Paipu, db: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAIPU_DB", db)
    assert len(paipu("matches", "--json").rows) == 2


def test_export_never_overwrites(paipu: Paipu, db: str, tmp_path: Path) -> None:
    target = tmp_path / "out.paipu.jsonl"
    assert paipu("export", "--db", db, "--match", 2, "-o", target).code == 0
    before = target.read_bytes()
    assert before == (tmp_path / "records" / "jiujiang-s1-00002.paipu.jsonl").read_bytes()
    ran = paipu("export", "--db", db, "--match", 1, "-o", target)
    assert ran.code == 2 and str(target) in ran.err
    assert target.read_bytes() == before
    parquet = tmp_path / "events.parquet"
    assert paipu("export", "--db", db, "--parquet", parquet).code == 0
    ((count,),) = duckdb.sql(f"SELECT count(*) FROM '{parquet}'").fetchall()
    events = sum(row["events"] for row in paipu("matches", "--db", db, "--json").rows)
    assert count == events


def test_export_of_what_is_not_there(paipu: Paipu, db: str) -> None:
    ran = paipu("export", "--db", db, "--match", 9)
    assert (ran.code, ran.out, ran.err) == (2, "", "paipu: there is no match 9\n")
    ran = paipu("export", "--db", db)
    assert ran.code == 2 and "name either --match or --parquet" in ran.err
    ran = paipu("quarantine", 4, "--db", db)
    assert ran.code == 2 and "4" in ran.err


def test_an_audit_of_an_untouched_store(paipu: Paipu, db: str) -> None:
    ran = paipu("audit", "--db", db)
    assert (ran.code, ran.out) == (0, "")
    assert "of 2 matches: no fault" in ran.err


def test_an_audit_names_the_event_whose_byte_was_flipped(paipu: Paipu, db: str) -> None:
    with duckdb.connect() as con:
        con.execute(f"ATTACH '{db}' AS store")
        con.execute(
            "UPDATE store.events SET payload = payload || '\\x00'::BLOB "
            "WHERE match_id = 2 AND seq = 17"
        )
    ran = paipu("audit", "--db", db, "--json")
    assert ran.code == 1
    first = ran.rows[0]
    assert (first["match"], first["seq"]) == (2, 17)
    assert "seq 17" in paipu("audit", "--db", db).out


def test_statistics_in_three_forms(paipu: Paipu, db: str) -> None:
    rows = {row["id"]: row for row in paipu("stats", "--db", db, "--json").rows}
    assert rows["hands"]["n"] == 6
    assert rows["win_rate"]["d"] == 24, "each of six hands is played by four"
    table = list(csv.DictReader(io.StringIO(paipu("stats", "--db", db, "--csv").out)))
    assert next(row for row in table if row["id"] == "hands")["n"] == "6"
    text = paipu("stats", "--db", db)
    assert text.code == 0 and "和了率 win rate" in text.out and "95 %" in text.out
    only = paipu("stats", "--db", db, "--id", "draw_rate", "--json").rows
    assert {row["id"] for row in only} == {"draw_rate"} and only[0]["d"] == 6
    by = paipu("stats", "--db", db, "--id", "win_rate", "--by", "seat", "--json").rows
    assert [row["group"] for row in by] == ["0", "1", "2", "3"]
    assert sum(row["d"] for row in by) == 24


def test_statistics_of_a_game_that_is_not_stored(paipu: Paipu, db: str) -> None:
    ran = paipu("stats", "--db", db, "--game", "taixing")
    assert (ran.code, ran.out, ran.err) == (0, "", "no stored match has that\n")


def test_statistics_that_there_are_not(paipu: Paipu, db: str) -> None:
    for args, says in (
        (("--id", "luck"), "no statistic 'luck'; known: hands"),
        (("--by", "month"), "cannot group by 'month'; known: player, seat, dealer"),
        (("--game", "chess"), "no game 'chess'"),
    ):
        ran = paipu("stats", "--db", db, *args)
        assert (ran.code, ran.out) == (2, "") and says in ran.err
    told = paipu("stats", "--db", db, "--definitions", "--json").rows
    assert any(row["id"] == "follow_rate" and row["numerator"] for row in told)


def test_a_dispute_can_be_taken_out_and_explained(
    paipu: Paipu, record: Record, save: Save, tmp_path: Path
) -> None:
    record[SETTLED]["wins"][0]["payments"][0]["points"] = 6
    db = str(tmp_path / "one.duckdb")
    paipu("import", save(record), "--db", db)
    out = tmp_path / "out.paipu.jsonl"
    paipu("export", "--db", db, "--match", 1, "-o", out)
    (told,) = paipu("explain", out, "--hand", 0, "--json").rows
    assert told["differences"][0]["clause"] == "JJ-X2"


@pytest.mark.parametrize("command", ASKING)
def test_files_that_are_no_database(paipu: Paipu, tmp_path: Path, command: str) -> None:
    text, sqlite = tmp_path / "text.duckdb", tmp_path / "other.duckdb"
    text.write_text("this is no database" * 500)
    with duckdb.connect(str(sqlite)) as con:
        con.execute("CREATE TABLE events(a INTEGER)")
    before = sqlite.read_bytes()
    for path in (tmp_path / "missing.duckdb", tmp_path, text, sqlite):
        ran = paipu(command, "--db", path)
        assert (ran.code, ran.out) == (2, ""), path
        assert ran.err.startswith("paipu: ") and str(path) in ran.err, path
        assert "Traceback" not in ran.err
    assert sqlite.read_bytes() == before
    assert not (tmp_path / "missing.duckdb").exists()


def test_import_leaves_alone_what_is_no_database(
    paipu: Paipu, record: Record, save: Save, tmp_path: Path
) -> None:
    foreign = tmp_path / "text.duckdb"
    foreign.write_text("this is no database" * 500)
    ran = paipu("import", save(record), "--db", foreign)
    assert (ran.code, ran.out) == (2, "") and str(foreign) in ran.err
    assert foreign.read_text() == "this is no database" * 500
    ran = paipu("import", save(record), "--db", tmp_path)
    assert (ran.code, ran.out) == (2, "")


def test_a_damaged_database_is_refused(paipu: Paipu, db: str) -> None:
    data = bytearray(Path(db).read_bytes())
    data[4096:12288] = bytes(8192)
    Path(db).write_bytes(data)
    ran = paipu("matches", "--db", db)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("paipu: ") and "Traceback" not in ran.err


def test_a_database_that_another_process_has_is_locked(
    paipu: Paipu, db: str, record: Record, save: Save
) -> None:
    holder = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import sys\nfrom store import DuckStore\n"
            "with DuckStore(sys.argv[1]):\n    print('ready', flush=True)\n    sys.stdin.read()",
            db,
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[2],
    )
    try:
        assert holder.stdout is not None and holder.stdout.readline() == "ready\n"
        for ran in (
            paipu("import", save(record), "--db", db),
            paipu("matches", "--db", db),
        ):
            assert (ran.code, ran.out) == (2, "")
            assert db in ran.err and str(holder.pid) in ran.err
    finally:
        holder.communicate("")
    assert paipu("matches", "--db", db).code == 0


def test_quarantine_lists_where_and_why(paipu: Paipu, tmp_path: Path) -> None:
    path, db = tmp_path / "bad.paipu.jsonl", tmp_path / "q.duckdb"
    path.write_text("nonsense\n")
    assert paipu("import", path, "--db", db).code == 2
    ran = paipu("quarantine", "--db", db)
    assert ran.code == 0 and f"{path}:1" in ran.out and "no_match" in ran.out
    (entry,) = paipu("quarantine", "--db", db, "--json").rows
    assert entry["file"] == str(path) and entry["place"]["first_line"] == 1
    out = tmp_path / "back"
    assert paipu("quarantine", entry["id"], "--db", db, "-o", out).code == 0
    assert out.read_bytes() == path.read_bytes()
    assert json.loads(json.dumps(entry))["size"] == 9


def test_the_service_starts_answers_and_stops_in_good_order(db: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-c", "from api.cli import main; main()", "serve", "--db", db,
         "--port", str(port)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    try:
        answer = None
        for _ in range(200):
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/v1/health") as found:
                    answer = json.load(found)
                    break
            except OSError:
                time.sleep(0.1)
        assert answer is not None
    finally:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b"" and b"Traceback" not in err


def test_a_port_that_is_taken(paipu: Paipu, db: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        ran = paipu("serve", "--db", db, "--port", port)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"paipu: 127.0.0.1:{port}: ")
