"""Events written in other clients' formats, so that a match can go on to their viewers and bots.

What the format has no words for is left out: see the module of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from events.formats.mjai import writer as mjai
from events.formats.riichi.telling import CannotWrite
from events.formats.tenhou6 import writer as tenhou6
from events.model import AnyEvent

WRITERS: dict[str, Callable[[Iterable[AnyEvent]], bytes]] = {
    mjai.NAME: mjai.write,
    tenhou6.NAME: tenhou6.write,
}
"""The formats that can be written, by name."""

__all__ = ["WRITERS", "CannotWrite", "write"]


def write(events: Iterable[AnyEvent], format_name: str) -> bytes:
    """A match, its match event first, as a file of ``format_name``.

    :class:`KeyError` for a format that is not in :data:`WRITERS`; :class:`CannotWrite` for events
    that the format has no words for: another game, or a tile that is not known.
    """
    return WRITERS[format_name](events)
