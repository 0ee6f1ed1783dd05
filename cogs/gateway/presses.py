"""The one way in for every press: which cog answers it, and what is said when none does.

discord.py would find a handler by itself, but says nothing to whoever presses what it does not
know, and nothing when the message has changed since.
"""

from __future__ import annotations

import logging
import re
from typing import Any, Final

import discord
from discord.ext import commands

from bot.domain.errors import TableError
from cogs.gateway.client import ShijoBot
from cogs.gateway.cog import ShijoCog
from cogs.gateway.errors import OlderShijo, answering, context
from cogs.gateway.interactions import Interaction
from cogs.gateway.picked import is_text
from cogs.gateway.turns import Turns

log = logging.getLogger(__name__)

PRESSES: Final = (
    discord.InteractionType.component,
    discord.InteractionType.modal_submit,
)
"""What comes from a message of ours, or from a modal that was opened there."""


class Presses(ShijoCog):
    """Hands every press to the cog that answers it, by its custom id alone: nothing that was shown
    is kept in memory, so it works after a restart too."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.turns = Turns()
        """Whose press is answered when."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """A button was pressed, a line picked, or a modal sent."""
        if interaction.type not in PRESSES:
            return
        async with self.turns.turn(interaction.user.id) as in_time:
            if in_time:
                await self._answer(interaction)
            else:
                log.info("%s waited too long for others of its member", context(interaction))

    async def _answer(self, interaction: Interaction) -> None:
        data: Any = interaction.data or {}
        found = self.found_by(data.get("custom_id"))
        if found is None:
            await tell_of_refusal(interaction, OlderShijo())
        else:
            cog, match = found
            await cog.pressed(interaction, match)

    def found_by(self, custom_id: object) -> tuple[ShijoCog, re.Match[str]] | None:
        """The cog that answers this custom id, and what its template has matched; None for an id
        that no version of ours makes any more."""
        if not isinstance(custom_id, str) or not is_text(custom_id):
            return None
        for cog in self.bot.cogs.values():
            if isinstance(cog, ShijoCog):
                for item in cog.items:
                    match = item.__discord_ui_compiled_template__.fullmatch(custom_id)
                    if match is not None:
                        return cog, match
        return None


async def tell_of_refusal(interaction: Interaction, refusal: TableError) -> None:
    """Says to the member who pressed why nothing was done."""
    async with answering(interaction):
        raise refusal
