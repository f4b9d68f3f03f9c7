"""The record: read and written without loss, its canonical bytes, its chain, its refusals."""

from __future__ import annotations

import json
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import MalformedInput, canonical, chain, from_canonical, link, record
from events.model import KINDS, Discard, Draw

GOLDEN = Path(__file__).parent / "golden"
HEADS: dict[str, str] = json.loads((GOLDEN / "heads.json").read_text())

MATCH = b'{"type":"match","v":1,"game":"jiujiang","players":[{"id":"a"},{"id":"b"}]}'


@pytest.mark.parametrize("name", sorted(HEADS))
def test_every_past_record_reads_and_writes_the_same_bytes(name: str) -> None:
    data = (GOLDEN / name).read_bytes()
    assert record.write(record.read(data)) == data


@pytest.mark.parametrize("name", sorted(HEADS))
def test_every_past_record_keeps_its_chain(name: str) -> None:
    events = record.read((GOLDEN / name).read_bytes())
    assert [*chain(events)][-1].hex() == HEADS[name]


def test_the_golden_records_show_every_event_type() -> None:
    shown = {type(e) for name in HEADS for e in record.read((GOLDEN / name).read_bytes())}
    assert shown == set(KINDS)


def test_all_shared_records_are_read_and_written_without_loss(shared: Path) -> None:
    for file in sorted((shared / "rules" / "play").glob("*.jsonl")):
        for line in file.read_text(encoding="utf-8").splitlines():
            told = json.loads(line)["record"]
            data = "\n".join(json.dumps(e, ensure_ascii=False) for e in told).encode()
            written = record.write(record.read(data)).splitlines()
            assert [json.loads(event) for event in written] == told


def test_canonical_bytes_are_message_pack_in_field_order() -> None:
    by_hand = b"\x83\xa4type\xa7discard\xa4seat\x01\xa4tile\xa25m"
    assert canonical(Discard(seat=1, tile="5m")) == by_hand
    assert from_canonical(by_hand) == Discard(seat=1, tile="5m")


def test_the_chain_is_sha256_of_the_last_value_and_the_bytes() -> None:
    first, second = Draw(seat=0, tile="1m"), Discard(seat=0, tile="1m")
    one = sha256(bytes(32) + canonical(first)).digest()
    two = sha256(one + canonical(second)).digest()
    assert [*chain([first, second])] == [one, two]
    assert link(one, canonical(second)) == two


def test_one_changed_byte_changes_the_chain() -> None:
    data = (GOLDEN / "v1/cards.paipu.jsonl").read_bytes()
    assert [*chain(record.read(data))] != [*chain(record.read(data.replace(b'"a"', b'"A"')))]


BAD = [
    # what is wrong, the line, its number, the field's path, what the error says
    ("broken JSON", b'{"type":"draw",', 2, "$", "truncated"),
    ("no event", b"[1,2]", 2, "$", "Expected `object`"),
    ("empty line", b"", 2, "$", "truncated"),
    ("unknown type", b'{"type":"peek","seat":0}', 2, "$.type", "peek"),
    ("no type", b'{"seat":0}', 2, "$", "missing required field `type`"),
    ("unknown field", b'{"type":"draw","seat":0,"tile":"1m","foo":1}', 2, "$", "foo"),
    ("seat 4", b'{"type":"draw","seat":4,"tile":"1m"}', 2, "$.seat", "<= 3"),
    ("a seat where nobody sits", b'{"type":"draw","seat":2,"tile":"1m"}', 2, "$.seat",
     "no seat 2 with 2 players"),
    ("a dealer who is not there", b'{"type":"deal","hand":0,"dealer":3,"hands":["1m","1m"]}', 2,
     "$.dealer", "no seat 3"),
    ("die 7", b'{"type":"draw","seat":0,"tile":"1m","die":7}', 2, "$.die", "<= 6"),
    ("unknown tile", b'{"type":"draw","seat":0,"tile":"10m"}', 2, "$.tile", "10m"),
    ("two tiles", b'{"type":"discard","seat":0,"tile":"12m"}', 2, "$.tile", "12m"),
    (
        "unknown tile in a hand",
        b'{"type":"deal","hand":0,"dealer":0,"hands":["1m","1m Z"]}',
        2,
        "$.hands[1]",
        "Z",
    ),
    ("no such time", b'{"type":"draw","at":"2026-13-01T00:00:00Z","seat":0,"tile":"1m"}', 2, "$.at",
     "month"),
    ("no time at all", b'{"type":"draw","at":"yesterday","seat":0,"tile":"1m"}', 2, "$.at",
     "matching"),
    ("huge number", b'{"type":"draw","seat":0,"tile":"1m","x":{"n":' + b"9" * 40 + b"}}", 2, "$",
     "64 bits"),
    ("huge points", b'{"type":"settlement","hand":0,"outcome":"draw","deltas":[' + b"9" * 18
     + b"]}",
     2, "$.deltas[0]", "<="),
    ("text for a number", b'{"type":"settlement","hand":0,"outcome":"win","wins":[{"seat":0,'
     b'"lines":[["JJ-S1","one"]]}]}', 2, "$.wins[0].lines[0][1]", "Expected `int`"),
    ("not UTF-8", b'{"type":"draw","seat":0,"tile":"\xff"}', 2, "$", "UTF-8"),
    ("binary", bytes(range(128, 160)), 2, "$", ""),
    ("nested", b'{"type":"draw","seat":0,"tile":"1m","x":' + b"[" * 5000 + b"]" * 5000 + b"}", 2,
     "$", ""),
]  # fmt: skip


@pytest.mark.parametrize(("line", "number", "path", "says"), [case[1:] for case in BAD],
                         ids=[case[0] for case in BAD])  # fmt: skip
def test_a_bad_line_is_named_by_file_line_and_field(
    line: bytes, number: int, path: str, says: str
) -> None:
    with pytest.raises(MalformedInput) as caught:
        record.read(MATCH + b"\n" + line + b"\n", "a.paipu.jsonl")
    error = caught.value
    assert (error.file, error.line) == ("a.paipu.jsonl", number)
    assert error.path.startswith(path)
    assert says in error.message
    assert str(error).startswith("a.paipu.jsonl, line 2")


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"", "empty"),
        (b'{"type":"draw","seat":0,"tile":"1m"}', "begins with its match event"),
        (MATCH.replace(b'"v":1', b'"v":2'), "version 2"),
        (MATCH.replace(b"jiujiang", b"chess"), "unknown game 'chess'"),
    ],
)
def test_a_record_begins_with_a_match_of_a_known_game_and_version(data: bytes, says: str) -> None:
    with pytest.raises(MalformedInput, match=says):
        record.read(data)


def test_a_scan_goes_on_after_a_bad_line() -> None:
    good = b'{"type":"draw","seat":0,"tile":"1m"}'
    scanned = list(record.scan(b"\n".join([MATCH, b"{", good, b"x", good])))
    assert [s.line for s in scanned if s.error] == [2, 4]
    assert [s.event for s in scanned if s.line in (3, 5)] == [Draw(seat=0, tile="1m")] * 2


def test_an_over_long_line_is_skipped_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "MAX_LINE", 100)
    data = MATCH + b"\n" + b"x" * 1000 + b"\n" + b'{"type":"draw","seat":0,"tile":"1m"}'
    scanned = list(record.scan(BytesIO(data)))
    assert [s.line for s in scanned] == [1, 2, 3]
    assert scanned[1].error is not None and "longer than" in scanned[1].error.message
    assert scanned[2].event == Draw(seat=0, tile="1m")


def test_windows_line_ends_are_line_ends() -> None:
    data = (GOLDEN / "v1/every_type.paipu.jsonl").read_bytes()
    assert record.read(data.replace(b"\n", b"\r\n")) == record.read(data)


@given(st.binary(max_size=200))
def test_no_bytes_are_a_crash(data: bytes) -> None:
    for scanned in record.scan(MATCH + b"\n" + data):
        assert (scanned.event is None) != (scanned.error is None)
