"""What the channel and the challenged member are told of a challenge."""

from __future__ import annotations

import logging

import discord

from bot.challenges.model import Challenge
from bot.core.errors import TableError
from bot.preferences.model import Challenges as Wish
from cogs.challenges.message import asked_message, over_message, question
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.interactions import Interaction
from cogs.discord.languages import to_everyone, to_member
from cogs.discord.layout import NO_MENTIONS
from cogs.discord.threads import awake
from cogs.edits.answers import answered

log = logging.getLogger(__name__)


async def tell_channel(interaction: Interaction, asked: Challenge) -> Wish:
    """Tell the channel of a challenge, with a mention if the challenged member wants one; return
    how they want to be told. Raises TableErrors."""
    bot: ShijoBot = interaction.client
    tables = bot.tables
    server = await tables.preferences.server(asked.guild_id)
    wish = (await tables.preferences.member(asked.whom.id)).challenges
    async with to_everyone(bot, asked.guild_id):
        view = asked_message(asked, server)
    users = [discord.Object(asked.whom.id)] if wish is Wish.MENTION else []
    only = discord.AllowedMentions(everyone=False, roles=False, users=users)
    if interaction.response.is_done():
        sent = await interaction.followup.send(view=view, wait=True, allowed_mentions=only)
        shown: int | None = sent.id
    else:
        shown = await answered(
            interaction, interaction.response.send_message(view=view, allowed_mentions=only)
        )
    if shown is not None:
        await bot.service.challenges.shown(asked, shown)
    return wish


async def tell_directly(bot: ShijoBot, asked: Challenge) -> None:
    """Ask the challenged member in a direct message, if they take any."""
    guild = bot.get_guild(asked.guild_id)
    server = await bot.tables.preferences.server(asked.guild_id)
    try:
        locale = guild.preferred_locale if guild else None
        async with to_member(bot, asked.whom.id, locale):
            view = question(asked, server)
        channel = await bot.create_dm(discord.Object(asked.whom.id))
        await channel.send(view=view)
    except (discord.HTTPException, *PASSING, TableError) as error:
        # They take no direct messages; the channel has been told.
        log.info("a challenge was not sent directly: %s", type(error).__name__)


async def tell_of_end(bot: ShijoBot, over: Challenge, where: str = "") -> None:
    """Say in the channel's line how a challenge ended, and `where` it is played."""
    if over.message_id is None:
        return
    channel = bot.get_partial_messageable(over.channel_id, guild_id=over.guild_id)
    shown = channel.get_partial_message(over.message_id)
    async with to_everyone(bot, over.guild_id):
        view = over_message(over, where)
    try:
        await awake(
            bot,
            over.channel_id,
            lambda: shown.edit(view=view, allowed_mentions=NO_MENTIONS),
        )
    except (discord.HTTPException, *PASSING, TableError) as error:
        # Its button still answers that the challenge is over.
        log.info("a challenge stays as it is shown: %s", type(error).__name__)
