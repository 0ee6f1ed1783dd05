"""How the tables of a fixture (a meeting of two entrants) ended, according to the database."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zlib import crc32

from bot.core.model import Person, Phase, Seat
from bot.core.people import next_free
from bot.core.scope import SittingId
from bot.db.rows import TableRow
from bot.tables.seating import keys_of
from bot.tournaments.fixtures import End
from bot.tournaments.model import Entrant, Fixture
from bot.tournaments.store.tournaments import SeatEnd
from games.players import default


def sittings(tournament_id: str, fixture: Fixture) -> list[str]:
    """The ids of the tables that were opened for a fixture, in the order of its games."""
    return [
        SittingId(tournament_id, fixture.round, fixture.board, game).table_id
        for game in range(1, fixture.games + 1)
    ]


def members_of(fixture: Fixture, seeds: Mapping[int, Entrant], game: int) -> list[Person]:
    """The members who play game number `game` of a fixture, in the order of the seats, which
    alternates from game to game."""
    order = fixture.seeds if game % 2 else fixture.seeds[::-1]
    return [Person(seeds[seed].member_id, seeds[seed].name) for seed in order]


def bots_of(fixture: Fixture, table_id: str, game: str) -> list[Seat]:
    """The bot player that sits at the table of an entrant without an opponent; empty for any other
    table."""
    if fixture.away is not None:
        return []
    level = default(game)
    found = next_free(level, (), crc32(table_id.encode()))
    return [] if found is None else [Seat(found.name, strength=level)]


def is_seated_for(row: TableRow, members: Sequence[Person]) -> bool:
    """Whether exactly these members, besides bot players, sit at a table or are awaited there."""
    here = {seat.member_id for seat in (*row.seats, *row.awaited) if not seat.is_bot}
    return here == {each.id for each in members}


def end_of(game: int, row: TableRow | None, seats: Sequence[SeatEnd]) -> End:
    """The state of game number `game` of a fixture: from its result, or else from which entrants
    came in time. A table that could not be posted is void, because nobody could come to it."""
    if seats:
        return turned(game, _result(seats))
    if row is None or row.phase is not Phase.CLOSED:
        return End.OPEN
    if not row.awaited or row.message_id is None:
        return End.VOID
    came = set(keys_of(row))
    match [key in came for key in row.seating]:
        case [True, False]:
            return turned(game, End.ONLY_HOME)
        case [False, True]:
            return turned(game, End.ONLY_AWAY)
        case _:
            return End.NEITHER


def _result(seats: Sequence[SeatEnd]) -> End:
    first, second = (seat.rank for seat in seats)
    if seats[0].kind == "void":
        return End.VOID
    if first == second:
        return End.NEITHER if seats[0].kind == "lost" else End.DRAW
    return End.HOME if first < second else End.AWAY


OTHER_SIDE = {
    End.HOME: End.AWAY,
    End.AWAY: End.HOME,
    End.ONLY_HOME: End.ONLY_AWAY,
    End.ONLY_AWAY: End.ONLY_HOME,
}


def turned(game: int, end: End) -> End:
    """The state of a game as the fixture counts it: in every second game, the second entrant has
    the first seat."""
    return end if game % 2 else OTHER_SIDE.get(end, end)
