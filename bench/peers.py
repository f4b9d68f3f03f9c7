"""The peers that our figures stand beside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eventsourcing.application import Application


def eventsourcing_app(folder: Path) -> Application[Any]:
    """An ``eventsourcing`` application that keeps its events in an SQLite file in ``folder``."""
    name = str(folder / "peer.sqlite")
    return Application(env={"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": name})
