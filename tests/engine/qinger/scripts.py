"""Short scripts of 青儿: one act a line, with the finding that a check must have there.

    asked 0 1+ 2                  who is asked before the deal, ``+``: he knocks; 0 1 2 without it
    jian S5                       the 见张, a plain card of no consequence without it
    0: H9 H9 ..                   a hand; ``..`` fills it up with cards of which no line speaks
    dealt ! CLAUSE                what is wrong with the deal
    0 refuses | 1 plays           起牌; without it the dealer plays
    0 flies H9 [H9 H9 H9]         起飞, of four alike where one card is named
    0 five BJ BJ BJ LJ LJ         五喜起飞
    0 lays BJ                     补花
    1 draws S5 [tail]             a card from the stock
    0 throws H9 [drawn]           a discard
    1 peng HJ [HJ CJ] | 1 ming H9 a claim of the last card given, with the own cards
    0 hides H9 | 0 adds H9        暗笃, the fourth card of an own 碰
    2 wins H9 [of deal | of 4]    ``of``: another event than the last that gave a card
    2 passes [win peng]
    over draw | over abort | over win

A line may end in ``! CLAUSE``: the first finding stands there and cites it. Without one the script
is legal. Events count from 0, the match event being the first.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from engine.games.qinger import HAND, PLAYING
from engine.games.qinger.deals import FLOWERS, TILES
from events.model import (
    AnyEvent,
    Claim,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Pass,
    Player,
    Settlement,
)
from events.tiles import CARDS

DECLARES = {
    "refuses": "refuse",
    "plays": "play",
    "flies": "qi_fei",
    "five": "wu_xi",
    "lays": "flower",
    "hides": "an_du",
    "adds": "added_du",
    "knocks": "knock",
}


class Script(NamedTuple):
    """A script as events, and the finding that it expects: where, and by which clause."""

    events: list[AnyEvent]
    at: int | None
    clause: str | None


def read_script(
    text: str, options: Mapping[str, Any] | None = None, players: int = 3, dealer: int = 0
) -> Script:
    """The events of a script."""
    lines = [line for raw in text.splitlines() if (line := raw.split("#")[0].strip())]
    heads = [line for line in lines if re.match(r"\d+:|asked|jian|dealt", line)]
    acts = [line for line in lines if line not in heads]
    sitting = tuple(Player(id=f"p{seat}") for seat in range(players))
    events: list[AnyEvent] = [
        Match(v=1, game="qinger", rules="1", options=dict(options or {}), players=sitting)
    ]
    said = next((line.split()[1:] for line in heads if line.startswith("asked")), None)
    order = [str((dealer + i) % players) for i in range(PLAYING)]
    for word in order if said is None else said:
        act = "knock" if word.endswith("+") else "no_knock"
        events.append(Declare(seat=int(word.rstrip("+")), act=act))
    at = clause = None
    wrong = next((line.split("!")[1].strip() for line in heads if line.startswith("dealt")), None)
    if wrong:
        at, clause = len(events), wrong
    dealt = given = len(events)
    events.append(_deal(heads, acts, players, dealer))
    if acts and not re.match(r"\d+ (plays|refuses)|over|! ", acts[0]) and "unasked" not in acts:
        acts.insert(0, f"{dealer} plays")
    for line in acts:
        if line == "unasked":
            continue
        act_said, _, cited = line.partition("!")
        if cited:
            at, clause = len(events), cited.strip()
        event = _event(act_said.split(), given, dealt, players)
        if isinstance(event, Draw | Discard) or getattr(event, "act", "") == "added_du":
            given = len(events)
        events.append(event)
    return Script(events, at, clause)


def _deal(heads: Sequence[str], acts: Sequence[str], players: int, dealer: int) -> Deal:
    jian = next((line.split()[1] for line in heads if line.startswith("jian")), None)
    spoken = {jian, *(word for line in acts for word in line.split("!")[0].split())}
    held = Counter(word for line in heads for word in line.split("!")[0].split())
    rest = []
    for tile in TILES:
        if held[tile]:
            held[tile] -= 1
        elif tile not in spoken and tile not in FLOWERS:
            rest.append(tile)
    random.Random(5).shuffle(rest)
    hands = []
    wanted = dict(line.split("!")[0].split(":") for line in heads if re.match(r"\d+:", line))
    out = (dealer + PLAYING) % players if players > PLAYING else None
    for seat in range(players):
        text = wanted.get(str(seat), "" if seat == out else "..")
        cards = CARDS.parse(text.replace("..", ""))
        if ".." in text:
            cards += [rest.pop() for _ in range(HAND + (seat == dealer) - len(cards))]
        hands.append(" ".join(cards))
    plain = next(tile for tile in rest if tile[1:] in ("2", "5", "8"))
    return Deal(hand=0, dealer=dealer, hands=tuple(hands), open=jian or plain)


def _event(words: list[str], given: int, dealt: int, players: int) -> AnyEvent:
    if words[0] == "over":
        return Settlement(hand=0, outcome=words[1], deltas=None)  # type: ignore[arg-type]
    seat, verb, *rest = int(words[0]), words[1], *words[2:]
    of = given
    if "of" in rest:
        place = rest.index("of")
        of = dealt if rest[place + 1] == "deal" else int(rest[place + 1])
        rest = rest[:place]
    tile = rest[0] if rest else "?"
    match verb:
        case "draws":
            return Draw(seat=seat, tile=tile, end="tail" if "tail" in rest else None)
        case "throws":
            return Discard(seat=seat, tile=tile, drawn=True if "drawn" in rest else None)
        case "peng" | "ming":
            act, n = ("peng", 2) if verb == "peng" else ("ming_du", 3)
            own = " ".join(rest[1:] or [tile] * n)
            return Claim(seat=seat, act=act, tile=tile, with_=own, of=of)
        case "chow":
            return Claim(seat=seat, act="chow", tile=tile, with_=" ".join(rest[1:]), of=of)
        case "wins":
            return Claim(seat=seat, act="win", tile=tile, of=of)
        case "passes":
            return Pass(seat=seat, of=of, declined=tuple(rest) or None)
    if verb in ("flies", "hides") and len(rest) == 1:
        rest = rest * 4
    return Declare(seat=seat, act=DECLARES.get(verb, verb), tiles=" ".join(rest) or None)
