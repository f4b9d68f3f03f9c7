"""What there is: games with their options, and the clauses of their rule books."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import Struct

from api.usecases.errors import NotThere
from engine.clauses import Clause, clauses, record_clauses
from engine.game import GAMES, Game, game


class Option(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An option of a match: its name, default, and the values it may have.

    ``values`` lists them; a whole number may have ``least`` and ``most`` instead. ``about`` says
    what it decides, with its clause.
    """

    name: str
    default: Any
    values: tuple[Any, ...] = ()
    least: int | None = None
    most: int | None = None
    about: str = ""


class GameInfo(Struct, frozen=True, kw_only=True):
    """A game: names, what is counted in, numbers of players, and its options."""

    name: str
    title: str
    english: str
    unit: str
    players: tuple[int, ...]
    clauses: int
    options: tuple[Option, ...]


def list_games() -> list[GameInfo]:
    """Every game that is played here."""
    return [game_info(name) for name in GAMES]


def list_clauses(name: str, ids: Iterable[str] = ()) -> list[Clause]:
    """The clauses of a game's rule book in its order, then those of the record format (R1–R13).

    With ``ids`` those only, in the order asked for. :class:`NotThere` for a game or clause that
    there is not.
    """
    known = dict(clauses(known_game(name).name)) | dict(record_clauses())
    wanted = [id.upper() for id in ids] or list(known)
    for id in wanted:
        if id not in known:
            raise NotThere("no_clause", f"{name} has no clause {id!r}")
    return [known[id] for id in wanted]


def known_game(name: str) -> Game:
    """The game of that name; :class:`NotThere` names those that there are."""
    if name not in GAMES:
        raise NotThere("no_game", f"no game {name!r}; known: {', '.join(GAMES)}")
    return game(name)


def game_info(name: str) -> GameInfo:
    """One game; :class:`NotThere` when it is not played here."""
    played = known_game(name)
    return GameInfo(
        name=played.name,
        title=played.title,
        english=played.english,
        unit=played.unit,
        players=played.players,
        clauses=len(clauses(played.name)),
        options=tuple(_option(field) for field in msgspec.structs.fields(played.options)),
    )


def _option(field: msgspec.structs.FieldInfo) -> Option:
    info = msgspec.inspect.type_info(field.type)
    about = ""
    if isinstance(info, msgspec.inspect.Metadata):
        about = (info.extra_json_schema or {}).get("description", "")
        info = info.type
    values: tuple[Any, ...] = ()
    if isinstance(info, msgspec.inspect.LiteralType):
        values = tuple(info.values)
    elif isinstance(info, msgspec.inspect.BoolType):
        values = (False, True)
    least = info.ge if isinstance(info, msgspec.inspect.IntType) else None
    most = info.le if isinstance(info, msgspec.inspect.IntType) else None
    return Option(
        name=field.encode_name,
        default=field.default,
        values=values,
        least=least,
        most=most,
        about=about,
    )
