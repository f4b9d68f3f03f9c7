"""Events as bytes: JSON for people, MessagePack for the store and the hash chain.

Canonical bytes are MessagePack with the fields in the order of the struct and only what is known,
so that one event has one form. ``chain[n] = SHA-256(chain[n-1] ‖ canonical(event n))``, from 32
zero bytes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256

import msgspec

from events.errors import MalformedInput
from events.model import AnyEvent, Deal, Match, Settlement

GENESIS = bytes(32)
"""The chain value before the first event."""

_to_json = msgspec.json.Encoder()
_to_msgpack = msgspec.msgpack.Encoder()
_from_json = msgspec.json.Decoder(AnyEvent)
_from_msgpack = msgspec.msgpack.Decoder(AnyEvent)
_PATH = re.compile(r"^(?P<message>.*?) - at `(?P<path>.*)`$", re.DOTALL)


def split_path(error: msgspec.MsgspecError) -> tuple[str, str]:
    """msgspec's message without its path, and the path (``$`` when the whole value is meant)."""
    found = _PATH.match(str(error))
    return (found["message"], found["path"]) if found else (str(error), "$")


def to_json(event: AnyEvent) -> bytes:
    """One line of a record, without its line break."""
    return _to_json.encode(event)


def from_json(line: bytes) -> AnyEvent:
    """The event that one line of a record tells.

    Raises :class:`MalformedInput` with the field's path for anything that is not an event of the
    format: broken JSON, unknown types and fields, values out of range, a time that does not exist.
    """
    try:
        event: AnyEvent = _from_json.decode(line)
        if event.at is not None:
            _check_time(event.at)
        if event.x is not None or isinstance(event, Match | Deal | Settlement):
            _to_msgpack.encode(event)  # what is kept verbatim may hold numbers that bytes cannot
    except msgspec.MsgspecError as error:
        message, path = split_path(error)
        raise MalformedInput(message, path=path) from error
    except OverflowError as error:
        raise MalformedInput("a whole number beyond 64 bits in a free field") from error
    except RecursionError as error:
        raise MalformedInput("nested too deeply") from error
    return event


def canonical(event: AnyEvent) -> bytes:
    """The canonical bytes of an event: what is stored and hashed."""
    return _to_msgpack.encode(event)


def from_canonical(payload: bytes) -> AnyEvent:
    """The event behind canonical bytes; :class:`MalformedInput` when they are none."""
    try:
        event: AnyEvent = _from_msgpack.decode(payload)
    except msgspec.MsgspecError as error:
        message, path = split_path(error)
        raise MalformedInput(message, path=path) from error
    except RecursionError as error:
        raise MalformedInput("nested too deeply") from error
    return event


def link(previous: bytes, payload: bytes) -> bytes:
    """The next value of the chain: SHA-256 of the previous value and the canonical bytes."""
    return sha256(previous + payload).digest()


def chain(events: Iterable[AnyEvent], start: bytes = GENESIS) -> Iterator[bytes]:
    """The chain value after each event."""
    for event in events:
        start = link(start, canonical(event))
        yield start


def _check_time(at: str) -> None:
    try:
        datetime.fromisoformat(at)
    except ValueError as error:
        raise MalformedInput(f"no such time: {error}", path="$.at") from error
