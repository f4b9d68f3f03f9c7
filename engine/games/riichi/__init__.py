"""立直麻将 (riichi), four or three players, scored in points. Rule book: ``clauses.toml``.

The defaults are the rules of Tenhou's tables; where other clients differ, an option says it.

A deal has thirteen tiles a seat, the indicator in ``open``, and in ``carry`` ``totals``, ``honba``,
``sticks`` and ``round`` (``E1``). Under ``x`` the game reads, where a record tells it: of any act
``dora``, the indicators turned after it; of a riichi discard ``accepted`` and ``totals``, whether
its stick was paid and everybody's points then; of a settlement ``ba`` (本場 and sticks on the
table), ``reason`` (``exhaustive``, ``nm``, ``yao9``, ``kaze4``, ``reach4``, ``kan4``, ``ron3``) and
``shown``, the seats that showed a hand; of a win ``fu``, ``han``, ``limit``, ``yakuman``, ``dora``,
``ura``, ``pao``, ``ba`` and ``deltas``. What is told is compared; of what is not told nothing is
asked, and indicators that no record shows are believed by their line.
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

EAST: int = MAHJONG.index["E"]
NORTH: int = MAHJONG.index["N"]
WHITE: int = MAHJONG.index["P"]
"""The first wind, the last, and the first dragon; the kinds run on from each."""

WINDS = "ESWN"


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a match's table allows; a match records what is not the default."""

    players: Annotated[Literal[3, 4], Meta(description="RI-E2: how many play")] = 4
    length: Annotated[
        Literal["one", "east", "south", "full"],
        Meta(description="RI-P21: 一局戦, 東風戦, 東南戦, 一荘戦"),
    ] = "south"
    fast: Annotated[bool, Meta(description="RI-P21: a table with short thinking time")] = False
    target: Annotated[
        int | None, Meta(description="RI-P21: points that end a match; by default 30,000 (40,000)")
    ] = None
    extension: Annotated[
        Literal["no", "sudden_death", "dealer_first"],
        Meta(description="RI-P21: 南入 西入 when nobody has the target, until somebody has it"),
    ] = "dealer_first"
    bust: Annotated[bool, Meta(description="RI-P21: 飛び, points below 0 end the match")] = True
    stop_when_first: Annotated[
        Literal["no", "win", "ready"],
        Meta(
            description="RI-P21: 和了止め 聴牌止め, what ends the last round for a dealer who leads"
        ),
    ] = "win"
    dealer_stays: Annotated[
        Literal["never", "win", "ready", "draw"],
        Meta(description="RI-P19: when the dealer deals again"),
    ] = "ready"
    red_fives: Annotated[bool, Meta(description="RI-E1: one red five in each suit")] = True
    kong_dora: Annotated[
        Literal["at_once", "before_discard", "after_discard"],
        Meta(description="RI-P7: when the indicator of an exposed or added kong is turned"),
    ] = "before_discard"
    ura_dora: Annotated[bool, Meta(description="RI-E4: 裏ドラ after riichi")] = True
    swap_calls: Annotated[
        Literal["no", "other_end", "yes"], Meta(description="RI-P3: 喰い替え, which is allowed")
    ] = "no"
    last_riichi: Annotated[
        bool, Meta(description="RI-P8: riichi without a further turn in the wall")
    ] = False
    riichi_on_credit: Annotated[bool, Meta(description="RI-P8: riichi with less than 1,000")] = (
        False
    )
    riichi_kong: Annotated[
        Literal["no", "same_shape", "same_waits"],
        Meta(description="RI-P10: which concealed kongs are allowed after riichi"),
    ] = "same_waits"
    max_winners: Annotated[
        Literal[1, 2, 3], Meta(description="RI-P11: 頭ハネ, ダブロン, トリロン")
    ] = 2
    kokushi_robs: Annotated[bool, Meta(description="RI-P12: 国士無双 robs a concealed kong")] = (
        False
    )
    abortive_draws: Annotated[bool, Meta(description="RI-P14…P18: 途中流局")] = True
    hide_ready: Annotated[
        bool, Meta(description="RI-P13: ノーテン宣言, a ready hand need not be shown at a draw")
    ] = False
    open_tanyao: Annotated[bool, Meta(description="RI-Y8: 断幺九 counts with an open hand")] = True
    ippatsu: Annotated[bool, Meta(description="RI-Y2: 一発 counts")] = True
    renhou: Annotated[
        Literal["no", "mangan", "yakuman"], Meta(description="RI-Y36: what 人和 is worth")
    ] = "no"
    double_wind_fu: Annotated[
        Literal[2, 4], Meta(description="RI-F7: 連風牌, a pair that is round and seat wind")
    ] = 4
    rounded_mangan: Annotated[
        bool, Meta(description="RI-X2: 切り上げ満貫, 4 han 30 fu and 3 han 60 fu are 満貫")
    ] = False
    counted_yakuman: Annotated[bool, Meta(description="RI-X2: 数え役満, 13 han are 役満")] = True
    double_yakuman: Annotated[
        bool, Meta(description="RI-X3: RI-Y41, Y46, Y48 and Y49 count twice")
    ] = False
    added_yakuman: Annotated[bool, Meta(description="RI-X3: several 役満 add up")] = True
    honba: Annotated[
        int, Meta(ge=0, le=10_000, description="RI-X4: points of a 本場 from each player")
    ] = 100
    pao: Annotated[
        Literal["no", "whole", "part"],
        Meta(description="RI-X7: 包, for the whole hand or for the 役満 that was let through"),
    ] = "whole"
    pao_honba: Annotated[
        Literal["liable", "discarder"], Meta(description="RI-X7: who of the two pays the 本場")
    ] = "liable"
    pao_four_kongs: Annotated[bool, Meta(description="RI-X7: 四槓子 makes liable too")] = False
    noten_payment: Annotated[bool, Meta(description="RI-X8: ノーテン罰符")] = True
    nagashi: Annotated[bool, Meta(description="RI-X9: 流し満貫")] = True


# The siblings need what stands above; the game is built out of them last.
from engine.game import Game  # noqa: E402
from engine.games.riichi import (  # noqa: E402
    carry,
    cases,
    play,
    players,
    settling,
    table,
)
from engine.games.riichi.winning import stakes  # noqa: E402

GAME = Game(
    name=NAME,
    title=TITLE,
    english=ENGLISH,
    unit=UNIT,
    players=(4, 3),
    options=Options,
    alphabet=MAHJONG,
    cite={
        "outcome": "RI-P13",
        "winner": "RI-P11",
        "tile": "R6",
        "by": "R6",
        "from_": "R6",
        "first:heaven": "RI-Y37",
        "first:earth": "RI-Y38",
        "fu": "RI-F13",
        "han": "RI-X1",
        "limit": "RI-X2",
        "yakuman": "RI-X3",
        "value": "RI-X1",
        "payer": "RI-X1",
        "points": "RI-X1",
        "dora": "RI-E4",
        "ura": "RI-E4",
        "pao": "RI-X7",
    },
    cite_more=settling.cite_more,
    begin=carry.begin,
    believe=carry.believe,
    carry_on=carry.carry_on,
    table=table.table,
    apply=table.apply,
    check=play.check,
    legal=play.legal,
    settle=settling.settle,
    staked=stakes,
    last_totals=carry.last_totals,
    balanced=carry.balanced,
    case=cases.Case,
    score=cases.score,
    seeded=players.seeded,
    close=carry.close,
    match_end="RI-P21",
    measures={"RI-Y": "番", "RI-F": "符"},
)
