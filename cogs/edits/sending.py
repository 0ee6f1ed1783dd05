"""The two kinds of messages that are kept up to date, and how each is sent: the tables' public
messages, and the open hands of members.

Open hands are edited with the tokens of the members' last presses. The tokens are stored, so open
hands survive a restart."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any, Final

import discord

from bot.core.errors import TableError
from bot.core.model import Panel, Table
from bot.core.scope import server_in
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING, is_passing
from cogs.discord.threads import awake
from cogs.edits.answers import Drawn
from cogs.edits.edit_queue import EditQueue
from cogs.edits.found import found_in
from cogs.edits.messages import OPEN, MessageState, Positions

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL: Final = 10003
"""Discord's code for a channel that was deleted."""
LASTING: Final = timedelta(minutes=10)
"""The least time for which the stored token of a hand message must still be valid. If less time is
left, the token of the member's newest press is stored instead."""


def panel_of(
    interaction: discord.Interaction[Any],
    table: Table,
    message_id: int | None,
    page: int = 0,
    *,
    watching: bool = False,
) -> Panel:
    """Return the record (Panel) of a member's hand message: the message, the page that the message
    shows, and the token of this press. With this token, the message can be edited for 15 minutes.
    `watching` says whether the member only watches the game."""
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


class Posts:
    """Posts and edits the tables' public messages. `public` makes a table's public message, and
    `in_words` makes this message without its picture. `queue` is the queue of edits, and
    `positions` says where the messages are."""

    def __init__(
        self,
        bot: ShijoBot,
        queue: EditQueue,
        positions: Positions,
        public: Callable[[Table], Awaitable[Drawn]],
        in_words: Callable[[Table], Awaitable[Drawn]],
    ) -> None:
        self.bot = bot
        self.queue = queue
        self.positions = positions
        self.public = public
        self.in_words = in_words

    async def placed(
        self, table: Table, message_id: int, channel_id: int | None = None
    ) -> discord.PartialMessage | None:
        """Store that the message `message_id` in the channel `channel_id` (None: the table's
        channel) is now the table's public message. If the table's next game has begun meanwhile,
        store nothing.

        Return the message that was the table's public message until now. It can be another message
        than the one that `table` names, because two members might ask for the table at the same
        time. Return None if there was no such message, if it is the same message, or if nothing was
        stored. Raises TableErrors."""
        there = table.channel_id if channel_id is None else channel_id
        now = await self.bot.tables.get(table.id)
        if now.game_number != table.game_number:
            return None  # a result that had to be posted anew while the next game was opened
        former = await self.bot.tables.registry.placed(table.id, there, message_id)
        self.positions.note(replace(table, channel_id=there, message_id=message_id))
        self.positions.shows(table, message_id)
        if former.message_id in (None, message_id):
            return None
        channel = self.bot.get_partial_messageable(former.channel_id)
        return channel.get_partial_message(former.message_id)

    async def remove(self, former: discord.PartialMessage | None) -> None:
        """Try to delete a table's former message after a new one was posted. The former message
        might already be gone. If it can't be deleted, only the log says so."""
        if former is None:
            return
        channel_id = former.channel.id
        try:
            await awake(self.bot, channel_id, former.delete)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.info(
                "an old table message in channel %s stays: %s", channel_id, type(error).__name__
            )

    async def edit(self, message: MessageState, table: Table) -> None:
        """Show a table's newest state in its public message. Usually edit the message. Post a new
        message if the table has no message, or if the message was deleted. If the message is too
        old or too far up in its channel, also post a new one, unless this version must be shown in
        place (`MessageState.in_place`). Do nothing for a table in a member's pocket. Raises
        TableErrors and discord.HTTPException."""
        table = await self.bot.tables.get(table.id)
        message.shown = max(message.shown, table.version)
        if table.is_pocket:
            return  # its member's panel is all that there is of it
        stays = message.in_place == table.version
        stale = self.positions.stale(table, self.bot.service.now())
        if table.message_id is None or (stale and not stays):
            await self.remove(await self._post(table))
            return
        message_id = table.message_id
        try:
            await awake(self.bot, table.channel_id, lambda: self._edit(table, message_id))
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:
                await self._channel_gone(table)
                return
            former = await self._post(table)
            if former is not None and former.id != message_id:
                await self.remove(former)

    async def _edit(self, table: Table, message_id: int) -> None:
        kept = self.queue.messages.of(table.id)
        async with self.queue.drawing:
            drawn = await (self.in_words if kept.late else self.public)(table)
        message = self._channel(table).get_partial_message(message_id)
        await message.edit(**drawn.edit)
        kept.lacks_picture = drawn.left_out
        self.positions.shows(table, message_id)

    async def _post(self, table: Table) -> discord.PartialMessage | None:
        """Post a table's message, unless the table needs none. Return the former message, see
        `placed`."""
        if table.phase not in OPEN:
            return None
        try:
            posted = await awake(self.bot, table.channel_id, lambda: self._post_once(table))
        except discord.NotFound:
            await self._channel_gone(table)
            return None
        return await self.placed(table, posted.id)

    async def _post_once(self, table: Table) -> discord.PartialMessage | discord.Message:
        """Post a table's message. A process might have posted it and ended before it stored the
        message's id. If the message is in the channel already, edit it instead. Return the
        message."""
        me = self.bot.user
        found = (
            await found_in(self._channel(table), table, me.id)
            if table.message_id is None and me is not None
            else None
        )
        if found is None:
            return await self._post_new(table)
        await self._edit(table, found.id)
        return found

    async def _post_new(self, table: Table) -> discord.Message:
        async with self.queue.drawing:
            drawn = await self.public(table)
        return await self._channel(table).send(**drawn.new)

    async def _channel_gone(self, table: Table) -> None:
        if table.phase in OPEN:
            await self.bot.tables.where.channel_gone(table.channel_id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(
            table.channel_id, guild_id=server_in(table.guild_id)
        )


class OpenHands:
    """Edits the open hand messages of members. `private` makes a hand message from its record (the
    panel). If a member who only watches has such a message open, the functions in `watched` are
    called with the table after each change."""

    def __init__(
        self,
        bot: ShijoBot,
        queue: EditQueue,
        private: Callable[[Table, Panel], Awaitable[Drawn]],
    ) -> None:
        self.bot = bot
        self.queue = queue
        self.private = private
        self.watched: list[Callable[[Table], None]] = []

    async def last(self, table_id: str, member_id: int) -> Panel | None:
        """Return the stored record of a member's hand message. Return None if there is no hand
        message that can still be edited. Raises TableErrors."""
        panels = await self.bot.tables.shown.panels(table_id)
        return next((panel for panel in panels if panel.member_id == member_id), None)

    def move_down(self, panel: Panel, drawn: Drawn) -> None:
        """Replace the content of an older hand message by `drawn`. The message `drawn` says that
        the hand is now in a newer message."""
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
        """Store the token with which a hand message can be edited, and the page that the message
        shows. Do not store them if the stored token stays valid long enough (`LASTING`), and the
        message, its page and `watching` are the same as before. Raises TableErrors."""
        message = self.queue.messages.of(panel.table_id, panel.member_id)
        message.panel = panel
        known = message.stored
        same = known is not None and _shown_in(known) == _shown_in(panel)
        if known is None or not same or known.expires - self.bot.service.now() < LASTING:
            await self.bot.tables.shown.panel_opened(panel)
            message.stored = panel

    async def show_watching(self, table: Table, member_id: int | None = None) -> bool:
        """Edit the messages of all members who watch a table. With a `member_id`, edit only this
        member's message. Return whether there are any such messages. Raises TableErrors."""
        panels = [
            each
            for each in await self.bot.tables.shown.panels(table.id)
            if each.watching and member_id in (None, each.member_id)
        ]
        for panel in panels:
            message = self.queue.messages.of(table.id, panel.member_id)
            message.panel, message.shown = panel, 0
            self.queue.want(message, table)
        return bool(panels)

    async def show(self, table: Table, *, anew: bool = False) -> None:
        """Edit the open hand messages of a table. Messages that already show this state are edited
        only with `anew`."""
        try:
            panels = await self.bot.tables.shown.panels(table.id)
        except TableError as error:
            log.debug("the panels of table %s can't be read: %s", table.id, type(error).__name__)
            return
        for panel in panels:
            message = self.queue.messages.of(table.id, panel.member_id)
            message.panel = panel
            if anew:
                message.shown = 0
            self.queue.want(message, table)
        if any(panel.watching for panel in panels):
            for follow in self.watched:
                follow(table)

    async def edit(self, message: MessageState, panel: Panel, table: Table) -> None:
        """Edit an open hand, unless its token has expired. Raises TableErrors, and
        discord.HTTPException for temporary failures."""
        if (
            panel.message_id is None
            or panel.expires <= self.bot.service.now()
            or panel.token == message.dead_token
        ):
            return
        presses = message.presses
        async with self.queue.drawing:
            drawn = await self.private(table, panel)
        if message.panel is not None and message.panel.message_id != panel.message_id:
            return  # the hand was opened anew while this was drawn
        if message.presses != presses:
            return  # an answer shows the hand as it is after a press that came while this was drawn
        try:
            await self._webhook(panel).edit_message(panel.message_id, **drawn.edit)
        except discord.HTTPException as error:
            if is_passing(error):
                raise
            # A refused token is never tried again: Discord bans an address after too many invalid
            # requests.
            message.dead_token = panel.token
            if message.stored is not None and message.stored.token == panel.token:
                message.stored = None
            await self.bot.tables.shown.panel_gone(panel)

    def _webhook(self, panel: Panel) -> discord.Webhook:
        application = self.bot.application_id or 0
        return discord.Webhook.partial(application, panel.token, client=self.bot)


def _shown_in(panel: Panel) -> tuple[int | None, int, bool]:
    return panel.message_id, panel.page, panel.watching
