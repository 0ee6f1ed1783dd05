"""The bot that connects to Discord: the one place where store, tables, clock and cogs are put
together."""

from __future__ import annotations

import logging
from datetime import timedelta
from typing import Final

import aiohttp
import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

import cogs
from bot.config import Settings
from bot.domain.errors import CannotConnect
from bot.leaderboards import Boards
from bot.store import Store
from bot.tables.manager import TableRules, Tables
from bot.tables.timer import Clock
from cogs.gateway.languages import SpeakingTree

log = logging.getLogger(__name__)

discord.VoiceClient.warn_nacl = (
    False  # there is no voice here, so nobody need install what it takes
)
discord.VoiceClient.warn_dave = False

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True)
"""None of these is privileged. Messages are received without their text: only their number in a
channel matters."""

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""What the invite link asks for, and nothing that isn't used."""

GUILD_WAIT: Final = 1.0
"""Seconds of silence after which the list of servers counts as complete (discord.py's own default
is 2)."""


def use_proxies(api_url: str, gateway_url: str) -> None:
    """Sends REST calls and gateway connections to these addresses in place of Discord's own; empty
    ones change nothing.

    Must be called before the bot is made. It is for the whole process, since discord.py keeps both
    in its classes.
    """
    if api_url:
        Route.BASE = api_url.rstrip("/")
    if gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


class ShijoBot(commands.AutoShardedBot):
    """Shijo on Discord.

    Takes the settings and an opened store, which it closes when it is closed. `tables` is its
    session manager, `boards` what follows from finished games, and `clock` its clock.
    """

    def __init__(self, settings: Settings, store: Store) -> None:
        discord_settings = settings.discord
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=SpeakingTree,
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=GUILD_WAIT,
            shard_count=discord_settings.shard_count,
        )
        if discord_settings.shards:
            self.shard_ids = list(discord_settings.shards)
        self.settings = settings
        self.store = store
        self.tables = Tables(
            store,
            now=discord.utils.utcnow,
            rules=TableRules(
                speed=settings.tables.speed,
                bot_pause=timedelta(seconds=settings.tables.bot_pause),
                lobby_idle=timedelta(seconds=settings.tables.lobby_idle),
                confirm=timedelta(seconds=settings.tables.confirm),
                most_tables=settings.tables.most_tables or None,
            ),
            shards=discord_settings.served,
        )
        self.boards = Boards(store, now=discord.utils.utcnow)
        self.clock = Clock(self.tables, now=discord.utils.utcnow)

    async def setup_hook(self) -> None:
        """Adds the cogs, tells Discord the commands and starts the clock."""
        await self.boards.count_the_rest()
        await cogs.setup(self)
        if self.settings.discord.sync_commands:
            await self.tree.sync()
        await self.clock.start()

    async def launch_shards(self) -> None:
        """Asks Discord for the number of shards unless the settings name it, and then uses the
        configured gateway."""
        if self.shard_count is None:
            try:
                self.shard_count, _, _ = await self.http.get_bot_gateway()
            except discord.GatewayNotFound:
                log.warning("Discord did not say how many shards to run; running one.")
                self.shard_count = 1
        await super().launch_shards()

    async def on_ready(self) -> None:
        """Says where the bot is, and how it gets into more servers."""
        names = ", ".join(sorted(guild.name for guild in self.guilds))
        log.info("Connected as %s, in: %s", self.user, names or "no server yet")
        log.info("Invite link: %s", self.invite_link)

    async def on_message(self, message: discord.Message, /) -> None:
        """Nothing is done on a message's text: there are no prefix commands."""

    @property
    def invite_link(self) -> str:
        """The address by which a server's owner adds the bot, with the permissions it uses."""
        return discord.utils.oauth_url(
            self.application_id or 0,
            permissions=PERMISSIONS,
            scopes=("bot", "applications.commands"),
        )

    async def close(self) -> None:
        """Stops the clock, leaves Discord and closes the store (an open aiosqlite connection keeps
        a process alive)."""
        await self.clock.stop()
        await super().close()
        await self.store.close()


async def run(settings: Settings) -> None:
    """Runs the bot on Discord until cancelled.

    Raises CannotConnect with what to do when Discord can't be reached or refuses the bot, and what
    opening the store raises.
    """
    use_proxies(settings.discord.api_url, settings.discord.gateway_url)
    bot = ShijoBot(settings, await Store.open(settings.database.url))
    try:
        await bot.start(settings.discord.token.get_secret_value())
    except discord.LoginFailure:
        raise CannotConnect(
            "Discord refuses the token; copy it anew from the developer portal into [discord] "
            "token of config.toml"
        ) from None
    except discord.ConnectionClosed as error:
        raise CannotConnect(
            f"Discord closed the connection for good ({error.code}: {error.reason})"
        ) from None
    except (discord.GatewayNotFound, discord.HTTPException, aiohttp.ClientError, OSError) as error:
        raise CannotConnect(f"Discord can't be reached: {error}") from None
    finally:
        await bot.close()
