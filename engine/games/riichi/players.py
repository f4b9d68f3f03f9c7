"""立直麻将: seeded players, good enough to reach every act and yaku now and then.

A player has a style for the hand (quick and closed, open, triplets, one suit, pairs, orphans,
nothing but orphans discarded) and some habits (declares riichi, konges, sometimes lets a win go). A
share of the deals is arranged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import shapes
from engine.games.riichi import NORTH, Options, play, winning
from engine.games.riichi.carry import Carry
from engine.games.riichi.deals import HONOURS, arranged, dealt, tiles
from engine.games.riichi.patterns import (
    ORPHANS,
    orphan,
    orphan_waits,
    plain,
    plain_counts,
    ready_discards,
    waits,
)
from engine.mahjong.players import distance, near
from engine.mahjong.table import DEAL, KONGS, NAMES, OPEN, REPLACE, SETTLED, TURN, WON, Table
from engine.replay import Replay
from engine.simulate import Rng, chance, shuffled
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw

START = {4: 25_000, 3: 35_000}
"""Points that everybody begins with, by number of players."""

CLOSED, FAST, TRIPLETS, ONE_SUIT, PAIRS, ORPHAN, NAGASHI = (
    "closed", "fast", "triplets", "one suit", "pairs", "orphans", "nagashi",
)  # fmt: skip
STYLES = (CLOSED, CLOSED, CLOSED, FAST, FAST, TRIPLETS, ONE_SUIT, PAIRS)


class Players:
    """The players of one match (:class:`engine.simulate.Players`)."""

    def __init__(self, options: Options, seats: int, rng: Rng, rare: float) -> None:
        self.options = options
        self.seats = seats
        self.rng = rng
        self.rare = rare
        self.hand = 0
        self.styles = [CLOSED] * seats
        self.asked = -1  # the event about which everybody was asked
        self.winners: list[int] = []
        self.will_win = False

    def next(self, replay: Replay) -> AnyEvent | None:
        """The next event of the hand under way; ``None`` when it is over."""
        hand = replay.hand
        if hand is None or hand.table.phase in (DEAL, SETTLED):
            return self._deal(replay)
        t: Table = hand.table
        match t.phase:
            case phase if phase == TURN:
                return self._turn(t)
            case phase if phase == REPLACE:
                return self._take(t) or self._replace(t)
            case phase if phase == OPEN:
                return self._open(t)
            case phase if phase == WON and self.winners:
                return self._take(t)
        return None

    # -- the deal ---------------------------------------------------------------------------------

    def _deal(self, replay: Replay) -> Deal:
        rng, n, carry = self.rng, self.seats, replay.carry
        if carry.totals is None:
            start = (START[n],) * n
            carry = Carry(totals=start, dealer=rng.randrange(n), round="E1", honba=0, sticks=0)
        red = self.options.red_fives
        if chance(rng, self.rare):
            wall = arranged(carry.dealer, n, red, rng)
        else:
            wall = shuffled(tiles(n, red), rng)
        hands = dealt(wall, carry.dealer, n)
        self.styles = [self._style(held) for held in hands]
        self.asked, self.winners = -1, []
        event = Deal(
            hand=self.hand,
            dealer=carry.dealer,
            hands=tuple(" ".join(held) for held in hands),
            wall=" ".join(wall),
            open=wall[len(wall) - (10 if n == 4 else 6)],
            carry={
                "totals": list(carry.totals),
                "honba": carry.honba,
                "sticks": carry.sticks,
                "round": carry.round,
            },
        )
        self.hand += 1
        return event

    def _style(self, held: Sequence[str]) -> str:
        kinds = {NAMES.index(tile) for tile in held}
        if sum(kind in kinds for kind in ORPHANS) >= 10:
            return ORPHAN
        if sum(held.count(tile) >= 3 for tile in set(held)) >= 3:
            return TRIPLETS
        if sum(tile in HONOURS for tile in held) >= 6:
            return TRIPLETS
        if sum(orphan(NAMES.index(tile)) for tile in held) >= 8 and chance(self.rng, 0.7):
            return NAGASHI
        return STYLES[self.rng.randrange(len(STYLES))]

    # -- the own turn -----------------------------------------------------------------------------

    def _turn(self, t: Table) -> AnyEvent | None:
        seat = t.turn
        if t.drawn is None and t.untouched:
            return Draw(seat=seat, tile=t.wall.at(t.wall.head()) or "?")
        if t.readying:
            return self._discard(t, seat, self._ready_discards(t, seat))
        if t.drawn is not None and (self.will_win or self._wins_drawn(t, seat)):
            self.will_win = False
            given = t.given
            assert given is not None
            return Claim(seat=seat, act="win", tile=NAMES[t.drawn], of=given.seq)
        if winning.nine_orphans(t) and t.options.abortive_draws and self.styles[seat] != ORPHAN:
            return None
        return self._lay(t, seat) or self._riichi(t, seat) or self._least(t, seat)

    def _wins_drawn(self, t: Table, seat: int) -> bool:
        return winning.could_win_drawn(t, seat) and chance(self.rng, 0.97)

    def _lay(self, t: Table, seat: int) -> Declare | None:
        """A kong, or a north, mostly laid where it may be."""
        side = t.seats[seat]
        if t.drawn is None or t.wall.left == 0:
            return None
        if len(t.seats) == 3 and side.counts[NORTH] and chance(self.rng, 0.9):
            north = Declare(seat=seat, act="kita", tiles="N")
            if not play.check(t, -1, north):
                return north
        if self.styles[seat] in (PAIRS, ORPHAN):
            return None
        for act in play.kongs(t, seat):
            if chance(self.rng, 0.8) and not play.check(t, -1, act):
                return self._with_indicator(t, act)
        return None

    def _with_indicator(self, t: Table, act: Declare) -> Declare:
        at_once = act.act == "concealed_kong" or self.options.kong_dora == "at_once"
        return replace(act, x=self._turned(t, len(t.own.kongs) + at_once))

    def _turned(self, t: Table, kongs: int) -> dict[str, Any] | None:
        """RI-P7: the indicators that are turned now, so that there is one for each kong."""
        wall: Any = t.wall
        tiles = [wall.indicator(nth) for nth in range(len(t.own.dora), 1 + kongs)]
        return {"dora": " ".join(tiles)} if tiles else None

    def _riichi(self, t: Table, seat: int) -> Declare | None:
        side = t.seats[seat]
        if side.ready or not winning.concealed(side) or self.styles[seat] in (FAST, NAGASHI):
            return None
        far = distance(plain_counts(side.counts), len(side.melds)) > 0
        if t.drawn is None or (far and self.styles[seat] not in (PAIRS, ORPHAN)):
            return None
        ready = Declare(seat=seat, act="ready")
        return None if play.check(t, -1, ready) or not chance(self.rng, 0.8) else ready

    def _ready_discards(self, t: Table, seat: int) -> list[int]:
        side = t.seats[seat]
        return ready_discards(plain_counts(side.counts), len(side.melds))

    def _least(self, t: Table, seat: int) -> Discard:
        """The discard that harms the plan least."""
        side, style = t.seats[seat], self.styles[seat]
        if t.own.locked[seat]:
            assert t.drawn is not None
            return Discard(seat=seat, tile=NAMES[t.drawn], drawn=True, x=self._late(t))
        flat, melds = plain_counts(side.counts), len(side.melds)
        held = [kind for kind, n in enumerate(flat) if n and kind not in t.own.barred]
        least = min(held, key=lambda kind: _cost(flat, melds, kind, style))
        return self._discard(t, seat, [least])

    def _discard(self, t: Table, seat: int, kinds: Sequence[int]) -> Discard:
        """One of some plain kinds, a plain tile before a red five."""
        kind = kinds[self.rng.randrange(len(kinds))]
        counts = t.seats[seat].counts
        if not counts[kind]:
            kind = next(k for k, n in enumerate(counts) if n and plain(k) == kind)
        drawn = kind == t.drawn
        return Discard(seat=seat, tile=NAMES[kind], drawn=drawn, x=self._late(t))

    def _late(self, t: Table) -> dict[str, Any] | None:
        """RI-P7: what is turned with a discard, where the house has it so."""
        return self._turned(t, len(t.own.kongs))

    # -- replacements and claims ------------------------------------------------------------------

    def _replace(self, t: Table) -> Draw:
        """A replacement; who wins with it turns no indicator of an exposed kong before (RI-P7)."""
        tile = t.wall.at(t.wall.tail()) or "?"
        side = t.seats[t.due_seat]
        flat = plain_counts(side.counts)
        kind = plain(NAMES.index(tile))
        self.will_win = kind in waits(flat, len(side.melds)) and chance(self.rng, 0.97)
        x = None
        if self.options.kong_dora == "before_discard" and not self.will_win:
            x = self._turned(t, len(t.own.kongs))
        return Draw(seat=t.due_seat, tile=tile, end="tail", x=x)

    def _take(self, t: Table) -> Claim | None:
        """The next of those who win on the tile given."""
        given = t.given
        assert given is not None
        if self.asked != given.seq:
            self.asked = given.seq
            winners = [
                seat
                for seat in t.after(given.seat)
                if self._completes(t, seat) and winning.could_win(t, seat)
            ]
            winners = [seat for seat in winners if chance(self.rng, 0.95)]
            most, aborts = self.options.max_winners, self.options.abortive_draws
            drawn = len(winners) == 3 and most == 2 and aborts  # RI-P18: 三家和
            self.winners = [] if drawn else winners[:most]
        if not self.winners:
            return None
        tile = NAMES[winning.tile_given(t)]
        return Claim(seat=self.winners.pop(0), act="win", tile=tile, of=given.seq)

    def _completes(self, t: Table, seat: int) -> bool:
        """A quick look whether the tile given completes a hand."""
        side, kind = t.seats[seat], plain(winning.tile_given(t))
        flat = plain_counts(side.counts)
        return shapes.completes(flat, len(side.melds), kind) or (
            not side.melds and kind in orphan_waits(flat)
        )

    def _open(self, t: Table) -> AnyEvent | None:
        if win := self._take(t):
            return win
        if winning.abort_reason(t) or t.wall.left == 0:
            return None
        given = t.given
        assert given is not None
        claims = [
            claim for seat in t.after(given.seat) for claim in self._wishes(t, seat, given.tile)
        ]
        claims.sort(key=lambda claim: claim.act == "chow")
        for claim in claims:
            if not play.check(t, -1, claim):
                if claim.act in KONGS and self.options.kong_dora == "at_once":
                    return replace(claim, x=self._turned(t, len(t.own.kongs) + 1))
                return claim
        place = t.wall.head()
        return Draw(seat=t.next_seat(t.turn), tile=t.wall.at(place) or "?")

    def _wishes(self, t: Table, seat: int, tile: int) -> list[Claim]:
        """The claims of a discard that a player wants: those that bring the hand nearer."""
        side, style, kind = t.seats[seat], self.styles[seat], plain(tile)
        if side.ready or (style in (CLOSED, PAIRS, ORPHAN, NAGASHI) and not chance(self.rng, 0.05)):
            return []
        flat, melds = plain_counts(side.counts), len(side.melds)
        pair = flat[kind] >= 2
        if not pair and (style == TRIPLETS or seat != t.next_seat(t.turn) or kind >= 27):
            return []
        now = distance(flat, melds)
        wanted = []
        for claim in play.claims(t, seat):
            left = list(flat)
            for word in (claim.with_ or "").split():
                left[plain(NAMES.index(word))] -= 1
            nearer = distance(left, melds + 1) < now or (claim.act == "exposed_kong")
            if style == TRIPLETS:
                nearer = claim.act != "chow"
            if nearer and chance(self.rng, 0.7):
                wanted.append(claim)
        return wanted


def _cost(flat: list[int], melds: int, kind: int, style: str) -> tuple[float, ...]:
    """What a discard of ``kind`` harms: the less the better."""
    if style == NAGASHI:
        return (not orphan(kind), flat[kind])
    if style == ORPHAN:
        return (orphan(kind) and flat[kind] == 1, orphan(kind))
    if style in (PAIRS, TRIPLETS):
        return (flat[kind] % 2 == 0 if style == PAIRS else flat[kind], near(flat, kind))
    if style == ONE_SUIT:
        sizes = [sum(flat[9 * suit : 9 * suit + 9]) for suit in range(3)]
        wrong = kind < 27 and kind // 9 != sizes.index(max(sizes))
        if wrong:
            return (-1, near(flat, kind))
    flat[kind] -= 1
    steps = distance(flat, melds)
    flat[kind] += 1
    return (steps, near(flat, kind) + 3 * flat[kind])


def seeded(options: Options, seats: int, rng: Rng, rare: float) -> Players:
    """The players of one match; ``rare`` is the share of arranged deals."""
    return Players(options, seats, rng, rare)
