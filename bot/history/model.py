"""Results whose messages are to be folded (shown in a few lines), as data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A finished game whose result may have to be folded: its table, its number there, and when it
    ended. `is_shown`: its table still shows this result, in the table's own message. Otherwise the
    result is shown by the message `message_id` (None: by no known message)."""

    table_id: str
    number: int
    guild_id: int
    channel_id: int
    ended_at: datetime
    message_id: int | None
    is_shown: bool
