"""The SQL that duplicates and team matches share. It stores which message shows the contest, and
whether its members were notified of the end."""

from __future__ import annotations

from sqlalchemy import ColumnElement, Table, and_, select, update

from bot.core.shards import Shards
from bot.db import schema
from bot.db.queries import served
from bot.db.writer import Statement


def untold(of: Table, shards: Shards) -> ColumnElement[bool]:
    """Return the SQL condition for contests (duplicates or team matches) whose players have not
    been notified of the end. Only contests in the servers of these shards fulfil the condition.
    Servers that removed the bot are left out. `of` is the SQL table of the contests."""
    left = select(schema.servers.c.guild_id).where(schema.servers.c.left_at.is_not(None))
    here = served(of.c.guild_id, shards) & of.c.guild_id.not_in(left)
    return and_(schema.UNTOLD, here)


def placed(of: Table, number: int, message_id: int) -> list[Statement]:
    """Return a list of one SQL statement. The statement stores the id of the message that shows the
    contest with the number `number`. `of` is the SQL table of duplicates or of team matches."""
    this = update(of).where(of.c.number == number)
    return [Statement(this.values(message_id=message_id))]


def told(of: Table, number: int) -> list[Statement]:
    """Return a list of one SQL statement, which stores that the members of a contest are about to
    be notified of its end. Executing it raises Conflict when this is stored already. `of` is the
    SQL table of duplicates or of team matches."""
    this = update(of).where(of.c.number == number, of.c.told.is_(False))
    return [Statement(this.values(told=True), expected=1)]
