"""Records and other clients' logs, sent in the body: checked, or kept."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Any

from litestar import MediaType, Request, Response, post
from litestar.params import QueryParameter, RawBody

from api.http.answers import NDJSON, lines, once, plain, store_of
from api.http.guards import RECORDS
from api.http.parameters import Format, SourceName
from api.http.problems import UNREADABLE, Refused
from api.http.shapes import HandLine, Imported, Report, Verified, typed
from api.usecases.importing import HandResult, import_bytes
from api.usecases.verifying import verify_bytes
from events.formats import FORMATS

DryRun = Annotated[
    bool,
    QueryParameter(name="dry_run", description="Only say what would be done; nothing is kept."),
]


IMPORT_CODES = (*UNREADABLE, "unknown_format", "not_played", "no_hand_in_it", "malformed")
"""Why a whole body can be refused; ``malformed`` stands for whatever else there will be."""


@post(
    "/imports",
    tags=["records"],
    status_code=200,
    sync_to_thread=True,
    opt={"accepts": RECORDS, "body": "record", "lines": True, "problems": IMPORT_CODES},
)
def import_(
    request: Request[Any, Any, Any],
    body: RawBody,
    format: Format = "auto",
    name: SourceName = "body",
    dry_run: DryRun = False,
) -> Response[Imported]:
    """Keep a record or another client's log (plain or gzip): one result for each hand.

    `created`: stored, findings or not. `duplicate`: it is there already, so that sending the same
    again is safe. `incomplete`: stored as far as it goes. `quarantined`: not stored as events, but
    its bytes are kept under `quarantine`; one bad hand never stops the rest. A body in which
    nothing at all can be read is a problem, and kept in quarantine too.

    Answers one JSON object a line, or one object where `Accept` prefers `application/json`.
    """
    chosen = _format(format)
    found = [
        typed(HandLine, result)
        for result in import_bytes(store_of(request), body, name, chosen, dry_run)
    ]
    _refuse_unusable(found)
    if _prefers_json(request):
        count = Counter(result.status for result in found)
        told = Imported(
            dry_run=dry_run,
            created=count["created"],
            duplicate=count["duplicate"],
            incomplete=count["incomplete"],
            quarantined=count["quarantined"],
            results=tuple(found),
        )
        return plain(told)
    return once(lines(found, len(found)), NDJSON)


@post(
    "/verify",
    tags=["records"],
    status_code=200,
    sync_to_thread=True,
    opt={"accepts": RECORDS, "body": "record", "problems": ("malformed",)},
)
def verify(body: RawBody, format: Format = "auto", name: SourceName = "body") -> Response[Verified]:
    """Check every event, settlement line, payment and total of a record or log; nothing is kept."""
    found = verify_bytes(body, name, _format(format))
    return plain(Verified(reports=tuple(Report.of(checked) for checked in found)))


def _format(given: str) -> str | None:
    if given != "auto" and given not in FORMATS:
        known = ("auto", *FORMATS)
        raise Refused(
            "bad_parameter", f"format {given[:80]!r} is none of {', '.join(known)}", known=known
        )
    return None if given == "auto" else given


def _refuse_unusable(found: list[HandLine]) -> None:
    """A problem where the whole body is one thing that cannot be taken."""
    if len(found) != 1 or found[0].status != "quarantined" or found[0].hand is not None:
        return
    only: HandResult = found[0]
    code = "no_hand_in_it" if only.code == "no_hand" else only.code
    raise Refused(
        code if code in IMPORT_CODES else "malformed",
        only.reason or "",
        line=only.line,
        quarantine=only.quarantine,
    )


def _prefers_json(request: Request[Any, Any, Any]) -> bool:
    return request.accept.best_match([NDJSON, MediaType.JSON], NDJSON) == MediaType.JSON


HANDLERS = (import_, verify)
