"""Tells whether the bot itself is in the server or chat where one of its commands is used. The bot
isn't there if a user installed it only for themselves, or if a server added only its commands."""

from __future__ import annotations

from typing import Any

import discord


def is_away(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the bot is absent from the place where a press or a command comes from. The
    bot is absent from a server that hasn't added it, and from a chat between other people."""
    if interaction.guild_id is None:
        return interaction.context.private_channel
    return interaction.client.get_guild(interaction.guild_id) is None


def manages(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member has the permission to manage the server. Return False where the bot
    itself is absent."""
    return interaction.permissions.manage_guild and not is_away(interaction)
