"""``paipu serve``: the HTTP service on a database."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.options import Database


def command(
    db: Database,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="The port; 0: any free one.", min=0, max=65535)] = 8000,
) -> None:
    """Serve the HTTP API on a database.

    The database is made when it is not there; one process has it at a time. The documentation is
    at /docs and works without the internet. Ctrl-C stops the service in good order.

    \b
    paipu serve --db games.duckdb
    paipu serve --db games.duckdb --host 0.0.0.0 --port 80
    """
    from api.http import serve

    serve(db, host, port)
