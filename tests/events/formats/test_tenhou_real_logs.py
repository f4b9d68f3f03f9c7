"""Public Tenhou games: what is known of them must come out, hand by hand and wall by wall."""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from events import AnyEvent, Claim, Close, Deal, Declare, Discard, Draw, Settlement, Win, formats
from events.formats import MatchRead
from events.record import read, write

Told = Callable[[Iterable[AnyEvent]], list[str]]

FOLDERS = {
    #             files, hands, whole, incomplete
    "dnovikoff": (19, 152, 152, 0),
    "mjx_case": (47, 207, 171, 36),
    "mjx_full": (35, 350, 349, 1),
    "mjx_hist": (63, 677, 677, 0),
}
"""Files, hands, and of these whole and incomplete: the tags ``INIT``, and those with a result."""


@pytest.fixture(scope="module")
def logs(shared: Path) -> Path:
    folder = shared / "data" / "tenhou_mjlog"
    if not folder.is_dir():
        pytest.skip("the public Tenhou logs are not here")
    return folder


def only(path: Path) -> MatchRead:
    [match] = formats.read(path.read_bytes(), path.name)
    assert match.match is not None
    return match


@pytest.fixture(scope="module")
def matches(logs: Path) -> dict[str, MatchRead]:
    return {f"{path.parent.name}/{path.name}": only(path) for path in sorted(logs.glob("*/*"))}


def settlements(matches: dict[str, MatchRead]) -> Iterator[tuple[str, int, Settlement]]:
    for name, match in matches.items():
        for hand in match.hands:
            if hand.events and isinstance(hand.events[-1], Settlement):
                yield name, hand.number or 0, hand.events[-1]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_hand_is_read_and_every_wall_proved(
    matches: dict[str, MatchRead], logs: Path, folder: str
) -> None:
    files, hands, whole, incomplete = FOLDERS[folder]
    found = {name: match for name, match in matches.items() if name.startswith(folder)}
    states = Counter(hand.state for match in found.values() for hand in match.hands)
    walls = Counter(h.wall and h.wall.state for match in found.values() for h in match.hands)
    drawn = sum(h.wall.draws for match in found.values() for h in match.hands if h.wall)
    text = b"".join(path.read_bytes() for path in sorted((logs / folder).iterdir()))
    assert text.count(b"<INIT ") == hands
    assert len(found) == files
    assert states == Counter(whole=whole, incomplete=incomplete)
    assert walls == {"proved": hands}
    assert drawn == sum(
        isinstance(event, Draw) for match in found.values() for event in match.events
    )
    assert all(match.notes == () for match in found.values())
    assert all(hand.notes == () for match in found.values() for hand in match.hands)


def test_nothing_of_the_stream_is_lost(matches: dict[str, MatchRead], logs: Path) -> None:
    """As many acts of each kind as there are tags of it."""
    tags: Counter[str] = Counter()
    for path in logs.glob("*/*"):
        for tag in path.read_text("utf-8").split("<")[1:]:
            name = tag.split(" ")[0].rstrip("/>\n")
            tags["draw" if name[:1] in "TUVW" and name[1:].isdigit() else name] += 1
    found: Counter[str] = Counter()
    for match in matches.values():
        for event in match.events:
            found[type(event).__name__] += 1
            if isinstance(event, Claim | Declare):
                found[event.act] += 1
            for key, value in (event.x or {}).items():
                found[key] += len(value.split()) if key == "dora" else 1
                found[f"all {key}"] += len(value) if isinstance(value, list) else 0
    calls = ("chow", "pung", "exposed_kong", "concealed_kong", "added_kong", "kita")
    assert found["Draw"] == tags["draw"] == 65462
    assert found["Deal"] == tags["INIT"] == 1386
    assert sum(found[act] for act in calls) == tags["N"] == 2850
    assert found["win"] == tags["AGARI"] == 1127
    assert found["dora"] == tags["DORA"] == 111
    assert found["all disconnected"] == tags["BYE"] == 28
    assert found["all reconnected"] == tags["UN"] - len(matches) == 26
    assert found["ready"] + found["accepted"] - _unpaid(matches) == tags["REACH"] == 1989
    assert found["reason"] == tags["RYUUKYOKU"] == 233


def _unpaid(matches: dict[str, MatchRead]) -> int:
    return sum(
        event.x == {"accepted": False} for match in matches.values() for event in match.events
    )


def test_a_riichi_is_paid_unless_its_tile_is_won(matches: dict[str, MatchRead]) -> None:
    assert _unpaid(matches) == 23
    for match in matches.values():
        for hand in match.hands:
            events = hand.events if hand.state == "whole" else ()
            for at, event in enumerate(events):
                if isinstance(event, Declare) and event.act == "ready":
                    discard, after = events[at + 1], events[at + 2]
                    assert isinstance(discard, Discard) and discard.seat == event.seat
                    assert discard.x is not None
                    won = isinstance(after, Claim) and after.act == "win"
                    assert discard.x["accepted"] is not won


def test_points_run_on_from_deal_to_settlement_to_deal(matches: dict[str, MatchRead]) -> None:
    checked = 0
    for name, match in matches.items():
        before: list[int] | None = None
        for hand in match.hands:
            deal = hand.events[0]
            assert isinstance(deal, Deal) and deal.carry is not None
            totals = [*deal.carry["totals"]]
            assert before is None or before == totals, name
            before = None
            for event in hand.events:
                if isinstance(event, Discard) and event.x and event.x.get("accepted"):
                    totals[event.seat] -= 1000
                    assert event.x.get("totals", totals) == totals
            end = hand.events[-1]
            if isinstance(end, Settlement):
                assert end.deltas is not None and end.totals is not None
                before = [total + d for total, d in zip(totals, end.deltas, strict=True)]
                assert tuple(before) == end.totals, (name, hand.number)
                checked += 1
    assert checked == 1349


def test_every_claim_points_at_its_tile(matches: dict[str, MatchRead]) -> None:
    for match in matches.values():
        events = list(match.events)
        for seq, event in enumerate(events):
            if isinstance(event, Claim):
                claimed = events[event.of]
                assert event.of < seq
                tiles = claimed.tiles if isinstance(claimed, Declare) else claimed.tile  # type: ignore[union-attr]
                assert tiles == event.tile


def test_what_is_read_can_be_written_and_read(matches: dict[str, MatchRead]) -> None:
    for match in matches.values():
        events = list(match.events)
        assert read(write(events)) == events


ENDS = {
    # the hands that formats.md and the names of the files tell of
    "mjx_full/2018040923gm-00a9-0000-1833afca.mjlog": (2, "E3", "reach4"),
    "mjx_full/2016052515gm-00a9-0000-c4d72066.mjlog": (2, "E1", "kan4"),
    "mjx_full/2020052221gm-00a9-0000-6f0524c7.mjlog": (9, "S3", "kaze4"),
    "mjx_full/2019082700gm-00a9-0000-63d1f136.mjlog": (3, "E4", "nm"),
    "mjx_case/upd-aft-ron3.mjlog": (6, "S1", "ron3"),
    "mjx_case/upd-aft-draw-kyuusyu-kyuusyu.mjlog": (4, "E4", "yao9"),
    "mjx_hist/nm-f8c3ba1.mjlog": (9, "S4", "nm"),
}


@pytest.mark.parametrize("name", ENDS)
def test_draws_of_every_kind(matches: dict[str, MatchRead], name: str) -> None:
    number, round_, reason = ENDS[name]
    events = matches[name].hands[number].events
    deal, end = events[0], events[-1]
    assert isinstance(deal, Deal) and deal.carry is not None and deal.carry["round"] == round_
    assert isinstance(end, Settlement) and end.x is not None and end.deltas is not None
    assert end.x["reason"] == reason
    assert end.outcome == ("draw" if reason == "nm" else "abort")
    assert any(end.deltas) == (reason == "nm")
    if reason == "nm":  # the sticks stay on the table; it is paid like a drawn mangan
        assert sum(end.deltas) == 0
        assert max(end.deltas) in (8000, 12000)


def test_how_often_hands_end_how(matches: dict[str, MatchRead]) -> None:
    ends = Counter((e.outcome, (e.x or {}).get("reason")) for _, _, e in settlements(matches))
    assert ends == {
        ("win", None): 1116,
        ("draw", "exhaustive"): 211,
        ("draw", "nm"): 3,
        ("abort", "yao9"): 13,
        ("abort", "reach4"): 2,
        ("abort", "kan4"): 2,
        ("abort", "kaze4"): 1,
        ("abort", "ron3"): 1,
    }
    by = Counter(win.by for _, _, e in settlements(matches) for win in e.wins or ())
    assert by == {"discard": 643, "self_draw": 479, "rob_kong": 5}


def test_four_kongs_and_when_their_indicators_turn(
    matches: dict[str, MatchRead], told: Told
) -> None:
    """An open kong and another kong: the first one's indicator comes behind the second kong."""
    match = matches["mjx_full/2016052515gm-00a9-0000-c4d72066.mjlog"]
    play = told(match.hands[2].events)
    kongs = [at for at, line in enumerate(play) if "kong" in line]
    acts = [" ".join(line.split()[1:2]) + " dora" * ("dora=" in line) for line in play]
    assert acts[kongs[1] : kongs[1] + 5] == [
        "added_kong",
        "draw",
        "added_kong dora",
        "draw dora",
        "discard",
    ]
    assert [acts[at] for at in kongs] == [
        "concealed_kong dora",
        "added_kong",
        "added_kong dora",
        "concealed_kong dora",
    ]


def test_robbed_kongs(matches: dict[str, MatchRead]) -> None:
    robbed = [
        (name, number)
        for name, number, end in settlements(matches)
        if any(win.by == "rob_kong" for win in end.wins or ())
    ]
    assert robbed == [
        ("mjx_case/2010091009gm-00a9-0000-83af2648_tw=2.mjlog", 7),
        ("mjx_case/upd-aft-draw+kanadded-ron-ron.mjlog", 4),
        ("mjx_full/2010081709gm-00a9-0000-fe3371ad.mjlog", 4),
        ("mjx_full/2018010702gm-00a9-0000-5dd4f9b4.mjlog", 1),
    ]
    # two robbed the same kong; the one with a yakuman has no line for it
    events = list(matches[robbed[0][0]].events)
    claims = [event for event in events if isinstance(event, Claim) and event.act == "win"]
    first, second = claims[-2:]
    kong = events[first.of]
    assert first.of == second.of
    assert isinstance(kong, Declare) and kong.act == "added_kong"
    end = events[-2]
    assert isinstance(end, Settlement) and end.wins is not None
    lines = [[clause for clause, _ in win.lines or ()] for win in end.wins]
    assert lines[0] == ["RI-Y39"]
    assert "RI-Y3" in lines[1]


def test_double_wins_pay_sticks_and_honba_once(matches: dict[str, MatchRead]) -> None:
    doubles = [
        (name, number, end)
        for name, number, end in settlements(matches)
        if len(end.wins or ()) == 2
    ]
    assert len(doubles) == 11
    for name, number, end in doubles:
        assert end.wins is not None and end.x is not None
        first, second = end.wins
        honba, sticks = end.x["ba"]
        giver = first.from_
        assert giver is not None and second.from_ == giver
        # nearest after the giver first
        assert (first.seat - giver) % 4 < (second.seat - giver) % 4
        assert _gain(first) == (first.value or 0) + 300 * honba + 1000 * sticks, (name, number)
        assert _gain(second) == second.value
        assert (second.x or {})["ba"] == [honba, 0]


def _gain(win: Win) -> int:
    assert win.x is not None
    return int(win.x["deltas"][win.seat])


def test_liability_for_a_drawn_yakuman(matches: dict[str, MatchRead]) -> None:
    """包: the seat that fed the third dragon pays all, the honba too."""
    for name, number, deltas in (
        ("mjx_full/pao-tsumo.mjlog", 4, (-32000, 0, 32000, 0)),
        ("dnovikoff/pao.xml", 3, (-32300, 0, 32300, 0)),
    ):
        end = matches[name].hands[number].events[-1]
        assert isinstance(end, Settlement) and end.wins is not None
        assert end.wins[0].x is not None
        assert (end.wins[0].by, end.wins[0].x["pao"]) == ("self_draw", 0)
        assert end.deltas == deltas


def test_three_players(matches: dict[str, MatchRead]) -> None:
    match = matches["dnovikoff/sanma2.xml"]
    assert match.match is not None
    assert match.match.options == {"players": 3}
    assert len(match.match.players) == 3
    deal = match.hands[0].events[0]
    assert isinstance(deal, Deal) and deal.wall is not None
    assert len(deal.wall.split()) == 108
    assert not {f"{rank}m" for rank in range(2, 9)} & set(deal.wall.split())
    kita = [event for event in match.events if isinstance(event, Declare) and event.act == "kita"]
    assert len(kita) == 16
    assert {event.tiles for event in kita} == {"N"}
    assert [hand.wall and hand.wall.state for hand in match.hands] == ["proved"] * 6
    # from 35,000 each; the last win ends it
    assert match.tail == (Close(totals=(27400, 83100, -5500), final=(-13000, 79000, -66000)),)


@pytest.mark.parametrize(
    ("name", "options", "totals", "final"),
    [
        (
            "dnovikoff/chip.xml",
            {"rounded_mangan": True, "kong_dora": "at_once"},
            (30000, 44800, 4500, 20700),
            (10000, 64000, -55000, -19000),
        ),
        (
            "dnovikoff/ratio1.xml",
            {"length": "east", "rounded_mangan": True, "kong_dora": "at_once", "honba": 500},
            (19400, 18400, 30300, 31900),
            (-21000, -42000, 10000, 53000),
        ),
        (
            "dnovikoff/ratio.xml",
            {"length": "east", "fast": True},
            (-300, 2300, 1000, 1000),
            (-1300, 1300, 0, 0),
        ),
        (
            "dnovikoff/newattr2023.xml",
            {"length": "east"},
            (29300, 30700, 29300, 30700),
            (-10700, 10700, -10700, 10700),
        ),
        (
            "dnovikoff/sanma.xml",
            {"length": "east", "fast": True},
            (-7000, -3000, 17000, -3000),
            (-8000, -4000, 16000, -4000),
        ),
    ],
)
def test_special_tables(
    matches: dict[str, MatchRead],
    name: str,
    options: dict[str, object],
    totals: tuple[int, ...],
    final: tuple[int, ...],
) -> None:
    match = matches[name]
    assert match.match is not None
    assert match.match.options == options
    [close] = match.tail
    assert isinstance(close, Close)
    assert (close.totals, close.final) == (totals, final)


@pytest.mark.parametrize(
    "name",
    [
        "mjx_full/2016052515gm-00a9-0000-c4d72066.mjlog",
        "dnovikoff/chip.xml",
        "dnovikoff/bug9.xml",
        "dnovikoff/sanma2.xml",
    ],
)
def test_cut_every_hundred_bytes(logs: Path, matches: dict[str, MatchRead], name: str) -> None:
    data = (logs / name).read_bytes()
    for cut in range(0, len(data), 100):
        [match] = formats.read(data[:cut], name, "tenhou-mjlog")
        if match.match is None:
            assert match.fault is not None
            continue
        begun = data[:cut].count(b"<INIT")
        assert len(match.hands) == begun
        assert match.hands[:-1] == matches[name].hands[: max(begun - 1, 0)]


def test_the_last_bytes_of_a_compressed_log_may_be_missing(
    logs: Path, matches: dict[str, MatchRead]
) -> None:
    name = "mjx_full/2016052515gm-00a9-0000-c4d72066.mjlog"
    packed = gzip.compress((logs / name).read_bytes(), mtime=0)
    [match] = formats.read(packed[: len(packed) * 2 // 3], name)
    assert 2 < len(match.hands) < len(matches[name].hands)
    assert [h.state for h in match.hands] == ["whole"] * (len(match.hands) - 1) + ["incomplete"]
    assert [h.events for h in match.hands[:-1]] == [
        h.events for h in matches[name].hands[: len(match.hands) - 1]
    ]
    assert {note.code for note in match.notes} == {"not_closed"}
