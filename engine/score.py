"""Scoring of single hands: one JSON case of any game in, one answer out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct

from engine.case import Answer, CaseError, ErrorAnswer
from engine.game import GAMES, Game, game
from engine.intake import refusal

MAX_CASE = 64 * 2**10
"""Longest case that is read, in bytes; no hand needs a tenth of it."""


MAX_BRACKETS = 500
"""More lists and objects than any case has; so many may be nested deeper than can be read."""


class _Head(Struct):
    """What tells which scorer reads the case, and what its answer is called."""

    game: Any = UNSET
    id: Any = UNSET


_head = msgspec.json.Decoder(_Head)


def answer(line: bytes) -> Answer | ErrorAnswer:
    """The answer to one case, a JSON object of any game; never raises for what is in ``line``.

    What cannot be scored gets an error whose code is one of :data:`engine.intake.CODES`, with the
    path of the field; the case's ``id`` is returned wherever it can be read.
    """
    head = _Head()
    try:
        if len(line) > MAX_CASE:
            raise CaseError("json", f"the case is longer than {MAX_CASE} bytes")
        if line.count(b"[") + line.count(b"{") > MAX_BRACKETS:
            raise CaseError("json", "nested too deeply")
        head = _decode_head(line)
        found = _scored(head.game)
        assert found.score is not None
        return found.score(_decode(found, line))
    except CaseError as error:
        told = {"code": error.code, "message": error.message, "path": error.path}
        return ErrorAnswer(id=head.id, error=told)


def answers(lines: Iterable[bytes]) -> Iterator[Answer | ErrorAnswer]:
    """One answer a line, in order."""
    return map(answer, lines)


def _decode_head(line: bytes) -> _Head:
    try:
        return _head.decode(line)
    except msgspec.ValidationError as error:
        raise CaseError("json", "a case is a JSON object") from error
    except msgspec.DecodeError as error:
        raise CaseError("json", str(error)) from error
    except RecursionError as error:
        raise CaseError("json", "nested too deeply") from error


def _scored(name: Any) -> Game:
    if name is UNSET:
        raise CaseError("field", "the field 'game' is missing", "$.game")
    if name not in GAMES or game(name).score is None:
        raise CaseError("game", f"no game {name!r} is scored here", "$.game")
    return game(name)


def _decode(found: Game, line: bytes) -> Any:
    try:
        return _decoder(found.name).decode(line)
    except msgspec.MsgspecError as error:
        raise refusal(error, found.options) from error


@cache
def _decoder(name: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(game(name).case)
