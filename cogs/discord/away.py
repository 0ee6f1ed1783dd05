"""Tells whether the bot itself is in the server or chat where one of its commands is used. It isn't
if it was installed for a user only, or if a server added only its commands."""

from __future__ import annotations

from typing import Any

import discord


def is_away(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot is absent from the place where a press or a command comes from: in a server
    that hasn't added it, or in a chat between other people."""
    if interaction.guild_id is None:
        return interaction.context.private_channel
    return interaction.client.get_guild(interaction.guild_id) is None


def manages(interaction: discord.Interaction[Any]) -> bool:
    """Return whether the member has the permission to manage the server. Always False where the bot
    itself is absent."""
    return interaction.permissions.manage_guild and not is_away(interaction)
