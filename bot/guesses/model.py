"""Guesses about how a game will end."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from bot.core.errors import TableError
from games.sentences import marked


class Question(StrEnum):
    """What is guessed: who comes last, or who wins."""

    LAST = "last"
    FIRST = "first"


class Tally(NamedTuple):
    """How many of a member's guesses were right, and how many they made."""

    right: int = 0
    made: int = 0


class Guess(NamedTuple):
    """A spectator's guess (`seat`; None: no guess yet), and whether guesses are still accepted."""

    seat: int | None
    is_open: bool


class GuessesClosed(TableError):
    """Guesses are closed: somebody is out of the game, or nearly, or it is over."""

    template = marked("It's too late to guess. Someone's nearly out.")


class PlaysHere(TableError):
    """A member who sits at the table tried to guess."""

    template = marked("You're playing, so leave the guessing to the spectators.")
