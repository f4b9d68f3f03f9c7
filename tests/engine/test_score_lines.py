"""Lines of score cases: whatever stands in one, an answer comes out, and its id with it."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.case import Answer, ErrorAnswer
from engine.score import MAX_CASE, answer, answers

CASE = (
    b'{"id":%s,"game":"jiujiang","dealer":1,"seats":[{"hand":"123m 456p 78s 55s 999m"},{},{},{}],'
    b'"win":{"seat":0,"tile":"6s","by":"self_draw"}}'
)


@pytest.mark.parametrize("id", [b'"a"', b'"\xe4\xb9\x9d"', b"17", b"null", b'["x", 1.5]'])
def test_an_answer_returns_the_id_unchanged(id: bytes) -> None:
    given = answer(CASE % id)
    assert isinstance(given, Answer)
    assert json.loads(msgspec.json.encode(given))["id"] == json.loads(id)


def test_an_answer_without_an_id_has_none() -> None:
    told = json.loads(msgspec.json.encode(answer((CASE % b"0").replace(b'"id":0,', b""))))
    assert told == {
        "legal": True,
        "value": 3,
        "lines": [["JJ-S1", 1], ["JJ-S2", 1], ["JJ-S4", 1]],
        "payments": [{"from": seat, "points": 3, "lines": []} for seat in (1, 2, 3)],
        "deltas": [9, -3, -3, -3],
    }


@pytest.mark.parametrize(
    ("line", "code", "path", "id"),
    [
        (b"", "json", "$", None),
        (b"null", "json", "$", None),
        (b"[1]", "json", "$", None),
        (b"{", "json", "$", None),
        (b"\x00\xff\xfe\x93", "json", "$", None),
        (b'{"id":"a","game":"jiujiang"', "json", "$", None),
        (b'{"id":"a"} {}', "json", "$", None),
        (b'{"id":"\xff"}', "json", "$", None),
        (b'{"id":"\\ud800"}', "json", "$", None),
        (b'{"id":' + b"[" * 20_000 + b"]" * 20_000 + b"}", "json", "$", None),
        (b'{"id":"' + b"a" * MAX_CASE + b'"}', "json", "$", None),
        (b'{"id":"a"}', "field", "$.game", "a"),
        (b'{"id":"a","game":"poker"}', "game", "$.game", "a"),
        (b'{"id":"a","game":["jiujiang"]}', "game", "$.game", "a"),
        (b'{"id":"a","game":"jiujiang"}', "field", "$.dealer", "a"),
        ((CASE % b'"a"').replace(b"123m", b"123z"), "tile", "$.seats[0].hand", "a"),
    ],
    ids=lambda part: str(part)[:40],
)
def test_a_line_that_is_no_case_gets_an_error(
    line: bytes, code: str, path: str, id: str | None
) -> None:
    given = answer(line)
    assert isinstance(given, ErrorAnswer)
    told = json.loads(msgspec.json.encode(given))
    assert (told["error"]["code"], told["error"]["path"]) == (code, path)
    assert told["error"]["message"]
    assert told.get("id") == id


def test_a_bad_line_does_not_stop_the_next() -> None:
    given = list(answers([CASE % b"1", b"nonsense", CASE % b"2"]))
    assert [type(one) for one in given] == [Answer, ErrorAnswer, Answer]
    assert [one.id for one in given] == [1, msgspec.UNSET, 2]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
PLACES = [
    ("options",), ("dealer",), ("unit",), ("seats",), ("seats", 0), ("seats", 0, "hand"),
    ("seats", 1, "melds"), ("seats", 1, "fa"), ("win",), ("win", "tile"), ("win", "from"),
]  # fmt: skip


@given(st.sampled_from(PLACES), JSON)
def test_any_value_anywhere_gets_an_answer(place: tuple[Any, ...], value: Any) -> None:
    case = json.loads(CASE % b'"a"')
    *way, last = place
    inner = case
    for step in way:
        inner = inner[step]
    inner[last] = value
    given = answer(json.dumps(case).encode())
    assert isinstance(given, Answer | ErrorAnswer)
    assert msgspec.json.encode(given)


@given(st.binary(max_size=60))
def test_any_bytes_get_an_answer(line: bytes) -> None:
    assert isinstance(answer(line), ErrorAnswer)
