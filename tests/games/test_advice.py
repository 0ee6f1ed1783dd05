"""An adviser says what its player would do, and what it found about the moves it tried."""

from __future__ import annotations

import pytest

import games
from games.core import Game
from games.players import adviser, player, seated
from games.players.finding import FULL, Finding, Tried
from games.players.search import Trial, found
from games.shuffle import Stream
from games.witness import told


def asked(game: Game, seat: int, moves: int) -> list[Finding]:
    """The findings of an adviser in a seat, whose every move is compared with what the master would
    play; the others are casual."""
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
    [("durak", 14, True), ("dritzak", 12, True), ("tredici", 16, False)],
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


def test_an_end_that_is_open_to_who_remembers_is_proven() -> None:
    findings = asked(games.load("durak").new(seats=2, seed=b"end2"), 0, 140)
    first = next(finding for finding in findings if finding.proven)
    # It wins, and everything else loses.
    assert (first.move, first.chance, first.deals) == ("beat 8S QC", FULL, 0)
    assert set(first.others) >= {Tried("take", 0), Tried("beat 8S AC", 0)}
    assert findings[-1].chance == FULL, "the other one erred"


def test_tredici_tells_how_likely_the_suit_is_shared() -> None:
    findings = asked(games.load("tredici").new(seats=3, seed=b"shared"), 0, 30)
    assert all(0 <= finding.facts["shared"] <= FULL for finding in findings)
    assert any(finding.facts["shared"] for finding in findings)


def test_a_game_without_a_master_has_no_adviser() -> None:
    assert adviser("nothing") is None


def test_what_was_dropped_is_compared_in_the_same_deals() -> None:
    chosen, dropped = Trial("good"), Trial("bad")
    chosen.values, dropped.values = [4, 4, 0, 0], [4, 0]
    # In the two deals of both, the other one won half as often.
    assert found([dropped, chosen], "good", 4, str) == (Tried("bad", 0), Tried("good", 500))
