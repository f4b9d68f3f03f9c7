"""``paipu export``: a match as a record, or all events as Parquet."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.commands.options import Database
from api.terminal import out_new, say


def command(
    db: Database,
    match: Annotated[int | None, typer.Option(help="The match to write as a record.")] = None,
    parquet: Annotated[
        str | None, typer.Option(help="Write all events to this new file.", metavar="OUT")
    ] = None,
    to: Annotated[
        str,
        typer.Option("--to", help="The format of the match.", metavar="paipu|mjai|tenhou6"),
    ] = "paipu",
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="A new file; without it standard output.")
    ] = None,
) -> None:
    """Write a match as a record, or all as Parquet.

    A file that is there is never overwritten.

    \b
    paipu export --db games.duckdb --match 3 -o match-3.paipu.jsonl
    paipu export --db games.duckdb --match 3 | paipu verify -
    paipu export --db games.duckdb --match 3 --to mjai -o match-3.mjson
    paipu export --db games.duckdb --parquet events.parquet
    """
    from api.usecases.converting import OURS, written
    from api.usecases.stored import open_store
    from store import export_parquet, export_record

    if (match is None) == (parquet is None):
        raise typer.BadParameter("name either --match or --parquet")
    with open_store(db, read_only=True) as store:
        if parquet is not None:
            say(f"written to {export_parquet(store, Path(parquet))}")
        elif match is not None and output is not None and to == OURS:
            say(f"written to {export_record(store, match, Path(output))}")
        elif match is not None:
            out_new(written((stored.event for stored in store.read(match)), to), output)
