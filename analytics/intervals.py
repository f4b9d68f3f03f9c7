"""95 % intervals: which figures could be true of play when these were counted.

Every function takes arrays (or numbers) of one shape and gives two arrays of that shape, low and
high; ``nan`` where nothing can be said. Random draws come from one fixed seed, so that the same
facts give the same interval.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special  # type: ignore[import-untyped]

Floats = NDArray[np.float64]
Interval = tuple[Floats, Floats]

LEVEL = 0.95
DRAWS = 2000
SEED = 20160101
"""Any number will do, as long as it stays the same."""

_TAIL = (1 - LEVEL) / 2
_Z = float(special.ndtri(1 - _TAIL))
_AT_ONCE = 4_000_000
"""How many cluster numbers a bootstrap draws at a time: 32 MB of them."""


def wilson(successes: ArrayLike, trials: ArrayLike) -> Interval:
    """Wilson's score interval of a proportion, for independent trials (Wilson 1927)."""
    n, d = _floats(successes), _floats(trials)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = n / d
        middle = (p + _Z**2 / (2 * d)) / (1 + _Z**2 / d)
        half = _Z * np.sqrt(p * (1 - p) / d + _Z**2 / (4 * d**2)) / (1 + _Z**2 / d)
    # At none and at all the limit is exactly 0 and 1; rounding would miss it by a hair.
    low = np.where(n == 0, 0.0, middle - half)
    high = np.where(n == d, 1.0, middle + half)
    return np.where(d > 0, low, np.nan), np.where(d > 0, high, np.nan)


def poisson(events: ArrayLike, exposure: ArrayLike) -> Interval:
    """The exact interval of a rate of rare events per unit of ``exposure`` (Garwood 1936).

    Where none was seen there is no low end to be wrong about, and the whole 5 % stand above: the
    high end is 3 ÷ exposure, the rule of three. (That costs 2 points of certainty where 3.0–3.7
    events were to be expected; elsewhere it is at least 95 %.)
    """
    n, d = _floats(events), _floats(exposure)
    with np.errstate(divide="ignore", invalid="ignore"):
        low = np.where(n > 0, special.gammaincinv(n, _TAIL), 0.0)
        high = np.where(n > 0, special.gammaincinv(n + 1, 1 - _TAIL), -np.log(1 - LEVEL))
        return np.where(d > 0, low / d, np.nan), np.where(d > 0, high / d, np.nan)


def difference(
    successes_a: ArrayLike, trials_a: ArrayLike, successes_b: ArrayLike, trials_b: ArrayLike
) -> Interval:
    """The interval of a − b for two independent proportions (Newcombe 1998, method 10)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        a = _floats(successes_a) / _floats(trials_a)
        b = _floats(successes_b) / _floats(trials_b)
    low_a, high_a = wilson(successes_a, trials_a)
    low_b, high_b = wilson(successes_b, trials_b)
    low = a - b - np.sqrt((a - low_a) ** 2 + (high_b - b) ** 2)
    high = a - b + np.sqrt((high_a - a) ** 2 + (b - low_b) ** 2)
    return low, high


def bootstrap(
    numerators: ArrayLike, denominators: ArrayLike, draws: int = DRAWS, seed: int = SEED
) -> Interval:
    """The percentile interval of Σ numerators ÷ Σ denominators, whole clusters drawn again.

    One row a cluster (a match, or a hand), one column a statistic: the same draws serve all
    columns. Fewer than two clusters, or clusters that are all alike, tell nothing of the spread.
    """
    n, d = np.atleast_2d(_floats(numerators).T).T, np.atleast_2d(_floats(denominators).T).T
    clusters, columns = n.shape
    if clusters < 2:
        return np.full(columns, np.nan), np.full(columns, np.nan)
    rng = np.random.default_rng(seed)
    ratios = np.empty((draws, columns))
    step = max(1, _AT_ONCE // clusters)
    for start in range(0, draws, step):
        times = _times_drawn(rng, min(step, draws - start), clusters)
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios[start : start + step] = (times @ n) / (times @ d)
    return _percentiles(ratios)


def _times_drawn(rng: np.random.Generator, draws: int, clusters: int) -> Floats:
    """How often each cluster comes up when ``clusters`` are drawn with replacement, row by row."""
    drawn = rng.integers(0, clusters, size=(draws, clusters))
    drawn += np.arange(draws)[:, None] * clusters
    counts = np.bincount(drawn.ravel(), minlength=draws * clusters)
    return counts.reshape(draws, clusters).astype(np.float64)


def _percentiles(ratios: Floats) -> Interval:
    low, high = np.full(ratios.shape[1], np.nan), np.full(ratios.shape[1], np.nan)
    # A draw in which the denominator did not come up has no ratio.
    for column in np.flatnonzero(np.isfinite(ratios).any(axis=0)):
        known = ratios[:, column]
        known = known[np.isfinite(known)]
        ends = np.quantile(known, [_TAIL, 1 - _TAIL])
        if ends[0] < ends[1]:
            low[column], high[column] = ends
    return low, high


def quantile(values: ArrayLike, share: float) -> tuple[float, float, float]:
    """The value below which ``share`` of ``values`` lie, and its interval from their order alone.

    The quantile is the smallest value with at least that share at or below it; the ends are order
    statistics whose ranks are binomial (Conover 1999, 3.2). Ends beyond the values seen are the
    least and the greatest of them.
    """
    ordered = np.sort(_floats(values))
    n = len(ordered)
    if not n:
        return (np.nan, np.nan, np.nan)
    at = int(np.ceil(n * share - 1e-9)) - 1
    at_most = special.bdtr(np.arange(n + 1.0), n, share)
    below = int(np.searchsorted(at_most, _TAIL)) - 1
    above = int(np.searchsorted(at_most, 1 - _TAIL))
    return (
        float(ordered[max(at, 0)]),
        float(ordered[max(below, 0)]),
        float(ordered[min(above, n - 1)]),
    )


def _floats(values: ArrayLike) -> Floats:
    return np.asarray(values, dtype=np.float64)
