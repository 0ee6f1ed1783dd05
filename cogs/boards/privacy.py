"""The button by which a member hides from leaderboards, for the message of a member's own settings."""

from __future__ import annotations

import discord
from discord import ui

from cogs.items import HideItem
from cogs.words import _


def hide_button(hidden: bool) -> HideItem:
    """The button that changes what is so now: `hidden` is whether the member is left out of boards. The cog of profiles
    answers it."""
    label = _("Hidden from leaderboards: yes") if hidden else _("Hidden from leaderboards: no")
    style = discord.ButtonStyle.success if hidden else discord.ButtonStyle.secondary
    return HideItem(ui.Button(label=label, style=style, custom_id="v:show" if hidden else "v:hide"))
