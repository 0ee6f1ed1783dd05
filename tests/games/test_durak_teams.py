"""DUR-50, DUR-51, and the parts about teams of DUR-05, DUR-06, DUR-44 and DUR-45."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.durak import Durak
from tests.games.durak_tables import ended, moves, play, table
from tests.games.test_durak_attack import refused

PAIRS = {"teams": "pairs"}


@pytest.mark.parametrize(
    ("teams", "seats", "sides"),
    [
        ("off", 3, (0, 1, 2)),
        ("pairs", 4, (0, 1, 0, 1)),
        ("pairs", 6, (0, 1, 2, 0, 1, 2)),
        ("threes", 6, (0, 1, 0, 1, 0, 1)),
    ],
)
def test_dur_50_neighbours_are_opponents(teams: str, seats: int, sides: tuple[int, ...]) -> None:
    options = Durak.options("classic", teams=teams)
    assert Durak.sides_of(options, seats) == sides
    view = Durak.new(options, seats=seats, seed=b"sides").view(None)
    assert tuple(seat.side for seat in view.seats) == sides


def test_dur_51_nobody_throws_in_against_a_teammate() -> None:
    game = table("8D 6C", "9S KC KD", "8C 7C", "8H AC", options=PAIRS, lies="8S")
    play(game, "0 done")
    assert moves(game, 2) == {"throw 8C", "done"}
    assert moves(game, 3) == set()
    assert refused(game, 3, "throw 8H") == "DUR-51"


@pytest.mark.parametrize("throwers", ["all", "neighbours"])
def test_dur_51_the_rules_in_short_say_it_of_teams_alone(throwers: str) -> None:
    told = "You can't throw in against a teammate."
    teams = Durak.options("throw-in", teams="pairs", throwers=throwers)
    assert told in " ".join(Durak.rules_told(teams))
    alone = Durak.options("throw-in", throwers=throwers)
    assert told not in " ".join(Durak.rules_told(alone))


def test_dur_51_passing_goes_to_the_next_opponent() -> None:
    game = table(
        "6C KC", "8D 9S", "", "7C KD", preset="durnius-passing", options=PAIRS, out=[[2]], lies="8S"
    )
    play(game, "1 pass 8D")
    assert (game.position()["attacker"], game.position()["defender"]) == (1, 0)


def test_dur_06_never_a_teammate_defends() -> None:
    game = table(
        "6C KC", "", "9S 8D", "7C KD", options=PAIRS, out=[[1]], attacker=3, defender=0, lies="JC"
    )
    play(game, "0 take")
    assert (game.position()["attacker"], game.position()["defender"]) == (2, 3)


def test_dur_44_a_side_is_out_with_its_last_player() -> None:
    game = table("9C", "6S 7S", "", "10D", options=PAIRS, out=[[2]])
    play(game, "0 attack 9C", "1 take")
    assert ended(game).ranks == (1, 2, 1, 2)
    assert ended(game).carry["fool"] == 1


def test_dur_05_the_fool_of_a_team_is_its_first_seat_with_cards_from_the_defender() -> None:
    game = table("", "8S", "9S", "10D", options=PAIRS, out=[[0]], attacker=1, defender=2)
    play(game, "1 attack 8S", "2 beat 8S 9S")
    assert ended(game).ranks == (1, 2, 1, 2)
    assert ended(game).carry["fool"] == 3


@pytest.mark.parametrize(
    ("scoring", "ranks"), [("fool", (1, 1, 2)), ("first-out", (2, 1, 3)), ("order", (2, 1, 3))]
)
def test_dur_44_three_sides_are_ranked_like_seats(scoring: str, ranks: tuple[int, ...]) -> None:
    game = table(
        "9C",
        "",
        "7C 7D",
        "",
        "",
        "KD",
        options={**PAIRS, "scoring": scoring},
        out=[[4], [1], [3]],
        defender=2,
    )
    play(game, "0 attack 9C", "2 take")
    assert ended(game).ranks == ranks * 2


def test_dur_45_a_team_plays_on_with_the_rest() -> None:
    game = table("9C", "6S", "KD", "10D 7S", options=PAIRS)
    play(game, "2 resign")
    assert game.outcome is None
    play(game, "0 attack 9C", "1 take")
    assert ended(game).ranks == (1, 2, 2, 2)


def test_dur_45_the_last_of_a_team_leaving_loses_for_it() -> None:
    game = table("9C KC", "6S", "", "10D 7S", options=PAIRS, out=[[2]])
    play(game, "0 resign")
    assert ended(game).ranks == (2, 1, 2, 1)
    assert ended(game).carry["fool"] == 0


def test_dur_45_a_side_that_left_stays_last_in_a_game_of_three() -> None:
    game = table(
        "9C", "8S", "7C 7D", "", "KS", "KD", options={**PAIRS, "scoring": "order"}, out=[[3]]
    )
    play(game, "0 resign")
    assert game.outcome is None
    assert game.position()["forfeited"] == [0]
    play(game, "1 attack 8S", "2 take", "4 attack KS", "5 take")
    assert ended(game).ranks == (2, 1, 2, 2, 1, 2)


@given(st.binary(max_size=4), st.sampled_from([("pairs", 4), ("pairs", 6), ("threes", 6)]))
def test_dur_51_holds_through_whole_games(seed: bytes, table_of: tuple[str, int]) -> None:
    teams, seats = table_of
    game = Durak.new(Durak.options("classic", teams=teams), seats=seats, seed=seed)
    sides = Durak.sides_of(game.rules.options, seats)
    for turn in range(120):
        if game.outcome is not None:
            break
        position = game.position()
        defender = sides[position["defender"]]
        assert sides[position["attacker"]] != defender
        assert not any(
            move.verb == "throw"
            for seat in range(seats)
            if sides[seat] == defender
            for move in game.legal_moves(seat)
        )
        seat = min(game.waiting_on)
        legal = game.legal_moves(seat)
        game.play(seat, legal[turn % len(legal)])
