"""Refusals about boards, profiles and seasons."""

from __future__ import annotations

from bot.core.errors import TableError
from cogs.words import marked


class NoSuchSeason(TableError):
    """No game was played in the named season, or there is no such season."""

    template = marked(
        "No games were finished here in such a season. The list that Discord offers has them all."
    )


class NoSuchOrder(TableError):
    """The game's boards have no such order."""

    template = marked(
        "The board of {game} can't be sorted by that. The list that Discord offers has all orders."
    )


class NothingPlayed(TableError):
    """The member has finished no game on this server."""

    template = marked("{name} has finished no game on this server yet.")


class Hidden(TableError):
    """The member hides their numbers from others."""

    template = marked("{name} keeps their numbers to themselves.")


class ModeratorsOnly(TableError):
    """Only a moderator may do this."""

    template = marked("Only members who may manage messages or the server can do that.")
