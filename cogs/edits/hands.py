"""The hands that members have open. They are edited with the tokens of the members' last presses,
which are stored, so that they survive a restart."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final

import discord

from bot.core.errors import TableError
from bot.core.model import Panel, Table
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING, is_passing
from cogs.edits.drawn import Drawn
from cogs.edits.edit_queue import EditQueue
from cogs.edits.message_state import MessageState

log = logging.getLogger(__name__)

LASTING: Final = timedelta(minutes=10)
"""A panel that can be edited for at least this long keeps its token."""


def panel_of(
    interaction: discord.Interaction[Any],
    table: Table,
    message_id: int | None,
    page: int = 0,
    *,
    watching: bool = False,
) -> Panel:
    """The panel for a member's open hand in that message, on that page, or for the game that they
    are `watching` there. It can be edited with the token of this press for 15 minutes."""
    return Panel(
        table.id,
        interaction.user.id,
        interaction.token,
        message_id,
        interaction.expires_at,
        str(interaction.locale),
        page,
        watching,
    )


class OpenHands:
    """Edits open hands.

    Takes the bot, the queue of edits, and the function that makes a member's hand panel.
    """

    def __init__(
        self,
        bot: ShijoBot,
        queue: EditQueue,
        private: Callable[[Table, Panel], Awaitable[Drawn]],
    ) -> None:
        self.bot = bot
        self.queue = queue
        self.private = private

    async def last(self, table_id: str, member_id: int) -> Panel | None:
        """The member's hand panel that can still be edited, if any. Raises TableErrors."""
        panels = await self.bot.tables.shown.panels(table_id)
        return next((panel for panel in panels if panel.member_id == member_id), None)

    def move_down(self, panel: Panel, drawn: Drawn) -> None:
        """Replace an older panel by a note that the hand has moved to a newer one."""
        self.queue.start(self._move_down(panel, drawn))

    async def _move_down(self, panel: Panel, drawn: Drawn) -> None:
        if panel.message_id is None or panel.expires <= self.bot.service.now():
            return
        try:
            await self._webhook(panel).edit_message(panel.message_id, **drawn.edit)
        except (discord.HTTPException, *PASSING) as error:
            log.info(
                "an older hand at table %s stays as it is: %s",
                panel.table_id,
                type(error).__name__,
            )

    async def follow(self, panel: Panel) -> None:
        """Store the token with which a hand can be edited, and its page, unless the stored token is
        still valid long enough and the page is the same. Raises TableErrors."""
        message = self.queue.message(panel.table_id, panel.member_id)
        message.panel = panel
        known = message.stored
        same = known is not None and _shown_in(known) == _shown_in(panel)
        if known is None or not same or known.expires - self.bot.service.now() < LASTING:
            await self.bot.tables.shown.panel_opened(panel)
            message.stored = panel

    async def show_watching(self, table: Table) -> bool:
        """Edit the messages of those who watch a table; returns whether there are any. Raises
        TableErrors."""
        panels = [each for each in await self.bot.tables.shown.panels(table.id) if each.watching]
        for panel in panels:
            message = self.queue.message(table.id, panel.member_id)
            message.panel, message.shown = panel, 0
            self.queue.want(message, table)
        return bool(panels)

    async def show(self, table: Table, *, anew: bool = False) -> None:
        """Edit all open hands of a table. With `anew`, also those that already show this state."""
        try:
            panels = await self.bot.tables.shown.panels(table.id)
        except TableError as error:
            log.debug("the panels of table %s can't be read: %s", table.id, type(error).__name__)
            return
        for panel in panels:
            message = self.queue.message(table.id, panel.member_id)
            message.panel = panel
            if anew:
                message.shown = 0
            self.queue.want(message, table)

    async def edit(self, message: MessageState, panel: Panel, table: Table) -> None:
        """Edit an open hand, unless its token has expired. Raises TableErrors, and
        discord.HTTPException for temporary failures."""
        if (
            panel.message_id is None
            or panel.expires <= self.bot.service.now()
            or panel.token == message.dead_token
        ):
            return
        async with self.queue.drawing:
            drawn = await self.private(table, panel)
        if message.panel is not None and message.panel.message_id != panel.message_id:
            return  # the hand was opened anew while this was drawn
        try:
            await self._webhook(panel).edit_message(panel.message_id, **drawn.edit)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            # A refused token is never tried again: Discord bans an address after too many invalid
            # requests.
            message.stored, message.dead_token = None, panel.token
            await self.bot.tables.shown.panel_gone(table.id, panel.member_id)

    def _webhook(self, panel: Panel) -> discord.Webhook:
        application = self.bot.application_id or 0
        return discord.Webhook.partial(application, panel.token, client=self.bot)


def _shown_in(panel: Panel) -> tuple[int | None, int, bool]:
    return panel.message_id, panel.page, panel.watching
