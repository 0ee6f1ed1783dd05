"""Access for other cogs to the messages that are kept up to date."""

from __future__ import annotations

from cogs.discord.client import ShijoBot
from cogs.edits.message_sync import MessageSync
from cogs.table.hand.begun import Begun
from cogs.table.messages import Messages


def sync_of(bot: ShijoBot) -> MessageSync:
    """What keeps the messages of the bot's tables up to date. Raises LookupError before the cogs
    are added."""
    return bot.cog(Messages).sync


def begun_of(bot: ShijoBot) -> Begun:
    """The beginnings of members in their open hands. Raises LookupError before the cogs are
    added."""
    return bot.cog(Messages).begun
