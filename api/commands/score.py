"""``paipu score``: what finished hands are worth."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.options import LangOption, lang
from api.terminal import out, out_json


def command(
    files: Annotated[
        list[str] | None, typer.Argument(help="Files of cases; standard input without.")
    ] = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="The lines with their clauses, for people.")
    ] = False,
    language: LangOption = "both",
) -> None:
    """Score finished hands.

    One JSON case a line in, one answer a line out, in order. A case that cannot be scored is
    answered with its error, and the next one follows. The fields are described in
    docs/score-case.md.

    \b
    paipu score cases.jsonl > answers.jsonl
    paipu score --explain < case.json
    """
    from api.text.answers import answer
    from api.usecases.scoring import score_files

    chosen = lang(language)
    for scored in score_files(files or ["-"]):
        if explain:
            out(answer(scored, chosen))
        else:
            out_json(scored.answer)
