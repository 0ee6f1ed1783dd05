"""A greedy player of Dritzak. It plays low cards first and as many as it can, and keeps the special
ranks (2 and 10) until it needs them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.cards import RANKS, rank_of
from games.core import Chance, Move, View
from games.dritzak.rules.options import ranks_on

SPECIAL: Final = ("2", "10")
WORTH: Final = {
    rank: worth
    for worth, rank in enumerate((*(rank for rank in RANKS if rank not in SPECIAL), *SPECIAL))
}
"""How much it is worth to keep a card of each rank. High cards are worth more than low ones, and 2
and 10 are worth most."""
SET: Final = 4


def choose(view: View, rng: Chance) -> Move:
    """Choose a legal move in `view.moves`. Before play begins, the cards that are worth most
    (`WORTH`) are laid face up. In play, a set is completed if possible, otherwise cards of the rank
    that is worth least are played.

    The pile is picked up only if nothing else is possible. If the rules allow it, the player asks
    the Shijo (a figure who knows the face-down cards) before it turns up a face-down card, and then
    follows his answer."""
    plays = [move for move in view.moves if move.verb == "play"]
    if plays:
        return min(plays, key=lambda move: _cost(view, move))
    by_verb = {move.verb: move for move in view.moves}
    if "up" in by_verb:
        return max(view.moves, key=lambda move: _worth(move.cards))
    if "shijo" in by_verb:
        return by_verb["shijo"]
    if "flip" in by_verb:
        return _flip(view, rng)
    return rng.choice(view.moves)


def _worth(cards: Sequence[str]) -> list[int]:
    return sorted((WORTH[rank_of(card)] for card in cards), reverse=True)


def _cost(view: View, move: Move) -> tuple[bool, int, int]:
    """Return the sort key of a play; the greedy player makes the play with the lowest key. Plays of
    a normal rank that complete a set come first. The other plays follow from the lowest worth to
    the highest. Of plays with the same normal rank, the play with the most cards comes first. Of
    plays with the same special rank (2 or 10), the play with the fewest cards comes first."""
    rank = rank_of(move.cards[0])
    count = len(move.cards)
    if rank in SPECIAL:
        return (True, WORTH[rank], count)
    return (_run_on(view, rank) + count < SET, WORTH[rank], -count)


def _run_on(view: View, rank: str) -> int:
    """The number of cards of that rank on top of the pile, without another rank between them."""
    pile = view.zone("pile")
    cards = pile.cards if pile else ()
    run = 0
    for card in reversed(cards):
        if card is None or rank_of(card) != rank:
            break
        run += 1
    return run


def _flip(view: View, rng: Chance) -> Move:
    """Choose which face-down card to turn up. If the Shijo has named a place as playable, return
    the move for this place. Otherwise return the move for a random place. A place that he has
    revealed as unplayable is chosen only if there is no other."""
    flips = {move.other: move for move in view.moves if move.verb == "flip"}
    told = view.facts["shijo"] or {}
    place = str(told.get("place"))
    if place in flips and (told["card"] is None or goes(view, told["card"])):
        return flips[place]
    others = [move for other, move in flips.items() if other != place]
    return rng.choice(others or list(flips.values()))


def goes(view: View, card: str) -> bool:
    """Return whether the rules allow `card` to be played on the pile."""
    pile = view.zone("pile")
    top = pile.cards[-1] if pile and pile.cards else None
    if top is None:
        return True
    return RANKS.index(rank_of(card)) in ranks_on(
        RANKS.index(rank_of(top)), sevens=view.facts["options"]["sevens"]
    )
