"""A program that appends for as long as it lives and says what was acknowledged, one line each.

It takes the file, how many hands a batch has, and the size of log at which DuckDB checkpoints.
"""

from __future__ import annotations

import sys

import store.attach
from store import DuckStore
from tests.store.streams import hand, opening


def main(path: str, hands: int, checkpoint: str) -> None:
    store.attach.WAL_LIMIT = checkpoint
    log = DuckStore(path, create=True)
    print("ready", flush=True)
    while True:
        for match, head in log.heads().items():
            number = len(log.hands(match))
            batch = [event for n in range(number, number + hands) for event in hand(n, turns=20)]
            done = log.append(match, head.version, batch)
            print(done.match, done.version, done.head.hex(), flush=True)
        if len(log.heads()) < 5:
            events = [opening(f"match {len(log.heads())}"), *hand(0, turns=20)]
            done = log.append(None, 0, events)
            print(done.match, done.version, done.head.hex(), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
