"""Simulated matches as records: the same seed gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from api.usecases.catalog import known_game
from api.usecases.errors import NotThere
from engine.case import CaseError
from engine.options import decode
from engine.simulate import simulate
from events.record import SUFFIX, write
from store import StoreError

HANDS = 16
"""How many hands a simulated match has in a game whose match never ends by itself."""

WHOLE = 10_000
"""More hands than any match that ends by itself."""


class Simulated(NamedTuple):
    """A simulated match: the name of its record and the record's bytes."""

    name: str
    record: bytes


def simulate_matches(
    game: str,
    seed: int,
    matches: int,
    hands: int | None = None,
    options: Mapping[str, Any] | None = None,
    rare: float | None = None,
    players: int | None = None,
) -> Iterator[Simulated]:
    """``matches`` records. A match depends on its own number only.

    ``hands``: at most so many a match (None: to its end, or :data:`HANDS` where it has none).
    ``rare``: the share of deals arranged so that rare acts come up (None: the engine's own).
    ``players``: how many sit (None: the game's usual number). :class:`NotThere` for a game that is
    not here, has no seeded players or is not played by so many, :class:`engine.case.CaseError` for
    options that it does not have.
    """
    played = known_game(game)
    if played.seeded is None:
        raise NotThere("no_players", f"{game} has no seeded players")
    if players is not None and players not in played.players:
        sizes = " or ".join(map(str, sorted(played.players)))
        raise NotThere("no_players", f"{game} is played by {sizes}, not by {players}")
    if hands is None:
        hands = HANDS if played.endless else WHOLE
    extra: dict[str, Any] = {} if rare is None else {"rare": rare}
    for number in range(1, matches + 1):
        name = f"{game}-s{seed}-{number:05}"
        luck = Random(f"{game} {seed} {number}")
        events = simulate(
            played.name,
            luck,
            hands=hands,
            players=players,
            options=options,
            label=name,
            **extra,
        )
        yield Simulated(name + SUFFIX, write(events))


def save(simulated: Simulated, folder: Path) -> Path:
    """Write the record into ``folder``, which is made if need be.

    The same record may be there already; :class:`store.StoreError` when another one is.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / simulated.name
    if path.exists():
        if path.read_bytes() != simulated.record:
            raise StoreError("exists", f"{path} is there already with other content")
        return path
    part = path.with_name(path.name + ".part")
    part.write_bytes(simulated.record)
    part.replace(path)
    return path


def parse_options(game: str, given: list[str]) -> dict[str, Any]:
    """``name=value`` pairs as options of ``game``.

    A value is read as JSON where that is what the option wants, else as a word (``datuo=3``).
    """
    options: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise NotThere("option", f"{pair!r} is no option; write name=value")
        options[name] = _value(known_game(game).options, name, value)
    return options


def _value(options: type[Any], name: str, text: str) -> Any:
    try:
        value = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
    try:
        decode(options, {name: value})
    except CaseError:
        with suppress(CaseError):
            decode(options, {name: text})
            return text
    return value
