"""The service itself: whether it answers, and how it is to be asked."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any

from litestar import Request, Response, get
from litestar.response import Redirect

from api.http.answers import answer, plain, store_of
from api.http.shapes import Health


def program_version() -> str:
    """The version of the installed distribution; of a bare checkout ``0``."""
    try:
        return version("paipu")
    except PackageNotFoundError:
        return "0"


@get("/health", tags=["service"], sync_to_thread=True, opt={"live": True})
def health(request: Request[Any, Any, Any]) -> Response[Health]:
    """Whether the service can answer: a query is run on the store."""
    store = store_of(request)
    store.ping()
    heads = store.heads().values()
    found = Health(
        version=program_version(), matches=len(heads), events=sum(head.version for head in heads)
    )
    return plain(found)


@get("/openapi.json", tags=["service"], sync_to_thread=True)
def openapi(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """This document: OpenAPI 3.1."""
    found: dict[str, Any] = request.app.state.document
    return answer(request, found)


@get("/", include_in_schema=False, sync_to_thread=False)
def front() -> Redirect:
    """Whoever comes to the front door is shown the documents."""
    return Redirect("/docs")


HANDLERS = (health, openapi)
