"""*Practise my mistakes*: a member's own mistakes as positions to solve, shown to the member
alone."""

from __future__ import annotations

import re

from bot.analysis.practice import OwnMistake, Place, next_mistake, own_mistake
from cogs.analysis.practice import drawn_practice, moves_of
from cogs.discord.cog import ShijoCog
from cogs.discord.components import IN_PRACTICE, on_press
from cogs.discord.errors import NotUnderstood
from cogs.discord.interactions import Interaction, scope
from cogs.discord.presses import Input, number_of
from cogs.edits.answers import answered
from games.players.finding import Tried


class Practice(ShijoCog):
    """A cog that shows members their mistakes as positions to solve, and the analysis's verdict on
    each answer."""

    @on_press(IN_PRACTICE)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a button of the practice (a member's own mistakes as positions to
        solve). *Practise my mistakes* sends a new message with the member's first mistake. The
        choice of a move, and the button for the next mistake, edit that message."""
        where = scope(interaction), interaction.user.id
        if match["table"] is None:
            if match["move"] != "next":
                raise NotUnderstood
            own = await next_mistake(self.bot.analyses, *where)
            await self._show(interaction, own, None, begins=True)
            return
        place = Place(match["table"], number_of(match["number"]), number_of(match["step"]))
        if match["move"] == "next":
            own = await next_mistake(self.bot.analyses, *where, place)
            await self._show(interaction, own, None)
            return
        own = await own_mistake(self.bot.analyses, *where, place)
        chosen = match["move"]
        number = Input.by(interaction).number if chosen == "any" else int(chosen)
        moves = moves_of(own)
        if not 0 <= number < len(moves):
            raise NotUnderstood
        await self._show(interaction, own, moves[number])

    async def _show(
        self,
        interaction: Interaction,
        own: OwnMistake,
        chosen: Tried | None,
        *,
        begins: bool = False,
    ) -> None:
        wanted = await self.bot.tables.preferences.member(interaction.user.id)
        drawn = await drawn_practice(own, chosen, wanted=wanted)
        response = interaction.response
        await answered(
            interaction,
            response.send_message(**drawn.new, ephemeral=True)
            if begins
            else response.edit_message(**drawn.edit),
        )
