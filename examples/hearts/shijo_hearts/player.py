"""A bot player for Hearts. It reads the view alone, as every player does."""

from games.cards import CARDS, suit_of
from games.moves import Move
from games.shuffle import Chance
from games.view import View

POINTS = ("QS", "H")


def choose(view: View, rng: Chance) -> Move:
    """Leads low, stays under the highest card as closely as it can, and throws points away when it
    can't follow."""
    zone = view.zone("trick")
    lying = [card for card in zone.cards if card] if zone else []
    led = suit_of(lying[0]) if 0 < len(lying) < len(view.seats) else None
    best = max((CARDS.index(card) for card in lying if suit_of(card) == led), default=-1)

    def worth(move: Move) -> tuple[int, int]:
        (card,) = move.cards
        high = CARDS.index(card) % 13
        if led is not None and suit_of(card) != led:
            return 2 + card.endswith(POINTS), high
        return (1, high) if CARDS.index(card) < best else (0, -high)

    most = max(map(worth, view.moves))
    return rng.choice([move for move in view.moves if worth(move) == most])
