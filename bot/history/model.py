"""What is known of results whose messages fold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A finished game whose result may be due: its table, its number there, and when it ended.

    `message_id` is its message where the table has a newer one; None: it is the table's own, as
    long as the table shows this game (`is_shown`).
    """

    table_id: str
    number: int
    guild_id: int
    channel_id: int
    ended_at: datetime
    message_id: int | None
    is_shown: bool
