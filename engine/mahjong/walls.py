"""The wall as it lies on the table: stacks of two, drawn from the head, the tail, or by a die."""

from __future__ import annotations

from collections.abc import Sequence


class Wall:
    """The tiles not yet drawn.

    ``tiles`` is the recorded wall in drawing order from the break, two a stack (2k the top of stack
    k, 2k + 1 its bottom), or ``None`` when only the number of tiles is known. The first ``dealt``
    of them are in the hands. ``left`` is the number of tiles not drawn.
    """

    __slots__ = ("_head", "_tail", "_taken", "left", "tiles")

    def __init__(self, size: int, dealt: int, tiles: Sequence[str] | None = None) -> None:
        self.tiles = tiles
        self.left = size - dealt
        self._taken = bytearray([1] * dealt + [0] * max(0, size - dealt))
        self._head = dealt
        self._tail = (size + 1) // 2 - 1

    def copy(self) -> Wall:
        """An independent copy."""
        twin = Wall.__new__(Wall)
        twin.tiles, twin.left = self.tiles, self.left
        twin._taken, twin._head, twin._tail = bytearray(self._taken), self._head, self._tail
        return twin

    def head(self) -> int:
        """The place of the next head draw; -1 when the wall is empty."""
        at, taken = self._head, self._taken
        while at < len(taken) and taken[at]:
            at += 1
        return at if at < len(taken) else -1

    def tail(self) -> int:
        """The place of the next tail draw: the last stack that holds a tile, its top first."""
        return self.stack(1)

    def stack(self, die: int) -> int:
        """The place that ``die`` names: the die-th stack from the tail that still holds a tile.

        Its top, or its bottom when the top is gone; with fewer stacks left, the innermost of them.
        -1 when the wall is empty.
        """
        taken, place = self._taken, -1
        at = self._tail
        while at >= 0 and die:
            top = 2 * at
            if not taken[top]:
                place, die = top, die - 1
            elif top + 1 < len(taken) and not taken[top + 1]:
                place, die = top + 1, die - 1
            elif top < self._head:
                break
            at -= 1
        return place

    def at(self, place: int) -> str | None:
        """The recorded tile at a place; ``None`` when it is not known."""
        if self.tiles is None or not 0 <= place < len(self.tiles):
            return None
        return self.tiles[place]

    def take(self, place: int) -> None:
        """Draw the tile at ``place``; nothing is drawn where none lies (-1: the wall is empty)."""
        if not 0 <= place < len(self._taken) or self._taken[place]:
            return
        self._taken[place] = 1
        self.left -= 1
        taken = self._taken
        while self._head < len(taken) and taken[self._head]:
            self._head += 1
        while self._tail >= 0 and all(taken[2 * self._tail : 2 * self._tail + 2]):
            self._tail -= 1

    def rest(self) -> list[str] | None:
        """The recorded tiles that are left, in drawing order; ``None`` when they are not known."""
        if self.tiles is None:
            return None
        return [t for t, gone in zip(self.tiles, self._taken, strict=False) if not gone]
