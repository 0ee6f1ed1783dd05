"""The greedy player of Tredici."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.core import Move
from games.players import player
from games.players.tredici.greedy import choose
from games.tredici import Tredici
from tests.beyond import BEYOND
from tests.games.tredici_tables import HEARTS, at


def chosen(game: Tredici, seat: int = 0) -> Move:
    return choose(game.view(seat), Random(1))


def test_it_calls_when_it_can() -> None:
    assert chosen(at(["3D", "5D"], targets=["H", "S"], stacks=[" ".join(HEARTS), ""])) == "tredici"


def test_it_collects_what_it_holds_most_of() -> None:
    assert chosen(at(["3D 4D 5D 6S 7S 8H", "2C"], targets=[None, None])) == "target D"


def test_it_keeps_a_card_of_each_suit_that_others_may_need() -> None:
    game = at(["3H 4D 5C 6C 7C 8C", "2S"], draw="2D 3D")
    assert {card[-1] for card in chosen(game).cards} == {"C"}


def test_it_calls_kische_when_two_sides_have_the_thirteen_cards_and_nothing_moves() -> None:
    stuck: dict[str, Any] = {
        "targets": ["H", "H"],
        "stacks": [" ".join(HEARTS[:7]), " ".join(HEARTS[7:])],
        "draw": "2D 3D 4D",
    }
    assert chosen(at(["3D 4D 5D 6D", "2S"], **stuck, idle=4)) == "kische"
    assert chosen(at(["3D 4D 5D 6D", "2S"], **stuck, idle=0)) != "kische"


def test_it_agrees_only_where_it_would_call() -> None:
    hands = ["3D", "4D", "5D", "6D"]
    game = at(hands, options={"teams": 2}, targets=["H", "S"], draw="2D 3D 4D")
    game.play(1, "kische")
    assert chosen(game) == "refuse"


@pytest.mark.parametrize(("seats", "teams"), [(2, 0), (4, 0), (5, 2), (12, 4)])
def test_it_brings_games_to_an_end(seats: int, teams: int) -> None:
    for seed in range(5):
        rng = Random(seed)
        game = Tredici.new(Tredici.options(teams=teams), seats=seats, seed=bytes([seed]))
        steps = 0
        while game.outcome is None:
            seat = min(game.waiting_on)
            game.play(seat, choose(game.view(seat), rng))
            steps += 1
        assert steps < 2000


@BEYOND
def test_it_wins_clearly_against_chance() -> None:
    by_chance = player("tredici", "random")
    won = 0
    for seed in range(120):
        rng = Random(seed)
        greedy = seed % 2
        game = Tredici.new(seats=2, seed=b"duel" + bytes([seed]))
        while game.outcome is None:
            seat = greedy if "tredici" in game.legal_moves(greedy) else min(game.waiting_on)
            choice = choose if seat == greedy else by_chance
            game.play(seat, choice(game.view(seat), rng))
        won += game.outcome.ranks[greedy] == 1
    assert won >= 80
