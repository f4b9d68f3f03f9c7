"""泰兴麻将: seeded players, good enough to reach every act and line now and then.

A player plans for a hand by what was dealt (one suit, two suits, triplets, pairs, 风一色) and has
some habits (the dealer declares 天听, a win is now and then let go, some forget 缺门). A share of
the deals is arranged.
"""

from __future__ import annotations

from engine.games.taixing import FLOWERS, Options, play
from engine.games.taixing.deals import TILES, arranged
from engine.games.taixing.table import (
    EIGHTH,
    completes_drawn,
    completes_given,
    holds_flower,
)
from engine.mahjong.hands import HONOUR
from engine.mahjong.players import (
    PAIRS,
    Asked,
    Seated,
    loss,
    main_suit,
    near,
    near_ready,
    suit_sizes,
)
from engine.mahjong.rules import dealt_hands
from engine.mahjong.table import DEAL, NAMES, OPEN, REPLACE, SETTLED, TURN, WON, Seat, Table
from engine.replay import Replay
from engine.simulate import Rng, chance, shuffled
from events.model import AnyEvent, Claim, Deal, Declare, Discard

ONE_SUIT, TWO_SUITS, TRIPLETS, ALL_WINDS = "one suit", "two suits", "triplets", "winds"
CARELESS = "careless"
"""Who forgets that a hand must lack a suit."""

STYLES = (*[ONE_SUIT] * 6, *[TWO_SUITS] * 4, *[TRIPLETS] * 2, CARELESS)


class Players(Seated):
    """The four players of one match (:class:`engine.simulate.Players`)."""

    def __init__(self, options: Options, seats: int, rng: Rng, rare: float) -> None:
        super().__init__(Asked(play.check, completes_given, completes_drawn), rng)
        self.rare = rare

    def next(self, replay: Replay) -> AnyEvent | None:
        """The next event of the hand under way; ``None`` when it is over."""
        hand = replay.hand
        if hand is None or hand.table.phase in (DEAL, SETTLED):
            return self._deal(replay)
        table: Table = hand.table
        match table.phase:
            case phase if phase == TURN:
                return self._turn(table)
            case phase if phase == REPLACE:
                return self.replace(table)
            case phase if phase == OPEN:
                return self._open(table)
            case phase if phase == EIGHTH:
                return self._eighth(table)
            case phase if phase == WON:
                return self.more(table)
        return None

    # -- the deal ---------------------------------------------------------------------------------

    def _deal(self, replay: Replay) -> Deal:
        rng, carry = self.rng, replay.carry
        dealer = carry.dealer
        if dealer is None:
            dealer = rng.randrange(4)
        wall = arranged(dealer, rng) if chance(rng, self.rare) else shuffled(TILES, rng)
        dice = (1 + rng.randrange(6), 1 + rng.randrange(6))
        named = sum(dice) in play.OPPOSITE  # of the other throws the book names no wall (TX-E2)
        hands = dealt_hands(wall, dealer)
        self.styles = [""] * 4
        self.passed.clear()
        event = Deal(
            hand=self.hand,
            dealer=dealer,
            dice=dice,
            break_=((dealer + 2) % 4, min(dice)) if named else None,
            hands=tuple(" ".join(held) for held in hands),
            wall=" ".join(wall),
            carry={"debt": carry.debt, "deal_no": carry.deal_no},
        )
        self.hand += 1
        return event

    # -- the own turn -----------------------------------------------------------------------------

    def _turn(self, t: Table) -> AnyEvent | None:
        if t.untouched:
            for seat in (t.turn, *t.after(t.turn)):
                if holds_flower(t.seats[seat]):
                    return self._lay(t, seat)
        seat = t.turn
        if holds_flower(t.seats[seat]):
            return None if t.wall.left == 0 else self._lay(t, seat)
        if t.readying:
            return self.ready_discard(t, seat)
        return self.win(t, seat) or self.kong(t, seat) or self._play(t, seat)

    def _lay(self, t: Table, seat: int) -> Declare:
        """One flower, or now and then all of the opening at once (TX-E4)."""
        counts = t.seats[seat].counts
        held = [NAMES[kind] for kind in FLOWERS if counts[kind]]
        if not chance(self.rng, 0.2):
            held = held[:1]
        return Declare(seat=seat, act="flower", tiles=" ".join(held))

    def _eighth(self, t: Table) -> AnyEvent:
        """花胡, the flower sometimes laid out before it (TX-W4)."""
        given = t.given
        assert given is not None
        if t.seats[given.seat].counts[given.tile] and chance(self.rng, 0.2):
            return Declare(seat=given.seat, act="flower", tiles=NAMES[given.tile])
        return Claim(seat=given.seat, act="win", tile=NAMES[given.tile], of=given.seq)

    def _play(self, t: Table, seat: int) -> AnyEvent:
        side = t.seats[seat]
        if side.ready:
            assert t.drawn is not None
            return Discard(seat=seat, tile=NAMES[t.drawn], drawn=True)
        if seat == t.dealer and side.discards == 0 and chance(self.rng, 0.8):
            ready = Declare(seat=seat, act="ready")
            if near_ready(side.counts, len(side.melds)) and self.allowed(t, ready):
                return ready
        return self.discard(t, seat, self._least(t, seat))

    def _style(self, side: Seat, seat: int) -> str:
        """What the seat plans, decided when it first has to."""
        if not self.styles[seat]:
            if sum(side.counts[HONOUR:34]) >= 9:
                self.styles[seat] = ALL_WINDS
            elif sum(n // 2 for n in side.counts) >= 5:
                self.styles[seat] = PAIRS
            else:
                self.styles[seat] = STYLES[self.rng.randrange(len(STYLES))]
        return self.styles[seat]

    def _least(self, t: Table, seat: int) -> int:
        """The kind to discard: the one whose loss harms the hand's plan least."""
        side = t.seats[seat]
        style = self._style(side, seat)
        held = [kind for kind, n in enumerate(side.counts) if n]
        if style == ALL_WINDS:
            return min(held, key=lambda k: (k >= HONOUR, side.counts[k], near(side.counts, k)))
        dropped = self._dropped(side, style)
        unwanted = [k for k in held if k < HONOUR and k // 9 in dropped]
        if unwanted:
            return min(unwanted, key=lambda k: (side.counts[k], near(side.counts, k)))
        if style in (TRIPLETS, PAIRS):
            return min(held, key=lambda k: (side.counts[k], near(side.counts, k)))
        return min(held, key=lambda kind: loss(side.counts, kind, len(side.melds)))

    def _dropped(self, side: Seat, style: str) -> set[int]:
        """The suits that the hand wants to be rid of: one for 缺门, or two (TX-W2)."""
        sizes = suit_sizes(side)
        if style == CARELESS:
            return set()
        if style == ONE_SUIT:
            return {0, 1, 2} - {main_suit(side)}
        return {sizes.index(min(sizes))} if all(sizes) else set()

    # -- claims -----------------------------------------------------------------------------------

    def _open(self, t: Table) -> AnyEvent | None:
        given = t.given
        assert given is not None
        for seat in t.after(given.seat):
            if win := self.wins(t, seat, given.seq, 0.93):
                return win
        if t.wall.left == 0:
            return None
        for seat in t.after(given.seat):
            if self.may_claim(t, seat):
                wish = self._wish(t.seats[seat], given.tile, seat)
                if claim := self.claims(t, seat, wish):
                    return claim
        return self.draw(t, t.next_seat(t.turn))

    def _wish(self, side: Seat, kind: int, seat: int) -> float:
        """How much a player wants to pung ``kind``."""
        style = self._style(side, seat)
        if style == PAIRS and not side.melds:
            return 0.1
        if kind >= HONOUR:
            return 0.95
        if style == ALL_WINDS or kind // 9 in self._dropped(side, style):
            return 0.0
        return {TRIPLETS: 0.95, ONE_SUIT: 0.9}.get(style, 0.5)


def seeded(options: Options, seats: int, rng: Rng, rare: float) -> Players:
    """The players of one match; ``rare`` is the share of arranged deals."""
    return Players(options, seats, rng, rare)
