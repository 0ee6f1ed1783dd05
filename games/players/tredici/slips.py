"""The two weaker levels: the quick player with human mistakes. They remember nothing.

They like to hold few suits. So they give away the last card of a suit, although others might need
it. They call kisché on weak evidence. And now and then they give away a different card than the one
they need least."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core import Chance, Move, View
from games.players.tredici import quick
from games.players.tredici.quick import QUICK, Thresholds
from games.tredici.belief.counts import Counts
from games.tredici.belief.evidence import Evidence


class Slips(NamedTuple):
    """The mistakes of a level of bot players in Tredici, in per cent of the moves. `tidies` is how
    often the player prefers to give away the last card of a suit. `other` is how often the player
    gives away another card than the least useful one. `thresholds` are the limits by which the
    player makes all other decisions."""

    thresholds: Thresholds
    tidies: int
    """In how many of a hundred moves the player prefers to give away the last card of a suit."""
    other: int
    """In how many of a hundred moves the player gives away another card than the least useful
    one."""


HUNDRED: Final = 100
TIDY: Final = -2
"""The value of `block` in `quick.Thresholds` for a move in which the player prefers to give away
the last card of a suit. A value below 0 makes this card cheap to give away."""
CASUAL: Final = Slips(QUICK._replace(sure=600, ripe=9), tidies=25, other=20)
BEGINNER: Final = Slips(QUICK._replace(sure=250, ripe=3), tidies=100, other=10)


def casual(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` as the level *casual* does. The move is usually
    reasonable."""
    return _choose(view, rng, CASUAL)


def beginner(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` as the level *beginner* does, which is like a
    person who looks only at their own suit."""
    return _choose(view, rng, BEGINNER)


def _choose(view: View, rng: Chance, slips: Slips) -> Move:
    if len(view.moves) == 1:
        return view.moves[0]
    counts = Counts(view)
    likely = Evidence().likely(view, counts)
    thresholds = slips.thresholds
    if rng.randrange(HUNDRED) < slips.tidies:
        thresholds = thresholds._replace(block=TIDY)
    move = quick.choose(view, likely, counts, rng, thresholds)
    if move.verb not in ("discard", "give") or rng.randrange(HUNDRED) >= slips.other:
        return move
    return _nearly(view, move, rng)


def _nearly(view: View, move: Move, rng: Chance) -> Move:
    """Return a random move of the same kind as `move` that differs from `move` in one card. If
    there is no such move, return `move`."""
    near = [
        other
        for other in view.moves
        if other.verb == move.verb and len({*other.cards, *move.cards}) == len(move.cards) + 1
    ]
    return rng.choice(near) if near else move
