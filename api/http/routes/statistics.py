"""Statistics over everything that is stored."""

from __future__ import annotations

from threading import Lock
from typing import Annotated, Any

import msgspec
from litestar import Request, Response, get
from litestar.openapi.spec.enums import OpenAPIType
from litestar.params import QueryParameter

import analytics
from api.http.answers import answer, store_of
from api.http.parameters import word
from api.http.shapes import Definition, Definitions, Row, Statistics
from api.usecases.catalog import known_game
from api.usecases.errors import NotThere

TAGS = ["statistics"]

OfGame = Annotated[str | None, word("game", "Of this game only.")]
GroupBy = Annotated[
    analytics.GroupBy | None,
    QueryParameter(
        name="group_by",
        description="Each statistic for each player, seat, or for dealer and others apart.",
        schema_extra={
            "one_of": None,
            "type": OpenAPIType.STRING,
            "enum": list(analytics.GROUPS),
        },
    ),
]
Ids = Annotated[
    list[str] | None,
    QueryParameter(name="id", description="These statistics only; may be given several times."),
]

_one_at_a_time = Lock()
"""The fact tables of new matches are built once, not once for everyone who asks meanwhile."""


@get("/statistics", tags=TAGS, sync_to_thread=True, opt={"problems": ("no_game", "no_statistic")})
def statistics(
    request: Request[Any, Any, Any],
    game: OfGame = None,
    group_by: GroupBy = None,
    id: Ids = None,
) -> Response[Statistics]:
    """Statistics with numerator, denominator and 95 % interval, each game and ruleset apart."""
    _check(game, id)
    with _one_at_a_time:
        facts = analytics.of_store(store_of(request))
    found = analytics.report(facts, game=game, group_by=group_by, ids=id)
    rows = msgspec.convert(analytics.as_rows(found), tuple[Row, ...])
    return answer(request, Statistics(rows=rows))


@get("/statistics/definitions", tags=TAGS, sync_to_thread=True, opt={"problems": ("no_game",)})
def definitions(request: Request[Any, Any, Any], game: OfGame = None) -> Response[Definitions]:
    """What each statistic says, and how it is counted."""
    _check(game, None)
    found = msgspec.convert(analytics.explained(game), tuple[Definition, ...])
    return answer(request, Definitions(definitions=found))


def _check(game: str | None, ids: list[str] | None) -> None:
    if game is not None:
        known_game(game)
    known = {stat.id for stat in analytics.definitions()}
    for id in ids or ():
        if id not in known:
            raise NotThere(
                "no_statistic", f"no statistic {id[:80]!r}; see /v1/statistics/definitions"
            )


HANDLERS = (statistics, definitions)
