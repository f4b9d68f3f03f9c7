"""Options: what is not given has its default, what is not known is refused by name."""

from __future__ import annotations

from typing import Any

import pytest

from engine.case import CaseError
from engine.games.jiujiang import Options
from engine.options import decode


def test_what_is_not_given_has_its_default() -> None:
    assert decode(Options, None) == decode(Options, {}) == Options()
    assert decode(Options, {"min_pao": 3, "haidi": 5}) == Options(min_pao=3, haidi=5)


@pytest.mark.parametrize(
    ("given", "path", "told"),
    [
        ({"min_poa": 2}, "$.options.min_poa", "min_pao"),
        ({"four_fa": "both"}, "$.options.four_fa", "'add', 'replace'"),
        ({"haidi": 7}, "$.options.haidi", "10"),
        ({"min_pao": 0}, "$.options.min_pao", ">= 1"),
        ({"min_pao": "2"}, "$.options.min_pao", "int"),
        ({"multi_win": 1}, "$.options.multi_win", "bool"),
        ({"haidi": None}, "$.options.haidi", "int"),
    ],
)
def test_unknown_names_and_values_are_refused(given: dict[str, Any], path: str, told: str) -> None:
    with pytest.raises(CaseError) as refused:
        decode(Options, given)
    assert (refused.value.code, refused.value.path) == ("option", path)
    assert told in refused.value.message
