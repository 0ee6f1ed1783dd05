"""A bot player for Stakes that bids any allowed number. Members have no button for each of these
numbers."""

from games.moves import Move
from games.shuffle import Chance
from games.view import View


def choose(view: View, rng: Chance) -> Move:
    """Return a bid of a random allowed number. If no bid is possible, return the first legal
    move."""
    for amount in view.amounts:
        return amount.move(rng.choice(amount.numbers))
    return view.moves[0]
