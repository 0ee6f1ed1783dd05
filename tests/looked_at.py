"""What tests look at and the bot itself never asks for."""

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
    """The cards of a picture whose faces can be seen."""
    return [thing.card for thing in scene.things if isinstance(thing, Card) and thing.card]


async def next_deadline(tables: Tables) -> datetime | None:
    """When something is due at any table next, those that aren't in memory among them."""
    await tables.timing.read_again()
    return tables.timing.deadlines.first()


async def due(tables: Tables, now: datetime) -> list[str]:
    """The tables where something is due by then, the earliest first."""
    await tables.timing.read_again()
    return tables.timing.deadlines.due(now)
