"""Refusals about leaderboards, profiles and seasons."""

from __future__ import annotations

from bot.core.errors import TableError
from cogs.words import marked


class NoSuchSeason(TableError):
    """No game was played in the named season, or no season has this name."""

    template = marked("Nobody finished a game here that season. Pick another season from the list.")


class NoSuchOrder(TableError):
    """The game's leaderboards can't be sorted in the order that was asked for."""

    template = marked(
        "You can't sort the {game} leaderboard by that. Pick an option from the list."
    )


class NothingPlayed(TableError):
    """The member has finished no game on this server."""

    template = marked("{name} hasn't finished a game on this server yet.")


class NothingPlayedByYou(TableError):
    """The member who asks has finished no game on this server."""

    template = marked("You haven't finished a game on this server yet. `/play` starts one.")


class Hidden(TableError):
    """The member hides their numbers from others."""

    template = marked("{name} keeps their stats private.")


class ModeratorsOnly(TableError):
    """Only a moderator may do this."""

    template = marked("You need the *Manage Messages* or *Manage Server* permission for that.")
