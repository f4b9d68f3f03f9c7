"""Reading what somebody typed: fields, options and tiles, with the place of every error."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from engine.case import CaseError
from events.codec import split_path
from events.tiles import UNKNOWN, Alphabet, TileError

CODES = (
    ("json", "the line is no JSON object"),
    ("game", "no game of that name is scored here"),
    ("field", "a field is unknown, missing or has a value that it cannot have"),
    ("option", "the game has no such option, or the option no such value"),
    ("tile", "a word is no tile, no tile of the game, or no tile where one must be known"),
    ("five_of_a_kind", "more tiles of a kind are named than the game has"),
    ("hand_size", "a hand has too many or too few tiles for its melds"),
    ("impossible", "the win cannot have come about that way"),
)
"""The codes of :class:`CaseError`, in the order in which a case is examined."""

HIDDEN = -1
"""What a ``?`` is read as."""


def refusal(
    error: msgspec.MsgspecError, options: type[msgspec.Struct], root: str = "$"
) -> CaseError:
    """msgspec's error as ours; one about the ``options`` says which names or values there are.

    ``root``: the path of the value that msgspec was reading.
    """
    message, path = split_path(error)
    path = root + path.removeprefix("$")
    if not isinstance(error, msgspec.ValidationError):
        return CaseError("json", message)
    if message.startswith("Object contains unknown field"):
        name = message.split("`")[1]
        if path == "$.options":
            known = ", ".join(options.__struct_encode_fields__)
            return CaseError("option", f"unknown option {name!r}; known: {known}", f"{path}.{name}")
        return CaseError("field", f"unknown field {name!r}", f"{path}.{name}")
    if message.startswith("Object missing required field"):
        name = message.split("`")[1]
        return CaseError("field", f"the field {name!r} is missing", f"{path}.{name}")
    if path.startswith("$.options"):
        return CaseError("option", f"{message}{_values(options, path)}", path)
    return CaseError("field", message, path)


def _values(options: type[msgspec.Struct], path: str) -> str:
    for field in msgspec.structs.fields(options):
        info = msgspec.inspect.type_info(field.type)
        while isinstance(info, msgspec.inspect.Metadata):
            info = info.type
        if path == f"$.options.{field.encode_name}" and isinstance(
            info, msgspec.inspect.LiteralType
        ):
            return f"; known: {', '.join(map(repr, info.values))}"
    return ""


def kinds(text: str, alphabet: Alphabet, known: Mapping[str, int], path: str) -> list[int]:
    """The kinds of the tiles that ``text`` names, in its order; :data:`HIDDEN` for each ``?``.

    ``known``: the tiles of the game. Raises :class:`CaseError` for any other word.
    """
    try:
        return [known[word] for word in text.split()]  # as most hands are written
    except KeyError:
        pass
    try:
        words = alphabet.parse(text)
    except TileError as error:
        raise CaseError("tile", str(error), path) from error
    try:
        return [known[word] if word != UNKNOWN else HIDDEN for word in words]
    except KeyError as error:
        raise CaseError("tile", f"the game has no tile {error.args[0]!r}", path) from error


def one_kind(text: str, alphabet: Alphabet, known: Mapping[str, int], path: str) -> int:
    """The kind of the one tile that ``text`` must name; :class:`CaseError` for anything else."""
    if text in known:
        return known[text]
    found = kinds(text, alphabet, known, path)
    if len(found) == 1 and found[0] != HIDDEN:
        return found[0]
    raise CaseError("tile", f"{text!r} does not name one known tile", path)
