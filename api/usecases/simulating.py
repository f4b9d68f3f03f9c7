"""Simulated matches as records: the same seed gives the same bytes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from api.usecases.catalog import known_game
from api.usecases.errors import NotThere
from engine.simulate import simulate
from events.record import SUFFIX, write
from store import StoreError


class Simulated(NamedTuple):
    """A simulated match: the name of its record and the record's bytes."""

    name: str
    record: bytes


def simulate_matches(
    game: str,
    seed: int,
    matches: int,
    hands: int,
    options: Mapping[str, Any] | None = None,
    rare: float | None = None,
) -> Iterator[Simulated]:
    """``matches`` records of at most ``hands`` hands each. A match depends on its own number only.

    ``rare``: the share of deals arranged so that rare acts come up (None: the engine's own).
    :class:`NotThere` for a game that is not here or has no players, :class:`engine.case.CaseError`
    for options that it does not have.
    """
    played = known_game(game)
    if played.seeded is None:
        raise NotThere("no_players", f"{game} has no seeded players")
    extra: dict[str, Any] = {} if rare is None else {"rare": rare}
    for number in range(1, matches + 1):
        name = f"{game}-s{seed}-{number:05}"
        luck = Random(f"{game} {seed} {number}")
        events = simulate(played.name, luck, hands=hands, options=options, label=name, **extra)
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


def parse_options(given: list[str]) -> dict[str, Any]:
    """``name=value`` pairs as options; a value is JSON where it can be, else a word."""
    options: dict[str, Any] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise NotThere("option", f"{pair!r} is no option; write name=value")
        try:
            options[name] = msgspec.json.decode(value)
        except msgspec.DecodeError:
            options[name] = value
    return options
