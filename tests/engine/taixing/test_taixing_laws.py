"""泰兴麻将: what is true of every finished hand and of every table, whatever it is worth."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import msgspec
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.case import Answer
from engine.games.taixing.scoring import Case, score
from engine.replay import Replay, replay
from engine.simulate import simulate
from engine.verify import verify
from events.model import AnyEvent, Deal, Draw, Settlement, Win
from events.tiles import MAHJONG

SUITS, HONOURS = "mps", "ESWNPFC"
ACTS = ["pung", "exposed_kong", "added_kong", "concealed_kong"]
WORDS = {"hand", "tile", "melds"}


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A winning shape of any kind, in one to three suits, won by discard or own draw."""
    suits = draw(st.sampled_from(["mps", "mp", "ps", "m", "s"]))
    tiles = [f"{rank}{suit}" for suit in suits for rank in range(1, 10)] + [*HONOURS]
    runs = [[f"{low + i}{suit}" for i in range(3)] for suit in suits for low in range(1, 8)]
    melds = draw(
        st.lists(
            st.tuples(st.sampled_from(ACTS), st.sampled_from(tiles), st.integers(1, 3)),
            max_size=4,
            unique_by=lambda meld: meld[1],
        )
    )
    if not melds and draw(st.booleans()):
        pairs = draw(st.lists(st.sampled_from(tiles), min_size=7, max_size=7))
        hand = [tile for tile in pairs for _ in range(2)]
    else:
        size = 4 - len(melds)
        some = st.sampled_from(tiles).map(lambda tile: [tile] * 3) | st.sampled_from(runs)
        groups = draw(st.lists(some, min_size=size, max_size=size))
        hand = [tile for group in groups for tile in group] + [draw(st.sampled_from(tiles))] * 2
    shown = [*hand, *(tile for act, tile, _ in melds for _ in range(3 if act == "pung" else 4))]
    assume(all(shown.count(tile) <= 4 for tile in shown))
    tile = hand.pop(draw(st.integers(0, len(hand) - 1)))
    laid = [meld[:2] if meld[0] == "concealed_kong" else meld for meld in melds]
    win: dict[str, Any] = {"seat": 0, "tile": tile, "by": "self_draw"}
    if draw(st.booleans()):
        win |= {"by": "discard", "from": draw(st.integers(1, 3))}
    return {
        "dealer": draw(st.integers(0, 3)),
        "dice": draw(st.sampled_from([[1, 2], [3, 3]])),
        "debt": draw(st.integers(0, 2)),
        "options": {
            "concealed_wind_triplet": draw(st.integers(0, 1)),
            "big_line_base": draw(st.integers(0, 1)),
        },
        "seats": [
            {
                "hand": " ".join(draw(st.permutations(hand))),
                "melds": laid,
                "flowers": draw(st.integers(0, 7)),
            },
            {},
            {},
            {},
        ],
        "win": win,
    }


def scored(case: dict[str, Any]) -> Answer:
    return score(msgspec.convert(case, Case))


def renamed(value: Any, names: dict[str, str]) -> Any:
    """The case with every tile renamed."""
    if isinstance(value, dict):
        return {
            key: renamed(inner, names) if key in WORDS or not isinstance(inner, str) else inner
            for key, inner in value.items()
        }
    if isinstance(value, list | tuple):
        return [renamed(inner, names) for inner in value]
    if isinstance(value, str):
        return " ".join(names.get(word, word) for word in value.split())
    return value


@given(cases())
def test_payments_follow_from_the_lines(case: dict[str, Any]) -> None:
    """TX-X1, TX-X2, TX-X3, TX-W2, TX-W5: 花 × 番, doubled; who pays; nothing is lost or made."""
    answer = scored(case)
    lines = dict(answer.lines)
    hua = sum(n for clause, n in lines.items() if clause.startswith("TX-H"))
    fan = sum(n for clause, n in lines.items() if clause.startswith("TX-F"))
    doubled = lines.get("TX-E6", 1) * lines.get("TX-X4", 1)
    assert (answer.hua, answer.fan, answer.value) == (hua, fan, hua * fan * doubled)
    assert doubled == (1 + (case["dice"] == [3, 3])) * (1 + (case["debt"] > 0))
    winner, win = case["seats"][0], case["win"]
    suits = {tile[-1] for tile in [*winner["hand"].split(), win["tile"]]}
    suits |= {meld[1][-1] for meld in winner["melds"]}
    own = hua - lines.get("TX-H8", 0)
    enough = own >= 3 or (win["by"] == "self_draw" and winner["flowers"] >= 2)
    small = set(lines) & {f"TX-F{n}" for n in range(1, 13)} == {"TX-F1"}
    broken = "TX-W2" if suits >= set(SUITS) else "TX-W5" if small and not enough else None
    assert answer.legal == (broken is None)
    if broken is not None:
        assert (answer.clause, answer.payments, answer.deltas) == (
            broken, msgspec.UNSET, msgspec.UNSET,
        )  # fmt: skip
        return
    assert isinstance(answer.payments, tuple) and isinstance(answer.deltas, tuple)
    fed = [meld[2] for meld in winner["melds"] if len(meld) == 3]
    liable = [seat for seat in (1, 2, 3) if fed.count(seat) >= 3]
    payers = liable or [win["from"]] if "from" in win else liable or [1, 2, 3]
    each = answer.value * (3 if liable and "from" not in win else 1)
    assert {p.from_: p.points for p in answer.payments} == dict.fromkeys(payers, each)
    assert sum(answer.deltas) == 0
    assert answer.deltas[0] == each * len(payers)


@given(cases(), st.permutations(SUITS))
def test_no_suit_is_worth_more_than_another(case: dict[str, Any], suits: list[str]) -> None:
    names = {
        f"{rank}{old}": f"{rank}{new}"
        for old, new in zip(SUITS, suits, strict=True)
        for rank in range(1, 10)
    }
    assert scored(renamed(case, names)) == scored(case)


@given(cases(), st.permutations(HONOURS))
def test_no_honour_is_worth_more_than_another(case: dict[str, Any], honours: list[str]) -> None:
    """TX-E1: the seven honour kinds are all 风; TX-E5: winds carry no seat value."""
    assert scored(renamed(case, dict(zip(HONOURS, honours, strict=True)))) == scored(case)


@given(cases())
def test_counting_ranks_from_nine_down_changes_nothing(case: dict[str, Any]) -> None:
    names = {f"{rank}{suit}": f"{10 - rank}{suit}" for suit in SUITS for rank in range(1, 10)}
    assert scored(renamed(case, names)) == scored(case)


@given(cases(), st.integers(1, 3))
def test_seats_are_alike(case: dict[str, Any], by: int) -> None:
    seats = [dict(case["seats"][(seat - by) % 4]) for seat in range(4)]
    for seat in seats:
        seat["melds"] = [
            meld if len(meld) == 2 else (*meld[:2], (meld[2] + by) % 4)
            for meld in seat.get("melds", [])
        ]
    win = {
        key: (value + by) % 4 if key in ("seat", "from") else value
        for key, value in case["win"].items()
    }
    turned = scored(case | {"seats": seats, "win": win, "dealer": (case["dealer"] + by) % 4})
    here = scored(case)
    assert (turned.value, turned.lines) == (here.value, here.lines)
    if here.legal:
        assert isinstance(here.deltas, tuple)
        assert turned.deltas == tuple(here.deltas[(seat - by) % 4] for seat in range(4))


@given(cases())
def test_a_flower_more_is_never_worth_less(case: dict[str, Any]) -> None:
    """TX-H1, TX-H8: below the floor it changes nothing, above it adds one 花."""
    answers = [
        scored(case | {"seats": [case["seats"][0] | {"flowers": n}, {}, {}, {}]}) for n in range(8)
    ]
    for n, (less, more) in enumerate(pairwise(answers)):
        assert isinstance(less.hua, int) and isinstance(more.hua, int)
        assert more.hua - less.hua in (0, 1)
        assert dict(more.lines)["TX-H1"] == n + 1
        assert more.legal >= less.legal


@given(cases())
def test_doublings_are_independent(case: dict[str, Any]) -> None:
    """TX-E6, TX-X4: ×2 each, and a debt of two no more than a debt of one."""
    plain = scored(case | {"dice": [1, 2], "debt": 0})
    for dice, debt in product(([1, 2], [5, 5]), (0, 1, 2)):
        answer = scored(case | {"dice": dice, "debt": debt})
        factor = (2 if dice == [5, 5] else 1) * (2 if debt else 1)
        assert answer.value == plain.value * factor
        assert (answer.legal, answer.hua, answer.fan) == (plain.legal, plain.hua, plain.fan)


@given(st.integers(0, 6), st.sampled_from(SUITS), st.integers(0, 7))
def test_three_alike_in_a_row_are_read_as_what_pays_more(low: int, suit: str, more: int) -> None:
    """TX-W6: 111 222 333 are three triplets where that makes 对对胡, else three runs will do."""
    threes = " ".join(f"{low + 1 + i}{suit}" for i in range(3) for _ in range(3))
    other = SUITS[(SUITS.index(suit) + 1) % 3]
    seats = [{"hand": f"{threes} E E 5{other} 5{other}", "flowers": more}, {}, {}, {}]
    win = {"seat": 0, "tile": f"5{other}", "by": "discard", "from": 1}
    case: dict[str, Any] = {"dealer": 0, "seats": seats, "win": win}
    assert ("TX-F4", 3) in scored(case).lines
    run = [{"hand": f"{threes} E E 4{other} 5{other}", "flowers": more}, {}, {}, {}]
    small = scored(case | {"seats": run, "win": win | {"tile": f"6{other}"}})
    assert small.fan == 1


def typed(table: Any, win: Win) -> dict[str, Any]:
    """A settled win as a referee types it in: the seats as they lie, the win as recorded."""
    drawn = win.from_ is None
    tile = win.tile
    seats: list[dict[str, Any]] = []
    for seat, side in enumerate(table.seats):
        held = [tile for tile in side.tiles() if tile[-1] != "f"]
        flowers = len(side.flowers) + side.size() - len(held)
        if seat == win.seat and drawn:
            tile = tile or held[0]  # the dealt hand may name any of its tiles
            if tile in held:
                held.remove(tile)
        melds = [
            [meld.kind, MAHJONG.tiles[meld.tile]] + [meld.giver] * (meld.giver is not None)
            for meld in side.melds
        ]
        seats.append({"melds": melds, "flowers": flowers, "ready": side.ready})
        if seat == win.seat:
            seats[seat]["hand"] = " ".join(held)
    won = {"seat": win.seat, "tile": tile, "by": win.by, "from": win.from_, "first": win.first}
    return {
        "options": msgspec.to_builtins(table.options),
        "dealer": table.dealer,
        "dice": table.dice,
        "debt": table.carry.debt,
        "seats": seats,
        "win": {name: value for name, value in won.items() if value is not None},
    }


def replaced(case: dict[str, Any]) -> bool:
    """Whether the winner's hand has its size: flowers laid several at a time are all replaced."""
    winner = case["seats"][case["win"]["seat"]]
    return len(winner["hand"].split()) + 3 * len(winner["melds"]) >= 12


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([{}, {"concealed_wind_triplet": 1}]))
def test_a_settled_hand_typed_in_is_worth_the_same(seed: int, options: dict[str, Any]) -> None:
    """What the table knows of a win is what the case says (TX-X1, TX-X2, TX-X3)."""
    events = list(simulate("taixing", random.Random(seed), hands=6, rare=0.6, options=options))
    for hand in replay(events).hands.values():
        assert hand.settlement is not None
        for win in hand.settlement.wins or ():
            case = typed(hand.table, win)
            if not replaced(case):
                continue
            answer = scored(case)
            assert (answer.value, answer.lines) == (win.value, win.lines), case
            assert isinstance(answer.payments, tuple)
            paid = {p.from_: (p.points, p.lines or None) for p in answer.payments}
            assert paid == {p.from_: (p.points, p.lines) for p in win.payments or ()}


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 3))
@example(500, 0)  # the eighth flower comes unseen while a replacement is still owed
def test_what_one_seat_saw_is_checked_as_far_as_it_goes(seed: int, seat: int) -> None:
    """R3: hidden hands and draws give notes, never findings."""
    saw: list[AnyEvent] = []
    for event in simulate("taixing", random.Random(seed), hands=3, rare=0.6):
        if isinstance(event, Deal):
            hands = [h if s == seat else " ".join("?" * len(h.split())) for s, h in
                     enumerate(event.hands)]  # fmt: skip
            event = replace(event, hands=tuple(hands), wall=None)
        elif isinstance(event, Draw) and event.seat != seat:
            event = replace(event, tile="?")
        saw.append(event)
    report = verify(saw)
    assert not report.findings
    assert {"TX-E4", "TX-W4"} <= {unchecked.clause for unchecked in report.unchecked}


@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2**32))
def test_no_tile_is_lost(seed: int) -> None:
    """TX-E1: hands, sets, flowers, rivers and the wall hold 144 tiles after every event."""
    replay = Replay()
    for event in simulate("taixing", random.Random(seed), hands=2, rare=0.6):
        replay.apply(event)
        hand = replay.hand
        if hand is None or hand.table.hand is None or isinstance(event, Settlement):
            continue
        t = hand.table
        tiles = t.wall.left
        for side in t.seats:
            tiles += side.size() + len(side.flowers) + sum(meld.size for meld in side.melds)
            tiles += sum(not thrown.claimed for thrown in side.river)
        robbed = t.winners and t.given.what == "added_kong"  # the tile lies with nobody
        assert tiles == 144 - bool(robbed)
