"""Helpers for presses and commands. They tell who the member is, which table is meant, the links to
messages and channels, and what the member may see or do in a channel."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, Final, TypeVar

import discord
from discord import app_commands

from bot.core.errors import NoSuchTable
from bot.core.model import Person, Table
from bot.core.scope import pocket_of, scope_of
from cogs.discord.away import is_away
from cogs.discord.client import ShijoBot
from cogs.discord.errors import CantPostThere
from cogs.words.names import name_of

log = logging.getLogger(__name__)

Interaction = discord.Interaction[Any]

Callback = TypeVar("Callback", bound=Callable[..., Any])

anywhere: Final = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
"""A decorator for commands that can be used in servers and in direct messages with the bot."""


def everywhere(command: Callback) -> Callback:
    """Make a command work also in places where the bot is absent, for members who have installed
    the application for themselves. This function is a decorator. In places without the bot, only
    the member sees the answers to such commands."""
    installed = app_commands.allowed_installs(guilds=True, users=True)
    reaching = app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)
    decorated: Callback = installed(reaching(command))
    return decorated


def person(interaction: Interaction) -> Person:
    """Return the member who pressed or gave the command, with their name on this server."""
    return Person(interaction.user.id, name_of(interaction.user))


async def wants_text(bot: ShijoBot, member_id: int) -> bool:
    """Return whether a member chose words instead of pictures. Raises NotSaved if the database
    fails."""
    return (await bot.tables.preferences.member(member_id)).text_only


def scope(interaction: Interaction) -> int:
    """Return the scope of a press or a command, which is the number under which its tables are
    stored (bot.core.scope). In a server, the scope is the server's id. In direct messages with the
    bot, the scope is the negative id of their channel. In a place where the bot is absent, the
    scope is the member's pocket (the place for the member's own tables)."""
    if is_away(interaction):
        return pocket_of(interaction.user.id)
    return scope_of(interaction.guild_id, interaction.channel_id)


def link(table: Table) -> str:
    """Return a link to a table's message, or to its channel if there is no message."""
    server = "@me" if table.is_private else table.guild_id
    return url_of(server, table.channel_id, table.message_id)


def url_of(server: int | str, channel_id: int, message_id: int | None = None) -> str:
    """Return the link to a message, or to a channel if `message_id` is None. `server` is the
    server's id, or `@me` for the member's own direct messages."""
    place = f"https://discord.com/channels/{server}/{channel_id}"
    return f"{place}/{message_id}" if message_id else place


async def pressed_table(interaction: Interaction, table_id: str) -> Table:
    """Return the table with the id `table_id`, which was read from a custom id. Raises NoSuchTable
    unless the table belongs to this server, to these direct messages, or to the member alone (the
    member's pocket). With a press, Discord tells only what the member may do in the server where
    they press. So no member may reach a table of another server."""
    table: Table = await interaction.client.tables.get(table_id)
    if table.guild_id not in (scope(interaction), pocket_of(interaction.user.id)):
        raise NoSuchTable
    return table


def may_see(interaction: Interaction, channel_id: int) -> bool:
    """Return whether the member who asks may see a channel. A deleted channel and an archived
    thread count as visible. The bot does not know the members of a private thread. So a private
    thread counts as visible only if the member asks inside it, or may manage threads."""
    if channel_id == interaction.channel_id:
        return True
    guild = interaction.guild
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if channel is None or not isinstance(interaction.user, discord.Member):
        return True
    allowed = channel.permissions_for(interaction.user)
    if isinstance(channel, discord.Thread) and channel.is_private():
        return allowed.manage_threads
    return allowed.view_channel


def all_may_see(interaction: Interaction, channel_id: int) -> bool:
    """Return whether a game from the channel `channel_id` may be shown to everyone in the channel
    of this interaction. The game may be shown if both are the same channel, or if every member of
    the server may see the game's channel."""
    if channel_id == interaction.channel_id:
        return True
    guild = interaction.guild
    channel = guild.get_channel_or_thread(channel_id) if guild is not None else None
    if guild is None or channel is None:
        return False
    if isinstance(channel, discord.Thread) and channel.is_private():
        return False
    return channel.permissions_for(guild.default_role).view_channel


def permissions_in(interaction: Interaction, channel_id: int | None) -> discord.Permissions:
    """Return what the member who asks may do in the channel `channel_id` of this server. A member
    can have different permissions in each channel, so the permissions in the channel where the
    member asks aren't used for another channel. If `channel_id` is None, or if the bot doesn't know
    the channel (because it was deleted or is an archived thread), return the permissions that the
    member's roles give in the whole server. For another channel, return no permissions in direct
    messages, or where the bot itself is absent."""
    if channel_id == interaction.channel_id:
        return interaction.permissions
    guild, member = interaction.guild, interaction.user
    if guild is None or is_away(interaction) or not isinstance(member, discord.Member):
        return discord.Permissions.none()
    channel = None if channel_id is None else guild.get_channel_or_thread(channel_id)
    return member.guild_permissions if channel is None else channel.permissions_for(member)


def may_moderate(interaction: Interaction, channel_id: int | None) -> bool:
    """Return whether the member may manage messages in this channel, or manage the server. The
    result is False in direct messages, and in servers where the bot itself is absent."""
    if interaction.guild_id is None or is_away(interaction):
        return False
    allowed = permissions_in(interaction, channel_id)
    return allowed.manage_messages or allowed.manage_guild


def must_reach(bot: ShijoBot, guild_id: int, channel_id: int | None) -> None:
    """Raise CantPostThere if the bot may not post in this channel of the server. Do nothing if
    `channel_id` is None, or if the bot doesn't know the server or the channel."""
    guild = bot.get_guild(guild_id)
    channel = guild.get_channel(channel_id) if guild and channel_id is not None else None
    if guild is None or channel is None:
        return
    may = channel.permissions_for(guild.me)
    if not (may.view_channel and may.send_messages):
        raise CantPostThere
