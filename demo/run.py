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

HERE = Path(os.path.relpath(Path(__file__).parent))
OUT = Path("demo-out")
RECORDS, DB, DISPUTE = OUT / "records", OUT / "games.duckdb", OUT / "dispute.paipu.jsonl"
SHOWN = (
    "hands", "win_rate", "self_draw_share", "deal_in_rate", "draw_rate", "dealer_repeats",
    "pao", "pao_eaten", "pao_ten", "follow_rate", "follow_rate_chance",
)  # fmt: skip


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

    tamper()
    title("A dispute: a payer had declared 报听, and the client forgot the ten 炮 eaten for it")
    paipu("verify", DISPUTE, may=(1,))
    paipu("explain", DISPUTE, "--hand", 0, "--recorded", may=(1,))

    title("What it adds up to")
    paipu("stats", "--db", DB, *(word for id in SHOWN for word in ("--id", id)))

    title(f"Done in {time.monotonic() - started:.0f} seconds. And now")
    say("make serve   the HTTP API on these matches, with its own documentation")
    say("make notes   the notebook with the charts")
    say(f"paipu replay {DISPUTE} --at last   the table at the end (paipu is in .venv/bin)")
    say("paipu clauses jiujiang   the rule book, clause by clause")
    return 0


def tamper() -> None:
    """Write the dispute: a right record in which what is eaten for 报听 (JJ-X7) was forgotten.

    Points, deltas and totals are as if that were right.
    """
    text = (HERE / "ready_and_eaten.paipu.jsonl").read_text(encoding="utf-8")
    events = [json.loads(line) for line in text.splitlines()]
    *_, settlement, close = events
    (win,) = settlement["wins"]
    for payment in win["payments"]:
        if ["JJ-X7", 10] in payment.get("lines", []):
            break
    del payment["lines"]
    points = 10 * settlement["unit"]
    payment["points"] -= points
    settlement["deltas"][payment["from"]] += points
    settlement["deltas"][win["seat"]] -= points
    settlement["totals"] = close["totals"] = settlement["deltas"]
    lines = (json.dumps(event, ensure_ascii=False) + "\n" for event in events)
    DISPUTE.write_text("".join(lines), encoding="utf-8")


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
