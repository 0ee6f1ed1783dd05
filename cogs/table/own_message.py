"""The private message on which a member pressed: whose it is, and what it shows."""

from __future__ import annotations

import discord

from cogs.discord.errors import NotYourPanel
from cogs.discord.ids import PAGE
from cogs.discord.interactions import Interaction
from cogs.discord.layout import walk


def own_message(interaction: Interaction) -> discord.Message:
    """The pressed panel. Raises NotYourPanel unless it is an ephemeral message shown to the member
    who pressed.

    The answer to the press is that member's hand, so it must never get into another message.
    """
    panel = interaction.message
    if panel is None or not panel.flags.ephemeral:
        raise NotYourPanel
    shown = panel.interaction_metadata
    if shown is not None and shown.user.id != interaction.user.id:
        raise NotYourPanel
    return panel


def page_of(panel: discord.Message) -> int:
    """The page that a panel shows, from 0: its select of pages has it chosen."""
    for part in walk(panel.components):
        if isinstance(part, discord.SelectMenu) and part.custom_id.endswith(f":{PAGE}"):
            return next((int(option.value) for option in part.options if option.default), 0)
    return 0
