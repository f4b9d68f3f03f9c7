"""``paipu stats``: what the stored matches add up to."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from api.commands.options import Database, Json, LangOption, lang
from api.terminal import out, out_json, say


def command(
    db: Database,
    game: Annotated[str | None, typer.Option(help="One game only.")] = None,
    by: Annotated[
        str | None, typer.Option(help="Apart for each.", metavar="player|seat|dealer")
    ] = None,
    ids: Annotated[
        list[str] | None, typer.Option("--id", help="This statistic only; may be repeated.")
    ] = None,
    definitions: Annotated[
        bool, typer.Option("--definitions", help="What is counted and how, instead of values.")
    ] = False,
    language: LangOption = "both",
    json: Json = False,
    csv: Annotated[bool, typer.Option("--csv", help="Answer in CSV.")] = False,
) -> None:
    """Print statistics of the stored matches.

    Each with numerator, denominator and 95 % interval; rulesets and clients stand apart.

    \b
    paipu stats --db games.duckdb
    paipu stats --db games.duckdb --id follow_rate --by player
    paipu stats --db games.duckdb --csv > statistics.csv
    """
    from api.text.statistics import statistics as as_text
    from api.usecases.counting import list_statistics, statistics
    from api.usecases.stored import open_store

    chosen = lang(language)
    if definitions:
        rows = list_statistics(game)
    else:
        with open_store(db, read_only=True) as store:
            rows = statistics(store, game, by, ids or ())
    if csv:
        _csv(rows)
    elif json:
        for row in rows:
            out_json(row)
    elif definitions:
        out("\n".join(f"{row['id']}  {row['zh']} {row['en']}\n    {row['text']}" for row in rows))
    elif rows:
        out(as_text(rows, chosen))
    else:
        say("no stored match has that" if ids or game else "nothing is stored yet")


def _csv(rows: list[dict[str, Any]]) -> None:
    from csv import DictWriter
    from io import StringIO

    if not rows:
        return
    text = StringIO()
    writer = DictWriter(text, list(rows[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    out(text.getvalue())
