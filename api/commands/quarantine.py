"""``paipu quarantine``: what could not be imported."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.commands.options import Database, Json
from api.terminal import out, out_json, out_raw, say, table


def command(
    db: Database,
    entry: Annotated[
        int | None, typer.Argument(help="Give back the bytes of this entry.", min=0)
    ] = None,
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="A new file; without it standard output.")
    ] = None,
    json: Json = False,
) -> None:
    """List what an import could not take, or give its bytes back.

    \b
    paipu quarantine --db games.duckdb
    paipu quarantine 3 --db games.duckdb -o broken.mjlog
    """
    from api.usecases.stored import all_quarantined, open_store
    from store import export_quarantined

    with open_store(db, read_only=True) as store:
        if entry is not None and output is not None:
            say(f"written to {export_quarantined(store, entry, Path(output))}")
            return
        if entry is not None:
            for piece in store.quarantined_bytes(entry):
                out_raw(piece)
            return
        found = list(all_quarantined(store))
    if json:
        for one in found:
            out_json({**one._asdict(), "place": one.place._asdict()})
    elif found:
        head = ["entry", "bytes", "code", "where", "reason"]
        rows = []
        for one in found:
            line = "" if one.place.first_line is None else f":{one.place.first_line}"
            rows.append([str(one.id), str(one.size), one.code, f"{one.file}{line}", one.reason])
        out(table(rows, head, right=(0, 1)))
    else:
        say("nothing is in quarantine")
