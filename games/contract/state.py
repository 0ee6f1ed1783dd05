"""Checks of a game's state. The same seed must give the same game. A position or a copy of a game
must lead to an equal game. No view may show a card too often."""

from __future__ import annotations

import json
from collections import Counter
from itertools import islice
from typing import Any

from games.contract.playing import (
    Case,
    Chooser,
    Sitting,
    as_json,
    as_text,
    called,
    cards_in,
    random_player,
    seats_and_spectator,
)
from games.contract.shapes import check_event_shapes
from games.core import Event, Game, Move, Outcome, Stream
from games.record import (
    Record,
    Step,
    dumps,
    loads,
    outcome_as_json,
    outcome_from_json,
    replay,
)


def check_moves(sitting: Sitting) -> None:
    """Check the legal moves of every seat. The moves must be distinct, and must be the same on each
    call, in a new list. Each move must be a `Move` that can be read from its own text. A seat that
    the game waits for must have a move. A finished game must have no moves. Raises
    ContractBroken."""
    game, hold = sitting.game, sitting.hold
    for seat in range(game.seats):
        moves = game.legal_moves(seat)
        listed = isinstance(moves, list) and all(isinstance(move, str) for move in moves)
        hold(listed, f"The legal moves of seat {seat} aren't a list of Moves: {moves!r}.")
        hold(len(moves) == len(set(moves)), f"Seat {seat} has the same legal move twice: {moves}.")
        hold(
            all(isinstance(move, Move) for move in moves),
            f"A legal move of seat {seat} isn't a Move: {moves}.",
        )
        for move in moves:
            again = Move.parse(str(move))
            parts = (again, again.verb, again.cards, again.other) == (
                move,
                move.verb,
                move.cards,
                move.other,
            )
            hold(parts, f"The move “{move}” reads back from its own text as “{again}”.")
            hold(
                move.verb != "resign",
                "Records use “resign” for leaving, so no move can be called that.",
            )
        kept = list(moves)
        moves.clear()
        hold(
            game.legal_moves(seat) == kept,
            f"The list of legal moves of seat {seat} is shared with the game, or changes.",
        )
        hold(
            seat not in game.waiting_on or bool(kept),
            f"The game waits for seat {seat}, which has no legal move.",
        )
        hold(
            game.outcome is None or not kept,
            f"Seat {seat} has legal moves in a finished game: {kept}.",
        )
    hold(
        all(game.legal_moves(seat) == [] for seat in (-1, game.seats, 99)),
        "A seat that isn't there has legal moves.",
    )
    hold(
        game.waiting_on <= set(range(game.seats)),
        f"The game waits for seats that aren't there: {game.waiting_on}.",
    )
    hold(
        (game.outcome is not None) == (not game.waiting_on),
        "A game must wait for someone until it ends, and for nobody after that.",
    )


def check_round_trip(sitting: Sitting, *, ahead: int = 0, views: bool = True) -> None:
    """Check that a game can be made from its own position, written as JSON. The new game must have
    an equal position and equal legal moves. With `views`, its views and its outcome must be equal
    too. After that, the same moves (at most `ahead`) are made in both games. Both games must have
    the same events, including random ones, and the same positions. Raises ContractBroken."""
    game, hold = sitting.game, sitting.hold
    text = as_text(game.position())
    back = type(game).from_position(json.loads(text), options=game.settings)
    hold(as_text(back.position()) == text, f"The position doesn't come back from its JSON: {text}.")
    for seat in range(game.seats):
        same = back.legal_moves(seat) == game.legal_moves(seat)
        hold(same, f"The legal moves of seat {seat} differ after the position's round trip.")
    if views:
        hold(_face(back) == _face(game), "Views or outcome differ after the position's round trip.")
    if ahead:
        _check_twins(sitting, game.copy(), back, ahead, "a game from its own position")


def check_copy(sitting: Sitting, *, ahead: int = 8) -> None:
    """Check `Game.copy`. The copy must be equal to the original and must share no state with it.
    Then at most `ahead` random moves are made, the same ones in two copies, and both must have the
    same events and positions. Raises ContractBroken."""
    game, hold = sitting.game, sitting.hold
    before, copy = as_json(game.position()), game.copy()
    hold(as_json(copy.position()) == before, "A copy's position differs from the original's.")
    hold(
        _face(copy) == _face(game),
        "A copy's views, legal moves or outcome differ from the original's.",
    )
    _check_twins(sitting, copy, game.copy(), ahead, "a copy")
    hold(
        as_json(game.position()) == before,
        "Playing on a copy changed the game it was made from.",
    )
    position = game.position()
    _scramble(position)
    hold(as_json(game.position()) == before, "Changing what position() returned changed the game.")


def _scramble(data: Any) -> None:
    if isinstance(data, dict):
        for value in data.values():
            _scramble(value)
        data.clear()
    elif isinstance(data, list):
        for value in data:
            _scramble(value)
        data.clear()


def _check_twins(sitting: Sitting, one: Game, other: Game, ahead: int, what: str) -> None:
    rng = Stream(json.dumps(one.position(), sort_keys=True).encode())
    for _ in range(ahead):
        if one.outcome is not None:
            break
        seat = rng.choice(sorted(one.waiting_on))
        move = random_player(one, seat, rng)
        events = one.play(seat, move), other.play(seat, move)
        for event in events[0] if isinstance(events[0], list) else ():
            check_event_shapes(sitting, event)
        sitting.hold(
            _said(events[0]) == _said(events[1]),
            f"After “{seat} {move}”, {what} reports different events.",
        )
        sitting.hold(
            one.position() == other.position(),
            f"After “{seat} {move}”, {what} has a different position.",
        )


def _face(game: Game) -> list[Any]:
    """Everything that can be seen of a game: all views, all legal moves, the seats that it waits
    for, and the outcome."""
    views = [as_text(game.view(seat)) for seat in seats_and_spectator(game)]
    moves = [game.legal_moves(seat) for seat in range(game.seats)]
    return [views, moves, sorted(game.waiting_on), game.outcome]


def _said(events: list[Event]) -> str:
    return json.dumps(events, sort_keys=True)


def check_conservation(sitting: Sitting, dealt: Counter[str]) -> None:
    """Check that no card is invented or doubled. The position may name only cards in `dealt`, which
    has the number of each card after the deal. No view may show a card more often than it is in
    `dealt`. Raises ContractBroken."""
    named = set(cards_in(sitting.game.position()))
    sitting.hold(
        named <= set(dealt),
        f"The position names cards that were never dealt: {sorted(named - set(dealt))}.",
    )
    for viewer in seats_and_spectator(sitting.game):
        view = sitting.game.view(viewer)
        shown = Counter(
            card for zone in view.zones for card in (*zone.cards, *zone.covers) if card is not None
        )
        doubled = [card for card, count in shown.items() if count > max(dealt[card], 1)]
        sitting.hold(
            not doubled,
            f"The view of {called(viewer)} shows cards that aren't there, or twice: {doubled}.",
        )


def check_determinism(
    case: Case, *, chooser: Chooser = random_player, moves: int | None = None
) -> None:
    """Check that the same seed, options and moves always give the same events, positions and views.
    At most `moves` moves are made (None: until the game ends). Raises ContractBroken."""
    first, second = Sitting(case), Sitting(case)
    first.hold(first.game.position() == second.game.position(), "Two deals from one seed differ.")
    rng = Stream(b"determinism" + case.seed)
    for step, events in islice(first.steps_of(chooser, rng), moves):
        again = second.make(step)
        first.hold(
            _said(events) == _said(again),
            "The same moves from the same seed report different events.",
        )
        first.hold(
            first.game.position() == second.game.position(),
            "The same moves from one seed lead to another position.",
        )
    first.hold(
        _face(first.game) == _face(second.game), "The same moves from one seed show other views."
    )


def check_record(case: Case, steps: list[Step]) -> None:
    """Check a game's record. After it was written as text and read again, it must lead to the same
    position after every step, and to the same outcome. Raises ContractBroken. The game must be
    installed (`games.load` must find it), because a record contains only the name of its game."""
    record = Record(case.header(), tuple(steps))
    text = dumps(record)
    sitting = Sitting(case)
    sitting.hold(loads(text) == record, "The record doesn't come back from its own text.")
    for game, step, _ in replay(loads(text)):
        if step is not None:
            sitting.make(step)
        sitting.hold(
            game.position() == sitting.game.position(), "The record replays to another position."
        )
        sitting.hold(game.outcome == sitting.game.outcome, "The record replays to another outcome.")


def outcome_survives(outcome: Outcome) -> bool:
    """Whether an outcome is the same after it was written as JSON and read back."""
    return outcome_from_json(json.loads(json.dumps(outcome_as_json(outcome)))) == outcome
