"""docs/api.md is true: its session is run, line by line, and it leaves nothing out."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from api.http.problems import CODES
from tests.api.http.conftest import Client
from tests.api.http.tools import LINES, RECORD, ROOT
from tests.api.tools import SETTLED

GUIDE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def session() -> list[tuple[str, str]]:
    """Each command of the guide with the answer that it promises."""
    blocks = re.findall(r"```console\n(.*?)```", GUIDE, re.DOTALL)
    found = []
    for block in blocks:
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, answer = part.partition("\n")
            found.append((command, answer.strip()))
    return found


def files(folder: Path) -> None:
    """The files that the session sends."""
    disputed = [json.loads(line) for line in LINES]
    disputed[SETTLED]["wins"][0]["payments"][0] = {"from": 0, "points": 4}
    disputed[SETTLED]["deltas"] = disputed[SETTLED]["totals"] = [-4, -5, 14, -5]
    disputed[-1]["totals"] = [-4, -5, 14, -5]
    text = "".join(json.dumps(event) + "\n" for event in disputed)
    (folder / "match.paipu.jsonl").write_bytes(RECORD)
    (folder / "disputed.paipu.jsonl").write_text(text, encoding="utf-8")
    (folder / "holiday.jpg").write_bytes(b"\xff\xd8\xff\xe0 a beach")


def curl(client: Client, command: str, folder: Path) -> str:
    """What ``curl`` would print, with the service in this process."""
    word, *words = shlex.split(command)
    assert word == "curl"
    headers, body, address = {}, None, ""
    while words:
        match words.pop(0):
            case "-s":
                pass
            case "-H":
                name, _, value = words.pop(0).partition(": ")
                headers[name] = value
            case "-d":
                body = words.pop(0).encode()
            case "--data-binary":
                body = (folder / words.pop(0).removeprefix("@")).read_bytes()
            case other:
                address = other.removeprefix("localhost:8000")
    method = "GET" if body is None else "POST"
    return client.request(method, address, headers=headers, content=body).text.strip()


def test_the_session_goes_as_the_guide_says(client: Client, tmp_path: Path) -> None:
    files(tmp_path)
    commands = session()
    assert len(commands) > 20
    for command, promised in commands:
        answer = curl(client, command, tmp_path)
        pattern = ".*".join(re.escape(piece) for piece in promised.split("…"))
        assert re.fullmatch(pattern, answer, re.DOTALL), f"{command}\n{answer}"


def test_every_operation_and_parameter_is_in_the_guide(client: Client) -> None:
    for path, item in client.get("/v1/openapi.json").json()["paths"].items():
        for method, operation in item.items():
            found = re.search(rf"`{method.upper()} {re.escape(path)}(\?[^`]*)?`", GUIDE)
            assert found, f"{method} {path}"
            queries = [p["name"] for p in operation.get("parameters", ()) if p["in"] == "query"]
            assert re.findall(r"(\w+)=", found[1] or "") == queries, f"{method} {path}"


def test_every_code_is_in_the_guide_with_its_status() -> None:
    told = {}
    for row in re.findall(r"^\| (\d{3}[^|]*) \| (.*) \|$", GUIDE, re.MULTILINE):
        for code in re.findall(r"`(\w+)`", row[1]):
            told[code] = row[0]
    assert set(told) == set(CODES)
    for code, (status, _) in CODES.items():
        assert str(status) in told[code], code
