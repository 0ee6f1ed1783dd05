"""What can be wrong with the database. Nothing has changed when one of these is raised."""

from __future__ import annotations

from typing import Any

from bot.domain.errors import NotSaved
from games.errors import Sentence


class StoreError(NotSaved):
    """Any refusal by the database. To whoever gave the command it is NotSaved, and says no more.

    `detail` is the sentence for the log and the bot's owner, made of what the class `says`. It
    never holds what was to be written: that may be a card or a token.
    """

    says = "The database refused."

    detail: Sentence

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self.detail = Sentence(self.says, **params)
        # Tracebacks show it below the sentence.
        self.add_note(self.detail)


class StoreUnusable(StoreError):
    """The database can't be opened, read or written at all: a folder without permission, a locked
    or broken file."""

    says = "The database {place} can't be used: {reason}"


class StoreTooNew(StoreError):
    """The database was made by a newer version of the bot."""

    says = (
        "The database {place} was written by a newer version of Shijo (its revision {revision} is "
        "unknown here). "
        "Install that version, or point database.url at another database."
    )


class Conflict(StoreError):
    """Somebody else wrote first: the version isn't the expected one, or the move's place in the log
    is taken."""

    says = "Somebody else changed this table first."


class NotWritten(StoreError):
    """The transaction did not commit; nothing of it is there."""

    says = "The database did not save it: {reason}"
