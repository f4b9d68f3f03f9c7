"""Tile notation: one compact text form for the tiles and cards of every game.

Three alphabets: :data:`MAHJONG`, :data:`ZIPAI` (字牌) and :data:`CARDS` (长牌 cards). A tile is
written as a short word (``5m``, ``C``, ``10x``, ``HJ``), a hand as words separated by spaces or
grouped the way players do (``123m 55p CCC``). ``?`` is a tile that the record does not show.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

UNKNOWN = "?"
"""A tile that the record does not show."""


class TileError(ValueError):
    """A word that names no tile of the alphabet; ``word`` is the offending text."""

    def __init__(self, word: str, alphabet: str) -> None:
        super().__init__(f"{word!r} is no tile of the {alphabet} alphabet")
        self.word = word


class Alphabet:
    """The tiles of a family of games, in printing order.

    ``tiles[i]`` is the notation of kind ``i`` and ``index[notation]`` the way back; kinds count
    from 0.
    """

    def __init__(self, name: str, tiles: Iterable[str], group: str) -> None:
        """``group``: a regular expression whose match at a place of a grouped word is one group."""
        self.name = name
        self.tiles = tuple(tiles)
        self.index = {tile: kind for kind, tile in enumerate(self.tiles)}
        self._known = frozenset(self.tiles) | {UNKNOWN}
        self._group = re.compile(group)
        self._words = lru_cache(maxsize=4096)(self._expand)

    def __repr__(self) -> str:
        return f"<Alphabet {self.name}>"

    def parse(self, text: str) -> list[str]:
        """The tiles that ``text`` names, in its order; ``?`` stays ``?``.

        Raises :class:`TileError` at the first word that is no tile and no group of tiles.
        """
        words = text.split()
        if self._known.issuperset(words):
            return words
        return [tile for word in words for tile in self._words(word)]

    def one(self, text: str) -> str:
        """The single tile that ``text`` names; :class:`TileError` when it names none or several."""
        if text in self._known:
            return text
        raise TileError(text, self.name)

    def format(self, tiles: Iterable[str]) -> str:
        """``tiles`` sorted by the printing order, separated by spaces; ``?`` comes last."""
        index, last = self.index, len(self.tiles)
        return " ".join(sorted(tiles, key=lambda tile: index.get(tile, last)))

    def _expand(self, word: str) -> tuple[str, ...]:
        tiles: list[str] = []
        at = 0
        while at < len(word):
            found = self._group.match(word, at)
            if found is None:
                raise TileError(word, self.name)
            numbers, suit = found.groupdict().get("ranks"), found.groupdict().get("suit")
            if numbers:
                tiles += [rank + str(suit) for rank in re.findall(r"10|[1-9]", numbers)]
            else:
                tiles.append(found.group())
            at = found.end()
        if any(tile not in self._known for tile in tiles):
            raise TileError(word, self.name)
        return tuple(tiles)


def _suit(suit: str, last: int = 9) -> list[str]:
    return [f"{rank}{suit}" for rank in range(1, last + 1)]


MAHJONG = Alphabet(
    "mahjong",
    [*_suit("m"), *_suit("p"), *_suit("s"), *"ESWNPFC", *_suit("f", 8), "5mr", "5pr", "5sr"],
    r"5[mps]r|(?P<ranks>[1-9]+)(?P<suit>[mpsf])|[ESWNPFC?]",
)
"""万 筒 条, winds 东南西北, dragons 白 发 中 (``P F C``), flowers ``1f``–``8f``, red fives."""

ZIPAI = Alphabet(
    "zipai",
    [*_suit("x", 10), *_suit("d", 10)],
    r"(?P<ranks>(?:10|[1-9])+)(?P<suit>[xd])|\?",
)
"""字牌: small 一…十 ``1x``–``10x`` and big 壹…拾 ``1d``–``10d``."""

CARDS = Alphabet(
    "cards",
    [
        *(f"{suit}{rank}" for suit in "SHC" for rank in range(1, 10)),
        *("HJ", "HQ", "HK", "CJ", "CQ", "CK", "BJ", "LJ", "AD"),
    ],
    r"[SHC][1-9]|[HC][JQK]|BJ|LJ|AD|\?",
)
"""♠ ♥ ♣ 1–9, ♥ ♣ J Q K, 大鬼 小鬼 广告."""

ALPHABETS = {
    "jiujiang": MAHJONG,
    "taixing": MAHJONG,
    "qinger": CARDS,
    "gaohuzi": ZIPAI,
    "riichi": MAHJONG,
    "mcr": MAHJONG,
}
"""Which alphabet a game's records are written in."""
