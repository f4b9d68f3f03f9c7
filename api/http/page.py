"""The page that shows the OpenAPI document to people: plain HTML, nothing from anywhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader
from litestar import Request
from litestar.openapi.plugins import OpenAPIRenderPlugin
from markupsafe import Markup, escape

METHODS = ("get", "post", "put", "patch", "delete")


class DocsPage(OpenAPIRenderPlugin):
    """Renders the document once, on the server; the page needs no script and no internet."""

    def __init__(self, codes: Mapping[str, tuple[int, str]]) -> None:
        """``codes``: the problems' codes with status and title."""
        super().__init__(path="/")
        self._codes = codes
        self._page: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """The page as UTF-8."""
        if self._page is None:
            self._page = page(openapi_schema, self._codes).encode()
        return self._page


def page(document: dict[str, Any], codes: Mapping[str, tuple[int, str]]) -> str:
    """The HTML of a document."""
    found = Environment(
        loader=PackageLoader("api.http", "."), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    found.filters |= {"kind": kind, "prose": prose, "inline": inline}
    grouped: dict[str, list[Any]] = {tag["name"]: [] for tag in document.get("tags", ())}
    for path, item in document["paths"].items():
        for method in METHODS:
            if method in item:
                grouped[item[method]["tags"][0]].append((method.upper(), path, item[method]))
    return found.get_template("page.html").render(
        document=document,
        grouped=grouped,
        codes=sorted(codes.items(), key=lambda c: (c[1][0], c[0])),
    )


def kind(schema: dict[str, Any]) -> Markup:
    """What values a schema has, in a few words, with links to the structs it names."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#schema-{0}">{0}</a>').format(name)
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return Markup(" | ").join(kind(one) for one in schema[key])
    if "enum" in schema:
        return Markup(" | ").join(escape(repr(value)) for value in schema["enum"])
    if "const" in schema:
        return escape(repr(schema["const"]))
    if schema.get("type") == "array":
        return _array(schema)
    if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
        return Markup("object of ") + kind(schema["additionalProperties"])
    return escape(f"{schema.get('type', 'any')}{_range(schema)}")


def _array(schema: dict[str, Any]) -> Markup:
    if "prefixItems" in schema:
        return Markup("[{}]").format(Markup(", ").join(map(kind, schema["prefixItems"])))
    items = schema.get("items")
    return Markup("list of ") + (kind(items) if isinstance(items, dict) else escape("any"))


def _range(schema: dict[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    if low is None and high is None:
        return ""
    return f" {'' if low is None else int(low)}…{'' if high is None else int(high)}"


def prose(text: str | None) -> Markup:
    """A docstring as paragraphs, with what stands in backticks as code."""
    paragraphs = (text or "").split("\n\n")
    return Markup().join(Markup("<p>{}</p>\n").format(inline(part)) for part in paragraphs)


def inline(text: str) -> Markup:
    """A sentence, with what stands in backticks as code."""
    parts = text.replace("``", "`").split("`")
    return Markup().join(
        Markup("<code>{}</code>").format(part) if i % 2 else escape(part)
        for i, part in enumerate(parts)
    )
