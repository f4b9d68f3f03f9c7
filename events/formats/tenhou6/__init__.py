"""tenhou.net/6 JSON, which Tenhou, its log editor and the converters of 雀魂 write.

:mod:`.order` finds the order between the seats, :mod:`.play` makes a hand's events,
:mod:`.result` its settlement, :mod:`.log` puts a file together. The events are those that
:mod:`events.formats.tenhou_mjlog` describes, with less in them:

- Lacking are times, passes, the wall and dice, 四家立直's shown hands, and fu where a limit is
  reached.
- The order between the seats is rebuilt: the one that uses up all draws and discards and ends as
  the result says. A note ``ambiguous`` would say where several do.
- Tables that are not named in Tenhou's words are another client's: whether their dealer's first
  discard is the tile just drawn is left open.
- Indicators stand where Tenhou turns them: a concealed kong's at once, another's before the
  next discard or kong.
- Yaku whose name is not known stand in ``win.x.unknown``, and that win has no lines.
- Documents of one hand each are one match as long as table and players are the same and the
  rounds go on.
"""

from __future__ import annotations

import re

from events.formats.reading import Format
from events.formats.tenhou6.log import NAME, read

_URL = re.compile(rb"\s*https?://[^\s]*#json=", re.IGNORECASE)
_LOG = re.compile(rb'"log"\s*:\s*\[\s*\[\s*\[\s*-?\d')
_NO_HANDS = re.compile(rb'\{"title".*"disp".*"log"\s*:\s*\[\s*\]', re.DOTALL)


def looks_like(head: bytes) -> bool:
    """An object with a ``log`` of arrays of numbers, or an address of the viewer with one in it."""
    if _URL.match(head) is not None:
        return True
    begins = head.lstrip().startswith(b"{")
    return begins and (_LOG.search(head) or _NO_HANDS.search(head)) is not None


FORMAT = Format(name=NAME, suffixes=(".tenhou6.json",), looks_like=looks_like, read=read)

__all__ = ["FORMAT", "NAME", "looks_like", "read"]
