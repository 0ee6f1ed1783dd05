"""Stored facts about results whose messages are to be folded."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A finished game whose result may have to be folded: its table, its number there, and when it
    ended. `message_id` is the message with the result if the table already has a newer message;
    None if the result is still in the table's own message, as long as the table shows this game
    (`is_shown`)."""

    table_id: str
    number: int
    guild_id: int
    channel_id: int
    ended_at: datetime
    message_id: int | None
    is_shown: bool
