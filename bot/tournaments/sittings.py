"""The tables of a fixture, which is a meeting of two entrants in a tournament. This module gives
their ids and players, and finds out how their games ended."""

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
    """Return the ids of the tables that were opened for a fixture. There is one for each game, in
    the order of the games."""
    return [
        SittingId(tournament_id, fixture.round, fixture.board, game).table_id
        for game in range(1, fixture.games + 1)
    ]


def members_of(fixture: Fixture, seeds: Mapping[int, Entrant], game: int) -> list[Person]:
    """Return the members who play game number `game` of a fixture, ordered by seat. The first seat
    alternates from game to game."""
    order = fixture.seeds if game % 2 else fixture.seeds[::-1]
    return [Person(seeds[seed].member_id, seeds[seed].name) for seed in order]


def bots_of(fixture: Fixture, table_id: str, game: str) -> list[Seat]:
    """Return the bot player for the table of an entrant without an opponent, as a list of one seat.
    It is empty if the fixture has two entrants."""
    if fixture.away is not None:
        return []
    level = default(game)
    found = next_free(level, (), crc32(table_id.encode()))
    return [] if found is None else [Seat(found.name, strength=level)]


def is_seated_for(row: TableRow, members: Sequence[Person]) -> bool:
    """Return whether the members who sit at a table or are expected there are exactly these. Bot
    players don't matter."""
    here = {seat.member_id for seat in (*row.seats, *row.awaited) if not seat.is_bot}
    return here == {each.id for each in members}


def end_of(game: int, row: TableRow | None, seats: Sequence[SeatEnd]) -> End:
    """Return how game number `game` of a fixture stands. `seats` has the result of each seat, and
    is empty before the end. If the table was closed before a game, the result depends on who came
    in time. A table that was never shown in a message counts as broken off, because nobody could
    come to it."""
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
    """Return how a game has ended for the two entrants of its fixture. `end` says how the game has
    ended for its first and its second seat. `game` is the number of the game in the fixture, from
    1. In games with an even number, the second entrant has the first seat, and HOME and AWAY are
    swapped."""
    return end if game % 2 else OTHER_SIDE.get(end, end)
