"""立直麻将: who pays whom for a win or at a draw (RI-X)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.hand_calculating.scores import ScoresCalculator

from engine.case import PaymentAnswer
from engine.games.riichi import EAST, Options
from engine.games.riichi.scoring import MANGAN, NOTHING, YAKUMAN, Worth

STICK = 1000
"""Points of a riichi stick (RI-P9)."""

NOTEN = {4: 3000, 3: 2000}
"""Points that change hands between the ready and the others, by number of players (RI-X8)."""


class Won(NamedTuple):
    """A win as far as its payment goes: who won, from whom, with how many 本場 on the table.

    ``giver`` is ``None`` for an own draw. ``liable``: who answers for which of the 役満 (RI-X7).
    """

    options: Options
    players: int
    dealer: int
    seat: int
    giver: int | None
    honba: int
    liable: Mapping[str, int]


def payments(won: Won, worth: Worth) -> tuple[PaymentAnswer, ...]:
    """What each payer pays in all, 本場 included (RI-X1, RI-X4, RI-X7)."""
    parts = _answered_for(won, worth)
    if not parts:
        return _paid(_shares(won, worth), _honba(won, won.giver))
    liable, rest = parts[0][0], worth
    points = dict.fromkeys(range(won.players), 0)
    for seat, part in parts:
        rest = _yakuman(won, rest.yakuman - part.yakuman)
        if won.giver is None:
            points[seat] += _alone(won, part)
        else:
            points[seat] += part.main // 2
            points[won.giver] += part.main // 2
    for seat, share in _shares(won, rest).items():
        points[seat] += share
    if won.giver is None:
        return _paid(points, _honba(won, None if rest.yakuman else liable))
    by_liable = won.options.pao_honba == "liable"
    return _paid(points, _honba(won, liable if by_liable else won.giver))


def _answered_for(won: Won, worth: Worth) -> list[tuple[int, Worth]]:
    """RI-X7: who beside the discarder answers for what: for the whole hand, or for his 役満."""
    found: list[tuple[int, Worth]] = []
    left = worth.yakuman
    for line, han in worth.lines:
        seat = won.liable.get(line)
        if seat is None or seat == won.giver or not left or won.options.pao == "no":
            continue
        times = left if won.options.pao == "whole" else min(han // YAKUMAN, left)
        left -= times
        found.append((seat, _yakuman(won, times)))
    return found


def _yakuman(won: Won, times: int) -> Worth:
    """So many 役満, as the library pays them."""
    if not times:
        return NOTHING
    config = HandConfig(is_tsumo=won.giver is None, player_wind=EAST + (won.seat != won.dealer))
    cost = ScoresCalculator.calculate_scores(YAKUMAN * times, 0, config, True)
    return Worth((), 0, 0, (), 5, cost["main"], cost["additional"], times)


def _alone(won: Won, worth: Worth) -> int:
    """What one seat pays alone for an own draw: as much as if it had discarded the tile."""
    return 3 * worth.main if won.seat == won.dealer else worth.main + 2 * worth.other


def _shares(won: Won, worth: Worth) -> dict[int, int]:
    """RI-X1: the discarder pays all; for an own draw the dealer twice what others pay (RI-X10)."""
    if won.giver is not None:
        return {won.giver: worth.main}
    others = [seat for seat in range(won.players) if seat != won.seat]
    if won.seat == won.dealer:
        return dict.fromkeys(others, worth.main)
    return {seat: worth.main if seat == won.dealer else worth.other for seat in others}


def _honba(won: Won, payer: int | None) -> dict[int, int]:
    """RI-X4: 本場 from each for an own draw, from one payer for as many seats as there are."""
    each = won.options.honba * won.honba
    if payer is not None:
        return {payer: each * (won.players - 1)}
    return {seat: each for seat in range(won.players) if seat != won.seat}


def _paid(points: Mapping[int, int], honba: Mapping[int, int]) -> tuple[PaymentAnswer, ...]:
    seats = sorted(points.keys() | honba.keys())
    total = {seat: points.get(seat, 0) + honba.get(seat, 0) for seat in seats}
    return tuple(PaymentAnswer(from_=seat, points=due) for seat, due in total.items() if due)


def value(won: Won, paid: Sequence[PaymentAnswer]) -> int:
    """What the hand brings without 本場 and sticks."""
    total = sum(payment.points for payment in paid)
    return total - won.options.honba * won.honba * (won.players - 1)


def deltas(won: Won, paid: Sequence[PaymentAnswer], sticks: int) -> tuple[int, ...]:
    """What every seat wins or loses by one win; the winner takes ``sticks`` (RI-X5)."""
    change = [0] * won.players
    for payment in paid:
        change[won.seat] += payment.points
        change[payment.from_] -= payment.points
    change[won.seat] += STICK * sticks
    return tuple(change)


def noten(ready: Collection[int], players: int) -> tuple[int, ...]:
    """RI-X8: ノーテン罰符, from those who are not ready to those who are."""
    if len(ready) in (0, players):
        return (0,) * players
    gain, loss = NOTEN[players] // len(ready), NOTEN[players] // (players - len(ready))
    return tuple(gain if seat in ready else -loss for seat in range(players))


def nagashi(seats: Collection[int], dealer: int, players: int) -> tuple[int, ...]:
    """RI-X9: 流し満貫 is paid like 満貫 on an own draw, seat by seat."""
    change = [0] * players
    for winner in seats:
        for seat in range(players):
            if seat != winner:
                points = MANGAN * (2 if dealer in (seat, winner) else 1)
                change[seat] -= points
                change[winner] += points
    return tuple(change)
