"""What a store refuses or fails at: one error with a code, and two that carry more."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.contract import Stored


class StoreError(Exception):
    """A store that cannot do what it was asked: ``code`` for programs, ``message`` for people.

    Opening: ``missing``, ``is_directory``, ``foreign`` (no paipu store), ``locked`` (open in
    another process), ``read_only``, ``newer`` (written by a later version), ``damaged``. Asking:
    ``unknown`` (no such match, hand or entry), ``bad_cursor``, ``not_a_stream`` (events that cannot
    begin or continue a match), ``conflict``, ``exists`` (an export never overwrites). Working:
    ``in_doubt``, ``full`` (no room on the disk), ``failed``, ``closed``.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Conflict(StoreError):  # noqa: N818
    """Other events stand where a batch wanted to go, or the stream is not that long yet.

    ``match`` stands at ``version`` (the number of its events); the caller expected ``expected``;
    ``missing`` are the events from there on, which the caller has not seen (none when it is ahead).
    """

    def __init__(
        self, match: int, expected: int, version: int, missing: Sequence[Stored] = ()
    ) -> None:
        self.match = match
        self.expected = expected
        self.version = version
        self.missing = tuple(missing)
        found = f"{len(missing)} other events stand there" if missing else "it is not that long"
        super().__init__(
            "conflict",
            f"match {match} stands at version {version}, not at the expected {expected}: {found}",
        )


class InDoubt(StoreError):  # noqa: N818
    """A write failed so late that it may or may not have been kept.

    The store has been attached anew. Send the same again: it is stored once, whichever it was.
    """

    def __init__(self, cause: str) -> None:
        super().__init__(
            "in_doubt",
            f"it is not known whether the write was kept ({cause}); send the same again",
        )
