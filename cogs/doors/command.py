"""*Open the table*: the table's board, inside Discord or by a private link."""

from __future__ import annotations

import logging
import re

import discord
from discord import ui

from bot.core.errors import NoSuchTable, TableError
from bot.core.model import Table
from cogs.discord.cog import ShijoCog
from cogs.discord.component import on_press
from cogs.discord.components import TO_BOARD
from cogs.discord.errors import TOO_LATE
from cogs.discord.interactions import Interaction, may_see, pressed_table, scope
from cogs.discord.layout import message
from cogs.doors.here import table_in
from cogs.words import _, marked

log = logging.getLogger(__name__)


class NoBoard(TableError):
    """The button is from a time at which this bot had a board."""

    template = marked(
        "I can't open tables in a browser right now. Press “My hand” to see your cards."
    )


class BoardLinks(ShijoCog):
    """Opens boards: as the Activity, where the host has switched that on, else by a link."""

    async def cog_load(self) -> None:
        """Answer the Entry Point of Activities, where there is one."""
        if self.bot.settings.web.activity:
            self.bot.entry_point = self.entered

    @on_press(TO_BOARD)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """The board of a table for the member who pressed, which they alone see."""
        table = await pressed_table(interaction, match["table"])
        if not may_see(interaction, table.channel_id):
            raise NoSuchTable
        await self._open(interaction, table)

    async def entered(self, interaction: Interaction) -> None:
        """The Activity was started from Discord's own list: it shows a table of the channel."""
        here = interaction.channel_id or 0
        table = await table_in(self.bot.tables, scope(interaction), here, interaction.user.id)
        await self._open(interaction, table)

    async def _open(self, interaction: Interaction, table: Table) -> None:
        """Open a board. The member's link is stored first: by it the Activity knows the table."""
        web = self.bot.settings.web
        if not web.public_url:
            raise NoBoard
        member_id, language = interaction.user.id, str(interaction.locale)
        link = await self.bot.service.doors.link(table, member_id, language)
        if web.activity and await _launched(interaction):
            for hear in self.bot.service.doors.launched:
                hear(member_id, table.id)
            return
        address = f"{web.public_url}/#{link}"
        await interaction.response.send_message(view=_answer(address), ephemeral=True)


async def _launched(interaction: Interaction) -> bool:
    """Whether Discord launches the Activity. Where it doesn't, as for a member on whose Discord it
    can't be shown, the press has no answer yet."""
    try:
        await interaction.response.launch_activity()
    except discord.HTTPException as error:
        if error.code in TOO_LATE:
            raise
        log.info("Discord launches no Activity: %s (%s)", error.status, error.code)
        return False
    return True


def _answer(address: str) -> ui.LayoutView:
    told = _(
        "Here's your table for the browser. The link is just for you, works once and "
        "expires in 5 minutes."
    )
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Open the table"), style=discord.ButtonStyle.link, url=address
    )
    return message([told, ui.ActionRow(button)])
