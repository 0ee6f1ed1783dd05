"""Habits of Dritzak players. Each habit applies only while there are cards to draw: at the end
everybody plays as well as their level can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from games.cards import rank_of, suit_of
from games.core import Move, View
from games.players.manners import Manner

LARGE: Final = 4
"""A pile with at least this number of cards is large: a player who likes to burn piles uses a ten
on it."""
SPECIAL: Final = ("2", "10")
HEARTS: Final = "H"


def _plays(view: View) -> list[Move]:
    """Return the moves that play cards from the hand. The list is empty before play begins, and
    when there are no cards left to draw."""
    draw = view.zone("draw")
    early = view.facts["phase"] == "play" and bool(draw and draw.cards)
    return [move for move in view.moves if move.verb == "play"] if early else []


def _left(view: View, plays: Sequence[Move]) -> Sequence[Move]:
    """Return `plays` and all legal moves that play no cards. If `plays` is empty, return all legal
    moves."""
    if not plays:
        return view.moves
    return [*plays, *(move for move in view.moves if move.verb != "play")]


def one_at_a_time(view: View) -> Sequence[Move]:
    """The moves of a player who plays a single card even when several of one rank could be
    played."""
    return _left(view, [move for move in _plays(view) if len(move.cards) == 1])


def all_at_once(view: View) -> Sequence[Move]:
    """The moves of a player who always plays all their cards of a rank together. Twos and tens
    (`SPECIAL`) may be played in any number."""
    plays = _plays(view)
    most: dict[str, int] = {}
    for move in plays:
        rank = rank_of(move.cards[0])
        most[rank] = max(most.get(rank, 0), len(move.cards))
    kept = [
        move
        for move in plays
        if rank_of(move.cards[0]) in SPECIAL or len(move.cards) == most[rank_of(move.cards[0])]
    ]
    return _left(view, kept)


def burns(view: View) -> Sequence[Move]:
    """Return the moves of a player who uses a ten to discard (burn) every large pile. If a ten can
    burn a large pile, this play is the only move in the result. Otherwise all legal moves are
    returned."""
    pile = view.zone("pile")
    tens = [move for move in _plays(view) if rank_of(move.cards[0]) == "10"]
    large = pile is not None and len(pile.cards) >= LARGE
    return tens[:1] if tens and large else view.moves


def keeps_hearts(view: View) -> Sequence[Move]:
    """Return the moves of a player who keeps hearts. Of plays that differ only in their suits, only
    those with the fewest hearts are left."""
    fewest: dict[tuple[str, int], int] = {}
    plays = [(move, *_alike(move)) for move in _plays(view)]
    for _, kind, hearts in plays:
        fewest[kind] = min(hearts, fewest.get(kind, hearts))
    return _left(view, [move for move, kind, hearts in plays if hearts == fewest[kind]])


def _alike(move: Move) -> tuple[tuple[str, int], int]:
    """Return a key for a play, and the number of hearts among its cards. The key is the rank and
    the number of cards, so plays that differ only in suits have the same key."""
    suits = [suit_of(card) for card in move.cards]
    return (rank_of(move.cards[0]), len(suits)), suits.count(HEARTS)


MANNERS: Final[Mapping[str, Manner]] = {
    "one-at-a-time": one_at_a_time,
    "all-at-once": all_at_once,
    "burns": burns,
    "keeps-hearts": keeps_hearts,
}
