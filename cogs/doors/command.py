"""The button *Open the table*: it opens the table's board (its page), as the Activity inside
Discord or by a private link."""

from __future__ import annotations

import logging
import re
from contextlib import suppress

import discord
from discord import InteractionCallbackActivityInstance, ui

from bot.core.errors import NoSuchTable, TableError, TooEarly
from bot.core.model import Phase, Table
from bot.doors.model import Shows, Sight
from bot.teams.model import AllPlayed, MatchOver
from bot.today.model import BEYOND_DAYS, DayOver
from cogs.discord.cog import ShijoCog
from cogs.discord.components import TO_BOARD, on_press
from cogs.discord.errors import TOO_LATE
from cogs.discord.interactions import Interaction, may_see, pressed_table, scope
from cogs.discord.layout import message
from cogs.doors.here import table_in
from cogs.doors.upkeep import Boards
from cogs.words import _, marked

log = logging.getLogger(__name__)


class NoBoard(TableError):
    """Raised when a member wants to open a table in a browser, but the settings have no public
    address for the board."""

    template = marked(
        "I can't open tables in a browser right now. Press “My hand” to see your cards."
    )


class BoardLinks(ShijoCog):
    """A cog that opens boards: as the Activity if the bot's owner has enabled it, otherwise by a
    link."""

    async def cog_load(self) -> None:
        """Make this cog answer the Entry Point command, which starts the Activity, if Activities
        are switched on."""
        if self.bot.settings.web.activity:
            self.bot.entry_point = self.entered

    @on_press(TO_BOARD)
    async def pressed(self, interaction: Interaction, match: re.Match[str]) -> None:
        """Open the board that the button names, for the member who pressed. The board shows a
        table, open hands, a replay, a deal or a match."""
        table_id, number = match["table"], int(match["number"] or 0)
        shows, step = Shows(match["shows"] or Shows.TABLE), int(match["step"] or 0)
        sight = Sight(table_id, shows, number, step)
        if sight.shows is Shows.DEAL:
            await self._must_play(interaction.user.id, number)
            await self._open(interaction, sight, scope(interaction))
            return
        if sight.shows is Shows.MATCH:
            await self._must_be_in(number, interaction)
            await self._open(interaction, sight, scope(interaction))
            return
        table, channel_id = await pressed_table(interaction, table_id), None
        if sight.shows is Shows.REPLAY:
            history = self.bot.service.history
            finished = await history.finished(table_id, number, table.guild_id)
            channel_id = finished.about.channel_id
        elif sight.shows is Shows.HANDS:
            await self._must_watch(table, interaction.user.id)
        if not may_see(interaction, table.channel_id if channel_id is None else channel_id):
            raise NoSuchTable
        await self._open(interaction, sight, table.guild_id)

    async def _must_play(self, member_id: int, number: int) -> None:
        """Raise DayOver unless the member may see the deal `number` at the board. The deal must be
        today's deal or the deal of a duplicate, and the member must have begun the deal. For a
        duplicate, also raises DuplicateOver and NotYourDeal."""
        service = self.bot.service
        played = service.today if number < BEYOND_DAYS else service.duplicates
        is_over = number < BEYOND_DAYS and number != service.today.day
        if is_over or await played.sitting(member_id, number) is None:
            raise DayOver

    async def _must_be_in(self, number: int, interaction: Interaction) -> None:
        """Raise an error unless the member has a hand left to play in the team match `number`.
        Raises MatchOver if the match belongs to another server than the one where the member
        presses, or is over. Raises NotInMatch if the member isn't in the match, and AllPlayed if
        the member's table has played all deals."""
        matches = self.bot.service.team_matches
        if (await matches.get(number)).guild_id != scope(interaction):
            raise MatchOver
        if await matches.hand(number, interaction.user.id) is None:
            raise AllPlayed

    async def _must_watch(self, table: Table, member_id: int) -> None:
        """Raise an error if the member may not watch this game with open hands. The error TooEarly
        (the game has just begun) is not raised, because the opened page then waits."""
        if table.phase is Phase.PLAYING:
            with suppress(TooEarly):
                await self.bot.tables.watching.of(table.id, member_id)

    async def entered(self, interaction: Interaction) -> None:
        """Answer a member who starts the Activity from Discord's list of Activities, not from a
        table. The Activity shows the member a table of the channel."""
        here = interaction.channel_id or 0
        table = await table_in(self.bot.tables, scope(interaction), here, interaction.user.id)
        await self._open(interaction, Sight(table.id), table.guild_id)

    async def _open(self, interaction: Interaction, sight: Sight, guild_id: int) -> None:
        """Open a board for the member who pressed, either as the Activity inside Discord or by a
        private link in the answer. `sight` says what the board shows, such as a table or a replay.
        Raises NoBoard if the settings have no public address.

        The link is stored before the Activity is launched. The Activity's page then finds the link
        by the member's id, and the link says what to show."""
        web = self.bot.settings.web
        if not web.public_url:
            raise NoBoard
        member_id, language = interaction.user.id, str(interaction.locale)
        link = await self.bot.service.doors.link_to(sight, guild_id, member_id, language)
        if web.activity and (instance := await _launched(interaction)) is not None:
            self.bot.cog(Boards).launched(instance)
            await self.bot.service.doors.launch(link, member_id)
            return
        address = f"{web.public_url}/#{link}"
        await interaction.response.send_message(view=_answer(address), ephemeral=True)


async def _launched(interaction: Interaction) -> str | None:
    """Make Discord launch the Activity. Return the id of the launched instance, or an empty text if
    Discord doesn't report the id. Return None if Discord doesn't launch the Activity, for example
    because the member's client can't show it. After None, the press is still unanswered."""
    try:
        answer = await interaction.response.launch_activity()
    except discord.HTTPException as error:
        if error.code in TOO_LATE:
            raise
        log.info("Discord launches no Activity: %s (%s)", error.status, error.code)
        return None
    launched = answer.resource
    return launched.id if isinstance(launched, InteractionCallbackActivityInstance) else ""


def _answer(address: str) -> ui.LayoutView:
    told = _(
        "Use this link to open your table in the browser. It's just for you, works once and "
        "expires in 5 minutes."
    )
    button: ui.Button[ui.LayoutView] = ui.Button(
        label=_("Open the table"), style=discord.ButtonStyle.link, url=address
    )
    return message([told, ui.ActionRow(button)])
