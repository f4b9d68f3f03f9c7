"""``paipu convert``: a game goes on to other people's tools, and comes back the same."""

from __future__ import annotations

import json
from pathlib import Path

from tests.api.tools import Paipu

LOG = Path(__file__).resolve().parents[2] / "demo" / "tenhou_hand_written.mjlog"


def test_a_tenhou_log_goes_out_as_mjai_and_verifies(paipu: Paipu, tmp_path: Path) -> None:
    out = tmp_path / "game.mjson"
    assert paipu("convert", LOG, "--to", "mjai", "-o", out).code == 0
    kinds = [json.loads(line)["type"] for line in out.read_text(encoding="utf-8").splitlines()]
    assert kinds[0] == "start_game" and kinds.count("start_kyoku") == 4
    assert paipu("verify", out).code == 0
    assert paipu("convert", LOG, "--to", "mjai", "-o", out).code == 2  # it is there already


def test_a_tenhou_log_goes_out_as_tenhou_net_6(paipu: Paipu) -> None:
    told = paipu("convert", LOG, "--to", "tenhou6")
    assert told.code == 0
    hands = [hand for line in told.out.splitlines() for hand in json.loads(line)["log"]]
    assert len(hands) == 4
    wins = [hand[-1] for hand in hands if hand[-1][0] == "和了"]
    assert wins and all(isinstance(text, str) for win in wins for text in win[2][3:])


def test_our_own_record_is_the_default(paipu: Paipu) -> None:
    told = paipu("convert", LOG)
    assert json.loads(told.out.splitlines()[0])["game"] == "riichi"


def test_what_a_format_has_no_words_for_is_refused(paipu: Paipu, tmp_path: Path) -> None:
    record = tmp_path / "a.paipu.jsonl"
    record.write_text(paipu("simulate", "jiujiang", "--hands", 1).out, encoding="utf-8")
    ran = paipu("convert", record, "--to", "mjai")
    assert (ran.code, ran.out) == (2, "") and "mjai" in ran.err
    assert paipu("convert", record, "--to", "pgn").code == 2
    assert paipu("convert", tmp_path / "none.mjlog").code == 2


def test_a_stored_match_goes_out_too(paipu: Paipu, tmp_path: Path) -> None:
    db = tmp_path / "games.duckdb"
    paipu("import", LOG, "--db", db)
    told = paipu("export", "--db", db, "--match", 1, "--to", "mjai")
    assert told.code == 0 and '"start_game"' in told.out.splitlines()[0]
