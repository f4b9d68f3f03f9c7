"""``paipu`` as a program among others: pipes, interrupts, help, and how fast it starts."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from api.commands import COMMANDS
from tests.api.tools import RECORDS, SETTLED, Paipu, Record, Save

ROOT = Path(__file__).parents[2]
PAIPU = [sys.executable, "-c", "from api.cli import main; main()"]
RECORD = RECORDS / "three_payers.paipu.jsonl"


def start(*args: object) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [*PAIPU, *map(str, args)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
    )


def done(*args: object, given: bytes = b"") -> tuple[int, str, str]:
    process = start(*args)
    out, err = process.communicate(given, timeout=60)
    return process.returncode, out.decode(), err.decode()


def test_a_record_from_standard_input() -> None:
    code, out, err = done("verify", "-", given=RECORD.read_bytes())
    assert (code, out) == (0, "") and "32 events, no finding" in err
    code, out, err = done("replay", "-", "--at", 20, given=RECORD.read_bytes())
    assert code == 0 and "after event 20" in out
    code, out, err = done("verify", "-", "--json", given=b"{}\n")
    assert code == 2 and err.startswith("paipu: <stdin>: ")


def test_cases_from_standard_input() -> None:
    code, out, err = done("score", given=b'{"id":"x","game":"chess"}\n')
    assert (code, err) == (0, "") and json.loads(out)["id"] == "x"


def test_an_import_from_standard_input(tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    code, out, _ = done("import", "-", "--db", db, "--json", given=RECORD.read_bytes())
    assert code == 0 and json.loads(out)["file"] == "<stdin>"


@pytest.mark.parametrize(
    ("closed", "args", "code", "says"),
    [
        ("<&-", "verify -", 2, "paipu: the standard input is closed"),
        (">&-", "clauses jiujiang", 2, "paipu: the standard output is closed"),
        (">&-", f"verify {RECORD}", 0, "no finding"),
        ("2>&-", "verify nowhere", 2, ""),
    ],
)
def test_closed_streams(closed: str, args: str, code: int, says: str) -> None:
    program = f'"{sys.executable}" -c "from api.cli import main; main()" {args} {closed}'
    done = subprocess.run(["sh", "-c", program], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (code, "")
    assert says in done.stderr and "Traceback" not in done.stderr


def test_a_name_does_not_steer_the_terminal(paipu: Paipu, record: Record, save: Save) -> None:
    record[0]["players"][0]["id"] = "\x1b[2Jp1\x00"
    ran = paipu("replay", save(record), "--at", 3)
    assert ran.code == 0 and "\ufffd[2Jp1\ufffd" in ran.out and "\x1b" not in ran.out


@pytest.mark.skipif(sys.platform != "linux", reason="file names are bytes there")
def test_a_file_name_that_is_no_utf8(tmp_path: Path, record: Record) -> None:
    record[SETTLED]["deltas"] = [3, -1, -1, -1]
    name = os.fsdecode(os.fsencode(tmp_path) + b"/n\xff.paipu.jsonl")
    Path(name).write_text("\n".join(map(json.dumps, record)) + "\n")
    code, out, _ = done("verify", name, "--json")
    assert code == 1 and json.loads(out.splitlines()[0])["file"].endswith("n\\xff.paipu.jsonl")
    code, out, _ = done("import", name, "--db", tmp_path / "games.duckdb", "--json")
    assert code == 0 and json.loads(out.splitlines()[0])["file"].endswith("n\\xff.paipu.jsonl")


def test_whoever_stops_reading_is_not_complained_to() -> None:
    process = start("clauses", "jiujiang")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(60) == 141


def test_an_interrupt_ends_it_with_130() -> None:
    process = start("verify", "-")
    time.sleep(1.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == b"" and b"Traceback" not in err


def test_no_bar_where_no_terminal_is(tmp_path: Path) -> None:
    done("simulate", "jiujiang", "--matches", 3, "--hands", 1, "--out", tmp_path)
    code, out, err = done("verify", tmp_path)
    assert (code, out) == (0, "") and "\x1b" not in err and "\r" not in err


def test_a_bar_on_a_terminal_and_the_data_apart(record: Record, save: Save, tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    record[SETTLED]["wins"][0]["payments"][0]["points"] = 6
    save(record, "a.paipu.jsonl")
    save(record, "b.paipu.jsonl")
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        [*PAIPU, "verify", str(tmp_path), "--json"],
        stdout=subprocess.PIPE,
        stderr=follower,
        cwd=ROOT,
        env={**os.environ, "TERM": "xterm"},
    )
    os.close(follower)
    out, _ = process.communicate(timeout=60)
    shown = b""
    try:
        while piece := os.read(leader, 4096):
            shown += piece
    except OSError:
        pass
    os.close(leader)
    assert process.returncode == 1
    assert b"verify" in shown and b"\x1b[" in shown
    assert all(json.loads(line)["code"] for line in out.splitlines())


def test_text_is_utf_8_whatever_the_locale() -> None:
    env = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    ran = subprocess.run(
        [*PAIPU, "clauses", "jiujiang", "JJ-P9"], capture_output=True, cwd=ROOT, env=env, timeout=60
    )
    assert ran.returncode == 0 and "过胡" in ran.stdout.decode()


def test_it_starts_quickly_and_without_what_it_does_not_need() -> None:
    code = (
        "import sys, api.cli\n"
        "api.cli.run(['--help'])\n"
        "heavy = {'duckdb', 'polars', 'litestar', 'pyarrow', 'numpy', 'rich'} & set(sys.modules)\n"
        "print('HEAVY', sorted(heavy))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, timeout=60
    )
    assert "HEAVY []" in ran.stdout


def test_every_command_explains_itself_with_examples(paipu: Paipu) -> None:
    overview = paipu("--help")
    assert overview.code == 0
    for name in COMMANDS:
        ran = paipu(name, "--help")
        assert ran.code == 0 and ran.err == ""
        assert re.search(rf"^ +.*paipu {name} ", ran.out, re.M), f"{name} has no example"
        assert re.search(rf"^  {name} ", overview.out, re.M)


def test_a_command_that_there_is_not(paipu: Paipu) -> None:
    ran = paipu("shuffle")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("paipu: No such command 'shuffle'")
    ran = paipu("verify")
    assert ran.code == 2 and "Missing argument" in ran.err
    ran = paipu("explain", str(RECORD), "--hand", "first")
    assert ran.code == 2 and "--hand" in ran.err


def test_without_a_command_it_shows_the_help(paipu: Paipu) -> None:
    ran = paipu()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == paipu("--help").out and "Usage: paipu" in ran.out


def test_it_knows_its_version(paipu: Paipu) -> None:
    assert re.fullmatch(r"paipu \d+\.\d+\.\d+\n", paipu("--version").out)
