"""Queries for the data from which badges are computed: finished games, and the puzzles and analysed
games of members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import and_, func, or_, select

from bot.db import schema
from bot.db.database import Database
from bot.leaderboards.store.books import Counted, Results

FLAWLESS = 100
"""The accuracy, in per cent, of an analysed game without any loss."""
DECISIONS = 10
"""The least number of decisions in a game that can count as played without a mistake."""


class Counting(NamedTuple):
    """The state of a server's results of one kind of game (durak, say). `seq` is the number of the
    last result. `revision` is how often an older result has been changed or annulled."""

    seq: int
    revision: int


async def ladders(store: Database, guild_id: int) -> dict[str, Counting]:
    """Return the number of results and the number of changes to older results that a server has for
    each kind of game. The keys are the games' names."""
    table = schema.ladders
    here = select(table.c.game, table.c.seq, table.c.revision).where(table.c.guild_id == guild_id)
    return {row.game: Counting(row.seq, row.revision) for row in await store.rows(here)}


async def finished(
    store: Database, guild_id: int, after: Mapping[str, Counting], to: Mapping[str, Counting]
) -> list[Counted]:
    """Return the finished games of a server that are not counted yet, in the order in which the
    games ended.

    The games of each kind (durak, say) are numbered, and the numbers are in the field `seq`. For
    each kind in `to`, the games with numbers above `after[kind].seq` and up to `to[kind].seq` are
    returned. If `after` doesn't have the kind, its games are returned from the first game on."""
    results = schema.results
    which = [
        and_(
            results.c.game == game,
            results.c.seq > (after[game].seq if game in after else 0),
            results.c.seq <= counting.seq,
        )
        for game, counting in to.items()
    ]
    if not which:
        return []
    order = results.c.ended_at, results.c.game, results.c.seq, results.c.seat
    rows = await store.rows(
        select(results).where(results.c.guild_id == guild_id, or_(*which)).order_by(*order)
    )
    return Results(rows).games()


async def solved(store: Database, guild_id: int, member_id: int) -> int:
    """Return how many daily puzzles a member has solved in a server."""
    answers = schema.answers
    mine = answers.c.guild_id == guild_id, answers.c.member_id == member_id, answers.c.right
    return int((await store.rows(select(func.count()).select_from(answers).where(*mine)))[0][0])


async def flawless(store: Database, guild_id: int, member_id: int) -> int:
    """Return the number of analysed games in a server in which a member had an accuracy of 100 per
    cent. Only games in which the member made at least `DECISIONS` decisions are counted."""
    judged, results = schema.judged, schema.results
    theirs = and_(
        results.c.table_id == judged.c.table_id,
        results.c.number == judged.c.number,
        results.c.seat == judged.c.seat,
    )
    question = (
        select(func.count())
        .select_from(judged)
        .join(results, theirs)
        .where(
            results.c.guild_id == guild_id,
            results.c.member_id == member_id,
            judged.c.accuracy == FLAWLESS,
            judged.c.decisions >= DECISIONS,
        )
    )
    return int((await store.rows(question))[0][0])
