"""A greedy player of Dritzak: it plays low cards first and as many as it can, and keeps the special
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
"""How much a rank is worth keeping: high cards more than low ones, 2 and 10 most."""
SET: Final = 4


def choose(view: View, rng: Chance) -> Move:
    """Choose a legal move: the most valuable cards to lay face up, a play that completes a set,
    else the cheapest cards. It picks up the pile only if it must, and trusts the Shijo (a figure
    who knows the face-down cards)."""
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
    """The sort key of a play, cheapest first: first plays that complete a set, then lower ranks,
    then plays with more cards. Special cards are played one at a time."""
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
    """Choose which face-down card to turn up. If the Shijo has named a place as playable, it is
    that place, otherwise a random one that he hasn't revealed as unplayable."""
    flips = {move.other: move for move in view.moves if move.verb == "flip"}
    told = view.facts["shijo"] or {}
    place = str(told.get("place"))
    if place in flips and (told["card"] is None or goes(view, told["card"])):
        return flips[place]
    others = [move for other, move in flips.items() if other != place]
    return rng.choice(others or list(flips.values()))


def goes(view: View, card: str) -> bool:
    """Whether the rules allow a card to be played on the pile."""
    pile = view.zone("pile")
    top = pile.cards[-1] if pile and pile.cards else None
    if top is None:
        return True
    return RANKS.index(rank_of(card)) in ranks_on(
        RANKS.index(rank_of(top)), sevens=view.facts["options"]["sevens"]
    )
