"""The rule books as data: what they say, and that code and book know the same clauses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.clauses import clause, clauses, record_clauses
from engine.game import GAMES
from engine.games.jiujiang.payment import EATEN
from engine.games.jiujiang.scoring import LINES
from engine.games.taixing import scoring as taixing

GAME_FOLDERS = Path(__file__).resolve().parents[2] / "engine" / "games"
BOOK = clauses("jiujiang")
SOURCES = {"jiujiang": "jiujiang.txt", "taixing": "qinger_and_taixing.txt"}
"""The games whose printed rule book the clauses repeat, and the source that it rests on."""


def test_a_clause_is_found_by_game_and_id() -> None:
    found = clause("jiujiang", "JJ-F6")
    assert found is not None
    assert (found.kind, found.name, found.amount) == ("flower", "全求人", "35")
    assert clause("jiujiang", "R5") == record_clauses()["R5"]
    assert clause("jiujiang", "JJ-F99") is None
    with pytest.raises(KeyError):
        clauses("poker")


def test_the_book_of_jiujiang_is_whole() -> None:
    counts = {"E": 5, "P": 15, "S": 4, "F": 16, "A": 10, "X": 8}
    wanted = [f"JJ-{part}{n}" for part in counts for n in range(1, counts[part] + 1)]
    assert sorted(BOOK) == sorted([*wanted, *(f"JJ-W{n}" for n in range(5))])
    assert list(record_clauses()) == [f"R{n}" for n in range(1, 14)]


def test_the_book_of_taixing_is_whole() -> None:
    counts = {"E": 7, "P": 6, "W": 6, "H": 8, "F": 12, "X": 4}
    wanted = [f"TX-{part}{n}" for part in counts for n in range(1, counts[part] + 1)]
    assert list(clauses("taixing")) == wanted


@pytest.mark.parametrize("game", SOURCES)
def test_every_clause_says_something_in_both_languages(game: str) -> None:
    book = clauses(game)
    for found in [*book.values(), *record_clauses().values()]:
        assert re.search(r"[一-鿿]", found.zh), found.id
        assert re.search(r"[A-Za-z一-鿿]", found.en), found.id
        assert found.name, found.id
    assert [found.id for found in book.values() if not found.rests_on] == []


def test_every_scored_clause_is_a_row_of_a_table_and_named_alike() -> None:
    rows = [*LINES, *EATEN]
    scored = {id for id in BOOK if re.match(r"JJ-[SFA]|JJ-X[3-7]", id)}
    assert {row.clause for row in rows} == scored
    order = list(BOOK)
    for table in (LINES, EATEN):
        places = [order.index(row.clause) for row in table]
        assert places == sorted(places)
    for row in rows:
        assert BOOK[row.clause].name in row.name, row
        assert set(row.replaces) <= scored, row


def test_every_scored_clause_of_taixing_is_a_row_of_a_table_and_named_alike() -> None:
    book = clauses("taixing")
    rows = [*taixing.HUA, *taixing.FLOOR, *taixing.FAN]
    scored = {id for id in book if re.match(r"TX-[HF]", id)}
    assert {row.clause for row in rows} | {taixing.SMALL} == scored
    for table in (taixing.HUA, taixing.FAN):
        places = [list(book).index(row.clause) for row in table]
        assert places == sorted(places)
    for row in rows:
        assert book[row.clause].name in row.name, row
        assert set(row.replaces) <= scored, row
        amount = book[row.clause].amount
        assert amount in ("floor", str(row.points)) or isinstance(row.points, str), row


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_the_code_cites_is_in_the_book(game: str) -> None:
    cited = {
        id
        for source in (GAME_FOLDERS / game).glob("*.py")
        for id in re.findall(r"\b(?:[A-Z]{2}-[A-Z]\d+|R\d{1,2})\b", source.read_text("utf-8"))
    }
    assert cited
    assert [id for id in sorted(cited) if clause(game, id) is None] == []


def _rows(book: str) -> dict[str, list[str]]:
    """The clauses of a printed rule book: their cells, without the emphasis."""
    found = {}
    for id, text in re.findall(r"^\| ([A-Z]{2}-[A-Z]\d+) \| (.*) \|$", book, re.MULTILINE):
        cells = [cell.strip() for cell in re.split(r" (?<!\\)\| ", text.replace("**", ""))]
        found[id] = [cell.replace(r"\|", "|") for cell in cells]
    return found


@pytest.mark.parametrize("game", SOURCES)
def test_the_english_text_is_the_rule_book_s(game: str, shared: Path) -> None:
    book = clauses(game)
    printed = _rows((shared / "rules" / f"{game}.md").read_text("utf-8"))
    assert list(printed) == list(book)
    for id, cells in printed.items():
        assert [book[id].en, book[id].amount] == [*cells, ""][:2]


def test_the_record_s_clauses_are_the_format_s(shared: Path) -> None:
    printed = (shared / "design" / "record-format.md").read_text("utf-8")
    found = re.findall(r"^- \*\*(R\d+)\*\* (.*?)(?=^- |\Z)", printed, re.MULTILINE | re.DOTALL)
    assert {id: " ".join(text.split()) for id, text in found} == {
        id: found.en for id, found in record_clauses().items()
    }


@pytest.mark.parametrize(("game", "file"), SOURCES.items())
def test_what_a_clause_rests_on_stands_in_the_source(game: str, file: str, shared: Path) -> None:
    def plain(text: str) -> str:
        return re.sub(r"\s", "", text)

    source = plain((shared / "rules" / "sources" / file).read_text("utf-8"))
    for found in clauses(game).values():
        quoted = found.rests_on.split("Reading:")[0].rstrip("; ")
        for piece in re.split(r"……|；", quoted):
            assert plain(piece) in source, (found.id, piece)
