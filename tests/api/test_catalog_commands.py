"""``paipu games`` and ``paipu clauses``: what is played, its options, its rule book."""

from __future__ import annotations

import re
from pathlib import Path

from tests.api.tools import Paipu

BOOK = Path(__file__).parents[2] / "docs" / "rules" / "jiujiang.md"
FORMAT = Path(__file__).parents[2] / "docs" / "record-format.md"


def test_every_clause_of_the_book_is_served_in_its_order(paipu: Paipu) -> None:
    served = [row["id"] for row in paipu("clauses", "jiujiang", "--json").rows]
    printed = re.findall(r"^\| (JJ-[A-Z]\d+) \|", BOOK.read_text(encoding="utf-8"), re.M)
    record = re.findall(r"^- \*\*(R\d+)\*\*", FORMAT.read_text(encoding="utf-8"), re.M)
    assert served == printed + record and len(record) == 13


def test_some_clauses_with_what_they_rest_on(paipu: Paipu) -> None:
    ran = paipu("clauses", "jiujiang", "JJ-P9", "r3", "--lang", "zh")
    assert ran.code == 0
    assert ran.out.startswith("JJ-P9 过胡\n别人打出的牌能胡")
    assert "← 如果下家打出的牌没有胡" in ran.out
    assert "\n\nR3 过\n" in ran.out and "a player who" not in ran.out


def test_the_options_of_a_game_with_defaults_and_values(paipu: Paipu) -> None:
    rows = paipu("games", "jiujiang", "--json").rows
    (info,) = rows
    assert (info["title"], info["unit"], info["players"]) == ("九江麻将", "炮", [4])
    options = {option["name"]: option for option in info["options"]}
    assert options["min_pao"]["default"] == 2 and options["min_pao"]["least"] == 1
    assert set(options["haidi"]["values"]) == {5, 10} and options["haidi"]["default"] == 10
    assert set(options["multi_win"]["values"]) == {False, True}
    text = paipu("games", "jiujiang").out
    assert re.search(r"four_fa +replace +add replace +JJ-A2", text)
    assert "jiujiang" in paipu("games").out


def test_what_there_is_not(paipu: Paipu) -> None:
    for args, says in (
        (("clauses", "chess"), "no game 'chess'; known: jiujiang"),
        (("clauses", "jiujiang", "JJ-Z9"), "jiujiang has no clause 'JJ-Z9'"),
        (("games", "chess"), "no game 'chess'"),
        (("clauses", "jiujiang", "--lang", "fr"), "'fr' is none of zh, en, both"),
    ):
        ran = paipu(*args)
        assert (ran.code, ran.out) == (2, "") and says in ran.err
