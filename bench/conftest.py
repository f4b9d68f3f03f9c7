"""Benchmarks: each measures one piece of work, and the summary prints rates beside named peers.

A benchmark calls ``rate(what, unit, n, work)``: ``work()`` does ``n`` units. The table at the end
gives units a second from the best round, and each of our rates against its peers in this run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

RATES: dict[str, dict[str, tuple[float, str]]] = {}

Rate = Callable[[str, str, int, Callable[[], Any]], None]


@pytest.fixture
def rate(benchmark: Any, request: pytest.FixtureRequest) -> Rate:
    """Run a piece of work under pytest-benchmark and keep its rate for the summary."""

    def run(what: str, unit: str, n: int, work: Callable[[], Any]) -> None:
        benchmark.pedantic(work, rounds=7, warmup_rounds=1, iterations=1)
        seconds = benchmark.stats.stats.min
        group = benchmark.group or "other"
        RATES.setdefault(group, {})[what] = (n / seconds, unit)
        benchmark.extra_info["rate"] = f"{n / seconds:,.0f} {unit}/s"

    return run


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Rates by group; a peer (its name begins with ``peer:``) is 1.0 in its group."""
    if not RATES:
        return
    terminalreporter.section("rates")
    for group, rates in RATES.items():
        terminalreporter.write_line(group)
        peers = {name: value for name, (value, _) in rates.items() if name.startswith("peer:")}
        for name, (value, unit) in rates.items():
            ratios = "".join(
                f"   {value / other:.2f} × {peer.removeprefix('peer: ')}"
                for peer, other in peers.items()
                if name not in peers
            )
            terminalreporter.write_line(f"  {name:44}{value:14,.0f} {unit}/s{ratios}")
