"""Rules that games of claimed discards share, each a question about one event at a table.

A rule answers with the violation or ``None``. Which clause it stands on, the game's book says:
``cite`` names the clause for the role (``turn``, ``claim``, ``kong`` …). A game's ``play.py`` puts
the rules into its table of the order of play, next to those that are its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from engine import order
from engine.findings import Violation
from engine.mahjong.table import (
    DEAL,
    HIDDEN,
    OPEN,
    REPLACE,
    SETTLED,
    TURN,
    WON,
    Table,
)
from events.model import AnyEvent, Claim, Deal, Declare, Discard, Draw, Settlement
from events.tiles import UNKNOWN

Rule = order.Rule
Play = order.Play
word = order.word


def broken(
    t: Table, clause: str, code: str, message: str, seat: int | None = None, *, stops: bool = True
) -> Violation:
    """A violation; with a seat, its position ends the message. ``clause``: an id or a role."""
    return order.broken(t, t.book.cite.get(clause, clause), code, message, seat, stops=stops)


def check_row(
    play: Play, t: Table, event: AnyEvent, forbidden: Callable[[Table, AnyEvent], str], every: bool
) -> list[Violation]:
    """The first rule of the event's row that it breaks, or all of them; [] when it is legal."""
    rules = play.get((t.phase, word(event)))
    if rules is None:
        return [no_row(t, event, forbidden)]
    return order.breaks(rules, t, event, every)


def no_row(t: Table, event: AnyEvent, forbidden: Callable[[Table, AnyEvent], str]) -> Violation:
    """What is wrong with an event that has no row: its act is not open in this phase."""
    act, seat = word(event), getattr(event, "seat", None)
    if t.phase in (DEAL, SETTLED):
        return broken(t, "R8", "outside-hand", f"{act} stands outside a hand")
    if act == "deal":
        return broken(t, "R8", "not-settled", "a hand is dealt before the last one was settled")
    now = {
        TURN: f"it is the turn of seat {t.turn}",
        OPEN: f"the discard of seat {t.turn} lies open",
        REPLACE: f"seat {t.due_seat} has to draw its replacement",
        WON: "the hand is won",
    }.get(t.phase, f"the phase is {t.phase}")
    return broken(t, forbidden(t, event), "out-of-order", f"{act} is not open now: {now}", seat)


# -- the deal --------------------------------------------------------------------------------------


def deal_size(t: Table, e: Deal) -> Violation | None:
    """The dealer 14 tiles, the others 13."""
    if len(e.hands) != len(t.seats):
        message = f"{len(e.hands)} hands are dealt, not {len(t.seats)}"
        return broken(t, "deal", "hand-size", message)
    for seat, text in enumerate(e.hands):
        n, should = len(t.alphabet.parse(text)), 14 if seat == e.dealer else 13
        if n != should:
            message = f"seat {seat} is dealt {n} tiles, it is {should}"
            found = broken(t, "deal", "hand-size", message)
            return replace(found, seat=seat, recorded=n, expected=should)
    return None


def deal_tiles(t: Table, e: Deal) -> Violation | None:
    """Hands and wall hold the game's tiles, no more of a kind than there are."""
    wall = None if e.wall is None else t.alphabet.parse(e.wall)
    if wall is not None and len(wall) != t.book.wall:
        message = f"the wall has {len(wall)} tiles, it is {t.book.wall}"
        return broken(t, "tiles", "wall-size", message)
    dealt = t.alphabet.parse(" ".join([*e.hands, (e.open or "") if t.book.aside else ""]))
    for what, tiles in (("hands", dealt), ("wall", wall or [])):
        for tile, n in Counter(tiles).items():
            kind = t.index[tile]
            if kind == HIDDEN:
                continue
            if kind not in t.book.tiles:
                return broken(t, "tiles", "foreign-tile", f"{tile} is no tile of this game")
            if n > t.book.copies[kind]:
                message = f"{n} {tile} in the {what}, there are {t.book.copies[kind]}"
                return broken(t, "tiles", "too-many-alike", message)
    return None


def dealt_hands(wall: Sequence[str], dealer: int) -> list[list[str]]:
    """What the wall deals: three rounds of four tiles, one each, and one more for the dealer."""
    hands: list[list[str]] = [[], [], [], []]
    order = [(dealer + i) % 4 for i in range(4)]
    at = 0
    for n in (4, 4, 4, 1):
        for seat in order:
            hands[seat] += wall[at : at + n]
            at += n
    hands[dealer].append(wall[at])
    return hands


def deal_wall(t: Table, e: Deal) -> Violation | None:
    """The hands are what the recorded wall deals."""
    if e.wall is None:
        return None
    for seat, should in enumerate(dealt_hands(t.alphabet.parse(e.wall), e.dealer)):
        was = t.alphabet.parse(e.hands[seat])
        if UNKNOWN in was or UNKNOWN in should or sorted(was) == sorted(should):
            continue
        message = f"seat {seat} is dealt other tiles than the wall's"
        found = broken(t, "dealing", "deal-wall", message)
        return replace(
            found, seat=seat, recorded=t.alphabet.format(was), expected=t.alphabet.format(should)
        )
    return None


def deal_dealer(t: Table, e: Deal) -> Violation | None:
    """The dealer is who the hand before made dealer."""
    should = t.carry.dealer
    if should is None or e.dealer == should:
        return None
    message = f"seat {e.dealer} deals, it is seat {should}'s deal"
    found = broken(t, "dealer", "dealer", message, stops=False)
    return replace(found, seat=e.dealer, recorded=e.dealer, expected=should)


# -- draws -----------------------------------------------------------------------------------------


def next_draws(t: Table, e: Draw) -> Violation | None:
    """After a discard that nobody took, the next seat draws."""
    should = t.next_seat(t.turn)
    if e.seat == should:
        return None
    return broken(t, "turn", "not-on-turn", f"draws on the turn of seat {should}", e.seat)


def from_head(t: Table, e: Draw) -> Violation | None:
    """The tile of a turn comes from the head of the wall."""
    if e.end in (None, "head") and e.die is None:
        return None
    return broken(t, "turn", "wrong-end", "draws its turn's tile not from the head", e.seat)


def owed(t: Table, e: Draw) -> Violation | None:
    """A replacement is drawn by who laid the set or the flower, from its end of the wall (R4)."""
    role = "kong_draw" if t.due_for == "kong" else "flower_draw"
    if e.seat != t.due_seat:
        message = f"draws; seat {t.due_seat} has to draw its replacement"
        return broken(t, role, "not-on-turn", message, e.seat)
    end = t.book.replaced_from
    if (e.end or "head") != end:
        return broken(t, role, "wrong-end", f"draws a replacement not from the {end}", e.seat)
    if e.die is not None and not (t.due_for == "kong" and t.book.kong_die):
        return broken(t, role, "die", "rolls a die for a replacement that needs none", e.seat)
    return None


def wall_order(t: Table, e: Draw) -> Violation | None:
    """The recorded wall is drawn in its order (R13)."""
    should = t.wall.at(t.replacement(e))
    if should is None or e.tile in (should, UNKNOWN) or should == UNKNOWN:
        return None
    role = "wall"
    if t.due:
        role = "kong_draw" if t.due_for == "kong" else "flower_draw"
    found = broken(t, role, "wall-order", f"draws {e.tile}; the wall gives {should}", e.seat)
    return replace(found, recorded=e.tile, expected=should)


def no_more_alike(t: Table, e: Any) -> Violation | None:
    """The tiles are the game's, and no more of a kind show than there are (R10)."""
    played = _played(t, e)
    for kind in played if len(played) == 1 else dict.fromkeys(played):
        if kind == HIDDEN:
            continue
        n = played.count(kind)
        tile = t.names[kind]
        if kind not in t.book.tiles:
            return broken(t, "tiles", "foreign-tile", f"shows {tile}, no tile of this game", e.seat)
        fresh = n if isinstance(e, Draw) else max(0, n - t.seats[e.seat].counts[kind])
        if t.shown[kind] + fresh > t.book.copies[kind]:
            return broken(t, "tiles", "too-many-alike", f"shows one {tile} too many", e.seat)
    return None


def _played(t: Table, e: Any) -> list[int]:
    """The kinds that an event puts into a hand or plays out of it; a claimed tile shows already."""
    if isinstance(e, Declare):
        return [t.index[tile] for tile in t.alphabet.parse(e.tiles or "")]
    if not isinstance(e, Claim):
        return [t.index[e.tile]]
    if e.with_ is not None:
        return [t.index[tile] for tile in t.alphabet.parse(e.with_)]
    return [t.index[e.tile]] * (3 if e.act == t.book.acts.exposed else 2)


# -- the own turn ----------------------------------------------------------------------------------


def own_turn(t: Table, e: Any) -> Violation | None:
    """Only the seat whose turn it is acts."""
    if e.seat == t.turn:
        return None
    return broken(t, "turn", "not-on-turn", f"acts on the turn of seat {t.turn}", e.seat)


def not_readying(t: Table, e: Any) -> Violation | None:
    """A ready declaration stands directly before its discard (R5)."""
    if not t.readying:
        return None
    return broken(t, "R5", "ready-no-discard", "declared ready and does not discard", e.seat)


def holds(t: Table, e: Discard) -> Violation | None:
    """A tile is played only from the hand that holds it (R10)."""
    if t.seats[e.seat].holds(t.index[e.tile]):
        return None
    return broken(t, "R10", "tile-not-held", f"discards {e.tile}, which it does not hold", e.seat)


def drawn_mark(t: Table, e: Discard) -> Violation | None:
    """``drawn`` says truly whether the discard is the tile just drawn (R10)."""
    side, kind = t.seats[e.seat], t.index[e.tile]
    if e.drawn and t.drawn not in (kind, HIDDEN):
        was = "nothing" if t.drawn is None else t.names[t.drawn]
        message = f"discards {e.tile} as the tile just drawn; it drew {was}"
    elif e.drawn is False and kind == t.drawn and side.counts[kind] == 1 and not side.unknown:
        message = f"discards its only {e.tile}, just drawn, as one from the hand"
    else:
        return None
    return broken(t, "R10", "drawn-mark", message, e.seat)


def no_flower_discarded(t: Table, e: Discard) -> Violation | None:
    """A flower is never discarded."""
    if t.index[e.tile] not in t.book.flowers:
        return None
    return broken(t, "flower_draw", "flower-discarded", f"discards a {t.book.flower}", e.seat)


def laid_flowers(t: Table, e: Declare) -> Violation | None:
    """Only flowers are laid out, and only by who holds them."""
    kinds = [t.index[tile] for tile in t.alphabet.parse(e.tiles or "")]
    if not kinds or any(kind not in t.book.flowers for kind in kinds):
        message = f"lays out {e.tiles or 'nothing'}, no {t.book.flower}"
        return broken(t, "flower_draw", "no-flower", message, e.seat)
    if all(t.seats[e.seat].holds(kind, kinds.count(kind)) for kind in kinds):
        return None
    message = f"lays out {e.tiles} that it does not hold"
    return broken(t, "flower_draw", "tile-not-held", message, e.seat)


def tile_in_wall(t: Table, e: Any) -> Violation | None:
    """Without a tile in the wall there is no draw, and the last discard can only be won."""
    if t.wall.left:
        return None
    return broken(t, "wall_empty", "wall-empty", "acts although the wall is empty", e.seat)


def concealed(t: Table, e: Declare) -> Violation | None:
    """A concealed kong: four alike in hand."""
    kinds = [t.index[tile] for tile in t.alphabet.parse(e.tiles or "")]
    if len(kinds) != 4 or len(set(kinds)) != 1 or kinds[0] in t.book.flowers:
        message = f"declares a concealed kong of {e.tiles or 'nothing'}"
        return broken(t, "kong", "no-kong", message, e.seat)
    if t.seats[e.seat].holds(kinds[0], 4):
        return None
    message = f"declares a concealed kong of {t.names[kinds[0]]} that it does not hold"
    return broken(t, "kong", "tile-not-held", message, e.seat)


def added(t: Table, e: Declare) -> Violation | None:
    """An added kong: the fourth tile of an own pung, held in hand."""
    kinds = [t.index[tile] for tile in t.alphabet.parse(e.tiles or "")]
    side = t.seats[e.seat]
    if len(kinds) != 1 or not side.pung_of(kinds[0]):
        return broken(t, "kong", "no-pung", f"adds {e.tiles or 'nothing'} to no pung", e.seat)
    if side.holds(kinds[0]):
        return None
    return broken(t, "kong", "tile-not-held", f"adds {e.tiles} that it does not hold", e.seat)


# -- ready -----------------------------------------------------------------------------------------

Waits = Callable[[Table, int, Sequence[int]], bool]
"""Whether the concealed counts of a seat, its melds beside them, wait for a tile."""


def some_discard_waits(t: Table, seat: int, waits: Waits) -> bool:
    """Whether some discard leaves the seat's hand ready."""
    left = t.seats[seat].counts.copy()
    for kind, n in enumerate(left):
        if n:
            left[kind] -= 1
            if waits(t, seat, left):
                return True
            left[kind] += 1
    return False


def ready_discard(t: Table, e: Discard, waits: Waits) -> Violation | None:
    """Just declared ready, the hand left must wait; afterwards only the drawn tile goes."""
    side, kind = t.seats[e.seat], t.index[e.tile]
    if not side.ready:
        return None
    if not t.readying:
        if t.drawn in (kind, HIDDEN) and not (t.drawn == HIDDEN and e.drawn is False):
            return None
        message = f"discards {e.tile} after it declared ready, not the tile just drawn"
        return broken(t, "ready", "ready-hand-changed", message, e.seat)
    if side.unknown:
        reason = f"whether seat {e.seat} was ready when it said so: its hand is not known"
        t.note(t.book.cite["ready"], reason)
        return None
    left = side.counts.copy()
    left[kind] -= 1
    if waits(t, e.seat, left):
        return None
    message = f"declares ready and discards {e.tile}: the hand left waits for nothing"
    return broken(t, "ready", "not-ready", message, e.seat)


def not_ready(t: Table, e: Claim) -> Violation | None:
    """No pung, no exposed kong once declared ready."""
    if not t.seats[e.seat].ready:
        return None
    return broken(t, "ready", "ready-claims", "pungs or kongs a discard when ready", e.seat)


# -- the end ---------------------------------------------------------------------------------------


def ended(t: Table, e: Settlement, wall_over: bool) -> Violation | None:
    """A hand is settled when it was won, or when the wall ran out (R8)."""
    if e.outcome == "abort" or (e.outcome == "win" and t.winners):
        return None
    if e.outcome == "draw" and not t.winners:
        if wall_over:
            return None
        message = f"the hand is settled as a draw with {t.wall.left} tiles in the wall"
        return broken(t, "wall_empty", "settled-early", message)
    if t.winners:
        message = f"the hand is settled as {e.outcome}, but seat {t.winners[0].seat} has won"
    else:
        message = "the hand is settled as a win that nobody claimed"
    return broken(t, "R8", "outcome", message)
