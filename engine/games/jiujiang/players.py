"""九江麻将: seeded players, good enough to reach every act and line now and then.

A player has a style for the hand (quick, one suit, triplets, pairs) and some habits (declares 报听,
follows the dealer's discard, sometimes lets a win go). A share of the deals is arranged.
"""

from __future__ import annotations

from engine.games.jiujiang import DRAGONS, FA, Options, play
from engine.games.jiujiang.deals import TILES, arranged
from engine.games.jiujiang.table import completes_drawn, completes_given
from engine.mahjong.players import PAIRS, Asked, Seated, loss, main_suit, near, near_ready, pure
from engine.mahjong.rules import dealt_hands
from engine.mahjong.table import DEAL, NAMES, OPEN, REPLACE, SETTLED, TURN, WON, Seat, Table
from engine.replay import Replay
from engine.simulate import Rng, chance, shuffled
from events.model import AnyEvent, Claim, Deal, Declare, Discard

QUICK, ONE_SUIT, TRIPLETS = "quick", "one suit", "triplets"
STYLES = (QUICK, QUICK, QUICK, ONE_SUIT, TRIPLETS, PAIRS)
BREAK = {1: 2, 3: 2, 5: 2, 2: 1, 6: 1, 4: 3}
"""JJ-E3: whose wall a die opens, counted from the dealer."""


class Players(Seated):
    """The four players of one match (:class:`engine.simulate.Players`)."""

    def __init__(self, options: Options, seats: int, rng: Rng, rare: float) -> None:
        super().__init__(Asked(play.check, completes_given, completes_drawn), rng)
        self.rare = rare
        self.early = chance(rng, 0.2)  # this client replaces 发财 right after the deal (JJ-P3)

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
            case phase if phase == WON:
                return self.more(table)
        return None

    # -- the deal ---------------------------------------------------------------------------------

    def _deal(self, replay: Replay) -> Deal:
        rng = self.rng
        dealer = replay.carry.dealer
        if dealer is None:
            dealer = rng.randrange(4)
        wall = arranged(dealer, rng) if chance(rng, self.rare) else shuffled(TILES, rng)
        die = 1 + rng.randrange(6)
        self.styles = [STYLES[rng.randrange(len(STYLES))] for _ in range(4)]
        self.passed.clear()
        event = Deal(
            hand=self.hand,
            dealer=dealer,
            dice=(die,),
            break_=((dealer + BREAK[die]) % 4, die + 1),
            hands=tuple(" ".join(held) for held in dealt_hands(wall, dealer)),
            wall=" ".join(wall),
            carry={"unit": replay.carry.unit},
        )
        self.hand += 1
        return event

    # -- the own turn -----------------------------------------------------------------------------

    def _turn(self, t: Table) -> AnyEvent | None:
        if self.early and t.untouched:
            for seat in (t.dealer, *t.after(t.dealer or 0)):
                if seat is not None and t.seats[seat].counts[FA]:
                    return self._lay(t, seat)
        seat = t.turn
        side = t.seats[seat]
        if t.readying:
            return self.ready_discard(t, seat)
        if side.counts[FA]:
            return None if t.wall.left == 0 else self._lay(t, seat)
        return self.win(t, seat) or self.kong(t, seat) or self._play(t, seat)

    def _lay(self, t: Table, seat: int) -> Declare:
        """One 发财, or all at once."""
        n = t.seats[seat].counts[FA]
        n = n if n <= t.wall.left and chance(self.rng, 0.3) else 1
        return Declare(seat=seat, act="flower", tiles=" ".join(["F"] * n))

    def _play(self, t: Table, seat: int) -> AnyEvent:
        side = t.seats[seat]
        if side.ready:
            assert t.drawn is not None
            return Discard(seat=seat, tile=NAMES[t.drawn], drawn=True)
        if side.discards == 0 and not side.melds and chance(self.rng, 0.6):
            ready = Declare(seat=seat, act="ready")
            if near_ready(side.counts, 0) and not play.check(t, -1, ready):
                return ready
        if chain := self._follows(t, seat):
            return self.discard(t, seat, chain)
        return self.discard(t, seat, self._least(t, seat))

    def _follows(self, t: Table, seat: int) -> int | None:
        """The dealer's discard, where the three before followed and this seat holds it."""
        chains = t.own.chains
        if not chains or not chains[-1].live or seat == t.dealer or not chance(self.rng, 0.95):
            return None
        leads: int = chains[-1].leads
        if t.seats[seat].counts[leads] != 1 or seat != (t.dealer + chains[-1].followers + 1) % 4:
            return None
        return leads

    def _least(self, t: Table, seat: int) -> int:
        """The kind to discard: the one whose loss harms the hand's plan least."""
        side, style = t.seats[seat], self.styles[seat]
        barred = t.own.fourth[seat]
        held = [k for k, n in enumerate(side.counts) if n and k not in barred]
        if not held:
            held = [k for k, n in enumerate(side.counts) if n]
        if style == QUICK or (style == ONE_SUIT and pure(side)):
            return min(held, key=lambda kind: loss(side.counts, kind, len(side.melds)))
        if style == ONE_SUIT:
            suit = main_suit(side)
            return min(held, key=lambda k: (k // 9 == suit, k in DRAGONS, side.counts[k]))
        return min(held, key=lambda k: (side.counts[k], near(side.counts, k)))

    # -- claims -----------------------------------------------------------------------------------

    def _open(self, t: Table) -> AnyEvent | None:
        given = t.given
        assert given is not None
        for seat in t.after(given.seat):
            if win := self.wins(t, seat, given.seq, 0.93):
                return win
        if t.wall.left == 0:
            return None
        after = t.next_seat(t.turn)
        waiting = t.seats[after].counts[FA]
        if not waiting or chance(self.rng, 0.5):
            for seat in t.after(given.seat):
                if claim := self._claims(t, seat):
                    return claim
        if waiting:
            return self._lay(t, after)
        for seat in t.after(given.seat):
            if claim := self._claims(t, seat):
                return claim
        return self.draw(t, after)

    def _claims(self, t: Table, seat: int) -> Claim | None:
        given, side = t.given, t.seats[seat]
        assert given is not None
        if not self.may_claim(t, seat):
            return None
        if side.counts[FA] and seat == t.next_seat(t.turn):
            return None  # JJ-P3: not before the 发财 are replaced
        return self.claims(t, seat, self._wish(side, given.tile, self.styles[seat]))

    def _wish(self, side: Seat, kind: int, style: str) -> float:
        """How much a player wants to pung ``kind``."""
        if style == TRIPLETS or kind in DRAGONS:
            return 0.95
        if style == PAIRS:
            return 0.05
        if style == ONE_SUIT:
            return 0.9 if kind // 9 == main_suit(side) else 0.0
        return 0.35


def seeded(options: Options, seats: int, rng: Rng, rare: float) -> Players:
    """The players of one match; ``rare`` is the share of arranged deals."""
    return Players(options, seats, rng, rare)
