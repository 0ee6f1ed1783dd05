"""Posts a picture of each evening (games that followed each other in a server without a long break)
in one of the evening's channels, once the evening is over.

The database records which pictures were posted. If a process ended too early, or Discord did not
answer, the next process looks for the message before it posts the picture. So no picture is lost or
posted twice."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from datetime import datetime
from typing import Final

import discord
from discord.ext import commands

from bot.core.errors import TableError
from bot.core.model import News, Update
from bot.evenings.model import LONGEST, PAUSE, Evening
from bot.evenings.service import POSTED_WITHIN, Claim
from bot.tables.hooks import Duties
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged
from cogs.discord.languages import to_everyone
from cogs.discord.permitted import own_permissions
from cogs.discord.upkeep import UpkeepCog
from cogs.edits.found import mark_of, message_marked
from cogs.evenings.message import evening_message

log = logging.getLogger(__name__)

WATCHED: Final = PAUSE + 2 * LONGEST
"""How long after a server's last game the bot still tries to post the server's evening (the picture
of the games of one evening). After this time, the process gives the evening up."""
SENT_WITHIN: Final = POSTED_WITHIN / 2
"""How long posting an evening may take. Meanwhile, no other process tries to post the evening."""
Channel = discord.abc.GuildChannel | discord.Thread


class EveningUpkeep(UpkeepCog):
    """A cog that posts the picture of each evening (a server's series of games without a long
    break) after its end. Every minute it checks the servers where a game has ended lately."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self.duties = Duties(with_each_beat=self._beat)
        self._ended: dict[int, datetime] = {}
        """The time when a server's last game ended, by the server's id. A server is removed after
        its evening."""
        bot.tables.listen(self._game_ended, News.ENDED)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Post the pictures of the evenings that ended while the bot was down. Keep checking the
        evenings that may still go on. An evening is a series of games in a server without a long
        break."""
        try:
            for guild_id in await self.bot.service.evenings.due():
                self._ended.setdefault(guild_id, self.bot.service.now() - PAUSE)
            await self.do_due()
        except TableError as error:
            logged(error, "the evenings that were over")

    def _game_ended(self, update: Update) -> None:
        table = update.table
        if not table.is_private:
            self._ended[table.guild_id] = self.bot.service.now()

    async def _beat(self) -> None:
        if self._ended:
            self.begin(self.do_due)

    async def do_due(self) -> None:
        """Post the evenings that are over in the servers of this process."""
        now = self.bot.service.now()
        for guild_id, ended in sorted(self._ended.items()):
            if now - ended >= PAUSE:
                await self._look(guild_id, ended, now)

    async def _look(self, guild_id: int, ended: datetime, now: datetime) -> None:
        try:
            done = not self.bot.serves(guild_id) or await self._tell(guild_id)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.info("server %s wasn't told of its evening: %s", guild_id, type(error).__name__)
            done = False
        # A failure at one server must not stop the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"the evening of server {guild_id}")
            done = True
        if (done or now - ended > WATCHED) and self._ended.get(guild_id) == ended:
            del self._ended[guild_id]

    async def _tell(self, guild_id: int) -> bool:
        """Post a server's evening if it is over and worth showing. Return True if this evening
        needs no further check. Return False if the evening isn't over, or can't be posted now.
        Raises discord.HTTPException and TableErrors."""
        evenings = self.bot.service.evenings
        whole = await evenings.over(guild_id)
        guild = self.bot.get_guild(guild_id)
        if whole is None or guild is None or guild.unavailable:
            return False
        channel = _place(guild, whole)
        claim = None if channel is None else await evenings.claim(guild_id, whole)
        if channel is None or claim is None:
            return False
        evening = whole.within(
            each for each in _channels(whole) if _may_be_told(guild, each, channel)
        )
        if evening.is_worth_showing:
            async with asyncio.timeout(SENT_WITHIN.total_seconds()):
                await self._post(channel, evening, _mark(guild_id, whole), claim)
        await evenings.posted(guild_id, whole)
        return True

    async def _post(self, channel: Channel, evening: Evening, mark: int, claim: Claim) -> None:
        """Post the picture of an evening in this channel. `mark` is a number by which the message
        can be found in the channel. If `claim` is Claim.AGAIN, an earlier process might already
        have posted the picture. In this case, post nothing if a message with this mark is found, or
        if the bot may not search the channel."""
        guild, evenings = channel.guild, self.bot.service.evenings
        place = self.bot.get_partial_messageable(channel.id, guild_id=guild.id)
        if claim is Claim.AGAIN:
            try:
                if await message_marked(place, guild.me.id, mark):
                    return
            except discord.Forbidden:
                log.info("nobody knows whether server %s was told of its evening", guild.id)
                return
        judged, zone = await evenings.with_chances(evening), await evenings.zone(guild.id)
        text_only = not channel.permissions_for(guild.me).attach_files
        async with to_everyone(self.bot, guild.id):
            drawn = await evening_message(judged, zone, text_only=text_only, mark=mark)
            # Discord takes no second message with the same nonce within some minutes.
            await place.send(**drawn.new, nonce=mark)


def _mark(guild_id: int, evening: Evening) -> int:
    """Return the number by which the message of an evening can be found in its channel. The number
    is the same in every process."""
    return mark_of(f"{guild_id} {evening.ended.timestamp():.0f}")


def _channels(evening: Evening) -> list[int]:
    """Return the ids of the channels where the evening's games took place. The channel with the
    most games comes first."""
    return [each for each, _ in Counter(game.channel_id for game in evening.games).most_common()]


def _channel(guild: discord.Guild, channel_id: int) -> Channel | None:
    """Return a channel. For a thread, return the thread's parent channel. Return None for a private
    thread and for a channel that the bot doesn't know, such as a deleted one."""
    found = guild.get_channel_or_thread(channel_id)
    if isinstance(found, discord.Thread):
        return None if found.is_private() else found.parent
    return found


def _place(guild: discord.Guild, evening: Evening) -> Channel | None:
    """Return the channel in which the picture of an evening is posted. Of the channels where the
    bot may post, this is the channel with the most games. A forum takes no messages, so its post
    with the games is returned instead. Return None if the bot may post in none of them."""
    for channel_id in _channels(evening):
        channel = _channel(guild, channel_id)
        if isinstance(channel, discord.ForumChannel):
            channel = guild.get_thread(channel_id)
        may = None if channel is None else own_permissions(guild, channel.id)
        if may is not None and may.view_channel and may.send_messages:
            return channel
    return None


def _may_be_told(guild: discord.Guild, channel_id: int, place: Channel) -> bool:
    """Return whether a game in the channel `channel_id` may be mentioned in the channel `place`. It
    may if both channels are the same, or if every member of the server can see the game's channel.
    For a game in a thread, the channel to which the thread belongs decides. Games of private
    threads may never be mentioned."""
    channel = _channel(guild, channel_id)
    if channel is None:
        return False
    return (
        channel == _channel(guild, place.id)
        or channel.permissions_for(guild.default_role).view_channel
    )
