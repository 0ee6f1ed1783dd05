"""Refusals about leaderboards, profiles and seasons."""

from __future__ import annotations

from bot.core.errors import TableError
from cogs.words import marked


class NoSuchSeason(TableError):
    """Raised when a member asks for a season that this server doesn't have, such as one in which no
    game was finished."""

    template = marked("Nobody finished a game here that season. Pick another season from the list.")


class NoSuchOrder(TableError):
    """Raised when a member asks for an order in which this game's leaderboards can't be sorted."""

    template = marked(
        "You can't sort the {game} leaderboard by that. Pick an option from the list."
    )


class NothingPlayed(TableError):
    """Raised when a profile has nothing to show, because its member has finished no game on this
    server."""

    template = marked("{name} hasn't finished a game on this server yet.")


class NothingPlayedByYou(TableError):
    """Raised when the asking member's own profile has nothing to show, because the member has
    finished no game on this server."""

    template = marked("You haven't finished a game on this server yet. `/play` starts one.")


class Hidden(TableError):
    """Raised when a member's profile would be shown to others, but the member keeps it private."""

    template = marked("{name} keeps their stats private.")


class ModeratorsOnly(TableError):
    """Raised when a member who is no moderator does what only moderators may do."""

    template = marked("You need the *Manage Messages* or *Manage Server* permission for that.")
