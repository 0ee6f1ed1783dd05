"""The SQL of the puzzle of each server and day, and of the members' answers."""

from __future__ import annotations

from typing import Final, NamedTuple

from sqlalchemy import delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, whole
from bot.db.writer import Statement, Work
from bot.puzzles.model import Given, Solved


class PuzzleRow(NamedTuple):
    """A server's puzzle of one day as stored. `puzzle` is its text (games.puzzles), and
    `message_id` the message that shows it (0: a process is about to post it, None: it isn't posted
    yet)."""

    puzzle: str
    message_id: int | None


async def of_day(store: Database, guild_id: int, day: int) -> PuzzleRow | None:
    """Return a server's puzzle of a day, or None if it wasn't chosen yet."""
    puzzles = schema.puzzles
    found = await store.rows(
        select(puzzles.c.puzzle, puzzles.c.message_id).where(
            puzzles.c.guild_id == guild_id, puzzles.c.day == day
        )
    )
    return PuzzleRow(found[0].puzzle, found[0].message_id) if found else None


async def before(store: Database, guild_id: int, day: int, most: int) -> list[tuple[int, str]]:
    """Return a server's last puzzles before a day, at most `most` puzzles. Each is a pair of the
    day and the puzzle's text. The newest puzzle comes first."""
    puzzles = schema.puzzles
    found = await store.rows(
        select(puzzles.c.day, puzzles.c.puzzle)
        .where(puzzles.c.guild_id == guild_id, puzzles.c.day < day)
        .order_by(puzzles.c.day.desc())
        .limit(most)
    )
    return [(row.day, row.puzzle) for row in found]


async def wanted(store: Database, day: int) -> list[tuple[int, str]]:
    """Return the servers that have chosen a channel for puzzles and in which no process has begun
    to post the puzzle of `day`. Each is a pair of the server's id and its settings as JSON text."""
    servers, puzzles = schema.servers, schema.puzzles
    begun = select(puzzles.c.guild_id).where(
        puzzles.c.guild_id == servers.c.guild_id,
        puzzles.c.day == day,
        puzzles.c.message_id.is_not(None),
    )
    # A default is not written, so the name alone says that a channel was chosen.
    named = servers.c.settings.contains('"puzzle_channel"')
    found = await store.rows(
        select(servers.c.guild_id, servers.c.settings).where(named, ~begun.exists())
    )
    return [(row.guild_id, row.settings) for row in found]


async def used(store: Database, guild_id: int, since: int) -> tuple[set[str], set[tuple[str, int]]]:
    """Return which puzzles a server had from the day `since` on. The first set has the keys of the
    puzzles. The second set has the finished games from which the puzzles came, as pairs of the
    table's id and the game's number."""
    puzzles = schema.puzzles
    rows = await store.rows(
        select(puzzles.c.key, puzzles.c.table_id, puzzles.c.number).where(
            puzzles.c.guild_id == guild_id, puzzles.c.day >= since
        )
    )
    return {row.key for row in rows}, {
        (row.table_id, row.number) for row in rows if row.table_id is not None
    }


def chosen(
    guild_id: int, day: int, key: str, puzzle: str, source: tuple[str, int] | None
) -> list[Statement]:
    """Return a list of one SQL statement, which stores a server's puzzle of a day. `source` is the
    finished game from which the puzzle comes, as the table's id and the game's number (None: the
    puzzle comes from the collection). Executing the statement raises Conflict when the day has a
    puzzle already."""
    table_id, number = source or (None, None)
    row = {
        "guild_id": guild_id,
        "day": day,
        "key": key,
        "puzzle": puzzle,
        "table_id": table_id,
        "number": number,
    }
    return [Statement(insert(schema.puzzles), [row])]


def claimed(guild_id: int, day: int) -> list[Statement]:
    """Return a list of one SQL statement, which stores that this process is about to post the
    puzzle of a day. Executing it raises Conflict when a process has stored this before."""
    puzzles = schema.puzzles
    mine = update(puzzles).where(
        puzzles.c.guild_id == guild_id, puzzles.c.day == day, puzzles.c.message_id.is_(None)
    )
    return [Statement(mine.values(message_id=0), expected=1)]


def posted(guild_id: int, day: int, message_id: int | None) -> list[Statement]:
    """Return a list of one SQL statement, which stores which message shows the puzzle of a day
    (None: the puzzle could not be posted)."""
    puzzles = schema.puzzles
    mine = update(puzzles).where(puzzles.c.guild_id == guild_id, puzzles.c.day == day)
    return [Statement(mine.values(message_id=message_id))]


async def given(store: Database, guild_id: int, day: int, member_id: int) -> Given | None:
    """Return a member's answers to a server's puzzle of a day, or None when the member hasn't
    answered."""
    answers = schema.answers
    found = await store.rows(
        select(answers.c.moves, answers.c.right).where(
            answers.c.guild_id == guild_id,
            answers.c.day == day,
            answers.c.member_id == member_id,
        )
    )
    return Given(tuple(found[0].moves.splitlines()), found[0].right) if found else None


async def count_given(store: Database, day: int, member_id: int) -> int:
    """Return how many puzzles a member has answered on a day, in all servers."""
    answers = schema.answers
    mine = answers.c.member_id == member_id, answers.c.day == day
    return int((await store.rows(select(func.count()).select_from(answers).where(*mine)))[0][0])


def answered(
    guild_id: int, day: int, member_id: int, name: str, key: str, given: Given
) -> list[Statement]:
    """Return a list of one SQL statement, which stores a member's answers to the puzzle of a day.
    `given` has all answers, and only the last answer is new. Executing the statement raises
    Conflict when another answer was stored meanwhile."""
    answers, before = schema.answers, given.moves[:-1]
    if before:
        mine = update(answers).where(
            answers.c.guild_id == guild_id,
            answers.c.day == day,
            answers.c.member_id == member_id,
            answers.c.moves == "\n".join(before),
        )
        values = {"moves": "\n".join(given.moves), "right": given.right}
        return [Statement(mine.values(**values), expected=1)]
    row = {
        "guild_id": guild_id,
        "day": day,
        "member_id": member_id,
        "name": name,
        "key": key,
        "moves": "\n".join(given.moves),
        "right": given.right,
    }
    return [Statement(insert(schema.answers), [row])]


async def share(store: Database, key: str) -> tuple[int, int]:
    """Return how many members of all servers solved the puzzle with this key, and how many tried
    it."""
    answers = schema.answers
    rows = await store.rows(
        select(answers.c.right, func.count().label("times"))
        .where(answers.c.key == key)
        .group_by(answers.c.right)
    )
    counts = {bool(row.right): row.times for row in rows}
    return counts.get(True, 0), sum(counts.values())


async def solved(store: Database, guild_id: int) -> list[Solved]:
    """Return every right answer to a server's puzzles. Answers of members who hide from
    leaderboards are left out."""
    answers, hidden = schema.answers, schema.hidden
    rows = await store.rows(
        select(answers.c.member_id, answers.c.name, answers.c.day)
        .where(
            answers.c.guild_id == guild_id,
            answers.c.right.is_(True),
            answers.c.member_id.not_in(select(hidden.c.member_id)),
        )
        .order_by(answers.c.day)
    )
    return [Solved(row.member_id, row.name, row.day) for row in rows]


async def solved_by(store: Database, guild_id: int, member_id: int) -> list[int]:
    """Return the days on which a member solved a server's puzzle, in ascending order."""
    answers = schema.answers
    rows = await store.rows(
        select(answers.c.day)
        .where(
            answers.c.guild_id == guild_id,
            answers.c.member_id == member_id,
            answers.c.right.is_(True),
        )
        .order_by(answers.c.day)
    )
    return [row.day for row in rows]


def member_forgotten(member_id: int) -> list[Statement | Work]:
    """Return the statements that delete a member's answers, and every puzzle that was found in one
    of the member's games. The statements must be executed while the results of these games still
    have the member's id."""
    answers, puzzles, results = schema.answers, schema.puzzles, schema.results

    async def forget(connection: AsyncConnection) -> None:
        mine = select(results.c.table_id, results.c.number).where(results.c.member_id == member_id)
        for row in (await connection.execute(mine)).all():
            await connection.execute(
                delete(puzzles).where(
                    puzzles.c.table_id == row.table_id, puzzles.c.number == row.number
                )
            )

    return [Work(forget), Statement(delete(answers).where(answers.c.member_id == member_id))]


def server_forgotten(guild_id: int) -> list[Statement]:
    """Return the statements that delete a server's puzzles and answers."""
    return [
        Statement(delete(table).where(table.c.guild_id == guild_id))
        for table in (schema.puzzles, schema.answers)
    ]


KEPT: Final = Kept(
    member_forgotten=member_forgotten,
    server_forgotten=server_forgotten,
    parts={"answers": whole(schema.answers, "member_id")},
)
