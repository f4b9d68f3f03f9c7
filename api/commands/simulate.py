"""``paipu simulate``: legal records from seeded players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from api.terminal import out, progress, say


def command(
    game: Annotated[str, typer.Argument(help="The game.")],
    seed: Annotated[int, typer.Option(help="The same seed gives the same bytes.")] = 1,
    matches: Annotated[int, typer.Option(help="How many matches.", min=1, max=99999)] = 1,
    hands: Annotated[
        int | None,
        typer.Option(
            help="At most so many hands a match; without it to the match's end, or 16 hands in a "
            "game whose match has none.",
            min=1,
            max=10000,
        ),
    ] = None,
    players: Annotated[
        int | None, typer.Option(help="How many play, in a game of several sizes.", min=2, max=4)
    ] = None,
    to: Annotated[
        str | None, typer.Option("--out", help="The folder; without it to standard output.")
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the match.", metavar="NAME=VALUE")
    ] = None,
    rare: Annotated[
        float | None,
        typer.Option(help="Share of deals arranged for rare acts; 0: luck alone.", min=0, max=1),
    ] = None,
) -> None:
    """Write records of simulated matches.

    The players are seeded: the same seed gives the same bytes.

    \b
    paipu simulate jiujiang --seed 1 --matches 200 --hands 16 --out records/
    paipu simulate jiujiang --hands 1 --option multi_win=true | paipu verify -
    paipu simulate gaohuzi --players 2 --option datuo=3 --matches 10 --out records/
    """
    from api.usecases.simulating import parse_options, save, simulate_matches

    if to is None and matches > 1:
        raise typer.BadParameter("several matches need a folder", param_hint="--out")
    options = parse_options(game, option or [])
    records = simulate_matches(game, seed, matches, hands, options, rare, players)
    with progress("simulate", matches) as step:
        for simulated in records:
            if to is None:
                out(simulated.record)
            else:
                save(simulated, Path(to))
            step()
    if to is not None:
        say(f"{matches} record{'s' * (matches != 1)} in {to}")
