"""IJCAI text, Botzone's records and 雀渣: what comes out of them, and of damaged ones."""

from __future__ import annotations

import base64
import json
import random
import zlib
from collections.abc import Callable, Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from engine.simulate import simulate
from engine.verify import verify
from events import AnyEvent, Claim, Deal, Draw, Match, Settlement, formats
from events.formats import MatchRead, tziakcha
from events.formats.tziakcha import numbers
from events.record import read, write
from events.tiles import MAHJONG
from tests.events.formats import mcr_writers as writers

Told = Callable[[Iterable[AnyEvent]], list[str]]

TEXT = """\
Match 5f00
Wind 1
Player 0 Deal W1 W2 B1 B1 T9 T9 F1 F1 J1 J2 J3 W9 B9
Player 1 Deal W4 W5 W6 W7 W8 B4 B5 B6 B7 B8 T4 T5 T6
Player 2 Deal B2 B3 T1 T1 T2 T2 T3 T3 F2 F2 F3 F3 F4
Player 3 Deal W2 W3 W4 B1 T7 T8 T8 F4 F4 J1 J1 J2 J2
Player 0 Draw W1
Player 0 Play F1
Player 1 Draw W3
Player 1 Play B4
Player 2 Draw B4
Player 2 Play J1
Player 3 Peng J1 Ignore Player 0 Peng J1
Player 3 Play W3
Player 0 Chi W2
Player 0 Play W9
Player 1 Draw W9
Player 1 AnGang W9
Player 1 Draw J2
Player 1 Play J2
Player 3 Gang J2
Player 3 Draw T8
Player 3 BuGang J1
Player 3 Draw T8
Player 3 Play B1
Player 2 Chi B2
Player 2 Play F4
Player 3 Hu F4
Fan 12 箭刻*1+幺九刻*2
Score -8 -8 -20 36
"""
"""Written for the reader alone: nobody would play so, and the 番 are not the hand's."""


def ijcai(data: bytes | str) -> list[MatchRead]:
    raw = data.encode() if isinstance(data, str) else data
    return list(formats.read(raw, "x.txt", "ijcai"))


def only(data: bytes | str, name: str) -> MatchRead:
    raw = data.encode() if isinstance(data, str) else data
    [match] = formats.read(raw, "x", name)
    return match


# -- IJCAI text ------------------------------------------------------------


def test_a_text_tells_its_acts(told: Told) -> None:
    [match] = ijcai(TEXT)
    assert match.match is not None and match.match.source is not None
    assert match.match.options == {
        "flowers": False, "wall": "quarters", "first_wind": "S", "deals": 1,
    }  # fmt: skip
    assert match.match.source.ref == "5f00"
    assert told(match.hands[0].events) == [
        "0 draw 1m", "0 discard E held", "1 draw 3m", "1 discard 4p held", "2 draw 4p",
        "2 discard C held",
        "3 pung C (C C) of 7 | beaten=[{'seat': 0, 'act': 'pung', 'tile': 'C'}]",
        "3 discard 3m", "0 chow 3m (1m 2m) of 9", "0 discard 9m", "1 draw 9m",
        "1 concealed_kong 9m 9m 9m 9m", "1 draw F", "1 discard F drawn",
        "3 exposed_kong F (F F F) of 15", "3 draw 8s", "3 added_kong C", "3 draw 8s",
        "3 discard 1p held", "2 chow 1p (2p 3p) of 20", "2 discard N", "3 win N of 22",
    ]  # fmt: skip
    settlement = match.hands[0].events[-1]
    assert isinstance(settlement, Settlement)
    assert settlement.deltas == settlement.totals == (-8, -8, -20, 36)
    assert settlement.wins is not None
    assert settlement.wins[0].lines == (("MC-F59", 2), ("MC-F73", 2))
    assert settlement.wins[0].value == 12


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16", "utf-8-sig"])
def test_lines_may_end_in_any_way_and_in_any_encoding(encoding: str) -> None:
    [plain] = ijcai(TEXT)
    [match] = ijcai(TEXT.replace("\n", "\r\n").encode(encoding))
    assert match.hands[0].events == plain.hands[0].events
    [cut_end] = ijcai(TEXT.rstrip("\n").lower().replace("match", "Match").encode("utf-8"))
    assert cut_end.hands[0].events == plain.hands[0].events


def test_names_that_are_destroyed_are_kept_as_they_stand() -> None:
    [match] = ijcai(TEXT.replace("箭刻*1+幺九刻*2", "??*1+???*2"))
    win = match.hands[0].events[-1].wins[0]  # type: ignore[union-attr]
    assert (win.lines, win.x, win.value) == (None, {"fans": "??*1+???*2"}, 12)


FAULTS = [
    ("Player 0 Play F1", "Player 0 Play X1", "bad_value", "X1 is no tile"),
    ("Player 0 Play F1", "Player 0 Play", "bad_line", "no line of this format"),
    ("Player 0 Chi W2", "Player 0 Chi W7", "inconsistent", "does not hold 3m"),
    ("Player 0 Chi W2", "Player 0 Chi F1", "bad_value", "is not the middle"),
    ("Player 3 Peng J1", "Player 3 Peng J2", "inconsistent", "claims F; C was discarded last"),
    ("Player 3 Hu F4", "Player 3 Hu F3", "inconsistent", "the tile given last is N"),
    ("Player 3 Hu F4", "Player 2 Hu F4", "inconsistent", "wins what nobody gave it"),
    ("Fan 12 箭刻*1+幺九刻*2\n", "", "inconsistent", "a score without Fan or Huang"),
    ("Player 1 Deal W4", "Player 0 Deal W4", "inconsistent", "seat 0 is dealt twice"),
    ("Deal W1 W2 B1", "Deal W1 W2", "bad_value", "dealt 12 tiles"),
    ("20 36\n", "20 36\nPlayer 0 Play F1\n", "bad_line", "after the score"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "code", "says"), FAULTS)
def test_a_fault_spoils_its_match_alone_and_names_the_line(
    old: str, new: str, code: str, says: str
) -> None:
    assert TEXT.count(old) >= 1
    bad = TEXT.replace(old, new, 1)
    [first, second] = ijcai(bad + "\n" + TEXT.replace("5f00", "5f01"))
    fault = first.hands[0].fault
    assert fault is not None and (fault.code, first.hands[0].state) == (code, "quarantined")
    assert says in fault.message
    assert first.hands[0].events == () and first.hands[0].raw
    assert second.hands[0].state == "whole"


def test_what_is_no_text_of_matches() -> None:
    [match] = ijcai("Match 5f00\nPlayer 0 Draw W1\n")
    assert match.match is None and match.fault is not None and match.fault.code == "no_match"
    [match] = ijcai("nothing of the kind")
    assert match.fault is not None and match.fault.code == "not_this_format"
    [match] = ijcai(b"")
    assert match.fault is not None and match.fault.code == "empty"


# -- matches that were played ------------------------------------------------------------

PLATFORM = {"flowers": False, "wall": "quarters", "errors": "end", "deals": 1}


def played(seed: int, wind: str = "E") -> list[AnyEvent]:
    options = {**PLATFORM, **({"first_wind": wind} if wind != "E" else {})}
    for n in range(100):
        rng = random.Random(f"{seed} {n}")
        events = list(simulate("mcr", rng, hands=1, options=options, rare=0.5))
        deal = events[1]
        assert isinstance(deal, Deal)
        if deal.dealer == 0:
            return events
    raise AssertionError("seat 0 never deals")


def plain(event: AnyEvent) -> AnyEvent:
    """An event without what a text does not tell."""
    match event:
        case Draw():
            return replace(event, end=None)
        case Settlement():
            wins = tuple(
                replace(win, by=None, from_=None, last=None, payments=None)
                for win in event.wins or ()
            )
            return replace(event, wins=wins)
        case Deal():
            hands = tuple(MAHJONG.format(held.split()) for held in event.hands)
            return replace(event, hands=hands, wall=None)
        case Claim():
            return replace(event, with_=" ".join(sorted((event.with_ or "").split())) or None)
    return replace(event, drawn=None) if hasattr(event, "drawn") else event


@pytest.mark.parametrize("seed", range(12))
def test_what_was_played_comes_back_from_a_text(seed: int) -> None:
    events = played(seed, "ESWN"[seed % 4])
    [match] = ijcai(writers.ijcai(events))
    back = list(match.events)
    assert [plain(event) for event in back[1:]] == [plain(event) for event in events[1:]]
    assert not verify(back).findings


@pytest.mark.parametrize("seed", range(12))
def test_what_was_played_comes_back_from_the_judges_records(seed: int) -> None:
    events = played(seed, "ESWN"[seed % 4])
    match = only(writers.botzone(events, bare=bool(seed % 2)), "botzone")
    back = list(match.events)
    assert [plain(event) for event in back[1:]] == [plain(event) for event in events[1:]]
    deal, hand = events[1], match.hands[0]
    assert isinstance(deal, Deal) and isinstance(back[1], Deal)
    assert hand.wall is not None and hand.wall.state == "proved"
    assert back[1].wall == deal.wall
    report = verify(back)
    assert not report.findings and report.checked == 1
    assert read(write(back)) == back


# -- Botzone's records ------------------------------------------------------------


def records(text: str, change: Callable[[list[Any]], None]) -> str:
    told = json.loads(text)
    change(told["logs"])
    return json.dumps(told)


def test_a_claim_that_was_beaten_stands_beside_the_one_that_was_not() -> None:
    matches = (played(seed) for seed in range(99))
    events = next(e for e in matches if any(getattr(x, "act", "") == "pung" for x in e))

    def also(logs: list[Any]) -> None:
        at = next(i for i, r in enumerate(logs) if _action(r) == "PENG")
        pung = logs[at]["output"]["display"]["player"]
        giver = next(r["output"]["display"]["player"] for r in reversed(logs[:at]) if "output" in r)
        other = next(seat for seat in range(4) if seat not in (pung, giver))
        logs[at - 1] = {**logs[at - 1], str(other): {"verdict": "OK", "response": "CHI W2 W1"}}

    match = only(records(writers.botzone(events), also), "botzone")
    pung = next(e for e in match.events if isinstance(e, Claim) and e.act == "pung")
    assert pung.x is not None and pung.x["beaten"][0]["act"] == "chow"


def _action(record: dict[str, Any]) -> str:
    found: str = record.get("output", {}).get("display", {}).get("action", "")
    return found


@pytest.mark.parametrize("code", ["WA", "TLE"])
def test_an_illegal_answer_ends_the_hand(code: str) -> None:
    def wrong(logs: list[Any]) -> None:
        at = next(i for i, r in enumerate(logs) if _action(r) == "PLAY")
        answers = {**logs[at + 1], "2": {"verdict": "OK", "response": "PENG W1 W2"}}
        end = {"action": code, "player": 2, "score": [10, 10, -30, 10]}
        logs[at + 1 :] = [answers, {"output": {"command": "finish", "display": end}}]

    match = only(records(writers.botzone(played(1)), wrong), "botzone")
    settlement = match.hands[0].events[-1]
    assert isinstance(settlement, Settlement) and settlement.x is not None
    assert settlement.x["error"] == code and settlement.x["response"] == "PENG W1 W2"
    assert settlement.deltas == (10, 10, -30, 10)
    report = verify(match.events)
    assert not report.findings
    wrong_sum = replace(settlement, deltas=(10, 10, -20, 0), totals=(10, 10, -20, 0))
    told = [*match.events][:-2]
    assert verify([*told, wrong_sum]).findings[0].clause == "MC-X3"


def test_a_false_win_ends_the_hand() -> None:
    def wrong(logs: list[Any]) -> None:
        at = next(i for i, r in enumerate(logs) if _action(r) == "DRAW")
        seat = logs[at]["output"]["display"]["player"]
        score = [10] * 4
        score[seat] = -30
        end = {"action": "WH", "player": seat, "fanCnt": -3, "score": score}
        logs[at + 2 :] = [{"output": {"command": "finish", "display": end}}]

    match = only(records(writers.botzone(played(1)), wrong), "botzone")
    *_, claim, settlement = match.hands[0].events
    assert isinstance(claim, Claim) and claim.act == "win"
    assert isinstance(settlement, Settlement) and settlement.deltas == (-30, 10, 10, 10)
    assert not verify(match.events).findings


def test_a_wall_that_does_not_fit_is_left_out() -> None:
    told = json.loads(writers.botzone(played(2)))
    walls = told["initdata"]["walltiles"].split()
    told["initdata"]["walltiles"] = " ".join(reversed(walls))
    match = only(json.dumps(told), "botzone")
    assert match.hands[0].wall is not None and match.hands[0].wall.state == "differs"
    assert [note.code for note in match.notes] == ["wall_differs"]
    assert not verify(match.events).findings


def test_a_match_with_flowers_is_not_read() -> None:
    def flower(logs: list[Any]) -> None:
        at = next(i for i, r in enumerate(logs) if _action(r) == "DRAW")
        logs[at]["output"]["display"] |= {"action": "BUHUA", "tile": "H1"}

    match = only(records(writers.botzone(played(2)), flower), "botzone")
    assert match.hands[0].state == "quarantined"
    assert match.hands[0].fault is not None and "flowers" in match.hands[0].fault.message


# -- 雀渣 ------------------------------------------------------------


def drawn_out(rounds: int, *, from_end: bool) -> dict[str, Any]:
    """A script in which everybody discards what he draws, flowers are laid, nobody wins.

    ``from_end``: replacements are the wall's last tiles one by one, not the last stack's top first.
    """
    numbers = random.Random(6).sample(range(144), 144)
    dice = (3, 4, 2, 6)
    start = (12 - (dice[0] + dice[1] - 1)) % 4 * 36 + 2 * sum(dice)
    wall = [numbers[(start + n) % 144] for n in range(144)]
    hands: list[list[int]] = [[], [], [], []]
    for place in range(52):
        hands[place // 4 % 4 if place < 48 else place - 48].append(wall[place])
    front, back = 53, 0
    hands[0].append(wall[52])
    acts: list[list[int]] = []

    def lay(seat: int) -> None:
        nonlocal back
        while flowers := [number for number in hands[seat] if number >= 136]:
            place = 143 - back if from_end else 142 - 2 * (back // 2) + back % 2
            back += 1
            hands[seat].remove(flowers[0])
            hands[seat].append(wall[place])
            acts.append([seat << 4 | 1, (flowers[0] - 136) << 8 | wall[place], 100 * len(acts)])

    for seat in range(4):
        lay(seat)
    acts.append([0, 0, 100 * len(acts)])
    for n in range(rounds):
        seat = n % 4
        if n:
            hands[seat].append(wall[front])
            acts.append([seat << 4 | 7, wall[front], 100 * len(acts)])
            front += 1
            lay(seat)
        thrown = hands[seat].pop()
        acts.append([seat << 4 | 2, thrown, 100 * len(acts)])
    packed = sum(die << 4 * i for i, die in enumerate(dice))
    people = [{"i": f"id{seat}", "n": f"name{seat}", "e": 2000} for seat in range(4)]
    return {
        "a": acts, "b": 0, "d": packed, "i": 6, "p": people, "s": [0] * 4, "t": 1767367620000,
        "w": bytes(numbers).hex(), "y": [{}] * 4,
    }  # fmt: skip


def record_of(step: dict[str, Any], *, packed: bool = False) -> str:
    if packed:
        script = base64.b64encode(zlib.compress(json.dumps(step).encode())).decode()
        return json.dumps({"id": "0abc", "belongs": "0session", "script": script})
    return json.dumps({"id": "0abc", "belongs": "0session", "script": "<Decoded>", "step": step})


@pytest.mark.parametrize("from_end", [False, True])
@pytest.mark.parametrize("packed", [False, True])
def test_a_hand_of_tziakcha_has_its_wall(from_end: bool, packed: bool) -> None:
    match = only(record_of(drawn_out(30, from_end=from_end), packed=packed), "tziakcha")
    assert match.match is not None
    assert match.match.options == {"first_wind": "S", "deals": 1}
    hand = match.hands[0]
    assert hand.wall is not None and hand.wall.state == "proved"
    report = verify(list(match.events)[:-2])
    assert not report.findings
    assert any(isinstance(event, Draw) and event.end == "tail" for event in hand.events)
    assert hand.events[0].at == "2026-01-02T15:27:00.000Z"


def test_without_the_wall_a_hand_is_as_far_known_as_it_came_to_light() -> None:
    step = drawn_out(60, from_end=False)
    whole = only(record_of(step), "tziakcha").hands[0].events
    del step["w"]
    match = only(record_of(step), "tziakcha")
    deal, full = match.hands[0].events[0], whole[0]
    assert isinstance(deal, Deal) and isinstance(full, Deal)
    for seen, held in zip(deal.hands, full.hands, strict=True):
        known = [tile for tile in seen.split() if tile != "?"]
        assert len(seen.split()) == 13
        assert all(seen.split().count(tile) <= held.split().count(tile) for tile in known)
    assert not verify(list(match.events)[:-2]).findings


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"a": [[1]]}, "bad_value"),
        ({"a": [[2, 200, 0]]}, "bad_value"),
        ({"a": "x"}, "no_deal"),
        ({"w": "zz"}, "bad_value"),
        ({"w": "00" * 144}, "bad_value"),
        ({"s": [1, 2]}, "unsettled"),
        ({"a": [[6, 0, 0]]}, "bad_value"),
    ],
)
def test_a_broken_script_is_put_aside(change: dict[str, Any], code: str) -> None:
    step = drawn_out(8, from_end=False) | change
    raised = only(record_of(step), "tziakcha")
    fault = raised.hands[0].fault if raised.hands else raised.fault
    assert fault is not None and fault.code == code


@pytest.mark.parametrize(
    "script", ["AAAA", "not base64!", base64.b64encode(zlib.compress(b"[]")).decode()]
)
def test_a_script_that_cannot_be_unpacked(script: str) -> None:
    [match] = tziakcha.read(json.dumps({"script": script}).encode(), "x")
    assert match.match is None and match.fault is not None


def test_moments() -> None:
    assert numbers.moment(0) == "1970-01-01T00:00:00.000Z"
    assert numbers.moment(951_782_399_999) == "2000-02-28T23:59:59.999Z"
    assert numbers.moment(951_782_400_000) == "2000-02-29T00:00:00.000Z"


# -- damage ------------------------------------------------------------


def samples() -> dict[str, tuple[str, bytes]]:
    return {
        "ijcai": ("ijcai", (TEXT + "\n" + TEXT).encode()),
        "crlf": ("ijcai", TEXT.replace("\n", "\r\n").encode("gb18030")),
        "botzone": ("botzone", writers.botzone(played(3)).encode()),
        "bare botzone": ("botzone", writers.botzone(played(4), bare=True).encode()),
        "tziakcha": ("tziakcha", record_of(drawn_out(20, from_end=False)).encode()),
        "packed": ("tziakcha", record_of(drawn_out(20, from_end=True), packed=True).encode()),
    }


def is_sound(data: bytes, name: str) -> list[MatchRead]:
    """Whatever is read can be stored and verified; what is not has its reason and its bytes."""
    found = list(formats.read(data, "x", name))
    assert found
    for match in found:
        if match.match is None:
            assert match.fault is not None and match.raw == data
            continue
        for hand in match.hands:
            assert (hand.state == "whole") == (hand.fault is None)
            assert hand.state != "quarantined" or (not hand.events and hand.raw)
            settled = any(isinstance(event, Settlement) for event in hand.events)
            assert settled == (hand.state == "whole")
        events = list(match.events)
        assert isinstance(events[0], Match)
        assert read(write(events)) == events
        verify(events)
    return found


@pytest.mark.parametrize("sample", samples())
def test_files_cut_anywhere_are_read_as_far_as_they_go(sample: str) -> None:
    name, data = samples()[sample]
    for end in range(0, len(data), 37):
        for match in is_sound(data[:end], name)[-1:]:
            assert not match.hands or match.hands[-1].state != "whole" or sample == "ijcai"


@pytest.mark.parametrize("sample", samples())
def test_bytes_changed_and_swapped_are_no_traceback(sample: str) -> None:
    name, data = samples()[sample]
    rng = random.Random(sample)
    for _ in range(60):
        damaged = bytearray(data)
        for _ in range(rng.randrange(1, 6)):
            a, b = rng.randrange(len(data)), rng.randrange(len(data))
            if rng.random() < 0.5:
                damaged[a] = rng.randrange(256)
            else:
                damaged[a], damaged[b] = damaged[b], damaged[a]
        is_sound(bytes(damaged), name)


@pytest.mark.parametrize("sample", ["ijcai", "botzone", "tziakcha", "packed"])
def test_the_content_tells_the_format(sample: str) -> None:
    name, data = samples()[sample]
    assert formats.detect(data, "anything") == name
