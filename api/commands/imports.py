"""``paipu import``: records and logs into a database."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.inputs import Refused, files
from api.commands.options import Database, FormatOption, Json, format_name
from api.terminal import out, out_json, progress, say, table

if TYPE_CHECKING:
    from api.usecases.importing import HandResult
    from store import DuckStore

STATUSES = ("created", "duplicate", "incomplete", "quarantined")


def command(
    db: Database,
    paths: Annotated[
        list[str] | None, typer.Argument(help="Records, logs or folders; - is standard input.")
    ] = None,
    format: FormatOption = "auto",
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Only say what would be done.")
    ] = False,
    again: Annotated[
        bool, typer.Option("--retry", help="Try what is in quarantine again, after an update.")
    ] = False,
    json: Json = False,
) -> None:
    """Import records and other clients' logs.

    One result a hand. What cannot be read is kept in quarantine with its reason, and the rest goes
    on. Hands with findings are stored: see paipu verify. The same files again create nothing. Exit
    code: 0 all taken, 2 something was quarantined or could not be read.

    \b
    paipu import records/ logs/2016.mjlog --db games.duckdb
    paipu import records/ --db games.duckdb --dry-run
    paipu import --retry --db games.duckdb
    paipu import records/ --db games.duckdb --json | jq -c 'select(.status=="quarantined")'
    """
    from api.usecases.importing import import_file, retry

    if not paths and not again:
        raise typer.BadParameter("name a file or a folder, or give --retry", param_hint="PATHS")
    chosen = format_name(format)
    refused = Refused()
    named = files(paths or [], refused)
    counts: dict[str, Counter[str]] = {}
    store = _open(db, dry_run) if named or again else None
    try:
        for result in retry(store, dry_run) if again and store is not None else ():
            _count(counts, result.file, result)
            _tell(result, json)
        with progress("import", len(named)) as step:
            for path in named:
                try:
                    for result in import_file(store, path, chosen, dry_run):
                        _count(counts, path, result)
                        _tell(result, json)
                except (ValueError, OSError) as error:
                    refused.add(error)
                step()
    finally:
        if store is not None:
            store.close()
    bad = sum(count["quarantined"] for count in counts.values())
    if not json and counts:
        out(_summary(counts))
    if dry_run:
        say("nothing was written (--dry-run)")
    raise typer.Exit(2 if bad or refused.any else 0)


def _open(db: str, dry_run: bool) -> DuckStore | None:
    from api.usecases.stored import open_store

    if dry_run:
        return open_store(db, read_only=True) if Path(db).exists() else None
    return open_store(db, create=True)


def _count(counts: dict[str, Counter[str]], path: str, result: HandResult) -> None:
    count = counts.setdefault(str(Path(path).parent), Counter())
    count[result.status] += 1
    count["findings"] += result.findings
    if result.wall is not None:
        count[f"wall {result.wall}"] += 1


def _tell(result: HandResult, json: bool) -> None:
    if json:
        out_json(result)
    elif result.code is not None and result.status != "duplicate":
        line = "" if result.line is None else f":{result.line}"
        hand = "" if result.hand is None else f"  hand {result.hand}"
        out(f"{result.file}{line}{hand}  {result.status}  {result.code}: {result.reason}")


def _summary(counts: dict[str, Counter[str]]) -> str:
    """Hands by what became of them, a row for each folder."""
    walls = [key for key in ("wall proved", "wall differs") if any(c[key] for c in counts.values())]
    head = ["folder", *STATUSES, "findings", *walls]
    rows = [[folder, *(str(count[key]) for key in head[1:])] for folder, count in counts.items()]
    if len(rows) > 1:
        total = sum(counts.values(), Counter())
        rows.append(["", *(str(total[key]) for key in head[1:])])
    return table(rows, head, right=tuple(range(1, len(head))))
