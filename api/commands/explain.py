"""``paipu explain``: where every point of a hand comes from."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.options import FormatOption, Json, LangOption, format_name, lang
from api.terminal import out, out_json


def command(
    file: Annotated[str, typer.Argument(help="A record or log; - is standard input.")],
    hand: Annotated[int, typer.Option(help="The hand, from 0.", min=0)],
    recorded: Annotated[
        bool, typer.Option("--recorded", help="What the record says beside what it should be.")
    ] = False,
    language: LangOption = "both",
    json: Json = False,
    format: FormatOption = "auto",
) -> None:
    """Explain where every point of a hand comes from.

    Each settlement line with its clause, and what each seat pays. Own and eaten 炮 stand apart for
    each payer. Where the record differs from the rules, the differing lines are named with their
    clauses, and who owes whom what. Exit code 1: it differs.

    \b
    paipu explain match.paipu.jsonl --hand 3
    paipu explain match.paipu.jsonl --hand 3 --recorded --lang zh
    paipu explain match.paipu.jsonl --hand 3 --json | jq .owed
    """
    from api.text.explanation import explanation
    from api.usecases.positions import explain
    from api.usecases.reading import only_match

    chosen = lang(language)
    told = explain(only_match(file, format_name(format)), hand, file)
    if json:
        out_json(told)
    else:
        out(explanation(told, chosen, recorded))
    raise typer.Exit(0 if told.agrees and not told.play else 1)
