"""Malformed input: the one kind of failure that reading other people's bytes can have."""

from __future__ import annotations


class MalformedInput(ValueError):  # noqa: N818
    """Bytes that are no record: says in which file, on which line, at which field, and why.

    ``line`` counts from 1 for people, ``None`` when the whole file is meant; ``path`` is the
    field's path (``$.wins[0].lines``), ``$`` for the whole line.
    """

    def __init__(
        self, message: str, *, file: str = "", line: int | None = None, path: str = "$"
    ) -> None:
        self.message = message
        self.file = file
        self.line = line
        self.path = path
        super().__init__(message)

    def __str__(self) -> str:
        place = [self.file] if self.file else []
        if self.line is not None:
            place.append(f"line {self.line}")
        if self.path != "$":
            place.append(self.path)
        return ": ".join([", ".join(place), self.message] if place else [self.message])
