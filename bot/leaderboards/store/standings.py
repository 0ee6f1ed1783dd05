"""The stored totals of the players in a ladder (a server's games of one kind). The database table
`standings` has their counts and ratings. The database table `deeds` has their deeds (noteworthy
actions)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, Final, NamedTuple

from sqlalchemy import Select, and_, bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.core.results import DeedKey, Key, Player
from bot.core.statistics import STATISTICS
from bot.db import schema
from bot.leaderboards.tallies import Tally

_FIELDS: Final = tuple(field.name for field in fields(Tally) if field.name != "counts")
_COLUMNS: Final = (*_FIELDS, *(statistic.name for statistic in STATISTICS))
_KEYS: Final = ("guild_id", "game", "season", "member_id", "strength")

_ADD_STANDINGS: Final = insert(schema.standings)
_ADD_DEEDS: Final = insert(schema.deeds)


def _keyed(table: Any, *more: str) -> Any:
    return and_(*(table.c[key] == bindparam(f"key_{key}") for key in (*_KEYS, *more)))


_CHANGE_STANDINGS: Final = (
    update(schema.standings)
    .where(_keyed(schema.standings))
    .values({column: bindparam(f"new_{column}") for column in _COLUMNS})
)
_DROP_STANDINGS: Final = delete(schema.standings).where(_keyed(schema.standings))
_MORE_DEEDS: Final = (
    update(schema.deeds)
    .where(_keyed(schema.deeds, "name", "degree"))
    .values(times=schema.deeds.c.times + bindparam("more"))
)


class Ladder(NamedTuple):
    """A ladder: all finished games of one kind (durak, say) in a server. They are rated together.
    `game` is the name of that kind."""

    guild_id: int
    game: str

    def values(self) -> dict[str, Any]:
        """Return the values of the columns `guild_id` and `game`, which identify this ladder in a
        row of a database table."""
        return {"guild_id": self.guild_id, "game": self.game}

    def of(self, table: Any) -> Any:
        """Return the SQL condition for the rows of `table` that belong to this ladder."""
        return and_(table.c.guild_id == self.guild_id, table.c.game == self.game)


async def write_standings(
    connection: AsyncConnection,
    ladder: Ladder,
    before: Mapping[Key, Tally],
    after: Mapping[Key, Tally],
) -> int:
    """Write those totals in `after` that differ from `before`, the stored totals. Totals that are
    missing in `after` are deleted. Return how many rows were added, changed or deleted."""
    new = [
        {**_key(ladder, key), **_values(tally)} for key, tally in after.items() if key not in before
    ]
    changed = [
        {**_named("key_", _key(ladder, key)), **_named("new_", _values(tally))}
        for key, tally in after.items()
        if key in before and before[key] != tally
    ]
    gone = [_named("key_", _key(ladder, key)) for key in before if key not in after]
    for statement, rows in (
        (_ADD_STANDINGS, new),
        (_CHANGE_STANDINGS, changed),
        (_DROP_STANDINGS, gone),
    ):
        if rows:
            await connection.execute(statement, rows)
    return len(new) + len(changed) + len(gone)


async def all_standings(connection: AsyncConnection, ladder: Ladder) -> dict[Key, Tally]:
    """Return all stored totals of a ladder's players. The keys say the season and the player."""
    return await _tallies(connection, select(schema.standings).where(ladder.of(schema.standings)))


async def all_deeds(connection: AsyncConnection, ladder: Ladder) -> dict[DeedKey, int]:
    """Return how often each player of a ladder has done each deed (a noteworthy action), as
    stored."""
    return await _deeds(connection, select(schema.deeds).where(ladder.of(schema.deeds)))


async def replace_deeds(
    connection: AsyncConnection, ladder: Ladder, deeds: Mapping[DeedKey, int]
) -> None:
    """Replace all stored deeds of a ladder. `deeds` says how often each player did each deed (a
    noteworthy action)."""
    await connection.execute(delete(schema.deeds).where(ladder.of(schema.deeds)))
    if deeds:
        await connection.execute(
            _ADD_DEEDS, [_deed(ladder, key, times) for key, times in deeds.items()]
        )


async def standings_of(
    connection: AsyncConnection, ladder: Ladder, keys: set[Key]
) -> dict[Key, Tally]:
    """Return the stored totals of a ladder's players for these keys. A key without stored totals is
    left out."""
    standings = schema.standings
    question = select(standings).where(
        ladder.of(standings),
        standings.c.season.in_(sorted({key.season for key in keys})),
        standings.c.member_id.in_(sorted({key.player.member_id for key in keys})),
    )
    found = await _tallies(connection, question)
    return {key: found[key] for key in keys if key in found}


async def _tallies(connection: AsyncConnection, question: Select[Any]) -> dict[Key, Tally]:
    return {
        Key(row.season, Player(row.member_id, row.strength)): Tally(
            **{name: getattr(row, name) for name in _FIELDS},
            counts={statistic.name: getattr(row, statistic.name) for statistic in STATISTICS},
        )
        for row in (await connection.execute(question)).all()
    }


async def add_deeds(
    connection: AsyncConnection, ladder: Ladder, deeds: Mapping[DeedKey, int]
) -> None:
    """Add the numbers in `deeds` to the stored numbers of a ladder. `deeds` says how often each
    player did each deed (a noteworthy action)."""
    if not deeds:
        return
    table = schema.deeds
    of_these = table.c.member_id.in_(sorted({key.player.member_id for key in deeds}))
    there = await _deeds(connection, select(table).where(ladder.of(table), of_these))
    new = [_deed(ladder, key, times) for key, times in deeds.items() if key not in there]
    more = [
        {**_named("key_", _deed_key(ladder, key)), "more": times}
        for key, times in deeds.items()
        if key in there
    ]
    for statement, rows in ((_ADD_DEEDS, new), (_MORE_DEEDS, more)):
        if rows:
            await connection.execute(statement, rows)


async def _deeds(connection: AsyncConnection, question: Select[Any]) -> dict[DeedKey, int]:
    return {
        DeedKey(row.season, Player(row.member_id, row.strength), row.name, row.degree): row.times
        for row in (await connection.execute(question)).all()
    }


def _values(tally: Tally) -> dict[str, Any]:
    return {**{name: getattr(tally, name) for name in _FIELDS}, **tally.counts}


def _key(ladder: Ladder, key: Key) -> dict[str, Any]:
    player = key.player
    return {
        **ladder.values(),
        "season": key.season,
        "member_id": player.member_id,
        "strength": player.strength,
    }


def _deed_key(ladder: Ladder, key: DeedKey) -> dict[str, Any]:
    return {**_key(ladder, Key(key.season, key.player)), "name": key.name, "degree": key.degree}


def _deed(ladder: Ladder, key: DeedKey, times: int) -> dict[str, Any]:
    return {**_deed_key(ladder, key), "times": times}


def _named(prefix: str, row: Mapping[str, Any]) -> dict[str, Any]:
    return {f"{prefix}{name}": value for name, value in row.items()}
