"""The two weaker levels of Durak, *casual* and *beginner*.

Both play like the quick player, but with human mistakes. Now and then they overlook a card, or play
a card of higher worth than necessary. Their threshold for beating changes at random for each move.
So they beat too rarely at one time, and too often at another. They remember nothing."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core import Chance, Move, View
from games.players.durak import greedy, quick
from games.players.durak.thresholds import FOR_MORE, QUICK, Thresholds

HUNDRED: Final = 100
TWO: Final = 2


class Slips(NamedTuple):
    """The mistakes of a level of Durak. The player decides by `thresholds`, but in `overlooks` of a
    hundred moves the player overlooks a card of the own hand. In `dearer` of a hundred moves, the
    player plays a card of higher worth than necessary, by at most `points`. For each move, the
    threshold `sweep` (the limit for what beating may cost) is changed at random by at most `mood`,
    up or down."""

    thresholds: Thresholds
    overlooks: int
    """In how many of a hundred moves the player overlooks a card of its own hand."""
    dearer: int
    """In how many of a hundred moves the player plays a card of higher worth than necessary."""
    points: int
    """The largest difference in worth between the card that the player plays by mistake and the
    card that was necessary."""
    mood: int
    """The largest random change of the threshold `sweep` for a move, up or down. `sweep` is the
    limit for what beating may cost, and `mood` is in the same unit."""


class Level(NamedTuple):
    """The mistakes of a level in games for two and in games for more. At a larger table the same
    mistakes cost a seat less, because other seats suffer from some of them too. Levels that differ
    clearly in a game for two would hardly differ in a game for six."""

    for_two: Slips
    for_more: Slips


CASUAL: Final = Level(
    Slips(QUICK._replace(late_throw=20), overlooks=20, dearer=28, points=4, mood=32),
    Slips(FOR_MORE, overlooks=20, dearer=28, points=4, mood=16),
)
BEGINNER: Final = Level(
    Slips(
        QUICK._replace(late=1, sweep=50, late_throw=18), overlooks=20, dearer=28, points=4, mood=40
    ),
    Slips(
        FOR_MORE._replace(late=1, sweep=50, late_throw=18),
        overlooks=40,
        dearer=45,
        points=13,
        mood=40,
    ),
)


def casual(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` as the level *casual* does. The move is usually
    reasonable."""
    return _choose(view, rng, CASUAL)


def beginner(view: View, rng: Chance) -> Move:
    """Choose one of the legal moves in `view.moves` as the level *beginner* does, which is like a
    person who has just learned the rules."""
    return _choose(view, rng, BEGINNER)


def _choose(view: View, rng: Chance, level: Level) -> Move:
    slips = level.for_two if len(view.seats) == TWO else level.for_more
    mood = rng.randrange(2 * slips.mood + 1) - slips.mood
    thresholds = slips.thresholds._replace(sweep=slips.thresholds.sweep + mood)
    overlooked = None
    if rng.randrange(HUNDRED) < slips.overlooks and len(view.hand) > 1:
        overlooked = rng.choice(view.hand)
    move = quick.choose(view, thresholds, overlooked)
    if rng.randrange(HUNDRED) < slips.dearer:
        return _dearer(view, move, slips.points)
    return move


def _dearer(view: View, move: Move, points: int) -> Move:
    """Return a move like `move` with a more valuable card. The verb and all cards except the last
    card are the same. Of the cards that are worth at most `points` more, the least valuable card is
    taken. If there is no such move, or if `move` doesn't attack, throw in, beat or pass, return
    `move`."""
    if move.verb not in ("attack", "throw", "beat", "pass"):
        return move
    own = greedy.worth(view, move.cards[-1])
    others = [
        (greedy.worth(view, other.cards[-1]), place)
        for place, other in enumerate(view.moves)
        if other.verb == move.verb
        and len(other.cards) == len(move.cards)
        and other.cards[:-1] == move.cards[:-1]
    ]
    near = [(worth, place) for worth, place in others if own < worth <= own + points]
    return view.moves[min(near)[1]] if near else move
