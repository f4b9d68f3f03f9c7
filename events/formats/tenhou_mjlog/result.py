"""How a hand of a Tenhou log ended: the tags ``AGARI`` and ``RYUUKYOKU``.

A yaku has the number that Tenhou gives it, 0–54, and is the line ``RI-Y<number>`` with its han (a
yakuman counts 13). Lines that add nothing (裏ドラ that hit nothing) are left out.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from msgspec.structs import replace

from events.formats.reading import Unreadable
from events.formats.tenhou_mjlog import tags
from events.formats.tenhou_mjlog.tags import Tag
from events.formats.tenhou_mjlog.tiles import TILES
from events.model import Close, Line, Payment, Settlement, Win

YAKUMAN_HAN = 13
LAST_YAKU = 54

ABORTS = ("yao9", "reach4", "ron3", "kan4", "kaze4")
"""Draws that end a hand early: 九種九牌, 四家立直, 三家和, 四槓散了, 四風連打."""

DRAW_REASONS = ("exhaustive", "nm", *ABORTS)
"""All draws; ``nm`` is 流し満貫, ``exhaustive`` 荒牌平局."""

LIMITS = 5  # mangan, haneman, baiman, sanbaiman, yakuman
_HUNDREDS = 10**7


class Scores(NamedTuple):
    """The attribute ``sc``: points before and their change; the same for chips, if any."""

    before: tuple[int, ...]
    deltas: tuple[int, ...]
    chips_before: tuple[int, ...]
    chip_deltas: tuple[int, ...]


class Result(NamedTuple):
    """One ``AGARI`` or ``RYUUKYOKU``. ``shown``: the seats that showed their hands."""

    scores: Scores
    ba: tuple[int, int]
    win: Win | None = None
    winning_tile: int = -1
    ura: tuple[int, ...] = ()
    reason: str = ""
    shown: tuple[int, ...] = ()
    ratio: str = ""
    close: Close | None = None

    def robbed(self, by: str) -> Result:
        """The same win, on a tile that another seat laid down."""
        assert self.win is not None
        return self._replace(win=replace(self.win, by=by))

    def settlement(self, hand: int, results: list[Result]) -> Settlement:
        """The settlement of a hand that ended with ``results``, of which this is the first."""
        last = results[-1].scores
        deltas = tuple(map(sum, zip(*(r.scores.deltas for r in results), strict=True)))
        wins = tuple(r.win for r in results if r.win is not None)
        x: dict[str, Any] = {"ba": list(self.ba)}
        if self.reason:
            x |= {"reason": self.reason}
        if self.shown:
            x |= {"shown": list(self.shown)}
        if last.chips_before:
            changes = zip(*(r.scores.chip_deltas for r in results), strict=True)
            x |= {"chips": list(self.scores.chips_before), "chip_deltas": list(map(sum, changes))}
        if results[-1].ratio:
            x |= {"ratio": results[-1].ratio}
        return Settlement(
            hand=hand,
            outcome="win" if wins else "abort" if self.reason in ABORTS else "draw",
            wins=wins,
            deltas=deltas,
            totals=tuple(b + d for b, d in zip(last.before, last.deltas, strict=True)),
            x=x,
        )


def agari(tag: Tag, players: int, names: tuple[str, ...]) -> Result:
    """A win. Whether its tiles are those that were played is the caller's question."""
    seat = tags.integer(tag, "who", 0, players - 1)
    giver = tags.integer(tag, "fromWho", 0, players - 1)
    tile = tags.integer(tag, "machi", 0, TILES - 1)
    ten = tags.integers(tag, "ten", 0, 10**8)
    if len(ten) != 3 or ten[2] > LIMITS:
        raise Unreadable("bad_value", "AGARI ten is not fu, points and limit", tag.start)
    scores = _scores(tag, players)
    ba = _ba(tag)
    yaku, yakuman = _yaku(tag)
    x: dict[str, Any] = {"fu": ten[0], "limit": ten[2], "ba": list(ba)}
    if yakuman:
        x["yakuman"] = yakuman
    else:
        x["han"] = sum(han for _, han in yaku)
    x["dora"] = " ".join(names[tile] for tile in _tiles(tag, "doraHai"))
    ura = _tiles(tag, "doraHaiUra") if tags.has(tag, "doraHaiUra") else []
    if ura:
        x["ura"] = " ".join(names[tile] for tile in ura)
    if tags.has(tag, "paoWho"):
        x["pao"] = tags.integer(tag, "paoWho", 0, players - 1)
    if tags.has(tag, "chip"):
        x["chip"] = [list(pair) for pair in _pairs(tag, "chip")]
    x["deltas"] = list(scores.deltas)
    lines: list[Line] = [(f"RI-Y{number}", han) for number, han in yaku if han]
    lines += [(f"RI-Y{number}", YAKUMAN_HAN) for number in yakuman]
    win = Win(
        seat=seat,
        by="self_draw" if seat == giver else "discard",
        tile=names[tile],
        value=ten[1],
        from_=None if seat == giver else giver,
        lines=tuple(lines),
        payments=tuple(
            Payment(from_=payer, points=-delta)
            for payer, delta in enumerate(scores.deltas)
            if delta < 0 and payer != seat
        ),
        x=x,
    )
    return Result(scores, ba, win, tile, tuple(ura), ratio=_ratio(tag), close=_close(tag, players))


def ryuukyoku(tag: Tag, players: int) -> Result:
    """A draw."""
    reason = tag.attributes.get("type", "exhaustive")
    if reason not in DRAW_REASONS:
        raise Unreadable("bad_value", f"RYUUKYOKU type: {reason!r:.40} is not known", tag.start)
    return Result(
        scores=_scores(tag, players),
        ba=_ba(tag),
        reason=reason,
        shown=tuple(seat for seat in range(players) if tags.has(tag, f"hai{seat}")),
        ratio=_ratio(tag),
        close=_close(tag, players),
    )


def _scores(tag: Tag, players: int) -> Scores:
    numbers = tags.integers(tag, "sc", -_HUNDREDS, _HUNDREDS)
    if len(numbers) not in (8, 16):
        message = f"{tag.name} sc has {len(numbers)} numbers, not 8 (or 16 with chips)"
        raise Unreadable("bad_value", message, tag.start)
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    scores, chips = pairs[:players], pairs[4:][:players]
    return Scores(
        before=tuple(100 * before for before, _ in scores),
        deltas=tuple(100 * delta for _, delta in scores),
        chips_before=tuple(before for before, _ in chips),
        chip_deltas=tuple(delta for _, delta in chips),
    )


def _ba(tag: Tag) -> tuple[int, int]:
    ba = tags.integers(tag, "ba", 0, 10**4)
    if len(ba) != 2:
        raise Unreadable("bad_value", f"{tag.name} ba is not honba and sticks", tag.start)
    return ba[0], ba[1]


def _yaku(tag: Tag) -> tuple[list[tuple[int, int]], list[int]]:
    yaku = [(number, han) for number, han in _pairs(tag, "yaku")] if tags.has(tag, "yaku") else []
    yakuman = tags.integers(tag, "yakuman", 0, LAST_YAKU) if tags.has(tag, "yakuman") else []
    if not yaku and not yakuman:
        raise Unreadable("missing_attribute", "AGARI has no yaku and no yakuman", tag.start)
    return yaku, yakuman


def _pairs(tag: Tag, name: str) -> list[tuple[int, int]]:
    """Numbers of yaku, each followed by how many han or chips it is worth."""
    numbers = tags.integers(tag, name, 0, 10**3)
    if len(numbers) % 2 or any(number > LAST_YAKU for number in numbers[::2]):
        message = f"{tag.name} {name} is no list of yaku and what they are worth"
        raise Unreadable("bad_value", message, tag.start)
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _tiles(tag: Tag, name: str) -> list[int]:
    return tags.integers(tag, name, 0, TILES - 1)


def _ratio(tag: Tag) -> str:
    return tag.attributes.get("ratio", "")


def _close(tag: Tag, players: int) -> Close | None:
    """The end of the match: final scores, and final points (with 順位点), both in points."""
    if not tags.has(tag, "owari"):
        return None
    numbers = tags.thousandths(tag, "owari")
    if len(numbers) not in (8, 16):
        message = f"{tag.name} owari has {len(numbers)} numbers, not 8 (or 16 with chips)"
        raise Unreadable("bad_value", message, tag.start)
    chips = [number // 1000 for number in numbers[8::2]][:players]
    return Close(
        totals=tuple(number // 10 for number in numbers[:8:2])[:players],
        final=tuple(numbers[1:8:2])[:players],
        x={"chips": chips} if chips else None,
    )
