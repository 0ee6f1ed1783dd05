"""The single entry for presses: which cog answers, and the answer when none does.

discord.py would find a handler too, but it answers nothing to an unknown press, and nothing when
the message has changed since.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Coroutine
from typing import Any

from discord.ext import commands

from bot.core.errors import TableError
from cogs.discord.client import PRESSES, ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.errors import OlderShijo, answering, context
from cogs.discord.input import is_text
from cogs.discord.interactions import Interaction
from cogs.discord.turns import Turns

log = logging.getLogger(__name__)

Answer = Callable[[Interaction, re.Match[str]], Coroutine[Any, Any, None]]


class Presses(ShijoCog):
    """Hands every press to the cog that answers it, by the custom id alone, so it works after a
    restart too."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.turns = Turns()
        """The order in which presses are answered."""

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """A button was pressed, a line picked, or a modal sent."""
        if interaction.type not in PRESSES or not await self.bot.door.lets_in(interaction):
            return
        async with self.turns.turn(interaction.user.id) as in_time:
            if in_time and not self.bot.lateness.is_too_old(interaction):
                await self._answer(interaction)
            else:
                log.info("%s waited too long for others of its member", context(interaction))

    async def _answer(self, interaction: Interaction) -> None:
        data: Any = interaction.data or {}
        found = self.found_by(data.get("custom_id"))
        if found is None:
            await tell_of_refusal(interaction, OlderShijo())
            return
        answer, match = found
        async with answering(interaction):
            await answer(interaction, match)

    def found_by(self, custom_id: object) -> tuple[Answer, re.Match[str]] | None:
        """What answers this custom id, and the id's fields; None for an id that no present version
        makes."""
        if not isinstance(custom_id, str) or not is_text(custom_id):
            return None
        for cog in self.bot.cogs.values():
            if isinstance(cog, ShijoCog):
                for component, name in cog.answers.items():
                    match = component.match(custom_id)
                    if match is not None:
                        return getattr(cog, name), match
        return None


async def tell_of_refusal(interaction: Interaction, refusal: TableError) -> None:
    """Tell the member who pressed why nothing was done."""
    async with answering(interaction):
        raise refusal
