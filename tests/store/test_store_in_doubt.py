"""The disk fails in the middle of a write: the answer is "in doubt", and the store goes on.

A limit on the size of files (``RLIMIT_FSIZE``) makes writes fail, in a process of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from store import DuckStore
from tests.store.streams import hand
from tests.store.test_store_file import in_another_process

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs RLIMIT_FSIZE")

HAND = len(hand(0))

PROGRAM = """
import resource, threading
import store.attach
from store import InDoubt, Place
from tests.store.streams import hand, opening
path, what = sys.argv[1:]
if what == "checkpoint":
    store.attach.WAL_LIMIT = "1KB"
log = DuckStore(path, create=True)
version = log.append(None, 0, [opening(), *hand(0)]).version
def limit(size):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
doubts = 0
log.quarantine("a", "auto", Place(), "bad", "", b"kept")
limit(300_000 if what == "checkpoint" else 6_000)
for number in range(1, 40):
    try:
        version = log.append(1, version, hand(number)).version
    except InDoubt as error:
        assert error.code == "in_doubt" and "send the same again" in str(error)
        doubts += 1
        break
assert doubts == 1
assert log.head(1).version >= version
assert len(log.read(1)) == log.head(1).version
readers = [threading.Thread(target=log.read, args=(1,)) for _ in range(4)]
for reader in readers:
    reader.start()
for reader in readers:
    reader.join()
limit(resource.RLIM_INFINITY)
done = log.append(1, version, hand(number))
assert log.append(1, version, hand(number)) == done
assert log.audit().found == 0
assert b"".join(log.quarantined_bytes(1)) == b"kept"
log.close()
print(number, done.version)
"""


@pytest.mark.parametrize("what", ["log", "checkpoint"])
def test_after_a_failed_write_the_same_batch_is_stored_once(path: Path, what: str) -> None:
    number, version = map(int, in_another_process(PROGRAM, path, what).split())
    assert version == 1 + HAND * (number + 1)
    with DuckStore(path) as store:
        assert store.head(1).version == version
        assert [found.hand for found in store.hands(1)] == list(range(number + 1))
        assert store.audit().found == 0
