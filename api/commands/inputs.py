"""Going through files so that a bad one is named and never stops the others."""

from __future__ import annotations

from collections.abc import Iterable

from api.refusals import sentence
from api.terminal import refuse


class Refused:
    """What could not be used. ``any``: there was something."""

    def __init__(self) -> None:
        self.any = False

    def add(self, error: Exception) -> None:
        """Say why something could not be used; an error that is our own fault is raised again."""
        told = sentence(error)
        if told is None:
            raise error
        self.any = True
        refuse(told)


def files(paths: Iterable[str], refused: Refused) -> list[str]:
    """The files behind ``paths``, folders opened up."""
    from api.usecases.sources import expand

    found: list[str] = []
    for path in paths:
        try:
            found += expand(path)
        except (ValueError, OSError) as error:
            refused.add(error)
    return found
