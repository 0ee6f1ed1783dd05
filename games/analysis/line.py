"""Computes a possible continuation after a better move. Skilled bot players go on from the real
position."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.core import Event
from games.players import seated
from games.record import Record, Step, replay
from games.shuffle import Stream
from games.told_events import told

LEVEL: Final = "skilled"
LENGTH: Final = 6
"""The usual number of moves in a line, which is a possible continuation of a game."""


class LineMove(NamedTuple):
    """One step of a line (a possible continuation of a game), and the events of this step."""

    step: Step
    events: list[Event]


def line_from(record: Record, step: int, move: str, length: int = LENGTH) -> list[LineMove]:
    """Return a line, which is a possible continuation of a recorded game. The line begins with
    `move`, made instead of the recorded move at index `step`. Up to `length` - 1 further moves
    follow. Bot players choose them, and each player knows only what its seat knew.

    Raises RecordError when the record does not replay, and IllegalMove when `move` is not legal."""
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
