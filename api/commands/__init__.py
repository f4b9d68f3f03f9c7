"""The subcommands in the order in which the help lists them.

Each module imports what it needs when it runs, so that the program starts at once.
"""

from __future__ import annotations

from collections.abc import Callable

import typer

from api.commands.audit import command as audit
from api.commands.clauses import command as clauses
from api.commands.convert import command as convert
from api.commands.explain import command as explain
from api.commands.export import command as export
from api.commands.games import command as games
from api.commands.imports import command as imports
from api.commands.matches import command as matches
from api.commands.quarantine import command as quarantine
from api.commands.replay import command as replay
from api.commands.score import command as score
from api.commands.serve import command as serve
from api.commands.simulate import command as simulate
from api.commands.stats import command as stats
from api.commands.verify import command as verify

COMMANDS: dict[str, Callable[..., None]] = {
    "games": games,
    "clauses": clauses,
    "score": score,
    "simulate": simulate,
    "verify": verify,
    "replay": replay,
    "explain": explain,
    "convert": convert,
    "import": imports,
    "matches": matches,
    "quarantine": quarantine,
    "export": export,
    "audit": audit,
    "stats": stats,
    "serve": serve,
}
"""Each subcommand by its name."""


def register(app: typer.Typer) -> None:
    """Give ``app`` every subcommand."""
    for name, command in COMMANDS.items():
        app.command(name)(command)
