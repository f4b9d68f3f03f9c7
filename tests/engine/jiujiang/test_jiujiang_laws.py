"""九江麻将: what is true of every finished hand, whatever it is worth."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.case import Answer
from engine.games.jiujiang.scoring import Case, score

SUITS = "mps"
ACTS = ["pung", "exposed_kong", "added_kong", "concealed_kong"]
WORDS = {"hand", "tile", "melds"}


def groups(suits: str) -> tuple[list[list[str]], list[list[str]]]:
    """The triplets, ``C`` and ``P`` among them, and the runs that hands are made of."""
    tiles = [f"{rank}{suit}" for suit in suits for rank in range(1, 10)]
    runs = [[f"{low + i}{suit}" for i in range(3)] for suit in suits for low in range(1, 8)]
    return [[tile] * 3 for tile in [*tiles, "C", "P"]], runs


@st.composite
def cases(draw: st.DrawFn) -> dict[str, Any]:
    """A winning shape of any kind, won by discard or own draw; seat 2 has things to be eaten."""
    triplets, runs = groups(draw(st.sampled_from(["mps", "mps", "s", "p"])))
    melds = draw(
        st.lists(
            st.tuples(st.sampled_from(ACTS), st.sampled_from(triplets).map(lambda three: three[0])),
            max_size=4,
            unique_by=lambda meld: meld[1],
        )
    )
    if not melds and draw(st.booleans()):
        pairs = draw(st.lists(st.sampled_from(triplets), min_size=7, max_size=7))
        hand = [tile for pair in pairs for tile in pair[:2]]
    else:
        size = 4 - len(melds)
        some = st.sampled_from(triplets) | st.sampled_from(runs)
        hand = [
            tile for group in draw(st.lists(some, min_size=size, max_size=size)) for tile in group
        ]
        hand += draw(st.sampled_from(triplets))[:2]
    shown = [*hand, *(tile for act, tile in melds for _ in range(3 if act == "pung" else 4))]
    assume(all(shown.count(tile) <= 4 for tile in shown))
    tile = hand.pop(draw(st.integers(0, len(hand) - 1)))
    drawn = draw(st.booleans())
    win = {"seat": 0, "tile": tile, "by": "self_draw" if drawn else "discard"}
    payer = [["pung", tile] for tile in "CP" if tile not in shown and draw(st.booleans())]
    concealed = all(act == "concealed_kong" for act, _ in melds)
    return {
        "dealer": draw(st.integers(0, 3)),
        "unit": draw(st.integers(1, 8)),
        "options": {"min_pao": draw(st.integers(1, 4)), "pair_wait_on_plain": draw(st.booleans())},
        "seats": [
            {
                "hand": " ".join(draw(st.permutations(hand))),
                "melds": melds,
                "fa": draw(st.integers(0, 3)),
                "ready": concealed and draw(st.booleans()),
            },
            {},
            {"melds": payer, "fa": draw(st.integers(0, 1)), "ready": not payer},
            {},
        ],
        "win": win if drawn else win | {"from": 2},
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
    """JJ-W1, JJ-X1, JJ-X2: own lines, the least 炮, eaten lines, and nothing is lost or made."""
    given = scored(case)
    assert given.value == sum(pao for _, pao in given.lines)
    assert given.legal == (given.value >= case["options"]["min_pao"])
    if not given.legal:
        assert (given.clause, given.payments, given.deltas) == (
            "JJ-W1",
            msgspec.UNSET,
            msgspec.UNSET,
        )
        return
    assert isinstance(given.payments, tuple) and isinstance(given.deltas, tuple)
    for payment in given.payments:
        eaten = sum(pao for _, pao in payment.lines)
        assert (
            payment.points == (given.value + eaten) * case["unit"] == -given.deltas[payment.from_]
        )
    payers = [1, 2, 3] if case["win"]["by"] == "self_draw" else [2]
    assert [payment.from_ for payment in given.payments] == payers
    assert sum(given.deltas) == 0


@given(cases(), st.permutations(SUITS))
def test_no_suit_is_worth_more_than_another(case: dict[str, Any], suits: list[str]) -> None:
    names = {
        f"{rank}{old}": f"{rank}{new}"
        for old, new in zip(SUITS, suits, strict=True)
        for rank in range(1, 10)
    }
    assert scored(renamed(case, names)) == scored(case)


@given(cases())
def test_counting_ranks_from_nine_down_changes_nothing(case: dict[str, Any]) -> None:
    """边 at 12 and at 89 (JJ-W3) are alike, and so is everything else."""
    names = {f"{rank}{suit}": f"{10 - rank}{suit}" for suit in SUITS for rank in range(1, 10)}
    assert scored(renamed(case, names)) == scored(case)


@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_tiles_in_the_text_does_not_matter(case: dict[str, Any], luck: Any) -> None:
    tiles = case["seats"][0]["hand"].split()
    luck.shuffle(tiles)
    seat = case["seats"][0] | {"hand": "".join(sorted(tiles))}
    assert scored(case | {"seats": [seat, *case["seats"][1:]]}) == scored(case)


@given(cases(), st.integers(1, 3))
def test_seats_are_alike(case: dict[str, Any], by: int) -> None:
    seats = [case["seats"][(seat - by) % 4] for seat in range(4)]
    win = {
        key: (value + by) % 4 if key in ("seat", "from") else value
        for key, value in case["win"].items()
    }
    turned = scored(case | {"seats": seats, "win": win, "dealer": (case["dealer"] + by) % 4})
    given = scored(case)
    assert (turned.value, turned.lines) == (given.value, given.lines)
    if given.legal:
        assert isinstance(given.deltas, tuple)
        assert turned.deltas == tuple(given.deltas[(seat - by) % 4] for seat in range(4))


@given(cases())
def test_an_own_draw_is_worth_more_than_the_same_tile_by_discard(case: dict[str, Any]) -> None:
    """JJ-S2, JJ-F9, JJ-F14, JJ-A4."""
    drawn = case | {"win": {"seat": 0, "tile": case["win"]["tile"], "by": "self_draw"}}
    given = case | {"win": drawn["win"] | {"by": "discard", "from": 2}}
    assert scored(drawn).value > scored(given).value


@given(cases())
def test_every_f_in_front_adds_one(case: dict[str, Any]) -> None:
    """JJ-A1: up to three of them."""
    values = []
    for fa in range(4):
        seat = case["seats"][0] | {"fa": fa}
        values.append(scored(case | {"seats": [seat, {}, {}, {}]}).value)
    assert [value - values[0] for value in values] == [0, 1, 2, 3]
