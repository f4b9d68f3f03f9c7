"""The tokenizer of Tenhou logs: every tag, however it is written, and what is none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.formats.tenhou_mjlog.tags import Broken, Tag, tokens


def told(text: bytes) -> list[object]:
    """Tags as (name, number, attributes), the rest as (code, what it was meant to be, bytes)."""
    return [
        (token.name, token.number, token.attributes)
        if isinstance(token, Tag)
        else (token.code, token.name, text[token.start : token.end])
        for token in tokens(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (b"<T12/>", [("T", "12", {})]),
        (b"<D0/><U135 />", [("D", "0", {}), ("U", "135", {})]),
        (b'<DORA hai="3"/>', [("DORA", "", {"hai": "3"})]),
        (b'<N who="1" m="2" />', [("N", "", {"who": "1", "m": "2"})]),
        (b"<N  m = '2'\r\n\twho='1'></N>", [("N", "", {"m": "2", "who": "1"}), ("/N", "", {})]),
        (b'<INIT hai0="1,\r\n 2"/>', [("INIT", "", {"hai0": "1,\r\n 2"})]),
        (b'<mjloggm ver="2.3"></mjloggm>', [("mjloggm", "", {"ver": "2.3"}), ("/mjloggm", "", {})]),
        (b"<!-- <T1/> --><T2/><!---->\n", [("T", "2", {})]),
        (b'<GO title=""/>', [("GO", "", {"title": ""})]),
        (b'<X a="&lt;&amp;&quot;&apos;&gt;&#65;&#x42;"/>', [("X", "", {"a": "<&\"'>AB"})]),
        (b'<X a="&amp;lt;"/>', [("X", "", {"a": "&lt;"})]),
        ("<GO title='大会'/>".encode(), [("GO", "", {"title": "大会"})]),
        (b"<GO title='\x91\xe5'/>", [("GO", "", {"title": "\\x91\\xe5"})]),
        (b"<FOO9 a='1'/>", [("FOO9", "", {"a": "1"})]),
    ],
)
def test_tags(text: bytes, expected: list[object]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "entity", ["&file;", "&#0;", "&#xD800;", "&#1114112;", "&amp", "&#;", "&;", "&lol9;"]
)
def test_what_is_no_character_reference_stays_as_it_is(entity: str) -> None:
    assert told(f'<X a="{entity}"/>'.encode()) == [("X", "", {"a": entity})]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            b'<INIT hai0="1,<T5/>,3"/><T6/>',
            [
                ("broken_tag", "INIT", b'<INIT hai0="1,'),
                ("T", "5", {}),
                ("broken_tag", "", b',3"/>'),
                ("T", "6", {}),
            ],
            id="a tag inside a value",
        ),
        pytest.param(
            b'<N who=1 m="2"/><T6/>',
            [("broken_tag", "N", b'<N who=1 m="2"/>'), ("T", "6", {})],
            id="a value without quotes",
        ),
        pytest.param(b"<T5><T6/>", [("T", "5", {}), ("T", "6", {})], id="a tag that is not closed"),
        pytest.param(b"<T5/ <T6/>", [("broken_tag", "T", b"<T5/ "), ("T", "6", {})], id="no end"),
        pytest.param(
            b"<N m='1' m='2'/>",
            [("broken_tag", "N", b"<N m='1' m='2'/>")],
            id="an attribute twice",
        ),
        pytest.param(
            b"<T1/>T2/><T3/>",
            [("T", "1", {}), ("broken_tag", "", b"T2/>"), ("T", "3", {})],
            id="text between",
        ),
        pytest.param(b"< T1/>", [("broken_tag", "", b"< T1/>")], id="a space before the name"),
        pytest.param(b"\0\xff<T1/>", [("broken_tag", "", b"\0\xff"), ("T", "1", {})], id="binary"),
        pytest.param(
            b"<X a='" + b"y" * 70_000 + b"'/>",
            [("broken_tag", "X", b"<X a='" + b"y" * 70_000 + b"'/>")],
            id="too long",
        ),
        pytest.param(
            b"<![CDATA[<T1/>]]>",
            [
                ("broken_tag", "", b"<![CDATA["),
                ("T", "1", {}),
                ("broken_tag", "", b"]]>"),
            ],
            id="CDATA",
        ),
    ],
)
def test_what_is_no_tag_costs_itself_only(text: bytes, expected: list[object]) -> None:
    assert told(text) == expected


@pytest.mark.parametrize(
    "foreign",
    [
        b'<?xml-stylesheet href="http://example.org/a.xsl"?>',
        b"<!DOCTYPE mjloggm>",
        b'<!DOCTYPE a SYSTEM "http://example.org/a.dtd">',
        b'<!DOCTYPE a [ <!ENTITY b "c"> <!ENTITY d SYSTEM "file:///x"> ]>',
    ],
)
def test_no_document_type_is_followed(foreign: bytes) -> None:
    assert told(foreign + b'<X a="&b;&d;"/>') == [
        ("doctype", "", foreign),
        ("X", "", {"a": "&b;&d;"}),
    ]


@pytest.mark.parametrize(
    ("end", "name"),
    [
        (b"<", ""),
        (b"<IN", "IN"),
        (b"<INIT", "INIT"),
        (b'<INIT seed="0,0', "INIT"),
        (b"<T1", "T"),
        (b"<T1/", "T"),
        (b"</mjlog", "mjlog"),
        (b"<!-- never closed", ""),
        (b"<!", ""),
    ],
)
def test_a_log_that_ends_inside_a_tag(end: bytes, name: str) -> None:
    assert told(b"<T1/>" + end) == [("T", "1", {}), ("cut", name, end)]


@given(st.binary(max_size=300) | st.text("<>/!?-TN a='\"&;=0[]").map(str.encode))
def test_the_tokens_follow_each_other_without_overlap(text: bytes) -> None:
    at = 0
    for token in tokens(text):
        assert token.start >= at
        assert token.end > token.start
        between = text[at : token.start]
        assert not between.strip() or b"<!--" in between
        at = token.end
        if isinstance(token, Broken) and token.code == "cut":
            assert at == len(text)
    assert at <= len(text)
