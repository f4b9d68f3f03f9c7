"""The Litestar application: addresses, guards, problems, and the store behind them."""

from __future__ import annotations

from pathlib import Path

from litestar import Litestar, Router
from litestar.datastructures import State

from api.http import openapi, problems
from api.http.guards import check_request
from api.http.routes import HANDLERS
from api.http.routes.service import front, program_version
from events.formats import MAX_BYTES
from store import DuckStore, EventStore

MAX_BODY = MAX_BYTES
"""A larger body is refused; no record of a match is."""


def create_app(db_path: str | Path) -> Litestar:
    """The service on the store in ``db_path``, which is made when it is not there.

    Raises :class:`store.StoreError` for a file that cannot be used. The store is closed when the
    application shuts down.
    """
    return app_on(DuckStore(db_path, create=True))


def app_on(store: EventStore) -> Litestar:
    """The service on an open store, which it closes when it shuts down."""
    app = Litestar(
        [front, Router("/v1", route_handlers=HANDLERS)],
        before_request=check_request,
        exception_handlers={Exception: problems.refuse},
        logging_config=None,
        on_shutdown=[store.close],
        openapi_config=openapi.config(program_version()),
        request_max_body_size=MAX_BODY,
        state=State({"store": store}),
    )
    app.state.document = openapi.complete(app)
    return app
