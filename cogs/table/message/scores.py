"""The scores of a game's seats, if it keeps any: the fact `score` of its view."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.words import _
from cogs.words.game import GameWords
from cogs.words.names import escaped
from cogs.words.seats import Names
from games.view import View


def score_of(view: View, seat: int, words: GameWords) -> str:
    """The score of a seat in the game's words: `13 points`; empty when it has none."""
    value = view.score(seat)
    return "" if value is None else escaped(words.points(value))


def score_lines(view: View, names: Names, order: Sequence[int] | None = None) -> list[str]:
    """All scores in one line, by seats or in another `order`; partners with the same score share
    it. No line in a game that keeps none."""
    together: dict[tuple[int, int | str], list[int]] = {}
    for seat in order if order is not None else range(len(view.seats)):
        value = view.score(seat)
        if value is not None:
            together.setdefault((view.seats[seat].side, value), []).append(seat)
    told = [
        f"{names.listed(seats)} {escaped(str(value))}" for (_side, value), seats in together.items()
    ]
    return [_("Score: {scores}", scores=" · ".join(told))] if told else []
