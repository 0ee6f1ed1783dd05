"""Tells whether the bot is a member of the place where it is used. It may be installed only for a
user, or a server may have added only its commands."""

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
    """Whether the member may manage the server, and the bot is in it."""
    return interaction.permissions.manage_guild and not is_away(interaction)
