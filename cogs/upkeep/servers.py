"""Servers that the bot joins and leaves."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.domain.errors import TableError
from bot.domain.shards import shard_of
from cogs.gateway.cog import ShijoCog
from cogs.gateway.errors import logged
from cogs.upkeep.kept import keeper_of


class Servers(ShijoCog):
    """Has time stand still at the tables of a server without the bot."""

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
        """After a start: servers may have added the bot again while nothing ran, or removed it.

        A server that Discord can't reach just now is among the bot's all the same, so an outage is
        no removal.
        """
        for guild in self.bot.guilds:
            await self._here(guild)
        await self._gone({guild.id for guild in self.bot.guilds})

    async def _gone(self, here: set[int]) -> None:
        try:
            for guild_id in await self.bot.tables.servers():
                if guild_id not in here and self._is_mine(guild_id):
                    await self.bot.tables.guild_left(guild_id)
        except TableError as error:
            logged(error, "servers that were left meanwhile")

    def _is_mine(self, guild_id: int) -> bool:
        """Whether this process would know the server: Discord deals each to one shard."""
        return shard_of(guild_id, self.bot.shard_count or 1) in self.bot.shards

    async def _here(self, guild: discord.Guild) -> None:
        try:
            if await self.bot.tables.guild_joined(guild.id):
                await self._show_again(guild)
        except TableError as error:
            logged(error, f"joining server {guild.id}")

    async def _show_again(self, guild: discord.Guild) -> None:
        """Edits the messages of all tables of a server that has the bot back: they show how things
        stood when it was removed."""
        for listed in await self.bot.tables.archive.open_tables(guild.id, most=None):
            keeper_of(self.bot).show_anew(await self.bot.tables.get(listed.id))
