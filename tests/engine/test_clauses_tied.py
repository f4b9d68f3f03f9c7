"""Book, code and tests know the same clauses, in both directions, game by game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from engine.clauses import clauses
from engine.game import GAMES

ROOT = Path(__file__).resolve().parents[2]
ID = re.compile(r"\b[A-Z]{2}-[A-Z]+\d+\b")


def cited(folder: Path, suffixes: tuple[str, ...]) -> set[str]:
    texts = [f.read_text(encoding="utf-8") for f in folder.iterdir() if f.suffix in suffixes]
    return {found for text in texts for found in ID.findall(text)}


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_of_the_book_stands_in_the_code(name: str) -> None:
    code = cited(ROOT / "engine" / "games" / name, (".py",))
    assert set(clauses(name)) - code == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_that_the_code_names_stands_in_the_book(name: str) -> None:
    code = cited(ROOT / "engine" / "games" / name, (".py",))
    assert code - set(clauses(name)) == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_clause_of_the_book_stands_in_a_test(name: str) -> None:
    tests = cited(ROOT / "tests" / "engine" / name, (".py", ".jsonl"))
    assert set(clauses(name)) - tests == set()
