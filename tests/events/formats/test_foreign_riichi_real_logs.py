"""Public riichi games of other clients: counts, pairs with Tenhou's own logs, orders rebuilt."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from engine.replay import Replay
from engine.verify import verify
from events import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement, formats, to_json
from events.formats import MatchRead
from events.formats.riichi.tiles import NUMBERS

FOLDERS = {
    #                         files, hands, whole, incomplete, quarantined
    "tenhou6/mjx_pairs": (32, 327, 327, 0, 0),
    "tenhou6/mjai_reviewer": (20, 23, 23, 0, 0),
    "mjai/manue_go": (15, 62, 51, 11, 0),
    "mjai/riichienv": (3, 36, 36, 0, 0),
    "kobalab": (39, 399, 399, 0, 0),
    "majsoul": (2, 10, 9, 0, 1),
}
"""Hands: the deals in the files. Nine of manue_go's are a bot's test positions, two end at a cut;
the one of 雀魂 kept back is a test server's, which dealt twelve of each wind."""

FINDINGS = {
    # A hand made up for a test: a stick is paid on the way, and the winner does not get it.
    ("confusing_nakis_1.json", "deltas"),
    # A hand made up for a test: it shows four plain 5s where one is red.
    ("confusing_nakis_2.json", "too-many-alike"),
}
"""What the logs really have wrong, by file and code."""

DEALS: dict[str, Callable[[str], int]] = {
    "tenhou6": lambda text: sum(len(json.loads(line)["log"]) for line in text.split("\n") if line),
    "mjai": lambda text: text.count('"start_kyoku"'),
    "kobalab": lambda text: text.count('"qipai"'),
    "majsoul": lambda text: text.count("RecordNewRound"),
}


def matches(folder: Path) -> list[tuple[str, MatchRead]]:
    return [
        (path.name, match)
        for path in sorted(folder.iterdir())
        for match in formats.read(path.read_bytes(), path.name)
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_hand_of_a_folder(shared: Path, folder: str) -> None:
    files, hands, whole, incomplete, quarantined = FOLDERS[folder]
    where = shared / "data" / folder
    assert len(list(where.iterdir())) == files
    states = Counter(hand.state for _, match in matches(where) for hand in match.hands)
    assert sum(states.values()) == hands
    assert (states["whole"], states["incomplete"]) == (whole, incomplete)
    assert states["quarantined"] == quarantined
    form = folder.partition("/")[0]
    dealt = sum(DEALS[form](path.read_text()) for path in where.iterdir())
    assert dealt == hands


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_engine_finds_nothing_that_is_not_in_the_logs(shared: Path, folder: str) -> None:
    found: set[tuple[str, str]] = set()
    checked = 0
    for name, match in matches(shared / "data" / folder):
        if match.match is not None:
            report = verify(match.events)
            found |= {(name, finding.code) for finding in report.findings}
            checked += report.checked
    assert found <= FINDINGS
    assert checked >= FOLDERS[folder][2] - 1


COMPARED = {
    #                         settlements, wins, wins with lines
    "tenhou6/mjx_pairs": (327, 265, 265),
    "tenhou6/mjai_reviewer": (21, 18, 18),
    "mjai/manue_go": (51, 47, 47),
    "mjai/riichienv": (36, 33, 0),
    "kobalab": (399, 329, 329),
    "majsoul": (9, 8, 8),
}


@pytest.mark.parametrize("folder", COMPARED)
def test_every_settlement_is_ours_line_by_line(shared: Path, folder: str) -> None:
    settlements = won = with_lines = 0
    made_up = {name for name, _ in FINDINGS}
    for name, match in matches(shared / "data" / folder):
        if match.match is None or name in made_up:
            continue
        replay = Replay()
        for event in match.events:
            replay.apply(event)
            if not isinstance(event, Settlement):
                continue
            settlements += 1
            ours = replay.hand.expected if replay.hand is not None else None
            assert ours is not None and ours.deltas == event.deltas
            for win, other in zip(event.wins or (), ours.wins or (), strict=True):
                won += 1
                assert win.value in (None, other.value)
                assert (win.x or {}).get("fu") in (None, (other.x or {}).get("fu"))
                if win.lines is not None:
                    with_lines += 1
                    assert sorted(win.lines) == sorted(other.lines or ())
    assert (settlements, won, with_lines) == COMPARED[folder]


def test_walls_of_mahjong_soul_are_proved(shared: Path) -> None:
    checks = [h.wall for _, m in matches(shared / "data/majsoul") for h in m.hands if h.wall]
    assert [check.state for check in checks] == ["proved"] * 9
    assert sum(check.draws for check in checks) == 379


# -- the same games in Tenhou's own logs


def said(event: AnyEvent, first: int) -> dict[str, Any]:
    """An event less what tenhou.net/6 does not tell: dice, walls, fu of limit hands, reconnects."""
    told: dict[str, Any] = json.loads(to_json(event))
    if "of" in told:
        told["of"] -= first
    for key in ("with", "tiles"):
        if key in told:
            told[key] = sorted(told[key].split())
    told.pop("dice", None)
    told.pop("wall", None)
    if "hands" in told:
        told["hands"] = [sorted(hand.split()) for hand in told["hands"]]
    x = told.pop("x", {})
    left_out = ("disconnected", "reconnected", "names", "shuffle")
    told["x"] = {key: value for key, value in x.items() if key not in left_out}
    if told["x"].get("reason") in ("nm", "reach4"):
        told["x"].pop("shown", None)
    for win in told.get("wins", ()):
        if win["x"]["limit"]:
            win["x"].pop("fu", None)
    return told


def test_the_same_games_in_both_formats_are_the_same_events(shared: Path) -> None:
    data = shared / "data"
    games = hands = events = 0
    for path in sorted((data / "tenhou6/mjx_pairs").iterdir()):
        pair = data / "tenhou_mjlog/mjx_full" / f"{path.stem}.mjlog"
        if not pair.is_file():
            continue
        [ours] = formats.read(path.read_bytes(), path.name)
        [theirs] = formats.read(pair.read_bytes(), pair.name)
        assert ours.match is not None and theirs.match is not None
        assert ours.match.options == theirs.match.options
        games += 1
        for one, two in zip(ours.hands, theirs.hands, strict=True):
            hands += 1
            assert [said(e, one.first) for e in one.events] == [
                said(e, two.first) for e in two.events
            ], f"{path.name} hand {one.number}"
            events += len(one.events)
    assert (games, hands) == (31, 326)
    assert events > 32_000


# -- the order between the seats


def rows(events: tuple[AnyEvent, ...], players: int) -> list[list[list[str]]]:
    """What each seat took and gave, out of the events: tiles alone, sorted within a call."""
    taken: list[list[str]] = [[] for _ in range(players)]
    given: list[list[str]] = [[] for _ in range(players)]
    for event in events:
        match event:
            case Draw():
                taken[event.seat].append(event.tile)
            case Discard():
                given[event.seat].append(event.tile)
            case Claim(with_=str(own)):
                taken[event.seat].append(" ".join(sorted([event.tile, *own.split()])))
            case Declare(act="concealed_kong" | "added_kong"):
                given[event.seat].append(event.act)
    return [taken, given]


def written_rows(hand: list[Any]) -> list[list[list[str]]]:
    taken = [[_entry(entry) for entry in row] for row in hand[5:16:3]]
    given = []
    for seat, row in enumerate(hand[6:16:3]):
        out: list[str] = []
        draws = list(hand[5 + 3 * seat])
        # A 60 is the draw of the same place; a filler stands for an open kong.
        for place, entry in enumerate(row):
            if entry == 0:
                continue
            drawn = draws[place] if place < len(draws) else 0
            out.append(_entry(drawn) if entry in (60, "r60") else _entry(entry))
        given.append(out)
    return [taken, given]


def _entry(entry: Any) -> str:
    if isinstance(entry, int):
        return NUMBERS[entry]
    if "a" in entry:
        return "concealed_kong"
    if "k" in entry:
        return "added_kong"
    digits = "".join(c for c in entry if c.isdigit())
    tiles = [NUMBERS[int(digits[at : at + 2])] for at in range(0, len(digits), 2)]
    return " ".join(sorted(tiles))


@pytest.mark.parametrize(
    "name",
    [
        *(f"confusing_nakis_{i}" for i in range(8)),
        *("complex_nakis_0", "complex_nakis_1", "suukantsu_0", "double_kakan_then_chankan"),
        *("chankan", "rinshan", "double_ron"),
    ],
)
def test_the_reading_uses_up_everything_and_ends_as_told(shared: Path, name: str) -> None:
    data = (shared / "data/tenhou6/mjai_reviewer" / f"{name}.json").read_bytes()
    [match] = formats.read(data, name)
    [written] = json.loads(data)["log"]
    [hand] = match.hands
    assert rows(hand.events, 4) == written_rows(written)
    assert not match.notes  # one order, and no other
    # Turns: a draw follows a discard of the seat before it, or an own kong.
    last: AnyEvent | None = None
    for event in hand.events:
        if isinstance(event, Draw) and isinstance(last, Discard):
            assert event.seat == (last.seat + 1) % 4
        elif isinstance(event, Draw) and last is not None and not isinstance(last, Deal):
            assert event.end == "tail"
        last = event if not isinstance(event, Settlement) else last
    if written[-1][0] == "和了":
        settlement = hand.events[-1]
        assert isinstance(settlement, Settlement)
        ends = [(w.seat, w.seat if w.from_ is None else w.from_) for w in settlement.wins or ()]
        assert ends == [tuple(win[:2]) for win in written[-1][2::2]]
