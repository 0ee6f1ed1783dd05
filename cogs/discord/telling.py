"""Tells members about something that concerns them. Each member has chosen to be mentioned in the
channel, to get a direct message, or to be told nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable

import discord

from bot.preferences.model import Mentions as Wish
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.languages import to_everyone, to_member

log = logging.getLogger(__name__)


async def tell(
    bot: ShijoBot,
    place: discord.PartialMessageable,
    guild_id: int,
    members: Iterable[int],
    text: Callable[[], str],
) -> None:
    """Send a sentence to the members with these ids, each in the way that the member chose. All
    members who want to be mentioned are mentioned in one message at `place`. Other members get a
    direct message, or nothing if they want nothing. `text` is called to make the sentence, each
    time in the right language. If a direct message can't be sent, only the log says so. Raises
    discord.HTTPException or an error of `PASSING` (a cut connection) if the message at `place`
    can't be sent, and NotSaved if the database fails."""
    mentioned = []
    for member_id in members:
        wish = (await bot.tables.preferences.member(member_id)).mentions
        if wish is Wish.ON:
            mentioned.append(member_id)
        elif wish is Wish.DIRECT:
            await _by_message(bot, guild_id, member_id, text)
    if mentioned:
        async with to_everyone(bot, guild_id):
            said = text()
        only = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(each) for each in mentioned]
        )
        mentions = " ".join(f"<@{each}>" for each in mentioned)
        await place.send(f"{mentions} {said}", allowed_mentions=only)


async def _by_message(
    bot: ShijoBot, guild_id: int, member_id: int, text: Callable[[], str]
) -> None:
    guild = bot.get_guild(guild_id)
    async with to_member(bot, member_id, guild.preferred_locale if guild else None):
        said = text()
    try:
        channel = await bot.create_dm(discord.Object(member_id))
        await channel.send(said)
    except (discord.HTTPException, *PASSING) as error:
        # A member who takes no direct messages finds the news in the channel as well.
        log.info("a member is not told by message: %s", type(error).__name__)
