"""Events of riichi told hand by hand, as a writer of another format needs them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from events.formats.riichi import yaku
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
from events.tiles import MAHJONG


class CannotWrite(ValueError):  # noqa: N818
    """The events are none that the format has words for; the message says why."""


class Told(NamedTuple):
    """One hand: its deal, its acts, and its settlement if it has one."""

    deal: Deal
    acts: list[AnyEvent]
    settlement: Settlement | None

    @property
    def carry(self) -> dict[str, Any]:
        """What the hand begins with."""
        return self.deal.carry or {}


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
    if match.game != "riichi":
        raise CannotWrite(f"{format_name} has no words for the game {match.game}")
    hands: list[Told] = []
    close: Close | None = None
    for event in stream:
        if isinstance(event, Deal):
            hands.append(Told(event, [], None))
        elif isinstance(event, Close):
            close = event
        elif isinstance(event, Settlement) and hands:
            hands[-1] = hands[-1]._replace(settlement=event)
        elif not isinstance(event, Settlement | Ruling) and hands:
            hands[-1].acts.append(event)
    return Telling(match, _with_points(hands), close)


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
    """The tiles of a text, none of anything else."""
    return MAHJONG.parse(text) if isinstance(text, str) else []


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
    if isinstance(given, list) and len(given) == players:
        return given
    if len(settlement.wins or ()) == 1 and settlement.deltas is not None:
        return list(settlement.deltas)
    if win.payments is None:
        return None
    deltas = [0] * players
    for payment in win.payments:
        deltas[payment.from_] -= payment.points
    ba = (win.x or {}).get("ba")
    deltas[win.seat] += sum(payment.points for payment in win.payments)
    deltas[win.seat] += 1000 * ba[1] if isinstance(ba, list) and len(ba) == 2 else 0
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
    added = plain(tiles(event.tiles)[0])
    for act in hand.acts:
        mine = isinstance(act, Claim) and act.act == "pung" and act.seat == event.seat
        if mine and isinstance(act, Claim) and plain(act.tile) == added:
            return act
    return None
