"""Puzzles of Durak. Two seats are left, and exactly one move is best. A complete search proves
which move is best."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.core import Event, Move, View, options_from
from games.durak.game import Durak
from games.players.durak import quick
from games.players.durak.endgame import LOSS, Solver, TooManyNodes
from games.players.durak.levels import is_an_end, thinkable
from games.players.durak.masks import Position
from games.players.durak.slips import casual
from games.players.durak.solving import best_moves, result_of, solvable
from games.puzzles.puzzle import FEWEST_MOVES, Answer, Puzzle, level_of
from games.record import Record, Step, replay

MOST_CARDS: Final = 10
"""The most cards in both hands and on the table, so that a person can keep track of them."""
NODES: Final = 20_000
"""The most nodes that are searched to find out whether a position makes a puzzle."""
PLENTY: Final = 1_000_000
"""The budget of nodes for an answer to a puzzle. It is large, because it is known that a puzzle can
be solved within `NODES`."""
LONGEST: Final = 40
"""The most moves in `Answer.line`. This list has the move of the person who solves the puzzle, and
the moves of both seats after it."""


def puzzle_in(game: Durak, seat: int, most_cards: int = MOST_CARDS) -> Puzzle | None:
    """Make a puzzle of a position for the seat to move, or return None when it isn't suitable. Two
    seats must be left and the talon empty, with at most `most_cards` cards in hands and on the
    table. There must be exactly one best move, and it must not lose."""
    view = game.view(seat)
    if len(view.moves) < FEWEST_MOVES or not (thinkable(view) and is_an_end(view)):
        return None
    if any(each.resigned for each in view.seats):
        return None
    position = Position.of_game(game)
    cards = sum(hand.bit_count() for hand in position.hands) + position.lying.bit_count()
    if cards > most_cards or not solvable(position):
        return None
    solver = Solver(position.rules, position.order, NODES)
    try:
        results = {move: result_of(position, seat, move, solver) for move in view.moves}
    except TooManyNodes:
        return None
    most = max(results.values())
    best = [move for move, result in results.items() if result == most]
    if len(best) > 1 or most == LOSS:
        return None
    fresh = {**game.position()}
    fresh.pop("idle_bouts", None)
    options = game.settings.model_dump(mode="json")
    level = level_of(view, best[0], casual)
    return Puzzle(game.name, options, fresh, seat, str(best[0]), most, level)


def puzzles_in(record: Record, most_cards: int = MOST_CARDS) -> Iterator[Puzzle]:
    """Yield a puzzle for each suitable position in a game of Durak. The hands and the table of the
    position have at most `most_cards` cards together. Raise RecordError when the record can't be
    replayed."""
    steps = [*record.steps, None]
    for (game, _, _), following in zip(replay(record), steps, strict=True):
        if following is not None and isinstance(game, Durak) and following.seat in game.waiting_on:
            found = puzzle_in(game, following.seat, most_cards)
            if found is not None:
                yield found


def game_of(puzzle: Puzzle) -> Durak:
    """The game in the position of a puzzle. Raises GameError when the position can't be read."""
    options = options_from(Durak, puzzle.options)
    return Durak.from_position(dict(puzzle.position), options=options)


def opened(puzzle: Puzzle) -> View:
    """The position as the person who solves the puzzle sees it: both hands are open."""
    return game_of(puzzle).opened()


def answer_to(puzzle: Puzzle, move: str) -> Answer:
    """Play a puzzle to its end after a move, with best play of both sides. Raises GameError when
    the move is not legal."""
    game = game_of(puzzle)
    line: list[tuple[Step, list[Event]]] = []
    begun: list[tuple[int, int]] = []
    seat, wanted = puzzle.seat, Move.parse(move)
    while True:
        _note_start(game, begun)
        line.append((Step(seat, str(wanted)), game.play(seat, wanted)))
        if game.outcome is not None or len(line) == LONGEST:
            break
        seat = min(game.waiting_on)
        wanted = _best(game, seat, begun)
    ranks = None if game.outcome is None else game.outcome.ranks
    return Answer(str(Move.parse(move)) == puzzle.best, line, ranks)


def _note_start(game: Durak, begun: list[tuple[int, int]]) -> None:
    """If a bout is about to begin, add the attacker's and the defender's hand to `begun`. If a
    later bout begins with the same hands, there was no progress between them (DUR-46)."""
    position = Position.of_game(game)
    if not position.by:
        begun.append((position.hands[position.attacker], position.hands[position.defender]))


def _best(game: Durak, seat: int, begun: list[tuple[int, int]]) -> Move:
    """Return one of the best moves of `seat`. If the quick player (a player with simple rules)
    would choose a best move, return this move. `begun` has the attacker's and the defender's hand
    at the beginning of each bout so far. A return to the hands of an earlier bout counts as a
    draw."""
    view = game.view(seat)
    if len(view.moves) == 1:
        return view.moves[0]
    position = Position.of_game(game)
    solver = Solver(position.rules, position.order, PLENTY)
    for a, d in begun:
        solver.been(a, d, position.travelled)
    usual = quick.choose(view)
    _, best = best_moves(position, seat, sorted(view.moves, key=lambda each: each != usual), solver)
    return next(best)
