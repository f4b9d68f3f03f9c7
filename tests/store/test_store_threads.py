"""Several threads: one write at a time, readers on cursors of their own, never half a batch."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, Event
from time import sleep

from events import Draw, chain
from store import Conflict, DuckStore, EventStore, StoreError
from tests.store.streams import hand, opening, sitting
from tests.store.test_store_file import in_another_process

HAND = len(hand(0))


def test_the_same_record_from_many_threads_is_stored_once(store: EventStore) -> None:
    start = Barrier(8)

    def put() -> tuple[int, int]:
        start.wait()
        done = store.record(sitting("a", hands=4))
        return done.match, done.had

    with ThreadPoolExecutor(8) as pool:
        answers = [future.result() for future in [pool.submit(put) for _ in range(8)]]
    size = len(sitting("a", hands=4))
    assert sorted(answers) == [(1, 0)] + [(1, size)] * 7
    assert store.audit()[:3] == (size, 1, 0)


def test_of_different_batches_for_one_place_one_is_stored(store: EventStore) -> None:
    version = store.append(None, 0, [opening(), *hand(0)]).version
    start = Barrier(6)

    def put(tile: str) -> str | None:
        start.wait()
        try:
            store.append(1, version, [Draw(seat=0, tile=tile)])
        except Conflict as conflict:
            assert conflict.version == version + 1
            assert len(conflict.missing) == 1
            return None
        return tile

    with ThreadPoolExecutor(6) as pool:
        won = [tile for tile in pool.map(put, [f"{n}m" for n in range(1, 7)]) if tile]
    assert [stored.event for stored in store.read(1, version)] == [Draw(seat=0, tile=won[0])]
    assert len(won) == 1


def test_readers_see_whole_batches_while_one_thread_writes(path: Path) -> None:
    whole = [opening(), *(event for number in range(60) for event in hand(number))]
    heads = list(chain(whole))
    finished = Event()

    def read(store: DuckStore) -> int:
        versions = set()
        while not finished.is_set():
            rows = store.read(1)
            assert (len(rows) - 1) % HAND == 0
            assert rows[-1].hash == heads[len(rows) - 1]
            page = store.read_all(limit=1000)
            assert [row.pos for row in page.items] == list(range(len(page.items)))
            versions.add(len(rows))
        return len(versions)

    with DuckStore(path, create=True) as store, ThreadPoolExecutor(4) as pool:
        version = store.append(None, 0, whole[: 1 + HAND]).version
        readers = [pool.submit(read, store) for _ in range(4)]
        while version < len(whole):
            version = store.append(1, version, whole[version : version + HAND]).version
        finished.set()
        assert max(reader.result() for reader in readers) > 2
        assert store.head(1) == (len(whole), heads[-1])
        assert store.audit().found == 0


def test_closing_beside_readers_ends_their_reading_and_frees_the_file(path: Path) -> None:
    size = len(sitting("a", hands=30))

    def read(store: DuckStore, begun: Barrier) -> str:
        begun.wait()
        while True:
            try:
                assert len(store.read(1)) == size
            except StoreError as error:
                return error.code

    for _ in range(5):
        store, begun = DuckStore(path, create=True), Barrier(5)
        store.record(sitting("a", hands=30))
        with ThreadPoolExecutor(4) as pool:
            readers = [pool.submit(read, store, begun) for _ in range(4)]
            begun.wait()
            sleep(0.02)
            store.close()
            assert {reader.result() for reader in readers} == {"closed"}
        assert (
            in_another_process("DuckStore(sys.argv[1]).close()\nprint('opened')", path) == "opened"
        )
