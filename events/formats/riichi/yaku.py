"""The names of the yaku in the clients, and the number (``RI-Y<number>``) that each has here.

The numbers are Tenhou's. A client that says 自風 or 翻牌 without the tile is understood from the
hand: the seat's wind, the round's wind, the dragons that the winner holds.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

SEAT_WIND, ROUND_WIND, DRAGON = -1, -2, -3
"""Names that stand for several yaku: :func:`which` says which of them it is."""

FIRST_YAKUMAN, LAST_YAKUMAN = 36, 51


class Name(NamedTuple):
    """A yaku's number and names; ``majsoul``: the numbers that it has in 雀魂."""

    number: int
    tenhou: str
    other: tuple[str, ...]
    mjai: tuple[str, ...]
    majsoul: tuple[int, ...]


NAMES = (
    Name(0, "門前清自摸和", ("fully concealed hand",), ("menzenchin_tsumoho",), (1,)),
    Name(1, "立直", ("riichi",), ("reach",), (2,)),
    Name(2, "一発", ("ippatsu",), ("ippatsu",), (30,)),
    Name(3, "槍槓", ("robbing a kan",), ("chankan",), (3,)),
    Name(4, "嶺上開花", ("after a kan",), ("rinshankaiho",), (4,)),
    Name(5, "海底摸月", ("under the sea",), ("haiteiraoyue",), (5,)),
    Name(6, "河底撈魚", ("under the river",), ("hoteiraoyui",), (6,)),
    Name(7, "平和", ("pinfu",), ("pinfu",), (14,)),
    Name(8, "断幺九", ("all simples",), ("tanyaochu",), (12,)),
    Name(9, "一盃口", ("pure double sequence",), ("ipeko",), (13,)),
    Name(10, "自風 東", (), (), ()),
    Name(11, "自風 南", (), (), ()),
    Name(12, "自風 西", (), (), ()),
    Name(13, "自風 北", (), (), ()),
    Name(14, "場風 東", (), (), ()),
    Name(15, "場風 南", (), (), ()),
    Name(16, "場風 西", (), (), ()),
    Name(17, "場風 北", (), (), ()),
    Name(18, "役牌 白", ("翻牌 白", "white dragon"), (), (7,)),
    Name(19, "役牌 發", ("翻牌 發", "green dragon"), (), (8,)),
    Name(20, "役牌 中", ("翻牌 中", "red dragon"), (), (9,)),
    Name(21, "両立直", ("ダブル立直", "double riichi"), ("double_reach",), (18,)),
    Name(22, "七対子", ("seven pairs",), ("chitoitsu",), (25,)),
    Name(23, "混全帯幺九", ("half outside hand",), ("chantaiyao",), (15,)),
    Name(24, "一気通貫", ("pure straight",), ("ikkitsukan",), (16,)),
    Name(25, "三色同順", ("mixed triple sequence",), ("sanshokudojun",), (17,)),
    Name(26, "三色同刻", ("triple triplets",), ("sanshokudoko",), (19,)),
    Name(27, "三槓子", ("three quads",), ("sankantsu",), (20,)),
    Name(28, "対々和", ("対対和", "all triplets"), ("toitoiho",), (21,)),
    Name(29, "三暗刻", ("three concealed triplets",), ("sananko",), (22,)),
    Name(30, "小三元", ("little three dragons",), ("shosangen",), (23,)),
    Name(31, "混老頭", ("all terminals and honors",), ("honroto",), (24,)),
    Name(32, "二盃口", ("twice pure double sequence",), ("ryanpeko",), (28,)),
    Name(33, "純全帯幺九", ("fully outside hand",), ("junchantaiyao",), (26,)),
    Name(34, "混一色", ("half flush",), ("honiso",), (27,)),
    Name(35, "清一色", ("full flush",), ("chiniso",), (29,)),
    Name(36, "人和", ("hand of man",), ("renho",), (59,)),
    Name(37, "天和", ("blessing of heaven",), ("tenho",), (35,)),
    Name(38, "地和", ("blessing of earth",), ("chiho",), (36,)),
    Name(39, "大三元", ("big three dragons",), ("daisangen",), (37,)),
    Name(40, "四暗刻", ("four concealed triplets",), ("suanko",), (38,)),
    Name(41, "四暗刻単騎", ("single-wait four concealed triplets",), ("suankotanki",), (48,)),
    Name(42, "字一色", ("all honors",), ("tsuiso",), (39,)),
    Name(43, "緑一色", ("all green",), ("ryuiso",), (40,)),
    Name(44, "清老頭", ("all terminals",), ("chinroto",), (41,)),
    Name(45, "九蓮宝燈", ("nine gates",), ("churenpoton",), (45,)),
    Name(46, "純正九蓮宝燈", ("true nine gates",), ("junseichurenpoton",), (47,)),
    Name(47, "国士無双", ("thirteen orphans",), ("kokushimuso",), (42,)),
    Name(
        48,
        "国士無双１３面",
        ("国士無双十三面", "thirteen-wait thirteen orphans"),
        ("kokushimuso_jusanmen",),
        (49,),
    ),
    Name(49, "大四喜", ("four big winds",), ("daisushi",), (50,)),
    Name(50, "小四喜", ("four little winds",), ("shosushi",), (43,)),
    Name(51, "四槓子", ("four quads",), ("sukantsu", "suukantsu"), (44,)),
    Name(52, "ドラ", ("dora", "抜きドラ", "kita"), ("dora",), (31, 34)),
    Name(53, "裏ドラ", ("ura dora",), ("uradora",), (33,)),
    Name(54, "赤ドラ", ("red five",), ("akadora",), (32,)),
    Name(SEAT_WIND, "自風", ("seat wind",), ("jikaze",), (10,)),
    Name(ROUND_WIND, "場風", ("prevalent wind",), ("bakaze",), (11,)),
    Name(DRAGON, "役牌", (), ("sangenpai",), ()),
)
"""All yaku; the names of tenhou.net/6 first."""

TENHOU = {name.number: name.tenhou for name in NAMES}
MJAI = {mjai: name.number for name in NAMES for mjai in name.mjai}
MAJSOUL = {number: name.number for name in NAMES for number in name.majsoul}

_SPACES = re.compile(r"\s+")


def _key(text: str) -> str:
    return _SPACES.sub(" ", unicodedata.normalize("NFKC", text)).strip().lower()


_NAMED = {_key(text): name.number for name in NAMES for text in (name.tenhou, *name.other)}


def named(text: str) -> int | None:
    """The number of the yaku with that Japanese or English name; None when there is none."""
    return _NAMED.get(_key(text))


def which(number: int, seat_wind: int, round_wind: int, dragons: list[int]) -> list[int]:
    """The yaku that ``number`` means, winds 0–3; ``dragons``: those held, 0 白, 1 發, 2 中."""
    if number == SEAT_WIND:
        return [10 + seat_wind]
    if number == ROUND_WIND:
        return [14 + round_wind]
    return [18 + dragon for dragon in dragons] if number == DRAGON else [number]


def general(number: int) -> int:
    """The name without a tile (自風, 場風, 役牌) that mjai has for a yaku; others stay."""
    if 10 <= number <= 13:
        return SEAT_WIND
    if 14 <= number <= 17:
        return ROUND_WIND
    return DRAGON if 18 <= number <= 20 else number


def is_yakuman(number: int) -> bool:
    """人和 and up, without dora."""
    return FIRST_YAKUMAN <= number <= LAST_YAKUMAN
