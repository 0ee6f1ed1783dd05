"""The scores of a game's seats. A game that keeps scores has them in its view, as the fact
`score`."""

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
"""The number of sides in a match whose score is written as in sports, such as `3–2`."""


def score_of(view: View, seat: int, words: GameWords) -> str:
    """Return the score of a seat in the game's words, such as `13 points`. The text is empty when
    the seat has no score."""
    value = view.score(seat)
    return "" if value is None else escaped(words.points(value))


def score_lines(view: View, names: Names, order: Sequence[int] | None = None) -> list[str]:
    """Return a list with one line, which has all scores. The scores are in the order of the seats,
    or in `order` if it is given. Partners with the same score share one entry. In a game without
    scores, the list is empty."""
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
    there are more than two sides, the side with the most wins comes first. The text is empty if
    `series` is empty."""
    won = {names.sides[seat] if names.sides else seat: games for seat, games in enumerate(series)}
    if len(won) == TWO:
        (one, first), (other, second) = won.items()
        return f"{names.side(one)} {score(first, second)} {names.side(other)}"
    best = sorted(won.items(), key=lambda each: -each[1])
    return " · ".join(f"{names.side(side)} {games}" for side, games in best)
