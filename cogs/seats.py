"""The table in play and after it: its buttons, and `/table`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from discord.ext import commands

from bot.errors import StaleTable
from bot.model import Table
from cogs.errors import NoTableHere, answering, tell
from cogs.hand import Hands, seat_of
from cogs.ids import on_table
from cogs.items import TableItem
from cogs.keeper import Keeper
from cogs.layout import NO_MENTIONS, message, rows
from cogs.press import Interaction, keeper_of, link, person
from cogs.rules import rules_message
from cogs.table import title_of
from cogs.words import _

if TYPE_CHECKING:
    from bot.client import ShijoBot

RESIGN: Final = "resign-yes"


class Seats(commands.Cog):
    """Answers presses on a table's public message, and brings it back."""

    def __init__(self, bot: ShijoBot) -> None:
        self.bot = bot

    @property
    def keeper(self) -> Keeper:
        """The keeper of messages."""
        return keeper_of(self.bot)

    @app_commands.command(name=locale_str("table"), description=locale_str("Brings the table back to the bottom"))
    @app_commands.guild_only()
    async def table(self, interaction: Interaction) -> None:
        """`/table`: posts this channel's newest table anew for those who sit there; links for all others."""
        async with answering(interaction):
            here = await self.bot.tables.open_in(interaction.channel_id or 0)
            mine = [table for table in here if table.seat_of(interaction.user.id) is not None]
            if mine:
                await self.bring(interaction, mine[0])
                return
            elsewhere = await self.bot.tables.seated(interaction.guild_id or 0, interaction.user.id)
            if not here and not elsewhere:
                raise NoTableHere
            await tell(interaction, "\n".join(f"{title_of(table)}: {link(table)}" for table in [*here, *elsewhere]))

    async def bring(self, interaction: Interaction, table: Table) -> None:
        """Posts the table's message anew as the answer, and deletes the old one."""
        async with self.keeper.holding(table.id) as hold:
            drawn = await self.keeper.public(table)
            shown = await interaction.response.send_message(**drawn.new, allowed_mentions=NO_MENTIONS)
            if shown.message_id is not None:
                await self.keeper.placed(table, shown.message_id)
            hold.shows(table)
        if table.message_id is not None:
            await self.keeper.remove(table.channel_id, table.message_id)

    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """A press on a button of the table, or on the question whether to resign."""
        async with answering(interaction):
            table = await self.bot.tables.get(match["table"])
            match match["action"]:
                case "hand":
                    hands = self.bot.get_cog("Hands")
                    if isinstance(hands, Hands):
                        await hands.open(interaction, table)
                case "rules":
                    view = rules_message(table.game, table)
                    await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NO_MENTIONS)
                case "resign":
                    await self._ask_to_resign(interaction, table)
                case "resign-yes":
                    await self._resign(interaction, table, int(match["detail"] or 0))
                case "again":
                    await self._again(interaction, table)
                case _:
                    raise StaleTable

    async def _ask_to_resign(self, interaction: Interaction, table: Table) -> None:
        seat_of(table, interaction)
        button: ui.Button[ui.LayoutView] = ui.Button(
            label=_("Yes, resign"),
            style=discord.ButtonStyle.danger,
            custom_id=on_table(table.id, RESIGN, table.game_number),
        )
        question = message([_("Resign from this game? It counts as a loss."), *rows([TableItem(button)])])
        await interaction.response.send_message(view=question, ephemeral=True, allowed_mentions=NO_MENTIONS)

    async def _resign(self, interaction: Interaction, table: Table, game_number: int) -> None:
        if table.game_number != game_number:
            raise StaleTable(_("That was about another game, which is over."))
        async with self.keeper.holding(table.id):
            await self.bot.tables.resign(table.id, interaction.user.id)
            done = message([_("You have resigned.")])
            await interaction.response.edit_message(view=done, allowed_mentions=NO_MENTIONS)

    async def _again(self, interaction: Interaction, table: Table) -> None:
        async with self.keeper.holding(table.id) as hold:
            update = await self.bot.tables.rematch(table.id, person(interaction), interaction.id)
            await self.keeper.answer(interaction, update.table, hold)
