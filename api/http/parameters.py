"""The parameters that addresses share, with their ranges and what they mean."""

from __future__ import annotations

from typing import Annotated

from litestar.openapi.spec.enums import OpenAPIType
from litestar.params import PathParameter, QueryParameter

from events.formats import FORMATS

MOST = 2**31 - 1
"""No match, hand or seq is larger."""

PAGE = 100
"""How many things a page of a list holds unless another number is asked for."""

EVENTS = 10_000
"""How many events are answered at once unless another number is asked for."""


def whole(name: str, text: str, most: int = MOST) -> QueryParameter:
    """A whole number that may be left out; Litestar alone would say that null is a value."""
    schema = {"one_of": None, "type": OpenAPIType.INTEGER, "minimum": 0, "maximum": most}
    return QueryParameter(name=name, ge=0, le=most, description=text, schema_extra=schema)


def word(name: str, text: str) -> QueryParameter:
    """A text that may be left out."""
    schema = {"one_of": None, "type": OpenAPIType.STRING}
    return QueryParameter(name=name, description=text, max_length=200, schema_extra=schema)


MatchNumber = Annotated[
    int, PathParameter(ge=0, le=MOST, description="The number of a match in the list of matches.")
]
HandNumber = Annotated[
    int, PathParameter(ge=0, le=MOST, description="The number of a hand in its match, from 0.")
]
GameName = Annotated[
    str, PathParameter(description="The name of a game, as the list of games has it.")
]
ClauseId = Annotated[str, PathParameter(description="The id of a clause, `JJ-F13` or `R4`.")]

Seat = Annotated[
    int | None,
    whole("seat", "Only what this seat sees: other hands, their draws and the wall are `?`.", 3),
]
Cursor = Annotated[
    str | None, word("cursor", "`next` of the page before; without it the list begins.")
]
Limit = Annotated[
    int, QueryParameter(name="limit", ge=1, le=1000, description="The most things on a page.")
]
Format = Annotated[
    str,
    QueryParameter(
        name="format",
        description="The format of the body; `auto`: what it looks like.",
        schema_extra={"enum": ["auto", *FORMATS]},
    ),
]
SourceName = Annotated[
    str,
    QueryParameter(
        name="name",
        min_length=1,
        max_length=200,
        description="What the body is called in results, findings and the quarantine.",
    ),
]
