"""Starts and stops the board's server together with the bot."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import discord

from bot.core.model import Person, Table
from bot.core.scope import is_private
from bot.core.shards import shard_of
from bot.doors.model import Door
from cogs.discord.client import ShijoBot
from cogs.discord.cog import ShijoCog
from cogs.discord.connection import PASSING
from cogs.doors.activity import DiscordSilent
from cogs.doors.words import BoardWords
from cogs.table.upkeep import spectators_of
from cogs.words.names import name_of

if TYPE_CHECKING:
    from board.server import BoardServer
    from cogs.doors.activity import DiscordActivity


class Boards(ShijoCog):
    """A cog that runs the web server of boards, if the settings give it an address."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._activity: DiscordActivity | None = None
        self.server = self._server() if bot.settings.web.public_url else None

    def _server(self) -> BoardServer:
        # What it takes is imported only where somebody wants it: it is memory and time at each
        # start.
        bot, service = self.bot, self.bot.service
        hub = import_module("board.hub").Hub(
            service,
            BoardWords(bot),
            self._may_act,
            self._belongs,
            self._named,
            self._served_by,
            self._guessed,
        )
        web, client_id = bot.settings.web, bot.application_id
        if web.activity and client_id is not None:
            self._activity = import_module("cogs.doors.activity").DiscordActivity(bot, client_id)
        made = import_module("board.server").BoardServer(web, service.doors, hub, self._activity)
        server: BoardServer = made
        return server

    async def cog_load(self) -> None:
        """Open the port of the boards' web server, if there is one. Raises CannotStart if the port
        can't be opened."""
        if self.server is not None:
            await self.server.open()

    async def cog_unload(self) -> None:
        """Tell all boards that this process ends."""
        if self.server is not None:
            await self.server.close()

    def launched(self, instance: str) -> None:
        """Tell the brake of the Activity (which limits the questions to Discord) that Discord has
        launched an instance."""
        if self._activity is not None:
            self._activity.brake.exists(instance)

    def _may_act(self, door: Door) -> None:
        self.bot.door.may_act(self.bot, door.member_id, door.guild_id)

    def _guessed(self, table: Table, member_id: int) -> None:
        spectators_of(self.bot).guessed(table, member_id)

    async def _served_by(self, door: Door) -> str:
        leases = self.bot.service.leases
        if leases is None or not leases.count:
            return ""
        return await leases.holder(shard_of(door.guild_id, leases.count))

    async def _named(self, door: Door) -> Person:
        """Return the member to whom a door (a private link to the board) belongs, with their name
        in the table's server. Raises DiscordSilent if Discord doesn't tell the name."""
        guild = self.bot.get_guild(door.guild_id)
        if guild is None:
            raise DiscordSilent
        try:
            user = await guild.fetch_member(door.member_id)
        except (discord.HTTPException, *PASSING):
            raise DiscordSilent from None
        return Person(user.id, name_of(user))

    async def _belongs(self, door: Door) -> bool:
        """Return whether the member to whom a door (a private link to the board) belongs might
        still be in the table's server. Return False only if Discord says that the member or the bot
        isn't in the server any more. Return True for a private table, because it has no server."""
        if is_private(door.guild_id):
            return True
        guild = self.bot.get_guild(door.guild_id)
        if guild is None:
            # Servers come some time after their shard is served, after a takeover too.
            return shard_of(door.guild_id, self.bot.shard_count or 1) not in self.bot.let_in
        try:
            await guild.fetch_member(door.member_id)
        except discord.NotFound:
            return False
        except (discord.HTTPException, *PASSING):
            return True  # nobody knows at the moment; they are asked for again later
        return True
