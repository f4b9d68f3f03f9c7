"""How rows get into DuckDB: events through Arrow and one prepared statement, the rest by SQL."""

from __future__ import annotations

import duckdb
import pyarrow as pa  # type: ignore[import-untyped]

from store.log import Batch
from store.quarantine import now_us, printable
from store.stream import Row, RowTuple

_COLUMNS = pa.schema(
    [
        pa.field(name, kind)
        for name, kind in zip(
            Row._fields,
            (
                *(pa.int64(), pa.int64(), pa.int32(), pa.int32(), pa.uint8(), pa.int8()),
                *(pa.string(), pa.string(), pa.int64(), pa.binary(), pa.binary()),
            ),
            strict=True,
        )
    ]
)
"""The columns of the table of events, in its order."""


class Incoming:
    """The rows of the next insert, as DuckDB asks for them when it runs the prepared statement.

    The statement is planned once, which is a fifth of the time of an append; and rows that do not
    fit leave nothing behind in a buffer, as those of DuckDB's appender do.
    """

    PREPARE = "PREPARE append AS INSERT INTO store.events FROM incoming"
    INSERT = "EXECUTE append"

    def __init__(self, con: duckdb.DuckDBPyConnection) -> None:
        self.rows = _COLUMNS.empty_table()
        con.register("incoming", self)
        con.execute(self.PREPARE)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.rows.__arrow_c_stream__(requested_schema)

    def fill(self, rows: list[RowTuple]) -> None:
        """Take the rows for the next insert."""
        columns = zip(zip(*rows, strict=True), _COLUMNS, strict=True)
        self.rows = pa.Table.from_arrays(
            [pa.array(values, field.type) for values, field in columns], schema=_COLUMNS
        )


def insert_about(con: duckdb.DuckDBPyConnection, batch: Batch) -> None:
    """The rows beside the events: the match that begins, and where the batch came from."""
    if batch.begun is not None:
        match, key, event = batch.begun
        source = event.source
        con.execute(
            "INSERT INTO store.matches VALUES (?, ?, ?, ?, ?, ?)",
            [
                match,
                key,
                event.game,
                [player.id for player in event.players],
                source and source.client,
                source and source.ref,
            ],
        )
    if batch.origin is not None:
        con.execute(
            "INSERT INTO store.arrivals VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                batch.rows[0][1],
                batch.first,
                batch.stop,
                *map(printable, batch.origin),
                now_us(),
            ],
        )
