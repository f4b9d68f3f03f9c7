"""Tenhou logs become events: hands written for these tests, and what each tag turns into."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events import AnyEvent, Close, Deal, Payment, Player, Settlement, Win, formats
from events.formats import HandRead, MatchRead
from events.record import read, write

Told = Callable[[Iterable[AnyEvent]], list[str]]
DATA = Path(__file__).parent / "data"
DEMO = Path(__file__).parents[3] / "demo" / "tenhou_hand_written.mjlog"

PLAY = (
    # kongs: the indicator of a concealed one is turned before the replacement, of an open one after
    """
    0 draw 8m
    0 discard C held
    2 pung C (C C) of 3
    2 discard N
    3 draw 9p
    3 concealed_kong 9p 9p 9p 9p | dora=7p
    3 draw 9m tail
    3 discard 1s held
    1 exposed_kong 1s (1s 1s 1s) of 9
    1 draw 9s tail | dora=8p
    1 discard 9s drawn
    2 draw C
    2 added_kong C
    2 draw 3p tail | dora=S
    2 discard 3p drawn
    3 draw 2m
    3 discard 2m drawn
    0 draw 9m
    0 win 9m of 19
    """,
    # a riichi whose tile is won twice: the stick is not paid
    """
    0 draw F
    0 discard F drawn
    1 draw N
    1 discard N drawn
    2 draw W
    2 discard C held
    3 draw 8m
    3 ready
    3 discard 4m held | accepted=False
    0 win 4m of 31
    1 win 4m of 31
    """,
    # a robbed kong, with a player who leaves and comes back
    """
    0 draw 9p
    0 discard 3m held
    2 pung 3m (3m 3m) of 37
    2 discard 1m
    3 draw 1s
    3 discard N held
    0 draw F
    0 discard F drawn
    1 draw 8s
    1 discard N held
    2 draw 3m | disconnected=[3]
    2 added_kong 3m
    1 win 3m of 47
    """,
    # nine terminals and honours
    """
    1 draw 7p
    """,
)


def only(data: bytes, name: str = "") -> MatchRead:
    [match] = formats.read(data, name, "tenhou-mjlog")
    return match


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().splitlines()]


def settlement(hand: HandRead) -> Settlement:
    event = hand.events[-1]
    assert isinstance(event, Settlement)
    return event


def deal(hand: HandRead) -> Deal:
    event = hand.events[0]
    assert isinstance(event, Deal)
    return event


def test_every_act_of_the_play(four_players: bytes, told: Told) -> None:
    match = only(four_players)
    assert match.fault is None and match.notes == ()
    assert [(h.number, h.state, h.first) for h in match.hands] == [
        (0, "whole", 1),
        (1, "whole", 22),
        (2, "whole", 35),
        (3, "whole", 50),
    ]
    for hand, expected in zip(match.hands, PLAY, strict=True):
        assert told(hand.events) == lines(expected)


def test_the_match_and_its_players(four_players: bytes) -> None:
    match = only(four_players, "2010081709gm-00a9-0000-fe3371ad&tw=1.mjlog").match
    assert match is not None
    assert (match.game, match.rules, match.options) == ("riichi", "1", {})
    assert match.players[2] == Player(
        id="C 秋", name="C 秋", x={"dan": 3, "rate": 1500.0, "sex": "M"}
    )
    assert match.source is not None
    assert match.source.client == "tenhou"
    assert match.source.format == "tenhou-mjlog"
    assert match.source.ref == "2010081709gm-00a9-0000-fe3371ad"
    assert match.source.sha256 == sha256(four_players).hexdigest()
    assert match.source.x == {
        "ver": "2.3",
        "go": {"type": 9, "lobby": "0"},
        "room": "general",
    }


def test_deals(four_players: bytes) -> None:
    first, _, third, last = (deal(hand) for hand in only(four_players).hands)
    assert first == Deal(
        hand=0,
        dealer=0,
        dice=(3, 4),
        hands=(
            "4m 5m 6m 7m 2p 3p 4p 6s 7s 8s E E C",
            "1s 1s 1s 1m 9m 4p 6p 3s S S W N P",
            "C C 3m 5m 8p 8p 7s 7s 9s 2m 6p P N",
            "9p 9p 9p 1s 3m 7m 4s 4s 6p 6p 2s W N",
        ),
        open="1p",
        carry={"totals": [25000] * 4, "honba": 0, "sticks": 0, "round": "E1"},
    )
    assert third.carry == {
        "totals": [34100, 26000, 24000, 15900],
        "honba": 2,
        "sticks": 0,
        "round": "E1",
    }
    assert (last.hand, last.dealer, last.dice) == (3, 1, (2, 2))
    assert last.hands[0].split()[0] == "5mr"


def test_settlements(four_players: bytes) -> None:
    own_draw, double, robbed, nine = (settlement(h) for h in only(four_players).hands)
    assert own_draw.wins == (
        Win(
            seat=0,
            by="self_draw",
            tile="9m",
            value=3000,
            lines=(("RI-Y0", 1), ("RI-Y52", 1)),
            payments=tuple(Payment(from_=seat, points=1000) for seat in (1, 2, 3)),
            x={
                "fu": 30,
                "limit": 0,
                "ba": [0, 0],
                "han": 2,
                "dora": "1p 7p 8p S",
                "deltas": [3000, -1000, -1000, -1000],
            },
        ),
    )
    assert (own_draw.deltas, own_draw.totals) == (
        (3000, -1000, -1000, -1000),
        (28000, 24000, 24000, 24000),
    )
    # honba is paid to the first winner only
    assert double.wins is not None and robbed.wins is not None
    assert [(w.seat, w.from_, w.by, w.value, w.payments) for w in double.wins] == [
        (0, 3, "discard", 5800, (Payment(from_=3, points=6100),)),
        (1, 3, "discard", 2000, (Payment(from_=3, points=2000),)),
    ]
    assert double.deltas == (6100, 2000, 0, -8100)
    assert double.totals == (34100, 26000, 24000, 15900)
    assert [(w.seat, w.from_, w.by, w.lines) for w in robbed.wins] == [
        (1, 2, "rob_kong", (("RI-Y3", 1), ("RI-Y7", 1), ("RI-Y8", 1)))
    ]
    assert robbed.x == {"ba": [2, 0], "reconnected": [3]}
    assert (nine.outcome, nine.wins, nine.deltas) == ("abort", (), (0, 0, 0, 0))
    assert nine.x == {"ba": [0, 0], "reason": "yao9", "shown": [1]}
    assert [own_draw.outcome, double.outcome, robbed.outcome] == ["win"] * 3


def test_three_players(three_players: bytes, told: Told) -> None:
    match = only(three_players)
    assert match.match is not None
    assert match.match.options == {"players": 3, "red_fives": False}
    assert [player.id for player in match.match.players] == ["A", "B", "C"]
    [hand] = match.hands
    assert told(hand.events) == lines(
        """
        0 draw F
        0 kita N
        0 draw 9p tail
        0 discard F held
        1 draw 4s
        1 discard W held
        2 draw E
        2 discard 9s held
        0 win 9s of 9
        """
    )
    assert len(deal(hand).hands) == 3
    assert settlement(hand).deltas == (7700, 0, -7700)
    assert settlement(hand).totals == (42700, 35000, 27300)
    assert match.tail == (Close(totals=(42700, 35000, 27300), final=(33000, -5000, -28000)),)
    assert match.finished


def test_a_win_on_the_replacement_and_a_riichi_tile_that_three_win(told: Told) -> None:
    replaced, abort = only((DATA / "rare_ends.mjlog").read_bytes()).hands
    assert told(replaced.events)[-4:] == lines(
        """
        2 draw C
        2 added_kong C
        2 draw 3m tail
        2 win 3m of 14
        """
    )
    ended = settlement(replaced)
    assert ended.wins is not None
    assert ended.wins[0].lines == (("RI-Y4", 1), ("RI-Y20", 1))
    assert ended.totals == (23700, 24300, 27700, 24300)
    assert told(abort.events)[-3:] == lines(
        """
        3 draw 5s
        3 ready
        3 discard 4m held | accepted=False
        """
    )
    assert settlement(abort).outcome == "abort"
    assert settlement(abort).x == {"ba": [0, 0], "reason": "ron3", "shown": [0, 1, 2]}


def test_a_north_that_is_laid_aside_can_be_won(three_players: bytes) -> None:
    held = b"0,32,41,45,49,54,57,61,100,101,108,109,116"
    won = b",".join([*held.split(b",")[:-1], b"116", b"120"])
    data = three_players[: three_players.index(b"<T69/>")] + (
        b'<AGARI ba="0,0" hai="' + won + b'" machi="120" ten="30,1000,0" yaku="7,1" '
        b'doraHai="124" who="1" fromWho="0" sc="350,-10,350,10,350,0,0,0"/></mjloggm>'
    )
    [hand] = only(data).hands
    [win] = settlement(hand).wins or ()
    assert (win.seat, win.from_, win.by, win.tile) == (1, 0, "rob_kita", "N")


@pytest.mark.parametrize(
    ("table", "options"),
    [
        (9, {}),
        (169, {}),
        (41, {}),
        (161, {"length": "east"}),
        (1, {"length": "east"}),
        (73, {"fast": True}),
        (11, {"red_fives": False}),
        (15, {"red_fives": False, "open_tanyao": False}),
        (553, {"rounded_mangan": True, "kong_dora": "at_once"}),
        (
            1601,
            {
                "length": "east",
                "fast": True,
                "rounded_mangan": True,
                "kong_dora": "at_once",
                "honba": 500,
            },
        ),
    ],
)
def test_the_type_of_the_table_gives_the_options(
    four_players: bytes, table: int, options: dict[str, object]
) -> None:
    match = only(four_players.replace(b'type="9"', b'type="%d"' % table)).match
    assert match is not None and match.options == options


def test_without_red_fives_there_are_none(four_players: bytes) -> None:
    with_red, without = (
        only(four_players.replace(b'type="9"', table)) for table in (b'type="9"', b'type="11"')
    )
    assert deal(with_red.hands[3]).hands[0].startswith("5mr 6m")
    assert deal(without.hands[3]).hands[0].startswith("5m 6m")


def _rewritten(data: bytes) -> dict[str, bytes]:
    """The same log as other writers write it."""

    def turned(tag: re.Match[bytes]) -> bytes:
        attributes = re.findall(rb'\w+="[^"]*"', tag[0])
        return tag[0].split()[0] + b" " + b" ".join(reversed(attributes)) + b"/>"

    return {
        "on one line": re.sub(rb"\n", b"", data),
        "CRLF": data.replace(b"\n", b"\r\n"),
        "a line each": data.replace(b"/>", b"/>\n\n"),
        "spaces": data.replace(b"/>", b"  \t/>  "),
        "open and close": re.sub(rb"<(N|DORA|AGARI)([^>]*)/>", rb"<\1\2></\1>", data),
        "comments": data.replace(b"/>", b"/><!-- <T1/> -->"),
        "attributes turned": re.sub(rb'<[A-Z]+ [^>]*"\s*/>', turned, data),
        "breaks in values": re.sub(rb'(?<=\d),(?=\d[^<]*")', b",\r\n  ", data),
        "single quotes": data.replace(b'"', b"'"),
        "prolog": b'<?xml version="1.0" encoding="UTF-8"?>\n' + data,
        "byte order mark": b"\xef\xbb\xbf" + data,
        "UTF-16": data.decode().encode("utf-16"),
        "references": data.replace(b'who="3"', b'who="&#51;"').replace(b'n0="A"', b'n0="&#x41;"'),
        "gzip": gzip.compress(data),
        "gzip in two": gzip.compress(data[:900]) + gzip.compress(data[900:]),
    }


@pytest.mark.parametrize("way", list(_rewritten(b"<a/>")))
def test_however_it_is_written_it_says_the_same(four_players: bytes, way: str) -> None:
    written = _rewritten(four_players)[way]
    assert written != four_players
    expected, found = only(four_players), only(written)
    assert found.fault is None
    assert {note.code for note in found.notes} <= {"doctype", "encoding"}
    assert [h.events for h in found.hands] == [h.events for h in expected.hands]
    assert [h.state for h in found.hands] == ["whole"] * 4


def test_each_hand_names_its_bytes(four_players: bytes) -> None:
    data = four_players
    for hand in only(data).hands:
        part = data[hand.start : hand.end]
        assert part.startswith(b"<INIT ") and part.count(b"<INIT ") == 1
        assert hand.line == data[: hand.start].count(b"\n") + 1


def test_two_logs_in_one_file_are_two_matches(four_players: bytes, three_players: bytes) -> None:
    first, second = formats.read(four_players + three_players, "2010081709gm-00a9-0000-fe3371ad")
    assert [len(first.hands), len(second.hands)] == [4, 1]
    assert first.match is not None and second.match is not None
    assert first.match.source is not None and second.match.source is not None
    assert first.match.source.ref is None  # the name can be that of one of them only
    assert first.match.source != second.match.source
    assert second.hands[0].events[1:] == only(three_players).hands[0].events[1:]


def test_chips_ratio_and_liability(three_players: bytes) -> None:
    data = (
        three_players.replace(b'<GO type="27"', b'<GO type="1569"')
        .replace(b' n3=""', b' n3="D"')
        .replace(b'350,350,350,0" oya', b'350,350,350,350" chip="0,1,-1,0" oya')
        .replace(b'hai3=""', b'hai3="4,5,6,8,9,10,12,13,14,16,17,18,20"')
        .replace(b"<T128/><N", b"<T128/><BYE who='3'/><N")
        .replace(b"350,77,350,0,350,-77,0,0", b"350,77,350,0,350,-77,350,0,0,2,1,0,-1,-2,0,0")
        .replace(b'273,-78.0,0,0.0"', b'273"')
        .replace(b' doraHai="124"', b' chip="54,2" doraHai="124" paoWho="2"')
        .replace(
            b'owari="427,33.0,350,-5.0,273,-28.0,0,0.0"',
            b'owari="427,43.0,350,5.0,273,-32.7,350,-15.3,2,0,1,0,-3,0,0,0" ratio="500,2"',
        )
    )
    match = only(data)
    [hand] = match.hands
    assert hand.fault is None
    ended = settlement(hand)
    assert deal(hand).x == {"chips": [0, 1, -1, 0]}
    assert ended.x == {
        "ba": [0, 0],
        "chips": [0, 1, -1, 0],
        "chip_deltas": [2, 0, -2, 0],
        "ratio": "500,2",
    }
    assert ended.deltas == (7700, 0, -7700, 0)
    assert ended.wins is not None and ended.wins[0].x is not None
    assert ended.wins[0].x["chip"] == [[54, 2]]
    assert ended.wins[0].x["pao"] == 2
    assert match.tail == (
        Close(
            totals=(42700, 35000, 27300, 35000),
            final=(43000, 5000, -32700, -15300),
            x={"chips": [2, 1, -3, 0]},
        ),
    )


def test_a_paid_riichi_stands_at_its_discard(four_players: bytes, told: Told) -> None:
    data = re.sub(
        rb"<G12/>\s*<AGARI.*?/>\s*<AGARI.*?/>",
        b'<G12/><REACH who="3" ten="280,240,240,230" step="2"/><T130/>',
        four_players,
        flags=re.DOTALL,
    )
    hand = only(data).hands[1]
    assert (hand.state, hand.fault and hand.fault.code) == ("incomplete", "unsettled")
    assert told(hand.events)[-2:] == [
        "3 discard 4m held | accepted=True totals=[28000, 24000, 24000, 23000]",
        "0 draw F",
    ]


def test_players_who_leave_before_the_first_hand(four_players: bytes) -> None:
    data = four_players.replace(
        b'<TAIKYOKU oya="0"/>', b'<TAIKYOKU oya="0"/><BYE who="2"/><UN n2="other"/>'
    )
    match = only(data)
    assert match.match is not None
    assert match.match.x == {"disconnected": [2], "reconnected": [2], "names": {"2": "other"}}
    assert [h.state for h in match.hands] == ["whole"] * 4


def test_yakuman_count_thirteen_each_and_what_adds_nothing_is_left_out(
    four_players: bytes,
) -> None:
    data = four_players.replace(b'yaku="0,1,52,1"', b'yakuman="39,42"')
    data = data.replace(b'yaku="7,1,24,2"', b'yaku="7,1,24,2,53,0"')
    first, second = (settlement(h) for h in only(data).hands[:2])
    assert first.wins is not None and second.wins is not None
    assert first.wins[0].lines == (("RI-Y39", 13), ("RI-Y42", 13))
    assert first.wins[0].x is not None
    assert first.wins[0].x["yakuman"] == [39, 42]
    assert "han" not in first.wins[0].x
    assert second.wins[0].lines == (("RI-Y7", 1), ("RI-Y24", 2))


def test_the_log_of_the_demo_is_whole() -> None:
    match = only(DEMO.read_bytes(), DEMO.name)
    assert (match.fault, match.notes) == (None, ())
    assert [h.state for h in match.hands] == ["whole"] * 4
    ends = [settlement(h) for h in match.hands]
    assert [e.outcome for e in ends] == ["win", "draw", "win", "win"]
    assert {w.by for e in ends for w in e.wins or ()} == {"discard", "self_draw"}
    assert match.tail == (
        Close(totals=(26300, 10600, 26900, 36200), final=(-14000, -39000, 7000, 46000)),
    )
    assert list(match.events) == read(write(match.events))


def test_what_the_source_lacks_is_said(four_players: bytes) -> None:
    assert only(four_players).lacks == ("times", "passes", "beaten claims", "wall")
    checks = [hand.wall for hand in only(four_players).hands]
    assert all(check is not None and check.state == "no seed" for check in checks)


@given(st.sampled_from(["four_players", "three_players"]))
def test_reading_is_deterministic(name: str) -> None:
    data = (DATA / f"{name}.mjlog").read_bytes()
    assert only(data) == only(data)
