"""Servers that the bot joins and leaves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import discord
from discord.ext import commands

from bot.errors import TableError
from cogs.errors import logged

if TYPE_CHECKING:
    from bot.client import ShijoBot


class Servers(commands.Cog):
    """Has time stand still at the tables of a server without the bot."""

    def __init__(self, bot: ShijoBot) -> None:
        self.bot = bot

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The bot was removed: what is kept of the server is deleted in 30 days."""
        try:
            await self.bot.tables.guild_left(guild.id)
        except TableError as error:
            logged(error, f"leaving server {guild.id}")

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot was added: its tables go on if it was there before."""
        await self._here(guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """After a start: servers may have added the bot again while nothing ran."""
        for guild in self.bot.guilds:
            await self._here(guild)

    async def _here(self, guild: discord.Guild) -> None:
        try:
            await self.bot.tables.guild_joined(guild.id)
        except TableError as error:
            logged(error, f"joining server {guild.id}")
