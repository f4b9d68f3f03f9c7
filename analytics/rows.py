"""From the events of one match to the rows of the fact tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from analytics.games import Facts, added_by
from engine.case import CaseError
from engine.mahjong.table import Table
from engine.replay import Hand, Replay
from engine.settlement import compare
from engine.verify import Verifier
from events import AnyEvent, Close, Deal, Match, Settlement, Win

GIVEN = frozenset({"discard", "kong_discard", "rob_kong"})
"""The ways to win on a tile that another seat gave."""


class MatchRows(NamedTuple):
    """Rows of the three tables, as :data:`analytics.facts.HANDS` and its siblings name them."""

    hands: list[Facts]
    seats: list[Facts]
    lines: list[Facts]


class Dealt(Struct):
    """A hand of a match: its deal, what the replay made of it, and what was found in it."""

    deal: Deal
    hand: Hand
    dealership: int = 0
    streak: int = 1
    follows: bool = False
    after: Any = None
    findings: int | None = None
    settlement: Settlement | None = None
    excluded: str | None = None


def match_rows(match: str, events: Iterable[AnyEvent], *, check: bool) -> MatchRows:
    """The rows of one match. See :func:`analytics.facts.build`."""
    stream = iter(events)
    start = next(stream, None)
    if start is None:
        return MatchRows([], [], [])
    if not isinstance(start, Match):
        raise ValueError(f"match {match}: its first event is no match event")
    verifier = Verifier()
    feed = verifier.feed if check else verifier.replay.apply
    try:
        feed(start)
    except KeyError:
        return _not_played(match, start, stream, "game")
    except CaseError:
        return _not_played(match, start, stream, "options")
    dealt, close = [], None
    for event in stream:
        feed(event)
        if isinstance(event, Close):
            close = event
        if isinstance(event, Deal):
            assert verifier.replay.hand is not None
            dealt.append(Dealt(deal=event, hand=verifier.replay.hand))
    if check:
        found = Counter(finding.hand for finding in verifier.findings)
        for one in dealt:
            one.findings = found[one.deal.hand]
    return _rows(match, verifier.replay, dealt, close)


def _rows(match: str, replay: Replay, dealt: list[Dealt], close: Close | None) -> MatchRows:
    assert replay.game is not None and replay.match is not None
    rules, added = replay.game, added_by(replay.game.name)
    _put_in_order(replay, dealt)
    about = _about(match, replay.match, msgspec.json.encode(replay.options, order="sorted"))
    rows = MatchRows([], [], [])
    numbers: set[int] = set()
    for one in dealt:
        one.settlement, one.excluded = counted(one.hand, rules.cite, replay.players)
        if one.deal.hand in numbers:
            one.settlement, one.excluded = None, "repeated"
        numbers.add(one.deal.hand)
        seats = [
            seat
            for seat in range(replay.players)
            if seat >= len(one.deal.hands) or one.deal.hands[seat].strip()
        ]
        place = {"hand": one.deal.hand, "first": one.hand.first}
        hand = _hand_row(one, replay.match) | place | about
        hand |= added.hand(one.hand, one.settlement, one.after)
        rows.hands.append(hand)
        short = place | {name: about[name] for name in ("match", "game", "ruleset")}
        for seat in seats:
            row = _seat_row(one, seat, hand["unit"]) | short
            row |= {"client": about["client"], "player": replay.match.players[seat].id}
            rows.seats.append(row | added.seat(one.hand, one.settlement, seat))
        rows.lines.extend(
            short | line | {"measure": added.measure or rules.measure(line["clause"])}
            for line in _lines(one)
        )
    final = (close.final if close is not None else None) or ()
    for row in rows.seats:
        if row["first"] == dealt[-1].hand.first and row["seat"] < len(final):
            row["final"] = final[row["seat"]]
    return rows


def _put_in_order(replay: Replay, dealt: list[Dealt]) -> None:
    """Number the dealerships, and note what each hand carries to the next."""
    for before, one in zip([None, *dealt], dealt, strict=False):
        if before is None:
            continue
        one.follows = one.deal.hand == before.deal.hand + 1
        again = one.follows and one.deal.dealer == before.deal.dealer
        one.dealership = before.dealership + (not again)
        one.streak = before.streak + 1 if again else 1
        if one.follows:
            before.after = one.hand.before
    if dealt and dealt[-1].hand is replay.hand and dealt[-1].hand.settlement is not None:
        dealt[-1].after = replay.carry


def _about(match: str, start: Match, options: bytes) -> Facts:
    rules = start.rules or ""
    identity = msgspec.json.encode([start.game, rules]) + options
    return {
        "match": match,
        "game": start.game,
        "rules": rules,
        "options": options.decode(),
        "ruleset": sha256(identity).hexdigest()[:12],
        "client": start.source.client if start.source is not None else None,
    }


# -- which settlement counts ----------------------------------------------------------------------


def counted(hand: Hand, cite: Any, players: int) -> tuple[Settlement | None, str | None]:
    """The settlement of a hand that counts, or the reason why none does (R9, statistics 6.1)."""
    if hand.settlement is None:
        return None, "incomplete"
    verdict = hand.ruling.verdict if hand.ruling is not None else None
    if verdict == "annulled":
        return None, "annulled"
    corrected = hand.ruling.settlement if hand.ruling is not None else None
    settlement = corrected or completed(hand.settlement, hand.expected, cite)
    if settlement.outcome == "abort":
        return None, "abort"
    if hand.table.doubtful and verdict is None:
        return None, "illegal"
    if settlement.outcome == "win" and not _told(settlement, players):
        return None, "untold"
    return settlement, None


def completed(recorded: Settlement, expected: Settlement | None, cite: Any) -> Settlement:
    """The recorded settlement, and what it leaves out, where ours agrees with all that it says."""
    if expected is None or compare(recorded, expected, cite):
        return recorded
    full: Settlement = _filled(recorded, expected)
    if recorded.wins and expected.wins:
        pairs = zip(recorded.wins, expected.wins, strict=True)
        full = replace(full, wins=tuple(_completed_win(theirs, ours) for theirs, ours in pairs))
    return full


def _completed_win(recorded: Win, expected: Win) -> Win:
    full: Win = _filled(recorded, expected)
    if not any(paid.lines for paid in recorded.payments or ()):
        full = replace(full, payments=expected.payments)  # the same points, from the same seats
    return full


def _filled(recorded: Any, expected: Any) -> Any:
    known = ((name, getattr(expected, name)) for name in recorded.__struct_fields__)
    return replace(recorded, **{name: value for name, value in known if value is not None})


def _told(settlement: Settlement, players: int) -> bool:
    wins = settlement.wins or ()
    return bool(wins) and all(
        win.seat < players
        and win.from_ != win.seat
        and (win.from_ < players if win.from_ is not None else win.by not in GIVEN)
        for win in wins
    )


def giver(win: Win) -> int | None:
    """The seat that gave the winning tile; None for an own draw, or one that lay open (平胡)."""
    return win.from_ if win.by is None or win.by in GIVEN else None


# -- rows -----------------------------------------------------------------------------------------


def _hand_row(one: Dealt, match: Match) -> Facts:
    hand, settlement = one.hand, one.settlement
    facts: Facts = {
        "dealer": one.deal.dealer,
        "player": match.players[one.deal.dealer].id
        if one.deal.dealer < len(match.players)
        else None,
        "dealership": one.dealership,
        "streak": one.streak,
        "follows": one.follows,
        "outcome": hand.settlement.outcome if hand.settlement is not None else None,
        "unit": None,
        "findings": one.findings,
        "ruling": hand.ruling.verdict if hand.ruling is not None else None,
        "excluded": one.excluded,
    }
    if isinstance(hand.table, Table):
        facts["turns"] = sum(side.discards for side in hand.table.seats)
    if settlement is not None:
        deltas = settlement.deltas
        facts["outcome"] = settlement.outcome
        facts["winners"] = len({win.seat for win in settlement.wins or ()})
        facts["given"] = any(giver(win) is not None for win in settlement.wins or ())
        facts["unit"] = settlement.unit
        facts["moved"] = None if deltas is None else sum(points for points in deltas if points > 0)
    return facts


def _seat_row(one: Dealt, seat: int, unit: int | None) -> Facts:
    settlement = one.settlement
    facts: Facts = {"seat": seat, "dealer": seat == one.deal.dealer, "excluded": one.excluded}
    if isinstance(one.hand.table, Table):
        facts |= table_facts(one.hand.table, seat)
    if settlement is None:
        return facts
    wins = settlement.wins or ()
    won = [win for win in wins if win.seat == seat]
    given = [win for win in wins if giver(win) == seat]
    facts["result"] = result(settlement, seat)
    facts["given"] = any(giver(win) is not None for win in wins)
    facts["self_drawn"] = any(win.from_ is None for win in won)
    facts["deal_ins"] = len(given)
    facts["robbed"] = any(win.by == "rob_kong" for win in given)
    facts["kong_win"] = any(win.by == "kong_draw" for win in won)
    if settlement.deltas is not None and seat < len(settlement.deltas):
        facts["net"] = settlement.deltas[seat]
        facts["net_base"] = facts["net"] / unit if unit else None
    if won:
        facts |= _win_facts(won[0])
        if facts["self_drawn"] and "turns" in facts:
            facts["turns"] += 1
    return facts


def result(settlement: Settlement, seat: int) -> str:
    """A seat's part in a hand: W, D, L, B or Q (:data:`analytics.facts.SEATS`)."""
    if settlement.outcome == "draw":
        return "Q"
    wins = settlement.wins or ()
    if any(win.seat == seat for win in wins):
        return "W"
    if any(giver(win) == seat for win in wins):
        return "D"
    return "L" if any(win.from_ is None for win in wins) else "B"


def table_facts(table: Table, seat: int) -> Facts:
    """What a mahjong table shows of one seat when the hand is over."""
    side = table.seats[seat]
    kinds = Counter(meld.kind for meld in side.melds)
    return {
        "ready": side.ready,
        "open": len(side.melds) > kinds["concealed_kong"],
        "kongs_concealed": kinds["concealed_kong"],
        "kongs_exposed": kinds["exposed_kong"],
        "kongs_added": kinds["added_kong"],
        "turns": side.discards,
    }


def _win_facts(win: Win) -> Facts:
    facts: Facts = {"by": win.by, "value": win.value}
    if win.payments is not None:
        facts["legs"] = len(win.payments)
    if win.lines is not None:
        facts["clauses"] = list(dict.fromkeys(clause for clause, _ in win.lines))
        if win.payments is not None:
            eaten = [amount for paid in win.payments for _, amount in paid.lines or ()]
            facts["eaten"] = sum(eaten)
    return facts


def _lines(one: Dealt) -> Iterator[Facts]:
    if one.settlement is None:
        return
    wins, every = one.settlement.wins or (), one.settlement.seat_lines
    own = enumerate(every) if every is not None else ((win.seat, win.lines) for win in wins)
    sides: list[tuple[int, int | None, Any]] = [(seat, None, lines) for seat, lines in own]
    sides += [(win.seat, paid.from_, paid.lines) for win in wins for paid in win.payments or ()]
    for seat, payer, lines in sides:
        for clause, amount in lines or ():
            yield {"seat": seat, "payer": payer, "clause": clause, "amount": amount}


def _not_played(match: str, start: Match, events: Iterable[AnyEvent], reason: str) -> MatchRows:
    """The hands of a match that the engine cannot replay: that they are there and do not count."""
    about = _about(match, start, msgspec.json.encode(start.options or {}, order="sorted"))
    hands: list[Facts] = []
    seats: list[Facts] = []
    for seq, event in enumerate(events, 1):
        if not isinstance(event, Deal):
            continue
        place = {"hand": event.hand, "first": seq, "excluded": reason}
        hands.append(about | place | {"dealer": event.dealer})
        short = place | {name: about[name] for name in ("match", "game", "ruleset", "client")}
        for seat, player in enumerate(start.players):
            dealer = seat == event.dealer
            seats.append(short | {"seat": seat, "player": player.id, "dealer": dealer})
    return MatchRows(hands, seats, [])
