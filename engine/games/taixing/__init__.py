"""泰兴麻将: 4 players, 144 tiles, scored in 花 × 番. Rule book: ``clauses.toml`` beside this file.

What the game is called, its options and its tiles; then ``GAME``, built out of the sibling files.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.tiles import MAHJONG

NAME = "taixing"
TITLE = "泰兴麻将"
ENGLISH = "Taixing mahjong"
UNIT = "花"
PLAYERS = 4
COPIES = 4
"""How many of each kind there are, flowers aside: of those there is one each (TX-E1)."""

FLOWERS = tuple(MAHJONG.index[f"{n}f"] for n in range(1, 9))
"""春夏秋冬 梅兰竹菊: laid out and replaced (TX-E4); all eight in one hand win (TX-W4)."""

WINDS = tuple(MAHJONG.index[tile] for tile in "ESWNPFC")
"""The seven honours, 风 for every rule (TX-E1)."""

KINDS = (*range(27), *WINDS, *FLOWERS)
"""The kinds of tile in play, as indices into :data:`events.tiles.MAHJONG` (TX-E1)."""

DEALS = 16
"""Four winds (圈) of four deals (TX-E5)."""


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which houses differ; a match records those that are not the default."""

    dealer_after_draw: Annotated[
        Literal["stay", "next"], Meta(description="TX-E5: who deals after 荒庄")
    ] = "stay"
    multi_win: Annotated[
        Literal["all", "two_nearest", "nearest"],
        Meta(description="TX-P2: how many may win on one tile (一炮多响)"),
    ] = "all"
    concealed_wind_triplet: Annotated[
        Literal[0, 1], Meta(description="TX-H7: 花 for three or four 风 alike in hand")
    ] = 0
    big_line_base: Annotated[
        Literal[0, 1],
        Meta(description="TX-F1: 番 on which 一条龙 and 对对胡 stand when no other line is there"),
    ] = 0


# The siblings need what stands above; the game is built out of them last.
from engine.game import Game  # noqa: E402
from engine.games.taixing import payment, play, players, scoring, table  # noqa: E402

GAME = Game(
    name=NAME,
    title=TITLE,
    english=ENGLISH,
    unit=UNIT,
    players=(PLAYERS,),
    options=Options,
    alphabet=MAHJONG,
    cite={
        "winner": "TX-P2",
        "by": "TX-X2",
        **{f"by:{by}": clause for by, clause in payment.KONG_WINS.items()},
        "from_": "TX-X2",
        "tile": "R6",
        "first": "TX-F10",
        "last": "TX-P6",
        "hua": "TX-X1",
        "fan": "TX-X1",
        "value": "TX-X1",
        "payer": "TX-X2",
        "points": "TX-X2",
    },
    begin=payment.begin,
    believe=payment.believe,
    carry_on=payment.carry_on,
    table=table.table,
    apply=table.apply,
    check=play.check,
    legal=play.legal,
    settle=table.settle,
    cite_more=payment.cite_more,
    case=scoring.Case,
    score=scoring.score,
    seeded=players.seeded,
    match_end="TX-E5",
    measures={"TX-F": "番", "TX-E6": "倍", "TX-X4": "倍", "TX-X3": "分"},
)
