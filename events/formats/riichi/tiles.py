"""How the clients spell the 37 tiles of a riichi set.

=============  ==========================  ==============  =========================
here           mjai                        kobalab         tenhou.net/6, 雀魂
=============  ==========================  ==============  =========================
``1m``–``9s``  the same                    ``m1``–``s9``   11–39; ``1m``–``9s``
``5mr``        the same                    ``m0``          51; ``0m``
``E S W N``    the same                    ``z1``–``z4``   41–44; ``1z``–``4z``
``P F C``      the same                    ``z5``–``z7``   45–47; ``5z``–``7z``
=============  ==========================  ==============  =========================
"""

from __future__ import annotations

import re

from events.formats.reading import Unreadable
from events.tiles import UNKNOWN

HONOURS = "ESWNPFC"
SUITS = "mps"
RED = {"5mr": "5m", "5pr": "5p", "5sr": "5s"}
"""The red fives and what they count as."""

NUMBERS: dict[int, str] = {
    **{
        10 * (suit + 1) + rank: f"{rank}{SUITS[suit]}" for suit in range(3) for rank in range(1, 10)
    },
    **{41 + i: honour for i, honour in enumerate(HONOURS)},
    **{51 + i: f"5{suit}r" for i, suit in enumerate(SUITS)},
}
"""tenhou.net/6 in our notation."""

TO_NUMBER = {tile: number for number, tile in NUMBERS.items()}

MAJSOUL: dict[str, str] = {
    **{tile: tile for number, tile in NUMBERS.items() if number < 40},
    **{f"{i + 1}z": honour for i, honour in enumerate(HONOURS)},
    **{f"0{suit}": f"5{suit}r" for suit in SUITS},
}
"""雀魂 in our notation; kobalab has the same with suit and rank the other way round."""

MJAI = frozenset(NUMBERS.values())

_GROUP = re.compile(r"([mpsz])([0-9]+)")


def plain(tile: str) -> str:
    """The tile that ``tile`` counts as: a red five is a five."""
    return RED.get(tile, tile)


def number(value: object, offset: int) -> str:
    """A tile of tenhou.net/6."""
    if isinstance(value, int) and value in NUMBERS:
        return NUMBERS[value]
    raise Unreadable("bad_value", f"{value!r:.40} is no tile of tenhou.net/6", offset)


def numbers(text: str, offset: int) -> list[str]:
    """The tiles of a call in tenhou.net/6, two digits each."""
    if len(text) % 2 or not text.isdecimal():
        raise Unreadable("bad_value", f"{text!r:.40} is no row of tiles", offset)
    return [number(int(text[at : at + 2]), offset) for at in range(0, len(text), 2)]


def mjai(value: object, offset: int) -> str:
    """A tile of mjai; ``?`` is one that is not shown."""
    if isinstance(value, str) and (value in MJAI or value == UNKNOWN):
        return value
    raise Unreadable("bad_value", f"{value!r:.40} is no tile of mjai", offset)


def majsoul(value: object, offset: int) -> str:
    """A tile of 雀魂."""
    if isinstance(value, str) and value in MAJSOUL:
        return MAJSOUL[value]
    raise Unreadable("bad_value", f"{value!r:.40} is no tile of 雀魂", offset)


def kobalab(text: object, offset: int) -> list[str]:
    """The tiles that ``m123p0z7`` names; ``_`` is one that is not shown."""
    if not isinstance(text, str):
        raise Unreadable("bad_value", f"{text!r:.40} is no row of tiles", offset)
    tiles: list[str] = []
    at = 0
    while at < len(text):
        if text[at] == "_":
            tiles.append(UNKNOWN)
            at += 1
            continue
        found = _GROUP.match(text, at)
        if found is None:
            raise Unreadable("bad_value", f"{text!r:.40} is no row of tiles", offset)
        tiles += [majsoul(rank + found[1], offset) for rank in found[2]]
        at = found.end()
    return tiles
