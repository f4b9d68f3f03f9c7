"""立直麻将: what a finished hand is worth: yaku, fu, han and points, and the reading of a case.

The yaku and the fu are found by the library ``mahjong``; here each gets its clause.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from mahjong.hand_calculating.fu import FuCalculator, FuDetail
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, HandConstants, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresCalculator
from mahjong.hand_calculating.yaku_config import YAKU_ID_TO_TENHOU_ID
from mahjong.hand_calculating.yaku_list.yakuman import RenhouYakuman
from mahjong.meld import Meld as LibraryMeld

from engine.games.riichi import EAST, Options
from engine.games.riichi.patterns import KINDS, plain

YAKU: dict[str, str] = {
    "RI-Y0": "門前清自摸和",
    "RI-Y1": "立直",
    "RI-Y2": "一発",
    "RI-Y3": "槍槓",
    "RI-Y4": "嶺上開花",
    "RI-Y5": "海底摸月",
    "RI-Y6": "河底撈魚",
    "RI-Y7": "平和",
    "RI-Y8": "断幺九",
    "RI-Y9": "一盃口",
    "RI-Y10": "自風 東",
    "RI-Y11": "自風 南",
    "RI-Y12": "自風 西",
    "RI-Y13": "自風 北",
    "RI-Y14": "場風 東",
    "RI-Y15": "場風 南",
    "RI-Y16": "場風 西",
    "RI-Y17": "場風 北",
    "RI-Y18": "役牌 白",
    "RI-Y19": "役牌 發",
    "RI-Y20": "役牌 中",
    "RI-Y21": "両立直",
    "RI-Y22": "七対子",
    "RI-Y23": "混全帯幺九",
    "RI-Y24": "一気通貫",
    "RI-Y25": "三色同順",
    "RI-Y26": "三色同刻",
    "RI-Y27": "三槓子",
    "RI-Y28": "対々和",
    "RI-Y29": "三暗刻",
    "RI-Y30": "小三元",
    "RI-Y31": "混老頭",
    "RI-Y32": "二盃口",
    "RI-Y33": "純全帯幺九",
    "RI-Y34": "混一色",
    "RI-Y35": "清一色",
    "RI-Y36": "人和",
    "RI-Y37": "天和",
    "RI-Y38": "地和",
    "RI-Y39": "大三元",
    "RI-Y40": "四暗刻",
    "RI-Y41": "四暗刻単騎",
    "RI-Y42": "字一色",
    "RI-Y43": "緑一色",
    "RI-Y44": "清老頭",
    "RI-Y45": "九蓮宝燈",
    "RI-Y46": "純正九蓮宝燈",
    "RI-Y47": "国士無双",
    "RI-Y48": "国士無双１３面",
    "RI-Y49": "大四喜",
    "RI-Y50": "小四喜",
    "RI-Y51": "四槓子",
    "RI-Y52": "ドラ",
    "RI-Y53": "裏ドラ",
    "RI-Y54": "赤ドラ",
}
"""The name of each yaku by its clause; 36 to 51 are yakuman, 52 to 54 are dora."""

NUMBERS = {**YAKU_ID_TO_TENHOU_ID, RenhouYakuman.yaku_id: 36}
"""The number of each yaku by the library's own."""

FU: dict[str, tuple[str, str]] = {
    FuCalculator.BASE: ("RI-F1", "副底"),
    FuCalculator.TSUMO: ("RI-F4", "自摸"),
    FuCalculator.PENCHAN: ("RI-F5", "辺張"),
    FuCalculator.KANCHAN: ("RI-F5", "嵌張"),
    FuCalculator.PAIR_WAIT: ("RI-F5", "単騎"),
    FuCalculator.VALUED_PAIR: ("RI-F6", "役牌雀頭"),
    FuCalculator.DOUBLE_VALUED_PAIR: ("RI-F7", "連風牌"),
    FuCalculator.OPEN_PON: ("RI-F8", "明刻"),
    FuCalculator.OPEN_TERMINAL_PON: ("RI-F8", "明刻 幺九"),
    FuCalculator.CLOSED_PON: ("RI-F9", "暗刻"),
    FuCalculator.CLOSED_TERMINAL_PON: ("RI-F9", "暗刻 幺九"),
    FuCalculator.OPEN_KAN: ("RI-F10", "明槓"),
    FuCalculator.OPEN_TERMINAL_KAN: ("RI-F10", "明槓 幺九"),
    FuCalculator.CLOSED_KAN: ("RI-F11", "暗槓"),
    FuCalculator.CLOSED_TERMINAL_KAN: ("RI-F11", "暗槓 幺九"),
    FuCalculator.HAND_WITHOUT_FU: ("RI-F12", "食い平和"),
}
"""The clause and name of each kind of fu by the word that the library has for it."""
CONCEALED_RON, SEVEN_PAIRS, ROUNDED_UP = "RI-F2", "RI-F3", "RI-F13"

YAKUMAN = 13
"""Han that a yakuman's line shows."""

MANGAN = 2000
"""The base of 満貫: a discarder pays it four times, the dealer's six times (RI-X2)."""

Act = Literal["chow", "pung", "exposed_kong", "added_kong", "concealed_kong"]
By = Literal["discard", "self_draw", "kong_draw", "rob_kong", "rob_kita"]
First = Literal["heaven", "earth", "man"]
OWN_DRAWS = ("self_draw", "kong_draw")


class Finished(NamedTuple):
    """A finished hand, as the library is asked about it. Tiles are kinds, red fives apart.

    ``held``: the concealed tiles with the winning one, ``tile``. ``dora`` and ``ura`` are
    indicators; ``riichi``: 0, 1, or 2 for 両立直. ``seat`` is counted from the dealer, which makes
    the own wind, ``wind`` is the round's (RI-E5).
    """

    options: Options
    players: int
    seat: int
    wind: int
    held: Sequence[int]
    tile: int
    melds: Sequence[tuple[str, Sequence[int]]]
    by: str
    last: bool
    first: str | None
    riichi: int
    ippatsu: bool
    kita: int
    dora: Sequence[int]
    ura: Sequence[int]


class Worth(NamedTuple):
    """What a hand is worth.

    ``lines``: yaku with their han (a yakuman has 13, or 26), none for a hand without yaku;
    ``fu_lines`` add up to ``fu``. ``main``: what the discarder pays, or the dealer and everyone
    who pays a dealer; ``other``: what the rest pays. ``yakuman``: how many the hand counts for.
    """

    lines: tuple[tuple[str, int], ...]
    han: int
    fu: int
    fu_lines: tuple[tuple[str, int], ...]
    limit: int
    main: int
    other: int
    yakuman: int


NOTHING = Worth((), 0, 0, (), 0, 0, 0, 0)
"""A finished hand without a yaku (RI-W2)."""


def worth(hand: Finished) -> Worth | None:
    """What a hand is worth; :data:`NOTHING` without a yaku, ``None`` when it is not complete.

    ``None`` too for what no table can bring: a record that was never checked may tell anything.
    """
    if not _possible(hand):
        return None
    tiles = _Tiles()
    melds = [_meld(act, tiles.add(kinds)) for act, kinds in hand.melds]
    held = tiles.add(hand.held)
    tile = held[list(hand.held).index(hand.tile)]
    config = _config(hand)
    found = HandCalculator.estimate_hand_value(
        [*held, *(tile for meld in melds for tile in meld.tiles)],
        tile,
        melds=melds,
        dora_indicators=_Tiles().add(hand.dora),
        ura_dora_indicators=_Tiles().add(hand.ura) if hand.options.ura_dora else None,
        config=config,
    )
    if found.error == HandCalculator.ERR_NO_YAKU:
        return NOTHING
    if found.error is not None:
        return None
    return _told(hand, found, config)


def _possible(hand: Finished) -> bool:
    """Whether the hand is made of tiles, none of them five times, its winning tile among them."""
    shown = [*hand.held, *(kind for _, meld in hand.melds for kind in meld)]
    flat = [plain(kind) for kind in shown]
    kinds = [*flat, *(plain(kind) for kind in (*hand.dora, *hand.ura))]
    return (
        hand.tile in hand.held
        and 0 <= min(kinds) <= max(kinds) < KINDS
        and max(Counter(flat).values()) <= 4
        and all(3 <= len(meld) <= 4 for _, meld in hand.melds)
    )


def _told(hand: Finished, found: HandResponse, config: HandConfig) -> Worth:
    """The library's answer in our words."""
    assert found.yaku is not None and found.han is not None and found.fu is not None
    concealed = not found.is_open_hand
    lines = [
        (NUMBERS[yaku.yaku_id], yaku.han_closed if concealed else yaku.han_open)
        for yaku in found.yaku
    ]
    yakuman = found.han // YAKUMAN if any(yaku.is_yakuman for yaku in found.yaku) else 0
    cost = found.cost
    if yakuman > 1 and not hand.options.added_yakuman:
        yakuman = 1
        cost = ScoresCalculator.calculate_scores(YAKUMAN, found.fu, config, True)
    assert cost is not None
    return Worth(
        lines=tuple((f"RI-Y{number}", han) for number, han in sorted(lines)),
        han=found.han,
        fu=0 if yakuman else found.fu,
        fu_lines=() if yakuman else _fu_lines(found.fu_details or [], found.fu),
        limit=_limit(hand, found.han, found.fu, yakuman),
        main=cost["main"],
        other=cost["additional"],
        yakuman=yakuman,
    )


def with_dora(hand: Finished, found: Worth, dora: Iterable[tuple[str, int]]) -> Worth:
    """The same hand with lines of dora that its tiles do not tell (RI-Y52, RI-Y53)."""
    lines = {**dict(found.lines), **dict(dora)}
    han = sum(lines.values())
    cost = ScoresCalculator.calculate_scores(han, found.fu, _config(hand))
    return found._replace(
        lines=tuple(sorted(lines.items(), key=lambda line: int(line[0][4:]))),
        han=han,
        limit=_limit(hand, han, found.fu, 0),
        main=cost["main"],
        other=cost["additional"],
    )


def _limit(hand: Finished, han: int, fu: int, yakuman: int) -> int:
    """RI-X2: 1 満貫, 2 跳満, 3 倍満, 4 三倍満, 5 役満; 0 below, 切り上げ満貫 included."""
    if yakuman or (han >= YAKUMAN and hand.options.counted_yakuman):
        return 5
    for limit, least in ((4, 11), (3, 8), (2, 6), (1, 5)):
        if han >= least:
            return limit
    return int(fu << (2 + han) >= MANGAN)


def _fu_lines(details: Iterable[FuDetail], fu: int) -> tuple[tuple[str, int], ...]:
    """Fu by clause; what rounding up to a full ten adds is a line of its own."""
    summed: dict[str, int] = {}
    for detail in details:
        amount, (clause, _) = detail["fu"], FU[detail["reason"]]
        if detail["reason"] == FuCalculator.BASE and amount == 25:
            clause = SEVEN_PAIRS
        elif detail["reason"] == FuCalculator.BASE and amount == 30:
            amount, summed[CONCEALED_RON] = 20, 10
        summed[clause] = summed.get(clause, 0) + amount
    if fu > sum(summed.values()):
        summed[ROUNDED_UP] = fu - sum(summed.values())
    return tuple(sorted(summed.items(), key=lambda line: int(line[0][4:])))


class _Tiles:
    """Gives each tile of a hand a number of its own, 0–135, as the library wants them."""

    def __init__(self) -> None:
        self._used: dict[int, int] = {}

    def add(self, kinds: Iterable[int]) -> list[int]:
        """Numbers for some kinds; the first of four is the red five, and of no other kind."""
        numbers = []
        for kind in kinds:
            if kind != (five := plain(kind)):
                numbers.append(4 * five)
                continue
            nth = self._used.get(kind, 0)
            self._used[kind] = nth + 1
            numbers.append(4 * kind + (3 - nth))
        return numbers


def _meld(act: str, tiles: list[int]) -> LibraryMeld:
    kind = {
        "chow": LibraryMeld.CHI,
        "pung": LibraryMeld.PON,
        "added_kong": LibraryMeld.SHOUMINKAN,
    }.get(act, LibraryMeld.KAN)
    return LibraryMeld(kind, tiles, opened=act != "concealed_kong")


def _config(hand: Finished) -> HandConfig:
    drawn = hand.by in OWN_DRAWS
    after_kong, robbed = hand.by == "kong_draw", hand.by == "rob_kong"
    own, prevalent = EAST + hand.seat, hand.wind
    pair = own == prevalent and hand.options.double_wind_fu == 2 and hand.held.count(own) == 2
    return HandConfig(
        is_tsumo=drawn,
        is_riichi=hand.riichi == 1,
        is_daburu_riichi=hand.riichi == 2,
        is_ippatsu=hand.ippatsu and hand.options.ippatsu,
        is_rinshan=after_kong,
        is_chankan=robbed,
        is_haitei=hand.last and drawn and not after_kong,
        is_houtei=hand.last and not drawn and not robbed,
        is_tenhou=hand.first == "heaven",
        is_chiihou=hand.first == "earth",
        is_renhou=hand.first == "man" and hand.options.renhou != "no",
        player_wind=own,
        # RI-F7: a pair of both winds is worth 2 fu where the house says so; there is no triplet.
        round_wind=None if pair else prevalent,
        options=_rules(hand.options, hand.players),
        num_nuki_dora=hand.kita,
    )


@lru_cache(maxsize=64)
def _rules(options: Options, players: int) -> OptionalRules:
    counted, sanbaiman = HandConstants.KAZOE_LIMITED, HandConstants.KAZOE_SANBAIMAN
    return OptionalRules(
        has_open_tanyao=options.open_tanyao,
        has_aka_dora=options.red_fives,
        has_double_yakuman=options.double_yakuman,
        kazoe_limit=counted if options.counted_yakuman else sanbaiman,
        kiriage=options.rounded_mangan,
        renhou_as_yakuman=options.renhou == "yakuman",
        is_three_player=players == 3,
    )
