"""Errors of the database. When one of these errors is raised, nothing has changed."""

from __future__ import annotations

from typing import Any

from bot.core.errors import NotSaved
from games.errors import Sentence


class StoreError(NotSaved):
    """Any failure of the database. The member who gave the command sees only a NotSaved without
    details.

    `detail` is the sentence for the log and the bot's owner, made from the class's `says`. It never
    repeats stored values, because they may be cards or tokens."""

    says = "The database refused."

    detail: Sentence

    def __init__(self, **params: Any) -> None:
        super().__init__()
        self.detail = Sentence(self.says, **params)
        # Tracebacks show it below the sentence.
        self.add_note(self.detail)


class StoreUnusable(StoreError):
    """The database can't be opened, read or written at all, for example because a folder has no
    permission or the file is locked or broken."""

    says = "The database {place} can't be used: {reason}"


class Served(StoreUnusable):
    """Another process already uses the SQLite file, so this process can't use it."""


class NoBackup(StoreError):
    """No backup could be made."""

    says = "No backup was written to {file}: {reason}"


class BackupUnusable(StoreError):
    """A file isn't a backup that can be restored."""

    says = "The backup {file} can't be used: {reason}"


class StoreTooNew(StoreError):
    """The database was made by a newer version of the bot."""

    says = (
        "The database {place} was written by a newer version of Shijo (its revision {revision} is "
        "unknown here). "
        "Install that version, or point database.url at another database."
    )


class StoreTooOld(StoreError):
    """The database was made by a version before 1.0. No version can bring its schema up to date."""

    says = (
        "The database {place} was written by a Shijo from before 1.0 (its revision {revision}), "
        "which this version can't bring up to date. "
        "Move it away, or point database.url at another database. The next start makes a new one."
    )


class Conflict(StoreError):
    """Another process wrote first. Either the stored version isn't the expected one, or the log
    already has another move with this number."""

    says = "Someone else changed this table first."


class NotWritten(StoreError):
    """The transaction did not commit, so none of it is stored."""

    says = "The database didn't save it: {reason}"


class MaybeCommitted(Exception):
    """A commit failed, although its data may have reached the disk. So the transaction is not tried
    again. The exception's text is the reason, for the log."""


def reason_of(error: BaseException) -> str:
    """Return the message of the database driver behind an error, in one line and without SQL.
    Return the name of the error's class if the message is empty."""
    original = getattr(error, "orig", None) or error
    return " ".join(str(original).split()) or type(original).__name__
