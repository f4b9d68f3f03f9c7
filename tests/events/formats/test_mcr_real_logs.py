"""The public logs of 国标麻将: every hand read, every settlement ours, and faults in them found."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from engine.games.mcr.scoring import FANS
from engine.replay import replay
from engine.verify import verify
from events import AnyEvent, Deal, Discard, Draw, Pass, Settlement, formats
from events.formats import MatchRead
from events.record import read, write
from tests.laws.mutations import Verdict, judge, mutants, report

NAMES = {row.clause: row.name for row in FANS}
LONG = {"边张": 5, "坎张": 5, "单钓将": 5}
"""Names that the client may write longer (独听・边张)."""


@pytest.fixture(scope="module")
def folder(shared: Path) -> Path:
    found = shared / "data" / "mcr"
    if not found.is_dir():
        pytest.skip("the public logs of 国标麻将 are not here")
    return found


@pytest.fixture(scope="module")
def text(folder: Path) -> bytes:
    return (folder / "ijcai_16_matches_crlf_mangled.txt").read_bytes()


@pytest.fixture(scope="module")
def matches(text: bytes) -> list[MatchRead]:
    return list(formats.read(text, "x.txt"))


@pytest.fixture(scope="module")
def example(folder: Path) -> MatchRead:
    data = (folder / "tziakcha_example_record.json").read_bytes()
    [match] = formats.read(data, "x.json")
    assert match.format == "tziakcha"
    return match


def last(match: MatchRead) -> Settlement:
    [hand] = match.hands
    settlement = hand.events[-1]
    assert isinstance(settlement, Settlement)
    return settlement


def test_sixteen_matches_are_whole_and_without_a_finding(matches: list[MatchRead]) -> None:
    assert [match.hands[0].state for match in matches] == ["whole"] * 16
    assert Counter(last(match).outcome for match in matches) == {"win": 14, "draw": 2}
    for match in matches:
        report_ = verify(match.events)
        assert not report_.findings and not report_.unchecked
        assert read(write(match.events)) == list(match.events)


def test_every_settlement_is_the_one_that_the_rules_give(matches: list[MatchRead]) -> None:
    for match in matches:
        ours = replay(match.events).hands[0].expected
        assert ours is not None and ours.deltas == last(match).deltas
        for their, our in zip(last(match).wins or (), ours.wins or (), strict=True):
            assert their.value == our.value
            told = re.findall(r"(\?+)\*(\d+)", (their.x or {})["fans"])
            lengths = sorted((len(name), int(times)) for name, times in told)
            names = Counter({NAMES[clause]: amount for clause, amount in our.lines or ()})
            worth = {row.name: row.fan for row in FANS}
            for long in ({}, LONG):
                ours_ = [(long.get(n, len(n)), a // worth[n]) for n, a in names.items()]
                if sorted(ours_) == lengths:
                    break
            else:
                raise AssertionError((told, names))


def test_lines_may_end_in_lf_as_well(text: bytes, matches: list[MatchRead]) -> None:
    plain = list(formats.read(text.replace(b"\r\n", b"\n"), "x.txt"))
    assert [match.hands[0].events for match in plain] == [m.hands[0].events for m in matches]


def test_the_text_cut_anywhere_loses_nothing_before(text: bytes, matches: list[MatchRead]) -> None:
    for end in range(0, len(text), 997):
        found = list(formats.read(text[:end], "x.txt", "ijcai"))
        for number, match in enumerate(found[:-1]):
            assert match.hands[0].events == matches[number].hands[0].events
        for match in found[-1:]:
            if match.hands and match.hands[0].state == "whole":
                number = len(found) - 1
                assert match.hands[0].events == matches[number].hands[0].events


def test_the_record_of_tziakcha_agrees_line_by_line(example: MatchRead) -> None:
    [hand] = example.hands
    report_ = verify(example.events)
    assert (hand.state, report_.findings) == ("whole", ())
    theirs, ours = last(example), replay(example.events).hands[0].expected
    assert ours is not None and theirs.wins and ours.wins
    assert theirs.deltas == ours.deltas == (-8, -8, 86, -70)
    assert theirs.wins[0].lines == ours.wins[0].lines
    assert theirs.wins[0].value == ours.wins[0].value == 62
    assert hand.wall is not None and hand.wall.state == "no seed"
    assert all(event.at is not None for event in hand.events if not isinstance(event, Settlement))


def test_faults_in_real_hands_are_found(matches: list[MatchRead], example: MatchRead) -> None:
    rng = random.Random("mutants of real hands")
    verdicts = []
    for match in [*matches, example]:
        events: list[AnyEvent] = list(match.events)
        verdicts += [judge(events, mutant) for mutant in mutants(events, rng, 30)]
    open_ = [verdict for verdict in verdicts if verdict.verdict not in ("found", "innocent")]
    assert [verdict for verdict in open_ if not legal_after_all(verdict)] == [], report(open_)
    assert len(open_) < 0.05 * len(verdicts), report(open_)


def legal_after_all(verdict: Verdict) -> bool:
    """Another tile, which no wall fixes: dealt or drawn and never shown, or out of an unseen hand.

    Or the pass of another seat.
    """
    mutant = verdict.mutant
    deal, event = mutant.events[1], mutant.events[mutant.at]
    assert isinstance(deal, Deal)
    match event:
        case Draw():
            fits = mutant.kind == "tile"
        case Discard():
            fits = mutant.kind == "tile" and "?" in deal.hands[event.seat]
        case Pass():
            fits = mutant.kind == "seat"
        case _:
            fits = mutant.kind == "dealt tile"
    return verdict.verdict == "missed" and deal.wall is None and fits
