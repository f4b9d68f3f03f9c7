"""The wall behind a Tenhou log, worked out from the seed that the log gives.

Three eras: until July 2009 each hand has its own MT19937 seed (``INIT shuffle``); from August
2009 one seed stands for the whole game (``SHUFFLE seed``) and each hand's numbers are SHA-512
sums of the next 288 outputs, the seed first in hexadecimal words, later in base64. The wall is an
exchange shuffle of the 136 tiles (108 with three players) by those numbers; dealing starts at its
end.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from hashlib import sha512
from typing import NamedTuple

import numpy as np
from numpy.random import RandomState

from events.formats.reading import WallCheck
from events.formats.tenhou_mjlog.tiles import TILES

_PER_HAND = 288  # outputs of the generator that one hand's numbers are made of
_BLOCK = 32  # outputs that go into one SHA-512 sum
_DICE = 135  # where the two dice stand among a hand's numbers
_LEFT_OUT = range(4, 32)  # 2m–8m, with three players


class Wall(NamedTuple):
    """The wall of one hand: ``tiles`` in drawing order, and its two dice (1–6).

    Drawing order: the dealt tiles as they are dealt, the live wall, the replacements in the order
    in which they are drawn (4; with three players 8), the dora indicators from left to right and
    the ura indicators under them (5 each; with three players 3 each, the fourth and fifth being
    the last tiles of the live wall).
    """

    tiles: tuple[int, ...]
    dice: tuple[int, int]
    dealt: int
    live: tuple[int, ...]
    replacements: tuple[int, ...]
    dora: tuple[int, ...]
    ura: tuple[int, ...]

    def hands(self, dealer: int, players: int) -> list[list[int]]:
        """The starting hands as dealt: three rounds of four tiles, then one, from the dealer on."""
        hands: list[list[int]] = [[] for _ in range(players)]
        seats = [(dealer + i) % players for i in range(players)]
        order = [seat for _ in range(3) for seat in seats for _ in range(4)] + seats
        for seat, tile in zip(order, self.tiles, strict=False):
            hands[seat].append(tile)
        return hands


class Dealt(NamedTuple):
    """What a log shows of a hand's wall.

    ``hands`` as dealt; ``draws``: each tile and whether it was a replacement; ``dora`` and
    ``ura``: the indicators shown.
    """

    dealer: int
    dice: tuple[int, ...]
    hands: Sequence[Sequence[int]]
    draws: Sequence[tuple[int, bool]]
    dora: Sequence[int]
    ura: Sequence[int]


def prove(wall: Wall, shown: Dealt) -> WallCheck:
    """Hold a wall against all that a log shows of it."""
    if wall.dice != shown.dice:
        return _differs(0, f"the dice are {shown.dice}, the seed gives {wall.dice}")
    for seat, hand in enumerate(wall.hands(shown.dealer, len(shown.hands))):
        if hand != list(shown.hands[seat]):
            return _differs(0, f"seat {seat} was dealt other tiles than the seed gives")
    live, replacements = iter(wall.live), iter(wall.replacements)
    for number, (tile, replacement) in enumerate(shown.draws):
        if tile != next(replacements if replacement else live, None):
            return _differs(number, f"draw {number + 1} is another tile than the seed gives")
    for what, indicators, given in (("dora", shown.dora, wall.dora), ("ura", shown.ura, wall.ura)):
        if tuple(indicators) != given[: len(indicators)]:
            return _differs(len(shown.draws), f"the {what} indicators are not the seed's")
    return WallCheck(state="proved", draws=len(shown.draws))


def _differs(draws: int, message: str) -> WallCheck:
    return WallCheck(state="differs", draws=draws, message=message)


class Walls:
    """The walls of a game, hand after hand. ``problem`` says why a seed cannot be used."""

    def __init__(self, seed: str, players: int) -> None:
        """``seed``: the attribute of ``SHUFFLE``, empty when there is none."""
        self.players = players
        self.problem = ""
        self._generator: RandomState | None = None
        self._late = False
        if seed.strip():
            method, _, rest = seed.strip().partition(",")
            key = self._key(method, rest, ("mt19937ar-sha512-n288", "mt19937ar-sha512-n288-base64"))
            if key is not None:
                self._generator = RandomState(key)
                self._late = method.endswith("base64")
        self._seed_problem = self.problem

    def next(self, shuffle: str = "") -> Wall | None:
        """The wall of the next hand; ``shuffle``: the attribute of its ``INIT``. None: no seed."""
        self.problem = self._seed_problem
        block = self._generator.bytes(4 * _PER_HAND) if self._generator is not None else b""
        if shuffle.strip():
            method, _, rest = shuffle.strip().partition(",")
            key = self._key(method, rest, ("mt19937ar",))
            if key is None:
                return None
            numbers = _words(RandomState(key).bytes(4 * TILES + 8))
            return _wall(numbers, self.players, late=False)
        if not block:
            return None
        sums = (sha512(block[at : at + 4 * _BLOCK]) for at in range(0, len(block), 4 * _BLOCK))
        return _wall(_words(b"".join(s.digest() for s in sums)), self.players, late=self._late)

    def _key(self, method: str, rest: str, known: Sequence[str]) -> np.ndarray | None:
        if method not in known:
            self.problem = f"the seed's method {method!r:.40} is not known"
            return None
        try:
            if method.endswith("base64"):
                words = _words(base64.b64decode("".join(rest.split()), validate=True))
            else:
                words = [int(word, 16) for word in rest.split(",")]
        except (ValueError, binascii.Error):
            self.problem = "the seed cannot be read"
            return None
        if not words or max(words) >= 2**32 or min(words) < 0:
            self.problem = "the seed cannot be read"
            return None
        return np.array(words, dtype=np.uint32)


def _words(data: bytes) -> list[int]:
    """The 32-bit numbers in ``data``, little end first; ValueError when a part is left over."""
    if len(data) % 4:
        raise ValueError("not a whole number of 32-bit words")
    return [int(word) for word in np.frombuffer(data, dtype="<u4")]


def _wall(numbers: Sequence[int], players: int, *, late: bool) -> Wall:
    tiles = [tile for tile in range(TILES) if players == 4 or tile not in _LEFT_OUT]
    count = len(tiles)
    for i in range(count - 1):
        j = i + numbers[i] % (count - i)
        tiles[i], tiles[j] = tiles[j], tiles[i]
    dice = (numbers[_DICE] % 6 + 1, numbers[_DICE + 1] % 6 + 1)
    return _laid_out(tiles, players, dice, late=late)


def _laid_out(tiles: list[int], players: int, dice: tuple[int, int], *, late: bool) -> Wall:
    """The parts of the wall: its dead end lies in pairs, upside down in the earlier eras."""
    upper = 1 if late else 0

    def stack(pair: int, side: int) -> int:
        return tiles[2 * pair + (upper ^ side)]

    replacement_pairs, indicator_pairs = (2, 5) if players == 4 else (4, 5)
    replacements = tuple(stack(pair, side) for pair in range(replacement_pairs) for side in (0, 1))
    shown = range(replacement_pairs, replacement_pairs + indicator_pairs)
    dora = tuple(stack(pair, 0) for pair in shown)
    ura = tuple(stack(pair, 1) for pair in shown)
    top = tuple(reversed(tiles[14:]))
    apart = 7 - replacement_pairs  # the indicators that are not part of the live wall at first
    dealt = 13 * players
    return Wall(
        tiles=top + replacements + dora[:apart] + ura[:apart],
        dice=dice,
        dealt=dealt,
        live=top[dealt:],
        replacements=replacements,
        dora=dora,
        ura=ura,
    )
