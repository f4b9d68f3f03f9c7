"""A service in the test's own process, on a store of its own, and what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from litestar import Litestar
from litestar.testing import TestClient

from api.http.app import app_on, create_app
from store import MemoryStore
from tests.api.http.tools import LOG, RECORD, simulated

Client = TestClient[Litestar]


@pytest.fixture(scope="package")
def service() -> Iterator[Client]:
    """A service that ``client`` puts an empty store under for each test."""
    with TestClient(app_on(MemoryStore()), raise_server_exceptions=False) as found:
        yield found


@pytest.fixture
def client(service: Client) -> Client:
    """A service on an empty store in memory."""
    service.app.state.store = MemoryStore()
    return service


@pytest.fixture(scope="package")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    """A service on a database file with match 1 (the rule book's), 2 and 3 (simulated), and a log.

    It is shared: tests only ask it.
    """
    path = tmp_path_factory.mktemp("http") / "games.duckdb"
    with TestClient(create_app(path), raise_server_exceptions=False) as found:
        for body in (RECORD, *simulated(), LOG):
            assert found.post("/v1/imports", content=body).status_code == 200
        yield found


@pytest.fixture
def database(tmp_path: Path) -> Callable[[], Path]:
    """The path of a database with the rule book's match in it, closed."""

    def make() -> Path:
        path = tmp_path / "games.duckdb"
        with TestClient(create_app(path)) as client:
            client.post("/v1/imports", content=RECORD)
        return path

    return make
