"""Statistics as text: value, 95 % interval, numerator and denominator."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from api.terminal import table
from api.words import Lang, both


def statistics(rows: Sequence[dict[str, Any]], lang: Lang = "both") -> str:
    """Rows of a report, a table for each game, ruleset, client and group."""
    parts = []
    for key, block in groupby(rows, key=_section):
        parts.append(
            f"{' · '.join(key)}\n{table(list(_rows(block, lang)), _HEAD, right=(1, 3, 4))}"
        )
    return "\n\n".join(parts)


_HEAD = ["", "", "95 %", "n", "d", ""]


def _section(row: dict[str, Any]) -> tuple[str, ...]:
    ruleset = f"ruleset {row['ruleset']}" if row["ruleset"] else ""
    return tuple(str(part) for part in (row["game"], ruleset, row["client"], row["group"]) if part)


def _rows(block: Iterator[dict[str, Any]], lang: Lang) -> Iterator[list[str]]:
    last = None
    for row in block:
        name, item = both(row["zh"], row["en"], lang), _item(row, lang)
        if item and row["id"] != last:
            yield [name]
        last = row["id"]
        missing = row["missing"] or 0
        yield [
            f"    {item}" if item else name,
            amount(row["value"], row["unit"]),
            _interval(row),
            amount(row["n"], ""),
            amount(row["d"], ""),
            f"{missing} not known" if missing else "",
        ]


def _item(row: dict[str, Any], lang: Lang) -> str:
    zh, en = row["item_zh"] or "", row["item_en"] or ""
    return zh if zh.endswith(en) and lang == "both" else both(zh, en, lang)


def _interval(row: dict[str, Any]) -> str:
    if row["lo"] is None or row["hi"] is None:
        return ""
    low, high = amount(row["lo"], row["unit"]), amount(row["hi"], row["unit"])
    return f"{low.split()[0]} – {high}"


def amount(value: float | None, unit: str | None) -> str:
    """A value in its unit; fractions as percent."""
    if value is None:
        return "–"
    if unit == "%":
        return f"{100 * value:.1f} %"
    number = str(int(value)) if float(value).is_integer() else f"{value:.2f}"
    return f"{number} {unit or ''}".rstrip()
