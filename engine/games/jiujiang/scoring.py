"""九江麻将: what a finished hand is worth (JJ-W, JJ-S, JJ-F, JJ-A)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct

from engine.case import Answer
from engine.games.jiujiang import Options
from events.model import Seat

Act = Literal["pung", "exposed_kong", "added_kong", "concealed_kong"]
By = Literal["discard", "self_draw", "kong_draw", "kong_discard", "rob_kong"]
Unit = Annotated[int, Meta(ge=1, le=2**40)]


class SeatCase(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat: its ``hand`` (empty when left out), ``melds`` as ``(act, tile)``, ``F`` in front."""

    hand: str = ""
    melds: Annotated[tuple[tuple[Act, str], ...], Meta(max_length=4)] = ()
    fa: Annotated[int, Meta(ge=0, le=4)] = 0
    ready: bool = False


class WinCase(
    Struct,
    frozen=True,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    rename={"from_": "from"},
):
    """The win: who, on which tile, how, and from whom (absent for an own draw)."""

    seat: Seat
    tile: str
    by: By
    from_: Seat | None = None
    last: bool = False
    first: Literal["heaven", "earth"] | None = None


class Case(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """One finished hand (``docs/score-case.md``). ``unit``: points a 炮; ``id`` is given back."""

    game: Literal["jiujiang"] = "jiujiang"
    id: Any = UNSET
    options: Options = Options()
    unit: Unit = 1
    dealer: Seat
    seats: tuple[SeatCase, SeatCase, SeatCase, SeatCase]
    win: WinCase


def score(case: Case) -> Answer:
    """What the hand is worth; :class:`engine.case.CaseError` when it describes no possible hand."""
    raise NotImplementedError
