"""The SQL of tournaments, their entrants and their fixtures."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Final

from sqlalchemy import ColumnElement, delete, insert, select, update

from bot.core.model import FORGOTTEN, Phase
from bot.core.results import ALL_TIME
from bot.core.shards import Shards
from bot.db import schema
from bot.db.kept import Kept, whole
from bot.db.queries import MOST_QUESTIONS, served
from bot.db.rows import TableRow, to_number
from bot.db.writer import Statement
from bot.tables.store.tables import Store
from bot.tournaments.model import Entrant, Fixture, Tournament, TournamentStage
from bot.tournaments.store.rows import fixture_of, fixture_values_of, tournament_of, values_of

_tournaments = schema.tournaments
_entrants = schema.entrants
_fixtures = schema.fixtures

OPEN = (TournamentStage.ENTRY.value, TournamentStage.PLAYING.value)
OPEN_TABLES = (Phase.LOBBY.value, Phase.PLAYING.value)


@dataclass(frozen=True, slots=True)
class SeatEnd:
    """How a game ended for one seat. `kind` says how it ended (won, drawn, void …), and `rank` is
    the seat's rank."""

    kind: str
    rank: int


async def tournament(store: Store, tournament_id: str) -> Tournament | None:
    """Return the tournament with the id `tournament_id`, or None when there is no such
    tournament."""
    return next(iter(await _found(store, _tournaments.c.id == tournament_id)), None)


async def of_server(store: Store, guild_id: int, most: int) -> list[Tournament]:
    """Return the last tournaments of a server, at most `most`. The newest tournament comes
    first."""
    return await _found(store, _tournaments.c.guild_id == guild_id, most)


async def open_of_server(store: Store, guild_id: int) -> list[Tournament]:
    """Return the tournaments of a server that aren't over. The newest tournament comes first."""
    here = _tournaments.c.guild_id == guild_id
    return await _found(store, here & _tournaments.c.stage.in_(OPEN))


async def unfinished(store: Store, shards: Shards) -> list[Tournament]:
    """Return the tournaments in the servers of these shards that are not over, or whose end has not
    been announced yet."""
    return await _found(store, _unfinished(shards))


@lru_cache(maxsize=MOST_QUESTIONS)
def _unfinished(shards: Shards) -> ColumnElement[bool]:
    left = select(schema.servers.c.guild_id).where(schema.servers.c.left_at.is_not(None))
    open_ones = _tournaments.c.stage.in_(OPEN) | _tournaments.c.crowned.is_(False)
    here = served(_tournaments.c.guild_id, shards) & _tournaments.c.guild_id.not_in(left)
    return open_ones & here


async def tables(store: Store, table_ids: Collection[str]) -> dict[str, TableRow]:
    """Return a dict from each of these ids to the row of the table with this id. Tables that
    haven't been opened are left out."""
    table = schema.tables
    rows = await store.tables(select(table).where(table.c.id.in_(table_ids))) if table_ids else []
    return {row.id: row for row in rows}


async def open_tables(store: Store, of: Tournament) -> list[TableRow]:
    """Return the tables of a tournament that are in their lobby or being played."""
    table = schema.tables
    here = table.c.guild_id == of.guild_id, table.c.phase.in_(OPEN_TABLES)
    return await store.tables(select(table).where(*here, table.c.id.like(f"{of.id}-%")))


async def ends(store: Store, table_ids: Collection[str]) -> dict[str, list[SeatEnd]]:
    """Return how the first game of each of these tables ended, as a dict from the table's id to a
    list with one entry for each seat. Tables without a finished game are left out."""
    results = schema.results
    question = (
        select(results.c.table_id, results.c.kind, results.c.rank)
        .where(results.c.table_id.in_(table_ids), results.c.number == 1)
        .order_by(results.c.table_id, results.c.seat)
    )
    found: dict[str, list[SeatEnd]] = {}
    for row in await store.rows(question) if table_ids else []:
        found.setdefault(row.table_id, []).append(SeatEnd(row.kind, row.rank))
    return found


async def figures(
    store: Store, guild_id: int, game: str, member_ids: Collection[int]
) -> dict[int, int]:
    """Return a dict from the ids of these members to their all-time ratings in one game of a
    server. Unrated members are left out."""
    table = schema.standings
    question = select(table.c.member_id, table.c.figure).where(
        table.c.guild_id == guild_id,
        table.c.game == game,
        table.c.season == ALL_TIME,
        table.c.strength == "",
        table.c.rated > 0,
        table.c.member_id.in_(member_ids),
    )
    return {row.member_id: row.figure for row in await store.rows(question)}


async def open_with(store: Store, member_id: int) -> list[str]:
    """Return the ids of the tournaments that a member has entered and not left, and that aren't
    over."""
    question = (
        select(_tournaments.c.id)
        .join(_entrants, _entrants.c.tournament_id == _tournaments.c.id)
        .where(
            _entrants.c.member_id == member_id,
            _entrants.c.gone.is_(False),
            _tournaments.c.stage.in_(OPEN),
        )
    )
    return [row.id for row in await store.rows(question)]


def added(new: Tournament) -> list[Statement]:
    """Return a list of one SQL statement, which stores a new tournament, without entrants.
    Executing it raises Conflict when the tournament's id is taken."""
    row = {
        **values_of(new),
        "id": new.id,
        "guild_id": new.guild_id,
        "channel_id": new.channel_id,
        "created_at": to_number(new.created_at),
    }
    return [Statement(insert(_tournaments), [row])]


def changed(old: Tournament, new: Tournament) -> list[Statement]:
    """Return the statements that change a stored tournament from `old` to `new`. Executing them
    raises Conflict when the stored version isn't the version of `old`."""
    this = update(_tournaments).where(
        _tournaments.c.id == old.id, _tournaments.c.version == old.version
    )
    return [
        Statement(this.values(values_of(new)), expected=1),
        *_entrants_replaced(new.id, old.entrants, new.entrants),
        *_fixtures_replaced(new.id, old.fixtures, new.fixtures),
    ]


def placed(tournament_id: str, message_id: int | None) -> list[Statement]:
    """Return a list of one SQL statement, which stores which message shows the tournament (None: no
    message)."""
    this = update(_tournaments).where(_tournaments.c.id == tournament_id)
    return [Statement(this.values(message_id=message_id))]


def told(tournament_id: str, fixture: Fixture, game: int) -> list[Statement]:
    """Return a list of one SQL statement, which stores that the players of a fixture's game are
    about to be notified of it. Executing it raises Conflict when this is stored already."""
    this = update(_fixtures).where(_one(tournament_id, fixture), _fixtures.c.told < game)
    return [Statement(this.values(told=game), expected=1)]


def member_forgotten(member_id: int) -> list[Statement]:
    """Return the statements that remove a member's name and id from all tournaments. The caller
    must first let the member leave all tournaments that aren't over. The statements delete an entry
    for a tournament that hasn't begun. Where a tournament is being played or is over, the member
    keeps their place, without a name. While it is being played, they count as removed: they can't
    come back or win."""
    bump = update(_tournaments).where(
        _tournaments.c.id.in_(
            select(_entrants.c.tournament_id).where(_entrants.c.member_id == member_id)
        )
    )
    mine = _entrants.c.member_id == member_id
    in_entry, playing = _at(TournamentStage.ENTRY), _at(TournamentStage.PLAYING)
    return [
        Statement(bump.values(version=_tournaments.c.version + 1)),
        Statement(delete(_entrants).where(mine, in_entry)),
        Statement(update(_entrants).where(mine, playing).values(gone=True, removed=True)),
        Statement(update(_entrants).where(mine).values(member_id=FORGOTTEN, name="")),
    ]


def _at(stage: TournamentStage) -> ColumnElement[bool]:
    """Return the condition that an entrant's tournament is at this stage."""
    here = select(_tournaments.c.id).where(_tournaments.c.stage == stage.value)
    return _entrants.c.tournament_id.in_(here)


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the statements that delete a server's tournaments."""
    mine = select(_tournaments.c.id).where(_tournaments.c.guild_id == guild_id)
    return [
        *(
            Statement(delete(part).where(part.c.tournament_id.in_(mine)))
            for part in (_fixtures, _entrants)
        ),
        Statement(delete(_tournaments).where(_tournaments.c.guild_id == guild_id)),
    ]


# Reading


async def _found(
    store: Store, which: ColumnElement[bool], most: int | None = None
) -> list[Tournament]:
    newest = _tournaments.c.created_at.desc(), _tournaments.c.id
    rows = await store.rows(select(_tournaments).where(which).order_by(*newest).limit(most))
    ids = [row.id for row in rows]
    entrants: dict[str, list[Entrant]] = {each: [] for each in ids}
    fixtures: dict[str, list[Fixture]] = {each: [] for each in ids}
    if ids:
        mine = select(_entrants).where(_entrants.c.tournament_id.in_(ids))
        for row in await store.rows(mine.order_by(_entrants.c.number)):
            entrants[row.tournament_id].append(
                Entrant(row.number, row.member_id, row.name, row.seed, row.gone, row.removed)
            )
        theirs = select(_fixtures).where(_fixtures.c.tournament_id.in_(ids))
        for row in await store.rows(theirs.order_by(_fixtures.c.round, _fixtures.c.board)):
            fixtures[row.tournament_id].append(fixture_of(row))
    return [tournament_of(row, entrants[row.id], fixtures[row.id]) for row in rows]


# Writing


def _entrants_replaced(
    tournament_id: str, old: Sequence[Entrant], new: Sequence[Entrant]
) -> list[Statement]:
    gone = [each.number for each in old if each not in new]
    rows = [{"tournament_id": tournament_id, **asdict(each)} for each in new if each not in old]
    dropped = delete(_entrants).where(
        _entrants.c.tournament_id == tournament_id, _entrants.c.number.in_(gone)
    )
    return [
        *([Statement(dropped)] if gone else []),
        *([Statement(insert(_entrants), rows)] if rows else []),
    ]


def _fixtures_replaced(
    tournament_id: str, old: Sequence[Fixture], new: Sequence[Fixture]
) -> list[Statement]:
    before = {(each.round, each.board): each for each in old}
    rows = [
        {"tournament_id": tournament_id, **asdict(each)}
        for each in new
        if (each.round, each.board) not in before
    ]
    moved = [
        Statement(
            update(_fixtures).where(_one(tournament_id, each)).values(fixture_values_of(each))
        )
        for each in new
        if before.get((each.round, each.board), each) != each
    ]
    return [*([Statement(insert(_fixtures), rows)] if rows else []), *moved]


def _one(tournament_id: str, fixture: Fixture) -> ColumnElement[bool]:
    return (
        (_fixtures.c.tournament_id == tournament_id)
        & (_fixtures.c.round == fixture.round)
        & (_fixtures.c.board == fixture.board)
    )


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={"tournaments": whole(schema.entrants, "member_id")},
)
