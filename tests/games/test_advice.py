"""Tests of advisers, which give hints. A hint is the move that the adviser's player would make,
with what the adviser found about other moves."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count, permutations
from pathlib import Path
from typing import Any

import pytest

import games
from games.analysis.advising import adviser_of
from games.core import Chance, Game, Move, View
from games.durak.belief.memory import Memory
from games.players import adviser, player, seated
from games.players.dritzak.levels import facts_of as dritzak_facts
from games.players.durak.facts import facts_of
from games.players.durak.greedy import beats
from games.players.durak.levels import is_an_end
from games.players.finding import FULL, Finding, Tried
from games.players.search import FIRST_LOOK, Trial, found
from games.shuffle import Stream
from games.told_events import told
from tests.beyond import the_first
from tests.games.durak_tables import table
from tests.games.plugins import EXAMPLES, installed
from tests.present import present


def asked(game: Game, seat: int, moves: int) -> list[Finding]:
    """Play a game in which `seat` follows an adviser and the other seats play as `casual`, for at
    most `moves` moves. Check that the adviser's moves are those that the level `master` chooses.
    Return the adviser's findings."""
    asking = adviser(game.name)
    assert asking is not None
    master = seated(game.name, "master")
    findings, events = [], game.dealt()
    for number in range(moves):
        for event in told(events, seat):
            asking.watch(*event)
            master.watch(*event)
        if game.outcome is not None:
            break
        mover = min(game.waiting_on)
        view, chance = game.view(mover), number.to_bytes(2, "big")
        if mover == seat:
            finding = asking.explain(view, Stream(chance))
            assert finding.move == master.choose(view, Stream(chance)), "it is the master's move"
            assert finding.move in view.moves
            assert {each.move for each in finding.others} <= {*view.moves} - {finding.move}
            findings.append(finding)
            events = game.play(mover, finding.move)
        else:
            events = game.play(mover, player(game.name, "casual")(view, Stream(chance)))
    return findings


@pytest.mark.parametrize(
    ("name", "moves", "weighed"),
    the_first(2, [("dritzak", 12, True), ("tredici", 16, False), ("durak", 14, True)]),
)
def test_the_advice_is_the_masters_move_and_what_it_found(
    name: str, moves: int, weighed: bool
) -> None:
    findings = asked(games.load(name).new(seats=2, seed=b"advice"), 0, moves)
    assert len(findings) > 2
    assert any(finding.chance is not None for finding in findings) is weighed
    for finding in findings:
        chances = [finding.chance or 0, *(each.chance for each in finding.others)]
        assert all(0 <= chance <= FULL for chance in chances)
        assert [each.chance for each in finding.others] == sorted(chances[1:], reverse=True)
        assert bool(finding.deals) == (finding.chance is not None)


def proven(seed: bytes) -> list[Finding]:
    """Play a game of two `casual` players of Durak, with an adviser that watches seat 0. Whenever
    seat 0 is to move in an endgame, ask the adviser, but don't follow the advice. Return the
    findings that are proven."""
    game = games.load("durak").new(seats=2, seed=seed)
    asking, casual, seat = adviser("durak"), player("durak", "casual"), 0
    assert asking is not None
    findings, events = [], game.dealt()
    for number in count():
        for event in told(events, seat):
            asking.watch(*event)
        if game.outcome is not None:
            break
        mover, chance = min(game.waiting_on), number.to_bytes(2, "big")
        view = game.view(mover)
        if mover == seat and is_an_end(view):
            findings.append(asking.explain(view, Stream(chance)))
        events = game.play(mover, casual(view, Stream(chance)))
    return [finding for finding in findings if finding.proven]


def test_an_end_that_is_open_to_who_remembers_is_proven() -> None:
    first, *_ = proven(b"end12")
    # The ten wins, the king draws, and anything else loses.
    assert (first.move, first.chance, first.deals) == ("beat 8S 10S", FULL, 0)
    draw, *losses = first.others
    assert draw == Tried("beat 8S KS", FULL * 3 // 4)
    assert {each.move for each in losses} >= {"take", "pass 8D"}
    assert {each.chance for each in losses} == {0}


def test_no_other_move_is_proven_to_be_better() -> None:
    for finding in chain.from_iterable(proven(b"end%d" % number) for number in range(6)):
        assert finding.chance in {0, FULL * 3 // 4, FULL}
        assert all(other.chance <= finding.chance for other in finding.others)


def test_tredici_tells_how_likely_the_suit_is_shared() -> None:
    findings = asked(games.load("tredici").new(seats=3, seed=b"shared"), 0, 30)
    assert all(0 <= finding.facts["shared"] <= FULL for finding in findings)
    assert any(finding.facts["shared"] for finding in findings)


def test_what_is_said_of_a_move_in_durak_is_so() -> None:
    """The numbers in the reasons for a move in Durak are true. They are counted again in a slow
    way, with all hands open."""
    kind = games.load("durak")
    met: Counter[str] = Counter()
    for number in range(12):
        game, rng = kind.new(seats=3, seed=b"facts%d" % number), Stream(b"facts%d" % number)
        memories = [Memory() for _ in range(3)]
        events = game.dealt()
        while game.outcome is None:
            for seat, memory in enumerate(memories):
                for event in told(events, seat):
                    memory.watch(*event)
            seat = min(game.waiting_on)
            view = game.view(seat)
            move = rng.choice(view.moves)
            facts = facts_of(view, memories[seat], move)
            met.update(facts.keys())
            if "unbeaten" in facts:
                must_be_beaten(view, facts)
            if "beaters" in facts:
                there = game.position()
                away = {*there["talon"], *chain(*there["hands"])} - {*view.hand}
                beat = [card for card in away if any(beats(view, card, c) for c in move.cards)]
                assert facts["beaters"] == len(beat)
            events = game.play(seat, move)
    assert all(met[name] > 5 for name in ("unbeaten", "beatable", "trumps", "beaters", "lowest"))


def test_what_is_said_of_a_move_in_durak_is_about_beats_by_the_rules_alone() -> None:
    """DUR-70: while cheating is allowed, a defender may lay any card over an attack card."""
    game = table("6D", "9S 7C", talon="7D 8H", lies="8S", options={"cheating": True})
    view = game.view(1)
    assert {"beat 8S 7C", "accuse 8S"} <= {*view.moves}
    told_of = {"unbeaten": 1, "beatable": 1, "trumps": 0}
    assert facts_of(view, Memory(), Move.parse("beat 8S 9S")) == {**told_of, "lowest": 1}
    hopeless = table("6D", "7C", talon="7D 8H", lies="8S", options={"cheating": True}).view(1)
    assert facts_of(hopeless, Memory(), Move.parse("take")) == {"unbeaten": 1, "beatable": 0}


def must_be_beaten(view: View, facts: dict[str, int]) -> None:
    """Try every way to beat the unbeaten cards on the table, all or some of them, and check the
    numbers in `facts` against the result."""
    zone = view.zone("table")
    assert zone is not None
    lying = [str(card) for card, cover in zip(zone.cards, zone.covers, strict=True) if not cover]
    ways = [
        by
        for by in set(permutations([*view.hand, *[""] * len(lying)], len(lying)))
        if all(not card or beats(view, card, each) for card, each in zip(by, lying, strict=True))
    ]
    most = max(sum(map(bool, by)) for by in ways)
    assert (facts["unbeaten"], facts["beatable"]) == (len(lying), most)
    trumps = [
        sum(card.endswith(view.facts["trump"]) for card in by) for by in ways if all(map(bool, by))
    ]
    assert facts.get("trumps") == min(trumps, default=None)


def test_what_is_said_of_a_move_in_dritzak_is_so() -> None:
    view = replace(
        games.load("dritzak").new(seats=2, seed=b"up").view(0),
        moves=tuple(map(Move.parse, ("play 4H", "play 4H 4S", "play KS", "play 2S", "pickup"))),
    )
    for move, weakest in (("play 4H", 1), ("play 4H 4S", 1), ("play KS", 0), ("play 2S", 0)):
        assert dritzak_facts(view, Move.parse(move)) == {"weakest": weakest}
    assert dritzak_facts(view, Move.parse("pickup")) == {}


def test_a_package_without_a_master_advises_by_its_judge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a package's game without an adviser, a hint names the move that is clearly the best in
    imagined deals, even if the game's bot player would choose another move. A second request gives
    the same hint."""
    with installed(EXAMPLES / "simple-eights", tmp_path):
        kind = games.load("simple-eights")
        position = kind.new(seats=2, seed=b"").position()
        position |= {"hands": [["9S"], ["KD"]], "draw": ["2C", "3C"], "pile": ["10S"], "turn": 0}
        game = kind.from_position(position)
        assert adviser("simple-eights") is None, "none of its players says why"
        for wanted in ("play 9S", "draw"):
            player_of = Plain(wanted)
            monkeypatch.setattr("games.analysis.advising.seated", lambda *_, of=player_of: of)
            found = present(adviser_of("simple-eights")).explain(game.view(0), Stream(b""))
            assert (found.move, found.chance, found.proven) == ("play 9S", None, False)
            assert found.deals >= FIRST_LOOK
            again = present(adviser_of("simple-eights")).explain(game.view(0), Stream(b""))
            assert again == found


class Plain:
    """A bot player that always chooses the move `wanted`."""

    def __init__(self, wanted: str) -> None:
        self.wanted = Move.parse(wanted)

    def watch(self, name: str, fields: Mapping[str, Any], /) -> None:
        """Takes note of nothing."""

    def choose(self, view: View, rng: Chance, /) -> Move:
        """Return the move `wanted`."""
        return self.wanted


def test_a_game_that_is_not_there_has_no_adviser() -> None:
    assert adviser_of("nothing") is None


def test_what_was_dropped_is_compared_in_the_same_deals() -> None:
    chosen, dropped = Trial("good"), Trial("bad")
    chosen.values, dropped.values = [4, 4, 0, 0], [4, 0]
    # In the two deals of both, the other one won half as often.
    assert found([dropped, chosen], "good", 4, str) == (Tried("bad", 0), Tried("good", 500))
