"""Data on standard output, talk on standard error."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from typing import Any


class PipeClosed(Exception):  # noqa: N818
    """Whoever read the output has gone; nothing is left to do and nothing to say."""


_held: list[tuple[Callable[[Any], None], Any]] | None = None
"""What waits until the bar on the same terminal has gone."""


_CONTROLS = dict.fromkeys({*range(0x20), *range(0x7F, 0xA0)} - set(map(ord, "\t\r\n")), "\ufffd")
"""What would steer a terminal; names and notes in a record may hold it."""


def out(text: str | bytes) -> None:
    """Write data as UTF-8, with a line break behind it where it has none.

    Control characters in text are shown as such; bytes stay as they are.
    """
    if _held is not None and sys.stdout is not None and sys.stdout.isatty():
        _held.append((out, text))
        return
    if isinstance(text, str):
        text = text.translate(_CONTROLS).encode("utf-8", "backslashreplace")
    data = text
    out_raw(data if data.endswith(b"\n") else data + b"\n")


def out_raw(data: bytes) -> None:
    """Write bytes as they are; :class:`OSError` where there is no standard output."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "the standard output is closed")
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    except BrokenPipeError as error:
        raise PipeClosed from error


def out_new(data: bytes, path: str | None) -> None:
    """Write bytes into a new file, or as they are to standard output without a path.

    :class:`FileExistsError` where the file is there: nothing is overwritten.
    """
    if path is None:
        out_raw(data)
        return
    with open(path, "xb") as target:
        target.write(data)
    say(f"written to {path}")


def out_json(value: Any) -> None:
    """Write one value as one line of JSON."""
    import msgspec

    out(msgspec.json.encode(value))


def flush() -> None:
    """Send what is written on its way."""
    if sys.stdout is None:
        return
    try:
        sys.stdout.flush()
    except BrokenPipeError as error:
        raise PipeClosed from error


def say(text: str) -> None:
    """Tell the person at the terminal."""
    if _held is not None:
        _held.append((say, text))
        return
    if sys.stderr is not None:
        sys.stderr.write(text.translate(_CONTROLS) + "\n")


def refuse(sentence: str) -> None:
    """Say what is wrong, as every refusal of this program begins."""
    say(f"paipu: {sentence}")


def silence() -> None:
    """Point standard output nowhere, so that the interpreter's last flush cannot fail."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def width() -> int:
    """How wide the output may be: the terminal's columns, 100 where there is none."""
    return shutil.get_terminal_size((100, 24)).columns


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error where that is a terminal; call what it yields to go on by one.

    What is written meanwhile comes when the bar has gone.
    """
    global _held
    if sys.stderr is None or not sys.stderr.isatty() or total < 2:
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    _held = []
    try:
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(what, total=total)
            yield lambda: bar.advance(task)
    finally:
        held, _held = _held, None
        for write, text in held:
            write(text)


def table(
    rows: Sequence[Sequence[str]],
    head: Sequence[str] = (),
    right: Container[int] = (),
    indent: int = 0,
) -> str:
    """Rows in aligned columns, cells wrapped to the width of the output; ``right``: flush right.

    The last column takes what room is left. No line ends in spaces.
    """
    from rich.cells import cell_len
    from rich.console import Console
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    columns = max([len(head), *(len(row) for row in rows)])
    grid = Table(box=None, show_header=bool(head), pad_edge=False, padding=(0, 2, 0, 0))
    for i in range(columns):
        last = i == columns - 1
        grid.add_column(
            Text(head[i]) if head else "",
            justify="right" if i in right else "left",
            no_wrap=not last,
            overflow="fold",
        )
    for row in rows:
        grid.add_row(*(Text(cell) for cell in row))
    # Nothing is ever cut off: where the columns do not fit, the lines are longer than the terminal.
    widths = [
        max([cell_len(row[i]) for row in (head, *rows) if i < len(row)], default=0)
        for i in range(columns)
    ]
    least = indent + sum(widths[:-1]) + 2 * columns + min(widths[-1], 30)
    console = Console(file=StringIO(), width=max(width(), least), color_system=None)
    with console.capture() as captured:
        console.print(Padding(grid, (0, 0, 0, indent), expand=False))
    return "\n".join(line.rstrip() for line in captured.get().splitlines())
