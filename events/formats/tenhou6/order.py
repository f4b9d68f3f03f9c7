"""The order between the seats, which tenhou.net/6 does not tell.

Each seat has a row of what it took (draws and calls) and a row of what it gave (discards and
kongs). A discard is either called by a seat whose next taking is a call of that very tile from
that very seat, or the next seat draws. Where both are possible both are tried: a reading counts
only when it uses up every row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from events.formats.reading import Unreadable
from events.formats.riichi import tiles

MAX_READINGS = 16
"""So many readings of one hand are looked at."""
MAX_STEPS = 50_000
"""A search that takes longer is given up."""

_CALLS = {"c": "chow", "p": "pung", "m": "exposed_kong"}
_KONGS = {"k": "added_kong", "a": "concealed_kong"}
_SOURCE = {"chow": {0: 3}, "pung": {0: 3, 2: 2, 4: 1}, "exposed_kong": {0: 3, 2: 2, 6: 1}}
"""By where the letter stands: how many seats after the caller the giver sits."""


class Taking(NamedTuple):
    """A draw (``act`` is ``draw``) or a call: ``own`` joins it, ``giver`` seats after the caller.

    ``giver`` counts in four seats.
    """

    act: str
    tile: str
    own: tuple[str, ...] = ()
    giver: int = 0


class Giving(NamedTuple):
    """A discard, a kong, a north laid aside, or ``filler``, which stands for an exposed kong.

    ``drawn``: the tile just drawn, whichever it was (then ``tile`` is empty).
    """

    act: str
    tile: str = ""
    ready: bool = False
    drawn: bool = False
    tiles: tuple[str, ...] = ()


class Step(NamedTuple):
    """A seat takes or gives the thing at ``place`` of its row."""

    what: Literal["take", "give"]
    seat: int
    place: int


class Rows(NamedTuple):
    """The rows of one hand, by seat."""

    taken: Sequence[Sequence[Taking]]
    given: Sequence[Sequence[Giving]]


def taking(entry: object, offset: int) -> Taking:
    """An entry of a row of takings."""
    if not isinstance(entry, str):
        return Taking("draw", tiles.number(entry, offset))
    letter, at = _letter(entry, _CALLS, offset)
    act = _CALLS[letter]
    called = tiles.numbers(entry[at + 1 : at + 3], offset)
    own = tiles.numbers(entry[:at] + entry[at + 3 :], offset)
    size = 3 if act == "exposed_kong" else 2
    if len(called) != 1 or len(own) != size or at not in _SOURCE[act]:
        raise Unreadable("bad_value", f"{entry!r:.40} is no call", offset)
    return Taking(act, called[0], tuple(own), _SOURCE[act][at])


def giving(entry: object, offset: int) -> Giving:
    """An entry of a row of givings."""
    if isinstance(entry, int) and not isinstance(entry, bool):
        if entry == 0:
            return Giving("filler")
        if entry == 60:
            return Giving("discard", drawn=True)
        return Giving("discard", tiles.number(entry, offset))
    if isinstance(entry, str) and entry.startswith("r") and entry[1:].isdecimal():
        return giving(int(entry[1:]), offset)._replace(ready=True)
    if entry == "f44":
        return Giving("kita", "N", tiles=("N",))
    if not isinstance(entry, str):
        raise Unreadable("bad_value", f"{entry!r:.40} is no discard", offset)
    letter, at = _letter(entry, _KONGS, offset)
    four = tiles.numbers(entry[:at] + entry[at + 1 :], offset)
    if len(four) != 4 or len({tiles.plain(tile) for tile in four}) != 1:
        raise Unreadable("bad_value", f"{entry!r:.40} is no kong", offset)
    if letter == "a":
        return Giving("concealed_kong", four[0], tiles=tuple(four))
    added = tiles.numbers(entry[at + 1 : at + 3], offset)
    return Giving("added_kong", added[0], tiles=tuple(added))


def _letter(entry: str, known: dict[str, str], offset: int) -> tuple[str, int]:
    for at in (0, 2, 4, 6):
        if entry[at : at + 1] in known:
            return entry[at], at
    raise Unreadable("bad_value", f"{entry!r:.40} is not known", offset)


class _State(NamedTuple):
    """How far a reading has come; ``open``: the discard that lies open and its seat."""

    taken: tuple[int, ...]
    given: tuple[int, ...]
    steps: tuple[Step, ...]
    turn: int
    phase: Literal["take", "give", "open"]
    tile: str = ""


def readings(rows: Rows, dealer: int, offset: int) -> list[tuple[Step, ...]]:
    """Every order of the acts that uses up all rows, the likeliest first; at most 16.

    :class:`Unreadable` when there is none, with how far the best attempt came.
    """
    players = len(rows.taken)
    zero = (0,) * players
    stack = [_State(zero, zero, (), dealer, "take")]
    found: list[tuple[Step, ...]] = []
    best, count = 0, 0
    while stack and len(found) < MAX_READINGS:
        count += 1
        if count > MAX_STEPS:
            raise Unreadable("inconsistent", "the order of the acts cannot be found", offset)
        state = stack.pop()
        best = max(best, len(state.steps))
        if _complete(rows, state):
            found.append(state.steps)
            continue
        stack += _after(rows, state, players)
    if found:
        return found
    total = sum(map(len, rows.taken)) + sum(map(len, rows.given))
    message = f"no order of the acts uses all of them: at most {best} of {total} can be placed"
    raise Unreadable("inconsistent", message, offset)


def _complete(rows: Rows, state: _State) -> bool:
    return all(
        taken == len(rows.taken[seat]) and given == len(rows.given[seat])
        for seat, (taken, given) in enumerate(zip(state.taken, state.given, strict=True))
    )


def _after(rows: Rows, state: _State, players: int) -> Iterator[_State]:
    """What can come next; what is likeliest comes last, since it is looked at first."""
    seat = state.turn
    if state.phase == "take":
        yield from _draws(rows, state, seat)
    elif state.phase == "give":
        yield from _gives(rows, state, seat)
    else:
        yield from _draws(rows, state, (seat + 1) % players)
        callers = [s for s in range(players) if s != seat and _calls(rows, state, s, players)]
        # A pung goes before a chow.
        callers.sort(key=lambda s: rows.taken[s][state.taken[s]].act != "chow")
        for caller in callers:
            yield _take(state, caller)


def _draws(rows: Rows, state: _State, seat: int) -> Iterator[_State]:
    at = state.taken[seat]
    if at < len(rows.taken[seat]) and rows.taken[seat][at].act == "draw":
        yield _take(state, seat)


def _calls(rows: Rows, state: _State, seat: int, players: int) -> bool:
    at = state.taken[seat]
    if at >= len(rows.taken[seat]):
        return False
    call = rows.taken[seat][at]
    return (
        call.act != "draw"
        and call.tile == state.tile
        and giver(seat, call.giver, players) == state.turn
    )


def giver(seat: int, places: int, players: int) -> int:
    """Who sits ``places`` seats after ``seat``; with three players the empty place is skipped."""
    if players == 4:
        return (seat + places) % 4
    # The three sit in places 0–2 of four, as they do for the log.
    return (seat + places) % 4 if (seat + places) % 4 < 3 else -1


def _take(state: _State, seat: int) -> _State:
    taken = _next(state.taken, seat)
    step = Step("take", seat, state.taken[seat])
    return _State(taken, state.given, (*state.steps, step), seat, "give")


def _gives(rows: Rows, state: _State, seat: int) -> Iterator[_State]:
    at = state.given[seat]
    if at >= len(rows.given[seat]):
        return
    gives = rows.given[seat][at]
    taken = rows.taken[seat][state.taken[seat] - 1]
    if (gives.act == "filler") != (taken.act == "exposed_kong"):
        return
    steps = (*state.steps, Step("give", seat, at))
    given = _next(state.given, seat)
    if gives.act != "discard":
        yield _State(state.taken, given, steps, seat, "take")
    elif not gives.drawn or taken.act == "draw":
        tile = taken.tile if gives.drawn else gives.tile
        yield _State(state.taken, given, steps, seat, "open", tile)


def _next(places: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*places[:seat], places[seat] + 1, *places[seat + 1 :])
