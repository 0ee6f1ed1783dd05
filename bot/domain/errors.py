"""What can be refused. Every error carries a sentence for a person, and nothing has changed when
one is raised."""

from __future__ import annotations

from games.errors import ReadableError
from games.sentences import marked


class Refusal(ReadableError):
    """What the command line can't do; the sentence is all that the user is shown."""


class CannotStart(ReadableError):
    """The database can't be used; the sentence says why, and what to do."""


class CannotConnect(ReadableError):
    """Discord can't be reached, or doesn't let this bot in; the sentence says which, and what to
    do."""


class TableError(ReadableError):
    """Any refusal by the session manager."""


class NoSuchTable(TableError):
    """There never was such a table, or it is long gone."""

    template = marked("This table is gone.")


class StaleTable(TableError):
    """The press came from a panel that shows an older state, and names no card that could still be
    played."""

    template = marked("The game has moved on since then. Here is your hand as it is now.")


class NotSeated(TableError):
    """Only someone who sits at the table may do this."""

    template = marked("You don't sit at this table.")


class AlreadySeated(TableError):
    """One seat a member at a table."""

    template = marked("You already sit at this table.")


class TableFull(TableError):
    """The game takes no more players."""

    template = marked("This table is full: the game takes {most} at most.")


class TooFewPlayers(TableError):
    """The game needs more players."""

    template = marked("The game needs at least {least} players.")


class HostOnly(TableError):
    """Only the host may do this."""

    template = marked("Only the host, {host}, can do that.")


class WrongPhase(TableError):
    """The table isn't where this can be done: already playing, not yet, or over."""

    template = marked("That can't be done at this table now.")


class BadChoice(TableError):
    """Options that clash, an unknown preset, an unknown handicap; says which and why."""


class WrongChannel(TableError):
    """The server wants no tables in this channel. `channels` in the params are the ids of those
    where it does."""

    template = marked("This server wants its tables in other channels.")

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__(channels=channels)


class TooManyTables(TableError):
    """The server has as many open tables as it may have."""

    template = marked(
        "The limit of open tables on this server ({most}) is reached. Finish or close one first."
    )


class TooManyHosted(TableError):
    """A member is the host of as many open tables of a server as one may be."""

    template = marked(
        "You are the host of {most} open tables here, and may be of no more. Finish or "
        "close one first."
    )


class NotDeserted(TableError):
    """A running game can't be closed by those who play it while it goes on."""

    template = marked(
        "While a game is being played, its players can close the table once nobody has moved for a "
        "day; a moderator can at any time."
    )


class AlreadyVoted(TableError):
    """One vote a member."""

    template = marked("You have voted for that already.")


class TableSetAside(TableError):
    """The record of this table can't be replayed; it is kept, and can't be played on."""

    template = marked(
        "This table can't go on: {reason} It is kept, and the bot's owner has been told."
    )


class NoFinishedGame(TableError):
    """No such game has been finished in this server."""

    template = marked("No such game has been finished here.")


class AlreadyAnnulled(TableError):
    """A game can be annulled once."""

    template = marked("That game has been annulled already.")


class NotSaved(TableError):
    """The database refused; the table is as it was."""

    template = marked(
        "That could not be saved, so it has not happened. Please try again in a moment."
    )
