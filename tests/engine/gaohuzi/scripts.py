"""Short scripts of 告胡子: one act a line, with the finding that a check must have there.

    0 datuo | 1 no_datuo          before the deal
    0: 2x 2x ..                   a hand; ``..`` fills it up with single cards, so that nothing is
    open 3x                       forced; the dealer's shown card
    wall                          the wall is recorded: the cards as the script draws them
    dealt ! CLAUSE                what is wrong with the deal
    0 lays 2x                     a dealt 提
    0 extra 7x                    an extra card
    0 throws 9x [drawn]           a discard
    1 draws 5x [tail]             a card from the stock
    1 peng 9x | 1 wei 9x | 1 chou_wei 9x
    1 ti 9x 3 | 1 pao 9x          out of the hand (three cards), or out of a laid 偎 or 碰
    1 chi 7x 5x6x [7x8x9x ..]     the two hand cards, then the groups of 比
    2 win 3d [of deal | of 4]     any claim takes the last card given; ``of`` names another event
    2 passes [peng win]
    over draw | over abort        the settlement

A line may end in ``! CLAUSE``: the first finding stands there and cites it. Without one the script
is legal. Events count from 0, the match event being the first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from itertools import takewhile
from typing import Any, NamedTuple

from engine.games.gaohuzi import COPIES, HAND
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
from events.tiles import ZIPAI, TileError


class Script(NamedTuple):
    """A script as events, and the finding that it expects: where, and by which clause."""

    events: list[AnyEvent]
    at: int | None
    clause: str | None


def read_script(
    text: str, options: Mapping[str, Any] | None = None, players: int = 3, dealer: int = 0
) -> Script:
    """The events of a script."""
    lines = [line.split("#")[0].strip() for line in text.strip().splitlines()]
    lines = [line for line in lines if line]
    wanted = dict(line.split(":") for line in lines if re.match(r"\d:", line))
    acts = [line for line in lines if not re.match(r"\d:|open|wall|dealt", line)]
    shown = next((line.split()[1] for line in lines if line.startswith("open")), None)
    drawn = [w[2] for line in acts if (w := line.split())[1] in ("draws", "extra")]
    hands = _filled(wanted, lines, drawn, players, dealer)
    wall = _wall(hands, drawn) if "wall" in lines else None
    deal = Deal(hand=0, dealer=dealer, hands=tuple(hands), open=shown, wall=wall)
    sitting = tuple(Player(id=f"p{seat}") for seat in range(players))
    events: list[AnyEvent] = [
        Match(v=1, game="gaohuzi", rules="1", options=dict(options or {}), players=sitting)
    ]
    at = clause = None
    given = dealt = None
    wrong = next((line.split("!")[1].strip() for line in lines if line.startswith("dealt")), None)
    for line in [*acts[: _asked(acts)], None, *acts[_asked(acts) :]]:
        if line is None:
            given = dealt = len(events)
            at, clause = (given, wrong) if wrong else (at, clause)
            events.append(deal)
            continue
        said, _, cited = line.partition("!")
        if cited:
            at, clause = len(events), cited.strip()
        event = _event(said.split(), given or 0, dealt or 0, players)
        if isinstance(event, Discard) or (isinstance(event, Draw) and event.end != "extra"):
            given = len(events)
        events.append(event)
    return Script(events, at, clause)


def _asked(acts: list[str]) -> int:
    """How many lines stand before the deal."""
    return len(list(takewhile(lambda line: "datuo" in line, acts)))


def _filled(
    wanted: Mapping[str, str], lines: list[str], drawn: list[str], players: int, dealer: int
) -> list[str]:
    """The hands, filled up with cards that no act names where it can be, singles before pairs."""
    hands = [ZIPAI.parse(wanted.get(str(s), "..").replace("..", "")) for s in range(players)]
    acts = [line for line in lines if not re.match(r"\d:", line)]
    named = {card for line in acts for word in line.split()[1:] for card in _cards(word)}
    used = Counter(card for cards in (*hands, drawn) for card in cards)
    short = [seat for seat in range(players) if ".." in wanted.get(str(seat), "..")]
    while short:
        for seat in list(short):
            hand = hands[seat]
            if len(hand) == HAND + (seat == dealer):
                short.remove(seat)
                continue
            free = [
                card
                for card in ZIPAI.tiles
                if used[card] < COPIES and hand.count(card) < (1 if card in named else 3)
            ]
            best = min(free, key=lambda card: (card in named, hand.count(card), used[card]))
            hand.append(best)
            used[best] += 1
    del used["?"]
    assert max(used.values()) <= COPIES or "GH-E1" in "".join(lines), used
    return [" ".join(cards) for cards in hands]


def _cards(word: str) -> list[str]:
    try:
        return ZIPAI.parse(word)
    except TileError:
        return []


def _wall(hands: list[str], drawn: list[str]) -> str:
    front = [card for hand in hands for card in hand.split()] + drawn
    rest = Counter(dict.fromkeys(ZIPAI.tiles, COPIES))
    rest.subtract(front)
    return " ".join([*front, *rest.elements()])


def _event(words: list[str], given: int, dealt: int, players: int) -> AnyEvent:
    if words[0] == "over":
        return Settlement(hand=0, outcome=words[1], wins=())  # type: ignore[arg-type]
    seat, verb, *rest = int(words[0]), words[1], *words[2:]
    of = given
    if "of" in rest:
        place = rest.index("of")
        of = dealt if rest[place + 1] == "deal" else int(rest[place + 1])
        del rest[place : place + 2]
    tile = rest[0] if rest else "?"
    match verb:
        case "datuo" | "no_datuo":
            return Declare(seat=seat, act=verb)
        case "lays":
            return Declare(seat=seat, act="ti", tiles=" ".join([tile] * 4))
        case "extra":
            return Draw(seat=seat, tile=tile, end="extra")
        case "draws":
            return Draw(seat=seat, tile=tile, end="tail" if "tail" in rest else None)
        case "throws":
            return Discard(seat=seat, tile=tile, drawn=True if "drawn" in rest else None)
        case "passes":
            return Pass(seat=seat, of=of, declined=tuple(rest) or None)
        case "peng" | "wei" | "chou_wei" | "ti" | "pao":
            n = int(rest[1]) if len(rest) > 1 else 0 if verb in ("ti", "pao") else 2
            own = " ".join([tile] * n) or None
            return Claim(seat=seat, act=verb, tile=tile, with_=own, of=of)
        case "chi":
            pair, *groups = (" ".join(ZIPAI.parse(text)) for text in rest[1:])
            return Claim(
                seat=seat, act="chi", tile=tile, with_=pair, of=of, bi=tuple(groups) or None
            )
    return Claim(seat=seat, act=verb, tile=tile, of=of)
