"""Broken Tenhou logs: one clear reason with its place, and every other hand as it was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from events import Discard, Settlement, formats
from events.formats import CODES, HandRead, MatchRead
from events.record import read, write

LOG = (Path(__file__).parent / "data" / "four_players.mjlog").read_bytes()
THREE = (Path(__file__).parent / "data" / "three_players.mjlog").read_bytes()


def only(data: bytes) -> MatchRead:
    [match] = formats.read(data, "test.mjlog", "tenhou-mjlog")
    return match


def changed(old: str, new: str) -> bytes:
    assert LOG.count(old.encode()) == 1, old
    return LOG.replace(old.encode(), new.encode())


WHOLE = only(LOG)


def the_other_hands_are_as_they_were(match: MatchRead, spoiled: int) -> None:
    """All hands but one tell what they told; only where their events stand has moved."""
    assert len(match.hands) == len(WHOLE.hands)
    for hand, before in zip(match.hands, WHOLE.hands, strict=True):
        if hand.number == spoiled:
            continue
        assert (hand.state, hand.fault) == ("whole", None)
        moved = hand.first - before.first
        for event, other in zip(hand.events, before.events, strict=True):
            if moved and hasattr(event, "of"):
                assert event.of == other.of + moved
            else:
                assert event == other


HAND_FAULTS = [
    # hand, what is changed, into what, code, a piece of the message
    (0, '<T28/>', '<T/>', "bad_value", "T: '' is no whole number"),
    (0, '<T28/>', '<T136/>', "bad_value", "T136: 136 is not between 0 and 135"),
    (0, '<T28/>', '<T28', "broken_tag", "not a well-formed tag: '<T28'"),
    (0, '<T28/>', '<T36/>', "inconsistent", "tile 36 (1p) comes a second time"),
    (0, '<T28/>', '', "inconsistent", "AGARI hai shows"),
    (0, '<D132/>', '<D133/>', "inconsistent", "seat 0 does not hold tile 133 (C)"),
    (0, '<D132/>', '<E132/>', "inconsistent", "seat 1 does not hold"),
    (0, '<N who="2" m="50794"/>', '<N who="2" m="50793"/>', "inconsistent", "calls C of seat 3"),
    (0, '<N who="2" m="50794"/>', '<N who="1" m="50794"/>', "inconsistent", "calls C of seat 3"),
    (0, '<N who="2" m="50794"/>', '<N who="4" m="50794"/>', "bad_value", "4 is not between"),
    (0, '<N who="2" m="50794"/>', '<N who="2" m="5"/>', "bad_value", "N m: 5 is no call"),
    (0, '<N who="2" m="50794"/>', '<N who="2" m="x"/>', "bad_value", "N m: 'x'"),
    (0, '<N who="2" m="50794"/>', '<N who="2"/>', "missing_attribute", "N has no m"),
    (0, '<N who="2" m="50794"/>', '<N m="50794"/>', "missing_attribute", "N has no who"),
    (0, '<N who="2" m="50794"/>', '', "inconsistent", "adds C to a pung that it has not"),
    (0, '<W33/>', '<U33/>', "inconsistent", "seat 1 draws where seat 3 must draw a replacement"),
    (0, '<DORA hai="60"/>', '<DORA/>', "missing_attribute", "DORA has no hai"),
    (0, '<DORA hai="60"/>', '<DORA hai="28"/>', "inconsistent", "comes a second time"),
    (0, '<DORA hai="60"/>', '<DORA hai="60"', "broken_tag", "not a well-formed tag"),
    (0, '<DORA hai="60"/>', '<DORA hai="<T1/>"/>', "broken_tag", "not a well-formed tag"),
    (0, '<DORA hai="60"/>', '<DORA hai=60/>', "broken_tag", "not a well-formed tag"),
    (0, '<DORA hai="60"/>', 'noise', "broken_tag", "text between the tags: 'noise"),
    (0, '<DORA hai="60"/>', '<X a="' + "y" * 70_000 + '"/>', "broken_tag", "longer than 64 KiB"),
    (0, '<DORA hai="60"/>', '<FOO/>' * 5_001, "too_long", "more than 5,000 tags"),
    (0, '<DORA hai="60"/>', ('<X a="' + "y" * 60_000 + '"/>') * 2, "too_long", "64 KiB of unknown"),
    (0, 'machi="34"', 'machi="28"', "inconsistent", "wins on 8m, which is not what came last"),
    (0, 'machi="34"', 'machi=""', "bad_value", "AGARI machi: '' is no whole number"),
    (0, 'ten="30,3000,0"', 'ten="30,3000"', "bad_value", "AGARI ten is not fu"),
    (0, 'ten="30,3000,0"', 'ten="30,3000,9"', "bad_value", "AGARI ten is not fu"),
    (0, 'yaku="0,1,52,1"', '', "missing_attribute", "no yaku and no yakuman"),
    (0, 'yaku="0,1,52,1"', 'yaku="0,1,52"', "bad_value", "no list of yaku"),
    (0, 'yaku="0,1,52,1"', 'yaku="77,1"', "bad_value", "no list of yaku"),
    (0, 'hai="12,17,20,24,28,34,', 'hai="12,17,20,24,28,35,', "inconsistent", "AGARI hai shows"),
    (1, '0,5,124" ten="280', '0,5" ten="280', "bad_value", "INIT seed has 5 numbers"),
    (1, 'seed="0,1,0,0,5,124"', 'seed="16,1,0,0,5,124"', "bad_value", "no such round or dice"),
    (1, 'seed="0,1,0,0,5,124"', 'seed="0,1,0,6,5,124"', "bad_value", "no such round or dice"),
    (1, 'ten="280,240,240,240" oya="0"', 'oya="0"', "missing_attribute", "INIT has no ten"),
    (1, 'ten="280,240,240,240" oya="0"', 'ten="1,2" oya="0"', "bad_value", "has 2 numbers, not 4"),
    (1, 'ten="280,240,240,240" oya="0"', 'ten="280,240,240,240" oya="7"', "bad_value", "oya"),
    (1, 'hai3="108,109,', 'hai3="108,108,', "inconsistent", "tile 108 (E) comes a second time"),
    (1, 'hai3="108,109,', 'hai3="109,', "bad_value", "INIT hai3 has 12 tiles, not 13"),
    (1, 'hai3="108,109,', 'hai3="108,,', "bad_value", "INIT hai3: '' is no whole number"),
    (1, 'hai3="108,109,', 'hai4="108,109,', "missing_attribute", "INIT has no hai3"),
    (1, 'hai3="108,109,', 'hai3="<T1/>,109,', "broken_tag", "not a well-formed tag"),
    (1, '<REACH who="3" step="1"/>', '<REACH who="3" step="3"/>', "bad_value", "REACH step"),
    (1, '<REACH who="3" step="1"/>', '<REACH who="3"/>', "missing_attribute", "REACH has no step"),
    (1, '<REACH who="3" step="1"/>', '<REACH who="3" step="2"/>', "inconsistent", "has not just"),
    (1, 'sc="280,61,240,0,240,0,240,-61"', 'sc="280,61"', "bad_value", "AGARI sc has 2 numbers"),
    (1, 'sc="280,61,240,0,240,0,240,-61"', '', "missing_attribute", "AGARI has no sc"),
    (2, '<N who="2" m="3186"/>', '<N who="2" m="1138"/>', "inconsistent", "does not hold"),
    (2, '<BYE who="3"/>', '<BYE who="9"/>', "bad_value", "BYE who: 9"),
    (2, '<BYE who="3"/>', '<BYE/>', "missing_attribute", "BYE has no who"),
    (2, 'fromWho="2" sc="341,0,260,45', 'fromWho="0" sc="341,0,260,45', "inconsistent", "on 3m"),
    (3, 'type="yao9"', 'type="odd"', "bad_value", "RYUUKYOKU type: 'odd' is not known"),
    (3, 'hai1="0,17,18,32', 'hai1="1,17,18,32', "inconsistent", "RYUUKYOKU hai1 shows"),
    (3, 'ba="0,0" sc="341,0,305', 'ba="0" sc="341,0,305', "bad_value", "RYUUKYOKU ba"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("hand", "old", "new", "code", "message"),
    [pytest.param(*case, id=f"{case[0]}: {case[4][:40]}") for case in HAND_FAULTS],
)
def test_one_bad_hand_is_quarantined_and_the_rest_goes_on(
    hand: int, old: str, new: str, code: str, message: str
) -> None:
    data = changed(old, new)
    match = only(data)
    the_other_hands_are_as_they_were(match, hand)
    spoiled = match.hands[hand]
    assert spoiled.fault is not None
    assert (spoiled.state, spoiled.fault.code, spoiled.events) == ("quarantined", code, ())
    assert message in spoiled.fault.message
    assert spoiled.start <= spoiled.fault.offset < spoiled.end
    assert spoiled.fault.line == data[: spoiled.fault.offset].count(b"\n") + 1
    assert spoiled.raw == data[spoiled.start : spoiled.end]


TAGS = [
    "<T28/>",
    "<D132/>",
    '<N who="2" m="50794"/>',
    "<F121/>",
    "<W71/>",
    '<N who="3" m="17408"/>',
    '<DORA hai="60"/>',
    "\n<W33/>",
    "<G75/>",
]


@pytest.mark.parametrize(
    ("first", "state"),
    [
        (0, "quarantined"),
        (1, "quarantined"),
        (2, "quarantined"),
        (3, "whole"),  # a draw out of turn: the tags agree, and the engine has its say
        (4, "quarantined"),
        (5, "whole"),  # the indicator is turned at another time
        (6, "whole"),
        (7, "quarantined"),
    ],
)
def test_two_tags_that_change_places(first: int, state: str) -> None:
    old = "".join(TAGS[first : first + 2])
    match = only(changed(old, "".join(reversed(TAGS[first : first + 2]))))
    the_other_hands_are_as_they_were(match, 0)
    assert match.hands[0].state == state


def test_a_lost_init_costs_its_hand() -> None:
    for init in ("", "<INIT", '<INIT seed="0,1,', "INIT "):
        data = re.sub(rb"<INIT seed=.0,1[^>]*/>", init.encode(), LOG)
        match = only(data)
        if init == "INIT ":  # text behind a settlement could be anything, so its hand goes too
            assert [h.state for h in match.hands] == ["quarantined"] * 2 + ["whole"] * 2
            continue
        the_other_hands_are_as_they_were(match, 1)
        assert match.hands[1].state == "quarantined"
        fault = match.hands[1].fault
        assert fault is not None
        assert fault.code == ("broken_tag" if init else "no_deal")


def test_play_before_any_init_is_a_hand_whose_init_is_lost() -> None:
    init, rest = LOG.index(b"<INIT"), LOG.index(b"<T28/>")
    win = LOG.index(b"<AGARI")
    for data in (LOG[:init] + LOG[rest:], LOG[:init] + LOG[win:]):
        match = only(data)
        the_other_hands_are_as_they_were(match, 0)
        fault = match.hands[0].fault
        assert fault is not None and (fault.code, fault.offset) == ("no_deal", init)


def test_a_lost_settlement_leaves_the_hand_incomplete() -> None:
    data = re.sub(rb"<AGARI[^>]*machi=.34[^>]*/>", b"", LOG)
    match = only(data)
    the_other_hands_are_as_they_were(match, 0)
    hand = match.hands[0]
    assert (hand.state, hand.fault and hand.fault.code) == ("incomplete", "unsettled")
    assert hand.events == WHOLE.hands[0].events[:-2]
    assert hand.raw == data[hand.start : hand.end]


@pytest.mark.parametrize(
    ("text", "code", "hand"),
    [
        ('<FOO bar="1"/>', "unknown_tag", 0),
        ('<N who="2" m="50794"/>', "unknown_attribute", 0),
        ("<!DOCTYPE a [ <!ENTITY b 'c'> ]>", "doctype", 0),
    ],
)
def test_what_the_format_does_not_know_is_kept_and_noted(text: str, code: str, hand: int) -> None:
    new = text if code != "unknown_attribute" else text.replace("/>", ' zz="1"/>')
    data = changed(text if new != text else "<F121/>", new if new != text else "<F121/>" + text)
    match = only(data)
    assert [h.state for h in match.hands] == ["whole"] * 4
    assert [note.code for note in match.hands[hand].notes] == [code]
    kept = [event.x["unknown"] for event in match.events if event.x and "unknown" in event.x]
    assert kept == [[new]]


def test_what_stands_behind_a_settlement_does_not_spoil_it() -> None:
    match = only(changed('<UN n3="D"/>', '<FOO 1><UN n3="D"'))
    hand = match.hands[2]
    assert (hand.state, [note.code for note in hand.notes]) == ("whole", ["broken_tag"] * 2)
    again = only(changed('<UN n3="D"/>', "<AGARI"))
    assert again.hands[2].state == "quarantined"
    lost = only(changed('<UN n3="D"/>', "<T1/>"))
    assert [h.fault and h.fault.code for h in lost.hands] == [None, None, None, "no_deal", None]


def test_the_root_may_say_more() -> None:
    match = only(changed('<mjloggm ver="2.3">', '<mjloggm ver="2.3" by="me">'))
    assert match.match is not None and match.match.source is not None
    assert match.match.source.x is not None
    assert match.match.source.x["ver"] == "2.3"
    assert match.match.source.x["unknown"] == ['<mjloggm ver="2.3" by="me">']


def test_a_discard_out_of_turn_does_not_say_whether_it_was_drawn() -> None:
    hand = only(changed("<U62/>", "<U62/><F45/>")).hands[3]
    assert hand.state == "whole"
    assert hand.events[2] == Discard(seat=2, tile="3p")


def test_a_head_without_table_or_players_is_no_match() -> None:
    for old, code in (
        ('<GO type="9" lobby="0"/>', "no_match"),
        ('type="9"', "missing_attribute"),
        (' n3="D" dan', "missing_attribute"),
        ('n0="A"', "missing_attribute"),
    ):
        data = changed(old, " dan" if "dan" in old else "")
        match = only(data)
        assert (match.match, match.hands, match.raw) == (None, (), data)
        assert match.fault is not None and match.fault.code == code
    assert only(changed('type="9"', 'type="x"')).fault is not None


def test_the_head_keeps_what_it_does_not_know() -> None:
    match = only(changed('<TAIKYOKU oya="0"/>', "<FOO/><BAR<TAIKYOKU oya='0' b='1'/><GO a='1'/>"))
    assert match.match is not None and match.match.source is not None
    assert [note.code for note in match.notes] == [
        "unknown_tag",
        "broken_tag",
        "unknown_attribute",
        "unknown_tag",
    ]
    assert match.match.source.x is not None
    assert match.match.source.x["unknown"] == [
        "<FOO/>",
        "<BAR",
        "<TAIKYOKU oya='0' b='1'/>",
        "<GO a='1'/>",
    ]
    assert [h.state for h in match.hands] == ["whole"] * 4


def test_a_seed_that_fits_nothing_leaves_the_wall_out() -> None:
    seed = '<SHUFFLE seed="mt19937ar-sha512-n288,1,2,3" ref=""/><GO type="9"'
    match = only(changed('<GO type="9"', seed))
    for hand in match.hands:
        assert hand.state == "whole"
        assert hand.wall is not None and hand.wall.state == "differs"
        assert [note.code for note in hand.notes] == ["wall_differs"]
    assert "wall" in match.lacks
    assert list(match.events)[1:] == list(WHOLE.events)[1:]
    broken = only(changed('<GO type="9"', seed.replace("1,2,3", "what")))
    assert [note.code for note in broken.notes] == ["seed"]
    assert {h.wall.state for h in broken.hands if h.wall} == {"no seed"}


def test_bytes_behind_the_end_are_kept() -> None:
    match = only(LOG + b"\0\0 tail")
    assert [(h.number, h.state, h.raw) for h in match.hands[4:]] == [
        (None, "quarantined", b"\0\0 tail")
    ]
    assert match.hands[:4] == WHOLE.hands


def test_a_seat_that_three_players_do_not_have() -> None:
    for old, new in (
        ("<V110/>", "<W110/>"),
        ('who="0" fromWho="2"', 'who="3" fromWho="2"'),
        ('who="0" m="30752"', 'who="3" m="30752"'),
    ):
        assert THREE.count(old.encode()) == 1
        [hand] = only(THREE.replace(old.encode(), new.encode())).hands
        assert hand.fault is not None
        assert (hand.state, hand.fault.code) == ("quarantined", "bad_value")


def test_an_end_of_the_match_before_its_last_hand_is_only_noted() -> None:
    data = changed('ba="2,0"', 'owari="1,2.0,3,4.0,5,6.0,7,8.0" ba="2,0"')
    match = only(data)
    assert not match.finished
    assert [note.message for note in match.hands[2].notes] == ["AGARI owari before the last hand"]


def test_a_log_cut_anywhere_keeps_every_hand_before() -> None:
    for cut in range(len(LOG)):
        match = only(LOG[:cut])
        if match.match is None:
            assert cut < LOG.index(b"<TAIKYOKU")
            assert match.fault is not None
            assert match.fault.code in ("empty", "not_this_format", "cut")
            continue
        begun = LOG[:cut].count(b"<INIT")
        assert len(match.hands) == begun
        assert match.hands[:-1] == WHOLE.hands[: max(begun - 1, 0)]
        for hand in match.hands[-1:]:
            what_is_there_is_as_it_was(hand, WHOLE.hands[begun - 1])
        if b"</mjloggm>" not in LOG[:cut]:
            assert match.notes[-1].code == "not_closed"


def what_is_there_is_as_it_was(hand: HandRead, before: HandRead) -> None:
    """The first events, as they were; a note at the last of them or a second winner may lack."""
    if hand.state == "whole":
        settled = hand.events[-1]
        assert isinstance(settled, Settlement)
        assert hand.events[:-1] == before.events[: len(hand.events) - 1]
        return
    assert (hand.state, hand.fault and hand.fault.code) == ("incomplete", "cut")
    *events, last = hand.events or (None,)
    assert events == list(before.events[: len(events)])
    if last is not None:
        expected = before.events[len(events)]
        assert last in (expected, replace(expected, x=None))


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_any_damage_leaves_events_that_can_be_written_and_read(data: st.DataObject) -> None:
    text = bytearray(data.draw(st.sampled_from([LOG, THREE])))
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(text) - 1))
        match data.draw(st.sampled_from(["change", "drop", "repeat", "digit"])):
            case "change":
                text[at] = data.draw(st.integers(0, 255))
            case "drop":
                del text[at : at + data.draw(st.integers(1, 40))]
            case "repeat":
                text[at:at] = text[at : at + data.draw(st.integers(1, 200))]
            case "digit":
                text[at:at] = b"%d" % data.draw(st.integers(-1, 200))
        text = text or bytearray(b" ")
    matches = list(formats.read(bytes(text), "test.mjlog", "tenhou-mjlog"))
    assert matches == list(formats.read(bytes(text), "test.mjlog", "tenhou-mjlog"))
    assert matches
    for found in matches:
        events = list(found.events)
        assert (found.match is None) == (events == []) == (found.fault is not None)
        if found.match is not None:
            assert read(write(events)) == events
        seq = 1
        for hand in found.hands:
            assert hand.first == seq or hand.number is None
            assert bool(hand.raw) == (hand.state != "whole")
            assert (hand.fault is None) == (hand.state == "whole")
            assert hand.fault is None or hand.fault.code in CODES
            seq += len(hand.events)
