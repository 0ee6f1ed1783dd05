"""Functions with which tests look at what the bot's code has made, such as the cards in a picture
or the next deadline. The bot itself doesn't need these functions."""

from __future__ import annotations

from datetime import datetime

from bot.pictures.scene import Card, Scene
from bot.tables.manager import Tables
from games.core import Game
from games.record import Record, replay


def position_after(record: Record) -> Game:
    """Replay a record, and return the game after the last step. Raise RecordError if the record
    can't be replayed."""
    moments = replay(record)
    game, _, _ = next(moments)
    for _ in moments:
        continue
    return game


def faces(scene: Scene) -> list[str]:
    """Return those cards in a picture that are face up."""
    return [thing.card for thing in scene.things if isinstance(thing, Card) and thing.card]


async def next_deadline(tables: Tables) -> datetime | None:
    """Return the next time at which something is due at any table, or None if nothing is due.
    Tables that aren't in memory count too."""
    await tables.timing.read_again()
    return tables.timing.deadlines.first()


async def due(tables: Tables, now: datetime) -> list[str]:
    """Return the ids of the tables at which something is due at `now`, in the order of their due
    times."""
    await tables.timing.read_again()
    return tables.timing.deadlines.due(now)
