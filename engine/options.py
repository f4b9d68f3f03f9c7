"""The options of a match: the points on which houses differ, checked by name and value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from engine.intake import refusal

Kind = TypeVar("Kind", bound=msgspec.Struct)


def decode(kind: type[Kind], given: Mapping[str, Any] | None) -> Kind:
    """The game's options (``kind`` is its ``Options``) with what is ``given``, else the defaults.

    Raises :class:`engine.case.CaseError` with code ``option`` and the path ``$.options.NAME`` for a
    name or value that the game does not know.
    """
    try:
        return msgspec.convert(dict(given or {}), kind)
    except msgspec.ValidationError as error:
        raise refusal(error, kind, "$.options") from error
