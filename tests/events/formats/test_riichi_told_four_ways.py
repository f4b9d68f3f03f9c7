"""One hand told by four clients is one hand: 国士無双 on a riichi tile, after a concealed kong."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from hashlib import md5
from pathlib import Path
from typing import Any

import pytest

from events import AnyEvent, Deal, Settlement, formats
from events.formats import MatchRead

DATA = Path(__file__).parent / "data"
Told = Callable[[Iterable[AnyEvent]], list[str]]

HANDS = (
    "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z 2s",
    "2m 3m 4m 5m 6m 7m 2p 3p 4p 5p 6p 7p 2s",
    "2m 2m 4m 4m 6m 6m 2p 2p 4p 4p 6p 2s 2s",
    "4s 4s 4s 4s 5s 6s 7s 8s 8m 8m 8p 8p 7m",
)
"""As 雀魂 writes them: the dealer's last is his first draw."""

PLAY = [
    "0 draw 2s",
    "0 discard 2s drawn",
    "2 pung 2s (2s 2s) of 3",
    "2 discard 6p",
    "3 draw 5mr",
    "3 concealed_kong 4s 4s 4s 4s | dora=3m",
    "3 draw 9s tail",
    "3 ready",
    "3 discard 9s drawn | accepted=False",
    "0 win 9s of 10",
]


def majsoul_wall() -> list[str]:
    """The 83 tiles behind the deal: 0m is drawn first, 9s is the first replacement."""
    left = Counter({f"{rank}{suit}": 4 for suit in "mps" for rank in range(1, 10)})
    left.update({f"{honour}z": 4 for honour in range(1, 8)})
    for suit in "mps":
        left[f"5{suit}"] -= 1
        left[f"0{suit}"] += 1
    left.subtract(tile for hand in HANDS for tile in hand.split())
    left.subtract(["0m", "9s", "3s", "3m"])
    assert min(left.values()) >= 0
    rest = sorted(left.elements())
    # From the end: replacements 9s …, then the indicators 3s, 3m with an ura beside each.
    dead = ["9s", *rest[:3], "3s", rest[3], "3m", rest[4], *rest[5:11]]
    return ["0m", *rest[11:], *reversed(dead)]


def majsoul_records() -> list[tuple[str, dict[str, Any]]]:
    paishan = "".join(majsoul_wall())
    deal: dict[str, Any] = {"chang": 0, "ju": 0, "ben": 0, "liqibang": 0, "doras": ["3s"]}
    deal |= {"scores": [25000] * 4, "paishan": paishan}
    deal |= {"md5": md5(paishan.encode()).hexdigest()}
    deal |= {f"tiles{seat}": hand.split() for seat, hand in enumerate(HANDS)}
    won = {"seat": 0, "hu_tile": "9s", "zimo": False, "qinjia": True, "yiman": True, "count": 1}
    won |= {"fans": [{"id": 49, "val": 1}], "point_rong": 48000, "doras": ["3s", "3m"]}
    return [
        ("RecordNewRound", deal),
        ("RecordDiscardTile", {"seat": 0, "tile": "2s", "moqie": True}),
        ("RecordChiPengGang", {"seat": 2, "type": 1, "tiles": ["2s"] * 3, "froms": [2, 2, 0]}),
        ("RecordDiscardTile", {"seat": 2, "tile": "6p", "moqie": False}),
        ("RecordDealTile", {"seat": 3, "tile": "0m"}),
        ("RecordAnGangAddGang", {"seat": 3, "type": 3, "tiles": "4s"}),
        ("RecordDealTile", {"seat": 3, "tile": "9s", "doras": ["3s", "3m"]}),
        ("RecordDiscardTile", {"seat": 3, "tile": "9s", "moqie": True, "is_liqi": True}),
        ("RecordHule", {"hules": [won], "delta_scores": [48000, 0, 0, -48000]}),
    ]


def majsoul(version: int = 0) -> bytes:
    records = [{"name": f".lq.{name}", "data": data} for name, data in majsoul_records()]
    if version:
        passed = [{"type": 1, "passed": 500 * i, "result": r} for i, r in enumerate(records)]
        details: dict[str, Any] = {"version": 210715, "actions": passed}
    else:
        details = {"records": records}
    head = {"uuid": "x", "start_time": 1_600_000_000, "config": {"mode": {"mode": 2}}}
    head["accounts"] = [{"seat": i, "nickname": name} for i, name in enumerate("ABCD")]
    data = {"name": ".lq.GameDetailRecords", "data": details}
    return json.dumps({"head": head, "data": data}).encode()


FILES = {
    "tenhou6": (DATA / "orphans.tenhou6.json").read_bytes(),
    "mjai": (DATA / "orphans.mjson").read_bytes(),
    "kobalab": (DATA / "orphans.kobalab.json").read_bytes(),
    "majsoul": majsoul(),
}


@pytest.fixture(params=FILES)
def match(request: pytest.FixtureRequest) -> MatchRead:
    data = FILES[request.param]
    assert formats.detect(data) == request.param
    [read] = formats.read(data)
    assert read.format == request.param
    return read


def test_the_play_is_the_same(match: MatchRead, told: Told) -> None:
    [hand] = match.hands
    assert (hand.state, hand.fault) == ("whole", None)
    lines = told(hand.events)
    if match.format == "majsoul":
        # The client does not count the fourteenth tile as drawn.
        assert lines.pop(1) == "0 discard 2s"
        assert lines == [line for line in PLAY if line != "0 discard 2s drawn"]
    else:
        assert lines == PLAY


def test_the_deal_is_the_same(match: MatchRead) -> None:
    deal = match.hands[0].events[0]
    assert isinstance(deal, Deal)
    assert (deal.dealer, deal.open) == (0, "3s")
    assert deal.hands[0] == "1m 9m 1p 9p 1s 9s E S W N P F C"
    assert sorted(deal.hands[3].split())[:4] == ["4s"] * 4
    assert deal.carry == {"totals": [25000] * 4, "honba": 0, "sticks": 0, "round": "E1"}
    assert [p.name for p in match.match.players] == list("ABCD")  # type: ignore[union-attr]


def test_the_settlement_is_the_same(match: MatchRead) -> None:
    settlement = match.hands[0].events[-1]
    assert isinstance(settlement, Settlement)
    assert (settlement.outcome, settlement.x) == ("win", {"ba": [0, 0]})
    assert settlement.deltas == (48000, 0, 0, -48000)
    assert settlement.totals == (73000, 25000, 25000, -23000)
    [win] = settlement.wins or ()
    assert (win.seat, win.from_, win.by, win.tile) == (0, 3, "discard", "9s")
    assert (win.value, win.lines) == (48000, (("RI-Y48", 13),))
    assert [(p.from_, p.points) for p in win.payments or ()] == [(3, 48000)]
    x = {key: value for key, value in (win.x or {}).items() if key != "limit"}
    assert x == {
        "ba": [0, 0],
        "deltas": [48000, 0, 0, -48000],
        "dora": "3s 3m",
        "yakuman": [48],
    }


def test_the_final_points_follow_the_players() -> None:
    [kobalab] = formats.read(FILES["kobalab"])
    [mjai] = formats.read(FILES["mjai"])
    [close] = kobalab.tail
    assert close.totals == mjai.tail[0].totals == (73000, 25000, 25000, -23000)  # type: ignore[union-attr]
    assert close.final == (83000, 5000, -15000, -73000)  # type: ignore[union-attr]


def test_majsoul_gives_the_wall_and_the_later_version_times() -> None:
    [first] = formats.read(FILES["majsoul"])
    [later] = formats.read(majsoul(210715))
    wall = first.hands[0].wall
    assert wall is not None and (wall.state, wall.draws) == ("proved", 2)
    deal = first.hands[0].events[0]
    assert isinstance(deal, Deal)
    tiles = (deal.wall or "").split()
    assert len(tiles) == 136
    assert tiles[52:54] == ["2s", "5mr"]  # the live wall
    assert (tiles[122], tiles[126:128]) == ("9s", ["3s", "3m"])  # replacements, indicators
    assert "wall" not in first.lacks and "times" in first.lacks
    assert "times" not in later.lacks
    assert later.hands[0].events[1].at == "2020-09-13T12:26:40.000Z"


@pytest.mark.parametrize("at", [0, 166 - 2, 166 - 10])
def test_another_paishan_is_left_out(at: int) -> None:
    paishan = "".join(majsoul_wall())
    other = f"{paishan[:at]}9p{paishan[at + 2 :]}"
    data = FILES["majsoul"].replace(paishan.encode(), other.encode())
    for file in (data, data.replace(b'"md5"', b'"sha"')):
        [match] = formats.read(file)
        [hand] = match.hands
        assert hand.wall is not None and hand.wall.state == "differs"
        assert hand.state == "whole"
        assert hand.events[0].wall is None  # type: ignore[union-attr]
        assert "wall" in match.lacks
