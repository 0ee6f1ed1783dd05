"""A lesson as a table, so that it can be shown in the same way as a game being played."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Final

from bot.core.model import Happening, Phase, Seat, Table
from cogs.words import _, marked
from games.core import Game
from games.teaching import LessonStage

# Translators: The name of an opponent in lessons.
OTHERS: Final = (marked("Berta"), marked("Cleo"), marked("Dora"), marked("Emil"))
"""The names of the players at the other seats, in the order of the seats. At a larger table, they
come again with a number."""
NOBODY: Final = -1
"""The member id of the learner's opponents in a lesson. The opponents are invented, and are neither
members nor bot players."""


def table_of(kind: type[Game], stage: LessonStage, member_id: int, name: str) -> Table:
    """Return a table with the position of a lesson at `stage` (the lesson after some of its steps).
    The learner has the lesson's seat, with this `name` and the id `member_id`. Invented players
    have the other seats. The table is never stored."""
    lesson, others = stage.lesson, _names()
    seats = tuple(
        Seat(name, member_id) if seat == lesson.seat else Seat(next(others), NOBODY)
        for seat in range(stage.game.seats)
    )
    return Table(
        id=lesson.name,
        guild_id=0,
        channel_id=0,
        message_id=None,
        host_id=member_id,
        phase=Phase.PLAYING if stage.game.outcome is None else Phase.OVER,
        game=kind.name,
        preset=next(iter(kind.Options.presets)),
        options=stage.game.settings.model_dump(mode="json"),
        seats=seats,
        version=stage.done,
        game_number=1,
        secret_hash="",
        recent=tuple(
            Happening(made.seat, made.move, stand_in=False, events=made.events)
            for made in stage.made
        ),
        outcome=stage.game.outcome,
        live=stage.game,
    )


def _names() -> Iterator[str]:
    yield from map(_, OTHERS)
    for number in count(2):
        yield from (f"{_(name)} {number}" for name in OTHERS)
