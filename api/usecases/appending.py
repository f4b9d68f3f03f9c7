"""Going on with a stored match: a client that plays sends each batch with what it believes."""

from __future__ import annotations

from api.usecases.reading import Item
from api.usecases.stored import items
from api.usecases.verifying import Found, verify_items
from events import AnyEvent, MalformedInput, from_json
from events.record import MAX_LINE, check_tiles
from events.tiles import ALPHABETS
from store import EventStore


def read_lines(store: EventStore, match: int, data: bytes) -> list[AnyEvent]:
    """The events that ``data`` holds, one a line, in the tiles of a stored match.

    Raises :class:`MalformedInput` with the line and path of the first that is none.
    """
    alphabet = ALPHABETS[store.match(match).event.game]
    found = []
    for number, line in enumerate(data.splitlines(), 1):
        try:
            if len(line) > MAX_LINE:
                raise MalformedInput("the line is longer than 4 MiB")
            event = from_json(line)
            check_tiles(event, alphabet)
        except MalformedInput as error:
            raise MalformedInput(error.message, line=number, path=error.path) from error
        found.append(event)
    return found


def broken(
    store: EventStore, match: int, expected: int, events: list[AnyEvent]
) -> tuple[Found, ...]:
    """The findings that ``events`` would add to a match that has ``expected`` events.

    None where it has not: then it is for the store to say what stands there.
    """
    if store.head(match).version != expected:
        return ()
    new = [Item(seq, seq - expected + 1, event) for seq, event in enumerate(events, expected)]
    checked = verify_items([*items(store, match), *new], f"match {match}")
    return tuple(found for found in checked.findings if found.seq >= expected)
