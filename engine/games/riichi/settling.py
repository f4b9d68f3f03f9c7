"""立直麻将: the settlement that a hand should have, won or drawn (RI-X)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.games.riichi import payment
from engine.games.riichi.scoring import NOTHING, Finished, Worth, with_dora
from engine.games.riichi.table import turned
from engine.games.riichi.winning import (
    abort_reason,
    finished,
    nagashi_seats,
    ready_seats,
    reason,
    stakes,
    wall_over,
    worth_now,
)
from engine.mahjong.table import HIDDEN, INDEX, NAMES, Table
from engine.settlement import nobody_pays
from events.model import Claim, Payment, Settlement, Win

LAST_TILE = ("RI-Y5", "RI-Y6")
"""海底摸月, 河底撈魚."""


def settle(t: Table, recorded: Settlement | None = None) -> Settlement | None:
    """The settlement that the hand should have, were it to end now.

    ``None`` while it is not over, or when it cannot be told. What the tiles do not tell (ura where
    the wall is not known) is believed as recorded.
    """
    assert t.hand is not None and t.dealer is not None
    if t.winners:
        return _won(t, recorded)
    drawn = recorded is not None and recorded.outcome == "draw"
    if not drawn and (why := abort_reason(t, reason(recorded))):
        settled = nobody_pays(t.hand, "abort", len(t.seats))
        return _with(settled, t, {"reason": why})
    if not wall_over(t):
        return None
    return _drawn(t, recorded)


def _drawn(t: Table, recorded: Settlement | None) -> Settlement | None:
    """RI-X8, RI-X9: 荒牌平局, or 流し満貫 in its place."""
    assert t.hand is not None and t.dealer is not None
    players = len(t.seats)
    ready = ready_seats(t, recorded)
    seats = nagashi_seats(t)
    if seats:
        deltas = payment.nagashi(seats, t.dealer, players)
    elif ready is None:
        return None
    else:
        deltas = payment.noten(ready if t.options.noten_payment else (), players)
    x: dict[str, Any] = {"reason": "nm" if seats else "exhaustive"}
    if ready:
        x["shown"] = sorted(ready)
    settled = Settlement(hand=t.hand, outcome="draw", wins=(), deltas=deltas)
    return _with(settled, t, x)


def _with(settled: Settlement, t: Table, x: dict[str, Any]) -> Settlement:
    """The settlement with what lies on the table beside what is said of it."""
    return replace(settled, x={**_ba(t), **x})


def _ba(t: Table) -> dict[str, Any]:
    """本場 and sticks on the table, as records tell them; nothing where they are not known."""
    if t.carry.honba is None or t.carry.sticks is None:
        return {}
    return {"ba": [t.carry.honba, t.carry.sticks + sum(stakes(t)) // payment.STICK]}


def _won(t: Table, recorded: Settlement | None) -> Settlement | None:
    """RI-X6: each winner is paid on its own; 本場 and sticks go to the first (RI-X4, RI-X5)."""
    assert t.hand is not None and t.dealer is not None
    said = (recorded.x or {}).get("ba") if recorded is not None else None
    on_table = _ba(t).get("ba", said)
    if not (isinstance(on_table, list) and [type(n) for n in on_table] == [int, int]):
        return None
    told = {win.seat: win for win in (recorded.wins or ())} if recorded is not None else {}
    wins: list[Win] = []
    change = [0] * len(t.seats)
    for claim in t.winners:
        honba, sticks = on_table if not wins else (0, 0)
        win = _win(t, claim, told.get(claim.seat), on_table[0], honba, sticks)
        if win is None or win.x is None:
            return None
        wins.append(win)
        change = [a + b for a, b in zip(change, win.x["deltas"], strict=True)]
    settled = Settlement(hand=t.hand, outcome="win", wins=tuple(wins), deltas=tuple(change))
    return _with(settled, t, {})


def _win(
    t: Table, claim: Claim, told: Win | None, named: int, honba: int, sticks: int
) -> Win | None:
    """One winner's share; ``named``: the 本場 that records name beside every winner."""
    seat, given, own = claim.seat, t.given, t.own
    assert given is not None and t.dealer is not None
    if t.seats[seat].unknown:
        return None
    if t.carry.round is None:
        t.note("RI-E5", "the round is not known: it is taken for 東")
    hand, found = _judged(t, claim, told)
    if found is None or found is NOTHING:
        return None
    drawn = hand.by in ("self_draw", "kong_draw")
    liable = own.liable[seat]
    won = payment.Won(
        options=t.options,
        players=len(t.seats),
        dealer=t.dealer,
        seat=seat,
        giver=None if drawn else given.seat,
        honba=honba,
        liable=liable,
    )
    paid = payment.payments(won, found)
    x: dict[str, Any] = {"limit": found.limit, "ba": [named, sticks]}
    if found.yakuman:
        x["yakuman"] = [int(line[4:]) for line, _ in found.lines]
    else:
        x |= {"fu": found.fu, "han": found.han, "fu_lines": [list(line) for line in found.fu_lines]}
    for name, tiles in (("dora", hand.dora), ("ura", hand.ura)):
        if tiles:
            x[name] = " ".join(NAMES[kind] for kind in tiles)
    if answers := [liable[line] for line, _ in found.lines if line in liable]:
        x["pao"] = answers[0]
    x["deltas"] = list(payment.deltas(won, paid, sticks))
    return Win(
        seat=seat,
        by="self_draw" if drawn else hand.by,
        tile=claim.tile,
        value=payment.value(won, paid),
        from_=won.giver,
        first="heaven" if hand.first == "heaven" else "earth" if hand.first == "earth" else None,
        last=True if any(line in LAST_TILE for line, _ in found.lines) else None,
        lines=found.lines,
        payments=tuple(Payment(from_=p.from_, points=p.points) for p in paid),
        x=x,
    )


def _judged(t: Table, claim: Claim, told: Win | None) -> tuple[Finished, Worth | None]:
    """The finished hand and its worth; indicators that are not known are believed as recorded."""
    hand = finished(t, claim.seat, INDEX[claim.tile])
    said = told.x or {} if told is not None else {}
    if t.own.dora is None or HIDDEN in t.own.dora:
        hand = hand._replace(dora=_known(t, said.get("dora")))
    if hand.riichi and t.options.ura_dora and not hand.ura:
        hand = hand._replace(ura=_known(t, said.get("ura")))
    found = worth_now(t, hand, claim.seat)
    believed = {}
    if not hand.dora:
        believed["RI-Y52"] = "the dora indicators"
    if hand.riichi and t.options.ura_dora and not hand.ura:
        believed["RI-Y53"] = "the ura indicators"
    if found and found.lines and believed and not found.yakuman:
        for line, what in believed.items():
            t.note(line, f"{what} are not known: the line is believed as recorded")
        lines = told.lines or () if told is not None else ()
        found = with_dora(hand, found, [line for line in lines if line[0] in believed])
    return hand, found


def _known(t: Table, told: Any) -> tuple[int, ...]:
    """Indicators as a record names them; none where one of them is not known."""
    kinds = turned(t, told)
    return () if HIDDEN in kinds else tuple(kinds)


def cite_more(options: Any, expected: Settlement) -> dict[str, str]:
    """The clauses behind a draw: RI-X8, or RI-X9 for 流し満貫."""
    if expected.outcome != "draw":
        return {}
    nagashi = (expected.x or {}).get("reason") == "nm"
    return {
        "deltas": "RI-X9" if nagashi else "RI-X8", "reason": "RI-X9", "shown": "RI-P13",
    }  # fmt: skip
