"""One hand of 雀魂: its records become events, one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.formats.majsoul.wall import prove, wall_after, whole_wall
from events.formats.reading import WallCheck
from events.formats.riichi import ending, tiles, yaku
from events.formats.riichi.hand import STICK, WINDS, Hand
from events.formats.riichi.source import array, integer, mapping, points
from events.model import Deal, Line

CALLS = {0: "chow", 1: "pung", 2: "exposed_kong"}
LIUJU = {1: "yao9", 2: "kaze4", 3: "kan4", 4: "reach4", 5: "ron3"}
"""Why a hand was broken off."""

OFFERED = {2: "chow", 3: "pung", 5: "exposed_kong", 9: "win"}
"""What a client offers a seat on another's tile."""

LEFT, BACK = 8, 9
CANCEL = 3
"""Kinds of a player's input: he left, he came back, he answered what was offered."""


class Play:
    """Fills a hand."""

    def __init__(self, hand: Hand) -> None:
        self.hand = hand
        self.start: dict[str, Any] = {}
        self.ura: list[str] = []
        self.offered: dict[int, tuple[str, ...]] = {}
        self._handlers: dict[str, Callable[[dict[str, Any]], None]] = {
            "RecordNewRound": self._deal,
            "RecordDealTile": self._draw,
            "RecordDiscardTile": self._discard,
            "RecordChiPengGang": self._call,
            "RecordAnGangAddGang": self._kong,
            "RecordBaBei": self._kita,
            "RecordHule": self._win,
            "RecordNoTile": self._no_tile,
            "RecordLiuJu": self._broken_off,
        }

    def add(self, name: str, fields: dict[str, Any]) -> None:
        """Take one record; ``name`` without its package."""
        hand = self.hand
        handler = self._handlers.get(name)
        if handler is None:
            if not hand.events:
                raise hand.no("no_deal", f"{name:.40} without a deal before it")
            hand.append_note("unknown", name)
            return
        if (name == "RecordNewRound") == bool(hand.events):
            raise hand.no("no_deal", f"{name} does not belong here")
        if hand.settled:
            raise hand.no("inconsistent", f"{name} after the hand was over")
        handler(fields)
        self.offered = _offered(fields)

    def input(self, fields: dict[str, Any]) -> None:
        """What a player did beside the records: he left, came back, or let a tile go."""
        hand = self.hand
        seat, kind = fields.get("seat", 0), fields.get("type")
        if not hand.events or not isinstance(seat, int) or not 0 <= seat < hand.players:
            return
        if kind in (LEFT, BACK):
            hand.append_note("disconnected" if kind == LEFT else "reconnected", seat)
        cancelled = (fields.get("cpg") or {}) if isinstance(fields.get("cpg"), dict) else {}
        given = hand.given
        if kind != CANCEL or not cancelled.get("cancel_operation") or hand.settled:
            return
        if given is not None and given.seat != seat and seat in self.offered:
            hand.let_go(seat, self.offered.pop(seat))

    def finish(self) -> WallCheck | None:
        """The last record has been taken: hold the wall against the play."""
        hand = self.hand
        if not hand.events:
            return None
        check = prove(hand, self.start, self.ura)
        after = wall_after(self.start.get("paishan"))
        deal = hand.events[0]
        if check.state == "proved" and after is not None and isinstance(deal, Deal):
            hands = [text.split() for text in deal.hands]
            wall = whole_wall(after, hands, hand.draws[0][0], deal.dealer)
            hand.events[0] = replace(deal, wall=" ".join(wall))
        return check

    # -- the beginning

    def _deal(self, fields: dict[str, Any]) -> None:
        hand = self.hand
        self.start = fields
        dealer = integer(fields.get("ju", 0), 0, hand.players - 1, "ju", hand.at)
        wind = integer(fields.get("chang", 0), 0, 3, "chang", hand.at)
        carry: dict[str, Any] = {}
        if fields.get("scores") is not None:
            carry["totals"] = points(fields["scores"], hand.players, "scores", hand.at)
        carry["honba"] = integer(fields.get("ben", 0), 0, 10**4, "ben", hand.at)
        carry["sticks"] = integer(fields.get("liqibang", 0), 0, 10**4, "liqibang", hand.at)
        carry["round"] = f"{WINDS[wind]}{dealer + 1}"
        hands = [self._hand_of(fields, seat) for seat in range(hand.players)]
        if len(hands[dealer]) != 14:
            raise hand.no("bad_value", f"the dealer has {len(hands[dealer])} tiles, not 14")
        doras = fields.get("doras") or ([fields["dora"]] if fields.get("dora") else [])
        indicators = [tiles.majsoul(tile, hand.at) for tile in array(doras, "doras", hand.at)]
        first = hands[dealer].pop()
        hand.deal(dealer, hands, indicators, carry)
        hand.draw(dealer, first)

    def _hand_of(self, fields: dict[str, Any], seat: int) -> list[str]:
        for key in (f"tiles{seat}", f"begin_tiles[{seat}]"):
            if key in fields:
                return [
                    tiles.majsoul(t, self.hand.at) for t in array(fields[key], key, self.hand.at)
                ]
        raise self.hand.no("missing_attribute", f"the deal has no tiles{seat}")

    # -- play

    def _draw(self, fields: dict[str, Any]) -> None:
        self.hand.stake()
        self._dora(fields)
        self.hand.draw(self._seat(fields), self._tile(fields.get("tile")))

    def _discard(self, fields: dict[str, Any]) -> None:
        seat = self._seat(fields)
        if fields.get("is_liqi") or fields.get("is_wliqi"):
            self.hand.ready(seat)
        # The dealer's fourteenth tile is no draw for the client, whose mark says nothing of it.
        drawn = bool(fields.get("moqie")) if len(self.hand.draws) > 1 else None
        self.hand.discard(seat, self._tile(fields.get("tile")), drawn)
        self._dora(fields)

    def _call(self, fields: dict[str, Any]) -> None:
        hand, seat = self.hand, self._seat(fields)
        act = CALLS.get(fields.get("type", 0))
        laid = [self._tile(tile) for tile in array(fields.get("tiles"), "tiles", hand.at)]
        froms = array(fields.get("froms"), "froms", hand.at)
        size = 4 if act == "exposed_kong" else 3
        called = [at for at, giver in enumerate(froms) if giver != seat]
        if act is None or len(laid) != size or len(froms) != size or len(called) != 1:
            raise hand.no("bad_value", "ChiPengGang is no call")
        giver = integer(froms[called[0]], 0, hand.players - 1, "froms", hand.at)
        own = [tile for at, tile in enumerate(laid) if at != called[0]]
        hand.claim(seat, act, laid[called[0]], own, giver)

    def _kong(self, fields: dict[str, Any]) -> None:
        """An added kong names the tile added; of a concealed one the red tile is not named."""
        hand, seat = self.hand, self._seat(fields)
        tile = self._tile(fields.get("tiles"))
        if fields.get("type") == 2:
            hand.lay(seat, "added_kong", [tile])
        elif fields.get("type") == 3:
            held = sorted(hand.held[seat].elements())
            four = [other for other in held if tiles.plain(other) == tiles.plain(tile)]
            if len(four) != 4:
                raise hand.no("inconsistent", f"seat {seat} does not hold four {tile}")
            hand.lay(seat, "concealed_kong", four)
        else:
            raise hand.no("bad_value", f"AnGangAddGang type {fields.get('type')!r:.40}")
        self._dora(fields)

    def _kita(self, fields: dict[str, Any]) -> None:
        self.hand.lay(self._seat(fields), "kita", ["N"])
        self._dora(fields)

    def _dora(self, fields: dict[str, Any]) -> None:
        """``doras`` has all indicators, where it has changed."""
        doras = fields.get("doras")
        if not doras:
            return
        shown = [self._tile(tile) for tile in array(doras, "doras", self.hand.at)]
        if shown[: len(self.hand.indicators)] != self.hand.indicators:
            raise self.hand.no("inconsistent", "the indicators are other ones than before")
        for tile in shown[len(self.hand.indicators) :]:
            self.hand.dora(tile)

    # -- the end

    def _win(self, fields: dict[str, Any]) -> None:
        hand = self.hand
        deltas = self._points(fields, "delta_scores")
        hules = [
            mapping(hule, "hules", hand.at) for hule in array(fields.get("hules"), "hules", hand.at)
        ]
        if not hules:
            raise hand.no("bad_value", "Hule without a win")
        each = self._deltas(hules, deltas)
        for hule, change in zip(hules, each, strict=True):
            self._hule(hule, change)
        hand.settle("win", deltas, self._points(fields, "scores"))

    def _hule(self, hule: dict[str, Any], deltas: list[int] | None) -> None:
        hand, seat = self.hand, self._seat(hule)
        x: dict[str, Any] = {"dora": " ".join(hand.indicators)}
        if hule.get("fu") is not None:
            x["fu"] = integer(hule["fu"], 0, 10**3, "fu", hand.at)
        lines = self._lines(hule, seat, x)
        ura = [self._tile(tile) for tile in array(hule.get("li_doras") or [], "li_doras", hand.at)]
        if ura:
            x["ura"] = " ".join(ura)
            self.ura = ura
        if deltas is not None:
            x["deltas"] = deltas
        hand.win(
            seat,
            value=self._value(hule),
            lines=lines,
            payments=ending.payments(seat, deltas) if deltas is not None else None,
            x=x,
        )

    def _lines(self, hule: dict[str, Any], seat: int, x: dict[str, Any]) -> tuple[Line, ...] | None:
        hand = self.hand
        found: list[tuple[int, int]] = []
        unknown: list[Any] = []
        for fan in array(hule.get("fans") or [], "fans", hand.at):
            match fan:
                case {"id": int(number)} if number in yaku.MAJSOUL:
                    val = integer(fan.get("val", 0), 0, 10**3, "val", hand.at)
                    yakuman = bool(hule.get("yiman"))
                    worth = ending.YAKUMAN_HAN * val if yakuman else val
                    found.append((yaku.MAJSOUL[number], worth))
                case _:
                    unknown.append(fan)
        if unknown:
            x["unknown"] = unknown
            return None
        lines = ending.lines(hand, seat, found)
        x |= ending.worth(lines)
        return lines

    def _value(self, hule: dict[str, Any]) -> int | None:
        """The points without honba and sticks."""
        at, others = self.hand.at, self.hand.players - 1
        if not hule.get("zimo"):
            key, times = "point_rong", 1
        elif hule.get("qinjia"):
            key, times = "point_zimo_xian", others
        else:
            key, times = "point_zimo_xian", others - 1
        if hule.get(key) is None:
            return None
        value = times * integer(hule[key], 0, 10**9, key, at)
        if hule.get("zimo") and not hule.get("qinjia"):
            value += integer(hule.get("point_zimo_qin", 0), 0, 10**9, "point_zimo_qin", at)
        return value

    def _deltas(
        self, hules: list[dict[str, Any]], deltas: list[int] | None
    ) -> list[list[int] | None]:
        """What each win alone changes: the first takes honba and sticks.

        None where that does not add up to what the log has.
        """
        hand = self.hand
        if len(hules) == 1:
            return [deltas]
        nothing: list[list[int] | None] = [None] * len(hules)
        if hand.given is None or deltas is None:
            return nothing
        each: list[list[int]] = []
        for hule in hules:
            seat, value = self._seat(hule), self._value(hule)
            if value is None:
                return nothing
            honba = 100 * (hand.players - 1) * (hand.honba or 0) if not each else 0
            change = [0] * hand.players
            change[hand.given.seat] -= value + honba
            change[seat] += value + honba + (STICK * (hand.sticks or 0) if not each else 0)
            each.append(change)
        return list(each) if ending.summed(each, hand.players) == deltas else nothing

    def _no_tile(self, fields: dict[str, Any]) -> None:
        hand = self.hand
        changes = [
            self._points(mapping(score, "scores", hand.at), "delta_scores")
            for score in array(fields.get("scores") or [], "scores", hand.at)
        ]
        known = [change for change in changes if change is not None]
        deltas = ending.summed(known, hand.players)
        shown = [
            seat
            for seat, player in enumerate(array(fields.get("players") or [], "players", hand.at))
            if isinstance(player, dict) and player.get("tingpai") and seat < hand.players
        ]
        reason = "nm" if fields.get("liujumanguan") else "exhaustive"
        ending.draw(hand, reason, deltas, shown=shown)

    def _broken_off(self, fields: dict[str, Any]) -> None:
        hand = self.hand
        reason = LIUJU.get(fields.get("type", 0))
        if reason is None:
            raise hand.no("bad_value", f"LiuJu type {fields.get('type')!r:.40} is not known")
        shown = [self._seat(fields)] if reason == "yao9" else []
        ending.draw(hand, reason, None, shown=shown)

    # -- values

    def _seat(self, fields: dict[str, Any]) -> int:
        # What is 0 is left out by some keepers of logs.
        return integer(fields.get("seat", 0), 0, self.hand.players - 1, "seat", self.hand.at)

    def _tile(self, value: object) -> str:
        return tiles.majsoul(value, self.hand.at)

    def _points(self, fields: dict[str, Any], key: str) -> list[int] | None:
        if fields.get(key) is None:
            return None
        return points(fields[key], self.hand.players, key, self.hand.at)


def _offered(fields: dict[str, Any]) -> dict[int, tuple[str, ...]]:
    """What a record offers each seat on the tile that it gives."""
    offered: dict[int, tuple[str, ...]] = {}
    entries = fields.get("operations") or [fields.get("operation")]
    for entry in entries if isinstance(entries, list) else []:
        match entry:
            case {"operation_list": list(kinds)}:
                seat = entry.get("seat", 0)
                named = [OFFERED.get(k.get("type", 0)) for k in kinds if isinstance(k, dict)]
                if isinstance(seat, int):
                    offered[seat] = tuple(name for name in named if name)
    return offered
