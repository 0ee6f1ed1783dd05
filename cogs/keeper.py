"""Keeps what members see up to date: the table's public message, and every hand that is open.

Each message has at most one request under way, and the newest state wins: however many moves come in meanwhile, one
more edit follows. Nothing here is needed after a restart; it is all found in the database again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord

from bot.errors import TableError
from bot.model import Panel, Table, Update
from cogs.drawn import Drawn
from cogs.errors import logged
from cogs.layout import NO_MENTIONS
from cogs.posted import OPEN, Post, Posted

if TYPE_CHECKING:
    from bot.client import ShijoBot

log = logging.getLogger(__name__)

RETRIES: Final = (1.0, 5.0, 25.0, 125.0)
"""Seconds to wait before each new try of a request that failed for a passing reason."""

REMEMBERED: Final = 4096
"""Messages whose last shown version is remembered; forgetting one costs a needless edit at most."""

PASSING: Final = (aiohttp.ClientError, OSError, TimeoutError)
"""What a cut connection raises; discord.py does not try again by itself."""

SERVER_ERROR: Final = 500
TOO_MANY: Final = 429
UNKNOWN_CHANNEL: Final = 10003

LASTING: Final = timedelta(minutes=10)
"""A panel that can be edited for this long needs no new token yet."""

NEW: Final = 1
"""The version of a table that was just made: its first message is the answer to the command that made it."""


@dataclass(slots=True)
class Message:
    """What is known of one message: the newest state that it should show, and the version that was last sent to it.

    It is the table's public message, or the hand of the member whose `panel` it is. While it is `busy` a request is
    under way; once it is `refused`, the bot may not edit it. `stored` is the panel as this process has saved it.
    `holds` counts the presses that are being answered, and `follow` is what the open hands are to show after that.
    """

    panel: Panel | None = None
    stored: Panel | None = None
    wanted: Table | None = None
    shown: int = 0
    busy: bool = False
    refused: bool = False
    holds: int = 0
    follow: Table | None = None
    tries: int = 0
    timer: asyncio.TimerHandle | None = None

    @property
    def behind(self) -> bool:
        """Whether something is to be sent."""
        return self.wanted is not None and self.wanted.version > self.shown


@dataclass(frozen=True, slots=True)
class Hold:
    """The right to be the next to show a message's state; not `owned` when an edit was under way already, which will
    then show the newest state itself."""

    message: Message
    owned: bool

    def shows(self, table: Table) -> None:
        """Notes that the message shows this state now."""
        if self.owned:
            self.message.shown = max(self.message.shown, table.version)
            self.message.refused = False

    def outdated(self, table: Table) -> bool:
        """Whether the message shows, or is about to show, a newer state than this."""
        return not self.owned or self.message.shown > table.version


class Keeper:
    """Edits messages after changes of tables.

    Takes the bot, the function that makes a table's public message, and the one that makes a member's hand panel.
    """

    def __init__(
        self,
        bot: ShijoBot,
        public: Callable[[Table], Awaitable[Drawn]],
        private: Callable[[Table, Panel], Awaitable[Drawn]],
    ) -> None:
        self.bot = bot
        self.public = public
        self.private = private
        self.retries = RETRIES
        self.posted = Posted()
        """Where the tables' messages are."""
        self._messages: OrderedDict[tuple[str, int | None], Message] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    # What others call

    def changed(self, update: Update) -> None:
        """Takes notice of a committed change: the table's message and its open panels will follow."""
        table = update.table
        if self._closed or table.version <= NEW:
            return
        self.posted.note(table)
        message = self._message(table.id)
        self._want(message, table)
        if message.holds:
            message.follow = table
        else:
            self._start(self._follow_panels(table))

    def post_again(self, table: Table) -> None:
        """The table's message is gone: another will be posted."""
        message = self._message(table.id)
        message.shown, message.refused = 0, False
        self._want(message, table)

    def show_anew(self, table: Table) -> None:
        """Edits the table's message although nothing has changed at the table."""
        self._message(table.id).shown = 0
        self._want(self._message(table.id), table)

    def make_sure(self, table: Table) -> None:
        """Edits the table's message if this process has never shown it: the one before may have ended in the middle."""
        self.posted.note(table)
        message = self._message(table.id)
        if not message.shown:
            self._want(message, table)

    async def placed(self, table: Table, message_id: int, channel_id: int | None = None) -> None:
        """Stores where the table's public message is from now on. Raises TableErrors."""
        there = table.channel_id if channel_id is None else channel_id
        await self.bot.tables.placed(table.id, there, message_id)
        self.posted.note(replace(table, channel_id=there, message_id=message_id))

    async def follow(self, panel: Panel) -> None:
        """Stores by which token a hand can be edited from now on and which page it shows, unless what is stored says so
        and lasts. Raises TableErrors."""
        message = self._message(panel.table_id, panel.member_id)
        known = message.stored
        same = known is not None and (known.message_id, known.page) == (panel.message_id, panel.page)
        if known is None or not same or known.expires - discord.utils.utcnow() < LASTING:
            await self.bot.tables.panel_opened(panel)
            message.stored = panel

    def dig_up(self, post: Post) -> None:
        """Posts a buried table anew, as soon as a minute has passed since it was posted last."""
        if post.moving or self._closed:
            return
        post.moving = True
        wait = post.wait(discord.utils.utcnow())
        asyncio.get_running_loop().call_later(wait, lambda: self._start(self._dig_up(post)))

    @asynccontextmanager
    async def holding(self, table_id: str, member_id: int | None = None) -> AsyncIterator[Hold]:
        """Surrounds a command and the answer that shows what came of it, so that the answer goes out first.

        Until the end no edit of this message is begun, nor of the table's open hands if it is the table's own; then
        they follow.
        """
        message = self._message(table_id, member_id)
        owned = not message.busy
        message.busy = True
        message.holds += 1
        try:
            yield Hold(message, owned)
        finally:
            message.holds -= 1
            if owned:
                message.busy = False
                self._go_on(message)
            if message.follow is not None and not message.holds:
                self._start(self._follow_panels(message.follow))
                message.follow = None

    async def answer(self, interaction: discord.Interaction[Any], table: Table, hold: Hold) -> None:
        """Answers a press on the public message by what the message should show now.

        When an edit is under way already the press is only acknowledged, so that an older state can't overtake it.
        """
        if hold.outdated(table):
            await interaction.response.defer()
        else:
            drawn = await self.public(table)
            await interaction.response.edit_message(**drawn.edit, allowed_mentions=NO_MENTIONS)
            hold.shows(table)

    async def remove(self, channel_id: int, message_id: int) -> None:
        """Deletes a table's message after it was posted anew; one that is gone already is as good."""
        try:
            await self.bot.get_partial_messageable(channel_id).get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            log.info("an old table message in channel %s stays: HTTP %s", channel_id, error.status)

    def close(self) -> None:
        """Stops everything that is under way."""
        self._closed = True
        for message in self._messages.values():
            if message.timer is not None:
                message.timer.cancel()
        for task in self._tasks:
            task.cancel()

    # One request at a time

    def _message(self, table_id: str, member_id: int | None = None) -> Message:
        key = (table_id, member_id)
        if key not in self._messages:
            self._forget_oldest()
        message = self._messages.setdefault(key, Message())
        self._messages.move_to_end(key)
        return message

    def _forget_oldest(self) -> None:
        if len(self._messages) < REMEMBERED:
            return
        idle = next((key for key, message in self._messages.items() if not (message.busy or message.behind)), None)
        if idle is not None:
            del self._messages[idle]

    def _want(self, message: Message, table: Table) -> None:
        if message.wanted is None or table.version >= message.wanted.version:
            message.wanted = table
        message.tries = 0
        self._go_on(message)

    def _go_on(self, message: Message) -> None:
        if message.behind and not (message.busy or self._closed):
            message.busy = True
            self._start(self._send_all(message))

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send_all(self, message: Message) -> None:
        try:
            while message.wanted is not None and message.behind:
                table, before = message.wanted, message.shown
                message.shown = table.version
                if not await self._try(message, table):
                    message.shown = before
                    return
        finally:
            message.busy = False

    async def _try(self, message: Message, table: Table) -> bool:
        """Sends one state. False when that is to be tried again later."""
        try:
            await (
                self._edit_public(message, table) if message.panel is None else self._edit_panel(message.panel, table)
            )
        except discord.Forbidden as error:
            log.warning("table %s can't be shown in channel %s: code %s", table.id, table.channel_id, error.code)
            message.refused = True
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR or error.status == TOO_MANY:
                return not self._again_later(message, table)
            logged(error, f"showing table {table.id}")
        except PASSING:
            return not self._again_later(message, table)
        except TableError as error:
            log.info("table %s is not shown: %s", table.id, type(error).__name__)
        # A message that can't be made must not stop the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"showing table {table.id}")
        else:
            message.tries = 0
        return True

    def _again_later(self, message: Message, table: Table) -> bool:
        if message.tries >= len(self.retries):
            log.warning("table %s stays as it is shown until its next change: Discord does not answer", table.id)
            return False
        delay = self.retries[message.tries]
        message.tries += 1
        if message.timer is not None:
            message.timer.cancel()
        message.timer = asyncio.get_running_loop().call_later(delay, self._go_on, message)
        return True

    # The public message

    async def _edit_public(self, message: Message, table: Table) -> None:
        if message.refused:
            return
        table = await self.bot.tables.get(table.id)
        message.shown = max(message.shown, table.version)
        if table.message_id is None:
            await self._post(table)
            return
        if self.posted.stale(table, discord.utils.utcnow()):
            await self._post(table)
            await self.remove(table.channel_id, table.message_id)
            return
        drawn = await self.public(table)
        try:
            await (
                self._channel(table)
                .get_partial_message(table.message_id)
                .edit(**drawn.edit, allowed_mentions=NO_MENTIONS)
            )
        except discord.NotFound as error:
            await (self._channel_gone(table) if error.code == UNKNOWN_CHANNEL else self._post(table))

    async def _post(self, table: Table) -> None:
        if table.phase not in OPEN:
            return
        drawn = await self.public(table)
        try:
            posted = await self._channel(table).send(**drawn.new, allowed_mentions=NO_MENTIONS)
        except discord.NotFound:
            await self._channel_gone(table)
            return
        await self.placed(table, posted.id)

    async def _dig_up(self, post: Post) -> None:
        try:
            table = await self.bot.tables.get(post.table_id)
        except TableError as error:
            log.warning("table %s stays buried: %s", post.table_id, type(error).__name__)
            return
        if self.posted.of(post.table_id) is post and not self._closed:
            self.post_again(table)

    async def _channel_gone(self, table: Table) -> None:
        if table.phase in OPEN:
            await self.bot.tables.channel_gone(table.channel_id)

    def _channel(self, table: Table) -> discord.PartialMessageable:
        return self.bot.get_partial_messageable(table.channel_id, guild_id=table.guild_id)

    # Open hands

    async def _follow_panels(self, table: Table) -> None:
        try:
            panels = await self.bot.tables.panels(table.id)
        except TableError as error:
            log.warning("the panels of table %s can't be read: %s", table.id, type(error).__name__)
            return
        for panel in panels:
            message = self._message(table.id, panel.member_id)
            message.panel = panel
            self._want(message, table)

    async def _edit_panel(self, panel: Panel, table: Table) -> None:
        if panel.message_id is None or panel.expires <= discord.utils.utcnow():
            return
        webhook = discord.Webhook.partial(self.bot.application_id or 0, panel.token, client=self.bot)
        drawn = await self.private(table, panel)
        try:
            await webhook.edit_message(panel.message_id, **drawn.edit, allowed_mentions=NO_MENTIONS)
        except discord.HTTPException as error:
            if error.status >= SERVER_ERROR or error.status == TOO_MANY:
                raise
            # A refused token is never tried again: Discord bans an address after too many invalid requests.
            self._message(table.id, panel.member_id).stored = None
            await self.bot.tables.panel_gone(table.id, panel.member_id)
