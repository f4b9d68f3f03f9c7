"""What every backend promises: each test runs on the memory store and on the DuckDB store."""

from __future__ import annotations

import hashlib
import io

import pytest

from events import (
    GENESIS,
    AnyEvent,
    Claim,
    Declare,
    Discard,
    Draw,
    MalformedInput,
    Match,
    Ruling,
    Settlement,
    chain,
    from_json,
)
from store import Conflict, EventStore, Origin, Place, StoreError, match_key
from tests.store.streams import hand, opening, sitting

WHOLE = sitting("a", hands=2)
HEADS = list(chain(WHOLE))


def events_of(store: EventStore, match: int) -> list[AnyEvent]:
    return [stored.event for stored in store.read(match)]


def refused(error: pytest.ExceptionInfo[StoreError]) -> str:
    return error.value.code


# Appending


def test_a_new_match_gets_the_next_number_and_the_chain_of_its_events(store: EventStore) -> None:
    done = store.append(None, 0, WHOLE)
    assert (done.match, done.first, done.version, done.head) == (1, 0, len(WHOLE), HEADS[-1])
    assert store.append(None, 0, sitting("b")).match == 2
    assert [stored.hash for stored in store.read(1)] == HEADS
    assert events_of(store, 1) == WHOLE


def test_events_are_added_hand_by_hand_under_their_expected_version(store: EventStore) -> None:
    first = store.append(None, 0, [opening(), *hand(0)])
    second = store.append(first.match, first.version, hand(1))
    assert (second.first, second.version) == (first.version, first.version + len(hand(1)))
    assert store.head(first.match) == (second.version, HEADS[second.version - 1])


def test_the_same_batch_again_is_answered_as_it_was_the_first_time(store: EventStore) -> None:
    first = store.append(None, 0, [opening(), *hand(0)])
    second = store.append(first.match, first.version, hand(1))
    assert store.append(None, 0, [opening(), *hand(0)]) == first
    assert store.append(first.match, 0, [opening(), *hand(0)]) == first
    assert store.append(first.match, first.version, hand(1)) == second
    assert store.head(first.match).version == second.version


def test_a_different_batch_at_a_taken_place_is_a_conflict_with_what_is_missing(
    store: EventStore,
) -> None:
    first = store.append(None, 0, [opening(), *hand(0)])
    store.append(first.match, first.version, hand(1))
    with pytest.raises(Conflict) as error:
        store.append(first.match, first.version, [Draw(seat=0, tile="9p")])
    conflict = error.value
    assert (conflict.match, conflict.expected, conflict.version) == (
        first.match,
        first.version,
        first.version + len(hand(1)),
    )
    assert [stored.event for stored in conflict.missing] == hand(1)
    assert f"version {conflict.version}" in str(conflict)


@pytest.mark.parametrize("change", ["longer", "shorter", "one tile"])
def test_a_batch_that_is_only_partly_there_is_a_conflict(store: EventStore, change: str) -> None:
    first = store.append(None, 0, [opening(), *hand(0)])
    batch = hand(1)
    store.append(first.match, first.version, batch)
    before = store.head(first.match)
    other = {
        "longer": [*batch, *hand(2)],
        "shorter": [*batch[:3], Draw(seat=3, tile="9p")],
        "one tile": [batch[0], Draw(seat=0, tile="9p"), *batch[2:]],
    }[change]
    with pytest.raises(Conflict):
        store.append(first.match, first.version, other)
    assert store.head(first.match) == before


def test_a_batch_from_the_future_is_a_conflict_without_missing_events(store: EventStore) -> None:
    store.append(None, 0, WHOLE)
    with pytest.raises(Conflict) as error:
        store.append(1, len(WHOLE) + 1, [Draw(seat=0, tile="1m")])
    assert (error.value.version, error.value.missing) == (len(WHOLE), ())


@pytest.mark.parametrize(
    ("match", "expected", "events"),
    [
        (None, 0, []),
        (None, 0, hand(0)),
        (None, 0, [opening()]),
        (None, 0, [opening(), Declare(seat=0, act="datuo")]),
        (None, 5, hand(1)),
        (None, 0, [opening(), *hand(0), opening("b")]),
    ],
    ids=["nothing", "no match event", "no deal", "only declares", "not from 0", "two matches"],
)
def test_what_is_no_stream_of_events_is_refused(
    store: EventStore, match: int | None, expected: int, events: list[AnyEvent]
) -> None:
    with pytest.raises(StoreError) as error:
        store.append(match, expected, events)
    assert refused(error) == "not_a_stream"
    assert store.heads() == {}


def test_a_second_match_event_cannot_continue_a_match(store: EventStore) -> None:
    store.append(None, 0, [opening(), *hand(0)])
    with pytest.raises(StoreError, match="second match event") as error:
        store.append(1, len(hand(0)) + 1, [opening("b")])
    assert refused(error) == "not_a_stream"


def test_an_unknown_match_is_named(store: EventStore) -> None:
    for ask in (
        lambda: store.append(7, 3, hand(0)),
        lambda: store.read(7),
        lambda: store.read_hand(7, 0),
        lambda: store.head(7),
        lambda: store.hands(7),
        lambda: store.match(7),
    ):
        with pytest.raises(StoreError, match="no match 7") as error:
            ask()
        assert refused(error) == "unknown"


@pytest.mark.parametrize(
    ("bad", "field"),
    [
        (Draw(seat=9, tile="1m"), "$.seat"),
        (Discard(seat=0, tile=""), "$.tile"),
        (Draw(seat=0, tile="1m", at="2025-02-30T10:00:00Z"), "$.at"),
        (Claim(seat=0, act="Pung!", tile="1m", of=3), "$.act"),
    ],
)
def test_an_event_with_a_value_out_of_range_keeps_its_whole_batch_out(
    store: EventStore, bad: AnyEvent, field: str
) -> None:
    good = [opening(), *hand(0)]
    with pytest.raises(MalformedInput, match=f"event {len(good)}") as error:
        store.append(None, 0, [*good, bad])
    assert error.value.path == field
    assert store.heads() == {}
    assert store.append(None, 0, good).version == len(good)


# Whole records


def test_a_record_is_created_once(store: EventStore) -> None:
    assert store.record(WHOLE) == (1, 0, len(WHOLE), HEADS[-1])
    assert store.record(WHOLE) == (1, len(WHOLE), len(WHOLE), HEADS[-1])
    assert store.read_all().items == store.read(1)


@pytest.mark.parametrize("cut", [2, 5, 11, 12, 20, len(WHOLE) - 1])
def test_a_cut_record_is_continued_by_the_whole_one(store: EventStore, cut: int) -> None:
    part = store.record(WHOLE[:cut])
    assert (part.had, part.version) == (0, cut)
    assert store.record(WHOLE) == (part.match, cut, len(WHOLE), HEADS[-1])
    assert events_of(store, part.match) == WHOLE


def test_a_cut_record_after_the_whole_one_adds_nothing(store: EventStore) -> None:
    store.record(WHOLE)
    assert store.record(WHOLE[:9]) == (1, len(WHOLE), len(WHOLE), HEADS[-1])


def test_the_digest_of_the_original_bytes_does_not_make_another_match(store: EventStore) -> None:
    cut, whole = sitting("a", 1, digest="1" * 64), sitting("a", 2, digest="2" * 64)
    assert match_key(cut) == match_key(whole) == match_key(sitting("a"))
    store.record(cut[:-1])
    done = store.record(whole)
    assert (done.match, done.had, done.version) == (1, len(cut) - 1, len(whole))
    assert events_of(store, 1) == [cut[0], *whole[1:]]


def test_another_match_has_another_key() -> None:
    assert match_key(WHOLE) != match_key(sitting("b"))
    assert match_key(WHOLE) != match_key([opening(), *hand(1)])
    assert match_key([opening()]) is None
    assert match_key(hand(0)) is None


def test_a_record_that_differs_conflicts_at_its_first_different_event(store: EventStore) -> None:
    store.record(WHOLE)
    with pytest.raises(Conflict) as error:
        store.record([*WHOLE[:7], Draw(seat=0, tile="9p"), *WHOLE[8:]])
    assert (error.value.expected, error.value.version) == (7, len(WHOLE))
    assert [stored.event for stored in error.value.missing] == WHOLE[7:]
    assert events_of(store, 1) == WHOLE


def test_a_match_is_found_by_its_key(store: EventStore) -> None:
    key = match_key(WHOLE)
    assert key is not None
    assert store.find(key) is None
    store.record(WHOLE)
    assert store.find(key) == 1


def test_what_original_bytes_gave_is_kept_beside_the_events(store: EventStore) -> None:
    one, two = Origin("a.log", "tenhou-mjlog", "1" * 64), Origin("b.log", "paipu", "2" * 64)
    store.record(WHOLE[:8], one)
    store.record(WHOLE, two)
    store.record(WHOLE, one)
    (first,), (second,) = store.arrivals("1" * 64), store.arrivals("2" * 64)
    assert (first.match, first.first, first.stop, first.origin) == (1, 0, 8, one)
    assert (second.first, second.stop, second.origin) == (8, len(WHOLE), two)
    assert first.at_us > 1_700_000_000_000_000
    assert store.arrivals("3" * 64) == []


# Reading


def test_a_stream_is_read_from_one_seq_to_another(store: EventStore) -> None:
    store.record(WHOLE)
    assert [stored.seq for stored in store.read(1, 3, 6)] == [3, 4, 5]
    assert [stored.seq for stored in store.read(1, len(WHOLE) - 2)] == [
        len(WHOLE) - 2,
        len(WHOLE) - 1,
    ]
    assert store.read(1, len(WHOLE)) == store.read(1, 5, 5) == store.read(1, 10**40) == []
    assert store.read(1, 3, 10**40) == store.read(1, 3)


def test_a_hand_has_its_events_its_late_ruling_and_the_declares_before_its_deal(
    store: EventStore,
) -> None:
    before = [Declare(seat=1, act="datuo"), Declare(seat=2, act="no_datuo")]
    later = Ruling(hand=0, verdict="upheld", clause="R9")
    events = [opening(), *hand(0), *before, *hand(1), later, *before, *hand(2)]
    store.append(None, 0, events)
    assert [stored.event for stored in store.read_hand(1, 0)] == [*hand(0), later]
    assert [stored.event for stored in store.read_hand(1, 1)] == [*before, *hand(1)]
    assert [stored.event for stored in store.read_hand(1, 2)] == [*before, *hand(2)]
    for number in (3, -1, 10**40):
        with pytest.raises(StoreError, match=f"no hand {number}") as error:
            store.read_hand(1, number)
        assert refused(error) == "unknown"


def test_a_hand_is_listed_with_the_chain_value_after_it(store: EventStore) -> None:
    events = [Declare(seat=0, act="datuo"), *hand(0), *hand(1)[:3]]
    events.insert(0, opening())
    store.append(None, 0, events)
    heads = list(chain(events))
    size = len(hand(0))
    assert [tuple(found) for found in store.hands(1)] == [
        (0, 1, size + 1, True, heads[size + 1]),
        (1, size + 2, size + 4, False, heads[size + 4]),
    ]


def test_all_events_are_read_in_the_order_of_coming_page_by_page(store: EventStore) -> None:
    store.append(None, 0, [opening("a"), *hand(0)])
    store.append(None, 0, [opening("b"), *hand(0)])
    store.append(1, 1 + len(hand(0)), hand(1))
    seen, cursor, more = [], None, True
    while more:
        page = store.read_all(cursor, limit=7)
        assert len(page.items) <= 7
        seen += page.items
        cursor, more = page.cursor, page.more
    assert [stored.pos for stored in seen] == list(range(2 + 3 * len(hand(0))))
    assert [stored.match for stored in seen] == [1] * 11 + [2] * 11 + [1] * 10
    assert store.read_all(cursor).items == []
    done = store.append(2, 1 + len(hand(0)), hand(1))
    assert [stored.event for stored in store.read_all(cursor).items] == hand(1)
    assert store.read_all(cursor).cursor == done.cursor


@pytest.mark.parametrize("cursor", ["", "x", "-1", "1.5", "9" * 30, "１"])
def test_a_cursor_that_is_none_is_refused(store: EventStore, cursor: str) -> None:
    for ask in (store.read_all, store.matches, store.quarantined):
        with pytest.raises(StoreError) as error:
            ask(cursor)
        assert refused(error) == "bad_cursor"


def test_matches_are_listed_with_their_first_event_page_by_page(store: EventStore) -> None:
    for ref in "abcde":
        store.record(sitting(ref, hands=3))
    page = store.matches(limit=2)
    assert [info.match for info in page.items] == [1, 2]
    assert page.more
    rest = store.matches(page.cursor, limit=10)
    assert [info.event for info in rest.items] == [opening(ref) for ref in "cde"]
    assert not rest.more
    info = store.match(3)
    assert info == rest.items[0]
    assert (info.hands, info.key) == (3, match_key(sitting("c")))
    assert info.head == store.head(3) == store.heads()[3]


def test_an_empty_store_has_empty_answers(store: EventStore) -> None:
    assert store.read_all() == store.matches() == store.quarantined() == ([], "0", False)
    assert store.heads() == {}
    assert store.audit() == (0, 0, 0, [])


def test_foreign_fields_come_back_as_they_were(store: EventStore) -> None:
    line = (
        b'{"type":"draw","seat":1,"tile":"?","at":"2025-11-29T22:07:00.125+08:00",'
        b'"x":{"\xe7\x89\x8c":[1,2.5,null,{"a":"\\u0000"}]}}'
    )
    events = [opening(), *hand(0), from_json(line)]
    store.append(None, 0, events)
    assert events_of(store, 1) == events


# Quarantine


def test_quarantined_bytes_come_back_byte_for_byte(store: EventStore) -> None:
    data = bytes(range(256)) * 3
    entry = store.quarantine("a.log", "tenhou-mjlog", Place(3, 9), "bad_tag", "no such tag", data)
    assert (entry.id, entry.size, entry.place) == (1, 768, Place(3, 9))
    assert entry.sha256 == hashlib.sha256(data).hexdigest()
    assert b"".join(store.quarantined_bytes(1)) == data
    assert store.quarantined().items == [entry]


def test_the_same_bytes_of_the_same_place_are_quarantined_once(store: EventStore) -> None:
    def put(file: str, line: int, data: bytes) -> int:
        return store.quarantine(file, "paipu", Place(line, line), "bad", "", data).id

    assert [put("a", 1, b"x"), put("a", 1, b"x"), put("a", 2, b"x"), put("b", 1, b"x")] == [
        1,
        1,
        2,
        3,
    ]
    assert put("a", 1, b"y") == 4
    assert put("a", 1, b"x") == 1
    assert [entry.id for entry in store.quarantined(limit=3).items] == [1, 2, 3]


@pytest.mark.parametrize("size", [0, 1, 65_536, 65_537, 40 * 2**20])
def test_a_file_is_quarantined_from_where_it_stands_in_pieces(store: EventStore, size: int) -> None:
    data = (b"no event\xff\x00\n" * (size // 11 + 1))[:size]
    file = io.BytesIO(b"head" + data)
    file.seek(4)
    entry = store.quarantine("big", "auto", Place(offset=4), "unreadable", "binary", file)
    assert entry.size == size
    assert b"".join(store.quarantined_bytes(entry.id)) == data
    file.seek(4)
    assert store.quarantine("big", "auto", Place(offset=4), "unreadable", "binary", file) == entry


def test_a_file_that_reads_in_small_bites_is_kept_whole(store: EventStore) -> None:
    class Bites(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            return super().read(min(size or 0, 100))

    data = bytes(range(251)) * 300
    entry = store.quarantine("pipe", "auto", Place(), "unreadable", "", Bites(data))
    assert entry.size == len(data)
    assert b"".join(store.quarantined_bytes(entry.id)) == data


def test_names_and_reasons_may_hold_any_bytes(store: EventStore) -> None:
    name = b"caf\xe9.log".decode("utf-8", "surrogateescape")
    entry = store.quarantine(name, "auto", Place(), "unreadable", "found '\x00\udcff'", b"?")
    assert store.quarantined().items == [entry]
    assert entry == store.quarantine(name, "auto", Place(), "unreadable", "other", b"?")
    entry.file.encode()


def test_an_unknown_entry_is_named(store: EventStore) -> None:
    for id in (1, 0, -1, 10**40):
        with pytest.raises(StoreError, match=f"no entry {id}") as error:
            store.quarantined_bytes(id)
        assert refused(error) == "unknown"


def test_an_interrupted_read_leaves_nothing_in_quarantine(store: EventStore) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1, /) -> bytes:
            if self.tell() > 100_000:
                raise OSError("the disk is gone")
            return super().read(size)

    with pytest.raises(OSError, match="the disk is gone"):
        store.quarantine("a", "auto", Place(), "bad", "", Broken(bytes(200_000)))
    assert store.quarantined().items == []
    assert store.quarantine("a", "auto", Place(), "bad", "", b"x").id >= 1


# The end


def test_a_closed_store_says_so(store: EventStore) -> None:
    store.record(WHOLE)
    store.close()
    for ask in (store.heads, store.read_all, store.ping, lambda: store.record(WHOLE)):
        with pytest.raises(StoreError) as error:
            ask()
        assert refused(error) == "closed"
    store.close()


def test_the_store_does_not_judge_play(store: EventStore) -> None:
    nonsense = [
        Draw(seat=3, tile="xyz"),
        Settlement(hand=70, outcome="win"),
        Ruling(hand=3, verdict="annulled"),
    ]
    store.append(None, 0, [opening(), *hand(0), *nonsense])
    assert isinstance(store.read(1)[0].event, Match)
    assert store.audit().found == 0
    assert store.read(1)[0].hash == HEADS[0] != GENESIS
