"""Tiles and yaku in the words of each client."""

from __future__ import annotations

import pytest

from events.formats.reading import Unreadable
from events.formats.riichi import tiles, yaku
from events.tiles import MAHJONG


def test_all_37_tiles_have_a_spelling_in_each_client() -> None:
    ours = {*MAHJONG.tiles[:34], "5mr", "5pr", "5sr"}
    assert set(tiles.NUMBERS.values()) == set(tiles.MAJSOUL.values()) == tiles.MJAI == ours
    assert [tiles.number(n, 0) for n in (11, 25, 39, 41, 45, 46, 47, 51, 52, 53)] == [
        *("1m", "5p", "9s", "E", "P", "F", "C", "5mr", "5pr", "5sr")
    ]
    assert tiles.kobalab("m10p9s0z15__", 0) == ["1m", "5mr", "9p", "5sr", "E", "P", "?", "?"]
    assert tiles.majsoul("7z", 0) == "C"
    assert tiles.mjai("?", 0) == "?"


@pytest.mark.parametrize("word", ["m", "1m", "z8", "m1x", "s?", None, 7])
def test_kobalab_has_no_such_tile(word: object) -> None:
    with pytest.raises(Unreadable):
        tiles.kobalab(word, 0)


def test_every_yaku_has_one_row_and_no_name_two() -> None:
    numbers = [name.number for name in yaku.NAMES]
    assert sorted(numbers) == list(range(-3, 55))
    words = [word for name in yaku.NAMES for word in (name.tenhou, *name.other)]
    assert len({word.lower() for word in words}) == len(words)
    assert all(yaku.named(name.tenhou) == name.number for name in yaku.NAMES)
    majsoul = [number for name in yaku.NAMES for number in name.majsoul]
    assert len(set(majsoul)) == len(majsoul)


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (yaku.SEAT_WIND, [12]),  # 自風 西
        (yaku.ROUND_WIND, [15]),  # 場風 南
        (yaku.DRAGON, [18, 20]),  # 白 and 中
        (1, [1]),
    ],
)
def test_a_name_without_its_tile_gets_it_from_the_hand(number: int, expected: list[int]) -> None:
    assert yaku.which(number, seat_wind=2, round_wind=1, dragons=[0, 2]) == expected


@pytest.mark.parametrize(
    ("word", "number"),
    [
        ("ダブル立直", 21),
        ("翻牌 發", 19),
        ("国士無双十三面", 48),
        ("国士無双１３面", 48),
        ("国士無双13面", 48),
        ("SEVEN PAIRS", 22),
        ("八連荘", None),
    ],
)
def test_names(word: str, number: int | None) -> None:
    assert yaku.named(word) == number
