"""Events written as mjai, in the dialect that today's reviewers read, with what 雀魂 and Tenhou
tell of a win besides (yaku, fu, points), in the fields of the older dialect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.formats.mjai.play import REASONS
from events.formats.riichi import telling, yaku
from events.formats.riichi.ending import YAKUMAN_HAN
from events.formats.riichi.hand import STICK
from events.formats.riichi.telling import Telling, Told
from events.model import AnyEvent, Claim, Declare, Discard, Draw, Settlement, Win
from events.tiles import MAHJONG, UNKNOWN

NAME = "mjai"

_CALLS = {"chow": "chi", "pung": "pon", "exposed_kong": "daiminkan"}
_REASONS = {
    "exhaustive": "fanpai",
    "nm": "nagashimangan",
    "yao9": "kyushukyuhai",
    "reach4": "suchareach",
    "ron3": "sanchaho",
    "kan4": "sukaikan",
    "kaze4": "sufonrenta",
}
assert all(REASONS[name] == reason for reason, name in _REASONS.items())

_NAMES = {number: name for name, number in reversed(yaku.MJAI.items())}
_YAKUMAN_FAN = 100


def write(events: Iterable[AnyEvent]) -> bytes:
    """The match as mjai lines; :class:`CannotWrite` when it is not riichi."""
    told = telling.telling(events, NAME)
    return b"".join(msgspec.json.encode(line) + b"\n" for line in _lines(told))


def _lines(told: Telling) -> Iterator[dict[str, Any]]:
    yield {
        "type": "start_game",
        "names": told.names,
        "kyoku_first": 4 if told.options.get("length") == "east" else 0,
        "aka_flag": told.options.get("red_fives", True),
    }
    for hand in told.hands:
        yield from _hand(hand)
    if told.close is not None:
        close: dict[str, Any] = {"type": "end_game"}
        if told.close.totals is not None:
            close["scores"] = list(told.close.totals)
        yield close


def _hand(hand: Told) -> Iterator[dict[str, Any]]:
    carry = hand.carry
    start: dict[str, Any] = {"type": "start_kyoku"}
    if "round" in carry:
        start |= {"bakaze": carry["round"][0], "kyoku": int(carry["round"][1])}
    indicators = telling.tiles(hand.deal.open)
    if indicators:
        start["dora_marker"] = indicators[0]
    for key, name in (("honba", "honba"), ("sticks", "kyotaku"), ("totals", "scores")):
        if key in carry:
            start[name] = carry[key]
    start["oya"] = hand.deal.dealer
    start["tehais"] = [telling.tiles(text) for text in hand.deal.hands]
    yield start
    givers = _givers(hand)
    for event in hand.acts:
        if isinstance(event, Claim) and event.act == "win":
            continue
        line = _act(hand, event, givers)
        if line is not None:
            yield line
        x = event.x or {}
        if isinstance(event, Discard) and x.get("accepted"):
            yield _accepted(event, x)
        for tile in telling.indicators(event):
            yield {"type": "dora", "dora_marker": tile}
    if hand.settlement is not None:
        yield from _end(hand, hand.settlement)
        yield {"type": "end_kyoku"}


def _givers(hand: Told) -> dict[int, int]:
    """Who gave the tile that each claim takes, by the place of the claim among the acts."""
    givers: dict[int, int] = {}
    last = hand.deal.dealer
    for at, event in enumerate(hand.acts):
        if isinstance(event, Claim):
            givers[at] = last
        if isinstance(event, Discard):
            last = event.seat
    return {id(hand.acts[at]): giver for at, giver in givers.items()}


def _act(hand: Told, event: AnyEvent, givers: dict[int, int]) -> dict[str, Any] | None:
    match event:
        case Draw():
            return {"type": "tsumo", "actor": event.seat, "pai": event.tile}
        case Discard():
            drawn = event.drawn if event.drawn is not None else _just_drawn(hand, event)
            return {"type": "dahai", "actor": event.seat, "pai": event.tile, "tsumogiri": drawn}
        case Claim():
            return {
                "type": _CALLS[event.act],
                "actor": event.seat,
                "target": givers[id(event)],
                "pai": event.tile,
                "consumed": telling.own(event.with_),
            }
        case Declare(act="ready"):
            return {"type": "reach", "actor": event.seat}
        case Declare(act="kita"):
            return {"type": "nukidora", "actor": event.seat, "pai": "N"}
        case Declare(act="concealed_kong"):
            four = telling.own(event.tiles)
            return {"type": "ankan", "actor": event.seat, "consumed": four}
        case Declare(act="added_kong"):
            tile = event.tiles
            pung = telling.pung_of(hand, event)
            three = [*telling.own(pung.with_), pung.tile] if pung is not None else []
            return {"type": "kakan", "actor": event.seat, "pai": tile, "consumed": three}
    return None


def _just_drawn(hand: Told, event: Discard) -> bool:
    """A discard whose record does not say is taken for the tile just drawn if it is such a one.

    Reviewers do not read a discard without the mark.
    """
    last: AnyEvent | None = None
    for act in hand.acts:
        if act is event:
            break
        if not (isinstance(act, Declare) and act.act == "ready"):
            last = act
    return isinstance(last, Draw) and last.tile == event.tile


def _accepted(event: Discard, x: dict[str, Any]) -> dict[str, Any]:
    line: dict[str, Any] = {"type": "reach_accepted", "actor": event.seat}
    totals = x.get("totals")
    if isinstance(totals, list):
        line["deltas"] = [-STICK * (seat == event.seat) for seat in range(len(totals))]
        line["scores"] = totals
    return line


def _end(hand: Told, settlement: Settlement) -> Iterator[dict[str, Any]]:
    if not settlement.wins:
        yield _draw(hand, settlement)
        return
    before = _before_end(hand)
    for win in settlement.wins:
        deltas = telling.win_deltas(hand, win)
        if before is not None and deltas is not None:
            before = [points + delta for points, delta in zip(before, deltas, strict=True)]
        else:
            before = None
        yield _win(win, deltas, before)


def _before_end(hand: Told) -> list[int] | None:
    """Everybody's points before the settlement."""
    settlement = hand.settlement
    if settlement is None or settlement.totals is None or settlement.deltas is None:
        return None
    return [t - d for t, d in zip(settlement.totals, settlement.deltas, strict=True)]


def _win(win: Win, deltas: list[int] | None, scores: list[int] | None) -> dict[str, Any]:
    x = win.x or {}
    line: dict[str, Any] = {
        "type": "hora",
        "actor": win.seat,
        "target": win.seat if win.from_ is None else win.from_,
        "pai": win.tile,
        "ura_markers": telling.tiles(x.get("ura")),
    }
    yakus = _yakus(win)
    if yakus:
        line["yakus"] = yakus
    fu, han = telling.number(x, "fu"), telling.number(x, "han")
    if fu is not None:
        line["fu"] = fu
    if isinstance(x.get("yakuman"), list):
        line["fan"] = _YAKUMAN_FAN * len(x["yakuman"])
    elif han is not None:
        line["fan"] = han
    if win.value is not None:
        line["hora_points"] = win.value
    if deltas is not None:
        line["deltas"] = deltas
    if scores is not None:
        line["scores"] = scores
    return line


def _yakus(win: Win) -> list[list[Any]]:
    """The yaku by their names here; 役牌 of several dragons are one entry."""
    named: dict[str, int] = {}
    for number, worth in telling.yaku_lines(win):
        general = yaku.general(number)
        name = _NAMES[general]
        if yaku.is_yakuman(number) and worth >= YAKUMAN_HAN:
            worth = _YAKUMAN_FAN * (worth // YAKUMAN_HAN)
        named[name] = named.get(name, 0) + worth
    return [[name, worth] for name, worth in named.items()]


def _draw(hand: Told, settlement: Settlement) -> dict[str, Any]:
    x = settlement.x or {}
    line: dict[str, Any] = {"type": "ryukyoku"}
    reason = str(x.get("reason"))
    if reason in _REASONS:
        line["reason"] = _REASONS[reason]
    shown = x.get("shown")
    if isinstance(shown, list):
        line["tehais"] = [
            MAHJONG.format(held.elements()).split() if seat in shown else [UNKNOWN] * held.total()
            for seat, held in enumerate(telling.left(hand))
        ]
        if reason == "exhaustive":
            line["tenpais"] = [seat in shown for seat in range(len(hand.deal.hands))]
    if settlement.deltas is not None:
        line["deltas"] = list(settlement.deltas)
    if settlement.totals is not None:
        line["scores"] = list(settlement.totals)
    return line
