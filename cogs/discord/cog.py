"""The base of all cogs: the bot with its own type, and the entry for presses."""

from __future__ import annotations

import re
from typing import ClassVar

from discord.ext import commands

from cogs.discord.client import ShijoBot
from cogs.discord.interactions import Interaction
from cogs.discord.items import Item


class ShijoCog(commands.Cog):
    """A cog of Shijo. Its `items` are the kinds of components whose presses it answers."""

    items: ClassVar[tuple[type[Item], ...]] = ()
    """The kinds of buttons and selects whose presses `pressed` answers."""

    def __init__(self, bot: ShijoBot) -> None:
        self.bot = bot

    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on one of `items`; `match` is the custom id as matched by the item's
        template.

        Raises LookupError in a cog without items.
        """
        raise LookupError(f"{type(self).__name__} answers no presses")
