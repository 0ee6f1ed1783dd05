"""The positions of the tables' messages: which message belongs to which table, and how deep it is
buried.

All of it is in memory and costs no query, because every message of a channel passes through here.
After a restart it is read again, except for the number of messages since.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from discord.utils import snowflake_time

from bot.core.model import Phase, Placed, Table

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


@dataclass(slots=True)
class Post:
    """A table's message; `after` is the number of messages after it."""

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


class Posted:
    """The messages of all tables that this process has shown."""

    def __init__(self) -> None:
        self._by_table: dict[str, Post] = {}
        self._by_channel: dict[int, dict[str, Post]] = {}

    def note(self, table: Table | Placed) -> None:
        """Note the position of a table's message. Closed tables are forgotten."""
        known = self._by_table.get(table.id)
        if table.message_id is None or table.phase not in OPEN:
            self._forget(known)
        elif known is not None and known.message_id == table.message_id:
            known.phase = table.phase
        else:
            self._forget(known)
            post = Post(table.id, table.channel_id, table.message_id, table.phase)
            self._by_table[table.id] = post
            self._by_channel.setdefault(post.channel_id, {})[table.id] = post

    def shows(self, table: Table, message_id: int) -> None:
        """Note what a table's message shows now."""
        post = self._by_table.get(table.id)
        if post is not None and post.message_id == message_id:
            post.settled = table.phase is Phase.OVER

    def of(self, table_id: str) -> Post | None:
        """The table's message, if it is known."""
        return self._by_table.get(table_id)

    def came(self, channel_id: int, message_id: int) -> list[Post]:
        """A message has come; returns the posts of its channel that are buried now."""
        posts = self._by_channel.get(channel_id)
        if posts is None:
            return []
        for post in posts.values():
            post.after += message_id > post.message_id
        return [post for post in posts.values() if post.buried]

    def went(self, channel_id: int, message_ids: Iterable[int]) -> list[str]:
        """Messages were deleted; returns the tables whose own message was among them."""
        posts = self._by_channel.get(channel_id)
        if posts is None:
            return []
        gone = set(message_ids)
        for post in posts.values():
            post.after = max(
                post.after - sum(message_id > post.message_id for message_id in gone), 0
            )
        return [post.table_id for post in posts.values() if post.message_id in gone]

    def stale(self, table: Table, now: datetime) -> bool:
        """Whether the table's message must be posted again instead of edited."""
        post = self._by_table.get(table.id)
        if post is None or post.message_id != table.message_id or post.wait(now) or post.settled:
            return False
        return post.buried or now - post.posted_at >= OLD

    def _forget(self, post: Post | None) -> None:
        if post is None:
            return
        del self._by_table[post.table_id]
        here = self._by_channel[post.channel_id]
        del here[post.table_id]
        if not here:
            del self._by_channel[post.channel_id]
