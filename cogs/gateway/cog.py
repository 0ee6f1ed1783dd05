"""What all cogs share: the bot by its own type, and the way in for presses."""

from __future__ import annotations

import re
from typing import ClassVar

from discord.ext import commands

from cogs.gateway.client import ShijoBot
from cogs.gateway.interactions import Interaction
from cogs.gateway.items import Item


class ShijoCog(commands.Cog):
    """A cog of Shijo. One that answers presses names in `items` what it answers."""

    items: ClassVar[tuple[type[Item], ...]] = ()
    """The kinds of buttons and selects whose presses come to `pressed`."""

    def __init__(self, bot: ShijoBot) -> None:
        self.bot = bot

    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answers a press on one of `items`; `match` is what its template found in the custom id.

        Raises LookupError in a cog that answers none.
        """
        raise LookupError(f"{type(self).__name__} answers no presses")
