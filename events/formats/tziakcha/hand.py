"""One hand of 雀渣: the acts of a script as events, its deal, and the wall behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from events.formats.mcr import Play
from events.formats.reading import Unreadable, WallCheck
from events.formats.tziakcha.numbers import (
    chow,
    kind,
    lines,
    moment,
    tail,
    tile_of,
    turned,
    wall_of,
)
from events.model import Deal, Draw, Settlement, Win
from events.tiles import MAHJONG, UNKNOWN

MAX_ACTS = 5_000


class Hand:
    """One hand being read."""

    def __init__(self, step: dict[str, Any], play: Play) -> None:
        self.step, self.play = step, play
        self.acts = [_act(raw) for raw in _list(step, "a")]
        start = step.get("t")
        self.start = start if type(start) is int and 0 <= start < 2**48 else None
        self.wall = wall_of(step)
        self.winners: list[int] = []

    def read(self) -> WallCheck:
        """Fill the play; how the wall fits."""
        if len(self.acts) > MAX_ACTS:
            raise Unreadable("too_long", f"more than {MAX_ACTS:,} acts", 0)
        if not self.acts:
            raise Unreadable("no_deal", "there is no act in the script", 0)
        hands, first = self._dealt()
        deal = Deal(
            hand=0,
            dealer=0,
            hands=tuple(hands),
            at=self._at(0),
            carry={"deal_no": 1},
        )
        self.play.deal(deal)
        self.play.draw(0, first, at=self._at(0))
        opening = any(act == 0 for act, _, _, _ in self.acts)
        for act, seat, data, ms in self.acts:
            opening = opening and act != 0
            self._one(act, seat, data, ms, opening=opening)
        self._settle()
        return self._prove()

    def _at(self, ms: int) -> str | None:
        return None if self.start is None else moment(self.start + ms)

    def _one(self, act: int, seat: int, data: int, ms: int, *, opening: bool) -> None:
        play, at = self.play, self._at(ms)
        match act:
            case 1:
                play.flower(seat, tile_of(136 + (data >> 8 & 15)), at=at)
                self._replaced(seat, tile_of(data & 0xFF), at)
            case 2:
                drawn = None if play.drawn is None else not data >> 8 & 1
                play.discard(seat, tile_of(data & 0xFF), drawn, at=at)
            case 3 | 4 if data:
                own = self._own(act, data)
                play.claim(seat, "chow" if act == 3 else "pung", own, 0, at=at)
            case 5 if data:
                self._kong(seat, data, at)
            case 6:
                if data >> 1 == 0:
                    raise Unreadable("bad_value", "a false win (错和) is not read", 0)
                if not self.winners:
                    play.win(seat, 0, at=at)
                self.winners.append(seat)
            case 7:
                play.draw(seat, tile_of(data & 0xFF), "tail" if data >> 8 else None, at=at)
            case 8 | 9 if data == 0 and not opening:
                play.decline(seat, at=at)

    def _replaced(self, seat: int, tile: str, at: str | None) -> None:
        """The replacement of a flower, which in the opening does not end the dealer's draw."""
        given, drawn = self.play.given, self.play.drawn
        self.play.draw(seat, tile, "tail", at=at)
        if given is not None and given.seat != seat:
            self.play.given, self.play.drawn = given, drawn

    def _own(self, act: int, data: int) -> list[str]:
        given = self.play.given
        claimed = given.tile if given is not None else ""
        if act == 4:
            return [kind(data)] * 2
        run = [tile_of(number) for number in chow(data)]
        if claimed not in run:
            raise Unreadable("inconsistent", "a chow without the tile discarded last", 0)
        run.remove(claimed)
        return run

    def _kong(self, seat: int, data: int, at: str | None) -> None:
        tile, play = kind(data), self.play
        given = play.given
        if given is not None and given.what == "discard" and given.seat != seat:
            play.claim(seat, "exposed_kong", [tile] * 3, 0, at=at)
        elif tile in play.pungs[seat]:
            play.kong(seat, "added_kong", tile, at=at)
        else:
            play.kong(seat, "concealed_kong", tile, at=at)

    def _settle(self) -> None:
        deltas = self.step.get("s")
        told = isinstance(deltas, list) and len(deltas) == 4
        if not told or not all(type(n) is int and abs(n) < 10**6 for n in deltas or ()):
            raise Unreadable("unsettled", "the script has no four deltas (s)", 0)
        wins = []
        for seat in self.winners:
            told_of = _list(self.step, "y")
            found = told_of[seat] if seat < len(told_of) and isinstance(told_of[seat], dict) else {}
            fan = found.get("f")
            wins.append(
                Win(
                    seat=seat,
                    value=fan if type(fan) is int and 0 <= fan < 10**4 else None,
                    lines=lines(found.get("t")),
                )
            )
        settlement = Settlement(
            hand=0,
            outcome="win" if wins else "draw",
            wins=tuple(wins),
            deltas=tuple(deltas or ()),
            totals=tuple(deltas or ()),
        )
        self.play.events.append(settlement)

    # -- the deal

    def _dealt(self) -> tuple[list[str], str]:
        """The four hands and the dealer's first draw: the wall's, or what came to light of them."""
        if self.wall:
            hands: list[list[str]] = [[], [], [], []]
            for place, tile in enumerate(self.wall[:52]):
                hands[place // 4 % 4 if place < 48 else place - 48].append(tile)
            return [MAHJONG.format(held) for held in hands], self.wall[52]
        shown = self._came_to_light()
        for seat, held in enumerate(shown):
            if len(held) > 14 - (seat > 0):
                message = f"seat {seat} plays more tiles than it was dealt and drew"
                raise Unreadable("inconsistent", message, 0)
        padded = [sorted(held, key=MAHJONG.index.__getitem__)[:13] for held in shown]
        return [" ".join([*held, *[UNKNOWN] * (13 - len(held))]) for held in padded], UNKNOWN

    def _came_to_light(self) -> list[list[str]]:
        """By seat the tiles that it showed and never drew: those it was dealt."""
        drew: list[set[int]] = [set() for _ in range(4)]
        used: list[set[int]] = [set() for _ in range(4)]
        sets: list[list[tuple[str, int]]] = [[] for _ in range(4)]
        last, punged = -1, set()
        for act, seat, data, _ in self.acts:
            match act:
                case 1:
                    used[seat].add(136 + (data >> 8 & 15))
                    drew[seat].add(data & 0xFF)
                case 2:
                    last = data & 0xFF
                    used[seat].add(last)
                case 3 if data:
                    used[seat].update(number for number in chow(data) if number // 4 != last // 4)
                case 4 if data:
                    sets[seat].append((kind(data), 2))
                    punged.add((seat, kind(data)))
                case 5 if data:
                    n = 1 if (seat, kind(data)) in punged else 3 if last >= 0 else 4
                    sets[seat].append((kind(data), n))
                case 7:
                    drew[seat].add(data & 0xFF)
                    last = -1
        for seat, told in enumerate(_list(self.step, "y")[:4]):
            shown = told.get("h") if isinstance(told, dict) else None
            held = shown.get("s") if isinstance(shown, dict) else None
            for number in held if isinstance(held, list) else ():
                if type(number) is int and number != last:
                    used[seat].add(number)
        return [_dealt(used[seat], drew[seat], sets[seat]) for seat in range(4)]

    # -- the wall

    def _prove(self) -> WallCheck:
        """Hold the wall against every draw; the deal gets it when it fits."""
        if not self.wall:
            return WallCheck(state="no seed", message="the script does not tell its wall")
        draws = [event for event in self.play.events if isinstance(event, Draw)]
        tails = [event.tile for event in draws if event.end == "tail"]
        heads = [event.tile for event in draws if event.end != "tail"]
        if heads != self.wall[52 : 52 + len(heads)]:
            message = "a tile drawn from the front is not the wall's"
            return WallCheck(state="differs", message=message)
        for wall in (self.wall, turned(self.wall, len(tails))):
            if tails == [wall[tail(len(wall), n)] for n in range(len(tails))]:
                deal = self.play.events[0]
                assert isinstance(deal, Deal)
                self.play.events[0] = replace(deal, wall=" ".join(wall))
                return WallCheck(state="proved", draws=len(draws))
        return WallCheck(state="differs", message="a tile drawn from the back is not the wall's")


def _dealt(used: set[int], drew: set[int], sets: Sequence[tuple[str, int]]) -> list[str]:
    dealt = [tile_of(number) for number in sorted(used - drew)]
    free = [tile_of(number) for number in sorted(drew - used)]
    for tile, n in sets:
        for _ in range(n):
            if tile in free:
                free.remove(tile)
            else:
                dealt.append(tile)
    return dealt


def _act(raw: Any) -> tuple[int, int, int, int]:
    """Act, seat, data and milliseconds of an entry."""
    if not isinstance(raw, list) or len(raw) < 3:
        raise Unreadable("bad_value", "an act that is no three numbers", 0)
    combined, data, ms = raw[:3]
    if not all(type(n) is int and 0 <= n < 2**40 for n in (combined, data, ms)):
        raise Unreadable("bad_value", "an act that is no three numbers", 0)
    return combined & 15, combined >> 4 & 3, data, ms


def _list(step: dict[str, Any], key: str) -> list[Any]:
    found = step.get(key)
    return found if isinstance(found, list) else []
