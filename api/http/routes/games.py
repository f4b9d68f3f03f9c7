"""Games with their options, and the clauses of their rule books."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get

from api.http.answers import answer
from api.http.parameters import ClauseId, GameName
from api.http.shapes import Clauses, Games, OneClause, OneGame, typed
from api.usecases.catalog import known_game, list_clauses, list_games

TAGS = ["games"]


@get("/games", tags=TAGS, sync_to_thread=True)
def games(request: Request[Any, Any, Any]) -> Response[Games]:
    """The games that are played here, with their options."""
    return answer(request, Games(games=tuple(list_games())))


@get("/games/{game:str}", tags=TAGS, sync_to_thread=True, opt={"problems": ("no_game",)})
def one_game(request: Request[Any, Any, Any], game: GameName) -> Response[OneGame]:
    """One game with its options."""
    name = known_game(game).name
    (found,) = (info for info in list_games() if info.name == name)
    return answer(request, typed(OneGame, found))


@get("/games/{game:str}/clauses", tags=TAGS, sync_to_thread=True, opt={"problems": ("no_game",)})
def clauses(request: Request[Any, Any, Any], game: GameName) -> Response[Clauses]:
    """The rule book of a game clause by clause, then the clauses of the record format."""
    return answer(request, Clauses(game=game, clauses=tuple(list_clauses(game))))


@get(
    "/games/{game:str}/clauses/{id:str}",
    tags=TAGS,
    sync_to_thread=True,
    opt={"problems": ("no_game", "no_clause")},
)
def one_clause(
    request: Request[Any, Any, Any], game: GameName, id: ClauseId
) -> Response[OneClause]:
    """One clause: its text in Chinese and English, and what it rests on."""
    (found,) = list_clauses(game, [id])
    return answer(request, typed(OneClause, found))


HANDLERS = (games, one_game, clauses, one_clause)
