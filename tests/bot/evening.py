"""Helpers with which the tests of bot/ sit down at a table, deal, play at random, and read what is
stored."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import func, select

from bot.core.model import Listed, Person, Phase, Table, Update
from bot.db import schema
from bot.leaderboards.model import Line, Sort
from bot.leaderboards.service import Boards
from bot.tables.deadlines import TableRules
from bot.tables.manager import Tables
from bot.tables.store.tables import Store
from tests.bot.conftest import Now
from tests.looked_at import next_deadline, position_after
from tests.present import present

GUILD, CHANNEL = 10, 20
ANN, BOB, CAT = Person(1001, "Ann"), Person(1002, "Bob"), Person(1003, "Cat")


async def lobby(tables: Tables, *people: Person, bots: int = 0, **options: Any) -> Table:
    """Open a lobby with `people` (by default Ann and Bob) and `bots` bot players, and return its
    table. The first of `people` is the host."""
    people = people or (ANN, BOB)
    opened = await tables._store.rows(select(func.count()).select_from(schema.tables))
    game = options.pop("game", "heaps")
    update = await tables.opening.create(
        guild_id=GUILD,
        channel_id=CHANNEL,
        host=people[0],
        game=game,
        interaction_id=501 + 1000 * opened[0][0],  # each opens one table
        options=options,
    )
    for number, who in enumerate(people[1:], 502):
        update = await tables.join(update.table.id, who, number)
    for _ in range(bots):
        update = await tables.invite_bot(update.table.id, people[0].id)
    return update.table


async def dealt(tables: Tables, *people: Person, bots: int = 0, **options: Any) -> Table:
    """Return a table whose game has just been dealt, with the same arguments as for `lobby`."""
    table = await lobby(tables, *people, bots=bots, **options)
    return (await tables.start(table.id, table.host_id)).table


def paused(until: datetime, now: Now) -> bool:
    """Return whether the time from `now` to `until` is the usual pause before a bot player's move,
    with a tolerance of an eighth."""
    return abs(until - now() - TableRules().bot_pause) <= TableRules().bot_pause / 8


def waited_on(table: Table) -> list[int]:
    """Return the numbers of the seats of members for whom the game waits."""
    return [seat for seat in sorted(present(table.live).waiting_on) if not table.seats[seat].is_bot]


def some_move(table: Table, rng: random.Random) -> tuple[int, str]:
    """Choose at random a member for whom the game waits, and one of their legal moves. Return the
    member's id and the move."""
    seat = rng.choice(waited_on(table))
    return present(table.seats[seat].member_id), rng.choice(present(table.view(seat)).moves)


async def one_move(tables: Tables, table: Table, rng: random.Random) -> Update:
    member, move = some_move(table, rng)
    return await tables.move(table.id, member, move, table.version)


async def play_out(tables: Tables, table: Table, rng: random.Random | None = None) -> Table:
    """Play the game at `table` to its end and return the table. Members choose random moves."""
    rng = rng or random.Random(1)
    while table.phase is Phase.PLAYING:
        table = (await one_move(tables, table, rng)).table
    return table


async def run_out(tables: Tables, table: Table, now: Now) -> Table:
    """Let time pass until the game is over. Members do nothing, and bot players move."""
    while table.phase is Phase.PLAYING:
        now.moment = present(await next_deadline(tables))
        table = present(await tables.run_due(table.id)).table
    return table


async def log_of(store: Store, table_id: str) -> list[tuple[int, str]]:
    """Return the stored moves of the table's present game as (seat, move), in their order. Fail if
    the table or its game is not stored."""
    row = present(await store.table(table_id))
    game = present(await store.game(row))
    return [(move.seat, move.move) for move in game.moves]


async def same_from_disk(store: Store, tables: Tables, fresh: Tables, table_id: str) -> None:
    """Check that two session managers have the same table. `tables` has it in memory. `fresh` has
    just started, and reads the table from the database."""
    here, there = await tables.get(table_id), await fresh.get(table_id)
    assert there == here
    assert (there.live and there.live.position()) == (here.live and here.live.position())


def replays(table: Table) -> None:
    """Check that replaying a finished game's record leads to the position that the table shows."""
    assert position_after(present(table.record)).position() == present(table.live).position()


def names(table: Table | Listed) -> Sequence[str]:
    """Return the names of the players. Each bot player is named `bot`, because its real name
    depends on the table's id."""
    return ["bot" if seat.is_bot else seat.name for seat in table.seats]


async def standings(store: Store, game: str | None = None, guild: int = GUILD) -> Sequence[Line]:
    """Return the lines of the leaderboard of `game`, sorted by wins. None means all games together.
    The lines count all seasons."""
    boards = Boards(store, now=lambda: datetime.now(UTC))
    return (await boards.board(guild, game=game, sort=Sort.WINS, size=100)).lines
