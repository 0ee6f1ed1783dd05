"""What an adviser's move of Dritzak spends, as numbers: for the words that give it."""

from __future__ import annotations

from games.core import Move, View
from games.players.dritzak.ranks import WORTH_OF_CARD


def facts_of(view: View, move: Move) -> dict[str, int]:
    """Numbers about the move that was chosen. `weakest`: 1 if no weaker cards go. `strongest`: 1 if
    no stronger cards could be laid up."""
    if move.verb == "play":
        others = (each for each in view.moves if each.verb == "play")
        return {"weakest": int(_worth(move) == min(map(_worth, others)))}
    if move.verb == "up":
        others = (each for each in view.moves if each.verb == "up")
        return {"strongest": int(_worth(move) == max(map(_worth, others)))}
    return {}


def _worth(move: Move) -> tuple[int, ...]:
    """The ranks of a move's cards, the strongest first."""
    worths = {WORTH_OF_CARD[card] for card in move.cards} if move.verb == "play" else None
    return tuple(sorted(worths or map(WORTH_OF_CARD.__getitem__, move.cards), reverse=True))
