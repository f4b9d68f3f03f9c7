"""One hand of riichi while it is read: acts become events, one after the other.

While it is read the hand keeps track of who holds which tiles, so that a log that contradicts
itself is found here; whether the play is legal is the engine's question. Points that lie on the
table and stakes are followed, since most clients leave them to the reader.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from events.formats.reading import Unreadable
from events.formats.riichi.tiles import plain
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Pass, Settlement, Win
from events.tiles import UNKNOWN

STICK = 1000
"""What a riichi costs."""

WINDS = "ESWN"
LIVE = {4: 70, 3: 55}
"""How many tiles are drawn in a hand that nobody wins, by number of players."""

_ROBBED = {"added_kong": "rob_kong", "concealed_kong": "rob_kong", "kita": "rob_kita"}


class Given(NamedTuple):
    """What can be claimed now: by which act it came, from whom, what, and its event's seq."""

    act: str
    seat: int
    tile: str
    seq: int


class Hand:
    """A hand while it is read. ``first`` is the seq of its first event.

    Every method raises :class:`Unreadable` for what cannot be; ``at`` is then the place that is
    named, and the reader keeps it up to date. ``when`` is the time that the next events get.
    """

    def __init__(self, players: int, number: int, first: int) -> None:
        self.players = players
        self.number = number
        self.first = first
        self.at = 0
        self.when: str | None = None
        self.events: list[AnyEvent] = []
        self.held: list[Counter[str]] = [Counter() for _ in range(players)]
        self.melds: list[list[tuple[str, tuple[str, ...]]]] = [[] for _ in range(players)]
        self.seen: Counter[str] = Counter()
        self.dealer = 0
        self.points: list[int] | None = None
        self.honba: int | None = None
        self.sticks: int | None = None
        self.round = 0
        self.indicators: list[str] = []
        self.draws: list[tuple[str, bool]] = []
        self.wins: list[Win] = []
        self.settled = False
        self.given: Given | None = None
        self.staked: list[int] = []
        self._owed: int | None = None
        self._declared: int | None = None
        self._stake: int | None = None

    # -- what a hand is made of

    def deal(
        self,
        dealer: int,
        hands: Sequence[Sequence[str]],
        indicators: Sequence[str],
        carry: dict[str, Any],
        **more: Any,
    ) -> None:
        """The deal. ``carry``: what is known of ``totals``, ``honba``, ``sticks``, ``round``."""
        if len(hands) != self.players or any(len(hand) != 13 for hand in hands):
            raise self.no("bad_value", f"{[len(hand) for hand in hands]} tiles are dealt")
        for seat, hand in enumerate(hands):
            for tile in hand:
                self.see(tile)
            self.held[seat].update(hand)
        for tile in indicators:
            self.see(tile)
        self.indicators += indicators
        self.dealer = dealer
        totals = carry.get("totals")
        self.points = list(totals) if totals is not None else None
        self.honba, self.sticks = carry.get("honba"), carry.get("sticks")
        if "round" in carry:
            self.round = WINDS.index(carry["round"][0])
        self._emit(
            Deal(
                hand=self.number,
                dealer=dealer,
                hands=tuple(" ".join(hand) for hand in hands),
                open=" ".join(indicators) or None,
                carry=carry or None,
                at=self.when,
                **more,
            )
        )

    def draw(self, seat: int, tile: str) -> None:
        """A tile from the wall; a replacement where one is owed."""
        if self._owed not in (None, seat):
            message = f"seat {seat} draws where seat {self._owed} must draw a replacement"
            raise self.no("inconsistent", message)
        self.stake()
        self.see(tile)
        self.held[seat][tile] += 1
        self.draws.append((tile, self._owed is not None))
        end = "tail" if self._owed is not None else None
        self._owed = None
        self._give("draw", seat, tile)
        self._emit(Draw(seat=seat, tile=tile, end=end, at=self.when))  # type: ignore[arg-type]

    def discard(self, seat: int, tile: str, drawn: bool | None = None) -> None:
        """A discard. ``drawn`` is left out where there was no draw before it."""
        self.take(seat, tile)
        given = self.given
        if given is None or (given.act, given.seat) != ("draw", seat):
            drawn = None
        if self._declared == seat:
            self._declared, self._stake = None, seat
        self._owed = None
        self._give("discard", seat, tile)
        self._emit(Discard(seat=seat, tile=tile, drawn=drawn, at=self.when))

    def ready(self, seat: int) -> None:
        """Riichi is declared; the stick is paid when the discard has not been won."""
        self._declared = seat
        self._emit(Declare(seat=seat, act="ready", at=self.when))

    def stake(self) -> None:
        """The riichi that stands open is accepted: its stick goes on the table."""
        seat, self._stake = self._stake, None
        if seat is None:
            return
        self.staked.append(seat)
        if self.sticks is not None:
            self.sticks += 1
        self.note("accepted", True)
        if self.points is not None:
            self.points[seat] -= STICK
            self.note("totals", list(self.points))

    def claim(self, seat: int, act: str, tile: str, own: Sequence[str], giver: int) -> None:
        """A chow, pung or exposed kong of the last discard."""
        given = self.given
        if given is None or (given.act, given.seat, given.tile) != ("discard", giver, tile):
            message = f"seat {seat} calls {tile} of seat {giver}, which is not the last discard"
            raise self.no("inconsistent", message)
        self.stake()
        for held in own:
            self.take(seat, held)
        self.melds[seat].append((act, (*own, tile)))
        self.given = None
        if act == "exposed_kong":
            self._owed = seat
        self._emit(
            Claim(seat=seat, act=act, tile=tile, with_=" ".join(own), of=given.seq, at=self.when)
        )

    def lay(self, seat: int, act: str, tiles: Sequence[str]) -> None:
        """A concealed kong, an added kong, or a north laid aside (``kita``)."""
        for tile in tiles:
            self.take(seat, tile)
        if act == "added_kong":
            self._add(seat, tiles[0])
        else:
            self.melds[seat].append((act, tuple(tiles)))
        self._owed = seat
        self._give(act, seat, tiles[0])
        self._emit(Declare(seat=seat, act=act, tiles=" ".join(tiles), at=self.when))

    def _add(self, seat: int, tile: str) -> None:
        for i, (act, tiles) in enumerate(self.melds[seat]):
            if act == "pung" and plain(tiles[0]) == plain(tile):
                self.melds[seat][i] = ("added_kong", (*tiles, tile))
                return
        raise self.no("inconsistent", f"seat {seat} adds {tile} to a pung that it has not")

    def dora(self, tile: str) -> None:
        """A further indicator is turned."""
        self.see(tile)
        self.indicators.append(tile)
        before = (self.events[self._last()].x or {}).get("dora")
        self.note("dora", f"{before} {tile}" if before else tile)

    def win(self, seat: int, giver: int | None = None, **more: Any) -> None:
        """A win on what came last; ``more``: ``value``, ``lines``, ``payments``, ``x``.

        ``giver`` is held against who gave the tile; None where the source does not say.
        """
        given = self.given
        if given is None or (given.act == "draw") != (given.seat == seat):
            raise self.no("inconsistent", f"seat {seat} wins, but nothing lies open to it")
        if giver is not None and giver != given.seat:
            message = f"seat {seat} wins from seat {giver}; seat {given.seat} gave the last tile"
            raise self.no("inconsistent", message)
        if self._stake is not None:
            self.note("accepted", False)
            self._stake = None
        by = {"draw": "self_draw", "discard": "discard"}.get(given.act) or _ROBBED[given.act]
        x = dict(more.pop("x", {}))
        if self.honba is not None and self.sticks is not None:
            x["ba"] = [self.honba, 0 if self.wins else self.sticks]
        self.wins.append(
            Win(
                seat=seat,
                by=by,
                tile=given.tile,
                from_=None if by == "self_draw" else given.seat,
                x=x or None,
                **more,
            )
        )
        self._emit(Claim(seat=seat, act="win", tile=given.tile, of=given.seq, at=self.when))

    def settle(
        self,
        outcome: str,
        deltas: Sequence[int] | None,
        totals: Sequence[int] | None = None,
        **x: Any,
    ) -> None:
        """The settlement; ``totals`` are worked out where the source does not give them."""
        if outcome != "win" and x.get("reason") != "ron3":
            self.stake()
        elif self._stake is not None:
            self.note("accepted", False)
        if totals is None and deltas is not None and self.points is not None:
            totals = [points + delta for points, delta in zip(self.points, deltas, strict=True)]
        if self.honba is not None and self.sticks is not None:
            x["ba"] = [self.honba, self.sticks]
        self.settled = True
        self._emit(
            Settlement(
                hand=self.number,
                outcome=outcome,  # type: ignore[arg-type]
                wins=tuple(self.wins),
                deltas=tuple(deltas) if deltas is not None else None,
                totals=tuple(totals) if totals is not None else None,
                x=x or None,
                at=self.when,
            )
        )
        if totals is not None:
            self.points = list(totals)

    def let_go(self, seat: int, declined: Sequence[str]) -> None:
        """A seat leaves what lies open; ``declined``: what it could have done."""
        if self.given is not None:
            passed = Pass(
                seat=seat, of=self.given.seq, declined=tuple(declined) or None, at=self.when
            )
            self._emit(passed)

    # -- notes, and what is asked of a hand

    def note(self, key: str, value: Any) -> None:
        """Keep something under ``x`` of the event that came last, passes left aside."""
        at = self._last()
        last = self.events[at]
        self.events[at] = replace(last, x={**(last.x or {}), key: value})

    def append_note(self, key: str, value: Any) -> None:
        """The same for what may come several times: a list."""
        noted = self.events[self._last()].x or {}
        self.note(key, [*noted.get(key, ()), value])

    def _last(self) -> int:
        at = len(self.events) - 1
        while isinstance(self.events[at], Pass):
            at -= 1
        return at

    @property
    def is_ready(self) -> set[int]:
        """Who has declared riichi."""
        return {e.seat for e in self.events if isinstance(e, Declare) and e.act == "ready"}

    @property
    def live(self) -> int:
        """How many tiles may still be drawn."""
        return LIVE[self.players] - len(self.draws)

    def dragons(self, seat: int) -> list[int]:
        """The dragons that a winner has three of: 0 白, 1 發, 2 中."""
        tiles = self.held[seat].copy()
        for _, meld in self.melds[seat]:
            tiles.update(meld)
        if self.given is not None and self.given.seat != seat:
            tiles[self.given.tile] += 1
        return [i for i, dragon in enumerate("PFC") if tiles[dragon] >= 3]

    def no(self, code: str, message: str) -> Unreadable:
        """What to raise about the place that is being read."""
        return Unreadable(code, message, self.at)

    def take(self, seat: int, tile: str) -> None:
        """A tile leaves a seat's hand; it may be one that was not shown before."""
        held = self.held[seat]
        if held[tile]:
            held[tile] -= 1
        elif held[UNKNOWN]:
            held[UNKNOWN] -= 1
            self.see(tile)
        else:
            raise self.no("inconsistent", f"seat {seat} does not hold {tile}")

    def see(self, tile: str) -> None:
        """A tile comes to light; there are four of a kind."""
        if tile == UNKNOWN:
            return
        kind = plain(tile)
        self.seen[kind] += 1
        if self.seen[kind] > 4:
            raise self.no("inconsistent", f"{kind} comes a fifth time")

    def _give(self, act: str, seat: int, tile: str) -> None:
        """The event that is emitted next puts ``tile`` where it can be claimed."""
        self.given = Given(act, seat, tile, self.first + len(self.events))

    def _emit(self, event: AnyEvent) -> None:
        self.events.append(event)
