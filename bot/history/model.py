"""What is known of results whose messages fold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A finished game whose result may have to be folded: its table, its number there, and when it
    ended. `message_id` is its message when the table already has a newer one; None when it is still
    the table's own message, as long as the table shows this game (`is_shown`)."""

    table_id: str
    number: int
    guild_id: int
    channel_id: int
    ended_at: datetime
    message_id: int | None
    is_shown: bool
