"""Tests of the words for Dritzak alone."""

from __future__ import annotations

import games
from cogs.words.load import words_of
from cogs.words.seats import Names
from games.core import Move

NAMES = Names(("Ada", "Berta", "Cleo"), me=0)


def test_a_choice_of_face_up_cards_is_told_in_the_same_order_wherever_it_is_told() -> None:
    kind, words = games.load("dritzak"), words_of("dritzak")
    for seed in range(8):
        game = kind.new(kind.options("dritzak"), seats=3, seed=bytes([seed]))
        # The cards of a move are sorted by suit, and those of a hand in Dritzak by rank.
        (event,) = game.play(0, _by_all_suits(game.legal_moves(0)))
        chosen = words.facts["choice"](game.view(0).facts["choice"], NAMES)
        told = words.told(event, NAMES)
        assert told.removeprefix("you chose ") == chosen.removeprefix("You've chosen ")


def _by_all_suits(moves: list[Move]) -> Move:
    """Return the move that names cards of the most suits."""
    return max(moves, key=lambda move: len({card[-1] for card in move.cards}))
