"""Find out which cards, zones, facts and moves occur in a game, by playing some random games.
Environments need this list because their arrays must have a fixed shape.

The same game, options and seats always give the same names in the same order."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from typing import Any, Final

from games.cards import CARDS, is_card
from games.core import Game, GameOptions, Move, View
from games.moves import ORDERED_VERBS
from games.shuffle import Stream

GAMES: Final = 6
"""The number of games that are played to find the names in a game."""
LONGEST: Final = 300
"""The most moves of each of these games."""
FURTHER: Final = 256
"""The number of actions for legal moves that have no action of their own, such as sets of several
cards."""
TABLE: Final = "table"
"""Stands in place of the owner in the name of an array's position, for zones that belong to no
seat."""


@dataclass(frozen=True, slots=True)
class Explored:
    """The names that occur in a game. `cards` is the deck. `zones` has pairs of a zone's name, and
    whether zones of this name belong to seats. `roles` are the roles of seats.

    Facts are divided by their values: `values` are facts with a single value, `by_seat` are facts
    with a value for each seat, and `of_cards` are facts that name cards. `texts` are all texts that
    occur as values. `moves` are the moves that have an action of their own."""

    cards: tuple[str, ...]
    zones: tuple[tuple[str, bool], ...]
    roles: tuple[str, ...]
    values: tuple[str, ...]
    by_seat: tuple[str, ...]
    of_cards: tuple[str, ...]
    texts: tuple[str, ...]
    moves: tuple[str, ...]


@lru_cache(maxsize=64)
def explored(kind: type[Game], options: GameOptions, seats: int) -> Explored:
    """Play some random games of this kind with these options and `seats` seats. Return all names
    that occur in these games."""
    views: list[View] = []
    moves: dict[Move, None] = {}
    cards: set[str] = set()
    for number in range(GAMES):
        game = kind.new(options, seats=seats, seed=b"explored %d" % number)
        rng = Stream(b"explored %d" % number)
        cards |= set(_texts(game.position())) & set(CARDS)
        for _ in range(LONGEST):
            if game.outcome is not None:
                break
            for seat in range(seats):
                moves |= dict.fromkeys(game.legal_moves(seat))
            seat = min(game.waiting_on)
            view = game.view(seat)
            views.append(view)
            game.play(seat, rng.choice(view.moves))
    deck = tuple(card for card in CARDS if card in cards)
    facts = {(name, _kind(value, seats)) for view in views for name, value in view.facts.items()}
    lists = {name for name, what in facts if what == "seats"}
    with_cards = {name for name, what in facts if what == "cards"}
    plain = {name for name, what in facts if what == "value"} - lists - with_cards
    known = {text for view in views for text in _texts(view.facts)} - set(CARDS)
    return Explored(
        deck,
        tuple(sorted({(z.name, z.owner is not None) for view in views for z in view.zones})),
        tuple(sorted({role for view in views for seat in view.seats for role in seat.roles})),
        tuple(sorted(plain)),
        tuple(sorted(lists - with_cards)),
        tuple(sorted(with_cards)),
        tuple(sorted(known)),
        tuple(_actions(moves, deck)),
    )


def _kind(value: Any, seats: int) -> str:
    """Return how the value of a fact is encoded: `cards` if it names cards, `seats` if it is a list
    with a value for each seat, `value` if it is a single value, and an empty text for anything
    else."""
    if isinstance(value, (list, tuple, dict)):
        if any(map(is_card, _texts(value))):
            return "cards"
        plain = all(each is None or isinstance(each, (int, str)) for each in value)
        return "seats" if not isinstance(value, dict) and len(value) == seats and plain else ""
    return "value"


def _texts(data: Any) -> Iterator[str]:
    """Yield every text in data that JSON can hold, except the keys of dicts."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from _texts(value)
    elif isinstance(data, (list, tuple)):
        for value in data:
            yield from _texts(value)


def _actions(moves: dict[Move, None], deck: tuple[str, ...]) -> list[str]:
    """Return the moves that get an action of their own, sorted. They are the moves without cards,
    the moves with one card, and the moves that play one card on another. A move that occurs with
    some cards is included with all cards of the `deck`."""
    found: set[str] = set()
    for move in moves:
        if not move.cards:
            found.add(str(move))
        elif len(move.cards) == 1:
            found |= {str(Move.make(move.verb, [card], move.other)) for card in deck}
        elif move.verb in ORDERED_VERBS and len(move.cards) == 2:  # noqa: PLR2004 - one on another
            pairs = permutations(deck, 2)
            found |= {str(Move.make(move.verb, pair, move.other)) for pair in pairs}
    return sorted(found)
