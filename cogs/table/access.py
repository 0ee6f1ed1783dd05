"""Handles changes of the bot's permissions. If the bot was not allowed to edit some messages of
tables, it then tries again at once."""

from __future__ import annotations

import discord
from discord.abc import GuildChannel
from discord.ext import commands

from cogs.discord.cog import ShijoCog
from cogs.table.upkeep import sync_of


class Access(ShijoCog):
    """A cog that listens for every event that might give the bot a missing permission. The intent
    `guilds` covers all of them: Discord reports changes of the bot's own member (roles, timeout)
    without the intent for members."""

    @commands.Cog.listener()
    async def on_guild_channel_update(self, before: GuildChannel, after: GuildChannel) -> None:
        """Try again to edit the messages that the bot could not edit in this server. The
        permissions of a channel or a category were changed, so the bot might be allowed to edit
        them now."""
        if before.overwrites != after.overwrites:
            self._try_again(after.guild.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, payload: discord.RawThreadUpdateEvent) -> None:
        """Try again to edit the messages that the bot could not edit in this server. A thread was
        changed and might have been unlocked. Discord reports this even for archived threads, which
        are in no cache."""
        self._try_again(payload.guild_id)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Try again to edit the messages that the bot could not edit in this server, because the
        bot was added to a private thread."""
        self._try_again(thread.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again to edit the messages that the bot could not edit in this server. The
        permissions of a role were changed, so the bot might be allowed to edit them now."""
        if before.permissions != after.permissions:
            self._try_again(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Try again to edit the messages that the bot could not edit in this server. A role was
        deleted that might have taken permissions away from the bot."""
        self._try_again(role.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Try again to edit the messages that the bot could not edit in this server, because the
        bot was given a role, or a timeout of the bot was ended."""
        if after == after.guild.me:
            self._try_again(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Try again to edit the messages that the bot could not edit in this server, because
        Discord can reach the server again after an outage, or because the connection is new."""
        self._try_again(guild.id)

    def _try_again(self, guild_id: int) -> None:
        sync_of(self.bot).queue.revive(guild_id)
