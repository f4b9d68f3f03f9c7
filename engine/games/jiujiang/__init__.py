"""九江麻将: 4 players, 120 tiles, scored in 炮. Rule book: ``clauses.toml`` beside this file.

What the game is called, its options and its tiles; then ``GAME``, built out of the sibling files.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.tiles import MAHJONG

NAME = "jiujiang"
TITLE = "九江麻将"
ENGLISH = "Jiujiang mahjong"
UNIT = "炮"
PLAYERS = 4
COPIES = 4
"""How many of each kind there are (JJ-E1)."""

KINDS = (*range(27), *(MAHJONG.index[tile] for tile in "PFC"))
"""The kinds of tile in play, as indices into :data:`events.tiles.MAHJONG` (JJ-E1)."""

FA = MAHJONG.index["F"]
"""发财, the one flower: laid out and replaced, never part of a hand that wins (JJ-P2, JJ-P3)."""

DRAGONS = (MAHJONG.index["P"], MAHJONG.index["C"])
"""白板 and 红中: pairs and triplets only (JJ-W0)."""


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which houses differ; a match records those that are not the default."""

    min_pao: Annotated[
        int, Meta(ge=1, description="JJ-W1: the least own 炮 that wins (二炮起胡)")
    ] = 2
    pair_wait_on_plain: Annotated[
        bool, Meta(description="JJ-S3: 单掉 counts like 边 and 卡 on a plain hand")
    ] = False
    concealed_on_flower: Annotated[
        Literal[0, 1, 5], Meta(description="JJ-F16: 炮 for 门清 on a flower hand without 报听")
    ] = 0
    four_fa: Annotated[
        Literal["replace", "add"],
        Meta(description="JJ-A2: whether the eight for four F stand in place of the four singles"),
    ] = "replace"
    haidi: Annotated[Literal[10, 5], Meta(description="JJ-A10: 炮 for 海底捞月")] = 10
    haidi_discard: Annotated[
        Literal[0, 10], Meta(description="JJ-A10: 炮 for a win on the last discard (海底放炮)")
    ] = 0
    flag_eaten: Annotated[
        Literal["replace", "add"],
        Meta(description="JJ-X6: whether an eaten 红旗飘飘 stands in place of its two sets"),
    ] = "replace"
    rob: Annotated[
        Literal["added", "any_exposed"], Meta(description="JJ-P10: which kongs can be robbed")
    ] = "added"
    multi_win: Annotated[bool, Meta(description="JJ-P11: several players may win on one tile")] = (
        False
    )
    dealer_after_win: Annotated[
        Literal["winner", "next_seat_unless_dealer"],
        Meta(description="JJ-P13: who deals after a win"),
    ] = "winner"
    dealer_after_draw: Annotated[
        Literal["stay", "next"], Meta(description="JJ-P13: who deals after 黄庄")
    ] = "stay"
    follow_stack: Annotated[
        Literal["multiply", "max"], Meta(description="JJ-P15: how 跟庄 raises a raised unit")
    ] = "multiply"


# The siblings need what stands above; the game is built out of them last.
from engine.game import Game  # noqa: E402
from engine.games.jiujiang import payment, play, players, scoring, table  # noqa: E402

GAME = Game(
    name=NAME,
    title=TITLE,
    english=ENGLISH,
    unit=UNIT,
    players=(PLAYERS,),
    options=Options,
    alphabet=MAHJONG,
    cite={
        "unit": "JJ-P15",
        "winner": "JJ-P11",
        "by": "JJ-X1",
        "by:rob_kong": "JJ-F13",
        "by:kong_draw": "JJ-F13",
        "by:kong_discard": "JJ-F13",
        "from_": "JJ-X1",
        "tile": "R6",
        "first:heaven": "JJ-F11",
        "first:earth": "JJ-F12",
        "last": "JJ-A10",
        "value": "JJ-W2",
        "payer": "JJ-X1",
        "points": "JJ-X2",
    },
    begin=payment.begin,
    believe=payment.believe,
    carry_on=payment.carry_on,
    table=table.table,
    apply=table.apply,
    check=play.check,
    legal=play.legal,
    settle=table.settle,
    case=scoring.Case,
    score=scoring.score,
    seeded=players.seeded,
)
