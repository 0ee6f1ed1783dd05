"""Access for other cogs to the messages that are kept up to date."""

from __future__ import annotations

import logging

from bot.core.errors import TableError
from bot.core.model import Panel, Table
from cogs.discord.client import ShijoBot
from cogs.discord.interactions import Interaction
from cogs.edits.keeper import Keeper
from cogs.table.hand.begun import Begun
from cogs.table.messages import Messages

log = logging.getLogger(__name__)


def keeper_of(bot: ShijoBot) -> Keeper:
    """The keeper of the bot's messages. Raises LookupError before the cogs are added."""
    return bot.cog(Messages).keeper


def begun_of(bot: ShijoBot) -> Begun:
    """The beginnings of members in their open hands. Raises LookupError before the cogs are
    added."""
    return bot.cog(Messages).begun


async def remember_panel(
    bot: ShijoBot, interaction: Interaction, table: Table, message_id: int | None, page: int = 0
) -> None:
    """Store the token by which the member's hand can be edited for 15 minutes, and its page."""
    panel = Panel(
        table.id,
        interaction.user.id,
        interaction.token,
        message_id,
        interaction.expires_at,
        str(interaction.locale),
        page,
    )
    try:
        await keeper_of(bot).hands.follow(panel)
    except TableError as error:
        # The hand is shown; it only does not follow the game by itself.
        log.debug("a panel of table %s can't be kept: %s", table.id, type(error).__name__)
