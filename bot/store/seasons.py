"""What is asked of and written about seasons and members' wishes: each function gives a question or
statements."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Select, delete, insert, select, update

from bot.domain.seasons import SeasonKind
from bot.store import schema
from bot.store.rows import to_number
from bot.store.writer import Statement

_settings = schema.season_settings
_seasons = schema.seasons
_hidden = schema.hidden


def settings_of(guild_id: int) -> Select[Any]:
    """A server's settings, if it has made any."""
    return select(_settings).where(_settings.c.guild_id == guild_id)


def settings_chosen(
    guild_id: int, kind: SeasonKind, channel_id: int | None, since: datetime | None
) -> list[Statement]:
    """A server's settings in the place of those before."""
    row = {
        "guild_id": guild_id,
        "kind": kind.value,
        "podium_channel_id": channel_id,
        "podium_since": None if since is None else to_number(since),
    }
    return [
        Statement(delete(_settings).where(_settings.c.guild_id == guild_id)),
        Statement(insert(_settings), [row]),
    ]


def names(guild_id: int) -> Select[Any]:
    """The names of the seasons in which a server has finished games, the last to end first."""
    return (
        select(_seasons.c.name)
        .where(_seasons.c.guild_id == guild_id)
        .order_by(_seasons.c.ends.desc(), _seasons.c.name)
    )


def ended(now: datetime) -> Select[Any]:
    """The seasons that are over, whose podium is wanted and not posted: with the channel, the first
    to end first."""
    return (
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


def podium_claimed(guild_id: int, season: str, now: datetime) -> list[Statement]:
    """Somebody sets about posting a podium. Conflicts when somebody has already."""
    change = update(_seasons).where(_one(guild_id, season), _seasons.c.claimed_at.is_(None))
    return [Statement(change.values(claimed_at=to_number(now)), expected=1)]


def podium_posted(guild_id: int, season: str, message_id: int) -> list[Statement]:
    """A podium has been posted."""
    return [Statement(update(_seasons).where(_one(guild_id, season)).values(message_id=message_id))]


def hidden(member_id: int) -> Select[Any]:
    """A row when the member is hidden."""
    return select(_hidden.c.member_id).where(_hidden.c.member_id == member_id)


def hide(member_id: int, *, wanted: bool) -> list[Statement]:
    """The member is hidden from boards from now on, or not."""
    shown = Statement(delete(_hidden).where(_hidden.c.member_id == member_id))
    return [shown, Statement(insert(_hidden), [{"member_id": member_id}])] if wanted else [shown]


def _one(guild_id: int, season: str) -> Any:
    return (_seasons.c.guild_id == guild_id) & (_seasons.c.name == season)
