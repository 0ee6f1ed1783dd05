"""The commands: each passes the door, and runs in the language of the member who asks."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from cogs.gateway.languages import speak_to


class SpeakingTree(app_commands.CommandTree[Any]):
    """The commands. Each command and suggestion runs in the language of the member who asks."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Set the member's language; every interaction passes that the door lets in. Each is a task
        of its own, so nothing must be reset."""
        if not await interaction.client.door.lets_in(interaction):
            return False
        await speak_to(interaction)
        return True
