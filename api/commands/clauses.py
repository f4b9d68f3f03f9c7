"""``paipu clauses``: the rule book."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.options import Json, LangOption, lang
from api.terminal import out, out_json, table
from api.words import both

if TYPE_CHECKING:
    from engine.clauses import Clause


def command(
    game: Annotated[str, typer.Argument(help="The game.")],
    ids: Annotated[list[str] | None, typer.Argument(help="Only these clauses.")] = None,
    json: Json = False,
    language: LangOption = "both",
) -> None:
    """Print the rule book of a game, clause by clause.

    The clauses of the record format (R1 to R13) come last. With ids also what each rests on.

    \b
    paipu clauses jiujiang
    paipu clauses jiujiang JJ-P9 JJ-X3
    paipu clauses jiujiang --json | jq -r .id
    """
    from api.usecases.catalog import list_clauses

    chosen = lang(language)
    found = list_clauses(game, ids or ())
    if json:
        for clause in found:
            out_json(clause)
    elif ids:
        out("\n\n".join(_one(clause, chosen) for clause in found))
    else:
        rows = [[c.id, c.name, c.amount, _text(c, chosen)] for c in found]
        out(table(rows))


def _text(clause: Clause, language: str) -> str:
    zh, en = clause.zh.replace("`", ""), clause.en.replace("`", "")
    if language == "both" and zh != en:
        return f"{zh}\n{en}"
    return both(zh, en, "en" if language == "en" else "zh")


def _one(clause: Clause, language: str) -> str:
    head = f"{clause.id} {clause.name} {clause.amount}".rstrip()
    rests = f"\n← {clause.rests_on}" if clause.rests_on else ""
    return f"{head}\n{_text(clause, language)}{rests}"
