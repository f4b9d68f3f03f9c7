"""立直: what a hand waits for, also by the library's word; 喰い替え; kongs after riichi."""

from __future__ import annotations

import random

import pytest
from mahjong.agari import Agari

from engine.games.riichi.patterns import kong_keeps, orphan_waits, swapped, waits
from engine.mahjong.table import INDEX, NAMES
from engine.shapes import tally
from events.tiles import MAHJONG


def kinds(text: str) -> list[int]:
    return [INDEX[tile] for tile in MAHJONG.parse(text)]


def named(found: object) -> set[str]:
    assert isinstance(found, set | frozenset)
    return {NAMES[kind] for kind in found}


def some_hand(rng: random.Random, melds: int) -> list[int]:
    """Thirteen tiles less three a meld, mostly near a finished hand."""
    while True:
        held: list[int] = []
        suits = rng.choice([[0], [0, 9], [0, 9, 18]])
        for _ in range(4 - melds):
            low = rng.choice(suits) + rng.randrange(7)
            one = rng.choice([*range(27, 34), low, low + 1])
            held += rng.choice([[low, low + 1, low + 2], [low, low + 1, low + 2], [one] * 3])
        held += [rng.choice([*range(27, 34), *(s + rng.randrange(9) for s in suits)])] * 2
        if melds == 0 and rng.random() < 0.2:
            pairs = rng.sample([s + n for s in suits for n in range(9)], 7)
            held = [kind for kind in pairs for _ in range(2)]
        held.pop(rng.randrange(len(held)))
        if rng.random() < 0.2:
            held[rng.randrange(len(held))] = rng.randrange(34)
        if all(held.count(kind) <= 4 for kind in held):
            return held


@pytest.mark.parametrize("melds", [0, 1, 2, 3, 4])
def test_waits_are_those_that_the_library_calls_complete(melds: int) -> None:
    """RI-W1; a kind of which all four are held is no wait (RI-P13)."""
    rng = random.Random(melds)
    ready = 0
    for _ in range(400):
        flat = tally(some_hand(rng, melds))
        complete = set()
        for kind in range(34):
            if flat[kind] < 4:
                flat[kind] += 1
                if Agari.is_agari(flat):
                    complete.add(kind)
                flat[kind] -= 1
        assert waits(flat, melds) == complete, flat
        ready += bool(complete)
    assert ready > 200


@pytest.mark.parametrize(
    ("hand", "wanted"),
    [
        ("19m19p19sESWNPFC", "1m 9m 1p 9p 1s 9s E S W N P F C"),
        ("119m19p19sESWNPF", "C"),
        ("119m19p19sESWNPP", ""),
        ("1122m 3344p 5566s C", "C"),
        ("1111m 3344p 5566s C", ""),
        ("1112345678999p", "1p 2p 3p 4p 5p 6p 7p 8p 9p"),
        ("123456789m 1111p", ""),
        ("123456789m 111p 2p", "2p 3p"),
    ],
)
def test_what_hands_wait_for(hand: str, wanted: str) -> None:
    assert named(waits(tally(kinds(hand)), 0)) == set(wanted.split())


def test_thirteen_orphans_wait_for_all_of_them_or_for_one() -> None:
    assert len(orphan_waits(tally(kinds("19m19p19sESWNPFC")))) == 13
    assert named(orphan_waits(tally(kinds("119m19p19sESWNPF")))) == {"C"}
    assert orphan_waits(tally(kinds("123m19p19sESWNPFC"))) == set()


@pytest.mark.parametrize(
    ("claimed", "own", "barred"),
    [
        ("3p", "4p 5p", "3p 6p"),
        ("3p", "1p 2p", "3p"),
        ("3p", "2p 4p", "3p"),
        ("6p", "4p 5p", "6p 3p"),
        ("7p", "8p 9p", "7p"),
        ("1s", "2s 3s", "1s 4s"),
        ("9m", "7m 8m", "9m 6m"),
        ("1p", "2p 3p", "1p 4p"),
        ("E", "E E", "E"),
    ],
)
def test_what_may_not_go_after_a_claim(claimed: str, own: str, barred: str) -> None:
    """RI-P3."""
    other = swapped(INDEX[claimed], kinds(own), other_end=True)
    assert named(other) == set(barred.split())
    assert named(swapped(INDEX[claimed], kinds(own), other_end=False)) == {claimed}


@pytest.mark.parametrize(
    ("hand", "drawn", "waits_stay", "shape_stays"),
    [
        ("111m 456p 789s 11s 23p", "1m", True, True),
        # 3s: waits for 4s 5s 7s before and after, but one reading of it is gone
        ("3335666s PPP CCC", "3s", True, False),
        ("3335666s PPP CCC", "6s", False, False),
        ("3335666s PPP CCC", "P", True, True),
        ("111222333m 11p 79s", "1m", True, False),
    ],
)
def test_kongs_after_riichi(hand: str, drawn: str, waits_stay: bool, shape_stays: bool) -> None:
    """RI-P10."""
    flat = tally(kinds(f"{hand} {drawn}"))
    assert kong_keeps(flat, 0, INDEX[drawn], shape=False) is waits_stay
    assert kong_keeps(flat, 0, INDEX[drawn], shape=True) is shape_stays
