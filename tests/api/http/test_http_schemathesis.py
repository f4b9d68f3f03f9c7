"""Requests made up from the OpenAPI document, good and bad: never a 5xx, all answers documented.

Set PAIPU_SCHEMATHESIS_EXAMPLES for a longer run than the 5 examples an operation that CI makes.
"""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance

from api.http.app import app_on
from store import MemoryStore
from tests.api.http.tools import LINES, LOG, RECORD, simulated, start

EXAMPLES = int(os.environ.get("PAIPU_SCHEMATHESIS_EXAMPLES", "5"))

document = schemathesis.openapi.from_dict(app_on(MemoryStore()).state.document)


def as_record(value: Any) -> bytes:
    """Bytes and text as they are; any other value as a line in the middle of a real record."""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return value.encode("utf-8", "surrogatepass")
    return b"".join([*LINES[:12], json.dumps(value).encode() + b"\n", *LINES[12:]])


@schemathesis.serializer("application/x-ndjson", "application/jsonl")
def as_lines(context: schemathesis.SerializationContext, value: Any) -> bytes:
    return as_record(value)


@schemathesis.serializer("application/gzip")
def as_gzip(context: schemathesis.SerializationContext, value: Any) -> bytes:
    return gzip.compress(as_record(value))


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service in a process of its own, with matches in it."""
    with start(tmp_path_factory.mktemp("schemathesis") / "games.duckdb") as live:
        for body in (RECORD, *simulated(), LOG):
            httpx.post(f"{live.url}/v1/imports", content=body).raise_for_status()
        yield live.url


@document.parametrize()
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_operation_answers_as_documented(case: schemathesis.Case, url: str) -> None:
    # A record, case or cursor can fit its schema and be none all the same; the answer is a problem.
    case.call_and_validate(base_url=url, excluded_checks=[positive_data_acceptance])
