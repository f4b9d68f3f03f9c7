"""立直: real Tenhou games are clean, settled as we settle them; a fault is named by its clause."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from engine.games.riichi.scoring import YAKU
from engine.replay import replay
from engine.verify import verify
from events import formats
from events.model import AnyEvent, Claim, Close, Deal, Declare, Discard, Draw, Settlement

ROOT = Path(__file__).resolve().parents[3]
HAND_WRITTEN = ROOT / "demo" / "tenhou_hand_written.mjlog"

YAKU_OF_TENHOU = """
RI-Y0 門前清自摸和  RI-Y1 立直  RI-Y2 一発  RI-Y3 槍槓  RI-Y4 嶺上開花  RI-Y5 海底摸月
RI-Y6 河底撈魚  RI-Y7 平和  RI-Y8 断幺九  RI-Y9 一盃口  RI-Y10 自風東  RI-Y11 自風南
RI-Y12 自風西  RI-Y13 自風北  RI-Y14 場風東  RI-Y15 場風南  RI-Y16 場風西  RI-Y17 場風北
RI-Y18 役牌白  RI-Y19 役牌發  RI-Y20 役牌中  RI-Y21 両立直  RI-Y22 七対子  RI-Y23 混全帯幺九
RI-Y24 一気通貫  RI-Y25 三色同順  RI-Y26 三色同刻  RI-Y27 三槓子  RI-Y28 対々和
RI-Y29 三暗刻  RI-Y30 小三元  RI-Y31 混老頭  RI-Y32 二盃口  RI-Y33 純全帯幺九
RI-Y34 混一色  RI-Y35 清一色  RI-Y36 人和  RI-Y37 天和  RI-Y38 地和  RI-Y39 大三元
RI-Y40 四暗刻  RI-Y41 四暗刻単騎  RI-Y42 字一色  RI-Y43 緑一色  RI-Y44 清老頭
RI-Y45 九蓮宝燈  RI-Y46 純正九蓮宝燈  RI-Y47 国士無双  RI-Y48 国士無双１３面  RI-Y49 大四喜
RI-Y50 小四喜  RI-Y51 四槓子  RI-Y52 ドラ  RI-Y53 裏ドラ  RI-Y54 赤ドラ
"""


def events_of(file: Path) -> list[AnyEvent]:
    (read,) = formats.read(file.read_bytes(), file.name)
    return list(read.events)


def test_the_yaku_are_numbered_as_tenhou_numbers_them() -> None:
    words = YAKU_OF_TENHOU.split()
    assert {id: name.replace(" ", "") for id, name in YAKU.items()} == dict(
        zip(words[::2], words[1::2], strict=True)
    )


@pytest.mark.parametrize(
    ("folder", "whole", "incomplete"),
    [("dnovikoff", 152, 0), ("mjx_case", 171, 36), ("mjx_full", 349, 1), ("mjx_hist", 677, 0)],
)
def test_every_real_game_is_clean(shared: Path, folder: str, whole: int, incomplete: int) -> None:
    settled = unsettled = 0
    for file in sorted((shared / "data" / "tenhou_mjlog" / folder).iterdir()):
        report = verify(events_of(file))
        assert report.clean, (file.name, report.findings[0])
        assert all("ends in the hand" in note.reason for note in report.unchecked)
        settled += report.checked
        unsettled += report.incomplete
    assert (settled, unsettled) == (whole, incomplete)


def test_every_real_hand_is_settled_as_we_settle_it(shared: Path) -> None:
    """Line by line: yaku, fu, han, limit, points, payments, indicators, who was ready."""
    wins = draws = aborts = 0
    for file in sorted((shared / "data" / "tenhou_mjlog").rglob("*")):
        if not file.is_file():
            continue
        for hand in replay(events_of(file)).hands.values():
            was, ours = hand.settlement, hand.expected
            assert was is not None and ours is not None, file.name
            aborts += was.outcome == "abort"
            draws += was.outcome == "draw"
            assert (was.outcome, was.deltas) == (ours.outcome, ours.deltas), file.name
            assert was.x is not None and ours.x is not None
            assert was.x["ba"] == ours.x["ba"] and was.x.get("reason") == ours.x.get("reason")
            if was.outcome == "draw":
                assert was.x.get("shown") == ours.x.get("shown"), file.name
            for theirs, win in zip(was.wins or (), ours.wins or (), strict=True):
                wins += 1
                assert dict(theirs.lines or ()) == dict(win.lines or ()), file.name
                assert (theirs.seat, theirs.by, theirs.from_) == (win.seat, win.by, win.from_)
                assert (theirs.value, theirs.payments) == (win.value, win.payments), file.name
                assert win.x is not None and theirs.x is not None
                told = set(theirs.x) - {"chip"}
                told -= {"fu"} if "yakuman" in told else set()  # it decides nothing then
                assert {name: theirs.x[name] for name in told} == {
                    name: win.x.get(name) for name in told
                }, file.name
    assert (wins, draws, aborts) == (1127, 214, 19)


def test_the_hand_written_log_is_clean() -> None:
    assert verify(events_of(HAND_WRITTEN)).clean


Broken = Callable[[list[AnyEvent]], int]


def first(events: list[AnyEvent], kind: type, **facts: object) -> int:
    return next(
        i
        for i, event in enumerate(events)
        if isinstance(event, kind) and all(getattr(event, k) == v for k, v in facts.items())
    )


def change(events: list[AnyEvent], at: int, **facts: object) -> int:
    events[at] = msgspec.structs.replace(events[at], **facts)
    return at


def sixth_tile(events: list[AnyEvent]) -> int:
    """RI-E1: five alike in the dealt hands."""
    at = first(events, Deal)
    hands = list(events[at].hands)  # type: ignore[union-attr]
    hands[0] = " ".join(["1m"] * 5 + hands[0].split()[5:])
    return change(events, at, hands=tuple(hands))


def short_hand(events: list[AnyEvent]) -> int:
    """RI-E2: twelve tiles dealt."""
    at = first(events, Deal)
    hands = list(events[at].hands)  # type: ignore[union-attr]
    hands[1] = " ".join(hands[1].split()[1:])
    return change(events, at, hands=tuple(hands))


def wrong_turn(events: list[AnyEvent]) -> int:
    """RI-P1: a draw is left out."""
    at = first(events, Draw, seat=1)
    del events[at]
    return at


def wrong_claim(events: list[AnyEvent]) -> int:
    """RI-P2: the claim names an older discard."""
    at = next(i for i, e in enumerate(events) if isinstance(e, Claim) and e.act != "win")
    return change(events, at, of=events[at].of - 2)  # type: ignore[union-attr]


def no_kong(events: list[AnyEvent]) -> int:
    """RI-P4: a concealed kong of three and another."""
    at = first(events, Discard)
    seat = events[at].seat  # type: ignore[union-attr]
    events[at] = Declare(seat=seat, act="concealed_kong", tiles="1m 1m 1m 2m")
    return at


def riichi_twice(events: list[AnyEvent]) -> int:
    """RI-P8: riichi is declared again."""
    at = first(events, Declare, act="ready")
    seat = events[at].seat  # type: ignore[union-attr]
    later = next(
        i for i, e in enumerate(events) if i > at + 1 and isinstance(e, Discard) and e.seat == seat
    )
    events[later] = Declare(seat=seat, act="ready")
    return later


def drawn_early(events: list[AnyEvent]) -> int:
    """RI-P13: a draw is settled while the wall has tiles."""
    at = first(events, Discard)
    deal = events[first(events, Deal)]
    events.insert(at + 1, Settlement(hand=deal.hand, outcome="draw", deltas=(0, 0, 0, 0)))  # type: ignore[union-attr]
    return at + 1


def stick_kept(events: list[AnyEvent]) -> int:
    """R11: the deltas hold a thousand points too many."""
    at = first(events, Settlement, outcome="win")
    deltas = events[at].deltas  # type: ignore[union-attr]
    return change(events, at, deltas=(deltas[0] + 1000, *deltas[1:]), totals=None)


def lost_points(events: list[AnyEvent]) -> int:
    """R11: the next hand begins with other points."""
    at = first(events, Deal, hand=1)
    carry = dict(events[at].carry)  # type: ignore[union-attr]
    carry["totals"] = [points + 100 for points in carry["totals"]]
    return change(events, at, carry=carry)


def lost_at_the_end(events: list[AnyEvent]) -> int:
    """R11: the closing totals are others."""
    at = first(events, Close)
    totals = events[at].totals  # type: ignore[union-attr]
    return change(events, at, totals=(totals[0] + 100, *totals[1:]))


def told_of_a_win(name: str, value: object) -> Broken:
    """A settlement that says something else under ``x`` of its win."""

    def broken(events: list[AnyEvent]) -> int:
        at = first(events, Settlement, outcome="win")
        settled = events[at]
        assert isinstance(settled, Settlement) and settled.wins and settled.wins[0].x
        win = msgspec.structs.replace(settled.wins[0], x={**settled.wins[0].x, name: value})
        return change(events, at, wins=(win, *settled.wins[1:]))

    broken.__name__ = f"another_{name}"
    return broken


def told_of_a_draw(name: str, value: object) -> Broken:
    def broken(events: list[AnyEvent]) -> int:
        at = first(events, Settlement, outcome="draw")
        settled = events[at]
        assert isinstance(settled, Settlement) and settled.x
        return change(events, at, x={**settled.x, name: value})

    broken.__name__ = f"another_{name}"
    return broken


def unpaid(events: list[AnyEvent]) -> int:
    """RI-P9: the stick of a riichi is said not to be paid."""
    at = next(i for i, e in enumerate(events) if isinstance(e, Discard) and e.x)
    change(events, at, x={**(events[at].x or {}), "accepted": False})
    return at + 1


def another_points_after_the_stick(events: list[AnyEvent]) -> int:
    """RI-P9: other points than a thousand less."""
    at = next(i for i, e in enumerate(events) if isinstance(e, Discard) and e.x)
    return change(events, at, x={**(events[at].x or {}), "totals": [25000] * 4})


def another_indicator(events: list[AnyEvent]) -> int:
    """RI-E4: another tile is turned, which makes other dora; the wall is not known."""
    at = first(events, Deal)
    deal = events[at]
    assert isinstance(deal, Deal)
    change(events, at, open="1m" if deal.open != "1m" else "9s")
    return next(i for i, e in enumerate(events) if isinstance(e, Settlement))


BROKEN: list[tuple[str, Broken]] = [
    ("RI-E1", sixth_tile),
    ("RI-E2", short_hand),
    ("RI-P1", wrong_turn),
    ("RI-P2", wrong_claim),
    ("RI-P4", no_kong),
    ("RI-P8", riichi_twice),
    ("RI-P9", unpaid),
    ("RI-P9", another_points_after_the_stick),
    ("RI-P13", drawn_early),
    ("RI-E4", another_indicator),
    ("RI-F13", told_of_a_win("fu", 110)),
    ("RI-X1", told_of_a_win("han", 12)),
    ("RI-X2", told_of_a_win("limit", 4)),
    ("RI-E4", told_of_a_win("dora", "1m 1m")),
    ("RI-Y53", told_of_a_win("ura", "1m")),
    ("RI-X4", told_of_a_draw("ba", [3, 0])),
    ("RI-X5", told_of_a_draw("ba", [0, 3])),
    ("RI-X9", told_of_a_draw("reason", "nm")),
    ("RI-P13", told_of_a_draw("shown", [0, 1])),
    ("R11", stick_kept),
    ("R11", lost_points),
    ("R11", lost_at_the_end),
]


@pytest.mark.parametrize(("clause", "broken"), BROKEN, ids=[b.__name__ for _, b in BROKEN])
def test_a_fault_is_named_at_its_event(clause: str, broken: Broken) -> None:
    events = events_of(HAND_WRITTEN)
    at = broken(events)
    found = verify(events).findings
    assert found and (found[0].seq, found[0].clause) == (at, clause), found[:1]


def test_an_added_kong_is_not_robbed_once_it_is_replaced(shared: Path) -> None:
    """RI-P12: the claim comes too late; RI-P5: a replacement is the wall's next (RI-E3)."""
    for file in sorted((shared / "data" / "tenhou_mjlog" / "mjx_full").iterdir()):
        events = events_of(file)
        kongs = [
            i
            for i, e in enumerate(events[:-1])
            if isinstance(e, Declare) and e.act == "added_kong" and isinstance(events[i + 1], Draw)
        ]
        if not kongs:
            continue
        at = kongs[0]
        taken = events[at]
        assert isinstance(taken, Declare) and taken.tiles
        late = Claim(seat=(taken.seat + 1) % 4, act="win", tile=taken.tiles, of=at)
        found = verify([*events[: at + 2], late]).findings
        assert found and found[0].clause == "RI-P12", found
        other = msgspec.structs.replace(
            events[at + 1], tile="1m" if events[at + 1].tile != "1m" else "9m"
        )  # type: ignore[union-attr]
        found = verify([*events[: at + 1], other]).findings
        assert found and found[0].clause == "RI-P5", found
        return
    pytest.fail("no added kong in the folder")
