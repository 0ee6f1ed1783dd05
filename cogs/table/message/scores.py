"""The scores of a game's seats, if the game keeps any: the fact `score` of its view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cogs.words import _
from cogs.words.figures import score
from cogs.words.game import GameWords
from cogs.words.names import escaped
from cogs.words.seats import Names
from games.view import View

TWO: Final = 2
"""The sides of a match whose score is told as in sports."""


def score_of(view: View, seat: int, words: GameWords) -> str:
    """The score of a seat in the game's words: `13 points`; empty when the seat has none."""
    value = view.score(seat)
    return "" if value is None else escaped(words.points(value))


def score_lines(view: View, names: Names, order: Sequence[int] | None = None) -> list[str]:
    """Return all scores in one line, by seats or in another `order`. Partners with the same score
    share one entry. The list is empty in a game without scores."""
    together: dict[tuple[int, int | str], list[int]] = {}
    for seat in order if order is not None else range(len(view.seats)):
        value = view.score(seat)
        if value is not None:
            together.setdefault((view.seats[seat].side, value), []).append(seat)
    told = [
        f"{names.listed(seats)} {escaped(str(value))}" for (_side, value), seats in together.items()
    ]
    # Translators: The players' scores, each after a name.
    return [_("Score: {scores}", scores=" · ".join(told))] if told else []


def series_line(series: Sequence[int], names: Names) -> str:
    """Return the score of a match (how many games each side has won), such as `Nora 3–2 Pavel`. If
    there are more than two sides, the best comes first. Empty when the match has only one game."""
    won = {names.sides[seat] if names.sides else seat: games for seat, games in enumerate(series)}
    if len(won) == TWO:
        (one, first), (other, second) = won.items()
        return f"{names.side(one)} {score(first, second)} {names.side(other)}"
    best = sorted(won.items(), key=lambda each: -each[1])
    return " · ".join(f"{names.side(side)} {games}" for side, games in best)
