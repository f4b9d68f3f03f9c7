"""``paipu matches``: what is stored."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from api.commands.options import Database, Json
from api.terminal import out, out_json, say, table

if TYPE_CHECKING:
    from store import MatchInfo


def command(db: Database, json: Json = False) -> None:
    """List the matches in a database.

    \b
    paipu matches --db games.duckdb
    """
    from api.usecases.stored import all_matches, open_store

    with open_store(db, read_only=True) as store:
        found = [_row(info) for info in all_matches(store)]
    if json:
        for row in found:
            out_json(row)
    elif found:
        head = list(found[0])
        out(table([[_plain(row[key]) for key in head] for row in found], head, right=(0, 2, 3)))
    else:
        say("no match yet")


def _row(info: MatchInfo) -> dict[str, Any]:
    event, source = info.event, info.event.source
    return {
        "match": info.match,
        "game": event.game,
        "hands": info.hands,
        "events": info.head.version,
        "players": [player.name or player.id for player in event.players],
        "client": None if source is None else source.client,
        "head": info.head.hash.hex()[:16],
    }


def _plain(value: Any) -> str:
    return " ".join(value) if isinstance(value, list) else "" if value is None else str(value)
