"""What stands before the first hand of a log: seed, table and players, as the match event."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import unquote_to_bytes

from events.formats.reading import Unreadable
from events.formats.tenhou_mjlog import tags
from events.formats.tenhou_mjlog.tags import MAX_TAG, Tag
from events.model import RECORD_VERSION, Match, Player, Source

GAME = "riichi"
RULES = "1"

ROOMS = {0x00: "general", 0x80: "upper", 0x20: "expert", 0xA0: "phoenix"}
"""一般, 上級, 特上, 鳳凰: two bits of the table's type."""

ATTRIBUTES: dict[str, frozenset[str] | None] = {
    "SHUFFLE": None,
    "GO": None,
    "TAIKYOKU": frozenset(("oya",)),
    "BYE": frozenset(("who",)),
    "UN": frozenset(("n0", "n1", "n2", "n3", "dan", "rate", "sx", "rc", "gold")),
}
"""The tags before the first hand and their attributes; None: all are kept as they stand."""

_PER_PLAYER = {"dan": "dan", "rate": "rate", "sx": "sex", "rc": "rc", "gold": "gold"}
_LOG_ID = re.compile(r"\d{10}gm-[0-9a-f]{4}-\d{4,6}-(?:[0-9a-f]{8}|x[0-9a-f]{12})")
_NUMBER = re.compile(r"-?\d{1,12}(\.\d{1,6})?")


class Head:
    """The tags before the first hand, collected."""

    def __init__(self) -> None:
        self.seed = ""
        self.go: Tag | None = None
        self.un: Tag | None = None
        self.names: tuple[str, ...] = ()
        self.source: dict[str, Any] = {}
        self.unknown: list[str] = []
        self.x: dict[str, Any] = {}

    def add(self, tag: Tag) -> bool:
        """Take one tag; False when it is none that belongs here, or comes a second time."""
        match tag.name:
            case "SHUFFLE" if "shuffle" not in self.source:
                self.seed = tag.attributes.get("seed", "")
                self.source["shuffle"] = dict(tag.attributes)
            case "GO" if self.go is None:
                self.go = tag
            case "UN" if self.un is None:
                self.un = tag
            case "UN":
                first = names(self.un) if self.un else {}
                for seat, given in names(tag).items():
                    self._append("reconnected", seat)
                    if given != first.get(seat):
                        self.x.setdefault("names", {})[str(seat)] = given
            case "BYE":
                self._append("disconnected", tags.integer(tag, "who", 0, 3))
            case "TAIKYOKU":
                if tag.attributes.get("oya", "0") != "0":
                    self.source["taikyoku"] = dict(tag.attributes)
            case _:
                return False
        return True

    def keep_unknown(self, text: str, offset: int) -> None:
        """Keep the text of a tag that does not belong here."""
        self.unknown.append(text)
        if sum(map(len, self.unknown)) > MAX_TAG:
            raise Unreadable("too_long", "more than 64 KiB of unknown tags", offset)

    def _append(self, key: str, seat: int) -> None:
        self.x.setdefault(key, []).append(seat)

    def match(self, source: dict[str, Any]) -> Match:
        """The match event; ``source``: digest and log id. :class:`Unreadable` without a table."""
        if self.go is None or self.un is None:
            raise Unreadable("no_match", f"there is no {'GO' if self.go is None else 'UN'} tag", 0)
        table = tags.integer(self.go, "type", 0, 0xFFFFF)
        players = self._players(self.un, 3 if table & 0x10 else 4)
        self.source["go"] = dict(self.go.attributes) | {"type": table}
        self.source["room"] = ROOMS[table & 0xA0]
        if self.unknown:
            self.source["unknown"] = self.unknown
        return Match(
            v=RECORD_VERSION,
            game=GAME,
            rules=RULES,
            options=options(table),
            players=players,
            source=Source(client="tenhou", format="tenhou-mjlog", x=self.source, **source),
            x=self.x or None,
        )

    def _players(self, tag: Tag, players: int) -> tuple[Player, ...]:
        given = names(tag)
        for seat in range(players):
            if seat not in given:
                raise Unreadable("missing_attribute", f"UN has no n{seat}", tag.start)
        self.names = tuple(given[seat] for seat in range(players))
        about: list[dict[str, Any]] = [{} for _ in range(players)]
        for attribute, key in _PER_PLAYER.items():
            values = tag.attributes.get(attribute, "").split(",")
            for seat, value in enumerate(values[:players]):
                if value.strip():
                    about[seat][key] = _value(value.strip())
        return tuple(
            Player(id=player, name=player, x=x or None)
            for player, x in zip(self.names, about, strict=True)
        )


def options(table: int) -> dict[str, Any]:
    """What the table's type changes from four players, 東南, red fives and open 断幺九.

    Tables with chips (雀荘戦) round 4 han 30 fu and 3 han 60 fu up to 満貫 and turn every kong's
    indicator at once; at some of them a 本場 is worth 500 from each.
    """
    chosen: dict[str, Any] = {}
    if table & 0x10:
        chosen["players"] = 3
    if table & 0x02:
        chosen["red_fives"] = False
    if table & 0x04:
        chosen["open_tanyao"] = False
    if not table & 0x08:
        chosen["length"] = "east"
    if table & 0x40:
        chosen["fast"] = True
    if table & 0x200:
        chosen |= {"rounded_mangan": True, "kong_dora": "at_once"}
    if table & 0x400:
        chosen["honba"] = 500
    return chosen


def names(tag: Tag) -> dict[int, str]:
    """The names that a ``UN`` gives, by seat, out of their URL encoding."""
    return {
        seat: unquote_to_bytes(tag.attributes[f"n{seat}"]).decode("utf-8", "backslashreplace")
        for seat in range(4)
        if f"n{seat}" in tag.attributes
    }


def log_id(name: str) -> str | None:
    """The log id in a file's name, where there is one: ``2010081709gm-00a9-0000-fe3371ad``."""
    found = _LOG_ID.search(name)
    return found[0] if found else None


def _value(text: str) -> int | float | str:
    found = _NUMBER.fullmatch(text)
    if found is None:
        return text
    return float(text) if found[1] else int(text)
