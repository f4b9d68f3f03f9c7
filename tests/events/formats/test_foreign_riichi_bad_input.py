"""Damaged files of other clients: a reason with its place, nothing raised, nothing half read."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from events import Match, Settlement, formats
from events.formats import CODES, MatchRead

DATA = Path(__file__).parent / "data"
FILES = {
    "tenhou6": "orphans.tenhou6.json",
    "mjai": "orphans.mjson",
    "kobalab": "orphans.kobalab.json",
}
FOLDERS = {
    "tenhou6/mjx_pairs": 4,
    "tenhou6/mjai_reviewer": 20,
    "mjai/manue_go": 15,
    "mjai/riichienv": 1,
    "kobalab": 3,
    "majsoul": 2,
}
"""How many files of each folder are cut at every so many bytes."""


def sound(matches: list[MatchRead], data: bytes) -> None:
    """What a reader owes whatever it was given."""
    for match in matches:
        if match.match is None:
            assert match.fault is not None and match.fault.code in CODES
            assert (match.hands, match.raw) == ((), data)
            continue
        events = list(match.events)
        assert isinstance(events[0], Match)
        for hand in match.hands:
            assert hand.events == tuple(events[hand.first : hand.first + len(hand.events)])
            assert (hand.fault is None) == (hand.state == "whole") == (hand.raw == b"")
            assert hand.state != "quarantined" or hand.events == ()
            settled = any(isinstance(event, Settlement) for event in hand.events)
            assert settled == (hand.state == "whole")
            if hand.fault is not None:
                assert hand.fault.code in CODES
                assert hand.fault.line >= 1
                assert hand.start <= hand.fault.offset <= hand.end


def whole(data: bytes, name: str = "", form: str | None = None) -> int:
    """How many hands are whole; the reading is sound."""
    matches = list(formats.read(data, name, form))
    sound(matches, data)
    return sum(hand.state == "whole" for match in matches for hand in match.hands)


@pytest.fixture(params=FILES)
def given(request: pytest.FixtureRequest) -> tuple[str, bytes]:
    return request.param, (DATA / FILES[request.param]).read_bytes()


def test_cut_at_every_byte(given: tuple[str, bytes]) -> None:
    form, data = given
    for at in range(1, len(data)):
        if data[:at].strip():
            assert whole(data[:at], "", form) <= 1


def test_every_byte_lost_or_another(given: tuple[str, bytes]) -> None:
    form, data = given
    for at in range(len(data)):
        whole(data[:at] + data[at + 1 :], "", form)
        whole(data[:at] + bytes([data[at] ^ 0x15]) + data[at + 1 :], "", form)


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_encodings(given: tuple[str, bytes], encoding: str) -> None:
    form, data = given
    marked = data.decode().encode(encoding)
    read = whole(marked, "", form)
    assert read == (0 if encoding.endswith(("le", "be")) else 1)


def test_other_line_ends_and_gzip(given: tuple[str, bytes]) -> None:
    form, data = given
    assert whole(data.replace(b"\n", b"\r\n"), "", form) == 1
    assert whole(gzip.compress(data, mtime=0), "", form) == 1
    assert whole(gzip.compress(data, mtime=0)[:-9], "", form) <= 1


@pytest.mark.parametrize("encoding", ["euc_jp", "gb18030"])
def test_text_that_is_no_utf8_is_read_as_far_as_possible(encoding: str) -> None:
    data = (DATA / FILES["kobalab"]).read_text().encode(encoding, "replace")
    [match] = formats.read(data, "", "kobalab")
    sound([match], data)
    assert [note.code for note in match.notes] == ["encoding"]
    [hand] = match.hands
    settlement = hand.events[-1]
    assert isinstance(settlement, Settlement)
    [win] = settlement.wins or ()
    assert win.lines is None and "unknown" in (win.x or {})
    assert settlement.deltas == (48000, 0, 0, -48000)


def test_shift_jis_has_backslashes_inside_characters_and_is_kept_back() -> None:
    data = (DATA / FILES["kobalab"]).read_text().encode("cp932")  # 十 ends in a backslash
    [match] = formats.read(data, "", "kobalab")
    sound([match], data)
    [hand] = match.hands
    assert hand.fault is not None and hand.fault.code == "broken_json"


@pytest.mark.parametrize("form", [*FILES, "majsoul"])
@pytest.mark.parametrize(
    "data",
    [
        b"{}",
        b"[]",
        b"null",
        b'{"log":[]}',
        b'{"log":[[]],"name":["a","b","c","d"]}',
        b'{"log":[[[0,0,0]]],"name":["a","b","c","d"]}',
        b'{"log":{"a":1},"name":7}',
        b'{"log":[1,2,"x",null,{}],"name":["a","b","c","d"],"player":["a","b","c","d"]}',
        b'{"type":"start_kyoku"}',
        b'{"type":7}\n{"type":null}\n',
        b'{"type":"start_game","names":{}}\n{"type":"tsumo"}',
        b'{"records":[{"name":".lq.RecordNewRound","data":{}}]}',
        b'{"records":[{"name":".lq.RecordNewRound","data":[]},{"name":"RecordHule"}]}',
        b"[" * 100_000,
        b'{"log":[' + b"[" * 100_000,
        b'{"type":"start_kyoku","tehais":' + b"[" * 100_000 + b"}",
        b'{"log":[[[0,0,' + b"9" * 5000 + b']]],"name":["a","b","c","d"]}',
        b"\0\1\2\xff\xfe",
        b"<mjloggm/>",
    ],
    ids=range(19),
)
def test_what_is_nothing_of_the_kind(form: str, data: bytes) -> None:
    assert whole(data, "", form) == 0


@pytest.mark.parametrize(
    ("form", "data"),
    [
        ("tenhou6", b'{"name":["a","b","c","d"],"log":[' + b"[]," * 6000 + b"[]]}"),
        ("kobalab", b'{"log":[]} ' * 6000),
        ("mjai", b'{"type":"start_kyoku"}\n' * 6000),
        ("majsoul", b'{"records":[' + b'{"name":"RecordNewRound"},' * 6000 + b"{}]}"),
        ("majsoul", b'{"records":[{"name":"RecordNewRound"}' + b",{}" * 500_001 + b"]}"),
    ],
    ids=["hands", "documents", "deals", "rounds", "records"],
)
def test_a_file_that_is_larger_than_any_match(form: str, data: bytes) -> None:
    [match] = formats.read(data, "", form)
    sound([match], data)
    assert match.fault is not None and match.fault.code == "too_large"


def test_a_hand_that_is_longer_than_any_hand() -> None:
    start, deal, draw, discard, *_ = (DATA / FILES["mjai"]).read_bytes().splitlines(keepends=True)
    [match] = formats.read(start + deal + (draw + discard) * 2600)
    [hand] = match.hands
    assert hand.fault is not None and hand.fault.code == "too_long"


@pytest.mark.parametrize("folder", FOLDERS)
def test_public_logs_cut_and_damaged(shared: Path, folder: str) -> None:
    paths = sorted((shared / "data" / folder).iterdir())[: FOLDERS[folder]]
    for path in paths:
        data = path.read_bytes()
        form = formats.detect(data, path.name)
        most = whole(data, path.name, form)
        step = max(100, len(data) // 40 // 100 * 100)  # a hundredth byte each, forty of a file
        for at in range(step, len(data), step):
            assert whole(data[:at], path.name, form) <= most
        for old, new in ((b"[", b"{"), (b"]", b""), (b":", b";"), (b"0", b"null"), (b"2", b"[]")):
            whole(data.replace(old, new), path.name, form)
        assert whole(data.replace(b"\n", b"\r\n"), path.name, form) == most
