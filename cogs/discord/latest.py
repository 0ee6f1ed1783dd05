"""Showing things as they are now: one task at a time for each, and nothing that is out of date."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

import discord

from bot.core.background import Background
from bot.core.errors import TableError
from cogs.discord.connection import PASSING
from cogs.discord.errors import logged

log = logging.getLogger(__name__)

Key = TypeVar("Key")


class Latest(Generic[Key]):
    """Shows things by `show`, with one task at a time for each; what changes meanwhile is shown by
    the next. `what` names such a thing in the log. What fails is shown when it is wanted again."""

    def __init__(
        self, background: Background, what: str, show: Callable[[Key], Awaitable[None]]
    ) -> None:
        self._background = background
        self._what = what
        self._do = show
        self._wanted: set[Key] = set()
        self._busy: set[Key] = set()

    def want(self, key: Key) -> None:
        """Show a thing as it is now, as soon as can be."""
        self._wanted.add(key)
        if key not in self._busy:
            self._busy.add(key)
            self._background.start(self._show(key))

    async def _show(self, key: Key) -> None:
        try:
            while key in self._wanted:
                self._wanted.discard(key)
                await self._try(key)
        finally:
            self._busy.discard(key)

    async def _try(self, key: Key) -> None:
        try:
            await self._do(key)
        except (discord.HTTPException, *PASSING, TableError) as error:
            log.warning("%s %s is shown later: %s", self._what, key, type(error).__name__)
        # A failure at one must not stop the others; the log has the reason.
        except Exception as error:  # noqa: BLE001
            logged(error, f"showing {self._what} {key}")
