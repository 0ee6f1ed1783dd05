"""Queries for the profile of a member: totals, ratings over time, and the members and bot players
against whom the member has played."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, case, func, or_, select, true

from bot.core.levels import worth
from bot.core.people import PEOPLE
from bot.core.placing import Place
from bot.core.results import ALL_TIME
from bot.core.statistics import NOTHING_COUNTED, STATISTICS
from bot.db import schema
from bot.db.database import Database
from bot.db.rows import to_moment
from bot.fair_play.store import finished as fair_play
from bot.leaderboards.model import GameProfile, Met, Point, Practice, Profile, Rival
from bot.leaderboards.store import boards, seasons

_results: Final = schema.results
_own, _other = _results.alias("own"), _results.alias("other")
_same_game = and_(_other.c.table_id == _own.c.table_id, _other.c.number == _own.c.number)

Deeds = dict[tuple[str, int], int]
"""How often deeds (noteworthy actions) were done. The key is a deed's name and its degree, a number
that distinguishes a double deed from a single one, for example."""


async def profile(
    store: Database, guild_id: int, member_id: int, fools: Collection[str] | None = None
) -> Profile | None:
    """Return a member's profile in a server, or None when they have finished no game there. `fools`
    names the kinds of games in which the loser is called the fool (None: all kinds). Only games of
    these kinds are counted for `made_fool` and `made_fool_by`."""
    standings = await _standings(store, guild_id, member_id)
    if not standings:
        return None
    deeds = await _deeds(store, guild_id, member_id)
    places = await _places(store, guild_id, member_id)
    by_game: defaultdict[str, list[Row[Any]]] = defaultdict(list)
    for row in standings:
        by_game[row.game].append(row)
    games = [
        _game(game, rows, places.get(game, Counter()), deeds.get(game, {}))
        for game, rows in sorted(by_game.items())
    ]
    return Profile(
        member_id=member_id,
        name=max(standings, key=lambda row: row.seen_at).name,
        hidden=await seasons.is_hidden(store, member_id),
        games=tuple(sorted(games, key=lambda game: (-game.games, -game.practised))),
        made_fool=await _rival(store, guild_id, member_id, fools, made_fool=True),
        made_fool_by=await _rival(store, guild_id, member_id, fools, made_fool=False),
        left=await fair_play.left(store, guild_id, member_id),
        met=await _met(store, guild_id, member_id),
    )


async def history(store: Database, guild_id: int, member_id: int) -> dict[str, list[Point]]:
    """Return a member's all-time rating after each of their rated games in a server. The keys are
    the games' names, and the ratings are in the order in which the games ended."""
    question = (
        select(_results.c.game, _results.c.ended_at, _results.c.figure)
        .where(_of(guild_id, member_id), _results.c.figure.is_not(None))
        .order_by(_results.c.game, _results.c.seq)
    )
    points: defaultdict[str, list[Point]] = defaultdict(list)
    for row in await store.rows(question):
        points[row.game].append(Point(to_moment(row.ended_at), row.figure))
    return dict(points)


# Questions


async def _standings(store: Database, guild_id: int, member_id: int) -> list[Row[Any]]:
    """Return the member's all-time rows of the database table `standings`. For each game (durak,
    say) there is one row, and one further row for every strength of bot players against which the
    member practised."""
    table = schema.standings
    here = [
        table.c.guild_id == guild_id,
        table.c.season == ALL_TIME,
        table.c.member_id == member_id,
    ]
    return await store.rows(select(table).where(*here, table.c.games > 0))


async def _deeds(store: Database, guild_id: int, member_id: int) -> dict[str, Deeds]:
    """Return how often the member has done each deed (a noteworthy action) over all time. The
    result maps a game's name to a dictionary, in which the keys are pairs of the deed's name and
    degree."""
    table = schema.deeds
    question = select(table.c.game, table.c.name, table.c.degree, table.c.times).where(
        table.c.guild_id == guild_id,
        table.c.season == ALL_TIME,
        table.c.member_id == member_id,
        table.c.strength == "",
    )
    deeds: defaultdict[str, Deeds] = defaultdict(dict)
    for row in await store.rows(question):
        deeds[row.game][row.name, row.degree] = row.times
    return deeds


async def _places(store: Database, guild_id: int, member_id: int) -> dict[str, Counter[Place]]:
    """Return how often the member came in each place. The keys are the games' names. Games alone
    against bot players are left out."""
    worst = (
        select(func.max(_other.c.rank))
        .where(_same_game, ~_other.c.resigned)
        .scalar_subquery()
        .label("worst")
    )
    each = (
        select(_own.c.game, _own.c.rank, _own.c.kind, _own.c.last_rank, worst)
        .where(
            _own.c.guild_id == guild_id,
            _own.c.member_id == member_id,
            _counts(_own),
            ~_own.c.practice,
        )
        .subquery()
    )
    question = select(*each.c, func.count().label("times")).group_by(*each.c).order_by(*each.c)
    places: defaultdict[str, Counter[Place]] = defaultdict(Counter)
    for row in await store.rows(question):
        places[row.game][Place.of(row.rank, row.last_rank, row.kind, row.worst)] += row.times
    return places


async def _rival(
    store: Database,
    guild_id: int,
    member_id: int,
    fools: Collection[str] | None,
    *,
    made_fool: bool,
) -> Rival | None:
    """Return the member who most often lost a game that `member_id` did not lose, or None if there
    is no such member. With `made_fool` False, return the member who most often did not lose a game
    that `member_id` lost. `fools` names the kinds of games that are counted, in which the loser is
    called the fool (None: all kinds). Members who are hidden from leaderboards are left out."""
    which = true() if fools is None else _own.c.game.in_(fools)
    loser, winner = (_other, _own) if made_fool else (_own, _other)
    question = (
        select(_other.c.member_id, func.count().label("times"))
        .join_from(_own, _other, _same_game)
        .where(
            _own.c.guild_id == guild_id,
            _own.c.member_id == member_id,
            which,
            _other.c.member_id != member_id,
            _other.c.member_id > 0,
            _other.c.member_id.not_in(select(schema.hidden.c.member_id)),
            _counts(_own),
            _lost(loser),
            ~_lost(winner),
        )
        .group_by(_other.c.member_id)
        .order_by(func.count().desc(), _other.c.member_id)
        .limit(1)
    )
    for row in await store.rows(question):
        known = await boards.names(store, guild_id, [row.member_id])
        return Rival(row.member_id, known[row.member_id], row.times)
    return None


async def _met(store: Database, guild_id: int, member_id: int) -> tuple[Met, ...]:
    """Return a member's results against each named bot player that they have played against."""
    better, worse = _own.c.rank < _other.c.rank, _own.c.rank > _other.c.rank
    question = (
        select(
            _other.c.name,
            func.sum(case((better, 1), else_=0)).label("won"),
            func.sum(case((worse, 1), else_=0)).label("lost"),
        )
        .join_from(_own, _other, _same_game)
        .where(
            _own.c.guild_id == guild_id,
            _own.c.member_id == member_id,
            _other.c.member_id.is_(None),
            _other.c.name.in_(list(PEOPLE)),
            _other.c.side != _own.c.side,
            _counts(_own),
        )
        .group_by(_other.c.name)
    )
    found = {row.name: Met(row.name, row.won, row.lost) for row in await store.rows(question)}
    return tuple(found[name] for name in PEOPLE if name in found)


def _game(game: str, rows: Sequence[Row[Any]], places: Counter[Place], deeds: Deeds) -> GameProfile:
    """Return a member's totals in one game (durak, say). `rows` are the member's rows for this game
    in the database table `standings`. A row with a strength is for practice against bot players."""
    tally = next((row for row in rows if not row.strength), None)
    practised = sorted(
        (row for row in rows if row.strength), key=lambda row: worth(game, row.strength)
    )
    practice = tuple(Practice(row.strength, _counts_of(row)) for row in reversed(practised))
    if tally is None:
        return GameProfile(game, None, 0, NOTHING_COUNTED, 0, 0, places, deeds, practice)
    return GameProfile(
        game=game,
        figure=tally.figure if tally.rated else None,
        rated=tally.rated,
        counts=_counts_of(tally),
        streak=tally.streak,
        longest=tally.longest,
        places=places,
        deeds=deeds,
        practice=practice,
    )


def _counts_of(row: Row[Any]) -> dict[str, int]:
    return {statistic.name: getattr(row, statistic.name) for statistic in STATISTICS}


def _of(guild_id: int, member_id: int) -> ColumnElement[bool]:
    return and_(_results.c.guild_id == guild_id, _results.c.member_id == member_id)


def _counts(results: Any) -> ColumnElement[bool]:
    """Return the SQL condition for games that count. Void and annulled games don't count
    (`GameResult.counts`)."""
    return and_(results.c.kind != "void", results.c.annulled_by.is_(None))


def _lost(results: Any) -> ColumnElement[bool]:
    """Return the SQL condition for seats that gave up, or that came last in a game that has a
    winner. A seat that only lost together with all others does not fulfil the condition.
    `GameResult.lost_by` differs in this case and returns True."""
    last = and_(
        results.c.kind == "won", results.c.rank == results.c.last_rank, results.c.last_rank > 1
    )
    return or_(results.c.resigned, last)
