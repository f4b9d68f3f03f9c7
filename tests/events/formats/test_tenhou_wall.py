"""The wall behind a Tenhou log's seed, against a second derivation and published numbers."""

from __future__ import annotations

import base64
import hashlib
import random
import struct

import pytest

from events.formats.tenhou_mjlog.wall import Dealt, Wall, Walls, prove

KEY = [0x123, 0x234, 0x345, 0x456]
PUBLISHED = [1067595299, 955945823, 477289528, 4107218783, 4228976476]
"""The first numbers for this key in mt19937ar.out, which the authors of the generator publish."""


def outputs(key: list[int], count: int) -> list[int]:
    """MT19937 by Python's own generator, which is seeded from a number's 32-bit words."""
    generator = random.Random(sum(word << 32 * i for i, word in enumerate(key)))
    return [generator.getrandbits(32) for _ in range(count)]


def hand_numbers(key: list[int], hand: int) -> list[int]:
    """The numbers of a hand in the later eras."""
    used = outputs(key, 288 * (hand + 1))[288 * hand :]
    sums = b"".join(
        hashlib.sha512(struct.pack("<32I", *used[at : at + 32])).digest()
        for at in range(0, 288, 32)
    )
    return list(struct.unpack("<144I", sums))


def shuffled(numbers: list[int], tiles: list[int]) -> list[int]:
    """y[0..] of the format's description."""
    y = [*tiles]
    for i in range(len(y) - 1):
        j = i + numbers[i] % (len(y) - i)
        y[i], y[j] = y[j], y[i]
    return y


def as_hex(key: list[int]) -> str:
    return ",".join(f"{word:08X}" for word in key)


def as_base64(key: list[int]) -> str:
    return base64.b64encode(struct.pack(f"<{len(key)}I", *key)).decode()


LONG_KEY = outputs([7, 8, 9], 624)
ERAS = {
    "2009-02": ("", f"mt19937ar,{as_hex(KEY)}"),
    "2009-08": (f"mt19937ar-sha512-n288,{as_hex(LONG_KEY[:32])}", ""),
    "2010-08": (f"mt19937ar-sha512-n288-base64,{as_base64(LONG_KEY)}", ""),
}


def test_the_second_derivation_agrees_with_the_published_numbers() -> None:
    assert outputs(KEY, 5) == PUBLISHED


def test_a_seed_of_each_hand_shuffles_by_the_plain_numbers() -> None:
    numbers = outputs(KEY, 137)
    y = shuffled(numbers, list(range(136)))
    wall = Walls("", 4).next(f"mt19937ar,{as_hex(KEY)}")
    assert wall is not None
    assert wall.tiles[:122] == tuple(reversed(y[14:]))
    assert wall.replacements == tuple(y[:4])
    assert wall.dora == (y[4], y[6], y[8], y[10], y[12])
    assert wall.ura == (y[5], y[7], y[9], y[11], y[13])
    assert wall.dice == (numbers[135] % 6 + 1, numbers[136] % 6 + 1)


@pytest.mark.parametrize("hand", [0, 1, 5])
def test_a_seed_of_the_game_gives_every_hand_its_own_sums(hand: int) -> None:
    for era, key in (("2009-08", LONG_KEY[:32]), ("2010-08", LONG_KEY)):
        numbers = hand_numbers(key, hand)
        y = shuffled(numbers, list(range(136)))
        walls = Walls(ERAS[era][0], 4)
        wall = [walls.next() for _ in range(hand + 1)][-1]
        assert wall is not None
        assert wall.tiles[:122] == tuple(reversed(y[14:]))
        assert wall.dice == (numbers[135] % 6 + 1, numbers[136] % 6 + 1)
        upper = era == "2010-08"
        assert wall.replacements == ((y[1], y[0], y[3], y[2]) if upper else tuple(y[:4]))
        assert wall.dora == tuple(y[5:14:2] if upper else y[4:14:2])
        assert wall.ura == tuple(y[4:14:2] if upper else y[5:14:2])


def test_three_players_have_108_tiles() -> None:
    numbers = hand_numbers(LONG_KEY, 0)
    y = shuffled(numbers, [*range(4), *range(32, 136)])
    wall = Walls(ERAS["2010-08"][0], 3).next()
    assert wall is not None
    assert wall.tiles[:94] == tuple(reversed(y[14:]))
    assert wall.replacements[:4] == (y[1], y[0], y[3], y[2])
    assert wall.dora[0] == y[9]
    assert wall.ura[0] == y[8]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("players", [3, 4])
def test_every_tile_stands_once_in_drawing_order(era: str, players: int) -> None:
    seed, shuffle = ERAS[era]
    wall = Walls(seed, players).next(shuffle)
    assert wall is not None
    apart = 5 if players == 4 else 3
    assert len(wall.tiles) == len(set(wall.tiles)) == (136 if players == 4 else 108)
    assert wall.tiles[13 * players :] == (
        *wall.live,
        *wall.replacements,
        *wall.dora[:apart],
        *wall.ura[:apart],
    )
    assert {*wall.dora[apart:], *wall.ura[apart:]} <= set(wall.live[-4:])


def test_the_dealer_is_dealt_first_four_at_a_time() -> None:
    wall = Walls(ERAS["2010-08"][0], 4).next()
    assert wall is not None
    t = wall.tiles
    hands = wall.hands(2, 4)
    assert hands[2] == [*t[0:4], *t[16:20], *t[32:36], t[48]]
    assert hands[3] == [*t[4:8], *t[20:24], *t[36:40], t[49]]
    assert hands[1] == [*t[12:16], *t[28:32], *t[44:48], t[51]]
    assert wall.live[0] == t[52]


def shown(wall: Wall) -> Dealt:
    """What a log would show of a wall: two draws, a replacement, two indicators, one ura."""
    draws = [(wall.live[0], False), (wall.replacements[0], True), (wall.live[1], False)]
    return Dealt(1, wall.dice, wall.hands(1, 4), draws, wall.dora[:2], wall.ura[:1])


@pytest.fixture
def wall() -> Wall:
    found = Walls(ERAS["2010-08"][0], 4).next()
    assert found is not None
    return found


def test_a_wall_is_proved_by_all_that_a_log_shows(wall: Wall) -> None:
    check = prove(wall, shown(wall))
    assert (check.state, check.draws, check.message) == ("proved", 3, "")


@pytest.mark.parametrize(
    ("change", "draws", "message"),
    [
        ({"dice": (7, 7)}, 0, "the dice are"),
        ({"dealer": 0}, 0, "seat 0 was dealt other tiles"),
        ({"draws": [(0, False)] * 3}, 0, "draw 1 is another tile"),
        ({"draws": "second"}, 1, "draw 2 is another tile"),
        ({"draws": "endless"}, 70, "draw 71 is another tile"),
        ({"dora": (1, 2)}, 3, "the dora indicators"),
        ({"dora": (0,) * 6}, 3, "the dora indicators"),
        ({"ura": (1,)}, 3, "the ura indicators"),
    ],
)
def test_the_first_difference_is_named(
    wall: Wall, change: dict[str, object], draws: int, message: str
) -> None:
    seen = shown(wall)
    if change.get("draws") == "second":
        change = {"draws": [seen.draws[0], (seen.draws[1][0], False), seen.draws[2]]}
    if change.get("draws") == "endless":
        change = {"draws": [(tile, False) for tile in (*wall.live, 0)]}
    check = prove(wall, seen._replace(**change))  # type: ignore[arg-type]
    assert (check.state, check.draws) == ("differs", draws)
    assert check.message.startswith(message)


@pytest.mark.parametrize("seed", ["", "  ", "\n"])
def test_without_a_seed_there_is_no_wall_and_no_complaint(seed: str) -> None:
    walls = Walls(seed, 4)
    assert walls.next() is None
    assert walls.problem == ""


@pytest.mark.parametrize(
    "seed",
    [
        "mt19937ar-sha512-n288-base64,AAA",
        "mt19937ar-sha512-n288-base64,!!!!",
        "mt19937ar-sha512-n288-base64,QUJD",
        "mt19937ar-sha512-n288-base64,",
        "mt19937ar-sha512-n288,XYZ",
        "mt19937ar-sha512-n288,123456789",
        "mt19937ar-sha512-n288,-1",
        "pcg64,1,2,3",
        "hello",
    ],
)
def test_a_seed_that_cannot_be_used_is_named(seed: str) -> None:
    walls = Walls(seed, 4)
    assert walls.next() is None
    assert walls.problem.startswith("the seed")
    assert Walls("", 4).next("mt19937ar") is None


def test_a_bad_seed_of_one_hand_does_not_touch_the_next() -> None:
    walls = Walls(ERAS["2009-08"][0], 4)
    assert walls.next("mt19937ar,zzz") is None
    assert walls.problem
    assert walls.next() is not None
    assert walls.problem == ""
