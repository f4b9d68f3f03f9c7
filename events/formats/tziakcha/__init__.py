"""雀渣 (tziakcha): a record of one hand of 国标麻将, as JSON with its script packed or unpacked.

``script`` is the script in zlib and base64, or ``<Decoded>`` where the object ``step`` holds it.
How a hand becomes events of the game ``mcr`` (:mod:`.hand`; its numbers are :mod:`.numbers`'):

- Seat 0 is east and deals. ``i`` is the number of the hand in its session: its round's wind becomes
  ``first_wind``; one deal. The session, the rules (``g``) and ``i`` stand in the source's ``x``.
- With the wall ``w`` the deal is the wall's, and the wall stands in the deal if every draw came
  from it. Without it a hand is as far known as it came to light (discards, sets, the winner's
  hand); the rest is ``?``, and the dealer's fourteenth tile with it.
- A flower is laid and replaced from the tail; so is a kong. A draw marked as from the back is from
  the tail.
- Sets are told by their kind; what was claimed is the discard before, and whether a kong is
  concealed, added or exposed follows from what came before it.
- A pass that a player made by hand, and 弃, is a ``pass``; the client's own passes are not kept.
- ``at`` is the time of the act. ``y`` brings lines and 番, ``s`` the deltas.

A false win (错和), after which the client plays on, is not read.
"""

from __future__ import annotations

import re
import zlib
from base64 import b64decode
from binascii import Error
from collections.abc import Iterator
from typing import Any

from events.formats import json_pieces
from events.formats.content import MAX_BYTES
from events.formats.mcr import Play, Told, one_hand, options
from events.formats.reading import (
    Format,
    MatchRead,
    Places,
    Unreadable,
    refused,
    whole,
)
from events.formats.riichi.source import opened
from events.formats.tziakcha.hand import Hand
from events.model import Player

NAME = "tziakcha"
LACKS = ("beaten claims",)

_LOOKS = re.compile(rb'\s*\{.*?"script"\s*:\s*"(?:<Decoded>|[A-Za-z0-9+/])', re.DOTALL)


def looks_like(head: bytes) -> bool:
    """A JSON object with a script."""
    return _LOOKS.match(head) is not None and b'"log"' not in head[:200]


def read(data: bytes, name: str = "") -> Iterator[MatchRead]:
    """The match in a record; see :mod:`events.formats.reading`."""
    source = opened(NAME, data)
    if isinstance(source, MatchRead):
        yield source
        return
    text = source.text
    try:
        record = json_pieces.decode(text, json_pieces.value(text, json_pieces.begin(text)))
        step = _step(record)
        told, play = _told(record, step), Play(1)
    except Unreadable as error:
        fault = Places(text).remark(error.code, error.message, error.offset)
        yield refused(NAME, data, fault)
        return
    problem: Unreadable | None = None
    wall = None
    try:
        wall = Hand(step, play).read()
    except Unreadable as error:
        problem = error
    notes = list(source.notes)
    if wall is not None and wall.state == "differs":
        notes.append(whole("wall_differs", f"{wall.message}; the wall is left out"))
    if wall is None or wall.state != "proved":
        told = told._replace(lacks=(*LACKS, "wall"))
    yield one_hand(told, data, text, play, problem, notes, wall)


FORMAT = Format(name=NAME, suffixes=(".tziakcha.json",), looks_like=looks_like, read=read)


def _step(record: Any) -> dict[str, Any]:
    """The script of a record, unpacked."""
    if not isinstance(record, dict) or not isinstance(record.get("script"), str):
        raise Unreadable("not_this_format", "there is no script in it", 0)
    step = record.get("step")
    if record["script"] != "<Decoded>":
        step = json_pieces.decoded(_unpacked(record["script"]), 0)
    if not isinstance(step, dict):
        raise Unreadable("no_match", "the script is no object", 0)
    return step


def _unpacked(script: str) -> bytes:
    try:
        packed = b64decode(script, validate=True)
        worker = zlib.decompressobj()
        text = worker.decompress(packed, MAX_BYTES)
    except (Error, ValueError, zlib.error) as error:
        raise Unreadable("no_match", f"the script cannot be unpacked: {error}", 0) from None
    if worker.unconsumed_tail:
        raise Unreadable("too_large", f"the script unpacks to more than {MAX_BYTES:,} bytes", 0)
    if not worker.eof:
        raise Unreadable("cut", "the script ends early", 0)
    return text


def _told(record: dict[str, Any], step: dict[str, Any]) -> Told:
    number, people = step.get("i"), step.get("p")
    if type(number) is not int or not 0 <= number < 10**6:
        raise Unreadable("no_match", "the number of the hand (i) is missing", 0)
    if not isinstance(people, list) or len(people) != 4:
        raise Unreadable("no_match", "the four players (p) are missing", 0)
    players = []
    for seat, person in enumerate(people):
        who = person if isinstance(person, dict) else {}
        kept = {key: who[key] for key in ("e", "s") if type(who.get(key)) is int}
        small = {key: value for key, value in kept.items() if abs(value) < 2**53}
        name = str(who.get("n", ""))[:200]
        id = str(who.get("i") or name or f"seat-{seat}")[:200]
        players.append(Player(id=id, name=name or None, x=small or None))
    about = {"belongs": str(record.get("belongs", ""))[:200], "i": number}
    ref = record.get("id")
    return Told(
        format=NAME,
        client="tziakcha",
        ref=ref[:200] if isinstance(ref, str) else None,
        players=tuple(players),
        options=options(number // 4 % 4),
        lacks=LACKS,
        x=about,
    )
