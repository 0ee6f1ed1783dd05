"""Handles servers that the bot joins and leaves. The data of a server that removed the bot is
deleted 30 days later."""

from __future__ import annotations

from collections.abc import Mapping, Set

import discord
from discord.ext import commands

from bot.core.errors import TableError
from bot.core.shards import shard_of
from cogs.discord.cog import ShijoCog
from cogs.discord.errors import logged
from cogs.table.upkeep import sync_of


class Servers(ShijoCog):
    """A cog that stops the deadlines of a server's tables when the bot is removed from that server,
    and starts them again when the bot comes back."""

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """React to the removal of the bot: the server's data will be deleted in 30 days."""
        try:
            await self.bot.service.privacy.guild_left(guild.id)
        except TableError as error:
            logged(error, f"leaving server {guild.id}")

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Handle that the bot was added to a server. If the bot was there before, the tables
        continue."""
        await self._here(guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """After a start: find the servers that have added or removed the bot while it was down.

        Discord still lists a server that it can't reach just now. So an outage doesn't count as a
        removal."""
        # Of a shard that is let in meanwhile, no server is known yet.
        mine = frozenset(self.bot.let_in)
        here = {guild.id: guild for guild in self.bot.guilds}
        await self._back(here)
        await self._gone(here.keys(), mine)

    async def _back(self, here: Mapping[int, discord.Guild]) -> None:
        try:
            removed = await self.bot.service.privacy.removed()
        except TableError as error:
            logged(error, "servers that added the bot meanwhile")
        else:
            for guild_id in sorted(removed & here.keys()):
                await self._here(here[guild_id])

    async def _gone(self, here: Set[int], mine: frozenset[int]) -> None:
        try:
            for guild_id in await self.bot.service.privacy.servers():
                if guild_id not in here and shard_of(guild_id, self.bot.shard_count or 1) in mine:
                    await self.bot.service.privacy.guild_left(guild_id)
        except TableError as error:
            logged(error, "servers that were left meanwhile")

    async def _here(self, guild: discord.Guild) -> None:
        try:
            if await self.bot.service.privacy.guild_joined(guild.id):
                await self._show_again(guild)
        except TableError as error:
            logged(error, f"joining server {guild.id}")

    async def _show_again(self, guild: discord.Guild) -> None:
        """Edit the messages of all tables of a server that has added the bot again, because nobody
        has updated them since the removal."""
        for listed in await self.bot.service.history.open_tables(guild.id, most=None):
            sync_of(self.bot).show_anew(await self.bot.tables.get(listed.id))
