"""Functions for tests that the bot itself never needs."""

from __future__ import annotations

from datetime import datetime

from bot.pictures.scene import Card, Scene
from bot.tables.manager import Tables
from games.core import Game
from games.record import Record, replay


def position_after(record: Record) -> Game:
    """The game after the last step of a record. Raises RecordError."""
    moments = replay(record)
    game, _, _ = next(moments)
    for _ in moments:
        continue
    return game


def faces(scene: Scene) -> list[str]:
    """The cards in a picture whose faces are visible."""
    return [thing.card for thing in scene.things if isinstance(thing, Card) and thing.card]


async def next_deadline(tables: Tables) -> datetime | None:
    """The next time at which something is due at any table, including those that aren't in
    memory."""
    await tables.timing.read_again()
    return tables.timing.deadlines.first()


async def due(tables: Tables, now: datetime) -> list[str]:
    """Return the ids of the tables where something is due at `now`, the earliest first."""
    await tables.timing.read_again()
    return tables.timing.deadlines.due(now)
