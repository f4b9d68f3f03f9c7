"""The fact tables: one row a hand, one a seat and hand, one a settlement line.

They are built by replaying the events, and hold nothing that is not in them: throw them away and
build them again. What a record says of a settlement is the fact, whatever we think of it, and a
ruling stands above it; what it leaves out is filled in where the settlement that the hand should
have agrees with all that it says. Null means that the record does not contain the fact.

Unit of everything is the completed hand. A hand that does not count (``excluded`` says why,
:data:`analytics.definitions.EXCLUDED`) keeps its rows in ``hands`` and ``seats`` and has none in
``lines``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import polars as pl

from analytics.games import Schema, modules
from analytics.rows import MatchRows, match_rows
from events import AnyEvent

HANDS: Schema = {
    "match": pl.String(),
    "hand": pl.Int32(),
    "first": pl.Int32(),
    "game": pl.String(),
    "ruleset": pl.String(),
    "rules": pl.String(),
    "options": pl.String(),
    "client": pl.String(),
    "dealer": pl.Int8(),
    "player": pl.String(),
    "dealership": pl.Int32(),
    "streak": pl.Int32(),
    "follows": pl.Boolean(),
    "outcome": pl.String(),
    "winners": pl.Int8(),
    "given": pl.Boolean(),
    "unit": pl.Int64(),
    "moved": pl.Int64(),
    "turns": pl.Int32(),
    "findings": pl.Int32(),
    "ruling": pl.String(),
    "excluded": pl.String(),
    **{name: kind for module in modules().values() for name, kind in module.hands.items()},
}
"""One row a hand that was dealt.

``match``: its name; ``hand``: its number there; ``first``: the seq of its first event.
``ruleset`` stands for ``game``, ``rules`` and ``options`` (JSON, those that are not the default)
together. ``player``: who deals; ``dealership``: the number in the match of the run of hands with
this dealer; ``streak``: the how-manieth hand of it, from 1; ``follows``: the hand before is in
the record, too. ``outcome``: ``win`` or ``draw`` (``abort`` only where excluded); ``given``: won
on a tile that another seat gave. ``unit``: points per 炮. ``moved``: points that those got who
got any. ``turns``: discards of all. ``findings``: what a verification found, null where none was
made. ``ruling``: the last verdict. Then the columns that a game adds.
"""

SEATS: Schema = {
    "match": pl.String(),
    "hand": pl.Int32(),
    "first": pl.Int32(),
    "game": pl.String(),
    "ruleset": pl.String(),
    "client": pl.String(),
    "seat": pl.Int8(),
    "player": pl.String(),
    "dealer": pl.Boolean(),
    "result": pl.String(),
    "self_drawn": pl.Boolean(),
    "given": pl.Boolean(),
    "deal_ins": pl.Int8(),
    "robbed": pl.Boolean(),
    "ready": pl.Boolean(),
    "open": pl.Boolean(),
    "kongs_concealed": pl.Int8(),
    "kongs_exposed": pl.Int8(),
    "kongs_added": pl.Int8(),
    "turns": pl.Int32(),
    "net": pl.Int64(),
    "net_base": pl.Float64(),
    "by": pl.String(),
    "kong_win": pl.Boolean(),
    "value": pl.Int64(),
    "legs": pl.Int8(),
    "eaten": pl.Int64(),
    "clauses": pl.List(pl.String()),
    "final": pl.Int64(),
    "excluded": pl.String(),
    **{name: kind for module in modules().values() for name, kind in module.seats.items()},
}
"""One row a player who sat in a hand that was dealt.

``result``, by how the hand was won and not by who paid: W won; D gave a winning tile (discarded
it, or was robbed of it); L another won by own draw; B others won from one another, or on a tile
that nobody gave; Q nobody won. ``self_drawn``: won by own draw. ``given``: the hand was won on a
tile that somebody gave. ``deal_ins``: how many wins the player gave. ``ready``: declared 报听
(立直). ``open``: has an open meld, which a concealed kong is not. ``turns``: own discards, and 1
for a winning draw. ``net``: what the player's points changed by; ``net_base``: the same ÷ unit.
``final``: what the match's close says that it settled at for the player, apart from its totals; on
the row of its last hand, counted or not.

Of a winner only: ``by`` (how the record calls it), ``kong_win`` (on a kong's replacement; false for
all who did not win), ``value`` in the game's unit, ``legs`` (who pays, one a payer), ``eaten`` over
all legs, ``clauses`` of the own lines (of every player where every hand is counted). Then the
columns that a game adds.
"""

LINES: Schema = {
    "match": pl.String(),
    "hand": pl.Int32(),
    "first": pl.Int32(),
    "game": pl.String(),
    "ruleset": pl.String(),
    "seat": pl.Int8(),
    "payer": pl.Int8(),
    "clause": pl.String(),
    "amount": pl.Int64(),
    "measure": pl.String(),
}
"""One row a line of a settlement: a seat's own (``payer`` null), or eaten from ``payer`` alone.

``amount`` is counted in ``measure`` (炮, 花, 番, 胡息, 倍, …), not yet multiplied by the unit.
"""


class Facts(NamedTuple):
    """The three tables."""

    hands: pl.DataFrame
    seats: pl.DataFrame
    lines: pl.DataFrame


def build(matches: Iterable[tuple[object, Iterable[AnyEvent]]], *, check: bool = True) -> Facts:
    """The fact tables of ``matches``, each a name (or number) and its events from the first on.

    ``check``: verify every event, so that hands that cannot have gone as recorded are excluded as
    ``illegal``; without it they are not known, and building takes three fifths of the time. A
    match of a game or with options that the engine does not know is excluded, hand by hand.
    Raises :class:`ValueError` for events that begin with no match event.
    """
    rows = MatchRows([], [], [])
    for match, events in matches:
        for table, more in zip(rows, match_rows(str(match), events, check=check), strict=True):
            table += more
    return Facts(*(pl.DataFrame(r, schema=s) for r, s in zip(rows, schemas(), strict=True)))


def schemas() -> tuple[Schema, Schema, Schema]:
    """The schemas of the three tables, in their order."""
    return HANDS, SEATS, LINES


def nothing() -> Facts:
    """The tables of no match."""
    return build(())


def joined(parts: Iterable[Facts]) -> Facts:
    """Several sets of tables as one."""
    tables = zip(*[nothing(), *parts], strict=True)
    return Facts(*(pl.concat(table) for table in tables))
