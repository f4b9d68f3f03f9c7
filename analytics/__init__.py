"""What it adds up to: fact tables built by replay, statistics with definitions and intervals."""

from analytics.cache import of_store
from analytics.definitions import Statistic
from analytics.facts import Facts, build
from analytics.report import as_rows, explained, facts_of, report
from analytics.statistics import GROUPS, GroupBy, compute, definition, definitions

__all__ = [
    "GROUPS",
    "Facts",
    "GroupBy",
    "Statistic",
    "as_rows",
    "build",
    "compute",
    "definition",
    "definitions",
    "explained",
    "facts_of",
    "of_store",
    "report",
]
