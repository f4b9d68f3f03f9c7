"""雀渣's numbers: tiles, sets, 番, walls and times, as what they stand for."""

from __future__ import annotations

from typing import Any

from events.formats.mcr import WINDS, clause, in_order
from events.formats.reading import Unreadable
from events.model import Line

KINDS: tuple[str, ...] = (
    *(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10)),
    *WINDS,
    *"CFP",
)
"""Tiles by number: four of each kind one after the other, then the flowers from 136 on."""

_FANS = (
    "大四喜 大三元 绿一色 九莲宝灯 四杠 连七对 十三幺 清幺九 小四喜 小三元 字一色 四暗刻 "
    "一色双龙会 一色四同顺 一色四节高 一色四步高 一色四连环 三杠 混幺九 七对 七星不靠 全双刻 "
    "清一色 一色三同顺 一色三节高 全大 全中 全小 清龙 三色双龙会 一色三步高 一色三连环 全带五 "
    "三同刻 三暗刻 全不靠 组合龙 大于五 小于五 三风刻 花龙 推不倒 三色三同顺 三色三节高 无番和 "
    "妙手回春 海底捞月 杠上开花 抢杠和 碰碰和 混一色 三色三步高 五门齐 全求人 双暗杠 双箭刻 全带幺 "
    "不求人 双明杠 和绝张 箭刻 圈风刻 门风刻 门前清 平和 四归一 双同刻 双暗刻 暗杠 断幺 一般高 "
    "喜相逢 连六 老少副 幺九刻 明杠 缺一门 无字 边张 坎张 单钓将 自摸 花牌 明暗杠"
)
FANS = tuple(_FANS.split())
"""The client's numbers of the 番, from 1 on."""


def tile_of(number: int) -> str:
    """The tile that the client numbers so."""
    if 0 <= number < 136:
        return KINDS[number // 4]
    if number < 144:
        return f"{number - 135}f"
    raise Unreadable("bad_value", f"there is no tile {number}", 0)


def kind(data: int) -> str:
    """The kind that a pung or a kong names."""
    if data & 0x3F >= len(KINDS):
        raise Unreadable("bad_value", f"there is no kind {data & 0x3F}", 0)
    return KINDS[data & 0x3F]


def chow(data: int) -> list[int]:
    """The three tiles of a chow: around its middle, each with its copy."""
    middle = (data & 0x3F) << 2
    return [middle + 4 * step + (data >> 12 + 2 * step & 3) for step in (-1, 0, 1)]


def lines(fans: Any) -> tuple[Line, ...] | None:
    """The lines of a win: a number of 番, and in a number the amount and how often it counts."""
    found: list[Line] = []
    for number, told in fans.items() if isinstance(fans, dict) else ():
        known = number.isdecimal() and 0 < int(number) <= len(FANS) and len(number) < 4
        id = clause(FANS[int(number) - 1]) if known else None
        if id is None or type(told) is not int or not 0 < told < 2**16:
            return None
        found.append((id, (told & 0xFF) * ((told >> 8) + 1)))
    return in_order(found) if found else None


def wall_of(step: dict[str, Any]) -> list[str]:
    """The wall from the first tile dealt; empty where the script does not tell it."""
    told, dice = step.get("w"), step.get("d")
    if not isinstance(told, str) or type(dice) is not int:
        return []
    try:
        numbers = list(bytes.fromhex(told))
    except ValueError:
        raise Unreadable("bad_value", "the wall (w) is not hexadecimal", 0) from None
    if sorted(numbers) != list(range(144)):
        raise Unreadable("bad_value", "the wall (w) is not the 144 tiles", 0)
    thrown = [dice >> shift & 15 for shift in (0, 4, 8, 12)]
    start = (12 - (thrown[0] + thrown[1] - 1)) % 4 * 36 + 2 * sum(thrown)
    return [tile_of(numbers[(start + n) % 144]) for n in range(144)]


def tail(size: int, n: int) -> int:
    """The place of the ``n``-th tile from the tail: the last stack first, its top first."""
    return size - 2 - 2 * (n // 2) + n % 2


def turned(wall: list[str], n: int) -> list[str]:
    """A wall of which ``n`` tiles were drawn one by one from the end, as stacks, top first."""
    found = list(wall)
    for i in range(0, n, 2):
        at = len(wall) - 2 - i
        found[at], found[at + 1] = found[at + 1], found[at]
    return found


def moment(ms: int) -> str:
    """The time ``ms`` milliseconds after 1970 began, in UTC (RFC 3339)."""
    days, rest = divmod(ms, 86_400_000)
    year = 1970
    while days >= (length := 366 if _leap(year) else 365):
        days, year = days - length, year + 1
    month = 1
    while days >= (length := _month(year, month)):
        days, month = days - length, month + 1
    seconds, fraction = divmod(rest, 1000)
    hour, minute, second = seconds // 3600, seconds // 60 % 60, seconds % 60
    date = f"{year:04}-{month:02}-{days + 1:02}"
    return f"{date}T{hour:02}:{minute:02}:{second:02}.{fraction:03}Z"


def _leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def _month(year: int, month: int) -> int:
    if month == 2:
        return 29 if _leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31
