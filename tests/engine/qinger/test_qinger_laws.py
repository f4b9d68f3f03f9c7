"""青儿: what is true of every hand and of every game, whatever it is worth."""

from __future__ import annotations

import random
from itertools import combinations
from math import prod
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.case import Answer
from engine.explain import explain
from engine.game import game
from engine.games.qinger import COPIES, HAND
from engine.games.qinger.cases import Case
from engine.games.qinger.patterns import Reading, alike, complete, readings
from engine.games.qinger.scoring import score
from engine.replay import Replay, replay
from engine.simulate import simulate
from engine.verify import verify
from events.model import AnyEvent, Deal, Discard, Draw, Settlement
from events.tiles import CARDS

KINDS = range(30)
FACES = range(27, 30)
RATES = {"1-2-3": (1, 2, 3), "2-3-4": (2, 3, 4), "3-4-5": (3, 4, 5)}

# -- readings, derived a second time: plain recursion over a sorted list of kinds ----------------

Groups = list[tuple[int, ...]]


def groups_of(kinds: list[int]) -> list[Groups]:
    """Every way to part the kinds into runs and three alike."""
    if not kinds:
        return [[]]
    first, found = kinds[0], []
    if kinds[:3] == [first] * 3:
        found += [[(first,) * 3, *rest] for rest in groups_of(kinds[3:])]
    if first < 27 and first % 9 < 7 and first + 1 in kinds and first + 2 in kinds:
        left = kinds.copy()
        for kind in (first, first + 1, first + 2):
            left.remove(kind)
        found += [[(first, first + 1, first + 2), *rest] for rest in groups_of(left)]
    return found


def naive_readings(kinds: list[int], melds: int, won: int) -> set[Reading]:
    """The readings of a hand, from the sentences of the rule book."""
    if len(kinds) != 23 - 3 * melds:
        return set()
    found = set()
    for pair in {kind for kind in kinds if kinds.count(kind) > 1}:
        left = sorted(kinds)
        left.remove(pair)
        left.remove(pair)
        for groups in groups_of(left):
            runs = [group for group in groups if group[0] != group[1]]
            alone = won == pair or any(
                won == middle or (low % 9 == 0 and won == high) or (low % 9 == 6 and won == low)
                for low, middle, high in runs
            )
            found.add(
                Reading(
                    alone=alone,
                    wenqian=runs.count((0, 1, 2)),
                    runs=any(run != (0, 1, 2) for run in runs),
                    triplets=len(runs) < len(groups),
                )
            )
    return found


@st.composite
def hands(draw: st.DrawFn) -> tuple[list[int], int]:
    """Kinds of a hand and how many sets lie beside it, mostly a winning shape, of few kinds."""
    melds = draw(st.integers(0, 6))
    near = draw(st.sampled_from([[*range(9), 27], list(KINDS), [*range(6), *range(9, 15), 28]]))
    groups = [[kind] * 3 for kind in near]
    groups += [[k, k + 1, k + 2] for k in near if k < 27 and k % 9 < 7 and {k + 1, k + 2} < {*near}]
    size = 7 - melds
    hand = [
        k
        for group in draw(st.lists(st.sampled_from(groups), min_size=size, max_size=size))
        for k in group
    ]
    hand += [draw(st.sampled_from(near))] * 2
    if draw(st.integers(0, 4)) == 0:
        hand[draw(st.integers(0, len(hand) - 1))] = draw(st.sampled_from(near))
    assume(all(hand.count(kind) <= 4 for kind in hand))
    return hand, melds


@settings(deadline=None)
@given(hands(), st.integers(0, 22))
def test_readings_agree_with_plain_recursion(hand: tuple[list[int], int], at: int) -> None:
    """QE-W1, QE-W3"""
    kinds, melds = hand
    won = kinds[at % len(kinds)]
    counts = [kinds.count(kind) for kind in KINDS]
    wanted = naive_readings(kinds, melds, won)
    assert readings(counts, melds, won) == wanted
    assert complete(counts, melds) == bool(wanted)
    assert not complete(counts, melds + 1)


def test_faces_of_both_suits_are_one_kind_and_flowers_are_none() -> None:
    """QE-E2, QE-P4"""
    assert alike(COPIES) == [4] * 30


# -- cases ---------------------------------------------------------------------------------------


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A winning shape by discard or own draw, and two others with all that they hold."""
    deck = [card for card, n in zip(CARDS.tiles, COPIES, strict=True) for _ in range(n)]
    groups = [[f"{s}{r}"] * 3 for s in "SHC" for r in range(1, 10)] + [["HJ"] * 3, ["HQ"] * 3]
    groups += [[f"{s}{r + i}" for i in range(3)] for s in "SHC" for r in range(1, 8)] * 2
    near = draw(st.sampled_from([groups, groups[:9] + groups[29:50]]))
    melds = draw(
        st.lists(
            st.tuples(
                st.sampled_from(["peng", "ming_du", "an_du", "qi_fei"]),
                st.sampled_from(groups[:27]).map(lambda g: g[0]),
            ),
            max_size=3,
        )
    )
    size = 7 - len(melds)
    hand = [
        c
        for group in draw(st.lists(st.sampled_from(near), min_size=size, max_size=size))
        for c in group
    ] + draw(st.sampled_from(groups[:29]))[:2]
    shown = [*hand, *(card for act, card in melds for _ in range(3 + (act != "peng")))]
    assume(all(shown.count(card) <= deck.count(card) for card in shown))
    for card in shown:
        deck.remove(card)
    luck = random.Random(draw(st.integers(0, 10**6)))
    luck.shuffle(deck)
    jian = deck.pop()
    plain = [card for card in deck if card not in ("BJ", "LJ", "AD")]
    flowers = [card for card in deck if card in ("BJ", "LJ", "AD")]
    others = [plain[:22], plain[22:44]]
    mine = [flowers[i::3] for i in range(3)]
    tile = hand.pop(draw(st.integers(0, len(hand) - 1)))
    seats: list[dict[str, Any]] = [{"hand": " ".join(hand), "melds": melds}]
    seats += [{"hand": " ".join(held), "melds": []} for held in others]
    for seat, laid in zip(seats, mine, strict=True):
        seat["flowers"] = " ".join(laid)
        seat["knocked"] = draw(st.booleans())
        held = seat["hand"].split()
        seat["clubs"] = " ".join(card for card in ("CJ", "CQ", "CK") if card in held)
    win: dict[str, Any] = {"seat": 0, "tile": tile, "by": "self_draw"}
    if draw(st.booleans()):
        win |= {"by": "discard", "from": draw(st.integers(1, 2))}
    return {
        "dealer": draw(st.integers(0, 2)),
        "jian": jian,
        "seats": seats,
        "win": win,
        "options": {
            "rates": draw(st.sampled_from(sorted(RATES))),
            "qiong_clubs": draw(st.sampled_from(["drawn", "held"])),
            "piao_allows_wenqian": draw(st.booleans()),
        },
    }


def scored(case: dict[str, Any]) -> Answer:
    return score(msgspec.convert(case, Case))


def total(lines: Any) -> int:
    """A + B, doubled (QE-D)."""
    return sum(n for c, n in lines if c[3] != "D") * prod(n for c, n in lines if c[3] == "D")


@given(cases())
def test_points_follow_from_lines_and_deltas_from_points(case: dict[str, Any]) -> None:
    """QE-W2, QE-X1, QE-X2, QE-B9"""
    answer = scored(case)
    assert answer.value == total(answer.lines) and answer.value % 10 == 0
    assert answer.legal == (answer.value > 60)
    if not answer.legal:
        assert answer.clause == "QE-W2" and answer.deltas is msgspec.UNSET
        return
    assert isinstance(answer.totals, tuple) and isinstance(answer.seat_lines, tuple)
    assert answer.totals == tuple(total(lines) for lines in answer.seat_lines)
    assert answer.seat_lines[0] == answer.lines
    assert all(not any(c[3] == "A" for c, _ in lines) for lines in answer.seat_lines[1:])
    deltas = [0, 0, 0]
    for a, b in combinations(range(3), 2):
        knocked = case["seats"][a]["knocked"] + case["seats"][b]["knocked"]
        moved = (answer.totals[a] - answer.totals[b]) * RATES[case["options"]["rates"]][knocked]
        deltas[a], deltas[b] = deltas[a] + moved, deltas[b] - moved
    assert answer.deltas == tuple(deltas)
    assert isinstance(answer.payments, tuple)
    assert all(answer.totals[paid.from_] < answer.totals[0] for paid in answer.payments)


@given(cases())
def test_hearts_and_clubs_from_1_to_9_are_alike(case: dict[str, Any]) -> None:
    swap = {f"{a}{r}": f"{b}{r}" for a, b in ("HC", "CH") for r in range(1, 10)}

    def swapped(text: str) -> str:
        return " ".join(swap.get(card, card) for card in text.split())

    seats = [
        seat
        | {
            "hand": swapped(seat["hand"]),
            "melds": [(act, swapped(card)) for act, card in seat["melds"]],
        }
        for seat in case["seats"]
    ]
    win = case["win"] | {"tile": swapped(case["win"]["tile"])}
    assert scored(case | {"seats": seats, "win": win, "jian": swapped(case["jian"])}) == scored(
        case
    )


@given(cases(), st.integers(1, 2))
def test_seats_are_alike(case: dict[str, Any], by: int) -> None:
    seats = [case["seats"][(seat - by) % 3] for seat in range(3)]
    win = {
        key: (value + by) % 3 if key in ("seat", "from") else value
        for key, value in case["win"].items()
    }
    turned = scored(case | {"seats": seats, "win": win, "dealer": (case["dealer"] + by) % 3})
    answer = scored(case)
    assert (turned.value, turned.lines) == (answer.value, answer.lines)
    if answer.legal:
        assert isinstance(answer.deltas, tuple)
        assert turned.deltas == tuple(answer.deltas[(seat - by) % 3] for seat in range(3))


@given(cases())
def test_an_own_draw_is_worth_no_less_than_the_same_card_by_discard(case: dict[str, Any]) -> None:
    """QE-B8: three own copies count for more than two and the discard."""
    assume(case["win"]["tile"] not in ("CJ", "CQ", "CK"))
    tile = case["win"]["tile"]
    drawn = case | {"win": {"seat": 0, "tile": tile, "by": "self_draw"}}
    given = case | {"win": {"seat": 0, "tile": tile, "by": "discard", "from": 1}}
    assert scored(drawn).value >= scored(given).value


# -- games ---------------------------------------------------------------------------------------

seeds = st.integers(0, 2**32)
some = settings(max_examples=12, deadline=None)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"rates": "3-4-5", "dealer_rotation": "winner"},
    {"jian_counts_as_fourth": True, "qiong_clubs": "held", "piao_allows_wenqian": True},
]


def match_of(seed: int, players: int = 3, hands: int = 2) -> list[AnyEvent]:
    options = OPTIONS[seed % len(OPTIONS)]
    luck = random.Random(seed)
    return list(simulate("qinger", luck, hands=hands, players=players, options=options, rare=0.4))


@some
@given(seed=seeds, players=st.sampled_from([3, 4]))
def test_no_card_is_lost_and_every_hand_has_its_size(seed: int, players: int) -> None:
    """QE-E1, QE-P7: 126 cards in hands, sets, flowers, rivers, the stock and the 见张."""
    state = Replay()
    for event in match_of(seed, players, hands=1):
        state.apply(event)
        table = state.hand.table if state.hand is not None else None
        if table is None or table.hand is None:
            continue
        shown = [
            side.size()
            + sum(meld.size for meld in side.melds)
            + len(side.flowers)
            + sum(not thrown.claimed for thrown in side.river)
            for side in table.seats
        ]
        robbed = bool(table.winners) and table.given.what == "added_du"
        assert sum(shown) + robbed + table.wall.left + 1 == 126, event
        for seat, side in enumerate(table.seats):
            size = side.size() + 3 * len(side.melds)
            if seat == table.out:
                assert size == 0
            elif table.due and seat == table.due_seat:
                assert size < HAND + 1
            elif table.phase in ("asking", "opening", "turn"):
                assert size == HAND + (seat == table.turn)


@some
@given(seed=seeds, players=st.sampled_from([3, 4]))
def test_a_game_keeps_every_rule_under_every_option(seed: int, players: int) -> None:
    report = verify(match_of(seed, players))
    assert not report.findings and not report.unchecked


@some
@given(seed=seeds, players=st.sampled_from([3, 4]), luck=st.randoms(use_true_random=False))
def test_what_a_record_does_not_show_is_no_fault(seed: int, players: int, luck: Any) -> None:
    """Cards of some seats as ``?``, the stock left out: nothing is found, and it is said why."""
    hidden = {seat for seat in range(players) if luck.random() < 0.6} or {0}
    share = luck.choice([0.3, 1.0])

    def hide(tile: str) -> str:
        return "?" if luck.random() < share else tile

    events = []
    for event in match_of(seed, players):
        match event:
            case Deal():
                hands = [
                    " ".join(map(hide, hand.split())) if seat in hidden else hand
                    for seat, hand in enumerate(event.hands)
                ]
                event = replace(event, hands=tuple(hands), wall=None)
            case Draw() if event.seat in hidden:
                event = replace(event, tile=hide(event.tile))
            case Discard() if event.seat in hidden:
                event = replace(event, drawn=None)
        events.append(event)
    assert not verify(events).findings


@some
@given(seed=seeds, players=st.sampled_from([3, 4]))
def test_who_sits_out_has_nothing_to_do_with_the_hand(seed: int, players: int) -> None:
    """QE-E3"""
    state = replay(match_of(seed, players))
    for hand in state.hands.values():
        out, settled = hand.table.out, hand.settlement
        assert (out is None) == (players == 3)
        assert settled is not None and settled.deltas is not None
        if out is not None:
            assert out == (hand.table.dealer + 3) % 4 and settled.deltas[out] == 0
            if settled.points is not None and settled.seat_lines is not None:
                assert (settled.points[out], settled.seat_lines[out]) == (0, ())


@pytest.mark.parametrize("players", [3, 4])
def test_an_explanation_tells_every_seat_s_lines_and_every_pair(players: int) -> None:
    """QE-X1"""
    state = replay(match_of(5, players, hands=6))
    told = [explain(game("qinger"), hand) for hand in state.hands.values()]
    played = [one.recorded for one in told if one.recorded.outcome != "abort"]
    assert played
    for one in played:
        assert one.points is not None and one.seat_lines is not None and one.deltas is not None
        assert len(one.pairs) == 3
        change = [0] * players
        for pair in one.pairs:
            assert pair.points == pair.difference * pair.rate
            assert one.points[pair.to] - one.points[pair.from_] == pair.difference >= 0
            change[pair.to] += pair.points
            change[pair.from_] -= pair.points
        assert tuple(change) == one.deltas
        for points, lines in zip(one.points, one.seat_lines, strict=True):
            assert points == total([(line.clause, line.amount) for line in lines])
            assert all(line.zh and line.name for line in lines)
            assert all((line.unit == "倍") == (line.clause[3] == "D") for line in lines)


def test_a_settlement_that_forgets_a_knock_is_found_at_the_payment() -> None:
    """QE-X2: the rate of a pair of whom one knocked."""
    events = match_of(1, hands=1)
    at, settled = next((i, e) for i, e in enumerate(events) if isinstance(e, Settlement))
    assert settled.deltas is not None
    wrong = replace(settled, deltas=tuple(2 * n for n in settled.deltas), totals=None)
    report = verify([*events[:at], wrong])
    assert [(f.seq, f.clause) for f in report.findings] == [(at, "QE-X1")]
