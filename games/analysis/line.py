"""What could have followed a better move: skilled players play on from the real position."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core import Event
from games.players import seated
from games.record import Record, Step, replay
from games.shuffle import Stream
from games.told_events import told

LEVEL: Final = "skilled"
LENGTH: Final = 6
"""Moves of a line."""


class LineMove(NamedTuple):
    """A step of a line (moves that could have been played), and its events."""

    step: Step
    events: list[Event]


def line_from(record: Record, step: int, move: str, length: int = LENGTH) -> list[LineMove]:
    """A line of play: the given move in place of the one at a step (from 0) of a record, and up to
    `length` - 1 moves after it, chosen by players who know what their seats knew.

    Raises RecordError when the record does not replay, IllegalMove when the move is not legal."""
    seats = record.header.seats
    players = [seated(record.header.game, LEVEL) for _ in range(seats)]

    def tell(events: list[Event]) -> None:
        for seat, player in enumerate(players):
            for event in told(events, seat):
                player.watch(*event)

    before = Record(record.header, record.steps[:step])
    for game, _, events in replay(before):
        tell(game.dealt() if _ is None else events)
    line: list[LineMove] = []
    wanted = Step(record.steps[step].seat, move)
    while len(line) < length:
        happened = game.play(wanted.seat, wanted.move)
        line.append(LineMove(wanted, happened))
        if game.outcome is not None:
            break
        tell(happened)
        seat = min(game.waiting_on)
        chance = Stream(record.header.seed + b"line %d" % len(line))
        wanted = Step(seat, str(players[seat].choose(game.view(seat), chance)))
    return line
