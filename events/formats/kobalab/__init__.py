"""kobalab's 電脳麻将 牌譜, the JSON that its programs and analyses write.

:mod:`.play` makes a hand's events, :mod:`.log` puts a file together. The events are those that
:mod:`events.formats.tenhou_mjlog` describes:

- ``player`` and the final scores count from a fixed player, ``qijia`` says which of them deals
  first; he sits in seat 0 here. Inside a hand all counts from its dealer.
- The riichi stick is paid when the discard was not won.
- Indicators stand where the log turns them, which for an open kong is after the next discard.
- The log does not say its rules: ``options`` are those that the client plays by itself.
- Lacking are times, passes, beaten claims, the wall and dice.
"""

from __future__ import annotations

import re

from events.formats.kobalab.log import NAME, read
from events.formats.reading import Format

_QIPAI = re.compile(rb'[\[{]\s*"qipai"\s*:')


def looks_like(head: bytes) -> bool:
    """A document whose log begins with a ``qipai``."""
    return head.lstrip()[:1] in (b"{", b"[") and _QIPAI.search(head) is not None


FORMAT = Format(name=NAME, suffixes=(".kobalab.json",), looks_like=looks_like, read=read)

__all__ = ["FORMAT", "NAME", "looks_like", "read"]
