"""What imports could not take, with its bytes as they came."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request, Response, get
from litestar.params import PathParameter
from litestar.response import Stream

from api.http.answers import answer, next_page, store_of
from api.http.parameters import MOST, PAGE, Cursor, Limit
from api.http.shapes import QuarantineList

TAGS = ["quarantine"]

Entry = Annotated[int, PathParameter(ge=0, le=MOST, description="The number of an entry.")]


@get("/quarantine", tags=TAGS, sync_to_thread=True, opt={"paged": True})
def quarantine(
    request: Request[Any, Any, Any], cursor: Cursor = None, limit: Limit = PAGE
) -> Response[QuarantineList]:
    """What could not be imported, in the order in which it came, with the reasons."""
    found = QuarantineList.of(store_of(request).quarantined(cursor, limit))
    return answer(request, found, headers=next_page(request, found.next))


@get(
    "/quarantine/{entry:int}/bytes",
    tags=TAGS,
    sync_to_thread=True,
    media_type="application/octet-stream",
    opt={"live": True, "problems": ("unknown",)},
)
def quarantined_bytes(request: Request[Any, Any, Any], entry: Entry) -> Stream:
    """The bytes of an entry, exactly as they came."""
    pieces = store_of(request).quarantined_bytes(entry)
    headers = {
        "Content-Disposition": f'attachment; filename="quarantine-{entry}"',
        "X-Content-Type-Options": "nosniff",
    }
    return Stream(pieces, media_type="application/octet-stream", headers=headers)


HANDLERS = (quarantine, quarantined_bytes)
