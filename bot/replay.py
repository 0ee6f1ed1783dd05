"""A recorded game told in text, for `shijo replay` and for whoever looks for the move that went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from games.core import Event
from games.record import Record, replay


def tell(record: Record) -> Iterator[str]:
    """The lines of a record: its header in words, every hand as dealt, every move with what came of it, the outcome.

    All hands are open: a record holds the seed. Raises RecordError when the record does not replay.
    """
    header = record.header
    options = ", ".join(f"{name} {_plain(value)}" for name, value in header.options.items())
    yield f"{header.game} (rules version {header.version}), {header.seats} seats: {options}"
    number = 0
    for game, step, events in replay(record):
        if step is None:
            yield from (
                f"  seat {seat} is dealt {' '.join(game.view(seat).hand) or 'nothing'}" for seat in range(game.seats)
            )
            continue
        number += 1
        happened = "; ".join(_event(event, step.seat) for event in events)
        yield f"{number:4}. seat {step.seat}: {step.move}" + (f"  → {happened}" if happened else "")
    outcome = game.outcome
    if outcome is None:
        yield f"The game is not over; it waits on seat {', '.join(map(str, sorted(game.waiting_on)))}."
    else:
        ranks = ", ".join(f"seat {seat} is {rank}." for seat, rank in enumerate(outcome.ranks))
        yield f"{outcome.kind}: {ranks}" + (f" Honours: {', '.join(outcome.honours)}" if outcome.honours else "")


def _event(event: Event, seat: int) -> str:
    fields: Mapping[str, Any] = {**event.fields, **(event.secret or {})}
    shown = " ".join(f"{name} {_plain(value)}" for name, value in fields.items() if (name, value) != ("seat", seat))
    return f"{event.name} {shown}".strip()


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "none"
    return str(value)
