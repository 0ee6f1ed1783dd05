"""Dealing (DRI-01)."""

from __future__ import annotations

from games.dritzak.rules.holdings import holding_of, rest_of
from games.dritzak.rules.state import PLACES, State
from games.shuffle import Stream


def deal(game: State, seed: bytes) -> None:
    """DRI-01: shuffles, and gives each seat in turn its face-down cards from the left, then each
    its hand.

    The six (five) cards that the face-up ones are chosen from lie in the hand until then; DRI-02 is
    a matter of the view.
    """
    stream = Stream(seed)
    cards = rest_of(game.rules.decks, ())
    stream.shuffle(cards)
    for seat in range(game.seats):
        game.down[seat] = tuple(cards[PLACES * seat : PLACES * (seat + 1)])
    cards = cards[PLACES * game.seats :]
    dealt = game.rules.dealt
    for seat in range(game.seats):
        game.hands[seat] = holding_of(cards[dealt * seat : dealt * (seat + 1)])
    game.draw = cards[: dealt * game.seats - 1 : -1]
    game.seed, game.read = seed, stream.read
