"""Logs of 国标麻将 as other clients write them, made out of events: for tests of the readers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from events.formats.mcr import FANS, TILES, clause
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Match, Settlement

CODES = {tile: code for code, tile in TILES.items()}
NAMES = {clause(name): name for name in FANS}
VERBS = {"pung": "Peng", "exposed_kong": "Gang", "win": "Hu"}


def middle(claim: Claim) -> str:
    """The middle of a chow, in Botzone's words."""
    ranks = sorted(int(tile[0]) for tile in [claim.tile, *(claim.with_ or "").split()])
    return CODES[f"{ranks[1]}{claim.tile[1]}"]


def fans(settlement: Settlement) -> list[tuple[str, int, int]]:
    """Name, worth and number of the 番 of the win."""
    assert settlement.wins
    found = []
    for id, amount in settlement.wins[0].lines or ():
        name = NAMES[id]
        found.append((name, FANS[name], amount // FANS[name]))
    return found


def ijcai(events: Sequence[AnyEvent], id: str = "5f00", newline: str = "\n") -> str:
    """One hand as the competition's text."""
    lines = []
    for event in events:
        match event:
            case Match():
                wind = "ESWN".index((event.options or {}).get("first_wind", "E"))
                lines += [f"Match {id}", f"Wind {wind}"]
            case Deal():
                for seat, held in enumerate(event.hands):
                    codes = " ".join(CODES[tile] for tile in held.split())
                    lines.append(f"Player {seat} Deal {codes}")
            case Draw():
                lines.append(f"Player {event.seat} Draw {CODES[event.tile]}")
            case Discard():
                lines.append(f"Player {event.seat} Play {CODES[event.tile]}")
            case Claim(act="chow"):
                lines.append(f"Player {event.seat} Chi {middle(event)}")
            case Claim():
                lines.append(f"Player {event.seat} {VERBS[event.act]} {CODES[event.tile]}")
            case Declare():
                verb = "AnGang" if event.act == "concealed_kong" else "BuGang"
                tile = (event.tiles or "").split()[0]
                lines.append(f"Player {event.seat} {verb} {CODES[tile]}")
            case Settlement():
                if event.wins:
                    told = "+".join(f"{name}*{times}" for name, _, times in fans(event))
                    lines.append(f"Fan {event.wins[0].value} {told}")
                else:
                    lines.append("Huang")
                lines.append("Score " + " ".join(map(str, event.deltas or ())))
    return newline.join([*lines, ""])


def botzone(events: Sequence[AnyEvent], *, wall: bool = True, bare: bool = False) -> str:
    """One hand as the records of Botzone's judge, with silent answers between them."""
    displays = list(_displays(events))
    init = displays[0]
    answers = {str(seat): {"verdict": "OK", "response": "PASS"} for seat in range(4)}
    records: list[dict[str, Any]] = []
    for display in displays:
        records += [{"output": {"command": "request", "display": display}}, answers]
    records.pop()
    head: dict[str, Any] = {"srand": 7, "quan": init["quan"]}
    deal = events[1]
    assert isinstance(deal, Deal)
    if wall and deal.wall is not None:
        head["walltiles"] = " ".join(_parts(deal.wall.split()))
    if bare:
        records[0]["output"]["initdata"] = head
        return json.dumps(records, ensure_ascii=False)
    return json.dumps({"_id": "5f01", "initdata": head, "logs": records}, ensure_ascii=False)


def _parts(tiles: list[str]) -> Iterator[str]:
    for seat in range(4):
        own = tiles[13 * seat : 13 * seat + 13] + tiles[52 + 21 * seat : 73 + 21 * seat]
        yield from (CODES[tile] for tile in reversed(own))


def _displays(events: Sequence[AnyEvent]) -> Iterator[dict[str, Any]]:
    waiting: dict[str, Any] | None = None
    for event in events:
        match event:
            case Match():
                wind = "ESWN".index((event.options or {}).get("first_wind", "E"))
                yield {"action": "INIT", "quan": wind, "srand": 7}
            case Deal():
                hands = [[CODES[tile] for tile in held.split()] for held in event.hands]
                yield {"action": "DEAL", "hand": hands}
            case Draw():
                yield {"action": "DRAW", "player": event.seat, "tile": CODES[event.tile]}
            case Discard() if waiting is not None:
                yield {**waiting, "tile": CODES[event.tile]}
                waiting = None
            case Discard():
                yield {"action": "PLAY", "player": event.seat, "tile": CODES[event.tile]}
            case Claim(act="chow"):
                waiting = {"action": "CHI", "player": event.seat, "tileCHI": middle(event)}
            case Claim(act="pung"):
                waiting = {"action": "PENG", "player": event.seat}
            case Claim(act="exposed_kong"):
                yield {"action": "GANG", "player": event.seat, "tile": CODES[event.tile]}
            case Declare():
                action = "GANG" if event.act == "concealed_kong" else "BUGANG"
                tile = (event.tiles or "").split()[0]
                yield {"action": action, "player": event.seat, "tile": CODES[tile]}
            case Settlement(wins=(win, *_)):
                told = [{"name": n, "value": v, "cnt": c} for n, v, c in fans(event)]
                yield {"action": "HU", "player": win.seat, "fan": told, "fanCnt": win.value,
                       "score": list(event.deltas or ())}  # fmt: skip
            case Settlement():
                yield {"action": "HUANG"}
