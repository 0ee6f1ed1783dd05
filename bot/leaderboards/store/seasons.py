"""Queries and statements for the seasons of servers, for the podiums (the best three members of a
season), and for the members who are hidden from leaderboards."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.db import schema
from bot.db.database import Database
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.leaderboards.model import Podium, SeasonSettings
from bot.leaderboards.seasons import Season, SeasonKind, named

_settings = schema.season_settings
_seasons = schema.seasons
_hidden = schema.hidden


async def settings(store: Database, guild_id: int) -> SeasonSettings:
    """Return a server's settings for seasons and podiums, or the defaults when it has chosen
    none."""
    for row in await store.rows(select(_settings).where(_settings.c.guild_id == guild_id)):
        since = None if row.podium_since is None else to_moment(row.podium_since)
        return SeasonSettings(SeasonKind(row.kind), row.podium_channel_id, since)
    return SeasonSettings()


def settings_chosen(guild_id: int, chosen: SeasonSettings) -> list[Statement]:
    """Return the SQL statements that store the season settings of a server."""
    since = chosen.podium_since
    row = {
        "guild_id": guild_id,
        "kind": chosen.kind.value,
        "podium_channel_id": chosen.podium_channel_id,
        "podium_since": None if since is None else to_number(since),
    }
    return [
        Statement(delete(_settings).where(_settings.c.guild_id == guild_id)),
        Statement(insert(_settings), [row]),
    ]


async def of_server(store: Database, guild_id: int) -> list[Season]:
    """Return the seasons in which a server has finished games. The season that ended last comes
    first."""
    question = (
        select(_seasons.c.name)
        .where(_seasons.c.guild_id == guild_id)
        .order_by(_seasons.c.ends.desc(), _seasons.c.name)
    )
    return [named(row.name) for row in await store.rows(question)]


async def due_podiums(store: Database, now: datetime) -> list[Podium]:
    """Return the ended seasons whose podium (the first three members) is wanted and was not posted
    yet. The season that ended first comes first. The podiums have no members yet."""
    question = (
        select(_seasons, _settings.c.podium_channel_id)
        .join_from(_seasons, _settings, _settings.c.guild_id == _seasons.c.guild_id)
        .where(
            _seasons.c.ends <= to_number(now),
            _seasons.c.message_id.is_(None),
            _settings.c.podium_channel_id.is_not(None),
            _seasons.c.ends > _settings.c.podium_since,
        )
        .order_by(_seasons.c.ends, _seasons.c.guild_id)
    )
    return [
        Podium(
            guild_id=row.guild_id,
            channel_id=row.podium_channel_id,
            season=named(row.name),
            games={},
            claimed=row.claimed_at is not None,
        )
        for row in await store.rows(question)
    ]


def podium_claimed(guild_id: int, season: str, now: datetime) -> list[Statement]:
    """Return the SQL statements that store that a process is about to post a podium (the best three
    of a season). Running them raises Conflict when another process has already claimed it."""
    change = update(_seasons).where(_one(guild_id, season), _seasons.c.claimed_at.is_(None))
    return [Statement(change.values(claimed_at=to_number(now)), expected=1)]


def podium_posted(guild_id: int, season: str, message_id: int) -> list[Statement]:
    """Return the SQL statements that store the id of the message that shows the podium of a
    season."""
    return [Statement(update(_seasons).where(_one(guild_id, season)).values(message_id=message_id))]


async def is_hidden(store: Database, member_id: int) -> bool:
    """Return whether a member is hidden from leaderboards."""
    question = select(_hidden.c.member_id).where(_hidden.c.member_id == member_id)
    return bool(await store.rows(question))


def hide(member_id: int, *, wanted: bool) -> list[Statement]:
    """Return the SQL statements that hide a member from leaderboards (`wanted` True), or show the
    member there again (`wanted` False)."""
    shown = Statement(delete(_hidden).where(_hidden.c.member_id == member_id))
    return [shown, Statement(insert(_hidden), [{"member_id": member_id}])] if wanted else [shown]


def _one(guild_id: int, season: str) -> Any:
    return (_seasons.c.guild_id == guild_id) & (_seasons.c.name == season)
