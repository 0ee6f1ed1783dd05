"""What can be wrong with the database. Every error carries a sentence for a person."""

from __future__ import annotations

from games.errors import ReadableError


class StoreError(ReadableError):
    """Any refusal by the database. It never holds what was to be written: that may be a card or a
    token."""

    template = "The database refused."


class StoreUnusable(StoreError):
    """The database can't be opened, read or written at all: a folder without permission, a locked
    or broken file."""

    template = "The database {place} can't be used: {reason}"


class StoreTooNew(StoreError):
    """The database was made by a newer version of the bot."""

    template = (
        "The database {place} was written by a newer version of Shijo (its revision {revision} is "
        "unknown here). "
        "Install that version, or point database.url at another database."
    )


class Conflict(StoreError):
    """Somebody else wrote first: the version isn't the expected one, or the move's place in the log
    is taken."""

    template = "Somebody else changed this table first."


class NotWritten(StoreError):
    """The transaction did not commit; nothing of it is there."""

    template = "The database did not save it: {reason}"
