"""What the command line calls things, in Chinese and English."""

from __future__ import annotations

from typing import Literal

Lang = Literal["zh", "en", "both"]

WORDS: dict[str, tuple[str, str]] = {
    # how a hand ends
    "win": ("胡", "win"),
    "draw": ("黄庄", "draw"),
    "abort": ("作废", "aborted"),
    # how a win comes about
    "discard": ("点炮", "by discard"),
    "self_draw": ("自摸", "self-draw"),
    "kong_draw": ("杠上开花", "on a kong's replacement"),
    "kong_discard": ("杠上流泪", "by discard after a kong"),
    "rob_kong": ("抢杠", "robbing a kong"),
    "own_draw": ("自摸", "own draw"),
    "other_draw": ("平胡", "on another's draw"),
    "dealt": ("天胡", "with the dealt hand"),
    "heaven": ("天胡", "with the dealt hand"),
    "earth": ("地胡", "on the first tile"),
    "last": ("海底", "on the last tile"),
    # a settlement
    "own": ("自己的", "own"),
    "eaten": ("吃", "eaten"),
    "pays": ("付", "pays"),
    "dealer": ("庄", "dealer"),
    "deltas": ("增减", "change"),
    "totals": ("总分", "totals"),
    "points": ("分数", "points"),
    "unit": ("每炮分数", "points each"),
    "recorded": ("牌谱", "recorded"),
    "expected": ("应为", "should be"),
    "differs": ("牌谱与规则不符", "the record differs from the rules"),
    "agrees": ("牌谱与规则相符", "the record agrees with the rules"),
    "play": ("结算之前的问题", "found before the settlement"),
    "unknown": ("没有查", "could not be checked"),
    "ruling": ("裁定", "ruling"),
    "upheld": ("维持", "upheld"),
    "corrected": ("改正", "corrected"),
    "annulled": ("取消", "annulled"),
    "untold": ("应为多少无法判定", "what it should be cannot be told"),
}
"""Words by key: (Chinese, English)."""


def word(key: str, lang: Lang) -> str:
    """What ``key`` is called; a key without an entry is its own name."""
    zh, en = WORDS.get(key, (key, key))
    return both(zh, en, lang)


def both(zh: str, en: str, lang: Lang) -> str:
    """One language, or both; once where they say the same or one is missing."""
    if lang == "zh":
        return zh or en
    if lang == "en":
        return en or zh
    return zh if zh == en or not en else f"{zh} {en}" if zh else en


def seat_name(seat: int, lang: Lang) -> str:
    """A seat as people read it: its number from 0 in order of play."""
    return both(f"{seat} 号位", f"seat {seat}", lang)
