"""A recorded game as text, for `shijo replay` and for finding the move that went wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from games.core import Event, Outcome
from games.record import Header, Record, replay


def tell(record: Record) -> Iterator[str]:
    """The lines of a record: its header in words, every hand as dealt, every move with what came of
    it, the outcome.

    All hands are open: a record holds the seed. Raises RecordError when the record does not replay.
    """
    yield from _header(record.header)
    number = 0
    for game, step, events in replay(record):
        if step is None:
            yield from (
                f"  seat {seat} is dealt {' '.join(game.view(seat).hand) or 'nothing'}"
                for seat in range(game.seats)
            )
            continue
        number += 1
        happened = "; ".join(_event(event, step.seat) for event in events)
        yield f"{number:4}. seat {step.seat}: {step.move}" + (
            f"  -> {happened}" if happened else ""
        )
    if game.outcome is None:
        yield f"The game is not over; it waits on {_seats(sorted(game.waiting_on))}."
    else:
        yield _outcome(game.outcome)


def _header(header: Header) -> Iterator[str]:
    options = ", ".join(f"{name} {_plain(value)}" for name, value in header.options.items())
    yield f"{header.game} (rules version {header.version}), {header.seats} seats: {options}"
    if header.dealer is not None:
        yield f"  seat {header.dealer} deals"
    for seat, names in sorted(header.handicaps.items()):
        yield f"  seat {seat} plays with {_plain(sorted(names))}"
    if header.previous is not None:
        carried = ", ".join(
            f"{name} {_plain(value)}" for name, value in header.previous.carry.items()
        )
        yield f"  the game before: {_outcome(header.previous)}" + (
            f" Carried over: {carried}." if carried else ""
        )


def _outcome(outcome: Outcome) -> str:
    ranked = [f"rank {rank}: {_seats(seats)}" for rank, seats in sorted(_by_rank(outcome).items())]
    honours = f" Honours: {', '.join(outcome.honours)}." if outcome.honours else ""
    return f"{outcome.kind.capitalize()}; {'; '.join(ranked)}.{honours}"


def _by_rank(outcome: Outcome) -> dict[int, list[int]]:
    seats: dict[int, list[int]] = {}
    for seat, rank in enumerate(outcome.ranks):
        seats.setdefault(rank, []).append(seat)
    return seats


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'s' if len(seats) > 1 else ''} {', '.join(map(str, seats))}"


def _event(event: Event, seat: int) -> str:
    fields: Mapping[str, Any] = {**event.fields, **(event.secret or {})}
    shown = " ".join(
        f"{name} {_plain(value)}"
        for name, value in fields.items()
        if (name, value) != ("seat", seat)
    )
    return f"{event.name} {shown}".strip()


def _plain(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(_plain, value)) or "none"
    return str(value)
