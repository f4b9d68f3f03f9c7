"""The HTTP service: the same answers as the command line, over the network."""

from __future__ import annotations

from api.http.server import serve

__all__ = ["serve"]
