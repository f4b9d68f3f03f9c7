"""立直麻将 (riichi), three or four players, scored in points. Rule book: ``clauses.toml``.

This version keeps tiles and turn order honest and follows the points from hand to hand; what a win
is worth is taken as recorded.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.tiles import MAHJONG

NAME = "riichi"
TITLE = "立直麻将"
ENGLISH = "Riichi mahjong"
UNIT = "点"

RED = {MAHJONG.index[f"5{suit}r"]: MAHJONG.index[f"5{suit}"] for suit in "mps"}
"""The red fives, and the plain kind that each counts as (RI-E1)."""

NORTH = MAHJONG.index["N"]


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a match's table allows; a match records what is not the default."""

    players: Annotated[Literal[3, 4], Meta(description="RI-E2: how many play")] = 4
    length: Annotated[Literal["east", "south"], Meta(description="RI-E2: 東風戦 or 東南戦")] = (
        "south"
    )
    red_fives: Annotated[bool, Meta(description="RI-E1: one red five in each suit")] = True
    open_tanyao: Annotated[bool, Meta(description="RI-Y8: 断幺九 counts with an open hand")] = True
    fast: Annotated[bool, Meta(description="RI-E2: a table with short thinking time")] = False


# The siblings need what stands above; the game is built out of them last.
from engine.game import Game  # noqa: E402
from engine.games.riichi import payment, play, table  # noqa: E402

GAME = Game(
    name=NAME,
    title=TITLE,
    english=ENGLISH,
    unit=UNIT,
    players=(4, 3),
    options=Options,
    alphabet=MAHJONG,
    cite={"winner": "RI-P5", "tile": "R6", "by": "R6", "from_": "R6"},
    begin=payment.begin,
    believe=payment.believe,
    carry_on=payment.carry_on,
    table=table.table,
    apply=table.apply,
    check=play.check,
    legal=play.legal,
    settle=table.settle,
    staked=payment.staked,
    last_totals=payment.last_totals,
    balanced=payment.balanced,
)
