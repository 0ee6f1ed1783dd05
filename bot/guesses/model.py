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
    """How many guesses a member made about games that are over, and how many of them were right."""

    right: int = 0
    made: int = 0


class Guess(NamedTuple):
    """A spectator's guess about a running game. `seat` is the seat that they named (None: they have
    not guessed), and `is_open` whether guesses are still accepted."""

    seat: int | None
    is_open: bool


class GuessesClosed(TableError):
    """The game is too near its end for guesses: somebody is out or nearly out, or it is over."""

    template = marked("It's too late to guess. Someone's about to finish.")


class PlaysHere(TableError):
    """A member who sits at the table tried to guess."""

    template = marked("You're playing, so leave the guessing to the spectators.")
