"""国标麻将: who may do what, when. One script a sentence of the rule book (see ``scripts.py``).

The last tile of the dealer's fourteen is his first draw: event 2.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.games.mcr import TILES as KINDS
from engine.verify import verify
from events.model import AnyEvent, Claim, Deal, Draw, Pass
from events.tiles import MAHJONG
from tests.engine.scripts import read_script

TILES = [MAHJONG.tiles[kind] for kind in KINDS for _ in range(4)]
WAITS = "123456789m 23m EE"  # 清龙: waits for 1m and 4m
CHEAP = "234m 678p 45s EE 789s"  # waits for 3s and 6s; 门前清 and little else
ROBS = "3: 123456789p 56m PP"  # 清龙: waits for 4m and 7m


def events_of(text: str, options: dict[str, Any]) -> tuple[list[AnyEvent], int | None, str | None]:
    """The script's events with the dealer's fourteenth tile as a draw."""
    script = read_script("mcr", text, options, TILES)
    match, deal, *acts = script.events
    assert isinstance(deal, Deal)
    *held, drawn = deal.hands[0].split()
    moved = [replace(act, of=act.of + 1) if isinstance(act, Claim | Pass) else act for act in acts]
    hands = (" ".join(held), *deal.hands[1:])
    dealt = replace(deal, hands=hands)
    at = None if script.at is None else script.at + (script.at > 1)
    return [match, dealt, Draw(seat=0, tile=drawn), *moved], at, script.clause


def added(then: str, hands: str = "") -> str:
    """Seat 1 adds the fourth 4m to its pung."""
    return (
        f"0: 4m 9p ..\n1: 4m4m 9s ..\n{hands}\n0 throws 4m\n1 pung 4m\n1 throws 9s\n2 draws 2p\n"
        "2 throws 2p\n3 draws 2p\n3 throws 2p\n0 draws 2p\n0 throws 9p\n1 draws 4m\n1 adds 4m\n"
        + then
    )


SCRIPTS: list[tuple[str, dict[str, Any], str]] = [
    # -- tiles --
    ("MC-E1 no red fives", {}, "0: 9p ..\n0 throws 9p\n1 draws 5mr ! MC-E1"),
    ("MC-E1 no fifth tile", {}, "0: 9p9p ..\n1: 9p9p ..\n0 throws 9p\n1 draws 9p ! MC-E1"),
    ("MC-E1 one flower of each", {},
     "0: 1f 9p ..\n0 lays 1f\n0 tail 1s\n0 throws 9p\n1 draws 1f ! MC-E1"),
    ("MC-E1 no flowers without them", {"flowers": False},
     "0: 9p ..\n0 throws 9p\n1 draws 1f ! MC-E1"),
    ("MC-E1 a chow shows no fifth tile", {},
     "0: 3m 1m1m1m1m ..\n1: ? ? ? ? ? ? ? ? ? ? ? ? ?\n0 throws 3m\n1 chow 3m 1m2m ! MC-E1"),
    # -- flowers --
    ("MC-E3 the dealer first, a flower drawn laid again", {},
     "0: 1f2f ..\n2: 3f ..\n0 lays 1f\n0 tail 4f\n0 lays 2f\n0 tail 1s\n0 lays 4f\n0 tail 2s\n"
     "2 lays 3f\n2 tail 3s\n0 throws 2s"),
    ("MC-E3 not after a later seat", {},
     "0: 1f ..\n2: 3f ..\n2 lays 3f\n2 tail 3s\n0 lays 1f ! MC-E3"),
    ("MC-E3 a flower may be kept and discarded", {},
     "0: 1f 9p ..\n0 throws 9p\n1 draws 1s\n1 throws 1s\n2 draws 1s\n2 throws 1s\n3 draws 1s\n"
     "3 throws 1s\n0 draws 2s\n0 throws 1f\n1 draws 2s"),
    ("MC-E3 in play on a draw", {},
     "0: 9p ..\n1: 1f ..\n0 throws 9p\n1 draws 1s\n1 lays 1f\n1 tail 2s\n1 throws 2s drawn"),
    ("MC-E3 not on another's turn", {},
     "0: 9p ..\n1: 1f ..\n2: 2f ..\n0 throws 9p\n1 draws 1s\n2 lays 2f ! MC-E3"),
    ("MC-E3 not on a claimed tile", {},
     "0: 9p ..\n1: 1f 9p9p ..\n0 throws 9p\n1 pung 9p\n1 lays 1f ! MC-E3"),
    ("MC-E3 replaced from the tail", {}, "0: 1f ..\n0 lays 1f\n0 draws 1s ! MC-E3"),
    ("MC-E3 replaced at once", {}, "0: 1f 9p ..\n0 lays 1f\n0 throws 9p ! MC-E3"),
    ("MC-E3 only flowers are laid", {}, "0: 9p ..\n0 lays 9p ! MC-E3"),
    ("MC-E3 no win with a flower in hand", {},
     "0: 9p ..\n1: 123456789m 2m EE 1f\n0 throws 9p\n1 draws 3m\n1 wins 3m ! MC-E3"),
    # -- turns --
    ("MC-P1 the next seat draws", {}, "0: 9p ..\n0 throws 9p\n2 draws 1s ! MC-P1"),
    ("MC-P1 from the head", {}, "0: 9p ..\n0 throws 9p\n1 tail 1s ! MC-P1"),
    ("MC-P1 only whose turn it is discards", {}, "0: 9p ..\n1: 9s ..\n1 throws 9s ! MC-P1"),
    ("MC-P1 one discard a turn", {}, "0: 9p9p ..\n0 throws 9p\n0 throws 9p ! MC-P1"),
    ("MC-P1 a tile that is held", {}, "0: 9p ..\n1: 9s9s9s9s ..\n0 throws 9s ! R10"),
    # -- chows --
    ("MC-P2 the next seat chows", {},
     "0: 3m ..\n1: 1m2m 9p ..\n0 throws 3m\n1 chow 3m 1m2m\n1 throws 9p"),
    ("MC-P2 in the middle", {}, "0: 3m ..\n1: 2m4m ..\n0 throws 3m\n1 chow 3m 2m4m"),
    ("MC-P2 not another seat", {}, "0: 3m ..\n2: 1m2m ..\n0 throws 3m\n2 chow 3m 1m2m ! MC-P2"),
    ("MC-P2 a run", {}, "0: 3m ..\n1: 1m4m ..\n0 throws 3m\n1 chow 3m 1m4m ! MC-P2"),
    ("MC-P2 of one suit", {}, "0: 1p ..\n1: 8m9m ..\n0 throws 1p\n1 chow 1p 8m9m ! MC-P2"),
    ("MC-P2 no honours", {}, "0: W ..\n1: ES ..\n0 throws W\n1 chow W ES ! MC-P2"),
    ("MC-P2 with own tiles", {},
     "0: 3m ..\n1: 1m9p ..\n2: 2m2m2m2m ..\n0 throws 3m\n1 chow 3m 1m2m ! MC-P2"),
    ("MC-P2 a discard after it, no draw", {},
     "0: 3m ..\n1: 1m2m ..\n0 throws 3m\n1 chow 3m 1m2m\n2 draws 1s ! MC-P1"),
    # -- pungs and kongs --
    ("MC-P3 any seat pungs", {}, "0: 9p ..\n3: 9p9p 1s ..\n0 throws 9p\n3 pung 9p\n3 throws 1s"),
    ("MC-P3 with two alike", {}, "0: 9p ..\n3: 9p ..\n1: 9p9p ..\n0 throws 9p\n3 pung 9p ! MC-P3"),
    ("MC-P3 not one's own discard", {}, "0: 9p9p9p ..\n0 throws 9p\n0 pung 9p ! MC-P3"),
    ("MC-P3 not an old discard", {},
     "0: 9p ..\n3: 9p9p ..\n0 throws 9p\n1 draws 1s\n1 throws 1s\n3 pung 9p of 2 ! MC-P3"),
    ("MC-P3 three alike kong, and draw", {},
     "0: 9p ..\n3: 9p9p9p ..\n0 throws 9p\n3 kong 9p\n3 tail 1s\n3 throws 1s drawn"),
    ("MC-P4 the draw is the tail's", {}, "0: 9p ..\n3: 9p9p9p ..\n0 throws 9p\n3 kong 9p\n"
     "3 draws 1s ! MC-P4"),
    ("MC-P4 four alike in hand", {}, "0: 9p9p9p9p ..\n0 hides 9p\n0 tail 1s"),
    ("MC-P4 not three", {}, "0: 9p9p9p ..\n1: 9p ..\n0 hides 9p ! MC-P4"),
    ("MC-P4 not after a pung", {},
     "0: 9p ..\n1: 9p9p 1s1s1s1s ..\n0 throws 9p\n1 pung 9p\n1 hides 1s ! MC-P4"),
    ("MC-P4 not after a chow", {},
     "0: 3m ..\n1: 1m2m 1s1s1s1s ..\n0 throws 3m\n1 chow 3m 1m2m\n1 hides 1s ! MC-P4"),
    ("MC-P4 added to a pung", {}, added("1 tail 7s\n1 throws 7s")),
    ("MC-P4 not to a chow", {},
     "0: 3m ..\n1: 1m2m 3m 9p ..\n0 throws 3m\n1 chow 3m 1m2m\n1 throws 9p\n2 draws 1s\n"
     "2 throws 1s\n3 draws 1s\n3 throws 1s\n0 draws 1s\n0 throws 1s\n1 draws 7s\n"
     "1 adds 3m ! MC-P4"),
    # -- one winner --
    ("MC-P5 one winner on a tile", {},
     f"0: 4m ..\n1: {WAITS}\n2: 123456789p 23m PP\n0 throws 4m\n1 wins 4m\n2 wins 4m ! MC-P5"),
    ("MC-P5 nothing after a win", {}, f"0: 4m ..\n1: {WAITS}\n0 throws 4m\n1 wins 4m\n"
     "1 throws E ! MC-P5"),
    # -- robbing --
    ("MC-P6 an added kong is robbed", {}, added("3 wins 4m", ROBS)),
    ("MC-P6 before the replacement", {},
     added("1 tail 7s\n3 wins 4m of 12 ! MC-P6", ROBS)),
    ("MC-P6 an exposed kong is not", {},
     "0: 4m ..\n1: 4m4m4m ..\n3: 123456789p 23m EE\n0 throws 4m\n1 kong 4m\n"
     "3 wins 4m ! MC-P6"),
    # -- winning --
    ("MC-W1 a shape", {}, "0: 9p ..\n1: 123456789m 1p3p EE\n0 throws 9p\n1 wins 9p ! MC-W1"),
    ("MC-W1 four sets and a pair", {},
     f"0: 4m ..\n1: {WAITS}\n0 throws 4m\n1 wins 4m"),
    ("MC-W2 eight 番", {}, f"0: 6s ..\n1: {CHEAP}\n0 throws 6s\n1 wins 6s ! MC-W2"),
    ("MC-W2 fewer by option", {"min_fan": 2}, f"0: 6s ..\n1: {CHEAP}\n0 throws 6s\n1 wins 6s"),
    ("MC-W2 flowers do not help", {},
     "0: 6s ..\n1: 234m 678p 45s EE 7s 1f2f\n1 lays 1f\n1 tail 8s\n1 lays 2f\n1 tail 9s\n"
     "0 throws 6s\n1 wins 6s ! MC-W2"),
    ("MC-X3 a false win is no finding where it ends the hand", {"errors": "end"},
     f"0: 6s ..\n1: {CHEAP}\n0 throws 6s\n1 wins 6s"),
    ("R6 the dealer wins his first draw", {}, "0: 123456789m 23m EE 4m\n0 wins 4m"),
    ("R6 and no other tile", {}, "0: 123456789m 23m EE 4m\n0 wins E ! R6"),
    ("R3 not what was passed", {},
     f"0: 4m ..\n1: {WAITS}\n0 throws 4m\n1 passes win\n1 wins 4m ! R3"),
    ("R3 a chow may be declined", {}, "0: 3m ..\n1: 1m2m ..\n0 throws 3m\n1 passes chow"),
    ("R3 not a chow that was not open", {},
     "0: 3m ..\n2: 1m2m ..\n0 throws 3m\n2 passes chow ! R3"),
    # -- the end --
    ("MC-P7 no draw without the wall's end", {}, "0: 9p ..\n0 throws 9p\nover draw ! MC-P7"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("options", "text"),
    [pytest.param(options, text, id=id) for id, options, text in SCRIPTS],
)
def test_the_check_says_what_the_book_says(options: dict[str, Any], text: str) -> None:
    events, at, clause = events_of(text, options)
    report = verify(events)
    if at is None:
        assert not report.findings, report.findings[0]
        return
    assert report.findings, "nothing found"
    first = report.findings[0]
    assert (first.seq, first.clause) == (at, clause), first.message
