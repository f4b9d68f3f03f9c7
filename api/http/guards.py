"""What is looked at before any handler: nothing in a request is silently ignored."""

from __future__ import annotations

from collections import Counter
from typing import Any

from litestar import Request
from litestar.handlers import BaseRouteHandler
from litestar.params import QueryParameter
from litestar.typing import FieldDefinition

from api.http.problems import Refused

JSON = ("application/json",)
"""Types of a body that is one JSON value."""

RECORDS = (
    "application/x-ndjson",
    "application/jsonl",
    "application/json",
    "application/octet-stream",
    "application/gzip",
    "application/xml",
    "text/xml",
    "text/plain",
)
"""Types of a body that is a record or a log; the content decides what it is."""


async def check_request(request: Request[Any, Any, Any]) -> None:
    """Refuse query parameters that the handler does not have, and bodies of another type.

    ``opt["accepts"]`` of a handler lists the types of its body; one that is not named may be any.
    """
    _check_query(request)
    accepts: tuple[str, ...] = request.route_handler.opt.get("accepts", ())
    if accepts:
        _check_type(request, accepts)


def query_parameters(handler: BaseRouteHandler) -> dict[str, FieldDefinition]:
    """The query parameters of a handler by the names that they have in an address."""
    fields = handler.parsed_fn_signature.parameters
    return {
        field.kwarg_definition.name or name: field
        for name, field in fields.items()
        if isinstance(field.kwarg_definition, QueryParameter)
    }


def _check_query(request: Request[Any, Any, Any]) -> None:
    known = query_parameters(request.route_handler)
    given = Counter(name for name, _ in request.query_params.multi_items())
    for name, times in given.items():
        if name not in known:
            raise Refused(
                "unknown_parameter", f"no parameter {name[:80]!r} here", known=tuple(known)
            )
        if times > 1 and not _is_list(known[name]):
            raise Refused("repeated_parameter", f"{name} is given {times} times")
        # Lax conversion takes this word for None, as if the parameter had not been given.
        if request.query_params[name].lower() == "null" and not _takes(known[name], str):
            raise Refused("bad_parameter", f"{name}: null is no value; leave it out")


def _is_list(field: FieldDefinition) -> bool:
    return _takes(field, list)


def _takes(field: FieldDefinition, kind: type) -> bool:
    """Whether a value of that kind, or list of it, is among those that a parameter may have."""
    inner = [field, *field.inner_types]
    return any(one.annotation is kind or one.origin is kind for one in inner)


def _check_type(request: Request[Any, Any, Any], accepts: tuple[str, ...]) -> None:
    coding = request.headers.get("content-encoding", "identity")
    if coding.strip().lower() != "identity":
        raise Refused("content_type", f"a body in the coding {coding[:80]!r} is not read here")
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given and given not in accepts:
        hint = f"; send it as one of {', '.join(accepts)}"
        raise Refused("content_type", f"{given[:80]} is not read here{hint}", known=accepts)
