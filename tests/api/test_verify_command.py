"""``paipu verify``: what it finds, where it says it stands, and its exit codes."""

from __future__ import annotations

import gzip
from pathlib import Path

from tests.api.tools import SETTLED, Paipu, Record, Save


def test_a_clean_record_says_nothing_on_standard_output(
    paipu: Paipu, record: Record, save: Save
) -> None:
    ran = paipu("verify", save(record))
    assert (ran.code, ran.out) == (0, "")
    assert "1 hand (1 checked to the end), 32 events, no finding" in ran.err


def test_a_finding_names_file_line_hand_code_clause_seat(
    paipu: Paipu, record: Record, save: Save
) -> None:
    record[SETTLED]["wins"][0]["lines"][2] = ["JJ-A1", 2]
    path = save(record)
    ran = paipu("verify", path)
    assert ran.code == 1
    first, zh, en = ran.out.splitlines()[:3]
    assert first.startswith(f"{path}:{SETTLED + 1}  hand 0  line  JJ-A1 发财  seat 2  ")
    assert "says 2, it is worth 1" in first
    assert "自己面前每张发财" in zh and "each F in front" in en


def test_json_prints_findings_only_with_the_published_fields(
    paipu: Paipu, record: Record, save: Save
) -> None:
    record[SETTLED]["wins"][0]["payments"][1]["points"] = 9
    path = save(record)
    ran = paipu("verify", path, "--json")
    assert ran.code == 1
    first = ran.rows[0]
    message = first.pop("message")
    assert first == {
        "file": path,
        "hand": 0,
        "seq": SETTLED,
        "seat": 1,
        "code": "points",
        "clause": "JJ-X2",
        "recorded": 9,
        "expected": 5,
    }
    assert "9" in message and "5" in message


def test_a_bad_line_is_named_and_the_other_hands_are_checked(
    paipu: Paipu, record: Record, save: Save, tmp_path: Path
) -> None:
    simulated = paipu("simulate", "jiujiang", "--hands", "3", "--seed", "4").out.splitlines()
    simulated[5] = '{"type":"draw","seat":9,"tile":"1m"}'
    settled = [i for i, line in enumerate(simulated) if '"settlement"' in line]
    broken = simulated[settled[2]].replace('"totals":[', '"totals":[7', 1)
    simulated[settled[2]] = broken
    path = tmp_path / "bad.paipu.jsonl"
    path.write_text("\n".join(simulated) + "\n", encoding="utf-8")
    ran = paipu("verify", path, "--json")
    assert ran.code == 2
    assert f"paipu: {path}, line 6, $.seat: " in ran.err
    assert "hand 0: could not be checked, because: line 6 cannot be read" in ran.err
    found = [(row["hand"], row["seq"], row["code"]) for row in ran.rows]
    assert found[0] == (2, settled[2], "totals")
    assert all(hand != 1 for hand, _, _ in found), "hand 1 is as it was"


def test_an_unusable_file_does_not_stop_the_others(
    paipu: Paipu, record: Record, save: Save, tmp_path: Path
) -> None:
    record[SETTLED]["deltas"] = [-4, -6, 15, -5]
    good = save(record)
    ran = paipu("verify", tmp_path / "missing.paipu.jsonl", good, "--json")
    assert ran.code == 2
    assert f"paipu: {tmp_path / 'missing.paipu.jsonl'}: No such file or directory" in ran.err
    assert {row["file"] for row in ran.rows} == {good}


def test_a_folder_stands_for_the_logs_in_it(
    paipu: Paipu, record: Record, save: Save, tmp_path: Path
) -> None:
    save(record)
    (tmp_path / "deeper").mkdir()
    save(record, "deeper/again.paipu.jsonl")
    (tmp_path / "notes.txt").write_text("not a log")
    (tmp_path / ".hidden.jsonl").write_text("not a log either")
    ran = paipu("verify", tmp_path)
    assert ran.code == 0
    assert "2 files, 2 hands" in ran.err


def test_a_record_that_was_cut_is_incomplete_and_no_finding(
    paipu: Paipu, record: Record, save: Save, tmp_path: Path
) -> None:
    whole = Path(save(record)).read_bytes()
    cut = tmp_path / "cut.paipu.jsonl"
    cut.write_bytes(whole[: len(whole) // 2])
    packed = tmp_path / "cut.paipu.jsonl.gz"
    packed.write_bytes(gzip.compress(whole)[:-40])
    ran = paipu("verify", cut, packed)
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.count("the record ends in the hand") == 2
    assert "2 incomplete" in ran.err


def test_what_is_not_known_is_said_with_its_clause(
    paipu: Paipu, record: Record, save: Save
) -> None:
    hands = record[1]["hands"]
    hands[2] = " ".join("?" for _ in hands[2].split())
    ran = paipu("verify", save(record))
    assert ran.code == 0
    assert "hand 0: JJ-W1 could not be checked, because: " in ran.err


def test_a_ruling_on_a_hand_before_an_unreadable_line_is_no_finding(
    paipu: Paipu, record: Record, tmp_path: Path
) -> None:
    lines = paipu("simulate", "jiujiang", "--hands", "3", "--seed", "4").out.splitlines()
    settled = [i for i, line in enumerate(lines) if '"settlement"' in line]
    lines[settled[0] + 3] = "{"
    lines.insert(settled[2] + 1, '{"type":"ruling","hand":0,"verdict":"upheld"}')
    path = tmp_path / "ruled.paipu.jsonl"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    ran = paipu("verify", path)
    assert (ran.code, ran.out) == (2, "")


def test_another_version_of_the_rule_book_is_said(paipu: Paipu, record: Record, save: Save) -> None:
    record[0]["rules"] = "2"
    ran = paipu("verify", save(record))
    assert (ran.code, ran.out) == (0, "") and "played by version 2 of the rule book" in ran.err
