"""What is stored in the same way for duplicates and team matches: the message that shows one, and
whether its end was told."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, and_, select, update

from bot.core.shards import Shards
from bot.db import schema
from bot.db.queries import served
from bot.db.writer import Statement


def untold(of: Table, shards: Shards) -> ColumnElement[bool]:
    """The condition for rows in the servers of these shards whose end, if they have ended,
    wasn't told."""
    left = select(schema.servers.c.guild_id).where(schema.servers.c.left_at.is_not(None))
    here = served(of.c.guild_id, shards) & of.c.guild_id.not_in(left)
    return and_(schema.UNTOLD, here)


def placed(of: Table, number: int, message_id: int) -> list[Statement]:
    """Store which message shows one."""
    this = update(of).where(of.c.number == number)
    return [Statement(this.values(message_id=message_id))]


def told(of: Table, number: int) -> list[Statement]:
    """Store that the members are about to be told how it ended. Raises Conflict when that is stored
    already."""
    this = update(of).where(of.c.number == number, of.c.told.is_(False))
    return [Statement(this.values(told=True), expected=1)]
