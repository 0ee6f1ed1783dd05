"""Checks of the fact `score` in views. If a game has this fact, pictures of the game show it."""

from __future__ import annotations

from typing import Any

from games.contract.playing import Sitting, called, seats_and_spectator
from games.view import SCORE, SCORE_LENGTH


def check_scores(sitting: Sitting) -> None:
    """Check the fact `score` in all views. It must be the same in every view. If it exists, it must
    be a list with one item for each seat: a whole number, a short text or None. Raises
    ContractBroken."""
    game, hold = sitting.game, sitting.hold
    shown = game.view(None).facts.get(SCORE)
    for viewer in seats_and_spectator(game):
        scores = game.view(viewer).facts.get(SCORE)
        hold(
            scores == shown,
            (
                f"The view of {called(viewer)} has the score {scores}, and that of a spectator "
                f"{shown}."
            ),
        )
    if shown is None:
        return
    hold(
        _is_listed(shown, game.seats),
        f"The score must be a list with an item for each seat, not {shown!r}.",
    )
    for value in shown:
        hold(
            _is_score(value),
            (
                "A seat's score is a whole number, a text of 1 to "
                f"{SCORE_LENGTH} characters, or None; not {value!r}."
            ),
        )


def is_score_of_all(value: Any, seats: int) -> bool:
    """Whether a value is a list with a valid score for each seat."""
    return _is_listed(value, seats) and all(map(_is_score, value))


def _is_listed(value: Any, seats: int) -> bool:
    return isinstance(value, (list, tuple)) and len(value) == seats


def _is_score(value: Any) -> bool:
    if isinstance(value, str):
        return 0 < len(value) <= SCORE_LENGTH and value.isprintable()
    return value is None or (isinstance(value, int) and not isinstance(value, bool))
