"""Checks of pauses, of events that end a chapter (one deal of a longer game), and of fields that
contain seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.contract.playing import Sitting, called, seats_and_spectator
from games.contract.scores import is_score_of_all
from games.core import Event
from games.view import SCORE


def check_pause(sitting: Sitting) -> None:
    """Check the game if it is in a pause (`Game.pause`). The game must not be over. All seats that
    have a legal move must have the same single move, which names no cards. Raises
    ContractBroken."""
    game = sitting.game
    if not game.pause:
        return
    sitting.hold(game.outcome is None, "A finished game can't have a pause.")
    legal = [game.legal_moves(seat) for seat in range(game.seats)]
    moves = {move for each in legal for move in each}
    sitting.hold(
        len(moves) == 1 and not any(move.cards for move in moves),
        f"A pause needs one move without cards for everyone, not {sorted(moves)}.",
    )


def check_chapters(sitting: Sitting, happened: Sequence[Event]) -> None:
    """Check the events in `happened` that end a chapter (a part of the game such as a bout, see
    `Game.chapter_names`). If such an event has a score, the score must have a value for each seat.
    Raises ContractBroken."""
    for event in happened:
        if event.name in sitting.game.chapter_names and SCORE in event.fields:
            score = event.fields[SCORE]
            sitting.hold(
                is_score_of_all(score, sitting.game.seats),
                f"The event {event.name} ends a chapter, but its score isn't a list with a score "
                f"for each seat: {score!r}.",
            )


def check_seats_named(sitting: Sitting, happened: Sequence[Event]) -> None:
    """Check the fields of events and the facts of views that contain seats (`Game.seat_fields`).
    The value of each must be a seat, a list of seats, or None. Raises ContractBroken."""
    declared = {"seat", "seats", *sitting.game.seat_fields}
    for event in happened:
        _check_fields(sitting, event.fields, declared, f"the event {event.name}")
        _check_fields(sitting, event.secret or {}, declared, f"the event {event.name}")
    for viewer in seats_and_spectator(sitting.game):
        facts = sitting.game.view(viewer).facts
        _check_fields(sitting, facts, sitting.game.seat_fields, f"the view of {called(viewer)}")


def _check_fields(sitting: Sitting, fields: Any, declared: Any, what: str) -> None:
    seats = range(sitting.game.seats)
    for name in sorted(declared & fields.keys()):
        value = fields[name]
        named = value if isinstance(value, (list, tuple)) else [value]
        sitting.hold(
            value is None or all(type(seat) is int and seat in seats for seat in named),
            f"The field {name} of {what} names a seat or a list of seats, not {value!r}.",
        )
