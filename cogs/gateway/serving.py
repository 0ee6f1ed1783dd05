"""The process that runs on Discord."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from collections.abc import Coroutine

import games
import games.players
from bot.config import Settings
from bot.domain.errors import CannotConnect, Refusal
from bot.store import StoreError
from cogs.gateway import client
from cogs.gateway.log_lines import OneLine

log = logging.getLogger(__name__)


def serve(settings: Settings) -> None:
    """Runs until Ctrl-C or SIGTERM. Raises Refusal when the database or Discord can't be used."""
    logging.basicConfig(
        level=settings.log.level.upper(),
        format="%(asctime)s %(levelname)s %(name)s: %(message)s",
        stream=sys.stderr,
    )
    for handler in logging.getLogger().handlers:
        handler.addFilter(OneLine())
    for library in ("discord", "alembic"):
        logging.getLogger(library).setLevel(logging.WARNING)
    for name, reason in {**games.broken(), **games.players.broken()}.items():
        log.warning("The plug-in %s can't be used: %s", name, reason)
    try:
        asyncio.run(_until_stopped(client.run(settings)))
    except (StoreError, CannotConnect) as error:
        raise Refusal(str(error)) from None


async def _until_stopped(running: Coroutine[None, None, None]) -> None:
    task = asyncio.ensure_future(running)
    with contextlib.suppress(
        NotImplementedError
    ):  # Windows has no signal handlers on its loop; Ctrl-C works there
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
