"""Puzzles of Tredici. The seat must discard three cards in the right order, so that the missing
cards of its suit come back in time, whatever the others do.

The puzzle shows everything that a game hides: the targets, all hands, and the order of both decks.
The discards are not shuffled when they become the drawing deck (TRE-20), so their order matters.
The kisché has already been called, because a later one could change everything. A side with
thirteen cards wins without calling. Hands have three cards, so a discard always takes the whole
hand, and only its order is a choice."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Final

from games.cards import RANKS
from games.core import Event, Move, View, options_from
from games.players.tredici.slips import casual
from games.puzzles.forced import PLENTY, Search, TooManyMoves, Ways
from games.puzzles.puzzle import Answer, Puzzle
from games.tredici.game import Tredici
from games.tredici.rules.hands import as_named
from games.tredici.rules.position import owes_text
from games.view import Zone

FEWEST: Final = 2
"""The smallest number of moves in which the seat to move wins in a puzzle. Only the moves of this
seat are counted."""
MOST: Final = 4
"""The largest number of moves in which the seat to move wins in a puzzle. Only the moves of this
seat are counted."""
FULL_HAND: Final = 3
"""The number of cards in a full hand. They are all discarded together."""
MOST_IN_DECKS: Final = 10
"""The most cards in both decks, so that a person can keep track of them."""
LACKING: Final = 2
"""The most cards that the side of the puzzle's seat may still need to complete its suit. If the
side lacked more cards, the seat could hardly win within `MOST` moves."""
NODES: Final = 6_000
"""The most moves that are tried to find out whether a position makes a puzzle."""
LEVEL: Final = {2: 1, 3: 2, 4: 3}
"""The level of a puzzle, by its number of moves. In other games, the level depends on how often a
casual player finds the answer. Here the answer is an order of the discarded cards, and a casual
player doesn't choose an order."""


def _standing(game: Tredici) -> Hashable:
    """Everything in a position that affects the rest of the game, except the count of turns without
    progress (TRE-23), whose limit is never reached in a puzzle."""
    return (
        game.turn,
        game.full_hand,
        tuple(game.hands),
        tuple(map(len, game.stacks)),
        tuple(game.draw),
        tuple(game.discard),
        tuple(game.owes),
    )


def _moves(game: Tredici, seat: int) -> Sequence[Move]:
    """The moves of a seat. A discard is listed in every order of its cards, because the cards are
    drawn again in that order (TRE-20)."""
    moves = game.legal_moves(seat)
    if moves[0].verb != "discard":
        return moves
    return [as_named(move, " ".join(cards)) for move in moves for cards in permutations(move.cards)]


def _is_open(game: Tredici) -> bool:
    """Return whether chance decides what happens next. That is so when both decks have become
    empty: all seats must then give cards, and these cards are shuffled (TRE-21)."""
    return game.gives is not None or game.under_way is not None


WAYS: Final[Ways[Tredici]] = Ways(_standing, _moves, _is_open, casual)


def puzzle_in(game: Tredici, seat: int, nodes: int = NODES) -> Puzzle | None:
    """The puzzle that a position gives to the seat to move; None when it is not suitable. Exactly
    one order of the seat's three cards must win; all other orders must not win even with a lucky
    shuffle."""
    if not _may_be_one(game, seat):
        return None
    options = {**game.settings.model_dump(mode="json"), "reshuffle": False, "call": "auto"}
    position = {**game.position(), "kische": "used"}
    for name in ("stream", "idle", "caller", "announced"):
        position.pop(name, None)
    fresh = Tredici.from_position(position, options=options_from(Tredici, options))
    try:
        most, best = Search(seat, nodes, WAYS).winning(fresh, MOST)
        if len(best) != 1 or most < FEWEST:
            return None
        lucky, possible = Search(seat, nodes, WAYS, lucky=True).winning(fresh, most)
        if (lucky, len(possible)) != (most, 1):
            return None
    except TooManyMoves:
        return None
    return Puzzle(fresh.name, options, position, seat, _text(best[0]), 1, LEVEL[most], most)


def _text(move: Move) -> str:
    """A move as text, with its cards in the order in which they are discarded."""
    return " ".join((move.verb, *move.cards))


def _may_be_one(game: Tredici, seat: int) -> bool:
    """Whether a position may be a puzzle: the hands and decks are small, there are no teams, nobody
    has left, it is the turn of `seat` to discard, and its side lacks only a few cards."""
    small = game.full_hand == FULL_HAND and len(game.draw) + len(game.discard) <= MOST_IN_DECKS
    alone = len(game.members) == game.seats and not game.resigned
    if not (small and alone and game.outcome is None and game.undisturbed and game.turn == seat):
        return False
    discards = not game.owes[seat] and game.hands[seat].bit_count() == FULL_HAND
    return discards and 0 < len(RANKS) - len(game.stacks[seat]) <= LACKING


def choices(puzzle: Puzzle) -> list[Move]:
    """The moves to choose from: the discard, in each order of its cards."""
    found = []
    for move in _moves(game_of(puzzle), puzzle.seat):
        found.append(Move(_text(move)))
        found[-1].verb, found[-1].cards, found[-1].other = move.verb, move.cards, move.other
    return found


def game_of(puzzle: Puzzle) -> Tredici:
    """The game in the position of a puzzle. Raises GameError when the position can't be read."""
    options = options_from(Tredici, puzzle.options)
    return Tredici.from_position(dict(puzzle.position), options=options)


def opened(puzzle: Puzzle) -> View:
    """The position as the person who solves the puzzle sees it: the hands, both decks in the order
    in which their cards are drawn, and what each seat must draw. Cards that were set aside are left
    out."""
    game = game_of(puzzle)
    view = game.opened()
    hands = [zone for zone in view.zones if zone.is_hand]
    decks = {"draw": tuple(reversed(game.draw)), "discard": tuple(game.discard)}
    rows = [Zone(name, None, "row", cards) for name, cards in decks.items() if cards]
    facts = {**view.facts, "owed": [owes_text(owes) for owes in game.owes]}
    return replace(view, zones=(*hands, *rows), facts=facts)


def answer_to(puzzle: Puzzle, move: str) -> Answer:
    """Play a puzzle to its end after `move`. The puzzle's seat wins as quickly as possible, and the
    others resist as long as possible. Raises GameError when the move is not legal."""
    game, search = game_of(puzzle), Search(puzzle.seat, PLENTY, WAYS)
    wanted = next((each for each in choices(puzzle) if each == move), Move.parse(move))
    played = search.played_out(game, wanted, puzzle.moves)
    line = [(step, [_open(event, step.seat) for event in events]) for step, events in played]
    ranks = None if game.outcome is None else game.outcome.ranks
    return Answer(str(wanted) == puzzle.best, line, ranks)


def _open(event: Event, seat: int) -> Event:
    """Return a copy of an event in which everything that `seat` was told is public. In a puzzle,
    everybody may see all cards."""
    return Event(event.name, event.seen_by(seat))
