"""Keeps tournaments on Discord up to date: updates their messages, posts their tables, and
announces their winners."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

import discord
from discord.ext import commands
from discord.utils import format_dt

from bot.core.errors import TableError
from bot.core.model import News, Phase, Table, Update
from bot.core.scope import sitting_of
from bot.today.duplicate import Duplicate
from bot.tournaments.model import Tournament, TournamentStage
from cogs.discord.client import ShijoBot
from cogs.discord.components import IN_TOURNAMENT
from cogs.discord.errors import logged
from cogs.discord.languages import to_everyone
from cogs.discord.latest import Latest
from cogs.discord.permitted import own_permissions
from cogs.discord.telling import tell
from cogs.discord.upkeep import HourlyCog
from cogs.edits.answers import Drawn
from cogs.edits.found import mark_of, message_marked, message_with
from cogs.tournaments.finale import finale
from cogs.tournaments.message import tournament_message
from cogs.tournaments.places import link_to, open_duplicates, open_places
from cogs.tournaments.prizes import announce, crown, withdraw
from cogs.tournaments.tables import show_tables
from cogs.tournaments.told import tell_moderators
from cogs.tournaments.words import title_of
from cogs.words import _

log = logging.getLogger(__name__)

PAUSE: Final = 6.0
"""Seconds between two edits of an arena's message. In an arena a game ends every few seconds."""


class TournamentUpkeep(HourlyCog):
    """A cog that shows changes of tournaments on Discord. Each tournament has one task at a time.
    Changes during a task are shown by the next task."""

    after = timedelta(minutes=2)
    """The delay after each full hour until work that Discord or the database refused is tried
    again."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._shows: Latest[str] = Latest(self.background, "tournament", self._shown)
        self._awaited: dict[str, frozenset[int]] = {}
        self._edits: Latest[str] = Latest(self.background, "arena", self._edited, PAUSE)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        bot.tournaments.listeners.append(self._changed)
        bot.tables.listen(self._table_changed, News.IN_TOURNAMENT)
        for heard in (bot.service.duplicates.listeners, bot.service.duplicates.on_shown):
            heard.append(self._duplicate_changed)

    async def cog_unload(self) -> None:
        """Cancel running work and waiting edits."""
        self._edits.close()
        await super().cog_unload()

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Call off the tournaments of a deleted channel."""
        await self._channel_gone(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Call off the tournaments of a deleted thread."""
        await self._channel_gone(payload.thread_id)

    async def _channel_gone(self, channel_id: int) -> None:
        """Call off the tournaments of a channel, because nobody could follow them any more."""
        try:
            for tournament in await self.bot.tournaments.unfinished():
                open_ones = tournament.stage in (TournamentStage.ENTRY, TournamentStage.PLAYING)
                if tournament.channel_id == channel_id and open_ones:
                    await self.bot.tournaments.call_off(tournament.id)
        except TableError as error:
            logged(error, f"the tournaments of the deleted channel {channel_id}")

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Try again to post the tables of tournaments in this server. The permissions of a role
        were changed, so the bot might be allowed to post now."""
        if before.permissions != after.permissions:
            await self._post_again(after.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Try again to post the tables of tournaments in this server. The permissions of a channel
        were changed, so the bot might be allowed to post there now."""
        if before.overwrites != after.overwrites:
            await self._post_again(after.guild)

    async def _post_again(self, guild: discord.Guild) -> None:
        """The bot might have got the permission to post. So show again those tournaments of this
        server in which the players of a game were not notified yet: post the tables and notify the
        players."""
        try:
            for tournament in await self.bot.tournaments.unfinished():
                untold = any(
                    each.verdict is None and each.told < each.games for each in tournament.fixtures
                )
                if tournament.guild_id == guild.id and untold:
                    self.want(tournament.id)
        except TableError as error:
            logged(error, f"the tournaments of server {guild.id}")

    async def do_due(self) -> None:
        """Take the next step of each tournament for which it is due (such as the start or a new
        round), and show the present state of all unfinished tournaments."""
        try:
            await self.bot.tournaments.go_on()
            for tournament in await self.bot.tournaments.unfinished():
                self.want(tournament.id)
        except TableError as error:
            logged(error, "the tournaments")

    def want(self, tournament_id: str) -> None:
        """Show a tournament in its present state on Discord (its message, tables and notices), as
        soon as possible."""
        self._shows.want(tournament_id)

    def _changed(self, tournament: Tournament) -> None:
        self.want(tournament.id)

    def _duplicate_changed(self, duplicate: Duplicate) -> None:
        """Show the tournament of a duplicate again, because the duplicate has begun, has got its
        message, or somebody has played a deal."""
        sitting = sitting_of(duplicate.sitting)
        if sitting is not None:
            self.want(sitting.tournament)

    def _table_changed(self, update: Update) -> None:
        """Show a table's tournament in its present state if the table is new, or if it waits for
        other members than before. To show the tournament means to post the table, notify its
        players and update the tournament's message. `update` has the changed table. Does nothing
        for a table that belongs to no tournament."""
        table, sitting = update.table, sitting_of(update.table.id)
        if table.phase not in (Phase.LOBBY, Phase.PLAYING):
            self._awaited.pop(table.id, None)
        elif sitting is not None and self._awaited.get(table.id) != (now := _awaited_at(table)):
            self._awaited[table.id] = now
            self.want(sitting.tournament)

    async def _shown(self, tournament_id: str) -> None:
        tournament = await self.bot.tournaments.get(tournament_id)
        guild = self.bot.get_guild(tournament.guild_id)
        if guild is None:
            return
        if tournament.stage is not TournamentStage.OFF and not self.bot.serves(guild.id):
            return  # the owner has blocked this server: it is called off before long, or has ended
        if tournament.stage is TournamentStage.ENTRY:
            await announce(self.bot, guild, tournament)
        if tournament.rules.duplicate:
            await tell_of_duplicates(self.bot, tournament)
        else:
            await show_tables(self.bot, guild, tournament)
        if tournament.rules.is_arena and tournament.stage is TournamentStage.PLAYING:
            self._edits.want(tournament_id)
        else:
            await self._edited(tournament_id)
        await tell_moderators(self.bot, guild, tournament)
        await self._end(guild, tournament)

    # The message

    async def _edited(self, tournament_id: str) -> None:
        """Show a tournament in its message. Calls for the same tournament wait for each other, so
        that an older state never overwrites a newer one."""
        async with self._locks.setdefault(tournament_id, asyncio.Lock()):
            tournament = await self.bot.tournaments.get(tournament_id)
            guild = self.bot.get_guild(tournament.guild_id)
            if guild is not None:
                await self._edit(guild, tournament)

    async def _edit(self, guild: discord.Guild, tournament: Tournament) -> None:
        """Edit the tournament's message. If its id isn't stored, look for the message in the
        channel. If the message was deleted or isn't found, post it, unless the tournament is over
        or called off."""
        channel = self.bot.get_partial_messageable(tournament.channel_id, guild_id=guild.id)
        drawn = await self.drawn(tournament)
        message_id = tournament.message_id or await self._found(channel, tournament)
        if message_id is not None:
            try:
                await channel.get_partial_message(message_id).edit(**drawn.edit)
            except discord.NotFound:
                drawn = await self.drawn(tournament)
            else:
                if message_id != tournament.message_id:
                    await self.bot.tournaments.placed(tournament.id, message_id)
                return
        if tournament.stage in (TournamentStage.ENTRY, TournamentStage.PLAYING):
            async with to_everyone(self.bot, guild.id):
                sent = await channel.send(**drawn.new)
            await self.bot.tournaments.placed(tournament.id, sent.id)

    async def drawn(self, tournament: Tournament) -> Drawn:
        """Draw the tournament's message in the server's language. The message has no picture if the
        bot may not attach files in the channel."""
        guild = self.bot.get_guild(tournament.guild_id)
        known = own_permissions(guild, tournament.channel_id) if guild else None
        allowed = discord.Permissions.all() if known is None else known
        async with to_everyone(self.bot, tournament.guild_id):
            return await tournament_message(
                tournament,
                await open_places(self.bot, tournament),
                self.bot.service.now(),
                text_only=not allowed.attach_files,
                may_post=allowed.send_messages,
            )

    async def _found(
        self, channel: discord.PartialMessageable, tournament: Tournament
    ) -> int | None:
        """Find a tournament's message among the last messages of its channel. Return the message's
        id, or None when there is no such message."""
        mine = IN_TOURNAMENT.id(tournament.id, "manage")
        me = self.bot.user
        if me is None:
            return None
        posted = await message_with(channel, me.id, lambda custom_id: custom_id == mine)
        return None if posted is None else posted.id

    # The end

    async def _end(self, guild: discord.Guild, tournament: Tournament) -> None:
        """Announce the end of a tournament, once: give the winners their role, and post a message.
        If the tournament was called off, only delete its scheduled event."""
        if tournament.crowned or tournament.stage in (
            TournamentStage.ENTRY,
            TournamentStage.PLAYING,
        ):
            return
        if tournament.stage is TournamentStage.OFF:
            await withdraw(self.bot, tournament)
            await self.bot.tournaments.note(tournament.id, crowned=True)
            return
        note = await crown(self.bot, guild, tournament)
        try:
            await self._tell_of_end(guild, tournament)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("the end of %s can't be told: %s", tournament.id, type(error).__name__)
        await self.bot.tournaments.note(tournament.id, crowned=True, note=note)

    async def _tell_of_end(self, guild: discord.Guild, tournament: Tournament) -> None:
        """Announce the winners in the channel. Does nothing if an earlier process has posted this
        announcement and ended before it could store that."""
        channel = self.bot.get_partial_messageable(tournament.channel_id, guild_id=guild.id)
        mark = mark_of(f"tournament:{tournament.id}")
        with suppress(discord.Forbidden):  # it may post, and not read
            if await message_marked(channel, guild.me.id, mark):
                return
        allowed = own_permissions(guild, tournament.channel_id)
        text_only = allowed is not None and not allowed.attach_files
        async with to_everyone(self.bot, guild.id):
            told = await finale(self.bot, tournament, text_only=text_only, mark=mark)
            # Discord takes no second message with the same nonce within some minutes.
            await channel.send(**told.new, nonce=mark)


def _awaited_at(table: Table) -> frozenset[int]:
    """Return the ids of the members for whom a table waits."""
    return frozenset(seat.member_id for seat in table.awaited if seat.member_id is not None)


async def tell_of_duplicates(bot: ShijoBot, tournament: Tournament) -> None:
    """Notify the two players of each open duplicate of the tournament once, as soon as the
    duplicate's message is posted. Raises discord.HTTPException and TableErrors."""
    for fixture, duplicate in await open_duplicates(bot, tournament):
        untold = duplicate.message_id is not None and fixture.told < fixture.games
        if untold and await bot.tournaments.claim_telling(tournament.id, fixture, fixture.games):
            place = bot.get_partial_messageable(duplicate.channel_id, guild_id=duplicate.guild_id)
            members = [each.id for each in duplicate.members]
            text = partial(_told, tournament, duplicate)
            await tell(bot, place, tournament.guild_id, members, text)


def _told(tournament: Tournament, duplicate: Duplicate) -> str:
    return _(
        "Your tournament match is open: {match}. Play your two deals before {time}.",
        match=f"[{title_of(tournament.rules)}]({link_to(duplicate)})",
        time=format_dt(duplicate.until, "f"),
    )
