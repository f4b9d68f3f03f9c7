"""Reading the tiles of a mahjong score case, and what must be so for it to be a hand at all.

The fields of a case are the game's own (its ``scoring.py``); here is what all of them share.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from engine.case import CaseError
from engine.intake import HIDDEN, kinds, one_kind
from engine.mahjong.hands import OWN_DRAWS, Act
from engine.mahjong.table import KINDS, NAMES
from events.tiles import MAHJONG


class Shown(NamedTuple):
    """What a case tells of a seat: the kinds its hand shows, how many it does not, its melds."""

    held: list[int]
    hidden: int
    melds: tuple[tuple[Act, int], ...]


class Tiles(NamedTuple):
    """What a game tells: its tiles by name, how many of a kind, its flowers, and the clauses.

    ``told`` is the clause that lists the tiles, ``flower`` the one that keeps flowers out of melds.
    """

    known: Mapping[str, int]
    copies: int
    flowers: Container[int]
    told: str
    flower: str


def read_seat(
    seat: int,
    hand: str,
    melds: Sequence[tuple[Act, str]],
    tiles: Tiles,
    *,
    winner: bool,
    sizes: Sequence[int],
) -> Shown:
    """A seat of a case with its tiles read; ``sizes``: how many tiles its hand may hold.

    The hand of a seat that does not win may be left out. Raises :class:`CaseError` with the place.
    """
    path = f"$.seats[{seat}]"
    laid = []
    for i, (act, text) in enumerate(melds):
        kind = tiles.known.get(text, HIDDEN)
        if kind == HIDDEN:
            kind = one_kind(text, MAHJONG, tiles.known, f"{path}.melds[{i}][1]")
        if kind in tiles.flowers:
            message = f"{text} is part of no meld ({tiles.flower})"
            raise CaseError("tile", message, f"{path}.melds[{i}][1]")
        laid.append((act, kind))
    held = kinds(hand, MAHJONG, tiles.known, f"{path}.hand")
    hidden = held.count(HIDDEN)
    if winner and hidden:
        raise CaseError("tile", "the winner's hand must be known", f"{path}.hand")
    if len(held) not in sizes and (held or winner):
        raise CaseError(
            "hand_size",
            f"seat {seat} with {len(melds)} melds holds {sizes[0]} tiles beside the winning tile, "
            f"not {len(held)}",
            f"{path}.hand",
        )
    if hidden:
        held = [kind for kind in held if kind != HIDDEN]
    return Shown(held, hidden, tuple(laid))


def check_copies(
    seats: Sequence[Shown], front: Sequence[Sequence[int]], tile: int, tiles: Tiles
) -> None:
    """No more of a kind than the game has, over everything that the case shows.

    ``front``: the kinds that lie in front of each seat beside its melds; ``tile``: the winning one.
    """
    seen = [0] * KINDS
    seen[tile] = 1
    for seat, shown in enumerate(seats):
        for kind in shown.held:
            seen[kind] += 1
            if seen[kind] > tiles.copies:
                raise _too_many(seat, kind, tiles)
        for kind in front[seat]:
            seen[kind] += 1
        for act, kind in shown.melds:
            seen[kind] += 3 if act == "pung" else 4
            if seen[kind] > tiles.copies:
                raise _too_many(seat, kind, tiles)
        if front[seat] and max(seen) > tiles.copies:
            raise _too_many(seat, seen.index(max(seen)), tiles)


def _too_many(seat: int, kind: int, tiles: Tiles) -> CaseError:
    message = f"more than {tiles.copies} {NAMES[kind]}, winning tile included ({tiles.told})"
    return CaseError("five_of_a_kind", message, f"$.seats[{seat}]")


def impossible_giver(seat: int, by: str, giver: int | None) -> tuple[str, str] | None:
    """An own draw comes from nobody, every other tile from another seat: (path, sentence)."""
    if by in OWN_DRAWS:
        return None if giver is None else ("$.win.from", "an own draw comes from nobody")
    if giver is None:
        return "$.win.from", "the seat that gave the winning tile is missing"
    return None if giver != seat else ("$.win.from", "nobody wins on a tile of his own")
