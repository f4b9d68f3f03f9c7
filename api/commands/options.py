"""Options that several subcommands share."""

from __future__ import annotations

from typing import Annotated, cast, get_args

import typer

from api.words import Lang

Json = Annotated[bool, typer.Option("--json", help="Answer in JSON, one object a line.")]
LangOption = Annotated[str, typer.Option("--lang", help="zh, en or both.", metavar="zh|en|both")]
FormatOption = Annotated[
    str,
    typer.Option(
        "--format",
        help="auto (by content), or one of paipu, tenhou-mjlog, tenhou6, mjai, kobalab, majsoul, "
        "ijcai, botzone, tziakcha.",
        metavar="NAME",
    ),
]
Database = Annotated[
    str, typer.Option("--db", help="The database file.", metavar="FILE", envvar="PAIPU_DB")
]


def lang(given: str) -> Lang:
    """A language that there is."""
    if given not in get_args(Lang):
        raise typer.BadParameter(f"{given!r} is none of zh, en, both", param_hint="--lang")
    return cast("Lang", given)


def format_name(given: str) -> str | None:
    """The format that is meant, None for ``auto``."""
    from events.formats import FORMATS

    if given == "auto":
        return None
    if given not in FORMATS:
        known = ", ".join(("auto", *FORMATS))
        raise typer.BadParameter(f"{given!r} is none of {known}", param_hint="--format")
    return given
