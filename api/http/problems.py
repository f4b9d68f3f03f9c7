"""Why something was refused, as RFC 9457 problems: the one place where errors become answers."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from msgspec import Struct
from msgspec.structs import replace

from api.http.shapes import EventLine, events_as_lines
from api.usecases.errors import NotThere
from api.usecases.verifying import Found
from engine import intake
from engine.case import CaseError
from events import MalformedInput
from events.formats import CODES as FORMAT_CODES
from store import Conflict, StoreError

MEDIA_TYPE = "application/problem+json"

_log = logging.getLogger("paipu.http")


class Problem(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is wrong with a request (RFC 9457).

    ``code`` is a stable word for programs, ``type`` where it is described, ``title`` what it always
    means, ``detail`` a sentence about this request. Where they exist: ``line`` (from 1) and
    ``path`` of what was sent; ``match``, ``hand``, ``seq``, ``seat`` and ``clause`` that it is
    about; ``known``, what would have been understood; ``version``, ``expected`` and the events
    ``missing`` to the sender of a conflict; ``findings`` in what was sent; ``quarantine``, the
    entry that keeps the bytes sent; ``id`` of the case sent.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    line: int | None = None
    path: str | None = None
    match: int | None = None
    hand: int | None = None
    seq: int | None = None
    seat: int | None = None
    clause: str | None = None
    known: tuple[str, ...] | None = None
    version: int | None = None
    expected: int | None = None
    missing: tuple[EventLine, ...] | None = None
    findings: tuple[Found, ...] | None = None
    quarantine: int | None = None
    id: Any = None


class Refused(Exception):  # noqa: N818
    """A request that cannot be answered: its code, a sentence, and what else is known of it."""

    def __init__(self, code: str, detail: str, **facts: Any) -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.facts = facts


def _title(text: str) -> str:
    return text[0].upper() + text[1:]


_REMARKS = {"unknown_tag", "unknown_attribute", "not_closed", "doctype", "encoding", "seed"}
UNREADABLE = tuple(code for code in FORMAT_CODES if code not in _REMARKS | {"wall_differs"})
"""Why the reader of a format cannot read something; its other codes are remarks."""

CODES: dict[str, tuple[int, str]] = {
    # the request itself
    "unknown_parameter": (400, "The query has a parameter that this address does not know"),
    "repeated_parameter": (400, "The query gives a parameter twice"),
    "bad_parameter": (400, "A parameter has a value that it cannot have"),
    "bad_request": (400, "The request cannot be understood"),
    "bad_cursor": (400, "The cursor is none that this list gave"),
    "no_route": (404, "There is nothing at this address"),
    "method": (405, "This address does not have that method"),
    "body_too_large": (413, "The body is larger than 64 MiB"),
    "content_type": (415, "The body is of a type that is not read here"),
    # what is asked for
    "unknown": (404, "There is no such match, hand or entry"),
    "no_game": (404, "There is no such game"),
    "no_clause": (404, "The game has no such clause"),
    "no_statistic": (404, "There is no such statistic"),
    "no_event": (404, "The match has no such event"),
    "no_hand": (404, "The match has no such hand"),
    "other_hand": (404, "The event belongs to another hand"),
    "no_seat": (404, "There is no such seat at the table"),
    "not_settled": (404, "The hand is not settled"),
    "lost": (404, "The position is not known"),
    "unreadable": (404, "The hand cannot be followed"),
    # what is sent
    "malformed": (422, "What was sent is no record, or not of this game"),
    "not_a_stream": (422, "The events cannot begin or continue a match"),
    "illegal": (422, "The events break a rule"),
    "unknown_format": (422, "What was sent is in no format that is read here"),
    "not_played": (422, "The match is not played here, or not with these options"),
    "no_hand_in_it": (422, "There is no hand in what was sent"),
    "conflict": (409, "The match does not stand where the sender believes"),
    **{code: (422, _title(FORMAT_CODES[code])) for code in UNREADABLE},
    **{code: (422, _title(text)) for code, text in intake.CODES},
    "json": (400, "The body is no JSON object"),
    # the service
    "fault": (500, "A fault of the service"),
    "damaged": (500, "The store is damaged"),
    "failed": (500, "The store has failed"),
    "in_doubt": (503, "It is not known whether this was kept; send the same again"),
    "closed": (503, "The service is stopping"),
    "read_only": (503, "The store cannot be written"),
    **dict.fromkeys(
        ("missing", "is_directory", "foreign", "locked", "newer"),
        (503, "The file of the store cannot be used any more"),
    ),
    "full": (507, "There is no room on the disk"),
}
"""Every code with its status and title."""

_OF_STATUS = {404: "no_route", 405: "method"}


def problem(code: str, detail: str, **facts: Any) -> Problem:
    """The problem of that code; ``facts`` are further members, None for what is not known."""
    status, title = CODES[code]
    return Problem(
        type=f"/docs#problem-{code}", title=title, status=status, code=code, detail=detail, **facts
    )


def problem_of(error: Exception) -> Problem:
    """What to answer to ``error``; a fault of ours says nothing of its cause."""
    match error:
        case Refused():
            return problem(error.code, error.detail, **error.facts)
        case NotThere():
            return problem(error.code, error.message)
        case Conflict():
            return problem(
                "conflict",
                error.message,
                match=error.match,
                version=error.version,
                expected=error.expected,
                missing=events_as_lines(error.missing),
            )
        case StoreError():
            return problem(error.code, error.message)
        case MalformedInput():
            return problem("malformed", error.message, line=error.line, path=inner(error.path))
        case CaseError():
            return problem(error.code, error.message, path=inner(error.path))
        case ValidationException():
            return problem("bad_parameter", _told(error))
        case HTTPException(status_code=413):
            return problem("body_too_large", "no record of a match is that large")
        case HTTPException() if error.status_code < 500:
            return problem(_OF_STATUS.get(error.status_code, "bad_request"), error.detail)
    return problem("fault", "something went wrong here; the log of the service has the details")


def inner(path: str) -> str | None:
    """The path of a field; None where the whole value is meant."""
    return None if path == "$" else path


def refuse(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Answer with a problem; what is our fault is logged with its traceback."""
    found = problem_of(error)
    if found.code in ("no_route", "method"):
        found = replace(found, detail=f"no {request.method} {request.url.path[:200]}; see /docs")
    if found.status >= 500:
        where = f"{request.method} {request.url.path}"
        _log.error("%s: %s", where, found.detail, exc_info=error)
    headers = dict(getattr(error, "headers", None) or {})
    if found.status == 503:
        headers["Retry-After"] = "1"
    return Response(
        msgspec.json.encode(found), status_code=found.status, media_type=MEDIA_TYPE, headers=headers
    )


def _told(error: ValidationException) -> str:
    """Litestar's sentence, and what it says of each parameter."""
    extra = error.extra if isinstance(error.extra, list) else []
    parts = [f"{e.get('key', '')}: {e.get('message', '')}" for e in extra if isinstance(e, dict)]
    return "; ".join(parts) or error.detail
