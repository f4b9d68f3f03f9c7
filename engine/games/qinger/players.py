"""青儿: seeded players, good enough to reach every act and line now and then.

A player plans for a hand by what was dealt (runs only, three alike, or whatever is quickest) and
has some habits (knocks, refuses to play, lays ghosts one by one, lets a win go). A share of the
deals is arranged.
"""

from __future__ import annotations

from engine.games.qinger import ALIKE, FLOWERS, GHOSTS, HAND, PLAYING, RANKED, SETS, Options, play
from engine.games.qinger.deals import DEALT, TILES, arranged
from engine.games.qinger.patterns import alike
from engine.games.qinger.table import (
    ASKING,
    BLOOMING,
    OPENING,
    cards_of,
    completes_drawn,
    completes_given,
    peng_of,
)
from engine.mahjong.players import least, near
from engine.mahjong.table import DEAL, HIDDEN, OPEN, REPLACE, SETTLED, TURN, Seat, Table
from engine.replay import Replay
from engine.simulate import Rng, chance, shuffled
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw

QUICK, RUNS, SAME = "quick", "runs", "same"


class Players:
    """The players of one match, three or four (:class:`engine.simulate.Players`).

    ``styles``: what each of them plans in this hand; ``done``: who lays out no more 起飞;
    ``passed``: what was declined, by seq and seat; ``refused``: nobody wants to play this hand.
    """

    def __init__(self, options: Options, seats: int, rng: Rng, rare: float) -> None:
        self.rng = rng
        self.rare = rare
        self.seats = seats
        self.dealer = rng.randrange(seats)
        self.hand = 0
        self.refused = False
        self.styles: dict[int, str] = {}
        self.done: set[int] = set()
        self.passed: set[tuple[int, int]] = set()

    def next(self, replay: Replay) -> AnyEvent | None:
        """The next event of the hand under way; ``None`` when it is over."""
        t: Table | None = replay.hand.table if replay.hand is not None else None
        if t is None or t.phase in (DEAL, SETTLED):
            if t is not None and t.phase == SETTLED:
                self.dealer = replay.carry.dealer
            asked = 0 if t is None or t.phase == SETTLED else len(t.own.knocks)
            return self._knock(asked) if asked < PLAYING else self._deal()
        match t.phase:
            case phase if phase == ASKING:
                return self._ask(t)
            case phase if phase == OPENING:
                return self._opening(t)
            case phase if phase == TURN:
                return self._turn(t)
            case phase if phase == REPLACE:
                return self._replace(t)
            case phase if phase == OPEN:
                return self._open(t)
        return None

    # -- before play ------------------------------------------------------------------------------

    def _knock(self, asked: int) -> Declare:
        seat = (self.dealer + asked) % self.seats
        return Declare(seat=seat, act="knock" if chance(self.rng, 0.35) else "no_knock")

    def _deal(self) -> Deal:
        rng = self.rng
        wall = arranged(rng) if chance(rng, self.rare) else shuffled(TILES, rng)
        hands = [""] * self.seats
        at = 0
        for place in range(PLAYING):
            n = HAND + (place == 0)
            hands[(self.dealer + place) % self.seats] = " ".join(wall[at : at + n])
            at += n
        self.styles, self.refused = {}, chance(rng, 0.04)
        self.done.clear()
        self.passed.clear()
        self.hand += 1
        return Deal(
            hand=self.hand - 1,
            dealer=self.dealer,
            hands=tuple(hands),
            wall=" ".join(wall),
            open=wall[DEALT],
        )

    def _ask(self, t: Table) -> Declare | None:
        if t.own.refused:
            return None
        seat = t.own.order[t.own.asked]
        last = t.own.asked == PLAYING - 1
        refuses = self.refused or (chance(self.rng, 0.2) and not last)
        return Declare(seat=seat, act="refuse" if refuses else "play")

    def _opening(self, t: Table) -> AnyEvent:
        for seat in t.own.order[t.own.at :]:
            if t.own.stage == BLOOMING or seat in self.done:
                continue
            if laid := self._fly(t, seat):
                return laid
            self.done.add(seat)
        for seat in t.own.order:
            if t.holds_flower(seat):
                return self._lay(t, seat)
        return self._act(t, t.turn)

    def _fly(self, t: Table, seat: int) -> Declare | None:
        """五喜起飞 or 起飞, mostly laid where it can be."""
        held = [card for card in GHOSTS for _ in range(t.seats[seat].counts[card])]
        tiles = " ".join(t.names[card] for card in held)
        five = Declare(seat=seat, act="wu_xi", tiles=tiles)
        if len(held) >= 4 and not play.check(t, -1, five) and chance(self.rng, 0.75):
            return five
        share = 0.4 if self._style(t, seat) == RUNS else 0.85
        for tiles in play.fours(t, seat):
            four = Declare(seat=seat, act="qi_fei", tiles=tiles)
            if chance(self.rng, share) and not play.check(t, -1, four):
                return four
        return None

    def _lay(self, t: Table, seat: int) -> Declare:
        """One flower, or all at once."""
        counts = t.seats[seat].counts
        held = [t.names[card] for card in FLOWERS for _ in range(counts[card])]
        n = len(held) if len(held) <= t.wall.left and chance(self.rng, 0.3) else 1
        return Declare(seat=seat, act="flower", tiles=" ".join(held[:n]))

    # -- the own turn -----------------------------------------------------------------------------

    def _turn(self, t: Table) -> AnyEvent | None:
        if t.holds_flower(t.turn):
            # The last card of the stock is a flower: laid out or not, the hand is over (QE-P6).
            if t.wall.left == 0 and chance(self.rng, 0.5):
                return None
            return self._lay(t, t.turn)
        return self._act(t, t.turn)

    def _act(self, t: Table, seat: int) -> AnyEvent:
        return self._win(t, seat) or self._du(t, seat) or self._discard(t, seat)

    def _win(self, t: Table, seat: int) -> Claim | None:
        given = t.given
        assert given is not None
        dealt = given.what == "deal"
        if (t.drawn is None and not dealt) or not completes_drawn(t, seat):
            return None
        if chance(self.rng, 0.05):
            return None
        claim = Claim(seat=seat, act="win", tile=play.winning_card(t, seat), of=given.seq)
        return None if play.check(t, -1, claim) else claim

    def _du(self, t: Table, seat: int) -> Declare | None:
        side = t.seats[seat]
        if t.wall.left == 0 or (self._style(t, seat) == RUNS and not side.melds):
            return None
        acts = [Declare(seat=seat, act="an_du", tiles=tiles) for tiles in play.fours(t, seat)]
        if any(meld.kind == "peng" for meld in side.melds):
            acts += [
                Declare(seat=seat, act="added_du", tiles=t.names[card])
                for card, n in enumerate(side.counts)
                if n and peng_of(side, card)
            ]
        for act in acts:
            if chance(self.rng, 0.85) and not play.check(t, -1, act):
                return act
        return None

    def _discard(self, t: Table, seat: int) -> Discard:
        side = t.seats[seat]
        counts = alike(side.counts)
        held = [kind for kind, n in enumerate(counts) if n]
        if self._style(t, seat) == SAME:
            kind = min(held, key=lambda k: (counts[k], near(counts, k)))
        else:
            kind = least(counts, len(side.melds), SETS)
        cards = cards_of(side, kind, counts[kind])
        card = cards[-1] if chance(self.rng, 0.7) else cards[0]
        mark = None if t.phase == OPENING else card == t.drawn
        return Discard(seat=seat, tile=t.names[card], drawn=mark)

    def _style(self, t: Table, seat: int) -> str:
        """What the seat plans, decided when it first has to."""
        if seat not in self.styles:
            counts = alike(t.seats[seat].counts)
            if sum(n // 2 for n in counts) >= 8 or chance(self.rng, 0.15):
                self.styles[seat] = SAME
            else:
                self.styles[seat] = RUNS if chance(self.rng, 0.55) else QUICK
        return self.styles[seat]

    # -- replacements and claims ------------------------------------------------------------------

    def _replace(self, t: Table) -> AnyEvent | None:
        given = t.given
        if given is not None and given.what == "added_du":
            for seat in t.after(given.seat):
                if win := self._wins(t, seat):
                    return win
        if t.wall.left == 0:
            return None
        return self._draw(t, t.due_seat)

    def _draw(self, t: Table, seat: int) -> Draw:
        return Draw(seat=seat, tile=t.wall.at(t.wall.head()) or "?")

    def _open(self, t: Table) -> AnyEvent | None:
        given = t.given
        assert given is not None
        for seat in t.after(given.seat):
            if win := self._wins(t, seat):
                return win
        if t.wall.left == 0:
            return None
        for seat in t.after(given.seat):
            if claim := self._claims(t, seat):
                return claim
        return self._draw(t, t.next_seat(t.turn))

    def _wins(self, t: Table, seat: int) -> Claim | None:
        given = t.given
        assert given is not None
        if (given.seq, seat) in self.passed or not completes_given(t, seat):
            return None
        self.passed.add((given.seq, seat))
        claim = Claim(seat=seat, act="win", tile=t.names[given.tile], of=given.seq)
        return claim if chance(self.rng, 0.95) and not play.check(t, -1, claim) else None

    def _claims(self, t: Table, seat: int) -> Claim | None:
        given, side = t.given, t.seats[seat]
        assert given is not None
        if given.tile == HIDDEN or (given.seq, -seat - 1) in self.passed:
            return None
        kind = ALIKE[given.tile]
        n = side.counts[kind] + (side.counts[kind + 3] if kind >= RANKED else 0)
        if n < 2:
            return None
        self.passed.add((given.seq, -seat - 1))
        if not chance(self.rng, self._wish(t, side, seat, kind)):
            return None
        act, own = ("ming_du", 3) if n == 3 and chance(self.rng, 0.8) else ("peng", 2)
        cards = " ".join(t.names[card] for card in cards_of(side, kind, own))
        tile = t.names[given.tile]
        claim = Claim(seat=seat, act=act, tile=tile, with_=cards, of=given.seq)
        return None if play.check(t, -1, claim) else claim

    def _wish(self, t: Table, side: Seat, seat: int, kind: int) -> float:
        """How much a player wants to 碰 or 笃 a kind."""
        style = self._style(t, seat)
        if style == RUNS and not side.melds:
            return 0.03
        return 0.95 if style == SAME or kind >= RANKED else 0.4


def seeded(options: Options, seats: int, rng: Rng, rare: float) -> Players:
    """The players of one match; ``rare`` is the share of arranged deals."""
    return Players(options, seats, rng, rare)
