"""Reports: statistics with their names and labels, ready to be printed or sent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import polars as pl

from analytics.cache import of_store
from analytics.definitions import Statistic
from analytics.facts import Facts, build
from analytics.statistics import GroupBy, compute, definition, definitions
from engine.clauses import clause
from events import AnyEvent
from store import EventStore

Source = EventStore | Facts | Iterable[tuple[object, Iterable[AnyEvent]]]
"""What a report can be made of: a store, fact tables, or matches as a name and its events each."""

COLUMNS = (
    "game", "ruleset", "client", "group", "id", "zh", "en", "item", "item_zh", "item_en", "value",
    "unit", "n", "d", "lo", "hi", "interval", "missing", "excluded",
)  # fmt: skip
"""The columns of a report: those of :data:`analytics.statistics.RESULT`, and labels.

``zh`` and ``en`` name the statistic, ``item_zh`` and ``item_en`` its item (null without one);
``unit`` ``%`` means that value and interval are fractions, to be shown as percent.
"""


def facts_of(source: Source) -> Facts:
    """The fact tables of ``source``; of a store through its cache (:mod:`analytics.cache`)."""
    if isinstance(source, Facts):
        return source
    if hasattr(source, "heads"):
        return of_store(cast(EventStore, source))
    return build(source)


def report(
    source: Source,
    *,
    game: str | None = None,
    group_by: GroupBy | None = None,
    ids: Iterable[str] | None = None,
) -> pl.DataFrame:
    """The statistics of ``source`` as rows of :data:`COLUMNS`, in the order of the definitions.

    For ``game``, ``group_by``, ``ids`` and what they raise see :func:`analytics.compute`.
    """
    found = compute(facts_of(source), game=game, group_by=group_by, ids=ids)
    labels = [
        _labels(definition(id), game, item)
        for game, id, item in found.select("game", "id", "item").iter_rows()
    ]
    names = ("zh", "en", "unit", "item_zh", "item_en")
    named = pl.DataFrame(labels, schema=dict.fromkeys(names, pl.String), orient="row")
    return pl.concat([found, named], how="horizontal").select(COLUMNS)


def as_rows(frame: pl.DataFrame) -> list[dict[str, Any]]:
    """A report as plain data for JSON: a dict a row, ``n`` a whole number where it is one."""
    return [
        row | {"n": int(row["n"]) if row["n"] is not None and row["n"].is_integer() else row["n"]}
        for row in frame.to_dicts()
    ]


def explained(game: str | None = None) -> list[dict[str, str | None]]:
    """The definitions of all statistics, or of those that ``game`` has, as plain data."""
    return [
        {
            "id": stat.id,
            "zh": stat.zh,
            "en": stat.en,
            "text": stat.text,
            "unit": stat.unit,
            "game": stat.game,
            "counts": stat.rows,
            "numerator": stat.numerator,
            "denominator": stat.denominator,
            "kind": stat.kind,
        }
        for stat in definitions(game)
    ]


def _labels(
    stat: Statistic, game: str, item: str | None
) -> tuple[str, str, str, str | None, str | None]:
    """zh, en, unit, and what the item is called in both."""
    zh = en = item
    if item is not None and stat.clauses:
        cited = _cited(game, item)
        zh, en = (f"{cited} {item}", item) if cited else (item, item)
    elif item is not None:
        zh, en = stat.items.get(item, (item, item))
    return stat.zh, stat.en, stat.unit, zh, en


def _cited(game: str, item: str) -> str | None:
    try:
        found = clause(game, item)
    except KeyError:
        return None
    return found.name if found is not None else None
