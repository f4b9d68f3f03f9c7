"""Shapes of a hand, known ones and, for the tables inside, a second derivation from scratch."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import shapes
from engine.shapes import Reading
from events.tiles import MAHJONG

KINDS = range(34)


def counts(text: str) -> list[int]:
    return shapes.tally(MAHJONG.index[tile] for tile in MAHJONG.parse(text))


def tiles(kinds: list[int]) -> str:
    return MAHJONG.format(MAHJONG.tiles[kind] for kind in kinds)


# hand (melds left out)      melds  is
SHAPES = """
123m 456p 789s 111s 55s      0      four melds
123m 456p 789s 55s           1      four melds
55s                          4      four melds
111m EEE SSS WWW CC          0      four melds
112233m 445566p 77s          0      four melds, seven pairs
1122m 3355p 779s 9s CC       0      seven pairs
1111m 3355p 7799s CC         0      seven pairs
EEEESSSSWWWWNN               0      seven pairs
123m 456p 789s 12s 555s      0      nothing
EWN 456p 789s 111s 55s       0      nothing
891m 456p 789s 111s 55s      0      nothing
9m 12p 456p 789s 111s 55s    0      nothing
123m 456p 789s 55s           0      nothing
1122m 3355p 7799s            0      nothing
11m 33m 55m 77m              2      nothing
123m 456p 789s 55s 12f       1      four melds
"""


@pytest.mark.parametrize("row", SHAPES.strip().splitlines())
def test_what_a_hand_is(row: str) -> None:
    hand, melds, name = row[:29], int(row[29]), row[36:]
    held = [0] * len(MAHJONG.tiles)
    for tile in MAHJONG.parse(hand):
        held[MAHJONG.index[tile]] += 1
    assert shapes.four_melds(held, melds) == ("four melds" in name)
    assert shapes.seven_pairs(held) == ("seven pairs" in name)


# 13 tiles less 3 a meld     melds  waits
WAITS = """
1112345678999m               0      1m 2m 3m 4m 5m 6m 7m 8m 9m
1122334455667p               0      1p 4p 7p
123m 456p 78s 55s CCC        0      6s 9s
123m 456p 78s 55s 999s       0      5s 6s 9s
123m 456p 12s 55s 999s       0      3s
123m 456p 5s 999s CCC        0      5s
11m 22p 33p 55s 77s 99s C    0      C
11m 33p 55s 77s CC           1      -
2m                           4      2m
222m 3m                      3      1m 3m 4m
2222m                        3      -
11m 22m CC P                 2      -
13579m 2468p 1357s           0      -
123m 55s CC                  2      5s C
"""


@pytest.mark.parametrize("row", WAITS.strip().splitlines())
def test_what_completes_a_hand(row: str) -> None:
    hand, melds, waits = counts(row[:29]), int(row[29]), row[36:].replace("-", "")
    assert tiles(shapes.waits(hand, melds)) == waits
    known = {MAHJONG.index[tile] for tile in waits.split()}
    for kind in KINDS:
        if hand[kind] < 4:
            assert shapes.completes(hand, melds, kind) == (kind in known), MAHJONG.tiles[kind]


def test_a_flower_completes_nothing() -> None:
    assert not shapes.completes(counts("123m 456p 789s 5s 111s"), 0, MAHJONG.index["1f"])


def test_every_reading_is_found() -> None:
    assert set(shapes.readings(counts("111222333m 44p 789s"))) == {
        Reading((12,), (24,), (0, 1, 2)),
        Reading((12,), (0, 0, 0, 24), ()),
    }
    assert set(shapes.readings(counts("11123444m CCC"), 1)) == {
        Reading((0,), (0,), (3, 33)),
        Reading((3,), (1,), (0, 33)),
    }
    assert shapes.readings(counts("1122m 3355p 7799s CC")) == []
    pairs = shapes.pairs_reading(counts("1111m 3355p 7799s CC")).pairs
    assert tiles(list(pairs)) == "1m 1m 3p 5p 7s 9s C"


# The second derivation: plain recursion over a sorted list of kinds, no blocks, no tables.


def melds_of(kinds: list[int]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    if not kinds:
        return [((), ())]
    first, found = kinds[0], []
    if kinds[:3] == [first] * 3:
        found += [(runs, (first, *rest)) for runs, rest in melds_of(kinds[3:])]
    if first < 27 and first % 9 < 7 and first + 1 in kinds and first + 2 in kinds:
        left = kinds.copy()
        for kind in (first, first + 1, first + 2):
            left.remove(kind)
        found += [((first, *runs), rest) for runs, rest in melds_of(left)]
    return found


def naive_readings(kinds: list[int], melds: int) -> set[Reading]:
    if len(kinds) != 14 - 3 * melds:
        return set()
    found = set()
    for pair in {kind for kind in kinds if kinds.count(kind) > 1}:
        left = sorted(kinds)
        left.remove(pair)
        left.remove(pair)
        found |= {Reading((pair,), runs, triplets) for runs, triplets in melds_of(left)}
    return found


def naive_pairs(kinds: list[int]) -> bool:
    return len(kinds) == 14 and all(kinds.count(kind) in (2, 4) for kind in kinds)


def naive_complete(kinds: list[int], melds: int) -> bool:
    return bool(naive_readings(kinds, melds)) or (not melds and naive_pairs(kinds))


@st.composite
def hands(draw: st.DrawFn, size: int = 14) -> tuple[list[int], int]:
    """Some melds and the tiles beside them: out of few kinds, so that shapes are not rare."""
    melds = draw(st.integers(0, 4))
    kinds = draw(st.sampled_from([KINDS, range(9), range(5, 14), [*range(18, 24), 31, 33]]))
    deck = [kind for kind in kinds for _ in range(4)]
    return draw(st.permutations(deck))[: size - 3 * melds], melds


@st.composite
def complete_hands(draw: st.DrawFn) -> tuple[list[int], int]:
    """Some melds, and a pair and what lacks of four melds, or seven pairs."""
    melds = draw(st.integers(0, 4))
    groups = [[kind] * 3 for kind in KINDS]
    groups += [[low, low + 1, low + 2] for low in range(27) if low % 9 < 7]
    near = draw(st.sampled_from([groups, groups[:9] + groups[34:41]]))
    pair = draw(st.integers(0, 33))
    hand = [pair, pair]
    for group in draw(st.lists(st.sampled_from(near), min_size=4 - melds, max_size=4 - melds)):
        hand += group
    if not melds and draw(st.booleans()):
        hand = 2 * draw(st.lists(st.integers(0, 33), min_size=7, max_size=7))
    if any(hand.count(kind) > 4 for kind in hand):
        hand = [0, 0, *([1, 2, 3] * (4 - melds))]
    return hand, melds


@given(st.one_of(hands(), complete_hands()))
def test_readings_agree_with_plain_recursion(hand: tuple[list[int], int]) -> None:
    kinds, melds = hand
    held = shapes.tally(kinds)
    found = shapes.readings(held, melds)
    assert len(found) == len(set(found))
    assert set(found) == naive_readings(kinds, melds)
    assert shapes.four_melds(held, melds) == bool(naive_readings(kinds, melds))
    assert shapes.four_melds(tuple(held), melds) == shapes.four_melds(held, melds)
    assert shapes.seven_pairs(held) == naive_pairs(kinds)


@given(st.one_of(hands(13), complete_hands()), st.integers(0, 13))
def test_waits_agree_with_trying_every_tile(hand: tuple[list[int], int], without: int) -> None:
    kinds, melds = hand
    if len(kinds) == 14 - 3 * melds:
        kinds = kinds.copy()
        kinds.pop(without % len(kinds))
    held = shapes.tally(kinds)
    wanted = [kind for kind in KINDS if held[kind] < 4 and naive_complete([*kinds, kind], melds)]
    assert shapes.waits(held, melds) == wanted
    assert [k for k in KINDS if held[k] < 4 and shapes.completes(held, melds, k)] == wanted
    assert held == shapes.tally(kinds)
