"""Dritzak: the greedy player."""

from __future__ import annotations

import pytest

from games.core import Stream
from games.dritzak import Dritzak, DritzakOptions
from games.players.dritzak.greedy import choose
from games.players.random import choose as any_move
from tests.beyond import other_presets
from tests.games.dritzak_tables import table


def chosen(game: Dritzak) -> str:
    return choose(game.view(0), Stream(b""))


def test_keeps_its_best_cards_face_up() -> None:
    assert (
        chosen(table("4S JH 2D 9C 10D KS", "5S 6S 7S 8S QH QD", phase="choose")) == "up KS 2D 10D"
    )


@pytest.mark.parametrize(
    ("hand", "pile", "move"),
    [
        ("5S 4H KS", "", "play 4H"),
        ("5S 5H KS 2D", "4D", "play 5S 5H"),
        ("9S KS KH 2D", "QS", "play KS KH"),
        ("9S 2D 10D", "QS", "play 2D"),
        ("9S 9H JS", "8S 9D 9C", "play 9S 9H"),
        ("JS KS KD", "KH KC", "play KS KD"),
        ("3S 4S", "QS", "pickup"),
    ],
)
def test_sheds_low_cards_first_and_keeps_special_ones(hand: str, pile: str, move: str) -> None:
    assert chosen(table(hand, "5C", up={0: "3C"}, pile=pile)) == move


def test_asks_the_shijo_and_believes_what_it_hears() -> None:
    heard = set()
    for read in range(60):
        game = table("", "8C", down={0: "3S KS 9H"}, pile="8S", chance={"seed": "", "read": read})
        assert chosen(game) == "shijo"
        game.play(0, "shijo")
        told = game.view(0).facts["shijo"]
        heard.add((told["answer"], told["card"]))
        move = chosen(game)
        if told["answer"] == "advice" or told["card"] in ("KS", "9H"):
            assert move == f"flip {told['place']}"
        elif told["card"] == "3S":
            assert move in ("flip 2", "flip 3")
        else:
            assert move.startswith("flip")
    assert {
        ("silence", None),
        ("advice", None),
        ("revelation", "3S"),
        ("revelation", "KS"),
    } <= heard


def winner(seed: int, preset: str) -> int | None:
    """Play a game between a greedy player, who has seat `seed % 2`, and a random player. Return 1
    if the greedy player wins, 0 if the random player wins, and None for a draw."""
    greedy, rng = seed % 2, Stream(b"players" + seed.to_bytes(4, "big"))
    game = Dritzak.new(Dritzak.options(preset), seats=2, seed=seed.to_bytes(4, "big"))
    while game.outcome is None:
        seat = next(iter(game.waiting_on))
        game.play(seat, (choose if seat == greedy else any_move)(game.view(seat), rng))
    return None if game.outcome.kind == "draw" else int(game.outcome.ranks[greedy] == 1)


@pytest.mark.parametrize(
    "preset",
    [pytest.param(each, marks=other_presets(Dritzak, each)) for each in DritzakOptions.presets],
)
def test_beats_the_random_player(preset: str) -> None:
    results = [winner(seed, preset) for seed in range(40)]
    assert results.count(1) >= 36
