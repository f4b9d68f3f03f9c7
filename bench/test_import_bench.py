"""Import with the full check of public riichi logs, where they are; beside RiichiEnv's replay.

RiichiEnv (PyPI, ``pip install riichienv``) is a compiled simulator; it replays mjai files only.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from api.usecases.importing import import_bytes
from bench.conftest import Rate
from store import MemoryStore
from tests.conftest import shared_folder


def logs(folder: str) -> list[tuple[str, bytes]]:
    shared = shared_folder()
    if shared is None:
        pytest.skip("no shared folder here (set PAIPU_SHARED)")
    files = sorted(path for path in (shared / "data" / folder).rglob("*") if path.is_file())
    return [(path.name, path.read_bytes()) for path in files]


def imported(files: list[tuple[str, bytes]]) -> MemoryStore:
    """A store with everything in ``files``: read, checked event by event, kept."""
    store = MemoryStore()
    for name, data in files:
        for _ in import_bytes(store, data, name):
            pass
    return store


@pytest.mark.benchmark(group="import, every act and settlement checked")
@pytest.mark.parametrize("folder", ["tenhou_mjlog", "mjai/riichienv"])
def test_import(rate: Rate, folder: str) -> None:
    files = logs(folder)
    store = imported(files)
    events = sum(head.version for head in store.heads().values())
    rate(f"{folder}: import", "events", events, lambda: imported(files))


@pytest.mark.benchmark(group="import, every act and settlement checked")
def test_peer_riichienv_replays(rate: Rate, tmp_path: Path) -> None:
    riichienv = pytest.importorskip("riichienv")
    files = logs("mjai/riichienv")
    for name, data in files:
        (tmp_path / name).write_bytes(data)
    lines = sum(data.count(b"\n") for _, data in files)

    def work() -> None:
        for path in sorted(tmp_path.iterdir()):
            for hand in riichienv.MjaiReplay.from_jsonl(str(path)).take_kyokus():
                for _ in hand.steps():
                    pass

    rate("peer: RiichiEnv replay of mjai", "events", lines, work)
