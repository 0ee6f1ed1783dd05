"""Stored challenges."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, delete, insert, or_, select, update

from bot.challenges.model import LASTS, Challenge, Standing
from bot.core.model import Person, Speed
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, Part, whole
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement

_challenges = schema.challenges


async def challenge(store: Database, challenge_id: str) -> Challenge | None:
    """Return the challenge with the id `challenge_id`, or None when it isn't stored."""
    found = await store.rows(select(_challenges).where(_challenges.c.id == challenge_id))
    return _read(found[0]) if found else None


async def by_member(store: Database, guild_id: int, member_id: int) -> list[Challenge]:
    """Return the stored challenges that a member has made in a server."""
    mine = _challenges.c.guild_id == guild_id, _challenges.c.by_id == member_id
    return [_read(row) for row in await store.rows(select(_challenges).where(*mine))]


async def older(store: Database, now: datetime) -> list[Challenge]:
    """Return the challenges that have been in their present state for at least a day at the time
    `now`."""
    found = await store.rows(
        select(_challenges).where(_challenges.c.since <= to_number(now - LASTS))
    )
    return [_read(row) for row in found]


def added(new: Challenge) -> list[Statement]:
    """Return the SQL statements that store a new challenge."""
    row = {
        "id": new.id,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "message_id": new.message_id,
        "by_id": new.by.id,
        "by_name": new.by.name,
        "member_id": new.whom.id,
        "name": new.whom.name,
        "pressed": new.pressed,
        "duplicate": new.duplicate,
        "team_size": new.team_size,
        **_values(new),
    }
    return [Statement(insert(_challenges), [row])]


def changed(old: Challenge, new: Challenge) -> list[Statement]:
    """Return the SQL statements that replace the stored challenge `old` by `new`. Running them
    raises Conflict when the stored challenge was changed after `old` was read."""
    change = update(_challenges).where(
        _challenges.c.id == old.id,
        _challenges.c.standing == old.standing.value,
        _challenges.c.since == to_number(old.since),
    )
    return [Statement(change.values(_values(new)), expected=1)]


def placed(challenge_id: str, message_id: int) -> list[Statement]:
    """Return the SQL statements that store the id of the message that shows a challenge."""
    change = update(_challenges).where(_challenges.c.id == challenge_id)
    return [Statement(change.values(message_id=message_id))]


def gone(challenge_id: str) -> list[Statement]:
    """Return the SQL statements that delete a challenge."""
    return [Statement(delete(_challenges).where(_challenges.c.id == challenge_id))]


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the SQL statements that delete the challenges that a member made or received."""
    theirs = or_(_challenges.c.by_id == member_id, _challenges.c.member_id == member_id)
    return [Statement(delete(_challenges).where(theirs))]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the SQL statements that delete the challenges of a server."""
    return [Statement(delete(_challenges).where(_challenges.c.guild_id == guild_id))]


def _values(each: Challenge) -> dict[str, Any]:
    return {
        "game": each.game,
        "preset": each.preset,
        "speed": each.speed.value,
        "standing": each.standing.value,
        "since": to_number(each.since),
    }


def _read(row: Row[Any]) -> Challenge:
    return Challenge(
        row.id,
        row.guild_id,
        row.channel_id,
        Person(row.by_id, row.by_name),
        Person(row.member_id, row.name),
        row.game,
        row.preset,
        Speed(row.speed),
        row.pressed,
        Standing(row.standing),
        to_moment(row.since),
        row.message_id,
        row.duplicate,
        row.team_size,
    )


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={
        "challenged_by_others": whole(_challenges, "member_id"),
        "challenged_others": Part(
            _challenges,
            ("by_id",),
            (
                "by_id",
                "by_name",
                "guild_id",
                "channel_id",
                "game",
                "preset",
                "speed",
                "duplicate",
                "team_size",
                "since",
            ),
        ),
    },
)
