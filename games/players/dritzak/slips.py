"""The two weaker levels of Dritzak. Both choose moves like the quick player (quick.py), but make
human mistakes."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core import Chance, Move, View
from games.players.dritzak import quick
from games.players.dritzak.ranks import ACE, WORTH_OF_CARD

HUNDRED: Final = 100


class Slips(NamedTuple):
    """The mistakes that a level of Dritzak makes, each with its frequency in per cent. `overlooks`
    is how often the player overlooks a card. `dearer` is how often the player plays a rank of
    higher worth than necessary, by at most `points`. `single` is how often the player plays only
    one of several cards."""

    overlooks: int
    """In how many of a hundred moves the player overlooks a card of its own hand."""
    dearer: int
    """In how many of a hundred moves the player plays a rank of higher worth than necessary."""
    points: int
    """For the mistake `dearer`: the largest difference between the worth of the rank that the
    player plays and the worth of the rank that was necessary."""
    single: int
    """How often, in per cent, the player plays only one card instead of several cards of the same
    rank."""


CASUAL: Final = Slips(overlooks=10, dearer=10, points=3, single=10)
BEGINNER: Final = Slips(overlooks=30, dearer=45, points=4, single=60)


def casual(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` as the level *casual* does. The move is usually
    reasonable."""
    return _choose(view, rng, CASUAL)


def beginner(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` as the level *beginner* does, which is like a
    person who has just learned the rules."""
    return _choose(view, rng, BEGINNER)


def _choose(view: View, rng: Chance, slips: Slips) -> Move:
    overlooked = None
    if rng.randrange(HUNDRED) < slips.overlooks and len(view.hand) > 1:
        overlooked = rng.choice(view.hand)
    move = quick.choose(view, rng, overlooked)
    if move.verb == "play" and rng.randrange(HUNDRED) < slips.dearer:
        move = _dearer(view, move, slips.points)
    if len(move.cards) > 1 and move.verb == "play" and rng.randrange(HUNDRED) < slips.single:
        return next((each for each in view.moves if each.cards == move.cards[:1]), move)
    return move


def _dearer(view: View, move: Move, points: int) -> Move:
    """Return a play whose rank is the next one in worth above the rank of `move`. Its worth may be
    higher by at most `points`, and the rank may not be 2 or 10. If there is no such play, return
    `move`."""
    own = WORTH_OF_CARD[move.cards[0]]
    near = [
        other
        for other in view.moves
        if other.verb == "play" and own < WORTH_OF_CARD[other.cards[0]] <= min(own + points, ACE)
    ]
    return near[0] if near else move
