"""A log that is cut anywhere can be stored, and its whole version goes on from there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api.usecases.importing import import_bytes
from events.record import write
from store import MemoryStore

LOG = Path(__file__).parents[2] / "demo" / "tenhou_hand_written.mjlog"
TAGS = [found.end() for found in re.finditer(rb"<[^>]*>", LOG.read_bytes())]


def imported(store: MemoryStore, data: bytes) -> list[str]:
    return [result.status for result in import_bytes(store, data, "log.mjlog")]


def events(store: MemoryStore) -> bytes:
    return write(stored.event for stored in store.read(1))


@pytest.fixture(scope="module")
def whole() -> bytes:
    store = MemoryStore()
    assert set(imported(store, LOG.read_bytes())) == {"created"}
    return events(store)


@pytest.mark.parametrize("cut", TAGS[6:-1:7])
def test_the_whole_log_continues_one_that_was_cut(cut: int, whole: bytes) -> None:
    store = MemoryStore()
    first = imported(store, LOG.read_bytes()[:cut])
    assert "quarantined" not in first
    then = imported(store, LOG.read_bytes())
    assert "quarantined" not in then
    without_digest = re.compile(rb'"sha256":"[0-9a-f]*"')
    assert without_digest.sub(b"", events(store)) == without_digest.sub(b"", whole)
    assert set(imported(store, LOG.read_bytes())) == {"duplicate"}
    assert len(store.heads()) == 1
