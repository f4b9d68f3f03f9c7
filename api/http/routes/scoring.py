"""What finished hands are worth."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import RawBody
from msgspec import UNSET

from api.http.answers import plain
from api.http.guards import JSON
from api.http.problems import Refused, inner
from api.http.shapes import Scored, typed
from engine import intake
from engine.case import ErrorAnswer
from engine.score import answer as score_case

SCORE_CODES = tuple(code for code, _ in intake.CODES)


@post(
    "/score",
    tags=["scoring"],
    status_code=200,
    sync_to_thread=True,
    opt={"accepts": JSON, "body": "case", "problems": SCORE_CODES},
)
def score(body: RawBody) -> Response[Scored]:
    """What a finished hand is worth: its lines, who pays what, and whether the win stands at all.

    The body is one case as `docs/score-case.md` describes it. A win that the rules do not allow is
    an answer too (`legal` false, with the clause); a case that describes no possible hand is a
    problem with the path of the field.
    """
    found = score_case(body)
    if isinstance(found, ErrorAnswer):
        told = found.error
        id = None if found.id is UNSET else found.id
        raise Refused(told["code"], told["message"], path=inner(told["path"]), id=id)
    return plain(typed(Scored, found))


HANDLERS = (score,)
