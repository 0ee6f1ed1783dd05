"""A bot player for Simple Eights. Like every player, it uses only the view."""

from collections import Counter

from games.cards import rank_of, suit_of
from games.moves import Move
from games.shuffle import Chance
from games.view import View


def choose(view: View, rng: Chance) -> Move:
    """Choose a legal move: keep wild cards for later, stay with the longest suit, and draw only
    when no card fits."""
    suits = Counter(map(suit_of, view.hand))

    def worth(move: Move) -> tuple[bool, bool, int]:
        card = move.cards[0] if move.cards else ""
        return bool(card), rank_of(card) != view.facts["wild"], suits[suit_of(card)] if card else 0

    best = max(map(worth, view.moves))
    return rng.choice([move for move in view.moves if worth(move) == best])
