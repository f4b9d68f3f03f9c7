"""The addresses under ``/v1``, a module for each kind of thing."""

from __future__ import annotations

from litestar.types import ControllerRouterHandler

from api.http.routes import games, imports, matches, quarantine, scoring, service, statistics

HANDLERS: tuple[ControllerRouterHandler, ...] = (
    *service.HANDLERS,
    *games.HANDLERS,
    *scoring.HANDLERS,
    *imports.HANDLERS,
    *matches.HANDLERS,
    *statistics.HANDLERS,
    *quarantine.HANDLERS,
)
"""All of them, in the order in which the documents list them."""
