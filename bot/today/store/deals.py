"""The SQL of deals of the day, with the members' games of them and the bot players' answers."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update

from bot.db import schema
from bot.db.database import Database
from bot.db.kept import Kept, Part
from bot.db.writer import Statement
from bot.today.model import BEYOND_DAYS, DayGame, Deal, Judged, Result
from games.record import Record, Step, dumps, loads


async def deal_of(store: Database, day: int) -> Deal | None:
    """Return the deal of a day, or None if no deal is stored for this day. Raises RecordError when
    the stored deal is damaged."""
    deals = schema.deals
    found = await store.rows(select(deals).where(deals.c.day == day))
    if not found:
        return None
    row = found[0]
    return Deal(
        row.day,
        loads(row.header).header,
        bytes.fromhex(row.secret),
        tuple(json.loads(row.bots)),
        row.players,
    )


def sealed(deal: Deal) -> list[Statement]:
    """Return a list of one SQL statement, which stores a new deal with its secret. Executing it
    raises Conflict when a deal with this number is stored already."""
    row = {
        "day": deal.day,
        "header": dumps(Record(deal.header)),
        "secret": deal.secret.hex(),
        "bots": json.dumps(deal.bots),
        "players": deal.players,
    }
    return [Statement(insert(schema.deals), [row])]


async def game_of(store: Database, day: int, member_id: int) -> DayGame | None:
    """Return a member's game of a day's deal, or None when the member hasn't begun the deal."""
    table = schema.day_games
    mine = select(table).where(table.c.day == day, table.c.member_id == member_id)
    found = await store.rows(mine)
    return _game(found[0]) if found else None


async def games_of(store: Database, day: int, guild_id: int) -> list[DayGame]:
    """Return the games of a server's members in a day's deal. Members who hide from leaderboards
    are left out."""
    table, hidden = schema.day_games, schema.hidden
    found = await store.rows(
        select(table).where(
            table.c.day == day,
            table.c.guild_id == guild_id,
            table.c.member_id.not_in(select(hidden.c.member_id)),
        )
    )
    return [_game(row) for row in found]


async def finished_by(store: Database, member_id: int) -> list[int]:
    """Return the days (as in `date.toordinal`) whose deal a member has finished, in ascending
    order."""
    table = schema.day_games
    mine = table.c.member_id == member_id, table.c.place.is_not(None), table.c.day < BEYOND_DAYS
    rows = await store.rows(select(table.c.day).where(*mine).order_by(table.c.day))
    return [row.day for row in rows]


def began(played: DayGame) -> list[Statement]:
    """Return a list of one SQL statement, which stores that a member begins a deal. Executing it
    raises Conflict when the member has begun the deal already."""
    row = {
        "day": played.day,
        "member_id": played.member_id,
        "guild_id": played.guild_id,
        "name": played.name,
        "step": 0,
        "moves": "",
    }
    return [Statement(insert(schema.day_games), [row])]


def went_on(before: DayGame, after: DayGame) -> list[Statement]:
    """Return a list of one SQL statement, which stores the new moves in a member's game of a deal.
    If the game is over, the statement also stores its result. `before` is the game without the new
    moves. Executing the statement raises Conflict when other moves were stored meanwhile."""
    table = schema.day_games
    mine = update(table).where(
        table.c.day == before.day,
        table.c.member_id == before.member_id,
        table.c.step == len(before.steps),
    )
    result = after.result
    values = {
        "step": len(after.steps),
        "moves": lines_of(after.steps),
        "place": None if result is None else result.place,
        "places": None if result is None else result.of,
        "kind": None if result is None else result.kind,
    }
    return [Statement(mine.values(**values), expected=1)]


def judged(played: DayGame, found: Judged) -> list[Statement]:
    """Return a list of one SQL statement, which stores how well a member has played a finished
    deal. `found` is the result of the analysis."""
    table = schema.day_games
    mine = update(table).where(table.c.day == played.day, table.c.member_id == played.member_id)
    values = {
        "squares": found.squares,
        "accuracy": found.accuracy,
        "worst": found.step,
        "loss": found.loss,
    }
    return [Statement(mine.values(**values))]


async def reply_to(store: Database, day: int, at: str) -> Step | None:
    """Return the stored move of a bot player in a position of a deal. All members who reach this
    position get the same move. `at` is the key of the position, computed from all moves before.
    Returns None if no move is stored for this position."""
    table = schema.day_replies
    found = await store.rows(select(table).where(table.c.day == day, table.c.at == at))
    return Step(found[0].seat, found[0].move) if found else None


def replied(day: int, replies: dict[str, Step]) -> list[Statement]:
    """Return a list of one SQL statement, which stores moves of bot players in a day's deal.
    `replies` maps the key of a position to the bot player's move in this position. The key is
    computed from all moves before. If `replies` is empty, the list is empty too. Executing the
    statement raises Conflict when a move is stored already for one of the keys."""
    rows = [
        {"day": day, "at": at, "seat": step.seat, "move": step.move} for at, step in replies.items()
    ]
    return [Statement(insert(schema.day_replies), rows)] if rows else []


def outdated(before: int) -> list[Statement]:
    """Return a list of one SQL statement, which deletes the bot players' stored moves in deals of
    days before `before`, because nobody plays these deals any more."""
    table = schema.day_replies
    return [Statement(delete(table).where(table.c.day < before))]


def lines_of(steps: Iterable[Step]) -> str:
    """Return steps as text for the database, with a line for each."""
    return "".join(f"{step.seat} {step.move}\n" for step in steps)


def steps_of(lines: str) -> tuple[Step, ...]:
    """Return the steps from a text that was made by `lines_of`."""
    parts = (line.partition(" ") for line in lines.splitlines())
    return tuple(Step(int(seat), move) for seat, _, move in parts)


def _game(row: Row[Any]) -> DayGame:
    return DayGame(
        row.day,
        row.member_id,
        row.guild_id,
        row.name,
        steps_of(row.moves),
        None if row.place is None else Result(row.place, row.places, row.kind),
        None if row.squares is None else Judged(row.squares, row.accuracy, row.worst, row.loss),
    )


def _member_forgotten(member_id: int) -> list[Statement]:
    table = schema.day_games
    return [Statement(delete(table).where(table.c.member_id == member_id))]


def _server_forgotten(guild_id: int) -> list[Statement]:
    table = schema.day_games
    return [Statement(delete(table).where(table.c.guild_id == guild_id))]


KEPT: Final = Kept(
    member_forgotten=_member_forgotten,
    server_forgotten=_server_forgotten,
    parts={
        "deals_of_the_day": Part(
            schema.day_games,
            ("member_id",),
            tuple(column.name for column in schema.day_games.columns),
        )
    },
)
