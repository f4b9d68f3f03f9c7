"""立直: 37 scripts of another client, each named after the rule that it proves: the rule is met.

A title is ``kind: rule (round 本場)``; without the bracket the end of the game is meant. What is
looked for is what was played, what our engine makes of it, and what our next hand begins with.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine.games.riichi.carry import Carry, last_totals
from engine.replay import Hand, Replay, replay
from engine.verify import verify
from events import AnyEvent, Claim, Close, Declare, Discard, Draw, Settlement, Win, formats

LIVE = 70
"""RI-E3: tiles that are drawn of 136, kongs' replacements among them: less 14 and four times 13."""

KONGS = ("exposed_kong", "added_kong", "concealed_kong")
ENDS = {f"{n}{suit}" for n in (1, 9) for suit in "mps"} | set("ESWNPFC")


class Played(NamedTuple):
    """A hand: its events, our replay of it, how we settle it, and what comes after."""

    events: tuple[AnyEvent, ...]
    hand: Hand
    then: Carry

    @property
    def now(self) -> Carry:
        carry: Carry = self.hand.before
        return carry

    @property
    def settled(self) -> Settlement:
        assert self.hand.settlement is not None
        return self.hand.settlement

    @property
    def reason(self) -> object:
        return (self.settled.x or {}).get("reason")

    @property
    def shown(self) -> list[int]:
        seats: list[int] = (self.settled.x or {}).get("shown", [])
        return seats

    @property
    def totals(self) -> tuple[int, ...]:
        assert self.settled.totals is not None
        return self.settled.totals

    @property
    def wins(self) -> tuple[Win, ...]:
        """The wins as our engine has them."""
        assert self.hand.expected is not None
        return self.hand.expected.wins or ()

    @property
    def last_tile(self) -> bool:
        return sum(isinstance(event, Draw) for event in self.events) == LIVE

    @property
    def konged(self) -> list[int]:
        """Who made each kong."""
        acts = [event for event in self.events if isinstance(event, Claim | Declare)]
        return [event.seat for event in acts if event.act in KONGS]

    def tiles_of(self, seat: int) -> list[str]:
        tiles: list[str] = self.hand.table.seats[seat].tiles()
        return tiles

    def acts(self) -> list[str]:
        """What was played in order: ``draw``, ``discard``, or the act."""
        return [name(event) for event in self.events[1:-1]]


def name(event: AnyEvent) -> str:
    return getattr(event, "act", None) or type(event).__name__.lower()


Rule = Callable[[Sequence[Played], int], bool]
"""Whether hand ``at`` of a game meets the rule."""


def about(hand_meets: Callable[[Played], bool]) -> Rule:
    """A rule that is told by the hand itself."""
    return lambda game, at: hand_meets(game[at])


# -- 状況役: what a win is worth by how it comes about


def lines(win: Win) -> set[str]:
    return {clause.removeprefix("RI-") for clause, _ in win.lines or ()}


def wins_with(*yaku: str, by: str, without: tuple[str, ...] = ()) -> Rule:
    """One win, with these yaku and none of those."""

    def meets(played: Played) -> bool:
        if len(played.wins) != 1:
            return False
        [win] = played.wins
        return win.by == by and set(yaku) <= lines(win) and not lines(win) & set(without)

    return about(meets)


def both(*rules: Rule) -> Rule:
    """All of them; the later ones may rest on the earlier."""
    return lambda game, at: all(rule(game, at) for rule in rules)


def draws_of_the_winner(count: int) -> Rule:
    def meets(played: Played) -> bool:
        [win] = played.wins
        return sum(isinstance(e, Draw) and e.seat == win.seat for e in played.events) == count

    return about(meets)


def claimed_before(act: str) -> Rule:
    """Somebody claimed before the winner's ``act``, which came with his first draw."""

    def meets(played: Played) -> bool:
        [win] = played.wins
        acts = [(getattr(e, "seat", None), name(e)) for e in played.events]
        mine = [i for i, (seat, _) in enumerate(acts) if seat == win.seat][:2]
        claimed = any(isinstance(e, Claim) for e in played.events[: mine[0]])
        return [acts[i][1] for i in mine] == ["draw", act] and claimed

    return about(meets)


def ends_with(*acts: str) -> Rule:
    return about(lambda played: tuple(played.acts()[-len(acts) :]) == acts)


LAST_TILE: Rule = about(lambda played: played.last_tile)
TWO_ROBBERS: Rule = about(lambda p: [win.by for win in p.wins] == ["rob_kong"] * 2)

# -- 流局: the hand ends without a win, or does not


def drawn(outcome: str, reason: str, meets: Callable[[Played], bool]) -> Rule:
    return about(lambda p: (p.settled.outcome, p.reason) == (outcome, reason) and meets(p))


def dealer_again(played: Played) -> bool:
    """The same dealer and round, one more 本場, and the game goes on."""
    now, then = played.now, played.then
    assert now.honba is not None
    same = (then.dealer, then.round) == (played.hand.table.dealer, now.round)
    return same and then.honba == now.honba + 1 and not then.over


def all_ends_and_none_claimed(played: Played) -> bool:
    """流し満貫: who is paid threw only terminals and honours, and nobody claimed any."""
    paid = played.settled.deltas or ()
    seat = max(range(4), key=paid.__getitem__)
    river = played.hand.table.seats[seat].river
    thrown = [e.tile for e in played.events if isinstance(e, Discard) and e.seat == seat]
    gains = 12_000 if seat == played.hand.table.dealer else 8_000
    return set(thrown) <= ENDS and not any(t.claimed for t in river) and paid[seat] == gains


def nine_ends(played: Played) -> bool:
    [seat] = played.shown
    unclaimed = set(played.acts()) == {"draw", "discard"}
    return unclaimed and len(ENDS & set(played.tiles_of(seat))) >= 9


def four_winds(played: Played) -> bool:
    tiles = [event.tile for event in played.events if isinstance(event, Discard)]
    return played.acts() == ["draw", "discard"] * 4 and len(set(tiles)) == 1 and tiles[0] in "ESWN"


def four_riichi(played: Played) -> bool:
    return played.acts().count("ready") == 4 and played.then.sticks == 4


def three_winners(played: Played) -> bool:
    last = played.events[-2]
    assert isinstance(last, Discard)
    return sorted([*played.shown, last.seat]) == [0, 1, 2, 3]


def four_kongs(played: Played) -> bool:
    """Four kongs of two players or more, and a discard after the fourth."""
    acts = played.acts()
    return len(played.konged) == 4 and len(set(played.konged)) > 1 and acts[-1] == "discard"


def won_after_the_fourth(played: Played) -> bool:
    """カンブリ: the discard after the fourth kong is won, and that comes before the draw."""
    last = played.acts()[-4:] == ["added_kong", "draw", "discard", "win"]
    return last and len(played.konged) == 4 and len(set(played.konged)) > 1


def one_players_four(played: Played) -> bool:
    """Four kongs of one player do not end the hand: it is played on and won."""
    acts = played.acts()
    fourth = max((i for i, act in enumerate(acts) if act in KONGS), default=len(acts))
    more = acts[fourth:].count("discard") > 1 and played.settled.outcome == "win"
    return len(played.konged) == 4 and len(set(played.konged)) == 1 and more


# -- 局進行: who deals next, and when it is over


def ended(game: Sequence[Played], at: int) -> bool:
    """It is over with this hand, and was not with the hand before."""
    return at == len(game) - 1 and game[at].then.over and not game[at - 1].then.over


def leads(played: Played) -> bool:
    """The dealer alone has the most, and as much as ends a game."""
    dealer: int = played.hand.table.dealer
    others = [points for seat, points in enumerate(played.totals) if seat != dealer]
    return played.totals[dealer] >= 30_000 and played.totals[dealer] > max(others)


def two_winners_and_the_dealer_stays(played: Played) -> bool:
    seats = [win.seat for win in played.wins]
    return len(seats) == 2 and played.hand.table.dealer in seats[1:] and dealer_again(played)


def paid_and_passed_on(played: Played) -> bool:
    """流し満貫 of a dealer who was not ready: he is paid, the next deals, one 本場, sticks stay."""
    dealer = played.hand.table.dealer
    then = played.then
    passed = dealer not in played.shown and then.dealer == (dealer + 1) % 4
    told = (then.round, then.honba, then.sticks) == ("E2", 1, played.acts().count("ready"))
    return all_ends_and_none_claimed(played) and passed and told


def bust(game: Sequence[Played], at: int) -> bool:
    """Nothing left goes on, less than nothing ends it, before the last round."""
    before, last = min(game[at - 1].totals), min(game[at].totals)
    return before == 0 and last < 0 and game[at].now.round == "E4"


def west_until_somebody_has_enough(game: Sequence[Played], at: int) -> bool:
    """Nobody has 30,000 after 南 4; in 西 somebody has, and the dealer who stays stays no more."""
    south, west = game[at - 1], game[at]
    entered = (south.now.round, west.now.round) == ("S4", "W1") and max(south.totals) < 30_000
    dealer = west.hand.table.dealer
    return entered and max(west.totals) >= 30_000 and dealer in west.shown and not leads(west)


def north_is_not_played(game: Sequence[Played], at: int) -> bool:
    """After 西 4 it is over, although nobody has 30,000."""
    last = game[at]
    return (last.now.round, last.then.round) == ("W4", "N1") and max(last.totals) < 30_000


def stops(outcome: str, with_: Callable[[Played], bool]) -> Rule:
    """南 4: the dealer who leads would deal again, and the game ends."""

    def meets(played: Played) -> bool:
        last = played.now.round == "S4" and played.settled.outcome == outcome
        return last and leads(played) and with_(played) and played.then.round == "S4"

    return about(meets)


def dealer_won(played: Played) -> bool:
    return played.hand.table.dealer in [win.seat for win in played.wins]


def dealer_ready(played: Played) -> bool:
    return played.hand.table.dealer in played.shown


def aborted_and_on(game: Sequence[Played], at: int) -> bool:
    """南 4 aborted with the dealer in the lead: no end, he deals again; the next hand is one."""
    hand = game[at - 1]
    aborted = hand.now.round == "S4" and hand.settled.outcome == "abort" and leads(hand)
    return aborted and dealer_again(hand)


def equal_and_a_stick(game: Sequence[Played], at: int) -> bool:
    """RI-X11: two lead alike; the stick left goes to the one nearer to who dealt first."""
    last = game[at]
    first = [seat for seat, points in enumerate(last.totals) if points == max(last.totals)]
    final = last_totals(last.then)
    assert final is not None
    more = final[first[0]] - last.totals[first[0]]
    return len(first) == 2 and final[first[1]] == last.totals[first[1]] and more == 1_000


TITLES: dict[str, Rule] = {
    "天和": both(wins_with("Y37", by="self_draw"), ends_with("draw", "win")),
    "地和": both(wins_with("Y38", by="self_draw"), draws_of_the_winner(1)),
    "ダブル立直": wins_with("Y21", by="self_draw", without=("Y1",)),
    "一発": wins_with("Y1", "Y2", by="discard"),
    "海底摸月": both(wins_with("Y5", by="self_draw"), LAST_TILE),
    "河底撈魚": both(wins_with("Y6", by="discard"), LAST_TILE),
    "嶺上開花": wins_with("Y4", by="self_draw"),
    "槍槓": both(wins_with("Y3", by="rob_kong"), ends_with("added_kong", "win")),
    "第一ツモ前にロン和了": both(
        # 人和 is not played here.
        wins_with(by="discard", without=("Y36", "Y37", "Y38")),
        draws_of_the_winner(0),
    ),
    "鳴きの後の第一ツモで和了": both(
        wins_with("Y0", by="self_draw", without=("Y37", "Y38")), claimed_before("win")
    ),
    "鳴きの後の第一ツモで立直": both(
        wins_with("Y1", by="self_draw", without=("Y21",)), claimed_before("ready")
    ),
    "槍槓で一発ロン": wins_with("Y1", "Y2", "Y3", by="rob_kong"),
    "鳴きの後に一発で和了": both(
        wins_with("Y1", by="discard", without=("Y2",)),
        ends_with("ready", "discard", "pung", "discard", "win"),
    ),
    "最終牌で嶺上開花": both(wins_with("Y4", by="self_draw", without=("Y5",)), LAST_TILE),
    "最終牌でカンブリ": both(
        wins_with("Y6", by="discard"),
        LAST_TILE,
        ends_with("concealed_kong", "draw", "discard", "win"),
    ),
    "槍槓でダブロン": both(TWO_ROBBERS, ends_with("added_kong", "win", "win")),
    "連続したカンに槍槓": both(
        wins_with("Y3", by="rob_kong"), ends_with("exposed_kong", "draw", "added_kong", "win")
    ),
    "連続したカンで嶺上開花": both(
        wins_with("Y4", by="self_draw"),
        ends_with("added_kong", "draw", "added_kong", "draw", "win"),
    ),
    "流し満貫": drawn("draw", "nm", all_ends_and_none_claimed),
    "九種九牌": drawn("abort", "yao9", lambda p: nine_ends(p) and dealer_again(p)),
    "四風連打": drawn("abort", "kaze4", lambda p: four_winds(p) and dealer_again(p)),
    "四家立直": drawn("abort", "reach4", lambda p: four_riichi(p) and dealer_again(p)),
    "三家和": drawn("abort", "ron3", lambda p: three_winners(p) and dealer_again(p)),
    "四開槓": drawn("abort", "kan4", lambda p: four_kongs(p) and dealer_again(p)),
    "ハイテイで三家和": both(
        drawn("abort", "ron3", lambda p: three_winners(p) and dealer_again(p)), LAST_TILE
    ),
    "四開槓目でカンブリ": about(won_after_the_fourth),
    "ハイテイで四開槓": both(
        drawn("abort", "kan4", lambda p: four_kongs(p) and dealer_again(p)), LAST_TILE
    ),
    "一人で四開槓": about(one_players_four),
    "ダブロンで連荘": about(two_winners_and_the_dealer_stays),
    "流し満貫成功だが親流れ": drawn("draw", "nm", paid_and_passed_on),
    "トビ終了": both(bust, ended),
    "西入サドンデス": both(west_until_somebody_has_enough, ended),
    "北入終了": both(north_is_not_played, ended),
    "オーラス和了止め": both(stops("win", dealer_won), ended),
    "オーラス聴牌止め": both(stops("draw", dealer_ready), ended),
    "オーラス途中流局は連荘": both(aborted_and_on, ended),
    "トップ目が同点、供託あり": both(equal_and_a_stick, ended),
}
"""Every title, in the order of the scripts."""


ALSO = {
    "海底摸月": ["一人で四開槓"],
    "河底撈魚": ["最終牌でカンブリ"],
    "嶺上開花": ["最終牌で嶺上開花", "連続したカンで嶺上開花"],
    "槍槓": ["槍槓で一発ロン", "連続したカンに槍槓"],
    "流し満貫": ["流し満貫成功だが親流れ"],
    "三家和": ["ハイテイで三家和"],
    "四開槓": ["ハイテイで四開槓"],
}
"""Whose hands show the same besides."""


class Script(NamedTuple):
    """A file, the events read from it, and its hands replayed."""

    source: dict[str, Any]
    events: list[AnyEvent]
    game: list[Played]
    end: Replay

    def meets(self, rule: str) -> bool:
        return TITLES[rule](self.game, named(self.source["title"], self.game))


@pytest.fixture(scope="module")
def scripts(shared: Path) -> dict[str, Script]:
    """Every script by the rule that its title names."""
    paths = sorted((shared / "data" / "kobalab").glob("core_script_*.json"))
    read = [script(path) for path in paths]
    return {re.sub(r"^.*: | \(.*", "", each.source["title"]): each for each in read}


def script(path: Path) -> Script:
    data = path.read_bytes()
    [match] = formats.read(data, path.name)
    events = list(match.events)
    end = replay(events)
    game = []
    for number, hand in end.hands.items():
        after = end.hands.get(number + 1)
        then = end.carry if after is None else after.before
        game.append(Played(match.hands[number].events, hand, then))
    return Script(json.loads(data), events, game, end)


def named(title: str, game: Sequence[Played]) -> int:
    """The hand that a title is about: the one of its bracket, else the last."""
    found = re.search(r"\((.)(.)局 (\d+)本場\)", title)
    if found is None:
        return len(game) - 1
    wind, nth, honba = found.groups()
    round_ = f"{'ESWN'['東南西北'.index(wind)]}{'一二三四'.index(nth) + 1}"
    [at] = [i for i, p in enumerate(game) if (p.now.round, p.now.honba) == (round_, int(honba))]
    return at


def test_every_script_has_its_rule(scripts: dict[str, Script]) -> None:
    assert list(scripts) == list(TITLES)
    assert len(TITLES) == 37


@pytest.mark.parametrize("rule", TITLES)
def test_the_rule_of_the_title_is_met(scripts: dict[str, Script], rule: str) -> None:
    assert scripts[rule].meets(rule)


@pytest.mark.parametrize("rule", TITLES)
def test_it_is_met_nowhere_else(scripts: dict[str, Script], rule: str) -> None:
    """So that a check cannot pass whatever is played."""
    met = [title for title, each in scripts.items() if each.meets(rule)]
    assert sorted(met) == sorted([rule, *ALSO.get(rule, ())])


@pytest.mark.parametrize("rule", TITLES)
def test_nothing_is_found_in_a_script(scripts: dict[str, Script], rule: str) -> None:
    report = verify(scripts[rule].events)
    assert (report.findings, report.unchecked, report.incomplete) == ((), (), False)
    assert report.checked == len(scripts[rule].source["log"])


@pytest.mark.parametrize("rule", TITLES)
def test_the_game_is_over_there_with_the_points_told(scripts: dict[str, Script], rule: str) -> None:
    """By our count; the file gives points by player, and seat 0 is who dealt first."""
    source, events, _, end = scripts[rule]
    told = tuple(source["defen"][(source["qijia"] + seat) % 4] for seat in range(4))
    assert end.carry.over and isinstance(events[-1], Close)
    assert last_totals(end.carry) == told
