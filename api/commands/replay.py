"""``paipu replay``: a position of a record."""

from __future__ import annotations

from typing import Annotated

import typer

from api.commands.options import FormatOption, Json, format_name
from api.terminal import out, out_json


def command(
    file: Annotated[str, typer.Argument(help="A record or log; - is standard input.")],
    hand: Annotated[int | None, typer.Option(help="The hand, from 0.", min=0)] = None,
    at: Annotated[
        str, typer.Option(help="The event: its line in a record less 1; or last.", metavar="SEQ")
    ] = "last",
    seat: Annotated[int | None, typer.Option(help="As this seat sees it, from 0.", min=0)] = None,
    json: Json = False,
    format: FormatOption = "auto",
) -> None:
    """Show the table after an event of a record.

    Whole, or as one seat sees it. Without --at: after the last event, of --hand if that is given.

    \b
    paipu replay match.paipu.jsonl --hand 3 --at 57
    paipu replay match.paipu.jsonl --hand 3 --at last --seat 2
    paipu replay match.paipu.jsonl --at 57 --json | jq .table.seats[0].hand
    """
    from api.text.position import position as as_text
    from api.usecases.positions import position
    from api.usecases.reading import only_match

    items = only_match(file, format_name(format))
    told = position(items, _seq(at), hand, seat, file)
    if json:
        out_json(told)
    else:
        out(as_text(told))


def _seq(given: str) -> int | None:
    if given == "last":
        return None
    if not given.isascii() or not given.isdigit():
        raise typer.BadParameter(f"{given!r} is no event number and not last", param_hint="--at")
    return int(given)
