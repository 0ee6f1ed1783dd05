"""Mentions of members whose turn it is, once for each turn."""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import timedelta

import discord
from discord.ext import commands
from discord.utils import format_dt

from bot.core.background import Background
from bot.core.errors import TableError
from bot.core.model import Mention, News, Phase, Table, Update
from bot.core.scope import server_in
from bot.preferences.model import Mentions as Wish
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged
from cogs.discord.interactions import link
from cogs.discord.languages import to_everyone, to_member
from cogs.discord.threads import awake
from cogs.table.message.public_message import title_of
from cogs.words import _, counted

log = logging.getLogger(__name__)


class Mentions(ShijoCog):
    """A cog that mentions members whose time is half over, and deletes the mention after their
    move."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._known: dict[str, dict[int, Mention]] = {}
        """The mentions of turns that are not over yet, by table and message."""
        self._background = Background()
        bot.tables.listen(self.changed, News.REMINDER)

    async def cog_unload(self) -> None:
        """Cancel running work."""
        self._background.cancel()

    def changed(self, update: Update) -> None:
        """After a change of a table: mention the members whose time is half over, and delete the
        mentions of turns that are over."""
        table = update.table
        for seat in update.half_time:
            self._background.start(self._tell(table, seat))
        self._delete_old(table)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """After a start: read the mentions that an earlier process posted, and delete the mentions
        of turns that are over."""
        try:
            for mention in await self.bot.tables.shown.mentions():
                self._note(mention)
        except TableError as error:
            logged(error, "the mentions from before")
        for table_id in list(self._known):
            try:
                self._delete_old(await self.bot.tables.get(table_id))
            except TableError as error:
                logged(error, f"the mentions from before at table {table_id}")

    def _note(self, mention: Mention) -> None:
        self._known.setdefault(mention.table_id, {})[mention.message_id] = mention

    def _delete_old(self, table: Table) -> None:
        """Delete the mentions of turns that are over."""
        known = self._known.pop(table.id, None)
        for mention in known.values() if known else ():
            if waits_still(table, table.seat_of(mention.member_id)):
                self._note(mention)
            else:
                self._background.start(self._delete(mention))

    async def _tell(self, table: Table, seat: int) -> None:
        member_id = table.seats[seat].member_id
        if member_id is None or table.seats[seat].absent:
            return
        try:
            wish = (await self.bot.tables.preferences.member(member_id)).mentions
            if wish is Wish.OFF:
                return
            sent = await (self._by_message if wish is Wish.DIRECT else self._in_channel)(
                table, seat, member_id
            )
            mention = Mention(table.id, member_id, sent.channel.id, sent.id)
            self._note(mention)
            await self.bot.tables.shown.mentioned(mention)
            self._delete_old(await self.bot.tables.get(table.id))
        except (discord.HTTPException, *PASSING, TableError) as error:
            # A member who takes no direct messages, a channel where the bot may not write: the game
            # goes on all the same.
            log.info("no turn was told at table %s: %s", table.id, type(error).__name__)
        except Exception as error:  # noqa: BLE001 — nothing that fails here may end in silence
            logged(error, f"telling of a turn at table {table.id}")

    async def _in_channel(self, table: Table, seat: int, member_id: int) -> discord.Message:
        async with to_everyone(self.bot, table.guild_id):
            text = f"<@{member_id}> {turn_line(table, seat)}"
        channel = self.bot.get_partial_messageable(
            table.channel_id, guild_id=server_in(table.guild_id)
        )
        only = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(member_id)]
        )
        return await channel.send(text, allowed_mentions=only)

    async def _by_message(self, table: Table, seat: int, member_id: int) -> discord.Message:
        # The language of a member's Discord is unknown before a press; the server's language is a
        # good guess.
        guild = self.bot.get_guild(table.guild_id)
        async with to_member(self.bot, member_id, guild.preferred_locale if guild else None):
            text = turn_line(table, seat)
        channel = await self.bot.create_dm(discord.Object(member_id))
        return await channel.send(text)

    async def _delete(self, mention: Mention) -> None:
        message = self.bot.get_partial_messageable(mention.channel_id).get_partial_message(
            mention.message_id
        )
        try:
            # One that is gone already, or out of the bot's reach, need not be tried again after the
            # next start.
            with suppress(discord.NotFound, discord.Forbidden):
                await awake(self.bot, mention.channel_id, message.delete)
            await self.bot.tables.shown.mention_gone(mention.message_id)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.info("an old mention stays until the next start: %s", type(error).__name__)


def waits_still(table: Table, seat: int | None) -> bool:
    """Return whether the table's game is running and still waits for the player of `seat`, who was
    mentioned because it is their turn. Returns False if `seat` is None, which means that the member
    has left the table."""
    return table.phase is Phase.PLAYING and seat in table.reminded


def turn_line(table: Table, seat: int) -> str:
    """Return the text of a mention. It says at which table it is the member's turn. If the turn has
    a time limit, it also says when the time for this move ends, and how many hours of reserve the
    member has after that."""
    until = table.clocks.get(seat)
    title = f"[{title_of(table)}]({link(table)})"
    if until is None:
        return _("Your move at {table}.", table=title)
    reserve = table.reserves.get(seat, timedelta())
    told = _(
        "Your move at {table}! Time's up {when}.",
        table=title,
        when=format_dt(until - reserve, "R"),
    )
    hours = round(reserve.total_seconds() / 3600)
    left = counted(
        "You also have {number} hour in reserve.",
        "You also have {number} hours in reserve.",
        hours,
    )
    return f"{told} {left}" if hours else told
