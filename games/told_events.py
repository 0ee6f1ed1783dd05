"""The events of a game as one seat may know them.

A player with a memory is told exactly these events (games/players), and the `sample` of some games
takes them as `seen`. The events are not stored, because replaying a game's record gives them
again."""

from __future__ import annotations

from collections.abc import Iterable

from games.core import Event, Told
from games.record import Record, replay


def told(events: Iterable[Event], seat: int | None) -> list[Told]:
    """The events that `seat` (None: everyone) may know of, each with the fields that it may
    know."""
    return [(event.name, event.seen_by(seat)) for event in events if event.tells(seat)]


def told_by_seat(record: Record) -> list[list[Told]]:
    """For each seat, everything that it was told from the deal to the last step of a record, in
    order. Raises RecordError when the record does not replay."""
    seen: list[list[Told]] = [[] for _ in range(record.header.seats)]
    for game, step, events in replay(record):
        happened = game.dealt() if step is None else events
        for seat in range(game.seats):
            seen[seat] += told(happened, seat)
    return seen
