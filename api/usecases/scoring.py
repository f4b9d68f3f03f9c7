"""Scoring cases: finished hands in, answers out, one a line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, BinaryIO, NamedTuple

import msgspec

from api.usecases.sources import open_binary, shown
from engine.case import Answer, ErrorAnswer
from engine.game import GAMES, Game, game
from engine.score import MAX_CASE, answer
from events import MalformedInput


class Scored(NamedTuple):
    """The answer to one case: its line from 1, and its game, None where that cannot be read."""

    line: int
    game: Game | None
    answer: Answer | ErrorAnswer


class _Named(msgspec.Struct):
    game: Any = None


def score_files(paths: Iterable[str]) -> Iterator[Scored]:
    """An answer for each line of the files in order; ``-`` is the standard input.

    :class:`OSError` for a file that cannot be read, :class:`MalformedInput` for one that is empty.
    """
    for path in paths:
        with open_binary(path) as stream:
            number = 0
            for number, line in enumerate(_lines(stream), 1):
                yield Scored(number, _game(line), answer(line))
            if number == 0:
                raise MalformedInput("there is no case in it", file=shown(path))


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long for a case only its beginning."""
    while line := stream.readline(MAX_CASE + 2):
        yield line.rstrip(b"\r\n")
        while line and not line.endswith(b"\n"):
            line = stream.readline(MAX_CASE)


def _game(line: bytes) -> Game | None:
    if len(line) > MAX_CASE:
        return None
    try:
        name = msgspec.json.decode(line, type=_Named).game
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
        return None
    return game(name) if isinstance(name, str) and name in GAMES else None
