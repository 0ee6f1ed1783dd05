"""What a seat has seen happen: the events of a game, each as the seat may know it.

A player that remembers is told exactly this (games/players), and so is `sample` where a game can
heed it. Nothing of it needs to be stored: it follows from a game's record by replaying.
"""

from __future__ import annotations

from collections.abc import Iterable

from games.core import Event, Told
from games.record import Record, replay


def told(events: Iterable[Event], seat: int | None) -> list[Told]:
    """Of these events, those that `seat` (None: everyone) may know of, as it may know them."""
    return [(event.name, event.seen_by(seat)) for event in events if event.tells(seat)]


def witnessed(record: Record) -> list[list[Told]]:
    """By seat, everything that it has been told from the deal to the last step of a record, in
    order. Raises RecordError when the record does not replay."""
    seen: list[list[Told]] = [[] for _ in range(record.header.seats)]
    for game, step, events in replay(record):
        happened = game.dealt() if step is None else events
        for seat in range(game.seats):
            seen[seat] += told(happened, seat)
    return seen
