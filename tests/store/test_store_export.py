"""Out of the store: records, Parquet and quarantined bytes; nothing is ever overwritten."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow.parquet
import pytest

from events import canonical, record
from store import (
    DuckStore,
    Place,
    StoreError,
    export_parquet,
    export_quarantined,
    export_record,
)
from store.export import save
from tests.store.streams import fill, sitting


@pytest.fixture
def filled(path: Path) -> Iterator[DuckStore]:
    fill(path)
    with DuckStore(path) as store:
        store.quarantine("a.log", "auto", Place(), "bad", "", b"\x00\xff bytes")
        yield store


def test_a_match_becomes_the_record_that_it_was(filled: DuckStore, tmp_path: Path) -> None:
    file = export_record(filled, 2, tmp_path / "b.paipu.jsonl")
    assert file.read_bytes() == record.write(sitting("b"))
    assert record.read(file.read_bytes()) == sitting("b")


def test_into_a_folder_each_export_has_a_name(filled: DuckStore, tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    export_record(filled, 1, folder)
    export_parquet(filled, folder)
    export_quarantined(filled, 1, folder)
    assert sorted(file.name for file in folder.iterdir()) == [
        "events.parquet",
        "match-1.paipu.jsonl",
        "quarantine-1",
    ]
    assert (folder / "quarantine-1").read_bytes() == b"\x00\xff bytes"


def test_parquet_holds_every_event_in_order(filled: DuckStore, tmp_path: Path) -> None:
    file = export_parquet(filled, tmp_path / "events.parquet")
    table = pyarrow.parquet.read_table(file)
    assert table["pos"].to_pylist() == list(range(2 * len(sitting())))
    assert table["payload"].to_pylist() == [
        canonical(event) for ref in "ab" for event in sitting(ref)
    ]
    assert table["type"].to_pylist()[:3] == ["match", "deal", "draw"]
    meta = pyarrow.parquet.ParquetFile(file).metadata
    assert {meta.row_group(0).column(i).compression for i in range(meta.num_columns)} == {"ZSTD"}


@pytest.mark.parametrize("export", [
    lambda store, target: export_record(store, 1, target),
    lambda store, target: export_parquet(store, target),
    lambda store, target: export_quarantined(store, 1, target),
], ids=["record", "parquet", "quarantine"])  # fmt: skip
def test_a_file_that_is_there_is_kept(
    filled: DuckStore, tmp_path: Path, export: Callable[[DuckStore, Path], Path]
) -> None:
    target = tmp_path / "mine"
    target.write_bytes(b"mine")
    with pytest.raises(StoreError, match="is there already") as error:
        export(filled, target)
    assert error.value.code == "exists"
    assert target.read_bytes() == b"mine"


def test_a_failed_export_leaves_nothing_behind(filled: DuckStore, tmp_path: Path) -> None:
    def breaking() -> Iterator[bytes]:
        yield b"half"
        raise StoreError("damaged", "the rest is gone")

    target = tmp_path / "out"
    with pytest.raises(StoreError, match="the rest is gone"):
        save(target, breaking())
    with pytest.raises(StoreError, match="no match 9"):
        export_record(filled, 9, target)
    with pytest.raises(StoreError) as error:
        export_parquet(filled, tmp_path / "no" / "folder")
    assert error.value.code == "failed"
    assert not target.exists()
    assert list(tmp_path.glob("*.part")) == []
