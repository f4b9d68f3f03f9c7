"""The fact tables beside a store's file: never older than the store, never trusted when damaged."""

from __future__ import annotations

import random

import polars as pl
import pytest
from polars.testing import assert_frame_equal

from analytics import build, cache, of_store, report
from engine.simulate import simulate
from store import DuckStore, MemoryStore

MATCHES = {seed: list(simulate("jiujiang", random.Random(seed), hands=3)) for seed in range(1, 4)}


@pytest.fixture
def store(tmp_path):
    with DuckStore(tmp_path / "table.duckdb", create=True) as opened:
        for events in MATCHES.values():
            opened.record(events)
        yield opened


@pytest.fixture
def built(monkeypatch):
    """The matches that are built from their events, in order."""
    seen = []

    def spy(matches, **how):
        matches = [(match, list(events)) for match, events in matches]
        seen.extend(match for match, _ in matches)
        return build(matches, **how)

    monkeypatch.setattr(cache, "build", spy)
    return seen


def same(facts, others):
    for table, other in zip(facts, others, strict=True):
        assert_frame_equal(table, other)


def expected(matches=MATCHES):
    return build((str(number), events) for number, events in matches.items())


def folder(store):
    return store.path.with_name("table.duckdb.facts")


def test_the_tables_of_a_store_are_those_of_its_events(store):
    same(of_store(store), expected())


def test_the_second_time_nothing_is_built(store, built):
    first = of_store(store)
    assert built == [1, 2, 3]
    same(of_store(store), first)
    assert built == [1, 2, 3]
    assert sorted(file.name for file in folder(store).iterdir()) == [
        "hands.parquet", "lines.parquet", "manifest.json", "seats.parquet",
    ]  # fmt: skip


def test_only_what_is_new_or_went_on_is_built(tmp_path, built):
    one, two, three = MATCHES.values()
    half = len(two) // 2
    with DuckStore(tmp_path / "table.duckdb", create=True) as store:
        store.record(one)
        store.record(two[:half])
        before = of_store(store)
        assert before.hands["excluded"].to_list().count("incomplete") == 1
        store.record(two)
        store.record(three)
        same(of_store(store), expected())
    assert built == [1, 2, 2, 3]


@pytest.mark.parametrize(
    "name", ["hands.parquet", "seats.parquet", "lines.parquet", "manifest.json"]
)
@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "gone", "folder"])
def test_a_damaged_cache_is_built_anew(store, built, name, damage):
    of_store(store)
    file = folder(store) / name
    data = bytearray(file.read_bytes())
    match damage:
        case "flip":
            data[len(data) // 2] ^= 1
            file.write_bytes(data)
        case "cut":
            file.write_bytes(data[:-10])
        case "empty":
            file.write_bytes(b"")
        case "gone" | "folder":
            file.unlink()
            if damage == "folder":
                file.mkdir()
    same(of_store(store), expected())
    # A flipped bit in the head of one match costs that match alone.
    assert built in ([1, 2, 3, 1, 2, 3], [1, 2, 3, 3])
    assert name == "manifest.json" or len(built) == 6


def test_tables_that_were_exchanged_for_others_are_built_anew(store, built):
    """A table that is good Parquet and not the one that was written."""
    facts = of_store(store)
    facts.seats.with_columns(net=pl.lit(0, pl.Int64)).write_parquet(folder(store) / "seats.parquet")
    same(of_store(store), facts)
    assert built == [1, 2, 3, 1, 2, 3]


def test_a_cache_of_other_code_is_built_anew(store, built, monkeypatch):
    of_store(store)
    monkeypatch.setattr(cache, "code", lambda: "a later version")
    same(of_store(store), expected())
    assert built == [1, 2, 3, 1, 2, 3]


def test_a_cache_of_another_store_is_not_believed(store, built, tmp_path):
    """Match 1 of another file is another match, whatever its number."""
    of_store(store)
    with DuckStore(tmp_path / "other.duckdb", create=True) as other:
        other.record(MATCHES[3])
        same(of_store(other, folder(store)), expected({1: MATCHES[3]}))
    assert built == [1, 2, 3, 1]


def test_a_folder_that_cannot_be_written_is_done_without(store):
    folder(store).write_text("in the way")
    same(of_store(store), expected())
    assert folder(store).read_text() == "in the way"


def test_a_store_without_a_file_has_no_cache(built):
    store = MemoryStore()
    store.record(MATCHES[1])
    for _ in range(2):
        same(of_store(store), expected({1: MATCHES[1]}))
    assert built == [1, 1]


def test_ten_matches_stay_in_the_order_of_their_numbers(tmp_path):
    with DuckStore(tmp_path / "many.duckdb", create=True) as store:
        for seed in range(11):
            store.record(list(simulate("jiujiang", random.Random(100 + seed), hands=1)))
            of_store(store)
        assert of_store(store).hands["match"].to_list() == [str(n) for n in range(1, 12)]


def test_a_report_of_a_store_is_that_of_its_events(store):
    assert_frame_equal(report(store), report(MATCHES.items()))
