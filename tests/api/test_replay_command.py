"""``paipu replay``: the table after an event, whole and through one seat's eyes."""

from __future__ import annotations

from tests.api.tools import Paipu, Record, Save


def test_the_position_after_an_event(paipu: Paipu, record: Record, save: Save) -> None:
    path = save(record)
    ran = paipu("replay", path, "--hand", 0, "--at", 20, "--json")
    assert ran.code == 0
    (told,) = ran.rows
    assert (told["seq"], told["line"], told["seat"]) == (20, 21, None)
    assert told["event"] == record[20]
    seats = told["table"]["seats"]
    assert seats[2]["melds"][0]["tiles"] == "P P P" and seats[2]["melds"][0]["from"] == 0
    assert seats[2]["flowers"] == "F"
    assert len(seats[2]["hand"].split()) == 11
    assert told["players"] == ["p1", "p2", "p3", "p4"]


def test_a_seat_sees_its_own_tiles_only(paipu: Paipu, record: Record, save: Save) -> None:
    path = save(record)
    (told,) = paipu("replay", path, "--at", 20, "--seat", 2, "--json").rows
    hands = [seat["hand"] for seat in told["table"]["seats"]]
    assert "?" not in hands[2]
    assert all(set(hand.split()) == {"?"} for i, hand in enumerate(hands) if i != 2)


def test_what_others_drew_and_were_dealt_is_hidden(
    paipu: Paipu, record: Record, save: Save
) -> None:
    path = save(record)
    (dealt,) = paipu("replay", path, "--at", 1, "--seat", 2, "--json").rows
    assert dealt["event"]["hands"][2] == record[1]["hands"][2]
    assert set(dealt["event"]["hands"][0].split()) == {"?"}
    assert "wall" not in dealt["event"]
    at = next(i for i, e in enumerate(record) if e["type"] == "draw" and e["seat"] != 2)
    (drawn,) = paipu("replay", path, "--at", at, "--seat", 2, "--json").rows
    assert drawn["event"]["tile"] == "?" and drawn["table"]["drawn"] in ("?", None)


def test_last_is_the_end_of_the_hand_or_of_the_record(paipu: Paipu, tmp_path: object) -> None:
    out = f"{tmp_path}/sim"
    assert paipu("simulate", "jiujiang", "--hands", 2, "--out", out).code == 0
    path = f"{out}/jiujiang-s1-00001.paipu.jsonl"
    (first,) = paipu("replay", path, "--hand", 0, "--json").rows
    assert first["event"]["type"] == "settlement" and first["table"]["hand"] == 0
    (end,) = paipu("replay", path, "--json").rows
    assert end["event"]["type"] == "close" and end["table"]["hand"] == 1


def test_the_text_names_every_seat(paipu: Paipu, record: Record, save: Save) -> None:
    ran = paipu("replay", save(record), "--at", 20)
    assert "九江麻将 · hand 0 · after event 20 (line 21)" in ran.out
    assert "seat 2 claims pung on P with P P of event 19" in ran.out
    for seat, name in enumerate(("p1 庄", "p2", "p3", "p4")):
        assert f"seat {seat}  {name}" in ran.out
    assert "P P P  ← seat 0" in ran.out
    assert "(C) (7s) (P)" in ran.out


def test_places_that_are_not_there(paipu: Paipu, record: Record, save: Save) -> None:
    path = save(record)
    for args, says in (
        (("--at", 99), "no event 99; the last one is event 31"),
        (("--at", 0), "no hand has begun at event 0"),
        (("--hand", 7), "no hand 7; hand 0 is settled in the record"),
        (("--at", 31, "--hand", 0), "event 31 belongs to hand 0"),
        (("--at", "x"), "'x' is no event number and not last"),
        (("--at", 20, "--seat", 4), "no seat 4; the seats are 0 to 3"),
        (("--at", 20, "--hand", 3), "event 20 belongs to hand 0, not to hand 3"),
    ):
        ran = paipu("replay", path, *args)
        assert (ran.code, ran.out) == (2, ""), args
        assert says in ran.err, args


def test_a_position_behind_an_unreadable_line_is_not_made_up(
    paipu: Paipu, record: Record, save: Save, tmp_path: object
) -> None:
    path = save(record)
    with open(path, encoding="utf-8") as file:
        lines = file.readlines()
    lines[9] = "nonsense\n"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(lines)
    assert paipu("replay", path, "--at", 8).code == 0
    ran = paipu("replay", path, "--at", 20)
    assert ran.code == 2
    assert "the position at event 20 is not known: see line 10" in ran.err
