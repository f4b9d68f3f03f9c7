"""The rules of clients whose logs do not say them, as options of the game.

The defaults are Tenhou's.
"""

from __future__ import annotations

import re
from typing import Any

KOBALAB: dict[str, Any] = {
    "kong_dora": "after_discard",
    "double_yakuman": True,
    "pao": "part",
    "pao_honba": "discarder",
    "extension": "sudden_death",
    "stop_when_first": "ready",
}
"""電脳麻将: カンドラ後乗せ, ダブル役満, サドンデス, 聴牌止め."""

MAJSOUL: dict[str, Any] = {
    "kong_dora": "after_discard",
    "max_winners": 3,
    "kokushi_robs": True,
    "double_yakuman": True,
    "pao": "part",
    "extension": "sudden_death",
    "stop_when_first": "ready",
}
"""雀魂's ranked tables: トリロン, 国士無双 on a concealed kong, ダブル役満, 聴牌止め."""

WORDS = {"majsoul": "雀魂", "kobalab": "電脳麻将"}
"""What we write before the name of a table of these clients, where a format has only a name."""

_MAJSOUL = re.compile(
    r"雀魂|\b(?:Bronze|Silver|Gold|Jade|Throne)\b|[銅銀金玉]の間|王座の間|[铜银金玉]之间|王座之间"
)


def named(table: str) -> dict[str, Any]:
    """The rules behind a table's name: a room of 雀魂, as converters write it, or 電脳麻将."""
    if _MAJSOUL.search(table):
        return dict(MAJSOUL)
    return dict(KOBALAB) if WORDS["kobalab"] in table else {}
