"""Checking records: every event and every settlement line, payment and total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from msgspec import Struct

from api.usecases.reading import Item, Walk, matches
from api.usecases.sources import load, shown
from engine.explain import Text, text_of
from engine.findings import Finding, Unchecked
from engine.game import game
from events import MalformedInput


class Found(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finding with its file: what ``paipu verify --json`` prints, one a line.

    ``hand`` is None outside a hand, ``seq`` the event's place in its match from 0, ``seat`` None
    where no one seat is meant. ``recorded`` and ``expected`` where two values differ.
    """

    file: str
    hand: int | None = None
    seq: int
    seat: int | None = None
    code: str
    clause: str | None = None
    message: str
    recorded: Any = None
    expected: Any = None


class Checked(Struct, frozen=True, kw_only=True):
    """What a check says of one match.

    ``lines[i]`` is the line of the source on which ``findings[i]`` stands, from 1; ``texts`` the
    clauses that are cited. ``errors`` are the parts that could not be read, ``unchecked`` what
    could not be checked and why. ``hands`` were dealt, ``checked`` of them checked to their end;
    ``incomplete``: the record ends in the middle of a hand.
    """

    file: str
    game: str
    findings: tuple[Found, ...]
    lines: tuple[int, ...]
    texts: dict[str, Text]
    errors: tuple[MalformedInput, ...]
    unchecked: tuple[Unchecked, ...]
    events: int
    hands: int
    checked: int
    incomplete: bool


def verify_file(path: str, format_name: str | None = None) -> Iterator[Checked]:
    """Check every match in a file; ``-`` is the standard input.

    :class:`OSError` where it cannot be read, :class:`MalformedInput` where it is no record at all.
    """
    return verify_bytes(load(path), shown(path), format_name)


def verify_bytes(data: bytes, name: str, format_name: str | None = None) -> Iterator[Checked]:
    """Check every match in ``data``; :class:`MalformedInput` where it is no record at all."""
    for items in matches(data, name, format_name):
        yield verify_items(items, name)


def verify_items(items: Iterable[Item], name: str) -> Checked:
    """Check the events of one match."""
    walk = Walk(name)
    findings: list[Found] = []
    lines: list[int] = []
    for item in items:
        for finding in walk.feed(item):
            findings.append(_found(finding, name))
            lines.append(item.line)
    walk.finish()
    if walk.match is None:
        raise MalformedInput("there is no event in it", file=name)
    played = game(walk.match.game)
    cited = {found.clause for found in findings} | {note.clause for note in walk.unchecked}
    return Checked(
        file=name,
        game=played.name,
        findings=tuple(findings),
        lines=tuple(lines),
        texts={cite: text_of(played, cite) for cite in cited if cite is not None},
        errors=tuple(walk.errors),
        unchecked=tuple(walk.unchecked),
        events=walk.events,
        hands=walk.dealt,
        checked=walk.checked,
        incomplete=walk.incomplete,
    )


def _found(finding: Finding, file: str) -> Found:
    return Found(
        file=file,
        hand=finding.hand,
        seq=finding.seq,
        seat=finding.seat,
        code=finding.code,
        clause=finding.clause,
        message=finding.message,
        recorded=finding.recorded,
        expected=finding.expected,
    )
