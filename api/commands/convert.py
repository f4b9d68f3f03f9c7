"""``paipu convert``: a record or log in another format."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.options import FormatOption, format_name
from api.terminal import out_new


def command(
    file: Annotated[str, typer.Argument(help="A record or log; - is standard input.")],
    to: Annotated[
        str, typer.Option("--to", help="The format to write.", metavar="paipu|mjai|tenhou6")
    ] = "paipu",
    output: Annotated[
        str | None, typer.Option("--output", "-o", help="A new file; without it standard output.")
    ] = None,
    format: FormatOption = "auto",
) -> None:
    """Write a record or log in another format.

    mjai and tenhou6 (tenhou.net/6) are for riichi games: what reviewers and viewers read. A file
    that is there is never overwritten.

    \b
    paipu convert game.mjlog --to mjai -o game.mjson
    paipu convert game.mjlog --to tenhou6
    paipu convert game.mjson | paipu verify -
    """
    from api.usecases.converting import convert
    from api.usecases.sources import load, shown

    out_new(convert(load(file), shown(file), to, format_name(format)), output)
