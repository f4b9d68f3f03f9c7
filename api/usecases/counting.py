"""What the stored matches add up to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from analytics.report import as_rows, explained, report
from analytics.statistics import GROUPS, definitions
from api.usecases.catalog import known_game
from api.usecases.errors import NotThere
from store import EventStore


def statistics(
    store: EventStore,
    game: str | None = None,
    group_by: str | None = None,
    ids: Sequence[str] = (),
) -> list[dict[str, Any]]:
    """The statistics of a store as rows of :data:`analytics.report.COLUMNS`.

    ``game``: of one game only; ``group_by``: one of :data:`analytics.statistics.GROUPS`; ``ids``:
    those statistics only. :class:`NotThere` names what there is.
    """
    if game is not None:
        known_game(game)
    if group_by is not None and group_by not in GROUPS:
        raise NotThere("no_group", f"cannot group by {group_by!r}; known: {', '.join(GROUPS)}")
    known = [stat.id for stat in definitions()]
    for id in ids:
        if id not in known:
            raise NotThere("no_statistic", f"no statistic {id!r}; known: {', '.join(known)}")
    return as_rows(report(store, game=game, group_by=group_by, ids=list(ids) or None))


def list_statistics(game: str | None = None) -> list[dict[str, Any]]:
    """What is counted and how: name, sentence, numerator and denominator of each statistic."""
    if game is not None:
        known_game(game)
    return [dict(row) for row in explained(game)]
