"""What seeded players of the mahjong games do alike: win, kong, replace, and judge a hand.

A game's ``players.py`` says how its players deal, what they plan, and which tile they discard.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.findings import Violation
from engine.mahjong.hands import HONOUR
from engine.mahjong.table import HIDDEN, NAMES, Seat, Table
from engine.simulate import Rng, chance
from events.model import AnyEvent, Claim, Declare, Discard, Draw

PAIRS = "pairs"
"""The one plan that is known here: who collects pairs makes no concealed kong."""


class Asked(NamedTuple):
    """What the players ask of their game: its check, and whether a tile completes a hand."""

    check: Callable[..., Sequence[Violation]]
    completes_given: Callable[[Table, int], bool]
    completes_drawn: Callable[[Table, int, int], bool]


class Seated:
    """Four players at a table.

    ``styles``: what each of them plans in this hand; ``passed``: what was declined, by seq and
    seat.
    """

    def __init__(self, asked: Asked, rng: Rng) -> None:
        self.asked = asked
        self.rng = rng
        self.hand = 0
        self.styles = [""] * 4
        self.passed: set[tuple[int, int]] = set()

    def allowed(self, t: Table, event: AnyEvent) -> bool:
        """Whether the game's check finds nothing."""
        return not self.asked.check(t, -1, event)

    # -- the own turn -----------------------------------------------------------------------------

    def win(self, t: Table, seat: int) -> Claim | None:
        """A self-draw, hardly ever declined."""
        side, given = t.seats[seat], t.given
        assert given is not None
        opening = seat == t.dealer and side.discards == 0 and not side.melds
        if t.drawn is None and not opening:
            return None
        tile = t.drawn if t.drawn is not None else next(k for k, n in enumerate(side.counts) if n)
        of = t.deal_seq if opening else given.seq
        if not self.asked.completes_drawn(t, seat, tile) or chance(self.rng, 0.03):
            return None
        claim = Claim(seat=seat, act="win", tile=NAMES[tile], of=of)
        return claim if self.allowed(t, claim) else None

    def kong(self, t: Table, seat: int) -> Declare | None:
        """A concealed or added kong, mostly made where it may be."""
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
            if act is not None and self.allowed(t, act):
                return act
        return None

    def discard(self, t: Table, seat: int, kind: int) -> Discard:
        """A discard that says whether it is the tile just drawn."""
        return Discard(seat=seat, tile=NAMES[kind], drawn=kind == t.drawn)

    def ready_discard(self, t: Table, seat: int) -> Discard:
        """A discard that leaves a wait, after the hand was declared ready."""
        choices = [
            discard
            for kind, n in enumerate(t.seats[seat].counts)
            if n and self.allowed(t, discard := self.discard(t, seat, kind))
        ]
        return choices[self.rng.randrange(len(choices))]

    # -- replacements and claims ------------------------------------------------------------------

    def replace(self, t: Table) -> AnyEvent | None:
        """A replacement from the tail, unless the kong is robbed."""
        given = t.given
        if given is not None and given.what in ("added_kong", "exposed_kong"):
            for seat in t.after(given.seat):
                if win := self.wins(t, seat, given.seq, 0.95):
                    return win
        if t.wall.left == 0:
            return None
        die = 1 + self.rng.randrange(6) if t.due_for == "kong" and t.book.kong_die else None
        place = t.wall.tail() if die is None else t.wall.stack(die)
        return Draw(seat=t.due_seat, tile=t.wall.at(place) or "?", end="tail", die=die)

    def draw(self, t: Table, seat: int) -> Draw:
        """The tile of a turn, from the head."""
        return Draw(seat=seat, tile=t.wall.at(t.wall.head()) or "?", end="head")

    def wins(self, t: Table, seat: int, of: int, share: float) -> Claim | None:
        """A win on the tile given, taken with probability ``share``."""
        given = t.given
        assert given is not None
        if (of, seat) in self.passed or not self.asked.completes_given(t, seat):
            return None
        claim = Claim(seat=seat, act="win", tile=NAMES[given.tile], of=of)
        if not self.allowed(t, claim):
            return None
        if not chance(self.rng, share):
            self.passed.add((of, seat))
            return None
        return claim

    def more(self, t: Table) -> AnyEvent | None:
        """Where several may win on one tile, further winners."""
        given, last = t.given, t.winners[-1].seat
        if given is None or given.what not in ("discard", "added_kong", "exposed_kong"):
            return None
        for seat in t.after(given.seat):
            if (seat - given.seat) % 4 > (last - given.seat) % 4:
                claim = Claim(seat=seat, act="win", tile=NAMES[given.tile], of=given.seq)
                if self.asked.completes_given(t, seat) and self.allowed(t, claim):
                    return claim
        return None

    def claims(self, t: Table, seat: int, wish: float) -> Claim | None:
        """A pung or an exposed kong of the tile given, wished for with probability ``wish``."""
        given, side = t.given, t.seats[seat]
        assert given is not None
        n = side.counts[given.tile]
        self.passed.add((given.seq, -seat - 1))
        if not chance(self.rng, wish):
            return None
        act, own = ("exposed_kong", 3) if n == 3 and chance(self.rng, 0.8) else ("pung", 2)
        tile = NAMES[given.tile]
        claim = Claim(seat=seat, act=act, tile=tile, with_=" ".join([tile] * own), of=given.seq)
        return claim if self.allowed(t, claim) else None

    def may_claim(self, t: Table, seat: int) -> bool:
        """Whether a seat holds a pair of the tile given and has not thought about it yet."""
        given = t.given
        assert given is not None
        held = t.seats[seat].counts[given.tile] if given.tile != HIDDEN else 0
        return held >= 2 and (given.seq, -seat - 1) not in self.passed


# -- judging a hand ------------------------------------------------------------------------------


def main_suit(side: Seat) -> int:
    """The suit of most tiles, 0–2, sets on the table counted as four."""
    sizes = suit_sizes(side)
    return sizes.index(max(sizes))


def suit_sizes(side: Seat) -> list[int]:
    """How many tiles of each suit, sets on the table counted as four."""
    sizes = [sum(side.counts[9 * suit : 9 * suit + 9]) for suit in range(3)]
    for meld in side.melds:
        if meld.tile < HONOUR:
            sizes[meld.tile // 9] += 4
    return sizes


def pure(side: Seat) -> bool:
    """Whether the concealed tiles are one suit and perhaps honours."""
    return sum(any(side.counts[9 * suit : 9 * suit + 9]) for suit in range(3)) <= 1


def near(counts: Sequence[int], kind: int) -> int:
    """How many tiles of the suit lie next to ``kind``."""
    if kind >= HONOUR:
        return 0
    low = kind - kind % 9
    beside = [k for k in (kind - 2, kind - 1, kind + 1, kind + 2) if low <= k < low + 9]
    return sum(counts[k] for k in beside)


def loss(counts: list[int], kind: int, melds: int, sets: int = 4) -> tuple[int, int]:
    """What the hand loses by a discard of ``kind``: the less the better."""
    counts[kind] -= 1
    steps = distance(counts, melds, sets)
    counts[kind] += 1
    return steps, near(counts, kind) + 3 * counts[kind]


def least(counts: Sequence[int], melds: int, sets: int = 4) -> int:
    """The kind with the least :func:`loss`, the lowest of several, without asking for each."""
    blocks = [tuple(counts[9 * suit : 9 * suit + 9]) for suit in range(3)]
    rated = [_blocks(block) for block in blocks]
    honours = counts[HONOUR:34]
    steps: dict[int, int] = {}
    for kind, n in enumerate(counts[:34]):
        if not n:
            continue
        ratings, three, two = rated, 0, 0
        if kind < HONOUR:
            suit, rank = divmod(kind, 9)
            block = blocks[suit]
            ratings = rated.copy()
            ratings[suit] = _blocks((*block[:rank], n - 1, *block[rank + 1 :]))
        for honour, held in enumerate(honours, HONOUR):
            left = held - 1 if honour == kind else held
            three += left >= 3
            two += left == 2
        steps[kind] = _steps(ratings, melds + three, two, sets)
    fewest = min(steps.values())
    nearest = [kind for kind, left in steps.items() if left == fewest]
    return min(nearest, key=lambda kind: near(counts, kind) + 3 * counts[kind])


def near_ready(counts: Sequence[int], melds: int) -> bool:
    """A quick look whether some discard may leave the hand waiting."""
    return distance(counts, melds) <= 0 or sum(n // 2 for n in counts) >= 6


def distance(counts: Sequence[int], melds: int, sets: int = 4) -> int:
    """About how many tiles the hand lacks to wait for ``sets`` melds and a pair (0: it waits)."""
    ratings = [_blocks(tuple(counts[9 * suit : 9 * suit + 9])) for suit in range(3)]
    honours = counts[HONOUR:34]
    three = sum(n >= 3 for n in honours)
    return _steps(ratings, melds + three, honours.count(2), sets)


def _steps(ratings: Iterable[tuple[int, int, bool]], made: int, two: int, sets: int) -> int:
    """The distance of a hand: its suits' ratings, its other melds, and pairs of honours."""
    part, pair = two, two > 0
    for m, p, has in ratings:
        made, part, pair = made + m, part + p, pair or has
    halves = min(part - pair, sets - made)
    return 2 * sets - 2 * made - max(halves, 0) - pair


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
