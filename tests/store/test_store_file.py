"""The DuckDB file: reopening it, what SQL sees, and every way in which it cannot be opened."""

from __future__ import annotations

import io
import os
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from events import KINDS, AnyEvent, Claim, Declare, Draw, chain
from store import DuckStore, Place, StoreError
from tests.store.streams import fill, hand, opening, sitting, unchanged

ROOT = Path(__file__).resolve().parents[2]


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as error:
        action()
    return error.value.code


def in_another_process(code: str, *args: object) -> str:
    """What a program prints that runs beside this one (``StoreError`` codes are printed too)."""
    program = (
        "import sys\nfrom store import DuckStore, Place, StoreError\ntry:\n"
        + "".join(f"    {line}\n" for line in code.splitlines())
        + "except StoreError as error:\n    print(error.code, error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, *map(str, args)],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    return done.stdout.strip()


# Keeping


def test_what_was_stored_is_there_after_reopening_and_goes_on(path: Path) -> None:
    with DuckStore(path, create=True) as store:
        first = store.append(None, 0, [opening(), Declare(seat=0, act="datuo"), *hand(0)])
        store.record(sitting("b"))
        before = (store.heads(), store.read_all(), store.matches(), store.hands(1))
    with DuckStore(path) as store:
        assert (store.heads(), store.read_all(), store.matches(), store.hands(1)) == before
        declared = Declare(seat=1, act="datuo")
        store.append(1, first.version, [declared, *hand(1)])
        assert store.read_hand(1, 1)[0].event == declared
        assert store.record(sitting("c")).match == 3
        assert store.audit().found == 0


@pytest.mark.parametrize(
    ("before", "number"),
    [
        ([*hand(0)], 1),
        ([*hand(0), *hand(1)[:3]], 1),
        ([*hand(0), *hand(1)], 2),
        ([*hand(0)[:3]], 0),
        ([*hand(0), Declare(seat=2, act="datuo")], 1),
    ],
    ids=["settled", "in the second hand", "settled again", "in the first hand", "before a deal"],
)
def test_after_reopening_a_declaration_belongs_to_the_right_hand(
    path: Path, before: list[AnyEvent], number: int
) -> None:
    declared = Declare(seat=1, act="flower", tiles="F")
    with DuckStore(path, create=True) as store:
        version = store.append(None, 0, [opening(), *before]).version
    with DuckStore(path) as store:
        store.append(1, version, [declared])
        assert store.read_hand(1, number)[-1].event == declared
        assert store.audit().found == 0


def test_a_file_that_went_away_is_missing_and_not_made_again(path: Path) -> None:
    aside = path.with_name("aside.duckdb")
    with DuckStore(path, create=True) as store:
        store.record(sitting())
        store._recover()
        assert store.record(sitting()).had == len(sitting())
        path.rename(aside)
        path.with_name(f"{path.name}.wal").rename(f"{aside}.wal")
        store._recover()
        assert code_of(store.heads) == "missing"
        assert code_of(lambda: store.record(sitting("b"))) == "missing"
        assert not path.exists()
        aside.rename(path)
        Path(f"{aside}.wal").rename(f"{path}.wal")
        assert store.record(sitting()).had == len(sitting())


def test_a_closed_store_is_one_file(path: Path) -> None:
    fill(path)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_store_that_was_never_closed_loses_nothing(path: Path) -> None:
    code = (
        "import os\nfrom tests.store.streams import sitting\n"
        "store = DuckStore(sys.argv[1], create=True)\n"
        "print(store.record(sitting('a')).version, flush=True)\nos._exit(0)"
    )
    assert in_another_process(code, path) == str(len(sitting("a")))
    with DuckStore(path) as store:
        assert store.head(1).version == len(sitting("a"))


def test_an_old_list_of_kinds_is_completed(path: Path) -> None:
    fill(path)
    with duckdb.connect(path) as con:
        con.execute("DELETE FROM kinds WHERE name = 'ruling'")
    DuckStore(path).close()
    with duckdb.connect(path) as con:
        assert dict(con.execute("SELECT name, code FROM kinds").fetchall()) == {
            type_.__name__.lower(): code for type_, code in KINDS.items()
        }


# What SQL sees


def test_people_can_ask_in_sql(path: Path) -> None:
    extra = [
        Draw(seat=2, tile="5p", at="1970-01-01T01:00:00.000001+01:00"),
        Claim(seat=1, act="pung", tile="5p", with_="5p 5p", of=12),
        Declare(seat=3, act="flower", tiles="F F"),
    ]
    *play, settlement = hand(0)
    events = [opening(), *play, *extra, settlement]
    with DuckStore(path, create=True) as store:
        store.append(None, 0, events)
    with duckdb.connect(path, read_only=True) as con:
        rows = con.execute("SELECT type, hand, seat, act, tile FROM log ORDER BY pos").fetchall()
        assert rows[:3] == [
            ("match", None, None, None, None),
            ("deal", 0, 0, None, None),
            ("draw", 0, 0, None, "1m"),
        ]
        assert rows[-4:] == [
            ("draw", 0, 2, None, "5p"),
            ("claim", 0, 1, "pung", "5p"),
            ("declare", 0, 3, "flower", "F F"),
            ("settlement", 0, None, "draw", None),
        ]
        assert con.execute("SELECT at_us FROM events WHERE at_us IS NOT NULL").fetchall() == [(1,)]
        heads = [head.hex() for head in chain(events)]
        assert con.execute("SELECT * FROM hands").fetchall() == [
            (1, 0, 1, len(events) - 1, "draw", heads[-1])
        ]
        assert con.execute("SELECT game, players[1], client, ref FROM matches").fetchall() == [
            ("jiujiang", "东方", "hand-made", "a")
        ]


def test_the_table_of_events_has_its_primary_key_and_no_other_index(path: Path) -> None:
    fill(path)
    with duckdb.connect(path, read_only=True) as con:
        keys = con.execute(
            "SELECT constraint_type, constraint_column_names FROM duckdb_constraints() "
            "WHERE table_name = 'events' AND constraint_type <> 'NOT NULL'"
        ).fetchall()
        assert keys == [("PRIMARY KEY", ["match_id", "seq"])]
        assert con.execute("SELECT count(*) FROM duckdb_indexes()").fetchone() == (0,)


def test_a_file_that_shrinks_while_it_is_quarantined_is_refused(path: Path) -> None:
    class Shrinking(io.BytesIO):
        def seek(self, place: int, whence: int = 0, /) -> int:
            self.truncate(200_000)
            return super().seek(place, whence)

    with DuckStore(path, create=True) as store:
        data = bytes(300_000)
        with pytest.raises(StoreError, match="changed while it was read"):
            store.quarantine("a", "auto", Place(), "bad", "", Shrinking(data))
        assert store.quarantined().items == []
        entry = store.quarantine("a", "auto", Place(), "bad", "", data)
        assert b"".join(store.quarantined_bytes(entry.id)) == data


def test_changed_bytes_in_quarantine_are_reported(path: Path) -> None:
    with DuckStore(path, create=True) as store:
        store.quarantine("a", "auto", Place(), "bad", "", b"some bytes")
    for change in ("UPDATE quarantine_bytes SET bytes = 'else'", "DELETE FROM quarantine_bytes"):
        with duckdb.connect(path) as con:
            con.execute(change)
        with DuckStore(path) as store, pytest.raises(StoreError, match="entry 1 changed") as error:
            b"".join(store.quarantined_bytes(1))
        assert error.value.code == "damaged"


# What cannot be opened


def test_a_store_is_made_only_when_asked(path: Path) -> None:
    assert code_of(lambda: DuckStore(path)) == "missing"
    assert code_of(lambda: DuckStore(path, read_only=True, create=True)) == "missing"
    assert code_of(lambda: DuckStore(path.parent / "no" / "x.duckdb", create=True)) == "missing"
    assert not path.exists()


def test_a_name_that_cannot_be_is_refused(path: Path) -> None:
    loop = path.with_name("loop")
    loop.symlink_to(loop)
    for name in ("x" * 300, b"caf\xe9".decode("utf-8", "surrogateescape"), "loop"):
        with pytest.raises(StoreError) as error:
            DuckStore(path.with_name(name), create=True)
        str(error.value).encode()


def test_a_folder_is_no_store(path: Path) -> None:
    with pytest.raises(StoreError, match="is a folder") as error:
        DuckStore(path.parent, create=True)
    assert error.value.code == "is_directory"


@pytest.mark.parametrize("content", [b"", b"\0" * 20_000, b'{"type":"match"}\n' * 999])
def test_a_file_that_is_no_database_is_left_alone(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    assert unchanged(path, lambda: code_of(lambda: DuckStore(path, create=True)))
    assert code_of(lambda: DuckStore(path, create=True)) == "foreign"
    assert code_of(lambda: DuckStore(path, read_only=True)) == "foreign"


def test_a_sqlite_file_is_foreign(path: Path) -> None:
    con = sqlite3.connect(path)
    con.execute("CREATE TABLE events(a)")
    con.commit()
    con.close()
    assert code_of(lambda: DuckStore(path, create=True)) == "foreign"


@pytest.mark.parametrize(
    "tables",
    [
        "CREATE TABLE events(pos INTEGER)",
        "CREATE TABLE meta(a INTEGER); CREATE TABLE kinds(a INTEGER)",
        "CREATE TABLE meta(key VARCHAR, value VARCHAR); INSERT INTO meta VALUES ('paipu', '1'); "
        "CREATE TABLE kinds(code INTEGER, name VARCHAR); CREATE TABLE events(a INTEGER)",
    ],
    ids=["one name", "other columns", "half of it"],
)
def test_another_database_is_foreign_and_left_alone(path: Path, tables: str) -> None:
    with duckdb.connect(path) as con:
        con.execute(tables)
    assert unchanged(path, lambda: code_of(lambda: DuckStore(path, create=True)))
    assert code_of(lambda: DuckStore(path, create=True)) == "foreign"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE meta SET value = '2' WHERE key = 'paipu'",
        "INSERT INTO kinds VALUES (99, 'teleport')",
        "UPDATE kinds SET name = 'teleport' WHERE code = 3",
    ],
)
def test_a_store_of_a_later_version_is_left_to_it(path: Path, change: str) -> None:
    fill(path)
    with duckdb.connect(path) as con:
        con.execute(change)
    with pytest.raises(StoreError, match="later") as error:
        DuckStore(path)
    assert error.value.code == "newer"
    assert str(path) in str(error.value)


def test_a_database_of_a_later_duckdb_is_left_to_it(path: Path) -> None:
    fill(path)
    data = bytearray(path.read_bytes())
    # After the checksum (8 bytes) and "DUCK" comes the storage version, 64 bits.
    assert data[8:12] == b"DUCK"
    data[12:20] = (5_000).to_bytes(8, "little")
    path.write_bytes(data)
    assert code_of(lambda: DuckStore(path)) in ("newer", "damaged")


def test_one_process_has_a_store_at_a_time(path: Path) -> None:
    with DuckStore(path, create=True) as store:
        store.record(sitting())
        for how in ("", ", read_only=True"):
            said = in_another_process(f"DuckStore(sys.argv[1]{how})\nprint('opened')", path)
            assert said.startswith("locked ")
            assert f"PID {os.getpid()}" in said
            assert str(path) in said
    assert in_another_process("DuckStore(sys.argv[1])\nprint('opened')", path) == "opened"


def test_a_second_opening_in_the_same_process_fails_and_keeps_the_lock(path: Path) -> None:
    link = path.with_name("link.duckdb")
    with DuckStore(path, create=True) as store:
        link.symlink_to(path)
        for name in (path, link):
            assert code_of(lambda name=name: DuckStore(name)) == "locked"
        said = in_another_process("DuckStore(sys.argv[1])\nprint('opened')", path)
        assert said.startswith("locked ")
        assert store.record(sitting()).version == len(sitting())


def test_several_processes_may_read_one_store(path: Path) -> None:
    fill(path)
    with DuckStore(path, read_only=True) as store:
        code = "print(len(DuckStore(sys.argv[1], read_only=True).read(1)))"
        assert in_another_process(code, path) == str(len(store.read(1)))
        assert in_another_process("DuckStore(sys.argv[1])", path).startswith("locked ")


def test_a_store_opened_for_reading_refuses_to_write(path: Path) -> None:
    fill(path)
    with DuckStore(path, read_only=True) as store:
        assert code_of(lambda: store.record(sitting("new"))) == "read_only"
        assert store.record(sitting("a")).had == len(sitting("a"))
        assert store.audit().found == 0


@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="changes the user: needs root")
@pytest.mark.parametrize("what", ["folder", "file"])
def test_a_place_that_cannot_be_written_is_named(what: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "events.duckdb"
        fill(path)
        folder.chmod(0o555 if what == "folder" else 0o777)
        path.chmod(0o666 if what == "folder" else 0o444)
        nobody = "import os\nos.setuid(65534)\n"
        said = in_another_process(f"{nobody}DuckStore(sys.argv[1])", path)
        assert said.startswith("read_only ")
        assert f"{what} cannot be written" in said
        read = "print(len(DuckStore(sys.argv[1], read_only=True).heads()))"
        assert in_another_process(nobody + read, path) == "2"
        said = in_another_process(f"{nobody}DuckStore(sys.argv[1], create=True)", folder / "b")
        assert said.startswith("read_only ") == (what == "folder")
        folder.chmod(0o700)
