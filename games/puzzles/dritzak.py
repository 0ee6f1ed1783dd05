"""Puzzles of Dritzak: ends for two in which exactly one move wins within a few moves, whatever the
other seat does. Players can pick up the pile again and again for ever, so the final winner is
rarely known. But as in a chess problem, it can be proven whether a seat wins within a number of
moves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from games.core import Move, View, options_from
from games.dritzak.game import Dritzak
from games.dritzak.rules.holdings import TEXT, size_of
from games.dritzak.rules.state import GONE
from games.players.dritzak import quick
from games.players.dritzak.slips import casual
from games.puzzles.forced import PLENTY, Search, TooManyMoves, Ways
from games.puzzles.puzzle import FEWEST_MOVES, Answer, Puzzle, level_of
from games.record import Record, replay
from games.view import Zone

SEATS: Final = 2
FEWEST: Final = 2
"""The smallest number of moves in which the seat to move wins in a puzzle. Only the moves of this
seat are counted."""
MOST: Final = 4
"""The most moves that the seat of a puzzle may need to win. Moves of the other seat aren't
counted."""
MOST_CARDS: Final = 12
"""The most cards in hands and on the table, so that a person can keep track of them."""
NODES: Final = 4_000
"""The most moves that are tried to find out whether a position makes a puzzle."""


def _standing(game: Dritzak) -> tuple[Any, ...]:
    """Everything in a position that affects the rest of the game, except the count of turns without
    progress (DRI-44), whose limit is never reached in a puzzle."""
    return (
        game.turn,
        game.direction,
        tuple(game.hands),
        tuple(game.up),
        tuple(game.down),
        game.pile_holding,
        game.top,
        game.run,
        game.suits,
    )


WAYS: Final[Ways[Dritzak]] = Ways(
    _standing,
    moves=lambda game, seat: game.legal_moves(seat),
    is_open=lambda game: False,
    quick=quick.choose,
)


def puzzle_in(game: Dritzak, seat: int, nodes: int = NODES) -> Puzzle | None:
    """Make a puzzle of a position for the seat to move, or return None when it isn't suitable. All
    cards are known in a puzzle, so asking the Shijo is not a move in it. A choice only among
    face-down cards isn't suitable either, because no hint would be possible."""
    if game.seats != SEATS or game.phase != "play" or game.draw or game.jinxed or game.resigned:
        return None
    options = {**game.settings.model_dump(mode="json"), "shijo": False}
    position = {**game.position()}
    for name in ("chance", "shijo", "idle"):
        position.pop(name, None)
    fresh = Dritzak.from_position(position, options=options_from(Dritzak, options))
    moves = fresh.legal_moves(seat)
    if len(moves) < FEWEST_MOVES or _cards(fresh) > MOST_CARDS:
        return None
    try:
        most, best = Search(seat, nodes, WAYS).winning(fresh, MOST)
    except TooManyMoves:
        return None
    kinds = {move.verb for move in moves}
    if len(best) != 1 or most < FEWEST or (not best[0].cards and len(kinds) == 1):
        return None
    level = level_of(fresh.view(seat), best[0], casual)
    return Puzzle(fresh.name, options, position, seat, str(best[0]), 1, level, most)


def _cards(game: Dritzak) -> int:
    """The number of cards that both players have, in their hands and on the table."""
    own = (*game.hands, *game.up)
    return sum(map(size_of, own)) + sum(card != GONE for places in game.down for card in places)


def puzzles_in(record: Record) -> Iterator[Puzzle]:
    """The positions of a game of Dritzak that make a puzzle. Raises RecordError when the record
    does not replay."""
    steps = [*record.steps, None]
    for (game, _, _), following in zip(replay(record), steps, strict=True):
        if following is None or not isinstance(game, Dritzak):
            continue
        found = puzzle_in(game, following.seat) if following.seat in game.waiting_on else None
        if found is not None:
            yield found


def game_of(puzzle: Puzzle) -> Dritzak:
    """The game in the position of a puzzle. Raises GameError when the position can't be read."""
    options = options_from(Dritzak, puzzle.options)
    return Dritzak.from_position(dict(puzzle.position), options=options)


def opened(puzzle: Puzzle) -> View:
    """The position as the person who solves the puzzle sees it, including the face-down cards,
    which nobody sees in a game."""
    game = game_of(puzzle)
    view = game.opened()
    return replace(view, zones=tuple(_turned(game, zone) for zone in view.zones))


def _turned(game: Dritzak, zone: Zone) -> Zone:
    if zone.name != "face_down" or zone.owner is None:
        return zone
    return replace(zone, cards=tuple(TEXT[card] for card in game.down[zone.owner] if card != GONE))


def answer_to(puzzle: Puzzle, move: str) -> Answer:
    """Play a puzzle to its end after `move`. The puzzle's seat wins as quickly as possible, and the
    other seat resists as long as possible. Raises GameError when the move is not legal."""
    game, search = game_of(puzzle), Search(puzzle.seat, PLENTY, WAYS)
    wanted = Move.parse(move)
    line = search.played_out(game, wanted, puzzle.moves)
    ranks = None if game.outcome is None else game.outcome.ranks
    return Answer(str(wanted) == puzzle.best, line, ranks)
