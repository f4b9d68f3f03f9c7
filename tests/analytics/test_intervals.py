"""Intervals against published tables, and against what they promise: to hold 95 times in 100."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from analytics import intervals


# Newcombe, R. G. (1998), Statistics in Medicine 17, 857–872, table I, method 3 (score).
@pytest.mark.parametrize(
    ("n", "d", "low", "high"),
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(n, d, low, high):
    found = intervals.wilson(n, d)
    assert found[0] == pytest.approx(low, abs=5e-5)
    assert found[1] == pytest.approx(high, abs=5e-5)


@settings(deadline=None)  # the first call of scipy is slow
@given(st.integers(1, 5000).flatmap(lambda d: st.tuples(st.integers(0, d), st.just(d))))
def test_wilson_as_scipy_has_it(counts):
    n, d = counts
    theirs = stats.binomtest(n, d).proportion_ci(method="wilson")
    low, high = intervals.wilson(n, d)
    assert low == pytest.approx(theirs.low, abs=1e-9)
    assert high == pytest.approx(theirs.high, abs=1e-9)
    assert low <= n / d <= high


def test_wilson_half_widths_of_the_definitions():
    """statistics.md 6.3: half-width at p = .211 is 2.5 points at 1,000 hands, 0.8 at 10,000."""
    low, high = intervals.wilson(np.array([211, 2110]), np.array([1000, 10000]))
    assert (high - low) / 2 == pytest.approx([0.025, 0.008], abs=0.0005)


# Garwood, F. (1936); the table in Pearson & Hartley, Biometrika Tables for Statisticians, table 40.
@pytest.mark.parametrize(
    ("n", "low", "high"),
    [(1, 0.0253, 5.572), (2, 0.242, 7.225), (5, 1.623, 11.668), (10, 4.795, 18.390)],
)
def test_poisson_as_published(n, low, high):
    found = intervals.poisson(n, 1)
    assert found[0] == pytest.approx(low, abs=5e-4)
    assert found[1] == pytest.approx(high, abs=5e-4)
    assert intervals.poisson(n, 1000)[1] == pytest.approx(found[1] / 1000)


def test_rule_of_three():
    low, high = intervals.poisson(0, 3200)
    assert low == 0
    assert high == pytest.approx(3 / 3200, rel=0.002)


# Newcombe, R. G. (1998), Statistics in Medicine 17, 873–890, table II, method 10.
@pytest.mark.parametrize(
    ("a", "b", "low", "high"),
    [
        ((56, 70), (48, 80), 0.0524, 0.3339),
        ((9, 10), (3, 10), 0.1705, 0.8090),
        ((6, 7), (2, 7), 0.0582, 0.8062),
        ((5, 56), (0, 29), -0.0381, 0.1926),
        ((0, 10), (0, 20), -0.1611, 0.2775),
        ((0, 10), (0, 10), -0.2775, 0.2775),
        ((10, 10), (0, 20), 0.6791, 1.0000),
        ((10, 10), (0, 10), 0.6075, 1.0000),
    ],
)
def test_difference_as_published(a, b, low, high):
    found = intervals.difference(*a, *b)
    assert found[0] == pytest.approx(low, abs=5e-5)
    assert found[1] == pytest.approx(high, abs=5e-5)


def test_nothing_counted_says_nothing():
    for low, high in (
        intervals.wilson(0, 0),
        intervals.poisson(0, 0),
        intervals.bootstrap([3.0], [4.0]),
        intervals.bootstrap([0.0, 0.0], [0.0, 0.0]),
    ):
        assert np.isnan(low).all()
        assert np.isnan(high).all()
    assert np.isnan(intervals.quantile([], 0.5)).all()


def test_bootstrap_is_the_same_twice_and_for_each_column_alone():
    rng = np.random.default_rng(1)
    n = rng.integers(0, 20, size=(50, 3)).astype(float)
    d = rng.integers(10, 30, size=(50, 3)).astype(float)
    low, high = intervals.bootstrap(n, d)
    again = intervals.bootstrap(n, d)
    assert (low == again[0]).all()
    assert (high == again[1]).all()
    for column in range(3):
        alone = intervals.bootstrap(n[:, column], d[:, column])
        assert alone[0] == pytest.approx(low[column])
        assert alone[1] == pytest.approx(high[column])


def test_bootstrap_beside_the_plain_normal_interval_of_a_mean():
    """Of many independent values it must come to mean ± 1.96 standard errors."""
    values = np.random.default_rng(2).normal(50, 10, size=2000)
    low, high = intervals.bootstrap(values, np.ones_like(values))
    error = values.std(ddof=1) / np.sqrt(len(values))
    assert low[0] == pytest.approx(values.mean() - 1.96 * error, abs=0.08)
    assert high[0] == pytest.approx(values.mean() + 1.96 * error, abs=0.08)


def test_bootstrap_draws_in_pieces_as_at_once(monkeypatch):
    n, d = np.arange(1.0, 41), np.full(40, 16.0)
    whole = intervals.bootstrap(n, d)
    monkeypatch.setattr(intervals, "_AT_ONCE", 40 * 300)
    pieces = intervals.bootstrap(n, d)
    assert pieces[0] == pytest.approx(whole[0])
    assert pieces[1] == pytest.approx(whole[1])


def test_quantile_by_hand():
    # Of 10 values the median's ranks are 2 and 9: binomial(10, ½) is ≤ 1 in 1.07 %, ≤ 2 in 5.5 %.
    values = [31, 1, 4, 15, 9, 26, 5, 35, 8, 97]
    assert intervals.quantile(values, 0.5) == (9, 4, 35)
    assert intervals.quantile([7], 0.9) == (7, 7, 7)
    assert intervals.quantile(range(1, 11), 0.9)[0] == 9


# -- coverage: simulate what is known, count how often the interval holds it ----------------------


def _holds(interval, truth):
    low, high = interval
    return ((low <= truth) & (truth <= high)).mean()


@pytest.mark.parametrize(("p", "n"), [(0.211, 300), (0.211, 1000), (0.125, 1000), (0.5, 200)])
def test_coverage_of_wilson(p, n):
    seen = np.random.default_rng(3).binomial(n, p, size=20_000)
    assert 0.93 <= _holds(intervals.wilson(seen, n), p) <= 0.97


@pytest.mark.parametrize("mean", [25.0, 80.0])
def test_coverage_of_poisson(mean):
    seen = np.random.default_rng(4).poisson(mean, size=20_000)
    assert 0.93 <= _holds(intervals.poisson(seen, 1.0), mean) <= 0.97


def test_coverage_of_poisson_for_the_rarest():
    """Exact, not by draws: at least 95 %, but where the rule of three gives up early."""
    seen = np.arange(200)
    low, high = intervals.poisson(seen, 1.0)
    for mean in np.linspace(0.02, 20, 1000):
        holds = stats.poisson.pmf(seen[(low <= mean) & (mean <= high)], mean).sum()
        early = -np.log(0.05) < mean < -np.log(0.025)
        assert holds >= (0.93 if early else 0.95)


def test_coverage_of_the_difference():
    rng = np.random.default_rng(6)
    a, b = rng.binomial(400, 0.211, size=20_000), rng.binomial(300, 0.25, size=20_000)
    assert 0.93 <= _holds(intervals.difference(a, 400, b, 300), 0.211 - 0.25) <= 0.97


def test_coverage_of_the_bootstrap_by_match():
    """Players of a match differ from those of the next: what Wilson would take for independent."""
    rng = np.random.default_rng(7)
    runs, matches = 400, 60
    strength = rng.beta(8, 30, size=(runs, matches))
    hands = rng.integers(8, 24, size=(runs, matches))
    wins = rng.binomial(hands, strength)
    truth = 8 / 38
    held = [_holds(intervals.bootstrap(wins[run], hands[run]), truth) for run in range(runs)]
    assert 0.93 <= np.mean(held) <= 0.97


def test_coverage_of_the_quantile():
    rng = np.random.default_rng(8)
    samples = rng.exponential(size=(2000, 101))
    for share in (0.5, 0.9):
        truth = -np.log(1 - share)
        found = np.array([intervals.quantile(sample, share)[1:] for sample in samples])
        assert 0.93 <= _holds((found[:, 0], found[:, 1]), truth) <= 0.98
