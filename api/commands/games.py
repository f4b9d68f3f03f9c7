"""``paipu games``: what is played here."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.options import Json
from api.terminal import out, out_json, table

if TYPE_CHECKING:
    from api.usecases.catalog import GameInfo, Option


def command(
    game: Annotated[str | None, typer.Argument(help="One game, with its options.")] = None,
    json: Json = False,
) -> None:
    """List the games, or the options of one.

    \b
    paipu games
    paipu games jiujiang
    """
    from api.usecases.catalog import game_info, list_games

    games = list_games() if game is None else [game_info(game)]
    if json:
        for info in games:
            out_json(info)
    elif game is None:
        out(table([_row(info) for info in games], ["game", "", "", "counts in", "clauses"], (4,)))
    else:
        (info,) = games
        out(f"{info.title} {info.english} ({info.name}), counted in {info.unit}\n")
        rows = [[o.name, _plain(o.default), _values(o), o.about] for o in info.options]
        out(table(rows, ["option", "default", "values", "decides"]))


def _row(info: GameInfo) -> list[str]:
    return [info.name, info.title, info.english, info.unit, str(info.clauses)]


def _values(option: Option) -> str:
    if option.values:
        return " ".join(_plain(value) for value in option.values)
    least = "" if option.least is None else str(option.least)
    return f"{least}…{'' if option.most is None else option.most}"


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
