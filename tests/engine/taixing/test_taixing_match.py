"""泰兴麻将: from hand to hand: dealer, 圈, debt, walls; and settlements that are wrong."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from engine.findings import Finding
from engine.games.taixing import FLOWERS, KINDS
from engine.replay import replay as replayed
from engine.verify import verify
from events.model import (
    AnyEvent,
    Claim,
    Deal,
    Declare,
    Discard,
    Draw,
    Match,
    Payment,
    Player,
    Ruling,
    Settlement,
    Win,
)
from events.tiles import MAHJONG
from tests.engine.scripts import read_script

PLAIN = [MAHJONG.tiles[kind] for kind in KINDS if kind not in FLOWERS for _ in range(4)]
ALL = [*PLAIN, *(MAHJONG.tiles[kind] for kind in FLOWERS)]
READY = "1m 1m 1m 2m 3m 4m 4m 5m 6m 7m 8m 9m 9m"  # waits for 3m and 6m, 清一色


class Sitting:
    """A match written hand by hand, with the settlements that the rule book wants."""

    def __init__(
        self, options: dict[str, Any] | None = None, dice: tuple[int, int] = (1, 2)
    ) -> None:
        players = tuple(Player(id=f"p{seat}") for seat in range(4))
        self.events: list[AnyEvent] = [
            Match(v=1, game="taixing", rules="1", options=options or {}, players=players)
        ]
        self.dice = dice
        self.hand = 0
        self.totals = [0, 0, 0, 0]

    @property
    def seq(self) -> int:
        """The number of the next event."""
        return len(self.events)

    def deal(self, dealer: int, hands: Sequence[str], carry: dict[str, Any] | None = None) -> None:
        self.events.append(
            Deal(
                hand=self.hand,
                dealer=dealer,
                dice=self.dice,
                hands=tuple(hands),
                carry=carry or None,
            )
        )

    def settle(self, outcome: str, wins: Sequence[Win], deltas: Sequence[int]) -> None:
        self.totals = [t + d for t, d in zip(self.totals, deltas, strict=True)]
        self.events.append(
            Settlement(
                hand=self.hand,
                outcome=outcome,  # type: ignore[arg-type]
                wins=tuple(wins),
                deltas=tuple(deltas),
                totals=tuple(self.totals),
            )
        )
        self.hand += 1

    def won(self, dealer: int, winner: int, doubled: int = 1, **carry: Any) -> Sitting:
        """The dealer throws 6m, ``winner`` wins it; the dealer himself wins the dealt hand."""
        self.deal(dealer, _hands(dealer, winner), carry)
        deal = self.seq - 1
        if winner == dealer:
            self.events.append(Claim(seat=winner, act="win", tile="6m", of=deal))
            unit, first = 66 * doubled, "heaven"
            lines = [("TX-H8", 6), ("TX-F6", 3), ("TX-F10", 8)]
            paying = [seat for seat in range(4) if seat != winner]
        else:
            self.events.append(Discard(seat=dealer, tile="6m"))
            self.events.append(Claim(seat=winner, act="win", tile="6m", of=deal + 1))
            unit, first = 9 * doubled, None
            lines, paying = [("TX-H8", 3), ("TX-F6", 3)], [dealer]
        win = Win(
            seat=winner,
            by="discard" if first is None else "self_draw",
            tile="6m",
            from_=dealer if first is None else None,
            first=first,  # type: ignore[arg-type]
            value=unit,
            lines=(*lines, *[("TX-X4", 2)] * (doubled == 2)),
            payments=tuple(Payment(from_=seat, points=unit) for seat in paying),
        )
        deltas = [-unit if seat in paying else 0 for seat in range(4)]
        deltas[winner] = unit * len(paying)
        self.settle("win", [win], deltas)
        return self

    def drawn(self, dealer: int, seed: int = 0, **carry: Any) -> Sitting:
        """荒庄: everybody throws what he draws until the wall is empty (TX-E7, TX-P6)."""
        self.events += drawn_hand(self.hand, dealer, self.dice, seed, carry)
        self.settle("draw", [], [0, 0, 0, 0])
        return self

    def findings(self) -> list[Finding]:
        return list(verify(self.events).findings)

    def finding(self) -> tuple[int, str | None]:
        """Where the first finding stands, and its clause."""
        first = self.findings()[0]
        return first.seq, first.clause

    def carry(self) -> Any:
        """What the next hand begins with."""
        return replayed(self.events).carry


def _hands(dealer: int, winner: int) -> list[str]:
    """Hands in which the dealer holds 6m and ``winner`` waits for it; 6m completes no other."""
    rest = [tile for tile in PLAIN if tile not in READY.split() and tile != "3m"]
    random.Random(3).shuffle(rest)
    hands = []
    for seat in range(4):
        held = READY.split() if seat == winner else [rest.pop() for _ in range(13)]
        hands.append(" ".join([*held, "6m"] if seat == dealer else held))
    return hands


class Pile:
    """The wall in stacks of two, counted out here a second time (TX-E7)."""

    def __init__(self, wall: Sequence[str]) -> None:
        self.stacks = [list(wall[i : i + 2]) for i in range(0, len(wall), 2)]

    def take(self, at: int) -> str:
        tile = self.stacks[at].pop(0)
        if not self.stacks[at]:
            del self.stacks[at]
        return tile


def drawn_hand(
    number: int, dealer: int, dice: tuple[int, int], seed: int, carry: dict[str, Any]
) -> list[AnyEvent]:
    """A 荒庄 with its recorded wall, dealt and drawn as TX-E4 and TX-E7 say."""
    wall = ALL.copy()
    random.Random(seed).shuffle(wall)
    pile = Pile(wall)
    held: list[list[str]] = [[], [], [], []]
    turn = [(dealer + i) % 4 for i in range(4)]
    for n in (4, 4, 4, 1):
        for seat in turn:
            held[seat] += [pile.take(0) for _ in range(n)]
    held[dealer].append(pile.take(0))
    events: list[AnyEvent] = [
        Deal(
            hand=number,
            dealer=dealer,
            dice=dice,
            hands=tuple(" ".join(tiles) for tiles in held),
            wall=" ".join(wall),
            carry=carry or None,
        )
    ]

    def replace_flowers(seat: int) -> None:
        while flower := next((tile for tile in held[seat] if tile[-1] == "f"), None):
            if not pile.stacks:
                return
            events.append(Declare(seat=seat, act="flower", tiles=flower))
            held[seat].remove(flower)
            held[seat].append(pile.take(-1))
            events.append(Draw(seat=seat, tile=held[seat][-1], end="tail"))

    for seat in turn:
        replace_flowers(seat)
    seat = dealer
    events.append(Discard(seat=seat, tile=held[seat].pop()))
    while pile.stacks:
        seat = (seat + 1) % 4
        held[seat].append(pile.take(0))
        events.append(Draw(seat=seat, tile=held[seat][-1], end="head"))
        replace_flowers(seat)
        if held[seat][-1][-1] == "f":
            return events
        events.append(Discard(seat=seat, tile=held[seat].pop(), drawn=True))
    return events


# -- the deal and the match ------------------------------------------------------------------------


def test_the_dealer_keeps_the_deal_by_winning_and_steps_down_otherwise() -> None:
    """TX-E5: the deal passes to the next seat, not to the winner."""
    sitting = Sitting().won(2, 0).won(3, 3).won(3, 1).won(0, 0)
    assert sitting.findings() == []
    carry = sitting.carry()
    assert (carry.dealer, carry.deal_no, carry.over) == (0, 3, False)


@pytest.mark.parametrize(("winner", "wrong"), [(0, 1), (1, 0), (2, 2), (3, 3)])
def test_another_dealer_is_a_finding(winner: int, wrong: int) -> None:
    """TX-E5."""
    sitting = Sitting().won(0, winner).won(wrong, 2)
    assert sitting.finding() == (sitting.seq - 4 + (wrong == 2), "TX-E5")


def test_a_match_is_sixteen_deals() -> None:
    """TX-E5: four winds of four deals; it ends when the fourth dealer of 北 steps down."""
    sitting = Sitting()
    for number in range(16):
        dealer = (1 + number) % 4
        sitting.won(dealer, dealer).won(dealer, (dealer + 1) % 4)
    assert sitting.findings() == []
    assert sitting.carry().over
    over = sitting.seq
    sitting.won(1, 2)
    assert [(f.seq, f.clause, f.code) for f in sitting.findings()] == [
        (over, "TX-E5", "match-over")
    ]


def test_the_last_dealer_goes_on_as_long_as_he_wins() -> None:
    """TX-E5."""
    sitting = Sitting()
    for dealer in [0, 1, 2, 3] * 3 + [0, 1, 2]:
        sitting.won(dealer, (dealer + 1) % 4)
    sitting.won(3, 3).won(3, 3)
    assert sitting.findings() == []
    assert not sitting.carry().over


@pytest.mark.parametrize(
    ("rule", "dealer", "deal_no"), [("stay", 1, 2), ("next", 2, 3)], ids=["stay", "next"]
)
def test_who_deals_after_a_drawn_hand(rule: str, dealer: int, deal_no: int) -> None:
    """TX-E5: ``dealer_after_draw``."""
    sitting = Sitting({"dealer_after_draw": rule}).won(0, 1).drawn(1)
    carry = sitting.carry()
    assert (carry.dealer, carry.deal_no, carry.debt) == (dealer, deal_no, 1)
    sitting.won(dealer, (dealer + 1) % 4, 2, deal_no=deal_no, debt=1)
    assert sitting.findings() == []
    other = Sitting({"dealer_after_draw": rule}).won(0, 1).drawn(1)
    at = other.seq
    other.won(3 - dealer, 0, 2)
    assert other.finding() == (at, "TX-E5")


def test_a_match_never_ends_on_a_drawn_hand() -> None:
    """TX-E5: with ``next``, the last dealer deals until a hand is decided."""
    sitting = Sitting({"dealer_after_draw": "next"})
    for dealer in [0, 1, 2, 3] * 3 + [0, 1, 2]:
        sitting.won(dealer, (dealer + 1) % 4)
    sitting.drawn(3, deal_no=16)
    carry = sitting.carry()
    assert (carry.dealer, carry.deal_no, carry.over) == (3, 16, False)
    sitting.won(3, 1, 2, deal_no=16)
    assert sitting.findings() == []
    assert sitting.carry().over


# -- the debt --------------------------------------------------------------------------------------


def test_each_drawn_hand_doubles_one_decided_hand() -> None:
    """TX-X4: after two 荒庄 in a row the next two decided hands are doubled, each once."""
    sitting = Sitting().drawn(0, 1, debt=0).drawn(0, 2, debt=1)
    sitting.won(0, 1, 2, debt=2).won(1, 2, 2, debt=1).won(2, 3, debt=0)
    assert sitting.findings() == []
    assert sitting.carry().debt == 0


def test_another_drawn_hand_passes_the_debt_on() -> None:
    """TX-X4: two are owed, one is paid, another is added."""
    sitting = Sitting().drawn(0, 1).drawn(0, 2).won(0, 1, 2).drawn(1, 3, debt=1)
    sitting.won(1, 2, 2, debt=2).won(2, 3, 2, debt=1).won(3, 0)
    assert sitting.findings() == []


@pytest.mark.parametrize(
    ("draws", "doubled", "found"), [(0, 2, "TX-X4"), (1, 1, "TX-X4"), (1, 2, None), (2, 1, "TX-X4")]
)
def test_a_wrong_doubling_is_named(draws: int, doubled: int, found: str | None) -> None:
    """TX-X4."""
    sitting = Sitting()
    for number in range(draws):
        sitting.drawn(0, number)
    sitting.won(0, 1, doubled)
    clauses = [f.clause for f in sitting.findings()]
    assert clauses[:1] == ([found] if found else [])
    assert not clauses or sitting.finding()[0] == sitting.seq - 1


def test_two_draws_do_not_quadruple() -> None:
    """TX-X4: ×2 each, not ×2ⁿ."""
    sitting = Sitting().drawn(0, 1).drawn(0, 2).won(0, 1, 4)
    at = sitting.seq - 1
    assert sitting.finding() == (at, "TX-X4")


@pytest.mark.parametrize(
    ("carry", "clause"),
    [
        ({"debt": 0}, "TX-X4"),
        ({"debt": 2}, "TX-X4"),
        ({"debt": "1"}, "TX-X4"),
        ({"debt": True}, "TX-X4"),
        ({"debt": 1, "deal_no": 2}, "TX-E5"),
        ({"deal_no": 0}, "TX-E5"),
        ({"totals": [1, 0, 0, -1]}, "R11"),
        ({"debt": 1, "deal_no": 1, "totals": [0, 0, 0, 0]}, None),
    ],
)
def test_what_a_deal_says_it_begins_with_is_compared(
    carry: dict[str, Any], clause: str | None
) -> None:
    sitting = Sitting().drawn(0)
    at = sitting.seq
    sitting.won(0, 1, 2, **carry)
    assert [(f.seq, f.clause) for f in sitting.findings()] == ([(at, clause)] if clause else [])


def test_an_aborted_hand_leaves_everything_as_it_was() -> None:
    """R9: dealer, debt and deal."""
    sitting = Sitting().drawn(0)
    sitting.deal(0, _hands(0, 1))
    sitting.settle("abort", [], [0, 0, 0, 0])
    sitting.won(0, 1, 2, debt=1, deal_no=1)
    assert sitting.findings() == []


def test_an_annulled_last_hand_is_played_again() -> None:
    """R9, TX-E5: annulled before the next deal, the hand is as if it had not been."""
    sitting = Sitting()
    for dealer in [0, 1, 2, 3] * 4:
        sitting.won(dealer, (dealer + 1) % 4)
    sitting.events.append(Ruling(hand=15, verdict="annulled", reason="a tile fell"))
    carry = sitting.carry()
    assert (carry.dealer, carry.deal_no, carry.over) == (3, 16, False)


def test_a_record_that_begins_in_the_middle_is_believed() -> None:
    """The carry of its first deal is; without one the hands before are missing (R8)."""
    sitting = Sitting()
    sitting.hand = 20
    sitting.won(2, 3, 2, debt=2, deal_no=16, totals=[0, 0, 0, 0])
    report = verify(sitting.events)
    assert report.clean
    assert (sitting.carry().debt, sitting.carry().over) == (1, True)
    assert any("believed" in unchecked.reason for unchecked in report.unchecked)
    silent = Sitting()
    silent.hand = 20
    silent.won(2, 3, 2).won(3, 0)
    assert [f.clause for f in silent.findings()] == ["R8"]
    assert silent.carry().debt == 0


# -- the wall --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(6))
def test_a_recorded_wall_is_dealt_and_drawn_in_its_order(seed: int) -> None:
    """TX-E7, R13: head and tail; a hand is over when the last discard lies there (TX-P6)."""
    sitting = Sitting().drawn(seed % 4, seed)
    assert sitting.findings() == []
    assert replayed(sitting.events).hands[0].table.wall.left == 0


def _changed(sitting: Sitting, at: int, **fields: Any) -> Sitting:
    sitting.events[at] = replace(sitting.events[at], **fields)
    return sitting


def _at(sitting: Sitting, wanted: Callable[[Any], bool]) -> int:
    return next(i for i, event in enumerate(sitting.events) if wanted(event))


def test_a_hand_that_the_wall_does_not_deal() -> None:
    """TX-E7: two hands exchanged."""
    sitting = Sitting().drawn(0)
    deal = sitting.events[1]
    assert isinstance(deal, Deal)
    a, b, c, d = deal.hands
    assert _changed(sitting, 1, hands=(a, c, b, d)).finding() == (1, "TX-E7")


def test_a_head_draw_out_of_order() -> None:
    """TX-E7."""
    sitting = Sitting().drawn(0)
    at = _at(sitting, lambda e: isinstance(e, Draw) and e.end == "head" and e.tile != "5m")
    assert _changed(sitting, at, tile="5m").finding() == (at, "TX-E7")


def test_a_replacement_that_does_not_lie_at_the_tail() -> None:
    """TX-E4, TX-E7: a flower's replacement."""
    sitting = Sitting().drawn(0)
    at = _at(sitting, lambda e: isinstance(e, Draw) and e.end == "tail" and e.tile != "5m")
    assert _changed(sitting, at, tile="5m").finding() == (at, "TX-E4")


def test_the_last_discard_can_only_be_won() -> None:
    """TX-P6: no pung, no kong, no draw when the wall is empty."""
    sitting = Sitting().drawn(0, 1)
    last = sitting.events[-2]
    assert isinstance(last, Discard)
    for event in (
        Claim(seat=(last.seat + 2) % 4, act="pung", tile=last.tile, of=sitting.seq - 2),
        Claim(seat=(last.seat + 2) % 4, act="exposed_kong", tile=last.tile, of=sitting.seq - 2),
        Draw(seat=(last.seat + 1) % 4, tile="?", end="head"),
    ):
        found = verify([*sitting.events[:-1], event]).findings
        assert [(f.seq, f.clause) for f in found] == [(sitting.seq - 1, "TX-P6")]


def test_a_last_tile_that_is_a_flower_ends_the_hand() -> None:
    """TX-P6: declared or not; but nothing is discarded any more."""
    seed = next(s for s in range(200) if isinstance(Sitting().drawn(0, s).events[-2], Draw))
    sitting = Sitting().drawn(0, seed)
    last = sitting.events[-2]
    assert isinstance(last, Draw) and last.tile[-1] == "f"
    assert sitting.findings() == []
    settled = sitting.events.pop()
    laid = Declare(seat=last.seat, act="flower", tiles=last.tile)
    assert verify([*sitting.events, laid, settled]).clean
    held = replayed(sitting.events).hand
    assert held is not None
    tile = held.table.seats[last.seat].tiles()[0]
    found = verify([*sitting.events, Discard(seat=last.seat, tile=tile)]).findings
    assert [(f.seq, f.clause) for f in found] == [(sitting.seq, "TX-P6")]


def test_no_kong_without_a_tile_in_the_wall() -> None:
    """TX-P6: the last tile drawn completes four, and can only be won or discarded."""
    sitting = Sitting().drawn(0, 1)
    drew = len(sitting.events) - 3
    last = sitting.events[drew]
    assert isinstance(last, Draw)
    kong = Declare(seat=last.seat, act="concealed_kong", tiles=" ".join([last.tile] * 4))
    found = verify([*sitting.events[: drew + 1], kong]).findings
    assert [(f.seq, f.clause) for f in found] == [(drew + 1, "TX-P6")]


# -- settlements that are wrong --------------------------------------------------------------------

FED = """
0: 2m 5m 8m 9p ..
1: 22m 55m 888m 34m 99m E S
0 throws 2m
1 pung 2m
1 throws E
2 draws 1s
2 throws 1s
3 draws 1s
3 throws 1s
0 draws 1s
0 throws 5m
1 pung 5m
1 throws S
2 draws 2s
2 throws 2s
3 draws 2s
3 throws 2s
0 draws 1s
0 throws 8m
1 kong 8m
1 tail 4s
1 throws 4s
"""  # seat 0 has fed seat 1 two pungs and a kong; it waits for 2m and 5m, 清一色
TWICE_FED = (
    FED.replace("8m 9p", "9p").replace(
        "0 throws 8m\n", "0 throws 9p\n1 draws 3p\n1 throws 3p\n2 draws 8m\n2 throws 8m\n"
    )
    + "2 draws 5m\n2 throws 5m\n1 wins 5m"
)
ROUND = "2 draws 3s\n2 throws 3s\n3 draws 3s\n3 throws 3s\n0 draws 3s\n"
DRAWN = ROUND + "0 throws 3s\n1 draws 5m\n1 wins 5m"
GIVEN = "2 draws 3s\n2 throws 3s\n3 draws 5m\n3 throws 5m\n1 wins 5m"
HIS_OWN = ROUND.replace("0 draws 3s", "0 draws 5m") + "0 throws 5m\n1 wins 5m"
DRAWN_LINES = [("TX-H3", 1), ("TX-H8", 5), ("TX-F6", 3)]
GIVEN_LINES = [("TX-H3", 1), ("TX-H8", 2), ("TX-F6", 3)]


def fed(play: str, lines: Any, paid: dict[int, int], liable: bool = True) -> list[AnyEvent]:
    """The fed hand, won as ``play`` says, with a settlement; ``paid``: points by seat."""
    events = read_script("taixing", FED + play, {}, PLAIN).events
    claim = events[-1]
    assert isinstance(claim, Claim)
    giver = events[-2].seat if isinstance(events[-2], Discard) else None
    win = Win(
        seat=1,
        by="discard" if giver is not None else "self_draw",
        tile="5m",
        from_=giver,
        value=sum(n for c, n in lines if "H" in c) * sum(n for c, n in lines if "F" in c),
        lines=tuple(lines),
        payments=tuple(
            Payment(from_=seat, points=points, lines=(("TX-X3", points),) if liable else None)
            for seat, points in paid.items()
        ),
    )
    deltas = [-paid.get(seat, 0) for seat in range(4)]
    deltas[1] = sum(paid.values())
    return [
        *events,
        Settlement(hand=0, outcome="win", wins=(win,), deltas=tuple(deltas), totals=tuple(deltas)),
    ]


@pytest.mark.parametrize(
    ("play", "lines", "paid", "liable", "clause"),
    [
        (DRAWN, DRAWN_LINES, {0: 54}, True, None),
        (DRAWN, DRAWN_LINES, {0: 54}, False, None),  # an importer may leave the lines out
        (DRAWN, DRAWN_LINES, {0: 18, 2: 18, 3: 18}, False, "TX-X3"),
        (DRAWN, DRAWN_LINES, {2: 54}, True, "TX-X3"),
        (DRAWN, DRAWN_LINES, {0: 18}, True, "TX-X3"),
        (DRAWN, DRAWN_LINES, {0: 18}, False, "TX-X3"),
        (GIVEN, GIVEN_LINES, {0: 9}, True, None),
        (GIVEN, GIVEN_LINES, {3: 9}, False, "TX-X3"),
        (GIVEN, GIVEN_LINES, {0: 27}, True, "TX-X3"),
        (HIS_OWN, GIVEN_LINES, {0: 9}, True, None),
        (HIS_OWN, GIVEN_LINES, {0: 27}, True, "TX-X3"),
        (DRAWN, [("TX-H3", 1), ("TX-H8", 2), ("TX-F6", 3)], {0: 27}, True, "TX-H8"),
        (DRAWN, [("TX-H8", 6), ("TX-F6", 3)], {0: 54}, True, "TX-H3"),
        (DRAWN, [*DRAWN_LINES, ("TX-F4", 3)], {0: 108}, True, "TX-F4"),
        (DRAWN, [("TX-H3", 1), ("TX-H8", 5), ("TX-F1", 1)], {0: 18}, True, "TX-F6"),
    ],
)
def test_who_pays_is_told_from_who_fed_whom(
    play: str, lines: Any, paid: dict[int, int], liable: bool, clause: str | None
) -> None:
    """TX-X3: read from the claims; TX-X1: from the lines."""
    events = fed(play, lines, paid, liable)
    found = verify(events).findings
    assert [(f.seq, f.clause) for f in found[:1]] == ([(len(events) - 1, clause)] if clause else [])


def test_no_payer_is_liable_who_fed_two() -> None:
    """TX-X2: the third set came from another."""
    events = read_script("taixing", TWICE_FED, {}, PLAIN).events
    win = Win(seat=1, payments=(Payment(from_=0, points=9),))
    wrong = Settlement(hand=0, outcome="win", wins=(win,))
    found = verify([*events, wrong]).findings
    assert [(f.seq, f.clause) for f in found] == [(len(events), "TX-X2")]
    right = replace(wrong, wins=(replace(win, payments=(Payment(from_=2, points=9),)),))
    assert verify([*events, right]).clean


@pytest.mark.parametrize(
    ("change", "clause"),
    [
        ({"by": "self_draw"}, "TX-X2"),
        ({"by": "kong_draw"}, "TX-F11"),
        ({"by": "rob_kong"}, "TX-F12"),
        ({"from_": 3}, "TX-X2"),
        ({"tile": "3m"}, "R6"),
        ({"first": "heaven"}, "TX-F10"),
        ({"last": True}, "TX-P6"),
        ({"value": 10}, "TX-X1"),
        ({"hua": 4}, "TX-X1"),
        ({"fan": 4}, "TX-X1"),
        ({"hua": 3, "fan": 3}, None),
        ({"lines": (("TX-F6", 3),)}, "TX-H8"),
        ({"lines": (("TX-E6", 2), ("TX-H8", 3), ("TX-F6", 3))}, "TX-E6"),
        ({"payments": (Payment(from_=0, points=10),)}, "TX-X2"),
        ({"payments": (Payment(from_=3, points=9),)}, "TX-X2"),
        ({"payments": (Payment(from_=0, points=9, lines=(("TX-X3", 9),)),)}, "TX-X3"),
        ({"seat": 2}, "TX-P2"),
        ({"first": "earth"}, None),  # true, and scores nothing here
        ({"last": False}, None),
    ],
)
def test_what_a_settlement_says_of_a_win(change: dict[str, Any], clause: str | None) -> None:
    sitting = Sitting().won(0, 1)
    settled = sitting.events[-1]
    assert isinstance(settled, Settlement) and settled.wins is not None
    wins = (replace(settled.wins[0], **change),)
    found = verify([*sitting.events[:-1], replace(settled, wins=wins)]).findings
    assert [f.clause for f in found[:1]] == ([clause] if clause else [])


@pytest.mark.parametrize("dice", [(n, n) for n in range(1, 7)])
def test_equal_dice_double_the_hand(dice: tuple[int, int]) -> None:
    """TX-E6."""
    sitting = Sitting(dice=dice).won(0, 1)
    assert sitting.finding() == (3 + 1, "TX-E6")
    settled = sitting.events[-1]
    assert isinstance(settled, Settlement) and settled.wins is not None
    lines = (("TX-E6", 2), ("TX-H8", 3), ("TX-F6", 3))
    paid = (Payment(from_=0, points=18),)
    win = replace(settled.wins[0], value=18, lines=lines, payments=paid)
    right = replace(settled, wins=(win,), deltas=(-18, 18, 0, 0), totals=(-18, 18, 0, 0))
    assert verify([*sitting.events[:-1], right]).clean


def test_dice_that_are_not_recorded_are_believed_as_settled() -> None:
    """TX-E6: with the line or without."""
    sitting = Sitting().won(0, 1)
    sitting.events[1] = replace(sitting.events[1], dice=None)
    report = verify(sitting.events)
    assert report.clean
    assert "TX-E6" in {unchecked.clause for unchecked in report.unchecked}
