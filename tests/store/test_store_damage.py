"""Damaged files: whatever is wrong with the bytes is reported, or it makes no difference.

The write-ahead log of a store that was not closed is cut and changed in copies of its two files.
"""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from events import Draw
from store import Audit, DuckStore, StoreError
from store.wal import cut_short
from tests.store.streams import fill
from tests.store.test_store_file import in_another_process

COMMITS = 6
"""The unclosed store holds a match of two events and so many commits of two events after it."""

UNFINISHED = """
import os
from events import Deal, Draw
from tests.store.streams import opening
store = DuckStore(sys.argv[1], create=True)
store.append(None, 0, [opening(), Deal(hand=0, dealer=0, hands=("1m",) * 4)])
for n in range(int(sys.argv[2])):
    store.append(1, 2 * n + 2, [Draw(seat=0, tile="1m"), Draw(seat=1, tile="2m")])
os._exit(0)
"""


class Copies:
    """An unclosed store's file and log, to be damaged in copies."""

    def __init__(self, folder: Path) -> None:
        original = folder / "original.duckdb"
        in_another_process(UNFINISHED, original, COMMITS)
        self.path = folder / "copy.duckdb"
        self.wal = folder / "copy.duckdb.wal"
        self.file = original.read_bytes()
        self.log = (folder / "original.duckdb.wal").read_bytes()
        # A transaction ends with an entry of five bytes that says so.
        ends = [found.end() for found in re.finditer(rb"d\0d\xff\xff", self.log)]
        assert len(ends) == COMMITS + 1
        assert ends[-1] == len(self.log)
        self.ends = [0, *ends]

    def events(self, log: bytes, file: bytes | None = None) -> int:
        """How many events a store of these bytes has when it opens and is audited."""
        self.path.write_bytes(self.file if file is None else file)
        self.wal.write_bytes(log)
        store = DuckStore(self.path, read_only=True)
        try:
            audit = store.audit()
            assert audit.faults == []
            assert len(store.read_all().items) == audit.events
            return audit.events
        finally:
            store.close()


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Copies:
    return Copies(tmp_path_factory.mktemp("damage"))


def test_a_log_cut_anywhere_opens_with_the_whole_commits_before_it(copies: Copies) -> None:
    luck = random.Random(3)
    near = {end + step for end in copies.ends for step in (-17, -1, 0, 1, 16, 37)}
    anywhere = {luck.randrange(len(copies.log)) for _ in range(40)}
    for cut in sorted(near | anywhere):
        if 0 <= cut <= len(copies.log):
            whole = sum(end <= cut for end in copies.ends) - 1
            assert copies.events(copies.log[:cut]) == 2 * whole, f"cut at {cut}"


def test_a_store_with_a_cut_log_goes_on(copies: Copies) -> None:
    copies.path.write_bytes(copies.file)
    copies.wal.write_bytes(copies.log[:-9])
    code = (
        "import os\nfrom events import Draw\nstore = DuckStore(sys.argv[1])\n"
        "store.append(1, store.head(1).version, [Draw(seat=2, tile='9m')])\nos._exit(0)"
    )
    in_another_process(code, copies.path)
    with DuckStore(copies.path) as store:
        assert store.read(1)[-1].event == Draw(seat=2, tile="9m")
        assert store.audit() == Audit(2 * COMMITS + 1, 1, 0, [])


def test_a_changed_length_in_the_log_is_reported(copies: Copies) -> None:
    """DuckDB alone would leave out everything behind it without a word."""
    head = re.search(rb"g\0.\xff\xff", copies.log, re.DOTALL)
    assert head is not None
    place, lengths = head.end(), []
    while place < len(copies.log):
        lengths.append(place)
        place += 16 + int.from_bytes(copies.log[place : place + 8], "little")
    assert place == len(copies.log)
    for number, place in enumerate(lengths):
        for bit in range(number % 16, 64, 16):
            changed = bytearray(copies.log)
            changed[place + bit // 8] ^= 1 << bit % 8
            with pytest.raises(StoreError, match=r"copy aside|aside, then import") as error:
                copies.events(bytes(changed))
            assert error.value.code == "damaged"


def test_a_changed_bit_in_the_log_is_reported(copies: Copies) -> None:
    luck = random.Random(4)
    for _ in range(60):
        changed = bytearray(copies.log)
        changed[luck.randrange(60, len(changed))] ^= 1 << luck.randrange(8)
        with pytest.raises(StoreError) as error:
            copies.events(bytes(changed))
        assert error.value.code == "damaged"


def test_a_log_of_zeros_at_its_end_is_reported(copies: Copies) -> None:
    with pytest.raises(StoreError) as error:
        copies.events(copies.log[: copies.ends[4] + 30] + bytes(500))
    assert error.value.code == "damaged"


def test_the_log_of_another_store_is_reported(copies: Copies, path: Path) -> None:
    fill(path)
    with pytest.raises(StoreError) as error:
        copies.events(copies.log, file=path.read_bytes())
    assert error.value.code == "damaged"


def test_what_is_no_log_was_not_cut_short(path: Path) -> None:
    for data, short in [(b"", True), (b"d\0b", True), (b"x" * 99, True), (b"x" * 100, False)]:
        path.write_bytes(data)
        assert cut_short(path) is short


def test_a_changed_bit_in_the_file_is_reported_or_makes_no_difference(path: Path) -> None:
    fill(path, [f"match {n}" for n in range(20)], hands=8)
    good = path.read_bytes()
    with DuckStore(path, read_only=True) as store:
        events = store.read_all().items
    luck, reported = random.Random(5), 0
    for _ in range(60):
        changed = bytearray(good)
        changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
        path.write_bytes(changed)
        try:
            with DuckStore(path, read_only=True) as store:
                assert store.audit().faults == []
                assert store.read_all().items == events
        except StoreError as error:
            assert error.code in ("damaged", "foreign", "newer"), str(error)
            assert str(path) in str(error)
            reported += 1
    assert reported > 10


@pytest.mark.parametrize("part", [0.02, 0.1, 0.5, 0.9])
def test_a_cut_file_is_reported_or_makes_no_difference(path: Path, part: float) -> None:
    fill(path, "abcdef", hands=8)
    with DuckStore(path, read_only=True) as store:
        events = store.read_all().items
    data = path.read_bytes()
    path.write_bytes(data[: int(len(data) * part)])
    try:
        with DuckStore(path, read_only=True) as store:
            assert store.audit().faults == []
            assert store.read_all().items == events
    except StoreError as error:
        assert error.code in ("damaged", "foreign")
