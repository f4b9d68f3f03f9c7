"""青儿: one finished hand as a case, and what it must be to describe a hand at all.

The fields are those of ``docs/score-case.md``; a replay builds the same structure.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct

from engine.case import CaseError
from engine.games.qinger import (
    ALIKE,
    CLUBS,
    COPIES,
    FACES,
    FLOWERS,
    GHOSTS,
    HAND,
    INDEX,
    PLAYING,
    RANKED,
    SETS,
    Options,
)
from engine.games.qinger.patterns import Act, By, Meld
from engine.intake import HIDDEN, kinds, one_kind
from engine.mahjong.cases import impossible_giver
from events.tiles import CARDS

Place = Annotated[int, Meta(ge=0, le=PLAYING - 1)]
"""One of the three who play, in order of play."""


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand``, ``melds`` as ``(act, card)``, and the cards laid out as ``flowers``.

    ``wu_xi``: the ghosts among them were laid together at the opening. ``clubs``: every ♣ J Q K
    that the seat drew, still held or not. ``knocked``: 敲.
    """

    hand: str = ""
    melds: Annotated[tuple[tuple[Act, str], ...], Meta(max_length=SETS)] = ()
    flowers: str = ""
    wu_xi: bool = False
    clubs: str = ""
    knocked: bool = False


class WinCase(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_": "from"},
):
    """The win: who, on which card, how, and from whom (absent for an own draw)."""

    seat: Place
    tile: str
    by: By
    from_: Place | None = None
    last: bool = False
    first: Literal["heaven", "earth"] | None = None


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One finished hand (``docs/score-case.md``); ``win`` is ``None`` when nobody won."""

    game: Literal["qinger"] = "qinger"
    id: Any = UNSET
    options: Options = Options()
    dealer: Place
    jian: str
    seats: Annotated[tuple[SeatCase, ...], Meta(min_length=PLAYING, max_length=PLAYING)]
    win: WinCase | None


class Shown(NamedTuple):
    """What a case tells of a seat, by card: its hand as far as known, sets, flowers, ♣ J Q K."""

    held: list[int]
    melds: tuple[Meld, ...]
    flowers: list[int]
    clubs: list[int]


class Table(NamedTuple):
    """A case with its cards read: the seats, the 见张 and the winning card (-1: nobody won)."""

    seats: list[Shown]
    jian: int
    tile: int


def read(case: Case) -> Table:
    """The cards of a case; :class:`CaseError` when they, or the win, cannot be."""
    jian = one_kind(case.jian, CARDS, INDEX, "$.jian")
    tile = -1
    if case.win is not None:
        tile = one_kind(case.win.tile, CARDS, INDEX, "$.win.tile")
    table = Table([_seat(case, place) for place in range(PLAYING)], jian, tile)
    _check_copies(case, table)
    fault = _impossible_win(case, table) or _impossible_cards(case, table)
    if fault is not None:
        path, message = fault
        raise CaseError("impossible", message, path)
    return table


def _seat(case: Case, place: int) -> Shown:
    given = case.seats[place]
    path = f"$.seats[{place}]"
    melds = []
    for i, (act, text) in enumerate(given.melds):
        card = one_kind(text, CARDS, INDEX, f"{path}.melds[{i}][1]")
        if card in FLOWERS:
            message = f"{text} is part of no set (QE-P4)"
            raise CaseError("tile", message, f"{path}.melds[{i}][1]")
        melds.append((act, card))
    held = kinds(given.hand, CARDS, INDEX, f"{path}.hand")
    winner = case.win is not None and place == case.win.seat
    if winner and HIDDEN in held:
        raise CaseError("tile", "the winner's hand must be known", f"{path}.hand")
    size = HAND - 3 * len(melds)
    if len(held) != size and (held or winner):
        beside = " beside the winning card" if winner else ""
        raise CaseError(
            "hand_size",
            f"seat {place} with {len(melds)} sets holds {size} cards{beside}, not {len(held)}",
            f"{path}.hand",
        )
    return Shown(
        [card for card in held if card != HIDDEN],
        tuple(melds),
        _only(given.flowers, FLOWERS, "a ghost or 广告 (QE-P4)", f"{path}.flowers"),
        _only(given.clubs, CLUBS, "one of ♣ J Q K (QE-B7)", f"{path}.clubs"),
    )


def _only(text: str, allowed: Sequence[int], what: str, path: str) -> list[int]:
    """The cards of ``text``, each of them one of ``allowed``."""
    cards = kinds(text, CARDS, INDEX, path)
    for card in cards:
        if card not in allowed:
            name = "?" if card == HIDDEN else CARDS.tiles[card]
            raise CaseError("tile", f"{name} is not {what}", path)
    return cards


def _check_copies(case: Case, table: Table) -> None:
    """QE-E1, QE-E2: no more of a card or kind than there are, over all that the case shows."""
    cards, laid, drawn = [0] * len(COPIES), [0] * len(COPIES), [0] * len(COPIES)
    for card in (table.jian, table.tile):
        if card >= 0:
            cards[card] += 1
    drawn[table.jian] += 1
    for place, shown in enumerate(table.seats):
        for card in (*shown.held, *shown.flowers):
            cards[card] += 1
        for act, card in shown.melds:
            fourth = case.options.jian_counts_as_fourth and act in ("an_du", "qi_fei")
            three = act == "peng" or (fourth and ALIKE[card] == ALIKE[table.jian])
            laid[ALIKE[card]] += 3 if three else 4
        for card in shown.clubs:
            drawn[card] += 1
        for card, n in enumerate(cards):
            kind = n + laid[card] + (cards[card + 3] if card in FACES else 0)
            if n > COPIES[card] or kind > max(4, COPIES[card]) or drawn[card] > COPIES[card]:
                raise CaseError(
                    "five_of_a_kind",
                    f"more {CARDS.tiles[card]} than there are, 见张 and winning card included "
                    "(QE-E1, QE-E2)",
                    f"$.seats[{place}]",
                )


def _impossible_win(case: Case, table: Table) -> tuple[str, str] | None:
    win = case.win
    if win is None:
        return None
    fault = impossible_giver(win.seat, win.by, win.from_)
    if fault is not None:
        return fault
    if win.by == "discard" and table.tile in FLOWERS:
        return "$.win.tile", "a ghost or 广告 is never discarded (QE-P4)"
    if win.first == "heaven" and (win.seat != case.dealer or win.by != "self_draw"):
        return "$.win.first", "only the dealer wins with the dealt cards (QE-W4)"
    return None


def _impossible_cards(case: Case, table: Table) -> tuple[str, str] | None:
    """五喜起飞 without the ghosts (QE-P3), ♣ J Q K that nobody drew (QE-B7)."""
    ghosts = sum(COPIES[card] for card in GHOSTS) - (table.jian in GHOSTS)
    for place, shown in enumerate(table.seats):
        laid = sum(card in GHOSTS for card in shown.flowers)
        if case.seats[place].wu_xi and laid != ghosts:
            path = f"$.seats[{place}].wu_xi"
            return path, f"五喜起飞 lays out {ghosts} ghosts, not {laid} (QE-P3)"
        own = [card for card in shown.held if card in CLUBS]
        own += [
            club
            for meld in shown.melds
            if meld[0] in ("an_du", "qi_fei")
            and (club := club_in_four(meld, table.jian)) is not None
        ]
        win = case.win
        if win is not None and place == (win.seat if win.from_ is None else win.from_):
            own += [table.tile] if table.tile in CLUBS else []
        for card in own:
            if card not in shown.clubs:
                path = f"$.seats[{place}].clubs"
                return path, f"{CARDS.tiles[card]} is not among the ♣ J Q K drawn (QE-B7)"
    return None


def club_in_four(meld: Meld, jian: int) -> int | None:
    """The ♣ J, Q or K in a 笃 or 起飞: in all of these kinds, unless it is the 见张 (QE-J4)."""
    kind = ALIKE[meld[1]]
    if kind < RANKED or CLUBS[kind - RANKED] == jian:
        return None
    return CLUBS[kind - RANKED]
