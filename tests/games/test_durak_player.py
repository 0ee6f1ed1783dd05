"""The greedy Durak player: what it does, and that it is better than chance."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.core import Stream
from games.durak import Durak
from games.durak.rules.bout import IDLE_BOUTS
from games.players.durak.greedy import PATIENCE, choose
from games.players.random import choose as at_random
from tests.beyond import other_presets, the_first
from tests.games.durak_tables import table


def chosen(game: Durak, seat: int) -> str:
    return str(choose(game.view(seat), Stream(b"greedy")))


def test_attacks_with_the_cheapest_card() -> None:
    assert chosen(table("9C 7C 6H", "KS QD"), 0) == "attack 7C"
    assert chosen(table("9C 7C 7D 6H", "KS QD", preset="throw-in"), 0) == "attack 7D 7C"


def test_beats_with_the_cheapest_card_that_does() -> None:
    assert chosen(table("9C", "KS 9S 6H", "7C", lies="8S"), 1) == "beat 8S 9S"


def test_takes_rather_than_spend_trumps_early_but_not_late() -> None:
    assert chosen(table("9C", "KC KH", "7C", lies="8S", talon="6S 7S 6H"), 1) == "take"
    assert chosen(table("9C", "KC KH", "7C", lies="8S"), 1) == "beat 8S KH"


def test_takes_when_not_all_can_be_beaten() -> None:
    assert chosen(table("9C", "9S KC", "7C", lies="8S 8D"), 1) == "take"


def test_passes_on_when_it_can() -> None:
    assert (
        chosen(table("9C", "9S 8D", "7C KC", preset="durnius-passing", lies="8S"), 1) == "pass 8D"
    )


def test_beats_what_comes_back_again_and_again_rather_than_pass_it_on_or_take() -> None:
    passing: dict[str, Any] = {"preset": "durnius-passing", "lies": "8S"}
    assert chosen(table("9C", "9S 8D", "7C KC", idle_bouts=PATIENCE - 1, **passing), 1) == "pass 8D"
    assert chosen(table("9C", "9S 8D", "7C KC", idle_bouts=PATIENCE, **passing), 1) == "beat 8S 9S"
    early: dict[str, Any] = {"lies": "8S", "talon": "6S 7S 6H"}
    assert chosen(table("9C", "KC KH", "7C", idle_bouts=PATIENCE, **early), 1) == "beat 8S KH"
    shows: dict[str, Any] = {
        "preset": "durnius-passing",
        "lies": "8S",
        "options": {"travel": "once-per-attack"},
    }
    assert chosen(table("9C", "9S 8H", "7C KC", **shows), 1) == "show 8H"
    assert chosen(table("9C", "9S 8H", "7C KC", idle_bouts=PATIENCE, **shows), 1) == "beat 8S 9S"


@pytest.mark.parametrize("travel", the_first(1, ["once-per-attack", "off"]))
def test_two_of_them_never_pass_the_same_attack_until_the_game_is_called_off(travel: str) -> None:
    """No game of two greedy players ends as a draw because they pass one attack on to each other
    again and again (DUR-46). With an earlier version of the player, about one game in fifteen ended
    in this way, and one in five if `travel` was on."""
    options = Durak.options("durnius-passing", travel=travel)
    for number in range(60):
        game = Durak.new(options, seats=2, seed=f"round {number}".encode())
        while game.outcome is None:
            (seat,) = game.waiting_on
            game.play(seat, choose(game.view(seat), Stream(b"greedy")))
        assert game.idle < IDLE_BOUTS


def test_throws_low_cards_and_keeps_trumps() -> None:
    assert chosen(table("8D AC", "9S KD", "7C", lies="8S/JS", talon="6S 6H"), 0) == "throw 8D"
    assert chosen(table("8H AC", "9S KD", "7C", lies="8S/JS", talon="6S 6H"), 0) == "done"


def test_accuses_what_it_can_see_is_wrong() -> None:
    cheated = table("8D 6D KC", "7C 9S", "AC", lies="8S", options={"cheating": True})
    cheated.play(1, "beat 8S 7C")
    assert chosen(cheated, 0) == "accuse 7C"


@pytest.mark.parametrize(
    "preset",
    [pytest.param(each, marks=other_presets(Durak, each)) for each in Durak.Options.presets],
)
def test_wins_nine_of_ten_games_against_chance(preset: str) -> None:
    rng = Random(preset)
    won = 0
    for number in range(100):
        game = Durak.new(Durak.options(preset), seats=2, seed=f"{preset} {number}".encode())
        while game.outcome is None:
            (seat,) = game.waiting_on
            player = choose if seat == number % 2 else at_random
            game.play(seat, player(game.view(seat), rng))
        won += game.outcome.ranks[number % 2] == 1
    assert won >= 90
