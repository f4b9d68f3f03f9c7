"""告胡子: seeded players, good enough to reach every act and name now and then.

A player keeps the cards that go together, mostly takes what helps, and now and then lets something
go. A share of the deals is arranged.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.games.gaohuzi import KINDS, NAMES, Options, eating, patterns, scoring
from engine.games.gaohuzi.deals import arranged, dealt_hands
from engine.games.gaohuzi.eating import PARTNERS, Eating
from engine.games.gaohuzi.patterns import WEI
from engine.games.gaohuzi.seat import Given, Seat
from engine.games.gaohuzi.table import DEAL, NEXT, OPEN, SETTLED, TURN, Table
from engine.games.gaohuzi.winning import could_win
from engine.replay import Replay
from engine.simulate import Rng, chance, shuffled
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass

CARDS = [kind for kind in range(KINDS) for _ in range(4)]


class Players:
    """The players of one match (:class:`engine.simulate.Players`)."""

    def __init__(self, options: Options, seats: int, rng: Rng, rare: float) -> None:
        self.options = options
        self.seats = seats
        self.rng = rng
        self.rare = rare
        self.says = chance(rng, 0.3)  # this client records who lets a card go
        self.hand = 0
        self.wishes: dict[tuple[int, int, str], bool] = {}

    def next(self, replay: Replay) -> AnyEvent | None:
        """The next event of the hand under way; ``None`` when it is over."""
        hand = replay.hand
        if hand is None or hand.table.phase in (DEAL, SETTLED):
            return self._choose(hand.table if hand is not None else None) or self._deal(replay)
        table: Table = hand.table
        match table.phase:
            case phase if phase == TURN:
                return self._opening(table) if table.opening else self._discard(table)
            case phase if phase == OPEN:
                return self._open(table)
            case phase if phase == NEXT:
                return self._draw(table)
        return None

    # -- the deal ---------------------------------------------------------------------------------

    def _choose(self, t: Table | None) -> Declare | None:
        """X5: 打坨 or not, one player after the other, before the first hand."""
        if self.options.datuo == "off" or self.hand:
            return None
        chosen = t.choices if t is not None else [None]
        if None not in chosen:
            return None
        act = "datuo" if chance(self.rng, 0.5) else "no_datuo"
        return Declare(seat=chosen.index(None), act=act)

    def _deal(self, replay: Replay) -> Deal:
        rng, seats = self.rng, self.seats
        dealer = replay.carry.dealer
        if dealer is None:
            dealer = rng.randrange(seats)
        removed = self.options.two_player_removed if seats == 2 else 0
        if chance(rng, self.rare):
            wall = arranged(dealer, seats, removed, rng)
        else:
            wall = shuffled(CARDS, rng)
        hands = dealt_hands(wall, dealer, seats)
        self.wishes.clear()
        event = Deal(
            hand=self.hand,
            dealer=dealer,
            hands=tuple(_text(held) for held in hands),
            wall=_text(wall),
            open=NAMES[hands[dealer][-1]],
            carry={"totals": list(replay.carry.totals)},
        )
        self.hand += 1
        return event

    def _draw(self, t: Table, seat: int | None = None) -> Draw | None:
        """The next card of the stock, for the next player or as an extra card of ``seat``."""
        if not t.wall.left:
            return None
        tile = t.wall.first() or "?"
        if seat is None:
            return Draw(seat=t.next_seat(t.turn), tile=tile)
        return Draw(seat=seat, tile=tile, end="extra")

    def _dealt_ti(self, t: Table, seat: int) -> AnyEvent | None:
        """P9: what ``seat`` has to lay, or the extra card that it has to draw."""
        side = t.seats[seat]
        if side.unlaid():
            card = NAMES[side.counts.index(4)]
            return Declare(seat=seat, act="ti", tiles=" ".join([card] * 4))
        return self._draw(t, seat) if side.owed() > 0 else None

    # -- the own turn -----------------------------------------------------------------------------

    def _opening(self, t: Table) -> AnyEvent | None:
        """The dealer before his first discard: 提 and extra cards, perhaps 天胡, a discard."""
        seat, given = t.turn, t.given
        assert given is not None
        side = t.seats[seat]
        one = side.unlaid() == 1 and side.dealt == 0 and chance(self.rng, 0.3)
        if not one and (lays := self._dealt_ti(t, seat)):
            return lays
        if could_win(t, seat):
            return Claim(seat=seat, act="win", tile=NAMES[given.tile], of=given.seq)
        if lays := self._dealt_ti(t, seat):
            return lays
        return self._draw(t) if side.stuck() else self._discard(t)

    def _discard(self, t: Table) -> Discard:
        """The card whose loss harms the hand least; a hand nearly complete keeps its wait."""
        side, least = t.seats[t.turn], self.options.min_huxi
        held = [kind for kind, n in enumerate(side.counts) if 0 < n < 3]
        if sum(side.counts[kind] for kind in held) < 9:
            best = max(held, key=lambda kind: (waits(side, kind, least), -use(side.counts, kind)))
        else:
            best = min(held, key=lambda kind: use(side.counts, kind) + 2 * self.rng.random())
        return Discard(seat=t.turn, tile=NAMES[best])

    # -- the open card ----------------------------------------------------------------------------

    def _open(self, t: Table) -> AnyEvent | None:
        given = t.given
        assert given is not None
        if t.laying:
            for seat in t.after(t.turn):
                if lays := self._dealt_ti(t, seat):
                    return lays
        return self._win(t, given) or self._alike(t, given) or self._chi(t, given) or self._draw(t)

    def _wants(self, t: Table, seat: int, act: str, share: float) -> bool:
        """Whether the player takes the open card; decided once."""
        assert t.given is not None
        key = (t.given.seq, seat, act)
        if key not in self.wishes:
            self.wishes[key] = chance(self.rng, share)
        return self.wishes[key]

    def _lets_go(self, t: Table, seat: int, act: str) -> Pass | None:
        """The record of a declined act, where the client keeps one."""
        assert t.given is not None
        passed = t.passed.get(seat, frozenset())
        if not self.says or passed is None or act in passed:
            return None
        return Pass(seat=seat, of=t.given.seq, declined=(act,))

    def _win(self, t: Table, given: Given) -> AnyEvent | None:
        forced = t.forced
        own_first = forced is not None and forced[1] != "pao"
        must = self.options.discard_win == "forced" and given.what == "discard"
        seats = [given.seat] if given.what == "draw" else []
        for seat in [*seats, *t.after(given.seat)]:
            if t.seats[seat].dead or (own_first and forced is not None and seat != forced[0]):
                continue
            if could_win(t, seat):
                if must or self._wants(t, seat, "win", 0.95):
                    return Claim(seat=seat, act="win", tile=NAMES[given.tile], of=given.seq)
                if said := self._lets_go(t, seat, "win"):
                    return said
        return None

    def _alike(self, t: Table, given: Given) -> AnyEvent | None:
        """What somebody has to take, or the 碰 that he may."""
        card, kind = NAMES[given.tile], given.tile
        if t.forced is not None:
            seat, act = t.forced
            n = 2 if act in WEI else 0 if kind in t.seats[seat].threes else 3
            own = " ".join([card] * n) or None
            return Claim(seat=seat, act=act, tile=card, with_=own, of=given.seq)
        for seat in t.after(given.seat):
            side = t.seats[seat]
            if side.counts[kind] != 2 or side.dead or kind in side.no_peng or t.last_card():
                continue
            if self._wants(t, seat, "peng", 0.75):
                own = f"{card} {card}"
                return Claim(seat=seat, act="peng", tile=card, with_=own, of=given.seq)
            if said := self._lets_go(t, seat, "peng"):
                return said
        return None

    def _chi(self, t: Table, given: Given) -> AnyEvent | None:
        if t.last_card():
            return None
        seats = [given.seat] if given.what == "draw" else []
        for seat in [*seats, t.next_seat(given.seat)]:
            side, kind = t.seats[seat], given.tile
            if side.dead or kind in side.no_chi:
                continue
            ways = list(eating.eatings(side.counts, kind))
            if not ways:
                continue
            if self._wants(t, seat, "chi", 0.8):
                way = min(ways, key=lambda way: cost(side, kind, way) + self.rng.random())
                return Claim(
                    seat=seat,
                    act="chi",
                    tile=NAMES[kind],
                    with_=_text(way.pair),
                    of=given.seq,
                    bi=tuple(_text(group) for group in way.bi) or None,
                )
            if said := self._lets_go(t, seat, "chi"):
                return said
        return None


def seeded(options: Options, seats: int, rng: Rng, rare: float) -> Players:
    """The players of one match; ``rare`` is the share of arranged deals."""
    return Players(options, seats, rng, rare)


# -- judging a hand ------------------------------------------------------------------------------


def use(counts: Sequence[int], kind: int) -> int:
    """How much a free card does in a hand: the pairs that make a group with it, and its twin."""
    found = 4 * (counts[kind] - 1)
    for a, b in PARTNERS[kind]:
        held = (0 < counts[a] < 3) + (0 < counts[b] < 3)
        found += (0, 1, 4)[held]
    return found


def cost(side: Seat, kind: int, way: Eating) -> int:
    """What eating ``kind`` in this way takes out of the hand, less the 胡息 that it gives."""
    spent = sum(use(side.counts, card) for card in way.pair)
    groups = [(kind, *way.pair), *way.bi]
    return spent - 6 * sum(patterns.run(group) and _worth(group) for group in groups)


def _worth(group: tuple[int, ...]) -> bool:
    return min(group) % 10 == 0 or {kind % 10 for kind in group} == {1, 6, 9}


def waits(side: Seat, out: int, least: int) -> int:
    """How many kinds another may draw that win with ``least`` 胡息 once ``out`` is discarded."""
    hand = side.counts.copy()
    hand[out] -= 1
    melds = [(meld.kind, meld.named()) for meld in side.melds]
    found = 0
    for kind in range(KINDS):
        if not hand[kind] and kind not in side.threes and use(hand, kind) < 4:
            continue
        readings = patterns.readings(hand, melds, kind, "other_draw")  # type: ignore[arg-type]
        found += any(scoring.huxi(reading) >= least for reading in readings)
    return found


def _text(kinds: Sequence[int]) -> str:
    return " ".join(NAMES[kind] for kind in kinds)
