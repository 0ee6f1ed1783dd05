"""Counts a ladder (a server's games of one kind) again from its stored results. This checks the
standings, and corrects them after a game was annulled."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from sqlalchemy import BigInteger, and_, case, literal, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

import games
from bot.core.levels import edition
from bot.db import schema
from bot.db.database import Database
from bot.db.errors import Conflict
from bot.db.health import unhurried
from bot.db.writer import Work
from bot.leaderboards.model import Rebuilt
from bot.leaderboards.store import books, standings
from bot.leaderboards.store.books import Counted, Results
from bot.leaderboards.store.standings import Ladder
from bot.leaderboards.tallies import Tallies

GAMES_AT_ONCE: Final = 2_000
"""The most games that a recount reads and counts in one step."""

MOST_TRIES: Final = 5
"""The most attempts of a recount. An attempt fails when a result has changed meanwhile."""


class Recounted(NamedTuple):
    """The result of counting one ladder (a server's games of one kind) again: how many games it
    has, and how many stored numbers were wrong."""

    games: int
    changed: int


class Annulment(NamedTuple):
    """A game to annul, and the id of the moderator who annuls it."""

    table_id: str
    number: int
    by: int


@dataclass(slots=True)
class _Sum:
    """The state of a recount while it counts the games of a ladder (a server's games of one kind).
    `games` is how many games are counted so far, and `seq` is the number of the last counted game.
    `tallies` are the players' totals and ratings after these games. `figures` are the corrected
    ratings to write into the stored results. `revision` is the ladder's revision number when the
    recount began. The revision number rises with each change of an older result."""

    revision: int
    tallies: Tallies = field(default_factory=Tallies)
    figures: list[dict[str, Any]] = field(default_factory=list)
    games: int = 0
    seq: int = 0

    def copy(self) -> _Sum:
        tallies = Tallies({key: replace(tally) for key, tally in self.tallies.of.items()})
        tallies.deeds = Counter(self.tallies.deeds)
        return replace(self, tallies=tallies, figures=list(self.figures))

    def add(self, results: Results, annulment: Annulment | None) -> None:
        games = [_without(game, annulment) for game in results.games()]
        self.figures += books.count(self.tallies, games)
        self.games += len(games)
        self.seq = max([self.seq, *(game.result.seq for game in games)])


async def uncounted(store: Database) -> list[Ladder]:
    """Return the ladders (a server's games of one kind) that must be counted. They have finished
    games that are not counted yet, or they were counted with older fixed ratings of bot players."""
    ladders = schema.ladders
    # A game that is no longer installed stays as it was counted.
    today = case(
        {name: literal(edition(name), BigInteger) for name in games.available()},
        value=ladders.c.game,
        else_=ladders.c.levels,
    )
    old = or_(ladders.c.counted < ladders.c.seq, ladders.c.levels != today)
    question = select(ladders.c.guild_id, ladders.c.game).where(old)
    return [Ladder(row.guild_id, row.game) for row in await store.rows(question)]


async def ladders_of(
    store: Database, guild_id: int | None = None, game: str | None = None
) -> list[Ladder]:
    """Return all ladders (a server's games of one kind), sorted by server and game. With
    `guild_id`, return only the ladders of that server. With `game`, return only the ladders of that
    game (durak, say)."""
    ladders = schema.ladders
    question = select(ladders.c.guild_id, ladders.c.game).order_by(
        ladders.c.guild_id, ladders.c.game
    )
    if guild_id is not None:
        question = question.where(ladders.c.guild_id == guild_id)
    if game is not None:
        question = question.where(ladders.c.game == game)
    return [Ladder(row.guild_id, row.game) for row in await store.rows(question)]


async def recount(store: Database, ladder: Ladder, annulment: Annulment | None = None) -> Recounted:
    """Count a ladder (a server's games of one kind) again, and write the standings that differ.
    `annulment` is a game to annul in the same transaction.

    Games can end meanwhile. So most of the counting is done before the transaction, and only the
    newest games are counted inside it. If the ladder's older results change meanwhile, the recount
    begins anew. Raises Conflict when that has happened `MOST_TRIES` times or when the game is
    annulled already, and the errors of the database."""
    for attempt in range(1, MOST_TRIES + 1):
        total = await _sum(store, ladder, annulment)
        write = _Write(ladder, total, annulment)
        try:
            with unhurried():
                await store.write([Work(write)])
        except Conflict:
            if attempt == MOST_TRIES or await _is_annulled(store, annulment):
                raise
        else:
            return Recounted(write.games, write.changed)
    raise Conflict


async def rebuild(store: Database, guild_id: int | None = None, game: str | None = None) -> Rebuilt:
    """Count all ladders (a server's games of one kind) again, and return what was found. With
    `guild_id` or `game`, count only the ladders of that server or game. Raises the errors of the
    database."""
    done = [await recount(store, ladder) for ladder in await ladders_of(store, guild_id, game)]
    return Rebuilt(len(done), sum(one.games for one in done), sum(one.changed for one in done))


class _Write:
    """The part of a recount that runs inside a transaction. It counts the games that ended after
    the recount began, and writes the rows that differ."""

    def __init__(self, ladder: Ladder, total: _Sum, annulment: Annulment | None) -> None:
        self._ladder, self._total, self._annulment = ladder, total, annulment
        self.games = self.changed = 0

    async def __call__(self, connection: AsyncConnection) -> None:
        # A transaction may be repeated: the counts before it must stay unchanged.
        ladder, total = self._ladder, self._total.copy()
        await _same_revision(connection, ladder, total.revision, raised=self._annulment is not None)
        if self._annulment is not None:
            await _annul(connection, ladder, self._annulment)
        total.add(await books.finished(connection, ladder, after=total.seq), None)
        before = await standings.all_standings(connection, ladder)
        self.changed = await standings.write_standings(connection, ladder, before, total.tallies.of)
        deeds = await standings.all_deeds(connection, ladder)
        if deeds != total.tallies.deeds:
            self.changed += len(set(deeds.items()) ^ set(total.tallies.deeds.items()))
            await standings.replace_deeds(connection, ladder, total.tallies.deeds)
        await books.write_figures(connection, total.figures)
        self.changed += len(total.figures)
        self.games = total.games
        ladders = schema.ladders
        await connection.execute(
            update(ladders)
            .where(ladder.of(ladders))
            .values(counted=total.seq, levels=edition(ladder.game))
        )


async def _sum(store: Database, ladder: Ladder, annulment: Annulment | None) -> _Sum:
    ladders = schema.ladders
    try:
        async with store.reading() as connection:
            question = select(ladders.c.revision, ladders.c.seq).where(ladder.of(ladders))
            revision, last = (await connection.execute(question)).one()
            total = _Sum(revision)
            for after in range(0, last, GAMES_AT_ONCE):
                results = await books.finished(
                    connection, ladder, after=after, to=after + GAMES_AT_ONCE
                )
                await asyncio.to_thread(total.add, results, annulment)
            return total
    except (ValueError, TypeError, LookupError, ArithmeticError) as error:
        raise store.unusable(
            f"a result of {ladder.game} in server {ladder.guild_id} is damaged "
            f"({type(error).__name__})"
        ) from error


async def _same_revision(
    connection: AsyncConnection, ladder: Ladder, revision: int, *, raised: bool
) -> None:
    """Lock the ladder for this transaction. Raises Conflict when the ladder's revision number is no
    longer `revision`, because older results have been changed. With `raised`, add 1 to the number,
    because this transaction changes older results."""
    ladders = schema.ladders
    held = update(ladders).where(ladder.of(ladders), ladders.c.revision == revision)
    if (await connection.execute(held.values(revision=revision + raised))).rowcount != 1:
        raise Conflict


async def _annul(connection: AsyncConnection, ladder: Ladder, annulment: Annulment) -> None:
    results = schema.results
    change = update(results).where(
        ladder.of(results),
        results.c.table_id == annulment.table_id,
        results.c.number == annulment.number,
        results.c.annulled_by.is_(None),
    )
    if not (await connection.execute(change.values(annulled_by=annulment.by))).rowcount:
        raise Conflict


async def _is_annulled(store: Database, annulment: Annulment | None) -> bool:
    if annulment is None:
        return False
    results = schema.results
    game = and_(results.c.table_id == annulment.table_id, results.c.number == annulment.number)
    return bool(
        await store.rows(select(results.c.seat).where(game, results.c.annulled_by.is_not(None)))
    )


def _without(game: Counted, annulment: Annulment | None) -> Counted:
    seat = game.stored[0]
    if annulment is None or (seat.table_id, seat.number) != (annulment.table_id, annulment.number):
        return game
    return game._replace(result=replace(game.result, annulled=True))
