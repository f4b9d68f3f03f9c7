"""The rule books as data: every clause's text, and what it rests on.

A game's ``clauses.toml`` holds one table a clause, under a table for its kind; ``record.toml``
beside this file holds R1–R13 of the record format, which findings of every game may cite.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import msgspec
from msgspec import Struct

from engine.game import GAMES


class Clause(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One clause of a rule book.

    ``kind``: the part of the book it stands in (``equipment``, ``play``, ``win``, …, ``record``).
    ``name``: what players call it. ``zh``, ``en``: its text. ``amount``: what it scores, as the
    book prints it. ``rests_on``: the source's own sentences, or ``Reading:`` and the reason; empty
    where the rule is ours.
    """

    id: str
    kind: str
    name: str
    zh: str
    en: str
    amount: str = ""
    rests_on: str = ""


@cache
def clauses(game: str) -> Mapping[str, Clause]:
    """Every clause of a game by id, in rule-book order; :class:`KeyError` when there is no game."""
    if game not in GAMES:
        raise KeyError(game)
    return _load("games", game, "clauses.toml")


@cache
def record_clauses() -> Mapping[str, Clause]:
    """R1–R13, the clauses of the record format, by id."""
    return _load("record.toml")


def clause(game: str, id: str) -> Clause | None:
    """The clause that a line or finding of ``game`` cites; ``None`` when there is no such id."""
    return clauses(game).get(id) or record_clauses().get(id)


def _load(*path: str) -> Mapping[str, Clause]:
    book = tomllib.loads(files("engine").joinpath(*path).read_text(encoding="utf-8"))
    return MappingProxyType(
        {
            id: msgspec.convert({"id": id, "kind": kind, **fields}, Clause)
            for kind, section in book.items()
            for id, fields in section.items()
        }
    )
