"""The command line: ``paipu`` and its subcommands, one module each in ``api.commands``.

Exit codes: 0 clean, 1 findings, 2 input that cannot be used, 130 interrupted. Data goes to standard
output, everything said to people to standard error.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from api import commands, refusals, terminal

HELP = """牌谱 paipu: records of Chinese table games, replayed, checked and explained.

Exit codes: 0 clean, 1 findings, 2 input that cannot be used.
"""

app = typer.Typer(
    name="paipu",
    help=HELP,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
commands.register(app)


@app.callback(invoke_without_command=True)
def top(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False,
) -> None:
    """What stands before a subcommand."""
    if version:
        from importlib.metadata import version as installed

        terminal.out(f"paipu {installed('paipu')}")
        raise typer.Exit(0)
    if context.invoked_subcommand is None:
        terminal.out(context.get_help())


def main() -> None:
    """The console script."""
    sys.exit(run())


def run(args: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; a refusal is one sentence, never a traceback."""
    try:
        code = app(args=args, prog_name="paipu", standalone_mode=False)
        terminal.flush()
        return code if isinstance(code, int) else 0
    except terminal.PipeClosed:
        terminal.silence()
        return 141
    except KeyboardInterrupt:
        return 130
    except Exception as error:
        sentence = refusals.sentence(error)
        if sentence is None:
            raise
        terminal.refuse(sentence)
        return 2
