"""Errors of the database. When one of these errors is raised, nothing has changed. There is one
exception: if a commit gets no answer, its data might be stored."""

from __future__ import annotations

from typing import Any

from bot.core.errors import NotSaved
from games.errors import Sentence


class StoreError(NotSaved):
    """The base class of all errors of the database. The member who gave the command sees only a
    NotSaved without details.

    `detail` is the sentence for the log and the bot's owner, made from the class's `says`. It never
    repeats stored values, because they might be cards or tokens."""

    says = "The database refused."

    detail: Sentence

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self.detail = Sentence(self.says, **params)
        # Tracebacks show it below the sentence.
        self.add_note(self.detail)


class StoreUnusable(StoreError):
    """Raised when the database can't be opened, read or written at all, for example because a
    folder has no permission or the file is locked or broken."""

    says = "The database {place} can't be used: {reason}"


class Served(StoreUnusable):
    """Raised when another process already uses the SQLite file for the same shards."""


class NoBackup(StoreError):
    """Raised when no backup could be made."""

    says = "No backup was written to {file}: {reason}"


class BackupUnusable(StoreError):
    """Raised when a file isn't a backup that can be restored."""

    says = "The backup {file} can't be used: {reason}"


class StoreTooNew(StoreError):
    """Raised when a newer version of the bot made the database."""

    says = (
        "The database {place} was written by a newer version of Shijo (its revision {revision} is "
        "unknown here). "
        "Install that version, or point database.url at another database."
    )


class StoreTooOld(StoreError):
    """Raised when a version before 1.0 made the database. No version can bring its schema up to
    date."""

    says = (
        "The database {place} was written by a Shijo from before 1.0 (its revision {revision}), "
        "which this version can't bring up to date. "
        "Move it away, or point database.url at another database. The next start makes a new one."
    )


class Conflict(StoreError):
    """Raised when something else was stored first, usually by another process or command. Either
    the stored version isn't the expected one, or the log already has another move with this
    number."""

    says = "Someone else changed this table first."


class NotWritten(StoreError):
    """Raised when a transaction failed. Nothing of it is stored, unless the commit got no answer.
    Then the data might be stored."""

    says = "The database didn't save it: {reason}"


class MaybeCommitted(Exception):
    """Raised when a commit failed, although its data might have reached the disk. So the
    transaction is not tried again. The exception's text is the reason, for the log."""


def reason_of(error: BaseException) -> str:
    """Return the message of the database driver behind an error, in one line and without SQL.
    Return the name of the error's class if the message is empty."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split()) or type(original).__name__
