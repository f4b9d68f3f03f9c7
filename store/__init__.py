"""Where it is kept: the append-only log of all matches, in a DuckDB file or in memory."""

from store.contract import (
    Appended,
    Arrival,
    Audit,
    EventStore,
    Fault,
    Hand,
    Head,
    MatchInfo,
    Origin,
    Page,
    Place,
    Quarantined,
    Recorded,
    Stored,
)
from store.duck import DuckStore
from store.errors import Conflict, InDoubt, StoreError
from store.export import export_parquet, export_quarantined, export_record
from store.memory import MemoryStore
from store.stream import match_key

__all__ = [
    "Appended",
    "Arrival",
    "Audit",
    "Conflict",
    "DuckStore",
    "EventStore",
    "Fault",
    "Hand",
    "Head",
    "InDoubt",
    "MatchInfo",
    "MemoryStore",
    "Origin",
    "Page",
    "Place",
    "Quarantined",
    "Recorded",
    "StoreError",
    "Stored",
    "export_parquet",
    "export_quarantined",
    "export_record",
    "match_key",
]
