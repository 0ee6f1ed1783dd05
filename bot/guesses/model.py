"""Guesses of spectators about the end of a game, as data."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from bot.core.errors import TableError
from games.sentences import marked


class Question(StrEnum):
    """The question that spectators of a game guess about: who will come last, or who will win."""

    LAST = "last"
    FIRST = "first"


class Tally(NamedTuple):
    """The guesses of a member about games that are over. `made` is how many guesses the member
    made, and `right` how many of these guesses were right."""

    right: int = 0
    made: int = 0


class Guess(NamedTuple):
    """A spectator's guess about a running game. `seat` is the seat that they chose (None: they have
    not guessed). `is_open` says whether guesses are still accepted."""

    seat: int | None
    is_open: bool


class GuessesClosed(TableError):
    """Raised when it is too late to guess, or when guesses about this game are not possible. It is
    too late when the game is over, or when a player is out or nearly out."""

    template = marked("It's too late to guess. Someone's about to finish.")


class PlaysHere(TableError):
    """Raised when a member who sits at the table wants to guess."""

    template = marked("You're playing, so leave the guessing to the spectators.")
