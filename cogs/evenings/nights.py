"""Does what is due for game nights on Discord: makes the scheduled event, posts a message an hour
before the night, and opens the tables when the night begins. The database records what was done, so
that a restart neither loses nor repeats anything."""

from __future__ import annotations

import logging
from dataclasses import replace
from datetime import datetime

import discord
from discord.ext import commands
from discord.utils import format_dt

from bot.core.errors import TableError
from bot.evenings.nights import LASTS, GameNight
from bot.preferences.model import ServerSettings
from bot.tables.hooks import Duties
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged
from cogs.discord.languages import to_everyone
from cogs.discord.upkeep import UpkeepCog
from cogs.table.upkeep import sync_of
from cogs.words import _
from cogs.words.game import game_title
from cogs.words.seats import listed

log = logging.getLogger(__name__)


class GameNights(UpkeepCog):
    """A cog that checks, every quarter of an hour, what is due for the game nights of this
    process's servers."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.duties = Duties(with_each_beat=self._beat)
        self._looked_at: datetime | None = None

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Do what became due while the bot was down."""
        await self.do_due()

    async def _beat(self) -> None:
        quarter = _quarter(self.bot.service.now())
        if quarter != self._looked_at:
            self._looked_at = quarter
            self.begin(self.do_due)

    async def do_due(self) -> None:
        """Do everything that is due for the game nights of all servers of this process."""
        try:
            wanted = await self.bot.service.nights.wanted()
        except TableError as error:
            log.warning("game nights wait: %s", type(error).__name__)
            return
        for guild_id, server in wanted.items():
            if self.bot.serves(guild_id):
                await self._look(guild_id, server)

    async def _look(self, guild_id: int, server: ServerSettings) -> None:
        try:
            await self._do(guild_id, server)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.info("the night of server %s waits: %s", guild_id, type(error).__name__)
        # A failure at one server must not stop the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"the game night of server {guild_id}")

    async def _do(self, guild_id: int, server: ServerSettings) -> None:
        """Do everything that is due for a server's next night. Raises discord.HTTPException and
        TableErrors."""
        guild, nights = self.bot.get_guild(guild_id), self.bot.service.nights
        if guild is None or guild.unavailable:
            return
        night = await nights.next(guild_id, server)
        await self._withdraw(guild, None if night is None else night.at)
        if night is None:
            return
        channel = guild.get_channel(night.channel_id)
        if channel is None:
            log.info("the channel for game nights of server %s is gone", guild_id)
            await self.bot.tables.preferences.change_server(guild_id, night_channel=None)
            await self._withdraw(guild, None)
            return
        try:
            await self._announce(guild, night)
        except discord.HTTPException as error:
            log.info("the night of server %s has no event yet: %s", guild_id, error)
        if channel.permissions_for(guild.me).send_messages:
            await self._call(night)
            await self._open(night)

    async def _withdraw(self, guild: discord.Guild, at: datetime | None) -> None:
        """Delete the events on Discord for a server's future game nights, except the night at the
        time `at` (None: delete all events). These nights were moved to another time, or there are
        no game nights any more."""
        for event_id in await self.bot.service.nights.outdated(guild.id, at):
            try:
                await self.bot.http.delete_scheduled_event(guild.id, event_id)
            except (discord.NotFound, discord.Forbidden) as error:
                log.info("an event of server %s stays: %s", guild.id, type(error).__name__)

    async def _announce(self, guild: discord.Guild, night: GameNight) -> None:
        """Make the scheduled event of a game night on Discord, once. If the bot may not make it,
        the server's settings show a warning. Raises discord.HTTPException, for example when the
        server has too many events, and TableErrors."""
        nights, allowed = self.bot.service.nights, guild.me.guild_permissions
        may = allowed.create_events or allowed.manage_events
        if night.event_id or night.at <= self.bot.service.now() or not may:
            return
        async with to_everyone(self.bot, guild.id):
            name = _("🌙 Game night")
        if night.event_id == 0:
            # A process may have made it, and ended before storing its id.
            for event in await guild.fetch_scheduled_events(with_counts=False):
                if event.name == name and event.start_time == night.at:
                    await nights.note_event(night, event.id)
                    return
        elif not await nights.note_event(night, 0):
            return
        made = await guild.create_scheduled_event(
            name=name,
            start_time=night.at,
            end_time=night.at + LASTS,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
            location=f"<#{night.channel_id}>",
        )
        await nights.note_event(replace(night, event_id=0), made.id)

    async def _call(self, night: GameNight) -> None:
        """Mention the members who asked to be told of game nights, an hour before the night."""
        members = await self.bot.service.nights.to_call(night)
        if not members:
            return
        favourites = await self.bot.service.nights.favourites(night.guild_id)
        async with to_everyone(self.bot, night.guild_id):
            told = _(
                "🌙 Game night starts {when}. We're playing {games}.",
                when=format_dt(night.at, "R"),
                games=listed([game_title(each) for each in favourites]),
            )
            stop = _("Change your pings with `/me`.")
        mentions = " ".join(f"<@{member_id}>" for member_id in members)
        only = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(each) for each in members]
        )
        channel = self.bot.get_partial_messageable(night.channel_id, guild_id=night.guild_id)
        await channel.send(f"{mentions} {told}\n-# {stop}", allowed_mentions=only)

    async def _open(self, night: GameNight) -> None:
        """Open the tables of a night, and post them. If the process ends before all tables are
        posted, the next process posts the rest."""
        sync = sync_of(self.bot)
        for table in await self.bot.service.nights.open(night):
            sync.post_again(table)
            await sync.queue.sent(table.id)


def _quarter(now: datetime) -> datetime:
    """Return the beginning of the quarter of an hour that contains this moment. (The differences
    between time zones are whole quarters of an hour.)"""
    return now.replace(minute=now.minute - now.minute % 15, second=0, microsecond=0)
