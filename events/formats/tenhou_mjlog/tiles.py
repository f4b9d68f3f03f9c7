"""Tenhou's 136 tiles and its calls, which are one number each.

A tile is 0–135, its kind is the number over four, the red fives are 16, 52 and 88. A call packs the
tiles, which copies they are and who gave one into 16 bits.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from events.tiles import MAHJONG

TILES = 136
NORTH = 30
"""The kind that is laid aside in three-player games (抜きドラ)."""

_KINDS = MAHJONG.tiles[:34]
_PLAIN = tuple(_KINDS[number // 4] for number in range(TILES))
_RED = {16: "5mr", 52: "5pr", 88: "5sr"}
_WITH_RED = tuple(_RED.get(number, _PLAIN[number]) for number in range(TILES))

CallKind = Literal["chow", "pung", "exposed_kong", "concealed_kong", "added_kong", "kita"]


def names(red_fives: bool) -> tuple[str, ...]:
    """The notation of each of the 136 tiles."""
    return _WITH_RED if red_fives else _PLAIN


class Call(NamedTuple):
    """A call. ``own``: the tiles out of the caller's hand; ``taken``: the tile that was given.

    ``giver`` is how many seats after the caller the giver sits, 1–3, and 0 where nothing was given.
    An added kong has the added tile in ``own`` and the three of its pung in ``pung``.
    """

    kind: CallKind
    own: tuple[int, ...]
    taken: int | None = None
    giver: int = 0
    pung: tuple[int, ...] = ()

    @property
    def tiles(self) -> frozenset[int]:
        """All tiles that lie on the table by it."""
        taken = () if self.taken is None else (self.taken,)
        return frozenset((*self.own, *taken, *self.pung))


def call(m: int) -> Call | None:
    """The call that the number ``m`` stands for; None when it stands for none."""
    giver = m & 3
    if m & 0x04:
        return _chow(m, giver)
    if m & 0x08 or m & 0x10:
        return _pung(m, giver, added=not m & 0x08)
    tile = m >> 8
    if tile >= TILES:
        return None
    if m & 0x20:
        return Call("kita", (tile,)) if tile // 4 == NORTH and not giver else None
    four = _copies(tile // 4, range(4))
    if not giver:
        return Call("concealed_kong", four)
    return Call("exposed_kong", _without(four, tile), tile, giver)


def _chow(m: int, giver: int) -> Call | None:
    group, taken = divmod(m >> 10, 3)
    suit, low = divmod(group, 7)
    if suit > 2 or giver != 3:
        return None
    kind = suit * 9 + low
    tiles = tuple((kind + i) * 4 + (m >> shift & 3) for i, shift in enumerate((3, 5, 7)))
    return Call("chow", _without(tiles, tiles[taken]), tiles[taken], giver)


def _pung(m: int, giver: int, *, added: bool) -> Call | None:
    kind, taken = divmod(m >> 9, 3)
    if kind >= TILES // 4 or not giver:
        return None
    left_out = m >> 5 & 3
    three = _copies(kind, (copy for copy in range(4) if copy != left_out))
    if added:
        return Call("added_kong", (kind * 4 + left_out,), None, 0, three)
    return Call("pung", _without(three, three[taken]), three[taken], giver)


def _copies(kind: int, copies: Iterable[int]) -> tuple[int, ...]:
    return tuple(kind * 4 + copy for copy in copies)


def _without(tiles: tuple[int, ...], tile: int) -> tuple[int, ...]:
    return tuple(other for other in tiles if other != tile)
