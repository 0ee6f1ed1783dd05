"""Finished games whose result messages are to be folded (shortened to a few lines), as data."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Unfolded:
    """A finished game whose result message might have to be folded (shortened to a few lines).
    `number` says which game of its table it is.

    With `is_shown`, the table's own message still shows the result. Without `is_shown`, the message
    with the id `message_id` shows the result. If this id is None too, no message of the result is
    known."""

    table_id: str
    number: int
    guild_id: int
    channel_id: int
    ended_at: datetime
    message_id: int | None
    is_shown: bool
