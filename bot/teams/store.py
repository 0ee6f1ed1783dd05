"""The SQL of team matches, with the players of each team, the steps at both tables, and the
results. The deals are stored together with the deals of the day."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, delete, insert, select, update

from bot.core.model import FORGOTTEN, Person
from bot.core.shards import Shards
from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, Part, whole
from bot.db.rows import to_moment, to_number
from bot.db.writer import Statement
from bot.teams.model import (
    TABLES,
    MatchStage,
    Player,
    TeamGame,
    TeamMatch,
    Winner,
)
from bot.today.duplicate import DEALS
from bot.today.store import shown
from bot.today.store.deals import lines_of, steps_of
from bot.today.store.shown import untold

_matches = schema.team_matches
_players = schema.team_players
_games = schema.team_games
placed = partial(shown.placed, _matches)
told = partial(shown.told, _matches)

OPEN = (MatchStage.LOBBY.value, MatchStage.PLAYING.value)


async def match(store: Database, number: int) -> TeamMatch | None:
    """Return the match with the number `number`, or None when there is no such match."""
    return next(iter(await _found(store, _matches.c.number == number)), None)


async def unfinished(store: Database, shards: Shards, since: datetime) -> list[TeamMatch]:
    """Return the matches whose members have not been notified of the end, in the servers of these
    shards. They include matches that are not over. A match that is over or was called off is left
    out if this happened before `since`. Servers that removed the bot are left out."""
    left_to_do = _matches.c.stage.in_(OPEN) | (_matches.c.since >= to_number(since))
    return await _found(store, untold(_matches, shards) & left_to_do)


async def finished(
    store: Database, guild_id: int, game: str, last: int | None = None
) -> list[TeamMatch]:
    """Return the finished matches of a server in one game, from the oldest to the newest. Matches
    with a number above `last` are left out (None: no match is left out)."""
    mine = (_matches.c.guild_id == guild_id) & (_matches.c.game == game)
    over = mine & (_matches.c.stage == MatchStage.OVER.value)
    return await _found(store, over if last is None else over & (_matches.c.number <= last))


async def kinds_of(store: Database, guild_id: int, member_id: int) -> list[str]:
    """Return the names of the games in which a member has finished a match in this server."""
    mine = select(_players.c.number).where(_players.c.member_id == member_id)
    here = (_matches.c.guild_id == guild_id) & (_matches.c.stage == MatchStage.OVER.value)
    which = select(_matches.c.game).where(here, _matches.c.number.in_(mine)).distinct()
    return sorted(row.game for row in await store.rows(which))


async def games_of(store: Database, number: int) -> list[TeamGame]:
    """Return the games of a match that has begun, ordered by deal and table."""
    mine = select(_games).where(_games.c.number == number)
    rows = await store.rows(mine.order_by(_games.c.deal, _games.c.at_table))
    return [
        TeamGame(
            row.deal,
            row.at_table,
            steps_of(row.moves),
            None if row.winner is None else Winner(row.winner),
        )
        for row in rows
    ]


def added(new: TeamMatch) -> list[Statement]:
    """Return the statements that store a new match and its players. Executing them raises Conflict
    when the match's number is taken."""
    row = {
        "number": new.number,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "game": new.game,
        "size": new.size,
        **_values(new),
    }
    rows = [_player(new, each) for each in new.players]
    return [Statement(insert(_matches), [row]), Statement(insert(_players), rows)]


def changed(old: TeamMatch, new: TeamMatch) -> list[Statement]:
    """Return the statements that change a stored match from `old` to `new`, and store its games if
    it begins. Executing them raises Conflict when the stored match is no longer `old`."""
    this = update(_matches).where(
        _matches.c.number == old.number, _matches.c.version == old.version
    )
    mine = _players.c.number == old.number
    rows = [_player(new, each) for each in new.players]
    began = (old.stage, new.stage) == (MatchStage.LOBBY, MatchStage.PLAYING)
    return [
        Statement(this.values(_values(new)), expected=1),
        Statement(delete(_players).where(mine)),
        Statement(insert(_players), rows),
        *([_begun(new)] if began else []),
    ]


def _begun(match: TeamMatch) -> Statement:
    rows = [
        {"number": match.number, "deal": deal, "at_table": table, "step": 0, "moves": ""}
        for deal in range(DEALS)
        for table in TABLES
    ]
    return Statement(insert(_games), rows)


def went_on(match: TeamMatch, before: TeamGame, after: TeamGame) -> list[Statement]:
    """Return a list of one SQL statement, which stores the new steps of a game. A step is a seat's
    move. `before` is the game without the new steps, and `after` is the game with them. Executing
    the statement raises Conflict when other steps were stored meanwhile, or when the game's winner
    is already stored."""
    return [_game(match, before, after)]


def decided(
    match: TeamMatch, before: Iterable[TeamGame], after: Iterable[TeamGame]
) -> list[Statement]:
    """Return the SQL statements that store the winners of games which were decided. `before` has
    the match's games without these winners. `after` has the same games with the winners, in the
    same order. Executing a statement raises Conflict when moves in its game, or a winner, were
    stored meanwhile."""
    return [_game(match, old, new) for old, new in zip(before, after, strict=True) if old != new]


def _game(match: TeamMatch, before: TeamGame, after: TeamGame) -> Statement:
    this = update(_games).where(
        _games.c.number == match.number,
        _games.c.deal == before.deal,
        _games.c.at_table == before.table,
        _games.c.step == len(before.steps),
        _games.c.winner.is_(None),
    )
    values = {
        "step": len(after.steps),
        "moves": lines_of(after.steps),
        "winner": None if after.winner is None else after.winner.value,
    }
    return Statement(this.values(**values), expected=1)


def _values(match: TeamMatch) -> dict[str, Any]:
    """Return the values of those columns of a match that can change, as a dict from the column's
    name to its value. The id of the message that shows the match is stored separately."""
    first, second = match.points or (None, None)
    return {
        "stage": match.stage.value,
        "since": to_number(match.since),
        "version": match.version,
        "first_points": first,
        "second_points": second,
        "told": match.told,
    }


def _player(match: TeamMatch, player: Player) -> dict[str, Any]:
    return {
        "number": match.number,
        "team": player.team,
        "place": player.place,
        "member_id": player.person.id,
        "name": player.person.name,
        "gone": player.gone,
    }


async def _found(store: Database, which: ColumnElement[bool]) -> list[TeamMatch]:
    rows = await store.rows(select(_matches).where(which).order_by(_matches.c.number))
    players: dict[int, list[Player]] = {row.number: [] for row in rows}
    if rows:
        mine = select(_players).where(_players.c.number.in_(players))
        for row in await store.rows(mine.order_by(_players.c.team, _players.c.place)):
            who = Person(row.member_id, row.name)
            players[row.number].append(Player(who, row.team, row.place, row.gone))
    return [_read(row, players[row.number]) for row in rows]


def _read(row: Row[Any], players: Iterable[Player]) -> TeamMatch:
    return TeamMatch(
        row.number,
        row.guild_id,
        row.channel_id,
        row.game,
        row.size,
        tuple(players),
        to_moment(row.since),
        MatchStage(row.stage),
        row.version,
        row.message_id,
        None if row.first_points is None else (row.first_points, row.second_points),
        row.told,
    )


def _member_forgotten(member_id: int) -> list[Statement]:
    """Return the statements that remove a member's name and id from all team matches. The member
    counts as having resigned from these matches. A match that still needs members is called off."""
    mine = select(_players.c.number).where(_players.c.member_id == member_id)
    waits = _matches.c.number.in_(mine) & (_matches.c.stage == MatchStage.LOBBY.value)
    return [
        Statement(update(_matches).where(waits).values(stage=MatchStage.OFF.value)),
        Statement(
            update(_matches)
            .where(_matches.c.number.in_(mine))
            .values(version=_matches.c.version + 1)
        ),
        Statement(
            update(_players)
            .where(_players.c.member_id == member_id)
            .values(member_id=FORGOTTEN, name="", gone=True)
        ),
    ]


def _server_forgotten(guild_id: int) -> list[Statement]:
    mine = select(_matches.c.number).where(_matches.c.guild_id == guild_id)
    return [
        *(Statement(delete(part).where(part.c.number.in_(mine))) for part in (_games, _players)),
        Statement(delete(_matches).where(_matches.c.guild_id == guild_id)),
    ]


KEPT: Final = Kept(
    member_forgotten=_member_forgotten,
    server_forgotten=_server_forgotten,
    parts={
        "team_players": whole(_players, "member_id"),
        "team_matches": Part(
            _matches,
            ("member_id",),
            tuple(column.name for column in _matches.columns),
            through=(_players, _players.c.number == _matches.c.number),
        ),
    },
)
