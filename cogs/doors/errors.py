"""Errors when Discord doesn't say who a member is or where they are."""

from __future__ import annotations

from bot.core.errors import TableError
from cogs.words import marked


class DiscordSilent(TableError):
    """Discord doesn't answer now who a member is or where they are."""

    template = marked("Discord isn't answering me right now. Please try again in a minute.")
