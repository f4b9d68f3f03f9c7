"""A file's content tells its format, and its name does where the content says nothing."""

from __future__ import annotations

import gzip

import pytest

from events import formats

PAIPU = b'{"type":"match","v":1,"game":"jiujiang","players":[{"id":"a"},{"id":"b"}]}\n'
MJLOG = b'<mjloggm ver="2.3"><GO type="9"/>'


@pytest.mark.parametrize(
    ("data", "name", "expected"),
    [
        (PAIPU, "", "paipu"),
        (b'{"v": 1, "game": "riichi", "type" : "match"}', "", "paipu"),
        (b"\xef\xbb\xbf" + PAIPU, "", "paipu"),
        (gzip.compress(PAIPU, mtime=0), "", "paipu"),
        (MJLOG, "", "tenhou-mjlog"),
        (b"\r\n  " + MJLOG, "", "tenhou-mjlog"),
        (b'<?xml version="1.0"?><!-- x --><mjloggm ver="2.3">', "", "tenhou-mjlog"),
        (b'<GO type="9"/><UN n0="a"/>', "", "tenhou-mjlog"),
        (gzip.compress(MJLOG, mtime=0), "", "tenhou-mjlog"),
        (gzip.compress(MJLOG * 10, mtime=0)[:40], "", "tenhou-mjlog"),
        (MJLOG.decode().encode("utf-16"), "", "tenhou-mjlog"),
        (PAIPU, "game.mjlog", "paipu"),
        (MJLOG, "game.paipu.jsonl", "tenhou-mjlog"),
        (b"", "game.mjlog", "tenhou-mjlog"),
        (b"", "GAME.MJLOG.GZ", "tenhou-mjlog"),
        (b"\0\1\2", "game.paipu.jsonl", "paipu"),
        (b"", "", None),
        (b"\0\1\2\3", "noise.bin", None),
        (b"\x1f\x8b\x08 broken", "noise.gz", None),
        (b"<html><body>GO</body></html>", "page.html", None),
        (b'{"type":"start_game","names":[]}\n', "bot.jsonl", "mjai"),
        (b'{"type":"hello"}\n', "", "mjai"),
        (b'{"type":"match_found"}\n', "", None),
        (b'{"title":["",""],"name":[],"rule":{"disp":""},"log":[]}', "", "tenhou6"),
        (b'{"title":["",""],"name":[],"log":[]}', "tenhou6.json", None),
        (b'{"log": [ [ [0, 0, 0], [25000', "", "tenhou6"),
        (b"https://tenhou.net/6/#json=%7B%22title%22", "", "tenhou6"),
        (b'{"title":"x","log":[[{"qipai":{"jushu":0', "", "kobalab"),
        (b'[{"title":"x","log":[[{"qipai":{"jushu":0', "", "kobalab"),
        (b'{"head":{},"data":{"name":".lq.GameDetailRecords"', "", "majsoul"),
        (b'{"records":[{"name":"RecordNewRound"', "", "majsoul"),
        (b"", "game.mjson", "mjai"),
    ],
)
def test_the_content_decides_and_then_the_name(
    data: bytes, name: str, expected: str | None
) -> None:
    assert formats.detect(data, name) == expected


def test_read_takes_the_format_that_was_detected_or_named() -> None:
    assert [m.format for m in formats.read(PAIPU)] == ["paipu"]
    assert [m.format for m in formats.read(MJLOG)] == ["tenhou-mjlog"]
    [forced] = formats.read(PAIPU, "x", "tenhou-mjlog")
    assert forced.match is None
    assert forced.fault is not None and forced.fault.code == "not_this_format"
    with pytest.raises(KeyError):
        list(formats.read(b"\0", "noise"))


@pytest.mark.parametrize("name", list(formats.FORMATS))
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty"),
        (b" \r\n \n", "empty"),
        (gzip.compress(b"", mtime=0), "empty"),
        (gzip.compress(bytes(65 * 2**20), 1, mtime=0), "too_large"),
        (b"\n" * 500_001 + MJLOG, "too_large"),
        (b"\x1f\x8b not gzip", "damaged_gzip"),
        (gzip.compress(MJLOG * 50, mtime=0)[:-8] + bytes(8), "damaged_gzip"),
        (gzip.compress(MJLOG, mtime=0) + b"more", "damaged_gzip"),
    ],
    ids=["empty", "blank", "gzip-empty", "bomb", "lines", "no-gzip", "checksum", "behind"],
)
def test_what_is_no_file_of_a_format_is_refused_with_its_bytes(
    name: str, data: bytes, code: str
) -> None:
    [refused] = formats.read(data, "file", name)
    assert (refused.match, refused.hands, refused.raw) == (None, (), data)
    assert refused.fault is not None
    assert (refused.fault.code, refused.fault.line) == (code, 1)


def test_every_code_is_explained() -> None:
    assert all(text for text in formats.CODES.values())
