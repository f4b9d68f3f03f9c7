"""``paipu simulate``: the same seed gives the same bytes, and they are legal records."""

from __future__ import annotations

import json
from pathlib import Path

from tests.api.tools import Paipu


def test_the_same_seed_gives_the_same_bytes(paipu: Paipu, tmp_path: Path) -> None:
    for folder in ("a", "b"):
        ran = paipu(
            "simulate", "jiujiang", "--seed", 7, "--matches", 2, "--hands", 2, "--out",
            tmp_path / folder,
        )  # fmt: skip
        assert (ran.code, ran.out) == (0, "")
    names = sorted(path.name for path in (tmp_path / "a").iterdir())
    assert names == ["jiujiang-s7-00001.paipu.jsonl", "jiujiang-s7-00002.paipu.jsonl"]
    for name in names:
        assert (tmp_path / "a" / name).read_bytes() == (tmp_path / "b" / name).read_bytes()
    other = paipu("simulate", "jiujiang", "--seed", 8, "--hands", 2).out
    assert other.encode() != (tmp_path / "a" / names[0]).read_bytes()


def test_a_match_does_not_depend_on_how_many_there_are(paipu: Paipu, tmp_path: Path) -> None:
    paipu("simulate", "jiujiang", "--seed", 7, "--matches", 2, "--hands", 1, "--out", tmp_path)
    alone = paipu("simulate", "jiujiang", "--seed", 7, "--hands", 1).out
    assert alone == (tmp_path / "jiujiang-s7-00001.paipu.jsonl").read_text(encoding="utf-8")


def test_options_go_into_the_record_and_are_obeyed(paipu: Paipu, tmp_path: Path) -> None:
    ran = paipu(
        "simulate", "jiujiang", "--hands", 3, "--out", tmp_path,
        "--option", "multi_win=true", "--option", "four_fa=add",
    )  # fmt: skip
    assert ran.code == 0
    path = tmp_path / "jiujiang-s1-00001.paipu.jsonl"
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert '"options":{"multi_win":true,"four_fa":"add"}' in first
    assert paipu("verify", path).code == 0


def test_what_is_there_is_not_overwritten(paipu: Paipu, tmp_path: Path) -> None:
    args = ("simulate", "jiujiang", "--hands", 1, "--out", tmp_path)
    assert paipu(*args).code == 0
    path = tmp_path / "jiujiang-s1-00001.paipu.jsonl"
    assert paipu(*args).code == 0, "the same record may be there"
    path.write_text("something else")
    ran = paipu(*args)
    assert ran.code == 2 and f"{path} is there already with other content" in ran.err
    assert path.read_text() == "something else"


def test_what_cannot_be_simulated(paipu: Paipu, tmp_path: Path) -> None:
    for args, says in (
        (("chess",), "no game 'chess'"),
        (("jiujiang", "--matches", 3), "several matches need a folder"),
        (("jiujiang", "--option", "nope=1"), "unknown option 'nope'"),
        (("jiujiang", "--option", "haidi=7"), "$.options.haidi"),
        (("jiujiang", "--option", "haidi"), "write name=value"),
        (("jiujiang", "--hands", 0), "--hands"),
    ):
        ran = paipu("simulate", *args)
        assert (ran.code, ran.out) == (2, "") and says in ran.err, args


def test_a_game_of_several_sizes_is_played_by_as_many_as_asked(paipu: Paipu) -> None:
    told = paipu("simulate", "gaohuzi", "--players", "2", "--option", "datuo=3", "--hands", "2")
    assert told.code == 0
    start = json.loads(told.out.splitlines()[0])
    assert (len(start["players"]), start["options"]) == (2, {"datuo": "3"})
    assert paipu("simulate", "jiujiang", "--players", "3").code == 2


def test_without_a_number_of_hands_a_match_goes_to_its_end(paipu: Paipu) -> None:
    told = paipu("simulate", "taixing")
    deals = [e for e in map(json.loads, told.out.splitlines()) if e["type"] == "deal"]
    assert len(deals) >= 16
    told = paipu("simulate", "jiujiang")
    deals = [e for e in map(json.loads, told.out.splitlines()) if e["type"] == "deal"]
    assert len(deals) == 16
