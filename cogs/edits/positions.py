"""The positions of the tables' messages: which message belongs to which table, how many messages
have come after it, and which message of a channel is a table's though it isn't stored.

All of it is in memory and needs no query, because every message of a channel passes through here.
After a restart it is read again, except for the number of messages since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

import discord
from discord.utils import snowflake_time

from bot.core.model import Phase, Placed, Table
from cogs.discord.components import IN_LOBBY, ON_TABLE
from cogs.discord.layout import walk

DEEP: Final = 20
"""A table counts as buried under this many messages."""
OLD: Final = timedelta(minutes=45)
"""The age from which a message is posted again instead of edited: Discord slows down edits after an
hour."""
SELDOM: Final = timedelta(minutes=1)
"""The least time between two posts of the same table."""

OPEN: Final = frozenset({Phase.LOBBY, Phase.PLAYING, Phase.OVER})
"""Phases in which a table needs a message."""
IN_SIGHT: Final = frozenset({Phase.LOBBY, Phase.PLAYING})
"""The phases in which people look for the table at the bottom of its channel."""
LOOKED_AT: Final = 30
"""The number of messages that are read, the newest first. A table lies higher only where many have
written since the last process ended."""


@dataclass(slots=True)
class Position:
    """Where a table's message is; `after` is the number of messages after it."""

    table_id: str
    channel_id: int
    message_id: int
    phase: Phase
    after: int = 0
    moving: bool = False
    """Whether the message is being posted again."""
    settled: bool = False
    """Whether the message shows a result, which keeps its place."""

    @property
    def posted_at(self) -> datetime:
        """When Discord made the message."""
        return snowflake_time(self.message_id)

    @property
    def buried(self) -> bool:
        """Whether too many messages have come after the table's message."""
        return self.after >= DEEP and self.phase in IN_SIGHT

    def wait(self, now: datetime) -> float:
        """The seconds until it may be posted again. This machine's clock may differ from
        Discord's."""
        return min(max(self.posted_at + SELDOM - now, timedelta()), SELDOM).total_seconds()


class Positions:
    """The positions of all tables' messages that this process has shown."""

    def __init__(self) -> None:
        self._by_table: dict[str, Position] = {}
        self._by_channel: dict[int, dict[str, Position]] = {}

    def note(self, table: Table | Placed) -> None:
        """Note the position of a table's message. Closed tables are forgotten."""
        known = self._by_table.get(table.id)
        if table.message_id is None or table.phase not in OPEN:
            self._forget(known)
        elif known is not None and known.message_id == table.message_id:
            known.phase = table.phase
        else:
            self._forget(known)
            position = Position(table.id, table.channel_id, table.message_id, table.phase)
            self._by_table[table.id] = position
            self._by_channel.setdefault(position.channel_id, {})[table.id] = position

    def shows(self, table: Table, message_id: int) -> None:
        """Note what a table's message shows now."""
        position = self._by_table.get(table.id)
        if position is not None and position.message_id == message_id:
            position.settled = table.phase is Phase.OVER

    def of(self, table_id: str) -> Position | None:
        """The table's message, if it is known."""
        return self._by_table.get(table_id)

    def came(self, channel_id: int, message_id: int) -> list[Position]:
        """Note a message that has come; returns the tables of its channel that are buried now."""
        positions = self._by_channel.get(channel_id)
        if positions is None:
            return []
        for position in positions.values():
            position.after += message_id > position.message_id
        return [position for position in positions.values() if position.buried]

    def went(self, channel_id: int, message_ids: Iterable[int]) -> list[str]:
        """Messages were deleted; returns the tables whose own message was among them."""
        positions = self._by_channel.get(channel_id)
        if positions is None:
            return []
        gone = set(message_ids)
        for position in positions.values():
            position.after = max(
                position.after - sum(message_id > position.message_id for message_id in gone), 0
            )
        return [position.table_id for position in positions.values() if position.message_id in gone]

    def stale(self, table: Table, now: datetime) -> bool:
        """Whether the table's message must be posted again instead of edited."""
        position = self._by_table.get(table.id)
        if (
            position is None
            or position.message_id != table.message_id
            or position.wait(now)
            or position.settled
        ):
            return False
        return position.buried or now - position.posted_at >= OLD

    def _forget(self, position: Position | None) -> None:
        if position is None:
            return
        del self._by_table[position.table_id]
        here = self._by_channel[position.channel_id]
        del here[position.table_id]
        if not here:
            del self._by_channel[position.channel_id]


async def found_in(
    channel: discord.PartialMessageable, table: Table, author_id: int
) -> discord.Message | None:
    """The table's message by that author (the bot itself), in play or in its lobby, among the last
    messages of the channel.

    None when it is not there or the bot may not read them. Results are left out, because they never
    change.
    """
    return await message_with(channel, author_id, lambda custom_id: _is_of(custom_id, table))


async def message_with(
    channel: discord.PartialMessageable, author_id: int, is_meant: Callable[[str], bool]
) -> discord.Message | None:
    """The message by that author with a custom id that is meant, among the last messages of the
    channel; None when it is not there or the bot may not read them."""
    try:
        return await _newest(
            channel,
            author_id,
            lambda message: any(map(is_meant, custom_ids(message.components))),
        )
    except discord.Forbidden:
        return None


def mark_of(what: str) -> int:
    """The mark of a message about `what`: the same whichever process posts it, also after a
    restart."""
    return 1 + int.from_bytes(sha256(what.encode()).digest()[:4]) % (2**31 - 1)


async def message_marked(
    channel: discord.PartialMessageable, author_id: int, mark: int
) -> discord.Message | None:
    """The message by that author with a mark (layout.message) among the last messages of the
    channel; None when it is not there. Raises discord.Forbidden when the bot may not read them."""
    return await _newest(
        channel,
        author_id,
        lambda message: any(each.id == mark for each in walk(message.components)),
    )


async def _newest(
    channel: discord.PartialMessageable, author_id: int, fits: Callable[[discord.Message], bool]
) -> discord.Message | None:
    return await anext(
        (
            message
            async for message in channel.history(limit=LOOKED_AT)
            if message.author.id == author_id and fits(message)
        ),
        None,
    )


def _is_of(custom_id: str, table: Table) -> bool:
    return custom_id.startswith(IN_LOBBY.id(table.id, "")) or custom_id == ON_TABLE.id(
        table.id, "hand"
    )


def custom_ids(components: Iterable[Any]) -> Iterator[str]:
    """The custom ids of everything in a message that can be pressed."""
    found = (getattr(component, "custom_id", None) for component in walk(components))
    return filter(None, found)
