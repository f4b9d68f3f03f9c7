"""``paipu audit``: is everything that was stored still there, unchanged?"""

from __future__ import annotations

import typer

from api.commands.options import Database, Json
from api.terminal import out, out_json, say


def command(db: Database, json: Json = False) -> None:
    """Check that nothing stored was lost or changed.

    The first bad event of a match is named.
    Exit code: 0 everything stands, 1 something does not.

    \b
    paipu audit --db games.duckdb
    """
    from api.usecases.stored import open_store

    with open_store(db, read_only=True) as store:
        audit = store.audit()
    for fault in audit.faults:
        if json:
            out_json(fault._asdict())
        else:
            out(f"{fault.code}  {fault}")
    more = audit.found - len(audit.faults)
    found = f"{audit.found} faults" if audit.found else "no fault"
    hidden = f", {more} not shown" if more else ""
    say(f"{audit.events} events of {audit.matches} matches: {found}{hidden}")
    raise typer.Exit(1 if audit.found else 0)
