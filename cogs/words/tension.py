"""What is pressing at a table, in a few words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cogs.words import _, as_sentence, marked
from cogs.words.game import GameWords
from cogs.words.generic import in_words
from cogs.words.seats import Names
from games.view import Tense, View

TENSE: Final[Mapping[str, str]] = {
    "deck-empty": marked("The deck is empty"),
    "last-card": marked("One card left in the deck"),
    "trump-fight": marked("Trump duel!"),
    "one-card": marked("{name}: last card!"),
    "blind": marked("{name} plays blind"),
    "close": marked("{name}: {score}!"),
}
"""By the names that games share. A plug-in's own name is told as it is."""


def tense_words(view: View, tense: Tense, name: str, words: GameWords) -> str:
    """The words for something that is pressing about the seat of that name, or about the table, in
    plain text."""
    score = None if tense.seat is None else view.score(tense.seat)
    known = TENSE.get(tense.name)
    if known is not None:
        return _(known, name=name, score="" if score is None else words.points(score))
    told = in_words(tense.name)
    return told if tense.seat is None else f"{name}: {told.lower()}"


def tension_line(view: View, words: GameWords, names: Names) -> str:
    """All that is pressing, in one line of a message; empty when nothing is."""
    told = (
        tense_words(view, each, "" if each.seat is None else names[each.seat], words)
        for each in view.tension
    )
    return " · ".join(as_sentence(each) for each in told)
