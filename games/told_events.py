"""The events of a game as one seat may know them.

A bot player with a memory is told exactly these events (games/players). The method `sample` of some
games takes them as `seen`. The events are not stored, because replaying a game's record gives them
again."""

from __future__ import annotations

from collections.abc import Iterable

from games.core import Event, Told
from games.record import Record, replay


def told(events: Iterable[Event], seat: int | None) -> list[Told]:
    """Return the events that `seat` (None: everyone) may know, each as its name and the fields that
    the seat may know."""
    return [(event.name, event.seen_by(seat)) for event in events if event.tells(seat)]


def told_by_seat(record: Record) -> list[list[Told]]:
    """Return for each seat the list of all events that it was told, from the deal to the last step
    of a record. Raises RecordError when the record does not replay."""
    seen: list[list[Told]] = [[] for _ in range(record.header.seats)]
    for game, step, events in replay(record):
        happened = game.dealt() if step is None else events
        for seat in range(game.seats):
            seen[seat] += told(happened, seat)
    return seen
