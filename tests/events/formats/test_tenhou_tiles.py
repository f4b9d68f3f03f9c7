"""Tiles and calls of Tenhou logs: the numbers of real games, and the law of the packing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.formats.tenhou_mjlog.tiles import Call, call, names

RED, PLAIN = names(True), names(False)


@pytest.mark.parametrize(
    ("number", "tile"),
    [
        (0, "1m"), (3, "1m"), (4, "2m"), (35, "9m"), (36, "1p"), (71, "9p"), (72, "1s"),
        (107, "9s"), (108, "E"), (112, "S"), (116, "W"), (120, "N"), (124, "P"), (128, "F"),
        (132, "C"), (135, "C"), (16, "5mr"), (17, "5m"), (52, "5pr"), (55, "5p"), (88, "5sr"),
    ],
)  # fmt: skip
def test_the_136_tiles(number: int, tile: str) -> None:
    assert RED[number] == tile
    assert PLAIN[number] == tile.removesuffix("r")


@pytest.mark.parametrize(
    ("before", "seat", "m", "expected"),
    [
        # from public games: the tag before the call, who calls, the call
        ("D132", 1, 50763, Call("pung", (133, 135), 132, giver=3)),
        ("G132", 0, 50763, Call("pung", (133, 135), 132, giver=3)),
        ("D27", 1, 14735, Call("chow", (17, 20), 27, giver=3)),
        ("F106", 3, 27139, Call("exposed_kong", (104, 105, 107), 106, giver=3)),
        ("D59", 2, 15106, Call("exposed_kong", (56, 57, 58), 59, giver=2)),
        ("T124", 0, 31744, Call("concealed_kong", (124, 125, 126, 127))),
        ("U45", 1, 16947, Call("added_kong", (45,), pung=(44, 46, 47))),
        ("T122", 0, 31264, Call("kita", (122,))),
    ],
)
def test_the_calls_of_real_games(before: str, seat: int, m: int, expected: Call) -> None:
    assert call(m) == expected
    letter, tile = before[0], int(before[1:])
    if expected.taken is None:
        assert letter == "TUVW"[seat]
        assert tile in expected.own
    else:
        assert letter == "DEFG"[(seat + expected.giver) % 4]
        assert tile == expected.taken


@pytest.mark.parametrize(
    "m",
    [
        0x0004,  # a chow from nobody
        0x0005,  # a chow from the right
        0x0006,  # a chow from across
        63 << 10 | 7,  # the first chow number too high
        0x0008,  # a pung from nobody
        102 << 9 | 9,  # the 35th kind
        136 << 8,  # tile 136
        119 << 8 | 0x20,  # a West laid aside
        120 << 8 | 0x21,  # a North from somebody
    ],
)
def test_numbers_that_are_no_call(m: int) -> None:
    assert call(m) is None


@given(st.integers(0, 20), st.integers(0, 2), st.tuples(*[st.integers(0, 3)] * 3))
def test_every_chow(group: int, taken: int, copies: tuple[int, int, int]) -> None:
    suit, low = divmod(group, 7)
    tiles = [(suit * 9 + low + i) * 4 + copy for i, copy in enumerate(copies)]
    m = (group * 3 + taken) << 10 | copies[2] << 7 | copies[1] << 5 | copies[0] << 3 | 0b111
    own = tuple(tile for i, tile in enumerate(tiles) if i != taken)
    assert call(m) == Call("chow", own, tiles[taken], giver=3)


@given(st.integers(0, 33), st.integers(0, 2), st.integers(0, 3), st.integers(1, 3))
def test_every_pung_and_what_is_added_to_it(
    kind: int, taken: int, left_out: int, giver: int
) -> None:
    tiles = [kind * 4 + copy for copy in range(4) if copy != left_out]
    m = (kind * 3 + taken) << 9 | left_out << 5 | giver
    own = tuple(tile for i, tile in enumerate(tiles) if i != taken)
    pung, added = call(m | 0x08), call(m | 0x10)
    assert pung == Call("pung", own, tiles[taken], giver)
    assert added == Call("added_kong", (kind * 4 + left_out,), pung=tuple(tiles))
    assert pung.tiles == set(tiles)
    assert added.tiles == {*tiles, kind * 4 + left_out}


@given(st.integers(0, 0xFFFF))
def test_any_number_is_a_call_of_real_tiles_or_none(m: int) -> None:
    found = call(m)
    if found is not None:
        assert found.tiles <= set(range(136))
        assert len(found.tiles) == {"chow": 3, "pung": 3, "kita": 1}.get(found.kind, 4)
