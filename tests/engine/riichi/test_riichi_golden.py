"""立直: ten thousand hands of real games, scored by another program (``riichi_scoring``).

Each line has a hand, how it was won, and what that program says: yaku, fu, han, points, and what
each seat pays or gets. Every twentieth is read, all of them with ``PAIPU_ALL=1``.
"""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from engine.case import Answer
from engine.games.riichi.scoring import YAKU
from engine.score import answer

STEP = 1 if os.environ.get("PAIPU_ALL") else 20

NUMBERS = {name.replace(" ", ""): int(clause[4:]) for clause, name in YAKU.items()} | {
    "ダブル立直": 21,
    "翻牌白": 18,
    "翻牌發": 19,
    "翻牌中": 20,
    "国士無双十三面": 48,
}
"""The names that the other program has for the yaku."""


def tiles(text: str) -> str:
    """``m340z5`` in our notation; the red five is the 0."""
    suit, found = "", []
    for sign in text:
        if sign in "mpsz":
            suit = sign
        elif sign.isdigit():
            red = sign == "0"
            found.append(
                "ESWNPFC"[int(sign) - 1] if suit == "z" else f"5{suit}r" if red else sign + suit
            )
    return " ".join(found)


def meld(text: str) -> list[str]:
    """``m34-0``: the sign stands behind the claimed tile, a second digit after it is added."""
    laid = tiles(text)
    plain = {tile.rstrip("r") for tile in laid.split()}
    if len(laid.split()) == 3:
        return ["pung" if len(plain) == 1 else "chow", laid]
    if not re.search("[+=-]", text):
        return ["concealed_kong", laid]
    return ["added_kong" if re.search(r"[+=-]\d", text) else "exposed_kong", laid]


def case(given: dict[str, Any]) -> dict[str, Any]:
    """The other program's question as our case; seats are counted from the dealer in both."""
    param, said = given["param"], given["param"]["hupai"]
    seat, (hand, *melds) = param["menfeng"], given["shoupai"].split(",")
    held = tiles(hand).split()
    win: dict[str, Any] = {"seat": seat, "ippatsu": bool(said.get("yifa"))}
    if "rongpai" in given:
        win |= {
            "by": "discard",
            "tile": tiles(given["rongpai"]),
            "from": (seat + {"+": 1, "=": 2, "-": 3}[given["rongpai"][-1]]) % 4,
        }
    else:
        win |= {"by": "kong_draw" if said.get("lingshang") else "self_draw", "tile": held.pop()}
    win["last"] = bool(said.get("haidi"))
    seats: list[dict[str, Any]] = [{}, {}, {}, {}]
    seats[seat] = {"hand": " ".join(held), "melds": [meld(m) for m in melds]}
    if "lizhi" in said:
        seats[seat]["riichi"] = ["single", "double"][said["lizhi"] - 1]
    return {
        "game": "riichi",
        "options": {"double_yakuman": True, "pao": "part"},
        "dealer": 0,
        "round": "ESWN"[param["zhuangfeng"]],
        "honba": param["jicun"]["changbang"],
        "sticks": param["jicun"]["lizhibang"],
        "dora": tiles("".join(param["baopai"])),
        "ura": tiles("".join(param["fubaopai"] or [])),
        "seats": seats,
        "win": win,
    }


def hands(shared: Path) -> Iterator[dict[str, Any]]:
    file = shared / "data" / "riichi_scoring" / "kobalab_hule_10000.jsonl.gz"
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines):
            if number % STEP == 0:
                yield json.loads(line)


def test_another_program_says_the_same_of_every_hand(shared: Path) -> None:
    read = 0
    for hand in hands(shared):
        want = hand["out"]
        found = answer(msgspec.json.encode(case(hand["in"])))
        assert isinstance(found, Answer) and found.legal, (hand, found)
        lines = {
            f"RI-Y{NUMBERS[yaku['name'].replace(' ', '')]}": 13 * len(yaku["fanshu"])
            if isinstance(yaku["fanshu"], str)
            else yaku["fanshu"]
            for yaku in want["hupai"]
        }
        assert dict(found.lines) == lines, hand
        if want["damanguan"] is None:
            assert (found.fu, found.han) == (want["fu"], want["fanshu"]), hand
        assert found.value == want["defen"], hand
        assert list(found.deltas or ()) == want["fenpei"], hand
        read += 1
    assert read == 10_000 // STEP
