"""Tenhou's own logs, mjlog XML 2.3: plain or gzip, every seed era, four players or three.

One module for each step: :mod:`.tags` takes the text apart, :mod:`.tiles` names tiles and calls,
:mod:`.head` makes the match event, :mod:`.play` a hand's events, :mod:`.result` its settlement,
:mod:`.wall` the wall behind it, and :mod:`.log` puts them together.

How a log becomes events of the game ``riichi``:

- Points stand in points; the log counts in hundreds. ``deal.carry`` has ``totals``, ``honba``,
  ``sticks`` and ``round`` (``E1``). A riichi stick leaves its owner's points when it is accepted,
  so that ``carry.totals`` less the sticks of the hand plus ``settlement.deltas`` are
  ``settlement.totals``; the deltas hold what the winner takes of the sticks.
- ``options`` holds what differs from four players, 東南, red fives and open 断幺九: ``players`` 3,
  ``length`` ``east``, ``red_fives`` false, ``open_tanyao`` false, ``fast`` true; at
  tables with chips ``rounded_mangan`` true, ``kong_dora`` ``at_once``, ``honba`` 500.
- Acts: claims ``chow``, ``pung``, ``exposed_kong``, ``win``; declares ``ready``,
  ``concealed_kong``, ``added_kong``, ``kita`` (抜きドラ). A replacement is a draw from the
  ``tail``. ``drawn`` is left out after a claim, where no tile was drawn.
- The dealer's fourteenth tile is his first draw; 天和 claims that draw.
- ``deal.wall`` has all 136 (108) tiles in drawing order: as dealt, the live wall, the
  replacements (4; 8), the dora indicators (5; 3), the ura indicators (5; 3).
- ``win.by`` is ``self_draw``, ``discard``, ``rob_kong`` or ``rob_kita``; ``win.value`` the hand's
  points without honba and sticks; ``win.payments`` what each payer pays in all; lines as in
  :mod:`.result`.
- ``settlement.outcome`` is ``draw`` for 荒牌平局 and 流し満貫, ``abort`` for the five 途中流局.
- ``close.totals`` are the final scores, ``close.final`` the final points with 順位点, in points.

What has no field of its own stands under ``x`` of the event that it follows:

=================  ========================  =====================================================
event              key                       meaning
=================  ========================  =====================================================
any                ``dora``                  indicators turned after it
any                ``disconnected``          seats that left after it
any                ``reconnected``           seats that came back after it
any                ``names``                 names given on coming back, if they are other ones
any                ``unknown``               tags that the format does not know, as they stand
discard            ``accepted``              the riichi stick was paid; false: the tile was won
discard            ``totals``                everyone's points after the stick was paid
deal               ``shuffle``               the hand's own seed
deal               ``chips``                 chips before the hand
settlement         ``ba``                    honba and sticks on the table
settlement         ``reason``                of a draw: ``exhaustive``, ``nm`` (流し満貫), ``yao9``,
                                             ``reach4``, ``ron3``, ``kan4``, ``kaze4``
settlement         ``shown``                 seats that showed their hands at a draw
settlement         ``chips, chip_deltas``    chips before the settlement, and their change
settlement         ``ratio``                 of chip tables, as it stands
win                ``fu, han, limit``        limit: 0 none, 1 満貫 … 5 役満; no han with yakuman
win                ``yakuman``               the yakuman's numbers
win                ``ba``                    honba and sticks that this winner's tag names
win                ``dora, ura``             the indicators
win                ``pao``                   the seat that is liable (包)
win                ``chip``                  yaku that bring chips, and how many
win                ``deltas``                the change by this win alone
close              ``chips``                 final chips
player             ``dan, rate, sex, …``     as the log has them
source             ``ver, shuffle, go, …``   version, the game's seed, the table, ``room``
=================  ========================  =====================================================

Not kept: which of the four copies a tile was.
"""

from __future__ import annotations

import re

from events.formats.reading import Format
from events.formats.tenhou_mjlog.log import NAME, read

_ROOT = re.compile(rb"\s*(?:<[?!][^<>]*>\s*)*<(?:mjloggm|SHUFFLE|GO|UN|TAIKYOKU|INIT)\b")


def looks_like(head: bytes) -> bool:
    """The text has the root element, or begins with one of the first tags."""
    return b"<mjloggm" in head or _ROOT.match(head) is not None


FORMAT = Format(name=NAME, suffixes=(".mjlog", ".mjlog.xml"), looks_like=looks_like, read=read)

__all__ = ["FORMAT", "NAME", "looks_like", "read"]
