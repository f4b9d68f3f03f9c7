"""``make demo``: it runs from start to end, and the README shows what it really says."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.tools import Paipu

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder in which the demo ran, and what it said."""
    folder = tmp_path_factory.mktemp("demo")
    logs = folder / "logs"
    logs.mkdir()
    log = (ROOT / "demo" / "tenhou_hand_written.mjlog").read_bytes()
    (logs / "cut.mjlog").write_bytes(log[: len(log) // 2])
    ran = subprocess.run(
        [sys.executable, str(ROOT / "demo" / "run.py"), "logs"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        timeout=170,
    )
    assert ran.returncode == 0, ran.stderr.decode()
    return folder, ran.stdout.decode()


def test_it_shows_every_step(demo: tuple[Path, str]) -> None:
    folder, said = demo
    for command in ("simulate", "import", "verify", "explain", "stats"):
        assert f"$ paipu {command} " in said
    rows = [line.split() for line in said.splitlines()]
    assert ["demo-out/records", "240", "0", "0", "0", "0"] in rows
    assert any(row[:1] == ["logs"] and row[2] != "0" for row in rows), "the cut log is known"
    assert "owes seat" in said and "和了率 win rate" in said
    assert "make serve" in said and "make notes" in said
    assert (folder / "demo-out" / "games.duckdb").exists()


def test_the_readme_shows_a_real_answer(demo: tuple[Path, str], paipu: Paipu) -> None:
    folder, _ = demo
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    start = readme.index("$ paipu explain ")
    command, shown = readme[start : readme.index("```", start)].split("\n", 1)
    _, _, subcommand, path, *options = command.split()
    ran = paipu(subcommand, folder / path, *options)
    assert ran.out == shown, "the README's answer is not the demo's any more; paste the new one"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, str(ROOT / "demo" / "run.py"), "nowhere"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert (ran.returncode, ran.stderr) == (2, "demo: DATA: there is no nowhere\n")
    assert not (tmp_path / "demo-out").exists()
