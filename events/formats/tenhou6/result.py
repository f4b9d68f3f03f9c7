"""The end of a hand of tenhou.net/6: ``["和了", deltas, win, …]`` or the name of a draw."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from events.formats.reading import Unreadable
from events.formats.riichi import ending, yaku
from events.formats.riichi.hand import Hand
from events.formats.riichi.source import array, integer, points
from events.model import Line

ALL_READY, NONE_READY = "全員聴牌", "全員不聴"

DRAWS = {
    "流局": None,
    "荒牌平局": None,
    ALL_READY: "exhaustive",
    NONE_READY: "exhaustive",
    "流し満貫": "nm",
    "九種九牌": "yao9",
    "四風連打": "kaze4",
    "四家立直": "reach4",
    "四槓散了": "kan4",
    "三家和了": "ron3",
    "三家和": "ron3",
}
"""The names of the draws; 流局 is 荒牌平局, or any draw in what some converters write."""

WRITTEN = {
    "exhaustive": "流局",
    "nm": "流し満貫",
    "yao9": "九種九牌",
    "kaze4": "四風連打",
    "reach4": "四家立直",
    "kan4": "四槓散了",
    "ron3": "三家和了",
}

LIMIT_NAMES = {
    "満貫": 1, "mangan": 1,
    "跳満": 2, "haneman": 2,
    "倍満": 3, "baiman": 3,
    "三倍満": 4, "sanbaiman": 4,
    "役満": 5, "数え役満": 5, "yakuman": 5, "kazoe yakuman": 5, "counted yakuman": 5,
}  # fmt: skip

_FU_HAN = re.compile(r"(\d+)符(\d+)[飜翻]")
_POINTS = re.compile(r"(\d+)(?:-(\d+))?点(∀)?")
_YAKU = re.compile(r"(.+)\((?:(\d+)[飜翻]|(\d*)[倍]?役満|[^()]*)\)")


class Worth(NamedTuple):
    """What a win is worth, in all and without honba; None where the text does not say."""

    fu: int | None = None
    value: int | None = None
    limit: int | None = None


class WinText(NamedTuple):
    """One win of a result. ``pao``: the liable seat; ``unknown``: yaku that have no number here."""

    seat: int
    giver: int
    pao: int
    deltas: list[int]
    worth: Worth
    yaku: list[tuple[int, int]]
    unknown: list[str]

    @property
    def self_drawn(self) -> bool:
        """The winner drew the tile himself."""
        return self.seat == self.giver


class Result(NamedTuple):
    """The result of a hand: its wins, or the ``reason`` of its draw (None: not told)."""

    wins: list[WinText]
    reason: str | None = None
    deltas: list[int] | None = None
    all_ready: bool = False


def result(value: object, players: int, offset: int) -> Result:
    """The last entry of a hand."""
    entries = array(value, "result", offset)
    name = entries[0] if entries else None
    if name == "和了":
        pairs = list(zip(entries[1::2], entries[2::2], strict=False))
        if not pairs or len(entries) % 2 == 0:
            raise Unreadable("bad_value", "和了 without a win", offset)
        return Result([_win(deltas, win, players, offset) for deltas, win in pairs])
    if not isinstance(name, str) or name not in DRAWS:
        raise Unreadable("bad_value", f"the result {name!r:.40} is not known", offset)
    deltas = None
    if len(entries) > 1:
        deltas = points(entries[1], players, "deltas", offset)
    elif name in (ALL_READY, NONE_READY):
        deltas = [0] * players
    return Result([], DRAWS[name], deltas, all_ready=name == ALL_READY)


def _win(deltas: object, win: object, players: int, offset: int) -> WinText:
    entries = array(win, "win", offset)
    if len(entries) < 3:
        raise Unreadable("bad_value", "a win without its seats", offset)
    seat, giver, pao = (integer(entry, 0, players - 1, "win", offset) for entry in entries[:3])
    texts = entries[3:]
    if not all(isinstance(text, str) for text in texts):
        raise Unreadable("bad_value", "a win's texts are no texts", offset)
    worth = _worth(texts[0], seat == giver, players) if texts else Worth()
    found: list[tuple[int, int]] = []
    unknown: list[str] = []
    for text in texts[1:]:
        line = _yaku(text)
        if line is None:
            unknown.append(text)
        else:
            found.append(line)
    changes = points(deltas, players, "deltas", offset)
    return WinText(seat, giver, pao, changes, worth, found, unknown)


def _worth(text: str, self_drawn: bool, players: int) -> Worth:
    """``30符2飜2000点``, ``満貫2000-4000点``, ``30符3飜2000点∀``: what each pays, or the giver."""
    fu_han = _FU_HAN.match(text)
    name = text[: re.search(r"\d|$", text).start()].strip().lower()  # type: ignore[union-attr]
    limit = LIMIT_NAMES.get(name) or (5 if "役満" in name or "yakuman" in name else None)
    if fu_han:
        limit = 0
    found = _POINTS.search(text, fu_han.end() if fu_han else 0)
    value = None
    if found:
        value = int(found[1])
        if found[2]:
            value = value * (players - 2) + int(found[2])
        elif self_drawn:
            value *= players - 1
    return Worth(int(fu_han[1]) if fu_han else None, value, limit)


def _yaku(text: str) -> tuple[int, int] | None:
    found = _YAKU.fullmatch(text)
    number = yaku.named(found[1]) if found else None
    if found is None or number is None:
        return None
    if found[2] is not None:
        return number, int(found[2])
    return number, ending.YAKUMAN_HAN * int(found[3] or 1)


def settle(hand: Hand, result: Result, ura: list[str]) -> None:
    """The settlement of a hand whose acts have been read."""
    if not result.wins:
        _draw(hand, result)
        return
    for win in result.wins:
        _claim(hand, win, ura)
    deltas = ending.summed((win.deltas for win in result.wins), hand.players)
    hand.settle("win", deltas)


def _draw(hand: Hand, result: Result) -> None:
    reason, deltas = result.reason, result.deltas
    shown: list[int] = []
    if reason is None and (deltas is None or not any(deltas)):
        # Some converters call every draw 流局; what is left of the wall tells them apart.
        reason = ending.reason(hand, deltas)
    elif reason is None:
        reason = "exhaustive"
    if reason == "exhaustive" and deltas and any(deltas):
        shown = [seat for seat, delta in enumerate(deltas) if delta > 0]
    elif result.all_ready:
        shown = list(range(hand.players))
    elif reason == "yao9" and hand.given is not None:
        shown = [hand.given.seat]
    ending.draw(hand, reason, deltas, shown=shown)


def _claim(hand: Hand, win: WinText, ura: list[str]) -> None:
    lines: tuple[Line, ...] | None = None
    x: dict[str, Any] = {}
    if win.unknown:
        x["unknown"] = win.unknown
    elif win.yaku:
        lines = ending.lines(hand, win.seat, win.yaku)
        x |= ending.worth(lines)
    if win.worth.fu is not None:
        x["fu"] = win.worth.fu
    if win.worth.limit is not None:
        x["limit"] = win.worth.limit
    x["dora"] = " ".join(hand.indicators)
    if ura and win.seat in hand.is_ready:
        x["ura"] = " ".join(ura)
    if win.pao not in (win.seat, win.giver) or (win.self_drawn and win.pao != win.seat):
        x["pao"] = win.pao
    x["deltas"] = win.deltas
    hand.win(
        win.seat,
        None if win.self_drawn else win.giver,
        value=win.worth.value,
        lines=lines,
        payments=ending.payments(win.seat, win.deltas),
        x=x,
    )
