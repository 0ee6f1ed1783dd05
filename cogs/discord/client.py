"""The bot that connects to Discord."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar

import discord
import yarl
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.config import Settings
from bot.core.background import Background
from bot.core.model import News
from bot.service import Service
from cogs.discord import drain
from cogs.discord.admission import Door, Lateness, tell_of_restart
from cogs.discord.budget import AT_ONCE, SECOND, RequestBudget, share
from cogs.discord.card_emoji import CardEmoji
from cogs.discord.languages import Tongues
from cogs.discord.meter import CAME, Meter
from cogs.discord.sharing import Sharing
from cogs.discord.tree import SpeakingTree

log = logging.getLogger(__name__)

# The bot has no voice, so the library for it needn't be installed.
discord.VoiceClient.warn_nacl = False
discord.VoiceClient.warn_dave = False

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True)
"""The intents. None of them is privileged. Messages come without their text, because the bot only
counts the messages in a channel."""

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
)
"""The permissions that the invite link asks for. The bot needs them in each server. *Manage Roles*
(for titles and winners of tournaments) and *Create Events* (for tournaments and game nights) are
not among them. Servers that want roles or events add these permissions (docs/hosting.md)."""

LAST_WORDS: Final = 1.0
"""The most seconds for which the ending process waits for its last answers. These are the answers
to members who press while the process ends."""
PRESSES: Final = (discord.InteractionType.component, discord.InteractionType.modal_submit)
"""The kinds of interaction that come from our messages and modals."""

GUILD_WAIT: Final = 1.0
"""Seconds of silence after which the list of servers counts as complete (discord.py's own default
is 2)."""

NAMED: Final = 20
"""The most servers that the log names after a start."""


def use_proxies(api_url: str, gateway_url: str) -> None:
    """Send REST calls and gateway connections to these addresses instead of Discord's own. An empty
    address leaves Discord's address in use. Call this function before the bot is made. It affects
    the whole process, because discord.py stores both addresses in its classes."""
    if api_url:
        Route.BASE = api_url.rstrip("/")
    if gateway_url:
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway_url)


CogT = TypeVar("CogT", bound=commands.Cog)


class ShijoBot(commands.AutoShardedBot):
    """The bot on Discord. It takes the settings, the opened service and the function that adds the
    cogs. The bot closes the service at its end.

    Parts of the service: `tables` is the session manager, `boards` the leaderboards, `analyses`
    judges finished games, `puzzles` are the daily puzzles, `tournaments` the tournaments, and
    `timer` runs what is due at tables.

    The bot's own parts: `door` refuses interactions, `meter` counts for the metrics, and `budget`
    says how many requests to Discord may be made now. `vanishing` runs the tasks that delete a
    refusal some time after it was shown. `card_emoji` are the emoji of cards, and `tongues` the
    languages that each server's members read. `began` is the time when the bot was made. `draining`
    is set while the process is ending: the bot then ignores Discord's events, and answers presses
    with a sentence about the restart.

    Shards: if several processes share the shards, `sharing` starts the shards one by one. If
    `sharing` is None, this process runs all shards of its settings. `too_few` is the number of
    shards which Discord refused as too small, or 0 if Discord refused none. `let_in` are the
    numbers of the shards for which Discord has already sent the list of servers. When this list
    arrives for a shard, the functions in `heard_of_shard` are called with the shard's number. The
    functions in `heard_message` are called with each new message. They must not start a task for
    each message, because thousands of messages arrive in a second."""

    def __init__(
        self,
        settings: Settings,
        service: Service,
        add_cogs: Callable[[ShijoBot], Awaitable[None]],
    ) -> None:
        discord_settings = settings.discord
        self.meter = Meter()
        self.sharing = None if service.leases is None else Sharing(self, service.leases)
        self.too_few = 0
        self.let_in: set[int] = set()
        self.heard_of_shard: list[Callable[[int], None]] = []
        self.card_emoji = CardEmoji(self)
        self.tongues = Tongues()
        self.heard_message: list[Callable[[discord.Message], None]] = []
        trace = self.meter.trace()
        trace.on_request_end.append(self.card_emoji.requested)
        if self.sharing is not None:
            trace.on_request_start.append(self.sharing.before_request)
        self.budget = self._budget(discord_settings.requests_a_second, service)
        self.budget.watch(trace)
        super().__init__(
            command_prefix=(),
            help_command=None,
            tree_cls=SpeakingTree,
            allowed_contexts=discord.app_commands.AppCommandContext(guild=True),
            allowed_installs=discord.app_commands.AppInstallationType(guild=True),
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            guild_ready_timeout=GUILD_WAIT,
            shard_count=discord_settings.shard_count,
            http_trace=trace,
        )
        if discord_settings.shards:
            self.shard_ids = list(discord_settings.shards)
        self.settings = settings
        self.service = service
        self.entry_point: Callable[[discord.Interaction[Any]], Awaitable[None]] | None = None
        """The method that answers the Entry Point of Activities. If it is None, the Entry Point
        stays as Discord has made it."""
        self._add_cogs = add_cogs
        self.tables, self.boards, self.timer = service.tables, service.boards, service.timer
        self.titles = service.titles
        self.analyses, self.puzzles = service.analyses, service.puzzles
        self.tournaments = service.tournaments
        self.vanishing = Background()
        self.lateness = Lateness()
        self.door = Door(settings.limits.presses_a_second)
        self.draining = False
        self.began = service.now()
        self._last_words, self._ending = Background(), Background()
        self._closing = asyncio.Lock()
        self.service.orders.ending.append(self.end)
        self.tables.listen(self.meter.game_ended, News.ENDED)

    @staticmethod
    def _budget(requests_a_second: int, service: Service) -> RequestBudget:
        if not requests_a_second:  # a proxy counts those of all processes
            return RequestBudget(lambda: AT_ONCE, time.monotonic, lasts=0.0)
        served = service.tables.served
        return RequestBudget(
            lambda: share(requests_a_second, served.shards), time.monotonic, lasts=SECOND
        )

    def cog(self, kind: type[CogT]) -> CogT:
        """Return the cog of the class `kind`. Raises LookupError if the bot has no such cog, for
        example before the cogs are added."""
        found = self.get_cog(kind.__cog_name__)
        if not isinstance(found, kind):
            raise LookupError(f"there is no cog {kind.__cog_name__}")
        return found

    async def setup_hook(self) -> None:
        """Prepare the bot before it connects: add the cogs and start the timer. Also register the
        commands with Discord if the settings ask for this, unless several processes share the
        shards."""
        await self.service.orders.load()
        await self.boards.count_the_rest()
        await self._add_cogs(self)
        if self.sharing is None and self.settings.discord.sync_commands:
            await self.tell_commands()
        await self.timer.start()

    async def tell_commands(self) -> None:
        """Register the commands with Discord: the common commands everywhere, and `/owner` in the
        owner's server. If the bot is not in the owner's server, log a warning. Raises discord.py's
        errors."""
        await self.tree.sync()
        server = self.settings.owner.server
        if server is None:
            return
        try:
            await self.tree.sync(guild=discord.Object(server))
        except discord.Forbidden:
            log.warning("There is no /owner: the bot is not in server %s ([owner] server)", server)

    async def launch_shards(self) -> None:
        """Start the shards. If the settings don't name the number of shards, first ask Discord for
        the number. If several processes share the shards, only begin to lease shards (reserve them
        for this process). Each shard is then started when this process has leased it."""
        if self.sharing is not None:
            await self.sharing.begin()
            self.dispatch("standing_by")
            return
        if self.shard_count is None:
            try:
                self.shard_count, _, _ = await self.http.get_bot_gateway()
            except discord.GatewayNotFound:
                log.warning("Discord did not say how many shards to run; running one.")
                self.shard_count = 1
        await super().launch_shards()

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a shard may begin a session with Discord."""
        if self.service.leases is None or shard_id is None:
            await super().before_identify_hook(shard_id, initial=initial)
        else:
            await self.service.leases.may_identify(shard_id)

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Pass an event from Discord on to the cogs. While the process is ending, drop events, and
        tell members who press that the bot restarts. Hold events back while it isn't certain that
        this process holds its shards."""
        if event_name == "shard_ready":
            self.let_in.add(args[0])
            for listener in tuple(self.heard_of_shard):
                listener(args[0])
        if self.draining:
            if event_name == "interaction" and args[0].type in PRESSES:
                self._last_words.start(tell_of_restart(args[0]))
            return
        if self.sharing is None or self.sharing.may_tell(event_name, args, kwargs):
            if event_name == "interaction":
                args[0].extras[CAME] = self.loop.time()
                self.lateness.came(args[0])
            elif event_name == "message":
                self._hear(args[0])
                return
            super().dispatch(event_name, *args, **kwargs)

    async def on_ready(self) -> None:
        """Log the servers that the bot is in, and the invite link. Also start the check for missing
        emoji of cards, if the settings ask for these emoji and no check has begun yet."""
        names = sorted(guild.name for guild in self.guilds)
        more = [f"and {len(names) - NAMED} more"] if len(names) > NAMED else []
        listed = ", ".join(names[:NAMED] + more)
        log.info("Connected as %s, in: %s", self.user, listed or "no server yet")
        log.info("Invite link: %s", self.invite_link)
        if self.settings.discord.card_emoji and not self.card_emoji.has_begun:
            makes = self.sharing is None and self.settings.discord.sync_commands
            self.card_emoji.begin(make=makes)

    def _hear(self, message: discord.Message) -> None:
        for listener in self.heard_message:
            try:
                listener(message)
            # What fails here must not end the connection that the message came by.
            except Exception as error:  # noqa: BLE001
                log.error(
                    "A message was not heard: %s", type(error).__name__, extra={"error": error}
                )

    @property
    def stands_by(self) -> bool:
        """Whether this process shares the shards with other processes and is ready. It is ready
        while it waits for a shard, and while it has one."""
        return self.sharing is not None and self.sharing.stands_by

    @property
    def has_board(self) -> bool:
        """Whether members can open tables in a browser."""
        return bool(self.settings.web.public_url)

    @property
    def invite_link(self) -> str:
        """The link with which the owner of a server adds the bot. The link asks for the permissions
        that the bot uses."""
        return discord.utils.oauth_url(
            self.application_id or 0,
            permissions=PERMISSIONS,
            scopes=("bot", "applications.commands"),
        )

    def serves(self, guild_id: int) -> bool:
        """Return whether the bot is in this server and the bot's owner has not blocked the
        server."""
        blocked = self.service.orders.all.servers
        return self.get_guild(guild_id) is not None and guild_id not in blocked

    def end(self) -> None:
        """Begin to end this process, in the same way as on SIGTERM. The process ends when the bot
        is closed."""
        if self.draining:
            return
        log.info("The owner ends this process")
        self.draining = True
        self.close_soon()

    def close_soon(self) -> None:
        """Close the bot in a separate task. A task of the bot itself can't close the bot, because
        closing cancels the bot's tasks."""
        self._ending.start(self.close())

    async def close(self) -> None:
        """Answer running presses, stop the timer, disconnect from Discord and close the service
        with its database. The database must be closed, because an open aiosqlite connection would
        keep the process alive. If the bot is already being closed, wait until that has finished,
        because the caller might end the process after this call."""
        async with self._closing:
            await self._close()

    async def _close(self) -> None:
        self.draining = True
        if self.sharing is not None:
            self.sharing.stop()
        await drain.answered()
        await self._last_words.finish(LAST_WORDS)
        self.vanishing.cancel()
        self.card_emoji.close()
        await self.tournaments.close()
        await self.timer.stop()
        await super().close()
        await self.service.close()
