"""立直麻将: what carries from hand to hand: dealer, round, 本場, sticks; when a match is over."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.findings import Violation
from engine.games.riichi import WINDS, Options
from engine.games.riichi.payment import STICK
from engine.games.riichi.winning import ready_seats, reason, stakes
from engine.mahjong.table import Table
from events.model import Close, Deal, Settlement

LAST = {"one": "E1", "east": "E4", "south": "S4", "full": "N4"}
"""The last round of a match by its length (RI-P21); three players have three rounds a wind."""

TARGET = {4: 30_000, 3: 40_000}
"""The points that end a match when its last round is over, by number of players (RI-P21)."""


class Carry(Struct, frozen=True):
    """What stands between two hands; ``None``: not known.

    ``round``: wind and number, ``E1``. ``honba`` and riichi ``sticks``: how many lie on the table.
    """

    totals: tuple[int, ...] | None = None
    dealer: int | None = None
    round: str | None = None
    honba: int | None = None
    sticks: int | None = None
    over: bool = False


def begin(options: Any, players: int) -> Carry:
    """Before the first hand: the deal tells who deals which round, and everybody's points."""
    return Carry()


def believe(carry: Carry, deal: Deal) -> Carry:
    """Round, 本場 and sticks as the deal says, where the hands before tell none."""
    told = told_by(deal)
    fresh = {name: says for name, says in told.items() if getattr(carry, name) is None}
    return replace(carry, **fresh) if fresh else carry


def told_by(deal: Deal) -> dict[str, Any]:
    """What a deal says of the round, the 本場 and the sticks, as far as it makes sense."""
    carry = deal.carry or {}
    told: dict[str, Any] = {}
    round_ = carry.get("round")
    if isinstance(round_, str) and len(round_) == 2 and round_[0] in WINDS and round_[1] in "1234":
        told["round"] = round_
    for name in ("honba", "sticks"):
        number = carry.get(name)
        if isinstance(number, int) and 0 <= number < 10_000:
            told[name] = number
    return told


def carry_on(carry: Carry, t: Table, settlement: Settlement) -> Carry:
    """RI-P19, RI-P20: the dealer, the round, the 本場 and the sticks of the next hand."""
    assert t.dealer is not None
    sticks = _sticks_left(carry, t, settlement)
    if settlement.outcome == "abort" and not t.own.reason and not reason(settlement):
        return replace(carry, dealer=t.dealer, sticks=sticks)  # R9: annulled, all as before
    stays = dealer_stays(t, settlement)
    if stays is None:
        return Carry(sticks=sticks)
    round_, honba = carry.round, carry.honba
    if round_ is not None and not stays:
        round_ = next_round(round_, len(t.seats))
    if honba is not None:
        honba = 0 if settlement.outcome == "win" and not _dealer_won(t, settlement) else honba + 1
    dealer = t.dealer if stays else t.next_seat(t.dealer)
    after = Carry(dealer=dealer, round=round_, honba=honba, sticks=sticks)
    totals = _totals(carry, t, settlement)
    if carry.round is None or totals is None:
        return after
    return replace(after, over=over(t.options, totals, carry.round, after, settlement.outcome))


def _sticks_left(carry: Carry, t: Table, settlement: Settlement) -> int | None:
    """RI-X5: a win takes the sticks, a draw leaves them."""
    if settlement.outcome == "win":
        return 0
    return None if carry.sticks is None else carry.sticks + sum(stakes(t)) // STICK


def _totals(carry: Carry, t: Table, settlement: Settlement) -> tuple[int, ...] | None:
    seats = len(t.seats)
    if settlement.totals is not None:
        return settlement.totals if len(settlement.totals) == seats else None
    if carry.totals is None or settlement.deltas is None or len(settlement.deltas) != seats:
        return None
    sums = zip(carry.totals, settlement.deltas, stakes(t), strict=True)
    return tuple(total + delta - staked for total, delta, staked in sums)


def _dealer_won(t: Table, settlement: Settlement) -> bool:
    wins = settlement.wins
    seats = [win.seat for win in wins] if wins else [claim.seat for claim in t.winners]
    return t.dealer in seats


def dealer_stays(t: Table, settlement: Settlement) -> bool | None:
    """RI-P19: whether the dealer deals again; ``None`` when it is not known who was ready."""
    rule = t.options.dealer_stays
    if settlement.outcome == "abort":
        return True
    if settlement.outcome == "win":
        return rule != "never" and _dealer_won(t, settlement)
    if rule in ("never", "win"):
        return False
    if rule == "draw":
        return True
    ready = ready_seats(t, settlement)
    return None if ready is None else t.dealer in ready


def next_round(now: str, players: int) -> str:
    """The round after ``now`` (``E1``) when the deal has passed on."""
    wind, number = WINDS.index(now[0]), int(now[1])
    if number < players:
        return f"{now[0]}{number + 1}"
    return f"{WINDS[(wind + 1) % 4]}1"


def over(options: Options, totals: Sequence[int], round_: str, after: Carry, outcome: str) -> bool:
    """RI-P21: whether the match has ended with a hand of ``round_``.

    ``totals``: everyone's points now; ``after``: the next hand's dealer and round; ``outcome``: of
    the hand just settled.
    """
    if options.bust and min(totals) < 0:
        return True
    players = len(totals)
    target = TARGET[players] if options.target is None else options.target
    leads = max(totals) >= target
    assert after.round is not None
    now, coming, last = (_place(r) for r in (round_, after.round, LAST[options.length]))
    if players == 3 and options.length != "one":
        last -= 1
    if now < last:
        return False
    if now == coming and (now == last or options.extension == "dealer_first"):
        stops = {"no": (), "win": ("win",), "ready": ("win", "draw")}[options.stop_when_first]
        return leads and outcome in stops and first_of(totals, after) == after.dealer
    if leads or options.length == "one" or options.extension == "no":
        return True
    return coming // 4 > last // 4 + 1 or coming < now  # one more wind at most


def _place(round_: str) -> int:
    """The place of a round in a match of four winds, four rounds to a wind."""
    return 4 * WINDS.index(round_[0]) + int(round_[1]) - 1


def first_of(totals: Sequence[int], after: Carry) -> int:
    """Who is first: most points, of several the one nearest to who dealt first."""
    players, start = len(totals), 0
    if after.dealer is not None and after.round is not None:
        start = (after.dealer - int(after.round[1]) + 1) % players
    return max(range(players), key=lambda seat: (totals[seat], -((seat - start) % players)))


def last_totals(carry: Carry) -> tuple[int, ...] | None:
    """RI-X11: what is left of the sticks goes to who is first at the end."""
    if carry.totals is None or carry.sticks is None:
        return None
    first = first_of(carry.totals, carry)
    return tuple(
        points + STICK * carry.sticks * (seat == first) for seat, points in enumerate(carry.totals)
    )


def close(replay: Any) -> Close:
    """The end of a simulated match."""
    return Close(totals=last_totals(replay.carry))


def balanced(settlement: Settlement) -> list[Violation]:
    """RI-X5: what is won is what is paid and what lay on the table; a draw moves points only."""
    deltas = settlement.deltas
    if deltas is None:
        return []
    ba = (settlement.x or {}).get("ba")
    on_table = STICK * ba[1] if isinstance(ba, list) and len(ba) == 2 else None
    should = on_table if settlement.outcome == "win" else 0
    if should is None or sum(deltas) == should:
        return []
    message = f"the deltas add up to {sum(deltas)}; {should} points of riichi sticks were taken"
    return [
        Violation(
            code="deltas", clause="RI-X5", message=message, recorded=sum(deltas), expected=should
        )
    ]
