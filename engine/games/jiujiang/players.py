"""九江麻将: seeded players, good enough to reach every act and line now and then.

A player has a style for the hand (quick, one suit, triplets, pairs) and some habits (declares 报听,
follows the dealer's discard, sometimes lets a win go). A share of the deals is arranged.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from engine.games.jiujiang import DRAGONS, FA, KINDS, Options, play
from engine.games.jiujiang.deals import arranged
from engine.games.jiujiang.table import completes_drawn, completes_given
from engine.mahjong.rules import dealt_hands
from engine.mahjong.table import DEAL, NAMES, OPEN, REPLACE, SETTLED, TURN, WON, Seat, Table
from engine.replay import Replay
from engine.simulate import Rng, chance, shuffled
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw

TILES = [NAMES[kind] for kind in KINDS for _ in range(4)]
QUICK, ONE_SUIT, TRIPLETS, PAIRS = "quick", "one suit", "triplets", "pairs"
STYLES = (QUICK, QUICK, QUICK, ONE_SUIT, TRIPLETS, PAIRS)
BREAK = {1: 2, 3: 2, 5: 2, 2: 1, 6: 1, 4: 3}
"""JJ-E3: whose wall a die opens, counted from the dealer."""


class Players:
    """The four players of one match (:class:`engine.simulate.Players`)."""

    def __init__(self, options: Options, seats: int, rng: Rng, rare: float) -> None:
        self.rng = rng
        self.rare = rare
        self.early = chance(rng, 0.2)  # this client replaces 发财 right after the deal (JJ-P3)
        self.hand = 0
        self.styles = [QUICK] * 4
        self.passed: set[tuple[int, int]] = set()

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
                return self._replace(table)
            case phase if phase == OPEN:
                return self._open(table)
            case phase if phase == WON:
                return self._more(table)
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
            return self._ready_discard(t, seat)
        if side.counts[FA]:
            return None if t.wall.left == 0 else self._lay(t, seat)
        return self._win(t, seat) or self._kong(t, seat) or self._play(t, seat)

    def _lay(self, t: Table, seat: int) -> Declare:
        """One 发财, or all at once."""
        n = t.seats[seat].counts[FA]
        n = n if n <= t.wall.left and chance(self.rng, 0.3) else 1
        return Declare(seat=seat, act="flower", tiles=" ".join(["F"] * n))

    def _win(self, t: Table, seat: int) -> Claim | None:
        side, given = t.seats[seat], t.given
        assert given is not None
        opening = seat == t.dealer and side.discards == 0 and not side.melds
        if t.drawn is None and not opening:
            return None
        tile = t.drawn if t.drawn is not None else next(k for k, n in enumerate(side.counts) if n)
        of = t.deal_seq if opening else given.seq
        if not completes_drawn(t, seat, tile) or chance(self.rng, 0.03):
            return None
        claim = Claim(seat=seat, act="win", tile=NAMES[tile], of=of)
        return None if play.check(t, -1, claim) else claim

    def _kong(self, t: Table, seat: int) -> Declare | None:
        side = t.seats[seat]
        if t.wall.left == 0 or (4 not in side.counts and not side.melds):
            return None
        for kind, n in enumerate(side.counts):
            if not n or chance(self.rng, 0.1):
                continue
            act = None
            if n == 4 and self.styles[seat] != PAIRS:
                act = Declare(seat=seat, act="concealed_kong", tiles=" ".join([NAMES[kind]] * 4))
            elif n and side.pung_of(kind):
                act = Declare(seat=seat, act="added_kong", tiles=NAMES[kind])
            if act is not None and not play.check(t, -1, act):
                return act
        return None

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
            return self._discard(t, seat, chain)
        return self._discard(t, seat, self._least(t, seat))

    def _follows(self, t: Table, seat: int) -> int | None:
        """The dealer's discard, where the three before followed and this seat holds it."""
        chains = t.own.chains
        if not chains or not chains[-1].live or seat == t.dealer or not chance(self.rng, 0.95):
            return None
        leads: int = chains[-1].leads
        if t.seats[seat].counts[leads] != 1 or seat != (t.dealer + chains[-1].followers + 1) % 4:
            return None
        return leads

    def _discard(self, t: Table, seat: int, kind: int) -> Discard:
        return Discard(seat=seat, tile=NAMES[kind], drawn=kind == t.drawn)

    def _ready_discard(self, t: Table, seat: int) -> Discard:
        """P8: a discard that leaves a wait."""
        choices = [
            discard
            for kind, n in enumerate(t.seats[seat].counts)
            if n and not play.check(t, -1, discard := self._discard(t, seat, kind))
        ]
        return choices[self.rng.randrange(len(choices))]

    def _least(self, t: Table, seat: int) -> int:
        """The kind to discard: the one whose loss harms the hand's plan least."""
        side, style = t.seats[seat], self.styles[seat]
        barred = t.own.fourth[seat]
        held = [k for k, n in enumerate(side.counts) if n and k not in barred]
        if not held:
            held = [k for k, n in enumerate(side.counts) if n]
        if style == QUICK or (style == ONE_SUIT and _pure(side)):
            return min(held, key=lambda kind: _loss(side.counts, kind, len(side.melds)))
        if style == ONE_SUIT:
            suit = _main_suit(side)
            return min(held, key=lambda k: (k // 9 == suit, k in DRAGONS, side.counts[k]))
        return min(held, key=lambda k: (side.counts[k], _near(side.counts, k)))

    # -- replacements and claims ------------------------------------------------------------------

    def _replace(self, t: Table) -> AnyEvent | None:
        given = t.given
        if given is not None and given.what in ("added_kong", "exposed_kong"):
            for seat in t.after(given.seat):
                if win := self._wins(t, seat, given.seq, 0.95):
                    return win
        if t.wall.left == 0:
            return None
        die = None if t.due_for == "flower" else 1 + self.rng.randrange(6)
        place = t.wall.tail() if die is None else t.wall.stack(die)
        return Draw(seat=t.due_seat, tile=t.wall.at(place) or "?", end="tail", die=die)

    def _wins(self, t: Table, seat: int, of: int, share: float) -> Claim | None:
        given = t.given
        assert given is not None
        if (of, seat) in self.passed or not completes_given(t, seat):
            return None
        claim = Claim(seat=seat, act="win", tile=NAMES[given.tile], of=of)
        if play.check(t, -1, claim):
            return None
        if not chance(self.rng, share):
            self.passed.add((of, seat))
            return None
        return claim

    def _open(self, t: Table) -> AnyEvent | None:
        given = t.given
        assert given is not None
        for seat in t.after(given.seat):
            if win := self._wins(t, seat, given.seq, 0.93):
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
        place = t.wall.head()
        return Draw(seat=after, tile=t.wall.at(place) or "?", end="head")

    def _claims(self, t: Table, seat: int) -> Claim | None:
        given, side = t.given, t.seats[seat]
        assert given is not None
        n = side.counts[given.tile]
        if n < 2 or (given.seq, -seat - 1) in self.passed:
            return None
        if side.counts[FA] and seat == t.next_seat(t.turn):
            return None  # JJ-P3: not before the 发财 are replaced
        self.passed.add((given.seq, -seat - 1))
        if not chance(self.rng, self._wish(side, given.tile, self.styles[seat])):
            return None
        act, own = ("exposed_kong", 3) if n == 3 and chance(self.rng, 0.8) else ("pung", 2)
        tile = NAMES[given.tile]
        claim = Claim(seat=seat, act=act, tile=tile, with_=" ".join([tile] * own), of=given.seq)
        return None if play.check(t, -1, claim) else claim

    def _wish(self, side: Seat, kind: int, style: str) -> float:
        """How much a player wants to pung ``kind``."""
        if style == TRIPLETS or kind in DRAGONS:
            return 0.95
        if style == PAIRS:
            return 0.05
        if style == ONE_SUIT:
            return 0.9 if kind // 9 == _main_suit(side) else 0.0
        return 0.35

    def _more(self, t: Table) -> AnyEvent | None:
        """With ``multi_win``, further winners on the same tile."""
        given, last = t.given, t.winners[-1].seat
        if not t.options.multi_win or given is None or given.what == "draw":
            return None
        for seat in t.after(given.seat):
            if (seat - given.seat) % 4 > (last - given.seat) % 4:
                claim = Claim(seat=seat, act="win", tile=NAMES[given.tile], of=given.seq)
                if completes_given(t, seat) and not play.check(t, -1, claim):
                    return claim
        return None


def seeded(options: Options, seats: int, rng: Rng, rare: float) -> Players:
    """The players of one match; ``rare`` is the share of arranged deals."""
    return Players(options, seats, rng, rare)


# -- judging a hand ------------------------------------------------------------------------------


def _main_suit(side: Seat) -> int:
    sizes = [sum(side.counts[9 * suit : 9 * suit + 9]) for suit in range(3)]
    for meld in side.melds:
        if meld.tile < 27:
            sizes[meld.tile // 9] += 4
    return sizes.index(max(sizes))


def _pure(side: Seat) -> bool:
    """Whether the concealed tiles are one suit and perhaps dragons."""
    return sum(any(side.counts[9 * suit : 9 * suit + 9]) for suit in range(3)) <= 1


def _near(counts: Sequence[int], kind: int) -> int:
    """How many tiles of the suit lie next to ``kind``."""
    if kind >= 27:
        return 0
    low = kind - kind % 9
    near = [k for k in (kind - 2, kind - 1, kind + 1, kind + 2) if low <= k < low + 9]
    return sum(counts[k] for k in near)


def _loss(counts: list[int], kind: int, melds: int) -> tuple[int, int]:
    counts[kind] -= 1
    steps = distance(counts, melds)
    counts[kind] += 1
    return steps, _near(counts, kind) + 3 * counts[kind]


def near_ready(counts: Sequence[int], melds: int) -> bool:
    """A quick look whether some discard may leave the hand waiting."""
    return distance(counts, melds) <= 0 or sum(n // 2 for n in counts) >= 6


def distance(counts: Sequence[int], melds: int) -> int:
    """About how many tiles the hand lacks to wait for four melds and a pair (0: it waits)."""
    made, part, pair = melds, 0, False
    for suit in range(3):
        m, p, has = _blocks(tuple(counts[9 * suit : 9 * suit + 9]))
        made, part, pair = made + m, part + p, pair or has
    for kind in DRAGONS:
        n = counts[kind]
        made += n >= 3
        part += n == 2
        pair = pair or n == 2
    sets = min(part - pair, 4 - made)
    return 8 - 2 * made - max(sets, 0) - pair


@lru_cache(maxsize=2**17)
def _blocks(tiles: tuple[int, ...]) -> tuple[int, int, bool]:
    """Sets and half sets in one suit, and whether a pair is among the half sets: the best split."""
    at = next((i for i, n in enumerate(tiles) if n), None)
    if at is None:
        return 0, 0, False
    n = tiles[at]
    best = _blocks((*tiles[:at], n - 1, *tiles[at + 1 :]))
    for piece, made, part in (
        ((3,), 1, 0), ((1, 1, 1), 1, 0), ((2,), 0, 1), ((1, 1), 0, 1), ((1, 0, 1), 0, 1),
    ):  # fmt: skip
        if at + len(piece) > 9 or any(tiles[at + i] < k for i, k in enumerate(piece)):
            continue
        rest = list(tiles)
        for i, k in enumerate(piece):
            rest[at + i] -= k
        m, p, has = _blocks(tuple(rest))
        found = (m + made, p + part, has or piece == (2,))
        if (2 * found[0] + found[1], found[2]) > (2 * best[0] + best[1], best[2]):
            best = found
    return best
