"""The OpenAPI document: Litestar's, made exact.

Litestar describes addresses and parameters; the bodies are described by msgspec, which knows every
constraint of the structs (Litestar drops those inside tuples and unions). What a handler says in
``opt`` is written down here: ``accepts`` and ``body`` (what it reads), ``problems`` (the codes of
its own problems), ``paged`` (it answers a ``Link``), ``lines`` (it answers JSON lines too),
``live`` (how things stand now: no ETag).
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import Any, cast

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi import OpenAPIConfig
from litestar.openapi.spec import (
    OpenAPIHeader,
    OpenAPIMediaType,
    OpenAPIResponse,
    Operation,
    RequestBody,
    Schema,
    Tag,
)
from litestar.openapi.spec.enums import OpenAPIType
from litestar.routes import HTTPRoute

from api.http.answers import NDJSON
from api.http.page import DocsPage
from api.http.problems import CODES, MEDIA_TYPE, Problem
from api.http.shapes import End, HandLine
from engine.game import games
from events import AnyEvent

TAGS = {
    "games": "What is played here: games, options, rule books.",
    "scoring": "What one finished hand is worth.",
    "records": "Records and other clients' logs: checked, or kept.",
    "matches": "What is kept: events, positions, findings, settlements.",
    "statistics": "What it adds up to.",
    "quarantine": "What could not be imported.",
    "service": "The service itself.",
}

DESCRIPTION = """\
Records of Chinese table games: kept as events, replayed at any position, checked and explained
clause by clause, and counted. Seats are 0-based in order of play, points are whole numbers, tiles
are text.

A stream is one JSON object a line with a line break behind each; its last line is
`{"type":"end","count":…,"next":…}`, and without it the answer was cut. Lists are paged by an opaque
`cursor`; `next` and the `Link` header go on. A parameter that is not known is refused. An `ETag`
that is sent back in `If-None-Match` is answered with 304 while nothing has changed. Everything that
is refused is a problem (RFC 9457) with a stable `code`.
"""

CASE_EXAMPLE = {
    "game": "jiujiang",
    "dealer": 0,
    "seats": [{"hand": "1m2m3m 4p5p6p 7s8s 5s5s", "melds": [["pung", "9m"]]}, {}, {}, {}],
    "win": {"seat": 0, "tile": "6s", "by": "self_draw"},
}
RECORD_EXAMPLE = (
    '{"type":"match","v":1,"game":"jiujiang","players":[{"id":"p1"},{"id":"p2"},{"id":"p3"},'
    '{"id":"p4"}]}\n'
)
EVENTS_EXAMPLE = '{"type":"draw","seat":1,"tile":"3s"}\n{"type":"discard","seat":1,"tile":"3s"}\n'

_REF = "#/components/schemas/{name}"


def config(version: str) -> OpenAPIConfig:
    """What Litestar is told; its page for people is :class:`api.http.page.DocsPage`."""
    return OpenAPIConfig(
        title="牌谱 paipu",
        version=version,
        description=DESCRIPTION,
        tags=[Tag(name=name, description=text) for name, text in TAGS.items()],
        path="/docs",
        render_plugins=[DocsPage(CODES)],
        operation_id_creator=lambda handler, *_: handler.handler_name.strip("_"),
        use_handler_docstrings=True,
    )


def complete(app: Litestar) -> dict[str, Any]:
    """Make the document of ``app`` exact; the same as plain data."""
    document = app.openapi_schema
    found = list(_operations(app))
    cases = [game.case for game in games().values() if game.case is not None]
    kinds = [Problem, HandLine | End, AnyEvent, *cases]
    kinds += [_answered(handler) for handler, _ in found]
    schemas, components = _short(msgspec.json.schema_components(kinds, ref_template=_REF))
    known = dict(zip(map(repr, kinds), schemas, strict=True))
    bodies = _bodies([known[repr(case)] for case in cases])
    for handler, operation in found:
        _describe(handler, operation, known, bodies)
    document.components.schemas = cast("dict[str, Schema]", components)
    return document.to_schema()


def _short(schemas: Any) -> Any:
    """Schemas in which the case of a game is called after the game, not after where it stands."""
    return msgspec.json.decode(
        re.sub(rb"engine\.games\.(\w+)\.(\w+\.)?", rb"\1.", msgspec.json.encode(schemas))
    )


def _operations(app: Litestar) -> Any:
    """Every handler of the document with its operation."""
    paths = app.openapi_schema.paths or {}
    for route in app.routes:
        if not isinstance(route, HTTPRoute) or route.path_format not in paths:
            continue
        for method, (handler, _) in route.route_handler_map.items():
            operation = getattr(paths[route.path_format], method.lower())
            if operation is not None:
                yield handler, operation


def _answered(handler: HTTPRouteHandler) -> Any:
    """The type of what a handler answers, taken out of its ``Response[…]``."""
    inner = handler.parsed_fn_signature.return_type.inner_types
    return inner[0].annotation if inner else bytes


def _describe(
    handler: HTTPRouteHandler,
    operation: Operation,
    known: dict[str, dict[str, Any]],
    bodies: dict[str, Any],
) -> None:
    opt = handler.opt
    summary, _, rest = (operation.description or "").partition("\n")
    operation.summary, operation.description = summary.rstrip("."), rest.strip() or None
    media = str(getattr(handler.media_type, "value", handler.media_type) or "application/json")
    content = {media: _media(known[repr(_answered(handler))])}
    if opt.get("lines"):
        content[NDJSON] = _media(known[repr(HandLine | End)])
    ok = OpenAPIResponse(description=summary, content=content)
    codes = ["unknown_parameter", *opt.get("problems", ())]
    if operation.parameters:
        codes += ["bad_parameter", "repeated_parameter"]
    if "accepts" in opt:
        codes += ["body_too_large", "content_type"]
    responses: dict[str, Any] = {str(handler.status_code): ok}
    if "GET" in handler.http_methods and not opt.get("live"):
        ok.headers = {"ETag": _header("What to send back in `If-None-Match`.")}
        responses["304"] = OpenAPIResponse(description="The client has it.")
    if opt.get("paged"):
        ok.headers = {**(ok.headers or {}), "Link": _header('The next page: `rel="next"`.')}
        codes.append("bad_cursor")
    problems = {MEDIA_TYPE: _media(known[repr(Problem)])}
    for status, own in groupby(sorted(codes, key=_status), _status):
        told = ", ".join(f"`{code}`" for code in own)
        responses[str(status)] = OpenAPIResponse(description=told, content=problems)
    responses["default"] = OpenAPIResponse(description="Any other problem.", content=problems)
    operation.responses = responses
    if "body" in opt:
        operation.request_body = RequestBody(
            required=True, content=dict.fromkeys(opt["accepts"], bodies[opt["body"]])
        )


def _status(code: str) -> int:
    return CODES[code][0]


def _bodies(cases: list[dict[str, Any]]) -> dict[str, OpenAPIMediaType]:
    """The bodies that are read: a case exactly; of records and events only that they are text."""
    return {
        "case": OpenAPIMediaType(schema=_schema({"anyOf": cases}), example=CASE_EXAMPLE),
        "record": OpenAPIMediaType(schema=_schema({}), example=RECORD_EXAMPLE),
        "events": OpenAPIMediaType(schema=_schema({}), example=EVENTS_EXAMPLE),
    }


def _media(schema: dict[str, Any]) -> OpenAPIMediaType:
    return OpenAPIMediaType(schema=_schema(schema))


def _schema(schema: dict[str, Any]) -> Schema:
    """A schema that msgspec made; Litestar writes plain data as it is."""
    return cast("Schema", schema)


def _header(text: str) -> OpenAPIHeader:
    return OpenAPIHeader(description=text, schema=Schema(type=OpenAPIType.STRING))
