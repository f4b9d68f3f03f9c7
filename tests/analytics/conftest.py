"""Short matches by hand: all tiles hidden but those that are thrown, so that a line is a hand."""

from __future__ import annotations

import pytest

from events import (
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Payment,
    Player,
    Ruling,
    Settlement,
    Source,
    Win,
)

# 68 tiles, none more than four times, none next to its like: what is thrown in a hand nobody wins.
WHOLE_WALL = " ".join([f"{i}{suit}" for _ in range(4) for suit in "ms" for i in range(1, 10)][:68])


class Table:
    """A match of a mahjong game, act by act. Seats are 0–3, points as the paper says."""

    def __init__(
        self, players=("p1", "p2", "p3", "p4"), client="paper", game="jiujiang", **options
    ):
        self.events = [
            Match(
                v=1,
                game=game,
                rules="1",
                options=options,
                players=tuple(Player(id=player) for player in players),
                source=Source(client=client),
            )
        ]
        self.totals = [0, 0, 0, 0]
        self.number = 0

    def deal(self, dealer, dice=None):
        hands = tuple(" ".join("?" * (14 if seat == dealer else 13)) for seat in range(4))
        self.events.append(Deal(hand=self.number, dealer=dealer, dice=dice, hands=hands))
        self.turn, self.holds = dealer, True
        return self

    def throw(self, tiles):
        """Each tile by the seat whose turn it is, who draws first."""
        for tile in tiles.split():
            if not self.holds:
                self.events.append(Draw(seat=self.turn, tile="?"))
            self.events.append(Discard(seat=self.turn, tile=tile))
            self.turn, self.holds = (self.turn + 1) % 4, False
        return self

    def draw(self):
        self.events.append(Draw(seat=self.turn, tile="?"))
        self.holds = True
        return self

    def claim(self, seat, act):
        """``seat`` claims the last tile thrown; a pung makes it his turn."""
        *_, (of, thrown) = enumerate(self.events)
        own = {"pung": 2, "exposed_kong": 3}[act]
        with_ = " ".join([thrown.tile] * own)
        self.events.append(Claim(seat=seat, act=act, tile=thrown.tile, with_=with_, of=of))
        self.turn, self.holds = seat, True
        if act == "exposed_kong":
            self.events.append(Draw(seat=seat, tile="?", end="tail"))
        return self

    def declare(self, act, tiles=None):
        self.events.append(Declare(seat=self.turn, act=act, tiles=tiles))
        if act == "concealed_kong":
            self.events.append(Draw(seat=self.turn, tile="?", end="tail"))
        return self

    def lay(self, seat, flowers):
        """Flowers that ``seat`` lays out before the dealer's first discard, each replaced."""
        for tile in flowers.split():
            self.events.append(Declare(seat=seat, act="flower", tiles=tile))
            self.events.append(Draw(seat=seat, tile="?", end="tail"))
        return self

    def win(self, seat, tile=None):
        of = max(i for i, e in enumerate(self.events) if not isinstance(e, Claim) or e.act != "win")
        tile = tile or getattr(self.events[of], "tile", None) or self.events[of].tiles
        self.events.append(Claim(seat=seat, act="win", tile=tile, of=of))
        return self

    def settle(self, outcome, *wins, unit=1):
        self.events.append(self.settlement(outcome, *wins, unit=unit))
        self.number += 1
        return self

    def wins(self, *wins):
        """The settlement of these ``Win``s, each with its payments."""
        deltas = [0] * 4
        for win in wins:
            for paid in win.payments:
                deltas[paid.from_] -= paid.points
                deltas[win.seat] += paid.points
        self.totals = [total + delta for total, delta in zip(self.totals, deltas, strict=True)]
        settled = Settlement(
            hand=self.number,
            outcome="win",
            wins=wins,
            deltas=tuple(deltas),
            totals=tuple(self.totals),
        )
        self.events.append(settled)
        self.number += 1
        return self

    def settlement(self, outcome, *wins, unit=1):
        """``wins``: (seat, by, giver or None, lines, {payer: eaten lines})."""
        deltas = [0, 0, 0, 0]
        full = []
        for seat, by, giver, lines, payers in wins:
            value = sum(pao for _, pao in lines)
            payments = []
            for payer, eaten in payers.items():
                points = (value + sum(pao for _, pao in eaten)) * unit
                payments.append(Payment(from_=payer, points=points, lines=tuple(eaten) or None))
                deltas[payer] -= points
                deltas[seat] += points
            full.append(
                Win(
                    seat=seat,
                    by=by,
                    from_=giver,
                    value=value,
                    lines=tuple(lines),
                    payments=tuple(payments),
                )
            )
        self.totals = [total + delta for total, delta in zip(self.totals, deltas, strict=True)]
        return Settlement(
            hand=self.number,
            outcome=outcome,
            unit=unit if wins else None,
            wins=tuple(full),
            deltas=tuple(deltas),
            totals=tuple(self.totals),
        )

    def rule(self, hand, verdict, settlement=None):
        self.events.append(Ruling(hand=hand, verdict=verdict, settlement=settlement))
        return self

    def close(self):
        self.events.append(Close())
        return self


@pytest.fixture
def table():
    """A new :class:`Table`."""
    return Table


@pytest.fixture
def four_hands():
    """Four hands whose statistics are worked out on paper in ``test_statistics_by_hand.py``.

    ====  ======  ==================================================  =====================
    hand  dealer  what happens                                        points
    ====  ======  ==================================================  =====================
    0     0       5m is followed by all; 2 wins on 0's 1p, 3; 1 of 0's  2 gets 4 from 0
                  发财 is eaten
    1     2       at unit 2: 2's C is ponged by 0; 1 draws his win, 5;  10 + 10 + (5 + 1) × 2
                  1 of 0's pung is eaten
    2     1       nobody wins
    3     1       1's P is followed by 2 alone; 3 wins on 0's 6s, 12    12 from 0
    ====  ======  ==================================================  =====================
    """
    match = Table()
    match.deal(0).lay(0, "F").throw("5m 5m 5m 5m 1p").win(2)
    match.settle(
        "win",
        (2, "discard", 0, [("JJ-S1", 1), ("JJ-S3", 1), ("JJ-S4", 1)], {0: [("JJ-X3", 1)]}),
    )
    match.deal(2).throw("C").claim(0, "pung").throw("9s").draw().win(1, "?")
    match.settle(
        "win",
        (
            1,
            "self_draw",
            None,
            [("JJ-S1", 1), ("JJ-S2", 1), ("JJ-S4", 1), ("JJ-A1", 2)],
            {0: [("JJ-X5", 1)], 2: [], 3: []},
        ),
        unit=2,
    )
    match.deal(1).throw(WHOLE_WALL).settle("draw")
    match.deal(1).throw("P P 9p 6s").win(3)
    match.settle("win", (3, "discard", 0, [("JJ-F1", 10), ("JJ-A1", 2)], {0: []}))
    return match.close()
