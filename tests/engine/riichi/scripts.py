"""Short scripts of riichi play: one act a line, with the finding that a check must have there.

    round S4 | honba 2 | sticks 1 | totals 25000 25000 900 49100     what the hand begins with
    dora N                    the indicator of the deal
    0: 123m 456p ..           a hand; ``..`` fills it up with tiles that the script does not name
    0 draws 5m                a head draw
    0 throws 9p [drawn]       a discard
    1 chows 9p 7p 8p          a chow with two own tiles
    3 pungs 9p [5p 5pr]       a pung, a kong: with plain tiles of the kind, or with those named
    3 kongs 9p
    0 hides 1p | 0 adds 1p    a concealed kong, an added one
    0 north                   抜きドラ
    0 tail 5m                 a replacement
    0 riichi                  the declaration
    2 wins 3s                 on what was given last, or drawn
    2 passes [win pung]
    until 4                   everybody draws and throws what he draws until so many are left
    over win | over draw [1 3] | over abort yao9      the settlement (at a draw: who shows a hand)

An act may end in ``dora 5s``: this indicator is turned after it; in ``of N``: it claims that event;
in ``! CLAUSE``: the first finding stands there and cites it. Without one the script is legal.
Events count from 0, the match event being the first and the deal the second.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from engine.game import game
from engine.games.riichi.table import book
from engine.replay import Replay
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


GIVING = ("added_kong", "concealed_kong", "kita")
CALLS = {"chows": ("chow", 2), "pungs": ("pung", 2), "kongs": ("exposed_kong", 3)}
CARRY = re.compile(r"(round|honba|sticks|totals) ([^|]+)")


def read_script(
    text: str, options: Mapping[str, Any] | None = None, players: int = 4, dealer: int = 0
) -> Script:
    """The events of a script."""
    lines = [line.split("#")[0].strip() for line in text.strip().splitlines()]
    lines = [line for line in lines if line]
    hands = {int(line[0]): line[2:] for line in lines if re.match(r"\d:", line)}
    head = [line for line in lines if re.match(r"round|honba|sticks|totals|dora", line)]
    acts = [line for line in lines if line not in head and not re.match(r"\d:", line)]
    dora = next((line.split()[1] for line in head if line.startswith("dora")), "N")
    chosen = {**(options or {}), **({"players": 3} if players == 3 else {})}
    reader = _Reader(hands, acts, dora, chosen, players, dealer)
    reader.deal(_carry(head, players, dealer))
    for act in acts:
        reader.act(act)
    return Script(reader.events, reader.at, reader.clause)


def _carry(head: Sequence[str], players: int, dealer: int) -> dict[str, Any]:
    carry: dict[str, Any] = {
        "totals": [25_000] * players,
        "honba": 0,
        "sticks": 0,
        "round": f"E{dealer + 1}",
    }
    for name, value in CARRY.findall(" | ".join(head)):
        words = value.split()
        if name == "totals":
            carry[name] = [int(word) for word in words]
        else:
            carry[name] = words[0] if name == "round" else int(words[0])
    return carry


class _Reader:
    """Turns lines into events; the replay beside it says what was given last."""

    def __init__(
        self,
        hands: Mapping[int, str],
        acts: Sequence[str],
        dora: str,
        options: Mapping[str, Any],
        players: int,
        dealer: int,
    ) -> None:
        self.players, self.dealer, self.dora = players, dealer, dora
        seats = tuple(Player(id=f"p{seat}") for seat in range(players))
        self.events: list[AnyEvent] = []
        self.at: int | None = None
        self.clause: str | None = None
        self.replay = Replay()
        self.given = 1
        self.tile = UNKNOWN
        self._emit(Match(v=1, game="riichi", rules="1", options=dict(options), players=seats))
        copies = book(players, options.get("red_fives", True)).copies
        self.pool = [MAHJONG.tiles[kind] for kind, n in copies.items() for _ in range(n)]
        self.named = self._named(hands, acts, dora)
        for tile in self.named:
            if tile in self.pool:
                self.pool.remove(tile)
        random.Random(5).shuffle(self.pool)
        self.pool.sort(key=lambda tile: tile in set(self.named))  # named kinds come last
        self.hands = [self._filled(hands.get(seat, "..")) for seat in range(players)]

    def _named(self, hands: Mapping[int, str], acts: Sequence[str], dora: str) -> list[str]:
        named = [dora]
        for text in hands.values():
            named += MAHJONG.parse(text.replace("..", ""))
        for act in acts:
            words = act.split("!")[0].split()
            if len(words) > 1 and words[1] in ("draws", "tail"):
                named.append(words[2])
            if "dora" in words:
                named.append(words[words.index("dora") + 1])
        return named

    def _filled(self, text: str) -> str:
        held = MAHJONG.parse(text.replace("..", ""))
        if ".." in text:
            held += [self.pool.pop(0) for _ in range(13 - len(held))]
        return " ".join(held)

    def deal(self, carry: dict[str, Any]) -> None:
        shown = Counter(tile for text in self.hands for tile in text.split())
        assert max(n for tile, n in shown.items() if tile != UNKNOWN) <= 4, shown
        self._emit(
            Deal(hand=0, dealer=self.dealer, hands=tuple(self.hands), open=self.dora, carry=carry)
        )

    def _emit(self, event: AnyEvent) -> None:
        self.events.append(event)
        self.replay.apply(event)

    def act(self, line: str) -> None:
        said, _, cited = line.partition("!")
        words = said.split()
        if words[0] == "until":
            self._until(int(words[1]))
            return
        x = None
        if "dora" in words:
            at = words.index("dora")
            x = {"dora": words[at + 1]}
            del words[at : at + 2]
        of = self.given
        if "of" in words:
            at = words.index("of")
            of = int(words[at + 1])
            del words[at : at + 2]
        if cited:
            self.at, self.clause = len(self.events), cited.strip()
        event = self._over(words[1:]) if words[0] == "over" else self._event(words, of)
        if isinstance(event, Draw | Discard) or getattr(event, "act", "") in GIVING:
            self.given = len(self.events)
        self._emit(replace(event, x=x) if x else event)

    def _until(self, left: int) -> None:
        assert self.replay.hand is not None
        table = self.replay.hand.table
        while table.wall.left > left or table.phase == "turn":
            if table.phase == "turn" and table.drawn is None:
                event: AnyEvent = Draw(seat=table.turn, tile=self.pool.pop(0))
            elif table.phase == "turn":
                tile = table.names[table.drawn]
                event = Discard(seat=table.turn, tile=tile, drawn=True)
            else:
                event = Draw(seat=table.next_seat(table.turn), tile=self.pool.pop(0))
            self.given = len(self.events)
            self._emit(event)

    def _over(self, words: list[str]) -> Settlement:
        assert self.replay.hand is not None and self.replay.game is not None
        table = self.replay.hand.table
        if words[0] == "win":
            settled = self.replay.game.settle(table, None)
            assert settled is not None, "the hand is not won"
            return settled
        x: dict[str, Any] = {"reason": words[1]} if words[0] == "abort" else {}
        if words[0] == "draw":
            x = {"reason": "exhaustive", "shown": [int(word) for word in words[1:]]}
            settled = game("riichi").settle(table, None)
            if settled is not None and settled.outcome == "draw":
                return replace(settled, x={**(settled.x or {}), **x})
        return Settlement(
            hand=0,
            outcome=words[0],  # type: ignore[arg-type]
            wins=(),
            deltas=(0,) * self.players,
            x=x,
        )

    def _event(self, words: list[str], of: int) -> AnyEvent:
        seat, verb, *rest = int(words[0]), words[1], *words[2:]
        tile = rest[0] if rest else UNKNOWN
        match verb:
            case "draws":
                return Draw(seat=seat, tile=tile)
            case "tail":
                return Draw(seat=seat, tile=tile, end="tail")
            case "throws":
                return Discard(seat=seat, tile=tile, drawn=True if "drawn" in rest else None)
            case "chows" | "pungs" | "kongs":
                act, n = CALLS[verb]
                own = rest[1:] or [tile.rstrip("r")] * n
                return Claim(seat=seat, act=act, tile=tile, with_=" ".join(own), of=of)
            case "hides":
                own = rest if len(rest) > 1 else [tile] * 4
                return Declare(seat=seat, act="concealed_kong", tiles=" ".join(own))
            case "adds":
                return Declare(seat=seat, act="added_kong", tiles=tile)
            case "north":
                return Declare(seat=seat, act="kita", tiles="N")
            case "riichi":
                return Declare(seat=seat, act="ready")
            case "wins":
                return Claim(seat=seat, act="win", tile=tile, of=of)
            case "passes":
                return Pass(seat=seat, of=of, declined=tuple(rest) or None)
        raise ValueError(words)
