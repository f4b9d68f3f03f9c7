"""Written as mjai or tenhou.net/6 and read back, a match says what it said, as far as they go."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from events import (
    AnyEvent,
    Claim,
    Close,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Player,
    Settlement,
    Win,
    formats,
    to_json,
)
from events.formats import MatchRead
from events.formats.writing import WRITERS, CannotWrite, write

DATA = Path(__file__).parent / "data"
FIXTURES = ("four_players.mjlog", "three_players.mjlog", "orphans.mjson", "orphans.kobalab.json")
FOLDERS = (
    "tenhou_mjlog/mjx_full",
    "tenhou_mjlog/mjx_hist",
    "tenhou_mjlog/dnovikoff",
    "tenhou6/mjx_pairs",
    "tenhou6/mjai_reviewer",
    "mjai/manue_go",
    "mjai/riichienv",
    "kobalab",
)

HOUSE = frozenset(
    ("kong_dora", "double_yakuman", "pao", "pao_honba", "extension", "stop_when_first")
) | frozenset(("rounded_mangan", "honba"))
"""The rules of a client that other formats have no words for."""

LOST: dict[str, dict[str, frozenset[str]]] = {
    "mjai": {
        "deal": frozenset({"dice", "wall", "x"}),
        "x": frozenset({"disconnected", "reconnected", "names", "chips", "chip_deltas", "ratio"}),
        "win.x": frozenset({"limit", "pao", "chip"}),
        "close": frozenset({"final", "x"}),
        "options": frozenset({"fast", "open_tanyao"}) | HOUSE,
    },
    "tenhou6": {
        "deal": frozenset({"dice", "wall", "x"}),
        "x": frozenset({"disconnected", "reconnected", "names", "chips", "chip_deltas", "ratio"})
        | frozenset({"dora", "shown"}),
        "win.x": frozenset({"limit", "fu", "chip"}),
        "close": frozenset({"x"}),
        "options": HOUSE,
    },
}
"""What the formats have no words for; tenhou.net/6 says which indicators were turned, not when."""


KEPT = {
    "mjai": ("players", "length", "red_fives"),
    "tenhou6": ("players", "length", "red_fives", "open_tanyao", "fast"),
}
"""The options that the formats have words for."""


def only(data: bytes, name: str = "") -> MatchRead:
    [match] = formats.read(data, name)
    return match


def told(event: AnyEvent, lost: dict[str, frozenset[str]], first: int) -> dict[str, Any]:
    """An event as the record has it, less what is lost, calls sorted, seqs within the hand."""
    said: dict[str, Any] = json.loads(to_json(event))
    for key in ("with", "tiles"):
        if key in said:
            said[key] = sorted(said[key].split())
    if "of" in said:
        said["of"] -= first
    said.pop("at", None)
    x = {key: value for key, value in said.pop("x", {}).items() if key not in lost["x"]}
    if x and said["type"] in ("discard", "settlement"):
        said["x"] = x
    for key in lost.get(said["type"], ()):
        said.pop(key, None)
    for win in said.get("wins", ()):
        win["lines"] = sorted(win.get("lines", ()))
        win["x"] = {k: v for k, v in win.get("x", {}).items() if k not in lost["win.x"]}
    return said


def carried(before: dict[str, Any], after: dict[str, Any]) -> dict[str, Any]:
    """``after`` less what ``before`` did not say: a source that is silent is not contradicted."""
    kept: dict[str, Any] = {}
    for key, value in after.items():
        if key not in before:
            continue
        if isinstance(value, dict) and isinstance(before[key], dict):
            kept[key] = carried(before[key], value)
        elif key == "wins":
            kept[key] = [carried(b, a) for b, a in zip(before[key], value, strict=True)]
        else:
            kept[key] = value
    return kept


def compared(match: MatchRead, target: str) -> int:
    """Write, read back, hold against each other; how many events were compared."""
    lost = LOST[target]
    back = only(write(match.events, target))
    assert match.match is not None and back.match is not None
    for option in KEPT[target]:
        assert (back.match.options or {}).get(option) == (match.match.options or {}).get(option)
    assert [p.name for p in back.match.players] == [p.name for p in match.match.players]
    hands = [hand for hand in match.hands if hand.state == "whole"]
    again = [hand for hand in back.hands if hand.state == "whole"]
    assert len(hands) == len(again)
    count = 0
    for hand, other in zip(hands, again, strict=True):
        for one, two in zip(hand.events, other.events, strict=True):
            first, second = told(one, lost, hand.first), told(two, lost, other.first)
            if "hand" in second:
                second["hand"] = first["hand"]  # hands that were kept back are not written
            assert carried(first, second) == first, f"hand {hand.number}"
            count += 1
    return count


@pytest.mark.parametrize("target", WRITERS)
@pytest.mark.parametrize("name", FIXTURES)
def test_small_logs(name: str, target: str) -> None:
    assert compared(only((DATA / name).read_bytes(), name), target) > 5


@pytest.mark.parametrize("target", WRITERS)
@pytest.mark.parametrize("folder", FOLDERS)
def test_public_logs(shared: Path, folder: str, target: str) -> None:
    count = 0
    for path in sorted((shared / "data" / folder).iterdir()):
        for match in formats.read(path.read_bytes(), path.name):
            if any(hand.state == "whole" for hand in match.hands):
                count += compared(match, target)
    assert count > 1000


@pytest.mark.parametrize("folder", ["tenhou_mjlog/mjx_full", "mjai/riichienv", "kobalab"])
def test_a_win_is_an_array_of_strings_that_the_viewer_shows(shared: Path, folder: str) -> None:
    wins = 0
    for path in sorted((shared / "data" / folder).iterdir()):
        match = next(iter(formats.read(path.read_bytes(), path.name)))
        for hand in json.loads(write(match.events, "tenhou6"))["log"]:
            assert len(hand) == 17
            if hand[-1][0] != "和了":
                continue
            for deltas, win in zip(hand[-1][1::2], hand[-1][2::2], strict=True):
                wins += 1
                assert len(deltas) == 4
                assert all(isinstance(seat, int) for seat in win[:3])
                assert win[3].endswith(("点", "点∀")) and any(c.isdigit() for c in win[3])
                assert all(isinstance(text, str) for text in win[3:])
    assert wins > 20


def test_the_words_are_those_of_tenhou_itself(shared: Path) -> None:
    """What Tenhou wrote of the games that both formats tell, letter by letter."""
    data = shared / "data"
    count = 0
    for path in sorted((data / "tenhou6/mjx_pairs").iterdir()):
        pair = data / "tenhou_mjlog/mjx_full" / f"{path.stem}.mjlog"
        if not pair.is_file():
            continue
        written = json.loads(write(only(pair.read_bytes(), pair.name).events, "tenhou6"))["log"]
        given = [json.loads(line)["log"][0] for line in path.read_text().splitlines() if line]
        for ours, theirs in zip(written, given, strict=True):
            assert ours[:3] == theirs[:3]
            assert [sorted(row) for row in ours[4:16:3]] == [sorted(row) for row in theirs[4:16:3]]
            for seat in range(4):
                assert_same_row(ours[5 + 3 * seat], theirs[5 + 3 * seat])
                assert_same_row(ours[6 + 3 * seat], theirs[6 + 3 * seat])
            if theirs[-1][0] == "和了":
                for win, other in zip(ours[-1][2::2], theirs[-1][2::2], strict=True):
                    assert win[:4] == other[:4]
                    assert sorted(win[4:]) == sorted(t for t in other[4:] if "(0飜)" not in t)
                    count += 1
                assert ours[-1][1::2] == theirs[-1][1::2]
            else:
                assert ours[-1][:2] == theirs[-1][:2]
    assert count > 200


def assert_same_row(ours: list[Any], theirs: list[Any]) -> None:
    """A row may name the tiles of a call in another order, and no more."""
    assert [sorted(str(entry)) for entry in ours] == [sorted(str(entry)) for entry in theirs]


def test_mjai_for_a_reviewer_has_what_it_asks_for() -> None:
    lines = [json.loads(line) for line in write(only(_mjlog()).events, "mjai").splitlines()]
    kinds = [line["type"] for line in lines]
    assert (kinds[0], kinds[-1]) == ("start_game", "end_kyoku")
    assert kinds.count("start_kyoku") == kinds.count("end_kyoku") == 4
    start = lines[1]
    assert {"bakaze", "kyoku", "honba", "kyotaku", "oya", "scores", "dora_marker"} <= start.keys()
    for at, line in enumerate(lines):
        if line["type"] == "dahai":
            assert isinstance(line["tsumogiri"], bool)
        if line["type"] == "ankan":
            assert kinds[at + 1 : at + 3] == ["dora", "tsumo"]
        if line["type"] == "kakan":
            assert len(line["consumed"]) == 3
        if line["type"] == "hora":
            assert len(line["deltas"]) == 4 and isinstance(line["ura_markers"], list)


def _mjlog() -> bytes:
    return (DATA / "four_players.mjlog").read_bytes()


@pytest.mark.parametrize("target", WRITERS)
@pytest.mark.parametrize(
    ("events", "message"),
    [
        ([], "no match event"),
        ([Match(v=1, game="jiujiang", players=(Player(id="a"), Player(id="b")))], "jiujiang"),
    ],
)
def test_what_is_no_riichi_is_not_written(
    target: str, events: Iterable[AnyEvent], message: str
) -> None:
    with pytest.raises(CannotWrite, match=message):
        write(events, target)


def test_tenhou6_has_no_number_for_a_hidden_tile() -> None:
    players = tuple(Player(id=name) for name in "ABCD")
    hidden = " ".join("?" * 13)
    events: list[AnyEvent] = [
        Match(v=1, game="riichi", players=players),
        Deal(hand=0, dealer=0, hands=(hidden,) * 4, open="1m"),
        Settlement(hand=0, outcome="draw"),
    ]
    with pytest.raises(CannotWrite, match="a tile \\?"):
        write(events, "tenhou6")
    assert b'"?"' in write(events, "mjai")


@pytest.mark.parametrize("target", WRITERS)
@pytest.mark.parametrize(
    ("odd", "message"),
    [
        (Claim(seat=0, act="peng", tile="1m", of=1), "no word for the act peng"),
        (Draw(seat=3, tile="1m"), "no seat 3 with 3 players"),
        (Settlement(hand=0, outcome="draw", deltas=(0, 0)), "2 numbers for 3 players"),
        (Declare(seat=0, act="concealed_kong", tiles="1x"), "'1x' is no tile"),
    ],
)
def test_a_record_made_by_hand_may_be_none_that_can_be_written(
    target: str, odd: AnyEvent, message: str
) -> None:
    players = tuple(Player(id=name) for name in "ABC")
    dealt = Deal(hand=0, dealer=0, hands=("1m",) * 3, open="1m", carry={"round": 7, "honba": "x"})
    end = Settlement(hand=0, outcome="draw", x={"reason": [1], "shown": 3})
    match = Match(v=1, game="riichi", players=players)
    assert write([match, dealt, end], target)
    with pytest.raises(CannotWrite, match=message):
        write([match, dealt, odd, end], target)


def test_a_format_that_is_not_written() -> None:
    with pytest.raises(KeyError):
        write([], "kobalab")


@pytest.mark.parametrize("client", ["majsoul", "kobalab"])
def test_the_table_s_name_tells_a_client_with_rules_of_its_own(shared: Path, client: str) -> None:
    path = max((shared / "data" / client).iterdir(), key=lambda path: path.stat().st_size)
    match = next(iter(formats.read(path.read_bytes(), path.name)))
    assert match.match is not None and match.match.options
    back = only(write(match.events, "tenhou6")).match
    assert back is not None and back.options == match.match.options


def test_a_match_without_a_close_has_no_final_score() -> None:
    match = only((DATA / "orphans.tenhou6.json").read_bytes())
    assert not any(isinstance(event, Close) for event in match.events)
    assert "sc" not in json.loads(write(match.events, "tenhou6"))
    assert any(isinstance(event, Claim | Declare | Discard | Draw | Win) for event in match.events)
