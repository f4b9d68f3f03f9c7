"""The demo: simulate, import, verify, explain a dispute, count. ``make demo [DATA=DIR]``.

Everything is done with the command line, and each command is shown as it is run. The output goes
to ``demo-out/``, which is made anew.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

HERE = Path(os.path.relpath(Path(__file__).parent))
OUT = Path("demo-out")
RECORDS, DB, DISPUTE = OUT / "records", OUT / "games.duckdb", OUT / "dispute.paipu.jsonl"
SHOWN = (
    "hands", "win_rate", "self_draw_share", "deal_in_rate", "draw_rate", "dealer_repeats",
    "pao", "pao_eaten", "pao_ten", "follow_rate", "follow_rate_chance",
)  # fmt: skip

Event = dict[str, Any]


def main(folders: list[str]) -> int:
    """Run the demo with the logs in ``folders`` beside the simulated ones."""
    started = time.monotonic()
    for folder in folders:
        if not Path(folder).exists():
            return fail(f"DATA: there is no {folder}")
    shutil.rmtree(OUT, ignore_errors=True)
    OUT.mkdir()

    title("Thirty matches of 九江麻将 between seeded players")
    paipu("simulate", "jiujiang", "--seed", 1, "--matches", 30, "--hands", 8, "--out", RECORDS)

    title("Into a database, with a small hand-written Tenhou log" + " and your own" * bool(folders))
    paipu("import", RECORDS, HERE / "tenhou_hand_written.mjlog", *folders, "--db", DB, may=(0, 2))

    title("Every event, settlement line, payment and total checked")
    paipu("verify", RECORDS)

    hand, told = tampered()
    title(f"A dispute: in hand {hand} of this record the client forgot {told}")
    paipu("verify", DISPUTE, may=(1,))
    paipu("explain", DISPUTE, "--hand", hand, "--recorded", may=(1,))

    title("What it adds up to")
    paipu("stats", "--db", DB, *(word for id in SHOWN for word in ("--id", id)))

    title(f"Done in {time.monotonic() - started:.0f} seconds. And now")
    say("make serve   the HTTP API on these matches, with its own documentation")
    say("make notes   the notebook with the charts")
    say(f"paipu replay {DISPUTE} --hand {hand} --at last    (paipu is in .venv/bin)")
    say("paipu clauses jiujiang                             the rule book, clause by clause")
    return 0


def tampered() -> tuple[int, str]:
    """Write the dispute: a record in which one thing that is eaten from a payer was forgotten.

    Returns the hand, and what was forgotten. Everything after it is as if it were right: deltas,
    running totals and the end of the match.
    """
    for path in sorted(RECORDS.iterdir()):
        events: list[Event] = [json.loads(line) for line in path.read_bytes().splitlines()]
        for event in events:
            found = event["type"] == "settlement" and forgettable(event)
            if found:
                told = forget(event, *found, events)
                text = "".join(json.dumps(e, ensure_ascii=False) + "\n" for e in events)
                DISPUTE.write_text(text, encoding="utf-8")
                return event["hand"], told
    raise SystemExit("no simulated hand has anything eaten")


def forgettable(settlement: Event) -> tuple[int, int] | None:
    """The winner's and the payment's place in a win by discard with two things eaten."""
    for w, win in enumerate(settlement["wins"]):
        for p, payment in enumerate(win["payments"]):
            eaten = payment.get("lines", ())
            if len(win["payments"]) == 1 and len(eaten) > 1 and len(win["lines"]) > 2:
                return w, p
    return None


def forget(settlement: Event, w: int, p: int, events: list[Event]) -> str:
    """Take one eaten line out of a payment, and out of everything that follows from it."""
    win = settlement["wins"][w]
    payment = win["payments"][p]
    clause, pao = payment["lines"].pop()
    points = pao * settlement["unit"]
    payment["points"] -= points
    giver, taker = payment["from"], win["seat"]
    settlement["deltas"][giver] += points
    settlement["deltas"][taker] -= points
    for event in events[events.index(settlement) :]:
        for totals in (event.get("totals"), event.get("carry", {}).get("totals")):
            if totals is not None:
                totals[giver] += points
                totals[taker] -= points
    return f"what seat {taker} eats from seat {giver} ({clause})"


def paipu(*args: object, may: tuple[int, ...] = (0,)) -> None:
    """Show a command and run it; the demo ends where its exit code is not one it ``may`` have."""
    words = [str(arg) for arg in args]
    say(f"$ paipu {' '.join(words)}")
    code = subprocess.run(
        [sys.executable, "-c", "from api.cli import main; main()", *words]
    ).returncode
    if code not in may:
        raise SystemExit(fail(f"that ended with exit code {code}"))


def title(text: str) -> None:
    """A line that says what comes."""
    bold, plain = ("\x1b[1m", "\x1b[0m") if sys.stdout.isatty() else ("", "")
    say(f"\n{bold}{text}{plain}\n")


def say(text: str) -> None:
    """Talk between the commands, in order with what they write."""
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def fail(text: str) -> int:
    """Say what is wrong; the exit code for it."""
    sys.stderr.write(f"demo: {text}\n")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
