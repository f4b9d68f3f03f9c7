"""国标麻将: seeded players, good enough to reach every act, and wins of 8 番 now and then.

A player plans for a hand by what was dealt (one suit, triplets, pairs, or the shortest way) and
discards what harms the plan least. A share of the deals is arranged; a seat that was dealt a hand
waiting for its last tile keeps to it.
"""

from __future__ import annotations

from engine.games.mcr import Options, play
from engine.games.mcr.deals import KEEP, TRIPLETS, arranged, tiles
from engine.games.mcr.table import FIRST, could_win, wall_over
from engine.mahjong.hands import HONOUR
from engine.mahjong.players import PAIRS, Asked, Seated, distance, least, main_suit, near
from engine.mahjong.table import DEAL, HIDDEN, NAMES, OPEN, REPLACE, SETTLED, TURN, Seat, Table
from engine.replay import Replay
from engine.simulate import Rng, chance, shuffled
from events.model import AnyEvent, Claim, Deal, Declare, Draw
from events.tiles import MAHJONG

ONE_SUIT, SHORTEST = "one suit", "shortest"
STYLES = (*[ONE_SUIT] * 6, *[TRIPLETS] * 3, *[SHORTEST] * 2)


class Players(Seated):
    """The four players of one match (:class:`engine.simulate.Players`)."""

    def __init__(self, options: Options, seats: int, rng: Rng, rare: float) -> None:
        super().__init__(Asked(play.check, could_win, lambda t, seat, _: could_win(t, seat)), rng)
        self.options = options
        self.rare = rare

    def next(self, replay: Replay) -> AnyEvent | None:
        """The next event of the hand under way; ``None`` when it is over."""
        hand = replay.hand
        if hand is None or hand.table.phase in (DEAL, SETTLED):
            return self._deal(replay)
        t: Table = hand.table
        match t.phase:
            case phase if phase == FIRST:
                return self.draw(t, t.next_seat(t.turn))
            case phase if phase == TURN:
                return self._turn(t)
            case phase if phase == REPLACE:
                return self.replace(t)
            case phase if phase == OPEN:
                return self._open(t)
        return None

    # -- the deal ---------------------------------------------------------------------------------

    def _deal(self, replay: Replay) -> Deal:
        rng, carry = self.rng, replay.carry
        dealer = carry.dealer
        if dealer is None:
            dealer = rng.randrange(4)
        self.styles = [""] * 4
        self.passed.clear()
        flowers = self.options.flowers
        if chance(rng, self.rare):
            wall, plans = arranged(dealer, rng, flowers)
            for seat, plan in plans.items():
                self.styles[(dealer + seat) % 4] = plan
        else:
            wall = shuffled(tiles(flowers), rng)
        if self.options.wall == "quarters":
            wall = quartered(wall, dealer)
        hands = play.dealt_hands(wall, dealer, self.options.wall)
        event = Deal(
            hand=self.hand,
            dealer=dealer,
            hands=tuple(" ".join(held) for held in hands),
            wall=" ".join(wall),
            carry={"deal_no": carry.deal_no},
        )
        self.hand += 1
        return event

    # -- the own turn -----------------------------------------------------------------------------

    def _turn(self, t: Table) -> AnyEvent | None:
        if t.untouched:
            for seat in (t.dealer or 0, *t.after(t.dealer or 0)):
                if t.holds_flower(seat) and (lay := self._lay(t, seat)):
                    return lay
        seat = t.turn
        lay = self._lay(t, seat) if t.holds_flower(seat) else None
        return lay or self.win(t, seat) or self.kong(t, seat) or self._play(t, seat)

    def _lay(self, t: Table, seat: int) -> Declare | None:
        """The flowers of a hand, hardly ever kept back."""
        counts = t.seats[seat].counts
        held = [NAMES[kind] for kind in t.book.flowers if counts[kind]]
        lay = Declare(seat=seat, act="flower", tiles=MAHJONG.format(held))
        return lay if self.allowed(t, lay) and not chance(self.rng, 0.02) else None

    def win(self, t: Table, seat: int) -> Claim | None:
        """A self-draw, hardly ever declined."""
        given = t.given
        assert given is not None
        if t.drawn is None or not could_win(t, seat) or chance(self.rng, 0.03):
            return None
        return Claim(seat=seat, act="win", tile=NAMES[given.tile], of=given.seq)

    def _play(self, t: Table, seat: int) -> AnyEvent:
        return self.discard(t, seat, self._least(t, seat))

    def _style(self, side: Seat, seat: int) -> str:
        """What the seat plans, decided when it first has to."""
        if not self.styles[seat]:
            if sum(n // 2 for n in side.counts) >= 5:
                self.styles[seat] = PAIRS
            else:
                self.styles[seat] = STYLES[self.rng.randrange(len(STYLES))]
        return self.styles[seat]

    def _least(self, t: Table, seat: int) -> int:
        """The kind to discard: the one whose loss harms the hand's plan least."""
        side = t.seats[seat]
        style = self._style(side, seat)
        if style == KEEP and t.drawn is not None:
            return t.drawn
        held = [kind for kind, n in enumerate(side.counts) if n]
        flowers = [kind for kind in held if kind in t.book.flowers]
        if flowers:
            return flowers[0]
        if style == ONE_SUIT:
            suit = main_suit(side)
            unwanted = [k for k in held if k < HONOUR and k // 9 != suit]
            if unwanted:
                return min(unwanted, key=lambda k: (side.counts[k], near(side.counts, k)))
            loose = [k for k in held if k >= HONOUR and side.counts[k] == 1]
            if loose:
                return loose[0]
        if style in (TRIPLETS, PAIRS):
            return min(held, key=lambda k: (side.counts[k], near(side.counts, k)))
        return least(side.counts, len(side.melds))

    # -- claims -----------------------------------------------------------------------------------

    def replace(self, t: Table) -> AnyEvent | None:
        """A replacement, unless the kong is robbed."""
        given = t.given
        if given is not None and given.what == "added_kong":
            for seat in t.after(given.seat):
                if win := self.wins(t, seat, given.seq, 0.95):
                    return win
        return None if wall_over(t) else self._take(t, t.due_seat, t.book.replaced_from)

    def draw(self, t: Table, seat: int) -> Draw:
        """The tile of a turn."""
        return self._take(t, seat, "head")

    def _take(self, t: Table, seat: int, end: str) -> Draw:
        bare = Draw(seat=seat, tile="?", end=end)  # type: ignore[arg-type]
        tile = t.wall.at(t.replacement(bare)) or "?"
        return Draw(seat=seat, tile=tile, end=bare.end)

    def _open(self, t: Table) -> AnyEvent | None:
        given = t.given
        assert given is not None
        for seat in t.after(given.seat):
            if win := self.wins(t, seat, given.seq, 0.93):
                return win
        if wall_over(t):
            return None
        for seat in t.after(given.seat):
            if self.may_claim(t, seat):
                wish = self._wish(t.seats[seat], given.tile, seat)
                if claim := self.claims(t, seat, wish):
                    return claim
        after = t.next_seat(t.turn)
        return self._chow(t, after) or self.draw(t, after)

    def _wish(self, side: Seat, kind: int, seat: int) -> float:
        """How much a player wants to pung ``kind``."""
        style = self._style(side, seat)
        if style in (KEEP, PAIRS):
            return 0.0
        if style == ONE_SUIT:
            return 0.9 if kind >= HONOUR or kind // 9 == main_suit(side) else 0.0
        return 0.95 if style == TRIPLETS else 0.4

    def _chow(self, t: Table, seat: int) -> Claim | None:
        """A chow that brings the plan nearer, thought about once."""
        given, side = t.given, t.seats[seat]
        assert given is not None
        style = self._style(side, seat)
        thought = (given.seq, seat + 8)
        if given.tile == HIDDEN or thought in self.passed or style in (KEEP, PAIRS, TRIPLETS):
            return None
        self.passed.add(thought)
        if style == ONE_SUIT and given.tile // 9 != main_suit(side):
            return None
        before = distance(side.counts, len(side.melds))
        for claim in play.runs_with(t, seat):
            left = side.counts.copy()
            for tile in (claim.with_ or "").split():
                left[t.index[tile]] -= 1
            nearer = distance(left, len(side.melds) + 1) < before
            if nearer and chance(self.rng, 0.7) and self.allowed(t, claim):
                return claim
        return None


def quartered(wall: list[str], dealer: int) -> list[str]:
    """A wall in quarters that deals and gives the same tiles as one wall without claims would."""
    hands = play.dealt_hands(wall, dealer, "one")
    rest = wall[52:]
    parts = [rest[(seat - dealer) % 4 :: 4] for seat in range(4)]
    return [tile for held in (*hands, *parts) for tile in held]


def seeded(options: Options, seats: int, rng: Rng, rare: float) -> Players:
    """The players of one match; ``rare`` is the share of arranged deals."""
    return Players(options, seats, rng, rare)
