"""告胡子: what is true of every finished hand, and the ways to read it, derived a second time."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.case import Answer
from engine.games.gaohuzi.eating import eatings
from engine.games.gaohuzi.patterns import packed, splits
from engine.games.gaohuzi.scoring import Case, score
from events.tiles import ZIPAI

SIZES = ("x", "d")
RUNS = [
    *([f"{low + i}{size}" for i in range(3)] for size in SIZES for low in range(1, 9)),
    *([f"{rank}{size}" for rank in (2, 7, 10)] for size in SIZES),
]
TWISTS = [
    [f"{rank}{one}", f"{rank}{one}", f"{rank}{other}"]
    for rank in range(1, 11)
    for one, other in (("x", "d"), ("d", "x"))
]
MIXED = [*RUNS, *TWISTS]
ALIKE = [[card] * 3 for card in ZIPAI.tiles]


# -- a second derivation --------------------------------------------------------------------------


def ways(cards: list[str], pair: bool) -> set[tuple[tuple[str, ...], ...]]:
    """Every way to part cards into groups of :data:`MIXED` and perhaps a pair, the plain way."""
    if not cards:
        return set() if pair else {()}
    first, rest = cards[0], cards[1:]
    found = set()
    for i, other in enumerate(rest):
        if pair and other == first:
            left = rest[:i] + rest[i + 1 :]
            found |= {tuple(sorted([(first, other), *more])) for more in ways(left, False)}
    for i, j in combinations(range(len(rest)), 2):
        group = sorted([first, rest[i], rest[j]])
        if group in SORTED:
            left = [card for k, card in enumerate(rest) if k not in (i, j)]
            found |= {tuple(sorted([tuple(group), *more])) for more in ways(left, pair)}
    return found


SORTED = [sorted(group) for group in MIXED]
LOW = {size: tuple(sorted(f"{rank}{size}" for rank in (1, 2, 3))) for size in SIZES}
STT = {size: tuple(sorted(f"{rank}{size}" for rank in (2, 7, 10))) for size in SIZES}
RED = {f"{rank}{size}" for rank in (2, 7, 10) for size in SIZES}


def summary(way: tuple[tuple[str, ...], ...]) -> tuple[int, ...]:
    """一二三 and 二七十 of each size, and 3 where a group is three red cards."""
    red = any(len(group) == 3 and RED.issuperset(group) for group in way)
    counted = [way.count(kind[size]) for kind in (LOW, STT) for size in SIZES]
    return (*counted, 3 * red)


@given(st.lists(st.sampled_from(MIXED), max_size=3), st.sampled_from(ZIPAI.tiles), st.booleans())
def test_free_cards_are_parted_in_every_way(groups: list[list[str]], twin: str, pair: bool) -> None:
    """GH-M7, GH-M8, GH-W1."""
    cards = [card for group in groups for card in group] + [twin, twin] * pair
    assume(all(cards.count(card) <= 3 for card in cards))
    counts = [cards.count(card) for card in ZIPAI.tiles]
    assert splits(packed(counts), pair) == {summary(way) for way in ways(cards, pair)}


@given(st.lists(st.sampled_from(ZIPAI.tiles), max_size=9), st.sampled_from(ZIPAI.tiles))
def test_a_card_is_eaten_in_every_way(hand: list[str], card: str) -> None:
    """GH-P3, GH-P4: what joins is free, every further card of the kind is laid, one remains."""
    assume(all(hand.count(held) <= 3 for held in hand))
    free = [held for held in hand if hand.count(held) < 3]
    wanted = set()
    for pair in combinations(free, 2):
        if sorted([card, *pair]) not in SORTED:
            continue
        left = list(free)
        for used in pair:
            left.remove(used)
        for n in range(3):
            for more in compare(left, card, n):
                wanted.add((tuple(sorted(pair)), more))
    counts = [hand.count(held) for held in ZIPAI.tiles]
    found = {
        (
            tuple(sorted(ZIPAI.tiles[kind] for kind in way.pair)),
            tuple(sorted(tuple(sorted(ZIPAI.tiles[kind] for kind in g)) for g in way.bi)),
        )
        for way in eatings(counts, ZIPAI.index[card])
    }
    assert found == wanted


def compare(left: list[str], card: str, n: int) -> set[tuple[tuple[str, ...], ...]]:
    """Ways to lay all of ``card`` in ``n`` groups with something left."""
    if n == 0:
        return {()} if left and card not in left else set()
    found = set()
    for group in combinations(left, 3):
        if card in group and sorted(group) in SORTED:
            rest = list(left)
            for used in group:
                rest.remove(used)
            for more in compare(rest, card, n - 1):
                found.add(tuple(sorted([tuple(sorted(group)), *more])))
    return found


# -- what is true of every hand --------------------------------------------------------------------


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """Seven groups of any kind, some on the table, won in any way; they may be no winning hand."""
    groups = draw(st.lists(st.sampled_from(ALIKE) | st.sampled_from(MIXED), min_size=7, max_size=7))
    table = draw(st.integers(0, 5))
    melds = []
    for group in groups[:table]:
        if len(set(group)) == 1:
            melds.append((draw(st.sampled_from(["peng", "wei", "chou_wei"])), group[0]))
        else:
            melds.append((draw(st.sampled_from(["chi", "bi"])), " ".join(group)))
    hand = [card for group in groups[table:] for card in group]
    shown = [card for group in groups for card in group]
    assume(all(shown.count(card) <= 4 for card in shown))
    tile = hand.pop(draw(st.integers(0, len(hand) - 1)))
    assume(all(hand.count(card) <= 3 for card in hand))
    by = draw(st.sampled_from(["own_draw", "other_draw", "discard"]))
    win = {"seat": 0, "tile": tile, "by": by} | ({} if by == "own_draw" else {"from": 1})
    return {
        "dealer": draw(st.integers(0, 2)),
        "options": draw(
            st.sampled_from([{}, {"hundreds": "single"}, {"min_huxi": 0}, {"cap": 200}])
        ),
        "seats": [{"hand": " ".join(draw(st.permutations(hand))), "melds": melds}, {}, {}],
        "win": win,
    }


def scored(case: dict[str, Any]) -> Answer:
    return score(msgspec.convert(case, Case))


@given(cases())
def test_the_score_follows_from_the_lines(case: dict[str, Any]) -> None:
    """GH-W2, GH-N12, GH-X1–X3."""
    given = scored(case)
    if given.clause == "GH-W1":
        assert (given.value, given.lines, given.huxi) == (0, (), 0)
        return
    huxi = sum(amount for clause, amount in given.lines if clause.startswith("GH-H"))
    names = [amount for clause, amount in given.lines if clause.startswith("GH-N")]
    hundreds = names.count(100)
    if case["options"].get("hundreds") == "single":
        hundreds = min(hundreds, 1)
    value = (100 * hundreds or huxi) * 2 ** names.count(2)
    value = min(value, case["options"].get("cap", value))
    assert (given.huxi, given.factor, given.value) == (huxi, 2 ** names.count(2), value)
    assert given.legal == (huxi >= case["options"].get("min_huxi", 15))
    assert given.clause == (msgspec.UNSET if given.legal else "GH-W2")
    if given.legal:
        lost = min(value, 100) if case["win"]["by"] == "discard" else 0
        assert given.deltas == (value, -lost, 0)


@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_cards_and_groups_does_not_matter(case: dict[str, Any], luck: Any) -> None:
    cards, melds = case["seats"][0]["hand"].split(), list(case["seats"][0]["melds"])
    luck.shuffle(cards)
    luck.shuffle(melds)
    seat = {"hand": " ".join(cards), "melds": melds}
    assert scored(case | {"seats": [seat, {}, {}]}) == scored(case)


@given(cases(), st.integers(1, 2))
def test_seats_are_alike(case: dict[str, Any], by: int) -> None:
    seats = [case["seats"][(seat - by) % 3] for seat in range(3)]
    win = {
        key: (value + by) % 3 if key in ("seat", "from") else value
        for key, value in case["win"].items()
    }
    turned = scored(case | {"seats": seats, "win": win, "dealer": (case["dealer"] + by) % 3})
    given = scored(case)
    assert (turned.value, turned.lines, turned.legal) == (given.value, given.lines, given.legal)
    if isinstance(given.deltas, tuple):
        assert turned.deltas == tuple(given.deltas[(seat - by) % 3] for seat in range(3))


@given(cases())
def test_a_draw_of_another_is_worth_no_less_than_his_discard(case: dict[str, Any]) -> None:
    """GH-M3: a drawn card may do more with an own 碰; otherwise the hand is the same."""
    drawn = case | {"win": case["win"] | {"by": "other_draw", "from": 1}}
    thrown = case | {"win": case["win"] | {"by": "discard", "from": 1}}
    assert scored(drawn).value >= scored(thrown).value
