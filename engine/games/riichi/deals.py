"""立直麻将: walls for simulated hands, some arranged so that rare acts and yaku come up.

Each theme says what some seats are dealt and draw; luck fills the rest. Every wall is a possible
one: an arranged deal is as legal as any other, only rarer.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.games.riichi.patterns import DRAGONS, ORPHANS
from engine.games.riichi.patterns import WINDS as WIND_KINDS
from engine.games.riichi.table import DEAD, book
from engine.mahjong.table import NAMES
from engine.simulate import Rng, shuffled

SUITS = "mps"
WINDS = [NAMES[kind] for kind in WIND_KINDS]
HONOURS = [*WINDS, *(NAMES[kind] for kind in DRAGONS)]
ALL_ORPHANS = [NAMES[kind] for kind in ORPHANS]


class Plan(NamedTuple):
    """What a theme arranges, by seat counted from the dealer: tiles dealt, tiles drawn in turn.

    ``tail``: the replacements.
    """

    hands: Mapping[int, Sequence[str]]
    draws: Mapping[int, Sequence[str]] = {}
    tail: Sequence[str] = ()


def tiles(players: int, red_fives: bool) -> list[str]:
    """RI-E1: every tile of a table."""
    copies = book(players, red_fives).copies
    return [NAMES[kind] for kind, n in copies.items() for _ in range(n)]


def dealt(wall: Sequence[str], dealer: int, players: int) -> list[list[str]]:
    """RI-E2: the hands that a wall deals: three rounds of four tiles, one each."""
    hands: list[list[str]] = [[] for _ in range(players)]
    at = 0
    for n in (4, 4, 4, 1):
        for i in range(players):
            hands[(dealer + i) % players] += wall[at : at + n]
            at += n
    return hands


def arranged(dealer: int, players: int, red_fives: bool, rng: Rng) -> list[str]:
    """A wall in the order of the record whose deal follows one of :data:`THEMES`."""
    pool = shuffled(tiles(players, red_fives), rng)
    plan = THEMES[rng.randrange(len(THEMES))](rng)
    wall = [""] * len(pool)
    live = len(pool) - DEAD
    places = dealt([str(place) for place in range(len(pool))], 0, players)
    wanted = [(place, tile) for place, tile in enumerate(plan.tail, live)]
    for seat, held in plan.hands.items():
        wanted += zip(map(int, places[seat % players]), held, strict=False)
    for seat, drawn in plan.draws.items():
        first = 13 * players + seat % players
        wanted += [(first + players * n, tile) for n, tile in enumerate(drawn)]
    for place, tile in wanted:
        if tile in pool and place < live + len(plan.tail) and not wall[place]:
            pool.remove(tile)
            wall[place] = tile
    return [tile or pool.pop() for tile in wall]


def some(rng: Rng, among: Sequence[str], n: int) -> list[str]:
    """``n`` different ones out of ``among``."""
    return shuffled(list(among), rng)[:n]


def _suit(rng: Rng) -> str:
    return SUITS[1 + rng.randrange(2)]


def _run(low: int, suit: str) -> list[str]:
    return [f"{rank}{suit}" for rank in range(low, low + 3)]


def _joined(sets: Sequence[Sequence[str]]) -> list[str]:
    return [tile for held in sets for tile in held]


def _complete(rng: Rng) -> list[str]:
    """Fourteen tiles: four sets and a pair of circles and bamboos."""
    held: list[str] = []
    while len(held) < 12:
        low, suit = 1 + rng.randrange(7), _suit(rng)
        held += _run(low, suit) if rng.randrange(4) else [f"{low}{suit}"] * 3
        if any(held.count(tile) > 3 for tile in held):
            held = held[:-3]
    pair = next(t for t in shuffled(["2p", "8p", "4s", "6s", "P"], rng) if held.count(t) < 2)
    return [*shuffled(held, rng), pair, pair]


def _won_at_once(rng: Rng) -> Plan:
    """天和, 地和: a hand that its first draw completes."""
    seat, held = rng.randrange(4), _complete(rng)
    return Plan({seat: held[:13]}, {seat: held[13:]})


def _all_ready(rng: Rng) -> Plan:
    """両立直, 四家立直: everybody is dealt a ready hand and draws a tile that he does not need."""
    runs = [[*_run(low, suit)] for suit in SUITS for low in (1, 4, 7)] * 3
    pairs = shuffled(["E", "S", "W", "N"], rng)
    hands = {}
    for seat in range(4):
        mine = [runs.pop(rng.randrange(len(runs))) for _ in range(4)]
        hands[seat] = [tile for run in mine for tile in run][:11] + [pairs[seat]] * 2
    return Plan(hands, {seat: [HONOURS[4 + seat % 3]] for seat in range(4)})


def _orphans(rng: Rng) -> Plan:
    """国士無双, thirteen waits or one."""
    seat, held = rng.randrange(4), shuffled(ALL_ORPHANS, rng)
    if rng.randrange(2):
        return Plan({seat: held}, {seat: ["5p", "6s", held[0]]})
    return Plan({seat: [*held[:12], held[0]]}, {seat: ["5p", held[12]]})


def _nine_orphans(rng: Rng) -> Plan:
    """九種九牌."""
    return Plan({rng.randrange(4): some(rng, ALL_ORPHANS, 9 + rng.randrange(3))})


def _dragons(rng: Rng) -> Plan:
    """大三元, 小三元, with 包: pairs of dragons, and the others hold one each."""
    seat = rng.randrange(4)
    mine = ["P", "P", "F", "F", "C", "C", *_run(2, "p"), *_run(5, "s"), "9s"]
    if rng.randrange(2):
        mine = ["P", "P", "P", "F", "F", "F", "C", "C", *_run(2, "p"), "9s", "9s"]
    return Plan({seat: mine, seat + 1: ["P"], seat + 2: ["F"], seat + 3: ["C"]}, {})


def _winds(rng: Rng) -> Plan:
    """大四喜, 小四喜."""
    seat, winds = rng.randrange(4), shuffled(WINDS, rng)
    mine = [wind for wind in winds for _ in range(3)]
    if rng.randrange(2):
        return Plan({seat: mine}, {seat: ["9p", winds[3], "9p"]})
    return Plan({seat: [*mine[:11], "2p", "3p"]}, {seat: ["9p", "1p"], seat + 1: ["4p"]})


def _triplets(rng: Rng) -> Plan:
    """四暗刻, 三暗刻, 対々和, 三色同刻."""
    seat, rank = rng.randrange(4), 1 + rng.randrange(9)
    kinds = [f"{rank}m", f"{rank}p", f"{rank}s", *some(rng, ["E", "C", "4p", "6s"], 2)]
    mine = [tile for tile in kinds[:3] for _ in range(3)] + [kinds[3]] * 2 + [kinds[4]] * 2
    return Plan({seat: mine}, {seat: ["9m", kinds[3 + rng.randrange(2)]]})


def _honours(rng: Rng) -> Plan:
    """字一色."""
    seat, kinds = rng.randrange(4), shuffled(HONOURS, rng)
    if not rng.randrange(3):
        pairs = [tile for tile in kinds for _ in range(2)]
        return Plan({seat: pairs[:13]}, {seat: [pairs[13]]})
    mine = [tile for tile in kinds[:3] for _ in range(3)] + [kinds[3]] * 2 + [kinds[4]] * 2
    return Plan({seat: mine}, {seat: ["9m", kinds[3]]})


def _green(rng: Rng) -> Plan:
    """緑一色."""
    mine = ["2s", "3s", "4s", "2s", "3s", "4s", "6s", "6s", "6s", "8s", "8s", "F", "F"]
    return Plan({0: mine}, {0: ["1p", "8s" if rng.randrange(2) else "F"]})


def _terminals(rng: Rng) -> Plan:
    """清老頭, 混老頭."""
    seat, ends = rng.randrange(4), shuffled(["1m", "9m", "1p", "9p", "1s", "9s"], rng)
    if rng.randrange(2):
        ends[3] = "N"
    mine = [tile for tile in ends[:3] for _ in range(3)] + [ends[3]] * 2 + [ends[4]] * 2
    return Plan({seat: mine}, {seat: ["5p", ends[3]]})


def _nine_gates(rng: Rng) -> Plan:
    """九蓮宝燈."""
    seat, suit = rng.randrange(4), _suit(rng)
    held = [f"{rank}{suit}" for rank in (1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9)]
    if rng.randrange(2):
        missing = held.pop(3 + rng.randrange(7))
        held.append(f"{2 + rng.randrange(7)}{suit}")
        return Plan({seat: held}, {seat: ["E", missing]})
    return Plan({seat: held}, {seat: ["E", f"{1 + rng.randrange(9)}{suit}"]})


def _kongs(rng: Rng) -> Plan:
    """四槓子, 三槓子, 四槓散了: triplets whose fourth tiles come."""
    seat = rng.randrange(4)
    kinds = some(rng, ["1p", "3p", "5s", "9s", "E", "C", "9m"], 4)
    threes = [tile for tile in kinds for _ in range(3)]
    if rng.randrange(2):
        return Plan({seat: [*threes, "7s"]}, {seat: kinds[:2]}, [*kinds[2:], "N", "7s"])
    hands = {seat: threes[:6], seat + 1: threes[6:]}
    return Plan(hands, {seat: kinds[:2], seat + 1: kinds[2:]})


def _one_wind(rng: Rng) -> Plan:
    """四風連打: everybody has one wind, and nothing else that does not go with its neighbours."""
    wind = WINDS[rng.randrange(4)]
    runs = shuffled([_run(low, suit) for suit in "mps" for low in (1, 4, 7)] * 2, rng)
    hands = [[wind, *_joined(runs[3 * seat : 3 * seat + 3])] for seat in range(4)]
    more = [[f"{rank}{suit}" for rank in (2, 3, 5, 6)] for suit in "spsp"]
    return Plan(
        {seat: [*held, *more[seat][:3]] for seat, held in enumerate(hands)},
        {seat: [more[seat][3]] for seat in range(4)},
    )


def _nagashi(rng: Rng) -> Plan:
    """流し満貫: nothing but terminals and honours to discard."""
    seat, rest = rng.randrange(4), shuffled(ALL_ORPHANS * 4, rng)
    mine = [*rest[:8], "2p", "2p", "2p", "5s", "5s"]
    return Plan({seat: mine}, {seat: rest[8:26]})


def _added_kong(rng: Rng) -> Plan:
    """槍槓: one player pungs and adds the fourth tile, for which another waits by then."""
    seat = rng.randrange(4)
    ready = ["7m", "8m", *_run(1, "p"), *_run(4, "p"), "7s", "8s", "2s", "2s", "N"]
    return Plan(
        {
            seat: ["9m", "9m", "E", "E", "S", "S", "W", "W"],
            seat + 1: ready,
            seat + 2: ["9m", *_run(2, "p"), *_run(5, "p"), *_run(4, "s"), "1s", "2s", "4s"],
        },
        {seat: ["1p", "9p", "5m", "9m"], seat + 1: ["N", "9s"], seat + 2: ["5s"]},
    )


def _one_tile(rng: Rng) -> Plan:
    """三家和: three wait for one tile, which nothing goes with in the fourth hand."""
    seat = rng.randrange(4)
    sets = shuffled([_run(low, suit) for suit in "mp" for low in (1, 4, 7)] * 2, rng)
    pairs = shuffled(["E", "S", "W", "N", "2s", "8s"], rng)
    hands = {
        seat + 1 + i: ["4s", "6s", *_joined(sets[3 * i : 3 * i + 3]), pairs[i], pairs[i]]
        for i in range(3)
    }
    return Plan({seat: ["5s", "5s"], **hands}, {seat + 1 + i: [HONOURS[4 + i]] for i in range(3)})


def _two_runs(rng: Rng) -> Plan:
    """二盃口, 純全帯幺九, 一気通貫, 三色同順."""
    seat, a, b = rng.randrange(4), 1 + rng.randrange(7), 1 + rng.randrange(7)
    mine = [*_run(a, "p") * 2, *_run(b, "s") * 2, "9p"]
    if rng.randrange(2):
        mine = [*_run(1, "p"), *_run(7, "p"), *_run(1, "s"), *_run(7, "s"), "9p"]
    if not rng.randrange(3):
        mine = [*_run(1, "p"), *_run(4, "p"), *_run(7, "p"), *_run(a, "s"), "9s"]
    return Plan({seat: mine}, {seat: ["N", mine[12]]})


Theme = Callable[[Rng], Plan]

THEMES: tuple[Theme, ...] = (
    _won_at_once, _all_ready, _orphans, _nine_orphans, _dragons, _winds, _triplets, _honours,
    _green, _terminals, _nine_gates, _kongs, _one_wind, _nagashi, _added_kong, _one_tile,
    _two_runs,
)  # fmt: skip
