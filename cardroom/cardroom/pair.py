"""Run the card room and a bot as two processes, and restart each of them when it dies.

This process opens the port, and passes it to the process of the card room. So a connection during a
restart of the card room waits a moment, and isn't refused."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import socket
import sys
import time
import webbrowser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, NamedTuple, cast

HERE: Final = "127.0.0.1"
POSIX: Final = os.name == "posix"
TOKEN_VARIABLE: Final = "CARDROOM_BOT_TOKEN"  # noqa: S105 - the name of a variable
SECRET_VARIABLE: Final = "CARDROOM_CLIENT_SECRET"  # noqa: S105 - the name of a variable
PATIENCE_VARIABLE: Final = "CARDROOM_PATIENCE"
"""The environment variable with the seconds in which a bot must answer. On busy machines they can
be more than Discord's three."""
READY, ONLINE, NO_ROOM = "ready", "online", "no-room"
"""The first words of the lines that the card room's process prints. `READY` means that the room's
page can be opened, and the address of the page follows. `ONLINE` means that the bot has connected.
`NO_ROOM` means that the room can't be opened, and the reason follows."""

STABLE: Final = 10.0
"""If a process has run for more than this number of seconds, its start counts as successful, and
the failed starts before it are no longer counted."""
DELAYS: Final = (0.0, 0.5, 1.0, 2.0, 5.0)
"""Seconds before a process is started again, by the number of failed starts in a row."""
BOT_GOES: Final = 1.2
"""Seconds for the bot to end after it is told to end."""
ROOM_GOES: Final = 0.6
"""Seconds for the room to end after the bot."""


class PortInUse(Exception):
    """Raised when the port can't be opened. The text of the error says why."""


class NoRoom(Exception):
    """Raised when the card room can't be opened. The text of the error says why."""


class Variables(NamedTuple):
    """The names of the environment variables in which a bot finds its token, the addresses of the
    REST API and the gateway, and its client secret."""

    token: str
    api_url: str
    gateway_url: str
    client_secret: str = ""
    """Empty: the bot has no Activity."""


@dataclass(frozen=True)
class Pair:
    """The settings with which a card room and a bot are run together: the command of the bot, its
    environment variables, and the file, port and names of the card room."""

    bot: Sequence[str]
    """The bot's command."""
    variables: Variables
    """The variables from which the bot reads the room's addresses."""
    environment: Mapping[str, str] = field(default_factory=dict)
    """Further variables of the bot's."""
    name: str = "Bot"
    """What the bot is called."""
    file: Path = Path("cardroom.db")
    """The room's file."""
    port: int = 0
    """The port of the card room's page, or 0 for any free port."""
    channel: str = "general"
    """The channel of a new room."""
    topic: str = ""
    activity: str = ""
    """Where the bot's Activity has its page; empty: it has none."""
    greeting: str = "{url}"
    """The text that is printed when the page is ready."""


class _Ended(Exception):
    """Raised when the bot has ended with an error and has never connected, so that a restart makes
    no sense. `status` is its exit status, which is above 0."""

    def __init__(self, status: int) -> None:
        self.status = status
        super().__init__(status)


def run(pair: Pair) -> int:
    """Run the card room and the bot until Ctrl-C or SIGTERM. Returns 0, or the exit status of a bot
    that has ended without ever connecting. Raises PortInUse if the port can't be opened, and NoRoom
    if the card room can't be opened."""
    with _listening(pair.port) as listening, contextlib.suppress(KeyboardInterrupt):
        try:
            asyncio.run(_Running(pair, listening).run())
        except _Ended as ended:
            return ended.status
    return 0


def _listening(port: int) -> socket.socket:
    try:
        return socket.create_server((HERE, port))
    except (OSError, OverflowError) as error:
        reason = os.strerror(error.errno or 0) if isinstance(error, OSError) else str(error)
        raise PortInUse(f"{port} can't be used ({reason})") from None


class _Running:
    """Runs the processes of the card room and the bot, and restarts them. `listening` is the opened
    port."""

    def __init__(self, pair: Pair, listening: socket.socket) -> None:
        self._pair = pair
        self._listening = listening
        self._port = listening.getsockname()[1]
        # A new token for each start: a bot left over from another run is not let in.
        self._token = secrets.token_urlsafe(24)
        self._secret = secrets.token_urlsafe(24)
        self._stop = asyncio.Event()
        self._room: asyncio.subprocess.Process | None = None
        self._bot: asyncio.subprocess.Process | None = None
        self._greeted = False
        self._reason = ""
        self._bot_came = False

    async def run(self) -> None:
        """Keep both processes running until told to stop. Raises _Ended if the bot has ended with
        an error and has never connected. Raises NoRoom if the card room can't be opened."""
        loop = asyncio.get_running_loop()
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            # Windows has no signal handlers on its loop; Ctrl-C works there.
            with contextlib.suppress(NotImplementedError, AttributeError):
                loop.add_signal_handler(getattr(signal, name), self._told_to_stop)
        keeping = [asyncio.create_task(self._keep_room()), asyncio.create_task(self._keep_bot())]
        stopping = asyncio.create_task(self._stop.wait())
        try:
            await asyncio.wait({*keeping, stopping}, return_when=asyncio.FIRST_COMPLETED)
            self._stop.set()
        finally:
            stopping.cancel()
            await _end(self._bot, BOT_GOES)
            await _end(self._room, ROOM_GOES)
            results = await asyncio.gather(*keeping, return_exceptions=True)
        for result in results:
            if isinstance(result, BaseException):
                raise result

    def _told_to_stop(self) -> None:
        if self._stop.is_set():  # told twice: somebody doesn't want to wait
            for process in (self._bot, self._room):
                if process is not None and process.returncode is None:
                    process.kill()
        self._stop.set()

    async def _keep_room(self) -> None:
        failures = 0
        while not self._stop.is_set():
            started = time.monotonic()
            self._room = await self._start_room()
            await self._hear(self._room)
            status = await self._room.wait()
            if self._reason and not self._greeted:
                raise NoRoom(self._reason)
            failures = await self._pause("The card room", status, started, failures)

    async def _keep_bot(self) -> None:
        failures = 0
        while not self._stop.is_set():
            started = time.monotonic()
            self._bot = await self._start_bot()
            status = await self._bot.wait()
            if status > 0 and not self._bot_came:
                raise _Ended(status)
            failures = await self._pause(self._pair.name, status, started, failures)

    async def _pause(self, name: str, status: int, started: float, failures: int) -> int:
        """Wait before a process that has ended is started again. `status` is its exit status,
        `started` is the time of its last start, and `failures` is the number of failed starts in a
        row. Returns the new number of failed starts: `failures` plus one, or 1 if the process had
        run for a long time. If both processes are to stop, it returns `failures` without
        waiting."""
        if self._stop.is_set():
            return failures
        failures = 0 if time.monotonic() - started > STABLE else failures
        how = signal.Signals(-status).name if status < 0 else f"status {status}"
        print(f"{name} ended ({how}) and is started again.", file=sys.stderr, flush=True)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(DELAYS[min(failures, len(DELAYS) - 1)]):
                await self._stop.wait()
        return failures + 1

    async def _start_room(self) -> asyncio.subprocess.Process:
        pair = self._pair
        command = [sys.executable, "-m", "cardroom", "--supervised", "--file", str(pair.file)]
        command += ["--bot", pair.name, "--channel", pair.channel, "--topic", pair.topic]
        if pair.activity:
            command += ["--activity", pair.activity]
        if POSIX:
            command += ["--listening", str(self._listening.fileno())]
        else:
            self._listening.close()
            command += ["--port", str(self._port)]
        return await asyncio.create_subprocess_exec(
            *command,
            env={**os.environ, TOKEN_VARIABLE: self._token, SECRET_VARIABLE: self._secret},
            # The room ends when this pipe does, should this process be killed.
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            pass_fds=[self._listening.fileno()] if POSIX else [],
            start_new_session=True,
        )

    async def _start_bot(self) -> asyncio.subprocess.Process:
        pair, address = self._pair, f"{HERE}:{self._port}"
        secret = pair.variables.client_secret
        return await asyncio.create_subprocess_exec(
            *pair.bot,
            env={
                **os.environ,
                **pair.environment,
                pair.variables.token: self._token,
                **({secret: self._secret} if secret else {}),
                pair.variables.api_url: f"http://{address}/api/v10",
                pair.variables.gateway_url: f"ws://{address}/gateway/",
            },
            stdin=asyncio.subprocess.DEVNULL,
            start_new_session=True,
        )

    async def _hear(self, room: asyncio.subprocess.Process) -> None:
        """Read the lines that the card room's process prints, until it ends. A line tells that the
        page is ready, that the bot has connected, or why the card room can't start."""
        async for line in cast("asyncio.StreamReader", room.stdout):
            word, _, rest = line.decode().strip().partition(" ")
            if word == READY and not self._greeted:
                self._greeted = True
                print(self._pair.greeting.format(url=rest), flush=True)
                _show(rest)
            elif word == ONLINE:
                self._bot_came = True
            elif word == NO_ROOM:
                self._reason = rest


async def _end(process: asyncio.subprocess.Process | None, patience: float) -> None:
    if process is None or process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError):
        process.terminate()
        try:
            async with asyncio.timeout(patience):
                await process.wait()
        except TimeoutError:
            process.kill()


def _show(url: str) -> None:
    """Open the page in a browser if there is a display and an interactive terminal."""
    windows = sys.platform in {"win32", "darwin"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    if windows and sys.stdout.isatty():
        with contextlib.suppress(webbrowser.Error):
            webbrowser.open(url)
