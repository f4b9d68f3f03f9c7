"""立直麻将: what may be claimed of another's tile, and which win stands (RI-P2, RI-P11, RI-W)."""

from __future__ import annotations

from typing import Any

from engine.findings import Violation
from engine.games.riichi import winning
from engine.games.riichi.ending import REASONS
from engine.games.riichi.patterns import plain
from engine.games.riichi.scoring import NOTHING
from engine.games.riichi.turning import MOST_KONGS, held, room_for_kong
from engine.mahjong import claims
from engine.mahjong.rules import broken
from engine.mahjong.table import HIDDEN, INDEX, KONGS, NAMES, Table
from events.model import Claim

# -- claims --------------------------------------------------------------------------------------


def lies_open(t: Table, e: Claim) -> Violation | None:
    """RI-P2: the tile that lies open, given by another."""
    given = t.given
    assert given is not None
    if e.of != given.seq:
        return claims.not_open(t, e)
    if e.seat == given.seat:
        return broken(t, "claim", "own-discard", "claims its own discard", e.seat)
    if HIDDEN in (given.tile, INDEX[e.tile]) or given.tile == INDEX[e.tile]:
        return None
    message = f"claims {e.tile}; the tile given is {NAMES[given.tile]}"
    return broken(t, "claim", "other-tile", message, e.seat)


def forms_set(t: Table, e: Claim) -> Violation | None:
    """RI-P2: a pung, a kong, or a run with the previous player's discard."""
    own = [INDEX[tile] for tile in t.alphabet.parse(e.with_ or "")]
    kinds = sorted(plain(kind) for kind in [*own, INDEX[e.tile]])
    size = 4 if e.act in KONGS else 3
    if e.act == "chow":
        if e.seat != t.next_seat(t.turn) or len(t.seats) == 3:
            return broken(t, "claim", "chow", "chows what is not the previous player's", e.seat)
        low = kinds[0]
        fits = kinds == [low, low + 1, low + 2] and 0 <= low < 27 and low % 9 <= 6
    else:
        fits = len(set(kinds)) == 1
    if len(kinds) != size or (not fits and HIDDEN not in kinds):
        message = f"claims {e.tile} as {e.act} with {e.with_ or 'nothing'}"
        return broken(t, "claim", "with-tiles", message, e.seat)
    return held(t, e, own)


def not_riichi(t: Table, e: Claim) -> Violation | None:
    """RI-P10: no claims after riichi."""
    if not t.seats[e.seat].ready:
        return None
    return broken(t, "RI-P10", "ready-claims", "claims a discard after riichi", e.seat)


def one_more_kong(t: Table, e: Claim) -> Violation | None:
    """RI-P4: no fifth kong."""
    return room_for_kong(t, e) if e.act in KONGS else None


def leaves_a_discard(t: Table, e: Claim) -> Violation | None:
    """RI-P3: a claim after which nothing may be discarded is not open."""
    side = t.seats[e.seat]
    if e.act in KONGS or t.options.swap_calls == "yes" or len(side.melds) < 2:
        return None
    own = [INDEX[tile] for tile in t.alphabet.parse(e.with_ or "")]
    left = list(side.counts)
    for kind in own:
        left[kind] -= 1
    barred = winning.barred_after(t, plain(INDEX[e.tile]), [plain(kind) for kind in own])
    if side.unknown or any(n > 0 and plain(k) not in barred for k, n in enumerate(left)):
        return None
    return broken(t, "RI-P3", "swapped", f"claims {e.tile} and could discard nothing", e.seat)


def hand_over(t: Table, e: Any) -> Violation | None:
    """RI-P15…P17: the hand has ended, once nobody wins on the discard."""
    own = t.own
    if not own.first_round and len(own.kongs) < MOST_KONGS and not t.seats[0].ready:
        return None
    reason = winning.must_end(t)
    if reason is None:
        return None
    return broken(t, REASONS[reason], "hand-over", f"plays on: the hand ends ({reason})", e.seat)


def stick_told(t: Table, e: Any) -> Violation | None:
    """RI-P9: a riichi whose discard nobody wins is paid, and no other."""
    own = t.own
    if own.pending is None or own.said is None:
        return None
    won = isinstance(e, Claim) and e.act == "win"
    if own.said is not won:
        return None
    message = (
        "the stick is said to be paid, but the tile is won"
        if won
        else ("the stick is said not to be paid, but nobody wins the tile")
    )
    return broken(t, "RI-P9", "stick", message, own.pending, stops=False)


# -- wins ----------------------------------------------------------------------------------------


def own_draw(t: Table, e: Claim) -> Violation | None:
    """R6: a self-draw claims the own draw."""
    given = t.given
    assert given is not None
    if e.seat != t.turn:
        return claims.not_open(t, e)
    if t.drawn is None or e.of != given.seq:
        return broken(t, "R6", "win-of", f"wins on event {e.of}, which gave it nothing", e.seat)
    if t.drawn in (INDEX[e.tile], HIDDEN):
        return None
    return broken(t, "R6", "other-tile", f"wins with {e.tile}, not the tile drawn", e.seat)


def robs(t: Table, e: Claim) -> Violation | None:
    """RI-P12: an added kong or a north can be robbed, a concealed kong by 国士無双 alone."""
    given = t.given
    assert given is not None
    if given.what not in t.book.robbed or e.of != given.seq or e.seat == given.seat:
        return broken(t, "rob", "not-open", "claims what cannot be robbed", e.seat)
    if INDEX[e.tile] != t.own.laid:
        return broken(t, "rob", "other-tile", f"robs {e.tile} of seat {given.seat}", e.seat)
    if given.what == "concealed_kong" and not winning.robs_concealed(t, e.seat):
        return broken(t, "rob", "concealed-kong", "robs a concealed kong", e.seat)
    return None


def not_furiten(t: Table, e: Claim) -> Violation | None:
    """RI-W3…W5: 振聴 wins by own draw alone."""
    if t.seats[e.seat].unknown:
        t.note("RI-W3", f"whether seat {e.seat} was 振聴: its hand is not known")
        return None
    clause = winning.furiten(t, e.seat)
    if clause is None:
        return None
    return broken(t, clause, "furiten", f"wins with {e.tile} although it is 振聴", e.seat)


def stands(t: Table, e: Claim) -> Violation | None:
    """RI-W1, RI-W2: the hand is complete and has a yaku."""
    if t.seats[e.seat].unknown:
        t.note("RI-W1", f"the win of seat {e.seat}: its hand is not known")
        return None
    found = winning.worth_now(t, winning.finished(t, e.seat, INDEX[e.tile]), e.seat)
    if found is None:
        return broken(t, "RI-W1", "no-win", f"wins with {e.tile}: no winning shape", e.seat)
    if found is NOTHING:
        return broken(t, "RI-W2", "no-win", f"wins with {e.tile}: no yaku", e.seat)
    return None


def one_more(t: Table, e: Claim) -> Violation | None:
    """RI-P11: so many may win on one tile as the house says."""
    if len(t.winners) < t.options.max_winners:
        return claims.one_more_winner(t, e)
    message = f"wins too; {t.options.max_winners} may win on one tile"
    return broken(t, "winners", "second-winner", message, e.seat)
