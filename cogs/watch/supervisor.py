"""Messages to systemd: the bot is ready, the bot is stopping, or its event loop still runs. A
message is a few words sent to the socket in `NOTIFY_SOCKET`. If this environment variable isn't
set, nothing is sent."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
from typing import Final

from bot.core.background import Background
from cogs.discord.client import ShijoBot

log = logging.getLogger(__name__)

SOCKET: Final = "NOTIFY_SOCKET"
WATCHDOG: Final = "WATCHDOG_USEC"
"""The environment variable with the microseconds after which systemd counts a silent process as
dead."""


class Supervisor:
    """Sends systemd messages about a bot."""

    def __init__(self, bot: ShijoBot) -> None:
        self._bot = bot
        self._address = os.environ.get(SOCKET, "")
        self._background = Background()

    def start(self) -> None:
        """Start sending messages to systemd, if the environment variable `NOTIFY_SOCKET` is set."""
        if self._address:
            self._bot.add_listener(self._ready, "on_ready")
            self._bot.add_listener(self._ready, "on_standing_by")
            wait = os.environ.get(WATCHDOG, "")
            if wait.isdecimal() and int(wait):
                self._background.start(self._alive(int(wait) / 2_000_000))

    def stop(self) -> None:
        """Tell systemd that the bot is stopping."""
        self._background.cancel()
        self._say("STOPPING=1")

    async def _ready(self) -> None:
        self._say("READY=1")

    async def _alive(self, every: float) -> None:
        while True:
            self._say("WATCHDOG=1")
            await asyncio.sleep(every)

    def _say(self, message: str) -> None:
        if not self._address:
            return
        # A name that begins with @ has no file: systemd writes so what Linux begins with a zero.
        name = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as end:
                end.connect(name)
                end.send(message.encode())
        except OSError as error:
            log.warning("systemd can't be told %s: %s", message, error.strerror)
