"""One hand of a Tenhou log: its tags become events, one after the other.

While it is read the hand keeps track of all 136 tiles, each copy apart, so that a log that
contradicts itself is found here; whether the play is legal is the engine's question.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from msgspec.structs import replace

from events.formats.reading import Unreadable
from events.formats.tenhou_mjlog import tags
from events.formats.tenhou_mjlog.head import names as player_names
from events.formats.tenhou_mjlog.result import Result, agari, ryuukyoku
from events.formats.tenhou_mjlog.tags import MAX_TAG, Tag
from events.formats.tenhou_mjlog.tiles import TILES, Call, call, names
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw

ATTRIBUTES: dict[str, frozenset[str]] = {
    "INIT": frozenset(("seed", "ten", "oya", "hai0", "hai1", "hai2", "hai3", "shuffle", "chip")),
    "N": frozenset(("who", "m")),
    "DORA": frozenset(("hai",)),
    "REACH": frozenset(("who", "step", "ten")),
    "BYE": frozenset(("who",)),
    "UN": frozenset(("n0", "n1", "n2", "n3")),
    "AGARI": frozenset(
        (
            *("ba", "hai", "m", "machi", "ten", "yaku", "yakuman", "doraHai", "doraHaiUra"),
            *("who", "fromWho", "paoWho", "sc", "owari", "ratio", "chip"),
        )
    ),
    "RYUUKYOKU": frozenset(("type", "ba", "sc", "hai0", "hai1", "hai2", "hai3", "owari", "ratio")),
    **{letter: frozenset() for letter in "TUVWDEFG"},
}
"""The tags that a hand is made of, and their attributes."""

DRAWS = {letter: seat for seat, letter in enumerate("TUVW")}
DISCARDS = {letter: seat for seat, letter in enumerate("DEFG")}
WINDS = "ESWN"


class Game(NamedTuple):
    """What all hands of a log share. ``names``: the players' names, by seat."""

    players: int
    red_fives: bool
    names: tuple[str, ...]


class Given(NamedTuple):
    """The tile that can be claimed now: by which act it came, from whom, and its event's seq."""

    act: str
    seat: int
    tiles: tuple[int, ...]
    seq: int


class Play:
    """A hand while it is read. ``first`` is the seq of its first event."""

    def __init__(self, game: Game, number: int, first: int) -> None:
        self.game = game
        self.number = number
        self.first = first
        self.names = names(game.red_fives)
        self.events: list[AnyEvent] = []
        self.results: list[Result] = []
        self.held: list[set[int]] = [set() for _ in range(game.players)]
        self.calls: list[list[Call]] = [[] for _ in range(game.players)]
        self.seen: set[int] = set()
        self.draws: list[tuple[int, bool]] = []
        self.indicators: list[int] = []
        self.dealt: list[list[int]] = []
        self._given: Given | None = None
        self._owed: int | None = None
        self._ready: set[int] = set()
        self._extra: dict[str, Any] = {}
        self._unknown = 0
        self._handlers: dict[str, Callable[[Tag], None]] = {
            "INIT": self._init,
            "N": self._call,
            "DORA": self._dora,
            "REACH": self._reach,
            "AGARI": self._agari,
            "RYUUKYOKU": self._ryuukyoku,
            "BYE": self._bye,
            "UN": self._reconnect,
        }

    def add(self, tag: Tag) -> None:
        """Take one tag; :class:`Unreadable` if it says nothing or contradicts those before it."""
        if tag.name in DRAWS:
            self._draw(tag)
        elif tag.name in DISCARDS:
            self._discard(tag)
        elif tag.name in self._handlers:
            self._handlers[tag.name](tag)

    def note(self, key: str, value: Any) -> None:
        """Keep something of the log under ``x`` of the event that it follows."""
        self._extra[key] = value

    def append_note(self, key: str, value: Any) -> None:
        """The same for what may come several times: a list."""
        self._extra.setdefault(key, []).append(value)

    def keep_unknown(self, text: str, offset: int) -> None:
        """Keep the text of a tag that the format does not know."""
        self._unknown += len(text)
        if self._unknown > MAX_TAG:
            raise Unreadable("too_long", "more than 64 KiB of unknown tags", offset)
        self.append_note("unknown", text)

    def finish(self) -> None:
        """The last tag has been taken: add the settlement, if the hand has a result."""
        late, self._extra = self._extra, {}
        if self.results:
            self._emit(self.results[0].settlement(self.number, self.results))
        self._extra = late
        self._keep_extra()

    def text(self, tiles: tuple[int, ...] | list[int] | set[int]) -> str:
        """Tiles in notation, sorted if they come as a set."""
        ordered = sorted(tiles) if isinstance(tiles, set) else tiles
        return " ".join(self.names[tile] for tile in ordered)

    # -- the beginning

    def _init(self, tag: Tag) -> None:
        players = self.game.players
        seed = tags.integers(tag, "seed", 0, TILES - 1)
        if len(seed) != 6:
            raise Unreadable("bad_value", f"INIT seed has {len(seed)} numbers, not 6", tag.start)
        round_, honba, sticks, die1, die2, indicator = seed
        if round_ > 15 or die1 > 5 or die2 > 5:
            raise Unreadable("bad_value", "INIT seed: no such round or dice", tag.start)
        self._see(tag, indicator)
        self.indicators.append(indicator)
        for seat in range(players):
            hand = tags.integers(tag, f"hai{seat}", 0, TILES - 1)
            if len(hand) != 13:
                message = f"INIT hai{seat} has {len(hand)} tiles, not 13"
                raise Unreadable("bad_value", message, tag.start)
            for tile in hand:
                self._see(tag, tile)
            self.dealt.append(hand)
            self.held[seat].update(hand)
        x: dict[str, Any] = {}
        if tags.has(tag, "shuffle"):
            x["shuffle"] = tags.text(tag, "shuffle")
        if tags.has(tag, "chip"):
            x["chips"] = tags.integers(tag, "chip", -(10**6), 10**6)
        carry = {
            "totals": points(tag, "ten", players),
            "honba": honba,
            "sticks": sticks,
            "round": f"{WINDS[round_ // 4]}{round_ % 4 + 1}",
        }
        self._emit(
            Deal(
                hand=self.number,
                dealer=tags.integer(tag, "oya", 0, players - 1),
                dice=(die1 + 1, die2 + 1),
                hands=tuple(self.text(hand) for hand in self.dealt),
                open=self.names[indicator],
                carry=carry,
                x=x or None,
            )
        )

    # -- play

    def _draw(self, tag: Tag) -> None:
        seat, tile = self._seat_and_tile(tag, DRAWS)
        if self._owed is not None and seat != self._owed:
            message = f"seat {seat} draws where seat {self._owed} must draw a replacement"
            raise Unreadable("inconsistent", message, tag.start)
        self._see(tag, tile)
        replacement = self._owed is not None
        end: Literal["tail"] | None = "tail" if replacement else None
        self.held[seat].add(tile)
        self.draws.append((tile, replacement))
        self._owed = None
        self._give("draw", seat, (tile,))
        self._emit(Draw(seat=seat, tile=self.names[tile], end=end))

    def _discard(self, tag: Tag) -> None:
        seat, tile = self._seat_and_tile(tag, DISCARDS)
        self._take(tag, seat, tile)
        given, drawn = self._given, None
        if given is not None and (given.act, given.seat) == ("draw", seat):
            drawn = given.tiles == (tile,)
        self._owed = None
        self._give("discard", seat, (tile,))
        self._emit(Discard(seat=seat, tile=self.names[tile], drawn=drawn))

    def _call(self, tag: Tag) -> None:
        seat = self._who(tag)
        m = tags.integer(tag, "m", 0, 0xFFFF)
        called = call(m)
        if called is None:
            raise Unreadable("bad_value", f"N m: {m} is no call", tag.start)
        if called.taken is not None:
            self._claim(tag, seat, called, called.taken)
        else:
            self._declare(tag, seat, called)
        self.calls[seat].append(called)
        if called.kind not in ("chow", "pung"):
            self._owed = seat

    def _claim(self, tag: Tag, seat: int, called: Call, taken: int) -> None:
        giver = (seat + called.giver) % 4
        given = self._given
        if given is None or (given.act, given.seat, given.tiles) != ("discard", giver, (taken,)):
            message = (
                f"seat {seat} calls {self.names[taken]} of seat {giver}, "
                "which is not what was discarded last"
            )
            raise Unreadable("inconsistent", message, tag.start)
        for tile in called.own:
            self._take(tag, seat, tile)
        self._given = None
        self._emit(
            Claim(
                seat=seat,
                act=called.kind,
                tile=self.names[taken],
                with_=self.text(called.own),
                of=given.seq,
            )
        )

    def _declare(self, tag: Tag, seat: int, called: Call) -> None:
        for tile in called.own:
            self._take(tag, seat, tile)
        if called.kind == "added_kong":
            pung = next(
                (c for c in self.calls[seat] if c.kind == "pung" and c.tiles == set(called.pung)),
                None,
            )
            if pung is None:
                message = f"seat {seat} adds {self.text(called.own)} to a pung that it has not"
                raise Unreadable("inconsistent", message, tag.start)
            self.calls[seat].remove(pung)
        self._give(called.kind, seat, called.own)
        self._emit(Declare(seat=seat, act=called.kind, tiles=self.text(called.own)))

    def _dora(self, tag: Tag) -> None:
        tile = tags.integer(tag, "hai", 0, TILES - 1)
        self._see(tag, tile)
        self.indicators.append(tile)
        before = self._extra.get("dora")
        name = self.names[tile]
        self.note("dora", f"{before} {name}" if before else name)

    def _reach(self, tag: Tag) -> None:
        seat = self._who(tag)
        step = tags.integer(tag, "step", 1, 2)
        if step == 1:
            self._ready.add(seat)
            self._emit(Declare(seat=seat, act="ready"))
            return
        given = self._given
        if seat not in self._ready or given is None or (given.act, given.seat) != ("discard", seat):
            message = f"seat {seat} pays for a riichi that it has not just declared"
            raise Unreadable("inconsistent", message, tag.start)
        self._ready.remove(seat)
        self.note("accepted", True)
        if tags.has(tag, "ten"):
            self.note("totals", points(tag, "ten", self.game.players))

    # -- the end

    def _agari(self, tag: Tag) -> None:
        if self.results and self.results[-1].win is None:
            raise Unreadable("inconsistent", "a win after the hand was drawn", tag.start)
        given = self._given
        result = agari(tag, self.game.players, self.names)
        win = result.win
        assert win is not None
        expected = win.seat if win.from_ is None else win.from_
        own = {"draw"} if win.from_ is None else {"discard", "added_kong", "concealed_kong", "kita"}
        if (
            given is None
            or given.seat != expected
            or given.act not in own
            or result.winning_tile not in given.tiles
        ):
            message = f"seat {win.seat} wins on {win.tile}, which is not what came last"
            raise Unreadable("inconsistent", message, tag.start)
        self._same_tiles(tag, "hai", win.seat, {result.winning_tile})
        self._same_calls(tag, win.seat)
        if given.act in ("added_kong", "concealed_kong", "kita"):
            result = result.robbed("rob_kita" if given.act == "kita" else "rob_kong")
        if given.act == "discard" and given.seat in self._ready and not self.results:
            self.note("accepted", False)
        self.results.append(result)
        self._emit(Claim(seat=win.seat, act="win", tile=str(win.tile), of=given.seq))

    def _ryuukyoku(self, tag: Tag) -> None:
        result = ryuukyoku(tag, self.game.players)
        for seat in result.shown:
            self._same_tiles(tag, f"hai{seat}", seat, set())
        given = self._given
        if result.reason == "ron3" and given is not None and given.seat in self._ready:
            self.note("accepted", False)
        self._keep_extra()
        self.results.append(result)

    def _same_tiles(self, tag: Tag, name: str, seat: int, winning: set[int]) -> None:
        """The concealed tiles that the log shows at the end are those that the seat holds."""
        shown = set(tags.integers(tag, name, 0, TILES - 1))
        if shown != self.held[seat] | winning:
            message = (
                f"{tag.name} {name} shows {self.text(shown)}; seat {seat} holds "
                f"{self.text(self.held[seat] | winning)}"
            )
            raise Unreadable("inconsistent", message, tag.start)

    def _same_calls(self, tag: Tag, seat: int) -> None:
        """So are the calls, of which those that are laid aside (北) are not shown."""
        numbers = tags.integers(tag, "m", 0, 0xFFFF) if tags.has(tag, "m") else []
        shown = [found for m in numbers if (found := call(m)) is not None]
        laid = {c.tiles for c in self.calls[seat] if c.kind != "kita"}
        if {c.tiles for c in shown if c.kind != "kita"} != laid:
            message = f"AGARI m shows other calls than seat {seat} has made"
            raise Unreadable("inconsistent", message, tag.start)

    # -- players that leave and come back

    def _bye(self, tag: Tag) -> None:
        self.append_note("disconnected", self._who(tag))

    def _reconnect(self, tag: Tag) -> None:
        for seat, given in player_names(tag).items():
            self.append_note("reconnected", seat)
            if self.game.names[seat : seat + 1] != (given,):
                self._extra.setdefault("names", {})[str(seat)] = given

    # -- helpers

    def _emit(self, event: AnyEvent) -> None:
        self._keep_extra()
        self.events.append(event)

    def _keep_extra(self) -> None:
        if self._extra and self.events:
            x = {**(self.events[-1].x or {}), **self._extra}
            self.events[-1] = replace(self.events[-1], x=x)
        self._extra = {}

    def _give(self, act: str, seat: int, tiles: tuple[int, ...]) -> None:
        """The event that is emitted next puts ``tiles`` where they can be claimed."""
        self._given = Given(act, seat, tiles, self.first + len(self.events))

    def _who(self, tag: Tag) -> int:
        return tags.integer(tag, "who", 0, self.game.players - 1)

    def _seat_and_tile(self, tag: Tag, letters: dict[str, int]) -> tuple[int, int]:
        seat, tile = letters[tag.name], tags.tile_number(tag)
        if seat >= self.game.players:
            message = f"{tag.name}{tag.number}: there is no seat {seat} with three players"
            raise Unreadable("bad_value", message, tag.start)
        return seat, tile

    def _see(self, tag: Tag, tile: int) -> None:
        """A tile comes to light, for the first time in the hand."""
        if tile in self.seen:
            message = f"tile {tile} ({self.names[tile]}) comes a second time"
            raise Unreadable("inconsistent", message, tag.start)
        self.seen.add(tile)

    def _take(self, tag: Tag, seat: int, tile: int) -> None:
        """A tile leaves a seat's hand."""
        if tile not in self.held[seat]:
            message = f"seat {seat} does not hold tile {tile} ({self.names[tile]})"
            raise Unreadable("inconsistent", message, tag.start)
        self.held[seat].remove(tile)


def points(tag: Tag, name: str, players: int) -> list[int]:
    """The attribute ``name``, in points, one number a seat: the log counts in hundreds."""
    hundreds = tags.integers(tag, name, -(10**7), 10**7)
    if len(hundreds) not in (players, 4):
        message = f"{tag.name} {name} has {len(hundreds)} numbers, not {players}"
        raise Unreadable("bad_value", message, tag.start)
    return [100 * number for number in hundreds[:players]]
