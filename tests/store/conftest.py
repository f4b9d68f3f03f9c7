from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from store import DuckStore, EventStore, MemoryStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "events.duckdb"


@pytest.fixture(params=["memory", "duckdb"])
def store(request: pytest.FixtureRequest, path: Path) -> Iterator[EventStore]:
    made: EventStore = MemoryStore() if request.param == "memory" else DuckStore(path, create=True)
    yield made
    made.close()
