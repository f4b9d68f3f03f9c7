"""国标麻将: how a finished hand is read: by PyMahjongGB, the library of the Botzone judges.

It is loaded when the first hand is read, so that nothing else needs it. Which 番 its names stand
for, :mod:`engine.games.mcr.scoring` says.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple

from engine import shapes
from engine.mahjong.hands import HONOUR, OWN_DRAWS

By = Literal["discard", "self_draw", "kong_draw", "rob_kong"]
MeldAct = Literal["chow", "pung", "exposed_kong", "added_kong", "concealed_kong"]

LIBRARY = "MahjongGB"
"""The module of PyMahjongGB."""

MISSING = "PyMahjongGB, which reads its hands, is not installed"

CODES = (
    *(f"{suit}{rank}" for suit in "WBT" for rank in range(1, 10)),
    *("F1", "F2", "F3", "F4", "J3", "J2", "J1"),
)
"""The library's name of each kind of tile: 万 饼 条, 东南西北, 白 发 中."""

PACKS = {"chow": "CHI", "pung": "PENG"}
"""The library's names of melds; every other meld is a ``GANG``."""

WAITS = {"独听・边张": "边张", "独听・嵌张": "坎张", "独听・单钓": "单钓将"}
"""Names that the rule book writes shorter."""


class Meld(NamedTuple):
    """A set on the table: how it was laid, and its kind (of a chow the lowest)."""

    act: MeldAct
    kind: int


class Won(NamedTuple):
    """A win whose tiles are known.

    ``counts``: the concealed tiles by kind, the winning one included. ``last``: no tile is left to
    draw after it. ``fourth``: the three others of its kind lie open on the table. ``round`` and
    ``wind``: 圈风 and 门风, 0–3 from east on.
    """

    options: Any
    seat: int
    tile: int
    by: By
    giver: int | None
    last: bool
    fourth: bool
    flowers: int
    melds: tuple[Meld, ...]
    counts: Sequence[int]
    round: int
    wind: int


KNITTED = ((0, 3, 6), (1, 4, 7), (2, 5, 8))
"""147 258 369: of each suit another one makes a 组合龙 (MC-F35)."""

SIMPLES = tuple(9 * suit + rank for suit in range(3) for rank in range(1, 8))

Fan = tuple[str, int, int]
"""A 番 of a hand: its name, what it scores, how many times."""


def may_win(counts: Sequence[int], melds: int, kind: int) -> bool:
    """A quick look whether ``kind`` may complete the concealed ``counts``; most do not."""
    if kind >= len(CODES):
        return False
    if shapes.completes(counts, melds, kind):
        return True
    if melds > 1:
        return False
    if _knitted(counts, kind):
        return True
    if melds or counts[kind] > 1:
        return False
    most = max(counts)
    if most == 1 and not counts[kind]:
        return True  # 全不靠, or thirteen different tiles
    return most <= 2 and not any(counts[simple] for simple in SIMPLES)


def _knitted(counts: Sequence[int], kind: int) -> bool:
    """Whether 147, 258 and 369 of three suits are there."""
    free = {0, 1, 2}
    for low in (0, 9, 18):
        has = [
            i
            for i, ranks in enumerate(KNITTED)
            if all(counts[low + rank] or low + rank == kind for rank in ranks)
        ]
        if not has:
            return False
        free -= set(has)
    return not free


def fans(won: Won) -> tuple[Fan, ...] | None:
    """The 番 of the reading that scores most, flowers included; ``None``: no winning shape."""
    tiles = tuple(code for code, n in zip(CODES, won.counts, strict=False) for _ in range(n))
    if any(won.counts[len(CODES) :]) or won.tile >= len(CODES) or not won.counts[won.tile]:
        return None
    if not all(_is_meld(meld) for meld in won.melds):
        return None
    return _read(
        tuple(_pack(meld) for meld in won.melds),
        tiles,
        CODES[won.tile],
        won.flowers,
        won.by in OWN_DRAWS,
        won.fourth,
        won.by in ("kong_draw", "rob_kong"),
        won.last,
        won.wind,
        won.round,
    )


@lru_cache(maxsize=2**14)
def _read(
    packs: tuple[tuple[str, str, int], ...], tiles: tuple[str, ...], tile: str, *how: int
) -> tuple[Fan, ...] | None:
    hand = list(tiles)
    hand.remove(tile)
    try:
        found = _library()(packs, tuple(hand), tile, *how, True)
    except (TypeError, ValueError):  # so it says that the tiles are no winning hand
        return None
    return tuple((WAITS.get(name, name), points, times) for points, times, name, _ in found)


@cache
def available() -> bool:
    """Whether the library is installed; without it no hand can be read."""
    return find_spec(LIBRARY) is not None


@cache
def _library() -> Any:
    return import_module(LIBRARY).MahjongFanCalculator


def _is_meld(meld: Meld) -> bool:
    """Whether there is such a meld: a record may tell of others."""
    if meld.act == "chow":
        return 0 <= meld.kind < HONOUR and meld.kind % 9 <= 6
    return 0 <= meld.kind < len(CODES)


def _pack(meld: Meld) -> tuple[str, str, int]:
    """A meld as the library takes it: a chow by its middle, a concealed kong from nobody.

    Which of the others gave a tile changes no 番.
    """
    if meld.act == "chow":
        return "CHI", CODES[meld.kind + 1], 1
    return PACKS.get(meld.act, "GANG"), CODES[meld.kind], int(meld.act != "concealed_kong")
