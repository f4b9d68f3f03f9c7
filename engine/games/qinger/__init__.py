"""青儿: 3 players of 3 or 4, 126 cards, scored in 分. Rule book: ``clauses.toml`` beside this file.

What the game is called, its options and its cards; then ``GAME``, built out of the sibling files.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.tiles import CARDS

NAME = "qinger"
TITLE = "青儿"
ENGLISH = "Qing'er"
UNIT = "分"
PLAYERS = (3, 4)
PLAYING = 3
"""How many play a hand; a fourth at the table sits it out (QE-E3)."""

HAND = 22
"""How many cards a hand holds while it is not its turn (QE-E5, QE-P7)."""

SETS = 7
"""How many groups a winning hand has beside its pair (QE-W1)."""

INDEX = CARDS.index
RANKED = 27
"""The kinds below it have ranks: ♠ 0–8, ♥ 9–17, ♣ 18–26."""

JACK, QUEEN, KING = (INDEX[card] for card in ("HJ", "HQ", "HK"))
FACES = (JACK, QUEEN, KING)
CLUBS: tuple[int, ...] = tuple(INDEX[card] for card in ("CJ", "CQ", "CK"))
"""♣ J Q K: cards that pay whoever draws them (QE-B7)."""

GHOSTS = BIG, SMALL = (INDEX["BJ"], INDEX["LJ"])
ADVERT = INDEX["AD"]
FLOWERS = (*GHOSTS, ADVERT)
"""大鬼, 小鬼 and 广告: laid out and replaced, in no group (QE-P4)."""

COPIES: tuple[int, ...] = (*(4,) * RANKED, *(3,) * 3, *(1,) * 3, 3, 2, 1)
"""How many there are of each card, by its number in :data:`events.tiles.CARDS` (QE-E1)."""

ALIKE: tuple[int, ...] = (*range(RANKED), *FACES, *FACES, *FLOWERS)
"""The kind that each card counts as: ♣ J Q K are of the kinds of ♥ J Q K (QE-E2)."""

KINDS = RANKED + len(FACES)
"""How many kinds groups are made of; they are numbered from 0."""


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which houses differ; a match records those that are not the default."""

    rates: Annotated[
        Literal["1-2-3", "2-3-4", "3-4-5"],
        Meta(description="QE-X2: points per 分 between two of whom none, one or both knocked"),
    ] = "1-2-3"
    dealer_rotation: Annotated[
        Literal["next", "winner"], Meta(description="QE-E8: who deals the next hand")
    ] = "next"
    jian_counts_as_fourth: Annotated[
        bool, Meta(description="QE-J4: three copies of the 见张 may be laid as a 笃 or 起飞")
    ] = False
    qiong_clubs: Annotated[
        Literal["drawn", "held"],
        Meta(description="QE-D3: whether 穷狠 asks for ♣ J Q K drawn, or for those held"),
    ] = "drawn"
    piao_allows_wenqian: Annotated[
        bool, Meta(description="QE-D5: ♠1-2-3 runs may stand among the groups of a 飘胡")
    ] = False


# The siblings need what stands above; the game is built out of them last.
from engine.game import Game  # noqa: E402
from engine.games.qinger import cases, payment, play, players, scoring, settling, table  # noqa: E402
from engine.settlement import adds_up  # noqa: E402

GAME = Game(
    name=NAME,
    title=TITLE,
    english=ENGLISH,
    unit=UNIT,
    players=PLAYERS,
    options=Options,
    alphabet=CARDS,
    cite={
        "outcome": "QE-P6",
        "winner": "QE-P1",
        "by": "QE-X1",
        "from_": "QE-X1",
        "tile": "R6",
        "first": "QE-W4",
        "last": "QE-P6",
        "value": "QE-W3",
        "payer": "QE-X1",
        "points": "QE-X1",
        "deltas": "QE-X1",
    },
    begin=payment.begin,
    believe=payment.believe,
    carry_on=payment.carry_on,
    table=table.table,
    apply=table.apply,
    check=play.check,
    legal=play.legal,
    settle=settling.settle,
    balanced=adds_up,
    pairs=settling.pairs,
    secret=table.secret,
    case=cases.Case,
    score=scoring.score,
    seeded=players.seeded,
    measures={"QE-D": "倍"},
)
