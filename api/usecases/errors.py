"""A question about something that is not there."""

from __future__ import annotations


class NotThere(LookupError):  # noqa: N818
    """No such game, clause, hand or event: ``code``, and in ``message`` what there is instead."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
