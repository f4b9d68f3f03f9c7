"""The tables of a store file. They are made once; a change of them is a new file (never ALTER)."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from pathlib import Path

import duckdb

from events import KINDS, Settlement
from store.errors import StoreError

SCHEMA = 1
"""The version of these tables."""

TABLES = (
    "CREATE TABLE meta(key VARCHAR PRIMARY KEY, value VARCHAR NOT NULL)",
    "CREATE TABLE kinds(code UTINYINT PRIMARY KEY, name VARCHAR NOT NULL)",
    """CREATE TABLE matches(
        match_id BIGINT NOT NULL,  -- 1, 2, 3, ... in the order of coming
        key      BLOB NOT NULL,    -- SHA-256 over the match event and the first deal
        game     VARCHAR NOT NULL,
        players  VARCHAR[] NOT NULL,  -- ids by seat
        client   VARCHAR,
        ref      VARCHAR)""",
    """CREATE TABLE events(
        pos      BIGINT NOT NULL,   -- 0, 1, 2, ... in the whole log
        match_id BIGINT NOT NULL,
        seq      INTEGER NOT NULL,  -- 0, 1, 2, ... in the match
        hand     INTEGER,
        kind     UTINYINT NOT NULL,
        seat     TINYINT,
        act      VARCHAR,
        tile     VARCHAR,
        at_us    BIGINT,            -- microseconds since 1970, UTC
        payload  BLOB NOT NULL,     -- canonical bytes, exactly as hashed
        hash     BLOB NOT NULL,     -- SHA-256(hash before || payload)
        PRIMARY KEY (match_id, seq))""",
    """CREATE TABLE arrivals(
        match_id  BIGINT NOT NULL,
        first_seq INTEGER NOT NULL,
        stop_seq  INTEGER NOT NULL,  -- the seq after the last
        file      VARCHAR NOT NULL,
        format    VARCHAR NOT NULL,
        sha256    VARCHAR NOT NULL,  -- of the original bytes, hex
        at_us     BIGINT NOT NULL)""",
    """CREATE TABLE quarantine(
        id          BIGINT NOT NULL,
        file        VARCHAR NOT NULL,
        format      VARCHAR NOT NULL,
        first_line  BIGINT,
        last_line   BIGINT,
        byte_offset BIGINT,
        code        VARCHAR NOT NULL,
        reason      VARCHAR NOT NULL,
        size        BIGINT NOT NULL,
        sha256      VARCHAR NOT NULL,
        at_us       BIGINT NOT NULL)""",
    "CREATE TABLE quarantine_bytes(id BIGINT NOT NULL, part INTEGER NOT NULL, bytes BLOB NOT NULL)",
    # For people who look into the file with SQL.
    """CREATE VIEW log AS
        SELECT pos, match_id, seq, hand, name AS type, seat, act, tile,
               make_timestamp(at_us) AS happened, lower(hex(hash)) AS chain
        FROM events JOIN kinds ON code = kind""",
    f"""CREATE VIEW hands AS
        SELECT match_id, hand, min(seq) AS first_seq, max(seq) AS last_seq,
               arg_max(act, seq) FILTER (kind = {KINDS[Settlement]}) AS outcome,
               lower(hex(arg_max(hash, seq))) AS chain
        FROM events WHERE hand IS NOT NULL GROUP BY match_id, hand""",
)


def prepare(con: duckdb.DuckDBPyConnection, path: Path, *, create: bool, read_only: bool) -> None:
    """Check that the attached file is a store of ours, or make its tables when it is empty.

    Kinds of event that are newer than the file are added to its list.

    Raises ``foreign`` for another database, ``newer`` for tables or kinds of a later version.
    """
    there = {name for (name,) in con.execute(_THERE).fetchall()}
    if not there and create and not read_only:
        _make(con)
        return
    try:
        meta = dict(con.execute("SELECT key, value FROM meta").fetchall())
        kinds = dict(con.execute("SELECT code, name FROM kinds").fetchall())
    except (duckdb.CatalogException, duckdb.BinderException):
        meta, kinds = {}, {}
    if not there >= _NAMES or not str(meta.get("paipu", "")).isdigit():
        raise StoreError("foreign", f"{path}: a DuckDB database, but no paipu store")
    if int(meta["paipu"]) > SCHEMA:
        raise StoreError(
            "newer",
            f"{path}: written by a later paipu (tables {meta['paipu']}, this knows {SCHEMA}); "
            "open it with that version",
        )
    if unknown := sorted(set(kinds.items()) - set(_KIND_NAMES.items())):
        raise StoreError(
            "newer",
            f"{path}: holds events of a kind that this paipu does not know ({unknown[0][1]}); "
            "open it with a later version",
        )
    if not read_only:
        _add_kinds(con, _KIND_NAMES.keys() - kinds.keys())


def _make(con: duckdb.DuckDBPyConnection) -> None:
    """Make the tables in one transaction and write them into the file, out of the log."""
    con.execute("BEGIN")
    for statement in TABLES:
        con.execute(statement)
    con.execute(
        "INSERT INTO meta VALUES ('paipu', ?), ('store', ?)", [str(SCHEMA), str(uuid.uuid4())]
    )
    _add_kinds(con, _KIND_NAMES.keys())
    con.execute("COMMIT")
    con.execute("CHECKPOINT store")


def _add_kinds(con: duckdb.DuckDBPyConnection, codes: Iterable[int]) -> None:
    for code in sorted(codes):
        con.execute("INSERT INTO kinds VALUES (?, ?)", [code, _KIND_NAMES[code]])


_KIND_NAMES = {code: type_.__name__.lower() for type_, code in KINDS.items()}

_NAMES = {"meta", "kinds", "matches", "events", "arrivals", "quarantine", "quarantine_bytes"}

_THERE = "SELECT table_name FROM duckdb_tables() WHERE database_name = 'store' AND NOT internal"
