"""Conditions and queries that the stores of several subjects share."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Integer, Select, case, literal, select

from bot.core.model import Phase
from bot.core.shards import Shards
from bot.db import schema

OPEN_PHASES: Final = (Phase.LOBBY.value, Phase.PLAYING.value)
"""The phases of open tables: a lobby, or a running game."""
MOST_QUESTIONS: Final = 64
"""The size of the cache of each function that builds a query or condition for some shards. The
results are cached because building a query takes longer than running the query."""


def moves_of(table_id: str, number: int) -> Select[Any]:
    """Return the query for the moves of a game that are stored as separate rows, in order. A packed
    game has none."""
    moves = schema.moves
    mine = moves.c.table_id == table_id, moves.c.game == number
    return select(moves).where(*mine).order_by(moves.c.seq)


@lru_cache(maxsize=MOST_QUESTIONS)
def served(guild_id: ColumnElement[int], shards: Shards) -> ColumnElement[bool]:
    """Return the SQL condition that the server `guild_id` belongs to one of these shards. The
    condition has the same result as `bot.core.shards.serves`."""
    # The literal is an Integer: PostgreSQL shifts a BIGINT by nothing else.
    dealt = guild_id.bitwise_rshift(literal(22, Integer)) % shards.count
    return case((guild_id < 0, literal(0, Integer)), else_=dealt).in_(shards.numbers)
