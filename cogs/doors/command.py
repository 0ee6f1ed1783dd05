"""*Open the table*: a private link to the table's board."""

from __future__ import annotations

import re

import discord
from discord import ui

from bot.core.errors import NoSuchTable, TableError
from cogs.discord.cog import ShijoCog
from cogs.discord.component import on_press
from cogs.discord.components import TO_BOARD
from cogs.discord.interactions import Interaction, may_see, pressed_table
from cogs.discord.layout import message
from cogs.words import _, marked


class NoBoard(TableError):
    """The button is from a time at which this bot had a board."""

    template = marked(
        "I can't open tables in a browser right now. Press “My hand” to see your cards."
    )


class BoardLinks(ShijoCog):
    """Gives out links to boards."""

    @on_press(TO_BOARD)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """A link for the member who pressed, which they alone see."""
        table = await pressed_table(interaction, match["table"])
        if not may_see(interaction, table.channel_id):
            raise NoSuchTable
        address = self.bot.settings.web.public_url
        if not address:
            raise NoBoard
        member_id, language = interaction.user.id, str(interaction.locale)
        link = await self.bot.service.doors.link(table, member_id, language)
        await interaction.response.send_message(view=_answer(f"{address}/#{link}"), ephemeral=True)


def _answer(address: str) -> ui.LayoutView:
    told = _(
        "Here's your table for the browser. The link is just for you, works once and "
        "expires in 5 minutes."
    )
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Open the table"), style=discord.ButtonStyle.link, url=address
    )
    return message([told, ui.ActionRow(button)])
