"""Tile notation: words, groups, and what is no tile."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.tiles import CARDS, MAHJONG, ZIPAI, Alphabet, TileError

GROUPS = [
    (MAHJONG, "123m 55p 789s CCC", "1m 2m 3m 5p 5p 7s 8s 9s C C C"),
    (MAHJONG, "1m 2m ? ?", "1m 2m ? ?"),
    (MAHJONG, "ESWN PFC", "E S W N P F C"),
    (MAHJONG, "12f 8f", "1f 2f 8f"),
    (MAHJONG, "5mr 406p"[:3], "5mr"),
    (MAHJONG, "123m55p??", "1m 2m 3m 5p 5p ? ?"),
    (MAHJONG, "", ""),
    (ZIPAI, "10x 2d 7d10d", "10x 2d 7d 10d"),
    (ZIPAI, "4x5x6x 123d", "4x 5x 6x 1d 2d 3d"),
    (ZIPAI, "2710x", "2x 7x 10x"),
    (CARDS, "S1 H9 CJ BJ LJ AD", "S1 H9 CJ BJ LJ AD"),
    (CARDS, "S1S2S3 HJ", "S1 S2 S3 HJ"),
]


@pytest.mark.parametrize(("alphabet", "text", "tiles"), GROUPS)
def test_tiles_may_be_grouped_as_players_do(alphabet: Alphabet, text: str, tiles: str) -> None:
    assert alphabet.parse(text) == tiles.split()


NO_TILES = [
    (MAHJONG, "0m"), (MAHJONG, "10m"), (MAHJONG, "9f"), (MAHJONG, "1x"), (MAHJONG, "m"),
    (MAHJONG, "Z"), (MAHJONG, "1m2"), (MAHJONG, "e"), (ZIPAI, "100x"), (ZIPAI, "0d"),
    (ZIPAI, "1m"), (CARDS, "S0"), (CARDS, "SJ"), (CARDS, "C10"), (CARDS, "bj"),
]  # fmt: skip


@pytest.mark.parametrize(("alphabet", "word"), NO_TILES)
def test_what_is_no_tile_is_named(alphabet: Alphabet, word: str) -> None:
    with pytest.raises(TileError) as caught:
        alphabet.parse(f"{alphabet.tiles[0]} {word}")
    assert caught.value.word == word


@pytest.mark.parametrize(
    ("alphabet", "kinds"),
    [(MAHJONG, 27 + 7 + 8 + 3), (ZIPAI, 20), (CARDS, 27 + 6 + 3)],
    ids=["mahjong", "zipai", "cards"],
)
def test_an_alphabet_has_each_kind_once(alphabet: Alphabet, kinds: int) -> None:
    assert len(set(alphabet.tiles)) == len(alphabet.tiles) == kinds


@given(st.sampled_from([MAHJONG, ZIPAI, CARDS]), st.data())
def test_printed_tiles_parse_to_the_same_tiles(alphabet: Alphabet, data: st.DataObject) -> None:
    tiles = data.draw(st.lists(st.sampled_from([*alphabet.tiles, "?"]), max_size=30))
    mixed = random.Random(1).sample(tiles, len(tiles))
    assert alphabet.parse(alphabet.format(mixed)) == alphabet.parse(alphabet.format(tiles))
    assert sorted(alphabet.parse("".join(tiles))) == sorted(tiles)
