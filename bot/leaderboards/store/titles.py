"""Queries and statements for roles of titles. They are about three things: which roles a server
gives for the titles of a season, which members have these roles, and who has earned a title."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final

from sqlalchemy import delete, func, insert, select, update

from bot.db import schema
from bot.db.database import Database
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.leaderboards.seasons import Season, SeasonKind
from bot.leaderboards.title_rules import RoleStage, Title, TitleRole, Wearer

_roles: Final = schema.title_roles
_wearers: Final = schema.title_wearers


async def roles(store: Database, guild_id: int) -> list[TitleRole]:
    """Return the roles that a server gives for titles."""
    question = select(_roles).where(_roles.c.guild_id == guild_id).order_by(_roles.c.title)
    return [_role(row) for row in await store.rows(question)]


async def all_roles(store: Database) -> list[tuple[TitleRole, SeasonKind]]:
    """Return the roles for titles of all servers. Each role comes with the length of its server's
    seasons."""
    settings = schema.season_settings
    question = (
        select(_roles, settings.c.kind)
        .join_from(_roles, settings, settings.c.guild_id == _roles.c.guild_id, isouter=True)
        .order_by(_roles.c.guild_id, _roles.c.title)
    )
    return [
        (_role(row), SeasonKind(row.kind or SeasonKind.MONTHLY))
        for row in await store.rows(question)
    ]


async def wearers(store: Database, guild_id: int, title: Title | None = None) -> list[Wearer]:
    """Return an entry for each member to whom a server's role for a title matters. The stage of an
    entry (`RoleStage`) says whether the member has the role, must get it, must lose it, or has left
    the server. With `title`, return only the entries of this title."""
    here = [_wearers.c.guild_id == guild_id]
    if title is not None:
        here.append(_wearers.c.title == title.key)
    question = select(_wearers).where(*here)
    question = question.order_by(_wearers.c.title, _wearers.c.role_id, _wearers.c.member_id)
    return [
        Wearer(row.guild_id, Title.of(row.title), row.role_id, row.member_id, RoleStage(row.stage))
        for row in await store.rows(question)
    ]


async def waiting(store: Database) -> list[int]:
    """Return the ids of the servers where a role for a title must be given to a member or taken
    from a member."""
    due = _wearers.c.stage.in_((RoleStage.GIVE.value, RoleStage.TAKE.value))
    question = select(_wearers.c.guild_id).where(due).distinct().order_by(_wearers.c.guild_id)
    return [row.guild_id for row in await store.rows(question)]


def chosen(role: TitleRole) -> list[Statement]:
    """Return the SQL statements that store the role that a server gives for a title. An earlier
    role for the title is replaced."""
    row = {
        "guild_id": role.guild_id,
        "title": role.title.key,
        "role_id": role.role_id,
        "settled": to_number(role.settled),
        "season": role.season,
        "note": role.note,
    }
    return [*dropped(role.guild_id, role.title), Statement(insert(_roles), [row])]


def dropped(guild_id: int, title: Title) -> list[Statement]:
    """Return the SQL statements that store that a server gives no role for this title any more."""
    return [Statement(delete(_roles).where(_one(_roles, guild_id, title)))]


def restarted(guild_id: int, now: datetime) -> list[Statement]:
    """Return the SQL statements that mark the titles of all seasons that ended before `now` as
    decided. Nobody gets a role for these seasons any more. The statements are needed when the
    length of a server's seasons has changed."""
    late = (_roles.c.guild_id == guild_id) & (_roles.c.settled < to_number(now))
    return [Statement(update(_roles).where(late).values(settled=to_number(now)))]


def claimed(role: TitleRole, season: Season) -> list[Statement]:
    """Return the SQL statements that store that this process decides who gets a title's role for a
    season. Running them raises Conflict when a process has already done so."""
    ends = to_number(season.ends)
    change = update(_roles).where(_one(_roles, role.guild_id, role.title), _roles.c.settled < ends)
    return [Statement(change.values(settled=ends, season=season.name, note=""), expected=1)]


def worn(guild_id: int, title: Title, after: Sequence[Wearer]) -> list[Statement]:
    """Return the SQL statements that replace the stored members for a title's role by `after`."""
    rows = [
        {
            "guild_id": guild_id,
            "title": title.key,
            "role_id": each.role_id,
            "member_id": each.member_id,
            "stage": each.stage.value,
        }
        for each in after
    ]
    added = [Statement(insert(_wearers), rows)] if rows else []
    return [Statement(delete(_wearers).where(_one(_wearers, guild_id, title))), *added]


def staged(wearer: Wearer, stage: RoleStage | None) -> list[Statement]:
    """Return the SQL statements that store the stage of a member's role (to be given, held, …). If
    `stage` is None, they delete the member's entry for this role."""
    mine = (
        _one(_wearers, wearer.guild_id, wearer.title)
        & (_wearers.c.role_id == wearer.role_id)
        & (_wearers.c.member_id == wearer.member_id)
    )
    if stage is None:
        return [Statement(delete(_wearers).where(mine))]
    return [Statement(update(_wearers).where(mine).values(stage=stage.value))]


def noted(guild_id: int, title: Title, note: str) -> list[Statement]:
    """Return the SQL statements that store why a title's role could not be given or taken. Running
    them raises Conflict when the same reason is stored already."""
    other = _one(_roles, guild_id, title) & (_roles.c.note != note)
    return [Statement(update(_roles).where(other).values(note=note), expected=1)]


async def most_lost(store: Database, guild_id: int, game: str, season: str) -> list[list[int]]:
    """Return the ids of the members who lost this game (durak, say) in a season. Members with
    equally many lost games are in one group, and the group with the most lost games comes first.
    Members who are hidden from leaderboards or whose data was deleted are left out."""
    table, hidden = schema.standings, schema.hidden
    question = (
        select(table.c.member_id, table.c.lost.label("number"))
        .where(
            table.c.guild_id == guild_id,
            table.c.game == game,
            table.c.season == season,
            table.c.strength == "",
            table.c.member_id > 0,
            table.c.lost > 0,
            table.c.member_id.not_in(select(hidden.c.member_id)),
        )
        .order_by(table.c.lost.desc(), table.c.member_id)
    )
    return _groups(await store.rows(question))


async def most_solved(store: Database, guild_id: int, season: Season) -> list[list[int]]:
    """Return the ids of the members who solved daily puzzles in a season. Members with equally many
    solved puzzles are in one group, and the group with the most comes first. Members who are hidden
    from leaderboards are left out."""
    answers, hidden = schema.answers, schema.hidden
    number = func.count().label("number")
    question = (
        select(answers.c.member_id, number)
        .where(
            answers.c.guild_id == guild_id,
            answers.c.right.is_(True),
            answers.c.day >= season.begins.toordinal(),
            answers.c.day < season.ends.toordinal(),
            answers.c.member_id.not_in(select(hidden.c.member_id)),
        )
        .group_by(answers.c.member_id)
        .order_by(number.desc(), answers.c.member_id)
    )
    return _groups(await store.rows(question))


def _groups(rows: Sequence[Any]) -> list[list[int]]:
    return [
        [row.member_id for row in equals] for _, equals in groupby(rows, key=lambda row: row.number)
    ]


def _role(row: Any) -> TitleRole:
    return TitleRole(
        row.guild_id,
        Title.of(row.title),
        row.role_id,
        to_moment(row.settled),
        row.season,
        row.note,
    )


def _one(table: Any, guild_id: int, title: Title) -> Any:
    return (table.c.guild_id == guild_id) & (table.c.title == title.key)
