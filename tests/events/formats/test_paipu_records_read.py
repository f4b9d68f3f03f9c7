"""The paipu record as a format: a bad line costs its hand and nothing else."""

from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import AnyEvent, Claim, Close, Discard, Pass, formats
from events.formats import MatchRead
from events.record import read, write

MATCH = '{"type":"match","v":1,"game":"jiujiang","players":[{"id":"a"},{"id":"b"}]}'
CLOSE = '{"type":"close"}'
RULING = '{"type":"ruling","hand":0,"verdict":"upheld"}'


def hand(number: int, first: int) -> list[str]:
    """A hand whose first line has the seq ``first``: a discard, passed over and then claimed."""
    return [
        f'{{"type":"deal","hand":{number},"dealer":0,"hands":["1m","2m"]}}',
        '{"type":"draw","seat":0,"tile":"3m"}',
        '{"type":"discard","seat":0,"tile":"1m"}',
        f'{{"type":"pass","seat":1,"of":{first + 2}}}',
        f'{{"type":"claim","seat":1,"act":"win","tile":"1m","of":{first + 2}}}',
        f'{{"type":"settlement","hand":{number},"outcome":"win"}}',
    ]


LINES = [MATCH, *hand(0, 1), *hand(1, 7), *hand(2, 13), CLOSE]
WHOLE = [(0, "whole", None, 6), (1, "whole", None, 6), (2, "whole", None, 6)]
NO_EVENT = '{"type":"draw","seat":9,"tile":"1m"}'


def record(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def only(data: bytes) -> MatchRead:
    [match] = formats.read(data, "test.paipu.jsonl", "paipu")
    assert match.match is not None
    return match


def told(match: MatchRead) -> list[tuple[int | None, str, str | None, int]]:
    """Number, state, code and how many events, a hand."""
    return [(h.number, h.state, h.fault and h.fault.code, len(h.events)) for h in match.hands]


def claims_point_at_discards(events: list[AnyEvent]) -> bool:
    claims = [event for event in events if isinstance(event, Claim | Pass)]
    return bool(claims) and all(isinstance(events[claim.of], Discard) for claim in claims)


def test_a_whole_record_comes_through_unchanged() -> None:
    data = record(LINES)
    match = only(data)
    assert list(match.events) == read(data)
    assert told(match) == WHOLE
    assert [h.first for h in match.hands] == [1, 7, 13]
    assert match.finished
    assert [type(event) for event in match.tail] == [Close]
    for number, h in enumerate(match.hands):
        assert data[h.start : h.end].decode().splitlines() == hand(number, h.first)
        assert (h.line, h.raw, h.fault) == (h.first + 1, b"", None)


@pytest.mark.parametrize("line", range(7, 13))
@pytest.mark.parametrize("bad", ["", "{", "\0", NO_EVENT, MATCH])
def test_a_bad_line_spoils_its_hand_only(line: int, bad: str) -> None:
    lines = [*LINES]
    lines[line] = bad
    data = record(lines)
    match = only(data)
    code = "second_match" if bad == MATCH else "bad_line"
    assert told(match) == [WHOLE[0], (1, "quarantined", code, 0), WHOLE[2]]
    spoiled = match.hands[1]
    assert spoiled.fault is not None
    assert spoiled.fault.line == line + 1
    assert spoiled.raw == data[spoiled.start : spoiled.end] == record(lines[7:13])
    assert [h.first for h in match.hands] == [1, 7, 7]
    events = list(match.events)
    assert claims_point_at_discards(events)
    assert read(write(events)) == events


def test_the_reason_names_the_field() -> None:
    [_, spoiled, _] = only(record([*LINES[:9], NO_EVENT, *LINES[10:]])).hands
    assert spoiled.fault is not None
    assert spoiled.fault.message.startswith("$.seat: ")
    assert LINES[9] == '{"type":"discard","seat":0,"tile":"1m"}'


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        pytest.param([MATCH], [], id="no hand at all"),
        pytest.param([MATCH, CLOSE], [], id="a close alone"),
        pytest.param(LINES[:5], [(0, "incomplete", "unsettled", 4)], id="not settled"),
        pytest.param(
            [*LINES[:4], *LINES[7:13]],
            [(0, "incomplete", "unsettled", 3), WHOLE[1]],
            id="the next deal comes before the settlement",
        ),
        pytest.param(
            [*LINES[:7], *LINES[8:]],
            [WHOLE[0], (1, "quarantined", "no_deal", 0), WHOLE[2]],
            id="a deal is missing",
        ),
        pytest.param(
            [*LINES[:7], LINES[6], *LINES[7:]],
            [WHOLE[0], (None, "quarantined", "no_deal", 0), *WHOLE[1:]],
            id="a settlement twice",
        ),
        pytest.param(
            [*LINES[:7], RULING, *LINES[7:]],
            [(0, "whole", None, 7), *WHOLE[1:]],
            id="a ruling belongs to the hand before it",
        ),
        pytest.param(
            [*LINES[:7], '{"type":"declare","seat":0,"act":"datuo"}', *LINES[7:]],
            [WHOLE[0], (1, "whole", None, 7), WHOLE[2]],
            id="a declare before the deal belongs to the hand behind it",
        ),
        pytest.param(
            [*LINES[:13], '{"type":"ruling"}', *LINES[13:]],
            [WHOLE[0], (1, "quarantined", "bad_line", 0), WHOLE[2]],
            id="a broken ruling spoils the hand it ruled on",
        ),
        pytest.param(
            [*LINES[:13], "noise", *LINES[13:]],
            [*WHOLE[:2], (2, "quarantined", "bad_line", 0)],
            id="noise between two hands spoils the next",
        ),
        pytest.param(
            [*LINES, "noise", "more"],
            [*WHOLE, (None, "quarantined", "bad_line", 0), (None, "quarantined", "bad_line", 0)],
            id="noise behind the close",
        ),
        pytest.param(
            [*LINES[:-1], '{"type":"close","totals":5}'],
            [*WHOLE, (None, "quarantined", "bad_line", 0)],
            id="a broken close spoils no hand",
        ),
    ],
)
def test_where_a_hand_begins_and_ends(
    lines: list[str], expected: list[tuple[int | None, str, str | None, int]]
) -> None:
    assert told(only(record(lines))) == expected


def test_what_pointed_at_a_lost_event_points_at_itself() -> None:
    lines = [MATCH, *hand(0, 1), *hand(1, 7)]
    lines[11] = '{"type":"claim","seat":1,"act":"win","tile":"1m","of":3}'
    lines[2] = "noise"
    [lost, kept] = only(record(lines)).hands
    claim = kept.events[4]
    assert lost.state == "quarantined"
    assert isinstance(claim, Claim)
    assert claim.of == kept.first + 4


def test_a_record_without_its_match_event_is_refused() -> None:
    for first in ("noise", LINES[1], MATCH.replace('"v":1', '"v":99')):
        data = record([first, *LINES[1:]])
        [refused] = formats.read(data, "", "paipu")
        assert refused.match is None and refused.hands == () and refused.raw == data
        assert refused.fault is not None and refused.fault.code == "no_match"


@given(st.integers(0, len(record(LINES))))
def test_a_record_cut_anywhere_keeps_every_hand_before(cut: int) -> None:
    data = record(LINES)
    if cut < len(MATCH):
        [refused] = formats.read(data[:cut], "", "paipu")
        assert refused.fault is not None and refused.match is None
        return
    match = only(data[:cut])
    whole = [h for h in match.hands if h.state == "whole"]
    assert told(match)[: len(whole)] == WHOLE[: len(whole)]
    assert len(whole) == data[:cut].count(b'"outcome":"win"}')
    for h in match.hands[len(whole) :]:
        assert h.fault is not None and h.fault.code in ("cut", "unsettled")
        assert h.raw == data[h.start : min(h.end, cut)]
    assert list(match.events) == read(data)[: len(list(match.events))]


def test_a_gzip_record_that_ends_early_says_so() -> None:
    data = gzip.compress(record(LINES), mtime=0)
    assert told(only(data)) == WHOLE
    match = only(data[:-20])
    assert [note.code for note in match.notes] == ["not_closed"]


@given(st.data())
def test_any_change_leaves_events_that_can_be_written_and_read(data: st.DataObject) -> None:
    lines = [*LINES]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(1, len(lines) - 1))
        lines[at] = data.draw(st.sampled_from([*LINES, "noise", NO_EVENT, ""]))
    text = record(lines)
    match = only(text)
    assert only(text) == match
    events = list(match.events)
    assert read(write(events)) == events
    seq = 1
    for h in match.hands:
        assert h.first == seq or (h.number is None and h.events == ())
        assert bool(h.raw) == (h.state != "whole")
        seq += len(h.events)
