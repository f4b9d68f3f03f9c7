"""Rules about claims that games of claimed discards share: what may be taken, won and passed.

Like :mod:`engine.mahjong.rules`, each a question about one event at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.findings import Violation
from engine.mahjong.rules import Rule, broken, word
from engine.mahjong.table import DEAL, HIDDEN, KONGS, OPEN, SETTLED, TURN, Table
from events.model import AnyEvent, Claim, Declare, Discard, Pass


def claims_discard(t: Table, e: Claim) -> Violation | None:
    """The claimed tile is the one that lies open, given by another (R2)."""
    given = t.given
    assert given is not None
    if e.of != given.seq:
        return not_open(t, e)
    if e.seat == given.seat:
        return broken(t, "claim", "own-discard", "claims its own discard", e.seat)
    if HIDDEN in (given.tile, t.index[e.tile]) or t.index[e.tile] == given.tile:
        return None
    message = f"claims {e.tile}; the tile given is {t.names[given.tile]}"
    return broken(t, "claim", "other-tile", message, e.seat)


def not_open(t: Table, e: Claim) -> Violation:
    """The claim of a tile that does not lie open, or no longer does (R2)."""
    assert t.given is not None
    message = f"claims the tile of event {e.of}; the last given is that of event {t.given.seq}"
    role = "rob" if e.of == t.kong_seq else "claim"
    return broken(t, role, "not-open", message, e.seat)


def with_own(t: Table, e: Claim) -> Violation | None:
    """Two own tiles for a pung, three for a kong, of the kind that is claimed."""
    kind, n = t.index[e.tile], 3 if e.act in KONGS else 2
    if e.with_ is not None and [t.index[x] for x in t.alphabet.parse(e.with_)] != [kind] * n:
        message = f"claims {e.tile} as {e.act} with {e.with_ or 'nothing'}"
        return broken(t, "claim", "with-tiles", message, e.seat)
    if t.seats[e.seat].holds(kind, n):
        return None
    message = f"claims {e.tile} as {e.act} and does not hold {n} of it"
    return broken(t, "claim", "tile-not-held", message, e.seat)


def not_passed(t: Table, e: Claim | Declare) -> Violation | None:
    """What a seat declined it may not take (R3)."""
    if e.seat not in t.passed:
        return None
    declined = t.passed[e.seat]
    if declined is not None and e.act not in declined:
        return None
    return broken(t, "R3", "claim-after-pass", f"takes as {e.act} what it passed", e.seat)


def robs_added(t: Table, e: Claim) -> Violation | None:
    """An added kong is robbed before its replacement is drawn; no other kong is."""
    given = t.given
    assert given is not None
    if given.what not in t.book.robbed or e.of != given.seq:
        return broken(t, "rob", "not-open", "claims what cannot be robbed", e.seat)
    if e.seat == given.seat or t.index[e.tile] != given.tile:
        return broken(t, "rob", "other-tile", f"robs {e.tile} of seat {given.seat}", e.seat)
    if given.what == "exposed_kong" and getattr(t.options, "rob", "added") != "any_exposed":
        return broken(t, "rob", "exposed-kong", "robs a directly exposed kong", e.seat)
    return None


def wins_own(t: Table, e: Claim) -> Violation | None:
    """A self-draw claims the draw; the dealer's win before his first discard the deal (R6)."""
    side, given = t.seats[e.seat], t.given
    assert given is not None
    if e.seat != t.turn:
        return not_open(t, e)
    opening = e.seat == t.dealer and side.discards == 0 and not side.melds
    if e.of != (t.deal_seq if opening else given.seq) or (t.drawn is None and not opening):
        return broken(t, "R6", "win-of", f"wins on event {e.of}, which gave it nothing", e.seat)
    kind = t.index[e.tile]
    if side.holds(kind) if opening else t.drawn in (kind, HIDDEN):
        return None
    return broken(t, "R6", "other-tile", f"wins with {e.tile}, not the tile drawn", e.seat)


def one_more_winner(t: Table, e: Claim) -> Violation | None:
    """Several may win on one tile: the same tile, each once, the nearest first (R1)."""
    first, given = t.winners[0], t.given
    assert given is not None
    if e.of != first.of or e.tile != first.tile or e.seat == given.seat or given.what == "draw":
        return broken(t, "winners", "second-winner", "wins on another tile", e.seat)
    n = len(t.seats)
    if (e.seat - given.seat) % n > (t.winners[-1].seat - given.seat) % n:
        return None
    return broken(t, "winners", "winner-order", "claims after a farther winner", e.seat)


def passes_open(t: Table, e: Pass) -> Violation | None:
    """A pass is about the tile given now (R3)."""
    if t.given is not None and e.of == t.given.seq:
        return None
    message = f"passes on event {e.of}, which is not open"
    return broken(t, "R3", "pass-of", message, e.seat, stops=False)


def declines(
    t: Table, e: Pass, could_win: Callable[[Table, int], bool], could_claim: Rule
) -> Violation | None:
    """What a pass declines was open to the seat (R3)."""
    given = t.given
    assert given is not None
    for act in e.declined or ():
        claim = Claim(seat=e.seat, act=act, tile=t.names[given.tile], of=given.seq)
        if act == "win":
            was_open = t.seats[e.seat].unknown > 0 or could_win(t, e.seat)
        elif t.phase == TURN:
            was_open = e.seat == t.turn and _could_kong(t, e.seat, act)
        else:
            was_open = (
                act in (t.book.acts.pung, t.book.acts.exposed) and could_claim(t, claim) is None
            )
        if not was_open:
            message = f"declines {act}, which was not open to it"
            return broken(t, "R3", "declined", message, e.seat, stops=False)
    return None


def _could_kong(t: Table, seat: int, act: str) -> bool:
    """Whether the seat on turn may have a kong to declare."""
    if act not in ("concealed_kong", t.book.acts.added) or not t.wall.left:
        return False
    return t.seats[seat].unknown > 0 or any(word(e) == act for e in thinkable(t, seat))


def could_claim(t: Table, e: Claim, claiming: Sequence[Rule]) -> Violation | None:
    """What stands against a claim of the open discard, passes aside (see :func:`declines`)."""
    if t.phase != OPEN:
        return broken(t, "claim", "not-open", "claims when nothing is open", e.seat)
    for rule in claiming:
        if rule is not not_passed and (violation := rule(t, e)) is not None:
            return violation
    return None


def thinkable(t: Table, seat: int) -> list[AnyEvent]:
    """Every act that a seat may think of now, in the order win, kong, pung, flower, discard.

    Which of them are legal, a game's ``check`` says. Draws are no choice and are not among them.
    """
    given, side = t.given, t.seats[seat]
    if given is None or t.phase in (DEAL, SETTLED):
        return []
    held = [kind for kind, n in enumerate(side.counts) if n]
    acts: list[AnyEvent] = []
    if t.phase == TURN:
        opening = seat == t.dealer and side.discards == 0 and not side.melds
        tile = t.drawn if t.drawn is not None else (held[0] if held else HIDDEN)
        of = t.deal_seq if opening else given.seq
        acts.append(Claim(seat=seat, act="win", tile=t.names[tile], of=of))
        for kind in held:
            if side.counts[kind] == 4:
                tiles = " ".join([t.names[kind]] * 4)
                acts.append(Declare(seat=seat, act="concealed_kong", tiles=tiles))
            if side.pung_of(kind):
                acts.append(Declare(seat=seat, act="added_kong", tiles=t.names[kind]))
    else:
        claim = t.names[given.tile]
        acts.append(Claim(seat=seat, act="win", tile=claim, of=given.seq))
        acts += [
            Claim(seat=seat, act=act, tile=claim, with_=" ".join([claim] * n), of=given.seq)
            for act, n in (("exposed_kong", 3), ("pung", 2))
        ]
    acts += [
        Declare(seat=seat, act="flower", tiles=t.names[kind])
        for kind in held
        if kind in t.book.flowers
    ]
    if t.phase == TURN:
        acts.append(Declare(seat=seat, act="ready"))
        acts += [Discard(seat=seat, tile=t.names[kind]) for kind in held]
    return acts
