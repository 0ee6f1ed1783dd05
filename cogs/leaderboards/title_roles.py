"""Gives members the roles for titles, and takes them away, when a season is over.

This is done every hour, and whenever the bot reconnects. Before Discord is asked, the database
records which members are to have which role. Then each role that was given or taken is recorded. So
a restart neither loses nor repeats a role."""

from __future__ import annotations

import asyncio
import datetime
import logging
from typing import Final

import discord

from bot.core.errors import TableError
from bot.leaderboards.title_rules import RoleStage, TitleRole, Wearer
from cogs.discord.client import ShijoBot
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged
from cogs.discord.languages import to_everyone
from cogs.discord.roles import Refusal, why_not
from cogs.discord.upkeep import HourlyCog
from cogs.leaderboards.titles import failed_message

log = logging.getLogger(__name__)

UNKNOWN_ROLE: Final = 10011
"""Discord's code for a role that does not exist. For a member who is not in the server, Discord's
code is another one."""

Failed = dict[TitleRole, Refusal]


class TitleRoles(HourlyCog):
    """A cog that gives and takes the roles for titles."""

    after = datetime.timedelta(minutes=1)
    """The time after each full hour at which the bot gives and takes roles. Seasons end at midnight
    (UTC), and the first check is soon after that."""

    def __init__(self, bot: ShijoBot) -> None:
        super().__init__(bot)
        self._giving = asyncio.Lock()

    async def do_due(self) -> None:
        """Give and take the roles that are due in the servers of this process. Each is done only
        once."""
        async with self._giving:
            try:
                await self.bot.titles.settle(self._serves)
                for guild_id in await self.bot.titles.waiting(self._serves):
                    guild = self.bot.get_guild(guild_id)
                    if guild is not None:
                        await self._give_in(guild)
            except TableError as error:
                log.warning("roles are given in an hour: %s", type(error).__name__)

    def _serves(self, guild_id: int) -> bool:
        return self.bot.serves(guild_id)

    async def _give_in(self, guild: discord.Guild) -> None:
        titles, failed = self.bot.titles, Failed()
        try:
            # A member who has left makes room for the next one, until nothing is left to do.
            while await self._run(guild, failed):
                pass
            roles = await titles.roles(guild.id)
            for title in roles.keys() - {role.title for role in failed}:
                await titles.note(guild.id, title, "")
            await self._tell(guild, failed)
        except (discord.HTTPException, *PASSING) as error:
            log.warning("roles of server %s wait an hour: %s", guild.id, type(error).__name__)
        except TableError:
            raise
        # A failure at one server must not stop the roles of the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"giving the roles of server {guild.id}")

    async def _run(self, guild: discord.Guild, failed: Failed) -> bool:
        """Give and take all roles for titles that are due in a server. If a role can't be given or
        taken, store the reason in `failed`. Return whether this must be repeated, because a member
        who was to get a role has left the server. The title then passes to another member."""
        titles, passed_on = self.bot.titles, False
        roles = await titles.roles(guild.id)
        for errand in await titles.errands(guild.id):
            if roles.get(errand.title) in failed:
                continue
            refusal = why_not(guild, errand.role_id)
            if refusal is None:
                refusal, gone = await self._do(errand)
                passed_on |= gone
            elif refusal is Refusal.GONE and errand.stage is RoleStage.TAKE:
                await titles.done(errand)
                continue
            if refusal is not None and errand.title in roles:
                failed[roles[errand.title]] = refusal
        return passed_on

    async def _do(self, errand: Wearer) -> tuple[Refusal | None, bool]:
        """Give or take the role that `errand` names. The first result is the reason if the role
        could not be changed, otherwise None. The second result is true if the member who was to get
        the role is no longer in the server. Raises discord.HTTPException for other failures."""
        http, titles = self.bot.http, self.bot.titles
        request = http.add_role if errand.stage is RoleStage.GIVE else http.remove_role
        try:
            await request(errand.guild_id, errand.member_id, errand.role_id)
        except discord.NotFound as error:
            if error.code == UNKNOWN_ROLE:
                return Refusal.GONE, False
            await titles.gone(errand)
            return None, errand.stage is RoleStage.GIVE
        except discord.Forbidden:
            return Refusal.ABOVE, False
        await titles.done(errand)
        return None, False

    async def _tell(self, guild: discord.Guild, failed: Failed) -> None:
        """Say once, in the channel for podiums, which roles could not be given or taken. (The panel
        of seasons shows this too.)"""
        titles = self.bot.titles
        new = [
            (role, refusal)
            for role, refusal in failed.items()
            if await titles.note(guild.id, role.title, refusal.value)
        ]
        channel_id = (await self.bot.boards.settings(guild.id)).podium_channel_id
        if not new or channel_id is None:
            return
        async with to_everyone(self.bot, guild.id):
            view = failed_message(new)
        channel = self.bot.get_partial_messageable(channel_id, guild_id=guild.id)
        await channel.send(view=view)
