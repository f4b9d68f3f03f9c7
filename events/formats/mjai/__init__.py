"""mjai, the line protocol of riichi bots, which their servers and reviewers keep as logs.

:mod:`.play` makes a hand's events, :mod:`.log` puts a file together. The events are those that
:mod:`events.formats.tenhou_mjlog` describes. The dialects differ in what they tell:

==============  =============  ================  ===============  ==================
line            gimite         manue             akochan          Mortal, RiichiEnv
==============  =============  ================  ===============  ==================
start_kyoku     ``haipai``     no scores         ``haiyama``      whole
hora            no worth       lines, fu, han    fu, han          deltas, ura
ryukyoku        reason         reason, hands     sometimes bare   deltas
==============  =============  ================  ===============  ==================

- Lacking are times, passes, beaten claims, the wall and dice, how long the match is; honba and
  sticks at a win are worked out from the deal and the riichi accepted since.
- Points at the beginning of a hand are those at the end of the one before, where it has none.
- Why a hand was drawn is worked out where the line does not say and only one reason fits.
- ``meta`` and ``logs``, which bots and reviewers add, are not kept; other fields and lines that
  the format does not know stand in ``x.unknown`` of the event before.
"""

from __future__ import annotations

import re

from events.formats.mjai.log import NAME, read
from events.formats.reading import Format

_TYPE = re.compile(
    rb'\s*\{[^\n]*"type"\s*:\s*"'
    rb"(?:start_game|start_kyoku|hello|haipai|tsumo|dahai|reach|end_game|hora|ryukyoku)\""
)


def looks_like(head: bytes) -> bool:
    """The first line is an object whose type is one of mjai's."""
    return _TYPE.match(head) is not None


FORMAT = Format(name=NAME, suffixes=(".mjson", ".mjai.jsonl"), looks_like=looks_like, read=read)

__all__ = ["FORMAT", "NAME", "looks_like", "read"]
