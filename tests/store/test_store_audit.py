"""The audit finds what was changed behind the store's back, and says at which event."""

from __future__ import annotations

import random
from pathlib import Path

import duckdb
import pytest

from store import Audit, DuckStore, Fault, Origin, StoreError
from tests.store.streams import fill, hand, opening, sitting

SIZE = len(sitting())


def tampered(path: Path, *statements: str) -> Audit:
    """The audit of a store whose file someone has changed with SQL."""
    with duckdb.connect(path) as con:
        for statement in statements:
            con.execute(statement)
    with DuckStore(path) as store:
        return store.audit()


def places(audit: Audit) -> list[tuple[int, int | None, int | None, str]]:
    return [(fault.match, fault.seq, fault.pos, fault.code) for fault in audit.faults]


def test_an_untouched_store_is_clean(path: Path) -> None:
    fill(path, "abc")
    with DuckStore(path) as store:
        assert store.audit() == Audit(3 * SIZE, 3, 0, [])


def test_one_flipped_bit_of_any_payload_is_found_at_its_event(path: Path) -> None:
    fill(path)
    luck = random.Random(7)
    with duckdb.connect(path) as con:
        rows = con.execute("SELECT pos, match_id, seq, payload FROM events ORDER BY pos").fetchall()
    for pos, match, seq, payload in rows:
        changed = bytearray(payload)
        changed[luck.randrange(len(changed))] ^= 1 << luck.randrange(8)
        with duckdb.connect(path) as con:
            con.execute("UPDATE events SET payload = ? WHERE pos = ?", [bytes(changed), pos])
        with DuckStore(path, read_only=True) as store:
            audit = store.audit()
        assert places(audit)[0] == (match, seq, pos, "chain")
        assert audit.found - len([f for f in audit.faults if f.code in ("match", "column")]) == 1
        assert f"match {match}, seq {seq} (position {pos})" in str(audit.faults[0])
        with duckdb.connect(path) as con:
            con.execute("UPDATE events SET payload = ? WHERE pos = ?", [payload, pos])
    with DuckStore(path) as store:
        assert store.audit().found == 0


def test_a_changed_chain_value_is_found_at_its_event_alone(path: Path) -> None:
    fill(path)
    for pos in (0, 1, SIZE - 1, SIZE, SIZE + 5):
        with duckdb.connect(path) as con:
            ((old,),) = con.execute("SELECT hash FROM events WHERE pos = ?", [pos]).fetchall()
            con.execute("UPDATE events SET hash = ? WHERE pos = ?", [bytes(32), pos])
        with DuckStore(path, read_only=True) as store:
            audit = store.audit()
        match, seq = divmod(pos, SIZE)
        assert places(audit) == [(match + 1, seq, pos, "chain")]
        with duckdb.connect(path) as con:
            con.execute("UPDATE events SET hash = ? WHERE pos = ?", [old, pos])


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("hand", "1"),
        ("hand", "NULL"),
        ("kind", "3"),
        ("seat", "3"),
        ("act", "'win'"),
        ("tile", "'9s'"),
        ("tile", "NULL"),
        ("at_us", "0"),
    ],
)
def test_a_typed_column_must_say_what_the_payload_says(path: Path, column: str, value: str) -> None:
    fill(path)
    audit = tampered(path, f"UPDATE events SET {column} = {value} WHERE pos = 4")
    assert places(audit) == [(1, 4, 4, "column")]
    assert f"{column} says" in audit.faults[0].message


def test_removed_events_are_found_where_the_gap_ends(path: Path) -> None:
    fill(path)
    audit = tampered(path, "DELETE FROM events WHERE pos IN (3, 4)")
    assert places(audit)[0] == (1, 5, 5, "position")
    assert "2 positions from 3 on" in audit.faults[0].message
    renumbered = tampered(path, "UPDATE events SET pos = pos - 2 WHERE pos > 4")
    assert places(renumbered) == [(1, 5, 3, "seq")]
    assert "seq 3 to 4 are not there" in renumbered.faults[0].message


def test_a_store_with_a_gap_takes_nothing_more(path: Path) -> None:
    fill(path)
    tampered(path, "DELETE FROM events WHERE pos = 3")
    with DuckStore(path) as store:
        with pytest.raises(StoreError, match="run an audit") as error:
            store.record(sitting("new"))
        assert error.value.code == "damaged"
        assert len(store.read(2)) == SIZE


def test_events_in_another_order_are_found(path: Path) -> None:
    fill(path)
    audit = tampered(
        path, "UPDATE events SET pos = CASE pos WHEN 5 THEN 6 ELSE 5 END WHERE pos IN (5, 6)"
    )
    assert places(audit)[0] == (1, 6, 5, "seq")


@pytest.mark.parametrize(("pos", "at"), [(7, 7), (-1, -1), (10**12, 10**12)])
def test_a_wrong_position_is_found(path: Path, pos: int, at: int) -> None:
    fill(path)
    audit = tampered(path, f"UPDATE events SET pos = {pos} WHERE pos = {2 * SIZE - 1}")
    assert (2, SIZE - 1, at) in [fault[:3] for fault in audit.faults]


def test_a_cut_end_is_found_where_it_is_known_how_much_came(path: Path) -> None:
    with DuckStore(path, create=True) as store:
        store.record(sitting("a"), Origin("a.log", "paipu", "0" * 64))
        store.record(sitting("b"), Origin("b.log", "paipu", "1" * 64))
    audit = tampered(path, f"DELETE FROM events WHERE pos >= {2 * SIZE - 3}")
    assert audit.faults == [
        Fault(2, None, None, "lost", f"{SIZE} events came, {SIZE - 3} are there")
    ]


@pytest.mark.parametrize(
    ("change", "match", "code"),
    [
        ("DELETE FROM matches WHERE match_id = 2", 2, "match"),
        ("UPDATE matches SET key = unhex('00') WHERE match_id = 1", 1, "match"),
        ("INSERT INTO matches FROM matches WHERE match_id = 2", 2, "match"),
        ("DELETE FROM events WHERE match_id = 2", 2, "lost"),
    ],
)
def test_the_table_of_matches_must_fit_the_events(
    path: Path, change: str, match: int, code: str
) -> None:
    fill(path)
    audit = tampered(path, change)
    assert (match, None, None, code) in places(audit)


def test_only_the_first_faults_are_listed_and_all_are_counted(path: Path) -> None:
    fill(path)
    with duckdb.connect(path) as con:
        con.execute("UPDATE events SET tile = 'x'")
    with DuckStore(path) as store:
        audit = store.audit(limit=3)
    assert (audit.found, len(audit.faults)) == (2 * SIZE, 3)


def test_a_payload_that_cannot_be_read_is_named_when_it_is_read(path: Path) -> None:
    with DuckStore(path, create=True) as store:
        store.append(None, 0, [opening(), *hand(0)])
    audit = tampered(path, "UPDATE events SET payload = unhex('C1') WHERE pos = 4")
    assert "cannot be read" in audit.faults[0].message
    with DuckStore(path) as store:
        assert len(store.read(1, 5)) == len(hand(0)) - 4
        with pytest.raises(StoreError, match="match 1, seq 4: the stored payload") as error:
            store.read(1)
    assert error.value.code == "damaged"
