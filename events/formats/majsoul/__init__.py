"""雀魂 (Mahjong Soul): its records, decoded from their wire format to JSON, of both versions.

:mod:`.play` makes a hand's events, :mod:`.wall` its wall, :mod:`.log` puts a record together. The
events are those that :mod:`events.formats.tenhou_mjlog` describes:

- The dealer's fourteenth tile is the last of his; it is his first draw here. The log does not
  count it as drawn: whether he discards it is left open.
- ``paishan`` becomes ``deal.wall`` when its md5, every draw and every indicator agree with it.
- Version 210715 has times, and tells what a player let go: ``pass``, with what was offered him.
- An indicator of an open kong is turned with the discard after it.
- Where several win on a tile, each one's share is given when honba and sticks to the first make
  the shares add up to what the log has.
- ``options`` are the rules of its ranked tables, with what the record's own table changes.
- Lacking are dice, beaten claims, in version 0 times and passes; the red five in a concealed kong
  is worked out from the hand.
"""

from __future__ import annotations

import re

from events.formats.majsoul.log import NAME, read
from events.formats.reading import Format

_RECORD = re.compile(rb'"(?:\.lq\.)?(?:RecordNewRound|GameDetailRecords)"')


def looks_like(head: bytes) -> bool:
    """A JSON object with the name of one of its records in it."""
    return head.lstrip().startswith(b"{") and _RECORD.search(head) is not None


FORMAT = Format(name=NAME, suffixes=(".majsoul.json",), looks_like=looks_like, read=read)

__all__ = ["FORMAT", "NAME", "looks_like", "read"]
