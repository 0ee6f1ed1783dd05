"""The buttons of a table during and after its game."""

from __future__ import annotations

import re

from bot.core.model import Phase, Table
from cogs.discord.components import ON_TABLE, on_press
from cogs.discord.errors import OlderShijo, tell
from cogs.discord.interactions import Interaction, link, person, pressed_table
from cogs.discord.presses import number_of
from cogs.edits.answers import replied
from cogs.table.hand.command import Hands
from cogs.table.leaving import ACTIONS, Leaving
from cogs.table.lobby.command import Lobbies
from cogs.table.message.menu import SHOWN
from cogs.table.message.rematch import DECLINE, REMATCH
from cogs.table.rules import rules_message
from cogs.table.upkeep import TableCog, spectators_of
from cogs.words import _


class Seats(TableCog):
    """A cog that answers presses on a table's public message, and posts that message again."""

    async def bring(self, interaction: Interaction, table: Table) -> None:
        """Answer a press with the table's message, posted again. The former message is deleted
        unless it is a result."""
        former = None
        async with self.sync.messages.holding(table.id) as hold:
            drawn = await self.sync.public(table)
            shown = await replied(interaction, drawn)
            if shown is not None:
                former = await self.sync.posts.placed(table, shown)
            hold.shows(table)
        if hold.outdated(table):
            # A newer state was shown meanwhile, perhaps in the former message.
            self.sync.show_anew(table)
        if table.phase is not Phase.OVER:
            await self.sync.posts.remove(former)

    @on_press(ON_TABLE)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Answer a press on a button of the table, or in the menus behind these buttons."""
        table = await pressed_table(interaction, match["table"])
        match match["action"]:
            case "hand":
                await self.bot.cog(Hands).open(interaction, table)
            case "rules":
                view = rules_message(table.game, table)
                await interaction.response.send_message(view=view, ephemeral=True)
            case "show":
                await self._show(interaction, table)
            case "watch":
                await spectators_of(self.bot).watch(interaction, table)
            case "guess":
                number = number_of(match["detail"] or "")
                await spectators_of(self.bot).guess(interaction, table, number)
            case "back":
                await self._back(interaction, table)
            case action if action in ACTIONS:
                await self.bot.cog(Leaving).act(interaction, table, action, match["detail"] or "")
            case "again":
                await self._again(interaction, table)
            case action if action in (REMATCH, DECLINE):
                plays = action == REMATCH
                await self.bot.cog(Hands).answer_rematch(interaction, table, plays=plays)
            case _:
                raise OlderShijo

    async def _show(self, interaction: Interaction, table: Table) -> None:
        """Answer a press on *Show the table*. If the member sits at the table and pressed in the
        table's channel, post the table's message there again. Otherwise answer with a link to the
        message."""
        sits = table.seat_of(interaction.user.id) is not None
        if sits and table.channel_id == interaction.channel_id and table.phase in SHOWN:
            await self.bring(interaction, table)
        else:
            await tell(interaction, _("Here's the table: {table}", table=link(table)))

    async def _back(self, interaction: Interaction, table: Table) -> None:
        async with self.sync.messages.holding(table.id) as hold:
            update = await self.bot.tables.back(table.id, interaction.user.id)
            await self.sync.answer(interaction, update.table, hold)

    async def _again(self, interaction: Interaction, table: Table) -> None:
        """Open another game at the table. If the table is closed, open a new table with the same
        game and rules. This can fail if the member may not open tables here."""
        if table.phase is Phase.CLOSED:
            await self.bot.cog(Lobbies).begin(interaction, table.game, like=table)
            return
        hands = self.bot.cog(Hands)
        pressed = interaction.message
        in_hand = pressed is not None and pressed.flags.ephemeral and not table.is_pocket
        async with self.sync.messages.holding(table.id) as hold:
            update = await self.bot.tables.rematch(table.id, person(interaction), interaction.id)
            if update.table.message_id is None:
                await self.sync.open(interaction, update.table, hold)
            elif in_hand:
                await hands.open(interaction, update.table)
                return
            else:
                await tell(
                    interaction, _("Here's your next game: {table}", table=link(update.table))
                )
        if in_hand:
            await hands.open_below(interaction, table)
