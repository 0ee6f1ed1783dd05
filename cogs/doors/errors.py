"""The errors when Discord doesn't say who or where a member is."""

from __future__ import annotations

from bot.core.errors import TableError
from cogs.words import marked


class DiscordSilent(TableError):
    """Discord can't say now who a member is, or where they are."""

    template = marked("Discord isn't answering me right now. Please try again in a minute.")
