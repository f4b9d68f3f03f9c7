"""告胡子: the rule book as data says what the printed one says, and quotes its source truly."""

from __future__ import annotations

import re
from pathlib import Path

from engine.clauses import clauses
from engine.games.gaohuzi.scoring import HUXI, LINES, MEASURES, NAMED

PRINTED = Path(__file__).resolve().parents[3] / "docs" / "rules" / "gaohuzi.md"
BOOK = clauses("gaohuzi")


def rows() -> dict[str, list[str]]:
    """The clauses of the printed rule book: their cells, without the emphasis."""
    found = {}
    for id, text in re.findall(r"^\| (GH-[A-Z]\d+) \| (.*)\|$", PRINTED.read_text("utf-8"), re.M):
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", text.replace("**", ""))]
        found[id] = [cell.replace(r"\|", "|") for cell in cells]
    return found


def test_the_english_text_is_the_printed_one() -> None:
    printed = rows()
    assert list(printed) == list(BOOK)
    for id, cells in printed.items():
        clause = BOOK[id]
        match clause.kind:
            case "huxi":
                group, small, big = cells
                assert clause.en == f"{group}: small {small}, big {big}"
                assert clause.amount == f"{small} / {big}"
            case "names":
                assert [clause.en, clause.amount] == cells[1:]
            case _:
                assert [clause.en] == cells


def test_every_scored_clause_is_a_row_of_a_table_and_named_alike() -> None:
    """GH-H1–H6 and GH-N1–N11, in the order of the book, with the amounts that it prints."""
    scored = [id for id in BOOK if re.match(r"GH-[HN]", id) and id not in ("GH-H7", "GH-N12")]
    assert list(dict.fromkeys(line.clause for line in LINES)) == scored
    printed = rows()
    for small, big in zip(HUXI[::2], HUXI[1::2], strict=True):
        assert [str(small.points), str(big.points)] == printed[small.clause][1:]
    for line in NAMED:
        name, _, effect = printed[line.clause]
        assert (line.name, f"{line.points}") == (name, effect.removeprefix("×"))
        assert MEASURES[line.clause] == ("倍" if effect.startswith("×") else "胡息")


def test_both_languages_say_something() -> None:
    for clause in BOOK.values():
        assert re.search(r"[一-鿿]", clause.zh), clause.id
        assert clause.name and clause.en and clause.rests_on, clause.id


def test_what_a_clause_rests_on_stands_in_the_source(shared: Path) -> None:
    def plain(text: str) -> str:
        return re.sub(r"\s", "", text)

    source = plain((shared / "rules" / "sources" / "gaohuzi.txt").read_text("utf-8"))
    for clause in BOOK.values():
        quoted = clause.rests_on.split("Reading:")[0].rstrip("; ")
        for piece in re.split(r"……|；", quoted):
            assert plain(piece) in source, (clause.id, piece)
