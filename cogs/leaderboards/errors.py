"""What can be refused about boards, profiles and seasons."""

from __future__ import annotations

from bot.domain.errors import TableError
from cogs.words import marked


class NoSuchSeason(TableError):
    """A season was named in which nothing was played, or that is none."""

    template = marked(
        "No games were finished here in such a season. The list that Discord offers has them all."
    )


class NoSuchOrder(TableError):
    """A board was asked for by something that it doesn't go by."""

    template = marked(
        "The board of {game} can't be sorted by that. The list that Discord offers has all orders."
    )


class NothingPlayed(TableError):
    """A profile was asked for of someone who has finished no game here."""

    template = marked("{name} has finished no game on this server yet.")


class Hidden(TableError):
    """Somebody else's profile was asked for, who hides from boards."""

    template = marked("{name} keeps their numbers to themselves.")


class ModeratorsOnly(TableError):
    """Only a moderator may do this."""

    template = marked("Only members who may manage messages or the server can do that.")


class CantPostThere(TableError):
    """The bot lacks permissions in the channel that was chosen."""

    template = marked("I can't post in that channel: I lack View Channel or Send Messages there.")
