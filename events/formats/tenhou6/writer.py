"""Events written as tenhou.net/6 JSON, one document for the match, as its viewer reads it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from events.formats.riichi import tables, telling, yaku
from events.formats.riichi.ending import LIMITS, YAKUMAN_HAN
from events.formats.riichi.telling import CannotWrite, Telling, Told
from events.formats.riichi.tiles import TO_NUMBER
from events.formats.tenhou6.result import ALL_READY, NONE_READY, WRITTEN
from events.model import AnyEvent, Claim, Declare, Discard, Draw, Settlement, Win

NAME = "tenhou6"
SEATS = 4
"""The viewer wants four seats, with three players too."""

_ROOMS = {"general": "般", "upper": "上", "expert": "特", "phoenix": "鳳"}
_WINDS = "ESWN"
_LETTERS = {"chow": "c", "pung": "p", "exposed_kong": "m"}
_PLAYER = {"dan": "dan", "rate": "rate", "sx": "sex"}


def write(events: Iterable[AnyEvent]) -> bytes:
    """The match as one document; hands without a settlement have no place in it.

    :class:`CannotWrite` when it is not riichi, or a tile of it is not known.
    """
    told = telling.telling(events, NAME)
    hands = [_hand(hand) for hand in told.hands if hand.settlement is not None]
    source = told.match.source
    document: dict[str, Any] = {"title": _title(told), "name": _padded(told.names, "")}
    document["rule"] = {"disp": _disp(told), "aka": int(told.options.get("red_fives", True))}
    if source is not None and source.ref is not None:
        document["ref"] = source.ref
    for key, kept in _PLAYER.items():
        values = [(player.x or {}).get(kept) for player in told.match.players]
        if None not in values:
            document[key] = _padded(values, values[0] if key == "rate" else "")
    close = told.close
    if close is not None and close.totals is not None and close.final is not None:
        pairs = zip(_padded(close.totals, 0), _padded(close.final, 0), strict=True)
        document["sc"] = [n for points, final in pairs for n in (points, final / 1000)]
    document["log"] = hands
    return msgspec.json.encode(document) + b"\n"


def _title(told: Telling) -> list[str]:
    source = told.match.source
    title = (source.x or {}).get("title") if source is not None else None
    return title if isinstance(title, list) and len(title) == 2 else ["", ""]


def _disp(told: Telling) -> str:
    """The table in Tenhou's words: ``鳳南喰赤``."""
    source, options = told.match.source, told.options
    x = (source.x or {}) if source is not None else {}
    rule = x.get("rule")
    if isinstance(rule, dict) and isinstance(rule.get("disp"), str):
        return str(rule["disp"])
    return "".join(
        (
            tables.WORDS.get(str(source.client), "") if source is not None else "",
            "三" if options.get("players") == 3 else "",
            _ROOMS.get(str(x.get("room")), "般"),
            "東" if options.get("length") == "east" else "南",
            "喰" if options.get("open_tanyao", True) else "",
            "赤" if options.get("red_fives", True) else "",
            "速" if options.get("fast") else "",
        )
    )


def _padded(values: Sequence[Any], filler: Any) -> list[Any]:
    return [*values, *[filler] * (SEATS - len(values))]


def _hand(hand: Told) -> list[Any]:
    carry, settlement = hand.carry, hand.settlement
    assert settlement is not None
    round_ = carry.get("round", f"E{hand.deal.dealer + 1}")
    number = 4 * _WINDS.index(round_[0]) + int(round_[1]) - 1
    players = len(hand.deal.hands)
    taken, given = _rows(hand)
    dora = telling.tiles(hand.deal.open)
    for event in (hand.deal, *hand.acts):
        dora += telling.indicators(event)
    ura: list[str] = []
    for win in settlement.wins or ():
        ura = ura or telling.tiles((win.x or {}).get("ura"))
    written: list[Any] = [
        [number, carry.get("honba", 0), carry.get("sticks", 0)],
        _padded(carry.get("totals", [0] * players), 0),
        _numbers(dora),
        _numbers(ura),
    ]
    for seat in range(SEATS):
        if seat < players:
            dealt = _numbers(telling.tiles(hand.deal.hands[seat]))
            written += [dealt, taken[seat], given[seat]]
        else:
            written += [[], [], []]
    written.append(_result(hand, settlement))
    return written


def _number(tile: str) -> int:
    if tile not in TO_NUMBER:
        raise CannotWrite(f"{NAME} has no number for a tile {tile}")
    return TO_NUMBER[tile]


def _numbers(tiles: Iterable[str]) -> list[int]:
    return [_number(tile) for tile in tiles]


def _text(tiles: Iterable[str]) -> str:
    return "".join(str(_number(tile)) for tile in tiles)


def _rows(hand: Told) -> tuple[list[list[Any]], list[list[Any]]]:
    """What each seat took and gave."""
    taken: list[list[Any]] = [[] for _ in hand.deal.hands]
    given: list[list[Any]] = [[] for _ in hand.deal.hands]
    pungs: dict[int, str] = {}
    ready, last = "", hand.deal.dealer
    for event in hand.acts:
        match event:
            case Draw():
                taken[event.seat].append(_number(event.tile))
            case Discard():
                entry = 60 if event.drawn else _number(event.tile)
                given[event.seat].append(f"{ready}{entry}" if ready else entry)
                ready, last = "", event.seat
            case Claim(act=act) if act in _LETTERS:
                called = _called(event, (last - event.seat) % SEATS)
                taken[event.seat].append(called)
                if act == "pung":
                    pungs[id(event)] = called
                elif act == "exposed_kong":
                    given[event.seat].append(0)
            case Declare(act="ready"):
                ready = "r"
            case Declare(act="kita"):
                given[event.seat].append("f44")
            case Declare(act="concealed_kong"):
                four = telling.own(event.tiles)
                given[event.seat].append(f"{_text(four[:3])}a{_text(four[3:])}")
            case Declare(act="added_kong"):
                pung = telling.pung_of(hand, event)
                if pung is None:
                    raise CannotWrite(f"seat {event.seat} adds {event.tiles} to no pung")
                added = f"k{_text(telling.own(event.tiles))}"
                given[event.seat].append(pungs[id(pung)].replace("p", added))
    return taken, given


def _called(event: Claim, places: int) -> str:
    """A call; where the letter stands says who gave the tile, ``places`` seats on."""
    own = [_text([tile]) for tile in telling.own(event.with_)]
    if not places:
        raise CannotWrite(f"seat {event.seat} claims its own {event.tile}")
    before = {3: 0, 2: 1, 1: len(own)}[places]
    letter = f"{_LETTERS[event.act]}{_text([event.tile])}"
    return "".join((*own[:before], letter, *own[before:]))


def _result(hand: Told, settlement: Settlement) -> list[Any]:
    if settlement.wins:
        entries: list[Any] = ["和了"]
        for win in settlement.wins:
            deltas = telling.win_deltas(hand, win) or [0] * len(hand.deal.hands)
            entries += [_padded(deltas, 0), _win(hand, win)]
        return entries
    x = settlement.x or {}
    reason = x.get("reason")
    deltas = list(settlement.deltas or ())
    if reason == "exhaustive" and deltas and not any(deltas) and "shown" in x:
        return [ALL_READY]
    if reason == "exhaustive" and deltas and not any(deltas):
        return [NONE_READY]
    name = WRITTEN.get(str(reason), "流局")
    if settlement.outcome == "abort" or not deltas:
        return [name]
    return [name, _padded(deltas, 0)]


def _win(hand: Told, win: Win) -> list[Any]:
    """Who, from whom, who is liable, the points in words, each yaku in words."""
    x = win.x or {}
    texts = [_points(hand, win)]
    for number, worth in telling.yaku_lines(win):
        times = worth // YAKUMAN_HAN
        if yaku.is_yakuman(number) and times:
            texts.append(f"{yaku.TENHOU[number]}({f'{times}倍' if times > 1 else ''}役満)")
        else:
            texts.append(f"{yaku.TENHOU[number]}({worth}飜)")
    unknown = x.get("unknown")
    texts += [t for t in unknown if isinstance(t, str)] if isinstance(unknown, list) else []
    giver = win.seat if win.from_ is None else win.from_
    liable = telling.number(x, "pao", SEATS - 1)
    return [win.seat, giver, win.seat if liable is None else liable, *texts]


def _points(hand: Told, win: Win) -> str:
    """``30符2飜2000点``, ``満貫2000-4000点``, ``30符3飜2000点∀``."""
    x = win.x or {}
    fu, han = telling.number(x, "fu"), telling.number(x, "han")
    limit = telling.number(x, "limit", len(LIMITS) - 1)
    if limit is None:
        limit = _limit(fu, han, "yakuman" in x)
    head = ""
    if limit:
        head = LIMITS[limit]
    elif fu and han:
        head = f"{fu}符{han}飜"
    honba = telling.honba(win)
    paid = {payment.from_: payment.points for payment in win.payments or ()}
    others = len(hand.deal.hands) - 1
    if win.from_ is not None:
        value = win.value if win.value is not None else sum(paid.values()) - 100 * others * honba
        return f"{head}{value}点"
    if win.seat == hand.deal.dealer:
        each = win.value // others if win.value is not None else min(paid.values(), default=0)
        each -= 100 * honba if win.value is None else 0
        return f"{head}{each}点∀"
    if len(paid) == others and hand.deal.dealer in paid:
        high = paid[hand.deal.dealer] - 100 * honba
        low = min(points for payer, points in paid.items() if payer != hand.deal.dealer)
        low -= 100 * honba
    else:
        low, high = _split(win, limit, fu, han, others)
    return f"{head}{low}-{high}点"


def _split(
    win: Win, limit: int | None, fu: int | None, han: int | None, others: int
) -> tuple[int, int]:
    """What a child and what the dealer pays of a self-drawn win that is no dealer's."""
    if limit == 0 and fu and han:
        base = fu * 2 ** (2 + han)
        return -(-base // 100) * 100, -(-2 * base // 100) * 100
    low = (win.value or 0) // (others + 1)
    return low, 2 * low


def _limit(fu: int | None, han: int | None, yakuman: bool) -> int | None:
    """The limit by number, where a source does not name it; None when it cannot be told."""
    if yakuman:
        return 5
    if not han:
        return None
    for least, limit in ((13, 5), (11, 4), (8, 3), (6, 2), (5, 1)):
        if han >= least:
            return limit
    if not fu:
        return None
    return int(fu * 2 ** (2 + han) >= 2000)
