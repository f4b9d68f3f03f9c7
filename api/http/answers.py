"""Answers with strong ETags: built and encoded in the thread of the handler, never on the loop.

An ETag is the chain value for what follows from stored events alone, and the digest of the body
for what our rules compute, which a later version may tell differently. A match has its number in
one database only, so nothing may be reused unasked: ``no-cache`` makes every use a question, which
is answered with 304 and without a body while nothing has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any, TypeVar, cast
from urllib.parse import urlencode

import msgspec
from litestar import MediaType, Request, Response
from msgspec import Struct

from api.http.shapes import End
from store import EventStore

T = TypeVar("T")

NDJSON = "application/x-ndjson"


def store_of(request: Request[Any, Any, Any]) -> EventStore:
    """The store that the service stands on."""
    return cast(EventStore, request.app.state.store)


def plain(value: T) -> Response[T]:
    """``value`` as JSON that nobody is to keep: how things stand now, or what became of a POST."""
    return once(msgspec.json.encode(value), MediaType.JSON)


def once(body: bytes, media_type: str) -> Response[Any]:
    """What is encoded already and nobody is to keep."""
    return Response(body, media_type=media_type, headers={"Cache-Control": "no-store"})


def answer(
    request: Request[Any, Any, Any], value: T, *, headers: dict[str, str] | None = None
) -> Response[T]:
    """``value`` as JSON with the digest of its bytes as ETag; 304 where the client has it."""
    body = msgspec.json.encode(value)
    tag = f'"{sha256(body).hexdigest()[:32]}"'
    return unchanged(request, tag) or fixed(body, MediaType.JSON, tag, headers=headers)


def fixed(
    body: bytes, media_type: str, tag: str, *, headers: dict[str, str] | None = None
) -> Response[Any]:
    """What is encoded already, with its ETag."""
    return Response(body, media_type=media_type, headers={**_cached(tag), **(headers or {})})


def unchanged(request: Request[Any, Any, Any], tag: str) -> Response[Any] | None:
    """304 when the client says that it has this ETag, else None.

    If-None-Match compares weakly (RFC 9110, 13.1.2): a cache between us may have weakened it.
    """
    given = request.headers.get("if-none-match")
    if given is None:
        return None
    known = {part.strip().removeprefix("W/") for part in given.split(",")}
    if tag in known or "*" in known:
        return Response(b"", status_code=304, headers=_cached(tag))
    return None


def lines(records: Iterable[Struct], count: int, next_: int | None = None) -> bytes:
    """One JSON object a line, a line break behind every one, and the ``end`` that shows no cut."""
    return msgspec.json.Encoder().encode_lines([*records, End(count=count, next=next_)])


def next_page(request: Request[Any, Any, Any], cursor: str | None) -> dict[str, str]:
    """The ``Link`` header to what comes after a page, none after the last."""
    if cursor is None:
        return {}
    query = {**request.query_params, "cursor": cursor}
    return {"Link": f'<{request.url.path}?{urlencode(query)}>; rel="next"'}


def _cached(tag: str) -> dict[str, str]:
    return {"ETag": tag, "Cache-Control": "no-cache"}
