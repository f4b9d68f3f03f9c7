"""Serving the application: one process, stopped gracefully."""

from __future__ import annotations

import errno
import logging
import os
import socket
from pathlib import Path

GRACE = 10
"""How many seconds an answer under way has when the service is told to stop."""


def serve(db_path: str | Path, host: str = "127.0.0.1", port: int = 8000) -> None:
    """Serve the store in ``db_path`` until the process is told to stop; then close the store.

    The store is made when it is not there. ``port`` 0 takes any free one. Raises
    :class:`store.StoreError` for a store that cannot be used, and :class:`OSError` naming
    ``host:port`` where that cannot be listened on. After SIGTERM and SIGINT the store is closed
    first, then the signal takes its course (:class:`KeyboardInterrupt` for the latter).
    """
    import uvicorn

    from api.http.app import create_app

    with _listen(host, port) as listening:
        config = uvicorn.Config(
            create_app(db_path), workers=1, access_log=False, timeout_graceful_shutdown=GRACE
        )
        address = f"[{host}]" if ":" in host else host
        logging.getLogger("uvicorn.error").info(
            "%s on http://%s:%d, documents at /docs; Ctrl+C stops",
            db_path,
            address,
            listening.getsockname()[1],
        )
        uvicorn.Server(config).run(sockets=[listening])


def _listen(host: str, port: int) -> socket.socket:
    place = f"{host}:{port}"
    if not 0 <= port <= 65535:
        raise OSError(errno.EINVAL, "ports are 0 to 65535", place)
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except socket.gaierror as error:
        raise OSError(errno.EINVAL, error.strerror, place) from error
    except OSError as error:
        raise OSError(error.errno, os.strerror(error.errno or errno.EINVAL), place) from error
