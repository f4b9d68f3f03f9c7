"""国标麻将: 4 players, 144 or 136 tiles, scored in 番. The rule book is ``clauses.toml`` here.

What the game is called, its options and its tiles; then ``GAME``, built out of the sibling files.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.tiles import MAHJONG

NAME = "mcr"
TITLE = "国标麻将"
ENGLISH = "Chinese Official mahjong (MCR)"
UNIT = "番"
PLAYERS = 4
COPIES = 4
"""How many of each kind there are, flowers aside: of those there is one each (MC-E1)."""

FLOWERS = tuple(MAHJONG.index[f"{n}f"] for n in range(1, 9))
"""春夏秋冬 梅兰竹菊: laid out and replaced, one 番 each (MC-E3, MC-F81)."""

TILES = tuple(range(34))
"""The kinds of tile that make a hand, as indices into :data:`events.tiles.MAHJONG` (MC-E1)."""

WINDS = "ESWN"
"""The winds: of the round, and of the seats from the dealer on (MC-E5)."""

BASE = 8
"""What every loser pays beside the 番 (MC-X1, MC-X2)."""

PENALTY = 10
"""What an illegal act that ends the hand gives each of the three others (MC-X3)."""


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which houses and platforms differ; a match records those not the default."""

    flowers: Annotated[
        bool, Meta(description="MC-E1: 144 tiles with eight flowers, or 136 without")
    ] = True
    wall: Annotated[
        Literal["one", "quarters"],
        Meta(description="MC-E4: one wall for all, or a part of 34 tiles for each seat (Botzone)"),
    ] = "one"
    min_fan: Annotated[
        int, Meta(ge=0, le=88, description="MC-W2: the least 番 of a win, flowers aside")
    ] = 8
    first_wind: Annotated[
        Literal["E", "S", "W", "N"],
        Meta(description="MC-E5: the wind of the round that the first hand belongs to"),
    ] = "E"
    deals: Annotated[int, Meta(ge=1, le=64, description="MC-E5: how many hands a match has")] = 16
    errors: Annotated[
        Literal["finding", "end"],
        Meta(description="MC-X3: a false win is a finding only, or it ends the hand (Botzone)"),
    ] = "finding"


# The siblings need what stands above; the game is built out of them last.
from engine.game import Game  # noqa: E402
from engine.games.mcr import payment, play, players, scoring, table  # noqa: E402

GAME = Game(
    name=NAME,
    title=TITLE,
    english=ENGLISH,
    unit=UNIT,
    players=(PLAYERS,),
    options=Options,
    alphabet=MAHJONG,
    cite={
        "winner": "MC-P5",
        "by": "MC-X1",
        "by:kong_draw": "MC-F46",
        "by:rob_kong": "MC-F47",
        "from_": "MC-X1",
        "tile": "R6",
        "last": "MC-P7",
        "value": "MC-W2",
        "payer": "MC-X1",
        "points": "MC-X1",
        "deltas": "MC-X1",
    },
    begin=payment.begin,
    believe=payment.believe,
    carry_on=payment.carry_on,
    table=table.table,
    apply=table.apply,
    check=play.check,
    legal=play.legal,
    settle=table.settle,
    balanced=payment.balanced,
    cite_more=payment.cite_more,
    case=scoring.Case,
    score=scoring.score,
    seeded=players.seeded,
    match_end="MC-E5",
    measures={"MC-X": "分"},
)
