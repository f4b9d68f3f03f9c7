"""Events of riichi told hand by hand, as a writer of another format needs them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple, TypeGuard

from events.formats.riichi import yaku
from events.formats.riichi.hand import STICK
from events.formats.riichi.source import GAME
from events.formats.riichi.tiles import plain
from events.model import (
    AnyEvent,
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Ruling,
    Settlement,
    Win,
)
from events.tiles import MAHJONG, UNKNOWN, TileError

_ROUND = re.compile("[ESWN][1-4]")


CALLS = ("chow", "pung", "exposed_kong", "win")
"""What a riichi hand claims."""


class CannotWrite(ValueError):  # noqa: N818
    """The events are none that the format has words for; the message says why."""


class Told(NamedTuple):
    """One hand: its deal, its acts, and its settlement if it has one."""

    deal: Deal
    acts: list[AnyEvent]
    settlement: Settlement | None

    @property
    def carry(self) -> dict[str, Any]:
        """What the hand begins with: of ``totals``, ``honba``, ``sticks``, ``round`` what it says.

        A record may be made by hand: what is not in the shape that the readers give is left out.
        """
        carry = self.deal.carry or {}
        said: dict[str, Any] = {}
        for key in ("honba", "sticks"):
            if (count := number(carry, key)) is not None:
                said[key] = count
        if isinstance(carry.get("round"), str) and _ROUND.fullmatch(carry["round"]):
            said["round"] = carry["round"]
        totals = carry.get("totals")
        if _are_points(totals, len(self.deal.hands)):
            said["totals"] = totals
        return said


class Telling(NamedTuple):
    """A match, its hands, its close."""

    match: Match
    hands: list[Told]
    close: Close | None

    @property
    def options(self) -> dict[str, Any]:
        """What differs from the defaults."""
        return self.match.options or {}

    @property
    def names(self) -> list[str]:
        """The players' names."""
        return [player.name or player.id for player in self.match.players]


def telling(events: Iterable[AnyEvent], format_name: str) -> Telling:
    """The hands of a match of riichi; :class:`CannotWrite` for any other game."""
    stream = iter(events)
    match = next(stream, None)
    if not isinstance(match, Match):
        raise CannotWrite("there is no match event")
    if match.game != GAME:
        raise CannotWrite(f"{format_name} has no words for the game {match.game}")
    hands: list[Told] = []
    close: Close | None = None
    for event in stream:
        if hands:
            _check(event, len(hands[-1].deal.hands), format_name)
        if isinstance(event, Deal):
            hands.append(Told(event, [], None))
        elif isinstance(event, Close):
            close = event
        elif isinstance(event, Settlement) and hands:
            hands[-1] = hands[-1]._replace(settlement=event)
        elif not isinstance(event, Settlement | Ruling) and hands:
            hands[-1].acts.append(event)
    return Telling(match, _with_points(hands), close)


def _check(event: AnyEvent, players: int, format_name: str) -> None:
    """Refuse what is in no shape that any reader gives: a record may be made by hand."""
    if isinstance(event, Claim) and event.act not in CALLS:
        raise CannotWrite(f"{format_name} has no word for the act {event.act}")
    seats = [getattr(event, "seat", 0)]
    if isinstance(event, Settlement):
        for row in (event.deltas, event.totals):
            if row is not None and len(row) != players:
                raise CannotWrite(f"a settlement has {len(row)} numbers for {players} players")
        for win in event.wins or ():
            seats += [win.seat, win.from_ or 0, *(p.from_ for p in win.payments or ())]
    if max(seats) >= players:
        raise CannotWrite(f"there is no seat {max(seats)} with {players} players")


def _with_points(hands: list[Told]) -> list[Told]:
    """Each deal with the points it begins with, where the hand before tells them."""
    before: tuple[int, ...] | None = None
    told: list[Told] = []
    for hand in hands:
        if "totals" not in hand.carry and before is not None:
            carry = {**hand.carry, "totals": list(before)}
            deal = Deal(
                hand=hand.deal.hand,
                dealer=hand.deal.dealer,
                hands=hand.deal.hands,
                open=hand.deal.open,
                carry=carry,
            )
            hand = hand._replace(deal=deal)
        told.append(hand)
        before = hand.settlement.totals if hand.settlement is not None else None
    return told


def indicators(event: AnyEvent) -> list[str]:
    """The indicators that were turned after an event."""
    return tiles((event.x or {}).get("dora"))


def tiles(text: object) -> list[str]:
    """The tiles of a text, none of anything else; :class:`CannotWrite` for what names no tile."""
    try:
        return MAHJONG.parse(text) if isinstance(text, str) else []
    except TileError as error:
        raise CannotWrite(str(error)) from None


def number(x: dict[str, Any] | None, key: str, high: int = 10**4) -> int | None:
    """A count from 0 to ``high`` that stands under ``key``; None where there is no such."""
    value = (x or {}).get(key)
    counts = isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= high
    return value if counts else None


def _are_points(value: object, players: int) -> TypeGuard[list[int]]:
    """One whole number for each seat."""
    if not isinstance(value, list) or len(value) != players:
        return False
    return all(isinstance(n, int) and not isinstance(n, bool) for n in value)


def honba(win: Win) -> int:
    """The honba that a win brings."""
    ba = (win.x or {}).get("ba")
    return number({"ba": ba[0]}, "ba") or 0 if isinstance(ba, list) and len(ba) == 2 else 0


def left(hand: Told) -> list[Counter[str]]:
    """The concealed tiles that each seat holds at the end."""
    held = [Counter(tiles(text)) for text in hand.deal.hands]
    for event in hand.acts:
        match event:
            case Draw():
                held[event.seat][event.tile] += 1
            case Discard():
                held[event.seat][event.tile] -= 1
            case Claim(with_=str(own)):
                held[event.seat].subtract(tiles(own))
            case Declare(tiles=str(laid)):
                held[event.seat].subtract(tiles(laid))
    return held


def win_deltas(hand: Told, win: Win) -> list[int] | None:
    """What everybody gains or loses by one win; None where the events do not say."""
    settlement = hand.settlement
    assert settlement is not None
    players = len(hand.deal.hands)
    given = (win.x or {}).get("deltas")
    if _are_points(given, players):
        return list(given)
    if len(settlement.wins or ()) == 1 and settlement.deltas is not None:
        return list(settlement.deltas)
    if win.payments is None:
        return None
    deltas = [0] * players
    for payment in win.payments:
        deltas[payment.from_] -= payment.points
    ba = (win.x or {}).get("ba")
    sticks = number({"ba": ba[1]}, "ba") if isinstance(ba, list) and len(ba) == 2 else 0
    deltas[win.seat] += sum(payment.points for payment in win.payments) + STICK * (sticks or 0)
    return deltas


def yaku_lines(win: Win) -> list[tuple[int, int]]:
    """The numbers of a win's yaku and their han; 13 for each yakuman."""
    found = []
    for clause, worth in win.lines or ():
        number = clause.removeprefix("RI-Y")
        if number.isdecimal() and int(number) in yaku.TENHOU:
            found.append((int(number), worth))
    return found


def own(text: str | None) -> list[str]:
    """The own tiles of a claim."""
    return tiles(text)


def pung_of(hand: Told, event: Declare) -> Claim | None:
    """The pung of a seat to which an added kong belongs."""
    added = plain((tiles(event.tiles) or [UNKNOWN])[0])
    for act in hand.acts:
        mine = isinstance(act, Claim) and act.act == "pung" and act.seat == event.seat
        if mine and isinstance(act, Claim) and plain(act.tile) == added:
            return act
    return None
