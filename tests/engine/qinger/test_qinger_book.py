"""青儿: the rule book as data: whole, in both languages, and the tables' rows named alike."""

from __future__ import annotations

import re
from pathlib import Path

from engine.clauses import clauses
from engine.games.qinger.scoring import LINES, ROUNDED

BOOK = clauses("qinger")


def test_the_book_is_whole() -> None:
    counts = {"E": 8, "J": 4, "P": 7, "W": 4, "A": 4, "B": 9, "D": 5, "X": 2}
    assert list(BOOK) == [f"QE-{part}{n + 1}" for part, top in counts.items() for n in range(top)]


def test_every_clause_says_something_in_both_languages() -> None:
    for found in BOOK.values():
        assert re.search(r"[一-鿿]", found.zh), found.id
        assert re.search(r"[A-Za-z一-鿿]", found.en), found.id
        assert found.name and found.rests_on, found.id


def test_every_scored_clause_is_a_row_of_a_table_and_named_alike() -> None:
    scored = {id for id in BOOK if re.match(r"QE-[ABD]", id)}
    assert {row.clause for row in LINES} | {ROUNDED[0]} == scored
    places = [list(BOOK).index(row.clause) for row in LINES]
    assert places == sorted(places)
    for row in LINES:
        assert BOOK[row.clause].name in row.name, row
        assert set(row.replaces) <= scored, row


def test_the_points_are_those_that_the_book_prints() -> None:
    """QE-B1, QE-B2 and QE-B8 print them in the text: the last not 见, then 见."""
    for clause, found in BOOK.items():
        rows = [row for row in LINES if row.clause == clause]
        if not rows or clause in ("QE-B6", "QE-B7"):  # theirs stand among other numbers
            continue
        in_text = clause in ("QE-B1", "QE-B2", "QE-B8")
        printed = re.findall(r"\d+", found.en if in_text else found.amount)
        assert [row.points for row in rows] == list(map(int, printed)), clause


def _printed(book: str) -> dict[str, list[str]]:
    """The clauses of the printed rule book: their cells, without the emphasis."""
    found = {}
    for id, text in re.findall(r"^\| (QE-[A-Z]\d+) \| (.*) \|$", book, re.MULTILINE):
        cells = [cell.strip() for cell in re.split(r" (?<!\\)\| ", text.replace("**", ""))]
        found[id] = [cell.replace(r"\|", "|").removesuffix("|").strip() for cell in cells]
    return found


def test_the_english_text_is_the_rule_book_s(shared: Path) -> None:
    printed = _printed((shared / "rules" / "qinger.md").read_text("utf-8"))
    assert list(printed) == list(BOOK)
    for id, cells in printed.items():
        table = " (not 见 / 见:" if id == "QE-B8" else ""  # the book prints it below
        text, _, _ = BOOK[id].en.partition(table) if table else (BOOK[id].en, "", "")
        assert [text, BOOK[id].amount] == [*cells, ""][:2]


def test_what_a_clause_rests_on_stands_in_the_source(shared: Path) -> None:
    def plain(text: str) -> str:
        return re.sub(r"\s", "", text)

    source = shared / "rules" / "sources" / "qinger_and_taixing.txt"
    text = plain(source.read_text("utf-8"))
    for found in BOOK.values():
        quoted = found.rests_on.split("Reading:")[0].rstrip("; ")
        for piece in re.split(r"……|；", quoted):
            assert plain(piece) in text, (found.id, piece)
