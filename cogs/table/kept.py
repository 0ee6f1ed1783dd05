"""Access for other cogs to the messages that are kept up to date."""

from __future__ import annotations

from cogs.discord.client import ShijoBot
from cogs.edits.keeper import Keeper
from cogs.table.hand.begun import Begun
from cogs.table.messages import Messages


def keeper_of(bot: ShijoBot) -> Keeper:
    """The keeper of the bot's messages. Raises LookupError before the cogs are added."""
    return bot.cog(Messages).keeper


def begun_of(bot: ShijoBot) -> Begun:
    """The beginnings of members in their open hands. Raises LookupError before the cogs are
    added."""
    return bot.cog(Messages).begun
