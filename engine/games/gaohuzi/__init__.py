"""告胡子: 2 or 3 players, 80 字牌, scored in 胡息. Rule book: ``clauses.toml`` beside this file.

What the game is called, its options and its cards; then ``GAME``, built out of the sibling files.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from events.tiles import UNKNOWN, ZIPAI

NAME = "gaohuzi"
TITLE = "告胡子"
ENGLISH = "Gaohuzi"
UNIT = "胡息"
PLAYERS = (3, 2)
COPIES = 4
CARDS = 80
"""How many of each kind there are, and in all (GH-E1)."""

HAND = 20
"""How many cards a hand is dealt; the dealer's one more (GH-E3)."""

KINDS = len(ZIPAI.tiles)
NAMES: tuple[str, ...] = (*ZIPAI.tiles, UNKNOWN)
"""Notation by kind: small 一–十 0–9, big 壹–拾 10–19; ``NAMES[-1]`` is the unknown card."""

INDEX: dict[str, int] = {**ZIPAI.index, UNKNOWN: -1}
HIDDEN = -1
RED = frozenset(kind for kind in range(KINDS) if kind % 10 in (1, 6, 9))
"""The kinds that are red: every 2, 7 and 10 (GH-E1)."""

Cap = Annotated[int, Meta(ge=0)] | Literal["none"] | None


class Options(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The points on which houses differ; a match records those that are not the default."""

    two_player_removed: Annotated[
        Literal[0, 10, 20], Meta(description="GH-E2: cards put aside unseen with two players")
    ] = 0
    target: Annotated[
        Literal[100, 200], Meta(description="GH-E6: the running total that ends the match")
    ] = 100
    dead_scope: Annotated[
        Literal["separate", "both"],
        Meta(description="GH-P5: whether a declined 吃 or 碰 is dead for both"),
    ] = "separate"
    discard_win: Annotated[
        Literal["optional", "forced"],
        Meta(description="GH-P11: whether a win on a discard must be taken"),
    ] = "optional"
    min_huxi: Annotated[int, Meta(ge=0, description="GH-W2: the least 胡息 that wins")] = 15
    hundreds: Annotated[
        Literal["add", "single"], Meta(description="GH-N12: whether 100-names add up")
    ] = "add"
    cap: Annotated[
        Literal[200, 400, "none"] | None, Meta(description="GH-X3: the most that a win scores")
    ] = None
    discard_gain_cap: Annotated[
        Cap, Meta(description="GH-X3: the most that the winner takes on 放炮")
    ] = None
    datuo: Annotated[
        Literal["off", "3", "4"],
        Meta(description="GH-X5: whether players choose 打坨, and what two of them settle at"),
    ] = "off"


# The siblings need what stands above; the game is built out of them last.
from engine.game import Game  # noqa: E402
from engine.games.gaohuzi import payment, play, players, scoring, table, winning  # noqa: E402

GAME = Game(
    name=NAME,
    title=TITLE,
    english=ENGLISH,
    unit=UNIT,
    players=PLAYERS,
    options=Options,
    alphabet=ZIPAI,
    cite=payment.CITE,
    cite_more=payment.cite_more,
    begin=payment.begin,
    believe=payment.believe,
    carry_on=payment.carry_on,
    forget=payment.forget,
    table=table.table,
    apply=table.apply,
    secret=table.secret,
    check=play.check,
    legal=play.legal,
    settle=winning.settle,
    balanced=payment.balanced,
    case=scoring.Case,
    score=scoring.score,
    seeded=players.seeded,
    close=payment.close,
    check_close=payment.check_close,
    match_end="GH-E6",
    measures=scoring.MEASURES,
)
