"""What the tests of the command line share: what a command did, and the record it is tried on.

The record is the rule book's (its lines and payments were worked out by hand): hand 0 is won by
seat 2 by self-draw with four 炮 of its own, and something is eaten from each of the three payers.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

RECORDS = Path(__file__).parent / "records"
SETTLED = 30
"""The seq of the settlement in the record; its line is one more."""


class Ran(NamedTuple):
    """What a command did: exit code, standard output, standard error."""

    code: int
    out: str
    err: str

    @property
    def rows(self) -> list[Any]:
        """Standard output as JSON lines."""
        return [json.loads(line) for line in self.out.splitlines()]


Paipu = Callable[..., Ran]
Record = list[dict[str, Any]]
Save = Callable[..., str]
