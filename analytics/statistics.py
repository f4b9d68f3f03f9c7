"""Statistics: from fact tables to values with numerator, denominator and 95 % interval.

Rulesets never pool: every row is of one game and one ruleset. A statistic whose facts a game lacks
has no row there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import numpy as np
import polars as pl

from analytics import intervals
from analytics.definitions import GENERAL, Rows, Statistic
from analytics.facts import Facts
from analytics.games import modules
from engine.clauses import clauses
from engine.game import GAMES

GroupBy = Literal["player", "seat", "dealer"]
GROUPS: tuple[GroupBy, ...] = ("player", "seat", "dealer")
"""What statistics can be told apart by: the player, the seat, or whether he dealt (庄, 闲)."""

MIN_MATCHES = 30
"""Matches are drawn again as wholes from this number on; below it hands are, since an interval from
few clusters is too narrow (of 10 matches it holds 86 times in 100, of 30 it holds 93 times)."""

FEW = 10
"""Proportions of dependent trials are not resampled with fewer successes or failures than that."""

RESULT: dict[str, pl.DataType] = {
    "game": pl.String(),
    "ruleset": pl.String(),
    "client": pl.String(),
    "group": pl.String(),
    "id": pl.String(),
    "item": pl.String(),
    "value": pl.Float64(),
    "n": pl.Float64(),
    "d": pl.Int64(),
    "lo": pl.Float64(),
    "hi": pl.Float64(),
    "interval": pl.String(),
    "missing": pl.Int64(),
    "excluded": pl.Int64(),
}
"""A row is one statistic, or one item of it, for one game, ruleset and group.

``group``: the player's id (of ``client``: the same id elsewhere is another player), the seat, or
``dealer`` / ``other``; null when nothing is told apart. ``value`` = ``n`` ÷ ``d``, null where ``d``
is 0; fractions, not percent. For quantiles and the greatest ``n`` is null and ``d`` how many there
are. ``lo`` and ``hi`` are the ends of the 95 % interval, null where nothing can be said;
``interval`` says which: ``wilson``, ``poisson``, ``bootstrap by match``, ``bootstrap by hand``,
``order``. ``missing``: counted rows without the fact; ``excluded``: hands that are not counted at
all.
"""

KEYS = ("game", "ruleset", "client", "group")
PLACE = ("match", "first")
"""What tells a hand from every other: hand numbers may come twice in a record, seqs do not."""


def definitions(game: str | None = None) -> tuple[Statistic, ...]:
    """All statistics, or those that ``game`` can have, in the order in which they are shown."""
    own = [stat for module in modules().values() for stat in module.statistics]
    return tuple(stat for stat in (*GENERAL, *own) if game is None or stat.game in (None, game))


def definition(id: str) -> Statistic:
    """The statistic of that id; :class:`KeyError` when there is none."""
    for stat in definitions():
        if stat.id == id:
            return stat
    raise KeyError(id)


def compute(
    facts: Facts,
    *,
    group_by: GroupBy | None = None,
    game: str | None = None,
    ids: Iterable[str] | None = None,
) -> pl.DataFrame:
    """The statistics of ``facts`` as rows of :data:`RESULT`, in the order of the definitions.

    ``game``: of one game only. ``ids``: those statistics only; :class:`KeyError` for an unknown
    one, :class:`ValueError` for an unknown ``group_by``. By ``dealer`` only what a player does is
    told apart: a whole hand has no side.
    """
    if group_by is not None and group_by not in GROUPS:
        raise ValueError(f"cannot group by {group_by!r}; known: {', '.join(GROUPS)}")
    chosen = definitions(game) if ids is None else tuple(definition(id) for id in ids)
    if game is not None:
        facts = Facts(*(table.filter(pl.col("game") == game) for table in facts))
    tables, excluded = _tables(facts, group_by)
    parts = [pl.DataFrame(schema=RESULT)]
    for stat in chosen:
        table = tables.get(stat.rows)
        if table is None:
            continue
        if stat.game is not None:
            table = table.filter(pl.col("game") == stat.game)
        found = _evaluate(stat, table)
        if found is not None:
            found = found.join(excluded, on=list(KEYS), how="left", nulls_equal=True)
            parts.append(found.select(pl.col(name).cast(kind) for name, kind in RESULT.items()))
    return pl.concat(parts).sort(*KEYS, maintain_order=True)


# -- the rows to count ----------------------------------------------------------------------------


def _tables(
    facts: Facts, group_by: GroupBy | None
) -> tuple[dict[Rows, pl.DataFrame], pl.DataFrame]:
    """The rows of every kind, each with :data:`KEYS`; and how many hands are excluded for each."""
    nothing = pl.lit(None, pl.String())
    client = pl.col("client") if group_by == "player" else nothing
    side = pl.when("dealer").then(pl.lit("dealer")).otherwise(pl.lit("other"))
    seat = pl.col("seat").cast(pl.String())
    sits = {None: nothing, "player": pl.col("player"), "seat": seat, "dealer": side}[group_by]
    sitting = facts.seats.with_columns(group=sits, client=client)
    if group_by is None:
        dealt = facts.hands.with_columns(group=nothing, client=nothing)
    else:
        sat = sitting.select(*PLACE, "group", "client").unique(maintain_order=True)
        dealt = facts.hands.drop("client").join(sat, on=list(PLACE), how="inner")
    counts = pl.col("excluded").is_null()
    excluded = dealt.group_by(KEYS).agg(excluded=(~counts).sum())
    tables: dict[Rows, pl.DataFrame] = {
        "seated": sitting,
        "sitting": sitting.filter(counts),
        "win": sitting.filter(counts & (pl.col("result") == "W")),
    }
    if group_by == "dealer":
        return tables, excluded
    deals = {None: nothing, "player": pl.col("player"), "seat": pl.col("dealer").cast(pl.String())}
    deal = facts.hands.filter(counts).with_columns(group=deals[group_by], client=client)
    tables |= {
        "dealt": dealt,
        "hand": dealt.filter(counts),
        "deal": deal,
        "dealership": deal.group_by(*KEYS, "match", "dealership", maintain_order=True).agg(
            pl.col("first").min(), length=pl.len()
        ),
    }
    return tables, excluded


# -- one statistic --------------------------------------------------------------------------------


def _evaluate(stat: Statistic, table: pl.DataFrame) -> pl.DataFrame | None:
    """The rows of one statistic, without ``excluded``; None where no row contains the fact."""
    item = stat.split if stat.split is not None else pl.lit(None, pl.String())
    rows = table.select(
        *KEYS, *PLACE, n=stat.n.cast(pl.Float64), d=stat.d.cast(pl.Float64), item=item
    )
    known = pl.col("n").is_not_null() & pl.col("d").is_not_null()
    missing = rows.group_by(KEYS).agg(missing=(~known).sum())
    rows = rows.filter(known)
    of_values = stat.kind in ("quantile", "greatest")
    if not of_values:
        rows = _by_hand(stat, rows)
    if rows.is_empty():
        return None
    found = _of_values(stat, rows) if of_values else _of_sums(stat, rows)
    if stat.clauses:
        found = _in_book_order(found)
    return found.join(missing, on=list(KEYS), how="left", nulls_equal=True).with_columns(
        id=pl.lit(stat.id), item=pl.col("item").cast(pl.String())
    )


def _in_book_order(found: pl.DataFrame) -> pl.DataFrame:
    """Clauses in the order of their game's book; those of no book last."""
    book = {
        (game, id): place
        for game in found["game"].unique()
        if game in GAMES
        for place, id in enumerate(clauses(game))
    }
    places = [book.get(key, len(book)) for key in found.select("game", "item").iter_rows()]
    return found.with_columns(place=pl.Series(places)).sort("place", maintain_order=True)


def _of_values(stat: Statistic, rows: pl.DataFrame) -> pl.DataFrame:
    """A quantile or the greatest of the numerators, group by group."""
    groups = rows.group_by(KEYS, maintain_order=True).agg("n", d=pl.len())
    ends: list[tuple[float, float | None, float | None]]
    if stat.kind == "greatest":
        ends = [(max(values), None, None) for values in groups["n"].to_list()]
    else:
        ends = [intervals.quantile(values, stat.share) for values in groups["n"].to_list()]
    return groups.with_columns(
        n=pl.lit(None, pl.Float64()),
        item=pl.lit(None, pl.String()),
        value=pl.Series([value for value, _, _ in ends], dtype=pl.Float64()),
        lo=pl.Series([lo for _, lo, _ in ends], dtype=pl.Float64()),
        hi=pl.Series([hi for _, _, hi in ends], dtype=pl.Float64()),
        interval=pl.lit("order" if stat.kind == "quantile" else None, pl.String()),
    )


def _of_sums(stat: Statistic, hands: pl.DataFrame) -> pl.DataFrame:
    """Σ n ÷ Σ d of each group and item, with its interval."""
    sums = hands.group_by(*KEYS, "item", maintain_order=True).agg(
        pl.col("n", "d").sum(), most=pl.col("d").max(), hands=(pl.col("d") > 0).sum()
    )
    ratio = pl.when(pl.col("d") > 0).then(pl.col("n") / pl.col("d"))
    sums = sums.with_columns(value=pl.col("n") if stat.kind == "count" else ratio)
    n, d, trials = (sums[name].to_numpy() for name in ("n", "d", "hands"))
    resample = np.zeros(len(sums), dtype=bool)
    how = "wilson"
    lo, hi = np.full((2, len(sums)), np.nan)
    if stat.kind == "rare":
        (lo, hi), how = intervals.poisson(n, d), "poisson"
    elif stat.kind == "ratio":
        resample[:] = True
    elif stat.kind == "proportion":
        # Several trials of one hand are no independent trials. Few events (or few that are none)
        # drawn again make too narrow an interval; what so many hands can say is on the safe side.
        resample = (sums["most"].to_numpy() > 1) & (n >= FEW) & (d - n >= FEW)
        with np.errstate(invalid="ignore"):
            lo, hi = intervals.wilson(n / d * trials, trials)
    sums = sums.with_columns(
        lo=pl.Series(lo), hi=pl.Series(hi), interval=pl.lit(how, pl.String()), again=resample
    )
    return _resampled(sums, hands).with_columns(
        pl.col("lo", "hi").fill_nan(None),
        interval=pl.when(pl.col("lo").is_not_nan()).then("interval"),
    )


def _by_hand(stat: Statistic, rows: pl.DataFrame) -> pl.DataFrame:
    """Σ n and Σ d of each group, item and hand; items in their own order."""
    place = [*KEYS, *PLACE]
    if stat.split is None:
        return rows.group_by("item", *place, maintain_order=True).agg(pl.col("n", "d").sum())
    told = rows.explode("item") if isinstance(rows.schema["item"], pl.List) else rows
    told = told.filter(pl.col("item").is_not_null()).sort("item", maintain_order=True)
    items = told.group_by("item", *place, maintain_order=True).agg(pl.col("n", "d").sum())
    if stat.within:
        return items.filter(pl.col("d") > 0)
    items = items.filter(pl.col("n") > 0)
    seen = items.select(*KEYS, "item").unique(maintain_order=True)
    total = rows.group_by(place, maintain_order=True).agg(pl.col("d").sum())
    return (
        seen.join(total, on=list(KEYS), nulls_equal=True, maintain_order="left_right")
        .join(
            items.drop("d"),
            on=["item", *place],
            how="left",
            nulls_equal=True,
            maintain_order="left",
        )
        .with_columns(pl.col("n").fill_null(0))
    )


def _resampled(sums: pl.DataFrame, hands: pl.DataFrame) -> pl.DataFrame:
    """``sums`` with the intervals of rows marked ``again`` by drawing matches or hands again."""
    if not sums["again"].any():
        return sums
    parts = []
    groups = hands.partition_by(KEYS, as_dict=True)
    for key, part in sums.group_by(KEYS, maintain_order=True):
        own = groups[key]
        by_match = own["match"].n_unique() >= MIN_MATCHES
        n, d = _clusters(own, ("match",) if by_match else PLACE, part["item"])
        lo, hi = intervals.bootstrap(n, d)
        again = pl.col("again")
        how = "bootstrap by match" if by_match else "bootstrap by hand"
        parts.append(
            part.with_columns(
                lo=pl.when(again).then(pl.Series(lo)).otherwise("lo"),
                hi=pl.when(again).then(pl.Series(hi)).otherwise("hi"),
                interval=pl.when(again).then(pl.lit(how)).otherwise("interval"),
            )
        )
    return pl.concat(parts)


def _clusters(
    hands: pl.DataFrame, by: tuple[str, ...], items: pl.Series
) -> tuple[intervals.Floats, intervals.Floats]:
    """Σ n and Σ d as matrices: one row a cluster, one column an item."""
    rows = hands.select(by).unique(maintain_order=True).with_row_index("row")
    columns = items.to_frame().with_row_index("column")
    placed = hands.join(rows, on=list(by)).join(columns, on="item", nulls_equal=True)
    at = (placed["row"].to_numpy(), placed["column"].to_numpy())
    n, d = np.zeros((2, len(rows), len(items)))
    np.add.at(n, at, placed["n"].to_numpy())
    np.add.at(d, at, placed["d"].to_numpy())
    return n, d
