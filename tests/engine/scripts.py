"""Short scripts of play: one act a line, with the finding that a check must have there.

    die 3 | dice 1 4
    0: F 1m2m3m ..            the hands; ``..`` fills up with tiles that the script does not name
    0 lays F                  flowers
    0 tail 5m [die 4]         a replacement draw
    1 draws 5m                a head draw
    0 throws 9p [drawn]       a discard
    3 pung 9p | 3 kong 9p     claims of the last tile given; ``of N`` names another event
    1 chow 3m [1m2m]
    0 hides 1p | 0 adds 1p    a concealed kong, an added one
    0 ready
    2 wins 3s [of N]          ``of deal``: the deal
    2 passes [win pung]
    over draw | over abort    the settlement of a hand in which nobody pays

A line may end in ``! CLAUSE``: the first finding stands there and cites it. Without one the script
is legal. Events count from 0, the match event being the first and the deal the second.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

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
from events.tiles import MAHJONG, UNKNOWN


class Script(NamedTuple):
    """A script as events, and the finding that it expects: where, and by which clause."""

    events: list[AnyEvent]
    at: int | None
    clause: str | None


def read_script(
    game: str, text: str, options: Mapping[str, Any], tiles: Sequence[str], dealer: int = 0
) -> Script:
    """The events of a script. ``tiles``: every tile of the game, for filling up hands."""
    lines = [line.split("#")[0].strip() for line in text.strip().splitlines()]
    lines = [line for line in lines if line]
    hands = dict(line.split(":") for line in lines if re.match(r"\d:", line))
    acts = [line for line in lines if not re.match(r"\d:|dic?e", line)]
    dice = next((line.split()[1:] for line in lines if re.match(r"dic?e", line)), None)
    deal = Deal(
        hand=0,
        dealer=dealer,
        dice=tuple(map(int, dice)) if dice else None,
        hands=tuple(_filled(hands, acts, tiles, dealer)),
    )
    players = tuple(Player(id=f"p{seat}") for seat in range(4))
    events: list[AnyEvent] = [
        Match(v=1, game=game, rules="1", options=dict(options), players=players),
        deal,
    ]
    at = clause = None
    given = 1
    for act in acts:
        said, _, cited = act.partition("!")
        if cited:
            at, clause = len(events), cited.strip()
        event = _event(said.split(), given)
        if isinstance(event, Draw | Discard) or getattr(event, "act", "") in GIVING:
            given = len(events)
        events.append(event)
    return Script(events, at, clause)


GIVING = ("added_kong", "exposed_kong")


def _filled(
    hands: Mapping[str, str], acts: Sequence[str], tiles: Sequence[str], dealer: int
) -> list[str]:
    named = {tile for text in hands.values() for tile in MAHJONG.parse(text.replace("..", ""))}
    for act in acts:
        for word in act.split("!")[0].split():
            if word in MAHJONG.index:
                named.add(word)
    rest = [tile for tile in tiles if tile not in named and tile != "F"]
    random.Random(5).shuffle(rest)
    filled = []
    for seat in range(4):
        text = hands.get(str(seat), "..")
        held = MAHJONG.parse(text.replace("..", ""))
        if ".." in text:
            held += [rest.pop() for _ in range((14 if seat == dealer else 13) - len(held))]
        filled.append(" ".join(held))
    shown = Counter(tile for text in filled for tile in text.split())
    assert max(n for tile, n in shown.items() if tile != UNKNOWN) <= 4, shown
    return filled


def _event(words: list[str], given: int) -> AnyEvent:
    if words[0] == "over":
        return Settlement(hand=0, outcome=words[1], wins=(), deltas=(0, 0, 0, 0))  # type: ignore[arg-type]
    seat, verb, *rest = int(words[0]), words[1], *words[2:]
    of = given
    if "of" in rest:
        place = rest[rest.index("of") + 1]
        of = 1 if place == "deal" else int(place)
    tile = rest[0] if rest else "?"
    match verb:
        case "lays":
            return Declare(seat=seat, act="flower", tiles=" ".join(MAHJONG.parse(tile)))
        case "tail":
            die = int(rest[2]) if len(rest) > 2 else None
            return Draw(seat=seat, tile=tile, end="tail", die=die)
        case "draws":
            return Draw(seat=seat, tile=tile, end="head")
        case "throws":
            return Discard(seat=seat, tile=tile, drawn=True if "drawn" in rest else None)
        case "pung" | "kong":
            act, n = ("pung", 2) if verb == "pung" else ("exposed_kong", 3)
            return Claim(seat=seat, act=act, tile=tile, with_=" ".join([tile] * n), of=of)
        case "hides":
            return Declare(seat=seat, act="concealed_kong", tiles=" ".join([tile] * 4))
        case "adds":
            return Declare(seat=seat, act="added_kong", tiles=tile)
        case "ready":
            return Declare(seat=seat, act="ready")
        case "wins":
            return Claim(seat=seat, act="win", tile=tile, of=of)
        case "passes":
            return Pass(seat=seat, of=of, declined=tuple(rest) or None)
        case "chow":
            own = MAHJONG.parse(rest[1]) if len(rest) > 1 else ["1m", "2m"]
            return Claim(seat=seat, act="chow", tile=tile, with_=" ".join(own), of=of)
    raise ValueError(words)
