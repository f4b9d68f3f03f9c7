"""The service as a process: it starts, answers, and stops in good order, or says why it cannot."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from store import DuckStore
from tests.api.http.tools import LINES, RECORD, rows, start

Make = Callable[[], Path]


def paipu_serve(*args: object) -> subprocess.CompletedProcess[str]:
    """``paipu serve`` with a database that cannot be served; it ends by itself."""
    code = "from api.cli import main; main()"
    command = [sys.executable, "-c", code, "serve", *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_it_serves_and_stops_and_the_database_is_whole(database: Make) -> None:
    path = database()
    with start(path) as live:
        assert httpx.get(f"{live.url}/v1/health").json()["events"] == len(LINES)
        page = httpx.get(f"{live.url}/", follow_redirects=True)
        assert page.status_code == 200 and "/v1/matches" in page.text
    assert live.process.returncode == -signal.SIGTERM
    assert not path.with_name(path.name + ".wal").exists()
    with DuckStore(path, read_only=True) as store:
        assert store.head(1).version == len(LINES)


def test_an_answer_under_way_is_finished(tmp_path: Path) -> None:
    """The request is sent but for its last bytes; the service is told to stop; then they come."""
    head = f"POST /v1/imports HTTP/1.1\r\nHost: x\r\nContent-Length: {len(RECORD)}\r\n\r\n"
    with (
        start(tmp_path / "new.duckdb") as live,
        socket.create_connection(("127.0.0.1", live.port), timeout=20) as wire,
    ):
        wire.sendall(head.encode() + RECORD[:-10])
        assert httpx.get(f"{live.url}/v1/health").status_code == 200
        live.process.terminate()
        wire.sendall(RECORD[-10:])
        answer = b""
        while piece := wire.recv(65536):
            answer += piece
    assert answer.startswith(b"HTTP/1.1 200") and b'"status":"created"' in answer
    with DuckStore(tmp_path / "new.duckdb", read_only=True) as store:
        assert store.head(1).version == len(LINES)


def test_many_ask_while_others_send(tmp_path: Path) -> None:
    """Eight threads at once: every answer is whole, and what was acknowledged is there."""

    def send(number: int) -> int:
        body = RECORD.replace(b'"id":"p1"', b'"id":"p%d"' % (number + 10))
        answer = httpx.post(f"{live.url}/v1/imports", content=body)
        (hand, end) = rows(answer)
        assert hand["status"] == "created" and end["count"] == 1
        *events, end = rows(httpx.get(f"{live.url}/v1/matches/{hand['match']}/events"))
        assert len(events) == end["count"] == len(LINES)
        assert httpx.get(f"{live.url}/v1/matches/{hand['match']}/record").content == body
        assert httpx.get(f"{live.url}/v1/statistics?id=hands").json()["rows"]
        return int(hand["match"])

    with start(tmp_path / "new.duckdb") as live, ThreadPoolExecutor(8) as pool:
        assert sorted(pool.map(send, range(40))) == list(range(1, 41))
        assert httpx.get(f"{live.url}/v1/health").json()["matches"] == 40
        (row,) = httpx.get(f"{live.url}/v1/statistics?id=hands").json()["rows"]
        assert row["n"] == 40


def test_a_locked_database(database: Make) -> None:
    path = database()
    with start(path) as live:
        ran = paipu_serve("--db", path, "--port", 0)
        assert ran.returncode == 2
        assert f"open in another process (PID {live.process.pid})" in ran.stderr
        assert httpx.get(f"{live.url}/v1/matches/1").status_code == 200


def test_a_taken_port(database: Make, tmp_path: Path) -> None:
    with start(database()) as live:
        ran = paipu_serve("--db", tmp_path / "other.duckdb", "--port", live.port)
    assert ran.returncode == 2
    assert f"127.0.0.1:{live.port}: Address already in use" in ran.stderr
    assert not (tmp_path / "other.duckdb").exists()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"\x00\xff" * 5000, "no paipu store"),
        (None, "is a folder, not a store"),
    ],
)
def test_what_is_no_database(tmp_path: Path, content: bytes | None, says: str) -> None:
    path = tmp_path / "bad.duckdb"
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    ran = paipu_serve("--db", path, "--port", 0)
    assert ran.returncode == 2
    assert says in ran.stderr and "Traceback" not in ran.stderr
    assert content is None or path.read_bytes() == content


def test_a_damaged_database(database: Make) -> None:
    path = database()
    data = bytearray(path.read_bytes())
    data[4096:12288] = bytes(8192)  # the two headers' blocks behind the first
    path.write_bytes(bytes(data))
    ran = paipu_serve("--db", path, "--port", 0)
    assert ran.returncode == 2
    assert "damaged" in ran.stderr and "Traceback" not in ran.stderr
