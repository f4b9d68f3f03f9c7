"""``paipu verify``: check records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.inputs import Refused, files
from api.commands.options import FormatOption, Json, format_name
from api.terminal import out, out_json, progress, say

if TYPE_CHECKING:
    from api.usecases.verifying import Checked


def command(
    paths: Annotated[
        list[str], typer.Argument(help="Records, logs or folders; - is standard input.")
    ],
    json: Json = False,
    format: FormatOption = "auto",
) -> None:
    """Check records event by event, line by line.

    Every event, settlement line, payment and total is checked. A finding names the line, the
    clause, the seat and what should be. What could not be checked is said on standard error, with
    the reason. Exit code: 0 no finding, 1 findings, 2 something could not be read (the rest is
    checked all the same).

    \b
    paipu verify match.paipu.jsonl
    paipu verify records/ --json > findings.jsonl
    zcat match.paipu.jsonl.gz | paipu verify -
    """
    from api.usecases.verifying import verify_file

    chosen = format_name(format)
    refused = Refused()
    done: list[Checked] = []
    named = files(paths, refused)
    with progress("verify", len(named)) as step:
        for path in named:
            try:
                for checked in verify_file(path, chosen):
                    done.append(checked)
                    _tell(checked, json, refused)
            except (ValueError, OSError) as error:
                refused.add(error)
            step()
    found = sum(len(checked.findings) for checked in done)
    say(_summary(done, found, len(named)))
    raise typer.Exit(2 if refused.any else 1 if found else 0)


def _tell(checked: Checked, json: bool, refused: Refused) -> None:
    for finding, line in zip(checked.findings, checked.lines, strict=True):
        if json:
            out_json(finding)
            continue
        text = checked.texts.get(finding.clause or "")
        where = "" if finding.hand is None else f"  hand {finding.hand}"
        who = "" if finding.seat is None else f"  seat {finding.seat}"
        name = f" {text.name}" if text is not None else ""
        cited = f"{finding.code}  {finding.clause or ''}{name}"
        out(f"{checked.file}:{line}{where}  {cited}{who}  {finding.message}")
        if text is not None and text.zh:
            out(f"    {text.zh}\n    {text.en}".replace("`", ""))
    for error in checked.errors:
        refused.add(error)
    reasons: dict[tuple[str | None, str], list[int]] = {}
    for note in checked.unchecked:
        hands = reasons.setdefault((note.clause, note.reason), [])
        hands += [] if note.hand is None else [note.hand]
    for (clause, reason), hands in reasons.items():
        cite = f"{clause} " if clause else ""
        say(f"{checked.file}{_named(hands)}: {cite}could not be checked, because: {reason}")


def _named(hands: list[int]) -> str:
    if len(hands) > 5:
        return f": {len(hands)} hands"
    numbers = ", ".join(map(str, hands))
    return f": hand{'s' * (len(hands) > 1)} {numbers}" if hands else ""


def _summary(done: list[Checked], found: int, files: int) -> str:
    events, hands = sum(c.events for c in done), sum(c.hands for c in done)
    checked = sum(c.checked for c in done)
    cut = sum(c.incomplete for c in done)
    parts = [
        f"{files} file{'s' * (files != 1)}",
        f"{hands} hand{'s' * (hands != 1)} ({checked} checked to the end)",
        f"{events} events",
        f"{found} finding{'s' * (found != 1)}" if found else "no finding",
    ]
    if cut:
        parts.append(f"{cut} incomplete")
    return ", ".join(parts)
