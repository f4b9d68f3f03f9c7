"""雀魂's wall: ``paishan`` has what lies after the deal, and ``md5`` was shown before the hand."""

from __future__ import annotations

from hashlib import md5
from typing import Any

from events.formats.reading import WallCheck
from events.formats.riichi.hand import Hand
from events.formats.riichi.tiles import MAJSOUL

TILES = 83
"""136 tiles less the 53 that are dealt."""
DEAD = 14
"""The last tiles of ``paishan``: from its end replacements (4), then dora and ura in turns."""
PLAYERS = 4


def wall_after(paishan: object) -> list[str] | None:
    """The tiles after the deal in the order of ``paishan``; None when it is no wall of four."""
    if not isinstance(paishan, str) or len(paishan) != 2 * TILES:
        return None
    words = [paishan[at : at + 2] for at in range(0, len(paishan), 2)]
    if any(word not in MAJSOUL for word in words):
        return None
    return [MAJSOUL[word] for word in words]


def whole_wall(after: list[str], hands: list[list[str]], first: str, dealer: int) -> list[str]:
    """The wall in drawing order, as :mod:`events.formats.tenhou_mjlog` describes it.

    The log has each hand sorted: which of its tiles came in which round of the deal is not known,
    and they stand in the log's order.
    """
    seats = [(dealer + i) % PLAYERS for i in range(PLAYERS)]
    dealt: list[str] = []
    for start, end in ((0, 4), (4, 8), (8, 12), (12, 13)):
        for seat in seats:
            dealt += hands[seat][start:end]
    behind = after[::-1][:DEAD]
    return [*dealt, first, *after[:-DEAD], *behind[:4], *behind[4::2], *behind[5::2]]


def prove(hand: Hand, fields: dict[str, Any], ura: list[str]) -> WallCheck:
    """Hold the wall of a ``NewRound`` against all that the hand shows of it."""
    after = wall_after(fields.get("paishan"))
    if after is None:
        return WallCheck(state="no seed", message="there is no paishan of four players")
    given = fields.get("md5")
    if given is not None and given != md5(fields["paishan"].encode()).hexdigest():
        return WallCheck(state="differs", message="the paishan has another md5 than was shown")
    behind = after[::-1][:DEAD]
    live, replacements = iter(after[:-DEAD]), iter(behind[:4])
    # The dealer's fourteenth tile is dealt: it is not in the paishan.
    for number, (tile, replacement) in enumerate(hand.draws[1:]):
        if tile != next(replacements if replacement else live, None):
            message = f"draw {number + 1} is another tile than the paishan gives"
            return WallCheck(state="differs", draws=number, message=message)
    for what, shown, tiles in (("dora", hand.indicators, behind[4::2]), ("ura", ura, behind[5::2])):
        if shown != tiles[: len(shown)]:
            message = f"the {what} indicators are not those of the paishan"
            return WallCheck(state="differs", draws=len(hand.draws) - 1, message=message)
    return WallCheck(state="proved", draws=len(hand.draws) - 1)
